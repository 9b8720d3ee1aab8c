"""Clocks at the table, with a time of day that the test moves on."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable

import pytest

from kilnscript.play import script
from kilnscript.play.asking import TimeUp, words
from kilnscript.play.desk import Desk
from kilnscript.play.ink import Screen
from kilnscript.play.lines_in import LinesIn, lines_of
from kilnscript.play.timer import Timer
from tests.session.loading import loaded


class Late(LinesIn):
    """Lines that come after so many seconds each."""

    def __init__(self, lines: Iterable[tuple[float, bytes]], clock: list[float]) -> None:
        super().__init__(())
        self.coming = list(lines)
        self.clock = clock

    def next(self, left: float | None) -> bytes | None:
        if not self.coming:
            return None
        seconds, line = self.coming[0]
        if left is not None and seconds > left:
            self.coming[0] = (seconds - left, line)
            self.clock[0] += left
            raise TimeUp("")
        self.clock[0] += seconds
        self.coming.pop(0)
        return line


def run(*lines: tuple[float, bytes], options: dict[str, object]) -> tuple[int, list[tuple[int, str]], list[str]]:
    clock = [0.0]
    session = loaded("kilnrow").new(players=2, seed=1, options={"opening": 0, **options})
    desk = Desk(session, Screen(width=100), print, {})
    desk.timer = Timer(None, lambda: clock[0])
    status = script.play(desk, Late(lines, clock))
    return status, session.history, session.record().split("\n\n")[1].splitlines()


def test_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    status, history, _ = run((59, b"draw\n"), (59, b"draw\n"), options={"timer": 60})
    assert (status, history) == (0, [(1, "draw"), (2, "draw")])


def test_too_late(capsys: pytest.CaptureFixture[str]) -> None:
    _, history, record = run((61, b"draw\n"), options={"timer": 60})
    assert history == [(1, "draw"), (2, "draw")]
    assert record == ["draw  # out of time", "draw"]
    said = capsys.readouterr().out
    assert "Seat 1 is out of time." in said
    assert "(automatic: out of time)" in said


def test_a_turn_of_many_moves_has_one_clock(capsys: pytest.CaptureFixture[str]) -> None:
    session = loaded("kilnrow").new(players=2, seed=1, options={"opening": 0, "timer": 60})
    lay = str(next(move for move in session.moves() if move.action == "lay")).encode()
    _, history, record = run((40, lay + b"\n"), (40, b"reset\n"), options={"timer": 60})
    assert [move for _, move in history][:2] == [lay.decode(), "draw"]
    assert record[1] == "draw  # out of time"


def test_idle_where_the_clock_is_off(capsys: pytest.CaptureFixture[str]) -> None:
    _, history, record = run((301, b"history\n"), options={"timer": "off"})
    assert history == [(1, "draw")]
    assert record == ["draw  # out of time"]


def test_lines_of_a_pipe() -> None:
    out, into = os.pipe()
    with open(out, "rb") as reading:
        lines = lines_of(reading)
        os.write(into, b"one\ntw")
        assert lines.next(5) == b"one\n"
        with pytest.raises(TimeUp):
            lines.next(0)
        os.write(into, b"o\nlast")
        os.close(into)
        assert [lines.next(None), lines.next(5), lines.next(5), lines.next(5)] == [b"two\n", b"last", None, None]
    assert [lines_of(io.BytesIO(b"a\nb")).next(1)] == [b"a\n"]


@pytest.mark.parametrize(("left", "text"), [(65, "1:05"), (0.2, "0:01"), (600, "10:00"), (59.01, "1:00")])
def test_words(left: float, text: str) -> None:
    assert words(left) == text
