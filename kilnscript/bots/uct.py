"""The mcts bot: upper confidence bounds on trees of moves, from states that look like the true one to the seat.

The search is UCT (L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006) on one tree of move sequences: every
iteration begins with another guess at what the seat cannot see, and its chance falls anew, so that a node stands for all states that a
sequence of moves may lead to, and counts how often each of its moves was there to be chosen (single-observer ISMCTS: P. Cowling,
E. Powley and D. Whitehouse, IEEE TCIAIG 4 (2), 2012). With nothing hidden and no chance that is plain UCT.

A playout runs on with random moves for a limited number of decisions where the rules say who is ahead (`bot hint`, `rank by`), else to
the end. Where the game has a `bot hint`, it is short, its moves are the best of a few by that hint, and the moves at the root come into the
tree one by one, the best by the hint first (progressive unpruning: G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search",
New Mathematics and Natural Computation 4 (3), 2008). In a transaction it makes a few provisional moves only, then ends it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from kilnscript.bots.budget import Budget
from kilnscript.bots.candidates import candidates
from kilnscript.bots.guess import guess
from kilnscript.bots.hinted import worth
from kilnscript.bots.lookahead import MOST_TRIED
from kilnscript.bots.standing import Scale, hints, standings
from kilnscript.engine.faults import Fault
from kilnscript.engine.offers import RawMove
from kilnscript.engine.playout import Bound
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.session.moves import Move
from kilnscript.session.session import Session

EXPLORATION = 0.5
HORIZON = 10  # decisions of a playout in a game that can be judged before its end: what random moves do later is mostly noise
HINTED_HORIZON = 2
COMPARED = 3  # moves of a playout that the hint chooses among
WIDTH = 1  # moves at the root: so many times the root of the iterations
MOST_PROVISIONAL = 3  # moves of a transaction in a playout: what is laid at random seldom counts
MOST_DEEP = 200  # decisions from the root to a new node


def choose(session: Session, seat: int, chance: random.Random, budget: Budget) -> Move:
    begun = budget.clock() if budget.clock is not None else 0.0
    moves = candidates(session, seat)
    if len(moves) == 1:
        return moves[0]
    search = Search(session.program, session.state, seat - 1, chance)
    ordered = [move.raw for move in moves]
    clock, seconds = budget.clock, budget.seconds
    if clock is None or seconds is None:
        best = search.run(budget, search.best_first(ordered, lambda: False))
    else:  # what the solver and the ordering take is a part of it
        ordered = search.best_first(ordered, lambda: clock() > begun + seconds / 4)
        best = search.run(replace(budget, seconds=max(0.0, begun + seconds - clock())), ordered)
    return next(move for move in moves if move.raw == best)


class Node:
    """What is known of a move at one point of the tree: how often it could have been chosen (``seen``) and was (``visits``)."""

    __slots__ = ("children", "seen", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[RawMove, Node] = {}
        self.seen = 0
        self.visits = 0
        self.total = 0.0

    def bound(self) -> float:
        return self.total / self.visits + EXPLORATION * math.sqrt(math.log(self.seen) / self.visits)


class Search:
    """One decision of one seat (from 0)."""

    def __init__(self, program: Program, state: State, seat: int, chance: random.Random) -> None:
        self.program = program
        self.state = state
        self.seat = seat
        self.chance = chance
        self.root = Node()
        self.scale = Scale()
        self.hinted = hints(program, state) is not None
        if self.hinted:
            self.horizon = HINTED_HORIZON
        else:
            self.horizon = HORIZON if standings(program, state) is not None else program.game.declarations.length.turns

    def run(self, budget: Budget, moves: list[RawMove]) -> RawMove:
        """The move tried most often; of several the one that did best. ``moves``: two or more, with a hint the most promising first."""
        for number in budget.passes():
            width = 2 + int(WIDTH * math.sqrt(number)) if self.hinted else len(moves)
            try:
                self.iterate(guess(self.program, self.state, self.seat, self.chance), moves[:width])
            except Fault:
                continue  # the guess, or chance, led where the rules fail: nothing to learn from it
        tried = [move for move in moves if move in self.root.children and self.root.children[move].visits]
        if not tried:
            return self.chance.choice(moves)
        return max(tried, key=lambda move: (self.root.children[move].visits, self.root.children[move].total))

    def best_first(self, moves: list[RawMove], late: Callable[[], bool]) -> list[RawMove]:
        """By what the hint makes of them; equal ones, and those it is too `late` to look at, by lot. Without a hint as they are."""
        if not self.hinted:
            return moves
        mixed = self.chance.sample(moves, len(moves))
        seen = guess(self.program, self.state, self.seat, self.chance)
        worths: list[tuple[float, ...]] = []
        for move in mixed[:MOST_TRIED]:
            if worths and late():
                break
            worths.append(worth(self.program, seen, move, self.seat))
        looked = sorted(range(len(worths)), key=lambda index: worths[index], reverse=True)
        return [mixed[index] for index in looked] + mixed[len(worths) :]

    def iterate(self, s: State, first: list[RawMove]) -> None:
        """Down the tree, one new node, a playout, and the values back up. ``first``: the moves compared at the root, two or more."""
        path: list[tuple[Node, int]] = []
        node, grown = self.root, False
        for depth in range(MOST_DEEP):
            if s.over or grown:
                break
            mover, moves = (self.seat, first) if depth == 0 else self.decision(s)
            if depth and ((mover != self.seat and len(s.deciders) > 1) or len(moves) == 1):
                self.program.play(s, self.chance.choice(moves), mover)  # unseen by us, or nothing to choose
                continue
            move, grown = self.select(s, mover, node, moves)
            node = node.children[move]
            path.append((node, mover))
            self.program.play(s, move, mover)
        self.play_out(s)
        values = self.scale.values(self.program, s)
        for each, mover in path:
            each.visits += 1
            each.total += values[mover]

    def decision(self, s: State) -> tuple[int, Sequence[RawMove]]:
        """Who moves next and what is legal: the own seat first where several choose at once."""
        mover = self.seat if self.seat in s.deciders else s.deciders[0]
        return mover, self.program.moves(s, mover)

    def select(self, s: State, mover: int, node: Node, moves: Sequence[RawMove]) -> tuple[RawMove, bool]:
        """A move never tried here, if there is one (the node is then new), else the one with the highest bound."""
        new = []
        for move in moves:
            child = node.children.get(move)
            if child is None or not child.visits:
                new.append(move)
            else:
                child.seen += 1
        if new:
            move = new[0] if self.hinted and node is self.root else self.likely(s, mover, new)
            child = node.children.setdefault(move, Node())
            child.seen += 1
            return move, True
        return max(moves, key=lambda move: node.children[move].bound()), False

    def likely(self, s: State, mover: int, moves: Sequence[RawMove]) -> RawMove:
        """A move by lot; with a hint the best of a few."""
        if not self.hinted or len(moves) == 1:
            return moves[int(self.chance.random() * len(moves))]
        few = [moves[int(self.chance.random() * len(moves))] for _ in range(COMPARED)]
        return max(few, key=lambda move: worth(self.program, s, move, mover))

    def play_out(self, s: State) -> None:
        program, bound = self.program, Bound(MOST_PROVISIONAL)
        for _ in range(self.horizon):
            if s.over:
                return
            mover = s.deciders[0]
            moves = bound.choices(program, s, program.moves(s, mover))
            program.play(s, self.likely(s, mover, moves), mover)
