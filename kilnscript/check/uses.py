"""What a game reads: the typed game comes in, the names of everything that its rules, data and examples look at go out."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kilnscript.check.trees import read_children, walk
from kilnscript.model import declarations as d
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.game import Game


class Uses:
    """Sets of names that are used somewhere. ``spread``: kinds whose members are all used (enumerated, keys of a table or a family)."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.places: set[str] = set()
        self.components: set[str] = set()
        self.tokens: set[str] = set()
        self.kinds: set[str] = set()
        self.spread: set[str] = set()
        self.members: set[tuple[str, str]] = set()
        self.variables: set[str] = set()
        self.attributes: set[str] = set()
        self.member_attributes: set[str] = set()
        self.options: set[str] = set()
        self.tables: set[str] = set()
        self.patterns: set[str] = set()
        self.timers: set[str | None] = set()
        self.sources: set[str] = set()
        reads: Counter[str] = Counter()
        for node in walk(game, read_children):
            self.see(node)
            if isinstance(node, x.Variable):
                reads[node.name] += 1
            elif isinstance(node, st.SetVariable):  # `passes = passes + 1` alone reads nothing
                reads[node.target.name] -= sum(isinstance(n, x.Variable) and n.name == node.target.name for n in walk(node.value))
        self.variables = {name for name, number in reads.items() if number > 0}

    def see(self, node: Any) -> None:
        match node:
            case x.PlaceAt() | x.PlaceFamily():
                self.places.add(node.place)
            case x.Pieces() | x.PieceLiteral():
                self.components.add(node.component)
            case x.TokenLiteral():
                self.tokens.add(node.token)
            case x.MemberLiteral():
                self.kinds.add(node.kind)
                self.members.add((node.kind, node.member))
            case x.Members():
                self.kinds.add(node.kind)
                self.spread.add(node.kind)
            case x.PieceValue():
                self.attributes.add(node.attribute)
            case x.MemberValue():
                self.member_attributes.add(node.attribute)
            case x.OptionValue():
                self.options.add(node.name)
            case x.TableValue() | x.TableConstant() | x.TextTable():
                self.tables.add(node.table)
            case x.PatternList():
                self.patterns.update(node.patterns)
            case x.NotationLiteral():
                self.type(node.type)
            case st.TimeoutPolicy():
                self.timers.add(node.timer)
            case st.Score() | st.Award():
                self.sources.add(node.source)
            case st.Parameter():
                self.chosen(node)
            case t.Kind() | t.Piece() | t.Place() | t.Cell() | t.Line() | t.Arrow():
                self.type(node)
            case d.Place() | d.Component() | d.Token() | d.Table() | d.Variable() | d.Scores() | d.Pattern() | d.Option():
                self.declaration(node)

    def chosen(self, parameter: st.Parameter) -> None:
        """A choice over yes or no, or whole kinds, is seen through its domain; here only its type."""
        self.type(parameter.type)

    def type(self, node: t.Type) -> None:
        match node:
            case t.Kind():
                self.kinds.add(node.name)
            case t.Piece(components=tuple() as components):
                self.components.update(components)
            case t.Place(name=str() as name):
                self.places.add(name)
            case t.Cell(place=str() as place) | t.Line(place=str() as place) | t.Arrow(place=str() as place):
                self.places.add(place)
            case t.SetOf() | t.ListOf() | t.TallyOf() | t.Optional():
                self.type(node.item)

    def declaration(self, node: Any) -> None:
        kinds = self.game.declarations.kinds
        match node:
            case d.Place():
                for name in node.holds:
                    (self.components if name in self.game.declarations.components else self.tokens).add(name)
                    if name in kinds:
                        self.whole_kind(name)
                self.keys(node.keys)
            case d.Variable():
                self.keys(node.keys)
            case d.Component():
                # In its own notation and names an attribute stands alone: `{colour.letter}`.
                self.attributes.update(n.name for n in walk((node.written, node.names)) if isinstance(n, x.Local))
                for pieces in node.sets:
                    for name in pieces.each:
                        self.whole(node.has.get(name))
                if node.rolls is not None:
                    self.whole(node.changes.get(node.rolls))
            case d.Token():
                if node.kind_member is not None:
                    self.kinds.add(node.kind_member[0])
                    self.members.add(node.kind_member)
                if node.any_of is not None:
                    self.whole_kind(node.any_of)
            case d.Table():
                for key in node.keys:
                    if key.kind is not None:
                        self.whole_kind(key.kind)
            case d.Scores():
                if node.per in kinds:
                    self.whole_kind(node.per)
            case d.Pattern():
                self.components.add(node.component)
                self.attributes.update((*node.same, *node.different))
                if node.consecutive is not None:
                    self.attributes.add(node.consecutive)
            case d.Option():
                self.whole(node.type)

    def keys(self, keys: tuple[d.PlaceKey, ...]) -> None:
        for key in keys:
            if key.kind is not None:
                self.whole_kind(key.kind)

    def whole(self, node: t.Type | None) -> None:
        if isinstance(node, t.Optional):
            node = node.item
        if isinstance(node, t.Kind):
            self.whole_kind(node.name)

    def whole_kind(self, name: str) -> None:
        self.kinds.add(name)
        self.spread.add(name)
