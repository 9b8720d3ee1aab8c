"""Moves in words: notation, label and arguments of a raw move."""

from __future__ import annotations

from collections.abc import Mapping

from kilnscript.compile.analysis import free_names
from kilnscript.compile.constants import Value, none_of
from kilnscript.engine.offers import OfferInfo, RawMove
from kilnscript.engine.state import State
from kilnscript.model import types as t
from kilnscript.model.expressions import Expression, TextHole, TypedText
from kilnscript.session.texts import Texts


class Move:
    """A legal move of one decision. ``str(move)`` is its notation; ``label`` a sentence for a button; ``seat`` counts from 1.

    ``action`` is its name (``skip``, ``reset`` or the commit's name too), ``arguments`` maps parameter names to their notation.
    """

    __slots__ = ("_notation", "_state", "_words", "raw", "seat")

    def __init__(self, words: MoveWords, state: State, raw: RawMove, seat: int) -> None:
        self._words = words
        self._state = state
        self._notation: str | None = None
        self.raw = raw
        self.seat = seat

    def __str__(self) -> str:
        if self._notation is None:
            self._notation = self._words.notation(self._state, self.raw)
        return self._notation

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.raw, self.seat) == (other.raw, other.seat)

    def __hash__(self) -> int:
        return hash((self.raw, self.seat))

    @property
    def state(self) -> State:
        """The state that the move was found in."""
        return self._state

    @property
    def action(self) -> str:
        return self._words.offer(self.raw).action

    @property
    def label(self) -> str:
        return self._words.label(self._state, self.raw)

    @property
    def arguments(self) -> dict[str, str]:
        return self._words.arguments(self._state, self.raw)


class MoveWords:
    """Writes the moves of one compiled game."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.write = texts.notation.write
        self.program = texts.program

    def offer(self, raw: RawMove) -> OfferInfo:
        return self.program.offers[raw[0]]

    def names(self, raw: RawMove) -> dict[str, Value]:
        return dict(zip((p.name for p in self.offer(raw).parameters), raw[1:], strict=True))

    def scope(self, state: State) -> dict[str, Value]:
        """Locals of the phase that the open decision stands in."""
        return self.program.local_values(state) if state.stack else {}

    def notation(self, state: State, raw: RawMove) -> str:
        """``push N3``, ``sell_rows row-1 row-2``, ``e2 e4``, ``skip``."""
        offer = self.offer(raw)
        if offer.written is not None:
            return self.filled(offer, state, raw)
        return " ".join([offer.action, *(word for word in self.argument_words(state, raw) if word)])

    def argument_words(self, state: State, raw: RawMove) -> list[str]:
        """One text for every parameter, "" for what does not print."""
        return [
            self.argument(value, parameter.name, parameter.type, state) if parameter.printed else ""
            for parameter, value in zip(self.offer(raw).parameters, raw[1:], strict=True)
        ]

    def argument(self, value: Value, name: str, kind: t.Type, state: State) -> str:
        if isinstance(kind, t.YesNo):
            return name if value else ""
        return self.write(value, kind, state)

    def filled(self, offer: OfferInfo, state: State, raw: RawMove) -> str:
        """The `written` template; blanks around what prints nothing are left out."""
        assert offer.written is not None
        names = {**self.scope(state), **self.names(raw)}
        parts = []
        for part in offer.written.parts:
            if isinstance(part, str):
                parts.append(part)
            elif isinstance(part, TextHole):
                parts.append(self.write(self.value(part.value, state, names), part.value.type, state))
        return " ".join("".join(parts).split())

    def value(self, e: Expression, state: State, names: Mapping[str, Value]) -> Value:
        """The value of an expression over some of the names."""
        return self.program.evaluate(e, state, {name: names[name] for name in sorted(free_names(e)) if name in names})

    def whole(self, text: TypedText, state: State, names: Mapping[str, Value]) -> bool:
        """Whether no value in a text is none."""
        holes = [part.value for part in text.parts if isinstance(part, TextHole)]
        return all(self.value(e, state, names) != none_of(e.type) for e in holes if isinstance(e.type, t.Optional))

    def label(self, state: State, raw: RawMove) -> str:
        """The author's label, or the action's name and its arguments."""
        offer = self.offer(raw)
        if offer.label is not None:
            return self.texts.render(offer.label, state, {**self.scope(state), **self.names(raw)})
        words = [word for word in self.argument_words(state, raw) if word]
        name = offer.action.replace("_", " ")
        return " ".join([name[:1].upper() + name[1:], *words])

    def arguments(self, state: State, raw: RawMove) -> dict[str, str]:
        return {
            parameter.name: self.write(value, parameter.type, state)
            for parameter, value in zip(self.offer(raw).parameters, raw[1:], strict=True)
        }
