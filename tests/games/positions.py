"""Positions of other notations as positions of ours: Kiln's reference programs, and FEN for chess. A position has the shape of a view."""

from typing import Any

import kilnscript
from tests.games.shelf import RULES


def engine_of(session: Any) -> tuple[Any, Any]:
    """The compiled program and a state of its own, for counting without the costs of a session."""
    return session.program, session.state.copy()


def kiln(position: dict[str, Any]) -> dict[str, Any]:
    """From the format of tests/data/perft.json."""
    session = kilnscript.load(RULES / "kiln").new(players=position["players"], options=position["options"], seed=1)
    return dict(session.view())


def chess(fen: str) -> dict[str, Any]:
    session = kilnscript.load(RULES / "classics" / "chess").new(seed=1)
    return dict(session.view(), fen=fen)
