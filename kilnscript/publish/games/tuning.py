"""What tuning found → the HTML page that shows it: what changes, the aims before and now, the trials, and the two games compared."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kilnscript.publish.games import comparison, pictures
from kilnscript.publish.games.page import STYLE, figure, table
from kilnscript.tuning import words
from kilnscript.tuning.aims import Figure
from kilnscript.tuning.run import Tuning
from kilnscript.version import __version__


def page(found: Tuning) -> str:
    """The whole document, without links to anything outside."""
    title = f"{found.title}, tuned"
    head = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(words.heading(found))}. kilnscript {__version__}.</p>",
    ]
    parts = [*changes(found), *aims(found), *trials(found), "<h2>Before (A) and now (B)</h2>", *comparison.notes(found.comparison)]
    parts += [part for setting in found.comparison.settings for part in comparison.section(setting)]
    return "\n".join([*head, *parts, "</body></html>"]) + "\n"


def changes(found: Tuning) -> Iterator[str]:
    yield "<h2>What changes</h2>"
    if found.changed:
        yield table(["", "before", "now", "tried"], [words.change_row(found, name) for name in found.changed])
    else:
        yield "<p>Nothing: no other values were nearer to the aims.</p>"


def aims(found: Tuning) -> Iterator[str]:
    yield "<h2>The aims</h2>"
    rows = []
    for result in found.results:
        name = result.aim.text if result.aim.players is not None else f"{result.aim.text} ({result.setting})"
        before, after = (triple(found) for found in (result.before, result.after))
        rows.append((name, result.aim.low, result.aim.high, before, after, result.now or "not there"))
    yield figure(
        pictures.targets(rows),
        f"In {found.comparison.plan.games} games of each that the search has not seen: the empty dot is the game as it was, the full one "
        "as it is now, with intervals that hold the true value in 19 of 20 such samples; the band is the aim.",
    )
    yield table(["", "", "before", "", "", "now", "", ""], [words.aim_row(result) for result in found.results])
    yield ('<p class="note">met, missed: the whole interval says so; perhaps: only the figure itself does.</p>')


def trials(found: Tuning) -> Iterator[str]:
    yield "<h2>The trials</h2>"
    distances = [trial.distance for trial in sorted(found.trials, key=lambda trial: trial.number) if trial.failed is None]
    if len(distances) > 1:
        yield figure(pictures.descent(distances), "How far each trial was from the aims, and the least so far.")
    failed = [trial for trial in found.trials if trial.failed is not None]
    if failed:
        yield f"<p>{len(failed)} trials could not be played, the first because {escape(failed[0].failed or '')}.</p>"
    yield table(*words.trial_table(found))
    yield (
        '<p class="note">The distance is 0 where all aims are met, and 1 for one figure that is 10 % (a share: 10 points of 100) off. '
        "Again: in other games, twice as many, so that luck in the search does not decide.</p>"
    )


def triple(found: Figure | None) -> tuple[float, float, float] | None:
    return None if found is None else (found.value, found.low, found.high)
