"""A checked game → words that all parts of its page use: texts with their figures, titles, conditions, and when something applies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.compile.analysis import walk
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.game import Game
from kilnscript.publish.drawn import Switches, parts
from kilnscript.publish.pages.applies import Applies
from kilnscript.publish.pages.figures import Figures
from kilnscript.publish.pages.page import Code, Link, Paragraph, Part, Text
from kilnscript.publish.spell import NOT


def plain(name: str) -> str:
    """A name of the rules as words: `go_out` → `Go out`."""
    return name.replace("_", " ").capitalize()


def joined(words: list[str], last: str = "and") -> str:
    """`red, black and blue`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


class Words:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.declarations = game.declarations
        self.figures = Figures(game.declarations)
        self.applies = Applies(game, self.figures.settings)
        self.switches = Switches(game)
        self.speller = self.figures.speller
        self.text = self.figures.text

    # ---- titles ----------------------------------------------------------------------------------------------------------

    def phase(self, phase: st.Phase) -> Text:
        return (plain(phase.name),) if phase.title is None else self.text(phase.title)

    def action(self, name: str) -> Text:
        """Its label, or its name where the label depends on what is chosen. ``skip`` and ``reset`` are no actions of the rules."""
        action = self.game.actions.get(name)
        if action is None or action.label is None:
            return (plain(name),)
        label = self.text(action.label)
        fixed = all(isinstance(part, str) for part in action.label.parts)
        return label if fixed else (plain(name),)

    # ---- descriptions ----------------------------------------------------------------------------------------------------

    def told(self, *nodes: Any) -> Iterator[x.TypedText]:
        """The descriptions in some rules, each once, without those of rules and of what happens when time runs out, which stand
        elsewhere."""
        seen, inside = set(), set()
        for node in walk(nodes):
            if isinstance(node, (st.Rule, st.TimeoutPolicy)):
                inside |= {id(n) for n in walk(node)}
        for node in walk(nodes):
            doc = getattr(node, "doc", None)
            if isinstance(doc, x.TypedText) and doc.span not in seen and id(node) not in inside:
                seen.add(doc.span)
                yield doc

    def told_of_rule(self, rule: st.Rule) -> Iterator[x.TypedText]:
        """Its own description and those of its statements, without those of rules inside it."""
        seen, inside = set(), set()
        for node in walk(rule.block):
            if isinstance(node, st.Rule):
                inside |= {id(n) for n in walk(node)}
        for node in walk(rule):
            doc = getattr(node, "doc", None)
            if isinstance(doc, x.TypedText) and doc.span not in seen and id(node) not in inside:
                seen.add(doc.span)
                yield doc

    def paragraphs(self, *nodes: Any, opening: bool = False) -> Iterator[Paragraph]:
        return (Paragraph(self.text(doc, opening), self.applies.doc(doc)) for doc in self.told(*nodes))

    def texts(self, *nodes: Any) -> tuple[Text, ...]:
        return tuple(self.text(doc) for doc in self.told(*nodes))

    # ---- conditions ------------------------------------------------------------------------------------------------------

    def only(self, *conditions: x.Expression | None, told: bool = False) -> Iterator[Text]:
        """When something is there: the options it needs, then what has to hold in play. The latter is in the words of the language, so that
        it is left to the description where there is one (``told``)."""
        for condition in conditions:
            needed = self.switches.of(condition)
            if needed:
                yield ("Only with ", *self.options(needed), ".")
            if told:
                continue
            left = [part for part in parts(condition) if not self.switches.decides(part)]
            if left:
                said = " and ".join(self.speller.within(part, NOT if len(left) > 1 else 0) for part in left)
                yield ("Only when ", Code(said), ".")

    def options(self, names: frozenset[str]) -> tuple[Part, ...]:
        found: list[Part] = []
        for option in self.declarations.options.values():
            if option.name in names:
                found += [" and "] * bool(found) + [Link(option.title, f"option-{option.name}")]
        return tuple(found)
