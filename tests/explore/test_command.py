"""`kiln check` with what it plays: arguments, files, what is said, exit statuses."""

import json
import re
from pathlib import Path

import pytest

from kilnscript.cli import main

FAULTY = Path(__file__).parent / "faulty"
DEAD_END = FAULTY / "K970-dead-end"


def test_records_and_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(DEAD_END), "--playouts", "60", "--records", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "warning[K970] dead-end: nothing is legal here" in said.err
    assert f"kiln replay {tmp_path / 'K970-1.record'} --game {DEAD_END}" in said.err
    assert "open     Whoever has to choose has something to choose. (settle the finding)" in said.out
    assert main(["replay", str(tmp_path / "K970-1.record"), "--game", str(DEAD_END)]) == 1
    assert "error[K806] no-choice" in capsys.readouterr().err


def test_coverage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "classics/tic_tac_toe", "--playouts", "20", "--coverage", str(tmp_path / "new" / "folder")]) == 0
    files = sorted(path.name for path in (tmp_path / "new" / "folder").iterdir())
    assert files == ["coverage.json", "index.html", "report.txt", "tic_tac_toe-game.yaml.txt", "tic_tac_toe-rules.kiln.txt"]
    report = (tmp_path / "new" / "folder" / "report.txt").read_text(encoding="utf-8")
    assert re.match(r"Tic-tac-toe: \d+ games begun, \d+ ends reached", report) and "Everything was used" in report


def test_not_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(DEAD_END), "--explore", "0"]) == 0
    assert "Every game ends" not in capsys.readouterr().out


def test_states(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "classics/tic_tac_toe", "--states", "6000", "--explore", "0", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    ends = next(v for v in data["verdicts"] if v["check"] == "every-game-ends")
    assert ends["status"] == "proved" and ends["extent"].endswith("the longest game has 9 decisions")


def test_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(DEAD_END), "--explore", "0.2"]) == 1
    assert "K970" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--explore", "-1"], ["--playouts", "-5"], ["--states", "-1"], ["--explore", "x"]])
def test_wrong_arguments(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(DEAD_END), *wrong]) == 2
    assert capsys.readouterr().err


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["check", str(DEAD_END), "--playouts", "3", "--records", str(tmp_path / "file")]) == 2
    assert "cannot be a folder" in capsys.readouterr().err
