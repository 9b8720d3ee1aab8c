"""What there is: the declarations of game.yaml, typed; numbers that depend on options or player count stay expressions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from kilnscript.diagnostics import Span
from kilnscript.model.expressions import Expression, TypedText
from kilnscript.model.types import Type
from kilnscript.source.node import node


@node
class ByPlayers:
    """``{2: 5, 3: 7, 4: 9}``: a number for every player count."""

    values: Mapping[int, int | Expression]


Quantity = int | Expression | ByPlayers


@node
class Option:
    """``values``: the constants that may be chosen, in order (a range is written out). ``only_players``/``otherwise``: at other player
    counts the option reads as ``otherwise``. A value ``off`` is none."""

    name: str
    title: str
    type: Type
    values: tuple[Expression, ...]
    default: Expression
    only_players: frozenset[int] | None
    otherwise: Expression | None
    recommended: bool
    unit: str | None
    text: str | None
    span: Span


@node
class Member:
    name: str
    title: str
    letter: str | None
    glyph: str | None
    ink: str | None
    values: Mapping[str, Expression]
    span: Span


@node
class Kind:
    """``attributes``: the data every member has (``has``)."""

    name: str
    title: str
    plural: str
    members: tuple[Member, ...]
    attributes: Mapping[str, Type]
    span: Span


@node
class PieceSet:
    """``copies`` pieces for every combination of the values; an attribute not named here takes each of its values in turn.
    ``row`` is the name of a CSV row, ``name`` what its pieces are called ("Joker")."""

    copies: Quantity
    values: Mapping[str, Expression]
    each: tuple[str, ...]
    name: str | None
    row: str | None
    listed: bool
    span: Span


@node
class Letter:
    """A letter (or sign) of layouts and its piece: the attribute values it stands for."""

    letter: str
    values: Mapping[str, Expression]


@node
class Component:
    """``has`` fixed attributes, ``changes`` assignable ones, ``rolls`` the attribute that `roll` sets. ``single``: one piece, named
    itself. ``sections``: what shows of a piece, by the place where it lies."""

    name: str
    title: str
    plural: str
    single: bool
    has: Mapping[str, Type]
    changes: Mapping[str, Type]
    rolls: str | None
    sets: tuple[PieceSet, ...]
    names: TypedText | Mapping[str, str] | None
    written: TypedText | None
    sections: Mapping[str, TypedText]
    letters: tuple[Letter, ...]
    icon: str | None
    file: str | None
    data: str | None
    span: Span


@node
class Token:
    """``supply`` None: unlimited. ``kind_member``: (kind, member) it is tied to by ``is``. ``any_of``: a kind; only occurs in prices."""

    name: str
    title: str
    plural: str
    supply: Quantity | None
    kind_member: tuple[str, str] | None
    any_of: str | None
    span: Span


PlaceShape = Literal["grid", "row", "slot", "pile", "bag", "deck", "stack", "purse", "box", "supply"]


@node
class PlaceKey:
    """One index of a family: a seat, a member of a kind, or a number from 1 to ``count`` (or from ``low`` to ``high``)."""

    of: Literal["player", "kind", "number"]
    kind: str | None
    low: Quantity
    high: Quantity | None


@node
class Place:
    """``rows``/``columns``: size of a grid; a row has 1 x ``columns``; may use the key ``number`` (``row {number}``). ``holds``:
    components, tokens or kinds of tokens; ``marks``: cells are marked instead. ``start``: a layout, row by row."""

    name: str
    title: str
    text: str | None
    shape: PlaceShape
    rows: Quantity | None
    columns: Quantity | None
    holds: tuple[str, ...]
    marks: bool
    arrows: bool
    keys: tuple[PlaceKey, ...]
    sees: Literal["all", "owner", "none"]
    size_public: bool
    as_needed: bool
    written: TypedText | None
    start: str | None
    row_labels: str | None
    column_labels: str | None
    span: Span

    @property
    def cells(self) -> bool:
        """Whether its pieces lie in cells."""
        return self.shape in ("grid", "row", "slot")

    @property
    def ordered(self) -> bool:
        return self.shape in ("grid", "row", "slot", "deck", "stack")


@node
class Variable:
    """``start``: one value, or one for every value of the (only) key. None for a tally, which starts empty."""

    name: str
    title: str
    type: Type
    keys: tuple[PlaceKey, ...]
    start: Expression | Mapping[int | str, Expression] | None
    scope: str | None
    sees: Literal["all", "owner", "none"]
    span: Span


@node
class Scores:
    """``per``: player or a kind. ``by``: the phase that begins a line of the sheet; None: it has a single line."""

    per: str
    sources: Mapping[str, str]
    floor: int | None
    track: tuple[int, int] | None
    by: str | None
    sheet: bool
    span: Span | None


@node
class TableKey:
    """A kind, or numbers from ``low`` to ``high``; ``heading`` is what the page prints above it."""

    heading: str
    kind: str | None
    low: int | Expression | None
    high: int | Expression | None


@node
class Table:
    """``form`` number: ``value``; set: ``values``; rows: ``rows`` maps the keys (numbers, or member names) to constants, and from
    ``beyond`` on (a number) every higher key gets ``default``."""

    name: str
    title: str
    form: Literal["number", "set", "rows"]
    value: Expression | None
    values: tuple[Expression, ...]
    keys: tuple[TableKey, ...]
    to: Type
    heading: str
    rows: Mapping[tuple[int | str, ...], Expression]
    beyond: int | None
    default: Expression | None
    data: str | None
    span: Span


@node
class Pattern:
    """A meld; ``wild`` names the pieces (a PieceSet's name) that may stand for others."""

    name: str
    title: str
    component: str
    least: int
    most: int
    same: tuple[str, ...]
    different: tuple[str, ...]
    consecutive: str | None
    wraps: bool
    wild: str | None
    wild_fills: tuple[str, ...]
    span: Span


@node
class Timer:
    """``seconds`` may read an option; None = off. ``idle``: seconds without a move before the idle policy."""

    name: str
    title: str
    seconds: int | Expression | None
    idle: int | None
    span: Span


@node
class Avoided:
    """A word that texts do not use, and what they say in its place."""

    word: str
    instead: str
    span: Span


@node
class Control:
    """``show``: what is told beside the action as long as it may come, played or not."""

    action: str
    entries: Mapping[str, object]
    show: TypedText | None
    span: Span


@node
class Length:
    """The bound for playouts, in decisions of one game; ``promised`` makes it a claim to prove."""

    turns: int
    promised: bool


@node
class Tuned:
    """What `kiln tune` may change. ``path``: keys of game.yaml, the last one of a mapping or the place (from 1) in the list ``listed``,
    which holds its items as written. ``values``: what may be tried, as written; ``ordered``: they are numbers, in order. ``now``: the value
    as the game is."""

    path: tuple[str, ...]
    values: tuple[str, ...]
    ordered: bool
    now: str
    listed: tuple[str, ...] | None
    span: Span


@node
class Declarations:
    """Everything that game.yaml declares, defaults filled in, in the order written. ``glossary``: by term, or by the name of a component,
    token, place or member. ``changes``: by version, the first version first."""

    name: str
    title: str
    by: str | None
    minutes: tuple[int, int] | None
    age: int | None
    players: tuple[int, int]
    options: Mapping[str, Option]
    kinds: Mapping[str, Kind]
    tokens: Mapping[str, Token]
    components: Mapping[str, Component]
    places: Mapping[str, Place]
    variables: Mapping[str, Variable]
    scores: Scores | None
    tables: Mapping[str, Table]
    patterns: Mapping[str, Pattern]
    timers: Mapping[str, Timer]
    texts: Mapping[str, TypedText]
    rulings: Mapping[str, TypedText]
    glossary: Mapping[str, TypedText]
    avoid: Mapping[str, Avoided]
    changes: Mapping[str, TypedText]
    controls: Mapping[str, Control]
    length: Length
    tune: Mapping[str, Tuned]
