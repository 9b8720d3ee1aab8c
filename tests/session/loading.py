"""Shipped games, each loaded once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import kilnscript
from kilnscript import Game

Load = Callable[[str], Game]


@cache
def loaded(name: str) -> Game:
    return kilnscript.load(name)
