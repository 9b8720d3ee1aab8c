"""Every two values of players and options meet in some set-up, wherever they can."""

from itertools import combinations, product
from pathlib import Path

import pytest

import kilnscript
from kilnscript.explore.setups import PLAYERS, Setup, possible, setups, usual_setup, values_of

GAMES = ["kiln", "kilnrow", "kilia", "classics/kalah", "classics/hearts", "classics/tic_tac_toe"]

YAML = """
game: small
title: Small
players: 2..4
options:
  duel: {title: Duel, default: yes, players: 2, otherwise: no, text: For two.}
  crowd: {title: Crowd, default: yes, players: 4, otherwise: no, text: For four.}
  size: {title: Size, range: 1..40, default: 7, text: How large it is.}
components: {stone: {title: Stone, copies: 3}}
places: {heap: {shape: pile, holds: stone, title: Heap}}
texts: {goal: Take the last stone.}
"""
RULES = """
setup: move stones to heap

play:
    repeat option.size times:
        if option.duel or option.crowd: shuffle heap
"""


def values(setup: Setup) -> dict[str, object]:
    return {PLAYERS: setup.players, **setup.options}


def check(game: kilnscript.Game) -> tuple[Setup, ...]:
    declared = game.model.declarations
    found = setups(declared)
    assert found[0] == usual_setup(declared)
    factors = {PLAYERS: list(game.players), **{o.name: values_of(declared, o) for o in declared.options.values()}}
    for one, other in combinations(factors, 2):
        for a, b in product(factors[one], factors[other]):
            wanted = {one: a, other: b}
            counts = [a] if one == PLAYERS else list(game.players)
            can = any(possible(declared, tuple({PLAYERS: n, **wanted}.items())) for n in counts)
            met = any(wanted.items() <= values(setup).items() for setup in found)
            assert met == can, (one, a, other, b)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_pairs_meet(name: str) -> None:
    game = kilnscript.load(name)
    found = check(game)
    assert len({str(setup) for setup in found}) == len(found)
    total = len(game.players)
    for option in game.model.declarations.options.values():
        total *= len(values_of(game.model.declarations, option))
    assert len(found) <= total


def test_options_for_some_numbers_of_players(tmp_path: Path) -> None:
    """A value that its number of players rules out is not tried there; of a long range both ends and the default are."""
    (tmp_path / "game.yaml").write_text(YAML, encoding="utf-8")
    (tmp_path / "rules.kiln").write_text(RULES, encoding="utf-8")
    found = check(kilnscript.load(tmp_path))
    assert not any(setup.options["duel"] and setup.options["crowd"] for setup in found)
    sizes = {setup.options["size"] for setup in found}
    assert {1, 7, 40} <= sizes and len(sizes) <= 8
    assert len(found) < 3 * 2 * len(sizes)
