"""What can go wrong while a game is set up or played by its user; an error never changes a game."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from kilnscript.diagnostics import Diagnostic, Span


class UsageError(ValueError):
    """Players, options, a seed, a position or a record that the game cannot take; the message says what it would take.

    ``line``: the line of the record it stands in, where it is about one.
    """

    line: int | None = None


class UnfairUndo(UsageError):
    """Taking moves back would undo what chance decided or somebody saw, and several people play."""


class RuleErrors(ValueError):
    """Rule files with mistakes.

    ``diagnostics``: every finding; ``sources``: the text of each file by its shown path. ``str`` renders them all.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Mapping[str, str]) -> None:
        self.diagnostics = tuple(diagnostics)
        self.sources = dict(sources)
        super().__init__(f"{len(self.diagnostics)} findings")

    def __str__(self) -> str:
        from kilnscript.diagnostics.render import render_text

        return render_text(self.diagnostics, self.sources)


class MoveError(ValueError):
    """A move that was not played. ``move``: as it was written; ``nearest``: legal moves that look like it, nearest first."""

    code = "move"

    def __init__(self, message: str, move: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.move = move
        self.nearest = nearest


class UnknownMove(MoveError):
    """No action of this game is called so, or the words cannot be read as its arguments."""

    code = "unknown-move"


class AmbiguousMove(MoveError):
    """Several legal moves are meant; ``nearest`` lists them."""

    code = "ambiguous-move"


class IllegalMove(MoveError):
    """A move of the game that is not legal now.

    ``reason``: the author's words; ``rule``: the part of the rules it comes from; ``span``: its text.
    """

    code = "illegal-move"

    def __init__(self, message: str, move: str, nearest: tuple[str, ...], reason: str, rule: str | None, span: Span | None) -> None:
        super().__init__(message, move, nearest)
        self.reason = reason
        self.rule = rule
        self.span = span


class NotYourTurn(MoveError):
    """The seat has nothing to decide now, or the game is over."""

    code = "not-your-turn"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean `target`?``, or nothing when no known word is near."""
    near = difflib.get_close_matches(word[:60], list(known), n=1, cutoff=0.6)
    return f"; did you mean `{near[0]}`?" if near else ""
