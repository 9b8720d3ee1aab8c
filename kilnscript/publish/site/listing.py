"""A rule file → its listing as HTML: coloured, with a link at every name that the help page explains; and where those are declared."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from kilnscript.publish.site.html import Body, Heading

# Words of the language → what the name after them is.
DECLARING = {"phase": "phase", "action": "action", "commit": "action", "rule": "rule", "end game": "end", "example": "example"}
USING = {"do": "phase", "offer": "action", "choose": "action", "legal": "action"}
KILN_NAME = re.compile(
    rf"\b(?P<word>{'|'.join([*DECLARING, *USING])})\s+(?P<name>[^\W\d]\w*)|\boption\.(?P<option>\w+)|\{{table (?P<table>\w+)\}}"
)
FUNCTION = re.compile(r"^(?:function|payment)\s+(?P<name>[^\W\d]\w*)", re.MULTILINE)
# Parts of game.yaml whose keys have entries of their own.
PARTS = {
    "options": "option", "tables": "table", "rulings": "ruling", "places": "place", "texts": "text",
    "timers": "timer", "patterns": "pattern",
}  # fmt: skip
YAML_KEY = re.compile(r"^(?:(?P<part>[a-z_]+):|  (?P<key>[^\W\d]\w*):)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text, from ``start`` up to ``end``, and the id of its entry."""

    start: int
    end: int
    id: str
    declared: bool


def mentions(name: str, text: str) -> Iterator[Mention]:
    """In order. ``name``: of the file, whose ending tells the language."""
    if name.endswith((".yaml", ".yml")):
        yield from yaml_mentions(text)
    elif name.endswith(".kiln"):
        yield from sorted(kiln_mentions(text), key=lambda found: found.start)


def kiln_mentions(text: str) -> Iterator[Mention]:
    for match in KILN_NAME.finditer(text):
        word = match["word"]
        if word is not None:
            kind = DECLARING.get(word) or USING[word]
            yield Mention(match.start("name"), match.end("name"), f"{kind}-{match['name']}", word in DECLARING)
        else:
            group = "option" if match["option"] else "table"
            yield Mention(match.start(group), match.end(group), f"{group}-{match[group]}", False)
    for match in FUNCTION.finditer(text):
        yield Mention(match.start("name"), match.end("name"), f"count-{match['name']}", True)


def yaml_mentions(text: str) -> Iterator[Mention]:
    kind = None
    for match in YAML_KEY.finditer(text):
        if match["part"] is not None:
            kind = PARTS.get(match["part"])
        elif kind is not None:
            yield Mention(match.start("key"), match.end("key"), f"{kind}-{match['key']}", True)


def declared(name: str, text: str) -> dict[str, int]:
    """The line where each entry is declared first."""
    starts = line_starts(text)
    found: dict[str, int] = {}
    for mention in mentions(name, text):
        if mention.declared:
            found.setdefault(mention.id, bisect_right(starts, mention.start))
    return found


def line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]


def listing(title: str, name: str, text: str, known: Collection[str], help_page: str) -> Body:
    """``known``: ids of the help page, whose address is ``help_page``. Every line has the id `line-N`."""
    links = [found for found in mentions(name, text) if found.id in known]
    lines = "".join(coloured(name, text, links, help_page)).split("\n")
    if lines and not lines[-1]:
        lines.pop()
    numbered = (f'<a class="kiln-line" href="#line-{n}" aria-label="Line {n}">{n}</a>{line}' for n, line in enumerate(lines, 1))
    shown = "\n".join(f'<span id="line-{n}">{line}</span>' for n, line in enumerate(numbered, 1))
    html = (
        f'<div class="kiln kiln-listing"><h1>{escape(title)}</h1><p><a href="{escape(help_page)}">Help page</a></p>'
        f'<div class="highlight" data-search-exclude><pre tabindex="0"><code>{shown}\n</code></pre></div></div>'
    )
    headings: list[Heading] = []
    return Body(title, html, headings, frozenset(f"line-{n}" for n in range(1, len(lines) + 1)))


def coloured(name: str, text: str, links: list[Mention], help_page: str) -> Iterator[str]:
    """Pieces of HTML; no element goes over the end of a line."""
    at, waiting = 0, list(reversed(links))
    for kind, words in tokens(name, text):
        pieces = list(cut(words, at, waiting))
        at += len(words)
        for piece, link in pieces:
            for number, part in enumerate(piece.split("\n")):
                if number:
                    yield "\n"
                if not part:
                    continue
                shown = f'<span class="{kind}">{escape(part)}</span>' if kind else escape(part)
                yield shown if link is None else f'<a href="{escape(help_page)}#{escape(link.id)}">{shown}</a>'


def cut(words: str, at: int, waiting: list[Mention]) -> Iterator[tuple[str, Mention | None]]:
    """A token at the edges of the links in it. Takes from the end of ``waiting`` what is done with."""
    end = at + len(words)
    while at < end:
        while waiting and waiting[-1].end <= at:
            waiting.pop()
        link = waiting[-1] if waiting and waiting[-1].start < end else None
        if link is None:
            stop = end
        elif link.start > at:
            stop, link = link.start, None
        else:
            stop = min(end, link.end)
        yield words[: stop - at], link
        words, at = words[stop - at :], stop


def tokens(name: str, text: str) -> Iterator[tuple[str, str]]:
    """(class of the colour or nothing, words), which joined are the text."""
    from pygments.token import STANDARD_TYPES

    for kind, words in lexer(name).get_tokens(text):
        yield STANDARD_TYPES.get(kind, ""), words


def lexer(name: str) -> Any:
    from pygments.lexers import YamlLexer
    from pygments.lexers.special import TextLexer

    from kilnscript.publish.lexer import KilnLexer

    options = {"stripnl": False, "ensurenl": False}
    if name.endswith((".yaml", ".yml")):
        return YamlLexer(**options)
    return (KilnLexer if name.endswith(".kiln") else TextLexer)(**options)
