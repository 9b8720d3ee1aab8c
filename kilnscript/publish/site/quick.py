"""A page of the model → a quick reference that prints on one A4 page: what is on it and how large follows from how much there is to say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import ceil
from typing import assert_never

from kilnscript.publish.pages.page import Diagram, Entry, Example, Figure, Icon, Item, Listed, Page, Paragraph, Section, Table, Text
from kilnscript.publish.site.html import Body
from kilnscript.publish.site.inline import MOST_SHOWN, Inline

# How soon a section gives way when the page is full; what is not named here is not on it.
WEIGHTS = {
    "text-goal": 0, "course": 0, "end": 0, "scoring": 1, "setup": 1, "payments": 2, "melds": 2, "rules": 2, "counting": 2, "tables": 3,
    "components": 4, "options": 4, "controls": 5,
}  # fmt: skip
SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)  # of the letters, in points
# A4 with margins of 10 mm: two columns with a gap, below the title.
COLUMN, HEIGHT, COLUMNS = 262.0, 730.0, 2
LETTER, LINE = 0.5, 1.3  # width of a letter and height of a line, of the size
FULL = 0.95  # of the columns may be filled by this reckoning, since columns do not break everywhere
MOST_ROWS = 14  # of a table


@dataclass(frozen=True, slots=True)
class Detail:
    """``weight``: the heaviest sections kept. ``texts``: of an entry. ``sentences``: of a paragraph; 0 stands for all."""

    weight: int
    texts: int = 0
    sentences: int = 0


DETAILS = (Detail(5), Detail(4), Detail(3), Detail(3, 1), Detail(2, 1), Detail(2, 1, 2), Detail(1, 1, 2), Detail(1, 1, 1), Detail(0, 1, 1))


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the reference: HTML, its height in lines of text at a number of letters to a line, and how far it stands out."""

    html: str
    letters: tuple[int, ...]  # of each paragraph or row
    extra: float = 0.0  # lines of space

    def lines(self, to_a_line: float) -> float:
        return sum(max(1, ceil(letters / to_a_line)) for letters in self.letters) + self.extra


def quick(page: Page) -> Body:
    return Quick(page).body()


class Quick:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.inline = Inline(page.switches, linked=False)

    def body(self) -> Body:
        pieces, size = self.fitted()
        facts = " · ".join(f"{escape(what)}: {escape(value)}" for what, value in self.page.facts)
        title = f"{self.page.title}: quick reference"
        inner = "".join(piece.html for piece in pieces)
        html = (
            f'<div class="kiln kiln-quick" style="--kiln-size: {size:g}pt"><h1>{escape(title)}</h1>'
            f'<p class="kiln-quick-facts">{facts}</p><div class="kiln-quick-text">{inner}</div></div>'
        )
        return Body(title, html, [], frozenset())

    def fitted(self) -> tuple[list[Piece], float]:
        """The most that fits, in the largest letters; what fits in none is cut last of all."""
        pieces: list[Piece] = []
        for detail in DETAILS:
            pieces = list(self.pieces(detail))
            for size in SIZES:
                if fits(pieces, size):
                    return pieces, size
        while pieces and not fits(pieces, SIZES[-1]):
            pieces.pop()
        return pieces, SIZES[-1]

    def pieces(self, detail: Detail) -> Iterator[Piece]:
        for section in self.page.sections:
            weight = 0 if section.id.startswith("phase-") else WEIGHTS.get(section.id)
            if weight is None or weight > detail.weight:
                continue
            items = [piece for item in section.items for piece in self.item(item, detail)]
            if items:
                yield self.title(section)
                yield from items

    def title(self, section: Section) -> Piece:
        level = min(section.level + 1, 3)
        return Piece(f"<h{level}>{self.inline.text(section.title)}</h{level}>", (letters(section.title),), 0.9)

    def item(self, item: Item, detail: Detail) -> Iterator[Piece]:
        match item:
            case Paragraph():
                text = shortened(item.text, detail.sentences)
                yield Piece(f"<p>{self.inline.text(text)}</p>", (letters(text),), 0.25)
            case Entry():
                texts = [shortened(text, detail.sentences) for text in (item.texts[: detail.texts] if detail.texts else item.texts)]
                if texts:
                    title = self.inline.text(item.title)
                    words = " ".join(map(self.inline.text, texts))
                    yield Piece(f"<p><b>{title}.</b> {words}</p>", (letters(item.title) + sum(map(letters, texts)) + 3,), 0.25)
            case Listed():
                kind = "ol" if item.numbered else "ul"
                points = "".join(f"<li>{self.inline.text(words)}</li>" for words in item.points)
                yield Piece(f"<{kind}>{points}</{kind}>", tuple(letters(words) + 4 for words in item.points), 0.3)
            case Table():
                if len(item.rows) <= MOST_ROWS:
                    yield self.table(item)
            case Diagram() | Example():
                pass
            case _:
                assert_never(item)

    def table(self, table: Table) -> Piece:
        """Short tables of two columns lie on their side, those of one are a sentence."""
        if len(table.headings) == 1:
            words = ", ".join(self.inline.text(row[0]) for row in table.rows)
            size = len(table.caption) + sum(letters(row[0]) + 2 for row in table.rows)
            return Piece(f"<p><b>{escape(table.caption)}:</b> {words}</p>", (size,), 0.25)
        if len(table.headings) == 2 and all(letters(row[0]) + letters(row[1]) < 14 for row in table.rows) and len(table.rows) < 9:
            lines = [
                f'<tr><th scope="row">{escape(heading)}</th>{"".join(f"<td>{self.inline.text(row[n])}</td>" for row in table.rows)}</tr>'
                for n, heading in enumerate(table.headings)
            ]
            return Piece(self.framed(table, "".join(lines)), (len(table.caption), 1, 1), 1.2)
        head = "".join(f'<th scope="col">{escape(words)}</th>' for words in table.headings)
        rows = "".join(f"<tr>{''.join(f'<td>{self.inline.text(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
        sizes = (len(table.caption), 1, *(int(1.3 * max(map(letters, row), default=0) * len(row)) for row in table.rows))
        return Piece(self.framed(table, f"<tr>{head}</tr>{rows}"), sizes, 0.5 + 0.25 * len(sizes))

    def framed(self, table: Table, rows: str) -> str:
        name = escape(table.caption)
        return (
            f'<div class="kiln-wide" tabindex="0" role="region" aria-label="{name}"><table><caption>{name}</caption>'
            f"<tbody>{rows}</tbody></table></div>"
        )


def fits(pieces: list[Piece], size: float) -> bool:
    to_a_line = COLUMN / (LETTER * size)
    return sum(piece.lines(to_a_line) for piece in pieces) * LINE * size <= HEIGHT * COLUMNS * FULL


def letters(text: Text) -> int:
    """How many are printed, with all cases of its figures."""
    found = 0
    for part in text:
        match part:
            case str():
                found += len(part)
            case Icon():
                found += 4
            case Figure() if 0 < len(part.cases) <= MOST_SHOWN:
                found += sum(len(case.words) + 4 + 24 * len(case.where) for case in part.cases)
            case Figure():
                found += len(part.words) + 3 * len(part.options) + sum(map(len, part.options))
            case _:
                found += len(part.words)
    return found


def shortened(text: Text, sentences: int) -> Text:
    """Its first sentences; 0: all of it."""
    if not sentences:
        return text
    found: list[object] = []
    left = sentences
    for part in text:
        if not isinstance(part, str):
            found.append(part)
            continue
        kept = ""
        rest = part
        while left:
            before, dot, rest = rest.partition(". ")
            kept += before
            if not dot:
                break
            left -= 1
            kept += "." if not left else ". "
        found.append(kept)
        if not left:
            break
    return tuple(found)  # type: ignore[arg-type]
