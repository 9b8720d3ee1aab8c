"""The syntax tree of a .kiln file: frozen dataclasses, one per construct, each with its span; nothing is resolved yet."""

from dataclasses import dataclass
from typing import Literal

from kilnscript.diagnostics import Span

# ---- texts ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hole:
    """``{expr}`` in a text."""

    value: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class TableHole:
    """``{table NAME}`` in a text."""

    table: str
    span: Span


@dataclass(frozen=True, slots=True)
class Template:
    """A text with holes, in the order written; the string parts are unescaped."""

    parts: tuple[str | Hole | TableHole, ...]
    span: Span


# ---- expressions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """``"S3"`` or a triple-quoted block: a value in notation (``block`` tells the two apart; a block is dedented)."""

    value: str
    block: bool
    span: Span


@dataclass(frozen=True, slots=True)
class YesNo:
    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class NoneValue:
    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Attribute:
    owner: "Expression"
    name: str
    name_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class Index:
    owner: "Expression"
    keys: tuple["Expression", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Argument:
    """``name`` is None for an argument given by position."""

    name: str | None
    value: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """``NAME(arguments else otherwise)``; also plain queries such as ``count(rack)``."""

    name: str
    name_span: Span
    arguments: tuple[Argument, ...]
    otherwise: "Expression | None"
    span: Span


@dataclass(frozen=True, slots=True)
class Binder:
    """``name in source``."""

    name: str
    name_span: Span
    source: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Query:
    """``NAME(x in S, y in T where C: BODY else V)``."""

    name: str
    name_span: Span
    binders: tuple[Binder, ...]
    where: "Expression | None"
    body: "Expression | None"
    otherwise: "Expression | None"
    span: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    items: tuple["Expression", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Filter:
    """``[x in S where C]``."""

    binders: tuple[Binder, ...]
    where: "Expression | None"
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    operand: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Negative:
    operand: "Expression"
    span: Span


BinaryOperator = Literal["+", "-", "*", "/", "mod", "..", "<", "<=", ">", ">=", "and", "or"]


@dataclass(frozen=True, slots=True)
class Binary:
    operator: BinaryOperator
    left: "Expression"
    right: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Is:
    """``left is right`` or, negated, ``left is not right``."""

    left: "Expression"
    right: "Expression"
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class IsIn:
    left: "Expression"
    right: "Expression"
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class IsState:
    operand: "Expression"
    state: Literal["empty", "full"]
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Conditional:
    """``then if condition else otherwise``."""

    then: "Expression"
    condition: "Expression"
    otherwise: "Expression"
    span: Span


Expression = (
    Number | Text | YesNo | NoneValue | Name | Attribute | Index | Call | Query | ListOf | Filter
    | Not | Negative | Binary | Is | IsIn | IsState | Conditional
)  # fmt: skip

# ---- statements ----------------------------------------------------------------------------------------------------
# ``doc`` is the run of `##` lines before a statement. The run at the head of a block is the block's own ``doc``: it
# describes the header above it.


@dataclass(frozen=True, slots=True)
class Block:
    statements: tuple["Statement", ...]
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    name_span: Span
    value: Expression
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    target: Expression
    value: Expression
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    phase: str
    phase_span: Span
    arguments: tuple[Argument, ...]
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Require:
    """``require C, "reason"``."""

    condition: Expression
    reason: Template
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Ensure:
    condition: Expression
    reason: Template
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Move:
    """``move what [from source] to P then Q`` or ``move what under P`` (``under``)."""

    what: Expression
    source: Expression | None
    destinations: tuple[Expression, ...]
    under: bool
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Draw:
    count: Expression
    source: Expression
    destinations: tuple[Expression, ...]
    under: bool
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Simple:
    """The verbs with one operand: shuffle, close up, roll, mark, clear, hide, pay, give next turn to, result."""

    verb: Literal["shuffle", "close_up", "roll", "mark", "clear", "hide", "pay", "next_turn", "result"]
    operand: Expression
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Pick:
    target: Expression
    source: Expression
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Slide:
    piece: Expression
    arrow: Expression
    out: Expression
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Reveal:
    what: Expression
    to: Expression | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Score:
    amount: Expression
    source: str
    source_span: Span
    whom: Expression
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Log:
    text: Template
    to: Expression | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Outcome:
    """``won by X`` (``winner``) or ``drawn`` (None)."""

    winner: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class EndGame:
    """No outcome: the ranking decides."""

    outcome: Outcome | None
    reason: Template | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class RankItem:
    highest: bool
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """``choose ACTION [by lowest X, then …]`` in a timeout policy; ``action`` may be ``skip``."""

    action: str
    action_span: Span
    ranking: tuple[RankItem, ...]
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Pass:
    what: Expression
    to: Expression
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class NoteIn:
    """``note X in TALLY``."""

    value: Expression
    tally: Expression
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Award:
    amount: Expression
    among: Expression | None
    ranking: tuple[RankItem, ...]
    source: str
    source_span: Span
    ties: Literal["share", "split", "none"]
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """``else if`` is an If as the only statement of ``otherwise``."""

    condition: Expression
    then: Block
    otherwise: Block | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Arm:
    """Values are Name, Number, YesNo or NoneValue."""

    values: tuple[Expression, ...]
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Case:
    subject: Expression
    arms: tuple[Arm, ...]
    otherwise: Block | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    binders: tuple[Binder, ...]
    where: Expression | None
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class RepeatTimes:
    count: Expression
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Limit:
    """``at most N times`` or ``decreases EXPR``."""

    kind: Literal["at most", "decreases"]
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class RepeatUntil:
    until: Expression
    limit: Limit | None
    block: Block
    otherwise: Block | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class TakeTurns:
    first: Expression
    among: Expression | None
    until: Expression | None
    limit: Limit | None
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A named part: a statement, or a declaration of its own."""

    name: str
    name_span: Span
    title: Template | None
    when: Expression | None
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Selection:
    """``some of S``, ``any of S``, ``3 of S``, ``2..4 of S``, ``order of S``; ``count`` is the number or range written."""

    mode: Literal["some", "any", "count", "order"]
    count: Expression | None
    source: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """Of actions: ``name: DOMAIN else "answer"``. Of phases, functions, payments: ``name`` or ``name: TYPE``."""

    name: str
    name_span: Span
    domain: "Expression | Selection | None"
    answer: Template | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    label: Template | None
    written: Template | None
    when: Expression | None
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class OfferNamed:
    action: str
    action_span: Span
    when: Expression | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Commit:
    name: str
    name_span: Span
    label: Template | None
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Transaction:
    name: str
    name_span: Span
    over: tuple[Expression, ...]
    offers: "tuple[Action | OfferNamed, ...]"
    commit: Commit
    doc: Template | None
    span: Span


Offer = Action | OfferNamed | Transaction


@dataclass(frozen=True, slots=True)
class TimeoutPolicy:
    """``on timeout [of TIMER]:`` or ``on idle:``."""

    timer: str | None
    block: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Decision:
    """``WHO must/may/may repeatedly[, at most N times]:``; ``everyone`` for ``all WHO must``."""

    who: Expression
    everyone: bool
    mode: Literal["must", "may", "may repeatedly"]
    at_most: Expression | None
    offers: tuple[Offer, ...]
    otherwise: Block | None
    on_timeout: TimeoutPolicy | None
    on_idle: TimeoutPolicy | None
    doc: Template | None
    header: Span  # WHO … `:`
    span: Span


Statement = (
    Let | Assign | Do | Require | Ensure | Move | Draw | Simple | Pick | Slide | Reveal | Score | Log | EndGame | Choose
    | Pass | NoteIn | Award | If | Case | ForEach | RepeatTimes | RepeatUntil | TakeTurns | Rule | Decision
)  # fmt: skip

# ---- declarations --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setup:
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Play:
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Scoring:
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class EndWatch:
    """``end game NAME [won by X | drawn] when COND, "reason"``."""

    name: str
    name_span: Span
    outcome: Outcome | None
    when: Expression
    reason: Template | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Rank:
    items: tuple[RankItem, ...]
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Always:
    name: str
    name_span: Span
    condition: Expression
    reason: Template
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    title: Template | None
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Function:
    """Either ``= value`` (``value``) or a block with ``result`` (``block``)."""

    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    value: Expression | None
    block: Block | None
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Way:
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    when: Expression | None
    gives: tuple[Expression, ...]
    covers: tuple[Expression, ...]
    at_most: Expression | None
    effects: tuple[Statement, ...]
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Payment:
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    ways: tuple[Way, ...]
    doc: Template | None
    span: Span


Part = Setup | Play | Scoring | EndWatch | Rank | Always | Phase | Action | Rule | Function | Payment


@dataclass(frozen=True, slots=True)
class Instead:
    """``instead of PART``."""

    part: Part
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class AlsoIn:
    """``also in action NAME: requires``."""

    action: str
    action_span: Span
    block: Block
    doc: Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExampleWith:
    arguments: tuple[Argument, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ExampleGiven:
    target: Expression
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class ExampleStart:
    phase: str
    phase_span: Span
    arguments: tuple[Argument, ...]
    seat: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExampleStep:
    seat: Expression | None
    move: Text
    span: Span


@dataclass(frozen=True, slots=True)
class ExampleWhen:
    steps: tuple[ExampleStep, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ExampleThen:
    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class ExampleAllowed:
    move: Text
    span: Span


@dataclass(frozen=True, slots=True)
class ExampleRefused:
    move: Text
    reason: Text
    span: Span


ExampleLine = ExampleWith | ExampleGiven | ExampleStart | ExampleWhen | ExampleThen | ExampleAllowed | ExampleRefused


@dataclass(frozen=True, slots=True)
class Example:
    name: str
    name_span: Span
    title: str
    lines: tuple[ExampleLine, ...]
    doc: Template | None
    span: Span


Item = Part | Instead | AlsoIn | Example


@dataclass(frozen=True, slots=True)
class File:
    """One .kiln file: what could be read of it (each broken declaration is left out and reported)."""

    items: tuple[Item, ...]
    span: Span


# ---- types written in game.yaml (`is:`, `has:`, `to:`) -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeName:
    """``colour``, ``cell``; with ``of``: ``cell of kiln``, ``list of colour``, ``set of cell``, ``tally of snapshot``."""

    name: str
    of: "TypeExpression | None"
    span: Span


@dataclass(frozen=True, slots=True)
class TypeRange:
    """``0..9``, ``-3..3``, ``0..{players}``: bounds are Number, Negative or (computed) any expression; ``0..`` has no ``high``."""

    low: Expression
    high: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class TypeYesNo:
    span: Span


@dataclass(frozen=True, slots=True)
class TypeOptional:
    """``T or none``."""

    item: "TypeExpression"
    span: Span


TypeExpression = TypeName | TypeRange | TypeYesNo | TypeOptional
