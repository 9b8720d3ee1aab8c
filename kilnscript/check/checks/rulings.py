"""Whether every ruling, text and term, and every `##` text of the rules, says something of its own."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.same import key
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import expressions as x

FEW = 3  # words that may well be said twice beside rules that do the same


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(found(subject)))


def found(subject: Subject) -> Iterator[Diagnostic]:
    declared = subject.game.declarations
    first: dict[object, tuple[str, x.TypedText]] = {}
    entries = [(f"the text `{name}`", text) for name, text in declared.texts.items()]
    entries += [(f"the ruling `{name}`", text) for name, text in declared.rulings.items()]
    entries += [(f"the term `{name}`", text) for name, text in declared.glossary.items()]
    entries += [
        ("this text", node.doc) for body in subject.bodies() for node in walk(body) if isinstance(getattr(node, "doc", None), x.TypedText)
    ]
    for what, text in entries:
        if not any(isinstance(part, str) and len(part.split()) > FEW for part in text.parts) and what == "this text":
            continue
        said = tuple(" ".join(part.split()).lower() if isinstance(part, str) else key(part) for part in text.parts)
        if said in first:
            other, at = first[said]
            yield Diagnostic("K945", f"{what} says the same as {other}", text.span, "keep one of them", (Label(at.span, "said here"),))
        else:
            first[said] = (what, text)


CHECK = Check("rulings-differ", "No ruling, text, term or text of a rule repeats another", run, ("K945",))
