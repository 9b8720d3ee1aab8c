"""What a step made known, and moves and records as one seat knows them."""

from __future__ import annotations

from typing import Any

import pytest

import kilnscript
from tests.engine.tiny import load
from tests.session.loading import loaded


def test_public_moves_can_be_taken_back() -> None:
    session = loaded("tic_tac_toe").new(seed=1)
    session.play("A1")
    session.play("B2")
    assert session.learned(2) is None
    assert session.history_of(1) == session.history == [(1, "A1"), (2, "B2")]


def test_a_draw_makes_something_known() -> None:
    session = load(
        """
setup:
    move cards to pile
    shuffle pile

play:
    repeat 2 times:
        for each player in players: do deal

phase deal:
    player must:
        action take_one:
            draw 1 from pile to player.hand
""",
        """
components: {card: {title: Card, has: {number: 1..6}, sets: [{number: each, copies: 1}]}}
places:
  pile: {shape: deck, holds: card, sees: none}
  hand: {shape: pile, holds: card, per: player, sees: owner}
""",
        "1",
    ).new(seed=1)
    session.play("take_one")
    assert session.learned() == "a card came to be seen in move 1"
    assert loaded("kilnrow").new(players=2, seed=1).learned() is None


def test_chance_decides() -> None:
    session = load(
        """
play:
    repeat 2 times:
        for each player in players: do throw

phase throw:
    player must:
        action cast:
            pick die at random from 1..6
""",
        "variables: {die: {is: 0..6, start: 0}}\n",
        "1",
    ).new(seed=1)
    session.play("cast")
    assert session.learned() == "chance decided in move 1"


def test_choices_made_unseen() -> None:
    session = loaded("rock_paper_scissors").new(seed=1)
    first = str(session.moves(1)[0])
    session.play(first, 1)
    assert session.learned() is None
    assert session.history_of(1) == [(1, first)]
    assert session.history_of(2) == [(1, "(not shown)")]
    assert first not in session.record(2).split("\n\n")[1]
    session.play(session.moves(2)[1], 2)
    assert session.learned() == "what was chosen unseen came to be known in move 2"


def test_an_open_transaction_is_not_told() -> None:
    session = loaded("kilnrow").new(players=2, seed=1, options={"opening": 0})
    lay = next(move for move in session.moves() if move.action == "lay")
    session.play(lay)
    assert session.learned() is None
    assert session.history_of(1) == [(1, str(lay))]
    assert session.history_of(2) == [(1, "(not shown)")]
    session.play("reset")
    assert session.learned(2) is None


def test_a_record_of_one_seat_has_no_luck_and_no_hidden_moves() -> None:
    session = loaded("hearts").new(players=4, seed="marmalade")
    for _ in range(6):
        session.play(session.moves(session.seat)[0], session.seat)
    passed = [move for seat, move in session.history if seat != 1 and move.startswith("pass")]
    assert passed
    known = session.record(1)
    assert "marmalade" not in known
    assert "seed: hidden" in known
    assert all(move not in known for move in passed)
    assert session.record() == session.record(None)
    assert "marmalade" in session.record()
    with pytest.raises(kilnscript.UsageError, match="one seat knows"):
        kilnscript.replay(known, session.game)


def test_a_game_that_is_over_hides_nothing() -> None:
    session = loaded("rock_paper_scissors").new(seed=1)
    while not session.over:
        session.play(session.moves(1)[0], 1)
        session.play(session.moves(2)[1], 2)
    assert session.record(1) == session.record()


def test_out_of_time_stays_in_a_record_that_is_played_again() -> None:
    session = loaded("glazewick").new(players=2, seed=1, options={"timer": 30})
    session.time_out()
    again = kilnscript.replay(session.record(), session.game)
    assert again.record() == session.record()
    assert "# out of time" in again.record()


@pytest.mark.parametrize(
    ("options", "title", "seconds", "idle"),
    [({"timer": 60}, "Time for a turn", 60, False), ({"timer": "off"}, "Time for a turn", 300, True)],
)
def test_the_clock_of_a_decision(options: dict[str, Any], title: str, seconds: int, idle: bool) -> None:
    session = loaded("kilnrow").new(players=2, seed=1, options={**options, "opening": 0})
    clock = session.clock
    assert clock is not None
    assert (clock.title, clock.seconds, clock.since, clock.idle) == (title, seconds, 0, idle)
    session.play(next(move for move in session.moves() if move.action == "lay"))
    later = session.clock
    assert later is not None
    assert later.since == (1 if idle else 0)  # one clock for a turn of many moves; idling is counted from the last one
    assert loaded("tic_tac_toe").new(seed=1).clock is None


@pytest.mark.parametrize("steps", [-1, 3])
def test_numbers_of_moves(steps: int) -> None:
    session = loaded("tic_tac_toe").new(seed=1)
    session.play("A1")
    with pytest.raises(kilnscript.UsageError, match=r"no number of moves|only 1 move can"):
        session.undo(steps)
    assert session.now == 1


SECRETS = """
play:
    for each player in players: do promise
    for each player in players: do hide

phase promise:
    player must:
        action bid(n: 1..6):
            player.promised = n

phase hide:
    player must:
        action lay(colour: colours):
            do put(colour)

phase put(colour):
    move the(card in player.hand where card.colour is colour) to player.laid
"""
SECRET_YAML = """
kinds: {colour: {plural: colours, members: {red: {}, blue: {}}}}
components: {card: {title: Card, has: {colour: colour, owner: player}, sets: [{colour: each, owner: each, copies: 1}]}}
places:
  hand: {shape: pile, holds: card, per: player, sees: owner}
  laid: {shape: pile, holds: card, per: player, sees: owner}
variables: {promised: {is: 0..6, per: player, start: 0, sees: owner}}
"""


def test_numbers_and_colours_chosen_in_secret_are_not_told() -> None:
    setup = "setup:\n    for each player in players: move [card in cards where card.owner is player] to player.hand\n"
    session = load(setup + SECRETS, SECRET_YAML).new(seed=1)
    for move in ("bid 4", "bid 2", "lay blue"):
        session.play(move)
    assert session.history_of(1) == [(1, "bid 4"), (2, "bid (not shown)"), (1, "lay blue")]
    assert session.history_of(2) == [(1, "bid (not shown)"), (2, "bid 2"), (1, "lay (not shown)")]
    assert "blue" not in session.record(2)


def test_fair_undo() -> None:
    session = loaded("kilnrow").new(players=2, seed=1)
    session.play("draw")
    with pytest.raises(kilnscript.UsageError, match="several people at the table: chance decided in move 1"):
        session.take_back(1, people=2)
    assert session.now == 1
    assert session.take_back(1, people=1) == "chance decided in move 1"
    assert session.now == 0
    with pytest.raises(kilnscript.UsageError, match="nothing to undo"):
        session.take_back(1, people=2)
