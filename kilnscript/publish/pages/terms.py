"""The glossary of a game: its entries, and links from where texts use its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kilnscript.publish.pages.page import Entry, Item, Link, Listed, Paragraph, Part, Section, Text
from kilnscript.publish.pages.words import Words, plain

ENDINGS = r"(?:e?s)?"  # regular plurals


@dataclass(frozen=True, slots=True)
class Term:
    """``id`` on the page, the word itself, and what it means as plain words (for hovering) and as a text."""

    id: str
    title: str
    meaning: Text

    @property
    def hint(self) -> str:
        return " ".join("".join(map(plain_words, self.meaning)).split())


class Terms:
    def __init__(self, words: Words) -> None:
        self.terms: dict[str, Term] = {}
        titles = named(words)
        for name, text in words.declarations.glossary.items():
            title = titles.get(name, plain(name))
            self.add(Term(f"term-{name}", title, words.text(text)))
        for place in words.declarations.places.values():
            if place.text is not None and place.name not in words.declarations.glossary:
                self.add(Term(f"term-{place.name}", place.title, (place.text,)))
        spelt = sorted(self.terms, key=lambda word: (-len(word), word))
        self.pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, spelt))}){ENDINGS}(?![\w-])", re.IGNORECASE) if spelt else None

    def add(self, term: Term) -> None:
        self.terms.setdefault(term.title.casefold(), term)

    def entries(self) -> Iterator[Entry]:
        """In alphabetical order."""
        for _, term in sorted(self.terms.items()):
            yield Entry(term.id, (term.title,), (term.meaning,))

    def linked(self, section: Section) -> Section:
        """The section, in which each term is linked where it first occurs."""
        used: set[str] = set()
        return replace(section, items=tuple(self.item(item, used) for item in section.items))

    def item(self, item: Item, used: set[str]) -> Item:
        match item:
            case Paragraph():
                return replace(item, text=self.text(item.text, used))
            case Entry():
                own = {item.id} if item.id in {term.id for term in self.terms.values()} else set()
                known = used | own
                texts = tuple(self.text(text, known) for text in item.texts)
                used |= known
                return replace(item, texts=texts)
            case Listed():
                return replace(item, points=tuple(self.text(text, used) for text in item.points))
            case _:
                return item

    def text(self, text: Text, used: set[str]) -> Text:
        found: list[Part] = []
        for part in text:
            found += self.words(part, used) if isinstance(part, str) else [part]
        return tuple(found)

    def words(self, words: str, used: set[str]) -> Iterator[Part]:
        if self.pattern is None:
            yield words
            return
        done = 0
        for match in self.pattern.finditer(words):
            term = self.terms[match[1].casefold()]
            if term.id in used:
                continue
            used.add(term.id)
            if match.start() > done:
                yield words[done : match.start()]
            yield Link(match[0], term.id, term.hint)
            done = match.end()
        if done < len(words):
            yield words[done:]


def named(words: Words) -> dict[str, str]:
    """What entries of the glossary may be about, by name."""
    d = words.declarations
    found = {member.name: member.title for kind in d.kinds.values() for member in kind.members}
    found |= {name: kind.title for name, kind in d.kinds.items()}
    found |= {name: place.title for name, place in d.places.items()}
    found |= {name: token.title for name, token in d.tokens.items()}
    found |= {name: component.title for name, component in d.components.items()}
    return found | {name: pattern.title for name, pattern in d.patterns.items()}


def plain_words(part: Part) -> str:
    return part if isinstance(part, str) else part.words
