"""Whether what rules assign stays within the range that a variable or an attribute was declared with."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.sizes import ANYTHING, Range, Sizes, both, either
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.typing.facts import key_of

Facts = Mapping[Hashable, Range]
NO_FACTS: Facts = {}


def run(subject: Subject) -> Outcome:
    ranges = Ranges(subject)
    for body in subject.bodies():
        ranges.part(body)
    return Outcome(tuple(ranges.findings), tuple(ranges.undecided), "play-outs, or a test before it")


class Known(Sizes):
    """Bounds of numbers where tests around them are known as well."""

    facts: Facts = NO_FACTS

    def range(self, e: x.Expression) -> Range:
        found = super().range(e)
        if not self.facts:
            return found
        key = key_of(e)
        return found if key is None or key not in self.facts else both(found, self.facts[key])


class Ranges:
    def __init__(self, subject: Subject) -> None:
        self.game = subject.game
        self.settings = subject.settings
        self.known = Known(subject)
        self.findings: list[Diagnostic] = []
        self.undecided: list[OpenPoint] = []

    def part(self, node: Any) -> None:
        """The blocks of a part of the rules, wherever they hang."""
        match node:
            case st.Block():
                self.block(node, NO_FACTS)
            case st.Phase() | st.Action():
                facts = self.when(node.when, NO_FACTS, True) if isinstance(node, st.Action) and node.when is not None else NO_FACTS
                self.block(node.block, facts)
            case st.Payment():
                for way in node.ways:
                    for effect in way.effects:
                        self.statement(effect, NO_FACTS)
            case _:
                pass

    def block(self, block: st.Block | None, facts: Facts) -> Facts:
        """What is still known behind a block."""
        for statement in block.statements if block is not None else ():
            facts = self.statement(statement, facts)
        return facts

    def statement(self, n: st.Statement, facts: Facts) -> Facts:
        match n:
            case st.Let():
                return self.learn(n.value, ("local", n.name), without(facts, {("local", n.name)}))
            case st.Require() | st.Ensure():
                return self.when(n.condition, facts, True)
            case st.SetVariable():
                self.assigned(n.target, self.game.declarations.variables[n.target.name].type, n.value, f"`{n.target.name}`", facts)
                rest = {key: found for key, found in facts.items() if not reads(key, n.target.name)}
                return self.learn(n.value, key_of(n.target), rest)
            case st.SetPieceValue():
                self.assigned(n.target, n.target.type, n.value, f"`{n.target.attribute}`", facts)
                return NO_FACTS
            case st.If():
                then = self.block(n.then, self.when(n.condition, facts, True))
                otherwise = self.block(n.otherwise, self.when(n.condition, facts, False))
                ends = (leaves(n.then), n.otherwise is not None and leaves(n.otherwise))
                return otherwise if ends[0] else then if ends[1] else merged(then, otherwise)
            case st.Rule():
                inside = self.block(n.block, facts if n.when is None else self.when(n.when, facts, True))
                return inside if n.when is None else merged(inside, facts)
            case st.Case():
                for arm in n.arms:
                    self.block(arm.block, NO_FACTS)
                self.block(n.otherwise, NO_FACTS)
                return NO_FACTS
            case st.ForEach() | st.RepeatTimes() | st.TakeTurns():
                kept = facts if quiet(n.block) else NO_FACTS
                self.block(n.block, kept)
                return kept
            case st.RepeatUntil():
                self.block(n.block, self.when(n.until, facts if quiet(n.block) else NO_FACTS, False))
                self.block(n.otherwise, NO_FACTS)
                return self.when(n.until, NO_FACTS, True) if n.otherwise is None else NO_FACTS
            case st.Decision():
                for policy in (n.on_timeout, n.on_idle):
                    self.block(policy.block if policy is not None else None, NO_FACTS)
                self.block(n.otherwise, NO_FACTS)
                return NO_FACTS
            case st.Do():
                return NO_FACTS
            case _:
                return facts if not isinstance(n, CHANGING) else {key: found for key, found in facts.items() if of_variables(key)}

    # ---- what is known -----------------------------------------------------------------------------------------------

    def range(self, e: x.Expression, facts: Facts) -> Range:
        self.known.facts = facts
        try:
            return self.known.range(e)
        finally:
            self.known.facts = NO_FACTS

    def learn(self, value: x.Expression, key: Hashable | None, facts: Facts) -> Facts:
        if key is None or not is_number(value):
            return facts
        found = self.range(value, facts)
        return facts if found == ANYTHING else {**facts, key: found}

    def when(self, condition: x.Expression, facts: Facts, holds: bool) -> Facts:
        """What a condition that holds, or does not, says of the numbers in it."""
        match condition:
            case x.Convert():
                return self.when(condition.value, facts, holds)
            case x.Not():
                return self.when(condition.operand, facts, not holds)
            case x.Logical() if (condition.operator == "and") is holds:
                return self.when(condition.right, self.when(condition.left, facts, holds), holds)
            case x.Comparison():
                operator = condition.operator if holds else {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[condition.operator]
                return self.compared(condition.left, operator, condition.right, facts)
            case x.Same() if condition.negated is not holds and is_number(condition.left) and is_number(condition.right):
                facts = self.narrowed(condition.left, self.range(condition.right, facts), facts)
                return self.narrowed(condition.right, self.range(condition.left, facts), facts)
            case x.Same() if is_number(condition.left) and is_number(condition.right):
                return self.apart(condition.left, condition.right, facts)
            case _:
                return facts

    def compared(self, left: x.Expression, operator: str, right: x.Expression, facts: Facts) -> Facts:
        if not (is_number(left) and is_number(right)):
            return facts
        if operator in (">", ">="):
            left, right, operator = right, left, operator.replace(">", "<")
        step = 1 if operator == "<" else 0
        low, high = self.range(left, facts)[0], self.range(right, facts)[1]
        facts = self.narrowed(left, (None, None if high is None else high - step), facts)
        return self.narrowed(right, (None if low is None else low + step, None), facts)

    def apart(self, left: x.Expression, right: x.Expression, facts: Facts) -> Facts:
        """`level is not 0`: a value at the end of a range falls away."""
        for one, other in ((left, right), (right, left)):
            low, high = self.range(other, facts)
            if low is None or low != high:
                continue
            mine = self.range(one, facts)
            if mine[0] == low:
                facts = self.narrowed(one, (low + 1, None), facts)
            elif mine[1] == low:
                facts = self.narrowed(one, (None, low - 1), facts)
        return facts

    def narrowed(self, e: x.Expression, to: Range, facts: Facts) -> Facts:
        while isinstance(e, x.Convert):
            e = e.value
        key = key_of(e)
        return facts if key is None or to == ANYTHING else {**facts, key: both(facts.get(key, ANYTHING), to)}

    # ---- what is assigned --------------------------------------------------------------------------------------------

    def assigned(self, target: x.Expression, declared: t.Type, value: x.Expression, name: str, facts: Facts) -> None:
        kind = declared.item if isinstance(declared, t.Optional) else declared
        if not isinstance(kind, t.Number) or isinstance(value, x.NoneLiteral):
            return
        wanted = self.settings.bounds(kind)
        found = self.range(value, facts)
        said = None
        if found[0] is not None and wanted[1] is not None and found[0] > wanted[1]:
            said = f"{name} is at most {wanted[1]}, and this is {found[0]} or more"
        elif found[1] is not None and wanted[0] is not None and found[1] < wanted[0]:
            said = f"{name} is at least {wanted[0]}, and this is {found[1]} or less"
        if said is not None:
            self.findings.append(Diagnostic("K952", said, value.span, "correct it, or widen the range in game.yaml", self.label(target)))
            return
        above = wanted[1] is not None and (found[1] is None or found[1] > wanted[1])
        below = wanted[0] is not None and (found[0] is None or found[0] < wanted[0])
        if above or below:
            limit = " and ".join(
                f"{word} {bound}" for word, bound, there in (("below", wanted[0], below), ("above", wanted[1], above)) if there
            )
            self.undecided.append(OpenPoint(f"{name} may go {limit}", value.span))

    def label(self, target: x.Expression) -> tuple[Label, ...]:
        if isinstance(target, x.Variable):
            return (Label(self.game.declarations.variables[target.name].span, "declared here"),)
        return ()


CHANGING = (
    st.MovePieces,
    st.MoveTokens,
    st.Draw,
    st.CloseUp,
    st.Roll,
    st.Slide,
    st.Pay,
    st.PassOn,
    st.Shuffle,
    st.Pick,
    st.Score,
    st.Award,
)


def quiet(block: st.Block) -> bool:
    """Whether nothing that a fact may be about changes in a loop's body."""
    return not any(isinstance(n, (st.SetVariable, st.SetPieceValue, st.Do, st.Decision, st.Let, *CHANGING)) for n in walk(block))


def leaves(block: st.Block) -> bool:
    return bool(block.statements) and isinstance(block.statements[-1], (st.EndGame, st.Result))


def merged(one: Facts, other: Facts) -> Facts:
    """What holds either way."""
    return {key: either(one[key], other[key]) for key in one if key in other}


def without(facts: Facts, keys: set[Hashable]) -> Facts:
    return {key: found for key, found in facts.items() if key not in keys}


def parts(key: Hashable) -> Iterator[Hashable]:
    yield key
    if isinstance(key, tuple):
        for item in key:
            yield from parts(item)


def reads(key: Hashable, variable: str) -> bool:
    """Whether the fact is about a variable, or about something that it is the key to."""
    return any(part[:2] == ("variable", variable) for part in parts(key) if isinstance(part, tuple))


def of_variables(key: Hashable) -> bool:
    """Whether what a fact is about stays the same when pieces, tokens and points move."""
    return isinstance(key, tuple) and not any(
        isinstance(part, tuple) and part[:1] in (("attribute",), ("piece",), ("place",)) for part in parts(key)
    )


def is_number(e: x.Expression) -> bool:
    return isinstance(e.type.item if isinstance(e.type, t.Optional) else e.type, t.Number)


CHECK = Check("within-range", "What is assigned stays within the range that was declared", run, ("K952",))
