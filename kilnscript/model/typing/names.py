"""One namespace for everything that stands without a dot: declarations come in, what each name means comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from kilnscript.diagnostics import Span
from kilnscript.model.builtins import FUNCTIONS, QUERIES, TYPE_NAMES, VALUES
from kilnscript.model.declarations import Component, Declarations, Kind, Pattern, Place, Table, Token, Variable
from kilnscript.model.expressions import MemberLiteral
from kilnscript.model.types import Kind as KindType
from kilnscript.model.types import ListOf, Piece, Type
from kilnscript.source import tree


@dataclass(frozen=True, slots=True)
class BuiltIn:
    name: str


@dataclass(frozen=True, slots=True)
class Members:
    """A member of one kind, or of several that share it (an option's values count as a kind)."""

    name: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KindPlural:
    kind: Kind


@dataclass(frozen=True, slots=True)
class ComponentPlural:
    component: Component


@dataclass(frozen=True, slots=True)
class OnePiece:
    """The only piece of a component, or (``row``) the pieces of one named row of its file or of one set with a name."""

    component: Component
    row: str | None


Entry = (
    BuiltIn | Members | KindPlural | ComponentPlural | OnePiece | Token | Place | Variable | Table | Pattern | tree.Function | tree.Payment
)


class Names:
    def __init__(self, declarations: Declarations, functions: Mapping[str, tree.Function], payments: Mapping[str, tree.Payment]) -> None:
        self.declarations = declarations
        self.functions, self.payments = functions, payments
        self.entries: dict[str, Entry] = {}
        self.spans: dict[str, Span] = {}
        self.seat_places = {p.name: p for p in declarations.places.values() if p.keys and p.keys[0].of == "player"}
        self.seat_variables = {v.name: v for v in declarations.variables.values() if v.keys and v.keys[0].of == "player"}
        self.types: dict[str, Type] = dict(TYPE_NAMES)
        self._collect()
        for name, type_ in list(TYPE_NAMES.items()):
            self.types.setdefault(f"{name}s", ListOf(type_))

    def _collect(self) -> None:
        d = self.declarations
        for name in VALUES:
            self.entries[name] = BuiltIn(name)
        for token in d.tokens.values():
            if token.kind_member is None:
                self._add(token.name, token, token.span)
        for option in d.options.values():
            for value in option.values:
                if isinstance(value, MemberLiteral):
                    self._member(value.member, value.kind, option.span)
        for kind in d.kinds.values():
            self.types[kind.name], self.types[kind.plural] = KindType(kind.name), ListOf(KindType(kind.name))
            self._add(kind.plural, KindPlural(kind), kind.span)
            for member in kind.members:
                self._member(member.name, kind.name, member.span)
        for component in d.components.values():
            piece = Piece((component.name,))
            self.types[component.name], self.types[component.plural] = piece, ListOf(piece)
            if component.single:
                self._add(component.name, OnePiece(component, None), component.span)
            else:
                self._add(component.plural, ComponentPlural(component), component.span)
            for pieces in component.sets:
                if pieces.row is not None:
                    self._add(pieces.row, OnePiece(component, pieces.row), pieces.span)
        for place in d.places.values():
            if place.name not in self.seat_places and place.name not in ("box", "supply"):
                self._add(place.name, place, place.span)
        for variable in d.variables.values():
            if variable.name not in self.seat_variables:
                self._add(variable.name, variable, variable.span)
        for table in d.tables.values():
            self._add(table.name, table, table.span)
        for pattern in d.patterns.values():
            self._add(pattern.name, pattern, pattern.span)
        for name, function in self.functions.items():
            self._add(name, function, function.name_span)
        for name, payment in self.payments.items():
            self._add(name, payment, payment.name_span)
        for component in d.components.values():
            for pieces in component.sets:
                if pieces.name is not None and pieces.name.isidentifier():
                    self._add(pieces.name, OnePiece(component, pieces.name), pieces.span)

    def _add(self, name: str, entry: Entry, span: Span) -> None:
        self.entries.setdefault(name, entry)
        self.spans.setdefault(name, span)

    def _member(self, name: str, kind: str, span: Span) -> None:
        before = self.entries.get(name)
        if isinstance(before, Members):
            if kind not in before.kinds:
                # A kind of the game goes before the words of an option.
                both = (*before.kinds, kind)
                self.entries[name] = Members(name, both)
        else:
            self._add(name, Members(name, (kind,)), span)

    def what(self, name: str) -> str:
        """What a declared name is, in words."""
        entry = self.entries.get(name)
        match entry:
            case BuiltIn():
                return "a built-in value"
            case Members(kinds=kinds):
                owner = kinds[0]
                return f"a value of `{owner.replace('option ', 'option.')}`" if owner.startswith("option ") else f"a member of `{owner}`"
            case KindPlural(kind=kind):
                return f"all members of `{kind.name}`"
            case ComponentPlural(component=component):
                return f"all pieces of `{component.name}`"
            case OnePiece(component=component):
                return f"a piece of `{component.name}`"
            case Token():
                return "a token"
            case Place():
                return "a place"
            case Variable():
                return "a variable"
            case Table():
                return "a table"
            case Pattern():
                return "a pattern"
            case tree.Function():
                return "a function"
            case tree.Payment():
                return "a payment"
            case None:
                return "a built-in function" if name in FUNCTIONS or name in QUERIES else "something else"

    def known(self) -> Iterator[str]:
        yield from self.entries
        yield "option"


def nearest(name: str, known: Iterator[str] | list[str]) -> str | None:
    pool = list(known)
    found = get_close_matches(name, pool, 1, 0.6) or [n for n in pool if n.lower() == name.lower()]
    return found[0] if found else None


def did_you_mean(name: str, known: Iterator[str] | list[str]) -> str | None:
    found = nearest(name, known)
    return f"did you mean `{found}`?" if found else None
