"""A game and its settings → at which of them each rule, action, phase, description and table row is of any use."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from kilnscript.check.settings import Setting, Settings
from kilnscript.compile.analysis import walk
from kilnscript.compile.constants import NotConstant
from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.declarations import Table
from kilnscript.model.game import Game
from kilnscript.publish.pages.page import Where
from kilnscript.publish.pages.settings import Settings as Shown
from kilnscript.publish.pages.settings import TooMany

Places = frozenset[int]  # numbers of settings
LEFT_OUT = ("type", "span", "doc", "scope")


class Applies:
    """Follows the course of play from the setup on. Where there are too many settings to look at, everything is of use everywhere."""

    def __init__(self, game: Game, shown: Shown) -> None:
        self.game = game
        self.shown = shown
        conditions = [c for node in walk(all_rules(game)) for c in conditions_of(node)]
        options = Settings(game).options_in(*conditions)
        try:
            self.settings = shown.all(options)
        except TooMany:
            self.settings = []
        self.values = [Setting(game, players, dict(shown.at(players, chosen).options)) for players, chosen in self.settings]
        self.everywhere: Places = frozenset(range(len(self.settings)))
        self.phases: dict[str, Places] = {}
        self.rules: dict[str, Places] = {}
        self.actions: dict[str, Places] = {}
        self.docs: dict[Span, Places] = {}
        self.pending: list[tuple[Any, Places]] = []
        roots = (game.setup, game.play, game.scoring, tuple(game.watches))
        self.visit(tuple(root for root in roots if root is not None), self.everywhere)
        while self.pending:
            self.visit(*self.pending.pop())

    # ---- answers ---------------------------------------------------------------------------------------------------------

    def phase(self, name: str) -> tuple[Where, ...]:
        return self.said(self.phases.get(name))

    def rule(self, name: str) -> tuple[Where, ...]:
        return self.said(self.rules.get(name))

    def action(self, name: str) -> tuple[Where, ...]:
        return self.said(self.actions.get(name))

    def doc(self, words: x.TypedText) -> tuple[Where, ...]:
        return self.said(self.docs.get(words.span))

    def said(self, places: Places | None) -> tuple[Where, ...]:
        """What is never reached is told without saying when, as is what always is."""
        if not places or places == self.everywhere:
            return ()
        return self.shown.where([self.settings[n] for n in sorted(places)])

    def rows(self, table: Table) -> tuple[tuple[Where, ...], ...]:
        """For each row of a table the settings at which it may be looked up, or nothing if that is all of them for every row."""
        uses = [
            node
            for node in walk((all_rules(self.game), tuple(self.game.functions.values())))
            if isinstance(node, x.TableValue) and node.table == table.name
        ]
        reads = Settings(self.game).options_in(*(use.keys for use in uses))
        try:
            settings = self.shown.all(reads)
        except TooMany:
            return ()
        values = [Setting(self.game, players, dict(self.shown.at(players, chosen).options)) for players, chosen in settings]
        found = []
        for keys in table.rows:
            places = [s for s, value in zip(settings, values, strict=True) if any(self.fits(table, use, keys, value) for use in uses)]
            found.append(self.shown.where(places) if 0 < len(places) < len(settings) else ())
        return tuple(found) if any(found) else ()

    def fits(self, table: Table, use: x.TableValue, keys: tuple[int | str, ...], setting: Setting) -> bool:
        for declared, written, key in zip(table.keys, use.keys, keys, strict=True):
            if isinstance(written, x.BuiltInAttribute) and written.attribute == "number" and isinstance(written.owner.type, t.Player):
                if isinstance(key, int) and key > setting.players:
                    return False
                continue
            try:
                value = setting.value(written)
            except NotConstant:
                continue
            if value is None or value == -1:
                return False
            if declared.kind is not None:
                value = self.game.declarations.kinds[declared.kind].members[value].name
            if value != key:
                return False
        return True

    # ---- following play --------------------------------------------------------------------------------------------------

    def visit(self, node: Any, at: Places) -> None:
        if isinstance(node, tuple):
            for item in node:
                self.visit(item, at)
            return
        if not is_dataclass(node) or isinstance(node, type):
            return
        doc = getattr(node, "doc", None)
        if isinstance(doc, x.TypedText):
            self.docs[doc.span] = self.docs.get(doc.span, frozenset()) | at
        match node:
            case st.If():
                self.visit(node.then, at & self.can_be(node.condition, True))
                self.visit(node.otherwise, at & self.can_be(node.condition, False))
            case st.Rule():
                at &= self.can_be(node.when, True)
                self.rules[node.name] = self.rules.get(node.name, frozenset()) | at
                self.note_text(node.doc, at)
                self.visit(node.block, at)
            case st.OfferAction():
                action = self.game.actions[node.action]
                self.enter(self.actions, node.action, action.block, at & self.can_be(node.when, True) & self.can_be(action.when, True))
            case st.Transaction():
                self.enter(self.actions, node.commit, self.game.actions[node.commit].block, at)
                self.visit(node.offers, at)
            case st.Do():
                self.enter(self.phases, node.phase, self.game.phases[node.phase].block, at)
            case _:
                for field in fields(node):
                    if field.name not in LEFT_OUT:
                        self.visit(getattr(node, field.name), at)

    def note_text(self, doc: x.TypedText | None, at: Places) -> None:
        """A rule's own text applies where the rule does, not where it stands."""
        if doc is not None:
            self.docs[doc.span] = at

    def enter(self, known: dict[str, Places], name: str, block: st.Block, at: Places) -> None:
        before = known.get(name)
        now = (before or frozenset()) | at
        if before is None or now != before:
            known[name] = now
            self.pending.append((block, now))

    def can_be(self, condition: x.Expression | None, wanted: bool) -> Places:
        """The settings at which a condition is not known to be otherwise."""
        if condition is None:
            return self.everywhere
        found = set()
        for number, setting in enumerate(self.values):
            try:
                if bool(setting.value(condition)) is not wanted:
                    continue
            except NotConstant:
                pass
            found.add(number)
        return frozenset(found)


def all_rules(game: Game) -> tuple[Any, ...]:
    roots = (game.setup, game.play, game.scoring, tuple(game.watches), tuple(game.phases.values()), tuple(game.actions.values()))
    return tuple(root for root in roots if root is not None)


def conditions_of(node: Any) -> list[x.Expression]:
    match node:
        case st.If():
            return [node.condition]
        case st.Rule() | st.OfferAction() | st.Action() if node.when is not None:
            return [node.when]
        case _:
            return []
