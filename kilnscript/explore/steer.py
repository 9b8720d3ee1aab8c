"""How a playout chooses its moves: a position comes in, the move to play goes out, so that many playouts together use everything.

Playouts of one style leave things out: random ones rarely end as good players' games do, good ones never do what is bad. So styles take
turns. Among them are playouts with tastes drawn by lot that they follow throughout (as in swarm testing: A. Groce et al., "Swarm testing",
ISSTA 2012), which come to extremes that no balanced choice comes to.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kilnscript.bots.standing import hints, standings
from kilnscript.engine.faults import Fault
from kilnscript.engine.offers import RawMove
from kilnscript.engine.state import State
from kilnscript.explore.table import Node, Table
from kilnscript.solver import can_propose, propose

if TYPE_CHECKING:
    from kilnscript.explore.play import Player

SAMPLED = 40  # moves of a decision that are compared by their names
TRIED = 6  # moves of a decision that are tried out
SHY, SHUNNED = 0.4, 0.3  # how many playouts shun actions, and how many actions they do
ABOVE_ALL = 100.0  # a taste that no others outweigh
SOLVING = 0.1  # seconds of the solver, about

Style = Callable[["Player", Node, Sequence[RawMove], int], RawMove]


class Uniform:
    """Any legal move."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.shuns: dict[str, bool] = {}  # actions that are not taken where there is another way
        self.shy = chance.random() < SHY

    def allowed(self, node: Node, moves: Sequence[RawMove]) -> Sequence[RawMove]:
        """What is left of the moves when some actions are shunned throughout the playout."""
        if not self.shy:
            return moves
        offers = node.root.table.program.offers
        for move in moves:
            action = offers[move[0]].action
            if action not in self.shuns:
                self.shuns[action] = self.chance.random() < SHUNNED
        return [move for move in moves if not self.shuns[offers[move[0]].action]] or moves

    def choose(self, player: Player, node: Node, moves: Sequence[RawMove], seat: int) -> RawMove:
        return moves[int(self.chance.random() * len(moves))]


class Rare(Uniform):
    """A move that uses what was used least: an action, a card, a place."""

    def choose(self, player: Player, node: Node, moves: Sequence[RawMove], seat: int) -> RawMove:
        if self.chance.random() < 0.2:
            return super().choose(player, node, moves, seat)
        uses, table = player.uses, node.root.table
        return min(sampled(moves, self.chance), key=lambda move: (rarity(uses, table.names(node.state, move)), self.chance.random()))


class Stubborn(Uniform):
    """Likes and dislikes drawn by lot: of all that is legal always what it likes best. Where all seats are alike, every other time they
    care for one thing above all, so that a place that nobody would fill all the time is filled all the time."""

    def __init__(self, chance: random.Random, alike: bool) -> None:
        super().__init__(chance)
        self.tastes: dict[tuple[int, str], float] = {}
        self.alike = alike  # all seats have the same tastes
        self.fixed = alike and chance.random() < 0.5  # on one thing, found at the first choice
        self.wavers = chance.choice((0.0, 0.02, 0.1))

    def taste(self, seat: int, name: str) -> float:
        key = (0 if self.alike else seat, name)
        if key not in self.tastes:
            self.tastes[key] = self.chance.gauss(0, 1) * (3 if " " not in name else 1)
        return self.tastes[key]

    def choose(self, player: Player, node: Node, moves: Sequence[RawMove], seat: int) -> RawMove:
        if self.chance.random() < self.wavers:
            return super().choose(player, node, moves, seat)
        table = node.root.table
        told = {move: table.names(node.state, move) for move in sampled(moves, self.chance)}
        if self.fixed:
            things = sorted({name for names in told.values() for name in names if " " in name})
            if things:
                self.tastes[0, self.chance.choice(things)] = ABOVE_ALL
                self.fixed = False
        return max(told, key=lambda move: sum(self.taste(seat, name) for name in told[move]))


class Able(Uniform):
    """A few moves are tried out, and the best by the game's own measure is played; ``worst``: the one that is worst."""

    def __init__(self, chance: random.Random, sign: int, tried: int = TRIED) -> None:
        super().__init__(chance)
        self.sign = sign
        self.tried = tried

    def choose(self, player: Player, node: Node, moves: Sequence[RawMove], seat: int) -> RawMove:
        if len(moves) == 1:
            return moves[0]
        few = moves if len(moves) <= self.tried else self.chance.sample(moves, self.tried)
        table = node.root.table
        worths: list[tuple[float, float]] = []
        with table.uncounted():
            for move in few:
                state = after(table, node.state, move, seat)
                worths.append((float("-inf"), 0.0) if state is None else (self.worth(table, state, seat), self.chance.random()))
        return few[worths.index(max(worths))]

    def worth(self, table: Table, state: State, seat: int) -> float:
        found = hints(table.program, state) if not state.over else standings(table.program, state)
        if found is None:
            found = standings(table.program, state)
        return 0.0 if found is None else self.sign * found[seat]


class Curious(Uniform):
    """A few moves are tried out, and the one that comes to what was used least is played. What was tried counts: it was legal."""

    def choose(self, player: Player, node: Node, moves: Sequence[RawMove], seat: int) -> RawMove:
        few = moves if len(moves) <= TRIED else self.chance.sample(moves, TRIED)
        table = node.root.table
        hits, best, most = table.points.hits, few[0], -1.0
        for move in few:
            before = hits[:]
            if after(table, node.state, move, seat) is None:
                return move  # where the rules fail there is something to be seen
            new = sum(
                1 / (1 + player.coverage.used(table.points.points[n]))
                for n, (was, now) in enumerate(zip(before, hits, strict=False))
                if was != now
            )
            if new > most:
                best, most = move, new
        return best


class Solving(Uniform):
    """Whole turns that the solver proposes; else any move that ends a transaction. With no eagerness at all nobody begins one."""

    def __init__(self, chance: random.Random, eager: float) -> None:
        super().__init__(chance)
        self.eager = eager  # how often it takes what is proposed
        self.planned: list[RawMove] = []

    def choose(self, player: Player, node: Node, moves: Sequence[RawMove], seat: int) -> RawMove:
        program = node.root.table.program
        if self.planned and self.planned[0] in moves:
            return self.planned.pop(0)
        self.planned = []
        if can_propose(program, node.state) and self.chance.random() < self.eager:
            with node.root.table.uncounted():
                self.planned = list(propose(program, node.state, seat, "pieces", SOLVING, False) or ())
            if self.planned and self.planned[0] in moves:
                return self.planned.pop(0)
        beside = [move for move in moves if program.kinds[move[0]] not in ("provisional", "reset")] or moves
        return super().choose(player, node, beside, seat)


def after(table: Table, state: State, move: RawMove, seat: int) -> State | None:
    """The state after a move; None where the rules fail."""
    found = state.copy()
    try:
        table.program.play(found, move, seat)
    except Fault:
        return None
    return found


def sampled(moves: Sequence[RawMove], chance: random.Random) -> Sequence[RawMove]:
    return moves if len(moves) <= SAMPLED else chance.sample(moves, SAMPLED)


def rarity(uses: Counter[str], names: Sequence[str]) -> float:
    """Small for what was used seldom."""
    return -sum(1 / (1 + uses[name]) for name in names)


STYLES = ("uniform", "rare", "stubborn", "curious", "able", "alike", "solving", "unable")


def style(name: str, chance: random.Random) -> Uniform:
    match name:
        case "rare":
            return Rare(chance)
        case "stubborn":
            return Stubborn(chance, alike=False)
        case "alike":
            return Stubborn(chance, alike=True)
        case "able":
            return Able(chance, 1)
        case "unable":
            return Able(chance, -1, 3)
        case "curious":
            return Curious(chance)
        case "solving":
            return Solving(chance, chance.choice((1.0, 0.5, 0.0)))
        case _:
            return Uniform(chance)
