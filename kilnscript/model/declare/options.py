"""The section `options`: its entries come in, Options and the kinds of symbolic values come out."""

from kilnscript.diagnostics import Span
from kilnscript.model import types as t
from kilnscript.model.declarations import Kind, Member, Option
from kilnscript.model.declare.constants import word
from kilnscript.model.declare.context import Context, get, named, plain, scalar, title_of, yes
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.model.declare.numbers import WHOLE, range_of
from kilnscript.model.declare.types import read_type
from kilnscript.model.expressions import Expression, MemberLiteral, NoneLiteral, NumberLiteral, YesNoLiteral
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlScalar

MOST_VALUES = 1000
OFF = "off"


def kind_of(option: str) -> str:
    """The kind whose members are the symbolic values of an option; no rule text can name it."""
    return f"option {option}"


def declare_options(context: Context, of_kinds: bool) -> None:
    """Options over a kind (``of_kinds``) wait until the kinds are read."""
    taken: dict[str, tuple[str, Span]] = {}
    for name, span, entry in context.entries("options"):
        ways = [key for key in ("values", "range", "is") if key in entry.entries]
        if ("is" in ways) is not of_kinds and len(ways) < 2:
            continue
        if len(ways) > 1:
            if not of_kinds:
                context.lost("K311", f"the option `{name}` has {listing(ways)}", entry.entries[ways[1]][0], "keep one of them")
            continue
        context.names.own(None, name, "option", span, taken)
        if name in ("players", "seed"):
            context.say("K305", f"an option cannot be called `{name}`", span, "in examples, `with players: 3, seed: 7` says these two")
        kind, values = _values(context, name, entry)
        default = _chosen(context, name, entry, "default", kind, values)
        only, otherwise = _only(context, name, entry, kind, values)
        context.options[name] = Option(
            name=name, title=title_of(entry, name), type=kind, values=values, default=default, only_players=only, otherwise=otherwise,
            recommended=yes(entry, "recommended"), unit=plain(entry, "unit"), text=plain(entry, "text"), span=span,
        )  # fmt: skip
    if of_kinds and context.options:  # the order written
        section = context.section("options")
        order = list(section.entries) if section else []
        context.options = dict(sorted(context.options.items(), key=lambda item: order.index(item[0])))


def _values(context: Context, name: str, entry: YamlMapping) -> tuple[t.Type, tuple[Expression, ...]]:
    written = get(entry, "values")
    if isinstance(written, YamlList):
        return _listed(context, name, [item for item in written.items if isinstance(item, YamlScalar)])
    if (numbers := scalar(entry, "range")) is not None:
        low, high = range_of(numbers)
        if high < low or high - low >= MOST_VALUES:
            problem = "ends before it begins" if high < low else f"has more than {MOST_VALUES} values"
            context.say("K312", f"the range {problem}", numbers.span)
            return t.Unknown(), ()
        of = t.Number(low, high)
        return of, tuple(NumberLiteral(n, t.Number(n, n), numbers.span) for n in range(low, high + 1))
    if (kind := scalar(entry, "is")) is not None:
        return _members(context, kind)
    return t.YesNo(), tuple(YesNoLiteral(value, t.YesNo(), entry.span) for value in (False, True))


def _listed(context: Context, name: str, items: list[YamlScalar]) -> tuple[t.Type, tuple[Expression, ...]]:
    seen: dict[str, YamlScalar] = {}
    for item in items:
        if item.value in seen:
            context.say("K313", f"`{item.value}` stands twice among the values", item.span)
        seen.setdefault(item.value, item)
    rest = [value for value in seen if value not in (OFF, "none")]
    item_type: t.Type
    if rest and all(WHOLE.match(value) for value in rest):
        numbers = [int(value) for value in rest]
        item_type = t.Number(min(numbers), max(numbers))
    else:
        item_type = t.Kind(kind_of(name))
        _symbols(context, name, [seen[value] for value in rest])
    kind = t.Optional(item_type) if len(rest) < len(seen) else item_type
    found: list[Expression] = []
    for value, item in seen.items():
        if value in (OFF, "none"):
            found.append(NoneLiteral(kind, item.span))
        elif isinstance(item_type, t.Number):
            found.append(NumberLiteral(int(value), t.Number(int(value), int(value)), item.span))
        else:
            found.append(MemberLiteral(item_type.name, value, item_type, item.span))
    return kind, tuple(found)


def _symbols(context: Context, name: str, items: list[YamlScalar]) -> None:
    kind = kind_of(name)
    members = []
    for item in items:
        if not item.value.isidentifier() or not item.value.isascii():
            context.say(
                "K313", f"`{item.value}` cannot be a value of an option", item.span, "values are numbers, or words that can be names"
            )
            continue
        context.names.member(item.value, f"value of option {name}", item.span)
        members.append(Member(item.value, item.value.replace("_", " "), None, None, None, {}, item.span))
    context.kinds[kind] = Kind(kind, named(name), kind + " values", tuple(members), {}, items[0].span if items else context.root.span)


def _members(context: Context, written: YamlScalar) -> tuple[t.Type, tuple[Expression, ...]]:
    kind = read_type(context, written, "data")
    item = kind.item if isinstance(kind, t.Optional) else kind
    if isinstance(item, t.Unknown):
        return item, ()
    if not isinstance(item, t.Kind):
        context.say(
            "K308", f"`{written.value}` cannot be the type of an option", written.span, "name a kind, or write `values:` or `range:`"
        )
        return t.Unknown(), ()
    members: list[Expression] = [MemberLiteral(item.name, m.name, item, m.span) for m in context.kinds[item.name].members]
    if isinstance(kind, t.Optional):
        members.append(NoneLiteral(kind, written.span))
    return kind, tuple(members)


def _chosen(context: Context, name: str, entry: YamlMapping, key: str, kind: t.Type, values: tuple[Expression, ...]) -> Expression:
    written = scalar(entry, key)
    assert written is not None
    text = "none" if written.value == OFF and isinstance(kind, t.Optional) else written.value
    found = word(context, text, written.span, kind)
    if isinstance(kind, t.Unknown):
        return NoneLiteral(kind, written.span)
    if found is None or not any(same(found, value) for value in values):
        shown = [show(value) for value in values]
        hint = did_you_mean(written.value, shown) or f"the values are {listing(shown)}"
        context.say("K310", f"`{written.value}` is no value of the option `{name}`", written.span, hint)
        return values[0] if values else NoneLiteral(t.Unknown(), written.span)
    return found


def same(one: Expression, other: Expression) -> bool:
    return show(one) == show(other)


def show(value: Expression) -> str:
    match value:
        case NumberLiteral():
            return str(value.value)
        case YesNoLiteral():
            return "yes" if value.value else "no"
        case MemberLiteral():
            return value.member
        case NoneLiteral(type=t.Optional(item=t.Kind(name=kind))) if not kind.startswith("option "):
            return "none"
        case _:
            return OFF


def _only(
    context: Context, name: str, entry: YamlMapping, kind: t.Type, values: tuple[Expression, ...]
) -> tuple[frozenset[int] | None, Expression | None]:
    counts, otherwise = scalar(entry, "players"), scalar(entry, "otherwise")
    if counts is None and otherwise is None:
        return None, None
    if counts is None or otherwise is None:
        there, missing = ("players", "otherwise") if otherwise is None else ("otherwise", "players")
        hint = "`players` says when there is a choice, `otherwise` what holds at other player counts"
        context.say("K314", f"the option `{name}` has `{there}` but no `{missing}`", entry.entries[there][0], hint)
        return None, None
    low, high = range_of(counts)
    if high < low or low < context.players[0] or high > context.players[1]:
        context.say("K336", f"`{counts.value}` are no player counts of this game", counts.span)
    return frozenset(range(low, high + 1)), _chosen(context, name, entry, "otherwise", kind, values)
