"""The list of structure checks: the typed game comes in, findings and the game with what the checks settle come out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kilnscript.diagnostics import Diagnostic
from kilnscript.model.game import Game
from kilnscript.model.structure.across import across
from kilnscript.model.structure.acting import players
from kilnscript.model.structure.functions import pure, results
from kilnscript.model.structure.graph import circles
from kilnscript.model.structure.legality import legality
from kilnscript.model.structure.loops import loops
from kilnscript.model.structure.placement import misplaced, requires
from kilnscript.model.structure.players import with_players
from kilnscript.model.structure.policies import misplaced_choices, policies
from kilnscript.model.structure.scopes import scopes
from kilnscript.model.structure.secrets import secrets, with_private
from kilnscript.model.structure.simultaneous import simultaneous
from kilnscript.model.structure.transactions import moments, provisional
from kilnscript.model.structure.unused import unused

Check = Callable[[Game], Iterator[Diagnostic]]

# Checks of one construct each; they say the same whatever else is wrong with the rules.
OF_A_PART: tuple[Check, ...] = (requires, misplaced, pure, results, simultaneous, provisional, policies, misplaced_choices)
# Checks of the rules as a whole; with a part missing they would blame what is not at fault.
OF_THE_WHOLE: tuple[Check, ...] = (circles, players, legality, moments, scopes, loops, across, secrets, unused)


def check_structure(game: Game, *, whole: bool) -> tuple[Game, tuple[Diagnostic, ...]]:
    """``whole``: the names and types are right, so that nothing is missing from the game."""
    game = with_private(with_players(game))
    checks = (*OF_A_PART, *OF_THE_WHOLE) if whole else OF_A_PART
    return game, tuple(dict.fromkeys(diagnostic for check in checks for diagnostic in check(game)))
