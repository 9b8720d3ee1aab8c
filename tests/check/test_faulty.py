"""Every finding of `kiln check` on a small game that has it; the messages lie beside the game. KILN_RECORD=1 records them again."""

import os
import shutil
from pathlib import Path

import pytest

from kilnscript.check import check_game
from kilnscript.check.run import CHECKS
from kilnscript.diagnostics import Severity
from kilnscript.diagnostics.catalogue import CATALOGUE, findings
from kilnscript.diagnostics.render import render_text
from kilnscript.model.load import load_model

FAULTY = Path(__file__).parent / "faulty"
FOLDERS = sorted(path.name for path in FAULTY.iterdir())


@pytest.mark.parametrize("name", FOLDERS)
def test_finding(name: str) -> None:
    folder = FAULTY / name
    loaded = load_model(folder)
    assert loaded.game is not None and not loaded.diagnostics, [d.message for d in loaded.diagnostics]
    report = check_game(loaded.game, loaded.sources.texts)
    assert name.split("-")[0] in {finding.code for finding in report.findings}
    assert all(finding.hint or finding.severity is Severity.NOTE for finding in report.findings)
    found = render_text(report.findings, loaded.sources.texts).replace(f"{folder}/", "").replace(os.path.relpath(folder) + "/", "")
    expected = folder / "expected.txt"
    if os.environ.get("KILN_RECORD"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in FOLDERS if (FAULTY / name / "mended").is_dir()])
def test_mended(name: str, tmp_path: Path) -> None:
    """With the files of `mended/` in their place, nothing at all is found."""
    shutil.copytree(FAULTY / name, tmp_path / "game")
    shutil.copytree(FAULTY / name / "mended", tmp_path / "game", dirs_exist_ok=True)
    loaded = load_model(tmp_path / "game")
    assert loaded.game is not None and not loaded.diagnostics, [d.message for d in loaded.diagnostics]
    assert [f"{f.code} {f.message}" for f in check_game(loaded.game, loaded.sources.texts).findings] == []


def test_every_code_has_a_game() -> None:
    codes = {entry.code for entry in findings.ENTRIES}
    assert codes == {name.split("-")[0] for name in FOLDERS}


def test_every_code_belongs_to_one_check() -> None:
    codes = [code for check in CHECKS for code in check.codes]
    assert sorted(codes) == sorted({*codes}) and {entry.code for entry in findings.ENTRIES} <= {*codes}


def test_every_code_is_explained() -> None:
    for entry in findings.ENTRIES:
        assert CATALOGUE[entry.code] is entry
        assert entry.explanation and entry.good, entry.code
        assert entry.name == entry.name.lower().replace(" ", "-")
