"""Before commit all can be taken back, `over` names all that changes, and `at_start` looks back inside a transaction only."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.placement import CHANCE
from kilnscript.model.structure.walk import all_blocks, deep, steps, walk, word
from kilnscript.model.types import Cell, Place

FORBIDDEN = (*CHANCE, s.Reveal, s.Hide, s.Score, s.Award, s.EndGame, s.Decision, s.NextTurn, s.Later)
WORDS = {
    s.Draw: "draw", s.Shuffle: "shuffle", s.Roll: "roll", s.Pick: "pick", s.Reveal: "reveal", s.Hide: "hide", s.Score: "score",
    s.Award: "award", s.EndGame: "end of the game", s.Decision: "decision", s.NextTurn: "change of turn",
    s.Later: "step put off",
}  # fmt: skip


def all_transactions(game: Game) -> Iterator[s.Transaction]:
    for _, block in all_blocks(game):
        for node in steps(block):
            if isinstance(node, s.Transaction):
                yield node


def provisional(game: Game) -> Iterator[Diagnostic]:
    for transaction in all_transactions(game):
        covered = {
            v.place if isinstance(v, e.PlaceAt | e.PlaceFamily) else v.name
            for v in transaction.over
            if isinstance(v, e.PlaceAt | e.PlaceFamily | e.Variable)
        }
        for offer in transaction.offers:
            action = game.actions.get(offer.action)
            if action is None:
                continue
            for statement in action.block.statements:
                for node in deep(game, statement):
                    if isinstance(node, FORBIDDEN):
                        yield Diagnostic(
                            "K609",
                            f"before commit there is no {WORDS[type(node)]}",
                            _line(statement.span),
                            "what others see or chance decides comes with the commit",
                        )
                    for name, span in (*_changed(node), *_taken(node, action)):
                        if name not in covered:
                            hint = f"add `{name}` to what stands behind `over`"
                            yield Diagnostic(
                                "K611",
                                f"this changes `{name}`, which `over` does not name",
                                span,
                                hint,
                                (Label(word(transaction.span, "transaction"), "so `reset` would not bring it back"),),
                            )


def _line(span: Span) -> Span:
    return span if span.line == span.end_line else word(span, "x")


def _changed(node: object) -> Iterator[tuple[str, Span]]:
    """The variables and places that a statement changes, as far as they are known by name."""
    match node:
        case s.SetVariable(target=target) | s.Pick(target=target) | s.Note(tally=target) | s.ClearTally(tally=target):
            yield target.name, target.span
        case s.MovePieces(destinations=places) | s.Draw(destinations=places):
            for place in places:
                yield from _place(place)
        case s.MoveTokens(source=source, destination=destination):
            yield from _place(source)
            yield from _place(destination)
        case s.Slide(out=out):
            yield from _place(out)
        case s.PassOn(to=to):
            yield from _place(to)
        case _:
            pass


def _taken(node: object, action: s.Action) -> Iterator[tuple[str, Span]]:
    """The place that a chosen piece is taken from."""
    if isinstance(node, s.MovePieces) and isinstance(node.what, e.Local):
        for parameter in action.parameters:
            source = parameter.domain.source
            if parameter.name == node.what.name and isinstance(source, e.Convert):
                for name, _ in _place(source.value):
                    yield name, node.what.span


def _place(place: e.Expression) -> Iterator[tuple[str, Span]]:
    match place.type:
        case Place(name=str() as name) | Cell(place=str() as name):
            yield name, place.span
        case _:
            pass


def moments(game: Game) -> Iterator[Diagnostic]:
    """`at_start(…)` inside transactions, `before_move(…)` inside actions; also through the functions called."""
    inside: set[str] = set()
    for transaction in all_transactions(game):
        inside.update(o.action for o in transaction.offers)
        inside.add(transaction.commit)
    needs = {moment: _functions(game, moment) for moment in ("start", "move")}
    places: list[tuple[object, bool, bool]] = [(b, False, False) for b in (game.setup, game.play, game.scoring)]
    places += [(p.block, False, False) for p in game.phases.values()]
    places += [((a.parameters, a.when, a.label, a.block), a.name in inside, True) for a in game.actions.values()]
    places += [((w.when, w.outcome), False, False) for w in game.watches] + [(i.condition, False, False) for i in game.invariants]
    places.append((game.bot_hint, False, False))
    for root, in_transaction, in_action in places:
        for node in walk(root, texts=False):
            match node:
                case e.At(moment=moment, span=span):
                    name = "at_start" if moment == "start" else "before_move"
                    if not (in_transaction if moment == "start" else in_action):
                        yield _outside(name, moment, f"`{name}`", span)
                case e.FunctionCall(function=function, span=span):
                    if not in_transaction and function in needs["start"]:
                        yield _outside("at_start", "start", f"the function `{function}`", span)
                    elif not in_action and function in needs["move"]:
                        yield _outside("before_move", "move", f"the function `{function}`", span)
                case _:
                    pass


def _outside(name: str, moment: str, what: str, span: Span) -> Diagnostic:
    where = "a transaction" if moment == "start" else "an action"
    looks = f"looks back to the start of {where}" + (f" with `{name}`" if not what.startswith(f"`{name}") else "")
    return Diagnostic("K610", f"{what} {looks}, and none is open here", span)


def _functions(game: Game, moment: str) -> set[str]:
    """The functions that look back, themselves or through others."""
    found = {n for n, f in game.functions.items() if any(isinstance(x, e.At) and x.moment == moment for x in walk(f.block, texts=False))}
    grown = True
    while grown:
        more = {
            n
            for n, f in game.functions.items()
            if n not in found and any(isinstance(x, e.FunctionCall) and x.function in found for x in walk(f.block, texts=False))
        }
        grown = bool(more)
        found |= more
    return found
