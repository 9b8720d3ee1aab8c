"""Folders of rule files → the pages of the site, one game at a time; a game whose files did not change is not read again."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from kilnscript.model.folders import GAME_FILE, read_folders
from kilnscript.publish.pages.build import page
from kilnscript.publish.site.html import Body, body
from kilnscript.publish.site.listing import declared, listing
from kilnscript.publish.site.quick import quick
from kilnscript.publish.site.reports import FOLDER as REPORTS
from kilnscript.publish.site.reports import TITLE, figures
from kilnscript.session.game import Game, load
from kilnscript.source.load import SourceFiles

MOST_LEVELS = 4  # of folders below the rules folder in which games are looked for
SKIPPED = {"node_modules", "build", "dist", "site-packages", "__pycache__"}
PARTS = re.compile(r"[^A-Za-z0-9_.-]+")

Stamp = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class SitePage:
    """``path``: below the folder of games, with `.md` as MkDocs wants it. ``source``: the file that it is about. Addresses in the body that
    begin with `page:` are paths of such pages. ``searched``: whether the site's search knows it; what only says again what stands on the
    help page is left out."""

    path: str
    title: str
    body: Body
    source: Path
    searched: bool = True

    @property
    def key(self) -> str:
        """Changes when the page does."""
        return sha256(f"{self.title}\0{self.body.html}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class GameSite:
    """All pages of one game; the first is its help page. ``folders``: where its rules stand."""

    title: str
    path: str
    pages: tuple[SitePage, ...]
    folders: tuple[Path, ...]


def find_games(rules: Path) -> list[Path]:
    """Folders with a game.yaml: this one, or those below it, in order of their paths."""
    if (rules / GAME_FILE).is_file():
        return [rules]
    found: list[Path] = []
    for path, folders, files in os.walk(rules):
        depth = len(Path(path).relative_to(rules).parts)
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in SKIPPED) if depth < MOST_LEVELS else []
        if GAME_FILE in files:
            found.append(Path(path))
    return sorted(found)


def stamp(folders: Iterable[Path]) -> Stamp:
    """Names, times and sizes of the files of a game."""
    found = []
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.is_file():
                        status = entry.stat()
                        found.append((entry.path, status.st_mtime_ns, status.st_size))
        except OSError:
            found.append((str(folder), -1, -1))
    return tuple(sorted(found))


class Games:
    """Keeps what was made from each folder."""

    def __init__(self) -> None:
        self.made: dict[Path, tuple[Stamp, GameSite]] = {}

    def site(self, folder: Path, path: str) -> GameSite:
        """``path``: of the game's pages. Raises RuleErrors, NotSupported, and UsageError for a report that is none."""
        known = self.made.get(folder)
        if known is not None and known[1].path == path and known[0] == stamp(known[1].folders):
            return known[1]
        chain, _ = read_folders(folder, SourceFiles())
        folders = (*(tuple(part.path for part in chain) or (folder,)), folder / REPORTS)
        before = stamp(folders)
        made = game_site(load(folder), folder, path, folders)
        self.made[folder] = (before, made)
        return made


def address(folder: Path, rules: Path) -> str:
    """A path for the pages of a game: letters, digits, `_`, `-` and `.` only."""
    parts = folder.relative_to(rules).parts or (folder.resolve().name,)
    return "/".join(PARTS.sub("-", part).strip(".-") or "game" for part in parts)


def addresses(folders: Iterable[Path], rules: Path) -> Iterator[tuple[Path, str]]:
    """No two alike."""
    seen: set[str] = set()
    for folder in folders:
        wanted = found = address(folder, rules)
        number = 2
        while found.lower() in seen:
            found, number = f"{wanted}-{number}", number + 1
        seen.add(found.lower())
        yield folder, found


@dataclass(frozen=True, slots=True)
class Listed:
    """A rule file: its page below the game's, its name as a title, its text."""

    page: str
    title: str
    text: str


def rule_files(game: Game, folder: Path) -> list[Listed]:
    """Own files first; those of a game that it extends bear the name of that folder."""
    found: list[Listed] = []
    taken: set[str] = set()
    for shown, text in sorted(game.sources.items(), key=lambda item: (not same_folder(item[0], folder), item[0])):
        path = Path(shown)
        title = path.name if same_folder(shown, folder) else f"{path.parent.name}/{path.name}"
        wanted = page_name = PARTS.sub("-", title).strip(".-") or "file"
        number = 2
        while page_name in taken:
            page_name, number = f"{wanted}-{number}", number + 1
        taken.add(page_name)
        found.append(Listed(page_name, title, text))
    return found


def same_folder(shown: str, folder: Path) -> bool:
    return Path(shown).parent.name == folder.resolve().name or Path(shown).parent == Path(".")


def game_site(game: Game, folder: Path, path: str, folders: tuple[Path, ...]) -> GameSite:
    found = page(game.model)
    rules = folder / "rules.kiln"
    files = rule_files(game, folder)
    places: dict[str, tuple[str, str]] = {}
    for file in files:
        for name, line in declared(file.title, file.text).items():
            places.setdefault(name, (f"page:{path}/files/{file.page}.md#line-{line}", f"{file.title}:{line}"))
    told = figures(game, folder, f"page:{path}/index.md")
    help_page = body(found, links(path, told is not None), places.get)
    pages = [
        SitePage(f"{path}/index.md", game.title, help_page, rules),
        SitePage(f"{path}/quick.md", "Quick reference", quick(found), rules, searched=False),
    ]
    if told is not None:
        pages.append(SitePage(f"{path}/figures.md", TITLE, told, rules))
    for file in files:
        shown = listing(f"{game.title}: {file.title}", file.title, file.text, help_page.anchors, f"page:{path}/index.md")
        pages.append(SitePage(f"{path}/files/{file.page}.md", file.title, shown, folder / file.title, searched=False))
    return GameSite(game.title, path, tuple(pages), folders)


def links(path: str, figures: bool) -> str:
    """To the other pages of the game."""
    found = [f'<a href="page:{path}/quick.md">Quick reference on one A4 page</a>']
    if figures:
        found.append(f'<a href="page:{path}/figures.md">Figures of play</a>')
    return f'<p class="kiln-pages">{" · ".join(found)}</p>'
