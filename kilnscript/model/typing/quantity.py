"""Computed numbers of game.yaml: an expression over options and the number of seats comes in, the typed expression or findings come out."""

from collections.abc import Mapping

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model import types as t
from kilnscript.model.declarations import Option
from kilnscript.model.expressions import Arithmetic, Expression, GameState, Negate, NumberLiteral, OptionValue, PlainQuery
from kilnscript.source import tree

NUMBER = t.Number()
SEATS = t.Number(1, None)
OPERATORS = ("+", "-", "*", "/", "mod")


def type_quantity(expression: tree.Expression, options: Mapping[str, Option]) -> tuple[Expression | None, tuple[Diagnostic, ...]]:
    """None where something is wrong. An option that may be off has an Optional type; only a lone `{option.x}` may be that."""
    found: list[Diagnostic] = []
    typed = _typed(expression, options, found)
    return (None if found else typed), tuple(found)


def _typed(e: tree.Expression, options: Mapping[str, Option], found: list[Diagnostic]) -> Expression | None:
    match e:
        case tree.Number():
            return NumberLiteral(e.value, t.Number(e.value, e.value), e.span)
        case tree.Name(id="players" | "seats"):
            return GameState("seat_count", SEATS, e.span)
        case tree.Attribute(owner=tree.Name(id="option")):
            return _option(e, options, found)
        case tree.Negative():
            operand = _number(e.operand, options, found)
            return Negate(operand, NUMBER, e.span) if operand else None
        case tree.Binary(operator="+" | "-" | "*" | "/" | "mod" as operator):
            left, right = _number(e.left, options, found), _number(e.right, options, found)
            if operator in ("/", "mod") and isinstance(e.right, tree.Number) and e.right.value == 0:
                found.append(Diagnostic("K374", "this divides by zero", e.span))
            return Arithmetic(operator, left, right, NUMBER, e.span) if left and right else None
        case tree.Call(name="min" | "max" as name, otherwise=None) if len(e.arguments) > 1:
            values = [_number(a.value, options, found) for a in e.arguments]
            operands = tuple(v for v in values if v is not None)
            return PlainQuery(name, operands, None, NUMBER, e.span) if len(operands) == len(values) else None
        case _:
            hint = "it may use numbers, `option.NAME`, `players`, `+ - * / mod`, `min` and `max`"
            found.append(Diagnostic("K370", "a number in game.yaml cannot be computed from this", e.span, hint))
            return None


def _number(e: tree.Expression, options: Mapping[str, Option], found: list[Diagnostic]) -> Expression | None:
    typed = _typed(e, options, found)
    if typed is not None and isinstance(typed.type, t.Optional):
        found.append(_may_be_off(typed, options))
        return None
    return typed


def _may_be_off(typed: Expression, options: Mapping[str, Option]) -> Diagnostic:
    option = options[typed.name] if isinstance(typed, OptionValue) else None
    labels = (Label(option.span, "declared here"),) if option else ()
    return Diagnostic("K373", "this option may be off, and then there is no number", typed.span, "use an option without `off`", labels)


def _option(e: tree.Attribute, options: Mapping[str, Option], found: list[Diagnostic]) -> Expression | None:
    option = options.get(e.name)
    if option is None:
        from kilnscript.model.declare.nearest import did_you_mean

        found.append(Diagnostic("K371", f"there is no option `{e.name}`", e.name_span, did_you_mean(e.name, options)))
        return None
    item = option.type.item if isinstance(option.type, t.Optional) else option.type
    if not isinstance(item, t.Number):
        if not isinstance(item, t.Unknown):
            labels = (Label(option.span, "declared here"),)
            found.append(Diagnostic("K372", f"the option `{e.name}` is no number", e.span, None, labels))
        return None
    return OptionValue(e.name, option.type, e.span)


def needs_number(typed: Expression, options: Mapping[str, Option]) -> Diagnostic | None:
    """A finding if the whole quantity may be none."""
    return _may_be_off(typed, options) if isinstance(typed.type, t.Optional) else None


def constant_value(quantity: int | Expression) -> int | None:
    """The number, where no option and no player count has a say."""
    match quantity:
        case int():
            return quantity
        case NumberLiteral():
            return quantity.value
        case Negate():
            value = constant_value(quantity.operand)
            return None if value is None else -value
        case _:
            return None


def literal(value: int, span: Span) -> NumberLiteral:
    return NumberLiteral(value, t.Number(value, value), span)
