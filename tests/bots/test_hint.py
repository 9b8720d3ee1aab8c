"""`bot hint`: what bots make of it, and where it counts for nothing."""

import random

import pytest

from kilnscript.bots.budget import Budget
from kilnscript.bots.registry import BotSeat, read_bot
from kilnscript.bots.standing import hints
from tests.bots.test_bots import new
from tests.engine.tiny import load

YAML = """
variables:
  held: {is: 0..9, per: player, start: 0, title: Held}
"""
RULES = """
play:
    repeat 4 times:
        take turns from seat(1) until seat(2).held > 0, at most 2 times:
            player must:
                action hold(number: 1..5) written "{number}":
                    player.held = number
                    if number is WIN: end game won by player

rank by highest player.held
"""
CLOSE_TO_THREE = "\nbot hint: -(player.held - 3) * (player.held - 3)\n"


def chosen(rules: str, bot: str, win: int = 9) -> set[str]:
    """What the bot plays first, by several chances."""
    session = load(RULES.replace("WIN", str(win)) + rules, YAML).new(seed=1)
    return {str(BotSeat(bot, Budget(400)).choose(session, 1, random.Random(n))) for n in range(4)}


def test_the_hint_bot_looks_at_the_hint_and_the_greedy_one_at_the_ranking() -> None:
    assert chosen(CLOSE_TO_THREE, "hint") == {"3"}
    assert chosen("", "hint") == chosen("", "greedy") == chosen(CLOSE_TO_THREE, "greedy") == {"5"}


def test_a_win_comes_before_the_hint() -> None:
    assert chosen(CLOSE_TO_THREE, "hint", win=1) == chosen(CLOSE_TO_THREE, "greedy", win=1) == {"1"}
    assert chosen(CLOSE_TO_THREE, "mcts", win=1) == {"1"}


def test_of_equal_hints_the_ranking_decides() -> None:
    assert chosen("\nbot hint: 1 if player.held >= 2 and player.held <= 4 else 0\n", "hint") == {"4"}


def test_a_hint_that_fails_is_as_good_as_none() -> None:
    assert chosen("\nbot hint: 10 / (player.held - player.held)\n", "hint") == {"5"}


def test_one_number_for_each_seat_and_nothing_changed() -> None:
    session = load(RULES.replace("WIN", "9") + CLOSE_TO_THREE, YAML).new(seed=1)
    session.play("2")
    before = session.state.copy()
    assert hints(session.program, session.state) == [-1.0, -9.0]
    assert (session.state.player, session.state.held) == (before.player, before.held)


@pytest.mark.parametrize("bot", ["greedy", "hint", "mcts"])
def test_a_transaction_is_played_as_proposed(bot: str) -> None:
    """Kilnrow: a bot that has begun a turn carries it out and ends it; the whole round takes few moves."""
    session = new("kilnrow", players=2, seed=3)
    chance, laid = random.Random(1), 0
    for _ in range(120):
        if session.over:
            break
        seat = session.seat
        move = BotSeat(bot, Budget(3)).choose(session, seat, chance)
        laid += str(move).startswith("end_turn")
        assert str(move) != "reset"
        session.play(move, seat)
    assert laid >= 2


def test_the_solver_is_on_the_clock_too() -> None:
    """Once the clock says that the time is up, one pass is all that is left."""
    session = new("kilnrow", players=2, seed=3)
    reads = 0

    def clock() -> float:
        nonlocal reads
        reads += 1
        return 10.0 * reads  # every look takes longer than the bot has

    move = read_bot("mcts:2s", clock).choose(session, 1, random.Random(1))
    assert move in session.moves(1)
    assert reads <= 6
