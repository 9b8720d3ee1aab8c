"""Score sheets: every line adds up, they come through positions, records and undo unchanged, and print with the tie-breaks and places."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from kilnscript.play.ink import Screen, text_width
from kilnscript.play.sheet import broken, sheet_lines
from kilnscript.session.sheet import table
from tests.engine.tiny import load
from tests.games.kilnrow import turn
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
VECTORS = json.loads((Path(__file__).resolve().parents[1] / "data" / "kilnrow_vectors.json").read_text(encoding="utf-8"))["vectors"]


def begin() -> Any:
    return load(RULES, YAML).new(seed=1)


def take(session: Any, *points: int) -> Any:
    for n in points:
        session.play(f"take_points {n}")
    return session


def shown(session: Any, width: int = 80) -> list[str]:
    return [Screen(width=width).paint(line) for line in sheet_lines(session, Screen(width=width))]


def test_a_line_for_every_pass_and_one_for_the_end() -> None:
    session = take(begin(), 1, 2, 3, 1, 2, 2)
    sheet = session.result.sheet
    assert sheet == session.view(2)["sheet"] == session.result.plain()["sheet"]
    assert sheet == [
        {"1": {"points": 1, "gift": 1}, "2": {"points": 2, "gift": 0}},  # what was scored before stands in the first line
        {"1": {"points": 3, "gift": 0}, "2": {"points": 1, "gift": 0}},
        {"1": {"points": 2, "gift": 0}, "2": {"points": 2, "gift": 0}},
        {"1": {"points": 0, "gift": 0}, "2": {"points": 0, "gift": 10}},
    ]
    session.bots[2] = "random"
    assert shown(session) == [
        "          Seat 1      Seat 2",
        "                  random bot",
        "Deal 1         2           2",
        "Deal 2         3           1",
        "Deal 3         2           2",
        "End            0          10",
        "Total          7          15",
        "  Points       6           5",
        "  Gift         1          10",
        "Place          2           1",
    ]


def test_what_is_scored_between_passes_counts_to_the_one_before() -> None:
    rules = RULES.replace("    repeat 3 times: do deal", "    repeat 2 times:\n        do deal\n        score 5 as gift for seat(1)")
    session = take(load(rules, YAML).new(seed=1), 1, 1, 2, 2)
    assert [line["1"] for line in session.result.sheet] == [{"points": 1, "gift": 6}, {"points": 2, "gift": 5}, {"points": 0, "gift": 0}]


def test_a_sheet_without_passes_has_one_line() -> None:
    session = load(RULES, YAML.replace("by: deal, ", "")).new(seed=1)
    assert session.view()["sheet"] == [{"1": {"points": 0, "gift": 1}, "2": {"points": 0, "gift": 0}}]
    take(session, 1, 2, 3, 1, 2, 2)
    assert session.result.sheet == [{"1": {"points": 6, "gift": 1}, "2": {"points": 5, "gift": 10}}]
    assert session.game.new(position=session.view()).view() == session.view()
    assert [line.split()[0] for line in shown(session)] == ["Seat", "Points", "Gift", "Total", "Place"]


def test_a_phase_without_decisions_and_the_end_inside_a_pass() -> None:
    """Passes in which nobody chooses count, and a game that ends in the middle of one keeps its line."""
    rules = """
play:
    take turns from seat(1), at most 9 times: do step
phase step:
    player must:
        action go:
            do count_one
phase count_one:
    score 2 as points for player
    if player.score >= 4: end game won by player, "enough"
    score 1 as gift for player
"""
    session = load(rules, YAML.replace("deal", "count_one")).new(seed=1)
    for _ in range(3):
        session.play("go")
    assert [(line["1"], line["2"]) for line in session.result.sheet] == [
        ({"points": 2, "gift": 1}, {"points": 0, "gift": 0}),
        ({"points": 0, "gift": 0}, {"points": 2, "gift": 1}),
        ({"points": 2, "gift": 0}, {"points": 0, "gift": 0}),
    ]


def test_very_many_passes_stay_small() -> None:
    """The last line takes what comes after it; a loop of 100,000 passes is no strain."""
    rules = """
play:
    repeat 100000 times: do again
    seat(1) must:
        action done: end game, "done"
phase again: score 1 as points for seat(1)
"""
    begun = time.process_time()
    session = load(rules, YAML.replace("deal", "again")).new(seed=1)
    assert time.process_time() - begun < 5
    sheet = session.view()["sheet"]
    assert len(sheet) == 1000
    assert [line["1"]["points"] for line in (sheet[0], sheet[-1])] == [1, 99_001]


def test_a_phase_that_is_called_turn() -> None:
    """Its passes are lines, the turns of `take turns` are not."""
    rules = """
play:
    take turns from seat(1), at most 6 times:
        player must:
            action go:
                if player is seat(2): do turn
phase turn: score 1 as points for player
"""
    session = load(rules, YAML.replace("deal", "turn")).new(seed=1)
    for _ in range(4):
        session.play("go")
    assert [line["2"]["points"] for line in session.view()["sheet"]] == [1, 1]


def test_it_comes_through_positions_records_and_undo() -> None:
    session = take(begin(), 1, 2, 3)
    view = session.view()
    twin = session.game.new(players=2, position=view, seed=1)
    assert twin.view() == view
    assert kilnscript.replay(session.record(), session.game).view() == view
    session.play("take_points 3")
    session.undo()
    assert session.view() == view
    for game in (session, twin):
        take(game, 2, 2, 2)
    assert session.result.sheet == twin.result.sheet


def test_a_position_may_leave_it_out() -> None:
    """Then what has been scored stands in the first line, that of the pass under way."""
    game = begin().game
    for place in ({"phase": "deal"}, {"phase": "pick_one", "to_act": [1]}):
        session = game.new(players=2, position={"scores": {"1": 4, "2": 6}, **place}, seed=1)
        assert [sum(points.values()) for line in session.view()["sheet"] for points in line.values()] == [4, 6]
    later = take(begin(), 1, 2, 3).view()
    session = game.new(players=2, position={key: value for key, value in later.items() if key != "sheet"}, seed=1)
    assert [line["1"] for line in session.view()["sheet"]] == [{"points": 4, "gift": 1}]


@pytest.mark.parametrize("sheet", [3, ["x"], [{"9": {"points": 1}}], [{"1": {"gold": 1}}], [{"1": {"points": "1"}}], [{"1": 4}]])
def test_a_position_with_a_wrong_sheet(sheet: Any) -> None:
    session = begin()
    with pytest.raises(kilnscript.UsageError, match="sheet"):
        session.game.new(players=2, position={**session.view(), "sheet": sheet}, seed=1)


def test_a_position_whose_lines_do_not_add_up() -> None:
    view = take(begin(), 1, 2, 3).view()
    view["sheet"][0]["2"]["points"] = 7
    with pytest.raises(kilnscript.UsageError, match="the lines of `sheet` give 2 7 as points, and `scores` 2"):
        begin().game.new(players=2, position=view, seed=1)
    with pytest.raises(kilnscript.UsageError, match="keeps no score sheet"):
        loaded("othello").new(position={"sheet": [{}]})


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


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["kind"] == "round_score_zero_sum"], ids=lambda v: v["id"])
def test_rounds_of_kilnrow(vector: dict[str, Any]) -> None:
    """The line of a round is the score that its vector gives; in a match of three the next round has a line of its own."""
    winner = int(vector["position"]["winner"][1:])
    racks = {int(seat[1:]): tiles for seat, tiles in vector["position"]["racks"].items()} | {winner: "K11"}
    session = turn(racks, ["K8 K9 K10"], seat=winner, rounds=3)
    session.play("lay K11 meld-1")
    session.play("end_turn")
    assert not session.over
    first, second = session.view(1)["sheet"]
    assert {f"p{seat}": points for seat, points in first.items()} == {p: {"out": n, "blocked": 0} for p, n in vector["expected"].items()}
    assert all(points == {"out": 0, "blocked": 0} for points in second.values())
    assert [line.split()[:2] for line in shown(session)[1:3]] == [["Round", "1"], ["Round", "2"]]


# ---- tie-breaks and places -------------------------------------------------------------------------------------------

RANKED = (
    RULES.replace("scoring:\n    score 10 as gift for seat(2)\n", "")
    .replace(
        "rank by highest player.score",
        'rank by highest player.score, then lowest player.left "Goods and coins left over", then highest player.fame',
    )
    .replace("            score n", "            player.left = n\n            score n")
)
RANKED_YAML = YAML + "variables: {left: {is: 0..9, per: player, start: 0}, fame: {is: 0..9, per: player, start: 0, title: Fame}}\n"


def ranked(*points: int, yaml: str = RANKED_YAML, rules: str = RANKED) -> Any:
    return take(load(rules, yaml, "3").new(players=3, seed=1), *points)


def test_tie_breaks_in_their_order_with_their_words() -> None:
    """5 + 1, 6 and 6 points; the last three taken are 1, 2 and 2."""
    session = ranked(2, 2, 2, 2, 2, 2, 1, 2, 2)
    assert session.result.ranking == ((1,), (2, 3))
    assert session.result.plain()["ranked_by"] == [
        {"title": "Points", "order": "highest", "values": {"1": 6, "2": 6, "3": 6}},
        {"title": "Goods and coins left over", "order": "lowest", "values": {"1": 1, "2": 2, "3": 2}},
        {"title": "Fame", "order": "highest", "values": {"1": 0, "2": 0, "3": 0}},
    ]
    assert [line for line in shown(session, 60) if not line.startswith("Deal")] == [
        "                                    Seat 1  Seat 2  Seat 3",
        "Total                                    6       6       6",
        "  Points                                 5       6       6",
        "  Gift                                   1       0       0",
        "Goods and coins left over (lowest)       1       2       2",
        "Fame                                     0       0       0",
        "Place (= shared)                         1      =2      =2",
    ]
    assert max(map(len, shown(session, 60))) == 58


@pytest.mark.parametrize("width", [20, 30, 40, 60, 100])
@pytest.mark.parametrize("bots", [{}, {2: "solver", 3: "random"}])
def test_it_is_never_wider_than_the_screen(width: int, bots: dict[int, str]) -> None:
    session = ranked(2, 2, 2, 2, 2, 2, 1, 2, 2)
    session.bots.update(bots)
    lines = shown(session, width)
    assert max(map(text_width, lines)) <= width
    text = " ".join(lines)
    assert [text.count(f"Seat {n}") for n in (1, 2, 3)] == [1, 1, 1]
    assert text.count("solver bot") == len(bots) // 2
    assert " ".join(text.split()).count("=2") == 2


def test_titles_that_are_too_long() -> None:
    assert broken("Goods and coins left", 10) == ["Goods and", "coins left"]
    assert broken("  Going out", 8) == ["  Going", "  out"]
    assert broken("Unbelievable", 5) == ["Unbel", "ievab", "le"]
    assert broken("", 5) == [""]


def test_what_not_everybody_may_see_is_not_told() -> None:
    """The places are known all the same; the number behind them is not."""
    yaml = RANKED_YAML.replace("left: {is: 0..9, per: player,", "left: {is: 0..9, per: player, sees: owner,")
    session = ranked(2, 2, 2, 2, 2, 2, 1, 2, 2, yaml=yaml)
    for result in (session.result.plain(), session.view(1)["result"], session.view(3)["result"]):
        assert [criterion["values"] is None for criterion in result["ranked_by"]] == [False, True, False]
    assert [line.split()[-3:] for line in shown(session) if line.startswith("Goods")] == [["hidden"] * 3]


def test_the_referees_eyes_count_as_hidden_too() -> None:
    yaml = RANKED_YAML.replace("left: {is: 0..9, per: player,", "left: {is: 0..9, per: player, sees: none,")
    rules = RANKED.replace("lowest player.left", "lowest kept(player)") + "\nfunction kept(seat: player) = referee(seat.left)\n"
    session = ranked(2, 2, 2, 2, 2, 2, 1, 2, 2, yaml=yaml, rules=rules)
    assert [criterion["values"] is None for criterion in session.result.plain()["ranked_by"]] == [False, True, False]


def test_seats_under_the_colours_that_score() -> None:
    session = loaded("kiln").new(players=2, seed=1)
    session.bots[2] = "greedy"
    lines = shown(session)
    assert [line.split() for line in lines[:2]] == [
        ["red", "blue", "green", "yellow"],
        ["Seat", "1", "Seat", "2", "Seat", "1", "Seat", "2"],
    ]
    four = shown(loaded("kiln").new(players=4, seed=1))
    assert [line.split() for line in four[:2]] == [["red", "blue", "green", "yellow"], ["Seat", "1", "Seat", "2", "Seat", "3", "Seat", "4"]]
    assert shown(loaded("kiln").new(players=3, seed=1))[0].split() == ["red", "blue", "green"], "nobody plays yellow"


def test_a_game_without_a_sheet_shows_its_sources() -> None:
    session = loaded("rock_paper_scissors").new(seed=1)
    assert session.view()["sheet"] is None
    found = table(session)
    assert found is not None
    assert [title for title, _ in found.rows][-1] == "Total"
    assert table(loaded("tic_tac_toe").new(seed=1)) is None
    assert sheet_lines(loaded("tic_tac_toe").new(seed=1), Screen()) == []


def test_lines_of_a_phase_that_is_never_done() -> None:
    game = load(RULES + "phase lonely: score 1 as gift for seat(1)\n", YAML.replace("deal", "lonely"))
    assert [d.message for d in game.diagnostics] == ["the phase `lonely` is never done"]
    assert take(game.new(seed=1), 1, 1, 1, 1, 1, 1).result.sheet == [{"1": {"points": 3, "gift": 1}, "2": {"points": 3, "gift": 10}}]
    with pytest.raises(kilnscript.RuleErrors, match="`by` names the lines of a score sheet, and none is kept"):
        load(RULES, YAML.replace("sheet: yes, ", ""))
