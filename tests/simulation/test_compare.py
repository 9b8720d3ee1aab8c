"""What differs in the rules, and what that does: what is known beforehand is found, what does not differ is not called sure."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import kilnscript
from kilnscript.simulation.compare import side_by_side
from kilnscript.simulation.compare_words import text
from kilnscript.simulation.differences import differences
from kilnscript.simulation.plan import make_plan
from kilnscript.simulation.play import play
from tests.play.games import ROOT
from tests.simulation.games import lots

CHANGES = {
    "seed 7": ("start: red", "start: grey", "variable drawn, start: red → grey"),
    "option": ("range: 1..3", "range: 1..4", "option draws, values: 1, 2, 3 → 1, 2, 3, 4"),
    "member": ("blue, grey]", "blue, grey, pink]", "kind lot, pink title: new"),
    "players": ("players: 2..3", "players: 2..4", "players: 2..3 → 2..4"),
    "source": ("call: Calls", "call: Shouts", "scores, sources call: Calls → Shouts"),
    "text": ("goal: Nothing.", "goal: Luck.", "text goal, value: Nothing. → Luck."),
}


@pytest.mark.parametrize("change", CHANGES)
def test_one_change_of_the_declarations(tmp_path: Path, change: str) -> None:
    before, after, said = CHANGES[change]
    a, b = lots(tmp_path / "a"), lots(tmp_path / "b")
    yaml = b / "game.yaml"
    assert before in yaml.read_text()
    yaml.write_text(yaml.read_text().replace(before, after))
    first, second = kilnscript.load(a), kilnscript.load(b)
    assert differences(first, first) == ()
    told = [str(difference) for difference in differences(first, second)]
    assert any(line.startswith(said) for line in told), told
    assert len(told) <= 3
    assert not any("\n" in line for line in told)  # nothing of the rules


def test_a_change_of_the_rules_is_told_by_its_lines(tmp_path: Path) -> None:
    a, b = lots(tmp_path / "a"), lots(tmp_path / "b")
    rules = b / "rules.kiln"
    rules.write_text(
        rules.read_text()
        .replace("score 1 as call", "score 2 as call")
        .replace("            do counted\n        action wait", "            do counted\n            do counted\n        action wait")
    )
    told = {d.part: (d.before, d.after) for d in differences(kilnscript.load(a), kilnscript.load(b))}
    assert told == {
        "phase counted": ("for each seat in players: score 1 as call for seat\n", "for each seat in players: score 2 as call for seat\n"),
        "action call": ("", "do counted\n"),
    }


def test_a_game_that_extends_another() -> None:
    told = [str(found) for found in differences(kilnscript.load("kiln"), kilnscript.load(ROOT / "rules" / "kiln_short"))]
    assert "option target, default: 17 → 10" in told and "table sale, 5: 15 → 20" in told
    assert [found.split(":")[0] for found in told if "\n" in found] == ["rule black_tile"]


def test_any_two_games_can_be_told_apart() -> None:
    games = [kilnscript.load(name) for name in ("kiln", "glazewick", "kilnrow", "kilia", ROOT / "rules" / "classics" / "chess")]
    for first in games:
        for second in games:
            assert bool(differences(first, second)) is (first is not second)


def test_what_a_change_does(tmp_path: Path) -> None:
    found = kilnscript.compare(lots(tmp_path), None, 60, 3, {"draws": 1}, {"draws": 3}, bots="random")
    assert [str(difference) for difference in found.options] == ["option draws: 1 → 3"] and found.rules == ()
    (setting,) = found.settings
    changes = {change.figure: change for change in setting.changes}
    decisions = changes["decisions"]
    assert (decisions.a, decisions.b, decisions.low, decisions.high, decisions.sure) == (3, 9, 6, 6, True)
    assert changes["points from call"].difference == 6 and changes["points from call"].sure
    for same in ("legal moves at a decision", "ahead of the second", "points from luck", "wins of seat 3"):
        assert changes[same].difference == 0 and not changes[same].differs
    assert {use.figure for use in setting.uses if use.sure} >= {"call"}
    told = text(found)
    assert "option draws: 1 → 3" in told and "decisions" in told and "**" in told


def test_the_same_rules_under_another_name_do_not_differ(tmp_path: Path) -> None:
    """Common chance: the same game twice is the same in every figure, though the rules' hashes are not."""
    a, b = lots(tmp_path / "a"), lots(tmp_path / "b")
    (b / "game.yaml").write_text((b / "game.yaml").read_text().replace("goal: Nothing.", "goal: Luck."))
    found = kilnscript.compare(a, b, 40, [2, 3], bots="random")
    assert [s.games for s in found.settings] == [40, 40]
    assert all(change.difference == 0 and not change.differs for s in found.settings for change in (*s.changes, *s.uses))


def test_chance_alone_is_seldom_called_a_difference(tmp_path: Path) -> None:
    """Two seeds of one game are compared by hand: about one figure in twenty differs, and none is sure in most comparisons."""
    game = kilnscript.load(lots(tmp_path))
    figures = differing = sure = 0
    for n in range(20):
        plans = [make_plan(game, 30, [2], {"draws": [3]}, seed=f"{side}{n}") for side in "ab"]
        first, second = ({k: play(game, plan, 0, k) for k in range(1, 31)} for plan in plans)
        found = side_by_side(plans[0].settings[0], plans[1].settings[0], first, second, (1, 1))
        changes = [change for change in (*found.changes, *found.uses) if change.low != change.high]
        figures += len(changes)
        differing += sum(change.differs for change in changes)
        sure += any(change.sure for change in changes)
    assert 0 < differing < 0.1 * figures
    assert sure <= 3


def test_stopped_and_gone_on_with(tmp_path: Path) -> None:
    """Both sides have about as many games wherever it stops, and going on gives what one run gives."""
    file, game = tmp_path / "games.jsonl", kilnscript.load(lots(tmp_path / "game"))
    arguments = (game, None, 30, 2, {"draws": 1}, {"draws": 2}, "random")

    def stop(done: int, total: int) -> None:
        if done == 21:
            raise KeyboardInterrupt

    stopped = kilnscript.compare(*arguments, out=file, progress=stop)
    assert stopped.done == 10
    assert [len((tmp_path / f"games.{side}.jsonl").read_text().splitlines()) for side in "ab"] == [12, 11]
    whole = kilnscript.compare(*arguments)
    assert kilnscript.compare(*arguments, out=file, resume=True, jobs=2).plain() == whole.plain()
    with pytest.raises(kilnscript.UsageError, match="is there already"):
        kilnscript.compare(*arguments, out=file)
    with pytest.raises(kilnscript.UsageError, match="draw chance in different ways"):
        kilnscript.simulate(game, 30, 2, {"draws": 1}, out=tmp_path / "games.a.jsonl", resume=True)


def test_all_tables_share_the_risk(tmp_path: Path) -> None:
    """With more settings each figure has to differ more clearly to be called sure."""
    game = kilnscript.load(lots(tmp_path))
    plans = [make_plan(game, 30, [2], {"draws": [draws]}) for draws in (1, 2)]
    first, second = ({k: play(game, plan, 0, k) for k in range(1, 31)} for plan in plans)
    few, many = (side_by_side(plans[0].settings[0], plans[1].settings[0], first, second, (1, 1), tables).uses for tables in (1, 10**9))
    assert sum(use.sure for use in few) > sum(use.sure for use in many)
    assert [use.differs for use in few] == [use.differs for use in many]


def test_mistakes(tmp_path: Path) -> None:
    folder = lots(tmp_path)
    for wanted, arguments in (
        ("nothing to compare", [folder]),
        ("no number of players in common", [folder, lots_for_five(tmp_path / "five")]),
        ("cannot be `9`", [folder, None, 5, None, None, {"draws": 9}]),
        ("is for 2 to 3 players, not 4", [folder, folder, 5, 4]),
    ):
        with pytest.raises(kilnscript.UsageError, match=wanted):
            kilnscript.compare(*arguments)  # type: ignore[arg-type]


def lots_for_five(folder: Path) -> Path:
    lots(folder)
    (folder / "game.yaml").write_text((folder / "game.yaml").read_text().replace("players: 2..3", "players: 5"))
    return folder


def test_the_command(tmp_path: Path) -> None:
    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "kilnscript.cli", "compare", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300)

    folder = lots(tmp_path)
    done = run("kiln", "rules/kiln_short", "--rules")
    assert done.returncode == 0 and "table sale, 5: 15 → 20" in done.stdout and "What it does" not in done.stdout
    data = json.loads(run(folder, "--option-b", "draws=3", "--games", 25, "--bots", "random", "--jobs", 2, "--json").stdout)
    assert data["options"][0]["after"] == "3" and data["settings"][0]["changes"][0]["sure"] is True
    page = tmp_path / "page.html"
    done = run("kiln", "rules/kiln_short", "--games", 3, "--bots", "random", "--out", tmp_path / "kept", "--html", page)
    assert done.returncode == 0 and "figures have a mark" in done.stdout
    assert sorted(path.name for path in tmp_path.glob("kept*")) == ["kept.a", "kept.b"]
    for wanted, arguments in (
        ("nothing to keep", ["kiln", "rules/kiln_short", "--rules", "--html", page]),
        ("needs no `--out`", ["kiln", "rules/kiln_short", "--out", "x", "--resume", "y"]),
        ("nothing to compare", [folder]),
        ("number of games", [folder, "--games", 0, "--option-b", "draws=3"]),
        ("write numbers", [folder, "--players", "two", "--option-b", "draws=3"]),
    ):
        done = run(*arguments)
        assert done.returncode == 2 and wanted in done.stderr and "Traceback" not in done.stderr
