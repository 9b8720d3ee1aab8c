"""`require` stands before anything changes, `ensure` after nothing that cannot be taken back, both in actions and commits only."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import deep, steps, word

CHANCE = (s.Draw, s.Shuffle, s.Roll, s.Pick)
CHANGES = (
    s.SetVariable, s.SetPieceValue, s.MovePieces, s.MoveTokens, s.Draw, s.Shuffle, s.CloseUp, s.Roll, s.Pick, s.Slide, s.Mark, s.ClearMarks,
    s.ClearTally, s.Note, s.Reveal, s.Hide, s.Pay, s.Score, s.Award, s.PassOn, s.NextTurn, s.EndGame, s.Do, s.Later, s.Decision,
)  # fmt: skip
BLIND = (*CHANCE, s.Reveal, s.Decision)


def requires(game: Game) -> Iterator[Diagnostic]:
    for action in game.actions.values():
        yield from _block(game, action.block, _State())


def misplaced(game: Game) -> Iterator[Diagnostic]:
    blocks: list[s.Block] = [b for b in (game.setup, game.play, game.scoring) if b is not None]
    blocks += [p.block for p in game.phases.values()] + [f.block for f in game.functions.values()]
    for block in blocks:
        for node in steps(block):
            if isinstance(node, s.Require | s.Ensure):
                name = "require" if isinstance(node, s.Require) else "ensure"
                yield Diagnostic(
                    "K607", f"`{name}` belongs in an action or a commit", word(node.span, name), "here an `if` decides what happens"
                )


class _State:
    """The first change and the first thing that cannot be taken back, so far."""

    def __init__(self) -> None:
        self.changed: Span | None = None
        self.blind: Span | None = None


def _block(game: Game, block: s.Block, state: _State) -> Iterator[Diagnostic]:
    for statement in block.statements:
        match statement:
            case s.Require(span=span):
                if state.changed is not None:
                    yield Diagnostic(
                        "K605", "a `require` stands before anything changes", word(span, "require"),
                        "`ensure` looks at what came out", (Label(_line(state.changed), "this changes something"),),
                    )  # fmt: skip
            case s.Ensure(span=span):
                if state.blind is not None:
                    yield Diagnostic(
                        "K606", "no draw, roll, reveal or decision may come before an `ensure`", word(span, "ensure"),
                        "what was drawn or shown cannot be taken back", (Label(_line(state.blind), "this cannot be taken back"),),
                    )  # fmt: skip
            case s.If(then=then, otherwise=otherwise):
                yield from _block(game, then, state)
                if otherwise is not None:
                    yield from _block(game, otherwise, state)
            case s.Rule(block=inner):
                yield from _block(game, inner, state)
            case _:
                if not isinstance(statement, s.Decision):
                    for node in steps(statement):
                        if isinstance(node, s.Require | s.Ensure):
                            name = "require" if isinstance(node, s.Require) else "ensure"
                            yield Diagnostic(
                                "K607", f"`{name}` stands in the action itself, or under a leading `if` or `rule`", word(node.span, name),
                                "a condition over several things is one: `require all(x in S: …), \"…\"`",
                            )  # fmt: skip
                _note(game, statement, state)


def _note(game: Game, statement: s.Statement, state: _State) -> None:
    for node in deep(game, statement):
        if state.changed is None and isinstance(node, CHANGES) and not (isinstance(node, s.Do) and not _changes(game, node)):
            state.changed = statement.span
        if state.blind is None and isinstance(node, BLIND):
            state.blind = statement.span


def _changes(game: Game, node: s.Do) -> bool:
    phase = game.phases.get(node.phase)
    return phase is None or any(isinstance(n, CHANGES) and not isinstance(n, s.Do) for n in deep(game, phase.block))


def _line(span: Span) -> Span:
    return span if span.line == span.end_line else Span(span.file, span.line, span.column, span.line, span.column + 1)
