"""The signs of layouts (`letters:` of a component) come in, Letters with the attribute values they stand for come out."""

from collections.abc import Mapping

from kilnscript.model import types as t
from kilnscript.model.declarations import Letter, Member, PieceSet
from kilnscript.model.declare.constants import word
from kilnscript.model.declare.context import Context
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.model.expressions import Expression
from kilnscript.source.yaml_tree import YamlMapping, YamlScalar

EMPTY, MARKED = ".", "#"  # signs that every layout knows


def declare_letters(
    context: Context, name: str, written: YamlMapping | None, has: Mapping[str, t.Type], changes: Mapping[str, t.Type],
    sets: tuple[PieceSet, ...],
) -> tuple[Letter, ...]:  # fmt: skip
    found = []
    for letter, (span, node) in written.entries.items() if written else ():
        if letter in (EMPTY, MARKED) or not letter or any(c.isspace() for c in letter):
            shown = f"`{letter}`" if letter.strip() else "a blank"
            context.say("K316", f"{shown} cannot be a letter of a layout", span, "`.` is an empty cell and `#` a mark; take another sign")
            continue
        if isinstance(node, YamlScalar):
            values = _values(context, name, node, {**has, **changes}, sets)
            if values is None:
                context.letters_lost.add(name)
            else:
                found.append(Letter(letter, values))
    return tuple(found)


def _values(
    context: Context, name: str, node: YamlScalar, attributes: Mapping[str, t.Type], sets: tuple[PieceSet, ...]
) -> Mapping[str, Expression] | None:
    """`white pawn`: each word is a value of the first attribute that it fits and that has none yet."""
    for piece_set in sets:
        if piece_set.name == node.value:
            return piece_set.values
    values: dict[str, Expression] = {}
    at = 0
    for part in node.value.split():
        at = node.value.index(part, at)
        span = node.span_of(at, at + len(part))
        at += len(part)
        for attribute, of in attributes.items():
            value = word(context, part, span, of) if attribute not in values and not isinstance(of, t.Text) else None
            if value is not None:
                values[attribute] = value
                break
        else:
            if any(isinstance(of, t.Unknown) for of in attributes.values()):
                return None
            words = [m.name for of in attributes.values() for m in _members(context, of)] + [s.name for s in sets if s.name]
            if part in words:
                context.say("K315", f"`{part}` is one value too many", span, f"one value for each of {listing(attributes)}")
            else:
                context.say("K315", f"`{part}` is no value of an attribute of `{name}`", span, did_you_mean(part, words))
            return None
    return values


def _members(context: Context, of: t.Type) -> tuple[Member, ...]:
    item = of.item if isinstance(of, t.Optional) else of
    return context.kinds[item.name].members if isinstance(item, t.Kind) and item.name in context.kinds else ()
