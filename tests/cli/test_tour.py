"""`kiln tour` and `kiln diagram --format`: everything at once for a folder of games, and pictures."""

import shutil
from pathlib import Path

import pytest

from kilnscript.cli import main
from kilnscript.publish import graphviz
from kilnscript.publish.site import build
from kilnscript.session.errors import UsageError

TIC_TAC_TOE = Path(__file__).parents[2] / "rules" / "classics" / "tic_tac_toe"


def test_tour(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("mkdocs", reason="the site needs the extra `docs`")
    shutil.copytree(TIC_TAC_TOE, tmp_path / "games" / "one")
    assert main(["tour", str(tmp_path / "games"), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "Tic-tac-toe (2 players)" in said and "nothing to mend" in said and "index.html" in said
    assert (tmp_path / "out" / "site" / "index.html").is_file()
    record = tmp_path / "out" / "records" / "tic_tac_toe.txt"
    assert main(["replay", str(record)]) == 0


def test_tour_without_the_extra_still_checks_and_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise UsageError("this needs `pip install 'kilnscript[docs]'`")

    monkeypatch.setattr(build, "require", missing)
    assert main(["tour", str(TIC_TAC_TOE), "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "played:" in said and "The site was not built: this needs `pip install 'kilnscript[docs]'`" in said


def test_tour_finds_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise UsageError("not now")

    monkeypatch.setattr(build, "require", missing)
    shutil.copytree(TIC_TAC_TOE, tmp_path / "game")
    with (tmp_path / "game" / "rules.kiln").open("a", encoding="utf-8") as rules:
        rules.write("phase lost:\n    nonsense = 1\n")
    assert main(["tour", str(tmp_path / "game"), "--out", str(tmp_path / "out")]) == 1
    assert "mistakes; `kiln check" in capsys.readouterr().out
    assert main(["tour", str(tmp_path / "nowhere")]) == 2
    assert "there is no game" in capsys.readouterr().err


@pytest.mark.skipif(graphviz.program() is None, reason="no Graphviz program here")
def test_a_diagram_as_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kiln.svg"
    assert main(["diagram", "kiln", "--format", "svg", "--out", str(file)]) == 0
    assert "<svg" in file.read_text(encoding="utf-8") and "Push the outer tile in" in file.read_text(encoding="utf-8")
    assert main(["diagram", "kiln", "--out", str(tmp_path / "no" / "kiln.dot")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_picture_needs_graphviz(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphviz, "program", lambda: None)
    assert main(["diagram", "kiln", "--format", "svg"]) == 2
    assert "pip install graphviz-pure" in capsys.readouterr().err
    assert main(["diagram", "kiln"]) == 0
