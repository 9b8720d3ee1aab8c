"""``kilnscript.compare``: two games, or two choices of options of one → what differs in the rules, and what that does."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game, load
from kilnscript.simulation.course import Chances
from kilnscript.simulation.differences import Difference, differences
from kilnscript.simulation.facts import GameFacts
from kilnscript.simulation.figures import Share, Z, paired, share_difference
from kilnscript.simulation.plan import Plan, Setting, make_plan, said
from kilnscript.simulation.report import part_of_win, plain, sign, winners_of
from kilnscript.simulation.run import Progress, play_all
from kilnscript.simulation.work import Hands

RISK = 0.05  # that a figure is said to differ and does not; for `sure`, that any of a table's figures is
FEWEST = 20  # games, for `sure`: the tails of Student's t are not known well for fewer

Measure = Callable[[GameFacts], float | None]


@dataclass(frozen=True, slots=True)
class Change:
    """A figure of both sides. ``difference`` is ``b - a``, and lies between ``low`` and ``high`` in 19 of 20 such comparisons; it
    ``differs`` where they leave out 0. ``sure``: so it does when every figure of its kind gets its part of the risk (Bonferroni), so that
    in 19 of 20 comparisons without any difference no figure at all is called sure. ``share``: the figure is one of games."""

    figure: str
    a: float
    b: float
    difference: float
    low: float
    high: float
    differs: bool
    sure: bool
    share: bool = False


@dataclass(frozen=True, slots=True)
class SettingComparison:
    """``played``: pairs of games; ``games``: those that came to their end on both sides. ``uses``: of actions and values of parameters,
    how often they were used in a game."""

    a: Setting
    b: Setting
    played: int
    games: int
    failed: tuple[int, int]
    changes: tuple[Change, ...]
    uses: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `kiln compare` found. ``options``: those that differ between the two sides, where both are of one game."""

    a: str
    b: str
    plan: Plan
    rules: tuple[Difference, ...]
    options: tuple[Difference, ...]
    settings: tuple[SettingComparison, ...]

    @property
    def done(self) -> int:
        """Pairs of games."""
        return min((s.played for s in self.settings), default=0)

    @property
    def tested(self) -> tuple[int, int]:
        """(figures that could differ, those that have a mark): of 20 without any difference one gets a mark by chance."""
        changes = [change for s in self.settings for change in s.changes if (change.low, change.high) != (0, 0)]
        return len(changes), sum(change.differs for change in changes)

    def plain(self) -> dict[str, Any]:
        """JSON data."""
        tested, marked = self.tested
        return {
            "a": self.a,
            "b": self.b,
            "plan": {"games": self.plan.games, "seed": self.plan.seed, "bots": list(self.plan.bots)},
            "rules": plain(self.rules),
            "options": plain(self.options),
            "figures": {"tested": tested, "differ": marked, "by chance": round(tested * RISK, 2)},
            "settings": [plain(s) for s in self.settings],
        }


def compare(
    a: Game | str | Path,
    b: Game | str | Path | None = None,
    games: int = 200,
    players: int | Sequence[int] | None = None,
    options_a: Mapping[str, object] | None = None,
    options_b: Mapping[str, object] | None = None,
    bots: str | Sequence[str] = "greedy",
    seed: int | str = 1,
    jobs: int = 1,
    progress: Progress | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    cluster: str | None = None,
) -> Comparison:
    """Tells the rules of two games apart, and plays both with the same chance and bots. ``b`` left out: the same game, with other options.

    ``games``: of each side and number of ``players`` (the fewest that both can have, if left out); 0 compares the rules alone. The other
    arguments are those of ``kilnscript.simulate``. Game N of both sides has the same seed (see ``Plan.common``), so that means are compared
    game by game (paired, Student's t); shares of games are compared as if the games did not belong together (Newcombe's interval).

    ``out``: a file to keep the games in, with ``.a`` and ``.b`` put before the end of its name; ``resume`` goes on with those.

    Raises UsageError, RuleErrors, NotSupported.
    """
    first = a if isinstance(a, Game) else load(a)
    second = first if b is None else b if isinstance(b, Game) else load(b)
    counts = [players] if isinstance(players, int) else list(players) if players is not None else common_players(first, second)
    names = [bots] if isinstance(bots, str) else list(bots)
    plans = [
        replace(make_plan(game, max(1, games), counts, {name: [v] for name, v in (options or {}).items()}, names, seed), common=True)
        for game, options in ((first, options_a), (second, options_b))
    ]
    if second is first and not options_that_differ(*(plan.settings[0] for plan in plans)):
        raise UsageError("one game with the same options on both sides: there is nothing to compare")
    played: list[list[GameFacts]] = []
    if games:
        files = None if out is None else [(beside(Path(out), side), resume) for side in ("a", "b")]
        played = play_all([(first, plans[0]), (second, plans[1])], Hands(jobs, cluster), files, progress)
    return compared(first, second, plans, played)


def compared(a: Game, b: Game, plans: Sequence[Plan], played: Sequence[Sequence[GameFacts]]) -> Comparison:
    """``played``: the games of both sides, of plans with common chance; empty for the rules alone."""
    rules = () if b is a else differences(a, b)
    chosen = tuple(options_that_differ(*(plan.settings[0] for plan in plans))) if b is a else ()
    settings = []
    for n, (one, other) in enumerate(zip(plans[0].settings, plans[1].settings, strict=True) if played else ()):
        sides = [{f.number: f for f in facts if f.setting == n} for facts in played]
        settings.append(side_by_side(one, other, sides[0], sides[1], (sign(a), sign(b)), len(plans[0].settings)))
    return Comparison(a.title, b.title, plans[0], rules, chosen, tuple(settings))


def common_players(a: Game, b: Game) -> list[int]:
    both = [count for count in a.players if count in b.players]
    if not both:
        raise UsageError(f"{a.title} and {b.title} have no number of players in common")
    return both[:1]


def options_that_differ(a: Setting, b: Setting) -> list[Difference]:
    return [
        Difference(f"option {name}", "", said(a.options[name]), said(b.options[name]))
        for name in a.options
        if a.options[name] != b.options[name]
    ]


def beside(path: Path, side: str) -> Path:
    """``games.jsonl`` as ``games.a.jsonl``."""
    return path.with_name(f"{path.stem}.{side}{path.suffix}")


def side_by_side(
    a: Setting, b: Setting, first: Mapping[int, GameFacts], second: Mapping[int, GameFacts], signs: tuple[int, int], tables: int = 1
) -> SettingComparison:
    """``tables``: how many settings are compared at all: they share the risk."""
    played = sorted(first.keys() & second.keys())
    both = [n for n in played if first[n].failed is None and second[n].failed is None]
    failed = tuple(sum(facts.failed is not None for facts in side.values()) for side in (first, second))
    pairs = [(first[n], second[n]) for n in both]
    if not pairs:
        return SettingComparison(a, b, len(played), 0, (failed[0], failed[1]), (), ())
    found = measures([[pair[0] for pair in pairs], [pair[1] for pair in pairs]], signs)
    shares = [
        *((f"wins of seat {seat + 1}", win_of(seat)) for seat in range(a.players)),
        ("games drawn", lambda facts: float(not facts.winners)),
    ]
    risk = RISK / tables / (len(found) + len(shares))
    changes = [mean_change(name, pairs, one, other, risk) for name, one, other in found]
    changes += [share_change(name, pairs, measure, risk) for name, measure in shares]
    keys = sorted({key for pair in pairs for facts in pair for used in facts.used for key in used})
    uses = [mean_change(key, pairs, uses_of(key), uses_of(key), RISK / tables / len(keys)) for key in keys]
    kept = tuple(change for change in changes if change is not None)
    return SettingComparison(
        a, b, len(played), len(pairs), (failed[0], failed[1]), kept, tuple(change for change in uses if change is not None)
    )


def measures(sides: Sequence[Sequence[GameFacts]], signs: tuple[int, int]) -> list[tuple[str, Measure, Measure]]:
    """(name, measure of a game of A, of B): figures that are means over games."""
    found: list[tuple[str, Measure]] = [
        ("decisions", lambda facts: float(sum(facts.decisions))),
        ("legal moves at a decision", lambda facts: sum(facts.choices) / max(1, sum(facts.decisions))),
        ("forced, part of decisions", lambda facts: sum(facts.forced) / max(1, sum(facts.decisions))),
        ("ahead of the second", margin),
        ("changes of the lead", lambda facts: None if facts.leads is None else float(facts.leads)),
    ]
    phases = dict.fromkeys(phase for facts in (sides[0][0], sides[1][0]) for phase in facts.phases)
    phases |= dict.fromkeys(phase for side in sides for facts in side for phase in facts.phases)
    found += [(f"passes of {phase}", passes_of(phase)) for phase in phases]
    sources = dict.fromkeys(source for side in sides for holder in side[0].scores.values() for source in holder["sources"])
    found += [(f"points from {source}", points_from(source)) for source in sources]
    both = [(name, measure, measure) for name, measure in found]
    both += [
        ("points of a seat", points(signs[0], statistics.fmean), points(signs[1], statistics.fmean)),
        ("points of the best", points(signs[0], max), points(signs[1], max)),
    ]
    chances = [Chances([(facts.course, winners_of(facts)) for facts in side]) for side in sides]
    for name in ("drama", "behind", "swing", "settled"):
        both.append((STORY[name], story_of(chances[0], name), story_of(chances[1], name)))
    return both


STORY = {
    "drama": "drama",
    "behind": "winner behind, part of game",
    "swing": "swing of the winner's chance",
    "settled": "settled, part of game",
}


def points(sign: int, of: Callable[[Sequence[float]], float]) -> Measure:
    return lambda facts: None if facts.standing is None else sign * of(facts.standing)


def margin(facts: GameFacts) -> float | None:
    if facts.standing is None or len(facts.standing) < 2:
        return None
    best, second, *_ = sorted(facts.standing, reverse=True)
    return best - second


def passes_of(phase: str) -> Measure:
    return lambda facts: float(facts.phases.get(phase, 0))


def points_from(source: str) -> Measure:
    return lambda facts: statistics.fmean(holder["sources"].get(source, 0) for holder in facts.scores.values()) if facts.scores else None


def uses_of(key: str) -> Measure:
    return lambda facts: float(sum(used.get(key, 0) for used in facts.used))


def story_of(chances: Chances, name: str) -> Measure:
    def measure(facts: GameFacts) -> float | None:
        story = chances.story(facts.course, winners_of(facts))
        return None if story is None else float(getattr(story, name))

    return measure


def win_of(seat: int) -> Callable[[GameFacts], float]:
    return lambda facts: part_of_win(facts, seat)


def mean_change(name: str, pairs: Sequence[tuple[GameFacts, GameFacts]], a: Measure, b: Measure, risk: float) -> Change | None:
    """None where no pair has the figure on both sides."""
    values = [(one, other) for first, second in pairs if (one := a(first)) is not None and (other := b(second)) is not None]
    if not values:
        return None
    apart = [other - one for one, other in values]
    difference, low, high = paired(apart)
    _, least, most = paired(apart, 1 - risk / 2)
    sure = len(apart) >= FEWEST and (least > 0 or most < 0)
    first, second = (statistics.fmean(side) for side in zip(*values, strict=True))
    return Change(name, first, second, difference, low, high, low > 0 or high < 0, sure)


def share_change(name: str, pairs: Sequence[tuple[GameFacts, GameFacts]], measure: Callable[[GameFacts], float], risk: float) -> Change:
    one, other = (Share(sum(measure(pair[side]) for pair in pairs), len(pairs)) for side in (0, 1))
    difference, low, high = share_difference(one, other, Z)
    _, least, most = share_difference(one, other, statistics.NormalDist().inv_cdf(1 - risk / 2))
    sure = len(pairs) >= FEWEST and (least > 0 or most < 0)
    return Change(name, one.value or 0.0, other.value or 0.0, difference, low, high, low > 0 or high < 0, sure, True)
