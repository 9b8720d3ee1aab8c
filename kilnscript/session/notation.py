"""Run-time values ↔ the words of moves, views and positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from kilnscript.compile.constants import AXES, DIRECTIONS, Value, is_entity, none_of
from kilnscript.compile.world import ArrowInfo, CellInfo, LineInfo, World
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.model import types as t
from kilnscript.session import payment_words
from kilnscript.session.pieces import PieceWords


def bits(value: int) -> Iterator[int]:
    """The numbers in a bit set, upward."""
    while value:
        low = value & -value
        yield low.bit_length() - 1
        value ^= low


def items_of(value: Value, item: t.Type) -> list[Value]:
    """The items of a set or list, sets in their canonical order."""
    return list(bits(value)) if isinstance(value, int) and is_entity(item) else list(value or ())


def things_in(value: Value, kind: t.Type) -> list[Value]:
    """The single things that a value names, out of collections of collections too; one that is none is the none of its type."""
    inner = kind.item if isinstance(kind, t.Optional) else kind
    if isinstance(inner, (t.SetOf, t.ListOf)):
        return [] if value is None else [found for item in items_of(value, inner.item) for found in things_in(item, inner.item)]
    return [value]


def item_type(kind: t.Type) -> t.Type:
    """The type of those things."""
    while isinstance(kind, (t.Optional, t.SetOf, t.ListOf)):
        kind = kind.item
    return kind


def placed(world: World, kind: t.Type) -> Sequence[CellInfo | LineInfo | ArrowInfo] | None:
    """The cells, lines or arrows of a world, by number; None for types of other things."""
    match kind:
        case t.Cell():
            return world.cells
        case t.Line():
            return world.lines
        case t.Arrow():
            return world.arrows
        case _:
            return None


class Notation:
    """The words of one compiled game. States are needed because what a piece is called may change."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        self.pieces = PieceWords(self.world)
        # Side of the square that shapes are written in, as the engine's geometry has it.
        self.side = max((max(info.columns, info.rows) for info in self.world.places), default=1) or 1
        self.changes = [list(self.world.declarations.components[p.component].changes) for p in self.world.pieces]

    # ---- values to words -------------------------------------------------------------------------------------------

    def write(self, value: Value, kind: t.Type, state: State) -> str:
        """``seat-1``, ``red``, ``A1 A2``, ``N3``, ``row-2``, ``kiln-1``, ``R7``, ``2 salt + 1 coin``; none and empty collections are ""."""
        if isinstance(kind, t.Optional):
            if value == none_of(kind) and not isinstance(value, bool):
                return ""
            kind = kind.item
        match kind:
            case t.SetOf() | t.ListOf():
                inner = kind.item.item if isinstance(kind.item, t.Optional) else kind.item
                nested = isinstance(inner, (t.SetOf, t.ListOf))
                words = [self.write(item, kind.item, state) or "none" for item in items_of(value, kind.item)]
                return " ".join(f"({word})" if nested else word for word in words)
            case t.Number() | t.Text():
                return "" if value is None else str(value)
            case t.YesNo():
                return "yes" if value else "no"
            case t.Piece():
                return "" if value < 0 else self.told_apart(value, state)
            case t.Amount():
                return " + ".join(f"{n} {name}" for n, name in zip(value, self.world.tokens, strict=True) if n)
            case t.Shape():
                return shape_rows(value, self.side)
            case t.Payment():
                return payment_words.write(self, value, state)
            case t.Nothing():
                return ""
            case _:
                return self.entity(value, kind)

    def entity(self, value: Value, kind: t.Type) -> str:
        """A numbered thing other than a piece; "" for none and for what has no notation."""
        if not isinstance(value, int) or value < 0:
            return ""
        match kind:
            case t.Player():
                return f"seat-{value + 1}"
            case t.Kind():
                return self.members(kind.name)[value]
            case t.Cell():
                return self.world.cells[value].label
            case t.Line():
                return self.world.lines[value].label
            case t.Arrow():
                return self.world.arrows[value].label
            case t.Place():
                return self.world.places[value].label
            case t.Token():
                return self.world.tokens[value]
            case t.Direction():
                return DIRECTIONS[value]
            case t.Axis():
                return AXES[value]
            case _:
                return str(value)

    def piece(self, piece: int, state: State) -> str:
        return self.pieces.word(piece, self.changed(piece, state))

    def exact_piece(self, piece: int, state: State) -> str:
        return self.pieces.exact_word(piece, self.changed(piece, state))

    def told_apart(self, piece: int, state: State) -> str:
        """``R7``; on a cell, with a piece of the same word on another cell of that place: ``R7@3``."""
        word, cell = self.piece(piece, state), state.cell_of[piece]
        if cell < 0:
            return word
        seers = self.program.seers(state, piece)
        for other in self.program.contents(state, state.place_of[piece]):
            if other != piece and self.piece(other, state) == word and not seers & ~self.program.seers(state, other):
                return f"{word}@{self.world.cells[cell].label}"
        return word

    def changed(self, piece: int, state: State) -> dict[str, Value]:
        """Values of the piece's changeable attributes."""
        return {name: self.program.piece_value(state, piece, name) for name in self.changes[piece]}

    def members(self, kind: str) -> list[str]:
        return [member.name for member in self.world.declarations.kinds[kind].members]

    # ---- words to values -------------------------------------------------------------------------------------------

    def read(self, word: str, kind: t.Type, state: State) -> list[Value]:
        """Every value of the type that the word may mean (a label may stand in several places), none of them for an unknown word. One word
        only: collections are read item by item."""
        if isinstance(kind, t.Optional):
            return [none_of(kind)] if word in ("none", "") else self.read(word, kind.item, state)
        match kind:
            case t.Number():
                return [int(word)] if word.lstrip("-").isdigit() and word.isascii() and len(word) < 10 else []
            case t.YesNo():
                return [word == "yes"] if word in ("yes", "no") else []
            case t.Text():
                return [word]
            case t.Piece():
                wanted = kind.components
                word, at, label = word.partition("@")
                return [
                    p.number
                    for p in self.world.pieces
                    if (wanted is None or p.component in wanted)
                    and word in (self.piece(p.number, state), self.exact_piece(p.number, state))
                    and (not at or (state.cell_of[p.number] >= 0 and self.world.cells[state.cell_of[p.number]].label == label))
                ]
            case t.Kind():
                names = self.members(kind.name)
                return [names.index(word)] if word in names else []
            case t.Player():
                return [n for n in range(self.program.players) if word == f"seat-{n + 1}"]
            case t.Cell() | t.Line() | t.Arrow() | t.Place():
                place = kind.name if isinstance(kind, t.Place) else kind.place
                return self.labelled(word, kind, place)
            case t.Token():
                return [self.world.tokens.index(word)] if word in self.world.tokens else []
            case t.Direction():
                return [DIRECTIONS.index(word)] if word in DIRECTIONS else []
            case t.Axis():
                return [AXES.index(word)] if word in AXES else []
            case _:
                return []

    def labelled(self, word: str, kind: t.Type, place: str | None) -> list[Value]:
        found = self.labels[type(kind)].get(word, [])
        if place is None:
            return found
        if isinstance(kind, t.Place):
            return [n for n in found if self.world.places[n].declared.name == place]
        things = placed(self.world, kind) or ()
        return [n for n in found if self.world.places[things[n].place].declared.name == place]

    @cached_property
    def labels(self) -> dict[type, dict[str, list[int]]]:
        """Kind of thing -> label -> every thing with it."""
        found: dict[type, dict[str, list[int]]] = {}
        for kind in (t.Cell(), t.Line(), t.Arrow()):
            table = found.setdefault(type(kind), defaultdict(list))
            for thing in placed(self.world, kind) or ():
                table[thing.label].append(thing.number)
        for info in self.world.places:
            found.setdefault(t.Place, defaultdict(list))[info.label].append(info.number)
        return found

    def read_amount(self, text: str) -> tuple[int, ...] | None:
        """``2 salt + 1 coin``, or None for anything else."""
        counts = [0] * len(self.world.tokens)
        for part in text.split("+"):
            number, _, name = part.strip().partition(" ")
            if not number.isdecimal() or len(number) > 9 or name.strip() not in self.world.tokens:
                return None
            counts[self.world.tokens.index(name.strip())] += int(number)
        return tuple(counts)


def shape_rows(shape: int, side: int) -> str:
    """``##/#.``: the rows of a shape, a dot for each cell it leaves out; bits of ``shape`` stand at row * side + column."""
    spots = [divmod(i, side) for i in bits(shape)]
    if not spots:
        return ""
    height, width = max(r for r, _ in spots) + 1, max(c for _, c in spots) + 1
    return "/".join("".join("#" if (r, c) in spots else "." for c in range(width)) for r in range(height))


def shape_of(rows: str, side: int) -> int | None:
    """The shape that ``##/#.`` writes, or None."""
    lines = rows.split("/") if rows else []
    if any(len(line) > side or set(line) - {"#", "."} for line in lines) or len(lines) > side:
        return None
    return sum(1 << r * side + c for r, line in enumerate(lines) for c, sign in enumerate(line) if sign == "#")
