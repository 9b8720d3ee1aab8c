"""Built-in attributes, functions and state tests → Python: one entry each, by the names of the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilnscript.compile.constants import none_of
from kilnscript.compile.names import python_name
from kilnscript.compile.python import collections
from kilnscript.model import expressions as x
from kilnscript.model import types as t

if TYPE_CHECKING:
    from kilnscript.compile.python.expressions import Expressions

# {o} is the owner, {s} the state, {kind} the name of a member's kind
ATTRIBUTES: dict[tuple[str, str], str] = {
    ("player", "number"): "_SEAT_NUMBER[{o}]",
    ("player", "score"): "{s}.score[{o}]",
    ("member", "number"): "_MEMBER_NUMBER[{o}]",
    ("member", "title"): "_TITLES_{kind}[{o}]",
    ("member", "letter"): "_LETTERS_{kind}[{o}]",
    ("member", "glyph"): "_GLYPHS_{kind}[{o}]",
    ("member", "score"): "{s}.score[{o}]",
    ("token", "title"): "_TOKEN_TITLES[{o}]",
    ("line", "number"): "_LINE_NUMBER[{o}]",
    ("line", "first"): "_LINE_CELLS[{o}][0]",
    ("line", "last"): "_LINE_CELLS[{o}][-1]",
    ("arrow", "opposite"): "_OPPOSITE_ARROW[{o}]",
    ("arrow", "number"): "_ARROW_NUMBER[{o}]",
    ("direction", "opposite"): "_OPPOSITE[{o}]",
    ("cell", "row"): "_CELL_ROW[{o}]",
    ("cell", "column"): "_CELL_COLUMN[{o}]",
    ("cell", "number"): "_CELL_NUMBER[{o}]",
    ("cell", "piece"): "{s}.at[{o}]",
    ("cell", "neighbours"): "_NEIGHBOURS[{o}]",
    ("cell", "around"): "_AROUND[{o}]",
    ("cell", "grid"): "_CELL_PLACE[{o}]",
    ("piece", "place"): "{s}.place_of[{o}]",
    ("piece", "cell"): "{s}.cell_of[{o}]",
    ("place", "cells"): "_CELLS[{o}]",
    ("place", "rows"): "_ROWS[{o}]",
    ("place", "columns"): "_COLUMNS[{o}]",
    ("place", "arrows"): "_ARROWS[{o}]",
    ("place", "marked"): "({s}.marks & _MASK[{o}])",
    ("place", "first"): "_first({s}, {o})",
    ("place", "last"): "_last_in({s}, {o})",
    ("place", "top"): "_top({s}, {o})",
    ("place", "piece"): "_first({s}, {o})",
    ("place", "number"): "_PLACE_NUMBER[{o}]",
    ("place", "owner"): "_PLACE_OWNER[{o}]",
    ("place", "size"): "_CAPACITY[{o}]",
    ("place", "room"): "_room({s}, {o})",
    ("place", "width"): "_WIDTH[{o}]",
    ("place", "height"): "_HEIGHT[{o}]",
}

# Arguments are printed in order; {0} is the first, {s} the state. A list or bit set as the signature of the registry says.
FUNCTIONS: dict[str, str] = {
    "seat": "_seat({0})",
    "seats_from": "_SEATS_FROM[{0}]",
    "next": "_next_seat({0}, {1})",
    "previous": "_next_seat({0}, -1)",
    "others": "_SEATS_FROM[{0}][1:]",
    "sees": "(_SEEN_BY[{1}] >> {0} & 1 == 1)",
    "reversed": "_many({s}, {0})[::-1]",
    "without_last": "_many({s}, {0})[:-1]",
    "index_of": "_index_of({0}, _many({s}, {1}))",
    "cycle": "_cycle({s}, {0}, {1}, {2})",
    "cell_at": "_CELL_AT.get(({0}, {1}, {2}), -1)",
    "step": "_step({0}, {1}, {2})",
    "ray": "_RAY[{0}][{1}]",
    "between": "_between({0}, {1})",
    "leaps": "_leaps({0}, {1}, {2})",
    "distance": "_distance({0}, {1})",
    "groups": "_groups({0})",
    "line_through": "_line_through({0}, {1}, {2})",
    "longest_line": "_longest_line({0}, {1})",
    "shape": "_shape({0})",
    "placements": "_placements({0}, {1})",
    "turns": "_turns({0})",
    "flips": "_flips({0})",
    "matches": "_matches({s}, {0}, {1})",
    "worth": "_worth({s}, {0}, {1})",
    "stands_for": "_stands_for({s}, {0}, {1}, {2}, {3})",
    "unused": "_unused({s}, {0})",
}


def attribute(p: Expressions, e: x.BuiltInAttribute) -> str:
    owner_type = e.owner.type.item if isinstance(e.owner.type, t.Optional) else e.owner.type
    if e.of == "list":
        return list_attribute(p, e, owner_type)
    if e.of == "place" and isinstance(owner_type, t.Place):
        special = place_attribute(p, e, owner_type)
        if special is not None:
            return special
    kind = python_name(owner_type.name) if isinstance(owner_type, t.Kind) else ""
    return ATTRIBUTES[e.of, e.attribute].format(o=p.print(e.owner), s=p.state, kind=kind)


def list_attribute(p: Expressions, e: x.BuiltInAttribute, owner: t.Type) -> str:
    none = none_of(e.type)
    if isinstance(owner, t.SetOf) or (isinstance(e.owner, x.Convert) and isinstance(e.owner.value.type, t.SetOf)):
        items = collections.iterate(p, e.owner)
        return f"next(iter({items}), {none})" if e.attribute == "first" else f"_last({items}, {none})"
    return f"_{e.attribute}_item({p.print(e.owner)}, {none})"


def place_attribute(p: Expressions, e: x.BuiltInAttribute, owner: t.Place) -> str | None:
    """Shorter forms where the shape of the place is known."""
    declared = p.game.declarations.places.get(owner.name) if owner.name is not None else None
    found, place = p.known(e.owner)
    if not found and isinstance(e.owner, x.PlaceAt) and not e.owner.keys:
        found, place = True, int(p.print(e.owner))
    if e.attribute == "pieces":
        return collections.contents(p, x.Convert(e.owner, e.type, e.span))
    if declared is not None and declared.shape == "slot" and e.attribute in ("piece", "first", "last", "top") and found:
        return f"{p.state}.at[{p.world.places[place].cells.start}]"
    if found and e.attribute in ("cells", "rows", "columns", "arrows", "width", "height"):
        info = p.world.places[place]
        match e.attribute:
            case "cells":
                return repr(tuple(info.cells))
            case "rows" | "columns":
                return repr(tuple(line.number for line in p.world.lines_of(info, e.attribute == "rows")))
            case "arrows":
                return repr(tuple(a.number for a in p.world.arrows_of(info)))
            case "width":
                return str(info.columns)
            case "height":
                return str(info.rows)
    return None


def call(p: Expressions, e: x.BuiltInCall) -> str:
    match e.function:
        case "ascending" | "descending":
            return f"tuple(sorted({collections.counted(p, e.arguments[0], 0)}, reverse={e.function == 'descending'}))"
        case "common":
            left, right = (p.print(a) for a in e.arguments)
            if collections.bit_set(e.arguments[0].type) and collections.bit_set(e.arguments[1].type):
                return f"({left} & {right})"
            if collections.bit_set(e.arguments[1].type):
                right = collections.iterate(p, e.arguments[1])
            return f"tuple([_i for _i in {collections.counting(p, left)} if _i in {collections.counting(p, right)}])"
        case "shapes":
            kind = e.arguments[0].type
            assert isinstance(kind, (t.ListOf, t.SetOf))
            sets = collections.iterate(p, e.arguments[0])
            inner = "_shape(_i)" if collections.bit_set(kind.item) else "_shape(_pack(_i))"
            return f"_once([{inner} for _i in {sets}])"
        case "step":
            cell, direction, steps = e.arguments
            found, value = p.known(steps)
            if found and value == 1:
                return f"_NEXT[{p.print(direction)}][{p.print(cell)}]"
        case "next":
            found, value = p.known(e.arguments[1])
            if found and value == 1:
                return f"_NEXT_SEAT[{p.print(e.arguments[0])}]"
    return FUNCTIONS[e.function].format(*(p.print(a) for a in e.arguments), s=p.state)


def snapshot(p: Expressions, e: x.Expression) -> str:
    """One part of a `snapshot(…)`: a place gives what lies in it by look, anything else its value."""
    if isinstance(e.type, t.Place):
        return f"_look_of_place({p.state}, {p.print(e)})"
    return p.print(e)


def state_test(p: Expressions, e: x.StateTest) -> str:
    """`is empty`, `is full`. None is neither."""
    operand = p.print(e.operand)
    kind = e.operand.type.item if isinstance(e.operand.type, t.Optional) else e.operand.type
    optional = isinstance(e.operand.type, t.Optional)
    match kind:
        case t.Cell():
            text = cell_test(p, kind, operand, e.state == "empty")
        case t.Line():
            taken = collections.occupied(p, t.Cell(kind.place))
            whole = "0" if e.state == "empty" else f"_LINE_MASK[{operand}]"
            text = f"{taken} & _LINE_MASK[{operand}] == {whole}"
        case t.Place():
            text = place_test(p, e, kind, operand)
        case _:
            text = f"not {operand}"
    if optional:
        text = f"{operand} >= 0 and {text}"
    return f"(not ({text}))" if e.negated else f"({text})"


def place_test(p: Expressions, e: x.StateTest, kind: t.Place, place: str) -> str:
    """By bits, where the places of the game have such a form and the place is a name, so that it may stand there twice."""
    s = p.state
    declared = p.game.declarations.places.values()
    if place.isidentifier() and not any(other.marks for other in declared):
        if e.state == "full":
            return f"{s}.occupied & _FULL[{place}] == _FULL[{place}]"
        if kind.name is None and not any(other.shape in ("deck", "stack", "purse") for other in declared) and not p.world.tokens:
            return f"not ({s}.occupied & _MASK[{place}] or {s}.bags[{place}])"
    return f"_room({s}, {place}) == 0" if e.state == "full" else f"{collections.count_place(p, e.operand, place)} == 0"


def cell_test(p: Expressions, kind: t.Cell, cell: str, empty: bool) -> str:
    s = p.state
    declared = p.game.declarations.places.get(kind.place) if kind.place is not None else None
    if declared is None:
        text = f"{collections.occupied(p, kind)} >> {cell} & 1"
        return f"not {text}" if empty else text
    if declared.marks:
        return f"not {s}.marks >> {cell} & 1" if empty else f"{s}.marks >> {cell} & 1"
    return f"{s}.at[{cell}] < 0" if empty else f"{s}.at[{cell}] >= 0"
