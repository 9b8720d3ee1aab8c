"""One game of a plan: bots play it to its end, and what happened goes out as facts."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import pairwise

from kilnscript.bots.registry import read_bot
from kilnscript.bots.standing import measure, standings
from kilnscript.compile.world import BOX
from kilnscript.engine.faults import Fault
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.session.game import Game
from kilnscript.session.session import Session
from kilnscript.simulation.choices import Looked, sample
from kilnscript.simulation.facts import GameFacts
from kilnscript.simulation.plan import Plan
from kilnscript.simulation.watch import Usage, counted_phases

MOST_DECISIONS = 20_000  # of one game: what goes on longer has no end for us
POINTS = 40  # of the course of a game that are kept
LOOKS = 16  # every so many decisions it is counted what each seat cannot see


def play(game: Game, plan: Plan, setting: int, number: int) -> GameFacts:
    """Game ``number`` (from 1) of a setting (index). A game that the rules cannot go on with, or that does not end, is a failed one."""
    chosen = plan.settings[setting]
    bots = plan.bots_of(chosen.players, number)
    empty = GameFacts(setting, number, bots)
    try:
        words = game.compiled(chosen.players, chosen.options)
        with counted_phases(words.program) as phases:
            if plan.common:
                begun = words.program.begin(plan.common_stream(chosen.players, number), [])
                session = Session(game, words, plan.seed_of(number), begun, None)
            else:
                session = game.new(chosen.players, chosen.options, plan.seed_of(number))
            watched = Watched(session, bots, plan.seed_of(number))
            while not session.over:
                if watched.made == MOST_DECISIONS:
                    return failed(empty, f"no end after {MOST_DECISIONS} decisions")
                watched.step()
            return watched.facts(empty, dict(phases))
    except Fault as error:
        where = error.diagnostic.span
        return failed(empty, str(error) + (f" ({where.file}:{where.line})" if where is not None else ""))


def failed(empty: GameFacts, why: str) -> GameFacts:
    return GameFacts(empty.setting, empty.number, empty.bots, why)


class Watched:
    """A session played by bots, decision by decision, and what is counted on the way."""

    def __init__(self, session: Session, bots: Sequence[str], seed: str) -> None:
        self.session = session
        self.program = session.program
        self.bots = [read_bot(bot, time.monotonic) for bot in bots]
        self.chance = [random.Random(f"{seed} {seat}") for seat in range(1, len(bots) + 1)]
        players = session.players
        self.usage = Usage(session.words)
        self.made = 0
        self.order: list[int] = []
        self.decisions, self.forced, self.choices = [0] * players, [0] * players, [0] * players
        self.course: list[tuple[float, ...]] = []
        self.unseen: list[list[tuple[float, float]]] = []
        self.open: list[tuple[int, int]] = []  # decisions with a choice: number, seat (from 0)
        self.seed = seed

    def step(self) -> None:
        session = self.session
        state, seat = session.state, session.seats[0]
        moves = session.moves(seat)
        raws = [move.raw for move in moves]
        if not self.decisions[seat - 1]:
            self.order.append(seat)
        self.decisions[seat - 1] += 1
        if len(moves) == 1:
            self.forced[seat - 1] += 1
        elif len(session.seats) == 1 and not any(self.program.kinds[raw[0]] == "provisional" for raw in raws):
            self.open.append((self.made, seat - 1))
        self.choices[seat - 1] += self.usage.choices(raws)
        self.usage.decision(state, raws)
        self.look(state)
        move = self.bots[seat - 1].choose(session, seat, self.chance[seat - 1])
        self.usage.chosen(state, seat - 1, move.raw)
        session.play(move, seat)
        self.made += 1

    def look(self, state: State) -> None:
        """Who stands how well, and what cannot be seen; not in the middle of a transaction or of simultaneous choices."""
        if state.start is not None or state.chosen:
            return
        standing = measure(self.program, state)
        if standing is not None:
            self.course.append(tuple(standing))
        if self.made % LOOKS == 0:
            self.unseen.append(unseen(self.program, state))

    def facts(self, empty: GameFacts, phases: dict[str, int]) -> GameFacts:
        result, state = self.session.result, self.session.state
        assert result is not None
        final = standings(self.program, state)
        return GameFacts(
            empty.setting,
            empty.number,
            empty.bots,
            None,
            result.winners,
            result.ranking,
            result.reason,
            None if final is None else tuple(final),
            result.scores,
            tuple(self.order) if self.order != sorted(self.order) else (),
            tuple(self.decisions),
            tuple(self.forced),
            tuple(self.choices),
            phases,
            tuple(dict(sorted(used.items())) for used in self.usage.used),
            dict(sorted(self.usage.legal.items())),
            lead_changes(self.course) if self.course else None,
            thinned(self.course, POINTS),
            tuple(mean_pair([look[seat] for look in self.unseen]) for seat in range(self.session.players)),
            self.looked(),
        )

    def looked(self) -> tuple[Looked, ...]:
        found = [(number / self.made, self.session.steps[number].state, seat) for number, seat in self.open]
        return sample(self.program, found, random.Random(f"{self.seed} looks"))


def lead_changes(course: Sequence[Sequence[float]]) -> int:
    """How often another seat than before was alone in the lead; a tie in between changes nothing."""
    leaders = []
    for values in course:
        best = max(values)
        if sum(value == best for value in values) == 1:
            leaders.append(values.index(best))
    return sum(a != b for a, b in pairwise(leaders))


def thinned(course: Sequence[tuple[float, ...]], most: int) -> tuple[tuple[float, ...], ...]:
    """At most so many of them, at even distances, the first and the last among them."""
    if len(course) <= most:
        return tuple(course)
    return tuple(course[round(n * (len(course) - 1) / (most - 1))] for n in range(most))


def unseen(program: Program, state: State) -> list[tuple[float, float]]:
    """For every seat the share of the pieces in the game that it cannot see, and of those that another seat sees and it does not."""
    seen = [program.seers(state, piece) for piece, place in enumerate(state.place_of[:-1]) if place != BOX]
    count = max(1, len(seen))
    return [
        (
            round(sum(not seers >> seat & 1 for seers in seen) / count, 4),
            round(sum(not seers >> seat & 1 and seers != 0 for seers in seen) / count, 4),
        )
        for seat in range(program.players)
    ]


def mean_pair(found: Sequence[tuple[float, float]]) -> tuple[float, float]:
    count = max(1, len(found))
    return round(sum(a for a, _ in found) / count, 4), round(sum(b for _, b in found) / count, 4)
