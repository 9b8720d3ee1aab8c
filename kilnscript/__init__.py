"""KilnScript: board games written as rule files; load one, play it, check it, publish it.

``load(folder_or_name)`` gives a ``Game``; ``Game.new(…)`` a ``Session``; ``replay(record)`` plays a record again and checks it;
``simulate(game, …)`` lets bots play many games and gives a ``Report``;
``compare(game, other, …)`` says what differs between two games and what that does, a ``Comparison``;
``tune(game, aims, folder, …)`` searches for numbers that meet aims, a ``Tuning``.
Everything else here is an exception: ``RuleErrors`` (mistakes in rule files), ``UsageError`` (players, options, positions, records),
``MoveError`` and its kinds (moves that were not played), ``Fault`` (the rules failed in play), ``NotSupported``.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which is not imported here: it would be half of the time this module takes
if TYPE_CHECKING:
    from typing import Any

    from kilnscript.engine.faults import Fault, NotSupported
    from kilnscript.session.errors import AmbiguousMove, IllegalMove, MoveError, NotYourTurn, RuleErrors, UnknownMove, UsageError
    from kilnscript.session.game import Game, load
    from kilnscript.session.moves import Move
    from kilnscript.session.outcome import Outcome
    from kilnscript.session.record import replay
    from kilnscript.session.refusals import Answer
    from kilnscript.session.session import Session
    from kilnscript.simulation.compare import Comparison, compare
    from kilnscript.simulation.report import Report
    from kilnscript.simulation.run import simulate
    from kilnscript.tuning.run import Tuning, tune
    from kilnscript.version import __version__

__all__ = [
    "AmbiguousMove",
    "Answer",
    "Comparison",
    "Fault",
    "Game",
    "IllegalMove",
    "Move",
    "MoveError",
    "NotSupported",
    "NotYourTurn",
    "Outcome",
    "Report",
    "RuleErrors",
    "Session",
    "Tuning",
    "UnknownMove",
    "UsageError",
    "__version__",
    "compare",
    "load",
    "replay",
    "simulate",
    "tune",
]

# Where each name lives: imported when first used, so that `import kilnscript` costs nothing.
_HOMES = {
    "AmbiguousMove": "session.errors",
    "Answer": "session.refusals",
    "Comparison": "simulation.compare",
    "compare": "simulation.compare",
    "Fault": "engine.faults",
    "Game": "session.game",
    "IllegalMove": "session.errors",
    "Move": "session.moves",
    "MoveError": "session.errors",
    "NotSupported": "engine.faults",
    "NotYourTurn": "session.errors",
    "Outcome": "session.outcome",
    "Report": "simulation.report",
    "RuleErrors": "session.errors",
    "Session": "session.session",
    "Tuning": "tuning.run",
    "tune": "tuning.run",
    "UnknownMove": "session.errors",
    "UsageError": "session.errors",
    "__version__": "version",
    "load": "session.game",
    "replay": "session.record",
    "simulate": "simulation.run",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'kilnscript' has no attribute {name!r}")
    value = getattr(import_module(f"kilnscript.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
