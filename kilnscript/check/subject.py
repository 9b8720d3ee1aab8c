"""What the checks look at: a game comes in; what it reads and settles is worked out once, when first asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from kilnscript.check.settings import Settings
from kilnscript.check.uses import Uses
from kilnscript.diagnostics import Span
from kilnscript.model.game import Game


class Subject:
    """A game under check."""

    def __init__(self, game: Game, sources: Mapping[str, str]) -> None:
        self.game = game
        self.sources = sources
        self.files = {file: number for number, file in enumerate(game.files)}

    @cached_property
    def uses(self) -> Uses:
        return Uses(self.game)

    @cached_property
    def settings(self) -> Settings:
        return Settings(self.game)

    def bodies(self) -> Iterator[Any]:
        """Every part of the rules that does something, in the order of kinds of part."""
        game = self.game
        yield from (block for block in (game.setup, game.play, game.scoring) if block is not None)
        yield from game.phases.values()
        yield from game.actions.values()
        yield from game.functions.values()
        yield from game.payments.values()
        yield from game.watches
        yield from game.rank
        yield from game.invariants
        if game.bot_hint is not None:
            yield game.bot_hint

    def within(self, span: Span, words: str) -> Span:
        """Where some words first stand in a text; the whole text, if they are written otherwise there (over two lines, say)."""
        lines = self.sources.get(span.file, "").split("\n")[span.line - 1 : span.end_line]
        for number, line in enumerate(lines):
            end = span.end_column - 1 if number == span.end_line - span.line else len(line)
            found = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)").search(line, span.column - 1 if number == 0 else 0, end)
            if found is not None:
                return Span(span.file, span.line + number, found.start() + 1, span.line + number, found.end() + 1)
        return span

    def place_of(self, span: Span | None) -> tuple[int, str, int, int]:
        """For sorting: files in the order they were read."""
        if span is None:
            return (0, "", 0, 0)
        return (self.files.get(span.file, len(self.files)), span.file, span.line, span.column)
