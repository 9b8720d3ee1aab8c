"""Texts of rules → texts of a page: what follows from declarations alone becomes figures, for every player count and option."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kilnscript.compile.constants import NotConstant
from kilnscript.model import expressions as x
from kilnscript.model.declarations import Declarations
from kilnscript.publish.pages.page import Case, Code, Figure, Link, Part, Text
from kilnscript.publish.pages.settings import Setting, Settings, TooMany
from kilnscript.publish.spell import Speller

NUMBERS = "table-numbers"  # where all tables of one number stand together


class Figures:
    """For one game. What a figure says is worked out at every setting of the options that it reads, taken together."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.speller = Speller(declarations)
        self.settings = Settings(declarations)

    def figure(self, say: Callable[[Setting], str]) -> Figure:
        """What ``say`` says at every setting. Raises what it raises."""
        read: set[str] = set()
        low = self.settings.counts[0]
        words = self.said(low, {}, say, read)
        cases: list[Case] = []
        options: list[str] = []
        try:
            said = self.everywhere(say, read)
            by_words: dict[str, list[tuple[int, dict[str, str]]]] = {}
            for players, chosen, found in said:
                by_words.setdefault(found, []).append((players, chosen))
            if len(by_words) > 1:
                cases = [Case(found, self.settings.where(where)) for found, where in by_words.items()]
            options = [name for name in self.declarations.options if changes(said, name)]
        except TooMany:
            options = [name for name in self.declarations.options if name in read]
        by_players = [(players, self.said(players, {}, say, read)) for players in self.settings.counts]
        differ = len({found for _, found in by_players}) > 1
        titles = tuple(self.declarations.options[name].title for name in options)
        return Figure(words, tuple(by_players) if differ else (), titles, tuple(cases))

    def everywhere(self, say: Callable[[Setting], str], read: set[str]) -> list[tuple[int, dict[str, str], str]]:
        """At every setting of the options that are read, which working it out may add to. Raises TooMany."""
        while True:
            before = set(read)
            found = [(players, options, self.said(players, options, say, read)) for players, options in self.settings.all(before)]
            if read == before:
                return found

    def said(self, players: int, options: dict[str, str], say: Callable[[Setting], str], read: set[str]) -> str:
        setting = self.settings.at(players, options)
        setting.options.names.clear()
        words = say(setting)
        read |= setting.options.names
        return words

    def part(self, e: x.Expression) -> Figure | Code:
        try:
            return self.figure(lambda setting: setting.words(e))
        except NotConstant:
            return Code(self.named(e))

    def named(self, e: x.Expression) -> str:
        """What only play can tell, by its name where it has one: `fee(player, card)` is the fee."""
        match e:
            case x.FunctionCall():
                return e.function.replace("_", " ")
            case x.Variable():
                return self.declarations.variables[e.name].title.lower()
            case _:
                return self.speller.expression(e)

    def text(self, text: x.TypedText, opening: bool = False) -> Text:
        """``opening``: a text about the start of a game, where variables have their first values."""
        parts: list[Part] = []
        for part in text.parts:
            match part:
                case str():
                    parts.append(part)
                case x.TextHole(value=x.Local(name=name)):
                    parts.append(name.replace("_", " "))  # a parameter: what it is called says what it is
                case x.TextHole(value=x.Variable(name=name)) if opening and (first := self.first(name)) is not None:
                    parts.append(first)
                case x.TextHole():
                    parts.append(self.part(part.value))
                case x.TextTable():
                    table = self.declarations.tables[part.table]
                    parts.append(Link(table.title, NUMBERS if table.form == "number" else f"table-{table.name}"))
        return tuple(parts)

    def first(self, variable: str) -> str | None:
        """The start of a variable that has one for all."""
        start = self.declarations.variables[variable].start
        return None if start is None or isinstance(start, Mapping) else self.speller.expression(start).strip('"')


def changes(said: list[tuple[int, dict[str, str], str]], name: str) -> bool:
    """Whether an option alone makes a difference somewhere."""
    found: dict[tuple[int, tuple[tuple[str, str], ...]], set[str]] = {}
    for players, chosen, words in said:
        rest = tuple((n, v) for n, v in chosen.items() if n != name)
        found.setdefault((players, rest), set()).add(words)
    return any(len(words) > 1 for words in found.values())
