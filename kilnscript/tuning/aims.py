"""Aims (`rounds 7..9`, `seat advantage <= 3%`) and the report of many games → each figure with its interval, and its distance.

AIM    = FIGURE TARGET ["for" N "players"]
TARGET = LOW ".." HIGH | ("<=" | ">=" | "=") NUMBER        a NUMBER may be followed by %
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game
from kilnscript.simulation.figures import Share, Spread
from kilnscript.simulation.report import SettingReport, UseFigures
from kilnscript.simulation.watch import Usage

NUMBER = r"-?\d{1,9}(?:\.\d{1,6})?"
AIM = re.compile(
    rf"\s*(?P<figure>[A-Za-z_].*?)\s*(?:(?P<sign><=|>=|=)\s*(?P<end>{NUMBER})|(?<=\s)(?P<low>{NUMBER})\s*\.\.\s*(?P<high>{NUMBER}))"
    r"\s*(?P<percent>%?)\s*(?:for\s+(?P<players>\d{1,2})\s+players?)?\s*\Z"
)
SCALE = 0.1  # of a number, or ten points of 100: a figure so far from its aim is at the distance 1
Verdict = Literal["met", "met, perhaps", "missed, perhaps", "missed"]


@dataclass(frozen=True, slots=True)
class Figure:
    """``low`` to ``high`` holds the true value in 19 of 20 samples."""

    value: float
    low: float
    high: float


Measure = Callable[[SettingReport], Figure | None]


@dataclass(frozen=True, slots=True)
class Aim:
    """``figure`` as the author names it, from ``low`` to ``high`` (one may be infinite); ``share``: in parts of 1, told in percent.
    ``players``: only for settings with so many, None for all."""

    text: str
    figure: str
    low: float
    high: float
    share: bool
    players: int | None
    measure: Measure

    def distance(self, value: float) -> float:
        """0 where the aim is met; see SCALE."""
        short = max(self.low - value, value - self.high, 0.0)
        if self.share:
            return short / SCALE
        ends = [abs(end) for end in (self.low, self.high) if math.isfinite(end)]
        return short / (SCALE * max(*ends, 1e-9) if max(ends) else 1.0)

    def verdict(self, found: Figure) -> Verdict:
        """Sure where the whole interval says so. An aim of one exact value is met, perhaps, where the interval holds it."""
        if self.low == self.high:
            return "met, perhaps" if found.low <= self.low <= found.high else "missed"
        if self.low <= found.value <= self.high:
            return "met" if self.low <= found.low and found.high <= self.high else "met, perhaps"
        return "missed" if found.low > self.high or found.high < self.low else "missed, perhaps"

    def of(self, s: SettingReport) -> Figure | None:
        """None where the aim is not about this setting."""
        if self.players not in (None, s.setting.players) or not s.games:
            return None
        return self.measure(s)


def read_aim(game: Game, text: str) -> Aim:
    """Raises UsageError."""
    match = AIM.match(text)
    if match is None:
        hint = "write a figure and what it should be: `decisions 60..90`, `seat advantage <= 3%`, `drama >= 0.1`"
        raise UsageError(f"`--aim {text}` cannot be read; {hint}")
    name = " ".join(match["figure"].split()).lower()
    share, measure = figure(game, name)
    scale = 0.01 if match["percent"] else 1.0
    if match["percent"] and not share:
        raise UsageError(f"`--aim {text}`: `{name}` is no share, so that no `%` follows it")
    if match["sign"] is None:
        low, high = float(match["low"]) * scale, float(match["high"]) * scale
    else:
        end = float(match["end"]) * scale
        low, high = (-math.inf if match["sign"] == "<=" else end), (math.inf if match["sign"] == ">=" else end)
    if low > high:
        raise UsageError(f"`--aim {text}`: the range ends at {match['high']}, before it begins at {match['low']}")
    if share and max(end for end in (low, high) if math.isfinite(end)) > 1:
        raise UsageError(f"`--aim {text}`: `{name}` is a share, written as 3% or 0.03")
    players = int(match["players"]) if match["players"] else None
    if players is not None and players not in game.players:
        raise UsageError(f"`--aim {text}`: {game.title} is not for {players} players")
    return Aim(" ".join(text.split()), name, low, high, share, players, measure)


# ---- figures -------------------------------------------------------------------------------------------------------------


def figure(game: Game, name: str) -> tuple[bool, Measure]:
    """(whether it is a share, what it is in a report). Raises UsageError for a name that there is not."""
    known = named(game)
    wanted = ALIASES.get(name, name)
    if (used := USE.fullmatch(wanted)) and wanted not in known:
        return True, of_uses(game, used["share"], used["action"], used["value"])
    if wanted not in known and f"passes of {wanted}" in known:
        wanted = f"passes of {wanted}"
    elif wanted not in known and f"passes of {wanted.removesuffix('s')}" in known:
        wanted = f"passes of {wanted.removesuffix('s')}"  # rounds
    if wanted not in known:
        near = did_you_mean(name, [*known, *ALIASES])
        raise UsageError(f"there is no figure `{name}`; {near or f'there are {listing(known, 60)}'}")
    return known[wanted]


USES: dict[str, Callable[[UseFigures], Share]] = {"games": lambda use: use.games, "wins": lambda use: use.wins}
USE = re.compile(r"(?P<share>games|wins) with (?P<action>\S+)(?: (?P<value>.+))?")
ALIASES = {"length": "decisions", "ties": "drawn", "draws": "drawn", "score": "points", "winning score": "points of the best"}


def named(game: Game) -> dict[str, tuple[bool, Measure]]:
    """Every figure of the report that can be aimed at, by its name."""
    found: dict[str, tuple[bool, Measure]] = {
        "decisions": (False, mean(lambda s: s.decisions)),
        "legal moves": (False, mean(lambda s: s.branching)),
        "points": (False, mean(lambda s: s.points)),
        "points of the best": (False, mean(lambda s: s.best)),
        "score spread": (False, deviation),
        "margin": (False, mean(lambda s: s.margin)),
        "lead changes": (False, mean(lambda s: s.leads)),
        "drama": (True, mean(lambda s: s.story.drama if s.story else None)),
        "winner behind": (True, mean(lambda s: s.story.behind if s.story else None)),
        "swing": (False, mean(lambda s: s.story.swing if s.story else None)),
        "settled": (True, mean(lambda s: s.story.settled if s.story else None)),
        "close": (True, part(lambda s: s.close)),
        "drawn": (True, part(lambda s: s.drawn)),
        "shared": (True, part(lambda s: s.shared)),
        "real choices": (True, part(lambda s: s.looked.real if s.looked else None)),
        "clear choices": (True, part(lambda s: s.looked.clear if s.looked else None)),
        "alike choices": (True, part(lambda s: s.looked.alike if s.looked else None)),
        "seat advantage": (True, advantage),
    }
    for seat in range(1, max(game.players) + 1):
        found[f"wins of seat {seat}"] = (True, wins_of(seat))
    for phase in game.model.phases:
        found[f"passes of {phase}".lower()] = (False, mean(lambda s, phase=phase: s.phases.get(phase)))  # type: ignore[misc]
    scores = game.model.declarations.scores
    for source in scores.sources if scores is not None else ():
        found[f"points from {source}".lower()] = (False, mean(lambda s, source=source: source_of(s, source).points))  # type: ignore[misc]
        found[f"share of {source}".lower()] = (True, share_of(source))
    for action in game.model.actions:
        for share in USES:
            found[f"{share} with {action}".lower()] = (True, of_uses(game, share, action.lower(), None))
    return found


def mean(of: Callable[[SettingReport], Spread | None]) -> Measure:
    def measure(s: SettingReport) -> Figure | None:
        found = of(s)
        return None if found is None else Figure(found.mean, found.low, found.high)

    return measure


def part(of: Callable[[SettingReport], Share | None]) -> Measure:
    def measure(s: SettingReport) -> Figure | None:
        found = of(s)
        return None if found is None or found.value is None else Figure(found.value, *found.interval)

    return measure


def deviation(s: SettingReport) -> Figure | None:
    """The standard deviation of the points of seats. Its interval takes games for normal, with as many independent seats as games:
    s ± 1.96 s / sqrt(2 (n - 1))."""
    if s.points is None or s.games < 2:
        return None
    half = 1.96 * s.points.deviation / math.sqrt(2 * (s.games - 1))
    return Figure(s.points.deviation, max(0.0, s.points.deviation - half), s.points.deviation + half)


def advantage(s: SettingReport) -> Figure | None:
    """How far the wins of the seat (or of the place in the order, where a lot decides who begins) furthest from a fair share are from it.
    The interval is that of the furthest: of every seat how far at least and at most, then the largest of each."""
    shares = [place.wins for place in s.order] or [seat.wins for seat in s.seats]
    if not shares or s.setting.players < 2:
        return None
    least, most = [], []
    for share in shares:
        low, high = share.interval
        most.append(max(abs(low - s.fair), abs(high - s.fair)))
        least.append(0.0 if low <= s.fair <= high else min(abs(low - s.fair), abs(high - s.fair)))
    return Figure(max(abs((share.value or 0.0) - s.fair) for share in shares), max(least), max(most))


def wins_of(seat: int) -> Measure:
    return part(lambda s: s.seats[seat - 1].wins if seat <= len(s.seats) else None)


def source_of(s: SettingReport, source: str) -> Any:
    return next(found for found in s.sources if found.source == source)


def share_of(source: str) -> Measure:
    """Of all points; its interval is that of its points, over the mean of all."""

    def measure(s: SettingReport) -> Figure | None:
        found = source_of(s, source)
        if found.part is None or not found.points.mean:
            return None
        scale = found.part / found.points.mean
        return Figure(found.part, max(0.0, found.points.low * scale), min(1.0, found.points.high * scale))

    return measure


def of_uses(game: Game, share: str, action: str, value: str | None) -> Measure:
    """Of an action, or of one of the things it can be used with (``zone=harbour``, or only ``harbour``). Names in lower case."""
    name = next((known for known in game.model.actions if known.lower() == action), None)
    if name is None:
        near = did_you_mean(action, game.model.actions)
        raise UsageError(f"there is no action `{action}`; {near or f'there are {listing(game.model.actions, 60)}'}")
    if value is None:
        return lambda s: use_of(s, share, [name])
    keys = [
        key
        for key in dict.fromkeys(key for count in game.players for key in Usage(game.compiled(count)).possible())
        if key.startswith(f"{name} ")
    ]
    meant = [key for key in keys if value in (key.partition(" ")[2].lower(), key.partition("=")[2].lower())]
    if not meant:
        values = list(dict.fromkeys(key.partition("=")[2] for key in keys))
        near = did_you_mean(value, values) or (f"there are {listing(values, 60)}" if values else "what it is used with is not counted")
        raise UsageError(f"`{name}` is never used with `{value}`; {near}")
    return lambda s: use_of(s, share, meant)


def use_of(s: SettingReport, share: str, keys: Collection[str]) -> Figure | None:
    """Of the first of ``keys`` that was used; None for the wins of seats that there are none of."""
    shares = (USES[share](use) for use in s.uses if use.key in keys)
    return next((Figure(found.value, *found.interval) for found in shares if found.value is not None), None)


# ---- all together --------------------------------------------------------------------------------------------------------


def distances(aims: Iterable[Aim], settings: Iterable[SettingReport]) -> float:
    """The sum over aims of the mean over the settings that they are about. A figure that a game does not have counts as far off."""
    found = list(settings)
    total = 0.0
    for aim in aims:
        meant = [s for s in found if aim.players in (None, s.setting.players)]
        values = [aim.of(s) for s in meant]
        total += sum(FAR if value is None else aim.distance(value.value) for value in values) / max(1, len(values))
    return total


FAR = 100.0


def plain(found: Figure) -> Mapping[str, float]:
    return {"value": round(found.value, 6), "low": round(found.low, 6), "high": round(found.high, 6)}
