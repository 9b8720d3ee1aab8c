"""How long a bot may think: so many iterations, or so many seconds of a clock that is given from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Budget:
    """Both limits may be set; the first that is reached counts. ``clock`` is needed for seconds only."""

    iterations: int | None = 300
    seconds: float | None = None
    clock: Clock | None = None

    def passes(self) -> Iterator[int]:
        """Numbers from 0, until the budget is spent; at least one."""
        clock, end = self.clock, 0.0
        if self.seconds is not None:
            assert clock is not None, "a budget in seconds needs a clock"
            end = clock() + self.seconds
        number = 0
        while number == 0 or (
            (self.iterations is None or number < self.iterations) and (self.seconds is None or (clock is not None and clock() < end))
        ):
            yield number
            number += 1
