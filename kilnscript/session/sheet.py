"""The score sheet: a state → who scored how much, line by line and source by source; and its table as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kilnscript.engine.program import Program
    from kilnscript.engine.state import State
    from kilnscript.session.session import Session
    from kilnscript.session.view import Views


@dataclass(frozen=True, slots=True)
class Table:
    """``columns``: one title for each holder of a score; ``rows``: a title and a number for each column; row ``total`` is the sum of those
    before it, and what comes after it tells the same points by sources."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    total: int


def lines(views: Views, state: State) -> list[dict[str, dict[str, int]]] | None:
    """{holder: {source: points}} for every pass of the phase that `by` names, the one under way last, and then for the scoring at the end.
    None where the game keeps no sheet. What was scored before the first pass counts to it, and between two to the one before. Without `by`
    there is one line, of everything."""
    scores = views.world.declarations.scores
    if scores is None or not scores.sheet:
        return None
    if not state.sheet and scores.by is not None:
        return []
    sources, holders = list(scores.sources), views.holders()
    starts = [(0,) * len(state.points), *state.sheet[1:], tuple(state.points)]
    found = []
    for before, after in pairwise(starts):
        points = [b - a for a, b in zip(before, after, strict=True)]
        width = len(sources)
        found.append({name: dict(zip(sources, points[n * width : (n + 1) * width], strict=True)) for n, name in enumerate(holders)})
    return found


def starts_of(sheet: Sequence[dict[str, Any]], holders: Sequence[str], sources: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The inverse: the points at the start of every line. The list of points has one holder more, which stands for nobody."""
    at = [0] * ((len(holders) + 1) * len(sources))
    found = []
    for line in sheet:
        found.append(tuple(at))
        for n, holder in enumerate(holders):
            for m, source in enumerate(sources):
                at[n * len(sources) + m] += line.get(holder, {}).get(source, 0)
    return tuple(found)


def begin_under_way(program: Program, state: State) -> None:
    """A pass that a position or example goes into has a line, as if it had been begun in play."""
    scores = program.game.declarations.scores
    if scores is None or not scores.sheet or state.sheet:
        return
    if any(program.graph.blocks[frame[0]].unit == scores.by for frame in state.stack):
        state.sheet = ((0,) * len(state.points),)


def table(session: Session) -> Table | None:
    """By passes where the game keeps a sheet (and then by sources, if there are several), else by sources. None where nobody scores."""
    views, state = session.views, session.state
    scores = views.world.declarations.scores
    if scores is None:
        return None
    holders = views.holders()
    columns = tuple(f"Seat {name}" if scores.per == "player" else name.replace("_", " ") for name in holders)
    found = views.scores(state)
    by_source = [(title, tuple(found[name]["sources"][source] for name in holders)) for source, title in scores.sources.items()]
    total = ("Total", tuple(found[name]["total"] for name in holders))
    kept = lines(views, state)
    if kept is None or scores.by is None:
        return Table(columns, (*by_source, total), len(by_source))
    titles = line_titles(scores.by, len(kept), state.over and session.program.game.scoring is not None)
    passes = [(title, tuple(sum(line[holder].values()) for holder in holders)) for title, line in zip(titles, kept, strict=True)]
    return Table(columns, (*passes, total, *(by_source if len(by_source) > 1 else ())), len(passes))


def line_titles(by: str, count: int, ended: bool) -> list[str]:
    """``Round 1``, ``Round 2``, and ``End`` for what `scoring:` gave."""
    titles = [f"{by.replace('_', ' ').capitalize()} {n}" for n in range(1, count + 1)]
    return [*titles[:-1], "End"] if ended and count else titles
