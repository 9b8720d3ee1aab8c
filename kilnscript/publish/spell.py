"""Typed expressions, statements and texts → the words of the language, as a reader of a diagram or page sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.builtins import FUNCTIONS, QUERIES
from kilnscript.model.declarations import Declarations

# How tightly an operator binds; what binds looser than its surroundings stands in brackets.
CHOICE, OR, AND, NOT, COMPARE, RANGE, SUM, TERM, UNARY, POSTFIX, ATOM = range(11)
ARITHMETIC = {"+": SUM, "-": SUM, "*": TERM, "/": TERM, "mod": TERM}


class Speller:
    """For one game, whose plurals it knows."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations

    def expression(self, e: x.Expression) -> str:
        return self.spelt(e)[0]

    def text(self, node: x.TypedText) -> str:
        """A text with its holes as they are written, on one line."""
        parts = []
        for part in node.parts:
            match part:
                case str():
                    parts.append(part)
                case x.TextHole():
                    parts.append("{" + self.expression(part.value) + "}")
                case x.TextTable():
                    parts.append("{table " + part.table + "}")
        return " ".join("".join(parts).split())

    def listed(self, items: Iterable[x.Expression]) -> str:
        return ", ".join(self.expression(item) for item in items)

    def binders(self, bound: tuple[x.Binder, ...], where: x.Expression | None) -> str:
        found = ", ".join(f"{b.name} in {self.expression(b.source)}" for b in bound)
        return found if where is None else f"{found} where {self.expression(where)}"

    def within(self, e: x.Expression, least: int) -> str:
        """The expression, in brackets if it binds looser than ``least``."""
        words, binds = self.spelt(e)
        return words if binds >= least else f"({words})"

    def indexed(self, name: str, keys: tuple[x.Expression, ...]) -> str:
        """`player.hand`, `shed[red]`, `player.used[space]`: a seat as first key comes before the name."""
        owner, rest = "", keys
        if keys and isinstance(keys[0].type, t.Player):
            owner, rest = self.within(keys[0], POSTFIX) + ".", keys[1:]
        return owner + name + (f"[{self.listed(rest)}]" if rest else "")

    def spelt(self, e: x.Expression) -> tuple[str, int]:
        """The words of an expression and how tightly they bind."""
        match e:
            case x.NumberLiteral():
                return (str(e.value), ATOM) if e.value >= 0 else (str(e.value), UNARY)
            case x.YesNoLiteral():
                return "yes" if e.value else "no", ATOM
            case x.NoneLiteral():
                return "none", ATOM
            case x.TextLiteral():
                return f'"{e.value}"', ATOM
            case x.NotationLiteral():
                return f'"{" ".join(e.text.split())}"', ATOM
            case x.MemberLiteral():
                return e.member, ATOM
            case x.SeatLiteral():
                return f"seat({e.number})", ATOM
            case x.TokenLiteral():
                return e.token, ATOM
            case x.DirectionLiteral() | x.AxisLiteral() | x.DirectionList() | x.Local():
                return e.name, ATOM
            case x.PieceLiteral():
                return e.row or e.component, ATOM
            case x.OptionValue():
                return f"option.{e.name}", ATOM
            case x.CurrentPlayer():
                return "player", ATOM
            case x.GameState():
                return ("players" if e.name == "seat_count" else e.name), ATOM
            case x.Players():
                return "players", ATOM
            case x.Members():
                return self.declarations.kinds[e.kind].plural, ATOM
            case x.Pieces():
                return self.declarations.components[e.component].plural, ATOM
            case x.TableConstant():
                return e.table, ATOM
            case x.TableValue():
                return f"{e.table}[{self.listed(e.keys)}]", POSTFIX
            case x.Variable():
                return self.indexed(e.name, e.keys), POSTFIX
            case x.PlaceAt() | x.PlaceFamily():
                return self.indexed(e.place, e.keys), POSTFIX
            case x.PieceValue() | x.MemberValue() | x.BuiltInAttribute():
                return f"{self.within(e.owner, POSTFIX)}.{e.attribute}", POSTFIX
            case x.ScoreOf():
                return f"{self.within(e.owner, POSTFIX)}.score", POSTFIX
            case x.Element():
                return f"{self.within(e.owner, POSTFIX)}[{self.expression(e.index)}]", POSTFIX
            case x.CellOf():
                return f"{self.within(e.place, POSTFIX)}[{self.expression(e.index)}]", POSTFIX
            case x.TokensIn():
                return f"{self.within(e.place, POSTFIX)}[{self.expression(e.token)}]", POSTFIX
            case x.Noted():
                return f"{self.expression(e.tally)}[{self.expression(e.value)}]", POSTFIX
            case x.FunctionCall():
                return e.function + (f"({self.listed(e.arguments)})" if e.arguments else ""), ATOM
            case x.BuiltInCall():
                return f"{e.function}({self.given(e)})", ATOM
            case x.PatternList():
                return (e.patterns[0] if len(e.patterns) == 1 else f"[{', '.join(e.patterns)}]"), ATOM
            case x.LegalAction():
                return f"legal({e.action})", ATOM
            case x.PaymentWays():
                return f"{e.payment}({self.listed(e.arguments)})", ATOM
            case x.SnapshotOf():
                return f"snapshot({self.listed(e.values)})", ATOM
            case x.Query() if e.where is None and e.otherwise is None and QUERIES[e.name].where:
                return f"{e.name}({self.binders(e.binders, e.body)})", ATOM
            case x.Query():
                default = "" if e.otherwise is None else f" else {self.expression(e.otherwise)}"
                return f"{e.name}({self.binders(e.binders, e.where)}: {self.expression(e.body)}{default})", ATOM
            case x.PlainQuery():
                default = "" if e.otherwise is None else f" else {self.expression(e.otherwise)}"
                return f"{e.name}({self.listed(e.operands)}{default})", ATOM
            case x.ListLiteral():
                return f"[{self.listed(e.items)}]", ATOM
            case x.FilterItems():
                return f"[{self.binders(e.binders, e.where)}]", ATOM
            case x.Not():
                return f"not {self.within(e.operand, NOT)}", NOT
            case x.Negate():
                return f"-{self.within(e.operand, UNARY)}", UNARY
            case x.Arithmetic():
                binds = ARITHMETIC[e.operator]
                return f"{self.within(e.left, binds)} {e.operator} {self.within(e.right, binds + 1)}", binds
            case x.AmountOf():
                return f"{self.within(e.count, TERM)} * {self.within(e.token, UNARY)}", TERM
            case x.Join():
                return f"{self.within(e.left, SUM)} + {self.within(e.right, TERM)}", SUM
            case x.Without():
                return f"{self.within(e.left, SUM)} - {self.within(e.right, TERM)}", SUM
            case x.Comparison():
                return f"{self.within(e.left, RANGE)} {e.operator} {self.within(e.right, RANGE)}", COMPARE
            case x.Logical():
                binds = OR if e.operator == "or" else AND
                return f"{self.within(e.left, binds)} {e.operator} {self.within(e.right, binds + 1)}", binds
            case x.NumberRange():
                return f"{self.within(e.low, SUM)}..{self.within(e.high, SUM)}", RANGE
            case x.Same():
                return f"{self.within(e.left, RANGE)} is {'not ' if e.negated else ''}{self.within(e.right, RANGE)}", COMPARE
            case x.Contains():
                return f"{self.within(e.item, RANGE)} is {'not ' if e.negated else ''}in {self.within(e.collection, RANGE)}", COMPARE
            case x.StateTest():
                return f"{self.within(e.operand, RANGE)} is {'not ' if e.negated else ''}{e.state}", COMPARE
            case x.Choice():
                return f"{self.within(e.then, OR)} if {self.within(e.condition, OR)} else {self.expression(e.otherwise)}", CHOICE
            case x.At():
                return f"{'at_start' if e.moment == 'start' else 'before_move'}({self.expression(e.value)})", ATOM
            case x.Referee():
                return f"referee({self.expression(e.value)})", ATOM
            case x.Convert():
                return self.spelt(e.value)
            case _:
                assert_never(e)

    def given(self, call: x.BuiltInCall) -> str:
        """Arguments, those left out that are filled in by themselves."""
        arguments = list(call.arguments)
        parameters = FUNCTIONS[call.function].parameters
        while arguments and len(arguments) <= len(parameters):
            last = arguments[-1]
            default = parameters[len(arguments) - 1].default
            if default is None or not isinstance(last, x.NumberLiteral) or last.value != default:
                break
            arguments.pop()
        return self.listed(arguments)

    def statement(self, s: st.Statement) -> str | None:
        """A statement on one line; None for those that a reader need not see (a name for a value, a line of the log)."""
        match s:
            case st.Let() | st.Log() | st.Require() | st.Ensure() | st.Result() | st.Choose():
                return None
            case st.SetVariable() | st.SetPieceValue():
                return f"{self.expression(s.target)} = {self.expression(s.value)}"
            case st.Do():
                return f"do {s.phase}" + (f"({self.listed(s.arguments)})" if s.arguments else "")
            case st.Later():
                done = f"do {s.phase}" + (f"({self.listed(s.arguments)})" if s.arguments else "")
                return f"{done} at {s.edge} of {s.of}" + (f" for {self.expression(s.whose)}" if s.whose is not None else "")
            case st.MovePieces():
                return f"move {self.expression(s.what)} {self.destinations(s.destinations, s.under)}"
            case st.MoveTokens():
                amount = self.expression(s.source) if s.amount is None else f"{self.expression(s.amount)} from {self.expression(s.source)}"
                return f"move {amount} to {self.expression(s.destination)}"
            case st.Draw():
                return f"draw {self.expression(s.count)} from {self.expression(s.source)} {self.destinations(s.destinations, s.under)}"
            case st.Shuffle():
                return f"shuffle {self.expression(s.place)}"
            case st.CloseUp():
                return f"close up {self.expression(s.place)}"
            case st.Roll():
                return f"roll {self.expression(s.dice)}"
            case st.Pick():
                return f"pick {self.expression(s.target)} at random from {self.expression(s.source)}"
            case st.Slide():
                return f"slide {self.expression(s.piece)} into {self.expression(s.arrow)} then {self.expression(s.out)}"
            case st.Mark():
                return f"mark {self.expression(s.cells)}"
            case st.ClearMarks():
                return f"clear {self.expression(s.cells)}"
            case st.ClearTally():
                return f"clear {self.expression(s.tally)}"
            case st.Note():
                return f"note {self.expression(s.value)} in {self.expression(s.tally)}"
            case st.Reveal():
                return f"reveal {self.expression(s.what)}" + ("" if s.to is None else f" to {self.expression(s.to)}")
            case st.Hide():
                return f"hide {self.expression(s.what)}"
            case st.Pay():
                return f"pay {self.expression(s.payment)}"
            case st.Score():
                return f"score {self.expression(s.amount)} as {s.source} for {self.expression(s.whom)}"
            case st.Award():
                among = "" if s.among is None else f" among {self.expression(s.among)}"
                return f"award {self.expression(s.amount)}{among} by {self.ranking(s.ranking)} as {s.source}, ties {s.ties}"
            case st.EndGame():
                return "end game"
            case st.PassOn():
                return f"pass {self.expression(s.what)} to {self.expression(s.to)}"
            case st.NextTurn():
                return f"give next turn to {self.expression(s.seat)}"
            case st.If():
                return f"if {self.expression(s.condition)}: …"
            case st.Case():
                return f"case {self.expression(s.subject)}: …"
            case st.ForEach():
                return f"for each {self.binders(s.binders, s.where)}: …"
            case st.RepeatTimes():
                return f"repeat {self.expression(s.count)} times: …"
            case st.RepeatUntil():
                return f"repeat until {self.expression(s.until)}: …"
            case st.TakeTurns():
                return f"take turns from {self.expression(s.first)}: …"
            case st.Rule():
                return f"rule {s.name}" + ("" if s.when is None else f" when {self.expression(s.when)}") + ": …"
            case st.Decision():
                return f"{self.seats(s)} {s.mode}: …"
            case _:
                assert_never(s)

    def destinations(self, places: tuple[x.Expression, ...], under: bool) -> str:
        return ("under " if under else "to ") + " then ".join(self.expression(place) for place in places)

    def ranking(self, items: tuple[st.RankItem, ...]) -> str:
        return ", then ".join(
            f"{'highest' if item.highest else 'lowest'} {self.expression(item.value)}" + (f' "{item.words}"' if item.words else "")
            for item in items
        )

    def seats(self, decision: st.Decision) -> str:
        return ("all " if decision.everyone else "") + self.expression(decision.who)
