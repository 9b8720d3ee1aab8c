"""The indices of families: `per:` and `count:` of a place or a variable come in, PlaceKeys come out."""

import re

from kilnscript.model import types as t
from kilnscript.model.declarations import PlaceKey
from kilnscript.model.declare.context import Context, get, words
from kilnscript.model.declare.nearest import did_you_mean
from kilnscript.model.declare.numbers import MOST_PLACES, by_players, quantity_of
from kilnscript.model.typing.quantity import constant_value
from kilnscript.source.yaml_tree import YamlMapping, YamlScalar

BOUND = r"-?\d+|\{[^}]*\}"
RANGE = re.compile(r"(\{[^}]*\}|[^{}\s]+?)\.\.(\{[^}]*\}|[^{}\s]+)\Z")


def read_keys(context: Context, name: str, entry: YamlMapping) -> tuple[PlaceKey, ...]:
    """A seat comes first, then the order written, `count` last."""
    keys: list[PlaceKey] = []
    for item in words(entry, "per"):
        key = _key(context, item)
        if key is not None and key in keys and key.of != "number":
            context.say("K333", f"`{item.value}` stands twice in `per:` of `{name}`", item.span)
        elif key is not None:
            keys.append(key)
    count = get(entry, "count")
    if count is not None:
        keys.append(PlaceKey("number", None, 1, by_players(context, count, name)))
    return tuple(sorted(keys, key=lambda key: key.of != "player"))


def _key(context: Context, item: YamlScalar) -> PlaceKey | None:
    if item.value == "player":
        return PlaceKey("player", None, 1, None)
    if item.value in context.kinds:
        return PlaceKey("kind", item.value, 1, None)
    if match := RANGE.match(item.value):
        low, high = (quantity_of(context, item, *match.span(group)) for group in (1, 2))
        first, last = constant_value(low), constant_value(high)
        if first is not None and last is not None and last < first:
            context.say("K312", f"the range ends at {last}, before it begins at {first}", item.span)
        elif first is not None and last is not None and last - first >= MOST_PLACES:
            context.lost("K317", f"{last - first + 1:,} is too many", item.span, f"the limit is {MOST_PLACES:,}")
            return None
        return PlaceKey("number", None, low, high)
    if context.unread("kinds", item.value):
        return None
    hint = did_you_mean(item.value, ["player", *context.kinds]) or "write `player`, a kind, or a range such as `1..6`"
    context.lost("K333", f"there is nothing to have one for each `{item.value}`", item.span, hint)
    return None


def key_locals(keys: tuple[PlaceKey, ...]) -> dict[str, t.Type]:
    """The names that `written:` of a family sees: `player`, the kind, `number`."""
    found: dict[str, t.Type] = {}
    for key in keys:
        if key.of == "player":
            found["player"] = t.Player()
        elif key.of == "kind" and key.kind is not None:
            found[key.kind] = t.Kind(key.kind)
        else:
            found["number"] = t.Number(1, None)
    return found
