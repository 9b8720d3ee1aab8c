"""Whether there are pieces, tokens and room enough at every number of players: what is dealt out is counted against what is declared."""

from __future__ import annotations

from itertools import product

from kilnscript.check.checks import setup_pieces
from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.settings import MOST, Setting, shown
from kilnscript.check.stock import Stock, TooLong, bodies
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.compile.constants import NotConstant
from kilnscript.compile.unsupported import TooLarge
from kilnscript.compile.world import World, build_world
from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model import statements as st

WORLDS = 60  # settings for which everything is laid out; above that the options keep their defaults


def run(subject: Subject) -> Outcome:
    found: dict[Span, Diagnostic] = {}
    undecided: dict[Span, OpenPoint] = {}
    for setting, world, told in worlds(subject):

        def lacks(span: Span, asked: int, most: int, what: str, told: Setting = told) -> None:
            if span not in found:
                found[span] = Diagnostic("K933", f"{said(asked, most, what)} ({shown(told)})", span, HINTS[what])

        stock = Stock(subject.game, setting, world, lacks)
        parts = [("setup", subject.game.setup, True), *((name, block, False) for name, block in bodies(subject.game))]
        for name, block, first in parts:
            if block is None:
                continue
            stock.steps, setting.locals = 0, {}
            stock.at_start() if first else stock.anywhere()
            try:
                stock.block(block)
            except TooLong:
                undecided[block.span] = OpenPoint(f"what {name} deals out", block.span)
    if found:  # what is missing before the first decision is a finding of its own (K960)
        told_already = {finding.span for finding in setup_pieces.run(subject).findings}
        found = {span: finding for span, finding in found.items() if span not in told_already}
    return Outcome(tuple(found.values()), tuple(undecided.values()), "play-outs")


HINTS = {
    "pieces": "deal out fewer, or declare more of them",
    "tokens": "hand out fewer, or declare a larger supply",
    "room": "name a second place for the rest, or make the place larger",
}


def said(asked: int, most: int, what: str) -> str:
    if what == "room":
        return f"{asked} pieces do not fit into {most} {'cell' if most == 1 else 'cells'}"
    things = "token" if what == "tokens" else "piece"
    there = f"at most {most} can be there" if most else "none can be there"
    return f"{asked} {things}{'' if asked == 1 else 's'} are asked for here, and {there}"


def worlds(subject: Subject) -> list[tuple[Setting, World, Setting]]:
    """Every number of players, with the options that sizes and moves read; an option that they do not read has its default.

    The third of each is the setting without those.
    """
    game, settings = subject.game, subject.settings
    declared = game.declarations
    moves = [n for body in subject.bodies() for n in walk(body) if isinstance(n, (st.Draw, st.MoveTokens, st.ForEach, st.RepeatTimes))]
    counts = [n.count if isinstance(n, (st.Draw, st.RepeatTimes)) else n.binders if isinstance(n, st.ForEach) else n for n in moves]
    read = settings.options_in(declared.components, declared.places, declared.tokens, counts)
    found: list[tuple[Setting, World, Setting]] = []
    for players in settings.counts:
        choices = []
        for option in declared.options.values():
            values = settings.values(option.name, players)
            if option.name not in read:
                base = Setting(game, players, {})
                values = [base.value(option.default)] if len(values) > 1 else values
            choices.append(values)
        number = 1
        for values in choices:
            number *= len(values)
        if number > MOST or number * len(settings.counts) > WORLDS:
            choices = [values if len(values) == 1 else [values[0], values[-1]] for values in choices]
        for chosen_values in list(product(*choices))[:WORLDS]:
            chosen = dict(zip(declared.options, chosen_values, strict=True))
            told = Setting(game, players, {name: value for name, value in chosen.items() if name in read})
            try:
                found.append((Setting(game, players, chosen), build_world(declared, players, chosen), told))
            except (NotConstant, TooLarge):
                continue
    return found


CHECK = Check("enough-for-all", "There are pieces, tokens and room enough at every number of players", run, ("K933",))
