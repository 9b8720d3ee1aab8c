"""Keys of `controls` at the prompt: one for each parameter, and nothing else is mistaken for them."""

import pytest

import kilnscript
from kilnscript.play.keys import key_lines, keyed


@pytest.fixture(scope="module")
def table() -> kilnscript.Session:
    return kilnscript.load("glazewick").new(players=2, seed=1)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("3b2", "take kiln-3 cobalt row-2"),
        ("9 A 5", "take kiln-9 ash row-5"),
        ("lo0", "take shelf oxblood breakage"),
        ("LC1", "take shelf celadon row-1"),
    ],
)
def test_keys_stand_for_moves(table: kilnscript.Session, typed: str, move: str) -> None:
    assert keyed(table, typed) == move


@pytest.mark.parametrize("typed", ["", "3", "312", "3b", "3b22", "0b2", "3x2", "3b6", "undo", "take kiln-3 cobalt row-2"])
def test_other_texts_are_left_alone(table: kilnscript.Session, typed: str) -> None:
    assert keyed(table, typed) is None


def test_help_tells_the_keys(table: kilnscript.Session) -> None:
    assert key_lines(table) == [
        "take by keys, one after the other: source 1 2 3 4 5 6 7 8 9 L, colour B C S O A, row 1 2 3 4 5 0",
    ]
    assert key_lines(kilnscript.load("kiln").new(players=2, seed=1)) == []
