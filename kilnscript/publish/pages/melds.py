"""Patterns as declared → what makes a meld, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.model import types as t
from kilnscript.model.declarations import Pattern
from kilnscript.publish.pages.page import Entry, Listed, Text
from kilnscript.publish.pages.words import Words, joined


def melds(words: Words) -> Iterator[Entry | Listed]:
    for pattern in words.declarations.patterns.values():
        about = words.declarations.glossary.get(pattern.name)
        yield Entry(f"pattern-{pattern.name}", (pattern.title,), () if about is None else (words.text(about),))
        yield Listed(tuple(points(words, pattern)))


def points(words: Words, pattern: Pattern) -> Iterator[Text]:
    component = words.declarations.components[pattern.component]
    pieces = component.plural.replace("_", " ")
    count = str(pattern.least) if pattern.least == pattern.most else f"{pattern.least} to {pattern.most}"
    yield (f"{count} {pieces}",)
    if pattern.same:
        yield (f"all of the same {named(pattern.same)}",)
    if pattern.different:
        yield (f"no two of the same {named(pattern.different)}",)
    if pattern.consecutive is not None:
        kind = component.has[pattern.consecutive]
        inner = kind.item if isinstance(kind, t.Optional) else kind
        yield (f"with a {pattern.consecutive.replace('_', ' ')} that goes up by one from each to the next",)
        if pattern.wraps and isinstance(inner, t.Number) and isinstance(inner.low, int) and isinstance(inner.high, int):
            yield (f"after {inner.high} comes {inner.low}",)
    if pattern.wild is not None:
        ways = {"holes": "fills a hole", "upward": "extends it upward"}
        does = [ways[way] for way in pattern.wild_fills if way in ways]
        yield (
            f"each {pattern.wild} stands for one that is missing" + (f": it {joined(does, 'or, where there is none,')}" if does else ""),
        )


def named(attributes: tuple[str, ...]) -> str:
    return joined([name.replace("_", " ") for name in attributes])
