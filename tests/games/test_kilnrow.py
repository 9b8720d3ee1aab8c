"""Kilnrow beyond its examples: what public programs of such games got wrong, turns, clocks, rounds, what others see."""

import json
from typing import Any

import pytest

import kilnscript
from tests.games.kilnrow import game, lay, melds, rack, totals, turn

# ---- mistakes of public programs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("meld", ["R7 R7 B7", "R7 B7 K7 R7", "R7 B7 K7 Y7 *", "R7 R7 *", "R7 R7 * *", "* R7 B7 R7"])
def test_no_colour_twice_in_a_group(meld: str) -> None:
    session = turn({1: f"{meld} K1", 2: ""}, opened=False, opening=0)
    lay(session, [meld])
    assert "every meld" in session.why("end_turn").reason


@pytest.mark.parametrize(
    ("meld", "worth"),
    [("R4 R5 R6 *", 22), ("R4 * R6", 15), ("R4 R6 * *", 22), ("R12 R13 *", 26), ("R11 R12 R13 *", 37), ("R13 * R2", 16), ("R13 R1 *", 16)],
)
def test_a_wildfire_never_doubles_a_number_of_the_run(meld: str, worth: int) -> None:
    session = turn({1: f"{meld} K1", 2: ""}, opened=False, opening=0)
    lay(session, [meld])
    assert session.program.names["new_total"](session.state) == worth
    session.play("end_turn")


@pytest.mark.parametrize("doubled", ["R4 R5 R5 *", "R4 R4 * R5", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 *"])
def test_nor_does_a_second_copy_make_room_for_it(doubled: str) -> None:
    session = turn({1: f"{doubled} K1", 2: ""}, opened=False, opening=0)
    lay(session, [doubled])
    assert not session.why("end_turn").legal


def test_two_identical_runs_lie_side_by_side() -> None:
    session = turn({1: "B4 B5 B6 K1", 2: ""}, ["B4 B5 B6"])
    lay(session, ["B4 B5 B6"])
    session.play("end_turn")
    assert melds(session) == {"1": ["B4", "B5", "B6"], "2": ["B4", "B5", "B6"]}


def test_identical_runs_take_the_same_tile_in_turn() -> None:
    session = turn({1: "B7 B7 K1", 2: ""}, ["B4 B5 B6", "B4 B5 B6"])
    for place in ("meld-1", "meld-2"):
        session.play(f"lay B7 {place}")
    session.play("end_turn")
    assert melds(session) == {"1": ["B4", "B5", "B6", "B7"], "2": ["B4", "B5", "B6", "B7"]}


def test_one_move_is_listed_once() -> None:
    session = turn({1: "B7 B7 *", 2: ""}, ["B4 B5 B6 *"])
    listed = [str(move) for move in session.moves()]
    assert len(set(listed)) == len(listed)
    assert listed.count("lay B7 meld-1") == 1
    session.play("lay B7 meld-1")
    listed = [str(move) for move in session.moves()]
    assert len(set(listed)) == len(listed)
    assert listed.count("take_back meld-1 B7") == 1


LAST_MOVES = {
    "laid on a meld": ("R4", ["R1 R2 R3"], ["lay R4 meld-1"]),
    "laid as a new meld": ("R4 R5 R6", [], ["lay R4 new", "lay R5 meld-1", "lay R6 meld-1"]),
    "swapped for a Wildfire": ("B6", ["B5 * B7", "R1 R2 R3"], ["swap B6 meld-1", "rejoin * meld-2"]),
    "laid before the table is rearranged": ("K4", ["R4 R5 R6 R7", "B4 Y4 K5"], ["lay K4 meld-2", "shift meld-2 K5 new"]),
}


@pytest.mark.parametrize("last", LAST_MOVES)
def test_the_last_tile_ends_the_round_however_it_was_laid(last: str) -> None:
    held, table, moves = LAST_MOVES[last]
    session = turn({1: held, 2: "K13 K2"}, table)
    for move in moves:
        session.play(move)
    if "rearranged" in last:  # the table is not whole yet: nothing is over
        assert not session.why("end_turn").legal
        session.play("reset")
        return
    assert not session.over
    session.play("end_turn")
    assert session.over
    assert totals(session) == [15, -15]


def test_the_last_tile_committed_by_the_clock_ends_the_round() -> None:
    session = turn({1: "R4", 2: "*"}, ["R1 R2 R3"])
    session.play("lay R4 meld-1")
    assert str(session.time_out()) == "end_turn"
    assert session.over
    assert totals(session) == [25, -25]


# ---- opening ---------------------------------------------------------------------------------------------------------


def test_until_a_seat_opens_the_table_is_out_of_bounds() -> None:
    session = turn({1: "R4 R9 R10 R11 K5 B6 K1", 2: ""}, ["R1 R2 R3", "B5 * B7", "K2 K3 K4"], opened=False)
    for move in ("lay R4 meld-1", "lay K5 meld-3", "shift meld-1 R1 meld-2", "shift meld-1 R1 new", "swap B6 meld-2"):
        with pytest.raises(kilnscript.IllegalMove, match=r"until you open|until then"):
            session.play(move)
    lay(session, ["R9 R10 R11"])
    with pytest.raises(kilnscript.IllegalMove, match="until you open"):
        session.play("lay R4 meld-1")  # not even in the turn in which it opens
    assert session.notes == ["Played 3", "30 / 25 to open"]
    session.play("end_turn")
    session.play("draw")
    assert session.notes == ["Played 0"]
    assert session.view()["variables"]["opened"]["1"] is True


def test_new_melds_may_be_rearranged_before_opening() -> None:
    session = turn({1: "R9 R10 R11 B9 K1", 2: ""}, ["R1 R2 R3"], opened=False)
    lay(session, ["R9 R10 R11", "B9"])
    session.play("shift meld-2 R9 meld-3")
    assert "every meld" in session.why("end_turn").reason
    session.play("shift meld-3 R9 meld-2")
    session.play("take_back meld-3 B9")
    session.play("end_turn")
    assert rack(session, 1) == ["B9", "K1"]


def test_every_reason_is_told() -> None:
    session = turn({1: "B6 K1", 2: ""}, ["B5 * B7"])
    session.play("swap B6 meld-1")
    session.play("shift meld-1 B7 new")
    said = session.why("end_turn")
    assert said.reasons == ("every meld has to be a run or a group", "the freed Wildfire has to lie in a meld")
    fresh = turn({1: "B6 K1", 2: ""}, ["B5 * B7"], opened=False).why("end_turn")
    assert fresh.reasons == ("at least one tile of your rack has to be laid", "your new melds have to total 25, and total 0")


# ---- Wildfires -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "tile", "other"),
    [
        ("B5 * B7", "B6", "B8"),
        ("B5 B6 *", "B7", "B4"),
        ("B12 B13 *", "B1", "B11"),
        ("K8 * * K11", "K9", "K12"),
        ("K8 * * K11", "K10", "B9"),
        ("B7 R7 *", "K7", "B7"),
        ("B7 R7 *", "Y7", "K6"),
        ("R13 * *", "Y13", "R1"),
    ],
)
def test_which_tile_frees_a_wildfire(meld: str, tile: str, other: str) -> None:
    session = turn({1: f"{tile} {other} K1", 2: ""}, [meld, "R1 R2 R3"])
    with pytest.raises(kilnscript.IllegalMove, match="no Wildfire in that meld stands for this tile"):
        session.play(f"swap {other} meld-1")
    session.play(f"swap {tile} meld-1")
    assert session.view()["places"]["holding"] == ["*"]
    assert rack(session, 1) == sorted([other, "K1"])
    session.play("rejoin * meld-2")
    session.play("end_turn")


def test_what_lay_on_the_table_never_goes_to_a_rack() -> None:
    session = turn({1: "B6 K1", 2: ""}, ["B5 * B7"])
    with pytest.raises(kilnscript.IllegalMove, match="only a tile of your own rack"):
        session.play("take_back meld-1 B5")
    session.play("swap B6 meld-1")
    with pytest.raises(kilnscript.IllegalMove, match="only a tile of your own rack"):
        session.play("take_back meld-1 B7")
    assert not any(str(move).startswith("take_back") and "*" in str(move) for move in session.moves())


# ---- the three sorts of turn, and the clock --------------------------------------------------------------------------


def test_a_draw_takes_back_what_was_moved() -> None:
    session = turn({1: "R4 K1", 2: "K2"}, ["R1 R2 R3"])
    session.play("lay R4 meld-1")
    session.play("draw")
    assert len(rack(session, 1)) == 3
    assert melds(session) == {"1": ["R1", "R2", "R3"]}
    assert session.seat == 2


def test_reset_brings_back_the_start_exactly() -> None:
    session = turn({1: "B6 R4 K1", 2: "K2"}, ["B5 * B7", "R1 R2 R3"])
    before = session.view()
    assert not any(str(move) == "reset" for move in session.moves())
    for move in ("swap B6 meld-1", "lay R4 meld-2", "shift meld-2 R1 new", "rejoin * meld-3"):
        session.play(move)
    session.play("reset")
    assert session.view() == before


def test_pass_only_when_the_pool_is_empty() -> None:
    assert not session_moves(turn({1: "R4", 2: ""})) & {"pass"}
    empty = turn({1: "R4", 2: ""}, pool="")
    assert session_moves(empty) & {"pass", "draw"} == {"pass"}


def session_moves(session: Any) -> set[str]:
    return {str(move) for move in session.moves()}


@pytest.mark.parametrize(("pool", "expected"), [(None, "draw"), ("", "pass")])
def test_the_clock_takes_back_what_may_not_stand(pool: str | None, expected: str) -> None:
    session = turn({1: "R4 K1", 2: "K2"}, ["R1 R2 R3"], pool=pool)
    session.play("lay K1 meld-1")
    assert str(session.time_out()) == expected
    assert melds(session) == {"1": ["R1", "R2", "R3"]}
    assert session.view()["variables"]["passes"] == (0 if expected == "draw" else 1)


def test_idle_time_draws_even_where_the_turn_could_end() -> None:
    session = turn({1: "R4 K1", 2: "K2"}, ["R1 R2 R3"], timer="off")
    session.play("lay R4 meld-1")
    assert session.why("end_turn").legal
    assert str(session.time_out(idle=True)) == "draw"
    assert melds(session) == {"1": ["R1", "R2", "R3"]}


# ---- the end of a round, and a match ---------------------------------------------------------------------------------


def test_only_passes_all_the_way_round_block() -> None:
    session = turn({1: "R4 K9", 2: "K2", 3: "B9"}, ["R1 R2 R3"], pool="")
    session.play("pass")
    session.play("pass")
    session.time_out()
    assert session.over
    assert totals(session) == [-11, 18, -7]


def test_a_play_between_passes_starts_the_count_again() -> None:
    session = turn({1: "R4 K9", 2: "K2", 3: "B9"}, ["R1 R2 R3"], pool="", seat=2)
    session.play("pass")
    session.play("pass")
    session.play("lay R4 meld-1")
    session.play("end_turn")
    for _ in range(2):
        session.play("pass")
        assert not session.over
    session.play("pass")
    assert session.over
    assert totals(session) == [-7, 14, -7]


def test_a_blocked_win_shared_by_three() -> None:
    session = turn({1: "R2", 2: "K2", 3: "B2", 4: "R3 Y3"}, pool="", seat=1)
    for _ in range(4):
        session.play("pass")
    assert totals(session) == [2, 1, 1, -4]
    assert session.result.winners == (1,)


@pytest.mark.parametrize("rounds", [1, 3, 5])
def test_a_match(rounds: int) -> None:
    """The starter moves on, points add up, everything else begins anew."""
    session = game().new(players=3, options={"rounds": rounds, "timer": "off"}, seed=2)
    starters = []
    for number in range(rounds):
        assert not session.over
        starters.append(session.seat)
        assert [len(rack(session, seat)) for seat in (1, 2, 3)] == [14, 14, 14]
        assert not any(session.view()["variables"]["opened"].values())
        while not session.over and session.view()["variables"]["starter"] == f"seat-{number % 3 + 1}":
            session.play("draw" if any(str(m) == "draw" for m in session.moves()) else "pass")
    assert session.over
    assert starters == [n % 3 + 1 for n in range(rounds)]
    assert sum(totals(session)) == 0


# ---- what others see -------------------------------------------------------------------------------------------------


def test_others_see_the_start_of_a_turn_until_it_ends() -> None:
    session = turn({1: "R4 K1", 2: "K2"}, ["R1 R2 R3"])
    before = session.view(2)
    session.play("lay R4 meld-1")
    assert session.view(2) == before
    assert session.view(1) != before
    session.play("end_turn")
    assert session.view(2)["places"]["melds"]["1"] == ["R1", "R2", "R3", "R4"]


def test_what_a_seat_cannot_see_changes_nothing_that_it_receives() -> None:
    """Racks of others and the pool exchanged: every byte of view, moves, log and refusals stays the same."""
    told = []
    for held in ("R5 R6 B1 *", "Y12 K13 Y1 B2"):
        session = turn({1: "R4 K1", 2: held, 3: "K2"}, ["R1 R2 R3"])
        lines = []
        for move in ("lay R4 meld-1", "end_turn", "draw", "draw"):
            lines += [json.dumps(session.view(1)), str(session.log(1))]
            if session.seat == 1:
                lines += [str(session.moves()), str(session.why("end_turn"))]
            session.play(move)
        told.append([*lines, json.dumps(session.view(1)["places"]["melds"]), str(session.log(1))])
    assert told[0] == told[1]


def test_a_position_in_the_middle_of_a_turn() -> None:
    session = turn({1: "B6 R3 Y12", 2: "K1"}, ["B5 * B7", "R1 R2 R3"])
    for move in ("swap B6 meld-1", "lay R3 meld-2", "shift meld-2 R1 new"):
        session.play(move)
    again = game().new(position=json.loads(json.dumps(session.view())))
    assert again.view() == session.view()
    assert [str(m) for m in again.moves()] == [str(m) for m in session.moves()]
    assert again.why("end_turn") == session.why("end_turn")
    for each in (session, again):
        each.play("reset")
    assert again.view() == session.view()
