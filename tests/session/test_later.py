"""What is put off (`do … at start/end of …`): when it comes, who acts, undo, records and positions in between."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import kilnscript
from kilnscript import Game, UsageError

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def waiting() -> Game:
    return kilnscript.load(HERE / "waiting")


def coins(session: kilnscript.Session) -> list[int]:
    return [session.view()["places"]["purse"][str(seat)].get("coin", 0) for seat in range(1, session.players + 1)]


def test_each_comes_at_its_moment_with_its_seat(waiting: Game) -> None:
    session = waiting.new(players=2, seed=1)
    session.play("plant 3")
    assert session.last_log() == ["Seat 1 sleeps", "Seat 2 gains 6"]
    assert (session.seat, session.phase) == (2, "seat_turn")
    session.play("take")
    assert session.last_log() == ["Seat 2 gains 1", "Seat 1 wakes"]  # the step put off by `sleep` waited for the next turn
    assert (session.seat, session.phase) == (1, "gift"), "the round is over: its end comes to a decision"
    session.play("give seat-2")
    assert session.last_log() == ["Seat 1 gives 3 to Seat 2"]
    assert (session.seat, session.phase) == (1, "gift"), "the next turn of that seat begins"
    session.play("give seat-2")
    assert (session.seat, session.phase) == (1, "seat_turn")
    assert "later" not in session.view()


def test_only_the_turn_of_the_seat_named(waiting: Game) -> None:
    session = waiting.new(players=3, seed=1)
    session.play("take")
    session.play("plant 1")  # for seat 3
    assert session.seat == 3 and coins(session) == [1, 0, 2]
    session.play("take")
    assert (session.seat, session.phase) == (2, "gift")  # end of the round
    session.play("give seat-1")
    assert (session.seat, session.phase) == (1, "seat_turn"), "the gift at the start of a turn waits for that of seat 2"
    session.play("take")
    assert (session.seat, session.phase) == (2, "gift")


def test_undo_records_and_positions_in_between(waiting: Game) -> None:
    for seed in range(12):
        chance = random.Random(seed)
        session = waiting.new(players=2 + seed % 2, seed=seed)
        while not session.over:
            view = json.loads(json.dumps(session.view()))
            twin = waiting.new(position=view, seed=1)
            assert twin.view() == session.view()
            move = chance.choice(session.moves())
            session.play(move)
            twin.play(str(move))
            after = session.view()
            assert twin.view() == after
            session.undo()
            assert session.view() == view
            session.redo()
            assert session.view() == after
        replayed = kilnscript.replay(session.record(), waiting)
        assert replayed.view() == session.view()


def test_wrong_steps_in_a_position(waiting: Game) -> None:
    session = waiting.new(players=2, seed=1)
    session.play("plant 3")
    view = session.view()
    assert [step["do"] for step in view["later"]] == ["gift", "gift", "wake"]
    for change, said in (
        ({"do": "round"}, "no rule puts `round` off"),
        ({"with": []}, "`gift` has 1 values"),
        ({"for": 9}, "seats go from 1 to 2"),
        ({"at": "middle"}, "no rule puts"),
    ):
        wrong = {**view, "later": [{**view["later"][0], **change}]}
        with pytest.raises(UsageError, match=said):
            waiting.new(position=wrong)


def test_too_many(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "game: heap\ntitle: Heap\nplayers: 1\nvariables: {n: {is: 0..9, start: 0, title: N}}\n", encoding="utf-8"
    )
    (tmp_path / "rules.kiln").write_text(
        """play:
    for each player in players: do now

phase now:
    player must:
        action heap:
            repeat 2000 times: do more at start of now
        action lie: n = 1

phase more: n = n + 1
""",
        encoding="utf-8",
    )
    session = kilnscript.load(tmp_path).new(seed=1)
    with pytest.raises(kilnscript.Fault, match="1000 steps have been put off"):
        session.play("heap")
