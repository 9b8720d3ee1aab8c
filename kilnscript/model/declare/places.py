"""The section `places`: its entries come in, Places come out."""

import re
from typing import get_args

from kilnscript.model.declarations import Place, PlaceKey, PlaceShape, Quantity
from kilnscript.model.declare.context import Context, plain, scalar, title_of, words, yes
from kilnscript.model.declare.keys import BOUND, key_locals, read_keys
from kilnscript.model.declare.layouts import check_labels, check_layout
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.model.declare.numbers import quantity_of
from kilnscript.source.yaml_tree import YamlMapping, YamlScalar

SHAPES = tuple(shape for shape in get_args(PlaceShape) if shape not in ("box", "supply"))
SHAPE = re.compile(rf"(\w+)(?:\s+({BOUND})(?:\s*x\s*({BOUND}))?)?\s*\Z")
OWN_NUMBER = "{number}"  # `row {number}`: as long as its number in the family
MARKS = "marks"
Size = tuple[PlaceShape, Quantity | None, Quantity | None]


def declare_places(context: Context) -> None:
    for name, span, entry in context.entries("places"):
        keys = read_keys(context, name, entry)
        if keys and keys[0].of == "player":
            context.names.own("player", name, "place", span, context.names.seat)
        else:
            context.names.declare(name, "place", span)
        shape, rows, columns = _shape(context, name, entry, keys)
        holds, marks = _holds(context, name, entry, shape)
        sees = plain(entry, "sees") or ("none" if shape == "deck" else "all")  # a deck lies face down
        if sees == "owner" and not (keys and keys[0].of == "player"):
            at = entry.entries["sees"][1].span
            context.say("K332", f"`{name}` has no owner who could see it", at, "write `per: player`, or `sees: all` or `none`")
        arrows = _only_for(context, name, entry, "arrows", shape == "grid", "a grid") and yes(entry, "arrows")
        family = "count" in entry.entries
        as_needed = _only_for(context, name, entry, "as_needed", family, "a family with `count`") and yes(entry, "as_needed")
        written = scalar(entry, "written")
        place = Place(
            name=name, title=title_of(entry, name), text=plain(entry, "text"),
            shape=shape, rows=rows, columns=columns, holds=holds, marks=marks,
            arrows=arrows, keys=keys, sees=sees,  # type: ignore[arg-type]
            size_public=sees == "all" or plain(entry, "size") == "all" or (shape == "deck" and plain(entry, "sees") is None),
            as_needed=as_needed,
            written=context.text(("places", name, "written"), written, key_locals(keys)) if written else None,
            start=plain(entry, "start"), row_labels=plain(entry, "rows"), column_labels=plain(entry, "columns"), span=span,
        )  # fmt: skip
        context.places[name] = place
        check_labels(context, place, entry)
        check_layout(context, place, entry)


def _only_for(context: Context, name: str, entry: YamlMapping, key: str, fits: bool, what: str) -> bool:
    if key in entry.entries and not fits:
        context.say("K337", f"`{key}` is only for {what}, and `{name}` is none", entry.entries[key][0])
    return fits


def _shape(context: Context, name: str, entry: YamlMapping, keys: tuple[PlaceKey, ...]) -> Size:
    written = scalar(entry, "shape")
    assert written is not None
    match = SHAPE.match(written.value)
    word = match[1] if match else written.value.split()[0]
    if word not in SHAPES:
        context.lost(
            "K331", f"`{word}` is no shape of a place", written.span, did_you_mean(word, SHAPES) or f"the shapes are {listing(SHAPES)}"
        )
        return "pile", None, None
    shape: PlaceShape = word  # type: ignore[assignment]
    sizes = (match[2], match[3]) if match else (None, None)
    wanted = {"grid": 2, "row": 1}.get(shape, 0)
    if match is None or sum(size is not None for size in sizes) != wanted:
        form = {"grid": "grid 6 x 6", "row": "row 5"}.get(shape, shape)
        context.say("K331", f"the size of `{name}` cannot be read", written.span, f"write `{form}`")
        return shape, *((1, 1) if wanted else (None, None))
    if wanted == 0:
        return shape, None, None
    if wanted == 1:
        return shape, 1, _row_size(context, written, match, keys)
    return shape, _size(context, written, match, 2), _size(context, written, match, 3)


def _row_size(context: Context, written: YamlScalar, match: re.Match[str], keys: tuple[PlaceKey, ...]) -> Quantity | None:
    if match[2] != OWN_NUMBER:
        return _size(context, written, match, 2)
    if not any(key.of == "number" for key in keys):
        context.say(
            "K331", "only the rows of a family with `count` have a number", written.span_of(*match.span(2)), "write `count: …`, or a number"
        )
        return 1
    return None


def _size(context: Context, written: YamlScalar, match: re.Match[str], group: int) -> Quantity:
    size = quantity_of(context, written, *match.span(group))
    if isinstance(size, int) and not 1 <= size <= 100:
        context.say("K331", f"a place cannot be {size} long", written.span_of(*match.span(group)), "a size is from 1 to 100")
        return 1
    return size


def _holds(context: Context, name: str, entry: YamlMapping, shape: PlaceShape) -> tuple[tuple[str, ...], bool]:
    found: list[str] = []
    marks = False
    if "holds" not in entry.entries:
        context.lost("K334", f"nothing says what `{name}` holds", entry.entries["shape"][0], "write `holds: …`")
    for item in words(entry, "holds"):
        if item.value == MARKS:
            marks = True
            if shape != "grid":
                context.say("K334", "only the cells of a grid hold marks", item.span)
        elif item.value in context.component_names:
            found.append(item.value)
            if shape == "purse":
                context.say(
                    "K334",
                    f"a purse holds tokens, and `{item.value}` is a component",
                    item.span,
                    "write `shape: pile`, or another shape for pieces",
                )
        elif item.value in context.tokens or item.value in context.kinds:
            found.append(item.value)
            tied = any(token.kind_member and token.kind_member[0] == item.value for token in context.tokens.values())
            if item.value not in context.tokens and not tied:
                context.say(
                    "K334",
                    f"no tokens are tied to the kind `{item.value}`",
                    item.span,
                    f"declare them: `NAME: {{is: {item.value}, supply: …}}`",
                )
            if shape != "purse":
                context.say("K334", f"`{item.value}` is a token, which lies in a purse", item.span, "write `shape: purse`")
        elif not any(context.unread(section, item.value) for section in ("components", "tokens", "kinds")):
            plurals = {component.plural: component.name for component in context.components.values()}
            known = [*context.component_names, *context.tokens, *context.kinds, MARKS]
            hint = f"write `{plurals[item.value]}`" if item.value in plurals else did_you_mean(item.value, known)
            context.lost(
                "K334", f"`{item.value}` is not declared", item.span, hint or "it is a component, a token, a kind of tokens, or `marks`"
            )
    if marks and found:
        context.say("K334", f"the cells of `{name}` hold either marks or pieces", entry.entries["holds"][1].span, "make two grids")
    return tuple(found), marks
