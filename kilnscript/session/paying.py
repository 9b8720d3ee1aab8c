"""A move that lacks only its payment → the payment built one way after the other, with what is still open and what may come next.

Nothing is played until ``move`` is given to ``Session.play``; a payment under way is a value, and the one before it is kept: taking a step
back is exact. Every step on offer can be completed, so that there is no dead end half-way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kilnscript.engine.offers import RawMove
from kilnscript.engine.payments import Search, Use, Ways
from kilnscript.model import types as t
from kilnscript.session import payment_words
from kilnscript.session.errors import AmbiguousMove, UsageError, did_you_mean
from kilnscript.session.moves import Move
from kilnscript.session.reading import clean, matches, word_groups

if TYPE_CHECKING:
    from kilnscript.session.session import Session


@dataclass(frozen=True, slots=True)
class Step:
    """One use of a way to pay: its words (``barter brick wood``), what it gives and what it covers (``3 brick``, ``1 wood``)."""

    words: str
    gives: str
    covers: str

    def __str__(self) -> str:
        return self.words if self.gives == self.covers else f"{self.words}: {self.gives} for {self.covers}"


class Paying:
    """A payment under way: a move without its payment, and the ways used so far."""

    def __init__(self, session: Session, seat: int, prefix: RawMove, ways: Ways, taken: tuple[Use, ...] = ()) -> None:
        self.session = session
        self.seat = seat
        self.prefix = prefix
        self.ways = ways
        self.taken = taken
        self.state = session.state

    @property
    def search(self) -> Search:
        return self.ways.search

    @property
    def steps(self) -> tuple[Step, ...]:
        """The ways used so far, in the order they were taken."""
        return tuple(self.step(use) for use in self.taken)

    @property
    def open(self) -> str:
        """What is still to be covered: ``2 wood``; "" when nothing is."""
        left, _ = self.search.taken(self.taken) or (self.search.cost, self.search.purse)
        return self.amount(left)

    @property
    def given(self) -> str:
        """What the ways used so far give."""
        return self.amount(self.search.made_of(self.taken)[2])

    @cached_property
    def next(self) -> tuple[Step, ...]:
        """The ways that may be used next; none when nothing is open."""
        return tuple(self.step(use) for use in self.going_on)

    @cached_property
    def going_on(self) -> tuple[Use, ...]:
        if not self.open:
            return ()
        return tuple(use for use in self.search.uses if self.search.completes([*self.taken, use]))

    @property
    def move(self) -> Move | None:
        """The whole move, once nothing is open."""
        if self.open:
            return None
        return Move(self.session.words, self.state, (*self.prefix, self.search.made_of(self.taken)), self.seat)

    @cached_property
    def first(self) -> Move:
        """The most sensible way to complete it: the fewest tokens, the earlier ways first."""
        taken = list(self.taken)
        while any((self.search.taken(taken) or (self.search.cost,))[0]):
            taken.append(min((use for use in self.search.uses if self.search.completes([*taken, use])), key=lambda use: sum(use.gives)))
        if not self.taken:
            return Move(self.session.words, self.state, (*self.prefix, self.ways[0]), self.seat)
        return Move(self.session.words, self.state, (*self.prefix, self.search.made_of(taken)), self.seat)

    def take(self, words: str) -> Paying:
        """The payment with one more step, given by its words. Raises UsageError."""
        found = [use for use in self.going_on if self.step(use).words.casefold() == clean(words).casefold()]
        if not found:
            offered = [step.words for step in self.next]
            near = did_you_mean(clean(words), offered)
            raise UsageError(f"`{words[:60]}` is no way to go on paying{near}" if self.open else "nothing is left to pay")
        return Paying(self.session, self.seat, self.prefix, self.ways, (*self.taken, found[0]))

    def back(self) -> Paying:
        """The payment without its last step. Raises UsageError when there is none."""
        if not self.taken:
            raise UsageError("nothing has been paid yet")
        return Paying(self.session, self.seat, self.prefix, self.ways, self.taken[:-1])

    # ---- words -----------------------------------------------------------------------------------------------------

    def step(self, use: Use) -> Step:
        notation = self.session.words.texts.notation
        words = payment_words.use_words(notation, self.search.name, (use.way, use.chosen, 1), self.state)
        return Step(words, self.amount(use.gives), self.amount(use.covers))

    def amount(self, amount: Sequence[int]) -> str:
        return self.session.words.texts.notation.write(tuple(amount), t.Amount(), self.state)


def paying(session: Session, text: str, seat: int | None = None) -> Paying:
    """Begins the payment of a move written without it (``expand y01``).

    Raises AmbiguousMove where several moves are meant, UsageError where nothing is left to pay, and what ``Session.find`` raises where the
    move is not legal.
    """
    moves = session.moves(seat)
    typed = clean(text).casefold().split(" ")
    groups: dict[RawMove, Move] = {}
    for move in moves:
        if pays_last(session, move):
            groups.setdefault(move.raw[:-1], move)
    found = [move for move in groups.values() if matches(typed, unpaid(session, move), prefix=False)]
    whole = [move for move in found if [word for group in unpaid(session, move) for word in group] == typed]
    found = whole or found
    if len(found) > 1:
        names = tuple(" ".join(word for group in unpaid(session, move) for word in group) for move in found)
        shown = ", ".join(f"`{name}`" for name in names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        raise AmbiguousMove(f"`{text[:60]}` may mean {shown}", text, names)
    if not found:
        move = session.find(text, seat)
        raise UsageError(f"`{move}` leaves nothing open to pay")
    move = found[0]
    number = move.seat - 1
    ways = session.program.domain(session.state, move.raw[0], move.raw[1:-1], number)
    if not isinstance(ways, Ways):
        raise UsageError(f"the payment of `{move}` is chosen from a list and cannot be built")
    return Paying(session, move.seat, move.raw[:-1], ways)


def pays_last(session: Session, move: Move) -> bool:
    """Whether a move ends in a payment and prints as its words in order."""
    offer = session.words.offer(move.raw)
    if offer.written is not None or not offer.parameters:
        return False
    kind = offer.parameters[-1].type
    return isinstance(kind.item if isinstance(kind, t.Optional) else kind, t.Payment)


def unpaid(session: Session, move: Move) -> list[list[str]]:
    """The words of a move without those of its payment."""
    groups = word_groups(session.words, move)
    return groups[:-1] if session.words.argument_words(move.state, move.raw)[-1] else groups
