"""What is kept of one simulated game, and its JSON form (one line of a file)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Seats count from 1 in ``winners`` and ``ranking``; tuples by seat go from the first.

    ``setting`` (index) and ``number`` name the game. ``failed``: why it could not be played to its end; the rest is then empty.
    ``standing``: the first value of `rank by`, larger is better. ``scores``: {holder: {"total": points, "sources": {source: points}}}.
    ``order``: the seats by when each first had to decide, left out where that is the order of the seats.
    ``decisions``, ``forced`` (one legal move only) and ``choices`` (legal moves in all, ways to pay counted once) by seat.
    ``phases``: how often each phase was gone through, and with which member of a kind (``grow zone=harbour``).
    ``used``: by seat, how often an action (``hire``) and each value of its parameters (``hire card=y01``) was chosen; ``legal``: at how
    many decisions it could have been.
    ``leads``: how often the lead changed hands; ``course``: standings by seat at even distances from the first decision to the last.
    ``unseen``: by seat, the share of the pieces in the game that it cannot see, and of those that others see and it does not.
    ``looked``: a sample of decisions, each with when it was and the seat's lead after its best, second best and worst move (see
    ``choices.py``).
    """

    setting: int
    number: int
    bots: tuple[str, ...]
    failed: str | None = None
    winners: tuple[int, ...] = ()
    ranking: tuple[tuple[int, ...], ...] = ()
    reason: str | None = None
    standing: tuple[float, ...] | None = None
    scores: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    decisions: tuple[int, ...] = ()
    forced: tuple[int, ...] = ()
    choices: tuple[int, ...] = ()
    phases: Mapping[str, int] = field(default_factory=dict)
    used: tuple[Mapping[str, int], ...] = ()
    legal: Mapping[str, int] = field(default_factory=dict)
    leads: int | None = None
    course: tuple[tuple[float, ...], ...] = ()
    unseen: tuple[tuple[float, float], ...] = ()
    looked: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def key(self) -> tuple[int, int]:
        return self.setting, self.number

    def plain(self) -> dict[str, Any]:
        """JSON data; what is empty is left out."""
        return {name: value for name, value in asdict(self).items() if value not in (None, (), {})}


def facts_of(data: Mapping[str, Any]) -> GameFacts:
    """The inverse of ``GameFacts.plain``. Raises TypeError for data of another shape."""
    if not isinstance(data, dict):
        raise TypeError("no game")
    known = {f.name for f in fields(GameFacts)}
    if not data.keys() <= known or not isinstance(data.get("setting"), int) or not isinstance(data.get("number"), int):
        raise TypeError("no game")
    return GameFacts(**{name: tupled(value) for name, value in data.items()})


def tupled(value: Any) -> Any:
    return tuple(tupled(item) for item in value) if isinstance(value, list) else value
