"""The games that come with the package."""

from __future__ import annotations

from kilnscript.model.folders import shipped_games


def shipped() -> list[str]:
    """Names of the shipped games, in order; each may be given to ``load``."""
    return sorted(name for name in shipped_games() if "/" not in name)
