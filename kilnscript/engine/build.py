"""Typed game, player count, options → a compiled Program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kilnscript.compile.constants import Value
from kilnscript.compile.names import python_name
from kilnscript.compile.python.module import Generated, generate, tables
from kilnscript.compile.python.points import Points
from kilnscript.compile.world import PlaceInfo, World, build_world
from kilnscript.engine import geometry, patterns, payments, pieces, values
from kilnscript.engine.faults import GameOver, RuleFault
from kilnscript.engine.program import Program, code_name
from kilnscript.engine.state import State
from kilnscript.model.game import Game

HOW_LOOPS_END = "say how it ends: `until`, `decreases EXPR` or `at most N times`"
MOST_LATER = 1000  # steps put off at one time
MOST_LINES = 1000  # of a score sheet, so that a game without end stays small
NESTED = 4  # loops without a limit inside each other: each may go round twice for every seat before the net catches it


def compile_game(game: Game, players: int, options: Mapping[str, Value], counting: bool = False) -> Program:
    """``options``: the run-time value of every option. ``counting``: slower code that counts what play comes to (``Program.points``).
    Raises NotSupported."""
    world = build_world(game.declarations, players, options)
    generated = generate(game, world, counting)
    return Program(game, world, generated, link(game, world, generated))


def link(game: Game, world: World, generated: Generated) -> dict[str, Any]:
    """Runs the generated module with the tables and helpers it reads; gives its names."""
    names: dict[str, Any] = {"_State": State, **values.HELPERS, **values.amounts(len(world.tokens))}
    names |= geometry.tables(world)
    names |= geometry.functions(world, names)
    names |= tables(game, world)
    names |= seats(world)
    exec(compile(generated.source, code_name(game), "exec"), names)
    sorts = tuple(p.sort for p in world.pieces)
    names |= pieces.functions(world, names, sorts)
    names |= payments.functions(world, names)
    names |= patterns.functions(world, names["_count"])
    names |= flow_helpers(game, world)
    if generated.points is not None:
        counters(game, world, generated.points, names)
    return names


class CountedTable(dict[Any, Any]):
    """A table of the rules that counts the rows that are looked up; ``numbers``: of the row's point, by key."""

    def __init__(self, rows: Mapping[Any, Any], numbers: Mapping[Any, int], hits: list[int]) -> None:
        super().__init__(rows)
        self.numbers = numbers
        self.hits = hits

    def get(self, key: Any, default: Any = None) -> Any:
        number = self.numbers.get(key)
        if number is None:
            return default
        self.hits[number] += 1
        return self[key]


def counters(game: Game, world: World, points: Points, names: dict[str, Any]) -> None:
    """What counting code calls: `_hits`, `_hit` and `_missed`, and tables that count their rows."""
    hits = points.hits

    def hit(number: int, value: Any) -> Any:
        hits[number] += 1
        return value

    def missed(number: int) -> None:
        hits[number] += 1

    names |= {"_hits": hits, "_hit": hit, "_missed": missed}
    for table in game.declarations.tables.values():
        if table.form == "rows":
            name = f"_TABLE_{python_name(table.name)}"
            written = zip(names[name], table.rows.items(), strict=True)
            numbers = {
                key: points.number("row", value.span, f"{table.name}: {', '.join(str(k) for k in keys)}") for key, (keys, value) in written
            }
            names[name] = CountedTable(names[name], numbers, hits)


def seats(world: World) -> dict[str, Any]:
    n = world.players

    def seat(number: int) -> int:
        return number - 1 if 1 <= number <= n else -1

    most = max([n, *(len(k.members) for k in world.declarations.kinds.values())])
    return {
        "_SEATS": n,
        "_EVERYBODY": (1 << n) - 1,
        "_SEAT_NUMBER": (*range(1, n + 1), None),
        "_MEMBER_NUMBER": (*range(1, most + 1), None),
        "_NEXT_SEAT": (*((i + 1) % n for i in range(n)), -1),
        "_SEATS_FROM": (*(tuple((i + j) % n for j in range(n)) for i in range(n)), ()),
        "_SEEN_BY": (*(open_to(world, place) for place in world.places), 0),
        "_TOKEN_TITLES": (*(t.title for t in world.declarations.tokens.values()), None),
        "_seat": seat,
        "_next_seat": lambda s, steps: (s + steps) % n if s >= 0 else -1,
    }


def open_to(world: World, place: PlaceInfo) -> int:
    """A bit for every seat that sees into a place."""
    if place.declared.sees == "all":
        return (1 << world.players) - 1
    return 1 << place.owner if place.declared.sees == "owner" and place.owner >= 0 else 0


def next_among(first: int, seats_in: Any, n: int) -> int:
    """The first seat from ``first`` on, in turn order, that is among some; -1 for none."""
    found = set(seats_in)
    return next((seat for i in range(n) if (seat := (first + i) % n) in found), -1)


def new_line(s: State) -> None:
    """A line of the score sheet begins; the last one there may be takes all that comes after it."""
    if len(s.sheet) < MOST_LINES:
        s.sheet += (tuple(s.points),)


def put_off(s: State, *step: Any) -> None:
    if len(s.later) >= MOST_LATER:
        raise RuleFault("K822", f"{MOST_LATER} steps have been put off, and still more are", "put it off until a moment that comes")
    s.later += (step,)


def take_due(s: State, moment: int) -> tuple[Any, ...]:
    """What was put off until a moment, in the order in which that happened; what these put off in turn waits for the next one."""
    if not s.later:
        return ()
    due = tuple(step for step in s.later if step[0] == moment and step[2] in (-1, s.player))
    if due:
        s.later = tuple(step for step in s.later if step not in due)
    return due


def flow_helpers(game: Game, world: World) -> dict[str, Any]:
    """What generated code calls for scores, loops and the end of the game."""
    scores = game.declarations.scores
    floor = None if scores is None else scores.floor
    sources = 0 if scores is None else len(scores.sources)
    families: dict[tuple[str, tuple[int, ...]], tuple[int, ...]] = {}
    for info in world.places:
        for length in range(len(info.keys) + 1):
            key = (info.declared.name, info.keys[:length])
            families[key] = (*families.get(key, ()), info.number)

    def score(s: State, amount: int, source: int, holder: int) -> None:
        before = s.score[holder]
        after = before + amount
        if floor is not None and after < floor:
            after = min(before, floor)
        if not -values.LARGEST < after < values.LARGEST:
            raise RuleFault("K812", "a score would become too large a number", None)
        s.score[holder] = after
        s.points[holder * sources + source] += after - before

    def award(s: State, points: Any, ranks: dict[int, Any], source: int, ties: str) -> None:
        """To the seats with the smallest keys first; a list of points goes on to the next places."""
        left = list(points) if isinstance(points, tuple) else [points]
        for rank in sorted(set(ranks.values())):
            tied = [seat for seat, found in ranks.items() if found == rank]
            if not left:
                return
            mine, left = left[: len(tied)], left[len(tied) :]
            if len(tied) == 1 or ties == "share":
                each = mine[0]
            elif ties == "split":
                each = sum(mine) // len(tied)
            else:
                continue
            for seat in tied:
                score(s, each, source, seat)

    def end(s: State, winners: tuple[int, ...] | None, number: int, found: tuple[Any, ...]) -> None:
        s.winners, s.reason = winners, (number, found)
        raise GameOver

    loops = 2 * world.players * NESTED

    def one_pass(s: State, name: str) -> None:
        s.passes += 1
        if s.passes > loops:
            raise RuleFault("K822", f"`{name}` goes round without anybody having a choice", HOW_LOOPS_END)

    def tick(s: State, *_: Any) -> None:
        s.steps += 2
        if s.steps > values.MOST_STEPS:
            raise RuleFault("K822", "this goes on and on without anybody having a choice", HOW_LOOPS_END)

    def as_seats(found: Any) -> int:
        return 1 << found if isinstance(found, int) else values.pack(found)

    return {
        "_score": score,
        "_award": award,
        "_new_line": new_line,
        "_put_off": put_off,
        "_take_due": take_due,
        "_end": end,
        "_pass": one_pass,
        "_tick": tick,
        **{f"_enter_{python_name(name)}": tick for name in game.phases},  # a name each, so that passes can be counted
        "_seats": as_seats,
        "_next_among": lambda first, found: next_among(first, found, world.players),
        "_family": lambda name, *keys: families.get((name, keys), ()),
        "_place": lambda name, *keys: world.by_keys.get((name, keys), -1),
    }
