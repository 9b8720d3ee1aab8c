"""`extends` in rules.kiln: the items of a game and of the game it extends come in, one list of items comes out, with findings."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model.declare.nearest import did_you_mean
from kilnscript.source import tree

Named = tree.Phase | tree.Action | tree.Rule | tree.Function | tree.Payment | tree.EndWatch | tree.Always
WORDS: dict[type, str] = {
    tree.Setup: "setup", tree.Play: "play", tree.Scoring: "scoring", tree.Rank: "rank by", tree.Phase: "phase", tree.Action: "action",
    tree.Rule: "rule", tree.Function: "function", tree.Payment: "payment", tree.EndWatch: "end game", tree.Always: "always",
    tree.BotHint: "bot hint",
}  # fmt: skip
ONLY = (tree.Setup, tree.Play, tree.Scoring, tree.Rank, tree.BotHint)  # parts without a name: a game has one
WITH_PARAMETERS = (tree.Phase, tree.Action, tree.Function, tree.Payment)


def extend(host: tuple[tree.Item, ...], own: tuple[tree.Item, ...], found: list[Diagnostic]) -> tuple[tree.Item, ...]:
    """The host's items with the parts that ``own`` replaces, then what is new in ``own``."""
    merged = list(host)
    insteads = [item for item in own if isinstance(item, tree.Instead)]
    # A part may replace a rule inside of a part that was just replaced, wherever the two stand in the file.
    insteads.sort(key=lambda item: (isinstance(item.part, (tree.Rule, tree.Action)), isinstance(item.part, tree.Rule)))
    replaced: dict[tuple[str, str], Span] = {}
    for instead in insteads:
        merged = _replace(merged, instead, replaced, found)
    for item in own:
        if isinstance(item, tree.AlsoIn):
            merged = _also(merged, item, found)
        elif not isinstance(item, tree.Instead) and _is_new(merged, item, found):
            merged.append(item)
    return tuple(merged)


def without_host(own: tuple[tree.Item, ...], found: list[Diagnostic]) -> tuple[tree.Item, ...]:
    """`instead of` and `also in` mean nothing where no game is extended."""
    for item in own:
        if isinstance(item, (tree.Instead, tree.AlsoIn)):
            words = "instead of" if isinstance(item, tree.Instead) else "also in"
            hint = "game.yaml says which game it is: `extends: ../NAME`"
            found.append(Diagnostic("K386", f"`{words}` changes a game that is extended, and this one extends none", head(item), hint))
    return tuple(item for item in own if not isinstance(item, (tree.Instead, tree.AlsoIn)))


def _replace(
    items: list[tree.Item], instead: tree.Instead, replaced: dict[tuple[str, str], Span], found: list[Diagnostic]
) -> list[tree.Item]:
    part = instead.part
    if part.doc is None and instead.doc is not None:
        part = dataclasses.replace(part, doc=instead.doc)
    key = (WORDS[type(part)], name_of(part) or "")
    if key in replaced:
        label = Label(replaced[key], "first here")
        found.append(Diagnostic("K387", f"{shown(part)} is replaced twice", head(part), "keep one of them", (label,)))
        return items
    replaced[key] = head(part)
    old = next(_parts(items, type(part), name_of(part)), None)
    if old is None:
        found.append(_missing(items, part))
        return items
    if isinstance(part, WITH_PARAMETERS) and isinstance(old, WITH_PARAMETERS):
        before, after = ([p.name for p in each.parameters] for each in (old, part))
        if before != after:
            said = f"({', '.join(before)})" if before else "none"
            label = Label(old.name_span, "the part replaced")
            hint = "what calls it stays as it is, so the parameters have to be the same"
            found.append(Diagnostic("K384", f"the parameters of {shown(part)} are {said}", part.name_span, hint, (label,)))
            return items
    return [rewrite(item, lambda node: part if node is old else None) for item in items]


def _also(items: list[tree.Item], also: tree.AlsoIn, found: list[Diagnostic]) -> list[tree.Item]:
    old = next(_parts(items, tree.Action, also.action), None)
    if not isinstance(old, tree.Action):
        names = _names(items, tree.Action)
        found.append(Diagnostic("K385", f"there is no action `{also.action}`", also.action_span, did_you_mean(also.action, names)))
        return items
    statements = old.block.statements
    # After the conditions of the host, whose reasons come first, and before anything changes.
    leading = next((i for i, s in enumerate(statements) if not isinstance(s, tree.Require)), len(statements))
    block = dataclasses.replace(old.block, statements=(*statements[:leading], *also.block.statements, *statements[leading:]))
    new = dataclasses.replace(old, block=block)
    return [rewrite(item, lambda node: new if node is old else None) for item in items]


def _is_new(items: list[tree.Item], item: tree.Item, found: list[Diagnostic]) -> bool:
    if isinstance(item, (tree.Instead, tree.AlsoIn, tree.Example)):
        return True
    old = next(_parts(items, type(item), name_of(item)), None)
    if old is None:
        return True
    hint = f"to replace it write `instead of {_written(item)}`"
    labels = (Label(head(old), "there already"),)
    found.append(Diagnostic("K388", f"the game extended has {shown(item)} already", head(item), hint, labels))
    return False


def _missing(items: list[tree.Item], part: tree.Part) -> Diagnostic:
    name = name_of(part)
    if name is None:
        return Diagnostic("K383", f"the game extended has no `{WORDS[type(part)]}`", head(part), "write it without `instead of`")
    for other, word in WORDS.items():
        if other not in (type(part), *ONLY) and next(_parts(items, other, name), None) is not None:
            hint = f"`{name}` is there as {word}: write `instead of {word} {name}`"
            return Diagnostic("K383", f"the game extended has no {WORDS[type(part)]} `{name}`", head(part), hint)
    return Diagnostic(
        "K383", f"the game extended has no {WORDS[type(part)]} `{name}`", head(part), did_you_mean(name, _names(items, type(part)))
    )


# ---- walking and rewriting -----------------------------------------------------------------------------------------


def name_of(part: object) -> str | None:
    return getattr(part, "name", None) if not isinstance(part, ONLY) else None


def shown(part: object) -> str:
    name = name_of(part)
    return f"{WORDS[type(part)]} `{name}`" if name else f"`{WORDS[type(part)]}`"


def _written(part: object) -> str:
    return " ".join(word for word in (WORDS[type(part)], name_of(part)) if word)


def head(item: object) -> Span:
    """The place to show for a part: its name, or where it begins."""
    span: Span = item.name_span if hasattr(item, "name_span") else item.span  # type: ignore[attr-defined]
    if isinstance(item, tree.Instead):
        return head(item.part)
    if isinstance(item, tree.AlsoIn):
        return item.action_span
    return span if span.line == span.end_line else Span(span.file, span.line, span.column, span.line, span.column + 1)


def _parts(items: list[tree.Item], kind: type, name: str | None) -> Iterator[Any]:
    return (node for item in items for node in walk(item) if type(node) is kind and name_of(node) == name)


def _names(items: list[tree.Item], kind: type) -> list[str]:
    return [name for item in items for node in walk(item) if type(node) is kind and (name := name_of(node)) is not None]


def action_names(items: tuple[tree.Item, ...]) -> list[str]:
    """Of actions and commits, inside of phases too."""
    return [node.name for node in walk(items) if isinstance(node, (tree.Action, tree.Commit))]


def walk(node: object) -> Iterator[object]:
    """A node and the statements, offers and parts inside it."""
    if isinstance(node, tuple):
        for child in node:
            yield from walk(child)
    elif dataclasses.is_dataclass(node) and not isinstance(node, (Span, tree.Template, type)) and type(node).__module__ == tree.__name__:
        yield node
        for each in dataclasses.fields(node):
            yield from walk(getattr(node, each.name))


def rewrite(node: Any, change: Callable[[object], object | None]) -> Any:
    """The node with the parts that ``change`` gives another for; what stays the same is the same object."""
    if isinstance(node, tuple):
        children = tuple(rewrite(child, change) for child in node)
        return children if any(a is not b for a, b in zip(children, node, strict=True)) else node
    if not dataclasses.is_dataclass(node) or isinstance(node, (Span, tree.Template)) or type(node).__module__ != tree.__name__:
        return node
    changed = change(node)
    if changed is not None:
        return changed
    new = {each.name: rewrite(getattr(node, each.name), change) for each in dataclasses.fields(node)}
    if all(value is getattr(node, name) for name, value in new.items()):
        return node
    return dataclasses.replace(node, **new)  # type: ignore[type-var]
