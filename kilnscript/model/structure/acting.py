"""`player` is used only where a seat is to act: in decisions, in `take turns`, in loops over `player`, and in what is called from there."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import children, walk

HINT = "name the seat, or loop over seats: `for each player in players:`"


class Acting:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.needs: dict[str, Span | None] = {}

    def phase(self, name: str) -> Span | None:
        """Where a phase first needs a seat that acts, if it does."""
        if name not in self.needs:
            self.needs[name] = None  # a circle is reported elsewhere
            phase = self.game.phases.get(name)
            self.needs[name] = next((span for span, _, _ in self.visit(phase.block)), None) if phase is not None else None
        return self.needs[name]

    def visit(self, node: object) -> Iterator[tuple[Span, str, Span | None]]:
        """The places that need a seat that acts: span, what it is, and where that needs it."""
        match node:
            case e.CurrentPlayer(span=span):
                yield span, "`player`", None
            case e.LegalAction(action=action, span=span):
                yield span, f"`legal({action})`", None
            case e.FunctionCall(function=name, arguments=arguments, span=span):
                function = self.game.functions.get(name)
                if function is not None and function.uses_player:
                    yield span, f"the function `{name}`", _first_use(function)
                for argument in arguments:
                    yield from self.visit(argument)
            case s.Do(phase=name, arguments=arguments, span=span):
                where = self.phase(name)
                if where is not None:
                    yield span, f"the phase `{name}`", where
                for argument in arguments:
                    yield from self.visit(argument)
            case s.Later(phase=name, arguments=arguments, whose=whose, span=span):
                where = self.phase(name)
                if where is not None:
                    yield span, f"the phase `{name}`", where
                yield from self.visit((arguments, whose))
            case s.ForEach(binders=binders, where=where_, block=block):
                yield from self.visit(tuple(b.source for b in binders))
                if not any(b.name == "player" for b in binders):
                    yield from self.visit(where_)
                    yield from self.visit(block)
            case s.TakeTurns(first=first, among=among):
                yield from self.visit(first)
                yield from self.visit(among)
            case s.Decision(who=who):
                yield from self.visit(who)
            case s.Award(amount=amount, among=among):
                yield from self.visit(amount)
                yield from self.visit(among)
            case s.Block(statements=statements):
                yield from self.visit(statements)
            case _:
                for child in children(node):
                    if not _is_page_text(node, child):
                        yield from self.visit(child)


def _is_page_text(node: object, child: object) -> bool:
    """Texts of the help page have no seat that acts; a log and the reason of an end do."""
    return isinstance(child, e.TypedText) and not isinstance(node, s.Log | s.EndGame)


def _first_use(function: s.Function) -> Span | None:
    return next((n.span for n in walk(function.block, texts=False) if isinstance(n, e.CurrentPlayer)), None)


def players(game: Game) -> Iterator[Diagnostic]:
    acting = Acting(game)
    roots: list[tuple[str, object]] = [("setup", game.setup), ("play", game.play), ("scoring", game.scoring)]
    roots += [("a watch", (w.outcome, w.when)) for w in game.watches]
    roots += [("an invariant", i.condition) for i in game.invariants]
    roots += [("an example", x.steps) for x in game.examples] + [("an example", x.given) for x in game.examples]
    for where, root in roots:
        for span, what, needed in acting.visit(root):
            labels = (Label(needed, "`player` is used here"),) if needed is not None else ()
            message = (
                f"no seat is to act here ({where}), so there is no `player`"
                if what == "`player`"
                else f"{what} uses `player`, and no seat is to act here ({where})"
            )
            yield Diagnostic("K604", message, span, HINT, labels)
