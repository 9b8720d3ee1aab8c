"""A game and values for what may be tuned → a folder that extends the game and holds only what differs."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kilnscript.model.declarations import Tuned
from kilnscript.model.folders import GAME_FILE, find_folder, shipped_games

PLAIN = re.compile(r"-?[0-9]{1,9}(?:\.\.-?[0-9]{1,9}(?: step [0-9]{1,9})?)?\Z|[A-Za-z_][A-Za-z0-9_ ]*[A-Za-z0-9_]\Z|[A-Za-z]\Z")


def extends_text(game: str | Path, folder: Path) -> str:
    """What stands after `extends:` in a folder: the name of a shipped game, else the way from there. The game is known to be there."""
    found, _ = find_folder(game)
    assert found is not None
    if isinstance(game, str) and shipped_games().get(game) == found:
        return game.rpartition("/")[2]
    return Path(os.path.relpath(found.resolve(), folder.resolve())).as_posix()


def write_folder(
    game: str | Path, folder: Path, values: Mapping[str, str], tuned: Mapping[str, Tuned], more: Mapping[str, Any], head: Sequence[str] = ()
) -> None:
    """``more``: other keys of game.yaml; ``head``: lines of comment. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    data: dict[str, Any] = {"extends": extends_text(game, folder), **more, **overlay(values, tuned)}
    lines = [f"# {line}" for line in head]
    lines += [f"{key}: {written(value)}" if not isinstance(value, dict) else f"{key}:{block(value)}" for key, value in data.items()]
    (folder / GAME_FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")


def overlay(values: Mapping[str, str], tuned: Mapping[str, Tuned]) -> dict[str, Any]:
    """Nested mappings with the values that differ; of a list the whole of it, since lists are replaced."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        knob = tuned[name]
        if value == knob.now:
            continue
        *way, last = knob.path
        if knob.listed is not None:
            *way, name_of_list = way
        here = found
        for key in way:
            here = here.setdefault(key, {})
        if knob.listed is None:
            here[last] = value
        else:
            here.setdefault(name_of_list, list(knob.listed))[int(last) - 1] = value
    return found


def block(data: Mapping[str, Any]) -> str:
    return "".join(f"\n  {key}: {written(value)}" for key, value in data.items())


def written(value: Any) -> str:
    """On one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    text = str(value)
    return text if PLAIN.match(text) else json.dumps(text, ensure_ascii=False)
