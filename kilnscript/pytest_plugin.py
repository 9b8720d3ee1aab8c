"""For pytest: an examples.kiln beside a game.yaml comes in, each of its examples is a test; `-p no:kiln` switches it off.

Loaded in every run of pytest, so it imports next to nothing until there is such a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kilnscript.model.game import Example
    from kilnscript.session.examples import Failure
    from kilnscript.session.game import Game

EXAMPLES, GAME = "examples.kiln", "game.yaml"
WIDTH = 100  # columns of a board in a report


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ExamplesFile | None:
    if file_path.name != EXAMPLES or not file_path.with_name(GAME).is_file():
        return None
    return ExamplesFile.from_parent(parent, path=file_path)


class ExamplesFile(pytest.File):
    """The examples of one game."""

    def collect(self) -> Iterator[ExampleItem]:
        """An item for each. Rules that do not load are one error, with every finding."""
        from kilnscript.diagnostics.render import render_text
        from kilnscript.session.errors import RuleErrors
        from kilnscript.session.game import load

        try:
            game = load(self.path.parent)
        except RuleErrors as error:
            raise self.CollectError(render_text(error.diagnostics, error.sources).rstrip("\n")) from None
        for example in game.model.examples:
            yield ExampleItem.from_parent(self, name=example.name, game=game, example=example)


class ExampleFailed(Exception):
    """Carries the failure to the report."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class ExampleItem(pytest.Item):
    """One example."""

    def __init__(self, *, game: Game, example: Example, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.game = game
        self.example = example

    def runtest(self) -> None:
        from kilnscript.engine.faults import NotSupported
        from kilnscript.session.examples import Failure, run_example

        try:
            failure = run_example(self.game, self.example)
        except NotSupported as error:
            failure = Failure(str(error), self.example.span)
        if failure is not None:
            raise ExampleFailed(failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """What was expected, what was found, and the board; the traceback of anything else. The first line is also that of the summary."""
        from kilnscript.play.failed import failure_lines
        from kilnscript.play.ink import Screen

        if isinstance(excinfo.value, ExampleFailed):
            return "\n".join([excinfo.value.failure.message, *failure_lines(excinfo.value.failure, Screen(width=WIDTH))])
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.example.span.line - 1, f"example {self.name}: {self.example.title}"
