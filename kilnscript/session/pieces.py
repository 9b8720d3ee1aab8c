"""What pieces are called: in moves and positions (one word each), and in sentences."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from kilnscript.compile.constants import Value, none_of
from kilnscript.compile.world import PieceInfo, World, attribute_values
from kilnscript.model import expressions as x
from kilnscript.model import types as t
from kilnscript.model.declarations import Component
from kilnscript.model.expressions import Expression, TypedText

Values = Mapping[str, Value]  # attribute -> run-time value, fixed and changeable ones
MOST_LOOKS = 10_000  # changeable attributes with more combinations are always written out


class PieceWords:
    """Names of the pieces of one world. ``changes`` are the values of a piece's changeable attributes."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.words: dict[tuple[int, tuple[Value, ...]], str] = {}
        self.clear: dict[int, bool] = {}
        self.letters = {
            c.name: [(letter.letter, {n: world.constants.value(v) for n, v in letter.values.items()}) for letter in c.letters]
            for c in world.declarations.components.values()
        }

    def word(self, piece: int, changes: Values) -> str:
        """``K``, ``oak``, ``R7``, ``town_clock``, ``spoon``: never empty, never with a blank; the same for pieces that look alike."""
        info = self.world.pieces[piece]
        key = (info.sort, tuple(changes.values()))
        if key not in self.words:
            self.words[key] = self.make(info, {**info.values, **changes}).replace(" ", "_")
        return self.words[key]

    def make(self, info: PieceInfo, values: Values) -> str:
        component = self.world.declarations.components[info.component]
        for letter, wanted in self.letters[component.name]:
            if all(values.get(name) == value for name, value in wanted.items()):
                return letter
        text = self.filled(component, component.written, values) if component.written is not None else ""
        return text or info.row or info.name or component.name

    def exact_word(self, piece: int, changes: Values) -> str:
        """The word, and in brackets the changeable attributes, where the word alone does not settle them: ``queen[side=black]``."""
        word = self.word(piece, changes)
        if self.is_clear(piece):
            return word
        component = self.world.declarations.components[self.world.pieces[piece].component]
        shown = ",".join(f"{name}={self.value(value, component.changes[name])}" for name, value in changes.items())
        return f"{word}[{shown}]" if shown else word

    def is_clear(self, piece: int) -> bool:
        """Whether all that may change about the piece shows in its word."""
        info = self.world.pieces[piece]
        if info.sort not in self.clear:
            looks = self.looks(info)
            words = {self.word(piece, look) for look in looks}
            self.clear[info.sort] = len(words) == len(looks) > 0
        return self.clear[info.sort]

    def looks(self, info: PieceInfo) -> list[dict[str, Value]]:
        """Every combination of the changeable attributes; empty when they are too many."""
        changes = self.world.declarations.components[info.component].changes
        ranges = []
        for kind in changes.values():
            values = list(attribute_values(self.world, kind))
            ranges.append([*values, none_of(kind)] if isinstance(kind, t.Optional) else values)
        total = 1
        for values in ranges:
            total *= len(values)
        if total > MOST_LOOKS:
            return []
        return [dict(zip(changes, combination, strict=True)) for combination in itertools.product(*ranges)]

    def name(self, piece: int, changes: Values) -> str:
        """For sentences: ``red disc``, ``black disc``, ``Joker``."""
        info = self.world.pieces[piece]
        component = self.world.declarations.components[info.component]
        values = {**info.values, **changes}
        kinds = {**component.has, **component.changes}
        shown = [self.value(value, kinds[name]).replace("seat-", "Seat ") for name, value in values.items()]
        if isinstance(component.names, Mapping):
            for text in (*shown, self.word(piece, changes)):
                if text in component.names:
                    return component.names[text]
        elif component.names is not None:
            return self.filled(component, component.names, values)
        if info.name is not None:
            return info.name
        if info.row is not None:
            return info.row.replace("_", " ")
        plain = [text for text in shown if text not in ("none", "no")]
        return " ".join([*plain, component.title.lower()]).replace("_", " ") if len(plain) < 3 else component.title.lower()

    def section(self, piece: int, place: str, changes: Values) -> str:
        """What shows of a piece in a place, by the `sections` of its component; "" where they say nothing."""
        info = self.world.pieces[piece]
        component = self.world.declarations.components[info.component]
        text = component.sections.get(place)
        return "" if text is None else " ".join(self.filled(component, text, {**info.values, **changes}).replace("_", " ").split())

    def value(self, value: Value, kind: t.Type) -> str:
        """An attribute's value as game.yaml writes it."""
        if isinstance(kind, t.Optional):
            if value == none_of(kind):
                return "none"
            kind = kind.item
        match kind:
            case t.Kind():
                return self.world.declarations.kinds[kind.name].members[value].name
            case t.Player():
                return f"seat-{value + 1}"
            case t.YesNo():
                return "yes" if value else "no"
            case t.Token():
                return self.world.tokens[value]
            case t.Amount():
                return " + ".join(f"{n} {token}" for n, token in zip(value, self.world.tokens, strict=True) if n)
            case _:
                return str(value)

    def filled(self, component: Component, text: TypedText, values: Values) -> str:
        """A template over the attributes of a piece."""
        kinds = {**component.has, **component.changes}
        parts = []
        for part in text.parts:
            if isinstance(part, str):
                parts.append(part)
            elif isinstance(part, x.TextHole):
                value, kind = self.hole(part.value, values, kinds)
                parts.append("" if value == none_of(kind) and not isinstance(kind, t.Number) else self.value(value, kind))
        return "".join(parts).strip()

    def hole(self, e: Expression, values: Values, kinds: Mapping[str, t.Type]) -> tuple[Value, t.Type]:
        match e:
            case x.PieceValue():
                return values[e.attribute], kinds[e.attribute]
            case x.Local() if e.name in values:
                return values[e.name], kinds[e.name]
            case x.MemberValue() | x.BuiltInAttribute():
                owner, kind = self.hole(e.owner, values, kinds)
                if owner == none_of(kind):
                    return None, t.Text()
                kind = kind.item if isinstance(kind, t.Optional) else kind
                assert isinstance(kind, t.Kind)
                member = self.world.declarations.kinds[kind.name].members[owner]
                if isinstance(e, x.MemberValue):
                    return self.world.constants.value(member.values[e.attribute]), e.type
                found = {"letter": member.letter, "glyph": member.glyph, "title": member.title, "number": str(owner + 1)}
                return found.get(e.attribute) or member.name, t.Text()
            case x.Convert():
                return self.hole(e.value, values, kinds)
            case _:
                return self.world.constants.value(e), e.type
