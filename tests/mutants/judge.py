"""What the tools say about a mutant: a game folder and a mutant come in, a verdict for each stage comes out."""

from __future__ import annotations

import hashlib
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from kilnscript.check import check_game
from kilnscript.diagnostics import Severity
from kilnscript.engine.faults import NotSupported
from kilnscript.model.load import load_model
from kilnscript.session.examples import run_example
from kilnscript.session.game import Game
from tests.mutants.edits import Mutant, one_line
from tests.mutants.exploring import explored

LONGEST = 40  # processor seconds for one stage; a mutant that takes longer hangs, which nobody would miss
STAGES = ("static", "examples", "exploring")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What each stage found, or None where it found nothing, or was not asked any more."""

    key: str
    static: str | None = None
    examples: str | None = None
    exploring: str | None = None
    rules: str = ""  # a hash of the files that exploring goes by

    @property
    def caught(self) -> bool:
        return any((self.static, self.examples, self.exploring))

    @property
    def by_check(self) -> bool:
        return bool(self.static or self.exploring)


class TooLong(Exception):
    """A stage has no end."""


@contextmanager
def no_longer_than(seconds: int) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def folder_of(folder: Path, mutant: Mutant | None) -> Iterator[Path]:
    """A copy of the game with the mistake in it (None: as it is)."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / folder.name
        shutil.copytree(folder, copy)
        if mutant is not None:
            path = copy / mutant.file
            path.write_text(mutant.apply(path.read_text(encoding="utf-8")), encoding="utf-8")
        yield copy


def judge(
    folder: Path, mutant: Mutant | None, seconds: float = 3.0, stages: tuple[str, ...] = STAGES, before: Verdict | None = None
) -> Verdict:
    """``seconds``: for exploring, as many as `kiln check` takes if nothing else is said. ``before``: of an earlier run; what `kiln check`
    found then is taken over where the rules are the same, and what it did not find is looked for again. The examples are asked last, where
    nothing else has said anything.

    A mutant that does not load has no further stages. Faults of the tools themselves are not hidden.
    """
    key = mutant.key if mutant else folder.name
    with folder_of(folder, mutant) as copy:
        rules = hash_of(copy)
        if before is not None and before.rules == rules and before.by_check:
            return before
        game, static = loaded(copy)
        if game is None:
            return Verdict(key, static, None, None, rules)
        exploring = examples = None
        if "exploring" in stages and static is None:
            try:
                with no_longer_than(LONGEST):
                    exploring = explored(game, seconds)
            except TooLong:
                exploring = f"no end within {LONGEST} s"
        if "examples" in stages and static is None and exploring is None:
            examples = by_examples(game)
        return Verdict(key, static, examples, exploring, rules)


def hash_of(folder: Path) -> str:
    """Of the rules without the examples."""
    digest = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name != "examples.kiln":
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


IN_EXAMPLE = "in an example: "  # a mistake that shows only because an example names what is gone


def loaded(folder: Path) -> tuple[Game | None, str | None]:
    """The game, if it can be played, and what `kiln check` says without play."""
    read = load_model(folder)
    found = tuple(read.diagnostics)
    if read.game is not None:
        found += tuple(finding for finding in check_game(read.game).findings if finding not in found)
    bad = [finding for finding in found if finding.severity is not Severity.NOTE]
    of_rules = [finding for finding in bad if finding.span is None or not finding.span.file.endswith("examples.kiln")]
    static = None
    if bad:
        first = of_rules[0] if of_rules else bad[0]
        static = ("" if of_rules else IN_EXAMPLE) + f"{first.code} {one_line(first.message)}"
    errors = any(finding.severity is Severity.ERROR for finding in found)
    if read.game is None or errors:
        return None, static
    return Game(read.game, read.sources.texts, tuple(read.diagnostics)), static


def by_examples(game: Game) -> str | None:
    """The first example that does not go as it says."""
    for example in game.model.examples:
        try:
            with no_longer_than(LONGEST):
                failure = run_example(game, example)
        except NotSupported as error:
            return f"{example.name}: {one_line(str(error))}"
        except TooLong:
            return f"{example.name}: no end within {LONGEST} s"
        if failure is not None:
            return f"{example.name}: {one_line(failure.message)}"
    return None
