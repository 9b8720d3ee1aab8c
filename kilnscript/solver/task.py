"""Compiled rules → what a solver can do for them: which places hold melds, where pieces come from, which moves carry a piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from kilnscript.compile.analysis import walk
from kilnscript.compile.flow import DecisionNode, FlatOffer, flat_offers
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.game import Game


@dataclass(frozen=True, slots=True)
class Carry:
    """An offer that does nothing but move one piece to a place. ``piece``, ``to`` and ``source`` (the place the piece lies in, where it is
    a parameter of its own) are positions among its parameters."""

    offer: int
    piece: int
    to: int
    source: int | None

    def move(self, piece: int, source: int, to: int) -> RawMove:
        arguments = {self.piece: piece, self.to: to}
        if self.source is not None:
            arguments[self.source] = source
        return (self.offer, *(arguments[i] for i in range(len(arguments))))


@dataclass(frozen=True, slots=True)
class Task:
    """One decision with a transaction whose commit wants a pattern in every place of a family. ``family`` and ``others``: what stands
    behind `over`, by what it is; ``patterns``: the list of patterns, to be evaluated."""

    commit: int
    reset: int
    family: x.Expression
    others: tuple[x.Expression, ...]
    patterns: x.Expression
    carries: tuple[Carry, ...]


_KNOWN: WeakKeyDictionary[Program, dict[int, Task]] = WeakKeyDictionary()


def tasks(program: Program) -> dict[int, Task]:
    """What can be solved, by the number of the decision."""
    if program not in _KNOWN:
        _KNOWN[program] = {}
        first = 0
        for node in program.graph.decisions:
            offers = flat_offers(node.decision)
            task = task_of(program, node, offers, first)
            first += len(offers)
            if task is not None:
                _KNOWN[program][node.number] = task
    return _KNOWN[program]


def task_of(program: Program, node: DecisionNode, offers: list[FlatOffer], first: int) -> Task | None:
    """``first``: the number of the decision's first offer."""
    transactions = [o for o in node.decision.offers if isinstance(o, st.Transaction)]
    if len(transactions) != 1 or node.decision.everyone:
        return None
    transaction = transactions[0]
    wanted = wanted_patterns(program.game, program.game.actions[transaction.commit])
    if wanted is None:
        return None
    name, patterns = wanted
    families = [e for e in transaction.over if isinstance(e, x.PlaceFamily) and e.place == name]
    if len(families) != 1:
        return None
    others = tuple(e for e in transaction.over if isinstance(e, x.PlaceAt))
    carries = []
    commit = reset = -1
    for i, offer in enumerate(offers):
        if offer.kind == "commit":
            commit = first + i
        elif offer.kind == "reset":
            reset = first + i
        elif offer.kind == "provisional":
            carry = carry_of(first + i, program.game.actions[offer.action])
            carries += [carry] if carry is not None else []
    return Task(commit, reset, families[0], others, patterns, tuple(carries)) if carries else None


def wanted_patterns(game: Game, commit: st.Action) -> tuple[str, x.Expression] | None:
    """The family whose places have to match, and the patterns: from `all(meld in …: matches(meld, …))` among the conditions of a commit."""
    for statement in commit.block.statements:
        if not isinstance(statement, st.Require):
            continue
        for query in through_functions(game, statement.condition):
            if isinstance(query, x.Query) and query.name == "all" and len(query.binders) == 1:
                place = query.binders[0].type
                for call in through_functions(game, query.body):
                    if isinstance(call, x.BuiltInCall) and call.function == "matches" and isinstance(place, t.Place) and place.name:
                        patterns = call.arguments[1]
                        if not any(isinstance(n, x.Local) for n in walk(patterns)):
                            return place.name, patterns
    return None


def through_functions(game: Game, node: object) -> Iterator[object]:
    """Every expression in a tree, and in the functions it calls (they are never recursive)."""
    for n in walk(node):
        yield n
        if isinstance(n, x.FunctionCall):
            yield from through_functions(game, game.functions[n.function].block)


def carry_of(offer: int, action: st.Action) -> Carry | None:
    changes = [s for s in action.block.statements if not isinstance(s, (st.Let, st.Require, st.Ensure, st.Log))]
    if len(changes) != 1 or not isinstance(changes[0], st.MovePieces) or len(changes[0].destinations) != 1:
        return None
    if any(p.domain.mode != "one" for p in action.parameters):
        return None
    names = [p.name for p in action.parameters]
    piece, to = local(changes[0].what), local(changes[0].destinations[0])
    if piece not in names or to not in names:
        return None
    used = {names.index(piece): piece, names.index(to): to}
    source = local(action.parameters[names.index(piece)].domain.source)
    if source in names and source != to:
        used[names.index(source)] = source
    if len(used) != len(names):
        return None
    return Carry(offer, names.index(piece), names.index(to), names.index(source) if source in names else None)


def local(e: x.Expression) -> str:
    """The name that an expression is, conversions left out; "" for anything else."""
    while isinstance(e, x.Convert):
        e = e.value
    return e.name if isinstance(e, x.Local) else ""
