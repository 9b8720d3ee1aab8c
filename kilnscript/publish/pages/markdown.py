"""A page → plain Markdown, which any site generator takes. Whatever a text contains stands there as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kilnscript.publish.pages.page import Code, Entry, Figure, Item, Page, Paragraph, Section, Table, Text

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
    yield f"## {inline(section.title)}"
    for item in section.items:
        yield from item_blocks(item)


def item_blocks(item: Item) -> Iterator[str]:
    match item:
        case Paragraph():
            yield inline(item.text)
        case Entry():
            yield anchor(item.id)
            yield f"### {inline(item.title)}"
            yield from (inline(words) for words in item.texts)
            if item.reasons:
                yield "Refused when this does not hold:"
                yield "\n".join(f"- {inline(words)}" for words in item.reasons)
        case Table():
            yield anchor(item.id)
            yield f"**{escaped(item.caption)}**"
            head = "| " + " | ".join(escaped(heading) for heading in item.headings) + " |"
            yield "\n".join([head, "|" + " --- |" * len(item.headings), *(row(cells) for cells in item.rows)])


def row(cells: tuple[Text, ...]) -> str:
    """A bar ends a cell even within code, unless it is escaped."""
    return "| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", inline(cell)) for cell in cells) + " |"


def anchor(name: str) -> str:
    return f'<a id="{name}"></a>'


def inline(text: Text) -> str:
    """One line; a figure that varies says with what."""
    joined = "".join(
        part.replace("\0", "") if isinstance(part, str) else said(part) if isinstance(part, Figure) else f"\0{code(part)}\0"
        for part in text
    )
    pieces = " ".join(joined.split()).split("\0")
    # Odd pieces are code, which no escape applies to.
    return "".join(piece if n % 2 else escaped(piece, n == 0) for n, piece in enumerate(pieces))


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
