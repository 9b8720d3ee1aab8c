"""A report of many games → the HTML page: what is read first as pictures, all figures as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from kilnscript.publish.games import pictures
from kilnscript.session.game import Game
from kilnscript.simulation import words
from kilnscript.simulation.figures import Share
from kilnscript.simulation.report import Report, SettingReport, UseFigures
from kilnscript.version import __version__

STYLE = """
:root { color-scheme: light dark; --ink: #222; --soft: #667; --paper: #fff; --bar: #7a9cc6; --line: #b5482a; --rule: #ccd; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --soft: #9aa; --paper: #1b1c1e; --bar: #4f7cb0; --line: #e08a5f; --rule: #445; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 3rem; border-bottom: 1px solid var(--rule); }
p.note, figcaption { color: var(--soft); } figure { margin: 1rem 0; }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: var(--ink); }
.bar { fill: var(--bar); } .whisker { stroke: var(--ink); fill: none; } .said { fill: var(--soft); }
.mark { stroke: var(--line); stroke-dasharray: 4 3; fill: none; } .line { stroke: var(--line); stroke-width: 2; fill: none; }
.grid { stroke: var(--rule); fill: none; } rect.grid { stroke: none; fill: var(--rule); }
@media (max-width: 40rem) { figure { overflow-x: auto; } svg { min-width: 34rem; } }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { padding: .15rem .7rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
.words th, .words td { text-align: left; white-space: normal; overflow-wrap: anywhere; }
pre { overflow-x: auto; } .gone { color: var(--line); } .come { color: var(--bar); }
th:first-child, td:first-child { text-align: left; padding-left: 0; } th { font-weight: 600; color: var(--soft); }
th:first-child, td:first-child { position: sticky; left: 0; background: var(--paper); }
"""


def page(report: Report, game: Game) -> str:
    """The whole document, without links to anything outside."""
    title = f"{report.title}: {report.done} games"
    plan = report.plan
    head = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>Bots: {escape(', '.join(plan.bots))}. Seed {escape(str(plan.seed))}. {report.done} of {plan.total} games. "
        f"Rules {report.rules_hash[:12]}, kilnscript {__version__}.</p>",
        '<p class="note">Whiskers and [brackets] hold the true value in 19 of 20 such samples. Bots do not play like people: '
        "this says where to look.</p>",
    ]
    parts = [part for number, setting in enumerate(report.settings) for part in section(setting, game, report, number)]
    return "\n".join([*head, *parts, "</body></html>"]) + "\n"


def section(s: SettingReport, game: Game, report: Report, number: int) -> Iterator[str]:
    yield f"<h2>{escape(str(s.setting))}</h2>"
    for why, count in s.failed.items():
        yield f"<p>Failed: {count} games: {escape(why)}</p>"
    if not s.games:
        return
    facts = [f for f in report.facts if f.setting == number and f.failed is None]
    yield f"<p>{escape('; '.join(words.ends(s)))}</p>"
    yield figure(
        pictures.bars([win_bar(f"Seat {seat.seat}", seat.wins) for seat in s.seats], 1, s.fair),
        "Wins by seat; the dashed line is a fair share.",
    )
    if s.order:
        bars = pictures.bars([win_bar(f"{place.place}.", place.wins) for place in s.order], 1, s.fair)
        yield figure(bars, "Wins by who had to decide first, second, and so on.")
    if s.bots:
        yield figure(pictures.bars([win_bar(bot.bot, bot.wins) for bot in s.bots], 1, s.fair), "Wins by bot.")
    yield figure(pictures.histogram([sum(f.decisions) for f in facts]), "Decisions in a game.")
    points = [abs(value) if value == 0 else value for f in facts for value in f.standing or ()]
    if points:
        lowest = bool(game.model.rank) and not game.model.rank[0].highest
        yield figure(pictures.histogram([-value for value in points] if lowest else points), "Points of a seat at the end.")
    if s.sources and all(source.points.mean >= 0 for source in s.sources):
        most = max(source.points.high for source in s.sources)
        rows = [
            (source.title, source.points.mean, source.points.low, source.points.high, words.number(source.points.mean))
            for source in s.sources
        ]
        yield figure(pictures.bars(rows, most), "Points by source, mean.")
    if s.story is not None:
        yield figure(
            pictures.line(s.story.curve, 1 / s.setting.players), "The chance of the later winner over the game, mean of all games."
        )
    yield "<h3>Course</h3>"
    rows_of = [words.spread_row(title, found) for title, found in words.length(s, game) if found is not None]
    yield table(["", "mean", "", "sd", "least", "quarter", "median", "three q.", "most"], rows_of)
    yield f"<p>{escape(' '.join(words.choices(s)))}</p>"
    yield "<h3>Seats</h3>"
    yield table(*words.seat_table(s))
    if s.bots:
        yield table(*words.bot_table(s))
        yield f"<p>{escape(' '.join(words.gaps(s)))}</p>"
    if s.sources:
        yield "<h3>Points</h3>"
        yield table(*words.source_table(s))
    yield "<h3>Uses</h3>"
    yield from uses(s)


def uses(s: SettingReport) -> Iterator[str]:
    actions = [use for use in s.uses if not use.parameter]
    yield table(["action", *words.USE_HEAD], [words.use_row(use, use.key) for use in actions])
    for (action, parameter), found in words.groups(s).items():
        used = sum(use.uses > 0 for use in found)
        rows = [words.use_row(use, use.value) for use in sorted(found, key=lambda use: -use.uses)]
        yield f"<details><summary>{escape(action)}: {escape(parameter)} ({used} of {len(found)} used)</summary>"
        yield picture_of(found) + table(["", *words.USE_HEAD], rows) + "</details>"


def picture_of(found: Sequence[UseFigures]) -> str:
    """How often each value was taken when it was legal."""
    shown = [use for use in sorted(found, key=lambda use: -(use.taken.value or 0)) if use.taken.of][:60]
    if len(shown) < 3:
        return ""
    most = max(use.taken.interval[1] for use in shown)
    return figure(pictures.bars([win_bar(use.value, use.taken) for use in shown], most), "Taken when legal.")


def win_bar(name: str, found: Share) -> tuple[str, float, float, float, str]:
    low, high = found.interval
    return name, found.value or 0.0, low, high, words.share(found)


def figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> str:
    """``kind``: ``words`` for cells that hold text rather than numbers."""
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    said = f' class="{kind}"' if kind else ""
    return f'<div class="wide"><table{said}><tr>{heads}</tr>{lines}</table></div>'
