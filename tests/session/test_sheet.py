"""Score sheets: every line adds up, and they come through positions, records and undo unchanged."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kilnscript
from kilnscript.play.sheet import sheet_lines
from kilnscript.session.sheet import table
from tests.engine.tiny import load
from tests.session.loading import loaded

RULES = """
setup: score 1 as gift for seat(1)

play:
    repeat 3 times: do deal

phase deal "Deal":
    for each player in players: do pick_one

phase pick_one:
    player must:
        action take_points(n: [1, 2, 3]):
            score n as points for player

scoring:
    score 10 as gift for seat(2)

rank by highest player.score
"""
YAML = "scores: {per: player, by: deal, sheet: yes, sources: {points: Points, gift: Gift}}\n"


def begin() -> Any:
    return load(RULES, YAML).new(seed=1)


def test_a_line_for_every_pass_and_one_for_the_end() -> None:
    session = begin()
    for n in (1, 2, 3, 1, 2, 2):
        session.play(f"take_points {n}")
    sheet = session.result.sheet
    assert sheet == session.view(2)["sheet"] == session.result.plain()["sheet"]
    assert sheet == [
        {"1": {"points": 1, "gift": 1}, "2": {"points": 2, "gift": 0}},  # what was scored before stands in the first line
        {"1": {"points": 3, "gift": 0}, "2": {"points": 1, "gift": 0}},
        {"1": {"points": 2, "gift": 0}, "2": {"points": 2, "gift": 0}},
        {"1": {"points": 0, "gift": 0}, "2": {"points": 0, "gift": 10}},
    ]
    found = table(session)
    assert found is not None
    assert found.columns == ("Seat 1", "Seat 2")
    assert found.rows == (("Deal 1", (2, 2)), ("Deal 2", (3, 1)), ("Deal 3", (2, 2)), ("End", (0, 10)), ("Total", (7, 15)))
    assert ["".join(part.text for part in line) for line in sheet_lines(session, {2: "random bot"}, 80)][:2] == [
        "        Seat 1  Seat 2 (random bot)",
        "Deal 1       2                    2",
    ]
    assert "".join(part.text for part in sheet_lines(session, {}, 20)[0]).startswith("Seat 1:")


def test_it_comes_through_positions_records_and_undo() -> None:
    session = begin()
    for n in (1, 2, 3):
        session.play(f"take_points {n}")
    view = session.view()
    twin = session.game.new(players=2, position=view, seed=1)
    assert twin.view() == view
    assert kilnscript.replay(session.record(), session.game).view() == view
    session.play("take_points 3")
    session.undo()
    assert session.view() == view
    for game in (session, twin):
        for n in (2, 2, 2):
            game.play(f"take_points {n}")
    assert session.result.sheet == twin.result.sheet


@pytest.mark.parametrize("sheet", [3, ["x"], [{"9": {"points": 1}}], [{"1": {"gold": 1}}], [{"1": {"points": "1"}}], [{"1": 4}]])
def test_a_position_with_a_wrong_sheet(sheet: Any) -> None:
    session = begin()
    with pytest.raises(kilnscript.UsageError, match="sheet"):
        session.game.new(players=2, position={**session.view(), "sheet": sheet}, seed=1)


def test_hands_of_26_points() -> None:
    """Every hand of the card game shares out 13 hearts and a queen worth 13, or 26 for each of the others."""
    session = loaded("hearts").new(players=4, seed=3)
    chance = random.Random(1)
    while not session.over:
        session.play(chance.choice(session.moves(session.seat)), session.seat)
    assert session.result is not None
    sheet = session.result.sheet
    assert sheet
    for line in sheet:
        assert sum(sum(points.values()) for points in line.values()) in (26, 78)
    for holder, score in session.result.scores.items():
        assert sum(sum(line[holder].values()) for line in sheet) == score["total"]


def test_a_game_without_a_sheet_shows_its_sources() -> None:
    session = loaded("glazewick").new(players=2, seed=1)
    assert session.view()["sheet"] is None
    found = table(session)
    assert found is not None
    assert [title for title, _ in found.rows][-1] == "Total"
    assert table(loaded("tic_tac_toe").new(seed=1)) is None
