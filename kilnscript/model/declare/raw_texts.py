"""Texts of game.yaml whose holes are not typed yet: they wait here, by path, until every name of the game is known."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kilnscript.diagnostics import Span
from kilnscript.model.expressions import TypedText
from kilnscript.model.types import Type
from kilnscript.source import tree

TextPath = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RawTexts:
    """``("texts", "goal")``, ``("components", "tile", "written")``, … → the text and the names that only it sees. The Declarations hold an
    empty TypedText in each of these places."""

    texts: Mapping[TextPath, tuple[tree.Template, Mapping[str, Type]]] = field(default_factory=dict)


def empty_text(span: Span) -> TypedText:
    return TypedText((), span)
