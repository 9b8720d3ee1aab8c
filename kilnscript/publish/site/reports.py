"""What `kiln simulate --json` and `kiln check --coverage` found out about a game, kept in its folder `reports` → a page of the site.

Only numbers are taken from the files, and names are printed as text: they may come from anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from kilnscript.explore.coverage import WORDS
from kilnscript.explore.listing import plural
from kilnscript.publish.site.html import Body, Heading
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game

FOLDER = "reports"
MOST_BYTES = 20_000_000
TITLE = "Figures"
ORDINALS = ("", "1st", "2nd", "3rd")


def figures(game: Game, folder: Path, back: str) -> Body | None:
    """None where there are no reports. ``back``: the address of the help page. Raises UsageError for a file that is something else."""
    parts: list[str] = []
    headings: list[Heading] = []
    for name, title, command, table in REPORTS:
        file = folder / FOLDER / name
        if not file.is_file():
            continue
        wrong = f"{file}: this is not what `{command}` writes"
        try:
            if file.stat().st_size > MOST_BYTES:
                raise UsageError(f"{file}: this is larger than {MOST_BYTES // 1_000_000} MB")
            found = json.loads(file.read_text(encoding="utf-8"))
            shown = table(found)
            rules = str(found["rules"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
            raise error if isinstance(error, UsageError) else UsageError(wrong) from None
        name = name.removesuffix(".json")
        headings.append(Heading(name, title))
        parts.append(f'<h2 id="{name}">{title}</h2>')
        if rules != game.rules_hash:
            parts.append(f"<p><em>Of other rules than these: version <code>{escape(rules[:12])}</code>.</em></p>")
        parts.append(shown)
    if not parts:
        return None
    head = f'<h1>{escape(game.title)}: figures</h1><p><a href="{escape(back)}">Help page</a></p>'
    return Body(f"{game.title}: figures", f'<div class="kiln">{head}{"".join(parts)}</div>', headings, frozenset(h.id for h in headings))


# ---- tables --------------------------------------------------------------------------------------------------------------


def many_games(report: Any) -> str:
    settings = report["settings"]
    bots = ", ".join(escape(str(bot)) for bot in report["plan"]["bots"])
    said = (
        f"<p>{int(report['done'])} games of bots ({bots}). Intervals hold the true value in 19 of 20 such samples; "
        "bots do not play like people.</p>"
    )
    rows = {
        "Games": [f"{int(s['games'])}" for s in settings],
        "Decisions of a game: median, middle half": [spread(s["decisions"]) for s in settings],
        "Points of a seat: median, middle half": [spread(s["points"]) for s in settings],
        "Ahead of the second: median, middle half": [spread(s["margin"]) for s in settings],
        "Drawn": [share(s["drawn"]) for s in settings],
    }
    for n in range(max(len(s["order"] or s["seats"]) for s in settings)):
        ordered = any(s["order"] for s in settings)
        name = f"Wins of the {ordinal(n + 1)} to decide" if ordered else f"Wins of seat {n + 1}"
        rows[name] = [share(places[n]["wins"]) if n < len(places) else "" for places in (s["order"] or s["seats"] for s in settings)]
    for title in dict.fromkeys(str(source["title"]) for s in settings for source in s["sources"]):
        rows[f"Points from {title}"] = [next((part(f["part"]) for f in s["sources"] if f["title"] == title), "") for s in settings]
    shown = [[name, *cells] for name, cells in rows.items() if any(cells)]
    return said + table("Many games of bots", ["", *(setting(s["setting"]) for s in settings)], shown)


def coverage(report: Any) -> str:
    said = (
        f"<p>{int(report['games'])} games were begun and {int(report['decisions'])} decisions made in {int(report['playouts'])} playouts, "
        f"steered towards what was not used yet; findings: {int(report['findings'])}.</p>"
    )
    shares = report["shares"]
    rows = [[plural(kind).capitalize(), *(f"{int(n)}" for n in shares[kind])] for kind in WORDS if kind in shares]
    return said + table("What play used", ["", "Used in games from the start", "Used, examples included", "Of"], rows)


REPORTS: tuple[tuple[str, str, str, Callable[[Any], str]], ...] = (
    ("simulation.json", "Many games of bots", "kiln simulate --json", many_games),
    ("coverage.json", "What play used", "kiln check --coverage", coverage),
)


def table(name: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """All cells are plain text. Wide ones scroll, by keyboard too."""
    top = "".join(f'<th scope="col">{escape(words)}</th>' if words else "<td></td>" for words in head)
    return (
        f'<div class="kiln-wide" tabindex="0" role="region" aria-label="{escape(name)}"><table><thead><tr>{top}</tr></thead>'
        f"<tbody>{''.join(line(row) for row in rows)}</tbody></table></div>"
    )


def line(row: Sequence[str]) -> str:
    first, *rest = row
    return f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>'


def setting(found: Any) -> str:
    """`3 players, heating up: yes`."""
    return ", ".join([f"{int(found['players'])} players", *options(found["options"])])


def options(found: Any) -> Iterator[str]:
    for name, value in found.items():
        yield f"{str(name).replace('_', ' ')}: {('yes' if value else 'no') if isinstance(value, bool) else value}"


def spread(found: Any) -> str:
    return "" if found is None else f"{found['median']:g}, {found['quarter']:g} to {found['three_quarters']:g}"


def share(found: Any) -> str:
    if found is None or found["share"] is None:
        return ""
    return f"{part(found['share'])} [{100 * found['low']:.0f}–{100 * found['high']:.0f}]"


def part(found: Any) -> str:
    return "" if found is None else f"{100 * found:.0f} %"


def ordinal(number: int) -> str:
    return ORDINALS[number] if number < len(ORDINALS) else f"{number}th"
