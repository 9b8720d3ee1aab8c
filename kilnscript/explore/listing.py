"""An exploration → a report of what was used, and the rule files with a count before every line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kilnscript.compile.python.points import Point
from kilnscript.explore.coverage import WORDS, Coverage, in_order
from kilnscript.explore.explore import Exploration
from kilnscript.session.game import Game

LEGEND = """\
Before every line stands how often games came to it. The sign before the count:
  !  something on the line was never used
  e  something on the line was used in an example only
  ~  something on the line was used only in games that went on from the position of an example
Behind a line stand the counts of what it has besides: the sides of its condition, refusals, table rows, choices, cards, option values.
"""


def report(found: Exploration, title: str, files: Sequence[str]) -> str:
    """What was played, how much of every kind was used, and what was not. Ends with a line feed."""
    lines = [
        f"{title}: {found.games} games begun, {found.ended} ends reached, {found.decisions} decisions, "
        f"{found.setups[0]} of {found.setups[1]} set-ups",
        "",
        f"{'':<26}{'from the start':>16}{'in all':>10}{'there are':>12}",
    ]
    for kind, (played, used, count) in found.coverage.shares().items():
        lines.append(f"{plural(kind):<26}{played:>16}{used:>10}{count:>12}")
    left = found.coverage.left()
    never = set(found.left)
    lines += ["", "Everything was used in games from the start." if not left else "Not used in games from the start:"]
    for point in in_order(left, files):
        how = "never used"
        if point not in never:
            how = "used from an example's position" if found.coverage.seeded[point] else "used in an example"
        lines.append(f"  {point.span}: {WORDS[point.kind]}{f' ({point.detail})' if point.detail else ''}: {how}")
    return "\n".join(lines) + "\n"


def plain(found: Exploration, game: Game) -> dict[str, Any]:
    """JSON data. ``shares``: for every kind of point how many games from the start came to, how many anything came to, how many there
    are."""
    return {
        "game": game.name,
        "rules": game.rules_hash,
        "games": found.games,
        "ended": found.ended,
        "playouts": found.playouts,
        "decisions": found.decisions,
        "setups": list(found.setups),
        "findings": len(found.findings),
        "shares": {kind: list(counts) for kind, counts in found.coverage.shares().items()},
    }


def plural(kind: str) -> str:
    return {
        "line": "statements",
        "arm": "sides of conditions",
        "refusal": "requirements that refuse",
        "row": "table rows",
        "choice": "choices",
        "card": "cards and pieces",
        "option": "option values",
    }[kind]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rule file. ``count``: how often games came to it, None where there is nothing to count; ``sign``: see LEGEND;
    ``notes``: counts of what it has besides."""

    number: int
    text: str
    count: int | None
    sign: str
    notes: tuple[str, ...]

    def __str__(self) -> str:
        """``!     1234    57  if size is zone_limit: do claim(full_zone)    [no 1234, yes 0]``"""
        count = "" if self.count is None else str(self.count)
        return f"{self.sign} {count:>8} {self.number:>5}  {self.text}".rstrip() + (f"    [{', '.join(self.notes)}]" if self.notes else "")


def annotated(found: Coverage, sources: Mapping[str, str]) -> Iterator[tuple[str, list[Line]]]:
    """(path, lines) for every file that has something to count, in the order of the sources."""
    by_line: dict[tuple[str, int], list[Point]] = defaultdict(list)
    for point in found.known:
        by_line[point.span.file, point.span.line].append(point)
    files = {file for file, _ in by_line}
    for path, text in sources.items():
        if path in files:
            yield path, [counted(found, by_line.get((path, n), []), n, line) for n, line in enumerate(text.splitlines(), 1)]


def listings(found: Coverage, sources: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(path, listing as text)."""
    for path, lines in annotated(found, sources):
        yield path, LEGEND + "\n" + "\n".join(map(str, lines)) + "\n"


def counted(found: Coverage, points: list[Point], number: int, text: str) -> Line:
    if not points:
        return Line(number, text, None, " ", ())
    times = {point: found.used(point) for point in points}
    lines = [times[p] for p in points if p.kind == "line"] or list(times.values())
    besides = sorted((p for p in points if p.kind != "line"), key=lambda p: (p.span.column, p.kind, p.detail))
    signs = [sign(found, point) for point in points]
    worst = next((mark for mark in "!e~" if mark in signs), " ")
    return Line(number, text, max(lines), worst, tuple(f"{note(p)} {times[p]}" for p in besides))


def note(point: Point) -> str:
    match point.kind:
        case "arm":
            return point.detail or "arm"
        case "refusal":
            return "refused"
        case "choice":
            return f"chosen {point.detail}"
        case _:
            return point.detail


def sign(found: Coverage, point: Point) -> str:
    if found.play[point]:
        return " "
    return "~" if found.seeded[point] else "e" if found.examples[point] else "!"
