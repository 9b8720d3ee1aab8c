"""An invariant and an example → whether the invariant speaks of anything that the example gives.

Where it does not, what it speaks of is in the position of the example as play itself leaves it, and a move that breaks it is a mistake.
Where it does, the position may be one that play never comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.compile.analysis import walk
from kilnscript.model import expressions as x
from kilnscript.model.declarations import Declarations
from kilnscript.model.game import Example, Game

SCORES, PIECES = "scores", "pieces"  # beside names of variables and of what lies in places


def given_to(game: Game, example: Example, condition: x.Expression) -> bool:
    """Pieces that are given somewhere are missing elsewhere: a place is touched where anything of its kind is given."""
    given = set()
    for each in example.given:
        given |= set(subjects(game.declarations, each.target))
    spoken = set()
    for node in nodes(game, condition, set()):
        spoken |= set(subjects(game.declarations, node))
    if any(name.startswith(PIECES) for name in given) and PIECES in spoken:
        return True
    return bool(given & spoken)


def nodes(game: Game, tree: Any, seen: set[str]) -> Iterator[Any]:
    """Everything that is read, in the functions that are called too."""
    for node in walk(tree):
        yield node
        if isinstance(node, x.FunctionCall) and node.function not in seen:
            seen.add(node.function)
            yield from nodes(game, game.functions[node.function], seen)


def subjects(declared: Declarations, node: Any) -> Iterator[str]:
    match node:
        case x.Variable():
            yield f"variable {node.name}"
        case x.ScoreOf():
            yield SCORES
        case x.PlaceAt() | x.PlaceFamily():
            place = declared.places.get(node.place)
            yield from (f"{PIECES} {name}" for name in (place.holds if place is not None else ()))
            if place is None:  # the box, the supply
                yield PIECES
        case x.Pieces() | x.PieceValue():
            yield PIECES
