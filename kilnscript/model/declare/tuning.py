"""The section `tune`: paths of game.yaml and values to be tried come in, checked against what is there; Tuned come out."""

from __future__ import annotations

from kilnscript.diagnostics import Span
from kilnscript.model.declarations import Component, Tuned
from kilnscript.model.declare.context import Context
from kilnscript.model.declare.csv_pieces import COPIES
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.model.declare.numbers import WHOLE
from kilnscript.model.expressions import NumberLiteral
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlNode, YamlScalar

MOST_VALUES = 1_000


def declare_tuning(context: Context) -> dict[str, Tuned]:
    """After everything else: what is tuned has to be there."""
    found: dict[str, Tuned] = {}
    section = context.section("tune")
    for written, (span, node) in section.entries.items() if section else ():
        if ("tune", written) in context.broken or written.startswith("tune."):
            continue
        path = tuple(written.split("."))
        there = _find(context, path, span)
        values = _values(context, node)
        if there is None or values is None:
            continue
        now, listed = there
        ordered = all(WHOLE.match(value) for value in values)
        if not _is_option_default(path) and not (ordered and WHOLE.match(now)):
            said = f"`{now}`" if not WHOLE.match(now) else f"`{next(value for value in values if not WHOLE.match(value))}`"
            context.say(
                "K391", f"{said} is no whole number", span if not WHOLE.match(now) else node.span, "only whole numbers can be tuned"
            )
            continue
        found[written] = Tuned(path, values, ordered, now, listed, span)
    return found


def _is_option_default(path: tuple[str, ...]) -> bool:
    return len(path) == 3 and path[0] == "options" and path[2] == "default"


def _values(context: Context, node: YamlNode) -> tuple[str, ...] | None:
    if isinstance(node, YamlList):
        values = tuple(item.value for item in node.items if isinstance(item, YamlScalar))
        twice = next((value for n, value in enumerate(values) if value in values[:n]), None)
        if twice is not None:
            context.say("K392", f"`{twice}` stands twice", node.span, "keep one of them")
            return None
    else:
        assert isinstance(node, YamlScalar)
        ends, _, step = node.value.partition(" step ")
        low, high = (int(end) for end in ends.split(".."))
        if high <= low:
            context.say("K392", f"{low}..{high} leaves nothing to choose from", node.span, "write the lower number first")
            return None
        if (high - low) // int(step or 1) >= MOST_VALUES:
            context.say("K392", "these are too many values", node.span, f"the limit is {MOST_VALUES:,}; a `step` makes them fewer")
            return None
        values = tuple(str(value) for value in range(low, high + 1, int(step or 1)))
    if not 2 <= len(values) <= MOST_VALUES:
        said = f"{len(values):,} values are too many" if len(values) > 1 else f"one value (`{values[0]}`) leaves nothing to choose from"
        context.say("K392", said, node.span, f"from 2 to {MOST_VALUES:,} can be tried")
        return None
    return tuple(sorted(values, key=int)) if all(WHOLE.match(value) for value in values) else values


def _find(context: Context, path: tuple[str, ...], span: Span) -> tuple[str, tuple[str, ...] | None] | None:
    """(the value as written, the items of the list that it stands in)."""
    node: YamlNode = context.root
    for depth, key in enumerate(path):
        here = ".".join(path[:depth]) or "game.yaml"
        if isinstance(node, YamlMapping) and key in node.entries:
            node = node.entries[key][1]
        elif path[0] == "components" and depth >= 2 and path[2] == "rows" and len(path) == 5:
            return _cell(context, path, span)
        elif isinstance(node, YamlMapping):
            hint = did_you_mean(key, node.entries) or f"there {'is' if len(node.entries) == 1 else 'are'} {listing(node.entries, 8)}"
            context.say("K390", f"`{here}` has no `{key}`", span, hint)
            return None
        elif isinstance(node, YamlList) and depth == len(path) - 1 and all(isinstance(item, YamlScalar) for item in node.items):
            items = tuple(item.value for item in node.items if isinstance(item, YamlScalar))
            if not (key.isdigit() and 1 <= int(key) <= len(items)):
                context.say("K390", f"`{here}` has no item {key}", span, f"its items go from 1 to {len(items)}")
                return None
            return items[int(key) - 1], items
        else:
            said = "is a list of more than numbers" if isinstance(node, YamlList) else "is a single value"
            context.say("K390", f"`{here}` {said}: nothing in it goes by `{key}`", span, "name a number by the keys that lead to it")
            return None
    if not isinstance(node, YamlScalar):
        inner = list(node.entries) if isinstance(node, YamlMapping) else [str(n + 1) for n in range(len(node.items))]
        context.say("K391", f"`{'.'.join(path)}` is no single number", span, f"go on with {listing(inner, 8)}" if inner else None)
        return None
    return node.value, None


def _cell(context: Context, path: tuple[str, ...], span: Span) -> tuple[str, tuple[str, ...] | None] | None:
    """``components.NAME.rows.ROW.COLUMN``, as the CSV file has it."""
    name, row, column = path[1], path[3], path[4]
    component: Component | None = context.components.get(name)
    if component is None or component.file is None:
        context.say("K390", f"the pieces of `{name}` do not come from a CSV file", span, "only those have `rows`")
        return None
    sets = {each.row: each for each in component.sets if each.row is not None}
    if row not in sets:
        hint = did_you_mean(row, sets) or ("say with `named` which column names the rows" if not sets else None)
        context.say("K390", f"`components.{name}.rows` has no `{row}`", span, hint)
        return None
    if column != COPIES and column not in component.has:
        context.say("K390", f"`{name}` has no column `{column}`", span, did_you_mean(column, [*component.has, COPIES]))
        return None
    value = sets[row].copies if column == COPIES else sets[row].values[column]
    number = value.value if isinstance(value, NumberLiteral) else value
    if not isinstance(number, int):
        context.say("K391", f"column `{column}` of `{row}` holds no whole number", span, "only whole numbers can be tuned")
        return None
    return str(number), None
