"""Run-time values ↔ JSON data, exactly: what stands in views and positions."""

from __future__ import annotations

from typing import Any

from kilnscript.compile.constants import Value, as_set, none_of
from kilnscript.compile.world import PlaceInfo
from kilnscript.engine.state import State
from kilnscript.model import types as t
from kilnscript.session.errors import UsageError
from kilnscript.session.notation import Notation, items_of, placed, shape_of, shape_rows


class PlainValues:
    """Converts the values of one compiled game. ``what`` in errors is the key of the position they stand under."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.world = notation.world

    def place_path(self, info: PlaceInfo) -> str:
        """``shed/red``, ``hand/1``: a place by its name and keys."""
        words = [info.declared.name]
        for value, key in zip(info.keys, info.declared.keys, strict=True):
            words.append(self.key_word(value, key.of, key.kind))
        return "/".join(words)

    def key_word(self, value: int, of: str, kind: str | None) -> str:
        """One key of a family: a seat from 1, a member's name, or the number."""
        if of == "player":
            return str(value + 1)
        return str(value) if kind is None else self.notation.members(kind)[value]

    def plain(self, value: Value, kind: t.Type, state: State) -> Any:
        """Numbers, true/false, null for none, lists, and notation for everything else; a label that is not unique names its place first."""
        if isinstance(kind, t.Optional):
            if value == none_of(kind) and not isinstance(value, bool):
                return None
            kind = kind.item
        match kind:
            case t.Number() | t.YesNo() | t.Text() | t.Nothing():
                return value
            case t.SetOf() | t.ListOf():
                return [self.plain(item, kind.item, state) for item in items_of(value, kind.item)]
            case t.Piece():
                return self.piece(value, state)
            case t.Amount():
                return {name: n for name, n in zip(self.world.tokens, value, strict=True) if n}
            case t.Shape():
                return shape_rows(value, self.notation.side)
            case t.Place() | t.Cell() | t.Line() | t.Arrow():
                return self.thing(value, kind, state)
            case t.TallyOf():
                return [[self.plain(noted, kind.item, state), times] for noted, times in value.items()]
            case t.Snapshot() | t.Payment() | t.Pattern() | t.Unknown():
                return bare(value)
            case _:
                return self.notation.entity(value, kind)

    def piece(self, piece: int, state: State) -> str:
        """``R7 @ rack/1``, ``K @ kiln/C3``: its word, and where it lies."""
        if piece < 0:
            return ""
        cell = state.cell_of[piece]
        where = self.place_path(self.world.places[state.place_of[piece]])
        return f"{self.notation.exact_piece(piece, state)} @ {where}{'/' + self.world.cells[cell].label if cell >= 0 else ''}"

    def read_piece(self, data: Any, state: State, what: str) -> int:
        if not isinstance(data, str):
            raise wrong(what, data, "a piece")
        word, at, where = data.partition(" @ ")
        for piece in self.notation.read(word.strip(), t.Piece(), state):
            if not at or self.piece(piece, state).partition(" @ ")[2] == where.strip():
                return int(piece)
        raise UsageError(f"position: `{what}`: there is no piece `{data[:60]}`")

    def thing(self, value: int, kind: t.Place | t.Cell | t.Line | t.Arrow, state: State) -> str:
        word = self.notation.entity(value, kind)
        if word and self.notation.read(word, kind, state) == [value]:
            return word
        if isinstance(kind, t.Place):
            return self.place_path(self.world.places[value])
        things = placed(self.world, kind)
        assert things is not None
        return f"{self.place_path(self.world.places[things[value].place])}/{word}"

    def value(self, data: Any, kind: t.Type, state: State, what: str) -> Value:
        """The run-time value of JSON data. Raises UsageError."""
        if isinstance(kind, t.Optional):
            return none_of(kind) if data is None else self.value(data, kind.item, state, what)
        match kind:
            case t.Number():
                if not isinstance(data, int) or isinstance(data, bool):
                    raise wrong(what, data, "a whole number")
                self.check_range(data, kind, what)
                return data
            case t.YesNo():
                if not isinstance(data, bool) and data not in ("yes", "no"):
                    raise wrong(what, data, "true or false")
                return data is True or data == "yes"
            case t.SetOf() | t.ListOf():
                if isinstance(data, str):
                    data = data.split()
                if not isinstance(data, list):
                    raise wrong(what, data, "a list")
                items = tuple(self.value(item, kind.item, state, what) for item in data)
                if isinstance(kind, t.ListOf):
                    most = (
                        None if kind.most is None else kind.most if isinstance(kind.most, int) else self.world.constants.number(kind.most)
                    )
                    if most is not None and len(items) > most:
                        raise UsageError(f"position: `{what}` holds at most {most}, not {len(items)}")
                    return items
                return as_set(items, kind.item)
            case t.Text():
                if not isinstance(data, str):
                    raise wrong(what, data, "a text")
                return data
            case t.TallyOf():
                return self.tally(data, kind, state, what)
            case t.Snapshot() | t.Payment() | t.Pattern() | t.Unknown() | t.Nothing():
                return unbare(data, what)
            case t.Amount():
                return self.amount(data, what)
            case t.Piece():
                return self.read_piece(data, state, what)
            case t.Shape():
                shape = shape_of(data, self.notation.side) if isinstance(data, str) else None
                if shape is None:
                    raise wrong(what, data, "a shape like ##/#.")
                return shape
            case _:
                return self.word(data, kind, state, what)

    def tally(self, data: Any, kind: t.TallyOf, state: State, what: str) -> dict[Value, int]:
        """``[[value, how often], …]``."""
        if not isinstance(data, list):
            raise wrong(what, data, "a list of values and how often they were noted")
        found: dict[Value, int] = {}
        for pair in data:
            match pair:
                case [noted, int(times)] if times > 0 and not isinstance(times, bool):
                    found[self.value(noted, kind.item, state, what)] = times
                case _:
                    raise wrong(what, pair, "a value and how often it was noted")
        return found

    def amount(self, data: Any, what: str) -> tuple[int, ...]:
        if isinstance(data, str):
            if not data.strip():
                return (0,) * len(self.world.tokens)  # as an empty place is written
            found = self.notation.read_amount(data)
            if found is None:
                raise wrong(what, data, "an amount")
            return found
        if not isinstance(data, dict):
            raise wrong(what, data, "an amount")
        for name, n in data.items():
            if name not in self.world.tokens or not isinstance(n, int) or isinstance(n, bool) or not 0 <= n < 10**9:
                raise wrong(what, {name: n}, "tokens and their numbers")
        return tuple(data.get(name, 0) for name in self.world.tokens)

    def word(self, data: Any, kind: t.Type, state: State, what: str) -> Value:
        if (
            isinstance(kind, t.Player)
            and isinstance(data, int)
            and not isinstance(data, bool)
            and 1 <= data <= self.notation.program.players
        ):
            return data - 1
        if not isinstance(data, str):
            raise wrong(what, data, "a word of the game's notation")
        found = self.notation.read(data, kind, state)
        if not found and "/" in data and isinstance(kind, (t.Place, t.Cell, t.Line, t.Arrow)):
            found = self.by_path(data, kind, state)
        if len(found) == 1:
            return found[0]
        raise UsageError(f"position: `{what}`: `{data[:40]}` {'may mean several things' if found else 'is not known'}")

    def by_path(self, data: str, kind: t.Type, state: State) -> list[Value]:
        paths = {self.place_path(info): info.number for info in self.world.places}
        if isinstance(kind, t.Place):
            return [paths[data]] if data in paths else []
        path, _, label = data.rpartition("/")
        things = placed(self.world, kind)
        assert things is not None
        return [n for n in self.notation.read(label, kind, state) if things[n].place == paths.get(path)]

    def check_range(self, value: int, kind: t.Number, what: str) -> None:
        low = None if kind.low is None else self.world.constants.number(kind.low)
        high = None if kind.high is None else self.world.constants.number(kind.high)
        if (low is not None and value < low) or (high is not None and value > high):
            raise UsageError(f"position: `{what}` goes from {'…' if low is None else low} to {'…' if high is None else high}, not {value}")


def wrong(what: str, data: object, wanted: str) -> UsageError:
    shown = repr(data)
    return UsageError(f"position: `{what}` wants {wanted}, not {shown if len(shown) <= 40 else shown[:39] + '…'}")


def bare(value: Value) -> Any:
    """A value without notation: tuples become lists."""
    if isinstance(value, (tuple, list)):
        return [bare(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return {"set": sorted((bare(item) for item in value), key=repr)}
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    return value


def unbare(data: Any, what: str) -> Value:
    """The inverse of ``bare``."""
    if isinstance(data, list):
        return tuple(unbare(item, what) for item in data)
    if isinstance(data, dict):
        match data:
            case {"set": list(items)} if len(data) == 1:
                return frozenset(unbare(item, what) for item in items)
            case {"bytes": str(text)} if len(data) == 1 and all(c in "0123456789abcdef" for c in text) and len(text) % 2 == 0:
                return bytes.fromhex(text)
            case _:
                raise wrong(what, data, "data as a view shows it")
    return data
