"""The enumerator and the validator are one, and looking changes nothing: at random positions of every game under rules/."""

import random
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.engine.stream import HashStream
from kilnscript.model import types as t
from tests.games.shelf import RULES, SetUp, folders, set_ups

POSITIONS = 25  # looked at in one game, spread over its first MOST moves
MOST = 250
WRONG = 12  # moves that are not listed, tried at one position


def universe(program: Program, kind: t.Type) -> range:
    """Every value that a numbered thing of the type could have, none included."""
    world = program.world
    kind = kind.item if isinstance(kind, t.Optional) else kind
    match kind:
        case t.Cell():
            return range(-1, len(world.cells))
        case t.Line():
            return range(-1, len(world.lines))
        case t.Arrow():
            return range(-1, len(world.arrows))
        case t.Piece():
            return range(-1, len(world.pieces))
        case t.Place():
            return range(-1, len(world.places))
        case t.Kind():
            return range(-1, len(world.declarations.kinds[kind.name].members))
        case t.Player():
            return range(-1, program.players)
        case _:
            return range(-1, 12)


def other_value(program: Program, kind: t.Type, value: Any, rng: random.Random) -> Any:
    """Another value of the type, legal or not."""
    inner = kind.item if isinstance(kind, t.Optional) else kind
    if isinstance(inner, (t.SetOf, t.ListOf)):
        item = rng.choice(universe(program, inner.item))
        if isinstance(value, int):
            return value ^ (1 << max(item, 0))
        return (*value, item) if rng.random() < 0.5 else value[1:]
    return rng.choice(universe(program, kind))


def everything(state: State) -> dict[str, Any]:
    """All that a state holds, as texts. `steps` only counts what takes long, `player` is set by every question with a seat."""
    names = {name for cls in type(state).__mro__ for name in getattr(cls, "__slots__", ())} - {"steps", "stream", "player"}
    found = {name: repr(getattr(state, name)) for name in names if name != "start"}
    assert isinstance(state.stream, HashStream)
    return {**found, "stream": state.stream.position, "start": None if state.start is None else everything(state.start)}


def look(program: Program, state: State, move: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a move is compared by: pieces by what they look like."""

    def of(value: Any, kind: t.Type) -> Any:
        kind = kind.item if isinstance(kind, t.Optional) else kind
        if isinstance(kind, t.Piece):
            return program.names["_look"](state, value)
        if isinstance(kind, (t.SetOf, t.ListOf)) and isinstance(kind.item, t.Piece):
            pieces = program.names["_bits"](value) if isinstance(value, int) else value
            return sorted(repr(program.names["_look"](state, piece)) for piece in pieces)
        return value

    offer = program.offers[move[0]]
    return (move[0], *(repr(of(value, p.type)) for value, p in zip(move[1:], offer.parameters, strict=True)))


def check_position(program: Program, state: State, rng: random.Random) -> None:
    before = everything(state)
    for seat in state.deciders:
        listed = program.moves(state, seat if len(state.deciders) > 1 else None)
        assert len(set(map(repr, listed))) == len(listed)
        looks = {look(program, state, move) for move in listed}
        assert len(looks) == len(listed), "two moves that look alike"
        for move in listed if len(listed) < 40 else rng.sample(listed, 40):
            assert program.refuse(state, move, seat) is None, program.offers[move[0]].action
        for _ in range(WRONG):
            offer = program.offers[rng.choice(program.decisions[state.decision].offers)]
            if offer.kind in ("skip", "reset", "commit") or not offer.parameters:
                continue
            mine = [move for move in listed if move[0] == offer.number]
            wrong = made_up(program, state, offer, rng.choice(mine) if mine else None, seat, rng)
            if wrong is None or wrong in listed:
                continue
            refusal = program.refuse(state, wrong, seat)
            if refusal is None:
                assert look(program, state, wrong) in looks, (offer.action, wrong)
        for number in program.decisions[state.decision].offers:
            if program.offers[number].parameters:
                program.domain(state, number, (), seat)
    assert everything(state) == before


def made_up(program: Program, state: State, offer: Any, near: Any, seat: int, rng: random.Random) -> tuple[Any, ...] | None:
    """A move that is probably not legal: a legal one with one argument changed, or values that are on offer, requirements not looked at."""
    if any(isinstance(p.type, t.Payment) for p in offer.parameters):
        return None
    if near is not None and rng.random() < 0.6:
        at = rng.randrange(len(offer.parameters))
        value = other_value(program, offer.parameters[at].type, near[at + 1], rng)
        return (*near[: at + 1], value, *near[at + 2 :])
    chosen: list[Any] = []
    for _ in offer.parameters:
        domain = program.domain(state, offer.number, chosen, seat)
        if not domain:
            return None
        chosen.append(rng.choice(domain))
    return (offer.number, *chosen)


def copies_are_apart(program: Program, state: State, rng: random.Random) -> None:
    """What happens to a copy does not happen to the original, and both go on alike."""
    before = everything(state)
    one, other = state.copy(), state.copy()
    assert everything(one) == before
    seat = rng.choice(state.deciders)
    move = rng.choice(program.moves(one, seat))
    program.play(one, move, seat)
    assert everything(state) == before
    assert everything(other) == before
    program.moves(other, seat)
    program.play(other, move, seat)
    assert everything(other) == everything(one)


def some_set_ups() -> list[SetUp]:
    """The first and the last combination of each player count's options."""
    found = []
    for folder in folders():
        by_players: dict[int, list[SetUp]] = {}
        for set_up in set_ups(folder):
            by_players.setdefault(set_up.players, []).append(set_up)
        counts = sorted(by_players)
        found += [by_players[counts[0]][0], by_players[counts[-1]][-1]]
    return list(dict.fromkeys(found))


def program_of(set_up: SetUp) -> Program:
    try:
        program: Program = loaded(set_up.folder).program(set_up.players, dict(set_up.options))
    except kilnscript.NotSupported as reason:
        pytest.skip(str(reason))
    return program


GAMES: dict[Path, Any] = {}


def loaded(folder: Path) -> Any:
    if folder not in GAMES:
        GAMES[folder] = kilnscript.load(folder)
    return GAMES[folder]


@pytest.mark.parametrize("set_up", some_set_ups(), ids=lambda s: f"{s.folder.relative_to(RULES).as_posix()}-{s.players}")
def test_moves_and_refusals(set_up: SetUp) -> None:
    program = program_of(set_up)
    rng = random.Random(11)
    looked_at = 0
    for game in range(3):
        state = program.begin(HashStream(bytes([game])))
        for number in range(MOST):
            if state.over:
                break
            if rng.random() < 3 * POSITIONS / MOST / 2 or number < 3:
                check_position(program, state, rng)
                copies_are_apart(program, state, rng)
                looked_at += 1
            seat = rng.choice(state.deciders)
            program.play(state, rng.choice(program.moves(state, seat)), seat)
        if looked_at >= POSITIONS:
            break
