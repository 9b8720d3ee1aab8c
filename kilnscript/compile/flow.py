"""The flow graph: blocks of straight-line statements joined by edges; the engine runs it, checks walk it, diagrams draw it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.types import Type

# ---- steps: statements that come to no decision, and the book-keeping of loops that do ---------------------------------


@dataclass(frozen=True, slots=True)
class StartLoop:
    """Looks up the items of a `for each` once; ``slot`` names the loop's hidden locals."""

    slot: str
    loop: st.ForEach


@dataclass(frozen=True, slots=True)
class StartCount:
    """`repeat N times`, and the count of passes for `at most N times` and `may repeatedly, at most N times`."""

    slot: str
    count: x.Expression | None


@dataclass(frozen=True, slots=True)
class CountPass:
    """One more pass of a loop with a limit: too many, or an expression that did not decrease, is a fault (unless ``otherwise`` follows)."""

    slot: str
    limit: st.Limit | None
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class StartTurns:
    slot: str
    first: x.Expression


@dataclass(frozen=True, slots=True)
class EndTurns:
    """The next seat: the one `give next turn to` named, or the one after."""

    slot: str


@dataclass(frozen=True, slots=True)
class SavePlayer:
    slot: str


@dataclass(frozen=True, slots=True)
class RestorePlayer:
    slot: str


@dataclass(frozen=True, slots=True)
class ResetVariables:
    """Variables that begin anew here: ``scope`` is a phase, or ``turn``."""

    scope: str


@dataclass(frozen=True, slots=True)
class StartDue:
    """Takes what was put off until this moment."""

    slot: str
    edge: Literal["start", "end"]
    of: str


Step = (
    st.Statement | StartLoop | StartCount | CountPass | StartTurns | EndTurns | SavePlayer | RestorePlayer | ResetVariables | StartDue
)  # fmt: skip

# ---- how a block ends --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Goto:
    to: int


@dataclass(slots=True)
class Branch:
    """``label``: what the condition decides, for drawings (a rule's name, "until …")."""

    condition: x.Expression
    yes: int
    no: int
    label: str


@dataclass(slots=True)
class Select:
    """A `case`: the first arm whose values hold the subject, else ``otherwise``."""

    subject: x.Expression
    arms: tuple[tuple[tuple[x.Expression, ...], int], ...]
    otherwise: int


@dataclass(slots=True)
class NextItem:
    """Takes the next item of a loop that fulfils its condition, or leaves."""

    slot: str
    loop: st.ForEach
    body: int
    done: int


@dataclass(slots=True)
class NextCount:
    slot: str
    body: int
    done: int
    span: Span


@dataclass(slots=True)
class NextTurn:
    """The next seat of ``among`` from the one due, or leaves when there is none."""

    slot: str
    turns: st.TakeTurns
    body: int
    done: int


@dataclass(slots=True)
class NextDue:
    """The next of what was put off until this moment: its seat acts, locals hold its arguments; or leaves. ``arms``: phase,
    names and types of those locals, the block that does it."""

    slot: str
    arms: tuple[tuple[str, tuple[tuple[str, Type], ...], int], ...]
    done: int


@dataclass(slots=True)
class Call:
    """Does a phase that comes to a decision, then goes on."""

    phase: str
    arguments: tuple[x.Expression, ...]
    to: int


@dataclass(slots=True)
class Decide:
    """A seat chooses. ``nothing``: where to go when nothing is legal (None: a fault); ``after``: where it goes on once a choice is carried
    out; ``skipped``: after `skip`. A provisional move of a transaction stays here."""

    decision: int
    after: int
    skipped: int
    nothing: int | None


@dataclass(slots=True)
class Return:
    pass


End = Goto | Branch | Select | NextItem | NextCount | NextTurn | NextDue | Call | Decide | Return


@dataclass(slots=True)
class Block:
    """``unit``: the phase, action, or one of setup, play that it belongs to."""

    number: int
    unit: str
    steps: list[Step] = field(default_factory=list)
    end: End = field(default_factory=Return)


@dataclass(slots=True)
class Unit:
    """A phase or action with decisions in it, or setup and play. ``parameters``: what its frame starts with."""

    name: str
    kind: str
    entry: int
    parameters: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class DecisionNode:
    """``number`` counts the decisions in the order of the text."""

    number: int
    unit: str
    decision: st.Decision
    saved: str


@dataclass(frozen=True, slots=True)
class FlatOffer:
    """One thing a seat may do. ``provisional``: an action of a transaction, which counts only on its ``commit``. ``action``: its name;
    ``skip`` and ``reset`` for those. ``inside``: the decision has a transaction, so that an action outside it is judged on its start."""

    kind: Literal["action", "provisional", "commit", "reset", "skip"]
    action: str
    when: x.Expression | None
    inside: bool
    span: Span


def flat_offers(decision: st.Decision) -> list[FlatOffer]:
    """What a decision offers, in the order in which moves are listed: as written, then commit, reset, skip."""
    found: list[FlatOffer] = []
    last: list[FlatOffer] = []
    has_transaction = any(isinstance(o, st.Transaction) for o in decision.offers)
    for offer in decision.offers:
        if isinstance(offer, st.Transaction):
            found += [FlatOffer("provisional", o.action, o.when, True, o.span) for o in offer.offers]
            last += [FlatOffer("commit", offer.commit, None, True, offer.span), FlatOffer("reset", "reset", None, True, offer.span)]
        else:
            found.append(FlatOffer("action", offer.action, offer.when, has_transaction, offer.span))
    if decision.mode != "must":
        last.append(FlatOffer("skip", "skip", None, False, decision.span))
    return found + last


@dataclass(slots=True)
class Flow:
    blocks: list[Block] = field(default_factory=list)
    units: dict[str, Unit] = field(default_factory=dict)
    decisions: list[DecisionNode] = field(default_factory=list)


def targets(end: End) -> Iterator[int]:
    """The blocks an end may lead to within its unit."""
    match end:
        case Goto(to=to) | Call(to=to):
            yield to
        case Branch(yes=yes, no=no):
            yield from (yes, no)
        case Select(arms=arms, otherwise=otherwise):
            yield from (to for _, to in arms)
            yield otherwise
        case NextItem(body=body, done=done) | NextCount(body=body, done=done) | NextTurn(body=body, done=done):
            yield from (body, done)
        case NextDue(arms=arms, done=done):
            yield from (to for _, _, to in arms)
            yield done
        case Decide():
            yield from {end.after, end.skipped} | ({end.nothing} if end.nothing is not None else set())
        case Return():
            return
