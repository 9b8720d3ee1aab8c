"""Typed statements, decisions and the named parts of the rules."""

from __future__ import annotations

from typing import Literal

from kilnscript.diagnostics import Span
from kilnscript.model.expressions import Binder, Expression, PieceValue, TypedText, Variable
from kilnscript.model.types import Type
from kilnscript.source.node import node


@node
class Block:
    """``doc`` describes the header above the block."""

    statements: tuple[Statement, ...]
    doc: TypedText | None
    span: Span


@node
class Let:
    name: str
    value: Expression
    doc: TypedText | None
    span: Span


@node
class SetVariable:
    target: Variable
    value: Expression
    doc: TypedText | None
    span: Span


@node
class SetPieceValue:
    target: PieceValue
    value: Expression
    doc: TypedText | None
    span: Span


@node
class Do:
    phase: str
    arguments: tuple[Expression, ...]
    doc: TypedText | None
    span: Span


@node
class Later:
    """`do PHASE(…) at end of OF for WHOSE`: the arguments are those of now. Without ``whose`` the next such moment counts and the seat that
    acts now acts then; with it the next such moment of that seat. ``of`` is a phase, or ``turn``: a pass of an innermost `take turns`."""

    phase: str
    arguments: tuple[Expression, ...]
    edge: Literal["start", "end"]
    of: str
    whose: Expression | None
    doc: TypedText | None
    span: Span


@node
class Require:
    condition: Expression
    reason: TypedText
    doc: TypedText | None
    span: Span


@node
class Ensure:
    condition: Expression
    reason: TypedText
    doc: TypedText | None
    span: Span


@node
class MovePieces:
    """``what``: a piece (or none), or a set or list of pieces. Destinations are places or cells, filled one after the other."""

    what: Expression
    destinations: tuple[Expression, ...]
    under: bool
    doc: TypedText | None
    span: Span


@node
class MoveTokens:
    """``amount`` None: everything that lies in ``source``. Either place may be ``supply``."""

    amount: Expression | None
    source: Expression
    destination: Expression
    doc: TypedText | None
    span: Span


@node
class Draw:
    """From a place (its top, or blindly where it has no order) or from a set (blindly)."""

    count: Expression
    source: Expression
    destinations: tuple[Expression, ...]
    under: bool
    doc: TypedText | None
    span: Span


@node
class Shuffle:
    place: Expression
    doc: TypedText | None
    span: Span


@node
class CloseUp:
    place: Expression
    doc: TypedText | None
    span: Span


@node
class Roll:
    """``dice``: a piece, or a set or list of pieces."""

    dice: Expression
    doc: TypedText | None
    span: Span


@node
class Pick:
    """``pick X at random from S``; X is a variable, or (``local``) a new name."""

    target: Variable
    source: Expression
    doc: TypedText | None
    span: Span


@node
class Slide:
    piece: Expression
    arrow: Expression
    out: Expression
    doc: TypedText | None
    span: Span


@node
class Mark:
    """``cells``: SetOf(Cell)."""

    cells: Expression
    doc: TypedText | None
    span: Span


@node
class ClearMarks:
    """``cells``: SetOf(Cell)."""

    cells: Expression
    doc: TypedText | None
    span: Span


@node
class ClearTally:
    tally: Variable
    doc: TypedText | None
    span: Span


@node
class Note:
    """``note value in tally``."""

    value: Expression
    tally: Variable
    doc: TypedText | None
    span: Span


@node
class Reveal:
    """``to`` None: to everybody. ``what``: a piece, or a set or list of pieces."""

    what: Expression
    to: Expression | None
    doc: TypedText | None
    span: Span


@node
class Hide:
    what: Expression
    doc: TypedText | None
    span: Span


@node
class Pay:
    payment: Expression
    doc: TypedText | None
    span: Span


@node
class Score:
    """``whom`` is what scores are kept per: a seat, or a member."""

    amount: Expression
    source: str
    whom: Expression
    doc: TypedText | None
    span: Span


@node
class RankItem:
    """In ``value`` the current player is the seat ranked (in ``rank by`` and ``award``). ``words``: what people call it."""

    highest: bool
    value: Expression
    words: str | None
    span: Span


@node
class Award:
    """``amount`` a number or a list of numbers; ``among`` a list or set of seats, None = all."""

    amount: Expression
    among: Expression | None
    ranking: tuple[RankItem, ...]
    source: str
    ties: Literal["share", "split", "none"]
    doc: TypedText | None
    span: Span


@node
class Log:
    text: TypedText
    to: Expression | None
    doc: TypedText | None
    span: Span


@node
class Outcome:
    """``winner``: a seat, or a set or list of seats; None = drawn."""

    winner: Expression | None
    span: Span


@node
class EndGame:
    outcome: Outcome | None
    reason: TypedText | None
    doc: TypedText | None
    span: Span


@node
class Choose:
    """The last statement of a timeout policy; ``action`` may be ``skip``. The action's parameters are in scope in ``ranking``."""

    action: str
    ranking: tuple[RankItem, ...]
    doc: TypedText | None
    span: Span


@node
class PassOn:
    what: Expression
    to: Expression
    doc: TypedText | None
    span: Span


@node
class NextTurn:
    seat: Expression
    doc: TypedText | None
    span: Span


@node
class Result:
    """In functions only."""

    value: Expression
    doc: TypedText | None
    span: Span


@node
class If:
    condition: Expression
    then: Block
    otherwise: Block | None
    doc: TypedText | None
    span: Span


@node
class Arm:
    """``values`` are constants of the subject's type."""

    values: tuple[Expression, ...]
    block: Block
    doc: TypedText | None
    span: Span


@node
class Case:
    subject: Expression
    arms: tuple[Arm, ...]
    otherwise: Block | None
    doc: TypedText | None
    span: Span


@node
class ForEach:
    """A binder called ``player`` also makes each seat the one to act (its name in expressions is then CurrentPlayer)."""

    binders: tuple[Binder, ...]
    where: Expression | None
    block: Block
    doc: TypedText | None
    span: Span


@node
class RepeatTimes:
    count: Expression
    block: Block
    doc: TypedText | None
    span: Span


@node
class Limit:
    kind: Literal["at most", "decreases"]
    value: Expression
    span: Span


@node
class RepeatUntil:
    until: Expression
    limit: Limit | None
    block: Block
    otherwise: Block | None
    doc: TypedText | None
    span: Span


@node
class TakeTurns:
    """``innermost``: no other `take turns` inside, so that variables `each: turn` begin anew with every pass."""

    first: Expression
    among: Expression | None
    until: Expression | None
    limit: Limit | None
    block: Block
    innermost: bool
    doc: TypedText | None
    span: Span


@node
class Rule:
    name: str
    title: TypedText | None
    when: Expression | None
    block: Block
    doc: TypedText | None
    span: Span


@node
class Domain:
    """A collection, or a selection from one. ``least``/``most``: how many (None = all of it, for ``order of`` and the upper end of
    some/any)."""

    mode: Literal["one", "some", "any", "count", "order"]
    source: Expression
    least: Expression | None
    most: Expression | None
    span: Span


@node
class Parameter:
    """``type`` is that of the chosen value. ``printed`` is False where a later parameter settles it (a shape that is then laid
    somewhere)."""

    name: str
    type: Type
    domain: Domain
    answer: TypedText | None
    printed: bool
    doc: TypedText | None
    span: Span


@node
class Action:
    """``scope``: (name, type) of the locals of the enclosing phase it may use, in order of declaration; empty at top level.
    ``private``: legality reads what not everybody may see, so the decision is always asked."""

    name: str
    parameters: tuple[Parameter, ...]
    label: TypedText | None
    written: TypedText | None
    when: Expression | None
    block: Block
    scope: tuple[tuple[str, Type], ...]
    private: bool
    doc: TypedText | None
    span: Span


@node
class OfferAction:
    """An action declared here (``own``) or at top level, with the extra ``when`` of the offer."""

    action: str
    own: bool
    when: Expression | None
    doc: TypedText | None
    span: Span


@node
class Transaction:
    """``over``: PlaceAt/PlaceFamily/Variable expressions. ``commit`` names an Action without parameters."""

    name: str
    over: tuple[Expression, ...]
    offers: tuple[OfferAction, ...]
    commit: str
    doc: TypedText | None
    span: Span


@node
class TimeoutPolicy:
    timer: str | None
    block: Block
    span: Span


@node
class Decision:
    """``who``: a seat, or (``everyone``) a set or list of seats."""

    who: Expression
    everyone: bool
    mode: Literal["must", "may", "may repeatedly"]
    at_most: Expression | None
    offers: tuple[OfferAction | Transaction, ...]
    otherwise: Block | None
    on_timeout: TimeoutPolicy | None
    on_idle: TimeoutPolicy | None
    doc: TypedText | None
    span: Span


Statement = (
    Let | SetVariable | SetPieceValue | Do | Later | Require | Ensure | MovePieces | MoveTokens | Draw | Shuffle | CloseUp | Roll | Pick
    | Slide | Mark | ClearMarks | ClearTally | Note | Reveal | Hide | Pay | Score | Award | Log | EndGame | Choose | PassOn
    | NextTurn | Result | If | Case | ForEach | RepeatTimes | RepeatUntil | TakeTurns | Rule | Decision
)  # fmt: skip


@node
class Phase:
    """``title`` None: a helper that pages and diagrams fold into its caller."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    title: TypedText | None
    block: Block
    doc: TypedText | None
    span: Span


@node
class Function:
    """A function written ``= EXPR`` has one Result statement. ``uses_player``: it reads the current player."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Type
    block: Block
    uses_player: bool
    doc: TypedText | None
    span: Span


@node
class Way:
    name: str
    parameters: tuple[Parameter, ...]
    when: Expression | None
    gives: tuple[Expression, ...]
    covers: tuple[Expression, ...]
    at_most: Expression | None
    effects: tuple[Statement, ...]
    doc: TypedText | None
    span: Span


@node
class Payment:
    """``seat`` and ``cost`` name the parameters that pay and that have to be covered."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    seat: str
    cost: str
    ways: tuple[Way, ...]
    doc: TypedText | None
    span: Span


@node
class EndWatch:
    name: str
    outcome: Outcome | None
    when: Expression
    reason: TypedText | None
    doc: TypedText | None
    span: Span


@node
class Invariant:
    name: str
    condition: Expression
    reason: TypedText
    doc: TypedText | None
    span: Span


@node
class BotHint:
    """How well placed the current player is, for bots: a number, larger is better; made of what that seat sees."""

    value: Expression
    doc: TypedText | None
    span: Span
