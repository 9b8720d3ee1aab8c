"""What a seat is asked, and what a log says, is made of what its readers may see; `referee(…)` is noted; private decisions are marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.readers import NOTHING, Readers, Reads
from kilnscript.model.structure.walk import all_blocks, deep, steps, walk
from kilnscript.model.types import ListOf, Optional, Piece, SetOf, Type

HINT = "if it has to be, write `referee(…)`; the checker lists every use"


def secrets(game: Game) -> Iterator[Diagnostic]:
    readers = Readers(game)
    if readers.private:
        around = _around(game, readers)
        for action in game.actions.values():
            yield from _action(game, readers, action, around.get(action.name, {}))
        for _, block in all_blocks(game):
            yield from _offers(game, readers, block)
            yield from _logs(game, readers, block)
    yield from _hint(game, readers)
    yield from _referees(game)


def with_private(game: Game) -> Game:
    """Actions whose legality reads what not everybody may see."""
    readers = Readers(game)
    if not readers.private:
        return game
    around = _around(game, readers)
    private = {n for n, a in game.actions.items() if _legality(readers, a, around.get(n, {}))}
    return replace(game, actions={n: replace(a, private=True) if n in private else a for n, a in game.actions.items()})


def _around(game: Game, readers: Readers) -> dict[str, dict[str, Reads]]:
    """For each action inside a decision, what the names of the phase around it are made of."""
    found: dict[str, dict[str, Reads]] = {}
    for _, block in all_blocks(game):
        lets: dict[str, Reads] = {}
        for node in steps(block):
            match node:
                case s.Let(name=name, value=value):
                    lets[name] = readers.of(value, lets)
                case s.ForEach(binders=binders):
                    for binder in binders:
                        lets[binder.name] = readers.of(binder.source, lets)
                case s.OfferAction(action=action, own=True):
                    found[action] = dict(lets)
                case s.Transaction(commit=commit):
                    found[commit] = dict(lets)
                case _:
                    pass
    return found


def _legality(readers: Readers, action: s.Action, around: dict[str, Reads]) -> Reads:
    lets = dict(around)
    found = NOTHING
    for parameter in action.parameters:
        found |= readers.of(parameter.domain, lets)
    found |= readers.of(action.when, lets)
    for statement in action.block.statements:
        if isinstance(statement, s.Let):
            lets[statement.name] = readers.of(statement.value, lets)
        elif isinstance(statement, s.Require | s.Ensure):
            found |= readers.of(statement.condition, lets)
    return found


def _hidden(game: Game, readers: Readers, node: object, lets: dict[str, Reads], what: str, span: Span) -> Iterator[Diagnostic]:
    for name in readers.hidden(readers.of(node, lets)):
        yield Diagnostic("K701", f"{what} reads `{name}`, which the seat that chooses may not see", span, HINT, (_declared(game, name),))


def _declared(game: Game, name: str) -> Label:
    declared = game.declarations.places.get(name) or game.declarations.variables[name]
    sees = "its owner sees it" if declared.sees == "owner" else "nobody sees it"
    return Label(declared.span, f"declared here: {sees}")


def _action(game: Game, readers: Readers, action: s.Action, around: dict[str, Reads]) -> Iterator[Diagnostic]:
    lets = dict(around)
    for parameter in action.parameters:
        yield from _hidden(game, readers, parameter.domain, lets, f"the choice of `{parameter.name}`", parameter.domain.span)
        yield from _text(game, readers, parameter.answer, lets, "the answer")
    if action.when is not None:
        yield from _hidden(game, readers, action.when, lets, "`when`", action.when.span)
    yield from _text(game, readers, action.label, lets, "the label")
    yield from _text(game, readers, action.written, lets, "the notation")
    for node in steps(action.block):
        match node:
            case s.Let(name=name, value=value):
                lets[name] = readers.of(value, lets)
            case s.Require(condition=condition, reason=reason):
                yield from _hidden(game, readers, condition, lets, "`require`", condition.span)
                yield from _text(game, readers, reason, lets, "the reason")
            case s.Ensure(condition=condition, reason=reason):
                yield from _hidden(game, readers, condition, lets, "`ensure`", condition.span)
                yield from _text(game, readers, reason, lets, "the reason")
            case _:
                pass


def _text(game: Game, readers: Readers, text: e.TypedText | None, lets: dict[str, Reads], what: str) -> Iterator[Diagnostic]:
    for hole in text.parts if text is not None else ():
        if isinstance(hole, e.TextHole):
            yield from _hidden(game, readers, hole.value, lets, what, hole.span)


def _offers(game: Game, readers: Readers, block: s.Block) -> Iterator[Diagnostic]:
    for node in steps(block):
        if isinstance(node, s.OfferAction) and node.when is not None:
            yield from _hidden(game, readers, node.when, {}, "`when`", node.when.span)


def _logs(game: Game, readers: Readers, block: s.Block) -> Iterator[Diagnostic]:
    for inner in steps(block):
        if not isinstance(inner, s.Block):
            continue
        shown: set[str] = set()
        for statement in inner.statements:
            shown |= {name for n in deep(game, statement) if isinstance(n, s.Reveal) for name, _ in readers.of(n.what, {})}
            if isinstance(statement, s.Log):
                for hole in statement.text.parts:
                    if not isinstance(hole, e.TextHole) or _masked(hole.value):
                        continue
                    reads = readers.of(hole.value, {})
                    only_player = statement.to is not None and isinstance(_inner(statement.to), e.CurrentPlayer)
                    names = readers.hidden(reads) if only_player else sorted({name for name, _ in reads})
                    for name in names:
                        if name not in shown:
                            yield Diagnostic(
                                "K702",
                                f"the log tells of `{name}`, which not every reader may see",
                                hole.span,
                                "`log … to player` says it to one seat; `reveal` shows it to all",
                                (_declared(game, name),),
                            )


def _hint(game: Game, readers: Readers) -> Iterator[Diagnostic]:
    """A bot plays with what its seat sees: no `referee(…)` either, in the hint or in a function that it calls."""
    if game.bot_hint is None:
        return
    value = game.bot_hint.value
    for name in readers.hidden(readers.of(value, {})):
        yield Diagnostic(
            "K704", f"`bot hint` reads `{name}`, which the seat that is judged may not see", value.span, None, (_declared(game, name),)
        )
    seen: set[str] = set()
    stack: list[object] = [value]
    while stack:
        for node in walk(stack.pop(), texts=False):
            if isinstance(node, e.Referee):
                labels = (Label(node.span, "here"),)
                yield Diagnostic("K704", "`bot hint` reads what only the referee sees", value.span, "leave `referee(…)` out", labels)
            elif isinstance(node, e.FunctionCall) and node.function not in seen and node.function in game.functions:
                seen.add(node.function)
                stack.append(game.functions[node.function].block)


def _inner(node: e.Expression) -> e.Expression:
    while isinstance(node, e.Convert):
        node = node.value
    return node


def _masked(value: e.Expression) -> bool:
    """A piece that the reader may not see prints as "a tile"."""

    def pieces(type_: Type) -> bool:
        match type_:
            case Piece():
                return True
            case SetOf(item=item) | ListOf(item=item) | Optional(item=item):
                return pieces(item)
            case _:
                return False

    return pieces(value.type)


def _referees(game: Game) -> Iterator[Diagnostic]:
    roots: list[object] = [block for _, block in all_blocks(game)]
    roots += [f.block for f in game.functions.values()]
    roots += [(a.parameters, a.when, a.label) for a in game.actions.values()]
    for root in roots:
        for node in walk(root):
            if isinstance(node, e.Referee):
                yield Diagnostic("K703", "`referee(…)` reads what the reader may not see", node.span)
