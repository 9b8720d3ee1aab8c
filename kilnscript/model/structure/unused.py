"""Parts of the rules that nothing uses: phases never done, actions never offered, functions and payments never called."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import walk, word


def unused(game: Game) -> Iterator[Diagnostic]:
    """Everything that setup, play, scoring and the watches do not reach, however far around."""
    reached: set[tuple[str, str]] = set()
    stack: list[object] = [game.setup, game.play, game.scoring, game.watches, game.rank, game.invariants, game.bot_hint]
    declared = game.declarations
    stack += [text for texts in (declared.texts, declared.rulings, declared.glossary, declared.changes) for text in texts.values()]
    stack += [control.show for control in game.declarations.controls.values()]
    stack += [c.written for c in game.declarations.components.values()] + [x.steps for x in game.examples] + [x.doc for x in game.examples]
    while stack:
        for node in walk(stack.pop()):
            for key in _names(node):
                if key not in reached:
                    reached.add(key)
                    part = _part(game, key)
                    if part is not None:
                        stack.append(part)
    for phase in game.phases.values():
        if ("phase", phase.name) not in reached:
            yield _never("phase", phase.name, phase.span, "done", f"`do {phase.name}` does it")
    for name, action in game.actions.items():
        if ("action", name) not in reached:
            yield _never("action", name, action.span, "offered", f"`offer {name}` in a decision offers it")
    for function in game.functions.values():
        if ("function", function.name) not in reached:
            yield _never("function", function.name, function.span, "used", None)
    for payment in game.payments.values():
        if ("payment", payment.name) not in reached:
            yield _never("payment", payment.name, payment.span, "used", f"an action chooses from its ways: `payment: {payment.name}(…)`")


def _never(sort: str, name: str, span: Span, done: str, hint: str | None) -> Diagnostic:
    return Diagnostic("K622", f"the {sort} `{name}` is never {done}", word(span, f"{sort} {name}"), hint)


def _names(node: object) -> Iterator[tuple[str, str]]:
    match node:
        case s.Do(phase=name) | s.Later(phase=name):
            yield "phase", name
        case s.OfferAction(action=name):
            yield "action", name
        case s.Transaction(commit=name):
            yield "action", name
        case e.FunctionCall(function=name):
            yield "function", name
        case e.PaymentWays(payment=name):
            yield "payment", name
        case _:
            pass


def _part(game: Game, key: tuple[str, str]) -> object:
    sort, name = key
    match sort:
        case "phase":
            return game.phases.get(name)
        case "action":
            return game.actions.get(name)
        case "function":
            return game.functions.get(name)
        case _:
            return game.payments.get(name)
