"""What all of typing shares: the declarations, the parts of the rules by name, the diagnostics found so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model import statements as typed
from kilnscript.model.declarations import Declarations
from kilnscript.model.expressions import Expression, NoneLiteral, TypedText
from kilnscript.model.types import Type, Unknown
from kilnscript.model.typing.effects import EffectsOfParts
from kilnscript.model.typing.names import Names
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree

ALSO, MOST_MORE = "also here", 3

Elaborate = Callable[["Context", tree.Expression, Scope, Type | None], Expression]


@dataclass(slots=True)
class Parts:
    """The parts of the rules by name, as written. ``top_actions`` stand on their own, ``actions`` are these and those inside decisions,
    ``own_actions`` commits as well."""

    functions: dict[str, tree.Function] = field(default_factory=dict)
    phases: dict[str, tree.Phase] = field(default_factory=dict)
    top_actions: dict[str, tree.Action] = field(default_factory=dict)
    actions: dict[str, tree.Action] = field(default_factory=dict)
    own_actions: dict[str, tree.Action | tree.Commit] = field(default_factory=dict)
    payments: dict[str, tree.Payment] = field(default_factory=dict)
    rules: dict[str, tree.Rule] = field(default_factory=dict)


@dataclass(slots=True)
class Signature:
    """A function, phase or payment as its callers see it."""

    parameters: tuple[tuple[str, Type], ...]
    span: Span


@dataclass(slots=True)
class Context:
    declarations: Declarations
    names: Names
    parts: Parts
    elaborate: Elaborate
    type_block: Callable[[Context, tree.Block, Scope], typed.Block]
    type_text: Callable[[Context, tree.Template | None, Scope], TypedText | None]
    effects: EffectsOfParts
    diagnostics: dict[tuple[str, Span | None, str], Diagnostic] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    functions: dict[str, typed.Function] = field(default_factory=dict)
    under_way: list[str] = field(default_factory=list)
    actions: dict[str, typed.Action] = field(default_factory=dict)
    rules: dict[str, typed.Rule] = field(default_factory=dict)
    missing: dict[tuple[str, str], tuple[str, Span | None, str]] = field(default_factory=dict)

    def report(self, code: str, message: str, span: Span | None, hint: str | None = None, *labels: Label) -> None:
        self.diagnostics.setdefault((code, span, message), Diagnostic(code, message, span, hint, labels))

    def report_name(self, code: str, name: str, message: str, span: Span, hint: str | None, *labels: Label) -> None:
        """A name that is not there: one message for all the places that use it, since one slip explains them."""
        first = self.missing.setdefault((code, name), (code, span, message))
        known = self.diagnostics.get(first)
        if known is None or known.span == span:
            self.report(code, message, span, hint, *labels)
        elif all(label.span != span for label in known.labels) and known.span is not None and known.span.file == span.file:
            if sum(label.text == ALSO for label in known.labels) < MOST_MORE:
                self.diagnostics[first] = replace(known, labels=(*known.labels, Label(span, ALSO)))

    def unknown(self, span: Span) -> Expression:
        """Stands for an expression that was reported."""
        return NoneLiteral(Unknown(), span)
