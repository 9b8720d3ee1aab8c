"""Whether there is enough up to the first decision, at every setting: what is drawn from places and taken from a limited supply."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from kilnscript.check.checks.possible import where
from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.settings import Setting, TooMany
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.compile.constants import NotConstant, Value
from kilnscript.compile.world import World, build_world
from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t

MOST_LOOPS = 1000  # passes of one loop that are gone through
UNTOLD = 10**9


def run(subject: Subject) -> Outcome:
    game = subject.game
    declared = tuple(tuple(part.values()) for part in (game.declarations.components, game.declarations.tokens, game.declarations.places))
    shaping = subject.settings.options_in(*declared)
    names = shaping | subject.settings.options_in(game.setup, game.play, tuple(game.phases.values()))
    worlds: dict[tuple[Value, ...], World] = {}
    found: dict[Span, tuple[Diagnostic, Setting]] = {}
    tried: Counter[int] = Counter()  # settings by number of players
    short: Counter[tuple[Span, int]] = Counter()  # and at how many of them something is missing
    undecided: list[OpenPoint] = []
    try:
        for setting in subject.settings.all(names):
            key = (setting.players, *(setting.values[name] for name in sorted(shaping)))
            if key not in worlds:
                worlds[key] = world_of(subject, setting)
            tried[setting.players] += 1
            told = {finding.span: finding for finding in reversed(Setup(subject, setting, worlds[key]).run())}
            for span, finding in told.items():
                if span is not None:
                    found.setdefault(span, (finding, setting))
                    short[span, setting.players] += 1
    except TooMany:
        undecided.append(OpenPoint("what the setup needs depends on more settings than are tried", game.play.span))
    findings = []
    for span, (finding, setting) in found.items():
        everywhere = short[span, setting.players] == tried[setting.players]  # whatever the options are, so they are not named
        at = where(subject, Setting(game, setting.players, {}) if everywhere else setting)
        findings.append(replace(finding, message=at + finding.message))
    return Outcome(tuple(findings), tuple(undecided), "fewer option values, or play-outs at the settings in question")


def world_of(subject: Subject, setting: Setting) -> World:
    """Places and pieces at a setting; options that it leaves open have their first value."""
    names = subject.game.declarations.options
    first = {name: values[0] for name in names if (values := subject.settings.values(name, setting.players))}
    return build_world(subject.game.declarations, setting.players, {**first, **setting.values})


class Decided(Exception):
    """From here on it is not known any more what comes."""


class Setup:
    """Goes through the setup at one setting. ``most``: how many pieces a place without keys holds at most; ``left``: tokens in supply."""

    def __init__(self, subject: Subject, setting: Setting, world: World) -> None:
        self.game = subject.game
        self.setting = setting
        self.world = world
        self.most: dict[str, int] = dict.fromkeys(self.game.declarations.places, 0)
        self.most["box"] = len(self.world.pieces)
        for info in self.world.places:
            if info.declared.start is not None:  # laid out before: how much is not counted
                self.most[info.declared.name] = UNTOLD
        self.left: dict[str, int] = {}
        for name, token in self.game.declarations.tokens.items():
            if token.supply is not None:
                self.left[name] = self.world.constants.number(token.supply)
        self.findings: list[Diagnostic] = []
        self.short: set[str] = set()  # places that had too few
        self.steps = 0
        self.playing = False

    def run(self) -> list[Diagnostic]:
        """The setup as a whole, and the play as far as nobody has decided and nothing has come round a second time."""
        self.block(self.game.setup)
        self.playing = True
        try:
            self.block(self.game.play)
        except Decided:
            pass
        return self.findings

    def block(self, block: st.Block | None) -> None:
        for statement in block.statements if block is not None else ():
            self.statement(statement)

    def statement(self, n: st.Statement) -> None:
        match n:
            case st.MovePieces():
                self.arrives(n.destinations, self.holds(n.what))
                self.leaves(n.what)
            case st.Draw():
                self.draw(n)
            case st.MoveTokens():
                self.tokens(n)
            case st.If():
                self.either(n.condition, n.then, n.otherwise)
            case st.Rule():
                if n.when is None:
                    self.block(n.block)
                else:
                    self.either(n.when, n.block, None)
            case st.ForEach() if n.where is None and self.passes(n) is not None:
                self.repeated(self.passes(n) or 0, n.block)
            case st.RepeatTimes() if (times := self.number(n.count)) is not None:
                self.repeated(times, n.block)
            case st.Do():
                self.do(n)
            case st.RepeatUntil() | st.TakeTurns() if self.playing:
                self.block(n.block)
                raise Decided
            case st.Decision() | st.EndGame() if self.playing:
                raise Decided
            case (
                st.Let() | st.SetVariable() | st.SetPieceValue() | st.Log() | st.Shuffle() | st.Pick() | st.Roll() | st.Reveal() | st.Hide()
            ):
                pass
            case _:
                self.anything(n)

    # ---- pieces ------------------------------------------------------------------------------------------------------

    def draw(self, n: st.Draw) -> None:
        there, wanted = self.holds(n.source), self.number(n.count)
        if wanted is None:
            self.arrives(n.destinations, there)
            return
        place = self.plain(n.source)
        if wanted > there and place not in self.short:  # what comes after a shortage is short for the same reason
            self.short |= {place} if place is not None else set()
            message = f"this draws {wanted}, and there are {there} at most"
            self.findings.append(Diagnostic("K960", message, n.span, "declare more pieces, or deal fewer", self.labels(n.source)))
        taken = min(wanted, there)
        if place is not None:
            self.most[place] -= taken
        self.arrives(n.destinations, taken)

    def holds(self, e: x.Expression) -> int:
        """How many pieces an expression gives at most."""
        match e:
            case x.Convert():
                return self.holds(e.value)
            case x.PlaceAt():
                return self.most.get(e.place, UNTOLD) if not e.keys else UNTOLD
            case x.Pieces():
                return len(self.world.pieces_of[e.component])
            case x.FilterItems() if len(e.binders) == 1:
                source = self.holds(e.binders[0].source)
                return min(source, len(self.kept(e))) if isinstance(e.binders[0].source, x.Pieces) else source
            case _:
                return 1 if isinstance(e.type, t.Piece) or (isinstance(e.type, t.Optional) and isinstance(e.type.item, t.Piece)) else UNTOLD

    def kept(self, e: x.FilterItems) -> list[int]:
        """The pieces of a component that a filter may keep: those whose attributes do not rule them out."""
        binder = e.binders[0]
        assert isinstance(binder.source, x.Pieces)
        pieces = self.world.pieces_of[binder.source.component]
        return [piece for piece in pieces if self.may_hold(e.where, binder.name, piece)]

    def may_hold(self, e: x.Expression | None, name: str, piece: int) -> bool:
        match e:
            case None:
                return True
            case x.Logical(operator="and"):
                return self.may_hold(e.left, name, piece) and self.may_hold(e.right, name, piece)
            case x.Same(left=x.PieceValue(owner=x.Local(name=owner), attribute=attribute)) if owner == name:
                try:
                    wanted = self.setting.value(e.right)
                except NotConstant:
                    return True
                info = self.world.pieces[piece]
                if attribute not in info.values or attribute in self.game.declarations.components[info.component].changes:
                    return True
                return bool((info.values[attribute] == wanted) is not e.negated)
            case _:
                return True

    def plain(self, e: x.Expression) -> str | None:
        """The place without keys that pieces are taken from."""
        match e:
            case x.Convert():
                return self.plain(e.value)
            case x.PlaceAt(keys=()):
                return e.place
            case x.FilterItems() if len(e.binders) == 1:
                return self.plain(e.binders[0].source)
            case _:
                return None

    def leaves(self, what: x.Expression) -> None:
        """All of a place that is moved on leaves it empty; what else leaves is not counted, so that bounds stay bounds."""
        while isinstance(what, x.Convert):
            what = what.value
        if isinstance(what, x.PlaceAt) and not what.keys:
            self.most[what.place] = 0
        elif isinstance(what, x.Pieces) and what.component in self.world.pieces_of:
            others = sum(1 for info in self.world.pieces if info.component != what.component)
            for place in self.most:
                if place == "box":
                    self.most[place] = min(self.most[place], others)

    def arrives(self, destinations: tuple[x.Expression, ...], number: int) -> None:
        for destination in destinations:
            place = self.plain(destination)
            if place is not None:
                self.most[place] = min(UNTOLD, self.most.get(place, 0) + number)

    # ---- tokens ------------------------------------------------------------------------------------------------------

    def tokens(self, n: st.MoveTokens) -> None:
        if not (isinstance(n.source, x.PlaceAt) and n.source.place == "supply" and n.amount is not None):
            return
        try:
            amount = self.setting.value(n.amount)
        except NotConstant:
            return
        if not isinstance(amount, tuple):
            return
        for name, number in zip(self.world.tokens, amount, strict=False):
            if name in self.left and isinstance(number, int):
                self.left[name] -= number
                if self.left[name] < 0:
                    title = self.game.declarations.tokens[name].title
                    there = self.left[name] + number
                    message = f"the supply has {there} left of {title} here, and this takes {number}"
                    label = Label(self.game.declarations.tokens[name].span, "declared here")
                    self.findings.append(Diagnostic("K960", message, n.span, "declare more, or give out fewer", (label,)))
                    del self.left[name]

    # ---- the rest ----------------------------------------------------------------------------------------------------

    def either(self, condition: x.Expression, then: st.Block, otherwise: st.Block | None) -> None:
        try:
            self.block(then if self.setting.value(condition) else otherwise)
        except NotConstant:
            self.anything((then, otherwise))

    def repeated(self, times: int, block: st.Block) -> None:
        for _ in range(min(times, MOST_LOOPS)):
            if self.steps > MOST_LOOPS:
                return
            self.steps += 1
            self.block(block)

    def do(self, n: st.Do) -> None:
        phase = self.game.phases[n.phase]
        known: dict[str, Value] = {}
        for (name, _), argument in zip(phase.parameters, n.arguments, strict=True):
            try:
                known[name] = self.setting.value(argument)
            except NotConstant:
                continue
        outer, self.setting.locals = self.setting.locals, known
        try:
            self.block(phase.block)
        finally:
            self.setting.locals = outer

    def passes(self, n: st.ForEach) -> int | None:
        number = 1
        for binder in n.binders:
            match binder.source:
                case x.Players() | x.Convert(value=x.Players()) | x.BuiltInCall(function="seats_from"):
                    number *= self.setting.players
                case x.Members() | x.Convert(value=x.Members()):
                    source = binder.source.value if isinstance(binder.source, x.Convert) else binder.source
                    assert isinstance(source, x.Members)
                    number *= len(self.game.declarations.kinds[source.kind].members)
                case _:
                    return None
        return number

    def number(self, e: x.Expression) -> int | None:
        match e:
            case x.Convert():
                return self.number(e.value)
            case x.BuiltInAttribute(owner=x.PlaceAt(keys=()) as owner, attribute="size"):
                return self.size(owner.place)
            case x.PlainQuery(name="count", operands=(operand,)) if not isinstance(operand, x.Players):
                while isinstance(operand, x.Convert):
                    operand = operand.value
                if isinstance(operand, x.BuiltInAttribute) and operand.attribute == "cells" and isinstance(operand.owner, x.PlaceAt):
                    return self.size(operand.owner.place) if not operand.owner.keys else None
        try:
            found = self.setting.value(e)
        except NotConstant:
            return None
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    def size(self, place: str) -> int | None:
        if place not in self.world.family or len(self.world.family[place]) != 1:
            return None
        return len(self.world.family[place][0].cells) or None

    def anything(self, node: Any) -> None:
        """Statements that may or may not be done, as often as may be: they can fill places."""
        pending: list[Any] = [node]
        done: set[str] = set()
        while pending:
            for n in walk(pending.pop()):
                match n:
                    case st.MovePieces(destinations=places) | st.Draw(destinations=places):
                        self.arrives(places, UNTOLD)
                    case st.Slide(out=out):
                        self.arrives((out,), UNTOLD)
                    case st.Do(phase=name) | st.Later(phase=name) if name not in done:
                        done.add(name)
                        pending.append(self.game.phases[name].block)
                    case st.OfferAction(action=name) if name not in done:
                        done.add(name)
                        pending.append(self.game.actions[name].block)
                    case _:
                        pass

    def labels(self, source: x.Expression) -> tuple[Label, ...]:
        place = self.plain(source)
        declared = self.game.declarations.places.get(place or "")
        return () if declared is None else (Label(declared.span, "declared here"),)


CHECK = Check("setup-has-enough", "At every player count there is enough for the setup", run, ("K960",))
