"""Which games there are, and how many ways each can be set up; read from game.yaml alone, so that collecting the tests loads no rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import yaml

RULES = Path(__file__).resolve().parents[2] / "rules"
FULL_UP_TO = 32  # so many combinations of options are all played; beyond that, every pair of values


@dataclass(frozen=True)
class SetUp:
    """One way to begin a game."""

    folder: Path
    players: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.folder.relative_to(RULES).as_posix()}-{self.players}" + (f"-{chosen}" if chosen else "")


def folders() -> list[Path]:
    return sorted(path.parent for path in RULES.rglob("game.yaml"))


@cache
def set_ups(folder: Path) -> tuple[SetUp, ...]:
    """Every declared player count with every combination of options (every pair of values where that would be too many)."""
    declared = declarations(folder)
    low, _, high = str(declared["players"]).partition("..")
    found = []
    for players in range(int(low), int(high or low) + 1):
        choices = {}
        for name, option in declared.get("options", {}).items():
            only = option.get("players")
            if only is None or players in player_counts(str(only)):
                choices[name] = values(option, declared)
        found += [SetUp(folder, players, tuple(chosen.items())) for chosen in option_choices(choices)]
    return tuple(found)


def declarations(folder: Path) -> dict[str, Any]:
    """The top of game.yaml as plain data, every scalar a text; a folder that extends another is laid over it."""
    data = yaml.load((folder / "game.yaml").read_text(encoding="utf-8-sig"), yaml.BaseLoader)
    if "extends" in data:
        data = laid_over(declarations((folder / data["extends"]).resolve()), data)
    return dict(data)


def laid_over(below: Any, above: Any) -> Any:
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: laid_over(below.get(key), value) for key, value in above.items()}}
    return above


def player_counts(text: str) -> range:
    low, _, high = text.partition("..")
    return range(int(low), int(high or low) + 1)


def values(option: dict[str, Any], declared: dict[str, Any]) -> list[Any]:
    """The default first, so that the simplest combination is the one a reader knows."""
    if "values" in option:
        found = [plain(value) for value in option["values"]]
    elif "range" in option:
        found = list(player_counts(option["range"]))
        if len(found) > 5:
            found = [*found[:2], *found[-2:]]
    elif "is" in option:
        kind, *optional = option["is"].split()
        found = [*declared["kinds"][kind]["members"], *(["off"] if optional else [])]
    else:
        found = [False, True]
    default = plain(option["default"]) if "default" in option else found[0]
    return [default, *(value for value in found if value != default)]


def plain(text: str) -> Any:
    if text in ("yes", "no"):
        return text == "yes"
    if text == "none":
        return "off"
    return int(text) if text.lstrip("-").isdigit() else text


def option_choices(choices: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    total = 1
    for found in choices.values():
        total *= len(found)
    if total <= FULL_UP_TO:
        for chosen in product(*choices.values()):
            yield dict(zip(choices, chosen, strict=True))
    else:
        yield from pairwise(choices)


def pairwise(choices: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Few combinations in which every two values of two options meet; each takes, option by option, the value that meets most new pairs."""
    names = list(choices)
    left = {((a, x), (b, y)) for a, b in combinations(names, 2) for x in choices[a] for y in choices[b]}
    order = {pair: index for index, pair in enumerate(sorted(left, key=repr))}
    while left:
        (a, x), (b, y) = min(left, key=order.__getitem__)
        chosen = {a: x, b: y}
        for name in names:
            if name not in chosen:
                chosen[name] = max(choices[name], key=lambda value: new_pairs(names, left, chosen, name, value))
        left -= {((one, chosen[one]), (other, chosen[other])) for one, other in combinations(names, 2)}
        yield {name: chosen[name] for name in names}


def new_pairs(names: list[str], left: set[Any], chosen: dict[str, Any], name: str, value: Any) -> int:
    met = 0
    for other, found in chosen.items():
        pair = ((other, found), (name, value))
        met += (pair if names.index(other) < names.index(name) else pair[::-1]) in left
    return met
