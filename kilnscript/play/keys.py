"""Keys declared under `controls` → moves: `3b2` at the prompt is `take bowl-3 blue row-2`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kilnscript.engine.offers import OfferInfo, ParameterInfo
from kilnscript.model import types as t
from kilnscript.session.session import Session


def keyed(session: Session, text: str) -> str | None:
    """The move that a run of keys stands for at the open decision, blanks left out; None for any other text. A number is never one: it
    counts in the list of moves."""
    typed = "".join(text.split()).casefold()
    if session.over or typed.isdecimal():
        return None
    for offer, tables in open_tables(session):
        if len(typed) == len(tables) and all(key in table for key, table in zip(typed, tables.values(), strict=True)):
            return " ".join([offer.action, *(table[key] for key, table in zip(typed, tables.values(), strict=True))])
    return None


def key_lines(session: Session) -> list[str]:
    """``take by keys: source 1 2 3 L, colour B C, row 1 2 0``, for every action of the game that has keys for all its parameters."""
    found = {}
    for offer in session.program.offers:
        tables = tables_of(session, offer)
        if tables:
            told = ", ".join(f"{name} {' '.join(key.upper() for key in table)}" for name, table in tables.items())
            found[offer.action] = f"{offer.action} by keys, one after the other: {told}"
    return list(found.values())


def open_tables(session: Session) -> Iterator[tuple[OfferInfo, dict[str, dict[str, str]]]]:
    """The offers of the open decision that have keys, with them."""
    for number in session.program.decisions[session.state.decision].offers:
        offer = session.program.offers[number]
        tables = tables_of(session, offer)
        if tables:
            yield offer, tables


def tables_of(session: Session, offer: OfferInfo) -> dict[str, dict[str, str]]:
    """For each parameter of an action its keys and what they stand for; nothing where one of them has none."""
    control = session.program.game.declarations.controls.get(offer.action)
    keys = control.entries.get("keys") if control is not None else None
    if not isinstance(keys, Mapping) or not offer.parameters:
        return {}
    found = {p.name: table_of(session, p, keys.get(p.name)) for p in offer.parameters}
    return found if all(found.values()) else {}


def table_of(session: Session, parameter: ParameterInfo, declared: object) -> dict[str, str]:
    """`letter`: the letters of a kind. A mapping: a key, or a range of digits, to a word in which {key} is the key."""
    kind = parameter.type.item if isinstance(parameter.type, t.Optional) else parameter.type
    if declared == "letter" and isinstance(kind, t.Kind):
        members = session.program.game.declarations.kinds[kind.name].members
        return {member.letter.casefold(): member.name for member in members if member.letter}
    if not isinstance(declared, Mapping):
        return {}
    found = {}
    for key, word in declared.items():
        first, _, last = str(key).partition("..")
        for each in [str(n) for n in range(int(first), int(last) + 1)] if last else [first]:
            found[each.casefold()] = str(word).replace("{key}", each)
    return found
