"""Exploring goes on from examples, looks at more beginnings than it plays, and says nothing of positions that play may never come to."""

import shutil
from pathlib import Path

import pytest

import kilnscript
from kilnscript.explore import explore
from kilnscript.explore.given import given_to
from tests.games.shelf import RULES


def changed(tmp_path: Path, game: str, before: str, after: str) -> Path:
    folder = tmp_path / game
    shutil.copytree(RULES / game, folder)
    text = (folder / "rules.kiln").read_text(encoding="utf-8")
    assert before in text
    (folder / "rules.kiln").write_text(text.replace(before, after, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("example", "invariant", "given"),
    [
        ("going_out", "zero_sum", False),
        ("going_out", "goes_out", True),
        ("going_out", "none_waiting", True),
        ("blocked", "zero_sum", False),
    ],
)
def test_what_an_example_gives(example: str, invariant: str, given: bool) -> None:
    model = kilnscript.load("kilnrow").model
    condition = next(each.condition for each in model.invariants if each.name == invariant)
    assert given_to(model, next(each for each in model.examples if each.name == example), condition) == given


def test_the_moves_of_examples_are_looked_at(tmp_path: Path) -> None:
    """The loser of a round pays nothing: what an example leads to shows it, though it says nothing of sums."""
    folder = changed(tmp_path, "kilnrow", "for each seat in others(player): score -rack_total(seat) as out for seat\n    ", "")
    found = [finding.diagnostic for finding in explore(folder, playouts=4).findings]
    assert [diagnostic.code for diagnostic in found] == ["K972"]
    assert "`always zero_sum`" in found[0].message and "on from the position of the example" in found[0].message


def test_more_beginnings_than_games(tmp_path: Path) -> None:
    """One deal of 37 lays the black tile outside."""
    folder = changed(tmp_path, "kiln", "[tile in box where tile.colour is not none]", "box")
    found = [finding for finding in explore(folder, playouts=30).findings if "coloured_first" in finding.diagnostic.message]
    assert [finding.moves for finding in found] == [0]
