"""Texts of game.yaml that waited for the names of the game: typed, and put in their places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kilnscript.model.declarations import Component, Control, Declarations, Place
from kilnscript.model.declare.raw_texts import RawTexts, TextPath
from kilnscript.model.expressions import TypedText
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.scope import Name, Scope
from kilnscript.model.typing.texts import text


def with_texts(ctx: Context, raw: RawTexts) -> Declarations:
    done: dict[TextPath, TypedText] = {}
    for path, (template, sees) in raw.texts.items():
        scope = Scope(locals={name: Name(type_, template.span) for name, type_ in sees.items()}, inside="declaration")
        done[path] = text(ctx, template, scope)
    d = ctx.declarations
    return replace(
        d,
        texts={name: done.get(("texts", name), value) for name, value in d.texts.items()},
        rulings={name: done.get(("rulings", name), value) for name, value in d.rulings.items()},
        glossary={name: done.get(("glossary", name), value) for name, value in d.glossary.items()},
        changes={name: done.get(("changes", name), value) for name, value in d.changes.items()},
        components={name: _component(c, done) for name, c in d.components.items()},
        places={name: _place(p, done) for name, p in d.places.items()},
        controls={name: _control(c, done) for name, c in d.controls.items()},
    )


def _component(component: Component, done: Mapping[TextPath, TypedText]) -> Component:
    written = done.get(("components", component.name, "written"))
    names = done.get(("components", component.name, "names"))
    sections = {place: done.get(("components", component.name, "sections", place), text) for place, text in component.sections.items()}
    if written is not None:
        component = replace(component, written=written)
    if sections:
        component = replace(component, sections=sections)
    return replace(component, names=names) if names is not None else component


def _place(place: Place, done: Mapping[TextPath, TypedText]) -> Place:
    written = done.get(("places", place.name, "written"))
    return replace(place, written=written) if written is not None else place


def _control(control: Control, done: Mapping[TextPath, TypedText]) -> Control:
    show = done.get(("controls", control.action, "show"))
    return replace(control, show=show) if show is not None else control
