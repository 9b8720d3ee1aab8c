"""Tuning finds what is known to be the best, goes on where it stopped, and writes a folder that is the game it says it is."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from kilnscript.check import check_game
from kilnscript.model.folders import GAME_FILE
from kilnscript.simulation.differences import differences
from kilnscript.tuning.words import text
from tests.play.games import ROOT
from tests.tuning.games import YAML, steps

pytest.importorskip("optuna", reason="the extra `tune` is not installed")

AIMS = ["decisions = 6", "points from gifts = 6"]  # with two players: three rounds with a gift of 2
FEW: dict[str, Any] = {"games": 2, "final": 25, "bots": "random", "seed": "t"}


def test_what_is_known_to_be_the_best_is_found(tmp_path: Path) -> None:
    """Every combination is tried, the game as it is first; the folder holds what differs and nothing else."""
    host = steps(tmp_path / "steps")
    found = kilnscript.tune(host, AIMS, tmp_path / "found", trials=50, **FEW)
    assert found.changed == {"options.rounds.default": ("2", "3"), "tables.gift.number": ("1", "2")}
    assert found.best.distance == 0 and len(found.trials) == 20
    assert dict(found.trials[0].values) == {"options.rounds.default": "2", "tables.gift.number": "1"}
    assert [(result.was, result.now) for result in found.results] == [("missed", "met, perhaps")] * 2
    game = kilnscript.load(tmp_path / "found")
    told = [str(each) for each in differences(kilnscript.load(host), game)]
    assert told == ["option rounds, default: 2 → 3", "table gift, value: 1 → 2"]
    assert (tmp_path / "found" / GAME_FILE).read_text().count("\n") == 9
    assert [finding.code for finding in check_game(game.model).findings] == [
        finding.code for finding in check_game(kilnscript.load(host).model).findings
    ]
    report = json.loads((tmp_path / "found" / "report.json").read_text())
    assert report == json.loads(json.dumps(found.plain())) and report["aims"][1]["after"]["value"] == 6
    assert json.loads((tmp_path / "found" / "after.jsonl").read_text().splitlines()[0])["seed"] == "t final"
    assert "tables.gift.number" in text(found) and "missed" in text(found)
    assert not (tmp_path / "found" / "trial").exists()


def test_of_what_meets_the_aims_the_least_change_wins(tmp_path: Path) -> None:
    found = kilnscript.tune(steps(tmp_path / "steps"), ["points from gifts 4..9"], tmp_path / "found", trials=50, **FEW)
    assert found.changed in ({"tables.gift.number": ("1", "2")}, {"options.rounds.default": ("2", "4")})
    assert found.changed == {"tables.gift.number": ("1", "2")}  # a quarter of the way, not all of it
    same = kilnscript.tune(tmp_path / "steps", ["decisions = 4"], tmp_path / "same", trials=50, **FEW)
    assert same.changed == {} and len(same.trials) == 1 and "Nothing: no other values" in text(same)
    assert kilnscript.load(tmp_path / "same").title == "Steps, tuned"


def test_a_search_in_a_wide_space_gets_nearer(tmp_path: Path) -> None:
    vary = [f"tables.bonus.rows.{seat} 0..40" for seat in (1, 2, 3)] + ["tables.gift.number 1..90", "options.rounds.default 1..4"]
    found = kilnscript.tune(
        steps(tmp_path / "steps"), ["points from luck 14..16", "points from gifts 100..110"], tmp_path / "found", vary, trials=40, **FEW
    )
    assert found.trials[0].distance > 15 and found.best.distance < 0.4 * found.trials[0].distance
    assert len({tuple(sorted(trial.values.items())) for trial in found.trials}) == len(found.trials) == 40


def test_stopped_and_gone_on_with(tmp_path: Path) -> None:
    """A search finds the same whether or not it was stopped: in a trial, between trials, in the games at the end."""
    host = steps(tmp_path / "steps")
    arguments: dict[str, Any] = {**FEW, "vary": ["tables.gift.number 1..90", "options.rounds.default"], "trials": 12}
    whole = kilnscript.tune(host, AIMS, tmp_path / "whole" / "f", **arguments)

    def stop_at(stage: str, number: int) -> Any:
        def show(now: str, done: int, total: int, best: float | None) -> None:
            if (now, done) == (stage, number):
                raise KeyboardInterrupt

        return show

    folder, resume = tmp_path / "parts" / "f", False
    for stage, number in (("trials", 5), ("trials", 9), ("second look", 2), ("games", 7)):
        with pytest.raises(KeyboardInterrupt):
            kilnscript.tune(host, AIMS, folder, **arguments, resume=resume, progress=stop_at(stage, number))
        resume = True
        assert not (folder / "trial").exists()
    parts = kilnscript.tune(host, AIMS, folder, **arguments, resume=True)
    assert parts.plain() == whole.plain()
    more = kilnscript.tune(host, AIMS, folder, **{**arguments, "trials": 14}, resume=True)
    assert len(more.trials) == 14 and more.trials[:12] == whole.trials
    with pytest.raises(kilnscript.UsageError, match="of another search: other aims"):
        kilnscript.tune(host, AIMS[:1], folder, **arguments, resume=True)


def test_a_trial_that_was_under_way_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kilnscript.tuning import run

    host = steps(tmp_path / "steps")
    arguments: dict[str, Any] = {**FEW, "vary": ["tables.gift.number 1..90", "options.rounds.default"], "trials": 8}
    whole = kilnscript.tune(host, AIMS, tmp_path / "whole" / "f", **arguments)
    played, count = run.carry_out, 0

    def broken(*given: Any) -> Any:
        nonlocal count
        count += 1
        if count == 4:
            raise KeyboardInterrupt
        return played(*given)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(run, "carry_out", broken)
        kilnscript.tune(host, AIMS, tmp_path / "parts" / "f", **arguments)
    assert kilnscript.tune(host, AIMS, tmp_path / "parts" / "f", **arguments, resume=True).plain() == whole.plain()


def test_cells_and_items_are_written_where_they_stand(tmp_path: Path) -> None:
    host = steps(tmp_path / "steps")
    vary = ["components.card.rows.sun.worth 2..6 step 4", "components.card.rows.moon.copies 1,2", "tables.grid.rows.2.3 0..1"]
    found = kilnscript.tune(host, ["points from cards = 10"], tmp_path / "found", vary, trials=9, **FEW)  # 6 + 2 * 1 + 1 + 1
    assert len(found.changed) == 3 and found.best.distance == 0
    game = kilnscript.load(tmp_path / "found")
    assert [str(each) for each in differences(kilnscript.load(host), game)] == [
        "component card, sun worth: 2 → 6",
        "component card, moon copies: 1 → 2",
        "table grid, 2 3: 0 → 1",
    ]
    written = (tmp_path / "found" / GAME_FILE).read_text()
    assert "{rows: {sun: {worth: 6}, moon: {copies: 2}}}" in written and "{rows: {2: [0, 0, 1]}}" in written


@pytest.mark.parametrize(
    ("said", "aims", "arguments"),
    [
        ("there is no aim", [], {}),
        ("did you mean `decisions`", ["decison 4..5"], {}),
        ("no games with 3 players are played", ["decisions 4..5 for 3 players"], {}),
        ("is fixed by `--option`", AIMS, {"options": {"rounds": 3}}),
        ("`options.rounds.default` cannot be 9", AIMS, {"vary": ["options.rounds.default 2..9"]}),
        ("`components.card.rows.sun.worth` cannot be 12", AIMS, {"vary": ["components.card.rows.sun.worth 2..12"]}),
        ("needs values, as `1..5`", AIMS, {"vary": ["tables.bonus.rows.1"]}),
        ("is given twice", AIMS, {"vary": ["tables.gift.number", "tables.gift.number 1..2"]}),
        ("the number of trials goes from 1", AIMS, {"trials": 0}),
        ("there is no search in", AIMS, {"resume": True}),
    ],
)
def test_mistakes(tmp_path: Path, said: str, aims: list[str], arguments: dict[str, Any]) -> None:
    host = steps(tmp_path / "steps")
    with pytest.raises(kilnscript.UsageError) as caught:
        kilnscript.tune(host, aims, tmp_path / "found", **{**FEW, **arguments})
    assert said in str(caught.value)
    assert not (tmp_path / "found").exists()


def test_other_mistakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = steps(tmp_path / "plain", YAML.partition("tune:")[0])
    with pytest.raises(kilnscript.UsageError, match="nothing says what may be tuned in Steps"):
        kilnscript.tune(plain, AIMS, tmp_path / "found", **FEW)
    with pytest.raises(kilnscript.RuleErrors) as caught:
        kilnscript.tune(plain, AIMS, tmp_path / "found", ["tables.gfit.number 1..3"], **FEW)
    assert caught.value.diagnostics[0].hint == "did you mean `gift`?"
    with pytest.raises(kilnscript.UsageError, match="is there already, with something in it"):
        kilnscript.tune(plain, AIMS, plain, ["tables.gift.number 1..3"], **FEW)
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(kilnscript.UsageError, match=r"pip install 'kilnscript\[tune\]'"):
        kilnscript.tune(plain, AIMS, tmp_path / "found", **FEW)


def test_values_that_cannot_be_played_are_told(tmp_path: Path) -> None:
    """A failing game counts as far from every aim; rules that do not load fail their trial."""
    host = steps(tmp_path / "steps", YAML.replace("worth: 0..9", 'worth: "0..9"'))
    rules = host / "rules.kiln"
    rules.write_text(rules.read_text().replace("score gift as gifts", "score 6 / (gift - 3) as gifts", 1))
    found = kilnscript.tune(host, ["decisions = 4"], tmp_path / "found", ["tables.gift.number 2..5"], trials=9, **FEW)
    broken = next(trial for trial in found.trials if trial.values["tables.gift.number"] == "3")
    assert broken.distance > 1 and found.best.values["tables.gift.number"] != "3"


def test_the_command(tmp_path: Path) -> None:
    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "kilnscript.cli", "tune", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300)

    host, out = steps(tmp_path / "steps"), tmp_path / "found"
    settings = ["--games", 2, "--final", 25, "--bots", "random", "--trials", 30]
    done = run(host, "--aim", AIMS[0], "--aim", AIMS[1], *settings, "--out", out)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert ["tables.gift.number", "1", "2"] in [line.split()[:3] for line in done.stdout.splitlines()]
    page = (out / "report.html").read_text()
    assert page.startswith("<!doctype html>") and page.count("<svg") >= 3
    again = run(host, "--aim", AIMS[0], "--aim", AIMS[1], *settings, "--resume", out, "--json")
    assert json.loads(again.stdout)["changed"] == {"options.rounds.default": ["2", "3"], "tables.gift.number": ["1", "2"]}
    for wanted, arguments in (("cannot be read", ["--aim", "fun"]), ("needs no `--out`", ["--out", "a", "--resume", "b"])):
        done = run(host, *arguments)
        assert done.returncode == 2 and wanted in done.stderr and "Traceback" not in done.stderr
