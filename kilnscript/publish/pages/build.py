"""A checked game → its page: sections in the order a reader wants them. Every sentence and number stands in the rule files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kilnscript.compile.analysis import walk
from kilnscript.compile.constants import NotConstant
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.declarations import Component, Option, Token
from kilnscript.model.declarations import Table as Declared
from kilnscript.model.game import Game
from kilnscript.model.types import Type
from kilnscript.publish.pages.applies import Applies
from kilnscript.publish.pages.figures import Figures
from kilnscript.publish.pages.page import Code, Entry, Figure, Item, Page, Paragraph, Section, Table, Text
from kilnscript.publish.pages.settings import Setting
from kilnscript.session.settings import written


def page(game: Game) -> Page:
    """Raises NotSupported for a game too large to lay out."""
    return Builder(game).page()


def plain(name: str) -> str:
    """A name of the rules as words: `go_out` → `Go out`."""
    return name.replace("_", " ").capitalize()


class Builder:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.declarations = game.declarations
        self.figures = Figures(game.declarations)
        self.applies = Applies(game, self.figures.settings)
        self.shown: set[str] = set()  # actions: one that several phases offer is told once
        self.ruled: set[str] = set()

    def page(self) -> Page:
        d, text = self.declarations, self.figures.text
        sections = [Section(f"text-{name}", (plain(name),), (Paragraph(text(words)),)) for name, words in d.texts.items()]
        sections += self.section("components", "Components", self.components())
        sections += self.section("setup", "Setup", self.course(self.game.setup))
        sections += self.section("course", "Course of the game", self.course(self.game.play))
        sections += [found for phase in self.game.phases.values() for found in self.phase(phase)]
        sections += self.section(
            "rules", "More rules", (self.rule(rule) for rule in self.game.rules.values() if rule.name not in self.ruled)
        )
        sections += self.section("counting", "How it is counted", self.counting())
        sections += self.section("tables", "Tables", (self.table(table) for table in d.tables.values()))
        sections += self.section("end", "End and ranking", self.end())
        sections += self.section("options", "Options", (self.option(option) for option in d.options.values()))
        sections += self.section("rulings", "Rulings", (self.ruling(name, words) for name, words in d.rulings.items()))
        sections += self.section("controls", "Controls", self.controls())
        sections += self.section("examples", "Examples", self.examples())
        return Page(d.name, d.title, tuple(self.facts()), tuple(sections), self.game.rules_hash, self.figures.settings.switches())

    def section(self, name: str, title: str, items: Iterable[Item]) -> list[Section]:
        """None when there is nothing to say."""
        found = tuple(items)
        return [Section(name, (title,), found)] if found else []

    def facts(self) -> Iterator[tuple[str, str]]:
        low, high = self.declarations.players
        yield "Players", str(low) if low == high else f"{low}–{high}"
        if self.declarations.by is not None:
            yield "By", self.declarations.by

    def components(self) -> Iterator[Item]:
        """How many there are of each thing, at every player count."""
        rows: list[tuple[Text, ...]] = []
        for component in self.declarations.components.values():
            count = self.figures.figure(lambda setting, name=component.name: str(len(setting.world.pieces_of[name])))  # type: ignore[misc]
            rows.append(((component.title,), (count,), self.values(component)))
        for token in self.declarations.tokens.values():
            if token.any_of is None:
                rows.append(((token.title,), (self.supply(token),), ()))
        if rows:
            yield Table("table-components", "What is in the box", ("Component", "Count", "Kinds"), tuple(rows))
        for place in self.declarations.places.values():
            if place.text is not None:
                yield Entry(f"place-{place.name}", (place.title,), ((place.text,),))

    def supply(self, token: Token) -> Figure | str:
        supply = token.supply
        return "unlimited" if supply is None else self.figures.figure(lambda setting: str(setting.constants.number(supply)))

    def values(self, component: Component) -> Text:
        """How many there are with each value of the first attribute that can be said, or nothing."""
        for name, kind in component.has.items():

            def say(setting: Setting, name: str = name, kind: Type = kind) -> str:
                found: dict[str, int] = {}
                for number in setting.world.pieces_of[component.name]:
                    piece = setting.world.pieces[number]
                    words = piece.name or setting.say(piece.values[name], kind)
                    found[words] = found.get(words, 0) + 1
                return ", ".join(f"{count} × {words}" for words, count in found.items())

            try:
                return (self.figures.figure(say),)
            except NotConstant:
                continue
        return ()

    # ---- rules -----------------------------------------------------------------------------------------------------------

    def told(self, nodes: tuple[Any, ...]) -> Iterator[x.TypedText]:
        """The descriptions in some rules, each once, without those of actions and rules, which have entries of their own."""
        seen, inside = set(), {id(n) for rule in walk(nodes) if isinstance(rule, st.Rule) for n in walk(rule)}
        for node in walk(nodes):
            doc = getattr(node, "doc", None)
            if isinstance(doc, x.TypedText) and doc.span not in seen and id(node) not in inside:
                seen.add(doc.span)
                yield doc

    def paragraphs(self, *nodes: Any) -> Iterator[Paragraph]:
        return (Paragraph(self.figures.text(doc), self.applies.doc(doc)) for doc in self.told(nodes))

    def texts(self, *nodes: Any) -> tuple[Text, ...]:
        return tuple(self.figures.text(doc) for doc in self.told(nodes))

    def course(self, *nodes: Any) -> Iterator[Item]:
        """The descriptions in some rules, then the rules and actions in them, in the order written."""
        yield from self.paragraphs(*nodes)
        for node in walk(nodes):
            match node:
                case st.Rule():
                    yield self.rule(node)
                case st.OfferAction():
                    yield from self.action(node.action)
                case st.Transaction():
                    yield from self.action(node.commit)

    def phase(self, phase: st.Phase) -> list[Section]:
        title = (plain(phase.name),) if phase.title is None else self.figures.text(phase.title)
        items = tuple(self.course(phase))
        return [Section(f"phase-{phase.name}", title, items, self.applies.phase(phase.name))] if items else []

    def rule(self, rule: st.Rule) -> Entry:
        self.ruled.add(rule.name)
        title: Text = (plain(rule.name),) if rule.title is None else self.figures.text(rule.title)
        return Entry(f"rule-{rule.name}", title, tuple(self.within(rule)), where=self.applies.rule(rule.name))

    def within(self, rule: st.Rule) -> Iterator[Text]:
        seen = set()
        for node in walk(rule):
            doc = getattr(node, "doc", None)
            if isinstance(doc, x.TypedText) and doc.span not in seen:
                seen.add(doc.span)
                yield self.figures.text(doc)

    def action(self, name: str) -> list[Item]:
        if name in self.shown:
            return []
        self.shown.add(name)
        action, text = self.game.actions[name], self.figures.text
        title: Text = (plain(name),) if action.label is None else text(action.label)
        reasons = tuple(text(node.reason) for node in walk(action.block) if isinstance(node, (st.Require, st.Ensure)))
        return [Entry(f"action-{name}", title, self.texts(action), reasons, self.applies.action(name))]

    def counting(self) -> Iterator[Item]:
        if self.game.scoring is not None:
            yield from self.paragraphs(self.game.scoring)
        counted: tuple[st.Function | st.Payment, ...] = (*self.game.functions.values(), *self.game.payments.values())
        for function in counted:
            texts = self.texts(function)
            if texts:
                yield Entry(f"count-{function.name}", (plain(function.name),), texts)

    def end(self) -> Iterator[Item]:
        for watch in self.game.watches:
            texts = [self.figures.text(words) for words in (watch.reason, watch.doc) if words is not None]
            yield Entry(
                f"end-{watch.name}", (plain(watch.name),), (*texts, ("When ", Code(self.figures.speller.expression(watch.when)), "."))
            )
        ends = [n for n in walk((self.game.play, *self.game.phases.values(), *self.game.actions.values())) if isinstance(n, st.EndGame)]
        reasons = {self.figures.text(end.reason) for end in ends if end.reason is not None}
        yield from (Paragraph(("The game ends: ", *words)) for words in sorted(reasons, key=str))
        for number, item in enumerate(self.game.rank):
            first = "Ranked by the " if number == 0 else "Among equals, by the "
            yield Paragraph((first, "highest " if item.highest else "lowest ", Code(self.figures.speller.expression(item.value)), "."))

    # ---- declarations ----------------------------------------------------------------------------------------------------

    def table(self, table: Declared) -> Table:
        name, part = f"table-{table.name}", self.figures.part
        if table.form == "number":
            assert table.value is not None
            return Table(name, table.title, ("Number",), (((part(table.value),),),))
        if table.form == "set":
            return Table(name, table.title, ("Values",), tuple(((part(value),),) for value in table.values))
        rows: list[tuple[Text, ...]] = [
            (*((str(key).replace("_", " "),) for key in keys), (part(value),)) for keys, value in table.rows.items()
        ]
        if table.default is not None:
            rows.append(((f"{table.beyond} and more",), (part(table.default),)))
        wheres = self.applies.rows(table)
        if wheres and table.default is not None:
            wheres = (*wheres, ())
        return Table(name, table.title, (*(plain(key.heading) for key in table.keys), plain(table.heading)), tuple(rows), wheres)

    def option(self, option: Option) -> Entry:
        unit = f" {option.unit}" if option.unit else ""
        names = [written(value) for value in option.values]
        values = ", ".join(names) if len(names) < 13 else f"{names[0]}–{names[-1]}"
        texts: list[Text] = [] if option.text is None else [(option.text,)]
        texts.append((f"Values: {values}{unit}. Default: {written(option.default)}.",))
        if option.only_players is not None:
            texts.append((f"Only with {', '.join(map(str, sorted(option.only_players)))} players.",))
        if option.recommended:
            texts.append(("Recommended.",))
        return Entry(f"option-{option.name}", (option.title,), tuple(texts))

    def ruling(self, name: str, words: x.TypedText) -> Entry:
        return Entry(f"ruling-{name}", (plain(name),), (self.figures.text(words),))

    def controls(self) -> Iterator[Item]:
        rows: list[tuple[Text, ...]] = []
        for control in self.declarations.controls.values():
            label = self.game.actions[control.action].label if control.action in self.game.actions else None
            title: Text = (plain(control.action),) if label is None else self.figures.text(label)
            ways = [f"{way}: {self.entry(value)}" for way, value in control.entries.items()]
            rows.append((title, ("; ".join(ways),)))
        if rows:
            yield Table("table-controls", "Controls", ("Action", "How"), tuple(rows))

    def entry(self, value: object) -> str:
        match value:
            case bool():
                return "yes" if value else "no"
            case dict():
                return ", ".join(f"{key} → {self.entry(inner)}" for key, inner in value.items())
            case list() | tuple():
                return ", then ".join(self.entry(inner) for inner in value)
            case _:
                return str(value)

    def examples(self) -> Iterator[Item]:
        for example in self.game.examples:
            if example.doc is not None:
                yield Entry(f"example-{example.name}", (example.title,), (self.figures.text(example.doc),))
