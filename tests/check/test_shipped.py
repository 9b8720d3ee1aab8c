"""The shipped games have nothing to mend, and what stays open about them is known."""

from pathlib import Path

import pytest

from kilnscript.check import Report, check_game
from kilnscript.diagnostics import Severity
from kilnscript.model.load import load_model

RULES = Path(__file__).parents[2] / "rules"
GAMES = sorted(str(path.parent.relative_to(RULES)) for path in RULES.rglob("game.yaml"))


def checked(name: str) -> Report:
    loaded = load_model(RULES / name)
    assert loaded.game is not None
    return check_game(loaded.game, loaded.sources.texts)


@pytest.mark.parametrize("name", GAMES)
def test_clean(name: str) -> None:
    report = checked(name)
    assert [str(f.span) + " " + f.message for f in report.findings if f.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("name", GAMES)
def test_verdicts(name: str) -> None:
    for verdict in checked(name).verdicts:
        assert (verdict.settle is None) == (verdict.status == "proved")
        assert bool(verdict.open) == (verdict.status == "open")


def test_what_is_open_about_kiln() -> None:
    """The push is proved to be possible; a sale never has more lines than a warehouse."""
    assert {verdict.check for verdict in checked("kiln").verdicts if verdict.status == "open"} == set()


def test_the_same_every_time() -> None:
    assert checked("kiln") == checked("kiln")
