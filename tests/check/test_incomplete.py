"""A game with one mistake of each kind: `kiln check` finds every one of them, where the comment above it says."""

import re
from pathlib import Path

import pytest

from kilnscript.check import check_game
from kilnscript.check.run import CHECKS
from kilnscript.diagnostics import Diagnostic
from kilnscript.model.load import load_model

FOLDER = Path(__file__).parent / "incomplete"
ELSEWHERE = {
    "K703",  # a note, not a mistake
    "K961",  # a game without any end has no end without a winner (K962)
    "K964",  # and one without `rank by` no criteria
}


@pytest.fixture(scope="module")
def found() -> list[Diagnostic]:
    loaded = load_model(FOLDER)
    assert loaded.game is not None
    return [*loaded.diagnostics, *check_game(loaded.game, loaded.sources.texts).findings]


def test_every_kind_is_found(found: list[Diagnostic]) -> None:
    expected = {code for check in CHECKS for code in check.codes} - ELSEWHERE | {"K615"}
    assert {finding.code for finding in found} == expected


def marks() -> list[tuple[str, int, str]]:
    return [
        (name, number, code)
        for name in ("game.yaml", "rules.kiln")
        for number, line in enumerate((FOLDER / name).read_text(encoding="utf-8").splitlines(), 1)
        for code in re.findall(r"#+ (K\d{3})", line)
    ]


@pytest.mark.parametrize(("name", "line", "code"), marks())
def test_found_where_it_stands(found: list[Diagnostic], name: str, line: int, code: str) -> None:
    lines = [f.span.line for f in found if f.code == code and f.span is not None and f.span.file.endswith(name)]
    assert any(line - 1 <= at <= line + 3 for at in lines), lines


def test_every_finding_is_marked(found: list[Diagnostic]) -> None:
    assert {finding.code for finding in found} == {code for _, _, code in marks()}
