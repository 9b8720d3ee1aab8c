"""Reads CSV tables: a file's text comes in, a header and rows of cells with spans and the findings come out."""

import re
from dataclasses import dataclass

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.source.limits import check_text, limited
from kilnscript.source.unify import composed, unify_lines


@dataclass(frozen=True, slots=True)
class CsvCell:
    """``value`` is stripped, and "" where nothing stands."""

    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class CsvTable:
    """Each row has a cell for every column of the header."""

    header: tuple[CsvCell, ...]
    rows: tuple[tuple[CsvCell, ...], ...]
    span: Span


MOST_COLUMNS = 200
CELL = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"[ \t]*(?=,|\n|\Z)|([^,\n]*))')


def read_csv(path_shown: str, text: str) -> tuple[CsvTable | None, tuple[Diagnostic, ...]]:
    """The table (None without a usable header), and every finding."""
    found: list[Diagnostic] = list(check_text(path_shown, text))
    if found:
        return None, tuple(found)
    records = _records(path_shown, unify_lines(text), found)
    if records and len(records[-1]) > MOST_COLUMNS:
        found.append(Diagnostic("K223", f"more than {MOST_COLUMNS} cells", records[-1][-1].span, "a table has no more columns"))
        return None, tuple(found)
    if not records:
        found.append(Diagnostic("K220", "this table is empty", Span(path_shown, 1, 1, 1, 1), "its first line names the columns"))
        return None, tuple(limited(found))
    header, *rows = records
    seen: dict[str, CsvCell] = {}
    for cell in header:
        if not cell.value:
            found.append(Diagnostic("K221", "a column without a name", cell.span, "name it, or take a comma out"))
        elif cell.value in seen:
            found.append(
                Diagnostic(
                    "K222", f"two columns are called `{cell.value}`", cell.span, "rename one", (Label(seen[cell.value].span, "first here"),)
                )
            )
        seen.setdefault(cell.value, cell)
    usable = []
    for row in rows:
        if len(row) != len(header):
            span = row[0].span.to(row[-1].span)
            cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            columns = "1 column" if len(header) == 1 else f"{len(header)} columns"
            more = len(row) > len(header)
            hint = "a text that holds a comma stands in double quotes" if more else "an empty cell still has its comma"
            found.append(Diagnostic("K223", f"{cells} for {columns}", span, hint))
        else:
            usable.append(tuple(row))
    whole = header[0].span.to(records[-1][-1].span)
    return CsvTable(tuple(header), tuple(usable), whole), tuple(limited(found))


def _records(file: str, text: str, found: list[Diagnostic]) -> list[list[CsvCell]]:
    records: list[list[CsvCell]] = []
    record: list[CsvCell] = []
    position, line, begin = 0, 1, 0
    while position < len(text):
        match = CELL.match(text, position)
        assert match is not None
        quoted, plain = match.group(1), match.group(2)
        group = 1 if quoted is not None else 2
        inner = match.group(group)
        start = match.start(group) - (1 if quoted is not None else 0)
        stop = match.end(group) + 1 if quoted is not None else start + len(inner.rstrip())
        first_line, column = line, start - begin + 1
        breaks = text.count("\n", position, match.end())
        if breaks:
            line += breaks
            begin = text.rindex("\n", position, match.end()) + 1
        span = Span(file, first_line, column, line, stop - begin + 1)
        if plain is not None and plain.startswith('"'):
            closed = plain.count('"') > 1
            message = "something follows the closing quote" if closed else "this quoted text is not closed"
            found.append(Diagnostic("K224", message, span, 'a quote inside a quoted text is written `""`'))
        record.append(CsvCell(composed(inner.replace('""', '"') if quoted is not None else inner.strip()), span))
        if len(record) > MOST_COLUMNS:
            return [record]
        position = match.end()
        if position < len(text) and text[position] == ",":
            position += 1
            if position == len(text):
                record.append(CsvCell("", Span(file, line, position - begin + 1, line, position - begin + 1)))
        else:
            if len(record) > 1 or record[0].value or quoted is not None:
                records.append(record)
            record = []
            position += 1
            line += 1
            begin = position
    if record:
        records.append(record)
    return records
