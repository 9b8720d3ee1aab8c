"""Whether every choice of options and player count is one that the declarations allow: sizes, counts, ranges and start values."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.settings import Setting, TooMany
from kilnscript.check.subject import Subject
from kilnscript.compile.constants import NotConstant
from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model import declarations as d
from kilnscript.model import expressions as x
from kilnscript.model import types as t

Claim = tuple[str, d.Quantity, d.Quantity | None, d.Quantity | None]  # what, the number, the least and the most that it may be


def run(subject: Subject) -> Outcome:
    findings: list[Diagnostic] = []
    undecided: list[OpenPoint] = []
    for span, claim in claims(subject):
        what, number, least, most = claim
        if all(isinstance(part, int) or part is None for part in (number, least, most)):
            continue  # looked at when the file was read
        try:
            wrong = broken(subject, number, least, most)
        except TooMany:
            undecided.append(OpenPoint(f"{what} depends on more settings than are tried", span))
            continue
        if wrong is not None:
            setting, found, low, high = wrong
            limits = f"at least {low}" if low is not None and found < low else f"at most {high}"
            message = f"{where(subject, setting)}{what} would be {found}, and has to be {limits}"
            findings.append(
                Diagnostic("K963", message, span, "restrict the option to fitting player counts (`players:`), or correct the number")
            )
    return Outcome(tuple(findings), tuple(undecided), "fewer option values")


def claims(subject: Subject) -> Iterator[tuple[Span, Claim]]:
    game = subject.game.declarations
    for place in game.places.values():
        for name, size in (("rows", place.rows), ("columns", place.columns)):
            if size is not None and not reads_key(size):
                yield place.span, (f"the number of {name} of `{place.name}`", size, 1, None)
        for key in place.keys:
            if key.of == "number" and key.high is not None:
                yield place.span, (f"the number of places `{place.name}`", key.high, key.low, None)
    for component in game.components.values():
        for pieces in component.sets:
            yield component.span, (f"the number of pieces of `{component.name}`", pieces.copies, 0, None)
    for token in game.tokens.values():
        if token.supply is not None:
            yield token.span, (f"the supply of `{token.name}`", token.supply, 0, None)
    for variable in game.variables.values():
        kind = variable.type.item if isinstance(variable.type, t.Optional) else variable.type
        if isinstance(kind, t.Number) and isinstance(variable.start, x.NumberLiteral | x.OptionValue | x.Arithmetic | x.TableConstant):
            yield variable.span, (f"the start of `{variable.name}`", variable.start, kind.low, kind.high)


def reads_key(size: d.Quantity) -> bool:
    """`row {number}`: another size for every place of a family."""
    return isinstance(size, x.Local)


def broken(
    subject: Subject, number: d.Quantity, least: d.Quantity | None, most: d.Quantity | None
) -> tuple[Setting, int, int | None, int | None] | None:
    """The first setting at which a number is too small or too large. Raises TooMany."""
    for setting in subject.settings.all(subject.settings.options_in(number, least, most)):
        try:
            found = setting.number(number)
            low, high = (None if bound is None else setting.number(bound) for bound in (least, most))
        except (NotConstant, KeyError):
            return None
        if (low is not None and found < low) or (high is not None and found > high):
            return setting, found, low, high
    return None


def where(subject: Subject, setting: Setting) -> str:
    said = [f"`{name}` {spelt(subject, name, setting)}" for name in setting.values]
    if len(subject.settings.counts) > 1:
        said.insert(0, f"{setting.players} player{'s' if setting.players != 1 else ''}")
    return f"with {', '.join(said)}: " if said else ""


def spelt(subject: Subject, name: str, setting: Setting) -> str:
    """The value of an option as it is written."""
    kind, value = subject.game.declarations.options[name].type, setting.values[name]
    match kind.item if isinstance(kind, t.Optional) else kind:
        case t.YesNo():
            return "yes" if value else "no"
        case t.Kind(name=of) if isinstance(value, int):
            members = subject.game.declarations.kinds.get(of)
            return "none" if value < 0 else members.members[value].name if members is not None else str(value)
        case _:
            return "none" if value is None else str(value)


CHECK = Check("settings-possible", "Every choice of options and player count is possible", run, ("K963",))
