"""What was played becomes an example that passes where it is put: in the examples.kiln of the game."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

import kilnscript
from kilnscript.session.errors import UsageError
from kilnscript.session.examples import run_example
from kilnscript.session.scenario import scenario
from kilnscript.session.session import Session
from tests.play.games import ROOT, kiln
from tests.session.loading import Load


def played(session: Session, moves: int, seed: int) -> Session:
    """So many moves by chance."""
    chance = random.Random(seed)
    for _ in range(moves):
        if not session.over:
            session.play(chance.choice(session.moves()))
    return session


def put(folder: Path, name: str, text: str, tmp_path: Path) -> kilnscript.Game:
    """The game with the example in its file."""
    copy = tmp_path / name
    shutil.copytree(folder / name, copy)
    with (copy / "examples.kiln").open("a", encoding="utf-8") as file:
        file.write("\n" + text)
    return kilnscript.load(copy)


@pytest.mark.parametrize(
    ("name", "players", "options", "moves", "least"),
    [
        ("kiln", 2, {}, 6, 6),
        ("kiln", 3, {"heating_up": True, "target": 14}, 4, 4),
        ("glazewick", 3, {"timer": None}, 5, 5),
        ("kilnrow", 2, {"rounds": 3}, 6, 1),
        ("kilia", 2, {}, 6, 1),
    ],
)
def test_an_example_passes_where_it_is_put(
    load: Load, tmp_path: Path, name: str, players: int, options: dict[str, object], moves: int, least: int
) -> None:
    session = played(load(name).new(players, options, seed=5), moves, seed=5)
    found = scenario(session, ROOT / "rules" / name, "as_played")
    game = put(ROOT / "rules", name, found.text, tmp_path)
    example = game.model.examples[-1]
    assert example.name == "as_played"
    assert run_example(game, example) is None
    assert found.end - found.begin >= least
    assert sum(step.kind == "when" for step in example.steps) == found.end - found.begin
    assert any(step.kind == "then" for step in example.steps)


def test_to_the_end(load: Load, tmp_path: Path) -> None:
    """The end of the game and its winner are facts too."""
    session = load("tic_tac_toe").new(seed=1)
    for move in ("A1", "A2", "B1", "B2", "C1"):
        session.play(next(m for m in session.moves() if move in str(m)))
    found = scenario(session, ROOT / "rules" / "classics" / "tic_tac_toe", "row")
    assert "then over and winners is [seat(1)]" in found.text
    game = put(ROOT / "rules" / "classics", "tic_tac_toe", found.text, tmp_path)
    assert run_example(game, game.model.examples[-1]) is None


def test_it_ends_before_what_luck_decides(load: Load) -> None:
    """Which tile is drawn first hangs on the rules' hash, so laying that very tile cannot be part of an example."""
    session = load("kilnrow").new(2, {"opening": 0}, seed=1)
    hand = {str(piece) for piece in session.view(1)["places"]["rack"]["1"]}
    session.play("draw")
    session.play("draw")
    drawn = next((p for p in session.view(1)["places"]["rack"]["1"] if p not in hand), None)
    assert drawn is not None
    session.play(f"lay {drawn} new")
    found = scenario(session, ROOT / "rules" / "kilnrow", "drawing_twice")
    assert (found.begin, found.end) == (0, 2)


@pytest.mark.parametrize(
    ("name", "message"),
    [("3rd", "is no name for an example"), ("a b", "is no name for an example"), ("wipeout", "already has an example `wipeout`")],
)
def test_names(load: Load, name: str, message: str) -> None:
    session = played(load("kiln").new(seed=1), 1, seed=1)
    with pytest.raises(UsageError, match=message):
        scenario(session, ROOT / "rules" / "kiln", name)


def test_nothing_played(load: Load) -> None:
    with pytest.raises(UsageError, match="no move has been played"):
        scenario(load("kiln").new(seed=1), ROOT / "rules" / "kiln", "nothing")


def test_from_the_command_line(tmp_path: Path) -> None:
    """Printed, or added to a file behind what stands there."""
    script = "push S1\n"
    printed = kiln("play", "kiln", "--players", "3", "--seed", "4", "--record-example", "first_push", script=script)
    assert printed.returncode == 0, printed.stderr.decode()
    assert 'example first_push "Kiln as it was played":' in printed.stdout.decode()
    target = tmp_path / "kiln"
    shutil.copytree(ROOT / "rules" / "kiln", target)
    for name in ("first_push", "again"):
        arguments = ("--players", "3", "--seed", "4", "--record-example", name, "--example-file", str(target / "examples.kiln"))
        added = kiln("play", str(target), *arguments, script=script)
        assert added.returncode == 0, added.stderr.decode()
        assert "the example is added" in added.stdout.decode()
    tested = kiln("test", str(target))
    assert tested.returncode == 0, tested.stdout.decode()
    assert b"ok     again: Kiln as it was played" in tested.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--record-example", "wipeout"), "already has an example"),
        (("--example-file", "x.kiln"), "--record-example NAME"),
        (("--record-example", "x", "--example-file", "/nowhere/x.kiln"), "cannot be a file"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(arguments: tuple[str, ...], message: str) -> None:
    found = kiln("play", "kiln", *arguments, script="push S1\n")
    assert found.returncode == 2
    assert message in found.stderr.decode()
    assert b"pushes" not in found.stdout
