"""A page → plain Markdown, which any site generator takes. Whatever a text contains stands there as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from kilnscript.publish.pages.page import (
    Board,
    Code,
    Diagram,
    Entry,
    Example,
    Figure,
    Icon,
    Item,
    Link,
    Listed,
    Page,
    Paragraph,
    Part,
    Section,
    Table,
    Text,
)

SPECIAL = re.compile(r"([\\`*_\[\]|~#!{}])")
LEADING = re.compile(r"^(\d+)([.)])|^([-+=:>])")


def markdown(page: Page) -> str:
    return "\n\n".join(blocks(page)) + "\n"


def blocks(page: Page) -> Iterator[str]:
    yield f"# {escaped(page.title)}"
    yield " · ".join(f"**{escaped(what)}:** {escaped(value)}" for what, value in page.facts)
    for section in page.sections:
        yield from section_blocks(section)
    yield f"Rules version `{page.rules_hash[:12]}`"


def section_blocks(section: Section) -> Iterator[str]:
    yield anchor(section.id)
    hashes = "#" * (section.level + 1)
    yield f"{hashes} {inline(section.title)}"
    for item in section.items:
        yield from item_blocks(item, hashes + "#")


def item_blocks(item: Item, hashes: str) -> Iterator[str]:
    match item:
        case Paragraph():
            yield inline(item.text)
        case Listed():
            yield listed(item.points, item.numbered)
        case Diagram():
            yield anchor(item.id)
            yield f"**{escaped(item.title)}**"
            yield listed(item.steps, True)
        case Example():
            yield anchor(item.id)
            yield f"{hashes} {inline(item.title)}"
            yield from (inline(words) for words in item.texts)
            yield from (block for board in item.before for block in board_blocks(board, ""))
            if item.steps:
                yield listed(item.steps, True)
            yield from (block for board in item.after for block in board_blocks(board, " after that"))
        case Entry():
            yield anchor(item.id)
            yield f"{hashes} {inline(item.title)}"
            yield from (inline(words) for words in item.texts)
            if item.reasons:
                yield "Why it may be refused:"
                yield listed(item.reasons, False)
        case Table():
            yield anchor(item.id)
            yield f"**{escaped(item.caption)}**"
            head = "| " + " | ".join(escaped(heading) for heading in item.headings) + " |"
            yield "\n".join([head, "|" + " --- |" * len(item.headings), *(row(cells) for cells in item.rows)])
        case _:
            assert_never(item)


def listed(points: tuple[Text, ...], numbered: bool) -> str:
    return "\n".join(f"{f'{number}.' if numbered else '-'} {inline(words)}" for number, words in enumerate(points, 1))


def board_blocks(board: Board, when: str) -> Iterator[str]:
    """Letters in a block of code, as layouts are written."""
    yield f"{escaped(board.title)}{when}:"
    cells = [[letters(icon) for icon in line] for line in board.cells]
    if board.columns:
        cells.insert(0, list(board.columns))
    if board.rows:
        cells = [[label, *line] for label, line in zip([""] * bool(board.columns) + list(board.rows), cells, strict=True)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)] if cells else []
    lines = [" ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]
    if board.more:
        lines.append(f"and {board.more} more")
    yield "\n".join(["    " + line for line in lines if line] or ["    (empty)"])


def letters(icon: Icon | None) -> str:
    """At most what fits on a line: a block of code ends nowhere else."""
    return "." if icon is None else "".join((icon.letter or icon.words or icon.glyph).split()) or "?"


def row(cells: tuple[Text, ...]) -> str:
    """A bar ends a cell even within code, unless it is escaped."""
    return "| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", inline(cell)) for cell in cells) + " |"


def anchor(name: str) -> str:
    return f'<a id="{name}"></a>'


def inline(text: Text) -> str:
    """One line; a figure that varies says with what."""
    pieces = " ".join("".join(map(part_words, text)).split()).split("\0")
    # Odd pieces are Markdown already, which no escape applies to.
    return "".join(piece if n % 2 else escaped(piece, n == 0) for n, piece in enumerate(pieces))


def part_words(part: Part) -> str:
    """Plain words, or Markdown between two zero characters."""
    match part:
        case str():
            return part.replace("\0", "")
        case Figure():
            return said(part).replace("\0", "")
        case Code():
            return f"\0{code(part)}\0"
        case Link():
            return f"\0[{escaped(part.words, False)}](#{part.target})\0"
        case Icon():
            return (" ".join(sign for sign in (part.glyph, part.letter) if sign) or part.words).replace("\0", "")
        case _:
            assert_never(part)


def said(figure: Figure) -> str:
    notes = [f"{words} with {count} players" for count, words in figure.by_players]
    if figure.options:
        notes.append(f"set by {', '.join(figure.options)}")
    return f"{figure.words} ({'; '.join(notes)})" if notes else figure.words


def code(part: Code) -> str:
    """Between more backticks than it contains."""
    words = " ".join(part.words.replace("\0", "").split())
    fence = "`" * (max((len(run) for run in re.findall("`+", words)), default=0) + 1)
    pad = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{pad}{words}{pad}{fence}"


def escaped(words: str, begins: bool = True) -> str:
    """As text, on one line; ``begins``: it stands where a line begins."""
    found = SPECIAL.sub(r"\\\1", words.replace("\n", " ").replace("\0", "")).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if begins:
        found = LEADING.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", found)
    return found
