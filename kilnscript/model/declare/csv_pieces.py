"""Pieces from a CSV file: the file that `from:` names and cells of `rows:` come in, checked PieceSets come out, one for each row."""

import re
from dataclasses import replace

from kilnscript.diagnostics import Label, Span
from kilnscript.model import types as t
from kilnscript.model.declarations import PieceSet
from kilnscript.model.declare.constants import type_words, word
from kilnscript.model.declare.context import Context, scalar, submap
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.model.declare.numbers import MOST_PIECES
from kilnscript.model.expressions import Expression, NoneLiteral
from kilnscript.source.csv_file import CsvCell, CsvTable, read_csv
from kilnscript.source.load import inside
from kilnscript.source.yaml_tree import YamlMapping, YamlScalar

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
COPIES = "copies"


def csv_sets(context: Context, name: str, entry: YamlMapping, has: dict[str, t.Type]) -> tuple[PieceSet, ...]:
    written = scalar(entry, "from")
    assert written is not None
    table = _table(context, written)
    if table is None:
        context.incomplete = True
        return ()
    named = scalar(entry, "named")
    columns = {cell.value: index for index, cell in enumerate(table.header)}
    if not _columns_fit(context, name, table, columns, has, named):
        context.incomplete = True
        return ()
    rows: dict[str, Span] = {}
    sets = []
    for row in _instead(context, name, entry, table, columns, named):
        label = None
        if named is not None:
            label = _row_name(context, name, row[columns[named.value]], rows)
        copies = _copies(context, row[columns[COPIES]]) if COPIES in columns else 1
        values = {attribute: _value(context, attribute, row[columns[attribute]], of) for attribute, of in has.items()}
        sets.append(PieceSet(copies, values, (), None, label, True, row[0].span.to(row[-1].span)))
    return tuple(sets)


def _table(context: Context, written: YamlScalar) -> CsvTable | None:
    """The file lies beside the game.yaml that names it, which may be that of the game extended."""
    folder = context.folders[written.span.file]
    path, problems = inside(folder, written.value, written.span)
    if path is None:
        context.found.extend(problems)
        return None
    shown = written.span.file.rpartition("/")[0]
    shown = f"{shown}/{written.value}" if shown else written.value
    text, problems = context.sources.read(path, shown, written.span)
    if text is None and not path.exists() and (hint := did_you_mean(written.value, [each.name for each in folder.glob("*.csv")])):
        problems = tuple(replace(problem, hint=hint) for problem in problems)
    context.found.extend(problems)
    if text is None:
        return None
    table, problems = read_csv(shown, text)
    context.found.extend(problems)
    return table


def _columns_fit(
    context: Context, name: str, table: CsvTable, columns: dict[str, int], has: dict[str, t.Type], named: YamlScalar | None
) -> bool:
    fits = True
    if named is not None and named.value not in columns:
        hint = did_you_mean(named.value, columns) or f"the columns are {listing(columns)}"
        context.say("K260", f"the file has no column `{named.value}`", named.span, hint, Label(table.header[0].span, "its header"))
        fits = False
    for attribute in has:
        if attribute not in columns:
            hint = did_you_mean(attribute, columns) or "add the column to the file, or take the attribute out"
            context.say(
                "K260", f"there is no column `{attribute}`, which `{name}` has", table.header[0].span.to(table.header[-1].span), hint
            )
            fits = False
    for cell in table.header if fits else ():  # a column that is missing explains one that is unknown
        if cell.value and cell.value not in has and cell.value != COPIES and (named is None or cell.value != named.value):
            hint = did_you_mean(cell.value, [*has, COPIES]) or f"declare it in `has:` of `{name}`, or take it out"
            context.say("K261", f"`{cell.value}` is no attribute of `{name}`", cell.span, hint)
    return fits


def _instead(
    context: Context, name: str, entry: YamlMapping, table: CsvTable, columns: dict[str, int], named: YamlScalar | None
) -> list[tuple[CsvCell, ...]]:
    """The rows with the cells that `rows:` gives; a game that extends another changes single cells so."""
    found = [list(row) for row in table.rows]
    given = submap(entry, "rows")
    if given is None:
        return [tuple(row) for row in found]
    if named is None:
        hint = "write `named: COLUMN`, the column that names the rows of the file"
        context.say("K266", f"the rows of `{name}` have no names", entry.entries["rows"][0], hint)
        return [tuple(row) for row in found]
    by_name = {row[columns[named.value]].value: row for row in found}
    for label, (span, cells) in given.entries.items():
        if label not in by_name:
            context.say("K266", f"there is no row `{label}`", span, did_you_mean(label, by_name) or "the rows are those of the CSV file")
        for column, (at, node) in cells.entries.items() if isinstance(cells, YamlMapping) and label in by_name else ():
            if column not in columns or column == named.value:
                known = [each for each in columns if each != named.value]
                context.say(
                    "K261", f"`{column}` is no attribute of `{name}`", at, did_you_mean(column, known) or f"it has {listing(known)}"
                )
            elif isinstance(node, YamlScalar):
                by_name[label][columns[column]] = CsvCell(node.value, node.span)
    return [tuple(row) for row in found]


def _row_name(context: Context, name: str, cell: CsvCell, rows: dict[str, Span]) -> str | None:
    if not NAME.match(cell.value):
        shown = f"`{cell.value}`" if cell.value else "an empty cell"
        context.lost("K262", f"{shown} cannot be a name", cell.span, "a name consists of letters, digits and `_`, and no digit comes first")
        return None
    if cell.value in rows:
        context.say(
            "K263",
            f"`{cell.value}` stands twice",
            cell.span,
            "for several copies use the column `copies`",
            Label(rows[cell.value], "first here"),
        )
        return cell.value
    rows[cell.value] = cell.span
    context.names.declare(cell.value, f"row of {name}", cell.span)
    return cell.value


def _copies(context: Context, cell: CsvCell) -> int:
    if cell.value and not (cell.value.isdigit() and len(cell.value) < 10):
        context.uncounted = True
        context.say("K264", f"`{cell.value}` is no number of copies", cell.span, "write a whole number; an empty cell means 1")
        return 1
    if int(cell.value or 1) > MOST_PIECES:
        context.uncounted = True
        context.say("K317", f"{int(cell.value):,} is too many", cell.span, f"the limit is {MOST_PIECES:,}")
        return 1
    return int(cell.value or 1)


def _value(context: Context, attribute: str, cell: CsvCell, of: t.Type) -> Expression:
    if isinstance(of, t.Unknown):
        return NoneLiteral(of, cell.span)
    if not cell.value and isinstance(of, t.Optional):
        return NoneLiteral(of, cell.span)
    found = word(context, cell.value, cell.span, of) if cell.value or isinstance(of, t.Text) else None
    if found is None:
        shown = f"`{cell.value}`" if cell.value else "an empty cell"
        hint = _hint(context, cell.value, of)
        context.say("K265", f"{shown} is not {type_words(of)}, which `{attribute}` is", cell.span, hint)
        return NoneLiteral(t.Unknown(), cell.span)
    return found


def _hint(context: Context, text: str, of: t.Type) -> str | None:
    item = of.item if isinstance(of, t.Optional) else of
    match item:
        case t.Kind():
            members = [m.name for m in context.kinds[item.name].members]
            return did_you_mean(text, members) or f"it may be {listing(members)}"
        case t.Token():
            return did_you_mean(text, context.tokens)
        case t.Amount():
            return "write it as `2 salt + 1 coin`"
        case _:
            return None if text else "only an attribute with `or none` may be empty"
