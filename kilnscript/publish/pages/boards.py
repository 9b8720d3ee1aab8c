"""A state of a compiled game → the boards of a page: each place as cells with icons."""

from __future__ import annotations

from collections.abc import Iterable

from kilnscript.compile.world import PlaceInfo, labels
from kilnscript.engine.state import State
from kilnscript.model.declarations import Member
from kilnscript.publish.pages.icons import Icons
from kilnscript.publish.pages.page import Board, Icon
from kilnscript.session.moves import MoveWords

MOST = 24  # pieces of a heap that are drawn
LONGEST = 3  # letters of a written piece that fit on an icon
HIDDEN = ("box", "supply", "bag")  # shapes that show no pieces


class Boards:
    def __init__(self, words: MoveWords) -> None:
        self.program = words.program
        self.world = words.program.world
        self.notation = words.texts.notation
        self.icons = Icons(self.world.declarations)

    def all(self, state: State) -> dict[int, Board]:
        """Every place that shows what lies in it, by number."""
        return {info.number: self.board(state, info) for info in self.world.places if info.declared.shape not in HIDDEN}

    def board(self, state: State, info: PlaceInfo) -> Board:
        place = info.declared
        if place.cells:
            icons = [self.cell(state, cell, info) for cell in info.cells]
            rows = tuple(tuple(icons[n * info.columns : (n + 1) * info.columns]) for n in range(info.rows))
            if place.shape != "grid":
                return Board(self.title(info), rows)
            columns = labels(place.column_labels, info.columns, "A..")
            return Board(self.title(info), rows, tuple(labels(place.row_labels, info.rows, "1..")), tuple(columns))
        if place.shape == "purse":
            heap = [
                Icon(f"{number} × {token.title}", f"{number}{icon.letter or icon.glyph}", "", icon.ink, "token")
                for token, number in zip(self.world.declarations.tokens.values(), self.program.tokens(state, info.number), strict=True)
                if number and token.any_of is None
                for icon in (self.icons.token(token),)
            ]
        else:
            pieces = list(self.program.contents(state, info.number))
            heap = [self.piece(state, piece) for piece in pieces]
            if not place.ordered:
                heap.sort(key=lambda icon: (icon.ink, icon.glyph, len(icon.letter), icon.letter, icon.words))
        return Board(self.title(info), (tuple(heap[:MOST]),), more=max(0, len(heap) - MOST))

    def cell(self, state: State, cell: int, info: PlaceInfo) -> Icon | None:
        if state.marks >> cell & 1:
            ink = next((self.members(key.kind)[v].ink for v, key in zip(info.keys, info.declared.keys, strict=True) if key.kind), None)
            return Icon("filled", "#", "", ink or "", "mark")
        piece = state.at[cell]
        return None if piece < 0 else self.piece(state, piece)

    def piece(self, state: State, piece: int) -> Icon:
        written = self.notation.piece(piece, state)
        return self.icons.piece(self.world, piece, written if len(written) <= LONGEST else None, self.notation.changed(piece, state))

    def title(self, info: PlaceInfo) -> str:
        """`Warehouse, red`, `Rack of seat 2`."""
        words, seats = info.declared.title, ""
        for value, key in zip(info.keys, info.declared.keys, strict=True):
            if key.of == "player":
                seats = f" of seat {value + 1}"
            elif key.kind is not None:
                words += f", {self.members(key.kind)[value].title}"
            else:
                words += f" {value}"
        return words + seats

    def members(self, kind: str) -> tuple[Member, ...]:
        return self.world.declarations.kinds[kind].members


def compared(before: dict[int, Board], after: dict[int, Board], given: Iterable[int]) -> tuple[tuple[Board, ...], tuple[Board, ...]]:
    """The boards that were given or have changed, and the changed ones with what is new in them."""
    changed = {number for number, board in after.items() if board != before[number]}
    first = tuple(board for number, board in before.items() if number in changed or number in given)
    last = tuple(marked(before[number], board) for number, board in after.items() if number in changed)
    return first, last


def marked(before: Board, after: Board) -> Board:
    if not after.rows and not after.columns:
        return after
    cells = tuple(
        (row, column) for row, line in enumerate(after.cells) for column, icon in enumerate(line) if icon != before.cells[row][column]
    )
    return Board(after.title, after.cells, after.rows, after.columns, cells, after.more)
