"""What the solver proposes, against trying everything, with the library and without it; in other games than Kilnrow too."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kilnscript
from kilnscript.session.proposals import in_words, proposed
from kilnscript.solver import can_propose, propose
from kilnscript.solver.packing import library
from tests.games.kilnrow import lay, rack, turn
from tests.solver.brute import best_worth, most_laid, most_points

WAYS = [
    pytest.param(True, marks=pytest.mark.skipif(library() is None, reason="highspy is not installed"), id="library"),
    pytest.param(False, id="search"),
]
NEAR = st.builds("{}{}".format, st.sampled_from("RK"), st.sampled_from([1, 2, 3, 4, 5, 12, 13]))
TILES = st.one_of(NEAR, NEAR, NEAR, NEAR, st.sampled_from(["B2", "Y2", "B3", "B13"]), st.just("*"))
MELDS = st.sampled_from(["R1 R2 R3", "R12 R13 R1", "K2 R2 B2", "K3 K4 K5", "R2 * R4", "K12 * K1", "R3 K3 B3 Y3", "R1 R2 R3 R4 R5"])


def allowed(tiles: list[str]) -> bool:
    return all(n <= 2 for n in Counter(tiles).values())


def played(session: Any, moves: tuple[Any, ...] | None) -> int:
    """Plays a proposal, every move being legal; how many tiles it lays."""
    if moves is None:
        return 0
    before = len(rack(session, 1))
    words = in_words(session, moves)
    for raw, text in zip(moves[:-1], words, strict=False):
        assert raw in [move.raw for move in session.moves()]
        session.play(text)
    laid = before - len(rack(session, 1))
    session.play(words[-1])
    return laid


@pytest.mark.parametrize("exact", WAYS)
@settings(max_examples=40, deadline=None)
@given(held=st.lists(TILES, min_size=1, max_size=7), table=st.lists(MELDS, max_size=2))
def test_the_most_tiles(exact: bool, held: list[str], table: list[str]) -> None:
    pieces = [tile for meld in table for tile in meld.split()]
    if not allowed(pieces + held):
        return
    session = turn({1: " ".join(held), 2: ""}, table)
    assert played(session, propose(session.program, session.state, 0, exact=exact)) == most_laid(pieces, held, 0)


@pytest.mark.parametrize("exact", WAYS)
@settings(max_examples=40, deadline=None)
@given(held=st.lists(TILES, min_size=3, max_size=9), opening=st.integers(5, 45))
def test_openings(exact: bool, held: list[str], opening: int) -> None:
    if not allowed([*held, "B5", "B6", "B7"]):
        return
    session = turn({1: " ".join(held), 2: ""}, ["B5 B6 B7"], opened=False, opening=opening)
    assert played(session, propose(session.program, session.state, 0, exact=exact)) == most_laid([], held, opening)


@pytest.mark.parametrize("exact", WAYS)
@settings(max_examples=25, deadline=None)
@given(held=st.lists(TILES, min_size=3, max_size=8), table=st.lists(MELDS, max_size=1))
def test_the_most_points(exact: bool, held: list[str], table: list[str]) -> None:
    pieces = [tile for meld in table for tile in meld.split()]
    if not allowed(pieces + held):
        return
    session = turn({1: " ".join(held), 2: ""}, table)
    moves = propose(session.program, session.state, 0, "points", exact=exact)
    if moves is None:
        assert most_points(pieces, held) == (best_worth(tuple(sorted(pieces))) or 0)
        return
    state = session.state.copy()
    for raw in moves[:-1]:
        session.program.play(state, raw)
    worth, patterns = session.program.names["_worth"], session.program.names["meld_patterns"](state)
    points = sum(worth(state, state.bags[info.number], patterns) for info in session.program.world.family["melds"])
    assert points == most_points(pieces, held)


@pytest.mark.parametrize("exact", WAYS)
def test_it_goes_on_from_the_middle_of_a_turn(exact: bool) -> None:
    session = turn({1: "B6 R4 R5 Y13", 2: ""}, ["B5 * B7", "R1 R2 R3"])
    session.play("swap B6 meld-1")
    words = in_words(session, propose(session.program, session.state, 0, exact=exact) or ())
    assert words[-1] == "end_turn"
    assert "reset" not in words
    for text in words:
        session.play(text)
    assert rack(session, 1) == ["Y13"]


@pytest.mark.parametrize("exact", WAYS)
def test_it_resets_where_nothing_can_be_made_of_what_was_moved(exact: bool) -> None:
    session = turn({1: "R9 R10 R11 K1", 2: ""}, [], opened=False)
    lay(session, ["K1"])
    words = in_words(session, propose(session.program, session.state, 0, exact=exact) or ())
    assert (words[0], words[-1]) == ("reset", "end_turn")
    for text in words:
        session.play(text)


def test_nobody_else_is_proposed_for() -> None:
    session = turn({1: "R9 R10 R11", 2: "K9 K10 K11"})
    assert proposed(session, 2) is None
    assert not can_propose(kilnscript.load("kiln").program(), kilnscript.load("kiln").new(seed=1).state)


# ---- another game: melds that can only grow, no wild pieces, three or more of a kind alike --------------------------------

GAME = """
game: rummy
title: Rummy
players: 2
kinds:
  suit: {plural: suits, members: {hearts: {letter: H}, spades: {letter: S}, clubs: {letter: C}}}
components:
  card:
    has: {suit: suit, rank: 1..8}
    sets:
      - {suit: each, rank: each, copies: 1}
    written: "{suit.letter}{rank}"
places:
  hand:  {shape: pile, holds: card, per: player, sees: owner, size: all}
  table: {shape: pile, holds: card, count: 8, as_needed: yes, written: "row-{number}"}
patterns:
  row_up: {of: card, size: 3..8, same: suit, consecutive: rank, wraps: no}
  alike: {of: card, size: 3..3, same: rank, different: suit}
length: {turns: 50}
"""
RULES = """
setup:
    do deal

play:
    take turns from seat(1) until any(seat in players: seat.hand is empty): do turn

phase deal:
    draw 6 from box to seat(1).hand
    draw 6 from box to seat(2).hand

phase turn "Turn":
    player must:
        transaction play over table, player.hand:
            action put(card: player.hand, row: [row in table where row is not empty] + [unused(table)]):
                move card to row
            commit done:
                require all(row in table where row is not empty: matches(row, [row_up, alike])), "no meld"
                require count(player.hand) < at_start(count(player.hand)), "nothing laid"
        action wait:
            log "{player} waits"
"""


@pytest.fixture(scope="module")
def rummy(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("rummy")
    (folder / "game.yaml").write_text(GAME)
    (folder / "rules.kiln").write_text(RULES)
    return kilnscript.load(folder)


@pytest.mark.parametrize("exact", WAYS)
@pytest.mark.parametrize(
    ("hand", "table", "laid"),
    [
        ("H4 H5", ["H1 H2 H3"], 2),
        ("H5 S4", ["H1 H2 H3"], 0),
        ("H4 S4 C4 H5", ["H1 H2 H3"], 3),  # the group; H5 alone then cannot join the row
        ("H4 S4 C4 H5 H6 H7", ["H1 H2 H3"], 6),
        ("S1 S2 S3 C1", ["H1 H2 H3"], 3),
        ("H4", ["H1 H2 H3", "H5 H6 H7"], 1),
    ],
)
def test_melds_that_can_only_grow(rummy: Any, exact: bool, hand: str, table: list[str], laid: int) -> None:
    places = {
        "hand": {"1": hand.split(), "2": ["C8"]},
        "table": {str(i): (table[i - 1].split() if i <= len(table) else []) for i in range(1, 9)},
    }
    session = rummy.new(position={"places": places, "phase": "turn", "to_act": [1]}, seed=1)
    moves = propose(session.program, session.state, 0, exact=exact)
    before = len(hand.split())
    for text in in_words(session, moves or ()):
        session.play(text)
    assert before - len(session.view()["places"]["hand"]["1"]) == laid
