"""The names and facts at one place of a rule: immutable values that the typing of blocks hands down."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from kilnscript.diagnostics import Span
from kilnscript.model.types import Type


@dataclass(frozen=True, slots=True)
class Name:
    """A local name: its type, and where it was introduced."""

    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Scope:
    """``locals`` in order of declaration. ``facts``: keys of expressions that are surely not none here. ``results``: where the types of
    `result` statements are noted (functions only). ``used``: which locals were read, for the scope of actions."""

    locals: Mapping[str, Name] = field(default_factory=dict)
    facts: frozenset[Hashable] = frozenset()
    inside: Literal["phase", "function", "action", "way", "example", "declaration"] = "phase"
    results: list[Type] | None = None
    wanted_result: Type | None = None
    used: set[str] = field(default_factory=set)

    def with_local(self, name: str, type_: Type, span: Span) -> Scope:
        return replace(self, locals={**self.locals, name: Name(type_, span)})

    def with_facts(self, facts: frozenset[Hashable]) -> Scope:
        return replace(self, facts=self.facts | facts) if facts - self.facts else self

    def only_facts(self, facts: frozenset[Hashable]) -> Scope:
        return replace(self, facts=facts) if facts != self.facts else self
