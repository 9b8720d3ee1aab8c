"""What statements change and expressions read, so that a watch is tested only where something it reads may have changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.compile import flow as f
from kilnscript.compile.analysis import walk
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.game import Game

SCORES, THINGS, PLAYER = "score of", "pieces, tokens and marks", "seat to act"  # never names of variables: they hold blanks

# Expressions that read nothing of the state themselves (their parts may)
PURE = (
    x.NumberLiteral, x.YesNoLiteral, x.NoneLiteral, x.TextLiteral, x.NotationLiteral, x.MemberLiteral, x.SeatLiteral, x.TokenLiteral,
    x.DirectionLiteral, x.AxisLiteral, x.DirectionList, x.PieceLiteral, x.Local, x.OptionValue, x.Players, x.Members, x.TableValue,
    x.TableConstant, x.MemberValue, x.Element, x.Query, x.Binder, x.ListLiteral, x.FilterItems, x.Not, x.Negate, x.Arithmetic, x.AmountOf,
    x.Join, x.Without, x.Comparison, x.Logical, x.NumberRange, x.Same, x.Contains, x.Choice, x.TypedText, x.TextHole, st.Result, st.Block,
    st.Let, st.If, st.Case, st.Arm, st.RankItem,
)  # fmt: skip


def with_called(game: Game, node: Any, functions: bool, phases: bool) -> Iterator[Any]:
    """Every node of a tree and of the functions and phases it calls, each of those once however often it is called."""
    pending, met = [node], set()
    while pending:
        for n in walk(pending.pop()):
            yield n
            called: Any = None
            if functions and isinstance(n, x.FunctionCall):
                called = ("function", n.function)
            elif phases and isinstance(n, st.Do):
                called = ("phase", n.phase)
            if called is not None and called not in met:
                met.add(called)
                pending.append((game.functions if called[0] == "function" else game.phases)[called[1]].block)


def reads(game: Game, node: Any) -> set[str]:
    """Names of variables, SCORES, THINGS and PLAYER that a tree reads, through functions too."""
    found: set[str] = set()
    for n in with_called(game, node, functions=True, phases=False):
        match n:
            case x.Variable():
                found.add(n.name)
            case x.ScoreOf():
                found.add(SCORES)
            case x.BuiltInAttribute(attribute="score"):
                found.add(SCORES)
            case x.CurrentPlayer():
                found.add(PLAYER)
            case x.FunctionCall():
                pass  # what it reads comes by itself
            case x.PlainQuery():
                if n.name == "count":
                    found.add(THINGS)
            case _ if not isinstance(n, PURE):
                found.add(THINGS)
    return found


def writes(game: Game, node: Any, through_phases: bool) -> set[str]:
    """What statements and steps of the flow change; ``through_phases``: the phases they do included."""
    found: set[str] = set()
    for n in with_called(game, node, functions=False, phases=through_phases):
        match n:
            case st.SetVariable() | st.Pick():
                found.add(n.target.name)
            case st.Note() | st.ClearTally():
                found.add(n.tally.name)
            case st.Score() | st.Award():
                found.add(SCORES)
            case st.ForEach() if any(b.name == "player" for b in n.binders):
                found.add(PLAYER)
            case st.Do() if through_phases:
                found |= {v.name for v in game.declarations.variables.values() if v.scope == n.phase}
            case f.ResetVariables():
                found |= {v.name for v in game.declarations.variables.values() if v.scope == n.scope}
            case (
                st.MovePieces() | st.MoveTokens() | st.Draw() | st.CloseUp() | st.Roll() | st.Slide() | st.Mark() | st.ClearMarks()
                | st.Pay() | st.SetPieceValue() | st.Shuffle() | st.PassOn() | st.Reveal() | st.Hide()
            ):  # fmt: skip
                found.add(THINGS)
    return found
