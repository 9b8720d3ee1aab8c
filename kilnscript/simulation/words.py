"""A report → plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kilnscript.session.game import Game
from kilnscript.simulation.figures import Share, Spread
from kilnscript.simulation.report import Report, SettingReport, UseFigures

Table = tuple[list[str], list[list[str]]]
"""the head, and rows as long as it"""

USE_HEAD = ("a game", "in games", "when legal", "users who won")
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
    yield from choices(s)
    yield ""
    yield from table(*seat_table(s))
    if s.order:
        yield ""
        yield from table(*order_table(s))
    if s.bots:
        yield ""
        yield from table(*bot_table(s))
        yield from gaps(s)
    yield f"A fair share of the wins would be {percent(s.fair)}."
    if s.sources:
        yield ""
        yield from table(*source_table(s))
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
        if phase not in game.model.phases:
            yield f"  with {phase.partition(' ')[2]}", found
            continue
        title = game.model.phases[phase].title
        words = "" if title is None else "".join(part for part in title.parts if isinstance(part, str))
        yield f"passes of {phase}" + (f" ({words})" if words and words.lower() != phase.replace("_", " ") else ""), found
    yield "points of a seat", s.points
    yield "points of the best", s.best
    yield "ahead of the second", s.margin
    yield "changes of the lead", s.leads
    if s.story is not None:
        yield "drama", s.story.drama
        yield "winner behind, part of game", s.story.behind
        yield "swing of the winner's chance", s.story.swing
        yield "settled, part of game", s.story.settled


def choices(s: SettingReport) -> Iterator[str]:
    yield "Decisions are those of all seats in a game; legal moves count the ways to pay for one thing once."
    if s.forced is not None:
        yield f"Decisions with one legal move only: {percent(s.forced)}."
    if s.looked is not None:
        looked = s.looked
        yield f"Of the others, a look one move ahead finds {share(looked.real)} real choices, {share(looked.clear)} with one clear"
        yield f"best move, {share(looked.alike)} with moves all alike so far."
    if s.close is not None:
        yield f"Games in which the second was within a tenth of the best's points: {share(s.close)}."


def seat_table(s: SettingReport) -> Table:
    hidden = any(seat.unseen for seat in s.seats)
    rows = []
    for seat in s.seats:
        row = [f"seat {seat.seat}", share(seat.wins), off(seat.wins, s.fair), *(mean(seat.points) if seat.points else ["", ""])]
        rows.append(row + ([percent(seat.unseen), percent(seat.secret)] if hidden else []))
    return ["", "wins", "", "points", "", *(["unseen", "seen by others only"] if hidden else [])], rows


def order_table(s: SettingReport) -> Table:
    rows = [
        [f"{place.place}.", share(place.wins), off(place.wins, s.fair), *(mean(place.points) if place.points else ["", ""])]
        for place in s.order
    ]
    return ["first decision", "wins", "", "points", ""], rows


def bot_table(s: SettingReport) -> Table:
    rows = [[bot.bot, share(bot.wins), off(bot.wins, bot.fair), *(mean(bot.points) if bot.points else ["", ""])] for bot in s.bots]
    return ["", "wins", "", "points", ""], rows


def gaps(s: SettingReport) -> Iterator[str]:
    for gap in s.gaps:
        wins = f"{percent(gap.wins.mean)} of the games [{100 * gap.wins.low:.1f}, {100 * gap.wins.high:.1f}]"
        points = "" if gap.points is None else " and {} points {}".format(*mean(gap.points))
        sure = "" if gap.wins.low > 0 else ": may be chance"
        yield f"A seat of {gap.bot} is ahead of one of {gap.other} by {wins}{points}{sure}."


def source_table(s: SettingReport) -> Table:
    decided = any(source.winners is not None for source in s.sources)
    rows = []
    for source in s.sources:
        row = [source.title, *mean(source.points), "" if source.part is None else percent(source.part)]
        rows.append(row + ([number(source.winners), number(source.others)] if decided else []))
    return ["points from", "mean", "", "of all", *(["winners", "others"] if decided else [])], rows


def groups(s: SettingReport) -> dict[tuple[str, str], list[UseFigures]]:
    """(action, parameter) -> its values, where there are several and some were used."""
    found: dict[tuple[str, str], list[UseFigures]] = {}
    for use in s.uses:
        if use.parameter:
            found.setdefault((use.action, use.parameter), []).append(use)
    return {key: uses for key, uses in found.items() if len(uses) > 1 and any(use.uses for use in uses)}


def uses(s: SettingReport, details: bool) -> Iterator[str]:
    actions = [use for use in s.uses if not use.parameter]
    yield from table(["action", *USE_HEAD], [use_row(use, use.key) for use in actions])
    for (action, parameter), found in groups(s).items():
        if details:
            ordered = sorted((use for use in found if use.uses), key=lambda use: -use.uses)
            yield ""
            yield from table([f"{action} {parameter}", *USE_HEAD], [use_row(use, use.value) for use in ordered])
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
