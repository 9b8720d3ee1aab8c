"""The syntax tree of a .kiln file: frozen dataclasses, one per construct, each with its span; nothing is resolved yet."""

from typing import Literal

from kilnscript.diagnostics import Span
from kilnscript.source.node import node

# ---- texts ---------------------------------------------------------------------------------------------------------


@node
class Hole:
    """``{expr}`` in a text."""

    value: "Expression"
    span: Span


@node
class TableHole:
    """``{table NAME}`` in a text."""

    table: str
    span: Span


@node
class Template:
    """A text with holes, in the order written; the string parts are unescaped."""

    parts: tuple[str | Hole | TableHole, ...]
    span: Span


# ---- expressions ---------------------------------------------------------------------------------------------------


@node
class Number:
    value: int
    span: Span


@node
class Text:
    """``"S3"`` or a triple-quoted block: a value in notation (``block`` tells the two apart; a block is dedented)."""

    value: str
    block: bool
    span: Span


@node
class YesNo:
    value: bool
    span: Span


@node
class NoneValue:
    span: Span


@node
class Name:
    id: str
    span: Span


@node
class Attribute:
    owner: "Expression"
    name: str
    name_span: Span
    span: Span


@node
class Index:
    owner: "Expression"
    keys: tuple["Expression", ...]
    span: Span


@node
class Argument:
    """``name`` is None for an argument given by position."""

    name: str | None
    value: "Expression"
    span: Span


@node
class Call:
    """``NAME(arguments else otherwise)``; also plain queries such as ``count(rack)``."""

    name: str
    name_span: Span
    arguments: tuple[Argument, ...]
    otherwise: "Expression | None"
    span: Span


@node
class Binder:
    """``name in source``."""

    name: str
    name_span: Span
    source: "Expression"
    span: Span


@node
class Query:
    """``NAME(x in S, y in T where C: BODY else V)``."""

    name: str
    name_span: Span
    binders: tuple[Binder, ...]
    where: "Expression | None"
    body: "Expression | None"
    otherwise: "Expression | None"
    span: Span


@node
class ListOf:
    items: tuple["Expression", ...]
    span: Span


@node
class Filter:
    """``[x in S where C]``."""

    binders: tuple[Binder, ...]
    where: "Expression | None"
    span: Span


@node
class Not:
    operand: "Expression"
    span: Span


@node
class Negative:
    operand: "Expression"
    span: Span


BinaryOperator = Literal["+", "-", "*", "/", "mod", "..", "<", "<=", ">", ">=", "and", "or"]


@node
class Binary:
    operator: BinaryOperator
    left: "Expression"
    right: "Expression"
    span: Span


@node
class Is:
    """``left is right`` or, negated, ``left is not right``."""

    left: "Expression"
    right: "Expression"
    negated: bool
    span: Span


@node
class IsIn:
    left: "Expression"
    right: "Expression"
    negated: bool
    span: Span


@node
class IsState:
    operand: "Expression"
    state: Literal["empty", "full"]
    negated: bool
    span: Span


@node
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


@node
class Block:
    statements: tuple["Statement", ...]
    doc: Template | None
    span: Span


@node
class Let:
    name: str
    name_span: Span
    value: Expression
    doc: Template | None
    span: Span


@node
class Assign:
    target: Expression
    value: Expression
    doc: Template | None
    span: Span


@node
class Moment:
    """``at start of PHASE for SEAT``; ``of`` may be ``turn``."""

    edge: Literal["start", "end"]
    of: str
    of_span: Span
    whose: Expression | None
    span: Span


@node
class Do:
    """``moment``: not now but then."""

    phase: str
    phase_span: Span
    arguments: tuple[Argument, ...]
    moment: Moment | None
    doc: Template | None
    span: Span


@node
class Require:
    """``require C, "reason"``."""

    condition: Expression
    reason: Template
    doc: Template | None
    span: Span


@node
class Ensure:
    condition: Expression
    reason: Template
    doc: Template | None
    span: Span


@node
class Move:
    """``move what [from source] to P then Q`` or ``move what under P`` (``under``)."""

    what: Expression
    source: Expression | None
    destinations: tuple[Expression, ...]
    under: bool
    doc: Template | None
    span: Span


@node
class Draw:
    count: Expression
    source: Expression
    destinations: tuple[Expression, ...]
    under: bool
    doc: Template | None
    span: Span


@node
class Simple:
    """The verbs with one operand: shuffle, close up, roll, mark, clear, hide, pay, give next turn to, result."""

    verb: Literal["shuffle", "close_up", "roll", "mark", "clear", "hide", "pay", "next_turn", "result"]
    operand: Expression
    doc: Template | None
    span: Span


@node
class Pick:
    target: Expression
    source: Expression
    doc: Template | None
    span: Span


@node
class Slide:
    piece: Expression
    arrow: Expression
    out: Expression
    doc: Template | None
    span: Span


@node
class Reveal:
    what: Expression
    to: Expression | None
    doc: Template | None
    span: Span


@node
class Score:
    amount: Expression
    source: str
    source_span: Span
    whom: Expression
    doc: Template | None
    span: Span


@node
class Log:
    text: Template
    to: Expression | None
    doc: Template | None
    span: Span


@node
class Outcome:
    """``won by X`` (``winner``) or ``drawn`` (None)."""

    winner: Expression | None
    span: Span


@node
class EndGame:
    """No outcome: the ranking decides."""

    outcome: Outcome | None
    reason: Template | None
    doc: Template | None
    span: Span


@node
class RankItem:
    """``words``: what people call it, only in ``rank by``."""

    highest: bool
    value: Expression
    words: Template | None
    span: Span


@node
class Choose:
    """``choose ACTION [by lowest X, then …]`` in a timeout policy; ``action`` may be ``skip``."""

    action: str
    action_span: Span
    ranking: tuple[RankItem, ...]
    doc: Template | None
    span: Span


@node
class Pass:
    what: Expression
    to: Expression
    doc: Template | None
    span: Span


@node
class NoteIn:
    """``note X in TALLY``."""

    value: Expression
    tally: Expression
    doc: Template | None
    span: Span


@node
class Award:
    amount: Expression
    among: Expression | None
    ranking: tuple[RankItem, ...]
    source: str
    source_span: Span
    ties: Literal["share", "split", "none"]
    doc: Template | None
    span: Span


@node
class If:
    """``else if`` is an If as the only statement of ``otherwise``."""

    condition: Expression
    then: Block
    otherwise: Block | None
    doc: Template | None
    span: Span


@node
class Arm:
    """Values are Name, Number, YesNo or NoneValue."""

    values: tuple[Expression, ...]
    block: Block
    doc: Template | None
    span: Span


@node
class Case:
    subject: Expression
    arms: tuple[Arm, ...]
    otherwise: Block | None
    doc: Template | None
    span: Span


@node
class ForEach:
    binders: tuple[Binder, ...]
    where: Expression | None
    block: Block
    doc: Template | None
    span: Span


@node
class RepeatTimes:
    count: Expression
    block: Block
    doc: Template | None
    span: Span


@node
class Limit:
    """``at most N times`` or ``decreases EXPR``."""

    kind: Literal["at most", "decreases"]
    value: Expression
    span: Span


@node
class RepeatUntil:
    until: Expression
    limit: Limit | None
    block: Block
    otherwise: Block | None
    doc: Template | None
    span: Span


@node
class TakeTurns:
    first: Expression
    among: Expression | None
    until: Expression | None
    limit: Limit | None
    block: Block
    doc: Template | None
    span: Span


@node
class Rule:
    """A named part: a statement, or a declaration of its own."""

    name: str
    name_span: Span
    title: Template | None
    when: Expression | None
    block: Block
    doc: Template | None
    span: Span


@node
class Selection:
    """``some of S``, ``any of S``, ``3 of S``, ``2..4 of S``, ``order of S``; ``count`` is the number or range written."""

    mode: Literal["some", "any", "count", "order"]
    count: Expression | None
    source: Expression
    span: Span


@node
class Parameter:
    """Of actions: ``name: DOMAIN else "answer"``. Of phases, functions, payments: ``name`` or ``name: TYPE``."""

    name: str
    name_span: Span
    domain: "Expression | Selection | None"
    answer: Template | None
    doc: Template | None
    span: Span


@node
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


@node
class OfferNamed:
    action: str
    action_span: Span
    when: Expression | None
    doc: Template | None
    span: Span


@node
class Commit:
    name: str
    name_span: Span
    label: Template | None
    block: Block
    doc: Template | None
    span: Span


@node
class Transaction:
    name: str
    name_span: Span
    over: tuple[Expression, ...]
    offers: "tuple[Action | OfferNamed, ...]"
    commit: Commit
    doc: Template | None
    span: Span


Offer = Action | OfferNamed | Transaction


@node
class TimeoutPolicy:
    """``on timeout [of TIMER]:`` or ``on idle:``."""

    timer: str | None
    block: Block
    span: Span


@node
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


@node
class Setup:
    block: Block
    doc: Template | None
    span: Span


@node
class Play:
    block: Block
    doc: Template | None
    span: Span


@node
class Scoring:
    block: Block
    doc: Template | None
    span: Span


@node
class EndWatch:
    """``end game NAME [won by X | drawn] when COND, "reason"``."""

    name: str
    name_span: Span
    outcome: Outcome | None
    when: Expression
    reason: Template | None
    doc: Template | None
    span: Span


@node
class Rank:
    items: tuple[RankItem, ...]
    doc: Template | None
    span: Span


@node
class Always:
    name: str
    name_span: Span
    condition: Expression
    reason: Template
    doc: Template | None
    span: Span


@node
class BotHint:
    """``bot hint: VALUE``."""

    value: Expression
    doc: Template | None
    span: Span


@node
class Phase:
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    title: Template | None
    block: Block
    doc: Template | None
    span: Span


@node
class Function:
    """Either ``= value`` (``value``) or a block with ``result`` (``block``)."""

    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    value: Expression | None
    block: Block | None
    doc: Template | None
    span: Span


@node
class Way:
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    when: Expression | None
    gives: tuple[Expression, ...]
    covers: tuple[Expression, ...]
    at_most: Expression | None
    counted: Expression | None
    effects: tuple[Statement, ...]
    doc: Template | None
    span: Span


@node
class Payment:
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    ways: tuple[Way, ...]
    doc: Template | None
    span: Span


Part = Setup | Play | Scoring | EndWatch | Rank | Always | BotHint | Phase | Action | Rule | Function | Payment


@node
class Instead:
    """``instead of PART``."""

    part: Part
    doc: Template | None
    span: Span


@node
class AlsoIn:
    """``also in action NAME: requires``."""

    action: str
    action_span: Span
    block: Block
    doc: Template | None
    span: Span


@node
class ExampleWith:
    arguments: tuple[Argument, ...]
    span: Span


@node
class ExampleGiven:
    target: Expression
    value: Expression
    span: Span


@node
class ExampleStart:
    phase: str
    phase_span: Span
    arguments: tuple[Argument, ...]
    seat: Expression | None
    span: Span


@node
class ExampleStep:
    seat: Expression | None
    move: Text
    span: Span


@node
class ExampleWhen:
    steps: tuple[ExampleStep, ...]
    span: Span


@node
class ExampleThen:
    condition: Expression
    span: Span


@node
class ExampleAllowed:
    move: Text
    span: Span


@node
class ExampleRefused:
    move: Text
    reason: Text
    span: Span


ExampleLine = ExampleWith | ExampleGiven | ExampleStart | ExampleWhen | ExampleThen | ExampleAllowed | ExampleRefused


@node
class Example:
    name: str
    name_span: Span
    title: str
    lines: tuple[ExampleLine, ...]
    doc: Template | None
    span: Span


Item = Part | Instead | AlsoIn | Example


@node
class File:
    """One .kiln file: what could be read of it (each broken declaration is left out and reported)."""

    items: tuple[Item, ...]
    span: Span


# ---- types written in game.yaml (`is:`, `has:`, `to:`) -----------------------------------------------------------------


@node
class TypeName:
    """``colour``, ``cell``; with ``of``: ``cell of kiln``, ``list of colour``, ``set of cell``, ``tally of snapshot``."""

    name: str
    of: "TypeExpression | None"
    span: Span


@node
class TypeRange:
    """``0..9``, ``-3..3``, ``0..{players}``: bounds are Number, Negative or (computed) any expression; ``0..`` has no ``high``."""

    low: Expression
    high: Expression | None
    span: Span


@node
class TypeYesNo:
    span: Span


@node
class TypeOptional:
    """``T or none``."""

    item: "TypeExpression"
    span: Span


TypeExpression = TypeName | TypeRange | TypeYesNo | TypeOptional
