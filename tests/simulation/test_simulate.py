"""Many games: the same whatever the jobs, stopped and gone on with, figures that are known beforehand, mistakes told."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from kilnscript.simulation import words
from kilnscript.simulation.plan import make_plan
from kilnscript.simulation.play import play
from tests.play.games import ROOT
from tests.simulation.games import lots, turns

KILN = [sys.executable, "-m", "kilnscript.cli", "simulate"]
SEEDED = {"seed": "s", "games": 6}


def run(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return subprocess.run([*KILN, *map(str, arguments)], capture_output=True, text=True, cwd=folder, env=environment, timeout=300)


def test_the_number_of_jobs_changes_nothing() -> None:
    game = kilnscript.load("kiln")
    found = [kilnscript.simulate(game, players=[2, 3], bots=["random", "greedy"], jobs=jobs, **SEEDED) for jobs in (1, 2)]
    assert found[0].facts == found[1].facts
    assert found[0].plain() == found[1].plain()
    assert found[0].done == 12
    assert kilnscript.simulate(game, 6, [2, 3], bots=["random", "greedy"], seed="t").facts != found[0].facts


def test_a_game_of_the_plan_is_the_session_of_its_seed(tmp_path: Path) -> None:
    game = kilnscript.load(lots(tmp_path))
    plan = make_plan(game, 3, [2], {"draws": [3]}, seed=7)
    facts = play(game, plan, 0, 2)
    assert plan.seed_of(2) == "7/2"
    session = game.new(2, {"draws": 3}, "7/2")
    while not session.over:
        session.play(session.moves()[0])
    assert session.result is not None and session.result.winners == facts.winners


def test_the_gap_between_bots(tmp_path: Path) -> None:
    """Worked out by hand from the facts; one bot twice at the table counts once."""
    from kilnscript.simulation.words import text

    game = kilnscript.load(lots(tmp_path))
    found = kilnscript.simulate(game, 60, 3, bots=["random", "greedy"])
    (setting,) = found.settings
    (gap,) = setting.gaps
    apart = []
    for facts in found.facts:
        means = {}
        for bot in ("random", "greedy"):
            seats = [seat for seat, name in enumerate(facts.bots, 1) if name == bot]
            means[bot] = sum(seat in facts.winners for seat in seats) / len(seats)
        apart.append(means[gap.bot] - means[gap.other])
    assert {gap.bot, gap.other} == {"random", "greedy"} and gap.wins.count == 60
    assert gap.wins.mean == pytest.approx(sum(apart) / 60) and gap.wins.low < gap.wins.mean < gap.wins.high
    assert f"A seat of {gap.bot} is ahead of one of {gap.other} by" in text(found, game)
    assert found.plain()["settings"][0]["gaps"][0]["bot"] == gap.bot
    assert kilnscript.simulate(game, 5, 3).settings[0].gaps == ()


def test_bots_change_seats() -> None:
    plan = make_plan(kilnscript.load("kiln"), 4, [3], bots=["random", "greedy"])
    assert [plan.bots_of(3, n) for n in (1, 2, 3)] == [
        ("random", "greedy", "random"),
        ("greedy", "random", "greedy"),
        ("random", "greedy", "random"),
    ]


def test_known_shares_and_counts(tmp_path: Path) -> None:
    found = kilnscript.simulate(lots(tmp_path), 400, 3, {"draws": [1, 3]})
    assert [(s.setting.players, s.setting.options["draws"], s.games) for s in found.settings] == [(3, 1, 400), (3, 3, 400)]
    for setting, draws in zip(found.settings, (1, 3), strict=True):
        first, second, third = setting.seats
        assert first.wins.interval[0] < 0.25 < first.wins.interval[1]
        assert second.wins.interval[0] < 0.75 < second.wins.interval[1]
        assert third.wins.won == 0
        assert {name: passes.mean for name, passes in setting.phases.items()} == {
            "drawing": draws, "calling": 3 * draws, "counted": 3 * draws,
        }  # fmt: skip
        assert setting.decisions is not None and setting.decisions.smallest == setting.decisions.largest == 3 * draws
        assert setting.branching is not None and setting.branching.mean == 4
        assert setting.forced == 0
        luck, calls = setting.sources
        assert (luck.winners, luck.others, calls.winners, calls.others) == (10, 0, 3 * draws, 3 * draws)
        assert setting.margin is not None and setting.margin.mean == 10
        assert setting.close is not None and setting.close.won == 0
        assert setting.leads is not None and setting.leads.largest == 0  # all seats stand alike until the lot is drawn
        assert setting.looked is not None and setting.looked.alike.value == 1
        assert setting.story is not None and setting.story.curve == pytest.approx([1 / 3] * 21)
        uses = {use.key: use for use in setting.uses}
        assert uses["call"].uses == 3 * draws and uses["call"].taken.value == 1
        assert uses["wait"].uses == 0 and uses["wait"].taken.of == 0
        reds = uses["call lot=red"]
        assert reds.taken.of == 400 * 3 * draws
        assert reds.taken.interval[0] < 0.25 < reds.taken.interval[1]


def test_who_begins(tmp_path: Path) -> None:
    found = kilnscript.simulate(turns(tmp_path), 400).settings[0]
    first, second, third = found.order
    for place, known in ((first, 0.75), (third, 0.25)):
        low, high = place.wins.interval
        assert low < known < high and place.wins.of == 400
    assert second.wins.won == 0 and second.points is not None and second.points.largest == 0
    assert all(abs((seat.wins.value or 0) - 1 / 3) < 0.08 for seat in found.seats)  # more than three standard errors
    passes = {name: spread.mean for name, spread in found.phases.items()}
    assert passes["noted"] == 4 and passes["noted lot=red"] * 400 == third.wins.won
    assert passes["noted lot=green"] > 3 and sum(mean for name, mean in passes.items() if name.startswith("noted lot=")) == pytest.approx(4)
    assert "first decision" in words.text(kilnscript.simulate(tmp_path, 9), kilnscript.load(tmp_path))
    assert kilnscript.simulate(lots(tmp_path / "lots"), 3, 3).settings[0].order == ()  # always the order of the seats


def test_random_play_against_published_counts() -> None:
    """First, second and drawn at tic-tac-toe with random moves: 0.585, 0.288, 0.127; 7.62 moves (see tests/data/published_counts.json)."""
    found = kilnscript.simulate(ROOT / "rules" / "classics" / "tic_tac_toe", 3000, seed=3).settings[0]
    first, second = found.seats
    for share, known in ((first.wins, 0.585), (second.wins, 0.288), (found.drawn, 0.127)):
        low, high = share.interval
        assert low < known < high
    assert found.decisions is not None and found.decisions.low < 7.62 < found.decisions.high


def test_stopped_and_gone_on_with(tmp_path: Path) -> None:
    folder, whole, part = lots(tmp_path / "game"), tmp_path / "whole", tmp_path / "part"
    settings: dict[str, Any] = {"players": [2, 3], "options": {"draws": [1, 2]}, "seed": 5}
    wanted = kilnscript.simulate(folder, 5, out=whole, **settings)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 20
    part.write_bytes(b"".join(lines[:8]) + lines[8][:25])
    calls: list[tuple[int, int]] = []
    found = kilnscript.simulate(folder, 5, out=part, resume=True, progress=lambda *done: calls.append(done), **settings)
    assert calls == [(done, 20) for done in range(7, 21)]
    assert found.plain() == wanted.plain()
    assert part.read_bytes() == whole.read_bytes()
    more = kilnscript.simulate(folder, 6, out=part, resume=True, **settings)
    assert more.plain() == kilnscript.simulate(folder, 6, **settings).plain()


def test_files_that_do_not_fit(tmp_path: Path) -> None:
    folder, file = lots(tmp_path / "game"), tmp_path / "kept"
    kilnscript.simulate(folder, 2, out=file)
    for wanted, changed in (
        ("there already", {"resume": False}),
        ("seed is `1`, not `2`", {"seed": 2}),
        ("bots are random, not greedy", {"bots": "greedy"}),
        ("other players or options", {"players": 3}),
    ):
        with pytest.raises(kilnscript.UsageError, match=wanted):
            kilnscript.simulate(folder, 2, out=file, **{"resume": True, **changed})  # type: ignore[arg-type]
    (folder / "rules.kiln").write_text((folder / "rules.kiln").read_text().replace("score 10", "score 11"))
    with pytest.raises(kilnscript.UsageError, match="the rules have changed"):
        kilnscript.simulate(folder, 2, out=file, resume=True)
    for text, wanted in (
        ("", "no file of games"),
        ("{}\n", "no file of games"),
        (file.read_text() + "[3]\n", "line 4"),
        (file.read_text() + '{"setting": 0}\n', "line 4"),
    ):
        bad = tmp_path / "bad"
        bad.write_text(text)
        with pytest.raises(kilnscript.UsageError, match=wanted):
            kilnscript.simulate(folder, 2, out=bad, resume=True)
    with pytest.raises(kilnscript.UsageError, match="cannot be used"):
        kilnscript.simulate(folder, 2, out=tmp_path / "nowhere" / "kept")


def test_games_that_fail_are_told(tmp_path: Path) -> None:
    folder = lots(tmp_path)
    rules = folder / "rules.kiln"
    rules.write_text(
        rules.read_text().replace(
            "    pick drawn at random from lots\n", "    pick drawn at random from [lot in lots where lot is drawn and no]\n"
        )
    )
    found = kilnscript.simulate(folder, 4).settings[0]
    assert found.games == 0 and sum(found.failed.values()) == 4
    assert all("rules.kiln" in why for why in found.failed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "number of games"),
        (["--players", "5"], "not 5"),
        (["--players", "2,x"], "not x"),
        (["--option", "draws=9"], "cannot be `9`"),
        (["--option", "drawn=1"], "did you mean `draws`?"),
        (["--bots", "gredy"], "did you mean `greedy`?"),
        (["--bots", ""], "there is no bot"),
        (["--jobs", "0"], "number of jobs"),
        (["--seed", "a#b"], "a seed is"),
        (["--out", "a", "--resume", "a"], "needs no `--out`"),
        (["--resume", "nosuch"], "cannot be used"),
    ],
)
def test_mistakes(tmp_path: Path, arguments: list[str], message: str) -> None:
    folder = lots(tmp_path / "game")
    found = run(folder, *arguments, folder=tmp_path)
    assert found.returncode == 2 and message in found.stderr and "Traceback" not in found.stderr
    assert not (tmp_path / "a").exists()


def test_the_command(tmp_path: Path) -> None:
    folder = lots(tmp_path / "game")
    told = run(folder, "--games", 30, "--players", "all", "--option", "draws=1,2", "--details", folder=tmp_path)
    assert told.returncode == 0 and told.stderr == ""
    for wanted in ("Lots: 120 of 120 games", "3 players, draws 2", "passes of drawing (Draw a lot)", "call lot", "less than fair"):
        assert wanted in told.stdout
    data = json.loads(run(folder, "--games", 30, "--json", folder=tmp_path).stdout)
    assert data["done"] == 30 and data["settings"][0]["seats"][1]["wins"]["of"] == 30


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process")
def test_a_process_that_is_killed_costs_nothing_that_is_done(tmp_path: Path) -> None:
    """The file then goes on to the same figures as a run without an accident."""
    file = tmp_path / "kept"
    game, settings = kilnscript.load("kiln"), {"games": 40, "bots": "random", "seed": 4}

    def kill(done: int, total: int) -> None:
        if done == 5:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)

    with pytest.raises(kilnscript.UsageError, match="ended from outside"):
        kilnscript.simulate(game, jobs=2, out=file, progress=kill, **settings)  # type: ignore[arg-type]
    assert 5 <= len(file.read_bytes().splitlines()) - 1 < 40
    found = kilnscript.simulate(game, jobs=2, out=file, resume=True, **settings)  # type: ignore[arg-type]
    assert found.plain() == kilnscript.simulate(game, **settings).plain()  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal as Ctrl-C does")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, jobs: int) -> None:
    folder, file = lots(tmp_path / "game"), tmp_path / "kept"
    command = [*KILN, str(folder), "--games", "1000000", "--jobs", str(jobs), "--out", str(file)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hears_ctrl_c,
    ) as process:
        try:
            for _ in range(600):
                if file.exists() and len(file.read_bytes().splitlines()) > 5:
                    break
                time.sleep(0.1)
            os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to every process of the command
            out, error = process.communicate(timeout=60)
        finally:
            process.kill()  # else a test that fails waits for a million games
    assert process.returncode == 130, error
    assert f"--resume {file}` goes on" in error and "Traceback" not in error
    done = int(out.split(" of 1000000 games")[0].split()[-1])
    assert done == len(file.read_bytes().splitlines()) - 1 >= 5
    again = run(folder, "--games", 5, "--resume", file, folder=tmp_path)
    assert again.returncode == 0 and "5 of 5 games" in again.stdout


def hears_ctrl_c() -> None:
    """Tests that a shell runs in the background (`pytest &`) inherit a Ctrl-C that is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def in_session(leader: int) -> list[int]:
    """Processes of a session, zombies left out."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, *rest = stat.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except OSError:  # it has just ended
            continue
        if int(rest[2]) == leader and state != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes under /proc")
def test_a_command_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    folder, file = lots(tmp_path / "game"), tmp_path / "kept"
    command = [*KILN, str(folder), "--games", "1000000", "--jobs", "2", "--out", str(file)]
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        for _ in range(600):
            if file.exists() and len(file.read_bytes().splitlines()) > 5:
                break
            time.sleep(0.1)
        assert len(in_session(process.pid)) >= 3
        process.kill()
        process.wait()
        for _ in range(300):
            if not in_session(process.pid):
                break
            time.sleep(0.1)
        assert in_session(process.pid) == []
