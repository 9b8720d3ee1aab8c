"""Layouts and labels of places: a place and what game.yaml says of it come in, findings come out."""

import re

from kilnscript.diagnostics import Span
from kilnscript.model.declarations import Place
from kilnscript.model.declare.context import Context, scalar
from kilnscript.model.declare.letters import EMPTY, MARKED
from kilnscript.model.declare.nearest import listing
from kilnscript.source.yaml_tree import YamlMapping, YamlScalar

LABELS = re.compile(r"none\Z|(?:(\d+)\.\.(\d+)?|([a-z])\.\.([a-z])?|([A-Z])\.\.([A-Z])?)\Z")


def check_labels(context: Context, place: Place, entry: YamlMapping) -> None:
    """`a..h` has a label for every row or column."""
    for key, size in (("rows", place.rows), ("columns", place.columns)):
        written = scalar(entry, key)
        if written is None:
            continue
        match = LABELS.match(written.value)
        if match is None:
            context.say("K335", f"`{written.value}` are no labels", written.span, "write `a..h`, `1..`, `8..1` or `none`")
            continue
        if not place.cells:
            context.say("K337", f"`{key}` is only for places with cells, and `{place.name}` has none", entry.entries[key][0])
            continue
        ends = [end for end in match.groups() if end is not None]
        if len(ends) == 2 and isinstance(size, int):
            first, last = (int(end) if end.isdigit() else ord(end) for end in ends)
            count = abs(last - first) + 1
            if count != size:
                context.say("K335", f"`{written.value}` are {count} labels for {size} {key}", written.span)


def check_layout(context: Context, place: Place, entry: YamlMapping) -> None:
    """As many lines and signs as the place has, each sign known."""
    written = scalar(entry, "start")
    if written is None:
        return
    if not place.cells:
        context.say("K337", f"`start` is only for places with cells, and `{place.name}` has none", entry.entries["start"][0])
        return
    known = _known(context, place)
    reported: set[str] = set()
    lines = [(match.start(), match.group()) for match in re.finditer(r"[^\n]+", written.value) if match.group().strip()]
    if isinstance(place.rows, int) and len(lines) != place.rows:
        context.say("K339", f"the layout has {_count(len(lines), 'row')}, and `{place.name}` has {place.rows}", entry.entries["start"][0])
    for start, line in lines:
        signs = [(start + m.start(), m.group()) for m in re.finditer(r"\S+", line)]
        if isinstance(place.columns, int) and len(signs) != place.columns:
            span = _span(written, start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
            context.say(
                "K339",
                f"this row has {_count(len(signs), 'cell')}, and `{place.name}` has {place.columns} columns",
                span,
                "signs stand apart: `. . X`",
            )
            continue
        for at, sign in signs:
            if known is not None and sign not in known and sign not in reported:
                reported.add(sign)
                hint = f"the signs are {listing(known)}"
                context.say("K338", f"`{sign}` stands for no piece of `{place.name}`", _span(written, at, at + len(sign)), hint)


def _known(context: Context, place: Place) -> list[str] | None:
    """The signs a layout may use; None where pieces also have a notation, which is read when the game is compiled."""
    if place.marks:
        return [EMPTY, MARKED]
    signs = [EMPTY]
    if not place.holds:
        return None
    for name in place.holds:
        component = context.components.get(name)
        if component is None or component.written is not None or name in context.letters_lost:
            return None
        signs += [letter.letter for letter in component.letters]
    return signs


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _span(written: YamlScalar, start: int, end: int) -> Span:
    return written.span_of(start, end)
