"""What the readers of the sections share: what is declared so far, the names taken, the texts that wait, and the findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model.declarations import Component, Kind, Option, Place, Token
from kilnscript.model.declare.names import Names
from kilnscript.model.declare.raw_texts import TextPath, empty_text
from kilnscript.model.expressions import TypedText
from kilnscript.model.types import Type
from kilnscript.source import tree
from kilnscript.source.load import SourceFiles
from kilnscript.source.templates import read_parts
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlNode, YamlScalar


@dataclass(slots=True)
class Context:
    """``folders``: the folder of every game.yaml by the path shown to the author (a CSV file lies beside the line that names it)."""

    root: YamlMapping
    broken: frozenset[tuple[str, ...]]
    sources: SourceFiles
    folders: Mapping[str, Path]
    found: list[Diagnostic] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    raw: dict[TextPath, tuple[tree.Template, Mapping[str, Type]]] = field(default_factory=dict)
    players: tuple[int, int] = (1, 1)
    options: dict[str, Option] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    tokens: dict[str, Token] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    component_names: frozenset[str] = frozenset()
    incomplete: bool = False
    letters_lost: set[str] = field(default_factory=set)  # components with a letter that could not be read
    uncounted: bool = False  # a number of copies could not be read, so that no total can be checked

    def say(self, code: str, message: str, span: Span, hint: str | None = None, *labels: Label) -> None:
        self.found.append(Diagnostic(code, message, span, hint, labels))

    def lost(self, code: str, message: str, span: Span, hint: str | None = None, *labels: Label) -> None:
        """A finding that leaves a hole: what rules say about the missing part would be reported without cause."""
        self.say(code, message, span, hint, *labels)
        self.incomplete = True

    def section(self, name: str) -> YamlMapping | None:
        """A section, unless its form is broken as a whole."""
        node = self.root.entries.get(name)
        if node is None or (name,) in self.broken or not isinstance(node[1], YamlMapping):
            return None
        return node[1]

    def unread(self, section: str, name: str) -> bool:
        """Whether an entry may be there, but could not be read (reported)."""
        return (section,) in self.broken or (section, name) in self.broken

    def entries(self, name: str) -> Iterator[tuple[str, Span, YamlMapping]]:
        """The usable entries of a section: name, span of the name, mapping."""
        section = self.section(name)
        for key, (span, node) in section.entries.items() if section else ():
            if (name, key) not in self.broken and isinstance(node, YamlMapping):
                yield key, span, node

    def text(self, path: TextPath, scalar: YamlScalar, sees: Mapping[str, Type]) -> TypedText:
        """Puts a text aside until its holes can be typed."""
        template = read_parts(scalar.value, scalar.span_of, scalar.span, self.found)
        self.raw[path] = (template, sees)
        return empty_text(scalar.span)

    @property
    def player_counts(self) -> range:
        return range(self.players[0], self.players[1] + 1)


def get(mapping: YamlMapping, key: str) -> YamlNode | None:
    found = mapping.entries.get(key)
    return found[1] if found else None


def scalar(mapping: YamlMapping, key: str) -> YamlScalar | None:
    """The form has been checked, so that what is there is one."""
    found = get(mapping, key)
    return found if isinstance(found, YamlScalar) else None


def plain(mapping: YamlMapping, key: str) -> str | None:
    found = scalar(mapping, key)
    return found.value if found else None


def submap(mapping: YamlMapping, key: str) -> YamlMapping | None:
    found = get(mapping, key)
    return found if isinstance(found, YamlMapping) else None


def yes(mapping: YamlMapping, key: str) -> bool:
    return plain(mapping, key) == "yes"


def words(mapping: YamlMapping, key: str) -> tuple[YamlScalar, ...]:
    """One word or a list of them."""
    found = get(mapping, key)
    if isinstance(found, YamlScalar):
        return (found,)
    return tuple(item for item in found.items if isinstance(item, YamlScalar)) if isinstance(found, YamlList) else ()


def title_of(mapping: YamlMapping, name: str) -> str:
    """What is said, else the name as words: `card_pile` is "Card pile"."""
    said = plain(mapping, "title")
    return said if said is not None else named(name)


def named(name: str) -> str:
    spaced = name.replace("_", " ").strip()
    return spaced[:1].upper() + spaced[1:]
