"""Typing of examples: options, what is given, where it starts, and the steps."""

from __future__ import annotations

from kilnscript.model import expressions as e
from kilnscript.model import game as g
from kilnscript.model.types import Amount, Optional, Place, Player, Type, Unknown, YesNo
from kilnscript.model.typing import functions
from kilnscript.model.typing.calls import arguments
from kilnscript.model.typing.coerce import coerce
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.names import did_you_mean
from kilnscript.model.typing.relations import show
from kilnscript.model.typing.scope import Scope
from kilnscript.model.typing.texts import text
from kilnscript.source import tree


def example(ctx: Context, node: tree.Example) -> g.Example:
    scope = Scope(inside="example")
    players: int | None = None
    seed: int | None = None
    options: dict[str, e.Expression] = {}
    given: list[g.ExampleGiven] = []
    start: g.ExampleStart | None = None
    steps: list[g.ExampleStep] = []
    for line in node.lines:
        match line:
            case tree.ExampleWith(arguments=written):
                for argument in written:
                    if argument.name == "players":
                        players = _players(ctx, argument)
                    elif argument.name == "seed":
                        seed = argument.value.value if isinstance(argument.value, tree.Number) else None
                        if seed is None:
                            ctx.report("K519", "a seed is a number", argument.value.span)
                    else:
                        _option(ctx, argument, options, scope)
            case tree.ExampleGiven():
                if (typed := _given(ctx, line, scope)) is not None:
                    given.append(typed)
            case tree.ExampleStart():
                start = _start(ctx, line, scope)
            case tree.ExampleWhen(steps=written_steps):
                for step in written_steps:
                    seat = (
                        coerce(ctx, ctx.elaborate(ctx, step.seat, scope, Player()), Player(), "who moves")
                        if step.seat is not None
                        else None
                    )
                    _move(ctx, step.move)
                    steps.append(g.ExampleStep("when", seat, step.move.value, None, None, step.span))
            case tree.ExampleThen(condition=condition, span=span):
                typed_condition = coerce(ctx, ctx.elaborate(ctx, condition, scope, YesNo()), YesNo(), "a condition")
                steps.append(g.ExampleStep("then", None, None, typed_condition, None, span))
            case tree.ExampleAllowed(move=move, span=span):
                _move(ctx, move)
                steps.append(g.ExampleStep("allowed", None, move.value, None, None, span))
            case tree.ExampleRefused(move=move, reason=reason, span=span):
                steps.append(g.ExampleStep("refused", None, move.value, None, reason.value, span))
    doc = text(ctx, node.doc, scope)
    return g.Example(node.name, node.title, players, options, seed, tuple(given), start, tuple(steps), doc, node.span)


def _move(ctx: Context, node: tree.Text) -> None:
    """The first word of a move names its action, unless some action is written in another way."""
    if any(action.written is not None for action in ctx.parts.actions.values()):
        return
    word = node.value.split(" ")[0]
    known = [*ctx.parts.own_actions, "skip", "reset", "timeout", "idle"]
    if word and word not in known:
        ctx.report_name("K409", word, f"no action is called `{word}`", node.span, did_you_mean(word, known))


def _players(ctx: Context, argument: tree.Argument) -> int | None:
    low, high = ctx.declarations.players
    if isinstance(argument.value, tree.Number) and low <= argument.value.value <= high:
        return argument.value.value
    ctx.report("K519", f"the game is for {low if low == high else f'{low} to {high}'} players", argument.value.span)
    return None


def _option(ctx: Context, argument: tree.Argument, options: dict[str, e.Expression], scope: Scope) -> None:
    option = ctx.declarations.options.get(argument.name or "")
    if option is None:
        ctx.report(
            "K404",
            f"there is no option `{argument.name}`",
            argument.span,
            did_you_mean(argument.name or "", ["players", "seed", *ctx.declarations.options]),
        )
        return
    written = argument.value
    if isinstance(written, tree.Name) and written.id == "off" and isinstance(option.type, Optional):
        written = tree.NoneValue(written.span)  # the value `off` is none
    value = ctx.elaborate(ctx, written, scope, option.type)
    value = coerce(ctx, value, option.type, f"`{option.name}`")
    if option.values and not isinstance(value.type, Unknown) and not any(_equal(value, v) for v in option.values):
        ctx.report(
            "K519",
            f"`{option.name}` has no such value",
            argument.value.span,
            "its values are " + ", ".join(_said(v) for v in option.values),
        )
        return
    options[option.name] = value


def _equal(a: e.Expression, b: e.Expression) -> bool:
    match a, b:
        case (e.NumberLiteral(value=x), e.NumberLiteral(value=y)) | (e.YesNoLiteral(value=x), e.YesNoLiteral(value=y)):
            return x == y
        case e.MemberLiteral(member=m), e.MemberLiteral(member=n):
            return m == n
        case e.NoneLiteral(), e.NoneLiteral():
            return True
        case _:
            return False


def _said(value: e.Expression) -> str:
    match value:
        case e.NumberLiteral(value=number):
            return str(number)
        case e.YesNoLiteral(value=yes):
            return "yes" if yes else "no"
        case e.MemberLiteral(member=member):
            return member
        case _:
            return "none"


def _given(ctx: Context, node: tree.ExampleGiven, scope: Scope) -> g.ExampleGiven | None:
    target = ctx.elaborate(ctx, node.target, scope, None)
    if isinstance(target, e.Convert):
        target = target.value
    want: Type = target.type
    match target:
        case e.PlaceAt(place=place):
            declared = ctx.declarations.places.get(place)
            want = Amount() if declared is not None and declared.shape == "purse" else Place(place)
            if isinstance(node.value, tree.Text):
                return g.ExampleGiven(target, e.NotationLiteral(node.value.value, Place(place), node.value.span), node.span)
            if not isinstance(want, Amount):
                ctx.report(
                    "K520", f"what lies in `{place}` is given as a text in notation", node.value.span, 'for example `given kiln = "R B G"`'
                )
                return None
        case e.Variable() | e.ScoreOf() | e.PieceValue():
            pass
        case _:
            if not isinstance(target.type, Unknown):
                ctx.report("K520", f"{show(target.type)} cannot be given", node.target.span, "places, variables and scores can")
            return None
    return g.ExampleGiven(target, coerce(ctx, ctx.elaborate(ctx, node.value, scope, want), want, "what is given"), node.span)


def _start(ctx: Context, node: tree.ExampleStart, scope: Scope) -> g.ExampleStart | None:
    phase = ctx.parts.phases.get(node.phase)
    if phase is None:
        ctx.report_name(
            "K412", node.phase, f"no phase is called `{node.phase}`", node.phase_span, did_you_mean(node.phase, list(ctx.parts.phases))
        )
        return None
    parameters = functions.signature(ctx, phase).parameters
    values = arguments(ctx, phase.name, parameters, node.arguments, scope, node.span, phase.name_span)
    seat = coerce(ctx, ctx.elaborate(ctx, node.seat, scope, Player()), Player(), "who is to act") if node.seat is not None else None
    return None if values is None else g.ExampleStart(phase.name, values, seat, node.span)
