"""The dynamic half of `kiln check`: a game is played in order to find mistakes in its rules; findings with records go out."""

from kilnscript.explore.explore import Exploration, Finding, explore

__all__ = ["Exploration", "Finding", "explore"]
