"""A checked game → its page: sections in the order a reader wants them. Every sentence and number stands in the rule files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kilnscript.model import expressions as x
from kilnscript.model.declarations import Option
from kilnscript.model.declarations import Table as Declared
from kilnscript.model.game import Game
from kilnscript.publish.pages.clock import clock
from kilnscript.publish.pages.course import Course
from kilnscript.publish.pages.diagrams import overview, phase_diagrams
from kilnscript.publish.pages.ending import end, payments, scoring
from kilnscript.publish.pages.examples import examples
from kilnscript.publish.pages.figures import NUMBERS
from kilnscript.publish.pages.laid_out import laid_out
from kilnscript.publish.pages.leading import leading
from kilnscript.publish.pages.melds import melds
from kilnscript.publish.pages.page import Entry, Item, Link, Listed, Page, Paragraph, Section, Table, Text
from kilnscript.publish.pages.terms import Terms
from kilnscript.publish.pages.things import Things
from kilnscript.publish.pages.words import Words, joined, plain
from kilnscript.session.game import Game as Playable
from kilnscript.session.settings import written

FIRST = ("text-goal", "text-story")  # texts that begin a page; the others come before the first of these sections:
LATE = ("rulings", "controls", "examples", "glossary", "changes")
LISTED_VALUES = 12  # of an option that are written out


def page(game: Game) -> Page:
    """Raises NotSupported for a game too large to lay out."""
    return Builder(game).page()


class Builder:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.declarations = game.declarations
        self.words = Words(game)
        self.text = self.words.text
        self.playable = Playable(game, {})
        self.told: set[str] = set()  # texts that begin a section

    def page(self) -> Page:
        d = self.declarations
        course, diagrams = Course(self.words), phase_diagrams(self.words)
        setup, asked = course.part(self.game.setup, opening=True)
        before = course.sections(asked, diagrams, single=True)
        play, turns = course.part(self.game.play)
        phases = course.sections(turns, diagrams)
        things, terms = Things(self.words), Terms(self.words)
        sections = [
            *self.section("components", "Components", things.components()),
            *self.section("melds", "Melds", melds(self.words)),
            *self.section("setup", "Setup", (*setup, *laid_out(self.words, self.playable))),
            *before,
            *self.section("course", "Order of play", (*play, overview(self.words))),
            *phases,
            *self.section("rules", "More rules", (course.rule(r) for r in self.game.rules.values() if r.name not in course.rules)),
            *self.section("payments", "Ways to pay", payments(self.words)),
            *self.section("scoring", "Scoring", scoring(self.words)),
            *self.section("end", "End and ranking", end(self.words)),
        ]
        sections = list(self.with_tables(sections))
        sections += self.section("options", "Variants and options", (self.option(option) for option in d.options.values()))
        sections += self.section("clock", "Clock", clock(self.words))
        sections += self.section("rulings", "Rulings", (Entry(f"ruling-{n}", (plain(n),), (self.text(w),)) for n, w in d.rulings.items()))
        sections += self.section("controls", "Controls", self.controls())
        sections += self.section("examples", "Examples", examples(self.words, self.playable))
        sections += self.section("glossary", "Glossary", terms.entries())
        sections += self.section("changes", "Changes", self.changes())
        texts = [Section(f"text-{n}", (plain(n),), (Paragraph(self.text(w)),)) for n, w in d.texts.items() if n not in self.told]
        first = [section for section in texts if section.id in FIRST]
        place = next((number for number, section in enumerate(sections) if section.id in LATE), len(sections))
        sections[place:place] = [section for section in texts if section.id not in FIRST]
        sections = [terms.linked(section) for section in (*first, *sections)]
        sections = leading(sections)
        return Page(d.name, d.title, tuple(self.facts()), tuple(sections), self.game.rules_hash, self.words.figures.settings.switches())

    def section(self, name: str, title: str, items: Iterable[Item]) -> list[Section]:
        """A text called like the section begins it. None when there is nothing to say."""
        found = list(items)
        if name in self.declarations.texts:
            self.told.add(name)
            found.insert(0, Paragraph(self.text(self.declarations.texts[name], name == "setup")))
        return [Section(name, (title,), tuple(found))] if found else []

    def facts(self) -> Iterator[tuple[str, str]]:
        d = self.declarations
        yield "Players", span(*d.players)
        if d.minutes is not None:
            yield "Time", f"{span(*d.minutes)} minutes"
        if d.age is not None:
            yield "Age", f"from {d.age} on"
        if d.by is not None:
            yield "Designer", d.by
        if d.changes:
            yield "Version", list(d.changes)[-1]

    # ---- tables ----------------------------------------------------------------------------------------------------------

    def with_tables(self, sections: list[Section]) -> Iterator[Section]:
        """Each table stands in the section whose texts first speak of it, the rest and the single numbers after the scoring."""
        tables = {f"table-{name}": table for name, table in self.declarations.tables.items() if table.form != "number"}
        for section in sections:
            if section.id == "end":
                yield from self.section("tables", "Tables and numbers", (*map(self.table, tables.values()), *self.numbers()))
                tables.clear()
            named = dict.fromkeys(part.target for text in texts_of(section) for part in text if isinstance(part, Link))
            own = tuple(self.table(tables.pop(name)) for name in named if name in tables)
            yield Section(section.id, section.title, section.items + own, section.where, section.level) if own else section
        if tables:
            yield from self.section("tables", "Tables and numbers", (*map(self.table, tables.values()), *self.numbers()))

    def numbers(self) -> Iterator[Table]:
        rows: list[tuple[Text, ...]] = []
        for table in self.declarations.tables.values():
            if table.form == "number":
                assert table.value is not None
                rows.append(((table.title,), (self.words.figures.part(table.value),)))
        if rows:
            yield Table(NUMBERS, "Numbers", ("What", "Number"), tuple(rows))

    def table(self, table: Declared) -> Table:
        name, part = f"table-{table.name}", self.words.figures.part
        caption = table.title if table.data is None else f"{table.title} ({table.data})"
        if table.form == "set":
            return Table(name, caption, ("Values",), tuple(((part(value),),) for value in table.values))
        rows: list[tuple[Text, ...]] = [
            (*((self.key(kind.kind, key),) for kind, key in zip(table.keys, keys, strict=True)), (part(value),))
            for keys, value in table.rows.items()
        ]
        wheres = self.words.applies.rows(table)
        if len(table.keys) == 2 and table.default is None and not wheres:
            crossed = self.crossed(table)
            if crossed is not None:
                return Table(name, caption, *crossed)
        if table.default is not None:
            rows.append(((f"{table.beyond} and more",), (part(table.default),)))
        if wheres and table.default is not None:
            wheres = (*wheres, ())
        return Table(name, caption, (*(plain(key.heading) for key in table.keys), plain(table.heading)), tuple(rows), wheres)

    def crossed(self, table: Declared) -> tuple[tuple[str, ...], tuple[tuple[Text, ...], ...]] | None:
        """A table of two keys as rows and columns, if it has a value for every pair."""
        firsts = list(dict.fromkeys(keys[0] for keys in table.rows))
        seconds = list(dict.fromkeys(keys[1] for keys in table.rows))
        if len(table.rows) != len(firsts) * len(seconds):
            return None
        one, other = table.keys
        headings = (plain(one.heading), *(f"{plain(other.heading)} {self.key(other.kind, key)}" for key in seconds))
        part = self.words.figures.part
        rows = tuple(((self.key(one.kind, first),), *((part(table.rows[first, second]),) for second in seconds)) for first in firsts)
        return headings, rows

    def key(self, kind: str | None, key: int | str) -> str:
        """A member by its title."""
        if kind is not None:
            for member in self.declarations.kinds[kind].members:
                if member.name == key:
                    return member.title
        return str(key).replace("_", " ")

    # ---- declarations ----------------------------------------------------------------------------------------------------

    def option(self, option: Option) -> Entry:
        unit = f" {option.unit}" if option.unit else ""
        names = [self.value(option, value) for value in option.values]
        values = joined(names, "or") if len(names) <= LISTED_VALUES else f"{names[0]} to {names[-1]}"
        texts: list[Text] = [] if option.text is None else [(option.text,)]
        texts.append((f"{values}{unit}; {self.value(option, option.default)} if nothing else is chosen.",))
        if option.only_players is not None:
            counts = joined([str(n) for n in sorted(option.only_players)], "or")
            away = "" if option.otherwise is None else f"; at other player counts it is {self.value(option, option.otherwise)}"
            texts.append((f"A choice only with {counts} players{away}.",))
        if option.recommended:
            texts.append(("We advise to play with it.",))
        return Entry(f"option-{option.name}", (option.title,), tuple(texts))

    def value(self, option: Option, value: x.Expression) -> str:
        """A member of a kind by its title."""
        if isinstance(value, x.MemberLiteral):
            for kind in self.declarations.kinds.values():
                for member in kind.members:
                    if member.name == value.member and written(value) == member.name:
                        return member.title
        return written(value)

    def controls(self) -> Iterator[Item]:
        rows: list[tuple[Text, ...]] = []
        for control in self.declarations.controls.values():
            how = [said for way, value in control.entries.items() if (said := way_to(way, value))]
            texts: list[Text] = [(f"{'. '.join(how)}.",)] if how else []
            if control.show is not None:
                texts.append((" It shows: “", *self.text(control.show), "”."))
            rows.append((self.words.action(control.action), tuple(part for text in texts for part in text)))
        if rows:
            yield Table("table-controls", "What to press", ("Action", "How"), tuple(rows))

    def changes(self) -> Iterator[Item]:
        if self.declarations.changes:
            newest = reversed(list(self.declarations.changes.items()))
            yield Listed(tuple((f"{version}: ", *self.text(words)) for version, words in newest))


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def texts_of(section: Section) -> Iterator[Text]:
    for item in section.items:
        match item:
            case Paragraph():
                yield item.text
            case Entry():
                yield from item.texts
            case Listed():
                yield from item.points
            case _:
                pass


def way_to(way: str, value: object) -> str:
    """One entry of a control in words."""
    match way, value:
        case "click", _:
            return f"Click {listing(value)}"
        case "select", _:
            return f"Select {listing(value)}"
        case "button", dict():
            return "Press " + "; ".join(f"“{name}” for {key}" for key, name in value.items())
        case "button", _:
            return f"Press “{value}”"
        case "keys", dict():
            return "Keys: " + "; ".join(f"{key}: {keys_of(inner)}" for key, inner in value.items())
        case "keys", _:
            return f"Keys: {value}"
        case "confirm", dict():
            said = [f"“{value['button']}”"] if "button" in value else []
            return "Then confirm with " + joined([*said, *([f"the key {value['key']}"] if "key" in value else [])], "or")
        case "confirm", "yes":
            return "Then confirm"
        case _:
            return ""


def listing(value: object) -> str:
    return ", then ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def keys_of(value: object) -> str:
    """`1..5 → row-1 to row-5, 0 → breakage`."""
    if not isinstance(value, dict):
        return "its letter" if value == "letter" else str(value)
    found = []
    for key, word in value.items():
        low, dots, high = str(key).partition("..")
        words = f"{str(word).replace('{key}', low)} to {str(word).replace('{key}', high)}" if dots else str(word)
        found.append(f"{low} to {high} for {words}" if dots else f"{key} for {words}")
    return ", ".join(found)
