"""What people read in a game: the texts of the rules and of game.yaml, and the words that its declarations give to things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kilnscript.check.subject import Subject
from kilnscript.check.trees import children, walk
from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x

ENDINGS = r"(?:e?s)?"  # regular plurals
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class Prose:
    """A stretch of text without holes. ``opens``: it begins a text, so that its first word may be written large."""

    words: str
    span: Span
    opens: bool


def prose(subject: Subject) -> Iterator[Prose]:
    """Everything written for people, but notations, whose words are short for the sake of typing."""
    d = subject.game.declarations
    for node in walk((*subject.bodies(), d.texts, d.rulings, d.glossary), without_notation):
        if isinstance(node, x.TypedText):
            for number, part in enumerate(node.parts):
                if isinstance(part, str) and part.strip():
                    yield Prose(part, node.span, number == 0)
    for text, span in (*((p.text, p.span) for p in d.places.values()), *((o.text, o.span) for o in d.options.values())):
        if text:
            yield Prose(text, span, True)


def without_notation(node: Any) -> tuple[Any, ...]:
    written = getattr(node, "written", None)
    return children(node) if written is None else tuple(child for child in children(node) if child is not written)


def titles(subject: Subject) -> dict[str, Span | None]:
    """The words that texts use for things: of the glossary, and of components, tokens, places and patterns."""
    d = subject.game.declarations
    found: dict[str, Span | None] = {}
    named: dict[str, str] = {}
    for group in (d.kinds, d.patterns, d.places, d.tokens, d.components):
        named |= {name: each.title for name, each in group.items()}
    for kind in d.kinds.values():
        named |= {member.name: member.title for member in kind.members}
    for name, text in d.glossary.items():
        found[named.get(name, plain(name))] = text.span
    for group in (d.components, d.tokens, d.places, d.patterns):
        for each in group.values():
            found.setdefault(each.title, each.span)
    return found


def every_word(subject: Subject) -> set[str]:
    """All words in names and titles of whatever is declared, in small letters."""
    game = subject.game
    d = game.declarations
    said = [game.declarations.title]
    for group in (d.options, d.kinds, d.tokens, d.components, d.places, d.variables, d.tables, d.patterns, d.timers):
        for name, each in group.items():
            said += [plain(name), getattr(each, "title", None) or "", getattr(each, "plural", None) or ""]
    for kind in d.kinds.values():
        for member in kind.members:
            said += [plain(member.name), member.title]
    for component in d.components.values():
        said += [plain(name) for name in (*component.has, *component.changes)]
    for named in (d.texts, d.rulings, d.glossary, game.phases, game.actions, game.functions, game.payments, game.rules):
        said += [plain(name) for name in named]
    return {word.casefold() for words in said for word in WORD.findall(words)}


def plain(name: str) -> str:
    return name.replace("_", " ")


def singular(word: str) -> set[str]:
    """What a word may be the plural of, itself included."""
    found = {word}
    if word.endswith("s"):
        found.add(word[:-1])
    if word.endswith("es"):
        found.add(word[:-2])
    if word.endswith("ies"):
        found.add(word[:-3] + "y")
    return found
