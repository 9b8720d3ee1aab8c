"""How many pieces and tokens can lie where: statements come in; moves and draws that ask for more than there is, or for more room, go out.

The statements are gone through with an upper bound for every family of places and every component. Loops over seats, places and members are
gone through pass by pass; what only play decides may have put everything anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from kilnscript.check.decided import bare
from kilnscript.check.settings import Setting
from kilnscript.check.trees import walk
from kilnscript.compile.constants import NotConstant, Value
from kilnscript.compile.world import World
from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.game import Game

Bounds = dict[tuple[str, str], int]  # (family of places, component or token): how many lie there at most
STEPS = 20_000  # statements gone through for one body
MOVING = (st.MovePieces, st.MoveTokens, st.Draw, st.Slide, st.PassOn, st.Pay, st.Decision, st.CloseUp)


class TooLong(Exception):
    """The body has more passes than ``STEPS``."""


class Stock:
    """``lacks`` is called with where, how many are asked for, how many there can be, and whether pieces or room are short."""

    def __init__(self, game: Game, setting: Setting, world: World, lacks: Callable[[Span, int, int, str], None]) -> None:
        self.game, self.setting, self.world, self.lacks = game, setting, world, lacks
        self.totals = {name: len(pieces) for name, pieces in world.pieces_of.items()}
        self.supplies: dict[str, int] = {}
        for token in game.declarations.tokens.values():
            if token.supply is not None:
                self.supplies[token.name] = world.constants.number(token.supply)
        self.tokens = list(game.declarations.tokens)
        self.most: Bounds = {}
        self.steps = 0

    def at_start(self) -> None:
        """Pieces in the box and in layouts, tokens in the supply."""
        self.most = {("box", name): total for name, total in self.totals.items()}
        self.most |= {("supply", name): supply for name, supply in self.supplies.items()}
        for place in self.game.declarations.places.values():
            if place.start is not None:
                self.most |= {(place.name, name): self.totals[name] for name in place.holds if name in self.totals}

    def anywhere(self) -> None:
        """Everything may lie wherever it fits."""
        self.at_start()
        for place in self.game.declarations.places.values():
            for name in place.holds:
                if name in self.totals:
                    self.most[place.name, name] = self.totals[name]

    # ---- statements --------------------------------------------------------------------------------------------------

    def block(self, block: st.Block | None, depth: int = 0) -> None:
        for statement in () if block is None else block.statements:
            self.statement(statement, depth)

    def statement(self, statement: st.Statement, depth: int) -> None:
        self.steps += 1
        if self.steps > STEPS or depth > 40:
            raise TooLong
        match statement:
            case st.Draw():
                self.draw(statement)
            case st.MovePieces():
                self.move(statement)
            case st.MoveTokens():
                self.pay(statement)
            case st.Let():
                self.name(statement.name, self.constant(statement.value))
            case st.If():
                self.either(self.constant(statement.condition), statement.then, statement.otherwise, depth)
            case st.Rule():
                self.either(True if statement.when is None else self.constant(statement.when), statement.block, None, depth)
            case st.Case():
                self.alternatives((*(arm.block for arm in statement.arms), statement.otherwise), depth)
            case st.ForEach():
                self.each(statement, depth)
            case st.RepeatTimes():
                times = self.constant(statement.count)
                if isinstance(times, int):
                    for _ in range(times):
                        self.block(statement.block, depth + 1)
                else:
                    self.unknown(statement.block, depth)
            case st.RepeatUntil() | st.TakeTurns():
                self.unknown(statement.block, depth)
            case st.Do():
                self.do(statement, depth)
            case st.Decision():
                self.unknown(statement.otherwise, depth)
            case _ if isinstance(statement, MOVING):
                self.anywhere()
            case _:
                pass

    def do(self, statement: st.Do, depth: int) -> None:
        phase = self.game.phases.get(statement.phase)
        if phase is None:
            return
        known = {name: self.constant(value) for (name, _), value in zip(phase.parameters, statement.arguments, strict=False)}
        outer, self.setting.locals = self.setting.locals, {name: value for name, value in known.items() if value is not None}
        try:
            self.block(phase.block, depth + 1)
        finally:
            self.setting.locals = outer

    def either(self, decided: Value, then: st.Block, otherwise: st.Block | None, depth: int) -> None:
        if decided is None:
            self.alternatives((then, otherwise), depth)
        else:
            self.block(then if decided else otherwise, depth + 1)

    def alternatives(self, blocks: tuple[st.Block | None, ...], depth: int) -> None:
        before, joined = dict(self.most), {} if None not in blocks else dict(self.most)
        for block in blocks:
            if block is None:
                continue
            self.most = dict(before)
            self.block(block, depth + 1)
            joined = {name: max(self.most.get(name, 0), joined.get(name, 0)) for name in {*self.most, *joined}}
        self.most = joined

    def unknown(self, block: st.Block | None, depth: int) -> None:
        """A body that is gone through nobody knows how often."""
        moves = any(isinstance(node, (*MOVING, st.Do)) for node in walk(block))
        if moves or block is None:
            self.anywhere()
        self.block(block, depth + 1)
        if moves or block is None:
            self.anywhere()

    def each(self, statement: st.ForEach, depth: int) -> None:
        passes = [list(self.items(binder.source)) for binder in statement.binders] if statement.where is None else [[]]
        if any(not items for items in passes):
            self.unknown(statement.block, depth)
            return
        for values in product(*passes):
            for binder, value in zip(statement.binders, values, strict=True):
                self.name(binder.name, value)
            self.block(statement.block, depth + 1)

    def items(self, source: x.Expression) -> Iterator[Value]:
        """What a loop goes through; None stands for an item that is not known. Nothing, where even their number is not known."""
        source = bare(source)
        players = self.setting.players
        match source:
            case x.Players():
                yield from range(players)
            case x.BuiltInCall(function="seats_from"):
                yield from [None] * players
            case x.BuiltInCall(function="others"):
                yield from [None] * (players - 1)
            case x.PlaceFamily():
                number = 1
                for key in self.game.declarations.places[source.place].keys[len(source.keys) :]:
                    number *= len(self.world.key_values(key))
                yield from [None] * number
            case _:
                found = self.constant(source)
                if isinstance(found, tuple):
                    yield from found

    def name(self, name: str, value: Value) -> None:
        self.setting.locals = {k: v for k, v in self.setting.locals.items() if k != name}
        if value is not None:
            self.setting.locals[name] = value

    def constant(self, e: x.Expression) -> Value:
        try:
            return self.setting.value(e)
        except NotConstant:
            return None

    # ---- moves -------------------------------------------------------------------------------------------------------

    def draw(self, statement: st.Draw) -> None:
        asked = self.constant(statement.count)
        family = self.family(statement.source)
        there = self.lying(family)
        targets = [self.family(destination) for destination in statement.destinations]
        if all(target is not None and target != "box" for target in targets):  # what they cannot hold is of no use there
            there = {name: most for name, most in there.items() if any(name in self.holds(target or "") for target in targets)}
        available = None if family is None else sum(there.values())
        if not isinstance(asked, int):
            self.arrive(statement.destinations, there or self.totals)
            return
        if available is not None and asked > available:
            self.lacks(statement.span, asked, available, "pieces")
        room = self.room(statement.destinations)
        if room is not None and asked > room:
            self.lacks(statement.span, asked, room, "room")
        self.arrive(statement.destinations, {name: min(asked, most) for name, most in (there or self.totals).items()})
        full = [name for name, most in there.items() if most]
        sure = family is not None and isinstance(bare(statement.source), x.PlaceAt) and len(self.world.family[family]) == 1
        if len(full) == 1 and family is not None and sure:  # elsewhere fewer may have been drawn than were asked for
            self.most[family, full[0]] = max(0, there[full[0]] - asked)

    def move(self, statement: st.MovePieces) -> None:
        what = bare(statement.what)
        match what:
            case x.Pieces():
                total = self.totals[what.component]
                room = self.room(statement.destinations)
                if room is not None and total > room:
                    self.lacks(statement.span, total, room, "room")
                self.most = {name: 0 if name[1] == what.component else most for name, most in self.most.items()}
                self.arrive(statement.destinations, {what.component: total})
            case x.PlaceAt():
                there = self.lying(what.place)
                if len(self.world.family[what.place]) == 1:
                    self.most |= {(what.place, name): 0 for name in there}
                self.arrive(statement.destinations, there)
            case _:
                of = what.type
                one = not isinstance(of, (t.SetOf, t.ListOf, t.Place))
                while isinstance(of, (t.Optional, t.SetOf, t.ListOf)):
                    of = of.item
                names = of.components if isinstance(of, t.Piece) and of.components else tuple(self.totals)
                self.arrive(statement.destinations, {name: 1 if one else self.totals[name] for name in names})

    def pay(self, statement: st.MoveTokens) -> None:
        """Only the supply is counted: what else holds tokens is up to play."""
        amount = None if statement.amount is None else self.constant(statement.amount)
        from_supply = self.family(statement.source) == "supply"
        to_supply = self.family(statement.destination) == "supply"
        for number, name in enumerate(self.tokens):
            if name not in self.supplies:
                continue
            asked = amount[number] if isinstance(amount, tuple) else 0
            most = self.most["supply", name]
            if from_supply:
                if asked > most:
                    self.lacks(statement.span, asked, most, "tokens")
                self.most["supply", name] = max(0, most - asked)
            elif to_supply:
                self.most["supply", name] = min(self.supplies[name], most + asked) if amount is not None else self.supplies[name]

    def arrive(self, destinations: tuple[x.Expression, ...], pieces: dict[str, int]) -> None:
        for destination in destinations:
            family = self.family(destination)
            targets = [family] if family is not None else list(self.world.family)
            for target in targets:
                for name, number in pieces.items():
                    if target == "box" or name in self.holds(target):
                        self.most[target, name] = min(self.totals[name], self.most.get((target, name), 0) + number)

    def holds(self, family: str) -> tuple[str, ...]:
        declared = self.game.declarations.places.get(family)
        return () if declared is None else declared.holds

    def lying(self, family: str | None) -> dict[str, int]:
        return {name: self.most.get((family, name), 0) for name in self.totals} if family is not None else {}

    def room(self, destinations: tuple[x.Expression, ...]) -> int | None:
        """How many pieces the destinations take at most; None where there is no limit, or it is not known."""
        total = 0
        for destination in destinations:
            target = bare(destination)
            if not isinstance(target, x.PlaceAt) or not (members := self.world.family[target.place]):
                return None
            if not members[0].declared.cells:
                return None
            total += max(len(member.cells) for member in members)
        return total

    def family(self, e: x.Expression) -> str | None:
        """The family of places that an expression reads: a place, what lies in it, or some of that."""
        e = bare(e)
        match e:
            case x.PlaceAt():
                return e.place
            case x.FilterItems():
                return self.family(e.binders[0].source)
            case _:
                of = e.type.item if isinstance(e.type, t.Optional) else e.type
                if isinstance(of, t.Place):
                    return of.name
                return of.place if isinstance(of, t.Cell) else None


def bodies(game: Game) -> Iterator[tuple[str, Any]]:
    yield from (("play", game.play), ("scoring", game.scoring))
    yield from ((f"phase {name}", phase.block) for name, phase in game.phases.items())
    yield from ((f"action {name}", action.block) for name, action in game.actions.items())
