"""Variables of a state, by name and keys: read and set."""

from __future__ import annotations

from typing import Any

from kilnscript.compile.constants import Value
from kilnscript.compile.names import python_name
from kilnscript.compile.world import World
from kilnscript.engine.state import State
from kilnscript.model.declarations import Variable
from kilnscript.session.errors import UsageError


def flat_index(world: World, variable: Variable, keys: tuple[int, ...]) -> int:
    """Where the value stands in the list of a variable with keys: the last key runs fastest. Raises UsageError for a key that is none."""
    index = 0
    for key, value in zip(variable.keys, keys, strict=True):
        values = world.key_values(key)
        if value not in values:
            raise UsageError(f"`{variable.name}` has no entry {value}: they go from {values.start} to {values.stop - 1}")
        index = index * len(values) + value - values.start
    return index


def read_variable(world: World, state: State, variable: Variable, keys: tuple[int, ...] = ()) -> Value:
    """``keys`` as run-time values."""
    found = getattr(state, python_name(variable.name))
    return found[flat_index(world, variable, keys)] if keys else found


def set_variable(world: World, state: State, variable: Variable, keys: tuple[int, ...], value: Value) -> None:
    name = python_name(variable.name)
    if not keys:
        setattr(state, name, value)
        return
    column: list[Any] = getattr(state, name)
    column[flat_index(world, variable, keys)] = value
