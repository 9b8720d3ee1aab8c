"""Queries, filters, sets and lists → Python: sets of numbered things are bit sets, and filters over cells become masks where they can."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilnscript.compile.analysis import free_names
from kilnscript.compile.constants import as_set, is_entity, none_of
from kilnscript.compile.names import python_name
from kilnscript.model import expressions as x
from kilnscript.model import types as t

if TYPE_CHECKING:
    from kilnscript.compile.python.expressions import Expressions


def canonical(values: tuple[Any, ...], kind: t.Type) -> Any:
    return as_set(values, kind.item) if isinstance(kind, t.SetOf) else values


def item_type(kind: t.Type) -> t.Type:
    assert isinstance(kind, (t.SetOf, t.ListOf)), kind
    return kind.item


def bit_set(kind: t.Type) -> bool:
    """Whether values of the type are bit sets."""
    return isinstance(kind, t.SetOf) and is_entity(kind.item)


def iterate(p: Expressions, e: x.Expression) -> str:
    """A Python iterable over the items of a collection, in order."""
    if p.known(e)[0]:
        value = p.constant(e)
        if bit_set(e.type):
            return repr(tuple(i for i in range(value.bit_length()) if value >> i & 1))
        return repr(value)
    if isinstance(e, x.NumberRange):
        return number_range(p, e)
    if (
        isinstance(e, x.Convert)
        and isinstance(e.value.type, (t.SetOf, t.ListOf))
        and bit_set(e.value.type)
        and isinstance(e.type, t.ListOf)
    ):
        return iterate(p, e.value)  # row by row is the order of the bits
    if isinstance(e, x.FilterItems) and isinstance(e.type, t.ListOf):
        mask = cell_mask(p, e)
        if mask is not None and in_bit_order(p, e.binders[0].source):
            return f"_bits({mask})"
        return generator(p, e.binders, e.where, python_name(e.binders[0].name))
    printed = p.print(e)
    return f"_bits({printed})" if bit_set(e.type) else printed


def number_range(p: Expressions, e: x.NumberRange) -> str:
    return f"_range({p.print(e.low)}, {p.print(e.high)})"


def counted(p: Expressions, source: x.Expression, inside: int) -> str:
    """A source whose items count as steps, unless they are few and what happens to each of them is short."""
    items = iterate(p, source)
    return items if inside == 0 and few(p, source) else counting(p, items)


def counting(p: Expressions, items: str) -> str:
    """An iterable whose items count as steps. A generator counts where its own items come from."""
    return items if items.startswith("(") and " for " in items else f"_many({p.state}, {items})"


def few(p: Expressions, source: x.Expression, most: int = 16) -> bool:
    """Whether a collection surely has only few items."""
    match source:
        case x.Players():
            return p.world.players <= most
        case x.Members():
            return len(p.game.declarations.kinds[source.kind].members) <= most
        case x.DirectionList():
            return True
        case x.ListLiteral():
            return len(source.items) <= most
    found, value = p.known(source)
    return found and (value.bit_count() if bit_set(source.type) else len(value)) <= most


def clauses(p: Expressions, binders: tuple[x.Binder, ...], where: x.Expression | None, body: x.Expression | None = None) -> str:
    """``for x in … for y in … if …``; ``body`` is what is then done with each."""
    parts = (where, body)
    inside = max((p.costs.depth(part) for part in parts if part is not None), default=0)
    text = " ".join(f"for {python_name(b.name)} in {counted(p, b.source, inside + len(binders) - 1 - i)}" for i, b in enumerate(binders))
    if where is not None:
        found, value = p.known(where)
        if not found:
            text += f" if {p.print(where)}"
        elif not value:
            text += " if False"
    return text


def generator(p: Expressions, binders: tuple[x.Binder, ...], where: x.Expression | None, value: str) -> str:
    return f"({value} {clauses(p, binders, where)})"


def query(p: Expressions, e: x.Query) -> str:
    first = python_name(e.binders[0].name)
    loop = clauses(p, e.binders, e.where, e.body)
    body = p.print(e.body)
    match e.name:
        case "count":
            return count_query(p, e, loop, body)
        case "sum":
            if isinstance(e.type, t.Amount):
                return f"_sum_amounts({body} {loop})"
            return f"sum([{body} {loop}])"
        case "max" | "min":
            default = p.print(e.otherwise) if e.otherwise is not None else repr(none_of(e.type))
            if isinstance(e.body.type, t.Optional):
                return f"_{e.name}_of([{body} {loop}], {default}, {none_of(e.body.type)})"
            return f"{e.name}([{body} {loop}], default={default})"
        case "any":
            return any_query(p, e, loop, body)
        case "all":
            return f"all([{body} {loop}])" if p.known(e.body)[0] else f"(not any(1 {loop}{joined(e, p)}not {body}))"
        case "same":
            return f"(len({{{body} {loop}}}) <= 1)"
        case "first":
            default = p.print(e.otherwise) if e.otherwise is not None else repr(none_of(e.type))
            return f"next(({first} {loop}{joined(e, p)}{body}), {default})"
        case "last":
            default = p.print(e.otherwise) if e.otherwise is not None else repr(none_of(e.type))
            return f"_last([{first} {loop}{joined(e, p)}{body}], {default})"
        case "the":
            default = p.print(e.otherwise) if e.otherwise is not None else "_FAULT"
            return f"_the([{first} {loop}{joined(e, p)}{body}], {default})"
        case "largest" | "smallest":
            if isinstance(e.body.type, t.Optional):
                found_items = f"_{e.name}([({body}, {first}) {loop}], {none_of(e.body.type)})"
            else:
                found_items = f"_with_{'most' if e.name == 'largest' else 'least'}([({body}, {first}) {loop}])"
            return packed(found_items, e.type)
        case "up_to":
            return f"_up_to(({first}, {body}) {loop})"
        case "each":
            return f"tuple([{body} {loop}])"
        case "union":
            return union_query(p, e, loop, body)
    raise AssertionError(f"no query {e.name}")


def joined(e: x.Query, p: Expressions) -> str:
    """The word between the clauses and a condition that follows them."""
    if e.where is None or (p.known(e.where)[0] and p.known(e.where)[1]):
        return " if "
    return " and "


def condition_only(p: Expressions, e: x.Query) -> x.FilterItems | None:
    """``count(c in CELLS: C)`` with one binder, as a filter whose mask can be counted."""
    if len(e.binders) != 1 or not is_entity(e.binders[0].type):
        return None
    where = e.body if e.where is None else x.Logical("and", e.where, e.body, e.body.type, e.span)
    return x.FilterItems(e.binders, where, t.SetOf(e.binders[0].type), e.span)


def count_query(p: Expressions, e: x.Query, loop: str, body: str) -> str:
    as_filter = condition_only(p, e)
    if as_filter is not None:
        mask = cell_mask(p, as_filter) or piece_mask(p, as_filter)
        if mask is not None:
            return f"({mask}).bit_count()"
    found, value = p.known(e.body)
    if found and value:
        return f"len([1 {loop}])"
    return f"len([1 {loop}{joined(e, p)}{body}])"


def any_query(p: Expressions, e: x.Query, loop: str, body: str) -> str:
    as_filter = condition_only(p, e)
    if as_filter is not None:
        parts = cell_parts(p, as_filter) or piece_parts(p, as_filter)
        if parts is not None:
            mask, tests = parts
            return f"any(1 for {first_name(as_filter)} in _many({p.state}, _bits({mask})) if {tests})" if tests else f"(({mask}) != 0)"
    return f"any(1 {loop}{joined(e, p)}{body})"


def union_query(p: Expressions, e: x.Query, loop: str, body: str) -> str:
    if bit_set(e.type):
        return f"_union([{body} {loop}])" if bit_set(e.body.type) else f"_union([_pack({body}) {loop}])"
    return f"_union_lists([{body} {loop}])"


def packed(iterable: str, kind: t.Type) -> str:
    """An iterable as a value of the type."""
    if bit_set(kind):
        return f"_pack({iterable})"
    if isinstance(kind, t.SetOf):
        return f"_distinct({iterable})"
    return f"tuple({iterable})"


def plain_query(p: Expressions, e: x.PlainQuery) -> str:
    operand = e.operands[0]
    kind = operand.type.item if isinstance(operand.type, t.Optional) else operand.type
    printed = p.print(operand)
    default = p.print(e.otherwise) if e.otherwise is not None else repr(none_of(e.type))
    if e.name in ("max", "min") and len(e.operands) > 1:
        return f"{e.name}({', '.join(p.print(o) for o in e.operands)})"
    match e.name:
        case "count":
            if isinstance(kind, t.Place):
                return count_place(p, operand, printed)
            if isinstance(kind, t.Line):
                return f"len(_LINE_CELLS[{printed}])"
            if isinstance(kind, t.Amount):
                return f"sum({printed})"
            return count_collection(p, operand)
        case "sum":
            if isinstance(e.type, t.Amount):
                return f"_sum_amounts({iterate(p, operand)})"
            return f"sum({counted(p, operand, 0)})"
        case "max" | "min":
            if isinstance(item_type(kind), t.Optional):
                return f"_{e.name}_of({counted(p, operand, 0)}, {default}, {none_of(item_type(kind))})"
            return f"{e.name}({counted(p, operand, 0)}, default={default})"
        case "first":
            return f"next(iter({iterate(p, operand)}), {default})"
        case "last":
            return f"_last({iterate(p, operand)}, {default})"
    raise AssertionError(f"{e.name} does not take a plain collection")


def count_place(p: Expressions, operand: x.Expression, printed: str) -> str:
    kind = operand.type
    if isinstance(kind, t.Place) and kind.name is not None and kind.name not in ("box", "supply"):
        declared = p.game.declarations.places[kind.name]
        if declared.cells and not declared.marks:
            return f"({p.state}.occupied & _MASK[{printed}]).bit_count()"
        if declared.cells:
            return f"({p.state}.marks & _MASK[{printed}]).bit_count()"
        if declared.shape in ("pile", "bag"):
            return f"{p.state}.bags[{printed}].bit_count()"
        if declared.shape in ("deck", "stack"):
            return f"len({p.state}.piles[{printed}])"
    return f"_count({p.state}, {printed})"


def count_collection(p: Expressions, e: x.Expression) -> str:
    found, value = p.known(e)
    if found:
        return str(value.bit_count() if bit_set(e.type) else len(value))
    if bit_set(e.type):
        return f"({p.print(e)}).bit_count()"
    if isinstance(e, x.Convert) and bit_set(e.value.type):
        return f"({p.print(e.value)}).bit_count()"
    if isinstance(e, x.FilterItems):
        mask = cell_mask(p, e)
        if mask is not None:
            return f"({mask}).bit_count()"
    return f"len({p.print(e)})"


# ---- filters -------------------------------------------------------------------------------------------------------


def filtered(p: Expressions, e: x.FilterItems) -> str:
    name = python_name(e.binders[0].name)
    if bit_set(e.type):
        mask = cell_mask(p, e) or piece_mask(p, e)
        return f"({mask})" if mask is not None else f"_pack({name} {clauses(p, e.binders, e.where)})"
    mask = cell_mask(p, e)
    if mask is not None and in_bit_order(p, e.binders[0].source):
        return f"_bits({mask})"
    inner = f"[{name} {clauses(p, e.binders, e.where)}]"
    if isinstance(e.type, t.SetOf):
        return f"_distinct({inner})"
    return f"tuple({inner})" if len(e.binders) == 1 else f"_once({inner})"


def conjuncts(e: x.Expression | None) -> list[x.Expression]:
    if e is None:
        return []
    if isinstance(e, x.Logical) and e.operator == "and":
        return conjuncts(e.left) + conjuncts(e.right)
    return [e]


def in_bit_order(p: Expressions, source: x.Expression) -> bool:
    """Whether a list of cells runs row by row, as the bits do."""
    match source:
        case x.BuiltInAttribute(of="place", attribute="cells" | "marked"):
            return True
        case x.FilterItems() if len(source.binders) == 1:
            return in_bit_order(p, source.binders[0].source)
        case x.Convert():
            return bit_set(source.value.type) or in_bit_order(p, source.value)
    return False


def source_mask(p: Expressions, source: x.Expression) -> str | None:
    """The cells of a collection as a bit set, where that is cheaper than going through them."""
    match source:
        case x.BuiltInAttribute(of="place", attribute="cells"):
            return f"_MASK[{p.print(source.owner)}]"
        case x.Convert() if isinstance(source.value.type, t.Line):
            return f"_LINE_MASK[{p.print(source.value)}]"
        case x.Convert() if isinstance(source.value.type, t.SetOf) and isinstance(source.value.type.item, t.Cell):
            return p.print(source.value)
        case x.FilterItems():
            return cell_mask(p, source)
    if isinstance(source.type, t.SetOf) and isinstance(source.type.item, t.Cell):
        return p.print(source)
    return None


def first_name(e: x.FilterItems) -> str:
    return python_name(e.binders[0].name)


def one_by_one(p: Expressions, e: x.FilterItems, parts: tuple[str, str] | None) -> str | None:
    """A mask, and what is left to test for each of its members, as one bit set."""
    if parts is None:
        return None
    mask, tests = parts
    return f"_pack({first_name(e)} for {first_name(e)} in _many({p.state}, _bits({mask})) if {tests})" if tests else mask


def cell_mask(p: Expressions, e: x.FilterItems) -> str | None:
    """``[c in CELLS where …]`` as operations on whole bit sets; conditions without such a form are tested cell by cell on what is left."""
    return one_by_one(p, e, cell_parts(p, e))


def cell_parts(p: Expressions, e: x.FilterItems) -> tuple[str, str] | None:
    """The cells that pass the conditions with a form on whole bit sets, and the other conditions ("" when there are none)."""
    if len(e.binders) != 1 or not isinstance(e.binders[0].type, t.Cell):
        return None
    name = e.binders[0].name
    mask = source_mask(p, e.binders[0].source)
    if mask is None:
        return None
    rest: list[x.Expression] = []
    for condition in conjuncts(e.where):
        found, value = p.known(condition)
        if found and value:
            continue
        part = None if rest else condition_mask(p, name, e.binders[0].type, condition)  # after a test that may guard others, keep the order
        if part is None:
            rest.append(condition)
        else:
            mask = f"{mask} & {part}"
    return mask, " and ".join(p.print(r) for r in rest)


def condition_mask(p: Expressions, name: str, kind: t.Cell, condition: x.Expression) -> str | None:
    match condition:
        case x.StateTest(operand=x.Local(name=found), state="empty") if found == name:
            taken = occupied(p, kind)
            return f"{taken}" if condition.negated else f"~{taken}"
        case x.Same(left=x.PieceValue(owner=x.BuiltInAttribute(owner=x.Local(name=found), attribute="piece", of="cell")) as value) if (
            found == name
        ):
            other = condition.right
            if name in free_names(other) or not is_entity(value.type):
                return None
            # none is not kept as a mask: empty cells have it too
            if isinstance(other.type, t.Optional) or (p.settled and value.attribute not in p.indexed):
                return None
            p.indexed.add(value.attribute)
            mask = f"{p.state}.cells_{python_name(value.attribute)}[{p.print(other)}]"
            return f"~{mask}" if condition.negated else mask
    return None


def occupied(p: Expressions, kind: t.Cell) -> str:
    if kind.place is not None and kind.place in p.game.declarations.places:
        return f"{p.state}.marks" if p.game.declarations.places[kind.place].marks else f"{p.state}.occupied"
    return f"({p.state}.occupied | {p.state}.marks)"


def piece_mask(p: Expressions, e: x.FilterItems) -> str | None:
    """``[tile in PLACE where tile.colour is X and …]`` with fixed attributes as bit sets."""
    return one_by_one(p, e, piece_parts(p, e))


def piece_parts(p: Expressions, e: x.FilterItems) -> tuple[str, str] | None:
    """As ``cell_parts``, of pieces."""
    if len(e.binders) != 1 or not isinstance(e.binders[0].type, t.Piece) or not bit_set(e.binders[0].source.type):
        return None
    name = e.binders[0].name
    mask = p.print(e.binders[0].source)
    rest: list[x.Expression] = []
    for condition in conjuncts(e.where):
        part = None
        match condition:
            case x.Same(left=x.PieceValue(owner=x.Local(name=found)) as value) if found == name and not rest:
                if not p.changes(value.attribute) and name not in free_names(condition.right):
                    part = f"_PIECES_{python_name(value.attribute)}.get({p.print(condition.right)}, 0)"
                    if condition.negated:
                        part = f"~{part}"
        if part is None:
            rest.append(condition)
        else:
            mask = f"{mask} & {part}"
    return mask, " and ".join(p.print(r) for r in rest)


# ---- joining, membership, conversions ----------------------------------------------------------------------------------


def join(p: Expressions, e: x.Join) -> str:
    left, right = p.print(e.left), p.print(e.right)
    if bit_set(e.type):
        return f"({left} | {right})"
    if isinstance(e.type, t.SetOf):
        return f"_distinct(_joined({p.state}, {left}, {right}))"
    return f"_joined({p.state}, {left}, {right})"


def without(p: Expressions, e: x.Without) -> str:
    left, right = p.print(e.left), p.print(e.right)
    if bit_set(e.type):
        right = right if bit_set(e.right.type) else f"_pack({right})"
        return f"({left} & ~{right})"
    return f"_without({left}, {iterate(p, e.right)})"


def contains(p: Expressions, e: x.Contains) -> str:
    word = "not in" if e.negated else "in"
    item = p.print(e.item)
    collection = e.collection
    if isinstance(collection, x.NumberRange):
        test = f"{p.print(collection.low)} <= {item} <= {p.print(collection.high)}"
        if isinstance(e.item.type, t.Optional):
            test = f"{item} is not None and {test}"
        return f"(not ({test}))" if e.negated else f"({test})"
    if isinstance(collection, x.Convert) and isinstance(collection.value.type, t.Line):
        return f"({item} {word} _LINE_CELLS[{p.print(collection.value)}])"
    if isinstance(collection, x.Convert) and isinstance(collection.value.type, t.Place) and isinstance(e.item.type, (t.Piece, t.Optional)):
        return f"({p.state}.place_of[{item}] {'!=' if e.negated else '=='} {p.print(collection.value)})"
    if isinstance(collection, x.Pieces):
        return f"({item} {word} {iterate(p, collection)})"
    if bit_set(collection.type):
        printed = p.print(collection)
        if isinstance(e.item.type, t.Optional):
            return f"({'not ' if e.negated else ''}_has({printed}, {item}))"
        return f"(not {printed} >> {item} & 1)" if e.negated else f"({printed} >> {item} & 1 == 1)"
    printed = p.print(collection)
    return f"({item} {word} {printed if few(p, collection) else counting(p, printed)})"


def convert(p: Expressions, e: x.Convert) -> str:
    source, target = e.value.type, e.type
    if isinstance(source, t.Optional):
        source = source.item
    printed_source = e.value
    if isinstance(e.value.type, t.Optional) and target == source:
        helper = "_sure" if is_entity(source) else "_sure_value"  # its absence is a fault
        return f"{helper}({p.print(printed_source)})"
    match source:
        case t.Place() if isinstance(target, t.Amount):
            return f"_purse({p.state}, {p.print(printed_source)})"
        case t.Place():
            return contents(p, e)
        case t.Line():
            if isinstance(target, t.SetOf):
                return f"_LINE_MASK[{p.print(printed_source)}]"
            return f"_LINE_CELLS[{p.print(printed_source)}]"
        case t.Kind() if isinstance(target, t.Token):
            return f"_TOKEN_{python_name(source.name)}[{p.print(printed_source)}]"
        case t.Kind() if isinstance(target, t.Optional) and isinstance(target.item, t.Token):
            return f"_TOKEN_{python_name(source.name)}[{p.print(printed_source)}]"
        case t.SetOf() | t.ListOf():
            return convert_collection(p, e.value, source, target)
    if isinstance(target, (t.SetOf, t.ListOf)) and not isinstance(source, (t.SetOf, t.ListOf)):
        printed = p.print(printed_source)
        if isinstance(e.value.type, t.Optional):
            return f"_one({printed}, {bit_set(target)})"
        return f"(1 << {printed})" if bit_set(target) else f"({printed},)"
    return p.print(printed_source)


def convert_collection(p: Expressions, value: x.Expression, source: t.SetOf | t.ListOf, target: t.Type) -> str:
    if isinstance(target, (t.SetOf, t.ListOf)):
        if isinstance(source.item, t.Kind) and isinstance(target.item, t.Token):
            name = python_name(source.item.name)
            return packed(f"[_TOKEN_{name}[_i] for _i in {iterate(p, value)}]", target)
        if isinstance(source.item, t.Line) and isinstance(target.item, t.Cell):
            mask = f"_union([_LINE_MASK[_i] for _i in {iterate(p, value)}])"
            return mask if bit_set(target) else f"_bits({mask})"
        if isinstance(source.item, (t.SetOf, t.ListOf)) and isinstance(target.item, t.Cell) and bit_set(target):
            inner = "_i" if bit_set(source.item) else "_pack(_i)"
            return f"_union([{inner} for _i in {iterate(p, value)}])"
        if isinstance(source.item, t.Place) and isinstance(target.item, t.Piece):
            return packed(f"[_p for _i in {iterate(p, value)} for _p in _pieces({p.state}, _i)]", target)
        if bit_set(target) and not bit_set(source):
            if isinstance(value, x.FilterItems):
                whole = cell_mask(p, value)
                if whole is not None:
                    return f"({whole})"
            if isinstance(value, x.BuiltInAttribute) and value.of == "place" and value.attribute == "cells":
                return f"_MASK[{p.print(value.owner)}]"
            if isinstance(value, x.FunctionCall):
                variant = p.as_set(value)
                if variant is not None:
                    return variant
            return f"_pack({iterate(p, value)})"
        if bit_set(source) and isinstance(target, t.ListOf):
            return f"_bits({p.print(value)})"
        if isinstance(target, t.SetOf) and isinstance(source, t.ListOf):
            return f"_distinct({p.print(value)})"
    return p.print(value)


def contents(p: Expressions, e: x.Convert) -> str:
    """The pieces of a place as a list or set; of a place of unknown shape through the run-time support."""
    place, s = p.print(e.value), p.state
    kind = e.value.type
    wants_set = bit_set(e.type)
    name = (kind.name if isinstance(kind, t.Place) else None) or ""
    if isinstance(e.type, (t.SetOf, t.ListOf)) and isinstance(e.type.item, t.Cell):
        return f"_MASK[{place}]" if wants_set else f"_CELLS[{place}]"
    if name == "box" or (name in p.game.declarations.places and p.game.declarations.places[name].shape in ("pile", "bag")):
        return f"{s}.bags[{place}]" if wants_set else f"_bits({s}.bags[{place}])"
    if name in p.game.declarations.places and p.game.declarations.places[name].shape in ("deck", "stack"):
        return f"_pack({s}.piles[{place}])" if wants_set else f"{s}.piles[{place}]"
    return f"_set_in({s}, {place})" if wants_set else f"_pieces({s}, {place})"
