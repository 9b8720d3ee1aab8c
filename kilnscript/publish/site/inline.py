"""Texts of the page model → inline HTML. Whatever a text contains stands there as text; a figure that varies says with what."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import assert_never

from kilnscript.publish.pages.page import PLAYERS, Case, Code, Figure, Icon, Link, Part, Switch, Text, Where
from kilnscript.publish.pages.pictures import icon_svg

MOST_SHOWN = 6  # cases of a figure that are printed one after the other; of more, only the usual one


class Inline:
    """For one page, whose switches it can name. ``linked``: whether what links lead to is on it."""

    def __init__(self, switches: Sequence[Switch], linked: bool = True) -> None:
        self.linked = linked
        self.switches = {switch.name: switch for switch in switches}

    def text(self, text: Text) -> str:
        return " ".join("".join(self.part(part) for part in text).split(" ")).strip()

    def part(self, part: Part) -> str:
        match part:
            case str():
                return escape(part)
            case Code():
                return f"<code>{escape(' '.join(part.words.split()))}</code>"
            case Figure():
                return self.figure(part)
            case Link() if not self.linked:
                return escape(part.words)
            case Link():
                hint = f' title="{escape(part.hint)}"' if part.hint else ""
                kind = "kiln-term" if part.hint else "kiln-link"
                return f'<a class="{kind}" href="#{escape(part.target)}"{hint}>{escape(part.words)}</a>'
            case Icon():
                return icon_svg(part, 22)
            case _:
                assert_never(part)

    def plain(self, text: Text) -> str:
        """Without markup, for headings of other pages and the table of contents: escaped, the usual case of each figure."""
        return escape(words(text))

    # ---- figures ---------------------------------------------------------------------------------------------------------

    def figure(self, figure: Figure) -> str:
        if not figure.cases:
            note = f' <small class="kiln-note">(depends on {escape(", ".join(figure.options))})</small>' if figure.options else ""
            return f"{escape(figure.words)}{note}"
        own = self.own(figure.cases)
        if len(figure.cases) > MOST_SHOWN:
            cases = escape(json.dumps([[case.words, case.where] for case in figure.cases], ensure_ascii=False, separators=(",", ":")))
            names = own or ", ".join(figure.options) or "Players"
            return (
                f'<span class="kiln-figure" data-cases="{cases}">{escape(figure.words)}'
                f'<small class="kiln-note"> ({escape(names)})</small></span>'
            )
        shown = "".join(self.case(case, number, len(figure.cases), own is None) for number, case in enumerate(figure.cases))
        note = "" if own is None else f'<small class="kiln-note"> ({escape(own)})</small>'
        return f'<span class="kiln-figure">{shown}{note}</span>'

    def own(self, cases: Sequence[Case]) -> str | None:
        """The title of the switch whose very value the figure is, if it is one: then the cases need no words beside them."""
        axes = set()
        for case in cases:
            match case.where:
                case (((axis, (value,)),),) if value == case.words:
                    axes.add(axis)
                case _:
                    return None
        return self.switches[axes.pop()].title if len(axes) == 1 else None

    def case(self, case: Case, number: int, of: int, named: bool) -> str:
        joint = "" if number == 0 else " or " if number == of - 1 else ", "
        when = f'<small class="kiln-note"> ({escape(self.words(case.where))})</small>' if named else ""
        joint = f'<span class="kiln-joint">{joint}</span>' if joint else ""
        return f'<span class="kiln-case"{when_attribute(case.where)}>{joint}{escape(case.words)}{when}</span>'

    # ---- settings in words -----------------------------------------------------------------------------------------------

    def words(self, where: Sequence[Where]) -> str:
        """`2–3 players, Heating up: yes`, not escaped."""
        return "; or ".join(", ".join(self.one(axis, values) for axis, values in settings) for settings in where)

    def one(self, axis: str, values: Sequence[str]) -> str:
        if axis == PLAYERS:
            return f"{spans(values)} players"
        switch = self.switches[axis]
        known = dict(switch.values)
        if len(values) == 1 and values[0] in ("yes", "no"):
            return ("with " if values[0] == "yes" else "without ") + switch.title
        if len(values) > 4 and all(value.isdigit() for value in values):
            return f"{switch.title}: {spans(values)}"
        return f"{switch.title}: {', '.join(known.get(value, value) for value in values)}"


def words(text: Text) -> str:
    """The plain words of a text, on one line."""
    return " ".join("".join(part if isinstance(part, str) else part.words for part in text).split())


def when_attribute(where: Sequence[Where]) -> str:
    """For the script that hides what does not hold at the chosen settings."""
    if not where:
        return ""
    return f' data-when="{escape(json.dumps(where, ensure_ascii=False, separators=(",", ":")))}"'


def spans(values: Sequence[str]) -> str:
    """`2–4, 6` of numbers in order."""
    return ", ".join(runs([int(value) for value in values]))


def runs(numbers: Sequence[int]) -> Iterator[str]:
    start = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            yield str(numbers[start]) if end - start == 1 else f"{numbers[start]}–{numbers[end - 1]}"
            start = end
