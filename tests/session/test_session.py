"""A session: whose turn, moves, play, refusals, undo, logs."""

from __future__ import annotations

import json
import random
import sys

import pytest

import kilnscript
from kilnscript import Fault, Game, IllegalMove, MoveError, NotYourTurn, UnknownMove, UsageError
from kilnscript.diagnostics import Diagnostic
from tests.session.loading import Load


def test_a_game_begins(kiln: Game) -> None:
    session = kiln.new(players=3, options={"target": 14}, seed=7)
    assert session.seat in (1, 2, 3)
    assert session.seats == (session.seat,)
    assert session.phase == "push"
    assert session.title == "Push the outer tile in"
    assert [str(move) for move in session.moves()][:3] == ["push N2", "push N3", "push N4"]
    assert len(session.moves()) == 23
    assert session.moves()[0].label == "Push in at N2"
    assert session.moves()[0].arguments == {"at": "N2"}
    assert session.options["target"] == 14
    assert session.log() == [f"Seat {session.seat} begins"]
    assert not session.over
    assert session.result is None


def test_the_same_seed_is_the_same_game(kiln: Game) -> None:
    one, other = kiln.new(players=2, seed=5), kiln.new(players=2, seed=5)
    assert one.view() == other.view()
    assert one.view() != kiln.new(players=2, seed=6).view()
    assert kiln.new(players=2).seed != kiln.new(players=2).seed


def test_number_and_text_seeds_agree(kiln: Game) -> None:
    assert kiln.new(seed=12).view() == kiln.new(seed="12").view()
    assert kiln.new(seed="twelve").view() != kiln.new(seed=12).view()
    for wrong in ("", " x", "a\nb", "x" * 201, True, 1.5, [1]):
        with pytest.raises(UsageError):
            kiln.new(seed=wrong)  # type: ignore[arg-type]


def test_play_by_notation_and_by_move(kiln: Game) -> None:
    session = kiln.new(players=2, seed=1)
    seat = session.seat
    assert seat is not None
    session.play("push N3")
    assert session.phase == "copy"
    assert len(session.last_log()) == 1
    assert session.last_log()[0].startswith(f"Seat {seat} pushes ")
    move = session.moves()[0]
    assert session.play(move) == move
    assert session.history == [(seat, "push N3"), (seat, str(move))]


def test_a_refused_move_has_the_authors_reason(kiln: Game) -> None:
    session = kiln.new(players=2, seed=1)
    before = session.view()
    with pytest.raises(IllegalMove) as raised:
        session.play("push N1")
    assert raised.value.reason == "the outer tile has to move to another arrow"
    assert raised.value.rule == "action push"
    assert raised.value.span is not None
    assert raised.value.span.file.endswith("rules.kiln")
    assert "push S1" in raised.value.nearest
    assert session.view() == before
    said = session.why("push N1")
    assert not said.legal
    assert said.reason == raised.value.reason
    assert said.text.startswith("require at is not outer_at")
    assert session.why("push N2").legal


def test_the_answer_of_a_parameter(kiln: Game) -> None:
    session = kiln.new(players=2, seed=1)
    session.play("push N3")
    assert session.why("place A1 E5").reason == "the shape does not fit there"
    assert session.why("push N4").reason == "`push` is not on offer now"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", UnknownMove, "no move"),
        ("pull N3", UnknownMove, "there is no move `pull N3`"),
        ("push", kilnscript.AmbiguousMove, "`push N2`, `push N3`"),
        ("push N9", UnknownMove, "`N9` is no arrow for `at` of `push`"),
        ("push N3 N4", UnknownMove, "`push` takes no `N4`"),
        ("push N1", IllegalMove, "the outer tile has to move"),
        ("skip", IllegalMove, "not on offer now"),
        ("x" * 100_000, UnknownMove, "there is no move"),
        ("push " * 10_000, UnknownMove, "no move"),
    ],
)
def test_wrong_moves(kiln: Game, text: str, error: type[MoveError], message: str) -> None:
    session = kiln.new(players=2, seed=1)
    before = session.view()
    with pytest.raises(error, match=message.replace("(", "[(]")):
        session.play(text)
    assert session.view() == before
    assert session.history == []


def test_shortened_moves(kiln: Game) -> None:
    session = kiln.new(players=2, seed=1)
    assert str(session.find("PUSH n3")) == "push N3"
    assert str(session.find("  push   N3 ")) == "push N3"
    assert str(session.find("N3")) == "push N3"
    assert str(session.find("3", short=True)) == "push N4"
    assert str(session.find("p N4", short=True)) == "push N4"
    with pytest.raises(MoveError):
        session.find("p N4")
    with pytest.raises(MoveError):
        session.find("99", short=True)
    with pytest.raises(kilnscript.AmbiguousMove):
        session.find("push N", short=True)


def test_moves_written_otherwise(load: Load) -> None:
    chess = load("chess").new(seed=1)
    assert "e2 e4" in [str(move) for move in chess.moves()]
    assert chess.why("e2 e5").reason == "that man cannot move there"
    assert chess.why("e7 e5").reason == "that is not a man of yours"
    chess.play("E2 E4")
    assert chess.play("move e7 e5").action == "move"
    with pytest.raises(UnknownMove):
        chess.play("e2 z9")
    board = load("tic_tac_toe").new(seed=1)
    board.play("A1")
    assert board.why("A1").reason == "that cell is taken"
    assert board.why("place A1").reason == "that cell is taken"


def test_undo_and_redo_are_exact(kiln: Game) -> None:
    session = kiln.new(players=4, seed=3)
    chance = random.Random(1)
    views = [session.view()]
    for _ in range(40):
        session.play(chance.choice(session.moves()))
        views.append(session.view())
    for view in reversed(views[:-1]):
        session.undo()
        assert session.view() == view
    with pytest.raises(UsageError, match="nothing to undo"):
        session.undo()
    session.redo(40)
    assert session.view() == views[-1]
    with pytest.raises(UsageError, match="nothing to redo"):
        session.redo()
    session.undo(40)
    again = [session.view()]
    for _ in range(40):
        session.redo()
        again.append(session.view())
    assert again == views


def test_a_new_move_forgets_what_was_undone(kiln: Game) -> None:
    session = kiln.new(players=2, seed=3)
    session.play("push N3")
    first = [str(move) for move in session.moves()]
    session.undo()
    session.play("push E2")
    assert [str(move) for move in session.moves()] != first
    with pytest.raises(UsageError):
        session.redo()


def test_seats(kiln: Game) -> None:
    session = kiln.new(players=2, seed=1)
    turn, other = (1, 2) if session.seat == 1 else (2, 1)
    with pytest.raises(NotYourTurn, match=f"Seat {other} has nothing to decide now; it is the turn of Seat {turn}"):
        session.play("push N3", seat=other)
    with pytest.raises(UsageError, match="seats go from 1 to 2"):
        session.view(3)


def test_a_finished_game(load: Load) -> None:
    session = load("tic_tac_toe").new(seed=1)
    for move in ("A1", "A2", "B1", "B2", "C1"):
        session.play(move)
    assert session.over
    assert session.seat is None
    assert session.seats == ()
    assert session.moves() == ()
    assert session.result is not None
    assert session.result.ranking == ((1,), (2,))
    assert session.result.winners == (1,)
    assert str(session.result) == "Seat 1 wins: three in a line"
    json.dumps(session.result.plain())
    with pytest.raises(NotYourTurn, match="over"):
        session.play("C3")
    with pytest.raises(NotYourTurn):
        session.why("C3")
    session.undo()
    assert not session.over


def test_everybody_chooses_at_once(load: Load) -> None:
    session = load("hearts").new(players=4, seed=2)
    assert list(session.seats) == [1, 2, 3, 4]
    move = session.moves(2)[0]
    session.play(move)
    assert list(session.seats) == [1, 3, 4]
    with pytest.raises(NotYourTurn):
        session.play(str(move), seat=2)
    view = session.view()
    assert load("hearts").new(position=view, seed=1).view() == view
    session.undo()
    assert list(session.seats) == [1, 2, 3, 4]


def test_time_out(kiln: Game, load: Load) -> None:
    session = kiln.new(players=2, seed=1)
    assert str(session.time_out()) == "push N2"
    assert "push N2  # out of time" in session.record()
    with pytest.raises(UsageError, match="no policy"):
        load("chess").new().time_out()


def test_what_a_seat_may_not_see(load: Load) -> None:
    session = load("hearts").new(players=4, seed=2)
    hands = session.view(1)["places"]["hand"]
    assert len(hands["1"]) == 13
    assert hands["2"] == {"hidden": 13, "shown": []}
    assert "flow" not in session.view(1)
    assert len(session.view()["places"]["hand"]["2"]) == 13


def test_a_fault_changes_nothing(kiln: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    session = kiln.new(players=2, seed=1)
    before = session.view()

    def fail(*_: object) -> None:
        raise Fault(Diagnostic("K801", "made up", None))

    with monkeypatch.context() as patch:
        patch.setattr(session.program, "play", fail)
        with pytest.raises(Fault):
            session.play("push N3")
    assert session.view() == before
    session.play("push N3")


def test_import_is_light() -> None:
    import subprocess

    code = "import kilnscript, sys; print(len([m for m in sys.modules if m.startswith('kilnscript')]))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "1"
    for name in kilnscript.__all__:
        getattr(kilnscript, name)
    with pytest.raises(AttributeError):
        _ = kilnscript.nothing
