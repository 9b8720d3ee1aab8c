"""A person's words → a move: as printed, shortened, or (for `why` and refusals) any move of the game that could be meant."""

from __future__ import annotations

import difflib
import itertools
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kilnscript.compile.analysis import free_names
from kilnscript.compile.constants import Value, as_set, none_of
from kilnscript.engine.faults import Fault
from kilnscript.engine.offers import OfferInfo, ParameterInfo, RawMove
from kilnscript.engine.payments import Ways
from kilnscript.engine.state import State
from kilnscript.model import types as t
from kilnscript.model.expressions import TextHole
from kilnscript.session import payment_words
from kilnscript.session.errors import AmbiguousMove, UnknownMove
from kilnscript.session.moves import Move, MoveWords
from kilnscript.session.notation import placed

MOST_READINGS = 200  # of one text as a move of the game, legal or not
MOST_WORDS = 400  # a longer text is no move


def clean(text: str) -> str:
    """Blanks and letters in their usual form."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def nearest(text: str, notations: Sequence[str], most: int = 3) -> tuple[str, ...]:
    """The legal moves that look most like a text."""
    text = text[:200].casefold()
    folded = {n.casefold(): n for n in reversed(notations)}
    found = [folded[n] for n in difflib.get_close_matches(text, list(folded), n=most, cutoff=0.5)]
    if not found:
        first = text.split(" ")[0]
        found = [n for n in notations if first and n.casefold().startswith(first)][:most]
    return tuple(found)


# ---- legal moves -------------------------------------------------------------------------------------------------------


def find_legal(words: MoveWords, moves: Sequence[Move], text: str, short: bool) -> Move | None:
    """The legal move that a text means: exactly as printed, else in any case, else with arguments left out that have one value only.

    ``short``: also its number in the list (from 1) and the unique beginning of its words. Raises AmbiguousMove.
    """
    text = clean(text)
    if not text or text.count(" ") > MOST_WORDS:
        return None
    notations = [str(move) for move in moves]
    exact = [m for m, n in zip(moves, notations, strict=True) if n == text]
    if exact:
        return one_of(exact, text)
    folded = text.casefold()
    same = [m for m, n in zip(moves, notations, strict=True) if n.casefold() == folded]
    if same:
        return one_of(same, text)
    if short and text.isdecimal() and text.isascii() and len(text) < 7 and 1 <= int(text) <= len(moves):
        return moves[int(text) - 1]
    typed = folded.split(" ")
    groups = [word_groups(words, move) for move in moves]
    found = [m for m, g in zip(moves, groups, strict=True) if matches(typed, g, prefix=False)]
    if found or not short:
        return one_of(found, text) if found else None
    begin = [m for m, n in zip(moves, notations, strict=True) if n.casefold().startswith(folded)]
    found = begin or [m for m, g in zip(moves, groups, strict=True) if matches(typed, g, prefix=True)]
    return one_of(found, text) if found else None


def one_of(found: Sequence[Move], text: str) -> Move:
    if len(found) == 1:
        return found[0]
    listed = tuple(dict.fromkeys(str(move) for move in found))
    shown = ", ".join(f"`{n}`" for n in listed[:4])
    more = f" and {len(listed) - 4} more" if len(listed) > 4 else ""
    raise AmbiguousMove(f"`{text}` may mean {shown}{more}", text, listed)


def word_groups(words: MoveWords, move: Move) -> list[list[str]]:
    """The verb and each argument as lists of words; every group may be left out."""
    raw, state = move.raw, move._state
    offer = words.offer(raw)
    if offer.written is not None:
        return [[offer.action.casefold()], *([word] for word in str(move).casefold().split(" "))]
    arguments = [word.casefold().split(" ") for word in words.argument_words(state, raw) if word]
    for i, (parameter, value) in enumerate(zip(offer.parameters, raw[1:], strict=True)):
        if is_unused_place(words, parameter, value, state) and i < len(arguments):
            arguments[i] = ["new"]
    return [[offer.action.casefold()], *arguments]


def is_unused_place(words: MoveWords, parameter: ParameterInfo, value: Value, state: State) -> bool:
    """`new` stands for an unused member of a family that grows."""
    kind = parameter.type.item if isinstance(parameter.type, t.Optional) else parameter.type
    if not isinstance(kind, t.Place) or value < 0:
        return False
    return words.program.world.places[value].declared.as_needed and not words.program.contents(state, value)


def matches(typed: Sequence[str], groups: Sequence[Sequence[str]], prefix: bool) -> bool:
    """Whether the typed words are those of some of the groups, in order, each group whole (``prefix``: each word may be cut short)."""
    if not typed:
        return True
    for i, group in enumerate(groups):
        if len(group) <= len(typed) and all(word.startswith(t) if prefix else word == t for t, word in zip(typed, group, strict=False)):
            if matches(typed[len(group) :], groups[i + 1 :], prefix):
                return True
    return False


# ---- any move of the game ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Stuck:
    """How far the best reading of a text came, for the message when there is none."""

    at: int = -1
    message: str = ""

    def note(self, at: int, message: str) -> None:
        if at > self.at:
            self.at, self.message = at, message


class AnyMove:
    """Reads texts against every value of the parameters' types."""

    def __init__(self, words: MoveWords, state: State, seat: int) -> None:
        self.words = words
        self.notation = words.texts.notation
        self.program = words.program
        self.state = state
        self.seat = seat
        self.stuck = Stuck()

    def read(self, text: str) -> list[RawMove]:
        """Every move that the text may be, moves of the open decision first. Raises UnknownMove, its message saying what cannot be read."""
        text = clean(text)
        typed = text.split(" ")
        if not text or len(typed) > MOST_WORDS:
            raise UnknownMove("that is no move", text[:60])
        open_offers = self.program.decisions[self.state.decision].offers if self.state.decision >= 0 else ()
        offers = sorted(self.program.offers, key=lambda offer: offer.number not in open_offers)
        named = [offer for offer in offers if offer.action.casefold() == typed[0].casefold()]
        found: list[RawMove] = []
        for offer in named:
            found += itertools.islice(self.arguments(offer, typed, 1, ()), MOST_READINGS)
        for offer in offers:
            if offer.written is not None and offer.number in open_offers:
                found += itertools.islice(self.template(offer, text), MOST_READINGS)
        if not found and not named:  # the verb may be left out
            for offer in offers:
                if offer.written is None and offer.parameters and (offer.number in open_offers or not found):
                    found += itertools.islice(self.arguments(offer, typed, 0, ()), MOST_READINGS)
        if not found:
            if named:
                raise UnknownMove(self.stuck.message or f"`{text}` cannot be read", text)
            raise UnknownMove(f"there is no move `{text[:60]}`", text)
        return found

    # ---- action arg arg --------------------------------------------------------------------------------------------

    def arguments(self, offer: OfferInfo, typed: Sequence[str], at: int, chosen: tuple[Value, ...]) -> Iterator[RawMove]:
        """Moves of an offer whose arguments are the words from ``at`` on."""
        if len(chosen) == len(offer.parameters):
            if at == len(typed):
                yield (offer.number, *chosen)
            else:
                self.stuck.note(at, f"`{offer.action}` takes no `{' '.join(typed[at:])[:40]}`")
            return
        parameter = offer.parameters[len(chosen)]
        found = False
        for value, after in self.values(offer, parameter, typed, at, chosen):
            found = True
            yield from self.arguments(offer, typed, after, (*chosen, value))
        if not found:
            if at < len(typed):
                self.stuck.note(at, f"`{typed[at][:40]}` is no {noun(parameter.type)} for `{parameter.name}` of `{offer.action}`")
            else:
                self.stuck.note(at, f"`{offer.action}` needs {article(noun(parameter.type))}: `{parameter.name}`")

    def values(
        self, offer: OfferInfo, parameter: ParameterInfo, typed: Sequence[str], at: int, chosen: tuple[Value, ...]
    ) -> Iterator[tuple[Value, int]]:
        """(value, next word) for every reading of the words from ``at`` on."""
        kind = parameter.type
        if not parameter.printed:
            yield from ((value, at) for value in self.domain(offer, chosen)[:64] or (none_of(kind),))
            return
        if isinstance(kind, t.YesNo):
            named = at < len(typed) and typed[at] == parameter.name
            yield named, at + named
            return
        if isinstance(kind, (t.SetOf, t.ListOf)):
            yield from self.collections(kind, typed, at)
            return
        if isinstance(kind, (t.Amount, t.Payment, t.Shape, t.Snapshot)):
            yield from self.printed_values(offer, parameter, typed, at, chosen)
            return
        if at < len(typed):
            found = self.spelt(typed[at], kind)
            if found:
                offered = set(self.domain(offer, chosen)) if len(found) > 1 else set()
                yield from ((value, at + 1) for value in sorted(found, key=lambda v: v not in offered))
        if isinstance(kind, t.Optional):
            yield none_of(kind), at

    def spelt(self, word: str, kind: t.Type) -> list[Value]:
        """Values by their word, in any case if not as printed."""
        inner = kind.item if isinstance(kind, t.Optional) else kind
        if word == "new" and isinstance(inner, t.Place):
            world = self.program.world
            family = [info for info in world.places if info.declared.as_needed and inner.name in (None, info.declared.name)]
            return [next((info.number for info in family if not self.program.contents(self.state, info.number)), -1)] if family else []
        for form in dict.fromkeys((word, word.lower(), word.upper(), word.capitalize())):
            found = self.notation.read(form, inner, self.state)
            if found:
                return found
        return []

    def domain(self, offer: OfferInfo, chosen: tuple[Value, ...]) -> tuple[Value, ...]:
        open_offers = self.program.decisions[self.state.decision].offers if self.state.decision >= 0 else ()
        if offer.number not in open_offers:
            return ()
        try:
            return self.program.domain(self.state, offer.number, chosen, self.seat)
        except Fault:  # asked for after choices that are not legal
            return ()

    def collections(self, kind: t.SetOf | t.ListOf, typed: Sequence[str], at: int) -> Iterator[tuple[Value, int]]:
        """Items as long as they can be read, the longest row of them first; labelled things all of one place."""
        found: list[list[Value]] = []
        for word in typed[at:]:
            values = self.spelt(word, kind.item)
            if not values:
                break
            found.append(values)
        for length in range(len(found), -1, -1):
            for items in self.one_place(found[:length], kind.item):
                if isinstance(kind, t.ListOf):
                    yield tuple(items), at + length
                elif len(set(items)) == len(items):
                    yield as_set(tuple(items), kind.item), at + length

    def one_place(self, found: Sequence[Sequence[Value]], item: t.Type) -> Iterator[list[Value]]:
        """One value for each word: cells and lines from the same place, pieces each once."""
        things = placed(self.program.world, item)
        if not found or things is None:
            chosen: list[Value] = []
            for values in found:
                chosen.append(next((v for v in values if v not in chosen), values[0]))
            yield chosen
            return
        for place in dict.fromkeys(things[v].place for v in found[0]):
            picked = [[v for v in values if things[v].place == place] for values in found]
            if all(picked):
                yield [values[0] for values in picked]

    def printed_values(
        self, offer: OfferInfo, parameter: ParameterInfo, typed: Sequence[str], at: int, chosen: tuple[Value, ...]
    ) -> Iterator[tuple[Value, int]]:
        """Values without a universe of their own: those on offer, by how they print."""
        rest = " ".join(typed[at:])
        offered = self.domain(offer, chosen)
        kind = parameter.type.item if isinstance(parameter.type, t.Optional) else parameter.type
        if isinstance(kind, t.Payment):
            ways = offered if isinstance(offered, Ways) else None
            yield from payment_words.readings(self.notation, kind.name or "", ways, typed, at, self.state, self.spelt)
            return
        for value in offered:
            text = self.words.argument(value, parameter.name, parameter.type, self.state)
            if rest == text or rest.startswith(text + " "):
                yield value, at + len(text.split())
        if isinstance(parameter.type, t.Amount):
            amount = self.notation.read_amount(rest)
            if amount is not None:
                yield amount, len(typed)

    # ---- written "…" -----------------------------------------------------------------------------------------------

    def template(self, offer: OfferInfo, text: str) -> Iterator[RawMove]:
        """Moves that print as ``text`` through their own template: parameters are tried where a hole needs them."""
        assert offer.written is not None
        yield from self.fill(offer, offer.written.parts, text.casefold(), {})

    def fill(self, offer: OfferInfo, parts: Sequence[object], rest: str, names: dict[str, Value]) -> Iterator[RawMove]:
        if not parts:
            if not rest.strip():
                yield from self.complete(offer, names)
            return
        part = parts[0]
        if isinstance(part, str):
            literal = " ".join(part.split()).casefold()
            rest = rest.lstrip()
            if rest.startswith(literal):
                yield from self.fill(offer, parts[1:], rest[len(literal) :], names)
            return
        assert isinstance(part, TextHole)
        needed = [p for p in offer.parameters if p.name in free_names(part.value) and p.name not in names]
        for values in itertools.product(*(self.universe(p.type) for p in needed)):
            tried = {**names, **{p.name: value for p, value in zip(needed, values, strict=True)}}
            try:
                value = self.words.value(part.value, self.state, {**self.words.scope(self.state), **tried})
            except (Fault, TypeError, LookupError, AttributeError):  # a value that the template was not made for
                continue
            word = self.words.write(value, part.value.type, self.state).casefold()
            if rest.lstrip().startswith(word):
                yield from self.fill(offer, parts[1:], rest.lstrip()[len(word) :], tried)

    def complete(self, offer: OfferInfo, names: dict[str, Value]) -> Iterator[RawMove]:
        """The parameters that no hole named take the values on offer."""
        chosen: tuple[Value, ...] = ()
        for parameter in offer.parameters:
            if parameter.name not in names:
                values = self.domain(offer, chosen)
                names = {**names, parameter.name: values[0] if values else none_of(parameter.type)}
            chosen = (*chosen, names[parameter.name])
        yield (offer.number, *chosen)

    def universe(self, kind: t.Type) -> Sequence[Value]:
        """Every value of a type that has few."""
        world = self.program.world
        match kind:
            case t.Optional():
                return [*self.universe(kind.item), none_of(kind)]
            case t.Player():
                return range(self.program.players)
            case t.Kind():
                return range(len(world.declarations.kinds[kind.name].members))
            case t.Cell():
                return [c.number for c in world.cells if kind.place in (None, world.places[c.place].declared.name)]
            case t.Line():
                return [line.number for line in world.lines if kind.place in (None, world.places[line.place].declared.name)]
            case t.Arrow():
                return [arrow.number for arrow in world.arrows if kind.place in (None, world.places[arrow.place].declared.name)]
            case t.Piece():
                return [p.number for p in world.pieces if kind.components is None or p.component in kind.components]
            case t.Place():
                return [info.number for info in world.places if kind.name in (None, info.declared.name)]
            case t.Token():
                return range(len(world.tokens))
            case t.Direction():
                return range(8)
            case t.Axis():
                return range(4)
            case t.YesNo():
                return (False, True)
            case t.Number(low=int(low), high=int(high)) if high - low < 1000:
                return range(low, high + 1)
            case _:
                return ()


def noun(kind: t.Type) -> str:
    """What a person calls a value of the type."""
    match kind:
        case t.Optional():
            return noun(kind.item)
        case t.SetOf() | t.ListOf():
            return noun(kind.item)
        case t.Player():
            return "seat"
        case t.Kind():
            return kind.name.removeprefix("option ").replace("_", " ")
        case t.Piece():
            return (kind.components[0] if kind.components and len(kind.components) == 1 else "piece").replace("_", " ")
        case t.YesNo():
            return "yes or no"
        case _:
            return type(kind).__name__.lower()


def article(word: str) -> str:
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"
