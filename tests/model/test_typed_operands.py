"""What back ends rely on: an operand has exactly the type its operator wants; every implicit step is a Convert."""

from pathlib import Path

import pytest

from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model import types as t
from kilnscript.model.game import Game
from kilnscript.model.load import load_model
from kilnscript.model.structure.walk import walk

RULES = Path(__file__).parents[2] / "rules"
GAMES = sorted(str(path.parent.relative_to(RULES)) for path in RULES.rglob("game.yaml"))


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    found = {}
    for name in GAMES:
        loaded = load_model(RULES / name)
        assert loaded.game is not None, loaded.diagnostics
        found[name] = loaded.game
    return found


def nodes(game: Game) -> list[object]:
    roots: list[object] = [game.setup, game.play, game.scoring, game.watches, game.rank, game.invariants, game.bot_hint, game.examples]
    for parts in (game.phases, game.actions, game.functions, game.payments):
        roots += parts.values()
    return [node for root in roots for node in walk(root)]


def collection(type_: t.Type) -> bool:
    return isinstance(type_, t.SetOf | t.ListOf)


def inner(type_: t.Type) -> t.Type:
    return type_.item if isinstance(type_, t.Optional) else type_


def of_cells(type_: t.Type) -> bool:
    return isinstance(type_, t.SetOf) and isinstance(type_.item, t.Cell)


def wrong(node: object) -> str | None:
    """Why a node breaks the contract, or None."""
    match node:
        case e.Arithmetic(left=left, right=right, type=type_):
            ok = type(left.type) is type(right.type) is type(type_) and isinstance(type_, t.Number | t.Amount)
        case e.AmountOf(count=count, token=token):
            ok = isinstance(count.type, t.Number) and isinstance(token.type, t.Token)
        case e.Not(operand=operand):
            ok = isinstance(operand.type, t.YesNo)
        case e.Negate(operand=operand):
            ok = isinstance(operand.type, t.Number)
        case e.Logical(left=left, right=right):
            ok = isinstance(left.type, t.YesNo) and isinstance(right.type, t.YesNo)
        case e.NumberRange(low=low, high=high):
            ok = isinstance(low.type, t.Number) and isinstance(high.type, t.Number)
        case e.Comparison(left=left, right=right):
            pair = {type(inner(v.type)) for v in (left, right)}
            ok = pair in ({t.Number}, {t.Kind}, {t.Amount}, {t.Amount, t.Place})
        case e.Join(left=left, right=right, type=type_):
            ok = type(left.type) is type(right.type) is type(type_) and collection(type_)
        case e.Without(left=left, right=right, type=type_):
            ok = type(left.type) is type(type_) and isinstance(right.type, t.SetOf)
        case e.Same(left=left, right=right):
            ok = type(inner(left.type)) is type(inner(right.type))
        case e.Contains(collection=many):
            ok = collection(many.type)
        case e.Choice(condition=condition, then=then, otherwise=otherwise, type=type_):
            ok = isinstance(condition.type, t.YesNo) and type(inner(then.type)) is type(inner(otherwise.type)) is type(inner(type_))
        case e.Binder(source=source, type=type_):
            ok = collection(source.type) and source.type.item == type_
        case e.FilterItems(where=where) if where is not None:
            ok = isinstance(where.type, t.YesNo)
        case e.Query(name="count" | "any" | "all" | "first" | "last" | "the" | "up_to", body=body):
            ok = isinstance(body.type, t.YesNo)
        case e.Query(name="union", body=body):
            ok = collection(body.type)
        case e.NoneLiteral(type=type_):
            ok = isinstance(type_, t.Optional) and not isinstance(type_.item, t.Nothing)
        case e.ListLiteral(items=items, type=type_):
            ok = isinstance(type_, t.ListOf) and all(type(inner(i.type)) is type(inner(type_.item)) for i in items)
        case e.BuiltInCall(function="groups" | "shape", arguments=(cells,)):
            ok = of_cells(cells.type)
        case e.BuiltInCall(function="placements" | "line_through" | "longest_line", arguments=(_, cells, *_)):
            ok = of_cells(cells.type)
        case s.Mark(cells=cells) | s.ClearMarks(cells=cells):
            ok = of_cells(cells.type)
        case s.If(condition=condition) | s.Require(condition=condition) | s.Ensure(condition=condition):
            ok = isinstance(condition.type, t.YesNo)
        case s.MovePieces(what=what, destinations=destinations):
            pieces = what.type.item if isinstance(what.type, t.SetOf | t.ListOf) else inner(what.type)
            ok = isinstance(pieces, t.Piece) and all(isinstance(d.type, t.Place | t.Cell) for d in destinations)
        case s.MoveTokens(amount=amount, source=here, destination=there):
            ok = (
                (amount is None or isinstance(amount.type, t.Amount)) and isinstance(here.type, t.Place) and isinstance(there.type, t.Place)
            )
        case s.Score(amount=amount, whom=whom):
            ok = isinstance(amount.type, t.Number) and isinstance(whom.type, t.Player | t.Kind)
        case s.Domain(source=source):
            ok = collection(source.type)
        case s.Parameter(type=type_, domain=domain):
            ok = collection(type_) if domain.mode != "one" else not isinstance(type_, t.Unknown)
        case e.Convert(value=value, type=type_):
            ok = value.type != type_ or isinstance(value.type, t.Optional)
        case _:
            ok = not isinstance(getattr(node, "type", None), t.Unknown)
    return None if ok else f"{type(node).__name__} at {getattr(node, 'span', '?')}"


@pytest.mark.parametrize("name", GAMES)
def test_operands_have_the_type_their_operator_wants(name: str, games: dict[str, Game]) -> None:
    assert [problem for node in nodes(games[name]) if (problem := wrong(node)) is not None] == []


def test_places_bound_by_locals_are_known_to_actions(games: dict[str, Game]) -> None:
    kiln = games["kiln"]
    assert kiln.actions["erase"].scope == (("colour", t.Kind("colour")),)
    assert kiln.actions["push"].scope == ()
    assert games["kilia"].actions["look"].scope[0][0] in ("size", "at")
    assert [p.printed for p in kiln.actions["place"].parameters] == [False, True]


def test_actions_that_read_secrets_are_private(games: dict[str, Game]) -> None:
    hearts, kiln = games["classics/hearts"], games["kiln"]
    assert hearts.actions["play"].private and hearts.actions["pass"].private
    assert not any(action.private for action in kiln.actions.values())


def test_functions_say_whether_they_use_the_current_player(games: dict[str, Game]) -> None:
    kilnrow = games["kilnrow"]
    assert kilnrow.functions["laid"].uses_player
    assert not kilnrow.functions["rack_total"].uses_player
