"""``kilnscript.simulate``: a game and a plan → every game played, kept in a file if wanted, and the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from kilnscript.session.game import Game, load
from kilnscript.simulation import work
from kilnscript.simulation.facts import GameFacts
from kilnscript.simulation.kept import Kept
from kilnscript.simulation.plan import Plan, make_plan
from kilnscript.simulation.report import Report, report

Progress = Callable[[int, int], None]
"""(games done, games planned), after every game and once before the first"""


def simulate(
    game: Game | str | Path,
    games: int = 100,
    players: int | Sequence[int] | None = None,
    options: Mapping[str, object] | None = None,
    bots: str | Sequence[str] = "random",
    seed: int | str = 1,
    jobs: int = 1,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Plays ``games`` games of every setting and says what happened.

    ``players``: a number or several; the fewest, if left out. ``options``: values by name; a list of values tries each of them, and every
    combination of players and options is a setting of its own. ``bots``: what plays, as ``kiln play --bot`` names it; they change seats
    from game to game. The same seed gives the same games and figures, whatever the number of ``jobs`` (processes; with more than one, a
    script has to do its work under ``if __name__ == "__main__":``, as always with Python's processes). ``out``: a file to keep the games
    in as they end; ``resume`` goes on with one that is there. Interrupted by Ctrl-C it reports the games done so far.

    Raises UsageError, RuleErrors, NotSupported.
    """
    loaded = game if isinstance(game, Game) else load(game)
    counts = [players] if isinstance(players, int) else players
    values = {name: list(value) if isinstance(value, (list, tuple)) else [value] for name, value in (options or {}).items()}
    plan = make_plan(loaded, games, counts, values, [bots] if isinstance(bots, str) else list(bots), seed)
    return carry_out(loaded, plan, jobs, None if out is None else Path(out), resume, progress)


def carry_out(
    game: Game, plan: Plan, jobs: int = 1, out: Path | None = None, resume: bool = False, progress: Progress | None = None
) -> Report:
    """The games of a plan that are not in the file yet, then the report over all of them."""
    for setting in plan.settings:  # what cannot be compiled is said before anything is begun
        game.compiled(setting.players, setting.options)
    kept = None if out is None else Kept(out, game, plan, resume)
    done: dict[tuple[int, int], GameFacts] = {} if kept is None else kept.games
    try:
        if progress is not None:
            progress(len(done), plan.total)
        with closing(work.games(game, plan, dict(done), jobs)) as played:
            for facts in played:
                with work.no_interrupt():
                    if kept is None:
                        done[facts.key] = facts
                    else:
                        kept.add(facts)
                if progress is not None:
                    progress(len(done), plan.total)
    except KeyboardInterrupt:
        pass  # the report says how many games of the plan it is about
    finally:
        if kept is not None:
            kept.close()
    return report(game, plan, list(done.values()))
