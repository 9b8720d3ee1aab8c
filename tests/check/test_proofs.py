"""What the checks can prove by form alone: decisions that always have a legal choice, look-ups that always find a row."""

from pathlib import Path

import pytest

from kilnscript.check import Verdict, check_game
from tests.check.small import small

ALWAYS = {
    "no parameters": "action go: at = at",
    "members": 'action go(colour: colours): log "{colour}"',
    "cells": "action go(cell: board.cells): at = cell",
    "arrows but one": 'action go(one: board.arrows):\n    require one is not board.arrows.first, "not there"\n    log "{one}"',
    "lines": "action go(lines: some of board.rows): mark lines",
    "two of three": 'action go(colours_taken: 2 of colours): log "{colours_taken}"',
    "any of a rack": "action go(chosen: any of player.rack): move chosen to box",
    "numbers up to an option": 'action go(number: 1..option.size): log "{number}"',
    "seats": 'action go(seat: others(player)): log "{seat}"',
    "a list": 'action go(word: [no, yes]): log "{word}"',
    "joined": 'action go(seat: [player] + others(player)): log "{seat}"',
    "one of two": "action go when player.rack is empty: at = at\naction stay when player.rack is not empty: low = 1",
    "not": "action go when low > 1: at = at\naction stay when not low > 1: low = 1",
}
UNSURE = {
    "a rack": "action go(tile: player.rack): move tile to box",
    "a requirement": 'action go:\n    require low > 0, "too low"\n    low = 0',
    "excluded twice": (
        'action go(number: 1..2):\n    require number is not low, "no"\n    require number is not low + 1, "nor"\n    low = number'
    ),
    "depends on another": 'action go(one: board.cells, other: board.cells):\n    require one is not other, "two cells"\n    at = one',
    "ensured": 'action go:\n    low = 0\n    ensure low > 0, "too low"',
    "too few": 'action go(colours_taken: 3 of [red, green]): log "{colours_taken}"',
    "two conditions": "action go when player.rack is empty: at = at\naction stay when low > 0: low = 1",
}


def verdict(folder: Path, rules: str, check: str) -> Verdict:
    return next(v for v in check_game(small(folder, rules)).verdicts if v.check == check)


def decision(offers: str) -> str:
    body = "\n".join("            " + line for line in offers.split("\n"))
    return f"play:\n    take turns from seat(1):\n        player must:\n{body}\n"


@pytest.mark.parametrize("offers", ALWAYS.values(), ids=ALWAYS.keys())
def test_always_legal(tmp_path: Path, offers: str) -> None:
    assert verdict(tmp_path, decision(offers), "always-a-choice").status == "proved"


@pytest.mark.parametrize("offers", UNSURE.values(), ids=UNSURE.keys())
def test_not_surely_legal(tmp_path: Path, offers: str) -> None:
    found = verdict(tmp_path, decision(offers), "always-a-choice")
    assert found.status == "open" and found.settle and len(found.open) == 1 and not found.findings


def test_with_otherwise_nothing_is_to_prove(tmp_path: Path) -> None:
    rules = decision(UNSURE["a rack"]) + '        otherwise: end game drawn, "no tiles"\n'
    assert verdict(tmp_path, rules, "always-a-choice").status == "proved"


COVERED = ["low mod 3 + 1", "min(low, 2) + 1", "red.number", "count(players) - 1", "option.size - 1", "max(1, low)"]
BEYOND = ["low", "low + 1", "option.size", "count(players)"]


@pytest.mark.parametrize("key", COVERED)
def test_keys_inside(tmp_path: Path, key: str) -> None:
    assert verdict(tmp_path, f"play:\n    low = price[{key}] - 1\n", "keys-covered").status == "proved"


@pytest.mark.parametrize("key", BEYOND)
def test_keys_outside(tmp_path: Path, key: str) -> None:
    found = verdict(tmp_path, f"play:\n    low = price[{key}] - 1\n", "keys-covered")
    assert found.status == "open" and found.findings == 1


def test_a_tested_key_is_no_finding(tmp_path: Path) -> None:
    found = verdict(tmp_path, "play:\n    if low > 0: low = price[low] - 1\n", "keys-covered")
    assert found.status == "open" and not found.findings and len(found.open) == 1


CHOSEN = "function kept(lines) = [line in lines where line is full]\n\nphase sale(number_of: number):\n    low = price[number_of] - 1\n"


HANDED_ON = {
    "count(lines)": "proved",
    "count(lines) + 2": "open",
    "count(kept(board.columns))": "open",
    "max(1, count(kept(board.columns)))": "proved",
}


@pytest.mark.parametrize(("number", "status"), HANDED_ON.items())
def test_keys_that_are_handed_on(tmp_path: Path, number: str, status: str) -> None:
    """The board has two columns, and at least one is chosen."""
    offer = f"action sell(lines: some of kept(board.columns)):\n    do sale({number})"
    rules = decision(offer) + '        otherwise: end game drawn, "nothing to sell"\n\n' + CHOSEN
    assert verdict(tmp_path, rules, "keys-covered").status == status


def test_a_missing_row_may_be_asked_for(tmp_path: Path) -> None:
    assert verdict(tmp_path, "play:\n    if price[low] is none: low = 1\n", "keys-covered").status == "proved"


NEVER_REFUSES = [
    "low >= 0",
    "low < 4",
    "low + option.size >= 2",
    "count(players) > 1",
    "low < 4 or at is board.cells.first",
    "low is not 7",
    "count(player.rack) <= 12",
    "count(tile in player.rack: tile.colour is red) < 13",
    "not low > 3",
]
ALWAYS_REFUSES = [
    "low > 3",
    "count(player.rack) > 12",
    "low + option.size > 7",
    "low is 4",
    "low > 3 and at is board.cells.first",
    "option.size > count(players) + 2",
]
DECIDED_IN_PLAY = [
    "low > 0",
    "low is 3",
    "low < 4 and at is board.cells.first",
    "option.size > 2",
    "low + option.size > 6",
    "count(player.rack) > low",
    "count(player.rack) < 12",
    "at is board.cells.first",
]


@pytest.mark.parametrize(
    ("condition", "code"),
    [(c, "K950") for c in NEVER_REFUSES] + [(c, "K951") for c in ALWAYS_REFUSES] + [(c, None) for c in DECIDED_IN_PLAY],
)
def test_what_a_requirement_can_do(tmp_path: Path, condition: str, code: str | None) -> None:
    game = small(tmp_path, decision(f'action go:\n    require {condition}, "no"\n    low = 0'))
    assert [f.code for f in check_game(game).findings if f.code in ("K950", "K951")] == ([code] if code else [])
