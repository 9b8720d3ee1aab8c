"""The page of a game as data: what every emitter prints, in the order it is printed. Nothing here depends on an output format."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What a hole of a text says. ``words``: for the fewest players and default options. ``by_players``: (count, words) for every player
    count, empty when they agree. ``options``: titles of the options that change it."""

    words: str
    by_players: tuple[tuple[int, str], ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A part that needs a game in play, spelt as the language writes it."""

    words: str


Part = str | Figure | Code
Text = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: Text


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule, action, option, ruling …: ``id`` is stable and unique on the page. ``reasons``: why it may be refused."""

    id: str
    title: Text
    texts: tuple[Text, ...] = ()
    reasons: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` have as many cells as there are ``headings``."""

    id: str
    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]


Item = Paragraph | Entry | Table


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: Text
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """``facts``: (what, value) of the line under the title. ``rules_hash``: of the files it was made from."""

    name: str
    title: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    rules_hash: str
