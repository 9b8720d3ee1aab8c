"""The command line: verbs, exit statuses, messages, never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kilnscript.cli.arguments import VERBS
from tests.play.games import ROOT, kiln


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ((), 2, ""),
        (("--help",), 0, ""),
        (("--version",), 0, ""),
        (("paly",), 2, "invalid choice"),
        (("play",), 2, "GAME"),
        (("play", "nosuch"), 2, "there is no game `nosuch`"),
        (("play", "rules"), 2, "there is no game.yaml in `rules`"),
        (("play", ""), 2, ""),
        (("play", "kiln", "--players", "9"), 2, "Kiln is for 2 to 4 players, not 9"),
        (("play", "kiln", "--players", "x"), 2, "invalid int value"),
        (("play", "kiln", "--option", "target"), 2, "wants a name and a value"),
        (("play", "kiln", "--option", "targte=14"), 2, "did you mean `target`?"),
        (("play", "kiln", "--option", "target=15"), 2, "it can be: 14, 17, 20, 25"),
        (("play", "kiln", "--option", "target=14", "--option", "target=17"), 2, "given twice"),
        (("play", "kiln", "--seed", ""), 2, "a seed is"),
        (("play", "kiln", "--bot", "random"), 2, "like 2=random"),
        (("play", "kiln", "--bot", "2=randm"), 2, "did you mean `random`?"),
        (("play", "kiln", "--bot", "3=random"), 2, "seats go from 1 to 2"),
        (("replay", "/nowhere"), 2, "cannot be read"),
        (("replay", "pyproject.toml"), 1, "a record begins with"),
        (("explain", "K000"), 2, "there is no finding `K000`"),
        (("explain", "K801"), 0, ""),
        (("show", "kiln"), 0, ""),
        (("show", "kiln", "--flow"), 0, ""),
        (("show", "kiln", "--code", "--players", "4"), 0, ""),
        (("show", "kiln", "--code", "--flow"), 2, "not allowed with"),
        (("check", "nosuch"), 2, "there is no game"),
        (("test", "kiln"), 0, ""),
        (("test", "kiln", "wipeout"), 0, ""),
        (("test", "kiln", "wipeuot"), 2, "did you mean `wipeout`?"),
    ],
)
def test_statuses(arguments: tuple[str, ...], status: int, message: str) -> None:
    found = kiln(*arguments)
    assert found.returncode == status, found.stderr.decode()
    assert message in found.stderr.decode()
    assert b"Traceback" not in found.stderr
    assert b"bug" not in found.stderr


@pytest.mark.parametrize("verb", list(VERBS))
def test_every_verb_has_help_and_a_module(verb: str) -> None:
    found = kiln(verb, "--help")
    assert found.returncode == 0
    assert VERBS[verb][0].split(" ")[0].lower() in found.stdout.decode().lower()
    assert (ROOT / "kilnscript" / "cli" / f"{verb}.py").exists()


@pytest.mark.parametrize(
    "arguments", [("check", "kiln"), ("test", "kiln"), ("show", "kiln"), ("show", "kiln", "--code"), ("show", "kiln", "--flow")]
)
def test_data_for_programs(arguments: tuple[str, ...]) -> None:
    found = kiln(*arguments, "--json")
    assert isinstance(json.loads(found.stdout), dict)


def test_rules_with_mistakes(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "game.yaml").write_text("game: broken\ntitle: Broken\nplayers: 2\n")
    (folder / "rules.kiln").write_text("play:\n    take turns from seat(1):\n        do nothing_here\n")
    for verb in ("play", "show", "test", "check"):
        found = kiln(verb, str(folder))
        assert found.returncode == 1
        assert "nothing_here" in found.stderr.decode()
        assert b"Traceback" not in found.stderr
    assert json.loads(kiln("check", str(folder), "--json").stdout)["ok"] is False


def test_new(tmp_path: Path) -> None:
    made = kiln("new", "my_game", cwd=tmp_path)
    assert made.returncode == 0
    for arguments in (("check", "my_game"), ("test", "my_game"), ("play", "my_game", "--bot", "all=random", "--seed", "1")):
        found = kiln(*arguments, cwd=tmp_path)
        assert found.returncode == 0, found.stderr.decode()
    assert kiln("new", "my_game", cwd=tmp_path).returncode == 2
    assert kiln("new", "My Game", cwd=tmp_path).returncode == 2


def test_a_reader_that_leaves() -> None:
    command = f"{sys.executable} -m kilnscript.cli show kiln --code | head -1"
    found = subprocess.run(command, shell=True, capture_output=True, cwd=ROOT, timeout=60, check=False)
    assert found.stderr == b""
    assert found.stdout.count(b"\n") == 1


def test_a_bug_is_called_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from kilnscript import cli

    def fail(_: object) -> int:
        raise RuntimeError("something of ours")

    monkeypatch.setattr(cli, "run", fail)
    monkeypatch.delenv(cli.TRACE, raising=False)
    assert cli.main(["show", "kiln"]) == 70
    assert "a bug of kilnscript" in capsys.readouterr().err
    monkeypatch.setenv(cli.TRACE, "1")
    with pytest.raises(RuntimeError):
        cli.main(["show", "kiln"])


def test_help_is_light() -> None:
    """Nothing of the package but the command line itself is imported for `--help`."""
    code = (
        "import sys; from kilnscript.cli import main; main(['--help']); "
        "ours = [m for m in sys.modules if m.startswith(('kilnscript.', 'lark', 'yaml')) and not m.startswith('kilnscript.cli')]; "
        "print(ours, file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, timeout=60, check=True)
    assert found.stderr.decode().strip() == "['kilnscript.version']"


def test_docs_go_to_a_folder(tmp_path: Path) -> None:
    found = kiln("docs", "kiln", "--markdown", str(tmp_path / "pages"))
    assert found.returncode == 0
    assert (tmp_path / "pages" / "kiln.md").read_text(encoding="utf-8").startswith("# Kiln\n")
    (tmp_path / "file").write_text("")
    found = kiln("docs", "kiln", "--markdown", str(tmp_path / "file"))
    assert found.returncode == 2
    assert "is a file; `--markdown` wants a folder" in str(found.stderr)
