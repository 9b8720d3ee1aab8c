"""Structure: the typed game in; findings about its flow and its readers, and the game with what they settle, out."""

from __future__ import annotations

from collections.abc import Iterable

from kilnscript.diagnostics import Diagnostic
from kilnscript.model.game import Game
from kilnscript.model.structure.players import with_players


def check_structure(game: Game, found: Iterable[Diagnostic]) -> tuple[Game, tuple[Diagnostic, ...]]:
    """``found``: what typing has reported; a game with errors is not looked at, so that one mistake is one message."""
    return with_players(game), ()
