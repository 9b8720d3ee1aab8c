"""All mistakes that can be made in a game, and a choice of them: a folder and a seed come in, mutants come out, the same every time."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from kilnscript.source import tree
from kilnscript.source.csv_file import read_csv
from kilnscript.source.kiln_file import read_kiln
from kilnscript.source.yaml_file import read_yaml
from kilnscript.source.yaml_tree import YamlMapping, YamlScalar
from tests.mutants import data, rules
from tests.mutants.edits import Mutant, Text, one_line
from tests.mutants.walk import of_play, sites

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("kiln", "glazewick", "kilnrow", "kilia")
SEED = 1
MOST = 3  # of one operator in one game


def operators() -> dict[str, str]:
    """Every operator with what it does."""
    found = {name: what for name, (what, _) in (*rules.OPERATORS.items(), *data.OPERATORS.items())}
    return {**found, **data.CSV_OPERATORS}


def all_mutants(folder: Path) -> list[Mutant]:
    """Every mistake that the operators can make in a game; equal ones in one declaration are numbered."""
    times: Counter[str] = Counter()
    found = []
    for mutant in (*of_rules(folder), *of_data(folder), *of_tables(folder)):
        numbered = replace(mutant, number=times[mutant.key])
        times[mutant.key] += 1
        found.append(numbered)
    return found


def chosen(folder: Path, seed: int = SEED, most: int = MOST) -> list[Mutant]:
    """For each operator the mutants whose names hash lowest: a change elsewhere in the rules leaves the others chosen as they were."""
    by_operator: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in all_mutants(folder):
        by_operator[mutant.operator].append(mutant)
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.is_file()}
    found: list[Mutant] = []
    seen: set[tuple[str, str]] = set()
    for name in operators():
        left = most
        for mutant in sorted(by_operator[name], key=lambda m: lot(m, seed)):
            made = (mutant.file, mutant.apply(texts[mutant.file]))
            if left and made not in seen:  # what another operator has made already counts once
                seen.add(made)
                found.append(mutant)
                left -= 1
    return found


def lot(mutant: Mutant, seed: int) -> str:
    return hashlib.sha256(f"{seed} {mutant.key}".encode()).hexdigest()


def of_rules(folder: Path) -> Iterator[Mutant]:
    text = Text.read(folder / "rules.kiln")
    file, problems = read_kiln("rules.kiln", text.text)
    assert not problems, problems
    root = yaml_root(folder)
    around = rules.Around(text, hidden(root), owned(root))
    for item in of_play(file.items):
        for site in sites(item):
            for name, (_, make) in rules.OPERATORS.items():
                for change, edits in make(site, around):
                    yield Mutant(folder.name, name, text.name, site.node.span.line, title(item), one_line(change), edits)


def title(item: Any) -> str:
    """`phase copy`, `setup`, `rank`."""
    kind = {tree.EndWatch: "end game"}.get(type(item), type(item).__name__.lower())
    return f"{kind} {item.name}" if hasattr(item, "name") else kind


def yaml_root(folder: Path) -> YamlMapping:
    root, problems = read_yaml("game.yaml", (folder / "game.yaml").read_text(encoding="utf-8"))
    assert root is not None and not problems, problems
    return root


def hidden(root: YamlMapping) -> tuple[str, ...]:
    """Places that not everybody sees."""
    return tuple(name for name, place in places(root).items() if "sees" in place.entries)


def places(root: YamlMapping) -> dict[str, YamlMapping]:
    node = root.entries["places"][1]
    assert isinstance(node, YamlMapping)
    return {name: place for name, (_, place) in node.entries.items() if isinstance(place, YamlMapping)}


def owned(root: YamlMapping) -> tuple[str, ...]:
    """Places and variables that each seat has."""
    found = []
    for group in ("places", "variables"):
        node = root.entries[group][1]
        assert isinstance(node, YamlMapping)
        for name, (_, entry) in node.entries.items():
            per = entry.entries.get("per") if isinstance(entry, YamlMapping) else None
            if per is not None and (not isinstance(per[1], YamlScalar) or per[1].value == "player"):
                found.append(name)
    return (*found, "score")


def of_data(folder: Path) -> Iterator[Mutant]:
    text = Text.read(folder / "game.yaml")
    root = yaml_root(folder)
    around = data.AroundData(text, hidden(root))
    for entry in data.entries(root):
        for name, (_, make) in data.OPERATORS.items():
            for change, edits in make(entry, around):
                yield Mutant(folder.name, name, text.name, entry.key_span.line, entry.place, one_line(change), edits)


def of_tables(folder: Path) -> Iterator[Mutant]:
    for path in sorted(folder.glob("*.csv")):
        text = Text.read(path)
        table, problems = read_csv(path.name, text.text)
        assert table is not None and not problems, problems
        for name, row, line, (change, edits) in data.csv_changes(table, text):
            yield Mutant(folder.name, name, path.name, line, f"{path.name} {row}", one_line(change), edits)
