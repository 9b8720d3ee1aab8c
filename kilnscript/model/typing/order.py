"""Which collections have an order, and which pieces surely look alike so that none is needed."""

from __future__ import annotations

from kilnscript.model import expressions as e
from kilnscript.model.types import ListOf, Optional, Piece, Place, SetOf, Unknown
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.relations import held, show, strip


def need_order(ctx: Context, value: e.Expression, what: str) -> None:
    """``value``: the collection, before it is made a list."""
    if not ordered(ctx, value) and not alike(ctx, value):
        ctx.report(
            "K506",
            f"{what} needs an order, and {show(strip(_source(value).type))} has none",
            value.span,
            "pieces that surely look alike would do; or use a list, a row, a deck or a stack",
        )


def _source(value: e.Expression) -> e.Expression:
    while isinstance(value, e.Convert) and isinstance(strip(value.value.type), Place | ListOf | SetOf):
        value = value.value
    return value


def ordered(ctx: Context, value: e.Expression) -> bool:
    source = _source(value)
    match strip(source.type):
        case Place(name=name):
            if name is None:
                return True  # any place may come; decided where it is known
            declared = ctx.declarations.places.get(name)
            return declared.ordered if declared is not None else False
        case SetOf():
            return _anonymous(source)
        case _:
            return True


def _anonymous(source: e.Expression) -> bool:
    """A filter over a place that is only known when it is called."""
    if isinstance(source, e.FilterItems):
        first = source.binders[0].source
        return isinstance(first, e.Convert) and isinstance(first.value.type, Place) and first.value.type.name is None
    return False


def alike(ctx: Context, value: e.Expression) -> bool:
    """Nothing tells the pieces apart, or the written condition pins every attribute that does."""
    source = _source(value)
    pinned: dict[str, bool] = {}
    match source:
        case e.FilterItems(binders=binders, where=where):
            pinned = pins(ctx, where, binders[0].name)
            item = binders[0].type
        case e.FunctionCall(function=name):
            function = ctx.functions.get(name)
            last = function.block.statements[-1] if function is not None and function.block.statements else None
            inner = getattr(last, "value", None)
            return isinstance(inner, e.FilterItems) and alike(ctx, inner)
        case _:
            have = value.type
            item = have.item if isinstance(have, SetOf | ListOf) else Unknown()
            if isinstance(source.type, Place):
                item = held(ctx.declarations, source.type.name)
                if source.type.name == "box":  # what changes is at its start value there
                    pinned = dict.fromkeys((a for c in ctx.declarations.components.values() for a in c.changes), False)
    return _looks_alike(ctx, item, pinned)


def alike_in_query(ctx: Context, binder: e.Binder, *conditions: e.Expression | None) -> bool:
    pinned: dict[str, bool] = {}
    for condition in conditions:
        pinned |= pins(ctx, condition, binder.name)
    return _looks_alike(ctx, binder.type, pinned)


def _looks_alike(ctx: Context, item: object, pinned: dict[str, bool]) -> bool:
    if isinstance(item, Unknown):
        return True
    if not isinstance(item, Piece):
        return False
    components = [ctx.declarations.components[c] for c in item.components or tuple(ctx.declarations.components)]
    for name, strict in pinned.items():
        if strict:  # a piece without the attribute does not have that value
            components = [c for c in components if name in c.has or name in c.changes]
    return len(components) == 1 and {*components[0].has, *components[0].changes} <= set(pinned)


def pins(ctx: Context, condition: e.Expression | None, name: str) -> dict[str, bool]:
    """The attributes that a condition gives one value (`x.a is V`, a yes/no attribute alone or after `not`, `x is Joker`); with each,
    whether that value is surely not none."""
    match condition:
        case e.Logical(operator="and", left=left, right=right):
            return pins(ctx, left, name) | pins(ctx, right, name)
        case e.Same(left=e.Local(name=found), right=e.PieceLiteral(component=component, row=str() as row), negated=False) if found == name:
            sets = [s for s in ctx.declarations.components[component].sets if row in (s.row, s.name)]
            return dict.fromkeys(ctx.declarations.components[component].has, True) if len(sets) == 1 and not sets[0].each else {}
        case e.Same(left=left, right=right, negated=False):
            return _attribute(left, name, not isinstance(right.type, Optional)) | _attribute(
                right, name, not isinstance(left.type, Optional)
            )
        case e.Not(operand=operand):
            return _attribute(operand, name, False)
        case None:
            return {}
        case _:
            return _attribute(condition, name, True)


def _attribute(value: e.Expression, name: str, strict: bool) -> dict[str, bool]:
    while isinstance(value, e.Convert):
        value = value.value
    if isinstance(value, e.PieceValue):
        owner = value.owner
        while isinstance(owner, e.Convert):
            owner = owner.value
        if isinstance(owner, e.Local) and owner.name == name:
            return {value.attribute: strict}
    return {}
