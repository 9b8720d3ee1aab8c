"""The section `tables`: its entries come in, Tables come out, every key covered and every value checked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kilnscript.diagnostics import Label, Span
from kilnscript.model import types as t
from kilnscript.model.declarations import Table, TableKey
from kilnscript.model.declare.constants import constant
from kilnscript.model.declare.context import Context, get, plain, scalar, title_of, words
from kilnscript.model.declare.keys import BOUND
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.model.declare.numbers import MOST_ITEMS, WHOLE, quantity, quantity_of
from kilnscript.model.declare.types import PLAIN, read_type
from kilnscript.model.expressions import Expression, NumberLiteral
from kilnscript.model.typing.quantity import constant_value, literal
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlNode, YamlScalar

FORMS = ("number", "set", "rows")
NUMBERED = re.compile(rf"(?:(.*\S)\s+)?({BOUND})\.\.({BOUND})\s*\Z")
WORDS = re.compile(r"[A-Za-z][\w ]*\Z")
BEYOND = re.compile(r"(-?\d+)\.\.\Z")
Key = int | str


@dataclass(slots=True)
class Rows:
    """What has been read of the rows of one table."""

    values: dict[tuple[Key, ...], Expression]
    beyond: int | None = None
    default: Expression | None = None


def declare_tables(context: Context) -> dict[str, Table]:
    found: dict[str, Table] = {}
    for name, span, entry in context.entries("tables"):
        forms = [form for form in FORMS if form in entry.entries]
        context.names.declare(name, "constant" if forms == ["number"] else "table", span)
        if len(forms) != 1:
            at = entry.entries[forms[1]][0] if forms else span
            said = f"has {listing(forms)}" if forms else "has no values"
            context.lost("K350", f"the table `{name}` {said}", at, "a table has exactly one of `number`, `set` and `rows`")
            continue
        table = _rows_table(context, name, span, entry) if forms == ["rows"] else _plain_table(context, name, span, entry)
        if table is not None:
            found[name] = table
    return found


def _plain_table(context: Context, name: str, span: Span, entry: YamlMapping) -> Table:
    for key in ("from", "to"):
        if key in entry.entries:
            context.say("K351", f"`{key}` is only for tables with `rows`", entry.entries[key][0], "leave it out")
    value: Expression | None = None
    values: tuple[Expression, ...] = ()
    of = t.Number()
    if (number := scalar(entry, "number")) is not None:
        written = quantity(context, number)
        value = literal(written, number.span) if isinstance(written, int) else written
        if isinstance(value, NumberLiteral):
            of = t.Number(value.value, value.value)
    else:
        values = tuple(literal(int(item.value), item.span) for item in words(entry, "set"))
        numbers = [item.value for item in values if isinstance(item, NumberLiteral)]
        of = t.Number(min(numbers), max(numbers)) if numbers else of
    form = "set" if value is None else "number"
    return Table(name, title_of(entry, name), form, value, values, (), of, "", {}, None, None, plain(entry, "data"), span)  # type: ignore[arg-type]


def _rows_table(context: Context, name: str, span: Span, entry: YamlMapping) -> Table | None:
    sources, to, rows = words(entry, "from"), scalar(entry, "to"), get(entry, "rows")
    if not 1 <= len(sources) <= 2 or to is None:
        at = entry.entries["from"][1].span if "from" in entry.entries else span
        context.lost(
            "K351", f"the table `{name}` needs `from:` with one or two keys, and `to:`", at, "for example `from: slot 1..7, to: points`"
        )
        return None
    assert isinstance(rows, YamlMapping)
    keys = [_key(context, source) for source in sources]
    of, heading = _to(context, to)
    if any(key is None for key in keys):
        return None
    usable = [key for key in keys if key is not None]
    read = _rows(context, name, rows, usable, of)
    of = _narrowed(of, [*read.values.values(), *([read.default] if read.default else [])])
    return Table(
        name,
        title_of(entry, name),
        "rows",
        None,
        (),
        tuple(usable),
        of,
        heading,
        read.values,
        read.beyond,
        read.default,
        plain(entry, "data"),
        span,
    )


def _key(context: Context, source: YamlScalar) -> TableKey | None:
    """`side`, `slot 1..7`, `1..5`."""
    if source.value in context.kinds:
        return TableKey(context.kinds[source.value].title, source.value, None, None)
    match = NUMBERED.match(source.value)
    if context.unread("kinds", source.value):
        return None
    if match is None:
        hint = did_you_mean(source.value, context.kinds) or "a key is a kind, or numbers with a heading: `slot 1..7`"
        context.lost("K352", f"`{source.value}` is no key of a table", source.span, hint)
        return None
    low, high = (quantity_of(context, source, *match.span(group)) for group in (2, 3))
    first, last = constant_value(low), constant_value(high)
    if first is not None and last is not None and last < first:
        context.lost("K312", f"the range ends at {last}, before it begins at {first}", source.span)
        return None
    if first is not None and last is not None and last - first >= MOST_ITEMS:
        context.lost("K317", f"{last - first + 1:,} keys are too many", source.span, f"the limit is {MOST_ITEMS:,}")
        return None
    return TableKey(match[1] or "", None, low, high)


def _to(context: Context, to: YamlScalar) -> tuple[t.Type, str]:
    """A type, or a heading for numbers; a list or set of either."""
    text = to.value
    if context.unread("kinds", text):
        return t.Unknown(), text
    for word in ("list", "set"):
        if text.startswith(word + " of "):
            start = len(word) + 4
            inner = YamlScalar(text[start:], to.quoted, to.span_of(start, len(text)), to.raw[-len(text[start:]) :])
            item, heading = _to(context, inner)
            if isinstance(item, t.Unknown):
                return item, heading
            return (t.ListOf(item) if word == "list" else t.SetOf(item)), heading
    first = text.split(" ")[0]
    known = (
        text in ("yes/no",)
        or first in context.kinds
        or first in context.component_names
        or first in PLAIN
        or ".." in text
        or text.endswith(" or none")
    )
    if not known and WORDS.match(text):
        return t.Number(), text
    found = read_type(context, to, "table")
    return found, context.kinds[found.name].title if isinstance(found, t.Kind) else text


def _rows(context: Context, name: str, rows: YamlMapping, keys: list[TableKey], of: t.Type) -> Rows:
    read = Rows({})
    seen: list[Key] = []
    for written, (span, node) in rows.entries.items():
        if (match := BEYOND.match(written)) and keys[0].kind is None and len(keys) == 1:
            if read.beyond is not None:
                context.say("K355", f"the table `{name}` has two rows for all higher keys", span)
                continue
            read.beyond, read.default = int(match[1]), constant(context, node, of)
            continue
        key = _checked(context, name, written, span, keys[0])
        if key is None:
            continue
        seen.append(key)
        if len(keys) == 1:
            read.values[(key,)] = constant(context, node, of)
        else:
            _second(context, f"{name}[{written}]", span, node, keys[1], key, of, read)
    _covered(context, name, rows.span, seen, keys[0], read.beyond)
    return read


def _second(context: Context, name: str, span: Span, node: YamlNode, key: TableKey, first: Key, of: t.Type, read: Rows) -> None:
    """A row of a table with two keys: a list by position, or a mapping by name."""
    if isinstance(node, YamlMapping):
        seen = []
        for written, (at, value) in node.entries.items():
            second = _checked(context, name, written, at, key)
            if second is not None:
                seen.append(second)
                read.values[first, second] = constant(context, value, of)
        _covered(context, name, span, seen, key, None)
    elif isinstance(node, YamlList):
        known = keys_of(context, key)
        if known is None:
            low = constant_value(key.low) if key.low is not None else 1
            known = list(range(low or 0, (low or 0) + len(node.items)))
        elif len(known) != len(node.items):
            context.say("K353", f"`{name}` has {len(node.items)} values for {len(known)} keys", node.span)
        for second, value in zip(known, node.items, strict=False):
            read.values[first, second] = constant(context, value, of)
    else:
        context.say("K353", f"`{name}` is a list or a mapping with a value for every second key", node.span)


def keys_of(context: Context, key: TableKey) -> list[Key] | None:
    """All keys, or None where options decide."""
    if key.kind is not None:
        return [member.name for member in context.kinds[key.kind].members]
    assert key.low is not None and key.high is not None
    low, high = constant_value(key.low), constant_value(key.high)
    return None if low is None or high is None else list(range(low, high + 1))


def _checked(context: Context, name: str, written: str, span: Span, key: TableKey) -> Key | None:
    if BEYOND.match(written):
        context.say("K355", "a row for all higher keys stands only in a table with one key that is a number", span, "write the rows out")
        return None
    value: Key | None = written if key.kind is not None else int(written) if WHOLE.match(written) else None
    known = keys_of(context, key)
    if value is None or (known is not None and value not in known):
        words = [str(k) for k in known or ()]
        hint = did_you_mean(written, words) if key.kind is not None else f"the keys go from {words[0]} to {words[-1]}" if words else None
        context.say("K354", f"`{written}` is no key of `{name}`", span, hint)
        return None
    return value


def _covered(context: Context, name: str, span: Span, seen: list[Key], key: TableKey, beyond: int | None) -> None:
    known = keys_of(context, key)
    missing = [str(k) for k in known or () if k not in seen and not (beyond is not None and isinstance(k, int) and k >= beyond)]
    if missing:
        at = Span(span.file, span.line, span.column, span.line, span.column + 1) if span.end_line != span.line else span
        context.say("K353", f"`{name}` has no row for {listing(missing, 6)}", at, f"add `{missing[0]}: …`")


def _narrowed(of: t.Type, values: list[Expression]) -> t.Type:
    """Plain numbers get the range that they have."""
    if of != t.Number():
        return of
    numbers = [value.value for value in values if isinstance(value, NumberLiteral)]
    return t.Number(min(numbers), max(numbers)) if numbers and len(numbers) == len(values) else of


def label(table: Mapping[str, Table], name: str) -> tuple[Label, ...]:
    return (Label(table[name].span, "declared here"),) if name in table else ()
