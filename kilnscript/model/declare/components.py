"""The section `components`: its entries come in, Components with all their pieces come out."""

import itertools
from collections.abc import Mapping

from kilnscript.diagnostics import Span
from kilnscript.model import types as t
from kilnscript.model.declarations import Component, PieceSet
from kilnscript.model.declare.constants import constant, word
from kilnscript.model.declare.context import Context, get, plain, scalar, submap, title_of
from kilnscript.model.declare.csv_pieces import csv_sets
from kilnscript.model.declare.letters import declare_letters
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.model.declare.numbers import MOST_PIECES, quantity
from kilnscript.model.declare.types import Use, read_type
from kilnscript.model.expressions import Expression, TypedText
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlScalar

Attributes = dict[str, t.Type]
SET_KEYS = ("copies", "name", "listed")


def declare_components(context: Context) -> None:
    for name, span, entry in context.entries("components"):
        own: dict[str, tuple[str, Span]] = {}
        has = _attributes(context, name, entry, "has", "data", own)
        changes = _attributes(context, name, entry, "changes", "changes", own)
        single = plain(entry, "copies") == "1" and not has and not changes
        plural = scalar(entry, "plural")
        plural_name = plural.value if plural else name + "s"
        context.names.type(name, "component", span)
        if single:
            context.names.declare(name, "piece", span)
        else:
            context.names.declare(plural_name, f"all pieces of {name}", plural.span if plural else span)
        sets = _sets(context, name, span, entry, has)
        names, sets = _names(context, name, entry, has, {**has, **changes}, sets)
        written = scalar(entry, "written")
        context.components[name] = Component(
            name=name, title=title_of(entry, name), plural=plural_name, single=single, has=has, changes=changes,
            rolls=_rolls(context, name, entry, changes), sets=sets, names=names,
            written=context.text(("components", name, "written"), written, {**has, **changes}) if written else None,
            sections=_sections(context, name, entry, {**has, **changes}),
            letters=declare_letters(context, name, submap(entry, "letters"), has, changes, sets),
            icon=plain(entry, "icon"), file=plain(entry, "from"), data=plain(entry, "data"), span=span,
        )  # fmt: skip


def _attributes(context: Context, name: str, entry: YamlMapping, key: str, use: Use, own: dict[str, tuple[str, Span]]) -> Attributes:
    found: Attributes = {}
    written = submap(entry, key)
    for attribute, (span, node) in written.entries.items() if written else ():
        context.names.own("piece", attribute, f"attribute of {name}", span, own)
        if isinstance(node, YamlScalar):
            found[attribute] = read_type(context, node, use)
    return found


def _sections(context: Context, name: str, entry: YamlMapping, sees: Attributes) -> dict[str, TypedText]:
    """``{market: "{zone}"}``: the places are looked up among those declared, and have to hold the component."""
    found: dict[str, TypedText] = {}
    given, places = submap(entry, "sections"), context.root.entries.get("places")
    for place, (span, node) in given.entries.items() if given else ():
        declared = places[1].entries if places is not None and isinstance(places[1], YamlMapping) else {}
        if place not in declared:
            context.say("K307", f"there is no place `{place}`", span, did_you_mean(place, declared))
        elif isinstance(node, YamlScalar):
            found[place] = context.text(("components", name, "sections", place), node, sees)
    return found


def _rolls(context: Context, name: str, entry: YamlMapping, changes: Attributes) -> str | None:
    rolls = scalar(entry, "rolls")
    if rolls is None:
        return None
    of = changes.get(rolls.value)
    if of is None:
        hint = did_you_mean(rolls.value, changes) or "declare it in `changes:`"
        context.say("K327", f"`{name}` has no changing attribute `{rolls.value}`", rolls.span, hint)
        return None
    return rolls.value


def _sets(context: Context, name: str, span: Span, entry: YamlMapping, has: Attributes) -> tuple[PieceSet, ...]:
    count = get(entry, "count")
    if "named" in entry.entries and "from" not in entry.entries:
        context.say(
            "K337",
            f"`named` is a column of a CSV file, and `{name}` has none",
            entry.entries["named"][0],
            "write `from: FILE.csv`, or leave `named` out",
        )
    if "rows" in entry.entries and "from" not in entry.entries:
        hint = "numbers of other pieces stand in `sets:`, `copies:` or `count:`"
        context.say("K266", f"`rows` changes cells of a CSV file, and `{name}` has none", entry.entries["rows"][0], hint)
    ways: list[str] = [key for key in ("copies", "sets", "from") if key in entry.entries]
    if isinstance(count, YamlMapping):
        ways.append("count")
    if len(ways) != 1:
        if ways:
            context.say(
                "K321",
                f"`{name}` says in {len(ways)} ways how many there are: {listing(ways)}",
                entry.entries[ways[1]][0],
                "keep one of them",
            )
        else:
            hint = "write `copies: …`" if count is None else "write `copies:`; `count:` with a number is the total of `sets` or `from`"
            context.lost("K321", f"nothing says how many of `{name}` there are", span, hint)
        return ()
    way = ways[0]
    sets: tuple[PieceSet, ...]
    if way == "copies":
        copies = scalar(entry, "copies")
        assert copies is not None
        number = quantity(context, copies, most=MOST_PIECES)
        sets = (PieceSet(number, {}, _each(context, has, copies.span), None, None, True, entry.entries["copies"][0]),)
    elif way == "count":
        assert isinstance(count, YamlMapping)
        sets = _counted(context, name, count, entry.entries["count"][0], has)
    elif way == "sets":
        groups = get(entry, "sets")
        assert isinstance(groups, YamlList)
        sets = tuple(s for group in groups.items if isinstance(group, YamlMapping) for s in _group(context, name, group, has))
    else:
        sets = csv_sets(context, name, entry, has)
    if isinstance(count, YamlScalar):
        _check_total(context, name, count, sets, has)
    return sets


def _each(context: Context, attributes: Mapping[str, t.Type], span: Span) -> tuple[str, ...]:
    """Attributes that take each of their values in turn."""
    for attribute, of in attributes.items():
        if values_of(context, of) is None and not isinstance(of, t.Unknown):
            context.say("K326", f"`{attribute}` has no list of values to go through", span, "give its values in `sets:` or in a CSV file")
    return tuple(attributes)


def values_of(context: Context, of: t.Type) -> int | str | None:
    """How many values a type has, none not counted; a text where that depends on options or players."""
    match of:
        case t.Optional():
            return values_of(context, of.item)
        case t.Kind():
            return len(context.kinds[of.name].members) if of.name in context.kinds else "unknown"
        case t.Player():
            return "players"
        case t.YesNo():
            return 2
        case t.Number(low=low, high=high) if low is not None and high is not None:
            return high - low + 1 if isinstance(low, int) and isinstance(high, int) else "computed"
        case _:
            return None


def _counted(context: Context, name: str, count: YamlMapping, span: Span, has: Attributes) -> tuple[PieceSet, ...]:
    """`count: {red: 9, none: 1}`: by the value of the only attribute."""
    if len(has) != 1:
        hint = "use `sets:`, with a value for every attribute" if has else "use `copies:`"
        context.say("K325", f"`count:` by value needs exactly one attribute in `has`, and `{name}` has {len(has)}", span, hint)
        return ()
    ((attribute, of),) = has.items()
    sets = []
    for key, (at, node) in count.entries.items():
        value = constant(context, YamlScalar(key, False, at, key), of)
        if isinstance(node, YamlScalar):
            sets.append(PieceSet(quantity(context, node, most=MOST_PIECES), {attribute: value}, (), None, None, True, at))
    return tuple(sets)


def _group(context: Context, name: str, group: YamlMapping, has: Attributes) -> list[PieceSet]:
    """One entry of `sets:`; a list of values makes a set for each."""
    for key, (span, _) in group.entries.items():
        if key not in has and key not in SET_KEYS:
            hint = did_you_mean(key, [*has, *SET_KEYS]) or f"declare it in `has:` of `{name}`"
            context.say("K322", f"`{name}` has no attribute `{key}`", span, hint)
    copies = scalar(group, "copies")
    assert copies is not None
    each: dict[str, t.Type] = {}
    choices: list[list[tuple[str, Expression]]] = []
    for attribute, of in has.items():
        node = get(group, attribute)
        if node is None or (isinstance(node, YamlScalar) and node.value == "each"):
            each[attribute] = of
        elif isinstance(node, YamlList) and not isinstance(of, (t.ListOf, t.SetOf)):
            choices.append([(attribute, constant(context, item, of)) for item in node.items])
        else:
            choices.append([(attribute, constant(context, node, of))])
    number = quantity(context, copies, most=MOST_PIECES)
    turn = _each(context, each, group.span)
    listed = plain(group, "listed") != "no"
    title = plain(group, "name")
    return [PieceSet(number, dict(values), turn, title, None, listed, group.span) for values in itertools.product(*choices)]


def _check_total(context: Context, name: str, count: YamlScalar, sets: tuple[PieceSet, ...], has: Attributes) -> None:
    total = 0
    if context.uncounted:
        return
    for piece_set in sets:
        size = piece_set.copies
        for attribute in piece_set.each:
            values = values_of(context, has[attribute])
            if not isinstance(size, int) or not isinstance(values, int):
                return  # depends on options or players
            size *= values
        if not isinstance(size, int):
            return
        total += size
    if sets and count.value.isdigit() and total != int(count.value):
        context.say("K330", f"`{name}` has {total} pieces, and `count` says {count.value}", count.span)


def _names(
    context: Context, name: str, entry: YamlMapping, has: Attributes, sees: Attributes, sets: tuple[PieceSet, ...]
) -> tuple[TypedText | Mapping[str, str] | None, tuple[PieceSet, ...]]:
    written = get(entry, "names")
    if isinstance(written, YamlScalar):
        return context.text(("components", name, "names"), written, sees), sets
    if not isinstance(written, YamlMapping):
        return None, sets
    if len(has) != 1:
        at = entry.entries["names"][0]
        context.say(
            "K325",
            f"`names:` by value needs exactly one attribute in `has`, and `{name}` has {len(has)}",
            at,
            'write a text: "{side} {type}"',
        )
        return None, sets
    ((attribute, of),) = has.items()
    found: dict[str, str] = {}
    for key, (span, node) in written.entries.items():
        value = constant(context, YamlScalar(key, False, span, key), of)
        if isinstance(node, YamlScalar):
            found[key] = node.value
            sets = tuple(_called(s, node.value) if _is(s, attribute, key, context, of, value) else s for s in sets)
    return found, sets


def _is(piece_set: PieceSet, attribute: str, key: str, context: Context, of: t.Type, value: Expression) -> bool:
    has = piece_set.values.get(attribute)
    again = word(context, key, has.span, of) if has is not None else None
    return has is not None and has == again


def _called(piece_set: PieceSet, title: str) -> PieceSet:
    return PieceSet(piece_set.copies, piece_set.values, piece_set.each, title, piece_set.row, piece_set.listed, piece_set.span)
