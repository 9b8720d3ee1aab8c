"""Types of game.yaml: the text behind `is:`, `has:` or `to:` comes in, a type of the model comes out."""

import re
from typing import Literal

from kilnscript.model import types as t
from kilnscript.model.declare.context import Context
from kilnscript.model.declare.nearest import did_you_mean
from kilnscript.model.declare.numbers import computed
from kilnscript.model.expressions import Expression
from kilnscript.model.typing.quantity import constant_value
from kilnscript.source import tree
from kilnscript.source.expressions import read_type_node
from kilnscript.source.yaml_tree import YamlScalar

PLAIN: dict[str, t.Type] = {
    "text": t.Text(), "player": t.Player(), "cell": t.Cell(), "line": t.Line(), "arrow": t.Arrow(), "direction": t.Direction(),
    "axis": t.Axis(), "place": t.Place(), "piece": t.Piece(), "token": t.Token(), "amount": t.Amount(), "shape": t.Shape(),
    "snapshot": t.Snapshot(),
}  # fmt: skip
SIMPLE = re.compile(r"(?:(\d{1,9})\.\.(\d{1,9})?|(yes/no)|([A-Za-z_]\w*))( or none)?\Z", re.ASCII)
Use = Literal["data", "changes", "variable", "table"]  # what the type is for; the place of a mistake depends on it
USES = {"data": "fixed data", "changes": "an attribute that changes", "variable": "a variable", "table": "a table"}


def read_type(context: Context, node: YamlScalar, use: Use) -> t.Type:
    """Unknown where it is wrong (reported)."""
    found = _fast(context, node.value)
    if found is None:
        written = read_type_node(node.value, node.span_of, context.found)
        if written is None:
            return t.Unknown()
        found = _resolve(context, written)
    if not _usable(found, use):
        hint = "text is for data" if isinstance(found, t.Text) else "a range with both ends, such as `0..9`" if use == "changes" else None
        context.say("K308", f"`{node.value}` cannot be the type of {USES[use]}", node.span, hint)
        return t.Unknown()
    return found


def _fast(context: Context, text: str) -> t.Type | None:
    """What most types are; the rest goes through the parser."""
    match = SIMPLE.match(text)
    if match is None:
        return None
    low, high, bool_type, name, none = match.groups()
    item: t.Type | None
    if low is not None:
        if high is not None and int(high) < int(low):
            return None
        item = t.Number(int(low), int(high) if high is not None else None)
    else:
        item = t.YesNo() if bool_type else _named(context, name)
    return t.Optional(item) if none and item is not None and not isinstance(item, t.Unknown) else item


def _named(context: Context, name: str) -> t.Type | None:
    if context.unread("kinds", name) or context.unread("components", name):
        return t.Unknown()
    if name in context.kinds:
        return t.Kind(name)
    if name in context.component_names:
        return t.Piece((name,))
    return PLAIN.get(name)


def _resolve(context: Context, e: tree.TypeExpression) -> t.Type:
    match e:
        case tree.TypeYesNo():
            return t.YesNo()
        case tree.TypeOptional():
            item = _resolve(context, e.item)
            return item if isinstance(item, (t.Optional, t.Unknown)) else t.Optional(item)
        case tree.TypeRange():
            return _range(context, e)
        case tree.TypeName(of=None):
            found = _named(context, e.name)
            return found if found is not None else _unknown(context, e)
        case tree.TypeName(name="set" | "list" | "tally", of=of):
            assert of is not None
            item = _resolve(context, of)
            if isinstance(item, t.Unknown):
                return item
            return t.SetOf(item) if e.name == "set" else t.ListOf(item) if e.name == "list" else t.TallyOf(item)
        case tree.TypeName(name="cell" | "line" | "arrow", of=tree.TypeName(of=None) as of):
            return _part(context, e.name, of)
        case _:
            context.say(
                "K309",
                f"`{e.name} of …` is no type",
                e.span,
                "`set of`, `list of`, `tally of`, and `cell of`, `line of`, `arrow of` a place exist",
            )
            return t.Unknown()


def _part(context: Context, word: str, of: tree.TypeName) -> t.Type:
    places = context.section("places")
    if context.unread("places", of.name):
        return t.Unknown()
    if places is None or of.name not in places.entries:
        context.say("K307", f"there is no place `{of.name}`", of.span, did_you_mean(of.name, places.entries if places else ()))
        return t.Unknown()
    return t.Cell(of.name) if word == "cell" else t.Line(of.name) if word == "line" else t.Arrow(of.name)


def _range(context: Context, e: tree.TypeRange) -> t.Type:
    low, high = _bound(context, e.low), None if e.high is None else _bound(context, e.high)
    first, last = constant_value(low), None if high is None else constant_value(high)
    if first is not None and last is not None and last < first:
        context.say("K312", f"the range ends at {last}, before it begins at {first}", e.span, f"write {last}..{first}")
        return t.Unknown()
    return t.Number(low, high)


def _bound(context: Context, e: tree.Expression) -> int | Expression:
    match e:
        case tree.Number():
            return e.value
        case tree.Negative(operand=tree.Number(value=value)):
            return -value
        case _:
            return computed(context, e)


def _unknown(context: Context, e: tree.TypeName) -> t.Type:
    words = [*PLAIN, *context.kinds, *context.component_names]
    hint = did_you_mean(e.name, words)
    plurals = {kind.plural: kind.name for kind in context.kinds.values()}
    if e.name in plurals:
        hint = f"write `{plurals[e.name]}` for one of them, or `list of {plurals[e.name]}`"
    elif e.name in ("number", "int", "integer"):
        hint = "a number is written as a range, such as `0..9` or `0..`"
    elif e.name in ("bool", "boolean", "yes", "no"):
        hint = "write `yes/no`"
    elif e.name in ("list", "set", "tally"):
        hint = f"write `{e.name} of …`"
    context.say("K307", f"there is no type `{e.name}`", e.span, hint)
    return t.Unknown()


def _usable(kind: t.Type, use: Use) -> bool:
    match kind:
        case t.Unknown():
            return True
        case t.Optional():
            return _usable(kind.item, use)
        case t.ListOf() | t.SetOf():
            return use != "changes" and not isinstance(kind.item, t.TallyOf) and _usable(kind.item, use)
        case t.TallyOf():
            return use == "variable"
        case t.Number():
            return use != "changes" or kind.high is not None
        case t.YesNo() | t.Player() | t.Direction() | t.Axis() | t.Kind():
            return True
        case t.Text():
            return use in ("data", "table")
        case t.Token() | t.Amount():
            return use != "changes"
        case _:
            return use == "variable"
