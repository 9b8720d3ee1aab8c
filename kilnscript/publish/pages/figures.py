"""Texts of rules → texts of a page: what follows from declarations alone becomes figures, for every player count and option."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from kilnscript.compile.constants import Constants, NotConstant, Value, none_of
from kilnscript.compile.world import World, build_world
from kilnscript.model import expressions as x
from kilnscript.model import types as t
from kilnscript.model.declarations import Declarations
from kilnscript.publish.pages.page import Code, Figure, Text
from kilnscript.publish.spell import Speller
from kilnscript.session.settings import read_options, written

MOST_VALUES = 12  # of one option that are tried; of a longer one, these many from either end


class Setting:
    """One player count and choice of options."""

    def __init__(self, declarations: Declarations, players: int, given: Mapping[str, object]) -> None:
        self.declarations = declarations
        self.players = players
        self.options = read_options(declarations, players, given)
        self.constants = Constants(declarations, players, self.options)

    @cached_property
    def world(self) -> World:
        return build_world(self.declarations, self.players, self.options)

    def value(self, e: x.Expression) -> Value:
        """Raises NotConstant."""
        match e:
            case x.TableConstant() if (declared := self.declarations.tables[e.table].value) is not None:
                return self.value(declared)
            case x.Convert() if e.type == e.value.type:
                return self.value(e.value)
            case x.PlainQuery(name="count", operands=(x.Pieces(component=component),)):
                return len(self.world.pieces_of[component])
            case x.BuiltInCall(function="seat", arguments=(number,)):
                return self.value(number) - 1
            case x.PlaceAt():
                found = self.world.by_keys.get((e.place, tuple(self.value(key) for key in e.keys)))
                if found is None:
                    raise NotConstant
                return found
            case x.PlainQuery(name="count", operands=(x.BuiltInAttribute(owner=x.PlaceAt() as at, attribute="cells" | "arrows" as what),)):
                place = self.world.places[self.value(at)]
                return len(place.cells) if what == "cells" else len(self.world.arrows_of(place))
            case x.BuiltInAttribute(owner=x.PlaceAt() as at, attribute="width" | "height" as what):
                place = self.world.places[self.value(at)]
                return place.columns if what == "width" else place.rows
            case x.Arithmetic(operator="+" | "-" | "*") if isinstance(e.type, t.Number):
                left, right = self.value(e.left), self.value(e.right)
                return {"+": left + right, "-": left - right, "*": left * right}[e.operator]
            case _:
                return self.fixed(e)

    def fixed(self, e: x.Expression) -> Value:
        """What needs no world is worked out without one. Raises NotConstant."""
        try:
            return self.constants.value(e)
        except NotConstant:
            return self.world.constants.value(e)

    def words(self, e: x.Expression) -> str:
        """Raises NotConstant for what needs a game in play."""
        return self.say(self.value(e), e.type)

    def say(self, value: Value, kind: t.Type) -> str:
        if isinstance(kind, t.Optional):
            if value == none_of(kind):
                return "none"
            kind = kind.item
        match kind:
            case t.Number() | t.Text():
                return str(value)
            case t.YesNo():
                return "yes" if value else "no"
            case t.Kind():
                return self.declarations.kinds[kind.name].members[value].title
            case t.Token():
                return list(self.declarations.tokens.values())[value].title
            case t.Player():
                return f"seat {value + 1}"
            case t.ListOf():
                return ", ".join(self.say(item, kind.item) for item in value) or "none"
            case _:
                raise NotConstant


class Figures:
    """For one game. Every text is worked out at each player count with default options, then with each option changed alone."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.speller = Speller(declarations)
        low, high = declarations.players
        self.by_players = [Setting(declarations, count, {}) for count in range(low, high + 1)]
        self.changed = {name: list(self.settings(name)) for name in declarations.options}

    def settings(self, name: str) -> Iterator[Setting]:
        option = self.declarations.options[name]
        low, high = self.declarations.players
        counts = [n for n in range(low, high + 1) if option.only_players is None or n in option.only_players]
        values = option.values
        if len(values) > 2 * MOST_VALUES:
            values = values[:MOST_VALUES] + values[-MOST_VALUES:]
        if counts:
            yield from (Setting(self.declarations, counts[0], {name: written(value)}) for value in values)

    def figure(self, say: Callable[[Setting], str]) -> Figure:
        """What ``say`` says at every setting. Raises what it raises."""
        said = [(setting.players, say(setting)) for setting in self.by_players]
        options = [
            self.declarations.options[name].title
            for name, settings in self.changed.items()
            if len({say(setting) for setting in settings}) > 1
        ]
        differ = len({words for _, words in said}) > 1
        return Figure(said[0][1], tuple(said) if differ else (), tuple(options))

    def part(self, e: x.Expression) -> Figure | Code:
        try:
            return self.figure(lambda setting: setting.words(e))
        except NotConstant:
            return Code(self.speller.expression(e))

    def text(self, text: x.TypedText) -> Text:
        parts: list[str | Figure | Code] = []
        for part in text.parts:
            match part:
                case str():
                    parts.append(part)
                case x.TextHole():
                    parts.append(self.part(part.value))
                case x.TextTable():
                    parts.append(f"“{self.declarations.tables[part.table].title}”")
        return tuple(parts)
