"""Constructs that the compiler cannot play yet: said with the place in the rule file."""

from __future__ import annotations

from typing import NoReturn

from kilnscript.diagnostics import Diagnostic, Span


class NotSupported(Exception):
    """The rules use something that this version cannot play yet; ``diagnostic`` says what and where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def refuse(span: Span, what: str) -> NoReturn:
    raise NotSupported(Diagnostic("K890", f"not supported yet: {what}", span, "the rules can be checked and published, but not played"))


class TooLarge(NotSupported):
    """A game with more things than any board game has; it would fill the memory."""


def refuse_depth(span: Span, what: str) -> NoReturn:
    raise TooLarge(Diagnostic("K823", f"{what} is nested too deeply to be worked out", span, "call fewer functions inside each other"))


def refuse_size(span: Span, what: str, number: int, most: int) -> NoReturn:
    raise TooLarge(Diagnostic("K824", f"{what}: {number:,} are too many, {most:,} is the most", span, "make it smaller"))
