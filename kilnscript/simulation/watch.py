"""A game under way → how often each phase was gone through, and which actions and values were legal and chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from kilnscript.compile.constants import Value, none_of
from kilnscript.compile.names import python_name
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.model import types as t
from kilnscript.model.game import Game
from kilnscript.session.moves import MoveWords
from kilnscript.session.notation import item_type, things_in

Simple = (t.Kind, t.Piece, t.YesNo, t.Token, t.Player, t.Number, t.Direction, t.Axis, t.Cell, t.Line, t.Arrow, t.Place)
PAYING = (t.Payment, t.Amount)

_KNOWN: WeakKeyDictionary[MoveWords, dict[tuple[int, int, Value], list[str]]] = WeakKeyDictionary()  # (offer, parameter, thing) -> keys


@contextmanager
def counted_phases(program: Program) -> Iterator[Counter[str]]:
    """Counts the passes of phases in the game itself, and for a parameter that is a member of a kind those with each member (``grow``,
    ``grow zone=harbour``). What bots try out on copies is not logged, and that is how it is told apart."""
    counts: Counter[str] = Counter()
    names = {phase: f"_enter_{python_name(phase)}" for phase in program.game.phases}
    saved = {name: program.names[name] for name in names.values()}

    def counter(phase: str, enter: Any) -> Any:
        told = members_of_phase(program.game, phase)

        def enter_and_count(s: State, *arguments: Any) -> None:
            if s.log is not None:
                counts[phase] += 1
                for n, words in told:
                    if arguments[n] in words:
                        counts[words[arguments[n]]] += 1
            enter(s)

        return enter_and_count

    program.names.update({name: counter(phase, saved[name]) for phase, name in names.items()})
    try:
        yield counts
    finally:
        program.names.update(saved)


def members_of_phase(game: Game, phase: str) -> list[tuple[int, dict[int, str]]]:
    """For every parameter of a phase that is a member of a kind: its place, and the key of each member."""
    found = []
    for n, (name, kind) in enumerate(game.phases[phase].parameters):
        if isinstance(kind, t.Kind):
            members = game.declarations.kinds[kind.name].members
            found.append((n, {member: f"{phase} {name}={info.name}" for member, info in enumerate(members)}))
    return found


def countable(kind: t.Type) -> bool:
    """Whether the things that a parameter names are counted: not amounts, ways to pay and shapes."""
    return isinstance(item_type(kind), Simple)


class Usage:
    """Of one game. Keys are those of ``GameFacts.used``."""

    def __init__(self, words: MoveWords) -> None:
        self.program = words.program
        self.notation = words.texts.notation
        self.used: list[Counter[str]] = [Counter() for _ in range(self.program.players)]
        self.legal: Counter[str] = Counter()
        self.known: dict[tuple[int, int, Value], list[str]] = _KNOWN.setdefault(words, {})
        self.named = [offer.action for offer in self.program.offers]
        self.counted = [[n for n, p in enumerate(offer.parameters, 1) if countable(p.type)] for offer in self.program.offers]
        self.paid = [{n for n, p in enumerate(offer.parameters, 1) if isinstance(p.type, PAYING)} for offer in self.program.offers]

    def choices(self, moves: Sequence[RawMove]) -> int:
        """How many moves there are when the ways to pay for one thing count once."""
        if not any(self.paid[move[0]] for move in moves):
            return len(moves)
        return len({tuple(v for n, v in enumerate(move) if n not in self.paid[move[0]]) for move in moves})

    def decision(self, state: State, moves: Sequence[RawMove]) -> None:
        """What is legal at a decision."""
        keys = {self.named[move[0]] for move in moves}
        for offer, n, value in {(move[0], n, move[n]) for move in moves for n in self.counted[move[0]]}:
            keys.update(self.keys(offer, n, value, state))
        self.legal.update(keys)

    def chosen(self, state: State, seat: int, move: RawMove) -> None:
        keys = {self.named[move[0]]}
        for n in self.counted[move[0]]:
            keys.update(self.keys(move[0], n, move[n], state))
        self.used[seat].update(keys)

    def keys(self, offer: int, n: int, value: Value, state: State) -> list[str]:
        kind = self.program.offers[offer].parameters[n - 1].type
        found: list[str] = []
        for item in things_in(value, kind):
            known = self.known.get((offer, n, item))
            found += self.item_keys(offer, n, item, state) if known is None else known
        return found

    def item_keys(self, offer: int, n: int, item: Value, state: State) -> list[str]:
        """Kept, unless the thing is a piece that may look otherwise another time."""
        parameter = self.program.offers[offer].parameters[n - 1]
        start, kind = f"{self.named[offer]} {parameter.name}", item_type(parameter.type)
        none = item is None or (item == none_of(kind) and not isinstance(item, bool))
        if none or not isinstance(kind, t.Piece):
            found = [f"{start}={'none' if none else self.notation.write(item, kind, state) or 'none'}"]
        else:
            members = [f"{start}.{attribute}={member}" for attribute, member in self.members(item)]
            found = [f"{start}={self.notation.piece(item, state)}", *members]
            if self.notation.changes[item]:
                return found
        self.known[offer, n, item] = found
        return found

    def members(self, piece: int) -> list[tuple[str, str]]:
        """(attribute, member) for what a piece always has of the game's kinds."""
        info, declarations = self.program.world.pieces[piece], self.program.game.declarations
        found = []
        for attribute, kind in declarations.components[info.component].has.items():
            inner, value = kind.item if isinstance(kind, t.Optional) else kind, info.values[attribute]
            if isinstance(inner, t.Kind) and value is not None and value >= 0:
                found.append((attribute, declarations.kinds[inner.name].members[value].name))
        return found

    def possible(self) -> list[str]:
        """Every key that the declarations speak of, whether or not it is ever legal: actions, and for their parameters the members of kinds
        and the pieces that do not change."""
        world = self.program.world
        found: dict[str, None] = {}
        for number, offer in enumerate(self.program.offers):
            found[self.named[number]] = None
            for n in self.counted[number]:
                parameter = offer.parameters[n - 1]
                start = f"{self.named[number]} {parameter.name}"
                match item_type(parameter.type):
                    case t.Kind(name=name):
                        found.update((f"{start}={member}", None) for member in self.notation.members(name))
                    case t.Piece(components=components) if components is not None:
                        for piece in (piece for component in components for piece in world.pieces_of[component]):
                            if not self.notation.changes[piece]:
                                found[f"{start}={self.notation.pieces.word(piece, {})}"] = None
        return list(found)
