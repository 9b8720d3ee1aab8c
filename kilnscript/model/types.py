"""The types of the language: frozen, comparable values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kilnscript.model.expressions import Expression


@dataclass(frozen=True, slots=True)
class Number:
    """An integer; a bound of None is open. A bound may be an expression over options and the number of seats."""

    low: int | Expression | None = None
    high: int | Expression | None = None


@dataclass(frozen=True, slots=True)
class YesNo:
    pass


@dataclass(frozen=True, slots=True)
class Text:
    pass


@dataclass(frozen=True, slots=True)
class Player:
    pass


@dataclass(frozen=True, slots=True)
class Cell:
    """``place`` is the declared place the cell surely belongs to, where that is known."""

    place: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Direction:
    pass


@dataclass(frozen=True, slots=True)
class Axis:
    pass


@dataclass(frozen=True, slots=True)
class Kind:
    """A member of a kind; a symbolic option value is a member of the kind ``option NAME``."""

    name: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of one of the components; None = of any."""

    components: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """One place; ``name`` is its declared name where that is known (its shape and contents follow), ``box`` and ``supply`` included."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class Token:
    pass


@dataclass(frozen=True, slots=True)
class Amount:
    pass


@dataclass(frozen=True, slots=True)
class Shape:
    pass


@dataclass(frozen=True, slots=True)
class Snapshot:
    pass


@dataclass(frozen=True, slots=True)
class Payment:
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    pass


@dataclass(frozen=True, slots=True)
class SetOf:
    """No order, no repetitions."""

    item: Type


@dataclass(frozen=True, slots=True)
class ListOf:
    """Ordered. ``most`` bounds a variable."""

    item: Type
    most: int | Expression | None = None


@dataclass(frozen=True, slots=True)
class TallyOf:
    item: Type


@dataclass(frozen=True, slots=True)
class Optional:
    """``T or none``; never nested. ``soft``: none only where a read finds nothing (an empty place, an index or key that is not there, the
    edge of a board); used where a value is needed it is a fault in play, while a declared `or none` has to be tested first."""

    item: Type
    soft: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """The item type of an empty list, and of ``none`` where nothing says more."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of something already reported: it fits everywhere, so that one mistake is one message."""


Type = (
    Number | YesNo | Text | Player | Cell | Line | Arrow | Direction | Axis | Kind | Piece | Place | Token | Amount | Shape
    | Snapshot | Payment | Pattern | SetOf | ListOf | TallyOf | Optional | Nothing | Unknown
)  # fmt: skip
