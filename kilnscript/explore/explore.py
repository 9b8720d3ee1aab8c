"""``explore``: a game and a budget come in; findings with records, verdicts and coverage go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kilnscript.check.report import OpenPoint, Status, Verdict
from kilnscript.check.settings import Settings
from kilnscript.check.trees import walk
from kilnscript.compile.python.points import Point
from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.explore.coverage import WORDS, Coverage, in_order
from kilnscript.explore.exhaust import Exhausted, exhaust
from kilnscript.explore.play import CHECKS, Player
from kilnscript.explore.problems import Problem
from kilnscript.explore.records import record
from kilnscript.explore.seeds import sow
from kilnscript.explore.shrink import shrink
from kilnscript.model import game as model
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game, load

Clock = Callable[[], float]
ASKED = 8  # so many questions whether the time is up are answered by one look at the clock
MOST_OPEN = 40  # points not used that a verdict names
CHANCES = 1_000  # of a side of a condition that is never taken, before it is a finding
STRETCHES = 40  # bits of play that they have to be spread over
PROVED_BY_ALL = ("no-dead-end", "no-fault", "every-game-ends", "invariants")  # what is looked at in every state
SOWN = 6  # examples gone through after each playout
GIVEN_UP = 3  # games that did not end, before it is a finding that none does


@dataclass(frozen=True, slots=True)
class Finding:
    """``record``: a game that shows it, as `kiln replay` reads it; None where no single game does. ``moves``: how many it has."""

    diagnostic: Diagnostic
    record: str | None
    moves: int


@dataclass(frozen=True, slots=True)
class Exploration:
    """``games`` were begun and an end was reached ``ended`` times (several may go on from one position), in so many ``playouts`` and
    ``decisions``; ``setups``: how many were tried, of how many. ``left``: what nothing came to, in the order of the files."""

    findings: tuple[Finding, ...]
    verdicts: tuple[Verdict, ...]
    coverage: Coverage
    left: tuple[Point, ...]
    games: int
    ended: int
    playouts: int
    decisions: int
    setups: tuple[int, int]
    longest: int


def explore(
    game: Game | str | Path,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int | str = 1,
    clock: Clock | None = None,
    examples: bool = True,
    states: int = 0,
) -> Exploration:
    """Plays a game in order to find mistakes in its rules. At least one of ``seconds`` (of ``clock``) and ``playouts`` is given; with
    playouts alone the same seed always gives the same exploration. ``examples``: its examples are played on from too. ``states``: first
    every state of small set-ups is looked at, up to so many; with luck that proves what playouts only try.

    Raises UsageError, RuleErrors, NotSupported.
    """
    if not isinstance(game, Game):
        game = load(game)
    stop, late = limits(seconds, clock)
    if seconds is None and playouts is None and not states:
        raise UsageError("exploring needs a number of seconds, of playouts or of states")
    player = Player(game, seed, stop)
    exhausted = exhaust(player, states) if states else None
    if seconds is None and playouts is None:
        playouts = 0
    sowing = sow(player, game.model.examples if examples else ())
    while not stop() and (playouts is None or player.playouts < playouts):
        player.playout()
        for _ in range(SOWN):
            next(sowing, None)
    if player.unsupported is not None and not player.games:
        raise player.unsupported
    return report(player, late, exhausted)


def limits(seconds: float | None, clock: Clock | None) -> tuple[Callable[[], bool], Callable[[], bool]]:
    """When to stop playing, and when to stop making records shorter: a third of the time more."""
    if seconds is None:
        return (lambda: False), (lambda: False)
    if clock is None:
        raise UsageError("seconds need a clock")
    return Alarm(clock, seconds).rings, Alarm(clock, seconds * 4 / 3).rings


class Alarm:
    """Rings once the time is up. It looks at the clock now and then only: asking some clocks takes longer than a move."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self.end = clock() + seconds
        self.asked = 0
        self.rung = False

    def rings(self) -> bool:
        self.asked += 1
        if self.asked % ASKED == 0:
            self.rung = self.rung or self.clock() > self.end
        return self.rung


def report(player: Player, late: Callable[[], bool], exhausted: Exhausted | None) -> Exploration:
    coverage = player.coverage
    files = player.game.model.files
    problems = [shrink(problem, late) for problem in player.problems.values()]
    found = [Finding(p.diagnostic(), record(p.root, p.step, p.faulted), 0 if p.step is None else p.step.number) for p in problems]
    found += [*no_end(player), *never_used(player)]
    place = {file: number for number, file in enumerate(files)}
    found.sort(key=lambda f: position(f.diagnostic, place))
    findings = tuple(found)
    left = tuple(in_order(coverage.never(), files))
    return Exploration(
        findings,
        tuple(verdicts(player, findings, left, exhausted)),
        coverage,
        left,
        player.games,
        player.ended,
        player.playouts,
        player.decisions,
        (len(player.tables), len(player.setups)),
        player.longest,
    )


def position(found: Diagnostic, place: Mapping[str, int]) -> tuple[object, ...]:
    """For sorting: files in the order they were read."""
    if found.span is None:
        return (len(place) + 1, "", 0, 0, found.code, found.message)
    span = found.span
    return (place.get(span.file, len(place)), span.file, span.line, span.column, found.code, found.message)


def no_end(player: Player) -> Iterator[Finding]:
    """K975, when several games were given up and not one ended."""
    node = player.unended
    if node is None or player.ended or player.endless < GIVEN_UP or player.game.model.declarations.length.promised:
        return
    message = f"none of {player.endless} games had ended after {player.bound} decisions"
    problem = Problem("K975", message, player.game.model.play.span, "say when the game ends: `end game`", node.root, node.step)
    yield Finding(problem.diagnostic(), record(node.root, node.step), node.length)


def never_used(player: Player) -> Iterator[Finding]:
    """K980, for sides of conditions whose other side was taken again and again. One that depends on an option has had its chance only
    when every set-up was played."""
    coverage = player.coverage
    suspect = {}
    for point in coverage.never():
        if point.kind == "arm" and point.detail:
            other = replace(point, detail="no" if point.detail == "yes" else "yes")
            if coverage.used(other) >= CHANCES and coverage.stretches[other] >= STRETCHES:
                suspect[point] = other
    if suspect and len(player.tables) < len(player.setups):
        optional = on_options(player.game.model, {point.span for point in suspect})
        suspect = {point: other for point, other in suspect.items() if point.span not in optional}
    for point, other in suspect.items():
        always = "holds" if other.detail == "yes" else "fails to hold"
        message = f"this condition always {always}: {coverage.used(other)} times of {coverage.used(other)}"
        hint = "mend the condition, or give an example in which it is otherwise"
        yield Finding(Diagnostic("K980", message, point.span, hint), None, 0)


def on_options(game: model.Game, spans: Collection[Span]) -> set[Span]:
    """Those where something stands that an option has a say in, through functions too."""
    settings = Settings(game)
    return {node.span for node in walk(game) if getattr(node, "span", None) in spans and settings.options_in(node)}


def verdicts(player: Player, problems: Sequence[Finding], left: tuple[Point, ...], exhausted: Exhausted | None) -> list[Verdict]:
    """What was looked for, in the shape of the static checks' verdicts. Play proves nothing but that something is used."""
    count = Counter(problem.diagnostic.code for problem in problems)
    found = [
        ("no-dead-end", "Whoever has to choose has something to choose.", ("K970",), player.decisions),
        ("no-fault", "No rule fails in play.", ("K971",), player.decisions),
        ("every-game-ends", "Every game ends.", ("K974", "K975"), player.ended),
    ]
    found += [
        (check.name, check.property, check.codes, player.decisions if check.every else player.looks)
        for check in CHECKS
        if check.codes != ("K971",)
    ]
    verdicts = []
    for name, words, codes, times in found:
        findings = sum(count[code] for code in codes)
        extent = f"{times} ends reached" if name == "every-game-ends" else f"{times} positions"
        settle = f"settle the {'finding' if findings == 1 else f'{findings} findings'}" if findings else None
        status: Status = "open" if findings else "explored"
        if exhausted is not None and exhausted.states:
            whole = f", with every state of {exhausted.complete} set-up{'s' * (exhausted.complete != 1)}" if exhausted.complete else ""
            extent += f" and {exhausted.states} states breadth first{whole}"
            if name in PROVED_BY_ALL and exhausted.proves and (name != "every-game-ends" or exhausted.longest is not None) and not findings:
                status = "proved"
                extent = f"all {exhausted.states} states of every set-up"
                if name == "every-game-ends":
                    extent += f"; the longest game has {exhausted.longest} decisions"
        verdicts.append(Verdict(name, words, status, settle, (), findings, extent))
    words = "Every statement, side of a condition, refusal, table row, choice, option value and card is used."
    unused = count["K980"]
    if left:
        points = tuple(OpenPoint(f"{WORDS[p.kind]} never used" + (f": {p.detail}" if p.detail else ""), p.span) for p in left[:MOST_OPEN])
        verdicts.append(Verdict("all-used", words, "open", "explore for longer, or give an example", points, unused))
    else:
        verdicts.append(Verdict("all-used", words, "proved", None, (), 0))
    return verdicts
