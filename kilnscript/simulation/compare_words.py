"""A comparison → plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kilnscript.simulation.compare import FEWEST, RISK, Change, Comparison, SettingComparison
from kilnscript.simulation.words import number, percent, table

MOST_USES = 25


def text(found: Comparison) -> str:
    """Ends with a line feed."""
    lines = [f"A: {found.a}", f"B: {found.b}", "", "What differs in the rules", "========================="]
    told = [*found.options, *found.rules]
    lines += [str(difference) for difference in told] or ["Nothing."]
    for setting in found.settings:
        lines += ["", *setting_lines(setting, found)]
    if found.settings:
        tested, marked = found.tested
        lines += [
            "",
            f"{marked} of {tested} figures have a mark; where nothing differs at all, about {tested * RISK:.0f} would by chance.",
            "Game N of both sides has the same seed and bots. B - A with the interval that holds it in 19 of 20 such comparisons:",
            "means game by game (Student's t), shares as if the games did not belong together (Newcombe). * differs; ** differs even",
            "when all figures share the risk of 5 % (Bonferroni).",
        ]
    return "\n".join(lines) + "\n"


def setting_lines(s: SettingComparison, found: Comparison) -> Iterator[str]:
    title = f"What it does with {s.a.players} players: {s.games} games each, bots {', '.join(found.plan.bots)}, seed {found.plan.seed}"
    yield title
    yield "=" * len(title)
    if any(s.failed):
        yield f"Failed: {s.failed[0]} games of A, {s.failed[1]} of B."
    if not s.games:
        yield "No games to compare."
        return
    yield from table(["", "A", "B", "B - A", "", ""], [row(change) for change in s.changes])
    sure = sure_uses(s)
    if sure:
        yield ""
        yield from table(["uses in a game", "A", "B", "B - A", "", ""], [row(use) for use in sure[:MOST_USES]])
        if len(sure) > MOST_USES:
            yield f"and {len(sure) - MOST_USES} more that differ"
    elif s.games < FEWEST:
        yield f"With fewer than {FEWEST} games nothing is marked **, and no uses are listed."
    elif s.uses:
        yield f"How often actions and values are used: none of {len(s.uses)} differs for sure."


def sure_uses(s: SettingComparison) -> list[Change]:
    """The surest first."""
    return sorted((use for use in s.uses if use.sure), key=lambda use: -abs(use.difference) / max(use.high - use.low, 1e-9))


def row(change: Change) -> Sequence[str]:
    show = percent if change.share else number
    mark = "**" if change.sure else "*" if change.differs else ""
    if change.difference == 0 and change.low == change.high:
        return [change.figure, show(change.a), show(change.b), "0", "", ""]
    return [
        change.figure,
        show(change.a),
        show(change.b),
        signed(change, show(change.difference)),
        f"[{show(change.low)}, {show(change.high)}]",
        mark,
    ]


def signed(change: Change, text: str) -> str:
    return f"+{text}" if change.difference > 0 else text
