"""Whether texts say numbers and names as they are declared: a number that a rule reads is not typed by hand, a name in backticks exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kilnscript.check.report import Check, Outcome
from kilnscript.check.settings import Setting
from kilnscript.check.subject import Subject
from kilnscript.check.trees import children, walk
from kilnscript.check.wording import prose
from kilnscript.compile.constants import Constants, NotConstant
from kilnscript.compile.unsupported import TooLarge
from kilnscript.compile.world import build_world
from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.declare.nearest import did_you_mean

SPELT = ["four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]  # smaller ones are often not meant as numbers
NUMBER = re.compile(r"(?<![\w.,:/–-])(?:\d{1,4}|" + "|".join(SPELT) + r")(?![\w:/–-]|[.,]\d)", re.IGNORECASE)
QUOTED = re.compile(r"`([^`\W\d]\w*)`")


def run(subject: Subject) -> Outcome:
    return Outcome((*numbers(subject), *counted(subject), *names(subject)))


# ---- numbers -----------------------------------------------------------------------------------------------------------


def numbers(subject: Subject) -> Iterator[Diagnostic]:
    """In a text of a statement, block or demand: numbers equal to what an option or a named number, read by just that part, gives."""
    game = subject.game
    constants = Constants(game.declarations, game.declarations.players[0], {})
    for body in subject.bodies():
        for part, text in explained(body):
            read = dict(declared(subject, constants, part))
            holes = shown(subject, constants, text)
            typed = {value(number): number for piece in text.parts if isinstance(piece, str) for number in NUMBER.findall(piece)}
            for what, number in read.items():
                if number in typed and what not in holes and number >= 2:
                    message = f"this text says {typed[number]} by hand, which its rule takes from `{what}`"
                    at = subject.within(text.span, typed[number])
                    yield Diagnostic("K947", message, at, f"write `{{{what}}}` in its place", (Label(part.span, "read here"),))


def value(written: str) -> int:
    return int(written) if written.isdecimal() else SPELT.index(written.casefold()) + 4


def counted(subject: Subject) -> Iterator[Diagnostic]:
    """`36 tiles`, where the game has 36 at whatever player count."""
    d = subject.game.declarations
    defaults = {name: Setting(subject.game, d.players[0], {}).value(option.default) for name, option in d.options.items()}
    try:
        worlds = [build_world(d, players, defaults) for players in {*d.players}]
    except (NotConstant, TooLarge):
        return
    for component in d.components.values():
        totals = {len(world.pieces_of[component.name]) for world in worlds}
        words = {component.title.casefold(), component.plural.casefold()}
        if len(totals) > 1 or totals <= {0, 1, 2, 3}:
            continue
        (total,) = totals
        for text in prose(subject):
            for match in NUMBER.finditer(text.words):
                if value(match[0]) == total and text.words[match.end() :].strip().casefold().startswith(tuple(words)):
                    message = f"this text says {match[0]} by hand, which is the number of `{component.plural}` declared"
                    hint = f"write `{{count({component.plural})}}` in its place"
                    label = (Label(component.span, "declared here"),)
                    yield Diagnostic("K947", message, subject.within(text.span, match[0]), hint, label)


def explained(body: Any) -> Iterator[tuple[Any, x.TypedText]]:
    for node in walk(body):
        doc = getattr(node, "doc", None)
        if isinstance(doc, x.TypedText):
            yield node, doc
        if isinstance(node, (st.Require, st.Ensure)):
            yield node.condition, node.reason


def shown(subject: Subject, constants: Constants, text: x.TypedText) -> set[str]:
    """What a text already takes from declarations."""
    return {what for hole in text.parts if not isinstance(hole, str) for what, _ in declared(subject, constants, hole)}


def declared(subject: Subject, constants: Constants, part: Any) -> Iterator[tuple[str, int]]:
    """Options with a number and named numbers that a part reads, with what they are at the start."""
    tables, options = subject.game.declarations.tables, subject.game.declarations.options
    for node in walk(part, outside_texts) if not isinstance(part, x.TextHole) else walk(part):
        try:
            if isinstance(node, x.TableConstant) and (number := tables[node.table].value) is not None:
                value, what = constants.value(number), node.table
            elif isinstance(node, x.OptionValue):
                value, what = constants.value(options[node.name].default), f"option.{node.name}"
            elif isinstance(node, st.OfferAction) and node.own and (action := subject.game.actions[node.action]).doc is None:
                yield from declared(subject, constants, (action.when, action.block))
                continue
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
                        hint = did_you_mean(name.lower(), known) or "write it as it is declared, or without backticks"
                        at = subject.within(node.span, name)
                        yield Diagnostic("K948", f"this text names `{name}`, and nothing is called that", at, hint)


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
