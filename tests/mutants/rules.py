"""The mistakes made in a rules.kiln: a node of its syntax tree comes in, the edits that make the mistake there come out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kilnscript.source import tree
from tests.mutants.edits import Edit, Text
from tests.mutants.walk import Site

Changed = tuple[str, tuple[Edit, ...]]  # what is told of the change, and the change


@dataclass(frozen=True, slots=True)
class Around:
    """What an operator may know beside the node: the text, and which places are hidden or belong to a seat (from game.yaml)."""

    text: Text
    hidden: tuple[str, ...]
    owned: tuple[str, ...]


Make = Callable[[Site, Around], Iterator[Changed]]
OPERATORS: dict[str, tuple[str, Make]] = {}

FORGET: dict[type, str] = {
    tree.Move: "forget-move",
    tree.Draw: "forget-move",
    tree.Slide: "forget-move",
    tree.Assign: "forget-assignment",
    tree.Score: "forget-score",
    tree.Do: "forget-phase",
    tree.Simple: "forget-effect",
    tree.Pick: "forget-effect",
    tree.EndGame: "forget-effect",
}


def operator(name: str, what: str) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        OPERATORS[name] = (what, make)
        return make

    return add


# ---- edits -----------------------------------------------------------------------------------------------------------


def replaced(around: Around, span: Any, new: str) -> Changed:
    start, end = around.text.offsets(span)
    return f"{around.text.text[start:end]} → {new}", (Edit(start, end, new),)


def dropped(around: Around, site: Site) -> Changed:
    """A statement or clause with the text that describes it. The only statement of a block gives way to one that does nothing."""
    node, text = site.node, around.text
    start, end = text.offsets(node.span)
    said = f"{text.text[start:end]} → (left out)"
    doc = getattr(node, "doc", None)
    alone = isinstance(site.parent, tree.Block) and len(site.parent.statements) == 1
    first = text.offsets(doc.span)[0] if doc is not None else start
    if alone:
        edits: tuple[Edit, ...] = (Edit(start, end, 'log "-"'),)
        return said, edits if doc is None else (lines_of(text, *text.offsets(doc.span)), *edits)
    return said, (lines_of(text, first, end),)


def lines_of(text: Text, start: int, end: int) -> Edit:
    """The whole lines of a stretch, with the comment behind it."""
    begin = text.text.rfind("\n", 0, start) + 1
    stop = text.text.find("\n", end)
    return Edit(begin, len(text.text) if stop < 0 else stop + 1, "")


def clause(around: Around, block: tree.Block, word: str) -> Changed:
    """The clause that a block belongs to (`otherwise:`, `else:`), with its word."""
    text = around.text
    start, end = text.offsets(block.span)
    head = text.text.rfind(word, 0, start)
    return f"{text.text[head:end]} → (left out)", (lines_of(text, head, end),)


# ---- what is left out ------------------------------------------------------------------------------------------------


@operator("drop-otherwise", "an `otherwise` is left out")
def drop_otherwise(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, (tree.Decision, tree.RepeatUntil)) and site.node.otherwise is not None:
        yield clause(around, site.node.otherwise, "otherwise")


@operator("drop-else", "an `else` branch is left out")
def drop_else(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, tree.If) and site.node.otherwise is not None:
        yield clause(around, site.node.otherwise, "else")


@operator("drop-require", "a `require` is left out")
def drop_require(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, (tree.Require, tree.Ensure)):
        yield dropped(around, site)


@operator("drop-rule", "a named rule is left out")
def drop_rule(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, tree.Rule) and site.parents:
        yield dropped(around, site)


@operator("drop-end", "the condition that ends the game is left out")
def drop_end(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, tree.EndWatch):
        yield dropped(around, site)


@operator("drop-offer", "an action is not offered")
def drop_offer(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, tree.OfferNamed) or (
        isinstance(site.node, tree.Action) and isinstance(site.parent, (tree.Decision, tree.Transaction)) and len(site.parent.offers) > 1
    ):
        yield dropped(around, site)


@operator("drop-way", "a way to pay is left out")
def drop_way(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, tree.Way):
        yield dropped(around, site)


@operator("drop-arm", "an arm of a `case` is left out")
def drop_arm(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, tree.Arm):
        yield dropped(around, site)


@operator("drop-policy", "what happens when time runs out is left out")
def drop_policy(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, tree.TimeoutPolicy):
        start, end = around.text.offsets(site.node.span)
        yield f"{around.text.text[start:end]} → (left out)", (lines_of(around.text, start, end),)


@operator("drop-condition", "a `when` or `where` is left out")
def drop_condition(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if site.field not in ("when", "where") or isinstance(site.parent, tree.EndWatch):
        return
    if site.field == "where" and isinstance(site.parent, tree.Query) and site.parent.name in ("the", "first"):
        return
    start, end = around.text.offsets(node.span)
    head = around.text.text.rfind(site.field, 0, start)
    yield f"{around.text.text[head:end]} → (left out)", (Edit(head - 1, end, ""),)


@operator("drop-overflow", "the place for what does not fit is left out")
def drop_overflow(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, (tree.Move, tree.Draw)) and len(node.destinations) > 1:
        start = around.text.offsets(node.destinations[-2].span)[1]
        end = around.text.offsets(node.destinations[-1].span)[1]
        yield f"{around.text.cut(node.span)} → without the last `then`", (Edit(start, end, ""),)


def forget(name: str, what: str) -> None:
    @operator(name, what)
    def make(site: Site, around: Around) -> Iterator[Changed]:
        if FORGET.get(type(site.node)) == name and not (isinstance(site.node, tree.Simple) and site.node.verb == "result"):
            yield dropped(around, site)


forget("forget-move", "a `move`, `draw` or `slide` is forgotten")
forget("forget-assignment", "a variable is not set")
forget("forget-score", "a `score` is forgotten")
forget("forget-phase", "a `do` is forgotten: its phase may become unreachable")
forget("forget-effect", "a `pay`, `mark`, `clear`, `shuffle`, `close up`, `pick` or `end game` is forgotten")


# ---- what is written wrongly -----------------------------------------------------------------------------------------


@operator("never", "a condition that never holds: what depends on it is unreachable")
def never(site: Site, around: Around) -> Iterator[Changed]:
    if site.field in ("when", "condition") and isinstance(site.parent, (tree.If, tree.Rule, tree.Action, tree.OfferNamed)):
        yield replaced(around, site.node.span, "no")


@operator("negate", "a condition is turned round")
def negate(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, (tree.Is, tree.IsIn, tree.IsState)) or isinstance(node, tree.Not):
        yield replaced(around, node.span, turned(around, node))


def turned(around: Around, node: Any) -> str:
    text = around.text
    written = text.cut(node.span)
    if isinstance(node, tree.Not):
        return text.cut(node.operand.span)
    left = node.operand if isinstance(node, tree.IsState) else node.left
    at = text.offsets(left.span)[1] - text.offsets(node.span)[0]
    before, after = written[:at], written[at:]
    return before + (after.replace("is not", "is", 1) if node.negated else after.replace("is", "is not", 1))


BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


@operator("boundary", "a comparison is off by its border")
def boundary(site: Site, around: Around) -> Iterator[Changed]:
    yield from swapped_sign(site, around, BOUNDARY)


@operator("swap-comparison", "a comparison looks the other way")
def swap_comparison(site: Site, around: Around) -> Iterator[Changed]:
    yield from swapped_sign(site, around, {"<": ">", "<=": ">=", ">": "<", ">=": "<="})


@operator("swap-logic", "`and` for `or`, or the other way")
def swap_logic(site: Site, around: Around) -> Iterator[Changed]:
    yield from swapped_sign(site, around, {"and": "or", "or": "and"})


@operator("swap-arithmetic", "plus for minus, or the other way")
def swap_arithmetic(site: Site, around: Around) -> Iterator[Changed]:
    yield from swapped_sign(site, around, {"+": "-", "-": "+"})


def swapped_sign(site: Site, around: Around, signs: dict[str, str]) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, tree.Binary) and node.operator in signs:
        start, end = around.text.offsets(node.left.span)[1], around.text.offsets(node.right.span)[0]
        between = around.text.text[start:end]
        new = between.replace(node.operator, signs[node.operator], 1)
        written = around.text.cut(node.span)
        at = start - around.text.offsets(node.span)[0]
        yield f"{written} → {written[:at]}{new}{written[at + len(between) :]}", (Edit(start, end, new),)


@operator("off-by-one", "a number is one too many or too few")
def off_by_one(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, tree.Number):
        parent = around.text.cut(site.parent.span) if not isinstance(site.parent, tree.Block) else ""
        for number in (node.value + 1, node.value - 1):
            if number >= 0:
                said, edits = replaced(around, node.span, str(number))
                yield f"{said} in {parent}", edits


@operator("wrong-owner", "the place or value of another seat")
def wrong_owner(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if (
        isinstance(node, tree.Attribute)
        and isinstance(node.owner, tree.Name)
        and node.owner.id in ("player", "seat")
        and node.name in around.owned
    ):
        said, edits = replaced(around, node.owner.span, f"next({node.owner.id})")
        yield f"{said} in {around.text.cut(site.parent.span)}", edits


@operator("wrong-seat", "the wrong seat scores, starts or is looked at")
def wrong_seat(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, tree.Score) and isinstance(node.whom, tree.Name) and node.whom.id in ("player", "seat"):
        said, edits = replaced(around, node.whom.span, f"next({node.whom.id})")
        yield f"{said} in {around.text.cut(node.span)}", edits
    if isinstance(node, tree.Call) and node.name in ("others", "seats_from"):
        yield replaced(around, node.span, "players")
    if isinstance(node, tree.TakeTurns):
        said, edits = replaced(around, node.first.span, f"next({around.text.cut(node.first.span)})")
        yield f"{said} in take turns", edits
    if isinstance(node, tree.Assign) and isinstance(node.value, tree.Name) and node.value.id == "player":
        said, edits = replaced(around, node.value.span, "next(player)")
        yield f"{said} in {around.text.cut(node.span)}", edits


EXTREMES = {"min": "max", "max": "min", "largest": "smallest", "smallest": "largest", "any": "all", "all": "any", "descending": "ascending"}


@operator("swap-extreme", "largest for smallest, highest for lowest, any for all")
def swap_extreme(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, (tree.Call, tree.Query)) and node.name in EXTREMES:
        said, edits = replaced(around, node.name_span, EXTREMES[node.name])
        yield f"{said} in {around.text.cut(node.span)}", edits
    if isinstance(node, tree.RankItem):
        word, other = ("highest", "lowest") if node.highest else ("lowest", "highest")
        start = around.text.text.rfind(word, 0, around.text.offsets(node.value.span)[0])
        yield f"{word} → {other} {around.text.cut(node.value.span)}", (Edit(start, start + len(word), other),)
    if isinstance(node, tree.Attribute) and node.name in ("first", "last", "top"):
        other = {"first": "last", "last": "first", "top": "bottom"}[node.name]
        yield f"{around.text.cut(node.span)} → .{other}", replaced(around, node.name_span, other)[1]


@operator("swap-yes-no", "yes for no, or the other way")
def swap_yes_no(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, tree.YesNo) and isinstance(site.parent, tree.Assign):
        said, edits = replaced(
            around, site.parent.span, around.text.cut(site.parent.target.span) + " = " + ("no" if site.node.value else "yes")
        )
        yield said, edits


@operator("must-may", "a duty becomes an offer, or an offer a duty")
def must_may(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, tree.Decision) and not node.everyone:
        head = around.text.cut(node.header)
        word, other = ("must", "may") if node.mode == "must" else (node.mode, "must")
        if other == "may" and node.otherwise is not None:
            return
        offers = ", ".join(getattr(offer, "name", None) or offer.action for offer in node.offers)
        start = around.text.offsets(node.header)[0]
        yield f"{head} → {head.replace(word, other, 1)} {offers}", (Edit(start, start + len(head), head.replace(word, other, 1)),)


@operator("move-back", "pieces move from the destination to the source")
def move_back(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, tree.Move) and len(node.destinations) == 1 and node.source is None and not node.under:
        what, to = around.text.cut(node.what.span), around.text.cut(node.destinations[0].span)
        yield replaced(around, node.span, f"move {to} to {what}")
    if isinstance(node, tree.Move) and len(node.destinations) == 1 and node.source is not None and not node.under:
        what, source, to = (around.text.cut(n.span) for n in (node.what, node.source, node.destinations[0]))
        yield replaced(around, node.span, f"move {what} from {to} to {source}")


@operator("swap-arms", "two arms of a `case` are exchanged")
def swap_arms(site: Site, around: Around) -> Iterator[Changed]:
    if isinstance(site.node, tree.Case):
        for one, other in pairwise(site.node.arms):
            a, b = one.values[0], other.values[0]
            said_a, said_b = around.text.cut(a.span), around.text.cut(b.span)
            yield (
                f"{said_a}, {said_b} → {said_b}, {said_a}",
                (Edit(*around.text.offsets(a.span), said_b), Edit(*around.text.offsets(b.span), said_a)),
            )


@operator("swap-branches", "the two values of an `if … else` are exchanged")
def swap_branches(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, tree.Conditional):
        then, other = around.text.cut(node.then.span), around.text.cut(node.otherwise.span)
        yield (
            f"{around.text.cut(node.span)} → {other} if … else {then}",
            (Edit(*around.text.offsets(node.then.span), f"({other})"), Edit(*around.text.offsets(node.otherwise.span), f"({then})")),
        )


@operator("reveal-in-log", "a log line tells everyone what lies hidden")
def reveal_in_log(site: Site, around: Around) -> Iterator[Changed]:
    node = site.node
    if isinstance(node, tree.Log) and around.hidden:
        end = around.text.offsets(node.text.span)[1]
        for place in around.hidden:
            shown = f"{{player.{place}}}" if place in around.owned else f"{{{place}}}"
            yield f"{around.text.cut(node.span)} → … {shown}", (Edit(end - 1, end - 1, f" {shown}"),)
