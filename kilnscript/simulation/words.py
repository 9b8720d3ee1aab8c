"""A report → plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kilnscript.session.game import Game
from kilnscript.simulation.figures import Share, Spread
from kilnscript.simulation.report import Report, SettingReport, UseFigures

MOST_NAMED = 30  # of the values that were not used


def text(report: Report, game: Game, details: bool = False) -> str:
    """Lines up to about 120 characters; ends with a line feed. ``details``: how often each value of each parameter was used."""
    plan = report.plan
    bots = ", ".join(plan.bots)
    lines = [f"{report.title}: {report.done} of {plan.total} games, bots {bots}, seed {plan.seed}"]
    if not plan.repeatable:
        lines.append("A bot that thinks for so many seconds plays differently each time: these games cannot be repeated.")
    for setting in report.settings:
        lines += ["", str(setting.setting), "=" * len(str(setting.setting)), *setting_lines(setting, game, details)]
    lines += ["", "Intervals in [brackets] hold the true value in 19 of 20 such samples (shares: Wilson; means: Student)."]
    return "\n".join(lines) + "\n"


def setting_lines(s: SettingReport, game: Game, details: bool) -> Iterator[str]:
    for why, count in s.failed.items():
        yield f"Failed: {count} games: {why}"
    if not s.games:
        yield "No game to report on."
        return
    yield from ends(s)
    yield ""
    yield from table(
        ["", "mean", "", "sd", "least", "quarter", "median", "three q.", "most"],
        [spread_row(title, found) for title, found in length(s, game) if found is not None],
    )
    forced = "" if s.forced is None else f"; with one legal move only: {percent(s.forced)}"
    yield f"Decisions are those of all seats in a game; legal moves count the ways to pay for one thing once{forced}."
    yield ""
    yield from seats(s)
    if s.sources:
        yield ""
        yield from sources(s)
    yield ""
    yield from uses(s, details)


def ends(s: SettingReport) -> Iterator[str]:
    parts = [f"{s.games} games"]
    if s.drawn.won:
        parts.append(f"drawn {share(s.drawn)}")
    if s.shared.won:
        parts.append(f"won by several {share(s.shared)}")
    yield "; ".join(parts)
    if len(s.reasons) > 1:
        yield from (f"  {share(found)}  {reason}" for reason, found in s.reasons.items())


def length(s: SettingReport, game: Game) -> Iterator[tuple[str, Spread | None]]:
    yield "decisions", s.decisions
    yield "legal moves at a decision", s.branching
    for phase, found in s.phases.items():
        title = game.model.phases[phase].title
        words = "" if title is None else "".join(part for part in title.parts if isinstance(part, str))
        yield f"passes of {phase}" + (f" ({words})" if words and words.lower() != phase.replace("_", " ") else ""), found
    yield "points of a seat", s.points
    yield "points of the best", s.best
    yield "ahead of the second", s.margin
    yield "changes of the lead", s.leads


def seats(s: SettingReport) -> Iterator[str]:
    hidden = any(seat.unseen for seat in s.seats)
    fair = 1 / s.setting.players
    rows = []
    for seat in s.seats:
        row = [f"seat {seat.seat}", share(seat.wins), off(seat.wins, fair), *(mean(seat.points) if seat.points else ["", ""])]
        rows.append(row + ([percent(seat.unseen), percent(seat.secret)] if hidden else []))
    yield from table(["", "wins", "", "points", "", *(["unseen", "seen by others only"] if hidden else [])], rows)
    if s.bots:
        yield ""
        yield from table(
            ["", "wins", "", "points", ""],
            [[bot.bot, share(bot.wins), off(bot.wins, bot.fair), *(mean(bot.points) if bot.points else ["", ""])] for bot in s.bots],
        )
    yield f"A fair share of the wins would be {percent(fair)}."


def sources(s: SettingReport) -> Iterator[str]:
    decided = any(source.winners is not None for source in s.sources)
    rows = []
    for source in s.sources:
        row = [source.title, *mean(source.points), "" if source.part is None else percent(source.part)]
        if decided:
            row += [number(source.winners), number(source.others)]
        rows.append(row)
    yield from table(["points from", "mean", "", "of all", *(["winners", "others"] if decided else [])], rows)


def uses(s: SettingReport, details: bool) -> Iterator[str]:
    head = ["a game", "in games", "when legal", "users who won"]
    actions = [use for use in s.uses if not use.parameter]
    yield from table(["action", *head], [use_row(use, use.key) for use in actions])
    groups: dict[tuple[str, str], list[UseFigures]] = {}
    for use in s.uses:
        if use.parameter:
            groups.setdefault((use.action, use.parameter), []).append(use)
    for (action, parameter), found in groups.items():
        used = [use for use in found if use.uses]
        if len(found) < 2 or not used:
            continue
        if details:
            ordered = sorted(used, key=lambda use: -use.uses)
            yield ""
            yield from table([f"{action} {parameter}", *head], [use_row(use, use.value) for use in ordered])
        if "." not in parameter:
            named = "" if details else f"{action} {parameter}: "
            yield from unused(f"{named}never chosen though legal", [use.value for use in found if not use.uses and use.taken.of])
            yield from unused(f"{named}never legal", [use.value for use in found if not use.taken.of])


def unused(words: str, values: Sequence[str]) -> Iterator[str]:
    if values:
        more = f" and {len(values) - MOST_NAMED} more" if len(values) > MOST_NAMED else ""
        yield f"{words} ({len(values)}): {', '.join(values[:MOST_NAMED])}{more}"


def use_row(use: UseFigures, name: str) -> list[str]:
    return [
        name,
        number(use.uses),
        percent(use.games.value or 0.0),
        percent(use.taken.value) if use.taken.value is not None else "never legal",
        share(use.wins) if use.wins.of else "",
    ]


# ---- numbers and tables ------------------------------------------------------------------------------------------------


def percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def share(found: Share) -> str:
    low, high = found.interval
    return "" if found.value is None else f"{percent(found.value)} [{100 * low:.1f}, {100 * high:.1f}]"


def off(found: Share, fair: float) -> str:
    """Whether the fair share lies outside the interval."""
    low, high = found.interval
    return "more than fair" if low > fair else "less than fair" if high < fair else ""


def number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if abs(value) >= 1000 or value == int(value) else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def mean(found: Spread) -> list[str]:
    return [number(found.mean), f"[{number(found.low)}, {number(found.high)}]"]


def spread_row(title: str, found: Spread) -> list[str]:
    ends = (found.deviation, found.smallest, found.quarter, found.median, found.three_quarters, found.largest)
    return [title, *mean(found), *(number(value) for value in ends)]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first column to the left, the others to the right, as wide as they need be."""
    if not rows:
        return
    widths = [max(len(row[n]) for row in [head, *rows]) for n in range(len(head))]
    for row in [head, *rows]:
        first, *rest = (cell.ljust(width) if n == 0 else cell.rjust(width) for n, (cell, width) in enumerate(zip(row, widths, strict=True)))
        yield "  ".join([first, *rest]).rstrip()
