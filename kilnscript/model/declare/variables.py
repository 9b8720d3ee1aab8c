"""The sections `variables`, `scores` and `timers`: their entries come in, Variables, Scores and Timers come out."""

from collections.abc import Mapping
from dataclasses import replace

from kilnscript.model import types as t
from kilnscript.model.declarations import PlaceKey, Scores, Timer, Variable
from kilnscript.model.declare.constants import constant
from kilnscript.model.declare.context import Context, get, plain, scalar, submap, title_of, yes
from kilnscript.model.declare.keys import read_keys
from kilnscript.model.declare.nearest import did_you_mean
from kilnscript.model.declare.numbers import MOST_ITEMS, quantity, range_of
from kilnscript.model.declare.types import read_type
from kilnscript.model.expressions import Expression, ListLiteral, NoneLiteral
from kilnscript.model.typing.quantity import constant_value
from kilnscript.source.yaml_tree import YamlMapping, YamlScalar

Start = Expression | Mapping[int | str, Expression] | None


def declare_variables(context: Context) -> dict[str, Variable]:
    found: dict[str, Variable] = {}
    for name, span, entry in context.entries("variables"):
        keys = read_keys(context, name, entry)
        if keys and keys[0].of == "player":
            context.names.own("player", name, "variable", span, context.names.seat)
        else:
            context.names.declare(name, "variable", span)
        written = scalar(entry, "is")
        assert written is not None
        of = _bounded(context, name, entry, read_type(context, written, "variable"), written)
        sees = plain(entry, "sees") or "all"
        if sees == "owner" and not (keys and keys[0].of == "player"):
            at = entry.entries["sees"][1].span
            context.say("K332", f"`{name}` has no owner who could see it", at, "write `per: player`, or `sees: all` or `none`")
        start = _start(context, name, entry, of, keys)
        found[name] = Variable(name, title_of(entry, name), of, keys, start, plain(entry, "each"), sees, span)  # type: ignore[arg-type]
    return found


def _bounded(context: Context, name: str, entry: YamlMapping, of: t.Type, written: YamlScalar) -> t.Type:
    """A list that is a variable says how long it may get."""
    most = scalar(entry, "most")
    item = of.item if isinstance(of, t.Optional) else of
    if not isinstance(item, t.ListOf):
        if most is not None and not isinstance(of, t.Unknown):
            context.say("K342", f"`most` is the bound of a list, and `{name}` is none", entry.entries["most"][0])
        return of
    if most is None:
        context.say("K342", f"nothing says how long the list `{name}` may get", written.span, "write `most: …`")
        return of
    bounded = replace(item, most=quantity(context, most, most=MOST_ITEMS))
    return t.Optional(bounded) if isinstance(of, t.Optional) else bounded


def _start(context: Context, name: str, entry: YamlMapping, of: t.Type, keys: tuple[PlaceKey, ...]) -> Start:
    node = get(entry, "start")
    if isinstance(of, t.TallyOf):
        if node is not None:
            context.say("K341", f"`{name}` is a tally, which starts empty", entry.entries["start"][0], "leave `start` out")
        return None
    if node is None:
        hint = "write `start: none`" if isinstance(of, t.Optional) else "write `start: …`"
        context.say("K340", f"`{name}` has no value at the start", entry.entries["is"][0], hint)
        return NoneLiteral(t.Unknown(), entry.span)
    if not isinstance(node, YamlMapping):
        value = constant(context, node, of)
        _check_length(context, name, of, node, value)
        return value
    if len(keys) != 1:
        context.say(
            "K343", f"a `start` by key needs one key, and `{name}` has {len(keys)}", entry.entries["start"][0], "write one value for all"
        )
        return NoneLiteral(t.Unknown(), node.span)
    return _by_key(context, name, node, of, keys[0])


def _check_length(context: Context, name: str, of: t.Type, node: object, value: Expression) -> None:
    most = constant_value(of.most) if isinstance(of, t.ListOf) and of.most is not None else None
    if most is not None and isinstance(value, ListLiteral) and len(value.items) > most:
        context.say("K342", f"`{name}` holds {most} at most, and starts with {len(value.items)}", value.span)


def _by_key(context: Context, name: str, node: YamlMapping, of: t.Type, key: PlaceKey) -> Mapping[int | str, Expression]:
    wanted: list[int | str] | None
    if key.of == "player":
        wanted = list(range(1, context.players[1] + 1))
    elif key.of == "kind":
        assert key.kind is not None
        wanted = [member.name for member in context.kinds[key.kind].members]
    else:
        wanted = list(range(key.low, key.high + 1)) if isinstance(key.low, int) and isinstance(key.high, int) else None
    values: dict[int | str, Expression] = {}
    for written, (span, value) in node.entries.items():
        at: int | str = int(written) if key.of != "kind" and written.lstrip("-").isdigit() else written
        if at not in wanted if wanted is not None else not isinstance(at, int):
            hint = did_you_mean(written, [str(w) for w in wanted or ()])
            context.say("K343", f"`{name}` has no `{written}`", span, hint)
            continue
        values[at] = constant(context, value, of)
    missing = [str(w) for w in wanted or () if w not in values]
    if missing:
        at_span = next(iter(node.entries.values()))[0] if node.entries else node.span
        context.say("K343", f"`{name}` has no start for {', '.join(missing)}", at_span, f"add `{missing[0]}: …`")
    return values


def declare_scores(context: Context) -> Scores | None:
    entry = context.section("scores")
    if entry is None:
        return None
    if any(path[:1] == ("scores",) for path in context.broken):
        return None
    per = scalar(entry, "per")
    sources = submap(entry, "sources")
    assert per is not None and sources is not None
    if per.value != "player" and per.value not in context.kinds and not context.unread("kinds", per.value):
        hint = did_you_mean(per.value, ["player", *context.kinds]) or "write `player`, or a kind"
        context.lost("K362", f"nobody scores per `{per.value}`", per.span, hint)
    floor, track = scalar(entry, "floor"), scalar(entry, "track")
    span = context.root.entries["scores"][0]
    if "by" in entry.entries and not yes(entry, "sheet"):
        context.say("K362", "`by` names the lines of a score sheet, and none is kept", entry.entries["by"][0], "add `sheet: yes`")
    names = {name: node.value for name, (_, node) in sources.entries.items() if isinstance(node, YamlScalar)}
    for name, (at, _) in sources.entries.items():
        context.names.own(None, name, "score source", at, {})
    bounds = range_of(track) if track else None
    if track is not None and bounds is not None and bounds[1] <= bounds[0]:
        context.say("K312", "the track ends before it begins", track.span)
    return Scores(per.value, names, int(floor.value) if floor else None, bounds, plain(entry, "by"), yes(entry, "sheet"), span)


def declare_timers(context: Context) -> dict[str, Timer]:
    found: dict[str, Timer] = {}
    for name, span, entry in context.entries("timers"):
        context.names.own(None, name, "timer", span, {})
        seconds, idle = scalar(entry, "seconds"), scalar(entry, "idle")
        assert seconds is not None
        limit = quantity(context, seconds, may_be_off=True)
        rest = int(idle.value) if idle is not None else None
        for node, value in ((seconds, limit), (idle, rest)):
            if node is not None and value == 0:
                context.say("K361", "a timer of 0 seconds leaves no time", node.span, "leave the timer out, or use an option with `off`")
        found[name] = Timer(name, title_of(entry, name), limit, rest, span)
    return found
