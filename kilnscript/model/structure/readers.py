"""Who may read what: the private places and variables that an expression reads, and whose they are."""

from __future__ import annotations

from dataclasses import dataclass

from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import children, walk

# A private read: the name of the place or variable, and whose it is: "player" (the seat that acts), the name of a parameter,
# "other" (some other seat), "nobody" (it belongs to no seat).
Read = tuple[str, str]
Reads = frozenset[Read]
NOTHING: Reads = frozenset()
OPEN_ATTRIBUTES = ("number", "owner", "cells", "rows", "columns", "arrows", "width", "height")


@dataclass(frozen=True, slots=True)
class Private:
    """``owner_sees``: the seat it belongs to reads it; ``size_public``: everybody knows how many."""

    owner_sees: bool
    size_public: bool


class Readers:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.private: dict[str, Private] = {}
        for place in game.declarations.places.values():
            if place.sees != "all":
                mine = place.sees == "owner" and bool(place.keys) and place.keys[0].of == "player"
                self.private[place.name] = Private(mine, place.size_public)
        for variable in game.declarations.variables.values():
            if variable.sees != "all":
                mine = variable.sees == "owner" and bool(variable.keys) and variable.keys[0].of == "player"
                self.private[variable.name] = Private(mine, False)
        self.memo: dict[str, Reads] = {}

    def hidden(self, reads: Reads) -> list[str]:
        """What the seat that acts may not read."""
        return sorted({name for name, whose in reads if not self.private[name].owner_sees or whose != "player"})

    def of(self, node: object, lets: dict[str, Reads]) -> Reads:
        if not self.private:
            return NOTHING
        match node:
            case e.Referee():
                return NOTHING
            case e.PlaceAt() | e.PlaceFamily() | e.Variable():
                return self._named(node) | self._all(node.keys, lets)
            case e.StateTest(operand=operand) if (place := _place(operand)) is not None:
                return self._size(place, lets)
            case e.PlainQuery(name="count", operands=(operand,)) if (place := _place(operand)) is not None:
                return self._size(place, lets)
            case e.BuiltInAttribute(owner=owner, attribute="size" | "room") if (place := _place(owner)) is not None:
                return self._size(place, lets)
            case e.BuiltInAttribute(owner=owner, attribute=name) if name in OPEN_ATTRIBUTES and (place := _place(owner)) is not None:
                return self._all(place.keys, lets)
            case e.Same(left=left, right=right) if _is_where(left) and _place(right) is not None:
                return self._all(_keys(right), lets) | self.of(left, lets)  # where a piece lies
            case e.Same(left=left, right=right) if _is_where(right) and _place(left) is not None:
                return self._all(_keys(left), lets) | self.of(right, lets)
            case e.Local(name=name):
                return lets.get(name, NOTHING)
            case e.FunctionCall(function=name, arguments=arguments):
                return self._call(name, arguments) | self._all(arguments, lets)
            case _:
                return self._all(children(node), lets)

    def _all(self, nodes: tuple[object, ...], lets: dict[str, Reads]) -> Reads:
        found = NOTHING
        for node in nodes:
            if not isinstance(node, str | int | bool) and node is not None:
                found |= self.of(node, lets)
        return found

    def _named(self, node: e.PlaceAt | e.PlaceFamily | e.Variable) -> Reads:
        name = node.name if isinstance(node, e.Variable) else node.place
        if name not in self.private:
            return NOTHING
        if not self.private[name].owner_sees and not node.keys:
            return frozenset(((name, "nobody"),))
        return frozenset(((name, whose(node.keys[0]) if node.keys else "other"),))

    def _size(self, place: e.PlaceAt | e.PlaceFamily, lets: dict[str, Reads]) -> Reads:
        declared = self.private.get(place.place)
        known = declared is None or declared.size_public
        return (NOTHING if known else self._named(place)) | self._all(place.keys, lets)

    def _call(self, name: str, arguments: tuple[e.Expression, ...]) -> Reads:
        function = self.game.functions.get(name)
        if function is None:
            return NOTHING
        given = dict(zip((n for n, _ in function.parameters), arguments, strict=False))
        found: set[Read] = set()
        for place, owner in self.function(name):
            found.add((place, whose(given[owner]) if owner in given else owner))
        return frozenset(found)

    def function(self, name: str) -> Reads:
        """What a function reads; whose it is may be one of its parameters."""
        if name not in self.memo:
            self.memo[name] = NOTHING  # functions do not call themselves
            function = self.game.functions[name]
            lets: dict[str, Reads] = {}
            for node in walk(function.block, texts=False):
                if isinstance(node, s.Let):
                    lets[node.name] = self.of(node.value, lets)
            names = {n for n, _ in function.parameters}
            self.memo[name] = frozenset(
                (p, w if w in names or w in ("player", "nobody") else "other") for p, w in self.of(function.block, lets)
            )
        return self.memo[name]


def whose(node: e.Expression) -> str:
    match node:
        case e.Convert(value=value):
            return whose(value)
        case e.CurrentPlayer():
            return "player"
        case e.Local(name=name):
            return name
        case _:
            return "other"


def _place(node: e.Expression) -> e.PlaceAt | e.PlaceFamily | None:
    while isinstance(node, e.Convert):
        node = node.value
    return node if isinstance(node, e.PlaceAt | e.PlaceFamily) else None


def _keys(node: e.Expression) -> tuple[e.Expression, ...]:
    place = _place(node)
    return place.keys if place is not None else ()


def _is_where(node: e.Expression) -> bool:
    while isinstance(node, e.Convert | e.At):
        node = node.value
    return isinstance(node, e.BuiltInAttribute) and node.of == "piece" and node.attribute == "place"
