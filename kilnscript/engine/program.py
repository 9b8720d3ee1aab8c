"""A game compiled for one player count and one choice of options: begin, moves, play, refuse, result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kilnscript.compile.analysis import free_names
from kilnscript.compile.constants import Value, none_of
from kilnscript.compile.flow import Decide, Flow, flat_offers
from kilnscript.compile.names import python_name
from kilnscript.compile.python.blocks import Layout
from kilnscript.compile.python.expressions import Expressions
from kilnscript.compile.python.module import Generated
from kilnscript.compile.python.points import PointKind
from kilnscript.compile.world import BOX, SUPPLY, World, first_value
from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.engine.faults import Fault, GameOver, RuleFault
from kilnscript.engine.layout import lay_out
from kilnscript.engine.offers import LogLine, RawMove, Refusal, Result, describe
from kilnscript.engine.policy import chosen
from kilnscript.engine.state import State
from kilnscript.engine.stream import Stream
from kilnscript.engine.values import no_choice
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.expressions import Expression, TextHole
from kilnscript.model.game import Game
from kilnscript.model.types import Type


def code_name(game: Game) -> str:
    """What tracebacks call the generated module."""
    return f"<rules of {game.declarations.name}>"


class Program:
    """Compiled rules. ``source`` is the generated Python, ``graph`` the flow graph it came from, ``layouts`` what its frames hold."""

    def __init__(self, game: Game, world: World, generated: Generated, names: dict[str, Any]) -> None:
        self.game = game
        self.world = world
        self.players = world.players
        self.options: Mapping[str, Value] = world.options
        self.generated = generated
        self.points = generated.points  # what counting code has come to; None where nothing is counted
        self.names = names
        self.source = generated.source
        self.graph: Flow = generated.flow
        self.layouts: Mapping[str, Layout] = generated.layouts
        self.blocks = names["BLOCKS"]
        self.logs = generated.logs
        self.decisions, self.offers = describe(game, generated.flow)
        self.whens = [offer.when for node in generated.flow.decisions for offer in flat_offers(node.decision)]
        count = len(generated.flow.decisions)
        self.moves_at = [names[f"moves_at_{i}"] for i in range(count)]
        self.play_at = [names[f"play_at_{i}"] for i in range(count)]
        self.ends_at = {b.end.decision: b.end for b in generated.flow.blocks if isinstance(b.end, Decide)}
        self.watch = names.get("_watch")
        self.kinds = tuple(o.kind for o in self.offers)
        self.printer = Expressions(game, world)
        self.printer.indexed, self.printer.settled = set(generated.masks), True
        self.compiled: dict[tuple[int, tuple[str, ...]], tuple[Expression, Any]] = {}
        names["_ask_all"] = self.ask_all
        names["_logged"] = self.logged
        names["_winners"] = lambda s: self.result(s).winners if s.over else ()

    # ---- beginning -------------------------------------------------------------------------------------------------

    def blank(self, stream: Stream) -> State:
        """Everything in the box and the supply, layouts laid out, variables at their start, nothing under way."""
        world = self.world
        s: State = self.names["State"]()
        pieces, cells, places = len(world.pieces), len(world.cells), len(world.places)
        s.at, s.occupied, s.marks = [-1] * (cells + 1), 0, 0
        s.place_of, s.cell_of = [BOX] * pieces + [-1], [-1] * (pieces + 1)
        s.bags, s.piles = [0] * places, [()] * places
        s.bags[BOX] = (1 << pieces) - 1
        s.tokens = [0] * (places * len(world.tokens))
        for i, token in enumerate(self.game.declarations.tokens.values()):
            s.tokens[SUPPLY * len(world.tokens) + i] = -1 if token.supply is None else world.constants.number(token.supply)
        scores = self.game.declarations.scores
        holders = self.holders()
        s.score = [0] * (holders + 1)
        s.points = [0] * ((holders + 1) * (0 if scores is None else len(scores.sources)))
        s.shown, s.sheet, s.stack, s.chosen, s.later = {}, (), [], (), ()
        s.player, s.decision, s.deciders, s.legal = -1, -1, (), ()
        s.next_turn, s.passes, s.steps, s.acting, s.passing = -1, 0, 0, 0, None
        s.start, s.over, s.winners, s.reason, s.log = None, False, None, None, None
        s.stream = stream
        for component in self.game.declarations.components.values():
            for attribute, kind in component.changes.items():
                name = f"value_{python_name(attribute)}"
                if not hasattr(s, name):
                    setattr(s, name, [-1] * (pieces + 1))
                column = getattr(s, name)
                column[-1] = none_of(kind)
                for piece in world.pieces_of[component.name]:
                    column[piece] = first_value(world, kind)
        for attribute in self.generated.masks:
            setattr(s, f"cells_{python_name(attribute)}", [0] * (1 + self.values_of(attribute)))
        s.reset_variables()
        lay_out(self, s)
        return s

    def values_of(self, attribute: str) -> int:
        """How many different values, none left out, an attribute of pieces may have."""
        world, most = self.world, 0
        for component in self.game.declarations.components.values():
            kind = component.has.get(attribute, component.changes.get(attribute))
            match kind.item if isinstance(kind, t.Optional) else kind:
                case None:
                    pass
                case t.Kind(name=name):
                    most = max(most, len(self.game.declarations.kinds[name].members))
                case t.Player():
                    most = max(most, self.players)
                case _:
                    most = max(most, 8, len(world.pieces), len(world.places), len(world.cells), len(world.lines), len(world.arrows))
        return most

    def holders(self) -> int:
        """How many scores there are: seats, or members of the kind they are kept per."""
        scores = self.game.declarations.scores
        if scores is None or scores.per == "player":
            return self.players
        return len(self.game.declarations.kinds[scores.per].members)

    def begin(self, stream: Stream, log: list[LogLine] | None = None) -> State:
        """A new game, run up to its first decision (or its end). Raises Fault."""
        s = self.blank(stream)
        s.log = log
        s.player = 0
        for name in ("play", "setup"):
            if name in self.graph.units:
                s.stack.append(self.frame(name))
        self.run(s)
        return s

    def frame(self, unit: str, arguments: Sequence[Value] = ()) -> list[Any]:
        """A new frame of a phase (or setup, play) that has decisions."""
        layout = self.layouts[unit]
        return [self.graph.units[unit].entry, *arguments, *[None] * (len(layout.locals) - len(arguments))]

    def run(self, s: State) -> None:
        """On to the next decision or the end. Raises Fault."""
        blocks, stack = self.blocks, s.stack
        try:
            while stack:
                frame = stack[-1]
                if blocks[frame[0]](s, frame):
                    return
            raise GameOver
        except GameOver:
            self.finish(s)
        except (RuleFault, RecursionError) as error:
            raise self.fault(error) from error

    def finish(self, s: State) -> None:
        s.stack, s.decision, s.deciders, s.legal, s.acting, s.passing = [], -1, (), (), 0, None
        if self.game.scoring is not None:
            s.acting = 1  # no watches any more
            scores = self.game.declarations.scores
            if scores is not None and scores.sheet and scores.by is not None:
                s.sheet += (tuple(s.points),)
            try:
                self.names["scoring"](s)
            except GameOver:
                pass
            except (RuleFault, RecursionError) as error:
                raise self.fault(error) from error
            s.acting = 0
        s.over = True

    def fault(self, error: Exception) -> Fault:
        """Where in the rules it happened: the innermost line of the generated code that has a place."""
        span = None
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename == code_name(self.game):
                line = trace.tb_lineno - 1
                if line < len(self.generated.spans) and self.generated.spans[line] is not None:
                    span = self.generated.spans[line]
            trace = trace.tb_next
        if isinstance(error, RuleFault):
            return Fault(Diagnostic(error.code, error.message, span, error.hint))
        return Fault(Diagnostic("K823", "functions are nested too deeply to be worked out", span, "call fewer functions inside each other"))

    # ---- moves -----------------------------------------------------------------------------------------------------

    def moves(self, state: State, seat: int | None = None) -> tuple[RawMove, ...]:
        """The legal moves of the seat to decide (``seat`` only where several decide at once), in the documented order; empty once over."""
        if state.decision < 0:
            return ()
        if not self.decisions[state.decision].everyone:
            return state.legal
        state.player = state.deciders[0] if seat is None else seat
        return self.at_decision(state)

    def at_decision(self, state: State) -> tuple[RawMove, ...]:
        try:
            found: tuple[RawMove, ...] = self.moves_at[state.decision](state, state.stack[-1])
        except (RuleFault, RecursionError) as error:
            raise self.fault(error) from error
        return found

    def ask_all(self, s: State, decision: int) -> bool:
        """Whether anybody is asked. A seat with nothing legal is not, where the text says what happens otherwise; else that is a fault."""
        frame, able = s.stack[-1], []
        for seat in s.deciders:
            s.player = seat
            if self.moves_at[decision](s, frame):
                able.append(seat)
        if self.ends_at[decision].nothing is None and len(able) < len(s.deciders):
            no_choice()
        s.deciders = tuple(able)
        if not able:
            return False
        s.decision, s.legal, s.passes, s.steps = decision, (), 0, 0
        return True

    def play(self, state: State, move: RawMove, seat: int | None = None) -> None:
        """Plays a legal move in place and runs on to the next decision. Raises Fault: ``state`` is then of no use any more (copy first)."""
        number = state.decision
        if self.decisions[number].everyone:
            self.choose(state, move, state.deciders[0] if seat is None else seat)
            return
        kind = self.kinds[move[0]]
        if state.start is not None and kind in ("action", "reset", "skip"):
            self.go_back(state)
            if kind == "reset":
                return
        elif state.start is None and kind == "provisional":
            state.start = state.copy()
        frame = state.stack[-1]
        end = self.ends_at[number]
        state.decision = -1
        if kind != "provisional":
            frame[0] = end.skipped if kind == "skip" else end.after
        try:
            if kind != "skip":
                self.play_at[number](state, frame, move)
        except GameOver:
            self.finish(state)
            return
        except (RuleFault, RecursionError) as error:
            raise self.fault(error) from error
        self.run(state)

    def go_back(self, s: State) -> None:
        """To the start of the open transaction, as if nothing had been moved."""
        assert s.start is not None
        log = s.log
        s.become(s.start.copy())
        s.log = log

    def choose(self, s: State, move: RawMove, seat: int) -> None:
        """One of several simultaneous choices; when the last is in, they are carried out in seat order."""
        s.chosen = (*s.chosen, (seat, move))
        s.deciders = tuple(d for d in s.deciders if d != seat)
        if s.deciders:
            return
        number, frame = s.decision, s.stack[-1]
        s.decision = -1
        frame[0] = self.ends_at[number].after
        chosen, s.chosen = sorted(s.chosen), ()
        s.passing = []
        try:
            for found, raw in chosen:
                s.player = found
                if self.kinds[raw[0]] != "skip":
                    self.play_at[number](s, frame, raw)
            passed, s.passing = s.passing, None
            self.names["_arrive"](s, passed)
            if self.watch is not None:
                self.watch(s)
        except GameOver:
            self.finish(s)
            return
        except (RuleFault, RecursionError) as error:
            raise self.fault(error) from error
        self.run(s)

    def refuse(self, state: State, move: RawMove, seat: int | None = None) -> Refusal | None:
        """None for a legal move; else the first reason, in the order of the rule's text."""
        offer = self.offers[move[0]]
        if seat is not None:
            state.player = seat
        if offer.number not in self.decisions[state.decision].offers:
            return Refusal(None, {}, None, offer.span)
        if offer.action not in self.game.actions:
            return Refusal(None, {}, None, offer.span) if offer.kind == "reset" and state.start is None else None
        if offer.kind == "action" and state.start is not None:
            return self.refuse(state.start, move, seat)
        state.steps = 0
        condition = self.whens[offer.number]
        if condition is not None and not self.evaluate(condition, state, self.local_values(state)):
            return Refusal(None, {}, None, condition.span)
        action = self.game.actions[offer.action]
        names = self.local_values(state)
        scope = [names[name] for name, _ in action.scope]
        try:
            found = self.names[f"refuse_{python_name(action.name)}"](state, *scope, *move[1:])
        except (RuleFault, RecursionError) as error:
            raise self.fault(error) from error
        if found is None:
            return None
        point = self.generated.refusals[found[0]]
        types = {**dict(action.scope), **{p.name: p.type for p in action.parameters}}
        types |= {n.name: n.value.type for n in action.block.statements if isinstance(n, st.Let)}
        known = {name: (found[1][python_name(name)], kind) for name, kind in types.items() if python_name(name) in found[1]}
        return Refusal(point.text, known, point.parameter, point.span)

    def refusals(self, state: State, move: RawMove, seat: int | None = None) -> tuple[Refusal, ...]:
        """Every reason why a move is not legal, in the order of the rule's text; none for a legal one. What cannot be worked out because an
        earlier condition fails is left out."""
        first = self.refuse(state, move, seat)
        action = self.game.actions.get(self.offers[move[0]].action)
        if first is None:
            return ()
        if first.text is None or action is None:
            return (first,)
        if self.offers[move[0]].kind == "action" and state.start is not None:
            state = state.start
        types: dict[str, Type] = {**dict(action.scope), **{p.name: p.type for p in action.parameters}}
        scope = self.local_values(state)
        names = {name: scope[name] for name, _ in action.scope}
        names |= {p.name: value for p, value in zip(action.parameters, move[1:], strict=True)}
        found: list[Refusal] = []
        try:
            self.collect_refusals(state, action.block, names, types, found)
        except Fault:
            pass
        return tuple(found) if found else (first,)

    def collect_refusals(
        self, state: State, block: st.Block, names: dict[str, Value], types: dict[str, Type], found: list[Refusal]
    ) -> bool:
        """Conditions that fail, up to the first change; no when that was met."""
        for n in block.statements:
            match n:
                case st.Let():
                    names[n.name], types[n.name] = self.evaluate(n.value, state, self.wanted(n.value, names)), n.value.type
                case st.Require():
                    if not self.evaluate(n.condition, state, self.wanted(n.condition, names)):
                        known = {name: (value, types[name]) for name, value in names.items()}
                        found.append(Refusal(n.reason, known, None, n.span))
                case st.If() | st.Rule():
                    then, otherwise = (n.then, n.otherwise) if isinstance(n, st.If) else (n.block, None)
                    condition = n.condition if isinstance(n, st.If) else n.when
                    holds = condition is None or self.evaluate(condition, state, self.wanted(condition, names))
                    inner = then if holds else otherwise
                    if inner is not None and not self.collect_refusals(state, inner, dict(names), types, found):
                        return False
                case _:
                    return False
        return True

    def wanted(self, e: Expression, names: Mapping[str, Value]) -> dict[str, Value]:
        """The names that an expression reads."""
        free = free_names(e)
        return {name: value for name, value in names.items() if name in free}

    def local_values(self, state: State) -> dict[str, Value]:
        """The named locals of the innermost frame."""
        frame = state.stack[-1]
        layout = self.layouts[self.graph.blocks[frame[0]].unit]
        return {found.name: frame[i + 1] for i, found in enumerate(layout.locals) if found.type is not None}

    def domain(self, state: State, offer: int, chosen: Sequence[Value], seat: int | None = None) -> tuple[Value, ...]:
        """Values on offer for the parameter after those chosen, requirements not looked at."""
        if seat is not None:
            state.player = seat
        state.steps = 0
        action = self.game.actions[self.offers[offer].action]
        names = self.local_values(state)
        scope = [names[name] for name, _ in action.scope]
        try:
            found: tuple[Value, ...] = self.names[f"domain_{python_name(action.name)}"](state, *scope, tuple(chosen))
        except (RuleFault, RecursionError) as error:
            raise self.fault(error) from error
        return found

    # ---- values ----------------------------------------------------------------------------------------------------

    def evaluate(self, expression: Expression, state: State, names: Mapping[str, Value] | None = None) -> Value:
        """The value of any typed expression in a state (examples, invariants, texts); ``names``: values of its locals. Raises Fault."""
        names = {} if names is None else names
        key = (id(expression), tuple(names))
        known = self.compiled.get(key)
        if known is None:
            arguments = "".join(f", {python_name(name)}" for name in names)
            function = eval(f"lambda s{arguments}: {self.printer.print(expression)}", self.names)
            known = self.compiled[key] = (expression, function)
        state.steps = 0
        try:
            return known[1](state, *names.values())
        except (RuleFault, RecursionError) as error:
            found = self.fault(error)
            raise Fault(Diagnostic(found.diagnostic.code, found.diagnostic.message, expression.span, found.diagnostic.hint)) from error

    def contents(self, state: State, place: int) -> tuple[int, ...]:
        """Pieces of a place: in order where it has one (rows, grids, slots: cell by cell, empty cells left out), else by number."""
        found: tuple[int, ...] = self.names["_pieces"](state, place)
        return found

    def tokens(self, state: State, place: int) -> tuple[int, ...]:
        """How many of each token lie in a purse or the supply (-1: unlimited)."""
        n = len(self.world.tokens)
        return tuple(state.tokens[place * n : (place + 1) * n])

    def piece_value(self, state: State, piece: int, attribute: str) -> Value:
        column = getattr(state, f"value_{python_name(attribute)}", None)
        return column[piece] if column is not None else self.world.pieces[piece].values.get(attribute)

    def seers(self, state: State, piece: int) -> int:
        """The seats that may see a piece, as a bit set."""
        everybody = (1 << self.players) - 1
        info = self.world.places[state.place_of[piece]]
        if info.declared.sees == "all":
            return everybody
        seen = state.shown.get(piece, 0)
        return seen | (1 << info.owner) if info.declared.sees == "owner" and info.owner >= 0 else seen

    def logged(self, s: State, number: int, values: tuple[Value, ...], readers: int) -> LogLine:
        """A log line with the values of its holes, and for each hole who may read it."""
        everybody = (1 << self.players) - 1
        s.steps += 10
        parts: list[str | tuple[Value, Type]] = []
        hidden = []
        found = iter(values)
        for part in self.logs[number].text.parts:
            if isinstance(part, TextHole):
                value = next(found)
                parts.append((value, part.value.type))
                hidden.append(self.readers_of(s, value, part.value.type, everybody))
            elif isinstance(part, str):
                parts.append(part)
        return LogLine(tuple(parts), tuple(hidden), readers & everybody, self.logs[number].span)

    def readers_of(self, s: State, value: Value, kind: Type, everybody: int) -> int:
        kind = kind.item if isinstance(kind, t.Optional) else kind
        if isinstance(kind, t.Piece):
            return self.seers(s, value) if value >= 0 else everybody
        if isinstance(kind, (t.SetOf, t.ListOf)) and isinstance(kind.item, t.Piece):
            for piece in self.names["_bits"](value) if isinstance(kind, t.SetOf) else value:
                everybody &= self.seers(s, piece)
        return everybody

    # ---- the end ---------------------------------------------------------------------------------------------------

    def result(self, state: State) -> Result:
        """Ranking and reason; only once over."""
        saved = state.player
        keys = []
        try:
            for seat in range(self.players):
                state.player, state.steps = seat, 0
                key = self.names["rank"](state)
                keys.append((tuple((0, 0) if value is None else (1, value) for value in key), seat))
        except (RuleFault, RecursionError) as error:
            raise self.fault(error) from error
        finally:
            state.player = saved
        text, values = None, ()
        if state.reason is not None:
            text, values = self.generated.ends[state.reason[0]].reason, state.reason[1]
        if state.winners == ():
            return Result((tuple(range(self.players)),), (), True, text, values)
        named = state.winners or ()
        groups = [tuple(named)] if named else []
        rest = [(key, seat) for key, seat in keys if seat not in named]
        for key in sorted({key for key, _ in rest}, reverse=True):
            groups.append(tuple(seat for found, seat in rest if found == key))
        return Result(tuple(groups), groups[0], False, text, values)

    # ---- counting --------------------------------------------------------------------------------------------------

    def count(self, kind: PointKind, span: Span, detail: str = "") -> None:
        """In counting code: play has come to something that is not compiled."""
        if self.points is not None:
            self.points.hit(kind, span, detail)

    # ---- clocks ----------------------------------------------------------------------------------------------------

    def timeout(self, state: State, seat: int, idle: bool = False) -> RawMove | None:
        """The move that the declared policy plays; None where there is no policy."""
        decision = self.graph.decisions[state.decision].decision
        policy = decision.on_idle if idle else decision.on_timeout
        if policy is None:
            return None
        state.player = seat
        return chosen(self, state, policy.block, self.moves(state, seat), self.local_values(state))
