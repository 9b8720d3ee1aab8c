"""What a test proves about none: a typed condition comes in, the keys of expressions that are surely there come out."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from kilnscript.model import expressions as e
from kilnscript.model.types import Cell, Line, Optional, Place
from kilnscript.model.typing.effects import Effects

Facts = frozenset[Hashable]
NOTHING: Facts = frozenset()


def key_of(expression: e.Expression) -> Hashable | None:
    """The same for two expressions that read the same thing; None where no fact about it would be kept."""
    match expression:
        case e.Convert(value=value) if isinstance(value.type, Optional):
            return key_of(value)
        case e.Local(name=name):
            return ("local", name)
        case e.OptionValue(name=name):
            return ("option", name)
        case e.CurrentPlayer():
            return ("player",)
        case e.NumberLiteral(value=value):
            return ("number", value)
        case e.MemberLiteral(kind=kind, member=member):
            return ("member", kind, member)
        case e.Variable(name=name, keys=keys):
            return _with("variable", name, keys)
        case e.PlaceAt(place=place, keys=keys):
            return _with("place", place, keys)
        case e.TableValue(table=table, keys=keys):
            return _with("table", table, keys)
        case e.PieceValue(owner=owner, attribute=attribute):
            return _with("piece", attribute, (owner,))
        case e.MemberValue(owner=owner, attribute=attribute):
            return _with("data", attribute, (owner,))
        case e.BuiltInAttribute(owner=owner, attribute=attribute):
            return _with("attribute", attribute, (owner,))
        case _:
            return None


def _with(sort: str, name: str, parts: Iterable[e.Expression]) -> Hashable | None:
    keys = tuple(key_of(part) for part in parts)
    return None if None in keys else (sort, name, keys)


def _there(expression: e.Expression) -> Facts:
    """It is not none, and so is nothing on the way to it."""
    found: set[Hashable] = set()
    here: e.Expression | None = expression
    while here is not None:
        key = key_of(here)
        if key is not None:
            found.add(key)
        match here:
            case e.PieceValue(owner=owner) | e.MemberValue(owner=owner) | e.BuiltInAttribute(owner=owner):
                here = owner
            case e.Variable(keys=keys) | e.PlaceAt(keys=keys) | e.TableValue(keys=keys):
                for missing in keys:  # a missing index would be none
                    found |= _there(missing) if _may_be_none(missing) else NOTHING
                here = None
            case e.Convert(value=value):
                here = value
            case _:
                here = None
    return frozenset(found)


def _may_be_none(expression: e.Expression) -> bool:
    return isinstance(expression.type, Optional)


def when_true(condition: e.Expression) -> Facts:
    match condition:
        case e.Logical(operator="and", left=left, right=right):
            return when_true(left) | when_true(right)
        case e.Logical(operator="or", left=left, right=right):
            return when_true(left) & when_true(right)
        case e.Not(operand=operand):
            return when_false(operand)
        case e.Same(left=left, right=right, negated=False):
            return (_there(left) if not _may_be_none(right) else NOTHING) | (_there(right) if not _may_be_none(left) else NOTHING)
        case e.Same(left=left, right=e.NoneLiteral(), negated=True) | e.Same(left=e.NoneLiteral(), right=left, negated=True):
            return _there(left)
        case e.Contains(item=item, collection=collection, negated=False):
            inner = collection.type
            return NOTHING if isinstance(getattr(inner, "item", None), Optional) else _there(item)
        case e.Comparison(left=left, right=right):
            return _there(left) | _there(right)
        case e.StateTest(operand=operand, state="empty", negated=True) | e.StateTest(operand=operand, state="full", negated=False):
            return _filled(operand)
        case _:
            return NOTHING


def when_false(condition: e.Expression) -> Facts:
    match condition:
        case e.Logical(operator="or", left=left, right=right):
            return when_false(left) | when_false(right)
        case e.Logical(operator="and", left=left, right=right):
            return when_false(left) & when_false(right)
        case e.Not(operand=operand):
            return when_true(operand)
        case e.Same(left=left, right=right, negated=negated) if negated != isinstance(right, e.NoneLiteral):
            return when_true(e.Same(left, right, not negated, condition.type, condition.span))
        case e.Same(left=left, right=e.NoneLiteral(), negated=False):
            return _there(left)
        case e.Contains(negated=True):
            return when_true(e.Contains(condition.item, condition.collection, False, condition.type, condition.span))
        case e.StateTest(operand=operand, state="empty", negated=False):
            return _filled(operand)
        case _:
            return NOTHING


def _filled(operand: e.Expression) -> Facts:
    """What is not empty has a first, a last and a top."""
    key = key_of(operand)
    if key is None:
        return NOTHING
    names = (
        ("piece",)
        if isinstance(operand.type, Cell)
        else ("first", "last")
        if isinstance(operand.type, Line)
        else ("first", "last", "top", "piece")
    )
    if isinstance(operand, e.Convert) and isinstance(operand.value.type, Place):
        key = key_of(operand.value)
    return frozenset(("attribute", name, (key,)) for name in names)


def after(facts: Facts, effects: Effects) -> Facts:
    """The facts that still hold after changes."""
    if not facts or not (effects.names or effects.moves):
        return facts
    return frozenset(key for key in facts if not _touched(key, effects))


def without_player(facts: Facts) -> Facts:
    """The facts that hold whoever is to act."""
    return frozenset(key for key in facts if not _of_player(key))


def _of_player(key: Hashable) -> bool:
    return key == ("player",) or (isinstance(key, tuple) and any(_of_player(part) for part in key))


def _touched(key: Hashable, effects: Effects) -> bool:
    if not isinstance(key, tuple) or len(key) < 3 or key[0] in ("member", "data"):
        return False
    sort, name, parts = key
    if sort in ("variable", "piece") and name in effects.names:
        return True
    if sort == "attribute" and effects.moves and name in ("piece", "first", "last", "top", "cell", "place"):
        return True
    return any(_touched(part, effects) for part in parts)
