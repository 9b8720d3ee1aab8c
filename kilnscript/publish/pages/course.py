"""The course of play → sections: setup, the order of play, and each phase with its actions and rules, numbered as they come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.compile.analysis import walk
from kilnscript.model import statements as st
from kilnscript.publish.pages.page import Diagram, Entry, Item, Section, Text
from kilnscript.publish.pages.words import Words, plain


class Course:
    """Everything is told once, where play comes to it first. Phases without a title are told with the phase that does them."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.game = words.game
        self.phases: set[str] = set()
        self.actions: set[str] = set()
        self.rules: set[str] = set()

    def part(self, block: st.Block | None, opening: bool = False) -> tuple[list[Item], list[st.Phase]]:
        """What is told of the setup or the order of play itself, and the phases to tell after it."""
        if block is None:
            return [], []
        children: list[st.Phase] = []
        items: list[Item] = list(self.words.paragraphs(block, opening=opening))
        items += self.inside(block, children)
        return items, children

    def sections(
        self, phases: list[st.Phase], diagrams: dict[str, Diagram], path: tuple[int, ...] = (), single: bool = True
    ) -> list[Section]:
        """``single``: one phase that holds all the others is not numbered."""
        found: list[Section] = []
        alone = single and len(phases) == 1
        for number, phase in enumerate(phases, 1):
            here = path if alone else (*path, number)
            children: list[st.Phase] = []
            items: list[Item] = list(self.words.paragraphs(phase))
            items += self.inside(phase.block, children)
            if phase.name in diagrams:
                items.append(diagrams[phase.name])
            title: Text = self.words.phase(phase)
            if here:
                title = (f"{'.'.join(map(str, here))}{'.' if len(here) == 1 else ''} ", *title)
            found.append(Section(f"phase-{phase.name}", title, tuple(items), self.words.applies.phase(phase.name), 2))
            found += self.sections(children, diagrams, here, alone)
        return found

    def inside(self, block: Any, children: list[st.Phase]) -> Iterator[Item]:
        """The rules, actions and untitled phases of a block, in the order written, then what lies in these actions; titled phases go to
        ``children``."""
        offered: list[st.Action] = []
        for node in walk(block):
            match node:
                case st.Rule() if node.name not in self.rules:
                    yield self.rule(node)
                case st.OfferAction():
                    yield from self.action(node.action, offered, node)
                case st.Transaction():
                    yield from self.action(node.commit, offered, None)
                case st.Do() | st.Later():
                    yield from self.phase(self.game.phases[node.phase], children)
                case _:
                    pass
        for action in offered:
            yield from self.inside(action.block, children)

    def phase(self, phase: st.Phase, children: list[st.Phase]) -> Iterator[Item]:
        if phase.name in self.phases:
            return
        self.phases.add(phase.name)
        if phase.title is not None:
            children.append(phase)
            return
        texts = self.words.texts(phase)
        if texts:
            yield Entry(f"phase-{phase.name}", self.words.phase(phase), texts, where=self.words.applies.phase(phase.name))
        yield from self.inside(phase.block, children)

    def rule(self, rule: st.Rule) -> Entry:
        self.rules.add(rule.name)
        title: Text = (plain(rule.name),) if rule.title is None else self.words.text(rule.title)
        texts = tuple(self.words.text(doc) for doc in self.words.told_of_rule(rule))
        return Entry(
            f"rule-{rule.name}", title, (*texts, *self.words.only(rule.when, told=bool(texts))), where=self.words.applies.rule(rule.name)
        )

    def action(self, name: str, offered: list[st.Action], offer: st.OfferAction | None) -> Iterator[Item]:
        if name in self.actions:
            return
        self.actions.add(name)
        action, text = self.game.actions[name], self.words.text
        told = self.words.texts(action)
        texts = (*told, *self.words.only(None if offer is None else offer.when, action.when, told=bool(told)))
        answers = [parameter.answer for parameter in action.parameters if parameter.answer is not None]
        needed = [node.reason for node in walk(action.block) if isinstance(node, (st.Require, st.Ensure))]
        reasons = tuple(dict.fromkeys(text(reason) for reason in (*answers, *needed)))
        yield Entry(f"action-{name}", self.words.action(name), texts, reasons, self.words.applies.action(name))
        offered.append(action)
