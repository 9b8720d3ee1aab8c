"""The call graph of phases, actions and `legal(…)` has no circles, so that frames are static."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import walk

Node = tuple[str, str]


def circles(game: Game) -> Iterator[Diagnostic]:
    parts: dict[Node, s.Phase | s.Action | s.Function] = {
        **{("phase", n): p for n, p in game.phases.items()},
        **{("action", n): a for n, a in game.actions.items()},
        **{("function", n): f for n, f in game.functions.items()},
    }
    done: set[Node] = set()
    waiting = _put_off(game)

    def visit(key: Node, path: list[Node]) -> Iterator[Diagnostic]:
        for other, span in (*_calls(parts[key], waiting), *waiting.get(key, ())):
            if other in path:
                circle = [*path[path.index(other) :], other]
                if any(sort != "function" for sort, _ in circle):
                    said = " > ".join(name for _, name in circle)
                    yield Diagnostic("K603", f"this calls itself in a circle: {said}", span, "a loop repeats a step: `repeat until …:`")
            elif other in parts and other not in done:
                yield from visit(other, [*path, other])
        done.add(key)

    for key in parts:
        if key not in done:
            yield from visit(key, [key])


def _put_off(game: Game) -> dict[Node, list[tuple[Node, Span]]]:
    """What a phase, or (``turn``) a turn, may have to do at its start or end, whoever put it off until then."""
    found: dict[Node, list[tuple[Node, Span]]] = {}
    for node in walk(
        (game.setup, game.play, tuple(game.phases.values()), tuple(game.actions.values()), tuple(game.payments.values())), texts=False
    ):
        if isinstance(node, s.Later):
            found.setdefault(("phase", node.of), []).append((("phase", node.phase), node.span))
    return found


def _calls(part: s.Phase | s.Action | s.Function, waiting: Mapping[Node, Sequence[tuple[Node, Span]]]) -> Iterator[tuple[Node, Span]]:
    for node in walk(part, texts=False):
        match node:
            case s.TakeTurns(innermost=True):
                yield from waiting.get(("phase", "turn"), ())
            case s.Do(phase=phase, span=span):
                yield ("phase", phase), span
            case s.OfferAction(action=action, span=span):
                yield ("action", action), Span(span.file, span.line, span.column, span.line, span.column + len("action"))
            case s.Transaction(commit=commit, span=span):
                yield ("action", commit), Span(span.file, span.line, span.column, span.line, span.column + len("transaction"))
            case e.LegalAction(action=action, span=span):
                yield ("action", action), span
            case e.FunctionCall(function=function, span=span):
                yield ("function", function), span
            case _:
                pass
