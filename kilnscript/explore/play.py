"""Playouts: from the start, or on from a position kept before; every position is looked at, and what play comes to is counted."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import cached_property

from kilnscript.compile.python.points import Point
from kilnscript.diagnostics import Span
from kilnscript.engine.faults import Fault, NotSupported
from kilnscript.engine.offers import RawMove
from kilnscript.engine.playout import Bound
from kilnscript.explore.checks import copies, hidden, invariants, listed, pieces, texts
from kilnscript.explore.checks.look import Look, PlayCheck
from kilnscript.explore.coverage import Coverage, Watch, option_points
from kilnscript.explore.given import given_to
from kilnscript.explore.problems import Problem, of_fault
from kilnscript.explore.records import replayed
from kilnscript.explore.setups import Setup, setups
from kilnscript.explore.steer import STYLES, Uniform, style
from kilnscript.explore.table import Node, Root, Step, Table, decider
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game

CHECKS: tuple[PlayCheck, ...] = (invariants.CHECK, pieces.CHECK, listed.CHECK, copies.CHECK, hidden.CHECK, texts.CHECK)
COUNTED = ("invariants", "texts")  # checks whose work counts as use of the rules
BEYOND = 3  # so many times the declared length, where the rules do not promise it
KEPT = 6  # positions near each point not yet used
FRESH = 200  # positions where something was new
CLOCKS, WANTED = 0.02, 0.15  # how often a clock runs out; and how often while a policy for that has parts not used yet
TELLING = 24  # so many decisions between two looks at what is said beside the rules
SHORT = 60  # decisions played on from a kept position
CUT = 50  # playouts that were broken off, to be played on in the same way
DEALT = 6  # beginnings that are looked at beside a playout
FIRST = 80  # decisions after which the first playouts are broken off; later ones go further

Stop = Callable[[], bool]


class Player:
    """Explores a game, playout by playout. Everything follows from the seed."""

    def __init__(self, game: Game, seed: int | str, stop: Stop = lambda: False) -> None:
        self.game = game
        self.seed = seed
        self.stop = stop
        self.chance = random.Random(f"{seed} explore")
        self.setups = setups(game.model.declarations)
        self.tables: dict[int, Watch] = {}
        self.coverage = Coverage()
        self.coverage.known.update((point, None) for point in option_points(game.model.declarations))
        self.uses: Counter[str] = Counter()
        self.problems: dict[tuple[str, str], Problem] = {}
        self.unsupported: NotSupported | None = None
        self.seeds: list[Root] = []  # positions of examples
        self.near: dict[Point, list[Node]] = {}
        self.fresh: deque[Node] = deque(maxlen=FRESH)
        self.left: list[Point] = []
        self.version = 0
        self.policies: set[Span] = set()
        self.clocks = CLOCKS
        self.cut: deque[tuple[Node, Uniform]] = deque(maxlen=CUT)
        self.spoken: dict[tuple[str, Span | None], bool] = {}  # whether an invariant speaks of what an example gives
        self.looked: Counter[tuple[str, bool]] = Counter()
        self.games = self.ended = self.endless = self.decisions = self.playouts = self.looks = 0
        self.longest = 0
        self.unended: Node | None = None  # where a game was given up as endless

    # ---- set-ups ---------------------------------------------------------------------------------------------------

    def watch(self, number: int) -> Watch:
        """The compiled game of a set-up, by its number. Raises NotSupported."""
        if number not in self.tables:
            self.tables[number] = watch = Watch(Table(self.game, self.setups[number]), self.coverage)
            for node in watch.program.graph.decisions:
                self.policies |= {p.block.span for p in (node.decision.on_timeout, node.decision.on_idle) if p is not None}
            self.changed()
        return self.tables[number]

    def watch_of(self, table: Table) -> Watch:
        return next(watch for watch in self.tables.values() if watch.table is table)

    def number_of(self, setup: Setup) -> int:
        """A set-up that an example wants may be none of those chosen."""
        if setup not in self.setups:
            self.setups = (*self.setups, setup)
        return self.setups.index(setup)

    def changed(self) -> None:
        """What is left to be used has become less, or more is known."""
        self.left = self.coverage.left()
        self.version += 1
        wanted = set(self.left)
        self.clocks = WANTED if any(within(point.span, policy) for point in self.left for policy in self.policies) else CLOCKS
        self.near = {point: nodes for point, nodes in self.near.items() if point in wanted}

    # ---- one playout -----------------------------------------------------------------------------------------------

    def playout(self) -> None:
        """One playout: now from the start, now on from where it comes near what was never used."""
        number = self.playouts
        self.playouts += 1
        chooser = style(STYLES[number % len(STYLES)], self.chance)
        node = self.kept() if number % 2 else None
        patience = SHORT
        if node is None:
            patience = FIRST * (1 + number // 8)
            if self.cut and number % 3 == 0:
                node, chooser = self.cut.popleft()
            else:
                node = self.begin(number)
        if node is not None:
            self.play_on(node, chooser, node.length + patience)
        self.deal(number)

    def deal(self, number: int) -> None:
        """Luck deals differently every time, and playouts see few beginnings: some more of a known set-up are looked at, without play."""
        watches = list(self.tables.values())
        for n in range(DEALT if watches else 0):
            root = Root(watches[number % len(watches)].table, f"{self.seed}/{number}/{n}")
            try:
                look = Look(Node(root, root.state()), random.Random(n))
            except Fault as error:
                self.found(of_fault(error, root, None))
                return
            for check in CHECKS:
                if check.every:
                    self.check(check, look)

    @cached_property
    def bound(self) -> int:
        """The decisions after which a game is taken for endless."""
        length = self.game.model.declarations.length
        return length.turns if length.promised else BEYOND * length.turns

    def kept(self) -> Node | None:
        """A position near something not used yet, tried seldom so far; or one where something was new, or one of an example."""
        choices = [point for point in self.left if self.near.get(point)]
        if choices and self.chance.random() < 0.7:
            nodes = self.near[self.chance.choice(choices)]
            node = min(nodes, key=lambda n: (n.tries, self.chance.random()))
        elif self.seeds and self.chance.random() < 0.3:
            return self.rooted(self.chance.choice(self.seeds))
        elif self.fresh and self.left:
            node = self.chance.choice(self.fresh)
        else:
            return None
        node.tries += 1
        return node

    def begin(self, number: int) -> Node | None:
        """A new game: set-ups take turns, the first ones sooner again."""
        index = self.next_setup()
        try:
            watch = self.watch(index)
        except NotSupported as error:
            self.unsupported = error
            return None
        for point in option_points(self.game.model.declarations, watch.table.setup):
            if not self.coverage.play[point]:
                self.version += 1
            self.coverage.play[point] += 1
        return self.rooted(Root(watch.table, f"{self.seed}/{number}"))

    def next_setup(self) -> int:
        """0, 1, 0, 2, 3, …: one that was never played every other time, until all were."""
        new = len(self.tables)
        unplayed = [n for n in range(len(self.setups)) if n not in self.tables]
        if unplayed and (not new or self.games % 2):
            return unplayed[0]
        return self.games // 2 % max(1, new) if unplayed else self.games % len(self.setups)

    def rooted(self, root: Root) -> Node | None:
        try:
            node = Node(root, root.state())
        except Fault as error:
            self.found(of_fault(error, root, None))
            return None
        except UsageError:
            return None
        if root.example is None:
            self.games += 1
        self.look(node)
        return node

    def play_on(self, node: Node, chooser: Uniform, most: int) -> None:
        """On until the game ends, or until it has so many decisions."""
        watch = self.watch_of(node.root.table)
        program, bound = watch.program, Bound()
        counts = self.coverage.play if node.root.example is None else self.coverage.seeded
        own, begun = self.chance, node
        most = min(most, self.bound)
        while not node.state.over and node.length < most and not self.stop():
            watch.look_for(self.left, self.version)
            seat = decider(node.state)
            legal = self.legal(node, seat)
            if not legal:
                break
            moves = chooser.allowed(node, bound.choices(program, node.state, legal))
            out_of_time = False
            move: RawMove | None = None
            if own.random() < self.clocks:
                move = self.clock(node, seat)
                out_of_time = move is not None
            if move is None:
                move = moves[0] if len(moves) == 1 else chooser.choose(self, node, moves, seat)
            following = self.step(watch, node, seat, move, out_of_time)
            if following is None:
                break
            node = following
            self.decisions += 1
            if node.length % 32 == 0 and watch.flush(counts):
                self.fresh.append(node)
                self.changed()
        if watch.flush(counts):
            self.fresh.append(node)
            self.changed()
        if node.root.example is None and node is not begun:
            self.end_of(node, chooser)

    def legal(self, node: Node, seat: int) -> Sequence[RawMove]:
        """The legal moves; none where the rules fail to list them."""
        try:
            return node.root.table.program.moves(node.state, seat)
        except Fault as error:
            self.found(of_fault(error, node.root, node.step, listing=True))
            return ()

    def clock(self, node: Node, seat: int) -> RawMove | None:
        """The move that the rules play when a clock runs out; None where they have no rule for it."""
        program = node.root.table.program
        try:
            for idle in (False, True) if self.chance.random() < 0.5 else (True, False):
                move = program.timeout(node.state, seat, idle)
                if move is not None:
                    return move
        except Fault as error:
            self.found(of_fault(error, node.root, node.step, listing=True))
        return None

    def step(self, watch: Watch, node: Node, seat: int, move: RawMove, out_of_time: bool) -> Node | None:
        """Plays a move; None where the rules fail. Positions from which play came near something not used yet are kept."""
        hits, watched = watch.points.hits, watch.watched
        before = [hits[n] for n in watched]
        state = node.state.copy()
        state.log = []
        step = Step(node.step, seat, move, out_of_time, node.length + 1)
        try:
            watch.program.play(state, move, seat)
        except Fault as error:
            self.found(of_fault(error, node.root, step))
            return None
        state.log = None
        watch.step(node.state, move, state)
        self.uses.update(watch.table.names(node.state, move))
        following = Node(node.root, state, step)
        for n, count in zip(watched, before, strict=True):
            if hits[n] != count:
                self.came_near(watch, n, node)
        self.look(following)
        return following

    def came_near(self, watch: Watch, number: int, node: Node) -> None:
        for point in watch.near.get(number, ()):
            kept = self.near.setdefault(point, [])
            if len(kept) < KEPT:
                kept.append(node)
            elif self.chance.random() < 0.1:
                kept[int(self.chance.random() * KEPT)] = node

    # ---- looking ---------------------------------------------------------------------------------------------------

    def look(self, node: Node) -> None:
        """Quick checks at every position; the others where a decision is met for the 1st, 2nd, 4th, 8th … time."""
        state = node.state
        look_at = Look(node, random.Random(self.decisions))
        if state.over:
            seldom = False
        else:
            key = (str(look_at.span), state.start is not None)
            self.looked[key] += 1
            count = self.looked[key]
            seldom = count & (count - 1) == 0
        self.looks += seldom
        for check in CHECKS:
            if check.every or seldom or (check is texts.CHECK and self.decisions % TELLING == 0 and not state.over):
                self.check(check, look_at)

    def check(self, check: PlayCheck, look: Look) -> None:
        """After the position of an example only an invariant says something that does not speak of what the example gives."""
        table, step = look.table, look.node.step
        try:
            if check.name in COUNTED:
                found = list(check.run(look))
            else:
                with table.uncounted():
                    found = list(check.run(look))
        except Fault as error:
            found = [of_fault(error, look.node.root, step, listing=True)]
        for problem in found:
            if problem.code != "K972" or not self.given(look.node.root, problem.span):
                self.found(problem)

    def given(self, root: Root, span: Span | None) -> bool:
        """Whether the invariant that stands there speaks of what the example gives that a game begins at."""
        if root.example is None:
            return False
        key = (root.example, span)
        if key not in self.spoken:
            model = self.game.model
            example = next(each for each in model.examples if each.name == root.example)
            invariant = next(each for each in model.invariants if each.condition.span == span)
            self.spoken[key] = given_to(model, example, invariant.condition)
        return self.spoken[key]

    def found(self, problem: Problem) -> None:
        """Kept if it is the first of its kind, or came about in fewer moves; what comes about without an example says more."""
        known = self.problems.get(problem.key)
        if known is None or weight(problem) < weight(known):
            self.problems[problem.key] = problem

    def end_of(self, node: Node, chooser: Uniform) -> None:
        """A game that began at its start came to its end, to the bound, or was broken off."""
        self.longest = max(self.longest, node.length)
        if node.state.over:
            self.ended += 1
            if self.ended & (self.ended - 1) == 0 and self.ended.bit_length() % 2:  # the 1st, 4th, 16th, … end
                with node.root.table.uncounted():
                    problem = replayed(node)
                if problem is not None and not any(code == "K976" for code, _ in self.problems):  # moves alike cannot be told apart
                    self.found(problem)
        elif node.length < self.bound:
            self.cut.append((node, chooser))
        else:
            self.endless += 1
            self.unended = node
            declared = self.game.model.declarations.length
            if declared.promised:
                self.found(
                    Problem(
                        "K974",
                        f"the game goes on after the {declared.turns} decisions that `length` promises",
                        self.game.model.play.span,
                        "promise more `turns`, or end the game",
                        node.root,
                        node.step,
                    )
                )


def within(inner: Span, outer: Span) -> bool:
    return (
        inner.file == outer.file
        and (outer.line, outer.column) <= (inner.line, inner.column)
        and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    )


def weight(problem: Problem) -> tuple[bool, int]:
    return problem.root.example is not None, 0 if problem.step is None else problem.step.number
