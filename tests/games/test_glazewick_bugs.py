"""Mistakes that public programs of such games have made, as positions in which Glazewick must not make them; and the ends of a round."""

from typing import Any

import pytest

from tests.games.test_glazewick_vectors import colour_at, fire, game, last_take, panel, score, slots

FULL = slots(["ash"] * 7, 7)


def take(places: dict[str, Any], seat: int = 1, players: int = 2, **variables: Any) -> Any:
    """A session where a seat is to take, with nothing in the kilns but what is given."""
    kilns = {str(i): places.get("kilns", {}).get(str(i), []) for i in range(1, 2 * players + 2)}
    position = {"places": {"shelf": ["tongs"], **places, "kilns": kilns}, "variables": variables, "phase": "take", "to_act": [seat]}
    return game().new(players=players, position=position, seed=1)


def tiles(session: Any, place: str) -> list[str]:
    found: list[str] = session.view()["places"][place]
    return found


# ---- index -1 joining opposite edges ---------------------------------------------------------------------------------


@pytest.mark.parametrize("row", range(5))
def test_first_and_last_column_are_not_neighbours(row: int) -> None:
    for near, far in ((0, 4), (4, 0)):
        places = {"panel": {"1": panel({(row, far): colour_at(row, far)})}}
        places["drying"] = {"1": {str(row + 1): slots([colour_at(row, near)] * (row + 1), row + 1)}}
        assert score(fire(places), 1) == 1


@pytest.mark.parametrize("column", range(5))
def test_first_and_last_row_are_not_neighbours(column: int) -> None:
    for near, far in ((0, 4), (4, 0)):
        places = {"panel": {"1": panel({(far, column): colour_at(far, column)})}}
        places["drying"] = {"1": {str(near + 1): slots([colour_at(near, column)] * (near + 1), near + 1)}}
        assert score(fire(places), 1) == 1


# ---- the tongs -------------------------------------------------------------------------------------------------------


def test_tongs_are_not_lost_when_the_breakage_row_is_full() -> None:
    """They cost nothing, give the next round its first seat, and lie on the shelf again when it begins."""
    places = {"shelf": ["oxblood", "tongs"], "breakage": {"2": FULL}, "kilns": {"1": ["cobalt"] * 4}}
    session = take(places, seat=2, starter="seat-1")
    session.play("take shelf oxblood row-2")
    assert session.view()["places"]["breakage"]["2"] == FULL
    assert session.view()["variables"]["next_starter"] == "seat-2"
    session.play("take kiln-1 cobalt row-5")
    assert session.seat == 2
    assert tiles(session, "shelf") == ["tongs"]
    assert session.view()["variables"] == {"starter": "seat-2", "next_starter": None, "last_round": False}


def test_tongs_lie_before_the_tiles_of_their_take() -> None:
    places = {"shelf": ["oxblood", "oxblood", "oxblood", "tongs"], "breakage": {"1": slots(["ash"] * 5, 7)}, "kilns": {"1": ["cobalt"] * 4}}
    session = take(places)
    session.play("take shelf oxblood row-1")
    view = session.view()["places"]
    assert view["breakage"]["1"].split() == [*["ash"] * 5, "tongs", "oxblood"]
    assert view["pail"] == ["oxblood"]


def test_nobody_can_take_the_tongs() -> None:
    """Kilns of one colour each leave nothing on the shelf: the round ends with the tongs there, and the same seat starts."""
    session = take({"kilns": {"3": ["cobalt"] * 4}}, seat=1, starter="seat-2")
    session.play("take kiln-3 cobalt row-4")
    assert session.seat == 2
    assert tiles(session, "shelf") == ["tongs"]
    assert session.view()["variables"]["starter"] == "seat-2"


def test_second_take_from_the_shelf_finds_no_tongs() -> None:
    session = take({"shelf": ["oxblood", "ash", "tongs"], "kilns": {"1": ["cobalt"] * 4}})
    session.play("take shelf oxblood row-2")
    session.play("take shelf ash row-2")
    assert session.view()["places"]["breakage"]["2"] == slots([], 7)
    assert session.view()["variables"]["next_starter"] == "seat-1"


# ---- one move listed twice -------------------------------------------------------------------------------------------


def test_equal_tiles_are_one_move() -> None:
    session = take({"shelf": ["ash", "ash", "ash", "tongs"], "kilns": {"1": ["ash", "ash", "cobalt", "cobalt"]}})
    listed = [str(move) for move in session.moves()]
    assert len(set(listed)) == len(listed) == 3 * 6
    assert listed[:6] == [f"take kiln-1 cobalt {row}" for row in ("row-1", "row-2", "row-3", "row-4", "row-5", "breakage")]
    assert [move.split()[1:3] for move in listed[::6]] == [["kiln-1", "cobalt"], ["kiln-1", "ash"], ["shelf", "ash"]]


def test_a_full_row_is_no_second_breakage_row() -> None:
    session = take({"kilns": {"1": ["ash"] * 4}, "drying": {"1": {"1": "ash", "2": "ash ash"}}})
    listed = [str(move) for move in session.moves()]
    assert listed == [f"take kiln-1 ash {row}" for row in ("row-3", "row-4", "row-5", "breakage")]


# ---- clamp before bonus ----------------------------------------------------------------------------------------------


def test_score_stops_at_zero_before_the_bonuses() -> None:
    """A complete row is worth 2 even to a seat whose broken pieces cost more than it has."""
    session = last_take({"breakage": {"1": FULL}, "panel": {"1": panel({(0, c): colour_at(0, c) for c in range(5)})}}, score=3)
    assert session.view()["scores"]["1"] == {"total": 2, "sources": {"tiles": 3, "broken": -3, "rows": 2, "columns": 0, "colours": 0}}


def test_fired_tiles_count_before_broken_pieces() -> None:
    session = fire({"drying": {"1": {"1": "ash"}}, "breakage": {"1": slots(["ash"] * 3, 7)}}, score=2)
    assert session.view()["scores"]["1"]["sources"] == {"tiles": 3, "broken": -3, "rows": 0, "columns": 0, "colours": 0}


# ---- rounds ----------------------------------------------------------------------------------------------------------


def test_pail_goes_back_into_an_empty_bin() -> None:
    """The bin's last tile is used up first; then everything in the pail comes back, and drawing goes on."""
    session = take({"kilns": {"1": ["ash"]}, "bin": ["cobalt"], "pail": ["saffron"] * 18 + ["oxblood"] * 6})
    session.play("take kiln-1 ash row-2")
    kilns = session.view()["places"]["kilns"]
    assert [len(kilns[str(i)]) for i in range(1, 6)] == [4, 4, 4, 4, 4]
    assert "cobalt" in kilns["1"]
    assert len(tiles(session, "bin")) == 5
    assert not tiles(session, "pail")


def test_too_few_tiles_fill_the_first_kilns() -> None:
    session = take({"kilns": {"1": ["ash"]}, "bin": ["cobalt"] * 5, "pail": ["saffron"]})
    session.play("take kiln-1 ash row-2")
    kilns = session.view()["places"]["kilns"]
    assert [len(kilns[str(i)]) for i in range(1, 6)] == [4, 2, 0, 0, 0]
    assert not session.over


def test_a_round_without_tiles_ends_the_game() -> None:
    """With its bonuses, and no complete row anywhere."""
    session = take({"kilns": {"1": ["ash"]}, "bin": [], "pail": [], "panel": {"2": panel({(r, 2): colour_at(r, 2) for r in range(5)})}})
    session.play("take kiln-1 ash row-2")
    assert session.over
    assert score(session, 2) == 7


def test_all_seats_fire_in_the_round_that_completes_a_row() -> None:
    """Seat 1 completes its row first; seat 2 still fires, and nobody plays another round."""
    row = panel({(0, c): colour_at(0, c) for c in range(4)})
    places = {"panel": {"1": row}, "drying": {"1": {"1": colour_at(0, 4)}, "2": {"2": "oxblood oxblood"}}, "kilns": {"1": ["cobalt"]}}
    session = take(places)
    session.play("take kiln-1 cobalt row-3")
    assert session.over
    assert (score(session, 1), score(session, 2)) == (5 + 2, 1)


@pytest.mark.parametrize(("players", "kilns"), [(2, 5), (3, 7), (4, 9)])
def test_kilns_by_player_count(players: int, kilns: int) -> None:
    session = game().new(players=players, seed=1)
    filled = session.view()["places"]["kilns"]
    assert [len(filled[str(i)]) for i in range(1, kilns + 1)] == [4] * kilns
    assert len(filled) == kilns
    assert len(tiles(session, "bin")) == 100 - 4 * kilns


# ---- ties ------------------------------------------------------------------------------------------------------------


def end(panels: dict[str, list[str]], scores: dict[str, int]) -> Any:
    everything = {"kilns": {str(i): [] for i in range(1, 6)}, "shelf": ["tongs"], "bin": [], "pail": [], "panel": panels}
    everything["kilns"]["1"] = ["ash"]  # type: ignore[call-overload]
    session = game().new(players=2, position={"places": everything, "scores": scores, "phase": "take", "to_act": [2]})
    session.play("take kiln-1 ash row-2")
    return session


def test_more_complete_rows_break_a_tie() -> None:
    rows = {"1": panel({}), "2": panel({(0, c): colour_at(0, c) for c in range(5)})}
    session = end(rows, {"1": 12, "2": 10})
    assert [score(session, seat) for seat in (1, 2)] == [12, 12]
    assert session.result.winners == (2,)


def test_what_is_still_tied_is_shared() -> None:
    session = end({"1": panel({}), "2": panel({})}, {"1": 9, "2": 9})
    assert session.result.winners == (1, 2)


# ---- the clock -------------------------------------------------------------------------------------------------------


def test_safe_take_breaks_least_then_places_most_then_comes_first() -> None:
    session = take({"kilns": {"2": ["ash", "cobalt", "cobalt", "oxblood"], "4": ["ash", "ash", "saffron", "saffron"]}})
    assert str(session.time_out()) == "take kiln-2 cobalt row-2"
    session = take({"kilns": {"2": ["ash"] * 4}, "shelf": ["oxblood", "tongs"], "drying": {"1": {"4": "ash", "5": "cobalt"}}})
    assert str(session.time_out()) == "take kiln-2 ash row-3", "the tongs cost as much as a spilt tile"


def test_safe_take_when_the_breakage_row_is_full() -> None:
    """Nothing more can break, so most tiles placed decides."""
    session = take({"kilns": {"1": ["ash"] * 4}, "shelf": ["oxblood", "oxblood", "tongs"], "breakage": {"1": FULL}})
    assert str(session.time_out()) == "take kiln-1 ash row-4"
