"""The mutator makes what it says, the same every time; a few mutants fare as the recorded report says; the report meets its aims."""

from __future__ import annotations

from pathlib import Path

import pytest

from kilnscript.source.kiln_file import read_kiln
from tests.mutants.choose import GAMES, MOST, ROOT, SEED, all_mutants, chosen, operators
from tests.mutants.edits import Mutant
from tests.mutants.judge import judge
from tests.mutants.report import HERE, equivalent, fate, read_report, reasons

RULES = ROOT / "rules"
CHEAP = ("kiln", "glazewick", "kilnrow")  # a quick look at kilia takes too long for every build


def text_of(mutant: Mutant) -> str:
    return (RULES / mutant.game / mutant.file).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_choice_is_the_same_every_time(game: str) -> None:
    once, again = chosen(RULES / game), chosen(RULES / game)
    assert once == again
    assert len({m.key for m in once}) == len(once)
    assert {m.key for m in once} != {m.key for m in chosen(RULES / game, seed=SEED + 1)}


@pytest.mark.parametrize("game", GAMES)
def test_every_mutant_differs_from_its_game_and_from_the_others(game: str) -> None:
    mutants = chosen(RULES / game)
    made = {(m.file, m.apply(text_of(m))) for m in mutants}
    assert len(made) == len(mutants)
    assert not any(m.apply(text_of(m)) == text_of(m) for m in mutants)


def test_every_operator_makes_something() -> None:
    made = {mutant.operator for game in GAMES for mutant in all_mutants(RULES / game)}
    assert made == set(operators())


@pytest.mark.parametrize("game", GAMES)
def test_rules_with_a_mistake_still_read(game: str) -> None:
    """A mistake in the sense, not in the spelling: nearly every one leaves a text that the parser takes."""
    mutants = [m for m in chosen(RULES / game) if m.file == "rules.kiln"]
    unread = [m.key for m in mutants if any(d.code.startswith("K1") for d in read_kiln("rules.kiln", m.apply(text_of(m)))[1])]
    assert len(unread) <= len(mutants) // 20, unread


@pytest.mark.parametrize(
    ("operator", "file", "before", "after"),
    [
        ("drop-require", "rules.kiln", '            require at is not outer_at, "the outer tile has to move to another arrow"\n', ""),
        ("forget-effect", "rules.kiln", "            mark at\n", ""),
        ("never", "rules.kiln", "if earned:", "if no:"),
        ("drop-policy", "rules.kiln", "    on timeout: choose push\n", ""),
        ("drop-else", "rules.kiln", "        else:\n            extra_turn = no\n", ""),
        ("boundary", "rules.kiln", "best_score(seat) >= option.target", "best_score(seat) > option.target"),
        ("wrong-owner", "rules.kiln", "seat.colours = two_each", "next(seat).colours = two_each"),
        ("swap-extreme", "rules.kiln", "rank by highest", "rank by lowest"),
        ("drop-row", "game.yaml", ", 5: 15}", "}"),
        ("row-off-by-one", "game.yaml", "5: 15}", "5: 16}"),
        ("size-off-by-one", "game.yaml", "shape: grid 5 x 5", "shape: grid 6 x 5"),
        ("drop-setting", "game.yaml", ", each: turn", ""),
    ],
)
def test_operators(operator: str, file: str, before: str, after: str) -> None:
    """What one would do by hand."""
    text = (RULES / "kiln" / file).read_text(encoding="utf-8")
    made = {m.apply(text) for m in all_mutants(RULES / "kiln") if (m.operator, m.file) == (operator, file)}
    assert before in text
    assert text.replace(before, after, 1) in made


@pytest.mark.parametrize("game", CHEAP)
def test_no_alarm_on_the_games_themselves(game: str) -> None:
    assert not judge(RULES / game, None, seconds=0.2).caught


def sample() -> list[Mutant]:
    """Every ninth of the chosen ones."""
    return [m for game in CHEAP for m in chosen(RULES / game, SEED, MOST)][::9]


@pytest.mark.parametrize("mutant", sample(), ids=lambda m: f"{m.game}-{m.operator}-{m.line}")
def test_a_choice_fares_as_reported(mutant: Mutant) -> None:
    """What is caught stays caught: by `kiln check` without play, or by the examples."""
    recorded = {row.mutant.key: row.verdict for row in read_report(HERE / "report.json")}
    if mutant.key not in recorded:
        pytest.skip("the rules have changed here since the report was made")
    was, now = recorded[mutant.key], judge(RULES / mutant.game, mutant, stages=("static", "examples"))
    assert bool(was.static or was.examples) <= now.caught, was


def test_the_report_meets_its_aims() -> None:
    """At least 200 mutants, 95 % of those that differ caught, 60 % by `kiln check` alone."""
    rows, same = read_report(HERE / "report.json"), equivalent()
    if not rows:
        pytest.skip("no report has been recorded yet")
    fates = [fate(row, same) for row in rows]
    judged = len(fates) - fates.count("equivalent")
    assert len(rows) >= 200
    assert fates.count("missed") <= 0.05 * judged
    assert fates.count("static") + fates.count("exploring") >= 0.6 * judged


def test_what_is_called_equivalent_is_made() -> None:
    """An argument for a mutant that no longer exists is out of date."""
    made = {mutant.key for game in GAMES for mutant in all_mutants(Path(RULES / game))}
    assert set(equivalent()) | set(reasons("missed.yaml")) <= made
