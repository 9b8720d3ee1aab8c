"""Typed statements that come to no decision → lines of Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, assert_never

from kilnscript.compile.analysis import walk
from kilnscript.compile.names import python_name
from kilnscript.compile.python import collections, payments
from kilnscript.compile.python.points import PointKind
from kilnscript.compile.python.writer import Writer
from kilnscript.compile.unsupported import refuse_depth
from kilnscript.compile.world import attribute_values
from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.later import moments

if TYPE_CHECKING:
    from kilnscript.compile.python.expressions import Expressions


MOST_ARMS = 300  # of one `case`


class Statements:
    """Prints statements. ``acting``: inside an action, where watches wait until it is done. ``texts`` gathers what logs and ends say."""

    def __init__(self, p: Expressions, w: Writer) -> None:
        self.p = p
        self.w = w
        self.moments = moments(p.game)
        self.acting = False
        self.passing: str | None = None  # the list that gathers what `pass` hands on
        self.logs: list[st.Log] = []
        self.ends: list[st.EndGame | st.EndWatch] = []
        self.trying = False  # what is only tried is not counted

    def count(self, kind: PointKind, span: Span, detail: str = "") -> None:
        """In counting code: play has come here."""
        if self.p.points is not None and not self.trying:
            self.w.emit(f"_hits[{self.p.points.number(kind, span, detail)}] += 1")

    def block(self, block: st.Block) -> None:
        for statement in block.statements:
            self.statement(statement)

    def statement(self, n: st.Statement) -> None:
        emit, show = self.w.emit, self.p.print
        self.count("line", n.span)
        match n:
            case st.Let():
                emit(f"{python_name(n.name)} = {show(n.value)}", n.span)
            case st.SetVariable():
                emit(f"{self.p.variable(n.target)} = {self.checked(n.target, n.value)}", n.span)
            case st.SetPieceValue():
                self.set_piece_value(n)
            case st.Do():
                self.do(n)
            case st.Later():
                moment, phase = self.moment(n.edge, n.of), list(self.p.game.phases).index(n.phase)
                seats = "-1, s.player" if n.whose is None else ", ".join([show(n.whose)] * 2)
                emit(f"_put_off(s, {moment}, {phase}, {seats}{''.join(f', {show(a)}' for a in n.arguments)})", n.span)
            case st.Require() | st.Ensure():
                pass  # tested before the action was found legal
            case st.MovePieces():
                self.move_pieces(n)
            case st.MoveTokens():
                amount = "None" if n.amount is None else show(n.amount)
                emit(f"_move_tokens(s, {amount}, {show(n.source)}, {show(n.destination)})", n.span)
            case st.Draw():
                self.draw(n)
            case st.Shuffle():
                emit(f"_shuffle(s, {show(n.place)})", n.span)
            case st.CloseUp():
                emit(f"_close_up(s, {show(n.place)})", n.span)
            case st.Roll():
                self.roll(n)
            case st.Pick():
                emit(f"{self.p.variable(n.target)} = _pick(s, {collections.iterate(self.p, n.source)})", n.span)
            case st.Slide():
                emit(f"_slide(s, {show(n.piece)}, {show(n.arrow)}, {show(n.out)})", n.span)
            case st.Mark():
                emit(f"s.marks |= {show(n.cells)}", n.span)
            case st.ClearMarks():
                emit(f"s.marks &= ~{show(n.cells)}", n.span)
            case st.ClearTally():
                emit(f"{self.p.variable(n.tally)} = {{}}", n.span)
            case st.Note():
                tally = self.p.variable(n.tally)
                emit(f"{tally} = _noted(s, {tally}, {show(n.value)})", n.span)
            case st.Reveal():
                seats = "_EVERYBODY" if n.to is None else f"_seats({show(n.to)})"
                emit(f"_reveal(s, {self.pieces(n.what)}, {seats})", n.span)
            case st.Hide():
                emit(f"_hide(s, {self.pieces(n.what)})", n.span)
            case st.Pay():
                emit(payments.pay(n, self.p), n.span)
            case st.Score():
                source = list(self.sources()).index(n.source)
                emit(f"_score(s, {show(n.amount)}, {source}, {show(n.whom)})", n.span)
            case st.Award():
                self.award(n)
            case st.Log():
                self.log(n)
            case st.EndGame():
                self.end_game(n)
            case st.Choose():
                raise AssertionError("`choose` stands in timeout policies, which are printed by themselves")
            case st.PassOn():
                emit(f"{self.passing or 's.passing'}.append(({self.pieces(n.what)}, {show(n.to)}))", n.span)
            case st.NextTurn():
                emit(f"s.next_turn = {show(n.seat)}", n.span)
            case st.Result():
                emit(f"return {show(n.value)}", n.span)
            case st.If():
                self.if_(n.condition, n.then, n.otherwise, n.span)
            case st.Rule():
                if n.when is None:
                    self.block(n.block)
                else:
                    self.if_(n.when, n.block, None, n.span)
            case st.Case():
                self.case(n)
            case st.ForEach():
                self.for_each(n)
            case st.RepeatTimes():
                emit(f"for {self.w.name('pass')} in range({show(n.count)}):", n.span)
                with self.w.indented():
                    emit("_tick(s)", n.span)
                    self.block(n.block)
            case st.RepeatUntil():
                self.repeat_until(n)
            case st.TakeTurns():
                self.take_turns(n)
            case st.Decision():
                raise AssertionError("decisions are cut out of straight-line code")
            case _:
                assert_never(n)

    # ---- values ------------------------------------------------------------------------------------------------------

    def sources(self) -> list[str]:
        scores = self.p.game.declarations.scores
        return [] if scores is None else list(scores.sources)

    def checked(self, target: x.Variable, value: x.Expression) -> str:
        """The value to assign, tested against the range or length that the variable was declared with."""
        printed = self.p.print(value)
        declared = self.p.game.declarations.variables[target.name].type
        optional = isinstance(declared, t.Optional)
        kind = declared.item if isinstance(declared, t.Optional) else declared
        found, constant = self.p.known(value)
        if isinstance(kind, t.Number):
            low, high = (None if b is None else self.p.world.constants.number(b) for b in (kind.low, kind.high))
            if found and constant is not None and (low is None or constant >= low) and (high is None or constant <= high):
                return printed
            return f"_in_range({printed}, {low}, {high}, {target.name!r}, {optional})"
        if isinstance(kind, t.ListOf) and kind.most is not None and not (found and constant == ()):
            return f"_at_most({printed}, {self.p.world.constants.number(kind.most)}, {target.name!r})"
        return printed

    def set_piece_value(self, n: st.SetPieceValue) -> None:
        attribute = n.target.attribute
        owner, value = self.p.print(n.target.owner), self.p.print(n.value)
        self.w.emit(f"_set_{python_name(attribute)}(s, {owner}, {value})", n.span)

    def pieces(self, e: x.Expression) -> str:
        """A piece, none, or a collection as an iterable of pieces."""
        kind = e.type.item if isinstance(e.type, t.Optional) else e.type
        if isinstance(kind, t.Piece):
            printed = self.p.print(e)
            return f"_one({printed}, False)" if isinstance(e.type, t.Optional) else f"({printed},)"
        return collections.iterate(self.p, e)

    # ---- moving --------------------------------------------------------------------------------------------------------

    def do(self, n: st.Do) -> None:
        arguments = "".join(f", {self.p.print(a)}" for a in n.arguments)
        self.w.emit(f"do_{python_name(n.phase)}(s{arguments})", n.span)

    def moment(self, edge: Literal["start", "end"], of: str) -> int:
        """The number by which a state knows a moment until which something is put off."""
        return list(self.moments).index((edge, of))

    def due(self, edge: Literal["start", "end"], of: str, span: Span) -> None:
        """Does what was put off until this moment; nobody decides in it."""
        phases = self.moments.get((edge, of), ())
        if not phases:
            return
        saved, due, names = self.w.name("saved"), self.w.name("due"), list(self.p.game.phases)
        self.w.emit(f"{saved} = s.player", span)
        self.w.emit(f"for {due} in _take_due(s, {self.moment(edge, of)}):", span)
        with self.w.indented():
            self.w.emit("_tick(s)", span)
            self.w.emit(f"s.player = {due}[3]")
            for name in phases:
                self.w.emit(f"if {due}[1] == {names.index(name)}: do_{python_name(name)}(s, *{due}[4:])", span)
        self.w.emit(f"s.player = {saved}", span)

    def destinations(self, found: tuple[x.Expression, ...]) -> str:
        """(place, cell) for each: a cell, or a place (-1, place)."""
        parts = []
        for e in found:
            kind = e.type.item if isinstance(e.type, t.Optional) else e.type
            parts.append(f"(-1, {self.p.print(e)})" if isinstance(kind, t.Cell) else f"({self.p.print(e)}, -1)")
        return f"({', '.join(parts)},)"

    def move_pieces(self, n: st.MovePieces) -> None:
        kind = n.what.type.item if isinstance(n.what.type, t.Optional) else n.what.type
        only = n.destinations[0]
        target = only.type.item if isinstance(only.type, t.Optional) else only.type
        if isinstance(kind, t.Piece) and len(n.destinations) == 1 and isinstance(target, t.Cell):
            self.w.emit(f"_to_cell(s, {self.p.print(n.what)}, {self.p.print(only)})", n.span)
        elif isinstance(kind, t.Piece) and len(n.destinations) == 1 and not n.under:
            self.w.emit(f"_to_place(s, {self.p.print(n.what)}, {self.p.print(only)})", n.span)
        else:
            self.w.emit(f"_move(s, {self.pieces(n.what)}, {self.destinations(n.destinations)}, {n.under})", n.span)

    def draw(self, n: st.Draw) -> None:
        count, targets = self.p.print(n.count), self.destinations(n.destinations)
        kind = n.source.type.item if isinstance(n.source.type, t.Optional) else n.source.type
        if isinstance(kind, t.Place):
            self.w.emit(f"_draw(s, {count}, {self.p.print(n.source)}, {targets}, {n.under})", n.span)
        elif isinstance(n.source, x.Convert) and isinstance(n.source.value.type, t.Place):
            self.w.emit(f"_draw(s, {count}, {self.p.print(n.source.value)}, {targets}, {n.under})", n.span)
        else:
            self.w.emit(f"_draw_from(s, {count}, {self.pieces(n.source)}, {targets}, {n.under})", n.span)

    def roll(self, n: st.Roll) -> None:
        for component in self.p.game.declarations.components.values():
            if component.rolls is not None:
                values = tuple(attribute_values(self.p.world, component.changes[component.rolls]))
                self.w.emit(f"_roll(s, {self.pieces(n.dice)}, _set_{python_name(component.rolls)}, {values!r})", n.span)
                return

    def award(self, n: st.Award) -> None:
        among = "tuple(range(_SEATS))" if n.among is None else f"tuple({collections.iterate(self.p, n.among)})"
        source = self.sources().index(n.source)
        keys = ", ".join(("-" if item.highest else "") + self.p.print(item.value) for item in n.ranking)
        saved, ranks = self.w.name("saved"), self.w.name("ranks")
        self.w.emit(f"{saved}, {ranks} = s.player, {{}}", n.span)
        self.w.emit(f"for s.player in {among}:", n.span)
        with self.w.indented():
            self.w.emit(f"{ranks}[s.player] = ({keys},)", n.span)
        self.w.emit(f"s.player = {saved}", n.span)
        self.w.emit(f"_award(s, {self.p.print(n.amount)}, {ranks}, {source}, {n.ties!r})", n.span)

    # ---- telling -------------------------------------------------------------------------------------------------------

    def log(self, n: st.Log) -> None:
        values = "".join(f"{self.p.print(part.value)}, " for part in n.text.parts if isinstance(part, x.TextHole))
        readers = "-1" if n.to is None else f"_seats({self.p.print(n.to)})"
        self.w.emit(f"if s.log is not None: s.log.append(_logged(s, {len(self.logs)}, ({values}), {readers}))", n.span)
        self.logs.append(n)

    def end_game(self, n: st.EndGame | st.EndWatch) -> None:
        if n.outcome is None:
            winners = "None"
        elif n.outcome.winner is None:
            winners = "()"
        else:
            kind = n.outcome.winner.type
            if isinstance(kind, (t.SetOf, t.ListOf)):
                winners = f"tuple({collections.iterate(self.p, n.outcome.winner)})"
            else:
                winners = f"({self.p.print(n.outcome.winner)},)"
        values = ""
        if n.reason is not None:
            values = "".join(f"{self.p.print(part.value)}, " for part in n.reason.parts if isinstance(part, x.TextHole))
        self.w.emit(f"_end(s, {winners}, {len(self.ends)}, ({values}))", n.span)
        self.ends.append(n)

    # ---- control -------------------------------------------------------------------------------------------------------

    def if_(self, condition: x.Expression, then: st.Block, otherwise: st.Block | None, span: Span, word: str = "if") -> None:
        found, value = self.p.known(condition)
        if found:
            chosen = then if value else otherwise
            if chosen is not None:
                self.block(chosen)
            return
        self.w.emit(f"{word} {bare(self.p.print(condition))}:", span)
        with self.w.indented():
            self.count("arm", condition.span, "yes")
            self.block(then)
        if otherwise is not None or self.p.points is not None:
            self.w.emit("else:")
            with self.w.indented():
                self.count("arm", condition.span, "no")
                if otherwise is not None:
                    self.block(otherwise)

    def case(self, n: st.Case) -> None:
        subject = self.w.name("case")
        self.w.emit(f"{subject} = {self.p.print(n.subject)}", n.span)
        word = "if"
        if len(n.arms) > MOST_ARMS:
            refuse_depth(n.span, "this `case`")
        for arm in n.arms:
            values = [self.p.print(v) for v in arm.values]
            test = f"{subject} == {values[0]}" if len(values) == 1 else f"{subject} in ({', '.join(values)})"
            self.w.emit(f"{word} {test}:", arm.span)
            with self.w.indented():
                self.count("arm", arm.values[0].span)
                self.block(arm.block)
            word = "elif"
        if n.otherwise is not None:
            self.w.emit("else:")
            with self.w.indented():
                self.block(n.otherwise)

    def for_each(self, n: st.ForEach) -> None:
        names = ["s.player" if b.name == "player" else python_name(b.name) for b in n.binders]
        saved = None
        if "s.player" in names:
            saved = self.w.name("saved")
            self.w.emit(f"{saved} = s.player", n.span)
        outer_passing = self.passing
        hands_on = "s.player" in names and self.passing is None and any_pass(n.block)
        if hands_on:
            self.passing = self.w.name("passing")
            self.w.emit(f"{self.passing} = []", n.span)
        if len(names) == 1:
            inside = self.p.costs.depth(n.block)
            self.w.emit(f"for {names[0]} in {collections.counted(self.p, n.binders[0].source, inside)}:", n.span)
        else:
            loops = " ".join(f"for {name} in {collections.counted(self.p, b.source, 3)}" for name, b in zip(names, n.binders, strict=True))
            self.w.emit(f"for {', '.join(names)} in [({', '.join(names)}) {loops}]:", n.span)
        with self.w.indented():
            if n.where is not None:
                self.w.emit(f"if not {self.p.print(n.where)}: continue", n.span)
            self.block(n.block)
        if hands_on:
            self.w.emit(f"_arrive(s, {self.passing})", n.span)
            self.passing = outer_passing
        if saved is not None:
            self.w.emit(f"s.player = {saved}", n.span)

    def repeat_until(self, n: st.RepeatUntil) -> None:
        passes = self.w.name("pass")
        self.start_limit(passes, n.limit, n.span)
        self.w.emit(f"while not {self.p.print(n.until)}:", n.span)
        with self.w.indented():
            self.w.emit("_tick(s)", n.span)
            self.count_pass(passes, n.limit, n.span, n.otherwise)
            self.block(n.block)

    def take_turns(self, n: st.TakeTurns) -> None:
        """A loop of turns in which nobody decides: it has a limit."""
        seat, saved, passes = self.w.name("seat"), self.w.name("saved"), self.w.name("pass")
        self.w.emit(f"{saved}, {seat} = s.player, {self.p.print(n.first)}", n.span)
        self.start_limit(passes, n.limit, n.span)
        until = "True" if n.until is None else f"not {self.p.print(n.until)}"
        self.w.emit(f"while {until}:", n.span)
        with self.w.indented():
            if n.among is not None:
                self.w.emit(f"{seat} = _next_among({seat}, {collections.iterate(self.p, n.among)})", n.span)
                self.w.emit(f"if {seat} < 0: break", n.span)
            self.w.emit("_tick(s)", n.span)
            self.count_pass(passes, n.limit, n.span, None)
            self.w.emit(f"s.player, s.next_turn = {seat}, -1", n.span)
            if n.innermost:
                self.reset("turn")
                self.due("start", "turn", n.span)
            self.block(n.block)
            if n.innermost:
                self.due("end", "turn", n.span)
            self.w.emit(f"{seat} = s.next_turn if s.next_turn >= 0 else _NEXT_SEAT[{seat}]", n.span)
        self.w.emit(f"s.player = {saved}", n.span)

    def start_limit(self, passes: str, limit: st.Limit | None, span: Span) -> None:
        if limit is not None:
            self.w.emit(f"{passes} = {'0' if limit.kind == 'at most' else 'None'}", span)

    def count_pass(self, passes: str, limit: st.Limit | None, span: Span, otherwise: st.Block | None) -> None:
        if limit is None:
            return
        if limit.kind == "decreases":
            self.w.emit(f"{passes} = _decreased({passes}, {self.p.print(limit.value)})", limit.span)
            return
        self.w.emit(f"{passes} += 1", span)
        if otherwise is not None:
            self.w.emit(f"if {passes} > {self.p.print(limit.value)}:", span)
            with self.w.indented():
                self.block(otherwise)
                self.w.emit("break")
        else:
            self.w.emit(f"if {passes} > {self.p.print(limit.value)}: _too_many({passes} - 1)", span)

    def reset(self, scope: str) -> None:
        """Sets variables of a scope back to their start."""
        for variable in self.p.game.declarations.variables.values():
            if variable.scope == scope:
                self.w.emit(f"s.{python_name(variable.name)} = {self.start_of(variable.name)}", variable.span)

    def new_line(self, phase: str) -> None:
        """The score sheet has a line for every pass of its phase."""
        scores = self.p.game.declarations.scores
        if scores is not None and scores.sheet and scores.by == phase:
            self.w.emit("_new_line(s)", scores.span)

    def start_of(self, name: str) -> str:
        """The start value of a variable; a new list for a family."""
        variable = self.p.game.declarations.variables[name]
        if variable.start is None:
            start = "{}"
        elif isinstance(variable.start, Mapping):
            printed = [self.p.print(v) for v in variable.start.values()]
            return f"[{', '.join(printed[: len(self.p.world.key_values(variable.keys[0]))])}]"
        else:
            start = self.p.print(variable.start)
        if not variable.keys:
            return start
        count = 1
        for key in variable.keys:
            count *= len(self.p.world.key_values(key))
        return f"[{start}] * {count}"


def any_pass(block: st.Block) -> bool:
    return any(isinstance(n, st.PassOn) for n in walk(block))


def bare(text: str) -> str:
    """Without the brackets around a whole condition."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and i < len(text) - 1:
            return text
    return text[1:-1] if "'" not in text and '"' not in text else text
