"""Whether the order of a deck is as unknown as that of a deck should be."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import expressions as x
from kilnscript.model import statements as st


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(decks(subject)))


def decks(subject: Subject) -> Iterator[Diagnostic]:
    """A deck that is drawn from without a word on its order has that in which its pieces were made. One that is filled by drawing, or from
    elsewhere than all pieces, may have been mixed on the way."""
    shuffled, drawn, mixed = set(), set(), set()
    for body in subject.bodies():
        for node in walk(body):
            match node:
                case st.Shuffle():
                    shuffled |= places(node.place)
                case st.Draw():
                    drawn |= places(node.source)
                    mixed |= places(node.destinations)
                case st.MovePieces() if not any(isinstance(n, x.Pieces) for n in walk(node.what)) or places(node.what):
                    mixed |= places(node.destinations)
    for place in subject.game.declarations.places.values():
        if place.shape == "deck" and place.name in drawn and place.name not in shuffled | mixed and place.start is None:
            message = f"`{place.name}` is drawn from and never shuffled: everybody knows its order"
            yield Diagnostic("K965", message, place.span, f"`shuffle {place.name}` once the pieces are there")


def places(tree: object) -> set[str]:
    return {node.place for node in walk(tree) if isinstance(node, (x.PlaceAt, x.PlaceFamily))}


CHECK = Check("decks-shuffled", "Decks are shuffled before anything is drawn from them", run, ("K965",))
