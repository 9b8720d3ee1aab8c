"""The registry of built-in values, functions, queries and attributes: a name in, its typed signature, a line of text and an example out.

The engine keeps the implementations under the same names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from kilnscript.model.types import (
    Amount,
    Arrow,
    Axis,
    Cell,
    Direction,
    Line,
    ListOf,
    Number,
    Optional,
    Pattern,
    Payment,
    Piece,
    Place,
    Player,
    SetOf,
    Shape,
    Snapshot,
    Text,
    Token,
    Type,
    YesNo,
)

# What a signature says about a type that depends on the arguments: `item` is whatever the collection holds.
Generic = Literal["any", "item", "list of items", "set of items", "same collection"]
SignatureType = Type | Generic


@dataclass(frozen=True, slots=True)
class Value:
    name: str
    type: Type
    doc: str
    example: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """``default``: the number taken where the argument is left out."""

    name: str
    type: SignatureType
    default: int | None = None


@dataclass(frozen=True, slots=True)
class Function:
    """``special`` functions have a node of their own and any arguments."""

    name: str
    parameters: tuple[Parameter, ...]
    result: SignatureType
    doc: str
    example: str
    special: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """``body``: what stands behind the colon. ``plain``: also over one collection; ``values``: also over several values; ``where``: the
    condition may stand behind `where` alone; ``otherwise``: takes `else V`; ``order``: needs an order, or pieces that look alike."""

    name: str
    body: Literal["condition", "number", "comparable", "any", "collection"]
    doc: str
    example: str
    plain: bool = False
    values: bool = False
    where: bool = False
    otherwise: bool = False
    order: bool = False


@dataclass(frozen=True, slots=True)
class Attribute:
    """``type`` None: it depends on the owner."""

    name: str
    type: Type | None
    doc: str


NUMBER, YESNO, CELLS = Number(), YesNo(), SetOf(Cell())


Entry = TypeVar("Entry", Value, Function, Query, Attribute)


def _by_name(*entries: Entry) -> Mapping[str, Entry]:
    return {entry.name: entry for entry in entries}


VALUES: Mapping[str, Value] = _by_name(
    Value("player", Player(), "The seat that is to act; in `rank by` and `award` the seat that is being ranked.", "player.rack"),
    Value("players", ListOf(Player()), "All seats in seat order.", "for each seat in players: …"),
    Value("box", Place("box"), "Where every piece starts and where pieces out of the game go.", "move victim to box"),
    Value("supply", Place("supply"), "The general supply of every token.", "move 1 * coin from supply to player.purse"),
    Value("directions", ListOf(Direction()), "The eight directions of a grid.", "any(direction in directions: …)"),
    Value("straight", ListOf(Direction()), "north, east, south, west.", "union(direction in straight: ray(cell, direction))"),
    Value("diagonal", ListOf(Direction()), "The four diagonal directions.", "union(direction in diagonal: ray(cell, direction))"),
    Value("north", Direction(), "Up the board as drawn.", "step(cell, north)"),
    Value("east", Direction(), "To the right.", "step(cell, east)"),
    Value("south", Direction(), "Down the board.", "step(cell, south)"),
    Value("west", Direction(), "To the left.", "step(cell, west)"),
    Value("north_east", Direction(), "Up the board and to the right.", "step(cell, north_east)"),
    Value("south_east", Direction(), "Down the board and to the right.", "step(cell, south_east)"),
    Value("south_west", Direction(), "Down the board and to the left.", "step(cell, south_west)"),
    Value("north_west", Direction(), "Up the board and to the left.", "step(cell, north_west)"),
    Value("horizontal", Axis(), "Along a row.", "line_through(cell, in: cells, axis: horizontal)"),
    Value("vertical", Axis(), "Along a column.", "line_through(cell, in: cells, axis: vertical)"),
    Value("rising", Axis(), "Along the diagonal that climbs to the right.", "line_through(cell, in: cells, axis: rising)"),
    Value("falling", Axis(), "Along the diagonal that falls to the right.", "line_through(cell, in: cells, axis: falling)"),
    Value("in_transaction", YESNO, "Yes while a transaction is open.", "count(holding) is 0 or in_transaction"),
    Value("over", YESNO, "Yes once the game has ended (examples).", "then over"),
    Value("winners", ListOf(Player()), "Seats ranked first (examples).", "then winners is [seat(1)]"),
)

FUNCTIONS: Mapping[str, Function] = _by_name(
    # seats
    Function("seat", (Parameter("number", NUMBER),), Player(), "The seat with that number.", "seat(1)"),
    Function(
        "seats_from", (Parameter("first", Player()),), ListOf(Player()), "All seats in turn order from that one.", "seats_from(starter)"
    ),
    Function(
        "next",
        (Parameter("seat", Player()), Parameter("steps", NUMBER, 1)),
        Player(),
        "The seat that many steps on in turn order.",
        "next(player)",
    ),
    Function("previous", (Parameter("seat", Player()),), Player(), "The seat before in turn order.", "previous(player)"),
    Function(
        "others", (Parameter("seat", Player()),), ListOf(Player()), "All seats but that one, in turn order after it.", "others(player)"
    ),
    Function(
        "sees",
        (Parameter("seat", Player()), Parameter("place", Place())),
        YESNO,
        "Whether what lies in a place is open to a seat, as the place declares it (what was revealed one by one does not count).",
        "not sees(seat(2), seat(1).rack)",
    ),
    # lists
    Function("descending", (Parameter("list", "list of items"),), "list of items", "Sorted, largest first.", "descending(sizes)"),
    Function("ascending", (Parameter("list", "list of items"),), "list of items", "Sorted, smallest first.", "ascending(sizes)"),
    Function("reversed", (Parameter("list", "list of items"),), "list of items", "The other way round.", "reversed(player.canal.cells)"),
    Function("without_last", (Parameter("list", "list of items"),), "list of items", "All but the last.", "without_last(reach)"),
    Function(
        "index_of",
        (Parameter("item", "item"), Parameter("in", "list of items")),
        NUMBER,
        "Position in a list, from 1; 0 when it is not there.",
        "index_of(seat, in: best)",
    ),
    Function(
        "cycle",
        (Parameter("list", "list of items"), Parameter("after", "item"), Parameter("steps", NUMBER)),
        "list of items",
        "The next so many items after one of them, going round and round.",
        "cycle(circle(player), after: pit, steps: 3)",
    ),
    Function(
        "common",
        (Parameter("one", "set of items"), Parameter("other", "set of items")),
        "set of items",
        "What is in both collections.",
        "common(row, column)",
    ),
    # grids
    Function(
        "cell_at",
        (Parameter("grid", Place()), Parameter("row", NUMBER), Parameter("column", NUMBER)),
        Cell(),
        "The cell in that row and column, or none.",
        "cell_at(board, row: 1, column: 3)",
    ),
    Function(
        "step",
        (Parameter("cell", Cell()), Parameter("direction", Direction()), Parameter("steps", NUMBER, 1)),
        Cell(),
        "The cell that many steps away, or none beyond the edge.",
        "step(cell, north)",
    ),
    Function(
        "ray",
        (Parameter("cell", Cell()), Parameter("direction", Direction())),
        ListOf(Cell()),
        "The cells from there to the edge, nearest first, without the first cell.",
        "ray(at, north)",
    ),
    Function(
        "between",
        (Parameter("one", Cell()), Parameter("other", Cell())),
        ListOf(Cell()),
        "The cells strictly between two cells of one line, from the first to the second.",
        "between(start, target)",
    ),
    Function(
        "leaps",
        (Parameter("cell", Cell()), Parameter("one", NUMBER), Parameter("other", NUMBER)),
        ListOf(Cell()),
        "The cells one step pair away in every direction (a knight is 1 and 2).",
        "leaps(man.cell, 1, 2)",
    ),
    Function(
        "distance",
        (Parameter("one", Cell()), Parameter("other", Cell())),
        NUMBER,
        "King's steps between two cells.",
        "distance(start, target)",
    ),
    Function(
        "groups",
        (Parameter("cells", CELLS),),
        ListOf(CELLS),
        "The parts of a set of cells that hang together by edges.",
        "groups([cell in kiln.cells where cell.piece.colour is colour])",
    ),
    Function(
        "line_through",
        (Parameter("cell", Cell()), Parameter("in", CELLS), Parameter("axis", Axis())),
        CELLS,
        "The unbroken line of cells of a set through one cell.",
        "line_through(cell, in: occupied(cell.grid), axis: horizontal)",
    ),
    Function(
        "longest_line",
        (Parameter("cell", Cell()), Parameter("in", CELLS)),
        NUMBER,
        "Length of the longest unbroken line through a cell on any of the four axes.",
        "longest_line(at, in: owned(player)) >= 3",
    ),
    Function(
        "shape",
        (Parameter("cells", CELLS),),
        Shape(),
        "The form of a set of cells, wherever it lies; neither turned nor flipped.",
        "shape(group)",
    ),
    Function(
        "shapes",
        (Parameter("sets", ListOf(CELLS)),),
        ListOf(Shape()),
        "The different forms among several sets of cells.",
        "shapes(groups(cells))",
    ),
    Function(
        "placements",
        (Parameter("shape", Shape()), Parameter("in", CELLS)),
        ListOf(CELLS),
        "Every way to lay a shape on cells of a set without turning it.",
        "placements(figure, in: free_cells(colour))",
    ),
    Function("turns", (Parameter("shape", Shape()),), ListOf(Shape()), "A shape in its different rotations.", "turns(figure)"),
    Function(
        "flips", (Parameter("shape", Shape()),), ListOf(Shape()), "A shape in its different rotations and mirror images.", "flips(figure)"
    ),
    # pieces and patterns
    Function(
        "matches",
        (Parameter("pieces", SetOf(Piece())), Parameter("patterns", ListOf(Pattern()))),
        YESNO,
        "Yes when the pieces form one of the patterns, wild pieces filling in.",
        "matches(meld, [run, group])",
    ),
    Function(
        "worth",
        (Parameter("pieces", SetOf(Piece())), Parameter("patterns", ListOf(Pattern()))),
        NUMBER,
        "Points of the reading worth most (of equals: the pattern named first, then the lowest start); 0 when there is none.",
        "worth(meld, [run, group])",
    ),
    Function(
        "stands_for",
        (
            Parameter("wild", Piece()),
            Parameter("piece", Piece()),
            Parameter("meld", SetOf(Piece())),
            Parameter("patterns", ListOf(Pattern())),
        ),
        YESNO,
        "Yes when the wild piece stands for the other in the reading that counts.",
        "stands_for(wild, tile, meld, [run, group])",
    ),
    Function(
        "unused",
        (Parameter("family", "list of items"),),
        "item",
        "The first empty place of a family that grows as needed.",
        "unused(melds)",
    ),
    # looking around
    Function(
        "at_start",
        (Parameter("value", "any"),),
        "any",
        "The value at the start of the open transaction (only inside one).",
        "at_start(tile.place) is player.rack",
        special=True,
    ),
    Function(
        "before_move",
        (Parameter("value", "any"),),
        "any",
        "The value at the start of the action under way (only inside one).",
        "before_move(count(player.rack))",
        special=True,
    ),
    Function(
        "referee",
        (Parameter("value", "any"),),
        "any",
        "The value although the reader may not see what it is made of; the checker lists every use.",
        'require referee(pool is empty), "…"',
        special=True,
    ),
    Function(
        "legal", (), YESNO, "Yes when the action has at least one legal choice for the player.", "if legal(draw): choose draw", special=True
    ),
    Function(
        "snapshot",
        (Parameter("values", "any"),),
        Snapshot(),
        "What lies in places and variables, as one value to compare with.",
        "snapshot(board, passed)",
        special=True,
    ),
)

QUERIES: Mapping[str, Query] = _by_name(
    Query(
        "count",
        "condition",
        "How many fulfil the condition; how many pieces or tokens a place or collection holds.",
        "count(tile in rack where tile.number > 3)",
        plain=True,
        where=True,
    ),
    Query("sum", "number", "Total of numbers or amounts; 0 of none.", "sum(tile in rack: tile.number)", plain=True),
    Query(
        "max",
        "comparable",
        "The largest value, or none.",
        "max(colour in seat.colours: colour.score)",
        plain=True,
        values=True,
        otherwise=True,
    ),
    Query("min", "comparable", "The smallest value, or none.", "min(a, b)", plain=True, values=True, otherwise=True),
    Query("any", "condition", "Yes when the condition holds for at least one.", "any(seat in players where seat.opened)", where=True),
    Query("all", "condition", "Yes when the condition holds for every one.", "all(kiln in kilns: kiln is empty)"),
    Query("same", "any", "Yes when the expression has the same value for every one.", "same(tile in meld: tile.colour)"),
    Query(
        "first",
        "condition",
        "The first that fulfils the condition, or none.",
        "first(cell in column where cell is empty)",
        plain=True,
        where=True,
        otherwise=True,
        order=True,
    ),
    Query(
        "last",
        "condition",
        "The last that fulfils the condition, or none.",
        "last(cell in column where cell is empty)",
        plain=True,
        where=True,
        otherwise=True,
        order=True,
    ),
    Query(
        "the",
        "condition",
        "The only one that fulfils the condition; several are a fault, and so is none without `else`.",
        "the(man in board where man.type is king)",
        where=True,
        otherwise=True,
    ),
    Query("largest", "comparable", "The items with the largest value; several on a tie.", "largest(group in groups(cells): count(group))"),
    Query("smallest", "comparable", "The items with the smallest value; several on a tie.", "smallest(seat in players: seat.score)"),
    Query(
        "up_to",
        "condition",
        "The beginning of a list, up to and with the first that fulfils the condition.",
        "up_to(cell in ray(at, north): cell is not empty)",
        order=True,
    ),
    Query("each", "any", "The value for every item, in order, repetitions kept.", "each(group in groups(cells): count(group))"),
    Query("union", "collection", "All collections joined, without repetitions.", "union(direction in straight: ray(cell, direction))"),
)

Owner = Literal["player", "place", "cell", "line", "arrow", "direction", "piece", "member", "list", "token"]

ATTRIBUTES: Mapping[Owner, Mapping[str, Attribute]] = {
    "player": _by_name(
        Attribute("number", NUMBER, "The number of the seat, from 1."),
        Attribute("score", NUMBER, "The points of the seat."),
    ),
    "place": _by_name(
        Attribute("pieces", None, "A copy of what lies there."),
        Attribute("cells", None, "Its cells, row by row."),
        Attribute("rows", None, "Its rows, from the top."),
        Attribute("columns", None, "Its columns, from the left."),
        Attribute("arrows", None, "The arrows around a grid: N, E, S, W."),
        Attribute("marked", None, "The marked cells."),
        Attribute("first", None, "The first piece, or none."),
        Attribute("last", None, "The last piece, or none."),
        Attribute("top", None, "The piece on top, or none."),
        Attribute("piece", None, "The piece in a slot, or none."),
        Attribute("number", NUMBER, "The last index of a member of a family."),
        Attribute("owner", Player(), "The seat whose place it is."),
        Attribute("size", NUMBER, "How many pieces it has room for."),
        Attribute("room", NUMBER, "How many more pieces it has room for."),
        Attribute("width", NUMBER, "Columns of a grid."),
        Attribute("height", NUMBER, "Rows of a grid."),
    ),
    "cell": _by_name(
        Attribute("row", NUMBER, "Its row as labelled, from 1."),
        Attribute("column", NUMBER, "Its column, from 1."),
        Attribute("number", NUMBER, "Its place in the order row by row, from 1."),
        Attribute("piece", None, "The piece on it, or none."),
        Attribute("neighbours", None, "The cells that share an edge with it."),
        Attribute("around", None, "The cells that share an edge or a corner with it."),
        Attribute("grid", None, "The place it belongs to."),
    ),
    "line": _by_name(
        Attribute("number", NUMBER, "Its number, from 1."),
        Attribute("first", None, "Its first cell."),
        Attribute("last", None, "Its last cell."),
    ),
    "arrow": _by_name(
        Attribute("opposite", None, "The arrow at the other end of its line."),
        Attribute("number", NUMBER, "Its number on its side, from 1."),
    ),
    "direction": _by_name(Attribute("opposite", Direction(), "The other way.")),
    "piece": _by_name(
        Attribute("place", Place(), "The place where it lies."),
        Attribute("cell", Optional(Cell(), soft=True), "The cell where it lies, or none."),
    ),
    "member": _by_name(
        Attribute("number", NUMBER, "Its position in the kind, from 1."),
        Attribute("title", Text(), "Its title."),
        Attribute("letter", Text(), "Its letter."),
        Attribute("glyph", Text(), "Its sign."),
        Attribute("score", NUMBER, "The points, where scores are kept for its kind."),
    ),
    "list": _by_name(
        Attribute("first", None, "The first item, or none."),
        Attribute("last", None, "The last item, or none."),
    ),
    "token": _by_name(Attribute("title", Text(), "Its title.")),
}

# Types that are written by name in rule files and in game.yaml; kinds and components join them.
TYPE_NAMES: Mapping[str, Type] = {
    "number": NUMBER,
    "bool": YESNO,
    "text": Text(),
    "player": Player(),
    "cell": Cell(),
    "line": Line(),
    "arrow": Arrow(),
    "direction": Direction(),
    "axis": Axis(),
    "place": Place(),
    "piece": Piece(),
    "token": Token(),
    "amount": Amount(),
    "shape": Shape(),
    "snapshot": Snapshot(),
    "pattern": Pattern(),
    "payment": Payment(),
}
