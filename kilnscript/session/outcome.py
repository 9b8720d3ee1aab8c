"""The result of a game that is over, as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """``ranking``: groups of seats (from 1), best first, tied seats together. ``winners``: empty when the game is drawn.

    ``scores``: for every holder of a score (a seat's number as text, or a member's name) its total and the points of each source.
    ``sheet``: the same line by line, ``{holder: {source: points}}``, in a game that keeps a score sheet, else None.
    ``ranked_by``: what decided, in order: ``{"title", "order": "highest" or "lowest", "values": {seat: value}}``; ``values`` is None where
    not everybody may see what it is made of. ``bots``: the seats that bots played, and which.
    """

    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    drawn: bool
    reason: str | None
    scores: dict[str, dict[str, Any]]
    sheet: list[dict[str, dict[str, int]]] | None = None
    ranked_by: tuple[dict[str, Any], ...] = ()
    bots: dict[int, str] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """The same as JSON data."""
        return {
            "ranking": [list(group) for group in self.ranking],
            "winners": list(self.winners),
            "drawn": self.drawn,
            "reason": self.reason,
            "scores": self.scores,
            "sheet": self.sheet,
            "ranked_by": list(self.ranked_by),
            "bots": {str(seat): name for seat, name in self.bots.items()},
        }

    def named(self, seat: int) -> str:
        """``Seat 2``, ``Seat 2 (greedy bot)``."""
        return f"Seat {seat}" + (f" ({self.bots[seat]} bot)" if seat in self.bots else "")

    def __str__(self) -> str:
        """``Seat 1 wins: the threshold is reached``."""
        names = " and ".join(self.named(seat) for seat in self.winners)
        if self.drawn or not self.winners:
            said = "The game is drawn"
        else:
            said = f"{names} {'win' if len(self.winners) > 1 else 'wins'}"
        return f"{said}: {self.reason}" if self.reason else said
