"""The decorator of the syntax tree: a class with annotated fields comes in, a frozen dataclass with slots comes out, cheaply.

`dataclasses.dataclass` compiles seven functions for each class; for the hundred classes of `tree` that took a third of the time in which
`kiln` starts. Here one is compiled, and the others are shared.
"""

from dataclasses import FrozenInstanceError, dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """As `@dataclass(frozen=True, slots=True)`; fields have no defaults."""
    cls.__doc__ = cls.__doc__ or cls.__name__  # else dataclass works out a signature, slowly
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    names: tuple[str, ...] = made.__match_args__
    sets = "".join(f" set(self, {name!r}, {name})\n" for name in names)
    scope: dict[str, Any] = {"set": object.__setattr__}
    exec(f"def __init__(self, {', '.join(names)}):\n{sets}", scope)  # names of fields of our own classes, nothing else
    made.__init__ = scope["__init__"]
    made.__eq__, made.__hash__, made.__repr__, made.__reduce__ = _equal, _hash, _show, _reduce
    made.__setattr__ = made.__delattr__ = _refuse
    return made  # type: ignore[no-any-return]


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, name) for name in self.__match_args__)


def _equal(self: Any, other: object) -> bool:
    return self is other or (type(self) is type(other) and _values(self) == _values(other))


def _hash(self: Any) -> int:
    return hash((type(self), _values(self)))


def _show(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__match_args__)})"


def _reduce(self: Any) -> tuple[Any, ...]:
    return type(self), _values(self)


def _refuse(self: Any, name: str, *value: object) -> None:
    raise FrozenInstanceError(f"cannot change field {name!r}")
