"""Every choice of options and player count: a condition comes in, its value under each setting goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from kilnscript.check.trees import walk
from kilnscript.compile.constants import Constants, NotConstant, Value
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.game import Game

MOST = 5_000  # settings tried for one question; more stays open


class TooMany(Exception):
    """There are more settings than ``MOST``."""


class Setting(Constants):
    """Constants that also look into functions, tables and the number of seats."""

    def __init__(self, game: Game, players: int, values: Mapping[str, Value]) -> None:
        super().__init__(game.declarations, players, values)
        self.game = game
        self.locals: dict[str, Value] = {}

    def value(self, e: x.Expression) -> Value:
        match e:
            case x.PlainQuery(name="count", operands=(x.Players() | x.Convert(value=x.Players()),)):
                return self.players
            case x.PlainQuery(name="count", operands=(x.BuiltInAttribute() as part,)):
                return self.size(part)
            case x.PlainQuery(name="count", operands=(x.Convert(value=x.BuiltInAttribute() as part),)):
                return self.size(part)
            case x.BuiltInAttribute(attribute="width" | "height"):
                return self.size(e)
            case x.Local():
                if e.name not in self.locals:
                    raise NotConstant
                return self.locals[e.name]
            case x.FunctionCall():
                return self.call(e)
            case x.TableConstant():
                table = self.declarations.tables[e.table]
                return tuple(self.value(v) for v in table.values) if table.value is None else self.value(table.value)
            case x.TableValue():
                return self.row(e)
            case x.Contains():
                item, among = self.value(e.item), self.value(e.collection)
                found = bool(among >> item & 1) if isinstance(among, int) else item in among
                return found is not e.negated
            case x.Members():
                return tuple(range(len(self.declarations.kinds[e.kind].members)))
            case _:
                try:
                    return super().value(e)
                except (KeyError, TypeError):  # a value that needs the state of a game after all
                    raise NotConstant from None

    def size(self, part: x.BuiltInAttribute) -> int:
        """Of a grid: how many cells, rows, columns or arrows it has."""
        owner = part.owner
        declared = self.declarations.places.get(owner.place) if isinstance(owner, x.PlaceAt) else None
        if declared is None or declared.shape != "grid" or declared.rows is None or declared.columns is None:
            raise NotConstant
        rows, columns = self.number(declared.rows), self.number(declared.columns)
        sizes = {
            "cells": rows * columns,
            "rows": rows,
            "columns": columns,
            "width": columns,
            "height": rows,
            "arrows": 2 * (rows + columns),
        }
        if part.attribute not in sizes:
            raise NotConstant
        return sizes[part.attribute]

    def call(self, e: x.FunctionCall) -> Value:
        function = self.game.functions[e.function]
        statements = function.block.statements
        if len(statements) != 1 or not isinstance(statements[0], st.Result):
            raise NotConstant
        known: dict[str, Value] = {}
        for (name, _), argument in zip(function.parameters, e.arguments, strict=False):
            try:
                known[name] = self.value(argument)
            except NotConstant:
                continue  # the result may not need it
        outer, self.locals = self.locals, known
        try:
            return self.value(statements[0].value)
        finally:
            self.locals = outer

    def row(self, e: x.TableValue) -> Value:
        table = self.declarations.tables[e.table]
        keys: list[int | str] = []
        for key, written in zip(table.keys, e.keys, strict=True):
            number = self.value(written)
            if number is None or (number == -1 and key.kind is not None):
                raise NotConstant
            keys.append(number if key.kind is None else self.declarations.kinds[key.kind].members[number].name)
        found = table.rows.get(tuple(keys))
        if found is None and table.beyond is not None and isinstance(keys[0], int) and keys[0] >= table.beyond:
            found = table.default
        if found is None:
            raise NotConstant
        return self.value(found)


class Settings:
    def __init__(self, game: Game) -> None:
        self.game = game
        low, high = game.declarations.players
        self.counts = range(low, high + 1)
        self._values: dict[tuple[str, int], list[Value]] = {}

    def options_in(self, *trees: Any) -> set[str]:
        """Options that trees read, through functions too."""
        found: set[str] = set()
        seen: set[str] = set()
        pending = list(trees)
        while pending:
            for node in walk(pending.pop()):
                if isinstance(node, x.OptionValue):
                    found.add(node.name)
                elif isinstance(node, x.FunctionCall) and node.function not in seen:
                    seen.add(node.function)
                    pending.append(self.game.functions[node.function].block)
        return found

    def values(self, option: str, players: int) -> list[Value]:
        """The run-time values an option can have with so many seats."""
        if (option, players) not in self._values:
            declared = self.game.declarations.options[option]
            constants = Constants(self.game.declarations, players, {})
            away = declared.only_players is not None and players not in declared.only_players and declared.otherwise is not None
            written = [declared.otherwise] if away else declared.values
            self._values[option, players] = [constants.value(v) for v in written if v is not None]
        return self._values[option, players]

    def all(self, options: Iterable[str]) -> Iterator[Setting]:
        """Every setting of some options, at every player count. Raises TooMany."""
        names = sorted(options)
        if sum(self._number(names, players) for players in self.counts) > MOST:
            raise TooMany
        for players in self.counts:
            for values in product(*(self.values(name, players) for name in names)):
                yield Setting(self.game, players, dict(zip(names, values, strict=True)))

    def _number(self, names: list[str], players: int) -> int:
        number = 1
        for name in names:
            number *= len(self.values(name, players))
        return number

    def ever(self, condition: x.Expression) -> set[bool | None]:
        """The values a condition has over all settings; None stands for "play decides". Raises TooMany."""
        found: set[bool | None] = set()
        for setting in self.all(self.options_in(condition)):
            try:
                found.add(bool(setting.value(condition)))
            except NotConstant:
                found.add(None)
            if None in found:
                break
        return found

    def bounds(self, number: t.Number) -> tuple[int | None, int | None]:
        """The widest range that a type allows at any setting."""
        return self.extreme(number.low, least=True), self.extreme(number.high, least=False)

    def extreme(self, bound: int | x.Expression | None, least: bool) -> int | None:
        if bound is None or isinstance(bound, int):
            return bound
        try:
            values = [int(setting.value(bound)) for setting in self.all(self.options_in(bound))]
        except (NotConstant, TooMany):
            return None
        return (min if least else max)(values) if values else None


def shown(setting: Setting) -> str:
    """The setting in a few words: `3 players, size 4`."""
    options = [f"{name} {said(setting, name, value)}" for name, value in setting.values.items()]
    return ", ".join([f"{setting.players} players", *options])


def said(setting: Setting, option: str, value: Value) -> str:
    """A value of an option in words."""
    of = setting.declarations.options[option].type
    of = of.item if isinstance(of, t.Optional) else of
    if value is None or (isinstance(of, t.Kind) and value == -1):
        return "off" if value is None else "none"
    if isinstance(of, t.YesNo):
        return "yes" if value else "no"
    return setting.declarations.kinds[of.name].members[value].name if isinstance(of, t.Kind) else str(value)
