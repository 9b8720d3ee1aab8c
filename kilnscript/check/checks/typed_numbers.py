"""Whether texts say numbers and names as they are declared: a number that a rule reads is not typed by hand, a name in backticks exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import children, walk
from kilnscript.compile.constants import Constants, NotConstant
from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import expressions as x
from kilnscript.model import types as t

NUMBER = re.compile(r"(?<![\w.,:/–-])\d{1,4}(?![\w:/–-]|[.,]\d)")
QUOTED = re.compile(r"`([^`\W\d]\w*)`")


def run(subject: Subject) -> Outcome:
    return Outcome((*numbers(subject), *names(subject)))


# ---- numbers -----------------------------------------------------------------------------------------------------------


def numbers(subject: Subject) -> Iterator[Diagnostic]:
    """In a text of a statement or block: digits equal to what an option or a named number, read by just that part, gives."""
    game = subject.game
    constants = Constants(game.declarations, game.declarations.players[0], {})
    for body in subject.bodies():
        for part, text in explained(body):
            read = dict(declared(subject, constants, part))
            holes = {what for hole in text.parts if not isinstance(hole, str) for what, _ in declared(subject, constants, hole)}
            typed = {int(number) for piece in text.parts if isinstance(piece, str) for number in NUMBER.findall(piece)}
            for what, value in read.items():
                if value in typed and what not in holes and value >= 2:
                    message = f"this text says {value} by hand, which its rule takes from `{what}`"
                    yield Diagnostic("K947", message, text.span, f"write `{{{what}}}` in its place", (Label(part.span, "read here"),))


def explained(body: Any) -> Iterator[tuple[Any, x.TypedText]]:
    for node in walk(body):
        doc = getattr(node, "doc", None)
        if isinstance(doc, x.TypedText):
            yield node, doc


def declared(subject: Subject, constants: Constants, part: Any) -> Iterator[tuple[str, int]]:
    """Options with a number and named numbers that a part reads, with what they are at the start."""
    tables, options = subject.game.declarations.tables, subject.game.declarations.options
    for node in walk(part, outside_texts) if not isinstance(part, x.TextHole) else walk(part):
        try:
            if isinstance(node, x.TableConstant) and (number := tables[node.table].value) is not None:
                value, what = constants.value(number), node.table
            elif isinstance(node, x.OptionValue):
                value, what = constants.value(options[node.name].default), f"option.{node.name}"
            else:
                continue
        except (NotConstant, KeyError):
            continue
        of = node.type.item if isinstance(node.type, t.Optional) else node.type
        if isinstance(of, t.Number) and isinstance(value, int):
            yield what, value


def outside_texts(node: Any) -> tuple[Any, ...]:
    """Below a statement, without what texts show and without statements that have a text of their own."""
    if isinstance(node, x.TypedText):
        return ()
    return tuple(child for child in flat(children(node)) if getattr(child, "doc", None) is None)


def flat(nodes: Any) -> Iterator[Any]:
    for node in nodes:
        if isinstance(node, tuple):
            yield from flat(node)
        else:
            yield node


# ---- names -------------------------------------------------------------------------------------------------------------


def names(subject: Subject) -> Iterator[Diagnostic]:
    known = every_name(subject)
    game = subject.game
    for node in walk((*subject.bodies(), game.declarations.texts, game.declarations.rulings)):
        if isinstance(node, x.TypedText):
            for piece in node.parts:
                for name in QUOTED.findall(piece) if isinstance(piece, str) else ():
                    if name.lower() not in known:
                        yield Diagnostic("K948", f"this text names `{name}`, and nothing is called that", node.span)


def every_name(subject: Subject) -> set[str]:
    """Names, titles and plurals of everything, in small letters."""
    game = subject.game
    d = game.declarations
    groups: tuple[Any, ...] = (d.options, d.kinds, d.tokens, d.components, d.places, d.variables, d.tables, d.patterns, d.timers)
    groups += (d.texts, d.rulings, game.phases, game.actions, game.functions, game.payments, game.rules)
    found = {name for group in groups for name in group}
    for group in (d.kinds, d.tokens, d.components):
        found |= {each.plural for each in group.values()}
    for kind in d.kinds.values():
        found |= {member.name for member in kind.members} | {member.letter for member in kind.members if member.letter}
    for component in d.components.values():
        found |= {*component.has, *component.changes} | {letter.letter for letter in component.letters}
        found |= {pieces.row for pieces in component.sets if pieces.row} | {pieces.name for pieces in component.sets if pieces.name}
    if d.scores is not None:
        found |= {*d.scores.sources}
    for action in game.actions.values():
        found |= {parameter.name for parameter in action.parameters}
    for extra in (getattr(d, "glossary", {}), getattr(d, "controls", {})):
        found |= {*extra}
    return {name.lower() for name in found} | {"yes", "no", "none", "skip", "reset", "box", "supply", "player", "players"}


CHECK = Check("texts-from-declarations", "Texts take numbers and names from what is declared", run, ("K947", "K948"))
