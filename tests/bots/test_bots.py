"""Bots: legal moves, the same from the same chance, no more time than they are given, and no missed wins."""

import random
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from kilnscript.bots.budget import Budget
from kilnscript.bots.registry import BOTS, BotSeat, read_bot, read_bots

RULES = Path(__file__).resolve().parents[2] / "rules"
GAMES = ["kiln", "glazewick", "kilnrow", "classics/tic_tac_toe", "classics/hearts", "classics/liars_dice", "classics/rock_paper_scissors"]


def new(name: str, **settings: Any) -> Any:
    return kilnscript.load(RULES / name).new(**settings)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", [name for name in BOTS if name != "solver"])
def test_moves_are_legal_and_repeatable(name: str, bot: str) -> None:
    def play() -> list[tuple[int, str]]:
        session = new(name, seed=2)
        chance = random.Random("one")
        for _ in range(6):
            if not session.over:
                seat = session.seats[-1]
                move = BotSeat(bot, Budget(4)).choose(session, seat, chance)
                assert move in session.moves(seat)
                session.play(move, seat)
        return list(session.history)

    assert play() == play()


@pytest.mark.parametrize("name", ["classics/hearts", "classics/liars_dice"])
@pytest.mark.parametrize("bot", ["greedy", "hint", "mcts"])
def test_bots_know_only_what_their_seat_sees(name: str, bot: str) -> None:
    """The same choice in two states that look the same to the seat."""
    from kilnscript.bots.guess import guess

    session = new(name, seed=7)
    seat = session.seats[0]
    chosen = BotSeat(bot, Budget(12)).choose(session, seat, random.Random(1))
    for n in range(3):
        other = new(name, seed=7)
        hidden = guess(other.program, other.state, seat - 1, random.Random(n))
        other.steps[0] = type(other.steps[0])(None, 0, False, hidden, ())
        assert str(BotSeat(bot, Budget(12)).choose(other, seat, random.Random(1))) == str(chosen)


@pytest.mark.parametrize("bot", ["greedy", "hint", "mcts"])
def test_takes_a_win(bot: str) -> None:
    session = new("classics/tic_tac_toe", seed=1)
    moves = [str(move) for move in session.moves()]
    for cell in (0, 3, 1, 4):
        session.play(moves[cell])
    for n in range(5):
        assert str(BotSeat(bot, Budget(200)).choose(session, 1, random.Random(n))) == moves[2]


def test_search_parries_a_threat() -> None:
    session = new("classics/tic_tac_toe", seed=1)
    moves = [str(move) for move in session.moves()]
    for cell in (0, 4, 1):
        session.play(moves[cell])
    for n in range(5):
        assert str(BotSeat("mcts", Budget(400)).choose(session, 2, random.Random(n))) == moves[2]


def test_a_budget_in_seconds_asks_the_clock_it_was_given() -> None:
    ticks = iter(range(100))
    passes = list(Budget(None, 5, lambda: float(next(ticks))).passes())
    assert passes == [0, 1, 2, 3, 4]
    assert list(Budget(None, 0, lambda: 1.0).passes()) == [0], "one pass at least"
    assert len(list(Budget(7).passes())) == 7


def test_reading_bots() -> None:
    assert {seat: str(bot) for seat, bot in read_bots(["all=random", "2=mcts:50"], 3).items()} == {1: "random", 2: "mcts", 3: "random"}
    assert read_bot("mcts:50").budget == Budget(50)
    clock = iter([0.0]).__next__
    assert read_bot("mcts:1.5s", clock).budget == Budget(None, 1.5, clock)


@pytest.mark.parametrize(
    "text", ["2", "2=", "x=random", "4=random", "0=random", "2=nobody", "2=mcts:", "2=mcts:0", "2=mcts:fast", "2=mcts:1s"]
)
def test_refused(text: str) -> None:
    with pytest.raises(kilnscript.UsageError):
        read_bots([text], 3)


@pytest.mark.parametrize("name", ["kiln", "glazewick"])
def test_search_beats_random_play(name: str) -> None:
    """A short match; the measured ones are in the notes on bots."""
    won = 0
    for seed in range(2):
        session = new(name, players=2, seed=seed)
        chance = random.Random(seed)
        mine = 1 + seed % 2
        for _ in range(2000):
            if session.over:
                break
            bot = BotSeat("mcts", Budget(12)) if session.seat == mine else BotSeat("random")
            session.carry_out(bot.choose(session, session.seat, chance))
        won += session.result.winners == (mine,)
    assert won == 2
