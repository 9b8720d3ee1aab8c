"""Finds a game's files: a folder or a shipped game's name comes in, the game.yaml files of it and of all it extends come out."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.source.load import SourceFiles, host_folder, shown_path
from kilnscript.source.resources import rules_folder
from kilnscript.source.yaml_file import read_yaml
from kilnscript.source.yaml_tree import YamlMapping, YamlScalar

GAME_FILE, RULES_FILE, EXAMPLES_FILE = "game.yaml", "rules.kiln", "examples.kiln"
MOST_LEVELS = 8


@dataclass(frozen=True, slots=True)
class GameFolder:
    """``shown`` is the path as the author knows it; ``root`` holds game.yaml as written there."""

    path: Path
    shown: str
    root: YamlMapping

    def file(self, name: str) -> str:
        return f"{self.shown}/{name}" if self.shown != "." else name


def shipped_games() -> dict[str, Path]:
    """Every game that comes with KilnScript, by its name (`kiln`, `chess`) and, for the classics, by `classics/chess` too."""
    found: dict[str, Path] = {}
    top = rules_folder()
    for path in sorted(top.glob("*/game.yaml")):
        found[path.parent.name] = path.parent
    for path in sorted(top.glob("classics/*/game.yaml")):
        found.setdefault(path.parent.name, path.parent)
        found[f"classics/{path.parent.name}"] = path.parent
    return found


def find_folder(game: Path | str) -> tuple[Path | None, tuple[Diagnostic, ...]]:
    """A folder goes before a shipped game of that name, if there is a game in it."""
    written = str(game)
    try:
        folder = Path(game)
        if (folder / GAME_FILE).is_file():
            return folder, ()
        is_file, is_folder = folder.is_file(), folder.is_dir()
    except (OSError, ValueError):
        is_file = is_folder = False
        folder = Path("?")
    if isinstance(game, str):
        top = rules_folder()
        for candidate in (top / game, top / "classics" / game):
            if _is_name(game) and (candidate / GAME_FILE).is_file():
                return candidate, ()
    if is_file:
        hint = (
            f"name its folder: `{shown_path(folder.parent)}`"
            if (folder.parent / GAME_FILE).is_file()
            else "a game is a folder that holds a game.yaml"
        )
        return None, (Diagnostic("K081", f"`{written}` is a file, and a game is a folder", None, hint),)
    games = shipped_games()
    if is_folder:
        inside = sorted(path.parent.name for path in folder.glob("*/game.yaml"))
        hint = (
            f"name one of the games in it: {listing(inside)}" if inside else "`kiln new NAME` makes a folder with everything a game needs"
        )
        if not inside and (other := next((name for name in ("game.yml", "Game.yaml") if (folder / name).exists()), None)):
            hint = f"rename `{other}` to `game.yaml`"
        return None, (Diagnostic("K082", f"there is no game.yaml in `{written}`", None, hint),)
    written = written if len(written) < 200 else written[:200] + "…"
    hint = did_you_mean(written, games) or f"the games that come with KilnScript are {listing((n for n in games if '/' not in n), 20)}"
    return None, (Diagnostic("K080", f"there is no game `{written}`", None, hint),)


def _is_name(game: str) -> bool:
    parts = game.split("/")
    return len(parts) <= 2 and all(part.isidentifier() and len(part) < 100 for part in parts)


def plain_path(path: Path) -> Path:
    """`rules/short/../kiln` as `rules/kiln`, unless a link on the way makes that another folder."""
    plain = Path(os.path.normpath(path))
    try:
        return plain if plain.samefile(path) else path
    except OSError:
        return path


def read_folders(folder: Path, sources: SourceFiles) -> tuple[tuple[GameFolder, ...], tuple[Diagnostic, ...]]:
    """The game's folder first, then the one it extends, and so on. Nothing if a game.yaml cannot be read."""
    chain: list[GameFolder] = []
    found: list[Diagnostic] = []
    seen: set[Path] = set()
    path: Path | None = folder
    named_at: Span | None = None
    while path is not None:
        shown = shown_path(path)
        real = path.resolve()
        if real in seen:
            said = "itself" if chain[-1].path.resolve() == real else f"`{shown}`, which is built on it"
            found.append(Diagnostic("K381", f"`{chain[-1].shown}` extends {said}", named_at, "extend a game that does not lead back here"))
            return (), tuple(found)
        if len(chain) == MOST_LEVELS:
            found.append(
                Diagnostic(
                    "K382", f"games extend each other over more than {MOST_LEVELS} levels", named_at, "extend a game nearer to the first"
                )
            )
            return (), tuple(found)
        seen.add(real)
        name = f"{shown}/{GAME_FILE}" if shown != "." else GAME_FILE
        text, problems = sources.read_inside(path, GAME_FILE, name, named_at)
        found.extend(problems)
        if text is None:
            return (), tuple(found)
        root, problems = read_yaml(name, text)
        found.extend(problems)
        if root is None:
            return (), tuple(found)
        chain.append(GameFolder(path, shown, root))
        extends = root.entries.get("extends")
        if extends is None or not isinstance(extends[1], YamlScalar):
            return tuple(chain), tuple(found)
        named_at = extends[1].span
        path, problems = host_folder(path, extends[1].value, named_at)
        path = path and plain_path(path)
        if path is None and (hint := did_you_mean(extends[1].value, shipped_games())):
            problems = tuple(replace(problem, hint=hint) for problem in problems)
        found.extend(problems)
    return (), tuple(found)
