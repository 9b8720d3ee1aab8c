"""The typed game: what there is and what happens, resolved and checked; every later stage reads this."""

from __future__ import annotations

from collections.abc import Mapping

from kilnscript.diagnostics import Span
from kilnscript.model.declarations import Declarations
from kilnscript.model.expressions import Expression, TypedText
from kilnscript.model.statements import Action, Block, BotHint, EndWatch, Function, Invariant, Payment, Phase, RankItem, Rule
from kilnscript.source.node import node


@node
class ExampleGiven:
    """``target``: a PlaceAt, Variable, ScoreOf … expression; ``value``: of its type, a NotationLiteral for a place's contents."""

    target: Expression
    value: Expression
    span: Span


@node
class ExampleStep:
    """``kind``: when (play ``move``), then (``condition`` holds), allowed, refused (``reason`` is part of the answer)."""

    kind: str
    seat: Expression | None
    move: str | None
    condition: Expression | None
    reason: str | None
    span: Span


@node
class ExampleStart:
    phase: str
    arguments: tuple[Expression, ...]
    seat: Expression | None
    span: Span


@node
class Example:
    """``players`` and ``seed`` None: the fewest players, seed 0. ``options``: constants."""

    name: str
    title: str
    players: int | None
    options: Mapping[str, Expression]
    seed: int | None
    given: tuple[ExampleGiven, ...]
    start: ExampleStart | None
    steps: tuple[ExampleStep, ...]
    doc: TypedText | None
    span: Span


@node
class Game:
    """``actions`` holds every action and commit by name, those written inside a decision too. ``rules_hash``: SHA-256 over the files it was
    read from (hex)."""

    declarations: Declarations
    setup: Block | None
    play: Block
    scoring: Block | None
    phases: Mapping[str, Phase]
    actions: Mapping[str, Action]
    functions: Mapping[str, Function]
    payments: Mapping[str, Payment]
    rules: Mapping[str, Rule]
    watches: tuple[EndWatch, ...]
    rank: tuple[RankItem, ...]
    invariants: tuple[Invariant, ...]
    bot_hint: BotHint | None
    examples: tuple[Example, ...]
    files: tuple[str, ...]
    rules_hash: str
