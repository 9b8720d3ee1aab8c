"""The sections `kinds` and `tokens`: their entries come in, Kinds and Tokens come out."""

from dataclasses import replace

from kilnscript.diagnostics import Label, Span
from kilnscript.model import types as t
from kilnscript.model.declarations import Kind, Member, Token
from kilnscript.model.declare.constants import constant
from kilnscript.model.declare.context import Context, get, named, plain, scalar, submap, title_of
from kilnscript.model.declare.nearest import did_you_mean
from kilnscript.model.declare.numbers import quantity
from kilnscript.model.declare.types import read_type
from kilnscript.model.expressions import Expression, NoneLiteral
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlScalar

PRINTED = ("title", "letter", "glyph", "ink")


def declare_kinds(context: Context) -> None:
    """Kinds with their members; the members' data follow when everything they may mention is known (`fill_kinds`)."""
    for name, span, entry in context.entries("kinds"):
        context.names.type(name, "kind", span)
        plural = scalar(entry, "plural")
        plural_name = plural.value if plural else name + "s"
        context.names.declare(plural_name, f"plural of kind {name}", plural.span if plural else span)
        letters = _letters(context, entry)
        members = []
        for index, (member, at, data) in enumerate(_members(entry)):
            context.names.member(member, f"member of {name}", at)
            letter = plain(data, "letter") or (letters[index] if index < len(letters) else None)
            title = plain(data, "title") or member.replace("_", " ")  # a text can make a capital of it, not take one away
            members.append(Member(member, title, letter, plain(data, "glyph"), plain(data, "ink"), {}, at))
        if letters and len(letters) != len(members):
            at = entry.entries["letters"][1].span
            context.say(
                "K320", f"there are {len(letters)} letters for {len(members)} members", at, "write one letter for every member, in order"
            )
        _different_letters(context, members)
        context.kinds[name] = Kind(name, title_of(entry, name), plural_name, tuple(members), {}, span)


def _letters(context: Context, entry: YamlMapping) -> str:
    return (plain(entry, "letters") or "").replace(" ", "")


def _members(entry: YamlMapping) -> list[tuple[str, Span, YamlMapping]]:
    members = get(entry, "members")
    if isinstance(members, YamlMapping):
        return [(name, span, node) for name, (span, node) in members.entries.items() if isinstance(node, YamlMapping)]
    assert isinstance(members, YamlList)
    return [(item.value, item.span, YamlMapping({}, item.span)) for item in members.items if isinstance(item, YamlScalar)]


def _different_letters(context: Context, members: list[Member]) -> None:
    seen: dict[str, Member] = {}
    for member in members:
        before = seen.setdefault(member.letter, member) if member.letter else member
        if before is not member:
            label = Label(before.span, "first here")
            message = f"`{before.name}` and `{member.name}` have the same letter"
            context.say("K320", message, member.span, "give one of them another letter", label)


def fill_kinds(context: Context) -> None:
    """The data of members (`has`)."""
    for name, _, entry in context.entries("kinds"):
        kind = context.kinds[name]
        seen: set[str] = set()
        for member, at, _ in _members(entry):
            if member in seen:
                context.say("K301", f"`{member}` stands twice among the members of `{name}`", at)
            seen.add(member)
        attributes: dict[str, t.Type] = {}
        own: dict[str, tuple[str, Span]] = {}
        has = submap(entry, "has")
        for attribute, (span, node) in has.entries.items() if has else ():
            context.names.own("member", attribute, f"attribute of kind {name}", span, own)
            if isinstance(node, YamlScalar):
                attributes[attribute] = read_type(context, node, "data")
        members = []
        for declared, (_, _, data) in zip(kind.members, _members(entry), strict=True):
            members.append(replace(declared, values=_values(context, name, declared, data, attributes)))
        context.kinds[name] = replace(kind, members=tuple(members), attributes=attributes)


def _values(context: Context, kind: str, member: Member, data: YamlMapping, attributes: dict[str, t.Type]) -> dict[str, Expression]:
    for key, (span, _) in data.entries.items():
        if key not in attributes and key not in PRINTED:
            hint = did_you_mean(key, [*PRINTED, *attributes]) or f"declare it in `has:` of `{kind}`"
            context.say("K322", f"`{kind}` has no attribute `{key}`", span, hint)
    values: dict[str, Expression] = {}
    for attribute, of in attributes.items():
        node = get(data, attribute)
        if node is not None:
            values[attribute] = constant(context, node, of)
        elif isinstance(of, t.Optional):
            values[attribute] = NoneLiteral(of, member.span)
        else:
            context.say("K323", f"`{member.name}` has no value for `{attribute}`", member.span, f"write `{attribute}: …`")
            values[attribute] = NoneLiteral(t.Unknown(), member.span)
    return values


def declare_tokens(context: Context) -> None:
    for name, span, entry in context.entries("tokens"):
        tied = scalar(entry, "is")
        kind_member = None
        title = title_of(entry, name)
        if tied is not None:
            kind_member, title = _tied(context, name, span, tied, title if "title" in entry.entries else None)
        else:
            context.names.declare(name, "token", span)
        any_of = scalar(entry, "any_of")
        if any_of is not None and any_of.value not in context.kinds:
            if not context.unread("kinds", any_of.value):
                context.say("K307", f"there is no kind `{any_of.value}`", any_of.span, did_you_mean(any_of.value, context.kinds))
            any_of = None
        written = scalar(entry, "supply")
        if written is None and any_of is None and "any_of" not in entry.entries:
            context.say("K328", f"the token `{name}` has no supply", span, "write `supply: 48`, or `supply: unlimited`")
        supply = None if written is None or written.value == "unlimited" else quantity(context, written)
        plural = plain(entry, "plural") or name + "s"
        context.tokens[name] = Token(name, title, plural, supply, kind_member, any_of.value if any_of else None, span)


def _tied(context: Context, name: str, span: Span, tied: YamlScalar, title: str | None) -> tuple[tuple[str, str] | None, str]:
    kind = context.kinds.get(tied.value)
    if kind is None:
        if not context.unread("kinds", tied.value):
            context.say("K307", f"there is no kind `{tied.value}`", tied.span, did_you_mean(tied.value, context.kinds))
        return None, title or named(name)
    member = next((m for m in kind.members if m.name == name), None)
    if member is None:
        hint = did_you_mean(name, [m.name for m in kind.members]) or "a token that is a member has the member's name"
        context.say("K329", f"`{name}` is no member of `{kind.name}`", span, hint)
        return None, title or named(name)
    return (kind.name, name), title or member.title
