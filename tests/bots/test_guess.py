"""Guesses at what a seat cannot see: they look the same to it, hold the same pieces, and owe nothing to the hidden truth."""

import random
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from kilnscript.bots.guess import guess
from kilnscript.session.view import Views

RULES = Path(__file__).resolve().parents[2] / "rules"
HIDING = ["classics/hearts", "classics/liars_dice", "kilnrow", "classics/rock_paper_scissors"]


def middle(name: str, seed: int, moves: int) -> Any:
    session = kilnscript.load(RULES / name).new(seed=seed)
    chance = random.Random(seed)
    for _ in range(moves):
        if session.over:
            break
        session.play(chance.choice(session.moves()))
    return session


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("moves", [0, 5, 23])
def test_a_guess_looks_the_same_to_the_seat(name: str, moves: int) -> None:
    session = middle(name, 3, moves)
    views = Views(session.words)
    for seat in range(session.players):
        for n in range(5):
            found = guess(session.program, session.state, seat, random.Random(n))
            assert views.view(found, seat) == views.view(session.state, seat)
            if seat + 1 in session.seats:
                assert session.program.moves(found, seat) == session.program.moves(session.state.copy(), seat)


@pytest.mark.parametrize("name", HIDING)
def test_every_piece_is_somewhere_once(name: str) -> None:
    session = middle(name, 4, 12)
    program = session.program
    found = guess(program, session.state, 0, random.Random(1))
    where: list[int] = [piece for info in program.world.places for piece in program.contents(found, info.number)]
    assert sorted(where) == list(range(len(program.world.pieces)))
    for info in program.world.places:
        assert len(program.contents(found, info.number)) == len(program.contents(session.state, info.number))
        assert all(found.place_of[piece] == info.number for piece in program.contents(found, info.number))


def test_guesses_differ_and_leave_the_state_alone() -> None:
    session = middle("classics/hearts", 5, 9)
    before = session.view()
    hands = set()
    for n in range(8):
        found = guess(session.program, session.state, 0, random.Random(n))
        hands.add(str(Views(session.words).view(found, None)["places"]["hand"]["2"]))
    assert len(hands) > 1
    assert session.view() == before


def test_dice_out_of_sight_are_rolled_again() -> None:
    session = kilnscript.load(RULES / "classics" / "liars_dice").new(seed=1)
    views = Views(session.words)
    cups = [views.view(guess(session.program, session.state, 0, random.Random(n)), None)["places"]["cup"] for n in range(20)]
    assert len({cup["1"] for cup in cups}) == 1
    assert len({cup["2"] for cup in cups}) > 10


@pytest.mark.parametrize("name", ["classics/hearts", "classics/liars_dice"])
def test_the_truth_does_not_show(name: str) -> None:
    """Two states that differ only in what a seat cannot see give the same guesses."""
    session = middle(name, 6, 3)
    seat = session.seat - 1
    views = Views(session.words)
    other = guess(session.program, session.state, seat, random.Random(99))
    assert views.view(other, None) != views.view(session.state, None)
    for n in range(5):
        one = guess(session.program, session.state, seat, random.Random(n))
        two = guess(session.program, other, seat, random.Random(n))
        assert views.view(one, None) == views.view(two, None)
        assert one.stream.below(1000) == two.stream.below(1000)
