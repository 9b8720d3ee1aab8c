"""The player counts and options of a game → settings to work a figure out at, and which of them say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from kilnscript.compile.constants import Constants, NotConstant, Value, none_of
from kilnscript.compile.world import World, build_world
from kilnscript.model import expressions as x
from kilnscript.model import types as t
from kilnscript.model.declarations import Declarations, Option
from kilnscript.publish.pages.page import PLAYERS, Switch, Where
from kilnscript.session.settings import read_options, written

MOST_SETTINGS = 400  # tried for one figure; one that depends on more says only on which options

Chosen = tuple[int, tuple[tuple[str, str], ...]]  # a player count and the options that are not left at their defaults


class Read(dict[str, Value]):
    """Run-time values of options; notes which of them are looked at."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Value:
        self.names.add(name)
        return super().__getitem__(name)


@dataclass(frozen=True, slots=True)
class Built:
    """A world, and the options that were read to build it, with their values."""

    world: World
    read: Mapping[str, Value]


class Setting:
    """One player count and choice of options. ``worlds``: those of this game built so far, shared by settings that differ elsewhere."""

    def __init__(self, declarations: Declarations, chosen: Chosen, worlds: list[Built]) -> None:
        self.declarations = declarations
        self.players = chosen[0]
        self.options = Read(read_options(declarations, self.players, dict(chosen[1])))
        self.constants = Constants(declarations, self.players, self.options)
        self.worlds = worlds

    @cached_property
    def built(self) -> Built:
        for known in self.worlds:
            if known.world.players == self.players and all(dict.__getitem__(self.options, name) == v for name, v in known.read.items()):
                return known
        options = Read(self.options)
        world = build_world(self.declarations, self.players, options)
        self.worlds.append(Built(world, {name: dict.__getitem__(options, name) for name in options.names}))
        return self.worlds[-1]

    @property
    def world(self) -> World:
        self.options.names |= set(self.built.read)
        return self.built.world

    @cached_property
    def placed(self) -> Constants:
        """Constants of this setting that know the places too."""
        found = Constants(self.declarations, self.players, self.options)
        found.places = self.built.world.by_keys
        return found

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
            case x.BuiltInAttribute(owner=x.PlaceAt() as at, attribute="size") if self.world.places[self.value(at)].declared.cells:
                return len(self.world.places[self.value(at)].cells)
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
            self.options.names |= set(self.built.read)
            return self.placed.value(e)

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


class TooMany(Exception):
    """There are more than MOST_SETTINGS."""


class Settings:
    """All settings of a game, made when they are first asked for."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        low, high = declarations.players
        self.counts = range(low, high + 1)
        self.worlds: list[Built] = []
        self.known: dict[Chosen, Setting] = {}

    def at(self, players: int, options: Mapping[str, str]) -> Setting:
        chosen: Chosen = (players, tuple(sorted((n, v) for n, v in options.items() if v != written(self.declarations.options[n].default))))
        if chosen not in self.known:
            self.known[chosen] = Setting(self.declarations, chosen, self.worlds)
        return self.known[chosen]

    def values(self, name: str) -> tuple[str, ...]:
        return tuple(written(value) for value in self.declarations.options[name].values)

    def free(self, option: Option, players: int) -> bool:
        """Whether the option may be chosen with so many players."""
        return option.otherwise is None or option.only_players is None or players in option.only_players

    def all(self, names: Iterable[str]) -> list[tuple[int, dict[str, str]]]:
        """Every player count with every choice of the options of these names that may be chosen there. Raises TooMany."""
        found: list[tuple[int, dict[str, str]]] = []
        ordered = [option for name, option in self.declarations.options.items() if name in set(names)]
        for players in self.counts:
            free = [option for option in ordered if self.free(option, players)]
            number = 1
            for option in free:
                number *= len(option.values)
            if len(found) + number > MOST_SETTINGS:
                raise TooMany
            for values in product(*(self.values(option.name) for option in free)):
                found.append((players, {option.name: value for option, value in zip(free, values, strict=True)}))
        return found

    def where(self, settings: Sequence[tuple[int, Mapping[str, str]]]) -> tuple[Where, ...]:
        """A short way to say which settings these are; empty when they are all that there are of these options. An option that may not be
        chosen at a player count is not spoken of there."""
        names = [name for name in self.declarations.options if any(name in options for _, options in settings)]
        everything: dict[str, frozenset[str]] = {PLAYERS: frozenset(map(str, self.counts))}
        everything |= {name: frozenset(self.values(name)) for name in names}
        cells = [
            {PLAYERS: frozenset([str(players)])} | {n: frozenset([options[n]]) if n in options else everything[n] for n in names}
            for players, options in settings
        ]
        while True:
            before = len(cells)
            for axis in reversed(everything):
                cells = merged(cells, axis)
            if len(cells) == before:
                break
        found = (
            tuple(
                (axis if axis == PLAYERS else f"option.{axis}", tuple(v for v in self.order(axis) if v in cell[axis]))
                for axis in everything
                if cell[axis] != everything[axis]
            )
            for cell in cells
        )
        listed = tuple(found)
        return () if () in listed else listed

    def order(self, axis: str) -> tuple[str, ...]:
        return tuple(map(str, self.counts)) if axis == PLAYERS else self.values(axis)

    def switches(self) -> tuple[Switch, ...]:
        """Player count and options; none for what has only one value."""
        found = [Switch(PLAYERS, "Players", tuple((str(n), str(n)) for n in self.counts))]
        for name, option in self.declarations.options.items():
            free = None if option.only_players is None else tuple(str(n) for n in self.counts if n in option.only_players)
            unit = f" {option.unit}" if option.unit else ""
            values = tuple((v, v + unit if v.isdigit() else v) for v in self.values(name))
            found.append(Switch(f"option.{name}", option.title, values, written(option.default), option.text, free))
        return tuple(switch for switch in found if len(switch.values) > 1)


def merged(cells: list[dict[str, frozenset[str]]], axis: str) -> list[dict[str, frozenset[str]]]:
    """Cells that differ along one axis only become one."""
    found: dict[tuple[frozenset[str], ...], dict[str, frozenset[str]]] = {}
    for cell in cells:
        key = tuple(values for name, values in cell.items() if name != axis)
        if key in found:
            found[key][axis] |= cell[axis]
        else:
            found[key] = dict(cell)
    return list(found.values())
