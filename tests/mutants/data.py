"""The mistakes made in a game.yaml and its CSV tables: a node or a cell comes in, the edits that make the mistake there come out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from kilnscript.diagnostics import Span
from kilnscript.source.csv_file import CsvTable
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlNode, YamlScalar
from tests.mutants.edits import Edit, Text
from tests.mutants.rules import Changed, lines_of, replaced

# Words and pictures change no game; neither does how long play-outs may be, nor a text's length.
COSMETIC = {
    "game", "title", "by", "text", "texts", "rulings", "controls", "glyph", "ink", "letter", "letters", "names", "written", "timers",
    "length",     "plural", "data", "sections", "unit", "recommended", "sheet", "track", "from", "to", "named", "name",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """``key: value`` of a game.yaml, the keys above it, and the mapping it stands in."""

    path: tuple[str, ...]
    key: str
    key_span: Span
    value: YamlNode
    mapping: YamlMapping

    @property
    def place(self) -> str:
        return ".".join(self.path[:2] or (self.key,))


@dataclass(frozen=True, slots=True)
class AroundData:
    text: Text
    hidden: tuple[str, ...]


Make = Callable[[Entry, AroundData], Iterator[Changed]]
OPERATORS: dict[str, tuple[str, Make]] = {}


def operator(name: str, what: str) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        OPERATORS[name] = (what, make)
        return make

    return add


def entries(node: YamlNode, path: tuple[str, ...] = ()) -> Iterator[Entry]:
    """Every entry that is no text for people."""
    if isinstance(node, YamlMapping):
        for key, (span, value) in node.entries.items():
            if key not in COSMETIC or (path[:1] == ("tables",) and path[-1:] == ("rows",)):
                yield Entry(path, key, span, value, node)
                yield from entries(value, (*path, key))
    elif isinstance(node, YamlList):
        for item in node.items:
            yield from entries(item, path)


def without(entry: Entry, around: AroundData) -> Changed:
    """An entry left out: its lines, or its stretch between two commas."""
    text = around.text
    start, end = text.offsets(entry.key_span)[0], text.offsets(entry.value.span)[1]
    said = f"{text.text[start:end]} → (left out)"
    opening = text.text[text.offsets(entry.mapping.span)[0]]
    if opening != "{":
        return said, (lines_of(text, start, end),)
    behind = re.compile(r"\s*,\s*").match(text.text, end)
    if behind:
        return said, (Edit(start, behind.end(), ""),)
    before = re.search(r",\s*$", text.text[:start])
    return said, (Edit(before.start() if before else start, end, ""),)


def numbers(entry: Entry, around: AroundData, most: int = 4) -> Iterator[Changed]:
    """Each number of a value, one more and one less."""
    start, end = around.text.offsets(entry.value.span)
    written = around.text.text[start:end]
    for match in list(re.finditer(r"(?<![\w.])\d+(?!\w)", written))[:most]:
        for number in (int(match.group()) + 1, int(match.group()) - 1):
            if number >= 0:
                new = written[: match.start()] + str(number) + written[match.end() :]
                yield f"{entry.key}: {written} → {new}", (Edit(start + match.start(), start + match.end(), str(number)),)


@operator("drop-row", "a row of a table is left out")
def drop_row(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.path[:1] == ("tables",) and entry.path[-1:] == ("rows",):
        yield without(entry, around)


@operator("row-off-by-one", "a value of a table is one too many or too few")
def row_off_by_one(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.path[:1] == ("tables",) and (entry.path[-1:] == ("rows",) or entry.key in ("number", "set")):
        yield from numbers(entry, around)


@operator("swap-rows", "two rows of a table are exchanged")
def swap_rows(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.path[:1] == ("tables",) and entry.key == "rows" and isinstance(entry.value, YamlMapping):
        rows = list(entry.value.entries.items())
        for (one, (_, a)), (other, (_, b)) in pairwise(rows):
            said_a, said_b = around.text.cut(a.span), around.text.cut(b.span)
            if said_a != said_b:
                edits = (Edit(*around.text.offsets(a.span), said_b), Edit(*around.text.offsets(b.span), said_a))
                yield f"{one}: {said_a}, {other}: {said_b} → {one}: {said_b}, {other}: {said_a}", edits


@operator("size-off-by-one", "a count, shape or size is one too many or too few")
def size_off_by_one(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.path[:1] in (("components",), ("places",), ("patterns",), ("variables",)) and entry.key in (
        "count",
        "copies",
        "shape",
        "size",
        "most",
    ):
        if isinstance(entry.value, (YamlScalar, YamlMapping)):
            yield from numbers(entry, around, 3)


@operator("range-off-by-one", "the range of a variable, attribute or of the players is one too wide or too narrow")
def range_off_by_one(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.key in ("is", "players", "range") or entry.path[-1:] == ("has",):
        if isinstance(entry.value, YamlScalar) and ".." in entry.value.value:
            yield from numbers(entry, around, 2)


@operator("start-value", "a variable starts with another value")
def start_value(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.path[:1] == ("variables",) and entry.key == "start":
        yield from other_value(entry, around)


@operator("default", "an option has another default")
def default(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.path[:1] == ("options",) and entry.key in ("default", "otherwise"):
        if isinstance(entry.value, YamlScalar) and entry.value.value in ("yes", "no"):
            yield from other_value(entry, around)


def other_value(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if isinstance(entry.value, YamlScalar):
        swapped = {"yes": "no", "no": "yes"}.get(entry.value.value)
        if swapped:
            said, edits = replaced(around, entry.value.span, swapped)  # type: ignore[arg-type]
            yield f"{entry.key}: {said}", edits
        else:
            yield from numbers(entry, around, 1)


@operator("drop-value", "an option loses a value")
def drop_value(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.path[:1] == ("options",) and entry.key == "values" and isinstance(entry.value, YamlList):
        written = around.text.cut(entry.value.span)
        values = [item.value for item in entry.value.items if isinstance(item, YamlScalar)]
        for value in values:
            new = "[" + ", ".join(v for v in values if v != value) + "]"
            yield f"values: {written} → {new}", (Edit(*around.text.offsets(entry.value.span), new),)


@operator("reveal-place", "a hidden place is open to all")
def reveal_place(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.path[:1] == ("places",) and entry.key == "sees":
        yield without(entry, around)


@operator("wrong-holder", "a place or variable of each seat is everybody's")
def wrong_holder(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.path[:1] in (("places",), ("variables",), ("scores",)) and entry.key == "per":
        yield without(entry, around)


SETTINGS = {"each", "floor", "wraps", "wild", "wild_fills", "same", "different", "consecutive", "holds", "as_needed", "size", "supply"}


@operator("drop-setting", "a setting that is not needed to load is left out")
def drop_setting(entry: Entry, around: AroundData) -> Iterator[Changed]:
    if entry.key in SETTINGS and entry.path[:1] in (("variables",), ("scores",), ("patterns",), ("places",)):
        yield without(entry, around)


# ---- CSV -------------------------------------------------------------------------------------------------------------

CSV_OPERATORS = {
    "csv-drop-row": "a row of a CSV table is left out",
    "csv-off-by-one": "a number in a CSV table is one too many or too few",
    "csv-wrong-cell": "a CSV cell has the value of the row below",
}


def csv_changes(table: CsvTable, text: Text) -> Iterator[tuple[str, str, int, Changed]]:
    """(operator, name of the row, line, change) for every mistake."""
    for index, row in enumerate(table.rows):
        name, line = row[0].value, row[0].span.line
        start, end = text.offsets(row[0].span)[0], text.offsets(row[-1].span)[1]
        yield "csv-drop-row", name, line, (f"{text.text[start:end]} → (left out)", (lines_of(text, start, end),))
        for column, (cell, head) in enumerate(zip(row, table.header, strict=True)):
            if not column:
                continue
            at, stop = text.offsets(cell.span)
            for match in re.finditer(r"\d+", text.text[at:stop]):
                new = str(int(match.group()) + 1)
                said = f"{head.value}: {cell.value} → {cell.value.replace(match.group(), new, 1)}"
                yield "csv-off-by-one", name, line, (said, (Edit(at + match.start(), at + match.end(), new),))
            below = table.rows[(index + 1) % len(table.rows)][column].value
            if below != cell.value and not re.search(r"\d", cell.value + below):
                yield (
                    "csv-wrong-cell",
                    name,
                    line,
                    (f"{head.value}: {cell.value or '(empty)'} → {below or '(empty)'}", (Edit(at, stop, below),)),
                )
