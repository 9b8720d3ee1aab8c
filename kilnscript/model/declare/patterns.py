"""The section `patterns`: its entries come in, Patterns come out."""

from kilnscript.model import types as t
from kilnscript.model.declarations import Component, Pattern
from kilnscript.model.declare.context import Context, scalar, title_of, words, yes
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.model.declare.numbers import range_of
from kilnscript.source.yaml_tree import YamlMapping, YamlScalar

FILLS = ("holes", "upward", "downward")


def declare_patterns(context: Context) -> dict[str, Pattern]:
    found: dict[str, Pattern] = {}
    for name, span, entry in context.entries("patterns"):
        context.names.declare(name, "pattern", span)
        of, size = scalar(entry, "of"), scalar(entry, "size")
        assert of is not None and size is not None
        component = context.components.get(of.value)
        if component is None:
            if of.value not in context.component_names:
                context.lost("K360", f"there is no component `{of.value}`", of.span, did_you_mean(of.value, context.component_names))
            continue
        least, most = range_of(size)
        if least < 1 or most < least:
            context.say("K312", f"`{size.value}` is no size", size.span)
        consecutive = scalar(entry, "consecutive")
        if consecutive is not None and _known(context, component, consecutive) and not _counts(component, consecutive.value):
            context.say("K360", f"`{consecutive.value}` has no order", consecutive.span, "a run goes by a number or a kind")
        found[name] = Pattern(
            name=name, title=title_of(entry, name), component=of.value, least=least, most=most,
            same=_attributes(context, component, entry, "same"), different=_attributes(context, component, entry, "different"),
            consecutive=consecutive.value if consecutive else None, wraps=yes(entry, "wraps"), wild=_wild(context, component, entry),
            wild_fills=_fills(context, entry), span=span,
        )  # fmt: skip
    return found


def _known(context: Context, component: Component, item: YamlScalar) -> bool:
    attributes = [*component.has, *component.changes]
    if item.value in attributes:
        return True
    hint = did_you_mean(item.value, attributes) or f"the attributes are {listing(attributes)}"
    context.say("K360", f"`{component.name}` has no attribute `{item.value}`", item.span, hint)
    return False


def _counts(component: Component, attribute: str) -> bool:
    of = component.has.get(attribute) or component.changes.get(attribute)
    return isinstance(of.item if isinstance(of, t.Optional) else of, (t.Number, t.Kind, t.Unknown))


def _attributes(context: Context, component: Component, entry: YamlMapping, key: str) -> tuple[str, ...]:
    return tuple(item.value for item in words(entry, key) if _known(context, component, item))


def _wild(context: Context, component: Component, entry: YamlMapping) -> str | None:
    wild = scalar(entry, "wild")
    if wild is None:
        return None
    names = [piece_set.name for piece_set in component.sets if piece_set.name]
    if wild.value not in names:
        hint = did_you_mean(wild.value, names) or "name a group of `sets:` with `name:`, and use that name"
        context.say("K360", f"no pieces of `{component.name}` are called `{wild.value}`", wild.span, hint)
        return None
    return wild.value


def _fills(context: Context, entry: YamlMapping) -> tuple[str, ...]:
    found = []
    for item in words(entry, "wild_fills"):
        if item.value in FILLS:
            found.append(item.value)
        else:
            context.say(
                "K360",
                f"wild pieces cannot fill `{item.value}`",
                item.span,
                did_you_mean(item.value, FILLS) or f"they fill {listing(FILLS)}",
            )
    return tuple(found)
