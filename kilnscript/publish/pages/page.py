"""The page of a game as data: what every emitter prints, in the order it is printed. Nothing here depends on an output format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PLAYERS = "players"  # the switch for the player count; that of an option is `option.NAME`

# Settings: values that switches have, all of them together. A switch that is not named may have any value.
Where = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """What a reader may set. ``values``: (value, words). ``default``: None when none is more usual. ``free``: the player
    counts at which it may be chosen, as values of the switch of players; None: at all."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    default: str | None = None
    text: str | None = None
    free: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """``words`` hold wherever one of ``where`` does."""

    words: str
    where: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """What a hole of a text says. ``words``: for the fewest players and default options. ``by_players``: (count, words) for every player
    count, empty when they agree. ``options``: titles of the options that change it. ``cases``: what it says at which settings, all of them
    together; empty when it never changes, and when there are too many settings to try."""

    words: str
    by_players: tuple[tuple[int, str], ...] = ()
    options: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A part that needs a game in play, spelt as the language writes it."""

    words: str


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to an entry, table or section of the page. ``hint``: what a term means, shown on hover; or nothing."""

    words: str
    target: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Icon:
    """The sign of a piece, a token or a member of a kind: ``glyph`` on a ground of ``ink`` (#rrggbb) with its ``letter``, each perhaps
    empty. ``words``: its name, for whoever does not see it. Marks of a place that is only marked are ``shape`` mark."""

    words: str
    letter: str = ""
    glyph: str = ""
    ink: str = ""
    shape: Literal["piece", "token", "card", "mark"] = "piece"


Part = str | Figure | Code | Link | Icon
Text = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """``where``: the settings it is about; empty: all."""

    text: Text
    where: tuple[Where, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule, action, option, ruling …: ``id`` is stable and unique on the page. ``reasons``: why it may be refused.
    ``where``: the settings it is about; empty: all."""

    id: str
    title: Text
    texts: tuple[Text, ...] = ()
    reasons: tuple[Text, ...] = ()
    where: tuple[Where, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` have as many cells as there are ``headings``. ``wheres``: for each row the settings it is about (empty: all), or nothing."""

    id: str
    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    wheres: tuple[tuple[Where, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """Points in their order; ``numbered`` when the order matters."""

    points: tuple[Text, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Diagram:
    """``dot``: text for Graphviz, whose nodes link to ids of the page. ``steps``: the same in words, in order, printed with a picture and
    without."""

    id: str
    title: str
    description: str
    dot: str
    steps: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A place as it stands, row by row; None is an empty cell. Without labels it is a heap, told in one row. ``changed``: (row, column)
    of cells that are not as they were, from 0. ``more``: pieces that are not drawn."""

    title: str
    cells: tuple[tuple[Icon | None, ...], ...]
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    changed: tuple[tuple[int, int], ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A situation, what is done in it, and what comes of it, all worked out by playing. ``after``: only what has changed."""

    id: str
    title: Text
    texts: tuple[Text, ...]
    before: tuple[Board, ...]
    steps: tuple[Text, ...]
    after: tuple[Board, ...]


Item = Paragraph | Entry | Table | Listed | Diagram | Example


@dataclass(frozen=True, slots=True)
class Section:
    """``where``: the settings it is about; empty: all. ``level``: 1, or 2 for a part of the section before it."""

    id: str
    title: Text
    items: tuple[Item, ...]
    where: tuple[Where, ...] = ()
    level: int = 1


@dataclass(frozen=True, slots=True)
class Page:
    """``facts``: (what, value) of the line under the title. ``rules_hash``: of the files it was made from."""

    name: str
    title: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    rules_hash: str
    switches: tuple[Switch, ...] = ()
