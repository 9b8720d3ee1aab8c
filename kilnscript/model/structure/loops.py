"""Every loop ends: it has a limit, or every way through its body meets a decision that is asked, or the end of itself or the game."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import all_blocks, steps, word
from kilnscript.model.typing.facts import key_of

HINT = "add `, decreases EXPR` or `, at most N times`"


def loops(game: Game) -> Iterator[Diagnostic]:
    for _, block in all_blocks(game):
        for node in steps(block):
            match node:
                case s.RepeatUntil(until=until, limit=None, block=body, span=span):
                    if not asks(game, body, until):
                        yield Diagnostic("K612", "a pass of this loop may go by without a decision", word(span, "repeat until"), HINT)
                case s.TakeTurns(until=until, limit=None, block=body, span=span):
                    if not asks(game, body, until):
                        yield Diagnostic(
                            "K612",
                            "a turn may go by without a decision",
                            word(span, "take turns"),
                            f"{HINT}, or leave seats out with `among`",
                        )
                case _:
                    pass


def asks(game: Game, block: s.Block, until: e.Expression | None) -> bool:
    return any(_asks(game, statement, until) for statement in block.statements)


def _asks(game: Game, statement: s.Statement, until: e.Expression | None) -> bool:
    match statement:
        case s.EndGame():
            return True
        case s.SetVariable(target=target, value=value):
            return until is not None and ends(target, value, until)
        case s.Decision(mode=mode, otherwise=otherwise):
            return mode == "must" and (otherwise is None or asks(game, otherwise, until))
        case s.Do(phase=name):
            phase = game.phases.get(name)
            return phase is not None and asks(game, phase.block, until)
        case s.If(then=then, otherwise=otherwise):
            return otherwise is not None and asks(game, then, until) and asks(game, otherwise, until)
        case s.Case(arms=arms, otherwise=otherwise):
            return all(asks(game, arm.block, until) for arm in arms) and (otherwise is None or asks(game, otherwise, until))
        case s.ForEach(binders=binders, where=None, block=block):
            return all(_never_empty(b.source) for b in binders) and asks(game, block, until)
        case s.RepeatTimes(count=count, block=block):
            return _at_least_once(game, count) and asks(game, block, until)
        case s.TakeTurns(among=None, until=None, block=block):
            return asks(game, block, None)
        case _:
            return False


def _never_empty(source: e.Expression) -> bool:
    return isinstance(source, e.Players | e.Members) or (isinstance(source, e.BuiltInCall) and source.function == "seats_from")


def _at_least_once(game: Game, count: e.Expression) -> bool:
    match count:
        case e.NumberLiteral(value=value):
            return value > 0
        case e.TableConstant(table=name):
            value_ = game.declarations.tables[name].value
            return isinstance(value_, e.NumberLiteral) and value_.value > 0
        case e.OptionValue(name=name):
            values = game.declarations.options[name].values
            return bool(values) and all(isinstance(v, e.NumberLiteral) and v.value > 0 for v in values)
        case _:
            return False


def ends(target: e.Variable, value: e.Expression, until: e.Expression) -> bool:
    """`last_round = yes` ends `until last_round`; `actions = 0` ends `until actions is 0`."""
    match until:
        case e.Variable():
            return key_of(until) == key_of(target) and isinstance(value, e.YesNoLiteral) and value.value
        case e.Same(left=left, right=right, negated=False):
            return key_of(left) == key_of(target) is not None and _equal(right, value)
        case _:
            return False


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
