"""Phase diagrams: a typed game comes in, DOT text for Graphviz goes out."""

from __future__ import annotations

from kilnscript.model.game import Game
from kilnscript.publish.chart import dot_text
from kilnscript.publish.overview import Overview


def dot(game: Game, phase: str | None = None) -> str:
    """The order of play of a game, or what happens in one phase. Raises KeyError for a phase that there is not."""
    if phase is None:
        return dot_text(Overview(game).chart())
    from kilnscript.publish.phase_chart import PhaseChart

    return dot_text(PhaseChart(game, game.phases[phase]).chart())
