"""Whether every option changes something: it has to be read by what happens, not only by texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.check.decided import bare
from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk, without_texts
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.declare.nearest import listing


def run(subject: Subject) -> Outcome:
    return Outcome((*found(subject), *alike(subject)))


def found(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.game
    read = {n.name for n in walk((*subject.bodies(), game.declarations), without_texts) if isinstance(n, x.OptionValue)}
    for option in game.declarations.options.values():
        if option.name in read:
            continue
        where = "only texts mention it" if option.name in subject.uses.options else "nothing reads it"
        message = f"the option `{option.name}` changes nothing: {where}"
        yield Diagnostic("K914", message, option.span, f"read it as `option.{option.name}`, or take it out")


def alike(subject: Subject) -> Iterator[Diagnostic]:
    """Two words of an option that nothing tells apart: every use of it asks for another one."""
    game = subject.game
    nodes = list(walk((*subject.bodies(), game.declarations), without_texts))
    for option in game.declarations.options.values():
        if not (isinstance(option.type, t.Kind) and option.type.name.startswith("option ")):
            continue
        uses = [node for node in nodes if isinstance(node, x.OptionValue) and node.name == option.name]
        asked = [members for node in nodes if (members := named(node, option.name)) is not None]
        values = [value.member for value in option.values if isinstance(value, x.MemberLiteral)]
        same = [value for value in values if all(value not in members for members in asked)]
        if uses and len(asked) == len(uses) and len(same) > 1:
            message = f"nothing tells these values of `{option.name}` apart: {listing(same)}"
            yield Diagnostic("K915", message, option.span, "ask for one of them in a rule, or leave one out")


def named(node: Any, option: str) -> set[str] | None:
    """The values that a condition or a `case` asks an option for; None where it does something else."""
    asked: tuple[x.Expression, ...]
    match node:
        case x.Same(left=left, right=right):
            subject, asked = (left, (right,)) if is_option(left, option) else (right, (left,))
        case x.Contains(item=subject, collection=collection):
            inner = bare(collection)
            asked = inner.items if isinstance(inner, x.ListLiteral) else (inner,)
        case st.Case(subject=subject, arms=arms):
            asked = tuple(value for arm in arms for value in arm.values)
        case _:
            return None
    members = [bare(value) for value in asked]
    if not is_option(subject, option) or not all(isinstance(member, x.MemberLiteral) for member in members):
        return None
    return {member.member for member in members if isinstance(member, x.MemberLiteral)}


def is_option(e: x.Expression, option: str) -> bool:
    inner = bare(e)
    return isinstance(inner, x.OptionValue) and inner.name == option


CHECK = Check("options-matter", "Every option changes something, and so does every value that is a word", run, ("K914", "K915"))
