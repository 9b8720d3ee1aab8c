"""A comparison of two games → the HTML page: what differs in the rules, and what that does, as pictures and tables."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kilnscript.publish.games import pictures
from kilnscript.publish.games.page import STYLE, figure, table
from kilnscript.simulation import compare_words as words
from kilnscript.simulation.compare import FEWEST, RISK, Change, Comparison, SettingComparison
from kilnscript.simulation.differences import Difference
from kilnscript.version import __version__

HEAD = ["", "A", "B", "B − A", "", ""]


def page(found: Comparison) -> str:
    """The whole document, without links to anything outside."""
    title = f"{found.a} and {found.b}" if found.a != found.b else f"{found.a} under two sets of options"
    plan = found.plan
    head = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>A is {escape(found.a)}, B is {escape(found.b)}. Bots: {escape(', '.join(plan.bots))}. Seed {escape(str(plan.seed))}. "
        f"kilnscript {__version__}.</p>",
        *notes(found),
        "<h2>What differs in the rules</h2>",
        *differences([*found.options, *found.rules]),
    ]
    parts = [part for setting in found.settings for part in section(setting)]
    return "\n".join([*head, *parts, "</body></html>"]) + "\n"


def notes(found: Comparison) -> Iterator[str]:
    if not found.settings:
        return
    tested, marked = found.tested
    yield (
        '<p class="note">Game N of both sides has the same seed and bots. [Brackets] and whiskers hold the difference in 19 of 20 such '
        "comparisons. * differs; ** differs even when all figures share the risk of 5 %. "
        f"{marked} of {tested} figures have a mark; where nothing differs at all, about {tested * RISK:.0f} would by chance.</p>"
    )


def differences(found: list[Difference]) -> Iterator[str]:
    """Single values as a table; parts of the rules as their lines."""
    if not found:
        yield "<p>Nothing.</p>"
    rows = []
    for difference in found:
        if "\n" not in (difference.before or "") + (difference.after or ""):
            where = f"{difference.part}, {difference.what}" if difference.what else difference.part
            rows.append([where, told(difference.before), told(difference.after)])
    if rows:
        yield table(["", "A", "B"], rows, "words")
    for difference in found:
        if "\n" in (difference.before or "") + (difference.after or ""):
            gone = [f'<span class="gone">− {escape(line)}</span>' for line in (difference.before or "").splitlines()]
            come = [f'<span class="come">+ {escape(line)}</span>' for line in (difference.after or "").splitlines()]
            lines = "\n".join([*gone, *come])
            yield f"<h3>{escape(difference.part)}</h3><pre>{lines}</pre>"


def told(text: str | None) -> str:
    return "not there" if text is None else text or "nothing"


def section(s: SettingComparison) -> Iterator[str]:
    yield f"<h2>What it does with {s.a.players} players: {s.games} games each</h2>"
    if any(s.failed):
        yield f"<p>Failed: {s.failed[0]} games of A, {s.failed[1]} of B.</p>"
    if not s.games:
        yield "<p>No games to compare.</p>"
        return
    parts = [relative(change) for change in s.changes if not change.share]
    known = [part for part in parts if part is not None]
    if known:
        yield figure(
            pictures.differences(known),
            "B − A in percent of A, with the interval; the dashed line is no difference. Large dots are **, small full ones *.",
        )
    shares = [change for change in s.changes if change.share]
    if shares:
        rows = [(change.figure, change.difference, change.low, change.high, mark(change)) for change in shares]
        yield figure(pictures.differences(rows), "Shares of games: B − A in points of 100.")
    yield table(HEAD, [cells(change) for change in s.changes])
    sure = words.sure_uses(s)
    if sure:
        yield f"<details><summary>Uses in a game that differ for sure ({len(sure)} of {len(s.uses)})</summary>"
        yield table(HEAD, [cells(use) for use in sure]) + "</details>"
    elif s.games < FEWEST:
        yield f'<p class="note">With fewer than {FEWEST} games nothing is marked **, and no uses are listed.</p>'
    elif s.uses:
        yield f'<p class="note">How often actions and values are used: none of {len(s.uses)} differs for sure.</p>'


def relative(change: Change) -> tuple[str, float, float, float, int] | None:
    """In parts of A's figure; None where that is 0, or where nothing differs at all."""
    if change.a == 0 or (change.low, change.high) == (0, 0):
        return None
    ends = sorted((change.low / change.a, change.high / change.a))
    return change.figure, change.difference / change.a, ends[0], ends[1], mark(change)


def mark(change: Change) -> int:
    return 2 if change.sure else 1 if change.differs else 0


def cells(change: Change) -> list[str]:
    name, *rest = words.row(change)
    return [name, *(cell.replace("-", "−") for cell in rest)]
