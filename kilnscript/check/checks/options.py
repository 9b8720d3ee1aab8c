"""Whether every option changes something: it has to be read by what happens, not only by texts."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk, without_texts
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import expressions as x


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(found(subject)))


def found(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.game
    read = {n.name for n in walk((*subject.bodies(), game.declarations), without_texts) if isinstance(n, x.OptionValue)}
    for option in game.declarations.options.values():
        if option.name in read:
            continue
        where = "only texts mention it" if option.name in subject.uses.options else "nothing reads it"
        message = f"the option `{option.name}` changes nothing: {where}"
        yield Diagnostic("K914", message, option.span, f"read it as `option.{option.name}`, or take it out")


CHECK = Check("options-matter", "Every option changes something", run, ("K914",))
