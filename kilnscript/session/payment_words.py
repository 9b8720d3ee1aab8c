"""Payments ↔ words: ``2 wood + 3 brick``, and in brackets the ways that change more than tokens: ``1 coin (merchant market-1)``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kilnscript.compile.constants import Value
from kilnscript.engine.payments import Chosen, Payment, Use, Ways
from kilnscript.engine.state import State
from kilnscript.model import statements as st
from kilnscript.model import types as t

if TYPE_CHECKING:
    from kilnscript.session.notation import Notation

Spelt = Callable[[str, t.Type], Sequence[Value]]
"""(word, type) -> the values it may mean"""


def write(notation: Notation, payment: Payment, state: State) -> str:
    """``2 wood + 3 brick``, ``2 coin (merchant market-1, 2 merchant market-4)``; "" where nothing is paid."""
    name, _, amount, chosen = payment
    words = notation.write(amount, t.Amount(), state)
    used = ", ".join(use_words(notation, name, use, state) for use in chosen)
    return f"{words} ({used})".strip() if used else words


def use_words(notation: Notation, payment: str, use: Chosen, state: State) -> str:
    """``merchant market-1``, ``2 merchant market-4``: how often, the way's name, what was chosen for its parameters."""
    way, picked, count = use
    declared = ways_of(notation, payment)[way]
    arguments = [notation.write(value, p.type, state) for p, value in zip(declared.parameters, picked, strict=True)]
    return " ".join([*([str(count)] if count > 1 else []), declared.name, *(word for word in arguments if word)])


def ways_of(notation: Notation, payment: str) -> tuple[st.Way, ...]:
    return notation.program.game.payments[payment].ways


def readings(
    notation: Notation, name: str, ways: Ways | None, typed: Sequence[str], at: int, state: State, spelt: Spelt
) -> Iterator[tuple[Payment, int]]:
    """(payment, next word) for what the words from ``at`` on may pay, the longest reading first. ``ways`` None: the cost is not known, as
    something before the payment is not legal."""
    uses, arguments = (ways.search.uses, ways.search.arguments) if ways is not None else ((), ())
    for amount, after in amounts(notation, typed, at):
        for chosen, end in bracketed(notation, name, typed, after, state, spelt):
            yield (name, arguments, amount, ordered(uses, chosen)), end


def amounts(notation: Notation, typed: Sequence[str], at: int) -> list[tuple[tuple[int, ...], int]]:
    """Amounts that begin at a word, longest first; the empty one is always among them."""
    tokens = notation.world.tokens
    counts = [0] * len(tokens)
    found = [(tuple(counts), at)]
    while at + 1 < len(typed) and typed[at].isdecimal() and len(typed[at]) < 10 and typed[at + 1] in tokens:
        counts[tokens.index(typed[at + 1])] += int(typed[at])
        found.append((tuple(counts), at + 2))
        if at + 2 >= len(typed) or typed[at + 2] != "+":
            break
        at += 3
    return found[::-1]


def bracketed(
    notation: Notation, payment: str, typed: Sequence[str], at: int, state: State, spelt: Spelt
) -> Iterator[tuple[tuple[Chosen, ...], int]]:
    """The uses in brackets, if any."""
    if at < len(typed) and typed[at].startswith("("):
        end = next((i for i in range(at, len(typed)) if typed[i].endswith(")")), None)
        if end is not None:
            parts = " ".join(typed[at : end + 1])[1:-1].split(",")
            found = [use_of(notation, payment, part.split(), state, spelt) for part in parts]
            if all(use is not None for use in found):
                yield tuple(use for use in found if use is not None), end + 1
        return
    yield (), at


def use_of(notation: Notation, payment: str, words: list[str], state: State, spelt: Spelt) -> Chosen | None:
    """``2 merchant market-4`` as a use; None for anything else."""
    count = 1
    if words and words[0].isdecimal() and len(words[0]) < 5:
        count, words = int(words[0]), words[1:]
    for number, way in enumerate(ways_of(notation, payment)):
        if words and words[0] == way.name and len(words) == 1 + len(way.parameters):
            picked: list[Any] = []
            for parameter, word in zip(way.parameters, words[1:], strict=True):
                values = spelt(word, parameter.type)
                if not values:
                    return None
                picked.append(values[0])
            return number, tuple(picked), count
    return None


def ordered(uses: Sequence[Use], chosen: Sequence[Chosen]) -> tuple[Chosen, ...]:
    """Uses in the order of the rules, as payments have them; unknown ones stay as they are, and are refused as no payment."""
    places = {(use.way, use.chosen): i for i, use in enumerate(uses)}
    return tuple(sorted(chosen, key=lambda use: places.get((use[0], use[1]), -1)))
