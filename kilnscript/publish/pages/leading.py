"""Sections of a page → the same, in which every link leads somewhere; what led nowhere stays as words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kilnscript.publish.pages.page import Diagram, Entry, Example, Item, Link, Listed, Paragraph, Part, Section, Table, Text

URL = re.compile(r', URL="#([^"]*)"')


def ids(section: Section) -> Iterator[str]:
    yield section.id
    for item in section.items:
        if isinstance(item, (Entry, Table, Diagram, Example)):
            yield item.id


def leading(sections: list[Section]) -> list[Section]:
    known = frozenset(name for section in sections for name in ids(section))
    return [replace(section, items=tuple(fitted(item, known) for item in section.items)) for section in sections]


def fitted(item: Item, known: frozenset[str]) -> Item:
    def part(part: Part) -> Part:
        return part.words if isinstance(part, Link) and part.target not in known else part

    def text(words: Text) -> Text:
        return tuple(map(part, words))

    def texts(several: tuple[Text, ...]) -> tuple[Text, ...]:
        return tuple(map(text, several))

    match item:
        case Paragraph():
            return replace(item, text=text(item.text))
        case Entry():
            return replace(item, texts=texts(item.texts), reasons=texts(item.reasons))
        case Table():
            return replace(item, rows=tuple(map(texts, item.rows)))
        case Listed():
            return replace(item, points=texts(item.points))
        case Diagram():
            dot = URL.sub(lambda found: found[0] if found[1] in known else "", item.dot)
            return replace(item, dot=dot, steps=texts(item.steps))
        case Example():
            return replace(item, texts=texts(item.texts), steps=texts(item.steps))
