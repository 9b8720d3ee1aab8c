"""Numbers of game.yaml: `6`, `"{option.rows}"`, `{2: 5, 3: 7}` come in, quantities come out."""

import re

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model.declarations import ByPlayers, Quantity
from kilnscript.model.declare.context import Context
from kilnscript.model.expressions import Expression
from kilnscript.model.typing.quantity import needs_number, type_quantity
from kilnscript.source import tree
from kilnscript.source.expressions import read_expression
from kilnscript.source.yaml_tree import YamlMapping, YamlNode, YamlScalar

MOST_PLACES = 1_000  # of one family
MOST_PIECES = 10_000  # of one set
MOST_ITEMS = 10_000  # of a list, or keys of a table
WHOLE = re.compile(r"-?[0-9]{1,9}\Z")


def quantity(context: Context, node: YamlScalar, may_be_off: bool = False, most: int | None = None) -> int | Expression:
    """A number, written or computed; 1 where it is wrong (reported). ``most``: a bound for what takes memory."""
    if WHOLE.match(node.value):
        value = int(node.value)
        if most is not None and value > most:
            context.say("K317", f"{value:,} is too many", node.span, f"the limit is {most:,}")
            return 1
        return value
    return quantity_of(context, node, 0, len(node.value), may_be_off)


def quantity_of(context: Context, node: YamlScalar, start: int, end: int, may_be_off: bool = False) -> int | Expression:
    """A stretch of a text: a number or `{EXPR}`."""
    text = node.value[start:end]
    if WHOLE.match(text):
        return int(text)
    span = node.span_of(start, end)
    if not (text.startswith("{") and text.endswith("}")):
        context.say("K375", f"`{text}` is no number", span, 'write a whole number, or "{…}" to compute it from options and `players`')
        return 1
    inner = start + 1
    expression = read_expression(text[1:-1], lambda a, b: node.span_of(inner + a, inner + b), span, context.found)
    return computed(context, expression, may_be_off)


def computed(context: Context, expression: tree.Expression | None, may_be_off: bool = False) -> int | Expression:
    if expression is None:
        return 1
    typed, found = type_quantity(expression, context.options)
    context.found.extend(each for each in found if each.code != "K371" or not _unread_option(context, each))
    if typed is None:
        return 1
    if not may_be_off and (problem := needs_number(typed, context.options)):
        context.found.append(problem)
        return 1
    return typed


def _unread_option(context: Context, finding: Diagnostic) -> bool:
    """Whether an unknown option is one that could not be read."""
    return any(context.unread("options", name) and f"`{name}`" in finding.message for name in _options_written(context))


def _options_written(context: Context) -> list[str]:
    node = context.root.entries.get("options")
    return list(node[1].entries) if node and isinstance(node[1], YamlMapping) else []


def by_players(context: Context, node: YamlNode, name: str) -> Quantity:
    """A quantity, or one for every player count."""
    if isinstance(node, YamlScalar):
        return quantity(context, node, most=MOST_PLACES)
    assert isinstance(node, YamlMapping)
    values: dict[int, int | Expression] = {}
    for key, (span, value) in node.entries.items():
        if not key.isdigit() or int(key) not in context.player_counts:
            low, high = context.players
            context.say(
                "K336",
                f"`{key}` is no player count of this game",
                span,
                f"the game is for {low} to {high} players" if low != high else f"the game is for {low} players",
            )
        elif isinstance(value, YamlScalar):
            values[int(key)] = quantity(context, value, most=MOST_PLACES)
    missing = [str(n) for n in context.player_counts if n not in values]
    if missing:
        context.say("K336", f"`{name}` has no number for {' and '.join(missing)} players", key_span(node), f"add `{missing[0]}: …`")
        values.update({int(n): 1 for n in missing})
    return ByPlayers(values)


def key_span(node: YamlMapping) -> Span:
    return next((span for span, _ in node.entries.values()), node.span)


def range_of(node: YamlScalar) -> tuple[int, int]:
    """`3..5` or `4`; its form has been checked."""
    low, _, high = node.value.partition("..")
    return int(low), int(high or low)
