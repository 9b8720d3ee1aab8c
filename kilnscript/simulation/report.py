"""Facts of games → the figures of a report, for each setting; typed, and as JSON data."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from kilnscript.session.game import Game
from kilnscript.simulation.course import Chances
from kilnscript.simulation.facts import GameFacts
from kilnscript.simulation.figures import Share, Spread, spread
from kilnscript.simulation.plan import Plan, Setting
from kilnscript.simulation.watch import Usage, members_of_phase

MOST_REASONS = 20
CLOSE = 0.1  # of the points of the best
ALIKE, CLEAR = 0.01, 0.1  # of a chance of winning


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """``seat`` from 1. ``unseen``: the share of the pieces in the game that the seat cannot see; ``secret``: that others see and it not."""

    seat: int
    wins: Share
    points: Spread | None
    unseen: float
    secret: float


@dataclass(frozen=True, slots=True)
class OrderFigures:
    """Of the seats that were the ``place``-th (from 1) to have something to decide in a game."""

    place: int
    wins: Share
    points: Spread | None


@dataclass(frozen=True, slots=True)
class BotFigures:
    """``fair``: the share of the wins of a seat, if all bots were equally good."""

    bot: str
    wins: Share
    fair: float
    points: Spread | None


@dataclass(frozen=True, slots=True)
class GapFigures:
    """How far the bot with the most wins is ahead of another, over the games that both played: ``wins`` of a seat, in parts of a game, and
    ``points`` of a seat; each game counts once, so that its seats' ups and downs cancel out."""

    bot: str
    other: str
    wins: Spread
    points: Spread | None


@dataclass(frozen=True, slots=True)
class SourceFigures:
    """Points of a seat from one source. ``part``: of all points, where no source takes points off. ``winners``, ``others``:
    means of the seats that won and that did not."""

    source: str
    title: str
    points: Spread
    part: float | None
    winners: float | None
    others: float | None


@dataclass(frozen=True, slots=True)
class UseFigures:
    """An action (``hire``) or a value of one of its parameters (``hire card=y01``). ``games``: in which share of the games it was used;
    ``taken``: how often, of the decisions at which it was legal; ``wins``: of the seats that used it, the share that won (they may have
    used it because they were winning: it does not say what it is worth)."""

    key: str
    uses: float
    games: Share
    taken: Share
    wins: Share

    @property
    def action(self) -> str:
        return self.key.partition(" ")[0]

    @property
    def parameter(self) -> str:
        return self.key.partition(" ")[2].partition("=")[0]

    @property
    def value(self) -> str:
        return self.key.partition(" ")[2].partition("=")[2]


@dataclass(frozen=True, slots=True)
class StoryFigures:
    """How games went, by the chances of winning that `course.py` learns from them; see ``Story``. ``curve``: the mean chance of the later
    winner at even distances from the first decision to the last."""

    drama: Spread
    behind: Spread
    swing: Spread
    settled: Spread
    curve: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ChoiceFigures:
    """Of a sample of decisions with several legal moves, by a look one move ahead: ``alike`` when no move changes the seat's chance by as
    much as 1 %; ``clear`` when the best is better than the next by 10 % or more; ``real`` are the others."""

    alike: Share
    clear: Share
    real: Share


@dataclass(frozen=True, slots=True)
class SettingReport:
    """All figures of one setting; one is None where the game has nothing of the kind.

    ``fair``: the share of the wins for each seat, what is left when the drawn games are taken off. ``points``: the final scores of seats
    (the first value of `rank by`); ``margin``: by how much the best was ahead of the second; ``close``: games in which that was at most
    10 % of the best's points. ``order``: the seats by when they first had to decide, where that is not always the order of the seats.
    ``forced``: the share of decisions with a single legal move; ``branching``: legal moves at a decision, ways to pay counted once.
    ``leads``: how often the lead changed hands.
    """

    setting: Setting
    games: int
    failed: Mapping[str, int]
    reasons: Mapping[str, Share]
    drawn: Share
    shared: Share
    fair: float
    seats: tuple[SeatFigures, ...]
    order: tuple[OrderFigures, ...]
    bots: tuple[BotFigures, ...]
    gaps: tuple[GapFigures, ...]
    decisions: Spread | None
    branching: Spread | None
    forced: float | None
    phases: Mapping[str, Spread]
    points: Spread | None
    best: Spread | None
    margin: Spread | None
    sources: tuple[SourceFigures, ...]
    close: Share | None
    leads: Spread | None
    story: StoryFigures | None
    looked: ChoiceFigures | None
    uses: tuple[UseFigures, ...]

    def plain(self) -> dict[str, Any]:
        found: dict[str, Any] = plain(self)
        return found


@dataclass(frozen=True, slots=True)
class Report:
    """What `kiln simulate` found. ``facts``: the games, in order, as long as they were kept."""

    game: str
    title: str
    rules_hash: str
    plan: Plan
    settings: tuple[SettingReport, ...]
    facts: tuple[GameFacts, ...] = ()

    @property
    def done(self) -> int:
        return sum(s.games + sum(s.failed.values()) for s in self.settings)

    def plain(self) -> dict[str, Any]:
        """JSON data: the plan, and for every setting all its figures."""
        head = {"game": self.game, "rules": self.rules_hash, "plan": self.plan.plain(), "done": self.done, "planned": self.plan.total}
        return {**head, "settings": [s.plain() for s in self.settings]}


def plain(value: Any) -> Any:
    if isinstance(value, (Share, Spread, Setting)):
        return value.plain()
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return round(value, 6) if isinstance(value, float) else value


def report(game: Game, plan: Plan, games: Sequence[GameFacts]) -> Report:
    """``games`` in any order; the figures do not depend on it."""
    ordered = sorted(games, key=lambda facts: facts.key)
    settings = []
    for number, setting in enumerate(plan.settings):
        settings.append(SettingSums(game, plan, setting, [facts for facts in ordered if facts.setting == number]).report())
    return Report(game.name, game.title, game.rules_hash, plan, tuple(settings), tuple(ordered))


class SettingSums:
    """The games of one setting, those that failed apart."""

    def __init__(self, game: Game, plan: Plan, setting: Setting, games: Sequence[GameFacts]) -> None:
        self.game = game
        self.plan = plan
        self.setting = setting
        self.games = [facts for facts in games if facts.failed is None]
        self.failures = Counter(facts.failed for facts in games if facts.failed is not None)
        self.sign = sign(game)
        self.chances = Chances([(facts.course, winners_of(facts)) for facts in self.games])

    def report(self) -> SettingReport:
        games = self.games
        seats = range(self.setting.players)
        decided = [sum(facts.decisions) for facts in games]
        standing = [facts.standing for facts in games if facts.standing is not None]
        ordered = [sorted(values, reverse=True) for values in standing]
        reasons = Counter(facts.reason or "" for facts in games)
        bots = self.bots() if len(self.plan.bots) > 1 else ()
        return SettingReport(
            setting=self.setting,
            games=len(games),
            failed={str(why): count for why, count in self.failures.items()},
            reasons={reason: Share(count, len(games)) for reason, count in reasons.most_common(MOST_REASONS) if reason},
            drawn=Share(sum(not facts.winners for facts in games), len(games)),
            shared=Share(sum(len(facts.winners) > 1 for facts in games), len(games)),
            fair=self.fair,
            seats=tuple(self.seat(seat) for seat in seats),
            order=self.order(),
            bots=bots,
            gaps=tuple(self.gaps(bots)),
            decisions=spread(decided),
            branching=spread([sum(facts.choices) / count for facts, count in zip(games, decided, strict=True) if count]),
            forced=sum(sum(facts.forced) for facts in games) / sum(decided) if sum(decided) else None,
            phases=self.phases(),
            points=self.over_games([[self.sign * value for value in values] for values in standing]),
            best=spread([self.sign * values[0] for values in ordered]),
            margin=spread([values[0] - values[1] for values in ordered if len(values) > 1]),
            sources=self.sources(),
            close=Share(sum(values[0] - values[1] <= CLOSE * abs(values[0]) for values in ordered), len(ordered))
            if ordered and self.setting.players > 1
            else None,
            story=self.story(),
            looked=self.looked(),
            leads=spread([facts.leads for facts in games if facts.leads is not None]),
            uses=self.uses(),
        )

    @property
    def fair(self) -> float:
        won = sum(bool(facts.winners) for facts in self.games)
        return won / max(1, len(self.games)) / self.setting.players

    def over_games(self, groups: Sequence[Sequence[float]]) -> Spread | None:
        """The spread of all numbers. The seats of one game are no sample of their own: the interval is that of the games' means."""
        found, means = (
            spread([value for group in groups for value in group]),
            spread([sum(group) / len(group) for group in groups if group]),
        )
        if found is None or means is None:
            return None
        return Spread(*(getattr(means if f.name in ("low", "high") else found, f.name) for f in fields(Spread)))

    def seat(self, seat: int) -> SeatFigures:
        games = self.games
        hidden = [facts.unseen[seat] for facts in games if facts.unseen]
        count = max(1, len(hidden))
        return SeatFigures(
            seat + 1,
            Share(sum(part_of_win(facts, seat) for facts in games), len(games)),
            spread([self.sign * facts.standing[seat] for facts in games if facts.standing is not None]),
            sum(unseen for unseen, _ in hidden) / count,
            sum(secret for _, secret in hidden) / count,
        )

    def order(self) -> tuple[OrderFigures, ...]:
        if not any(facts.order for facts in self.games):
            return ()
        found = []
        orders = [facts.order or tuple(range(1, self.setting.players + 1)) for facts in self.games]
        for place in range(self.setting.players):
            played = [(facts, order[place] - 1) for facts, order in zip(self.games, orders, strict=True) if place < len(order)]
            wins = Share(sum(part_of_win(facts, seat) for facts, seat in played), len(played))
            points = spread([self.sign * facts.standing[seat] for facts, seat in played if facts.standing is not None])
            found.append(OrderFigures(place + 1, wins, points))
        return tuple(found)

    def bots(self) -> tuple[BotFigures, ...]:
        found = []
        for bot in dict.fromkeys(self.plan.bots):
            played = [(facts, seat) for facts in self.games for seat, name in enumerate(facts.bots) if name == bot]
            wins = Share(sum(part_of_win(facts, seat) for facts, seat in played), len(played))
            points = spread([self.sign * facts.standing[seat] for facts, seat in played if facts.standing is not None])
            if played:
                found.append(BotFigures(bot, wins, self.fair, points))
        return tuple(found)

    def gaps(self, bots: Sequence[BotFigures]) -> Iterator[GapFigures]:
        best = max(bots, key=lambda bot: bot.wins.value or 0.0, default=None)
        for bot in bots:
            if best is None or bot.bot == best.bot:
                continue
            both = [facts for facts in self.games if best.bot in facts.bots and bot.bot in facts.bots]
            wins = spread([self.of_bot(facts, best.bot, part_of_win) - self.of_bot(facts, bot.bot, part_of_win) for facts in both])
            scored = [facts for facts in both if facts.standing is not None]
            points = spread([self.of_bot(facts, best.bot, self.points) - self.of_bot(facts, bot.bot, self.points) for facts in scored])
            if wins is not None:
                yield GapFigures(best.bot, bot.bot, wins, points)

    def of_bot(self, facts: GameFacts, bot: str, measure: Callable[[GameFacts, int], float]) -> float:
        """The mean over its seats."""
        found = [measure(facts, seat) for seat, name in enumerate(facts.bots) if name == bot]
        return sum(found) / len(found)

    def points(self, facts: GameFacts, seat: int) -> float:
        return self.sign * (facts.standing or ())[seat]

    def phases(self) -> dict[str, Spread]:
        found = {}
        for phase in self.game.model.phases:
            members = [key for _, keys in members_of_phase(self.game.model, phase) for key in keys.values()]
            for key in (phase, *members):
                passes = spread([facts.phases.get(key, 0) for facts in self.games])
                if passes is not None:
                    found[key] = passes
        return found

    def sources(self) -> tuple[SourceFigures, ...]:
        declared = self.game.model.declarations.scores
        if declared is None:
            return ()
        found = []
        holders = [holder["sources"] for facts in self.games for holder in facts.scores.values()]
        sums = {source: sum(holder[source] for holder in holders) for source in declared.sources}
        total = sum(sums.values()) if all(points >= 0 for points in sums.values()) else 0
        for source, title in declared.sources.items():
            groups = [[float(holder["sources"][source]) for holder in facts.scores.values()] for facts in self.games]
            points = self.over_games(groups)
            if points is None:
                continue
            won, lost = self.by_result(source) if declared.per == "player" else (None, None)
            found.append(SourceFigures(source, title, points, sums[source] / total if total else None, won, lost))
        return tuple(found)

    def by_result(self, source: str) -> tuple[float | None, float | None]:
        """Mean points of seats that won, and of those that did not."""
        groups: tuple[list[float], list[float]] = ([], [])
        for facts in self.games:
            for seat in range(self.setting.players):
                groups[seat + 1 not in facts.winners].append(facts.scores[str(seat + 1)]["sources"][source])
        won, lost = (sum(group) / len(group) if group else None for group in groups)
        return won, lost

    def story(self) -> StoryFigures | None:
        found = [self.chances.story(facts.course, winners_of(facts)) for facts in self.games]
        stories = [story for story in found if story is not None]
        if not stories:
            return None
        spreads = [spread([getattr(story, name) for story in stories]) for name in ("drama", "behind", "swing", "settled")]
        drama, behind, swing, settled = (found for found in spreads if found is not None)
        curve = tuple(sum(values) / len(stories) for values in zip(*(story.curve for story in stories), strict=True))
        return StoryFigures(drama, behind, swing, settled, curve)

    def looked(self) -> ChoiceFigures | None:
        looks = [look for facts in self.games for look in facts.looked]
        if not looks or self.chances.worths is None:
            return None
        alike = clear = 0
        for when, best, second, worst in looks:
            first, next_best, last = (self.chances.lead(lead, int(when * 1000), 1000) for lead in (best, second, worst))
            if first - last < ALIKE:
                alike += 1
            elif first - next_best >= CLEAR:
                clear += 1
        count = len(looks)
        return ChoiceFigures(Share(alike, count), Share(clear, count), Share(count - alike - clear, count))

    def uses(self) -> tuple[UseFigures, ...]:
        uses: Counter[str] = Counter()
        in_games: Counter[str] = Counter()
        legal: Counter[str] = Counter()
        seats: Counter[str] = Counter()
        wins: dict[str, float] = defaultdict(float)
        for facts in self.games:
            legal.update(facts.legal)
            in_games.update({key for used in facts.used for key in used})
            for seat, used in enumerate(facts.used):
                uses.update(used)
                seats.update(used.keys())
                part = part_of_win(facts, seat)
                for key in used:
                    wins[key] += part
        usage = Usage(self.game.compiled(self.setting.players, self.setting.options))
        order = {key: n for n, key in enumerate(dict.fromkeys(used_action(key) for key in usage.possible()))}
        keys = dict.fromkeys([*usage.possible(), *sorted(legal)])
        count = len(self.games)
        return tuple(
            UseFigures(
                key, uses[key] / max(1, count), Share(in_games[key], count), Share(uses[key], legal[key]), Share(wins[key], seats[key])
            )
            for key in sorted(keys, key=lambda key: order.get(used_action(key), len(order)))
        )


def sign(game: Game) -> int:
    """-1 where the lowest value of the first criterion wins: what is kept of it is larger for the better."""
    rank = game.model.rank
    return -1 if rank and not rank[0].highest else 1


def used_action(key: str) -> str:
    return key.partition(" ")[0]


def winners_of(facts: GameFacts) -> list[int]:
    """Seats from 0."""
    return [seat - 1 for seat in facts.winners]


def part_of_win(facts: GameFacts, seat: int) -> float:
    """1 for the only winner, a part of it where several share the win, 0 for the others and in a draw. ``seat`` from 0."""
    return 1 / len(facts.winners) if seat + 1 in facts.winners else 0.0
