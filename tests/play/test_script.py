"""Scripts on standard input: what they print, where errors stand, how they end."""

from __future__ import annotations

import json
from pathlib import Path

from kilnscript.play.desk import COMMANDS
from tests.play.games import kiln, load


def test_moves_and_comments() -> None:
    found = kiln("play", "kiln", "--seed", "1", "--players", "2", script="# a game\npush N3\n\nwhy N4\n")
    assert found.returncode == 0
    assert found.stderr == b""
    lines = found.stdout.decode().splitlines()
    assert lines[0].endswith("begins")
    assert "pushes" in lines[1]
    assert "not on offer" in lines[2]


def test_errors_name_their_line() -> None:
    found = kiln("play", "kiln", "--seed", "1", script="push N1\nblorb\npush N3\n")
    assert found.returncode == 1
    errors = found.stderr.decode().splitlines()
    assert errors[0] == "line 1: `push N1` is not legal: the outer tile has to move to another arrow (action push)"
    assert errors[1].startswith("nearest: push ")
    assert errors[2] == "line 2: there is no move `blorb`; did you mean `board`?"
    assert "pushes" in found.stdout.decode()


def test_a_whole_game() -> None:
    found = kiln("play", "tic_tac_toe", script="A1\nA2\nB1\n4\nC1\n")
    assert found.returncode == 0
    assert found.stdout.decode().splitlines()[-1] == "Seat 1 wins: three in a line"


def test_line_ends_and_marks() -> None:
    found = kiln("play", "tic_tac_toe", script=b"\xef\xbb\xbfA1\r\nA2\r\nquit\r\nB1\r\n")
    assert found.returncode == 0
    assert found.stdout.decode().splitlines() == ["Seat 1: A1", "Seat 2: A2"]


def test_bad_bytes_and_long_lines() -> None:
    found = kiln("play", "tic_tac_toe", script=b"\xff\xfe\n" + b"x" * 200_000 + b"\nA1\n")
    assert found.returncode == 1
    assert found.stderr.decode().splitlines() == ["line 1: the line is not UTF-8", "line 2: the line is longer than 100000 bytes"]
    assert found.stdout.decode() == "Seat 1: A1\n"


def test_undo_and_redo() -> None:
    found = kiln("play", "tic_tac_toe", script="A1\nB1\nundo 2\nredo\nhistory\nundo 9\n")
    assert found.stdout.decode().splitlines()[2:] == ["took back 2 moves", "played 1 move again", "   1  Seat 1  A1"]
    assert found.stderr.decode() == "line 6: there is nothing to undo\n"


def test_bots() -> None:
    one = kiln("play", "tic_tac_toe", "--bot", "all=random", "--seed", "4")
    other = kiln("play", "tic_tac_toe", "--bot", "1=random", "--bot", "2=random", "--seed", "4")
    assert one.returncode == 0
    assert one.stdout == other.stdout
    assert b"[random bot, Seat 1]" in one.stdout
    against = kiln("play", "tic_tac_toe", "--bot", "2=random", "--seed", "4", script="B2\nundo\nhistory\n")
    assert against.returncode == 0
    assert b"no move has been played" in against.stdout


def test_save_and_load(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    saved = kiln("play", "tic_tac_toe", script=f"A1\nB2\nsave {record}\n")
    assert saved.returncode == 0
    loaded = kiln("play", "tic_tac_toe", script=f"load {record}\nhistory\nsave /nowhere/at/all\nload /nowhere\n")
    assert b"   2  Seat 2  B2" in loaded.stdout
    assert loaded.stderr.decode().count("cannot be") == 2
    replayed = kiln("replay", str(record), "--json")
    assert replayed.returncode == 0
    assert json.loads(replayed.stdout)["moves"] == 2


def test_rules_with_numbers() -> None:
    found = kiln("play", "kiln", "--option", "target=14", script="rules\nrules push\nrules rulings\nrules options\nrules zzz\n")
    text = found.stdout.decode()
    assert "reach 14 points" in " ".join(text.split())
    assert "any of the 23 other arrows" in " ".join(text.split())
    assert "target: 14 points" in text
    assert "{" not in text
    assert b"there is no topic `zzz`" in found.stderr


def test_every_command_answers() -> None:
    for word in COMMANDS:
        if word in ("save", "load", "quit", "exit"):
            continue
        assert kiln("play", "tic_tac_toe", script=f"{word}\n{word} 1\n").stderr.count(b"bug") == 0


def test_no_escape_codes() -> None:
    found = kiln("play", "kiln", "--seed", "1", script="board\nmoves\nrules\nhelp\n", TERM="xterm-256color")
    assert b"\x1b" not in found.stdout
    ascii_only = kiln("play", "kiln", "--seed", "1", "--ascii", script="board\nmoves\n")
    assert ascii_only.stdout.isascii()


def test_a_terminal_that_knows_only_ascii() -> None:
    found = kiln("play", "kiln", "--seed", "1", script="board\n", PYTHONIOENCODING="ascii")
    assert found.returncode == 0
    assert found.stdout.isascii()


def test_moves_are_numbered_by_action() -> None:
    session = load("kiln").new(seed=1)
    found = kiln("play", "kiln", "--seed", "1", script="moves\nmoves push\nmoves zzz\n")
    assert "push (23):" in found.stdout.decode()
    assert f"1) {str(session.moves()[0]).removeprefix('push ')}" in found.stdout.decode()
    assert b"no legal move is called `zzz`" in found.stderr


def test_undo_that_fails_changes_nothing() -> None:
    found = kiln("play", "tic_tac_toe", script="A1\nB1\nundo 9\nhistory\n")
    assert found.stdout.decode().splitlines()[2:] == ["   1  Seat 1  A1", "   2  Seat 2  B1"]


def test_several_people_do_not_take_back_a_draw() -> None:
    found = kiln("play", "kilnrow", "--players", "2", "--seed", "1", script="draw\nundo\n")
    assert found.returncode == 1
    assert "several people" in found.stderr.decode()
    alone = kiln("play", "kilnrow", "--players", "2", "--seed", "1", "--bot", "2=random", script="draw\nundo\n")
    assert alone.returncode == 0
    assert "took back" in alone.stdout.decode()


def test_a_clock_needs_a_policy() -> None:
    found = kiln("play", "tic_tac_toe", "--timer", script="")
    assert found.returncode == 2
    assert "declares no clock" in found.stderr.decode()
    assert kiln("play", "kiln", "--timer=-1", script="").returncode == 2
