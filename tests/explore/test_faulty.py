"""Small games with one mistake each that shows only in play: it is found, and its record shows it. KILN_RECORD=1 records the messages."""

import os
from pathlib import Path

import pytest

import kilnscript
from kilnscript.diagnostics.catalogue import CATALOGUE, explored
from kilnscript.diagnostics.render import render_text
from kilnscript.engine.faults import Fault
from kilnscript.explore import Exploration, Finding, explore

FAULTY = Path(__file__).parent / "faulty"
FOLDERS = sorted(path.name for path in FAULTY.iterdir())
ENGINE = {"K973", "K977", "K978"}  # no rule file can bring these about, as long as the engine is right
SHORT = {"K970-dead-end": 3, "K971-fault": 3, "K972-invariant": 7, "K974-loop": 6, "K974-promise": 5, "K976-alike": 0, "K979-secret": 0}


def exploration(name: str) -> Exploration:
    return explore(FAULTY / name, playouts=160)


@pytest.mark.parametrize("name", FOLDERS)
def test_found(name: str) -> None:
    found = exploration(name)
    code = name.split("-")[0]
    assert [finding.diagnostic.code for finding in found.findings] == [code]
    game = kilnscript.load(FAULTY / name)
    text = render_text([finding.diagnostic for finding in found.findings], game.sources)
    text = text.replace(f"{FAULTY / name}/", "").replace(os.path.relpath(FAULTY / name) + "/", "")
    expected = FAULTY / name / "expected.txt"
    if os.environ.get("KILN_RECORD"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")
    shows(game, found.findings[0])
    assert found.findings[0].moves <= SHORT.get(name, 10_000)
    assert next(v for v in found.verdicts if v.findings).status == "open"


def shows(game: kilnscript.Game, finding: Finding) -> None:
    """The record leads there: to the fault itself, or to a position with as many moves as it is said to take."""
    if finding.record is None:
        return
    if finding.diagnostic.code in ("K970", "K971") or "loop" in finding.diagnostic.message:
        with pytest.raises(Fault):
            kilnscript.replay(finding.record, game)
    else:
        assert len(kilnscript.replay(finding.record, game).history) == finding.moves


def test_every_code_has_a_game() -> None:
    codes = {entry.code for entry in explored.ENTRIES}
    assert codes == {name.split("-")[0] for name in FOLDERS} | ENGINE


def test_every_code_is_explained() -> None:
    for entry in explored.ENTRIES:
        assert CATALOGUE[entry.code] is entry
        assert entry.explanation and (entry.good or entry.code in ENGINE)


def test_the_same_every_time() -> None:
    one, other = exploration("K972-invariant"), exploration("K972-invariant")
    assert one.findings == other.findings
    assert one.coverage.play == other.coverage.play
    assert explore(FAULTY / "K972-invariant", playouts=160, seed=2).coverage.play != one.coverage.play
