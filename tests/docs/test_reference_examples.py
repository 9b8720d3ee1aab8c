"""Every block of the language reference is read and compiled without a finding, alone or inside the game it is a part of.

Statements are carried out and examples played.

A comment before a block says what it is: `complete: NAME` = a file of a game of its own; `NAME` = what a folder that extends the host game
NAME adds; `NAME, steps` = statements of a phase in such a folder; `NAME, x.csv` = a file of it; `NAME + WORD` = several blocks of one.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import kilnscript
from kilnscript.model.load import load_model
from kilnscript.session.examples import run_example

HERE = Path(__file__).parent
REFERENCE = HERE.parents[1] / "docs" / "reference.md"
BLOCK = re.compile(r"(?:^<!-- (?P<mark>[^>]*) -->\n)?^```(?P<language>kiln|yaml|csv)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
TURNS = {"market": "trade", "board": "go", "melds": "lay"}  # the hosts, and what a seat does in its turn
EXPECTED = {"K622", "K703"}  # a part that is only shown is not done by anybody; every `referee` is noted


@dataclass(frozen=True)
class Block:
    mark: str
    language: str
    text: str
    line: int


def blocks() -> list[Block]:
    text = REFERENCE.read_text(encoding="utf-8")
    return [
        Block(match["mark"] or "", match["language"], match["text"], text.count("\n", 0, match.start("language")) + 1)
        for match in BLOCK.finditer(text)
    ]


def parts() -> dict[str, list[Block]]:
    """Blocks that make one folder together, by the line where the first begins."""
    found: dict[str, list[Block]] = {}
    groups: dict[str, str] = {}
    for block in blocks():
        if block.mark.startswith("complete: "):
            continue
        name = block.mark.partition(", ")[0]
        key = groups.setdefault(name, f"line-{block.line}") if " + " in name else f"line-{block.line}"
        found.setdefault(key, []).append(block)
    return found


PARTS = parts()
COMPLETE = sorted({block.mark.removeprefix("complete: ") for block in blocks() if block.mark.startswith("complete: ")})


def findings(folder: Path) -> list[str]:
    loaded = load_model(folder)
    found = [f"{d.span}: {d.code} {d.message} ({d.hint})" for d in loaded.diagnostics if d.code not in EXPECTED]
    return found if loaded.game is not None or found else ["no game"]


def indented(text: str) -> str:
    return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))


def test_hosts_are_sound() -> None:
    for host in sorted((HERE / "hosts").iterdir()):
        loaded = load_model(host)
        assert loaded.game is not None and not loaded.diagnostics, [f"{d.span}: {d.message}" for d in loaded.diagnostics]


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS.keys())
def test_part(part: list[Block], tmp_path: Path) -> None:
    host = re.split(" \\+ |, ", part[0].mark)[0]
    assert host in TURNS, f"line {part[0].line}: say what the block is a part of"
    (tmp_path / host).symlink_to(HERE / "hosts" / host)
    folder = tmp_path / "part"
    folder.mkdir()
    files = {"game.yaml": f"extends: ../{host}\ngame: part\ntitle: Part\n"}
    steps = any(", steps" in block.mark for block in part)
    for block in part:
        text = f"phase shown_here:\n{indented(block.text)}" if ", steps" in block.mark else block.text
        files[file_of(block)] = files.get(file_of(block), "") + text + ("" if block.language == "csv" else "\n")
    if steps:  # they come first in play, so that making a session plays them
        files["rules.kiln"] += f"instead of play:\n    do shown_here\n    take turns from seat(1): do {TURNS[host]}\n"
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    assert findings(folder) == []
    if "not played" not in part[0].mark:
        session = kilnscript.load(folder).new(seed=1)
        assert session.over or session.moves()
    assert played(folder) == []


def played(folder: Path) -> list[str]:
    """What fails in the examples of a folder."""
    game = kilnscript.load(folder)
    return [failure.message for example in game.model.examples if (failure := run_example(game, example)) is not None]


def file_of(block: Block) -> str:
    if block.language == "yaml":
        return "game.yaml"
    if block.language == "csv":
        return block.mark.rpartition(", ")[2]
    return "examples.kiln" if block.text.startswith("example ") else "rules.kiln"


@pytest.mark.parametrize("name", COMPLETE)
def test_complete(name: str, tmp_path: Path) -> None:
    """A complete game is also clean for `kiln check`."""
    from kilnscript.check import check_game

    for block in blocks():
        if block.mark == f"complete: {name}":
            (tmp_path / file_of(block)).write_text(block.text, encoding="utf-8")
    loaded = load_model(tmp_path)
    assert loaded.game is not None and not loaded.diagnostics, [f"{d.span}: {d.message} ({d.hint})" for d in loaded.diagnostics]
    assert [f.message for f in check_game(loaded.game).findings] == []
    assert kilnscript.load(tmp_path).new().moves()
    assert played(tmp_path) == []


def test_every_block_is_marked() -> None:
    assert [block.line for block in blocks() if not block.mark] == []


def test_blocks_are_found() -> None:
    """The pattern above misses no fence."""
    text = REFERENCE.read_text(encoding="utf-8")
    assert len(blocks()) == len(re.findall(r"^```(?:kiln|yaml|csv)$", text, re.MULTILINE))
