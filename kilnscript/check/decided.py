"""What settings, ranges and form alone decide: a condition comes in; whether it is always yes, always no, or neither is shown goes out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.check.same import key, opposite
from kilnscript.check.sizes import ANYTHING, Range, Sizes, both
from kilnscript.check.subject import Subject
from kilnscript.model import expressions as x
from kilnscript.model import types as t

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
CONSTANTS = (x.NumberLiteral, x.YesNoLiteral, x.NoneLiteral, x.MemberLiteral, x.SeatLiteral, x.DirectionLiteral, x.AxisLiteral)


class Decided:
    def __init__(self, subject: Subject) -> None:
        self.settings = subject.settings
        self.sizes = Sizes(subject)

    def value(self, e: x.Expression) -> bool | None:
        """Whether a condition is always yes, always no, or neither is shown. Raises TooMany."""
        settled = self.settings.ever(e)
        if settled == {True}:
            return True
        if settled == {False}:
            return False
        return self.form(e)

    def form(self, e: x.Expression) -> bool | None:
        match e:
            case x.Convert():
                return self.value(e.value)
            case x.Not():
                inner = self.value(e.operand)
                return None if inner is None else not inner
            case x.Logical():
                decides = e.operator == "or"  # one side with this value settles the whole
                sides = (self.value(e.left), self.value(e.right))
                if decides in sides:
                    return decides
                return (decides if self.settled_by_form(e) else None) if None in sides else not decides
            case x.Comparison() if numbers(e.left, e.right):
                found = compared(e.operator, self.sizes.range(e.left), self.sizes.range(e.right))
                # With none on either side a comparison is no, so that a range shows a yes only where none cannot be.
                return None if found and (optional(e.left) or optional(e.right)) else found
            case x.Same() if same_always(e.left, e.right):
                return not e.negated
            case x.Same() if numbers(e.left, e.right) and not (optional(e.left) and optional(e.right)):
                apart = compared("<", self.sizes.range(e.left), self.sizes.range(e.right)) or compared(
                    ">", self.sizes.range(e.left), self.sizes.range(e.right)
                )
                return e.negated if apart else None
            case _:
                return None

    def settled_by_form(self, e: x.Logical) -> bool:
        """Whether two sides of `or` are opposites, or sides of `and` cannot hold together."""
        sides = list(joined(e, e.operator))
        if any(opposite(one, other) for number, one in enumerate(sides) for other in sides[:number]):
            return True
        return e.operator == "and" and (self.apart(sides) or differ(sides))

    def apart(self, sides: list[x.Expression]) -> bool:
        """Whether comparisons of one number leave no room: `n < 3 and n > 5`."""
        room: dict[Any, Range] = {}
        for side in map(bare, sides):
            if not (isinstance(side, x.Comparison) and numbers(side.left, side.right)):
                continue
            for one, operator, other in ((side.left, side.operator, side.right), (side.right, FLIPPED[side.operator], side.left)):
                low, high = self.sizes.range(other)
                if operator in ("<", "<="):
                    limit: Range = (None, None if high is None else high - (operator == "<"))
                else:
                    limit = (None if low is None else low + (operator == ">"), None)
                name = key(bare(one))
                room[name] = both(room.get(name, ANYTHING), limit)
        return any(low is not None and high is not None and low > high for low, high in room.values())


def same_always(left: x.Expression, right: x.Expression) -> bool:
    """Whether both sides are written alike; what is worked out twice is the same twice, as nothing in a condition changes anything."""
    return bool(key(bare(left)) == key(bare(right)))


def joined(e: x.Expression, operator: str) -> Iterator[x.Expression]:
    """`a and b and c` as its three sides."""
    inner = bare(e)
    if isinstance(inner, x.Logical) and inner.operator == operator:
        yield from joined(inner.left, operator)
        yield from joined(inner.right, operator)
    else:
        yield inner


def differ(sides: list[x.Expression]) -> bool:
    """Whether something is to be two things at once: `colour is red and colour is blue`."""
    seen: dict[Any, Any] = {}
    for side in sides:
        if isinstance(side, x.Same) and not side.negated:
            for one, other in ((bare(side.left), bare(side.right)), (bare(side.right), bare(side.left))):
                if isinstance(other, CONSTANTS) and not isinstance(one, CONSTANTS):
                    value = (type(other).__name__, key(other))
                    if seen.setdefault(key(one), value) != value:
                        return True
    return False


def compared(operator: str, left: Range, right: Range) -> bool | None:
    """A comparison of any number of one range with any of the other."""
    if operator in (">", ">="):
        left, right, operator = right, left, operator.replace(">", "<")
    strict = operator == "<"
    if left[1] is not None and right[0] is not None and (left[1] < right[0] if strict else left[1] <= right[0]):
        return True
    if left[0] is not None and right[1] is not None and (left[0] >= right[1] if strict else left[0] > right[1]):
        return False
    return None


def numbers(*sides: x.Expression) -> bool:
    return all(isinstance(bare(side).type, t.Number) or isinstance(item(bare(side).type), t.Number) for side in sides)


def optional(e: x.Expression) -> bool:
    return isinstance(bare(e).type, t.Optional)


def bare(e: x.Expression) -> x.Expression:
    while isinstance(e, x.Convert):
        e = e.value
    return e


def item(found: Any) -> Any:
    return found.item if isinstance(found, t.Optional) else found
