"""What lives across a decision is small: single values, places, sets and lists of them."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import all_blocks, deep, steps, walk, word
from kilnscript.model.types import ListOf, Optional, Payment, SetOf, Snapshot, Type


def across(game: Game) -> Iterator[Diagnostic]:
    for _, block in all_blocks(game):
        for node in steps(block):
            if isinstance(node, s.Block):
                yield from _block(game, node)


def _block(game: Game, block: s.Block) -> Iterator[Diagnostic]:
    for i, statement in enumerate(block.statements):
        if not isinstance(statement, s.Let) or not _large(statement.value.type):
            continue
        decided = None
        for later in block.statements[i + 1 :]:
            if decided is None:
                decided = next((n for n in deep(game, later) if isinstance(n, s.Decision)), None)
            used = [n for n in walk(later) if isinstance(n, e.Local) and n.name == statement.name]
            if decided is not None and used:
                yield Diagnostic(
                    "K618", f"`{statement.name}` cannot be kept across a decision", word(statement.span, f"let {statement.name}"),
                    "take it again after the decision, or note it in a tally", (Label(word(decided.span, "x"), "the decision"),),
                )  # fmt: skip
                break


def _large(type_: Type) -> bool:
    match type_:
        case Snapshot() | Payment():
            return True
        case SetOf(item=item) | ListOf(item=item) | Optional(item=item):
            return _large(item)
        case _:
            return False
