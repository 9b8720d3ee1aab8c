"""Helpers of the model's tests: texts of rule files come in, what was read of them comes out."""

from pathlib import Path

from kilnscript.model.declare import Declared, declare
from kilnscript.model.load import Read, read_game
from kilnscript.source.load import SourceFiles
from kilnscript.source.yaml_file import read_yaml

HEAD = "game: sample\ntitle: Sample\nplayers: 2..4\n"


def declared(text: str, head: str = HEAD) -> Declared:
    root, found = read_yaml("game.yaml", head + text)
    assert root is not None, found
    assert not found
    return declare(root, SourceFiles(), {"game.yaml": Path()})


def codes(text: str, head: str = HEAD) -> list[str]:
    return [finding.code for finding in declared(text, head).diagnostics]


def write_game(folder: Path, game: str, rules: str | None = None, **files: str) -> Path:
    """``files``: more files by name, with `_` for the dot (``cards_csv``)."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    if rules is not None:
        (folder / "rules.kiln").write_text(rules, encoding="utf-8")
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def read(folder: Path) -> Read:
    return read_game(folder)
