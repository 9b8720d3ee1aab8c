"""Loads a game: a folder or a shipped game's name comes in, the typed Game and every finding come out.

``rules_hash`` is SHA-256 over all files read, those of the first host first and the game's own last; in each folder game.yaml, then the
CSV files by name, rules.kiln, and (of the game itself) examples.kiln. Each file goes in as its name, a zero byte, its text without
byte-order mark, with "\\n" as line end and one at its end, and a zero byte. So the hash does not depend on where the folder lies.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from kilnscript.diagnostics import Diagnostic, Severity
from kilnscript.model.declare import Declared, declare
from kilnscript.model.declare.merge import merge
from kilnscript.model.declare.page import check_controls
from kilnscript.model.extend import action_names, extend, head, without_host
from kilnscript.model.folders import EXAMPLES_FILE, GAME_FILE, RULES_FILE, GameFolder, find_folder, read_folders
from kilnscript.model.game import Game
from kilnscript.source import tree
from kilnscript.source.kiln_file import read_kiln
from kilnscript.source.load import SourceFiles

ECHOES = ("K4", "K6")  # findings about names and structure, which a part that could not be read may cause elsewhere


@dataclass(frozen=True, slots=True)
class Loaded:
    """``game`` is None if there is an error. ``sources`` holds the texts, for whoever shows the findings."""

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]
    sources: SourceFiles


@dataclass(frozen=True, slots=True)
class Read:
    """Everything read of a game before its rules are typed. ``declared`` is None where a game.yaml could not be read; ``whole``: every part
    of the rules could be read and put in its place."""

    declared: Declared | None
    items: tuple[tree.Item, ...]
    examples: tuple[tree.Item, ...]
    whole: bool
    files: tuple[str, ...]
    rules_hash: str
    diagnostics: tuple[Diagnostic, ...]
    sources: SourceFiles


def load_model(folder: Path | str) -> Loaded:
    read = read_game(folder)
    if read.declared is None or not read.declared.complete:
        # Rules are not checked against declarations with holes: one mistake there would be many here.
        return Loaded(None, read.diagnostics, read.sources)
    from kilnscript.model.typing.game import type_game

    try:
        game, found = type_game(read.declared.declarations, read.declared.raw_texts, read.items, read.examples)
    except RecursionError:
        said, hint = "functions call each other in too long a chain to be worked out", "call fewer functions inside each other"
        whole = Diagnostic("K823", said, None, hint)
        return Loaded(None, in_order((*read.diagnostics, whole), read.files), read.sources)
    if not read.whole:
        found = tuple(finding for finding in found if not finding.code.startswith(ECHOES))
    diagnostics = in_order((*read.diagnostics, *found), read.files)
    if game is None or _has_errors(diagnostics):
        return Loaded(None, diagnostics, read.sources)
    return Loaded(replace(game, files=read.files, rules_hash=read.rules_hash), diagnostics, read.sources)


def read_game(folder: Path | str) -> Read:
    """The declarations and the trees of the rules, those of the game extended worked in."""
    sources = SourceFiles()
    path, found = find_folder(folder)
    chain: tuple[GameFolder, ...] = ()
    if path is not None:
        chain, found = read_folders(path, sources)
    if not chain:
        return Read(None, (), (), False, tuple(sources.texts), "", in_order(found, tuple(sources.texts)), sources)
    root = chain[-1].root
    for each in reversed(chain[:-1]):
        root = merge(root, each.root)
    declared = declare(root, sources, {each.file(GAME_FILE): each.path for each in chain})
    of_rules: list[Diagnostic] = []
    items: tuple[tree.Item, ...] = ()
    for index, each in enumerate(reversed(chain)):
        own = _read_kiln(each, RULES_FILE, sources, of_rules, needed=index == 0)
        items = extend(items, own, of_rules) if index else without_host(own, of_rules)
    whole = not of_rules
    if whole and declared.declarations.controls:
        of_rules += check_controls(declared.declarations.controls, action_names(items))
    examples = _read_kiln(chain[0], EXAMPLES_FILE, sources, of_rules, needed=False)
    of_rules += [_no_example(item) for item in examples if not isinstance(item, tree.Example)]
    files = tuple(sources.texts)
    diagnostics = in_order((*found, *declared.diagnostics, *of_rules), files)
    return Read(declared, items, examples, whole, files, rules_hash(chain, sources), diagnostics, sources)


def _read_kiln(folder: GameFolder, name: str, sources: SourceFiles, found: list[Diagnostic], needed: bool) -> tuple[tree.Item, ...]:
    """The items of a .kiln file; an empty tuple where there need not be one."""
    path = folder.path / name
    if not needed and not path.exists():
        return ()
    shown = folder.file(name)
    text, problems = sources.read_inside(folder.path, name, shown)
    if text is None:
        if needed and not path.exists():
            hint = "it says what happens; begin with `setup:` and `play:`"
            problems = (Diagnostic("K083", f"there is no {name} in `{folder.shown}`", None, hint),)
        found.extend(problems)
        return ()
    file, problems = read_kiln(shown, text)
    found.extend(problems)
    return file.items


def _no_example(item: tree.Item) -> Diagnostic:
    return Diagnostic("K389", f"only examples stand in {EXAMPLES_FILE}", head(item), f"move it to {RULES_FILE}")


def rules_hash(chain: tuple[GameFolder, ...], sources: SourceFiles) -> str:
    digest = hashlib.sha256()
    for folder in reversed(chain):
        start = folder.file("")
        names = [name.removeprefix(start) for name in sources.texts if name.startswith(start) and _belongs(name, folder, chain)]
        order = {GAME_FILE: 0, RULES_FILE: 2, EXAMPLES_FILE: 3}
        for name in sorted(names, key=lambda name: (order.get(name, 1), name)):
            text = sources.texts[start + name].rstrip("\n") + "\n"
            digest.update(f"{name}\0{text}\0".encode())
    return digest.hexdigest()


def _belongs(name: str, folder: GameFolder, chain: tuple[GameFolder, ...]) -> bool:
    """A game that lies inside the folder of another keeps its files to itself."""
    starts = [each.file("") for each in chain if name.startswith(each.file(""))]
    return max(starts, key=len) == folder.file("")


def in_order(found: tuple[Diagnostic, ...], files: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """By file (in the order read) and place; what has no place comes first; repetitions are left out."""
    number = {name: index for index, name in enumerate(files)}

    def key(finding: Diagnostic) -> tuple[int, int, int]:
        span = finding.span
        return (number.get(span.file, -1), span.line, span.column) if span else (-2, 0, 0)

    return tuple(sorted(dict.fromkeys(found), key=key))


def _has_errors(found: tuple[Diagnostic, ...]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in found)
