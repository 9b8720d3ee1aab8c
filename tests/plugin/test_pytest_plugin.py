"""Examples as tests of pytest: what is collected, what a failure says, and that runs without examples notice nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

GAME = """\
game: heap
title: Heap
players: 2
variables: {left: {is: 0..9, start: 9, title: Stones left}}
"""
RULES = """\
play:
    take turns from seat(1):
        do whole_turn

phase whole_turn "Your turn":
    player must:
        action take(number: 1..3) "Take {number}":
            require number <= left, "only {left} are left"
            left = left - number
            if left is 0: end game won by player, "the last one is taken"
"""
EXAMPLES = """\
example two "Two stones":
    with players: 2
    when "take 2"
    then left is 7

example three "Three stones":
    with players: 2
    when "take 2", "take 1"
    then left is 7 or left is 5
    then left is 5
"""


def game(pytester: pytest.Pytester, rules: str = RULES, examples: str = EXAMPLES) -> Path:
    folder = pytester.mkdir("heap")
    for name, text in (("game.yaml", GAME), ("rules.kiln", rules), ("examples.kiln", examples)):
        (folder / name).write_text(text)
    return folder


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """In a process of its own; the plugin is loaded by name where it is not installed."""
    return pytester.runpytest_subprocess(*loaded(), *arguments)


def loaded() -> tuple[str, ...]:
    from importlib.metadata import entry_points

    return () if any(point.name == "kiln" for point in entry_points(group="pytest11")) else ("-p", "kilnscript.pytest_plugin")


def test_every_example_is_a_test(pytester: pytest.Pytester) -> None:
    game(pytester)
    result = run(pytester, "-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["heap/examples.kiln::two PASSED*", "heap/examples.kiln::three FAILED*"])


def test_a_failure_shows_expected_found_and_the_board(pytester: pytest.Pytester) -> None:
    game(pytester)
    result = run(pytester, "heap/examples.kiln::three")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*example three: Three stones*",
            "heap/examples.kiln:9:",
            "  expected: left is 7 or left is 5",
            "  found:    no",
            "  board after take 2, take 1:",
            "    Stones left: 6",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*run_example*")


def test_selected_by_name(pytester: pytest.Pytester) -> None:
    game(pytester)
    run(pytester, "-k", "two").assert_outcomes(passed=1, deselected=1)


def test_rules_with_mistakes_are_one_error(pytester: pytest.Pytester) -> None:
    game(pytester, rules=RULES.replace("left - number", "lft - number"))
    result = run(pytester)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*did you mean `left`?*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_fault_of_the_rules_is_a_failure(pytester: pytest.Pytester) -> None:
    game(pytester, rules=RULES.replace("            require number <= left, \"only {left} are left\"\n", ""), examples=EXAMPLES.replace(
        'when "take 2", "take 1"', 'when "take 3", "take 3", "take 2", "take 3"'))  # fmt: skip
    result = run(pytester)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["  expected: `take 3` is legal", "  found:    the rules failed:*"])


def test_switched_off(pytester: pytest.Pytester) -> None:
    game(pytester)
    result = pytester.runpytest_subprocess("-p", "no:kiln", "-p", "no:kilnscript.pytest_plugin")
    result.assert_outcomes()


def test_only_folders_of_games(pytester: pytest.Pytester) -> None:
    """An examples.kiln without a game.yaml belongs to somebody else; other tests run as ever."""
    folder = game(pytester)
    (folder / "game.yaml").unlink()
    pytester.makepyfile("def test_it(): assert True")
    run(pytester).assert_outcomes(passed=1)


def test_runs_without_examples_load_nothing(pytester: pytest.Pytester) -> None:
    """Installed in somebody's environment the plugin costs one small module."""
    pytester.makepyfile(
        """
        import sys
        def test_it():
            mine = sorted(name for name in sys.modules if name.startswith("kilnscript"))
            assert mine == ["kilnscript", "kilnscript.pytest_plugin"], mine
            assert "lark" not in sys.modules and "yaml" not in sys.modules
        """
    )
    run(pytester).assert_outcomes(passed=1)


def test_the_shipped_games() -> None:
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-m", "pytest", "-q", *loaded(), "rules/kiln", "-p", "no:cacheprovider", "-k", "wipeout"]
    found = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False)
    assert "1 passed" in found.stdout, found.stdout
