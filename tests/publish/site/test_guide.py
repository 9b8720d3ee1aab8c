"""Every code block of the hand-written guide is run: files are written, commands carried out, what they print is compared."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "site" / "guide"
BLOCK = re.compile(r'^```(?P<language>\w+)(?: title="(?P<file>[^"]+)")?(?: (?P<mark>\w+))?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """``mark``: `add` (to the end of the file), `part` (of what was printed)."""

    language: str
    file: str | None
    mark: str | None
    text: str


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = [Block(match["language"], match["file"], match["mark"], match["text"]) for match in BLOCK.finditer(text)]
    assert 2 * len(found) == len(FENCE.findall(text)), "every block has to say what it is"
    return found


@pytest.mark.parametrize("page", sorted(GUIDE.glob("*.md")), ids=lambda page: page.stem)
def test_every_block(page: Path, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    kiln = programs / "kiln"
    kiln.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kilnscript.cli "$@"\n', encoding="utf-8")
    kiln.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    printed = ""
    for block in blocks(page):
        if block.file is not None:
            path = work / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text(encoding="utf-8") + "\n" if block.mark == "add" else ""
            path.write_text(before + block.text, encoding="utf-8")
        elif block.language == "sh":
            done = subprocess.run(["sh", "-e", "-c", block.text], cwd=work, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, (block.text, done.stdout, done.stderr)
            printed = done.stdout + done.stderr
        else:
            assert block.language == "text", block
            wanted = block.text.strip()
            assert wanted in printed if block.mark == "part" else wanted == printed.strip(), printed
    assert not (page.stem == "tutorial" and not (work / "site" / "index.html").is_file())
