"""A real terminal: colour, prompts, errors that cost no turn, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import codecs
import os
import re
import select
import signal
import sys
import time

import pytest

from tests.play.games import ROOT

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")


class Terminal:
    """`kiln play …` in a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 100, **environment: str) -> None:
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.chdir(ROOT)
            variables = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": str(columns), **environment}
            variables.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell that runs the tests in the background has it ignored
            os.execve(sys.executable, [sys.executable, "-m", "kilnscript.cli", "play", *arguments], variables)
        self.decoder = codecs.getincrementaldecoder("utf-8")()  # a read may end in the middle of a letter
        self.seen = ""  # read, and not yet asked for

    def until(self, text: str, seconds: float = 90) -> str:
        """What appears up to a text; what comes after it is kept for the next question."""
        end = time.monotonic() + seconds
        seen = self.seen
        while text not in plain(seen):
            ready, _, _ = select.select([self.file], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{text!r} did not appear in {seen!r}"
            try:
                data = os.read(self.file, 65536)
            except OSError:
                data = b""
            assert data, f"{text!r} did not appear in {seen!r}"
            seen += self.decoder.decode(data)
        at = next(n for n in range(len(seen) + 1) if text in plain(seen[:n]))
        self.seen = seen[at:]
        return seen[:at]

    def send(self, text: str) -> None:
        os.write(self.file, text.encode())

    def status(self) -> int:
        while True:
            try:
                if not os.read(self.file, 65536):
                    break
            except OSError:
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def plain(text: str) -> str:
    return re.sub("\x1b\\[[0-9;?]*[a-zA-Z]", "", text)


def test_a_turn_by_hand() -> None:
    terminal = Terminal("kiln", "--players", "2", "--seed", "1")
    shown = terminal.until("> ")
    assert "\x1b[" in shown
    assert "Push the outer tile in" in shown
    terminal.send("push N1\n")
    refused = terminal.until("nearest: push")
    assert "the outer tile has to move to another arrow" in refused
    terminal.until("> ")
    terminal.send("why N1\n")
    terminal.until("require at is not outer_at")
    terminal.until("> ")
    terminal.send("N3\n")
    assert "pushes" in terminal.until("> ")
    terminal.send("\x03")
    terminal.until("`quit` leaves")
    terminal.send("undo\n")
    terminal.until("took back 1 move")
    terminal.until("> ")
    terminal.send("quit\n")
    assert terminal.status() == 0


def test_end_of_input_leaves() -> None:
    terminal = Terminal("tic_tac_toe")
    terminal.until("> ")
    terminal.send("\x04")
    assert terminal.status() == 0


def test_no_color() -> None:
    terminal = Terminal("kiln", "--seed", "1", NO_COLOR="1")
    shown = terminal.until("> ")
    assert "\x1b[1;" not in shown
    terminal.send("quit\n")
    assert terminal.status() == 0


def test_a_game_to_its_end() -> None:
    terminal = Terminal("tic_tac_toe")
    for move in ("A1", "A2", "B1", "B2"):
        terminal.until("> ")
        terminal.send(move + "\n")
    terminal.until("> ")
    terminal.send("C1\n")
    assert "Seat 1 wins: three in a line" in terminal.until("`quit` leaves")
    terminal.send("A1\n")
    terminal.until("the game is over")
    terminal.send("quit\n")
    assert terminal.status() == 0


def test_narrow() -> None:
    terminal = Terminal("kiln", "--seed", "1", columns=40)
    shown = plain(terminal.until("> ")).replace("\r", "")
    board = shown.split("`help` lists the commands.")[1]
    assert max(len(line) for line in board.split("\n")) <= 40
    terminal.send("quit\n")
    assert terminal.status() == 0


def test_two_people_at_one_screen() -> None:
    """Before a rack is shown, what stood on the screen is gone and the seat is asked for."""
    terminal = Terminal("kilnrow", "--players", "2", "--seed", "1")
    terminal.until("Seat 1: press Enter when only you can see the screen. ")
    terminal.send("\n")
    first = terminal.until("Seat 1> ")
    assert "\x1b[2J\x1b[3J" in first
    rack = re.search(r"Rack[^\n]*Seat 1[^\n]*|Rack[^\n]*", plain(first))
    assert rack is not None
    terminal.send("draw\n")
    handed = terminal.until("Seat 2: press Enter when only you can see the screen. ")
    assert handed.rindex("\x1b[2J\x1b[3J") > handed.rindex("draw")
    terminal.send("\n")
    second = plain(terminal.until("Seat 2> "))
    assert rack[0].strip() not in second
    terminal.send("history\n")
    terminal.until("Seat 1  draw")
    terminal.until("Seat 2> ")
    terminal.send("undo\n")
    terminal.until("that cannot be taken back with several people at the table: chance decided in move 1")
    terminal.until("Seat 2> ")
    terminal.send("quit\n")
    assert terminal.status() == 0


def test_alone_an_undo_over_a_draw_is_noted() -> None:
    terminal = Terminal("kilnrow", "--players", "2", "--seed", "1", "--bot", "2=random")
    assert "press Enter" not in terminal.until("Seat 1> ")
    terminal.send("draw\n")
    terminal.until("Seat 1> ")
    terminal.send("undo\n")
    assert re.search(r"chance decided in move \d+, which is taken back", plain(terminal.until("took back")))
    terminal.until("Seat 1> ")
    terminal.send("quit\n")
    assert terminal.status() == 0


def test_the_clock_runs_out_at_the_prompt() -> None:
    terminal = Terminal("glazewick", "--players", "2", "--seed", "1", "--bot", "2=random", "--timer", "3")
    terminal.until("0:03")
    terminal.send("tak")
    said = plain(terminal.until("(automatic: out of time)"))
    assert "not sent: tak" in said
    assert "Seat 1 is out of time." in said
    os.kill(terminal.process, signal.SIGTERM)  # the clock of the next decision runs already
    os.waitpid(terminal.process, 0)
