"""``kilnscript.simulate``: a game and a plan → every game played, kept in a file if wanted, and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import zip_longest
from pathlib import Path

from kilnscript.session.errors import UsageError
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
    cluster: str | None = None,
) -> Report:
    """Plays ``games`` games of every setting and says what happened.

    ``players``: a number or several; the fewest, if left out. ``options``: values by name; a list of values tries each of them, and every
    combination of players and options is a setting of its own. ``bots``: what plays, as ``kiln play --bot`` names it; they change seats
    from game to game. The same seed gives the same games and figures, whatever the number of ``jobs`` (processes; with more than one, a
    script has to do its work under ``if __name__ == "__main__":``, as always with Python's processes). ``out``: a file to keep the games
    in as they end; ``resume`` goes on with one that is there. Interrupted by Ctrl-C it reports the games done so far. ``cluster``: the
    address of a Dask scheduler whose workers play instead of this machine (the extra ``kilnscript[cluster]``).

    Raises UsageError, RuleErrors, NotSupported.
    """
    loaded = game if isinstance(game, Game) else load(game)
    counts = [players] if isinstance(players, int) else players
    values = {name: list(value) if isinstance(value, (list, tuple)) else [value] for name, value in (options or {}).items()}
    plan = make_plan(loaded, games, counts, values, [bots] if isinstance(bots, str) else list(bots), seed)
    return carry_out(loaded, plan, work.Hands(jobs, cluster), None if out is None else Path(out), resume, progress)


def carry_out(
    game: Game,
    plan: Plan,
    hands: work.Hands | None = None,
    out: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Report:
    """The games of a plan that are not in the file yet, then the report over all of them."""
    (facts,) = play_all([(game, plan)], hands or work.Hands(), None if out is None else [(out, resume)], progress)
    return report(game, plan, facts)


def play_all(
    sides: Sequence[work.Side],
    hands: work.Hands,
    files: Sequence[tuple[Path, bool]] | None = None,
    progress: Progress | None = None,
) -> list[list[GameFacts]]:
    """The games of several plans, in turn, so that stopped on the way each has about as many. ``files``: one for each side, and whether to
    go on with it. Stopped by Ctrl-C it gives the games done so far. Raises UsageError."""
    for game, plan in sides:  # what cannot be compiled is said before anything is begun
        for setting in plan.settings:
            game.compiled(setting.players, setting.options)
    total = sum(plan.total for _, plan in sides)
    with ExitStack() as stack:
        kept: list[Kept] = []
        if files is not None:
            for (game, plan), (file, go_on) in zip(sides, files, strict=True):
                kept.append(Kept(file, game, plan, go_on))
                stack.callback(kept[-1].close)
        done: list[dict[tuple[int, int], GameFacts]] = [each.games for each in kept] if kept else [{} for _ in sides]
        try:
            if progress is not None:
                progress(sum(map(len, done)), total)
            before = [set(each) for each in done]
            with closing(work.games(sides, (key for key in in_turn(sides) if key[1:] not in before[key[0]]), hands)) as played:
                for side, facts in played:
                    with work.no_interrupt():
                        if kept:
                            kept[side].add(facts)
                        else:
                            done[side][facts.key] = facts
                    if progress is not None:
                        progress(sum(map(len, done)), total)
        except KeyboardInterrupt:
            pass  # the report says how many games of the plan it is about
        except work.Broken as error:
            count = sum(map(len, done))
            names = (
                "" if files is None else f" in {' and '.join(f'`{file}`' for file, _ in files)}; going on with `--resume` plays the rest"
            )
            raise UsageError(f"{error}; {count} of {total} games were done" + (f" and are kept{names}" if names else "")) from None
    return [list(each.values()) for each in done]


def in_turn(sides: Sequence[work.Side]) -> Iterator[work.Key]:
    """Every side's first game, then every second one, …"""
    numbers = [plan.numbers() for _, plan in sides]
    for row in zip_longest(*numbers):
        yield from ((side, *key) for side, key in enumerate(row) if key is not None)
