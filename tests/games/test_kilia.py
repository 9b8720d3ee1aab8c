"""Kilia: its card lists have the structure that the rulebook gives them, and random games keep every invariant of the rules."""

import csv
import dataclasses
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from kilnscript.engine.stream import FastStream
from kilnscript.session.examples import open_example, run_example
from kilnscript.session.paying import paying

FOLDER = Path(__file__).resolve().parents[2] / "rules" / "kilia"
GOODS = ("salt", "grain", "brick", "wood")
ZONES = ("castle", "warehouse", "university", "shipyard")


@cache
def game() -> Any:
    return kilnscript.load(FOLDER)


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_action_cards() -> None:
    """96 cards, 24 of each colour; every ability occurs, each with what belongs to it and nothing else; no two designs are alike."""
    cards = rows("cards.csv")
    assert {zone: sum(int(c["copies"]) for c in cards if c["zone"] == zone) for zone in ZONES} == dict.fromkeys(ZONES, 24)
    faces = [tuple(value for key, value in card.items() if key not in ("id", "copies")) for card in cards]
    assert len(set(faces)) == len(faces)
    for card in cards:
        filled = {key for key in ("swap_a", "swap_b", "extra", "prize") if card[key]}
        assert filled == {"swap": {"swap_a", "swap_b"}, "extra": {"extra"}, "points": {"prize"}}[card["ability"]], card["id"]
        assert card["left"] or card["middle"] or card["right"]
    swaps = {frozenset((c["swap_a"], c["swap_b"])) for c in cards if c["ability"] == "swap"}
    assert swaps == {frozenset((a, b)) for a in GOODS for b in GOODS if a != b}
    assert {c["extra"] for c in cards} - {""} == set(ZONES)
    assert {c["prize"] for c in cards} - {""} == set(GOODS)


def test_contracts() -> None:
    """Four starting contracts, one of each colour, and 32 different others."""
    contracts = rows("contracts.csv")
    assert sorted(c["home"] for c in contracts if c["home"]) == sorted(ZONES)
    others = [tuple(c[key] for key in ("price", "reward", "any_goods", "renews", "points")) for c in contracts if not c["home"]]
    assert len(others) == len(set(others)) == 32
    assert all(c["copies"] == "1" for c in contracts)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("wheel", ["off", "full_zone"])
def test_random_games(players: int, wheel: str) -> None:
    """Games end; after every move all invariants hold; ships, chips, contracts, cards and sprats are all somewhere."""
    program = game().program(players, {"second_wheel": wheel})
    everything = Counter(piece.component for piece in program.world.pieces)
    assert everything["card"] == 96 and everything["contract"] == 36 and everything["sprats"] == 4
    assert everything["ship"] == 5 * players and everything["chip"] == 4 * players
    for seed in range(3):
        chance = random.Random(seed)
        state = program.begin(FastStream(seed))
        while not state.over:
            program.play(state, chance.choice(program.moves(state)), state.deciders[0])
            for rule in program.game.invariants:
                assert program.evaluate(rule.condition, state), rule.name
        found: Counter[str] = Counter()
        for place in program.world.places:
            found.update(program.world.pieces[piece].component for piece in program.contents(state, place.number))
        assert found == everything
        assert sum(state.score) == sum(state.points) > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_examples_do_not_hang_on_luck(players: int) -> None:
    """Each example holds whatever the shuffle is."""
    for example in game().model.examples:
        if example.players == players:
            for seed in (0, 1, 2):
                assert run_example(game(), dataclasses.replace(example, seed=seed)) is None, (example.name, seed)


def after_setup(session: Any) -> dict[str, Any]:
    """Everything that a session shows, and what it offers."""
    return {**session.view(), "moves": [str(move) for move in session.moves()], "log": session.log()}


@pytest.mark.parametrize("name", ["university_extra", "extra_action"])
def test_undo_inside_a_chain_of_actions_is_exact(name: str) -> None:
    """From an expansion with its improvement, bonuses and further actions, however deep, each step back shows just what was there, each
    step forward too, and the record replays."""
    example = next(e for e in game().model.examples if e.name == name)
    depths = set()
    for seed in range(6):
        chance = random.Random(seed)
        session = open_example(game(), example)
        seen = [after_setup(session)]
        while not session.over and len(seen) < 25:
            depths.add(len(session.view()["flow"]))
            moves = session.moves()
            expanding = [m for m in moves if str(m).split()[0] in ("expand", "hire", "study", "sign", "raise")]
            session.play(chance.choice(expanding or moves))
            seen.append(after_setup(session))
        for back in range(len(seen) - 2, -1, -1):
            session.undo()
            assert after_setup(session) == seen[back], (seed, back)
        for forth in range(1, len(seen)):
            session.redo()
            assert after_setup(session) == seen[forth], (seed, forth)
    assert max(depths) >= 5, "an improvement inside an expansion inside a turn"


def test_undo_in_the_middle_of_a_payment_is_exact() -> None:
    """Ways to pay are taken one by one and taken back, before the move and after an undo of it; the game changes with the last way only."""
    for seed in range(4):
        chance = random.Random(seed)
        session = game().new(players=2 + seed % 3, seed=seed)
        tried = 0
        while not session.over and tried < 40:
            move = chance.choice(session.moves())
            text = str(move).split()[0] + "".join(f" {word}" for word in str(move).split()[1:2])
            if str(move).startswith("expand "):
                tried += 1
                before = after_setup(session)
                now = paying(session, text)
                trail = [now]
                while now.move is None:
                    now = now.take(chance.choice(now.next).words)
                    trail.append(now)
                for earlier in reversed(trail[:-1]):
                    now = now.back()
                    assert (now.open, now.given, now.next) == (earlier.open, earlier.given, earlier.next)
                assert after_setup(session) == before
                done = trail[-1].move
                assert done is not None
                session.play(done)
                session.undo()
                assert after_setup(session) == before
                again = paying(session, text)
                assert (again.open, again.next) == (trail[0].open, trail[0].next)
                session.redo()
            else:
                session.play(move)
        assert tried > 5
