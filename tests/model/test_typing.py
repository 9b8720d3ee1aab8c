"""Typing of short rules: what narrows `or none`, what an expected type decides, which implicit steps are taken."""

import shutil
from pathlib import Path

import pytest

from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model import types as t
from kilnscript.model.game import Game
from kilnscript.model.load import load_model
from kilnscript.model.typing.relations import show

HOST = Path(__file__).parents[1] / "language" / "host"


class Host:
    """Loads rules for the host game of the corpus."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(HOST, folder)

    def load(self, rules: str) -> tuple[Game | None, list[str]]:
        (self.folder / "rules.kiln").write_text(rules, encoding="utf-8")
        loaded = load_model(self.folder)
        return loaded.game, [d.code for d in loaded.diagnostics]

    def play(self, *lines: str) -> tuple[Game | None, list[str]]:
        return self.load("play:\n" + "".join(f"    {line}\n" for line in lines))

    def value(self, expression: str) -> e.Expression:
        game, codes = self.play(f"let x = {expression}", 'log "{x}"')
        assert game is not None, codes
        first = game.play.statements[0]
        assert isinstance(first, s.Let)
        return first.value


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "game")


NARROWED = (
    ("if leader is not none: starter = leader",),
    ("if leader is not none and leader.bid > 3: starter = leader",),
    ("if leader is none: end game", "starter = leader"),
    ("if leader is none or starter is leader: log \"x\"", "else: starter = leader"),
    ("starter = starter if leader is none else leader",),
    ("if leader is starter: starter = next(leader)",),
    ("if not (leader is none): starter = leader",),
    ("leader = starter", "starter = leader"),
    ("if leader.bid >= 3: starter = leader",),
    ("case leader:", "    none: log \"x\"", "    else: log \"y\""),
    ("if shelf is not empty: high = count([tile in [shelf.first] where tile.turned])",),
    ("starter = the(seat in players where seat is leader)",),
)  # fmt: skip
NOT_NARROWED = (
    ("starter = leader",),
    ("if leader is none: starter = leader",),
    ("if leader is not none or ended: starter = leader",),
    ("if leader is not none: log \"x\"", "starter = leader"),
    ("if leader is not none:", "    leader = none", "    starter = leader"),
    ("if leader is not none:", "    for each seat in players:", "        starter = leader", "        leader = none"),
    ("high = trump.number + 1",),
)  # fmt: skip


@pytest.mark.parametrize("lines", NARROWED)
def test_a_test_shows_that_a_value_is_there(host: Host, lines: tuple[str, ...]) -> None:
    assert host.play(*lines)[1] == []


@pytest.mark.parametrize("lines", NOT_NARROWED)
def test_without_a_test_a_value_may_be_none(host: Host, lines: tuple[str, ...]) -> None:
    assert host.play(*lines)[1] == ["K502"]


TYPES = {
    "[red, blue]": "a list of colours",
    "1..6": "a list of numbers",
    "[tile in bag where tile.turned]": "a set of tiles",
    "[tile in shelf where tile.turned]": "a list of tiles",
    "shelf + bag": "a set of tiles",
    "shelf + [tile in shelf where tile.turned]": "a list of tiles",
    "goods + [coin]": "a list of tokens",
    "2 * salt + 1 * coin": "an amount",
    "sum(good in goods: 2 * good)": "an amount",
    "max(seat in players: seat.bid)": "a number",
    "max(tile in shelf: 3)": "a number or none",
    "first(tile in shelf where tile.turned)": "a tile or none",
    "shelf[2]": "a cell or none",
    "board.cells.first.piece.rank": "a rank or none",
    "sale[2]": "a number or none",
    "forward[rook]": "a direction",
    "largest(seat in players: seat.bid)": "a list of seats",
    "union(seat in players: seat.won)": "a set of tiles",
    "groups(board.cells)": "a list of sets of cells",
    "step(board.cells.first, north)": "a cell or none",
    "ray(board.cells.first, north)": "a list of cells",
    "[hit in [step(board.cells.first, north)] where hit is not none]": "a list of cells",
    "melds": "a list of places",
    "shelf": "the place `shelf`",
    "next(starter)": "a seat",
    "next(leader)": "a seat or none",
    "starter.rack": "the place `rack`",
    "snapshot(board)": "a snapshot",
    "queen if red is blue else pawn": "a rank",
    "each(seat in players: seat.won)": "a list of places",
}


@pytest.mark.parametrize("expression", TYPES)
def test_types(host: Host, expression: str) -> None:
    assert show(host.value(expression).type) == TYPES[expression]


def test_an_expected_type_decides_between_kinds_that_share_a_member(host: Host) -> None:
    game, codes = host.play(
        'for each man in board where man.rank is queen: log "{man}"', 'if forward[queen] is north: log "x"', 'log "{wing.queen}"'
    )
    assert codes == []
    assert game is not None


def test_a_text_is_read_in_the_notation_of_what_it_is_compared_with(host: Host) -> None:
    game, _ = host.play('if board.arrows.first is "N3": end game')
    assert game is not None
    test = game.play.statements[0]
    assert isinstance(test, s.If)
    assert isinstance(test.condition, e.Same)
    assert test.condition.right == e.NotationLiteral("N3", t.Arrow("board"), test.condition.right.span)


def test_results_of_a_function_are_one_type(host: Host) -> None:
    rules = 'play: log "{options_of(3)}"\n\nfunction options_of(n: number):\n    if n > 2: result [pawn, king]\n    else: result [none]\n'
    game, codes = host.load(rules)
    assert codes == []
    assert game is not None
    assert game.functions["options_of"].result == t.ListOf(t.Optional(t.Kind("rank")))
    assert [n.type for n in _literals(game)] == [t.Optional(t.Kind("rank"))]


def _literals(game: Game) -> list[e.NoneLiteral]:
    from kilnscript.model.structure.walk import walk

    return [n for n in walk(game.functions["options_of"].block) if isinstance(n, e.NoneLiteral)]


def test_warnings_leave_the_game_whole(host: Host) -> None:
    game, codes = host.play("if led is trump: end game")
    assert codes == ["K509"]
    assert game is not None
