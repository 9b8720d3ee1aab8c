"""Typing of the verbs: each statement with its operands as the engine wants them."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from kilnscript.diagnostics import Label, Span
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.types import (
    Arrow,
    Kind,
    ListOf,
    Nothing,
    Number,
    Optional,
    Payment,
    Piece,
    Place,
    Player,
    SetOf,
    TallyOf,
    Type,
    Unknown,
    YesNo,
)  # fmt: skip
from kilnscript.model.typing import functions
from kilnscript.model.typing.calls import arguments
from kilnscript.model.typing.coerce import as_collection, as_pieces, coerce, item_of, present, to_cells
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.facts import Facts, key_of, when_true
from kilnscript.model.typing.flow import seats
from kilnscript.model.typing.moves import can_be_rolled, destination, draw, move
from kilnscript.model.typing.names import did_you_mean
from kilnscript.model.typing.queries import take_name
from kilnscript.model.typing.relations import SIZED, settled, show, strip
from kilnscript.model.typing.scope import Scope
from kilnscript.model.typing.texts import text
from kilnscript.source import tree

Simple = (
    tree.Assign | tree.Do | tree.Require | tree.Ensure | tree.Move | tree.Draw | tree.Simple | tree.Pick | tree.Slide | tree.Reveal
    | tree.Score | tree.Log | tree.EndGame | tree.Choose | tree.Pass | tree.NoteIn | tree.Award
)  # fmt: skip


def let(ctx: Context, node: tree.Let, scope: Scope) -> tuple[s.Statement | None, Scope]:
    take_name(ctx, node.name, node.name_span, scope, "the name")
    value = ctx.elaborate(ctx, node.value, scope, None)
    if not settled(value.type):
        ctx.report("K511", f"nothing says what `{node.name}` is: {show(value.type)}", node.value.span)
        value = ctx.unknown(node.value.span)
    return s.Let(node.name, value, None, node.span), scope.with_local(node.name, value.type, node.name_span)


def proved(statement: s.Statement | None) -> Facts:
    """What holds after a statement because of it."""
    match statement:
        case s.Require(condition=condition) | s.Ensure(condition=condition):
            return when_true(condition)
        case s.SetVariable(target=target, value=value) if isinstance(target.type, Optional) and not isinstance(value.type, Optional):
            key = key_of(target)
            return frozenset() if key is None else frozenset((key,))
        case _:
            return frozenset()


def simple(ctx: Context, node: Simple, scope: Scope) -> s.Statement | None:
    span = node.span
    match node:
        case tree.Assign():
            return _assign(ctx, node, scope)
        case tree.Do():
            return _do(ctx, node, scope)
        case tree.Require():
            condition = _want(ctx, node.condition, scope, YesNo(), "a condition")
            return s.Require(condition, text(ctx, node.reason, scope), None, span)
        case tree.Ensure():
            condition = _want(ctx, node.condition, scope, YesNo(), "a condition")
            return s.Ensure(condition, text(ctx, node.reason, scope), None, span)
        case tree.Move():
            return move(ctx, node, scope)
        case tree.Draw():
            return draw(ctx, node, scope)
        case tree.Simple():
            return _one_operand(ctx, node, scope)
        case tree.Pick():
            target = _variable(ctx, node.target, scope)
            source = as_collection(ctx, ctx.elaborate(ctx, node.source, scope, None), "what is picked from")
            if target is None:
                return None
            coerce(ctx, e.Element(source, source, item_of(source.type), node.source.span), target.type, f"`{target.name}`")
            return s.Pick(target, source, None, span)
        case tree.Slide():
            piece = coerce(ctx, ctx.elaborate(ctx, node.piece, scope, None), Optional(Piece()), "what is slid in")
            arrow = _want(ctx, node.arrow, scope, Arrow(), "where it is slid in")
            return s.Slide(piece, arrow, destination(ctx, node.out, scope, piece.type), None, span)
        case tree.Reveal():
            what = as_pieces(ctx, ctx.elaborate(ctx, node.what, scope, None), "what is revealed")
            return s.Reveal(what, seats(ctx, node.to, scope, "who sees it") if node.to is not None else None, None, span)
        case tree.Score():
            amount = _want(ctx, node.amount, scope, Number(), "points")
            _source(ctx, node.source, node.source_span)
            return s.Score(amount, node.source, _whom(ctx, node.whom, scope), None, span)
        case tree.Log():
            to = seats(ctx, node.to, scope, "who reads it") if node.to is not None else None
            return s.Log(text(ctx, node.text, scope), to, None, span)
        case tree.EndGame():
            return s.EndGame(outcome(ctx, node.outcome, scope), text(ctx, node.reason, scope), None, span)
        case tree.Choose():
            return _choose(ctx, node, scope)
        case tree.Pass():
            what = as_pieces(ctx, ctx.elaborate(ctx, node.what, scope, None), "what is passed")
            to = _want(ctx, node.to, scope, Place(), "where it is passed to")
            return s.PassOn(what, to, None, span)
        case tree.NoteIn():
            return _note(ctx, node, scope)
        case tree.Award():
            return _award(ctx, node, scope)
        case _:
            assert_never(node)


def _want(ctx: Context, node: tree.Expression, scope: Scope, want: Type, what: str) -> e.Expression:
    return coerce(ctx, ctx.elaborate(ctx, node, scope, want), want, what)


# ---- variables -----------------------------------------------------------------------------------------------------------------


def _plain(value: e.Expression) -> e.Expression:
    """Without the step that a fact put around it."""
    return value.value if isinstance(value, e.Convert) and isinstance(value.value.type, Optional) else value


def _variable(ctx: Context, node: tree.Expression, scope: Scope) -> e.Variable | None:
    if isinstance(node, tree.Name) and node.id in scope.locals:
        _not_assignable(ctx, node, f"`{node.id}` is a name for a value, and keeps it", scope.locals[node.id].span)
        return None
    target = _plain(ctx.elaborate(ctx, node, scope.only_facts(frozenset()), None))
    if isinstance(target, e.Variable):
        return target
    if not isinstance(target.type, Unknown):
        _not_assignable(ctx, node, f"{show(target.type)} is not a variable", None)
    return None


def _not_assignable(ctx: Context, node: tree.Expression, message: str, span: Span | None) -> None:
    labels = (Label(span, "introduced here"),) if span is not None else ()
    ctx.report("K514", message, node.span, "only variables and changeable attributes of pieces can be assigned", *labels)


def _assign(ctx: Context, node: tree.Assign, scope: Scope) -> s.Statement | None:
    if isinstance(node.target, tree.Name) and node.target.id in scope.locals:
        _not_assignable(ctx, node.target, f"`{node.target.id}` is a name for a value, and keeps it", scope.locals[node.target.id].span)
        return None
    target = _plain(ctx.elaborate(ctx, node.target, scope, None))
    match target:
        case e.Variable():
            if isinstance(target.type, TallyOf):
                ctx.report("K514", "a tally is written with `note … in …`, and emptied with `clear`", node.target.span)
                return None
            declared = ctx.declarations.variables[target.name]
            value = _want(ctx, node.value, scope, declared.type, f"`{target.name}`")
            _in_range(ctx, value, declared.type, target.name, declared.span)
            return s.SetVariable(replace(target, type=declared.type), value, None, node.span)
        case e.PieceValue(attribute=name):
            return _assign_piece(ctx, node, scope, target, name)
        case _:
            value = ctx.elaborate(ctx, node.value, scope, None)
            if not isinstance(target.type, Unknown):
                hint_target = "the score" if isinstance(target, e.ScoreOf) else show(target.type)
                message = (
                    "points are booked with `score … as … for …`" if isinstance(target, e.ScoreOf) else f"{hint_target} cannot be assigned"
                )
                _not_assignable(ctx, node.target, message, None)
            return None


def _in_range(ctx: Context, value: e.Expression, type_: Type, name: str, declared: Span) -> None:
    """A number that is written down and can never be right."""
    number = value.value if isinstance(value, e.NumberLiteral) else None
    if isinstance(value, e.Negate) and isinstance(value.operand, e.NumberLiteral):
        number = -value.operand.value
    wanted = strip(type_)
    if number is None or not isinstance(wanted, Number):
        return
    low, high = wanted.low, wanted.high
    if (isinstance(low, int) and number < low) or (isinstance(high, int) and number > high):
        said = f"{low if isinstance(low, int) else '…'}..{high if isinstance(high, int) else '…'}"
        ctx.report("K521", f"`{name}` is {said}, and this is {number}", value.span, None, Label(declared, "declared here"))


def _assign_piece(ctx: Context, node: tree.Assign, scope: Scope, target: e.PieceValue, name: str) -> s.Statement | None:
    owner = present(ctx, target.owner, "the piece")
    components = owner.type.components if isinstance(owner.type, Piece) else None
    declared = [ctx.declarations.components[c] for c in components or tuple(ctx.declarations.components)]
    changing = [c for c in declared if name in c.changes]
    if not changing:
        holder = next(c for c in declared if name in c.has)
        ctx.report(
            "K514",
            f"`{name}` of a {holder.name} never changes",
            node.target.span,
            "what changes is declared under `changes:`",
            Label(holder.span, "declared here"),
        )
        return None
    type_ = changing[0].changes[name]
    value = _want(ctx, node.value, scope, type_, f"`{name}`")
    _in_range(ctx, value, type_, name, changing[0].span)
    return s.SetPieceValue(replace(target, owner=owner, type=type_), value, None, node.span)


# ---- phases ----------------------------------------------------------------------------------------------------------------------


def _do(ctx: Context, node: tree.Do, scope: Scope) -> s.Statement | None:
    phase = ctx.parts.phases.get(node.phase)
    if phase is None:
        hint = did_you_mean(node.phase, list(ctx.parts.phases))
        if node.phase in ctx.names.functions:
            hint = f"`{node.phase}` is a function; it gives a value and does nothing"
        elif node.phase in ctx.parts.own_actions:
            hint = f"`{node.phase}` is an action; it is offered in a decision: `offer {node.phase}`"
        ctx.report_name("K412", node.phase, f"no phase is called `{node.phase}`", node.phase_span, hint)
        return None
    signature = functions.signature(ctx, phase)
    given = arguments(ctx, phase.name, signature.parameters, node.arguments, scope, node.span, phase.name_span)
    if node.moment is None:
        return None if given is None else s.Do(phase.name, given, None, node.span)
    moment = node.moment
    whose = _want(ctx, moment.whose, scope, Player(), "whose turn it is then") if moment.whose is not None else None
    if moment.of not in ctx.parts.phases and moment.of != "turn":
        hint = did_you_mean(moment.of, [*ctx.parts.phases, "turn"])
        ctx.report_name("K412", moment.of, f"no phase is called `{moment.of}`", moment.of_span, hint)
        return None
    return None if given is None else s.Later(phase.name, given, moment.edge, moment.of, whose, None, node.span)


def _one_operand(ctx: Context, node: tree.Simple, scope: Scope) -> s.Statement | None:
    operand, span = node.operand, node.span
    match node.verb:
        case "shuffle":
            return s.Shuffle(_want(ctx, operand, scope, Place(), "what is shuffled"), None, span)
        case "close_up":
            return s.CloseUp(_want(ctx, operand, scope, Place(), "what is closed up"), None, span)
        case "roll":
            dice = as_pieces(ctx, ctx.elaborate(ctx, operand, scope, None), "what is rolled")
            can_be_rolled(ctx, dice)
            return s.Roll(dice, None, span)
        case "mark":
            return s.Mark(to_cells(ctx, ctx.elaborate(ctx, operand, scope, None)), None, span)
        case "clear":
            value = ctx.elaborate(ctx, operand, scope, None)
            if isinstance(value, e.Variable) and isinstance(value.type, TallyOf):
                return s.ClearTally(value, None, span)
            if isinstance(value.type, Place):
                ctx.report(
                    "K515",
                    "`clear` takes the marks off cells, or empties a tally",
                    operand.span,
                    "the marked cells of a place are `.marked`",
                )
                return None
            return s.ClearMarks(to_cells(ctx, value), None, span)
        case "hide":
            return s.Hide(as_pieces(ctx, ctx.elaborate(ctx, operand, scope, None), "what is hidden"), None, span)
        case "pay":
            return s.Pay(_want(ctx, operand, scope, Payment(), "what is paid"), None, span)
        case "next_turn":
            return s.NextTurn(_want(ctx, operand, scope, Player(), "who has the next turn"), None, span)
        case "result":
            return _result(ctx, node, scope)


def _result(ctx: Context, node: tree.Simple, scope: Scope) -> s.Statement | None:
    value = ctx.elaborate(ctx, node.operand, scope, scope.wanted_result)
    if scope.results is not None:
        scope.results.append(value.type)
    if scope.wanted_result is not None:
        value = coerce(ctx, value, scope.wanted_result, "the result")
    return s.Result(value, None, node.span)


# ---- points and the end --------------------------------------------------------------------------------------------------------------


def _source(ctx: Context, name: str, span: Span) -> None:
    scores = ctx.declarations.scores
    if scores is None:
        ctx.report("K413", "this game has no `scores:`", span, "declare them in game.yaml: `scores: {per: player, sources: {…}}`")
    elif name not in scores.sources:
        labels = (Label(scores.span, "the sources are declared here"),) if scores.span is not None else ()
        ctx.report("K413", f"there is no score source `{name}`", span, did_you_mean(name, list(scores.sources)), *labels)


def _whom(ctx: Context, node: tree.Expression, scope: Scope) -> e.Expression:
    scores = ctx.declarations.scores
    if scores is None:
        return ctx.elaborate(ctx, node, scope, None)
    want: Type = Player() if scores.per == "player" else Kind(scores.per)
    return _want(ctx, node, scope, want, "who gets the points")


def ranking(ctx: Context, items: tuple[tree.RankItem, ...], scope: Scope) -> tuple[s.RankItem, ...]:
    found: list[s.RankItem] = []
    for item in items:
        value = ctx.elaborate(ctx, item.value, scope, None)
        if not isinstance(strip(value.type), Number | Kind | YesNo | Unknown):
            ctx.report("K507", f"{show(value.type)} has no size, so nothing can be ranked by it", item.value.span, SIZED)
        found.append(s.RankItem(item.highest, value, _words(ctx, item.words, found), item.span))
    return tuple(found)


def _words(ctx: Context, node: tree.Template | None, before: list[s.RankItem]) -> str | None:
    """What people call a criterion: the row of the score sheet that shows it."""
    if node is None:
        return None
    if not all(isinstance(part, str) for part in node.parts):
        ctx.report(
            "K522", "the words for a criterion are always the same, so nothing can be filled in", node.span, "write it without `{…}`"
        )
        return None
    words = "".join(str(part) for part in node.parts).strip()
    if not words:
        ctx.report("K522", "these words say nothing", node.span, "write them, or leave them out")
    elif any(item.words == words for item in before):
        ctx.report("K522", f"two criteria are called `{words}`", node.span, "a reader has to tell them apart")
    return words or None


def _award(ctx: Context, node: tree.Award, scope: Scope) -> s.Statement:
    amount = ctx.elaborate(ctx, node.amount, scope, None)
    if isinstance(strip(amount.type), ListOf):
        amount = coerce(ctx, amount, ListOf(Number()), "the points awarded")
    else:
        amount = coerce(ctx, amount, Number(), "the points awarded")
    among = seats(ctx, node.among, scope, "`among`") if node.among is not None else None
    _source(ctx, node.source, node.source_span)
    return s.Award(amount, among, ranking(ctx, node.ranking, scope), node.source, node.ties, None, node.span)


def outcome(ctx: Context, node: tree.Outcome | None, scope: Scope) -> s.Outcome | None:
    if node is None:
        return None
    if node.winner is None:
        return s.Outcome(None, node.span)
    winner = present(ctx, ctx.elaborate(ctx, node.winner, scope, None), "the winner")
    item = item_of(winner.type) if isinstance(winner.type, SetOf | ListOf) else winner.type
    if not isinstance(item, Player | Unknown | Nothing):
        ctx.report("K501", f"the winner has to be a seat, and is {show(winner.type)}", winner.span)
        winner = ctx.unknown(winner.span)
    return s.Outcome(winner, node.span)


def _choose(ctx: Context, node: tree.Choose, scope: Scope) -> s.Statement | None:
    action = ctx.parts.actions.get(node.action)
    if action is None and node.action not in ctx.parts.own_actions and node.action != "skip":
        ctx.report(
            "K409", f"no action is called `{node.action}`", node.action_span, did_you_mean(node.action, [*ctx.parts.own_actions, "skip"])
        )
        return None
    inner = scope
    if action is not None and node.ranking:
        typed = ctx.actions.get(node.action)
        if typed is None:
            from kilnscript.model.typing.decisions import type_action

            typed = type_action(ctx, action, Scope(inside="action"))
        for parameter, written in zip(typed.parameters, action.parameters, strict=False):
            inner = inner.with_local(parameter.name, parameter.type, written.name_span)
    return s.Choose(node.action, ranking(ctx, node.ranking, inner), None, node.span)


def _note(ctx: Context, node: tree.NoteIn, scope: Scope) -> s.Statement | None:
    tally = ctx.elaborate(ctx, node.tally, scope, None)
    if not isinstance(tally, e.Variable) or not isinstance(tally.type, TallyOf):
        if not isinstance(tally.type, Unknown):
            ctx.report("K501", f"`note` writes in a tally, not in {show(tally.type)}", node.tally.span, "a variable with `is: tally of …`")
        return None
    return s.Note(_want(ctx, node.value, scope, tally.type.item, "what is noted"), tally, None, node.span)
