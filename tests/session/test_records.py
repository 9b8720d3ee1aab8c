"""Records replay, and say where they do not fit."""

from __future__ import annotations

import random

import pytest

import kilnscript
from kilnscript import Game, Session, UsageError
from tests.session.loading import Load, loaded


def played(game: Game, moves: int, **settings: object) -> Session:
    session = game.new(seed=11, **settings)  # type: ignore[arg-type]
    chance = random.Random(1)
    for _ in range(moves):
        if not session.over:
            session.play(chance.choice(session.moves()))
    return session


@pytest.mark.parametrize("name", ["kiln", "tic_tac_toe", "chess", "hearts", "liars_dice"])
def test_a_record_replays(load: Load, name: str) -> None:
    session = played(load(name), 80)
    record = session.record()
    again = kilnscript.replay(record, load(name))
    assert again.view() == session.view()
    assert again.record() == record


def test_what_a_record_looks_like(kiln: Game) -> None:
    session = kiln.new(players=3, options={"target": 14}, seed=7)
    session.play("push N3")
    lines = session.record().split("\n")
    assert lines[:2] == ["kilnscript record 1", "game: kiln"]
    assert f"rules: {kiln.rules_hash}" in lines
    assert "players: 3" in lines
    assert "option target: 14" in lines
    assert "option two_colours: no" in lines
    assert "seed: 7" in lines
    assert lines[-3:] == ["", "push N3", ""]


def test_it_names_its_game() -> None:
    session = kilnscript.load("tic_tac_toe").new(seed=3)
    session.play("B2")
    assert kilnscript.replay(session.record()).history == [(1, "B2")]


def test_a_record_from_a_position(kiln: Game) -> None:
    view = played(kiln, 20, players=2).view()
    session = kiln.new(position=view, seed=4)
    session.play(session.moves()[0])
    assert kilnscript.replay(session.record(), kiln).view() == session.view()


def test_comments_and_line_ends(kiln: Game) -> None:
    session = played(kiln, 6)
    record = session.record()
    head, _, moves = record.partition("\n\n")
    commented = "\ufeff# a game\n" + head + "\n\n# begins\n" + moves.replace("\n", "  # a comment\n") + "\n# ends"
    for text in (commented, commented.replace("\n", "\r\n"), record.rstrip("\n")):
        assert kilnscript.replay(text, kiln).view() == session.view()


def wrong(kiln: Game, record: str) -> str:
    with pytest.raises(UsageError) as raised:
        kilnscript.replay(record, kiln)
    return str(raised.value)


def test_an_illegal_move_is_named(kiln: Game) -> None:
    record = kiln.new(players=2, seed=1).record() + "push N3\npush N1\n"
    number = record.count("\n")
    assert wrong(kiln, record).startswith(f"line {number}: `push N1` is not legal")
    assert wrong(kiln, record.replace("push N1", "zzz")).startswith(f"line {number}: there is no move `zzz`")


def test_other_rules_are_named_first(kiln: Game) -> None:
    record = kiln.new(players=2, seed=1).record().replace(kiln.rules_hash, "0" * 64) + "push N3\n"
    told: list[str] = []
    kilnscript.replay(record, kiln, told.append)
    assert "not those of the record" in told[0]
    assert wrong(kiln, record + "push N1\n").startswith("the rules are not those of the record")


def test_a_wrong_result(load: Load) -> None:
    game = load("tic_tac_toe")
    session = game.new(seed=1)
    for move in ("A1", "A2", "B1", "B2", "C1"):
        session.play(move)
    record = session.record()
    assert record.endswith("result: 1, 2\n")
    assert "the result is `1, 2`, not `2, 1`" in wrong(game, record.replace("1, 2\n", "2, 1\n"))
    assert "nothing may follow" in wrong(game, record + "B3\n")
    assert "the game is not over" in wrong(game, record.replace("C1\n", ""))
    assert "over" in wrong(game, record.replace("result: 1, 2\n", "C3\n"))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("", "the record is empty"),
        ("hello", "line 1: a record begins with"),
        ("kilnscript record 1\n\npush N3", "has no `game:`"),
        ("kilnscript record 1\ngame: kiln\nplayers: x\nseed: 1\n\n", "line 3: `x` is no number of players"),
        ("kilnscript record 1\ngame: kiln\nplayers: 2\nseed: 1\nseed: 2\n\n", "line 5: `seed:` stands twice"),
        ("kilnscript record 1\ngame: kiln\nplayers: 2\nseed: 1\ncolour: red\n\n", "line 5: the header has no `colour:`"),
        ("kilnscript record 1\ngame: kiln\nplayers: 2\nseed: 1\npush N3\n", "line 5: an empty line has to stand"),
        ("kilnscript record 1\ngame: chess\nplayers: 2\nseed: 1\n\n", "the record is of `chess`"),
        ("kilnscript record 1\ngame: kiln\nplayers: 9\nseed: 1\n\n", "2 to 4 players"),
        ("kilnscript record 1\ngame: kiln\nplayers: 2\nseed: 1\nposition: {\n\n", "line 5: the position is not JSON"),
        ("kilnscript record 1\ngame: kiln\nplayers: 2\nseed: 1\n\nseat-x: push N3", "line 6: `seat-x` is no seat"),
        ("kilnscript record 1\ngame: kiln\nplayers: 2\nseed: 1\n\nseat-7: push N3", "line 6: seats go from 1 to 2"),
    ],
)
def test_wrong_records(kiln: Game, record: str, message: str) -> None:
    assert message in wrong(kiln, record)


def test_moves_that_look_like_something_else() -> None:
    """Notation is the author's: whatever it is, a record gives it back."""
    from kilnscript.session.record import guarded, unguarded

    for move in ("push N3", "place #3", "# 3", " ", "", "result: 1", "secret: x", "seat-2: 4", "4 #= beef", '"quoted"', "push: 3"):
        written = guarded(move)
        assert unguarded(f"{written}  #= 12ab  # note", 1)[0] == move
        assert not written.startswith(("#", "result:", "secret:", "seat-"))


def test_bots_are_marked_and_stay_marked() -> None:
    session = loaded("tic_tac_toe").new(seed=1)
    session.bots = {2: "greedy"}
    for move in ("A1", "B1", "A2", "B2", "C3", "B3"):
        session.play(move)
    assert str(session.result) == "Seat 2 (greedy bot) wins: three in a line"
    assert "\nbot 2: greedy\n" in session.record()
    again = kilnscript.replay(session.record(), session.game)
    assert again.record() == session.record()
    assert again.result == session.result
