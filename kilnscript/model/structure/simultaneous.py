"""What everyone chooses at once changes only what is the chooser's own, and has no chance, decision or end in it."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.placement import CHANCE
from kilnscript.model.structure.walk import all_blocks, offered, steps, walk, word

LATER = "that comes in a step after it"


def simultaneous(game: Game) -> Iterator[Diagnostic]:
    for _, block in all_blocks(game):
        for decision in steps(block):
            if not isinstance(decision, s.Decision) or not decision.everyone:
                continue
            if decision.mode == "may repeatedly":
                yield Diagnostic("K608", "simultaneous choices are `must` or `may`", word(decision.span, "all"))
            for offer, transaction in offered(decision):
                if transaction is not None:
                    yield Diagnostic("K608", "a simultaneous choice has no transaction", word(transaction.span, "transaction"))
                action = game.actions.get(offer.action)
                for node in steps(action.block) if action is not None else ():
                    yield from _statement(game, node)


def _statement(game: Game, node: object) -> Iterator[Diagnostic]:
    match node:
        case s.Draw() | s.Shuffle() | s.Roll() | s.Pick() | s.Decision() | s.EndGame() | s.Reveal() | s.NextTurn():
            what = "chance" if isinstance(node, CHANCE) else "decision or end"
            yield Diagnostic("K608", f"a simultaneous choice has no {what} in it", _span(node), LATER)
        case s.Do(span=span) | s.Later(span=span):
            yield Diagnostic("K608", "a simultaneous choice does no phase", span, LATER)
        case s.SetVariable(target=target):
            if not _own(target):
                yield Diagnostic(
                    "K608",
                    f"a simultaneous choice changes only what is the chooser's own, and `{target.name}` is not",
                    target.span,
                    f"note it at the seat, and look at all of them {LATER.replace('that comes ', '')}",
                )
        case s.MovePieces(destinations=destinations):
            for destination in destinations:
                if not _own(destination) and not (isinstance(destination, e.PlaceAt) and destination.place == "box"):
                    yield Diagnostic(
                        "K608",
                        "a simultaneous choice moves only to places of the chooser",
                        destination.span,
                        "`pass … to …` hands on to other seats",
                    )
        case s.MoveTokens(source=source, destination=destination):
            for place in (source, destination):
                if isinstance(place, e.PlaceAt) and place.place == "supply":
                    limited = [
                        n.token
                        for n in walk(node, texts=False)
                        if isinstance(n, e.TokenLiteral) and game.declarations.tokens[n.token].supply is not None
                    ]
                    if limited:
                        yield Diagnostic(
                            "K608", f"the supply of `{limited[0]}` is limited, and several may want the last one", place.span, LATER
                        )
                elif not _own(place):
                    yield Diagnostic("K608", "a simultaneous choice moves only what is the chooser's own", place.span)
        case s.Score(whom=whom):
            if not isinstance(whom, e.CurrentPlayer):
                yield Diagnostic("K608", "a simultaneous choice scores only for the chooser", whom.span, LATER)
        case _:
            pass


def _span(node: s.Statement) -> Span:
    span = node.span
    return span if span.line == span.end_line else word(span, "x")


def _own(node: e.Expression) -> bool:
    while isinstance(node, e.Convert | e.CellOf):
        node = node.value if isinstance(node, e.Convert) else node.place
    match node:
        case e.Variable(keys=keys) | e.PlaceAt(keys=keys) | e.PlaceFamily(keys=keys):
            return bool(keys) and isinstance(keys[0], e.CurrentPlayer)
        case _:
            return False
