"""Whether every ruling, text and term of the help page says something of its own."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.same import key
from kilnscript.check.subject import Subject
from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import expressions as x


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(found(subject)))


def found(subject: Subject) -> Iterator[Diagnostic]:
    declared = subject.game.declarations
    first: dict[object, tuple[str, x.TypedText]] = {}
    entries = [(f"the text `{name}`", text) for name, text in declared.texts.items()]
    entries += [(f"the ruling `{name}`", text) for name, text in declared.rulings.items()]
    entries += [(f"the term `{name}`", text) for name, text in declared.glossary.items()]
    for what, text in entries:
        said = tuple(" ".join(part.split()).lower() if isinstance(part, str) else key(part) for part in text.parts)
        if said in first:
            other, at = first[said]
            yield Diagnostic("K945", f"{what} says the same as {other}", text.span, "keep one of them", (Label(at.span, "said here"),))
        else:
            first[said] = (what, text)


CHECK = Check("rulings-differ", "No ruling, text or term repeats another", run, ("K945",))
