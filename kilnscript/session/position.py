"""Plain data in the shape of a view → the state it shows; what a position leaves out stays as the game begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kilnscript.compile.constants import Value
from kilnscript.compile.names import python_name
from kilnscript.compile.world import BOX, SUPPLY, PlaceInfo
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.engine.stream import Stream
from kilnscript.model.declarations import Declarations, PlaceKey
from kilnscript.session.enter import enter
from kilnscript.session.errors import UsageError, did_you_mean
from kilnscript.session.flow import restore_flow, seat_of
from kilnscript.session.moves import MoveWords
from kilnscript.session.plain import PlainValues, unbare, wrong
from kilnscript.session.settings import read_options, read_players
from kilnscript.session.sheet import begin_under_way, starts_of
from kilnscript.session.transaction import restore_transaction
from kilnscript.session.variables import set_variable
from kilnscript.session.view import Views

KEYS = (
    *("game", "players", "options", "phase", "title", "to_act", "places", "variables", "scores", "over", "result"),
    *("flow", "chosen", "later", "next_turn", "shown", "sheet", "ended", "arguments", "transaction"),
)


def position_settings(
    declarations: Declarations, position: object, players: int | None, options: Mapping[str, object] | None
) -> tuple[int, dict[str, object]]:
    """Players and options of a position: its own, those given beside it have to agree. Raises UsageError."""
    if not isinstance(position, Mapping):
        raise UsageError("a position is an object in the shape of a view")
    for key in position:
        if key not in KEYS:
            raise UsageError(f"position: there is no `{str(key)[:40]}`{did_you_mean(str(key), KEYS)}")
    if position.get("game", declarations.name) != declarations.name:
        raise UsageError(f"the position is of `{str(position['game'])[:40]}`, not of `{declarations.name}`")
    own = position.get("players")
    if own is not None and players is not None and read_players(declarations, own) != read_players(declarations, players):
        raise UsageError(f"the position is for {own} players, not {players}")
    count = read_players(declarations, players if own is None else own)
    found = position.get("options", {})
    if not isinstance(found, Mapping):
        raise UsageError("position: `options` is an object")
    merged = {**found, **(options or {})}
    values = read_options(declarations, count, merged)
    if found and read_options(declarations, count, {**merged, **found}) != values:
        raise UsageError("the position has other options than those given")
    return count, merged


def state_from(words: MoveWords, stream: Stream, position: Mapping[str, Any]) -> State:
    """The state that a position shows. Raises UsageError with the key that does not fit, Fault."""
    program = words.program
    state = program.begin(stream, None)
    rebuild = Rebuild(Views(words), state)
    places = rebuild.object(position.get("places"), "places")
    for name in places:
        if name not in program.world.family:
            raise UsageError(f"position: there is no place `{str(name)[:40]}`{did_you_mean(str(name), program.world.family)}")
    if state.over and not position.get("over"):
        restart(program, state)
    rebuild.places(places)
    rebuild.variables(rebuild.object(position.get("variables"), "variables"))
    rebuild.scores(rebuild.object(position.get("scores"), "scores"))
    rebuild.shown(position.get("shown"))
    rebuild.sheet(position.get("sheet"))
    rebuild.stand(position)
    return state


def restart(program: Program, state: State) -> None:
    """A start that is over at once can be a position all the same."""
    state.over, state.winners, state.reason, state.sheet = False, None, None, ()
    state.stack = [program.frame("play")]


class Rebuild:
    """Fills one state from plain data."""

    def __init__(self, views: Views, state: State) -> None:
        self.plain: PlainValues = views.plain
        self.notation = views.plain.notation
        self.holders = views.holders()
        self.program = views.program
        self.world = views.world
        self.state = state

    def object(self, data: Any, what: str) -> Mapping[str, Any]:
        if data is None:
            return {}
        if not isinstance(data, Mapping):
            raise wrong(what, data, "an object")
        return data

    def unnest(
        self, keys: Sequence[PlaceKey], data: Any, what: str, done: tuple[int, ...] = ()
    ) -> Iterator[tuple[tuple[int, ...], Any, str]]:
        """(key values, data, its name) for everything given of a family."""
        if len(done) == len(keys):
            yield done, data, what
            return
        key = keys[len(done)]
        known = {self.plain.key_word(k, key.of, key.kind): k for k in self.world.key_values(key)}
        for word, inner in self.object(data, what).items():
            if str(word) not in known:
                raise UsageError(f"position: `{what}` has no `{str(word)[:40]}` (it has: {', '.join(list(known)[:12])})")
            yield from self.unnest(keys, inner, f"{what}/{word}", (*done, known[str(word)]))

    # ---- places ----------------------------------------------------------------------------------------------------

    def places(self, data: Mapping[str, Any]) -> None:
        given: list[tuple[PlaceInfo, list[str], str]] = []
        purses: dict[int, Any] = {}
        for name, family in data.items():
            keys = self.world.places[self.world.family[name][0].number].declared.keys if self.world.family[name] else ()
            for values, inner, what in self.unnest(keys, family, name):
                info = self.world.places[self.world.by_keys[name, values]]
                if info.declared.shape in ("purse", "supply"):
                    purses[info.number] = inner
                elif info.declared.marks:
                    self.mark(info, self.cells(info, inner, what), what)
                elif info.declared.cells:
                    given.append((info, self.cells(info, inner, what), what))
                else:
                    given.append((info, self.listed(inner, what), what))
        if given:
            Pieces(self, given).lay_out()
        if purses:
            self.tokens(purses)

    def cells(self, info: PlaceInfo, data: Any, what: str) -> list[str]:
        """One word for every cell, row by row."""
        rows = data if isinstance(data, list) else data.strip().splitlines() if isinstance(data, str) else None
        if isinstance(data, str) and not data.strip():
            return ["."] * len(info.cells)
        if rows is None or not all(isinstance(row, str) for row in rows):
            raise wrong(what, data, "rows of words")
        words = [row.split() if " " in row.strip() or info.columns == 1 else self.together(row.strip(), info.columns) for row in rows]
        if info.declared.shape != "grid" and len(words) == 1 and len(words[0]) < info.columns:
            words[0] += ["."] * (info.columns - len(words[0]))  # the first slots of a row
        if len(words) != info.rows or any(len(row) != info.columns for row in words):
            raise UsageError(f"position: `{what}` has {info.rows} row{'s' if info.rows > 1 else ''} of {info.columns}")
        return [word for row in words for word in row]

    def together(self, row: str, columns: int) -> list[str]:
        """A row without blanks: one sign a cell, or a single word."""
        return list(row) if len(row) == columns else [row]

    def listed(self, data: Any, what: str) -> list[str]:
        if isinstance(data, Mapping):
            raise UsageError(f"position: `{what}` is hidden; only the referee's view is a position")
        words = data.split() if isinstance(data, str) else data
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise wrong(what, data, "a list of pieces")
        return [word for word in words if word != "."]

    def mark(self, info: PlaceInfo, words: Sequence[str], what: str) -> None:
        for cell, word in zip(info.cells, words, strict=True):
            if word not in ("#", "."):
                raise UsageError(f"position: `{what}` holds marks: `#` or `.`, not `{word[:20]}`")
            self.state.marks = self.state.marks | 1 << cell if word == "#" else self.state.marks & ~(1 << cell)

    def tokens(self, purses: Mapping[int, Any]) -> None:
        """Purses as given; a limited supply gives and takes the difference, unless it is given too."""
        n = len(self.world.tokens)
        declared = [token.supply for token in self.world.declarations.tokens.values()]
        for number, data in purses.items():
            what = self.plain.place_path(self.world.places[number])
            if number == SUPPLY and isinstance(data, Mapping):
                data = {name: count for name, count in data.items() if count != "unlimited"}
            for token, count in enumerate(self.plain.amount(data, what)):
                at, supply = number * n + token, SUPPLY * n + token
                if number != SUPPLY:
                    if self.state.tokens[supply] >= 0 and SUPPLY not in purses:
                        self.state.tokens[supply] += self.state.tokens[at] - count
                    self.state.tokens[at] = count
                elif declared[token] is not None:
                    self.state.tokens[at] = count
        for token, supply_of in enumerate(declared):
            if supply_of is None:
                continue
            total = self.world.constants.number(supply_of)
            there = sum(self.state.tokens[place * n + token] for place in range(len(self.world.places)))
            if there != total or self.state.tokens[SUPPLY * n + token] < 0:
                raise UsageError(f"position: there are {total} {self.world.tokens[token]}, not {there}")

    # ---- the rest --------------------------------------------------------------------------------------------------

    def variables(self, data: Mapping[str, Any]) -> None:
        declared = self.world.declarations.variables
        for name, inner in data.items():
            if name not in declared:
                raise UsageError(f"position: there is no variable `{str(name)[:40]}`{did_you_mean(str(name), declared)}")
            variable = declared[name]
            for keys, value, what in self.unnest(variable.keys, inner, name):
                set_variable(self.world, self.state, variable, keys, self.plain.value(value, variable.type, self.state, what))

    def scores(self, data: Mapping[str, Any]) -> None:
        """A total, or a total and its sources; a total alone stands under the first source."""
        scores = self.world.declarations.scores
        for name, given in data.items():
            if str(name) not in self.holders or scores is None:
                raise UsageError(f"position: nobody called `{str(name)[:40]}` has a score")
            holder = self.holders.index(str(name))
            sources = list(scores.sources)
            if isinstance(given, Mapping):
                total, points = given.get("total"), given.get("sources", {})
                if set(given) - {"total", "sources"} or not isinstance(points, Mapping) or set(points) - set(sources):
                    raise wrong(f"scores/{name}", dict(given), f"`total` and `sources` ({', '.join(sources)})")
            else:
                total, points = given, {}
            for number in (total, *points.values()):
                if not isinstance(number, int) or isinstance(number, bool) or abs(number) > 10**9:
                    raise wrong(f"scores/{name}", number, "a whole number")
            assert isinstance(total, int)
            if points and sum(points.values()) != total:
                raise UsageError(f"position: `scores/{name}`: the sources add up to {sum(points.values())}, not to {total}")
            booked = [points.get(source, 0) for source in sources] if points else [total] + [0] * (len(sources) - 1)
            self.state.score[holder] = total
            self.state.points[holder * len(sources) : (holder + 1) * len(sources)] = booked[: len(sources)]

    def sheet(self, data: Any) -> None:
        """Lines as ``view`` gives them; without them what has been scored stands in the first line."""
        scores = self.world.declarations.scores
        if scores is None or not scores.sheet:
            if data is not None:
                raise UsageError("position: this game keeps no score sheet, so `sheet` is null or left out")
            return
        if data is None:
            return
        sources = list(scores.sources)
        for line in data if isinstance(data, list) else [data]:
            if not (
                isinstance(line, dict)
                and all(name in self.holders and isinstance(points, dict) for name, points in line.items())
                and all(
                    source in sources and type(n) is int and abs(n) <= 10**9 for points in line.values() for source, n in points.items()
                )
            ):
                raise wrong("sheet", line, f"lines of points by {', '.join(self.holders[:3])} and {', '.join(sources)}")
        for n, holder in enumerate(self.holders):
            for m, source in enumerate(sources):
                added = sum(line.get(holder, {}).get(source, 0) for line in data)
                booked = self.state.points[n * len(sources) + m]
                if data and added != booked:
                    raise UsageError(f"position: the lines of `sheet` give {holder} {added} as {source}, and `scores` {booked}")
        self.state.sheet = starts_of(data, self.holders, sources) if scores.by is not None else ()

    def shown(self, data: Any) -> None:
        if data is None:
            return
        if not isinstance(data, list) or not all(isinstance(item, list) and len(item) == 2 and isinstance(item[1], list) for item in data):
            raise wrong("shown", data, "a list of pieces and the seats that see them")
        self.state.shown = {}
        for word, seats in data:
            taken = self.state.shown
            piece = self.plain.read_piece(word, self.state, "shown")
            twins = [p.number for p in self.world.pieces if p.number not in taken and self.plain.piece(p.number, self.state) == word]
            bits = sum(1 << seat_of(self.program, seat, "shown") for seat in seats)
            self.state.shown = {**taken, (piece if piece not in taken or not twins else twins[0]): bits}

    def stand(self, position: Mapping[str, Any]) -> None:
        """Where the game stands: its flow, or a phase and a seat, or (neither) where it begins."""
        state = self.state
        if position.get("over"):
            ended = self.object(position.get("ended"), "ended")
            winners, reason = unbare(ended.get("winners"), "ended"), unbare(ended.get("reason"), "ended")
            if winners is not None and not (isinstance(winners, tuple) and all(w in range(self.program.players) for w in winners)):
                raise wrong("ended", ended.get("winners"), "seats counted from 0")
            ends = len(self.program.generated.ends)
            if reason is not None and not (
                isinstance(reason, tuple) and len(reason) == 2 and reason[0] in range(ends) and isinstance(reason[1], tuple)
            ):
                raise wrong("ended", ended.get("reason"), "what a view shows")
            state.stack, state.decision, state.deciders, state.legal, state.chosen = [], -1, (), (), ()
            state.over, state.winners, state.reason = True, winners, reason
            return
        if ("flow" in position or position.get("phase") is not None) and position.get("sheet") is None:
            state.sheet = ()
        if "flow" in position:
            restore_flow(self.program, self.plain, state, position)
            begin_under_way(self.program, state)
            if position.get("transaction") is not None:
                state.start = restore_transaction(self, position["transaction"])
                state.legal = self.program.at_decision(state)
            return
        phase, to_act = position.get("phase"), position.get("to_act")
        seat = None
        if to_act is not None:
            if not isinstance(to_act, list) or len(to_act) != 1:
                raise UsageError("position: `to_act` without `flow` is the list of the one seat that decides")
            seat = seat_of(self.program, to_act[0], "to_act")
        if phase is None and seat is None:
            self.again()
            return
        if not isinstance(phase, str):
            raise UsageError("position: without `flow` it needs the `phase` that begins")
        enter(self.program, state, phase, self.arguments(phase, position.get("arguments")), seat)

    def arguments(self, phase: str, data: Any) -> tuple[Value, ...] | None:
        if data is None or phase not in self.program.game.phases:
            return None
        parameters = self.program.game.phases[phase].parameters
        if not isinstance(data, list) or len(data) != len(parameters):
            raise UsageError(f"position: `arguments` lists the {len(parameters)} arguments of phase `{phase}`")
        return tuple(self.plain.value(item, kind, self.state, "arguments") for item, (_, kind) in zip(data, parameters, strict=True))

    def again(self) -> None:
        """The first decision of the game, looked at anew: the pieces lie elsewhere now."""
        state = self.state
        if state.decision < 0 or self.program.decisions[state.decision].everyone:
            return
        state.legal = self.program.at_decision(state)
        if not state.legal:
            raise UsageError("position: the seat to act has no legal move here")


class Pieces:
    """Lays out pieces: what lay in a place that is given makes room, and what is missing comes from there, the box, or any other place,
    where what is left over takes its stead if it may lie there."""

    def __init__(self, rebuild: Rebuild, given: Sequence[tuple[PlaceInfo, list[str], str]]) -> None:
        self.given = given
        self.program = rebuild.program
        self.notation = rebuild.notation
        self.world = rebuild.world
        self.state = rebuild.state
        self.numbers = {info.number for info, _, _ in given}
        self.looks: dict[int, dict[str, dict[str, Value]]] = {}

    def lay_out(self) -> None:
        state = self.state
        displaced = [p.number for p in self.world.pieces if state.place_of[p.number] in self.numbers]
        for piece in displaced:
            self.program.names["_to_place"](state, piece, BOX)
        pool = self.by_sort(displaced, self.numbers)
        holes: list[tuple[int, int]] = []
        laid: set[int] = set()
        for info, words, what in self.given:
            pieces = []
            for number, word in enumerate(words):
                if word == ".":
                    continue
                piece, look = self.find(pool, word, what)
                laid.add(piece)
                if state.place_of[piece] != BOX:
                    holes.append((state.place_of[piece], state.cell_of[piece]))
                if info.declared.cells:
                    self.program.names["_to_cell"](state, piece, info.cells[number])
                elif info.number != BOX:
                    self.program.names["_to_place"](state, piece, info.number)
                for name, value in look.items():
                    self.program.names[f"_set_{python_name(name)}"](state, piece, value)
                pieces.append(piece)
            if info.declared.shape in ("deck", "stack"):
                state.piles[info.number] = tuple(pieces)
        left = [piece for piece in displaced if piece not in laid]
        for place, cell in holes:
            holds = self.world.places[place].declared.holds
            fitting = next((piece for piece in left if self.world.pieces[piece].component in holds), None)
            if fitting is not None:
                left.remove(fitting)
                self.fill(fitting, place, cell)
        if BOX in self.numbers and left:
            raise UsageError(f"position: {self.notation.piece(left[0], state)} lies nowhere, the box included")

    def fill(self, piece: int, place: int, cell: int) -> None:
        if cell >= 0:
            self.program.names["_to_cell"](self.state, piece, cell)
        else:
            self.program.names["_to_place"](self.state, piece, place)

    def by_sort(self, displaced: Iterable[int], given: set[int]) -> dict[int, list[int]]:
        """Pieces by what they look like, those to take first last: places that are not given, loose before laid out, then the box, then
        what made room."""
        made_room = set(displaced)

        def rank(piece: int) -> tuple[int, int]:
            if piece in made_room:
                return 3, -piece
            place = self.state.place_of[piece]
            return (2, -piece) if place == BOX else (0 if self.world.places[place].declared.cells else 1, -piece)

        found: dict[int, list[int]] = defaultdict(list)
        for info in self.world.pieces:
            found[info.sort].append(info.number)
        for pieces in found.values():
            pieces.sort(key=rank)
        return found

    def find(self, pool: dict[int, list[int]], word: str, what: str) -> tuple[int, dict[str, Value]]:
        """A piece that the word names, taken out of the pool, and what has to change about it. Raises UsageError."""
        known = False
        best: tuple[int, dict[str, Value]] | None = None
        for sort, pieces in pool.items():
            look = self.look(sort, word)
            if look is None:
                continue
            known = True
            if pieces and (best is None or self.rank(pieces[-1]) > self.rank(best[0])):
                best = (pieces[-1], look)
        if best is None:
            raise UsageError(f"position: `{what}`: " + (f"there is no further `{word[:40]}`" if known else f"`{word[:40]}` is no piece"))
        pool[self.world.pieces[best[0]].sort].pop()
        return best

    def rank(self, piece: int) -> int:
        return self.state.place_of[piece] == BOX

    def look(self, sort: int, word: str) -> dict[str, Value] | None:
        """The changeable attributes with which a piece of the sort is called like this; None if it never is."""
        if sort not in self.looks:
            info = next(p for p in self.world.pieces if p.sort == sort)
            table: dict[str, dict[str, Value]] = {}
            for look in self.notation.pieces.looks(info) or [self.notation.changed(info.number, self.state)]:
                table.setdefault(self.notation.pieces.word(info.number, look), look)
                table.setdefault(self.notation.pieces.exact_word(info.number, look), look)
            self.looks[sort] = table
        return self.looks[sort].get(word)
