"""Every state of a small game, breadth first: a set-up and a bound come in; whether all were seen, what is wrong, how long games can be."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from kilnscript.compile.analysis import walk
from kilnscript.engine.faults import Fault, NotSupported
from kilnscript.engine.state import State
from kilnscript.explore.problems import Problem, of_fault
from kilnscript.explore.setups import Setup, values_of
from kilnscript.explore.table import Node, Root, Step, Table, decider
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.game import Game as Model
from kilnscript.session.notation import item_type
from kilnscript.session.settings import plain_options, read_options

if TYPE_CHECKING:
    from kilnscript.explore.play import Player

MOST_COMBINATIONS = 500  # of players and options
LEFT_OUT = frozenset({"log", "legal", "steps", "passes", "stream", "start", "place_of", "cell_of", "at", "bags", "piles", "shown", "stack"})


@dataclass
class Exhausted:
    """``complete``: set-ups of which every state was seen; ``states``: how many in all. ``longest``: decisions of the longest game, None
    where a position can come again. ``all_setups``: nothing was left out, so that what holds here is proved."""

    setups: int = 0
    complete: int = 0
    states: int = 0
    longest: int | None = 0
    all_setups: bool = False
    chance: bool = False
    problems: list[Problem] = field(default_factory=list)

    @property
    def proves(self) -> bool:
        return self.all_setups and not self.chance and self.setups > 0


def exhaust(player: Player, most: int) -> Exhausted:
    """Tries one set-up after the other, the smallest numbers of players first, until so many states were seen."""
    declarations = player.game.model.declarations
    found = Exhausted(chance=uses_chance(player.game.model))
    combinations = list(every_setup(player))
    for setup in combinations[:MOST_COMBINATIONS]:
        if found.states >= most or player.stop():
            break
        found.setups += 1
        try:
            watch = player.watch(player.number_of(setup))
        except NotSupported:
            continue
        if Search(player, Root(watch.table, f"{player.seed}/all"), found, most).run():
            found.complete += 1
        watch.flush(player.coverage.play)
    player.changed()
    found.all_setups = found.complete == len(combinations) <= MOST_COMBINATIONS and all(
        len(values_of(declarations, option)) == len(option.values) for option in declarations.options.values()
    )
    return found


def every_setup(player: Player) -> Iterator[Setup]:
    """Every number of players with every combination of the values that are tried."""
    declarations = player.game.model.declarations
    seen: set[tuple[object, ...]] = set()
    for players in range(declarations.players[0], declarations.players[1] + 1):
        options = [
            (name, values_of(declarations, option))
            for name, option in declarations.options.items()
            if option.only_players is None or players in option.only_players
        ]
        for values in product(*(found for _, found in options)):
            given = {name: value for (name, _), value in zip(options, values, strict=True)}
            plain = plain_options(declarations, players, read_options(declarations, players, given))
            key = (players, *((name, str(value)) for name, value in plain.items()))
            if key not in seen:
                seen.add(key)
                yield Setup(players, plain)


def uses_chance(game: Model) -> bool:
    """Whether what the rules do may hang on chance: then all that is seen is what one seed brings about."""
    return any(isinstance(node, (st.Draw, st.Shuffle, st.Roll, st.Pick)) for node in walk(every_block(game)))


def every_block(game: Model) -> tuple[Any, ...]:
    blocks = [game.setup, game.play, game.scoring, *game.watches]
    return tuple(b for b in [*blocks, *game.phases.values(), *game.actions.values(), *game.payments.values()] if b is not None)


class Search:
    """Breadth first from one start. States are the same when they look the same: copies of a piece are interchangeable."""

    def __init__(self, player: Player, root: Root, found: Exhausted, most: int) -> None:
        self.player = player
        self.root = root
        self.found = found
        self.most = most
        self.table = root.table
        self.exact = names_pieces(root.table)
        self.number: dict[Hashable, int] = {}
        self.after: list[list[int]] = []
        self.ends: list[int] = []
        self.ways: list[Step | None] = []

    def run(self) -> bool:
        """Whether every state was seen."""
        node = self.player.rooted(self.root)
        if node is None:
            return False
        pending = deque([(self.add(self.key(node.state), node), node)])
        program = self.table.program
        while pending:
            if self.found.states >= self.most or self.player.stop():
                return False
            here, node = pending.popleft()
            if node.state.over:
                self.ends.append(here)
                continue
            for seat in node.state.deciders or (decider(node.state),):
                for move in self.player.legal(node, seat):
                    state = node.state.copy()
                    step = Step(node.step, seat, move, False, node.length + 1)
                    try:
                        program.play(state, move, seat)
                    except Fault as error:
                        self.player.found(of_fault(error, self.root, step))
                        continue
                    self.player.watch_of(self.table).step(node.state, move, state)
                    key = self.key(state)
                    if key not in self.number:
                        new = Node(self.root, state, step)
                        pending.append((self.add(key, new), new))
                        self.player.look(new)
                    self.after[here].append(self.number[key])
        self.judge()
        return True

    def add(self, key: Hashable, node: Node) -> int:
        """The number of a state seen for the first time."""
        self.number[key] = len(self.number)
        self.after.append([])
        self.ways.append(node.step)
        self.found.states += 1
        return self.number[key]

    # ---- all of them -----------------------------------------------------------------------------------------------

    def judge(self) -> None:
        """What the whole graph tells: states from which no end can be reached, and the longest game."""
        before: list[list[int]] = [[] for _ in self.after]
        for here, following in enumerate(self.after):
            for there in following:
                before[there].append(here)
        reached = [False] * len(self.after)
        pending = list(self.ends)
        while pending:
            here = pending.pop()
            if not reached[here]:
                reached[here] = True
                pending += before[here]
        stuck = next((n for n, found in enumerate(reached) if not found and self.after[n]), None)
        if stuck is not None:
            span = self.player.game.model.play.span
            message = "from here on the game cannot end any more, whatever is played"
            self.player.found(
                Problem(
                    "K975", message, span, "let something end the game here, or keep play from coming here", self.root, self.ways[stuck]
                )
            )
        longest = longest_way(self.after)
        self.found.longest = None if longest is None or self.found.longest is None else max(self.found.longest, longest)

    # ---- what a state is -------------------------------------------------------------------------------------------

    def key(self, s: State) -> Hashable:
        names = self.table.program.names["_slots"]
        rest = tuple(plain(getattr(s, name)) for name in names if name not in LEFT_OUT and not name.startswith(("value_", "cells_")))
        frames = tuple(tuple(plain(item) for item in frame) for frame in s.stack)
        start = None if s.start is None else self.key(s.start)
        return (rest, frames, start, getattr(s.stream, "position", 0), self.pieces(s))

    def pieces(self, s: State) -> Hashable:
        columns = [getattr(s, name) for name in self.table.program.names["_slots"] if name.startswith("value_")]
        if self.exact:
            return (tuple(s.place_of), tuple(s.cell_of), tuple(s.piles), tuple(tuple(c) for c in columns), plain(s.shown))
        sorts, shown = self.table.program.world.pieces, s.shown
        looks = [(sorts[p].sort, shown.get(p, 0), *(column[p] for column in columns)) for p in range(len(sorts))]
        piled = {piece for pile in s.piles for piece in pile}
        loose = sorted((s.place_of[p], s.cell_of[p], look) for p, look in enumerate(looks) if p not in piled)
        return (tuple(loose), tuple(tuple(looks[p] for p in pile) for pile in s.piles))


def names_pieces(table: Table) -> bool:
    """Whether a variable or a name under way may stand for a single piece: then copies are not interchangeable."""
    program = table.program
    kinds: list[t.Type] = [variable.type for variable in program.game.declarations.variables.values()]
    kinds += [
        kind for layout in program.layouts.values() for known in layout.locals for kind in (known.type, *known.items) if kind is not None
    ]
    return any(isinstance(item_type(kind), (t.Piece, t.TallyOf)) for kind in kinds)


def plain(value: Any) -> Hashable:
    if isinstance(value, (list, tuple)):
        return tuple(plain(item) for item in value)
    if isinstance(value, dict):
        return tuple(sorted((plain(key), plain(item)) for key, item in value.items()))
    found: Hashable = value
    return found


def longest_way(after: list[list[int]]) -> int | None:
    """Steps of the longest way from the first state (every other is reached from it); None where ways go round."""
    waiting = [0] * len(after)
    for following in after:
        for there in following:
            waiting[there] += 1
    length = [0] * len(after)
    ready = [n for n, count in enumerate(waiting) if count == 0]
    done = 0
    while ready:
        here = ready.pop()
        done += 1
        for there in after[here]:
            length[there] = max(length[there], length[here] + 1)
            waiting[there] -= 1
            if waiting[there] == 0:
                ready.append(there)
    return max(length) if done == len(after) else None
