"""Decisions, actions, transactions and parameters: nodes of the grammar come in, parts of the tree come out."""

from typing import Literal

from kilnscript.diagnostics import Span
from kilnscript.source import tree
from kilnscript.source.expressions import expression, optional
from kilnscript.source.lalr import Child, Node
from kilnscript.source.reader import Reader, name_of, node, token
from kilnscript.source.statements import Doc, block, joined, text
from kilnscript.source.words import declared

OFFERS = ("action", "offer_named", "transaction")


def decision(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Decision:
    who, mode = node(at.children[0]), node(at.children[1])
    rest = [node(child) for child in at.children[2:]]
    offered = [child for child in rest if child.data in OFFERS]
    clauses = {child.data: child for child in rest if child.data not in OFFERS}
    seat = expression(reader, who.children[0])
    most = optional(reader, mode.children[0]) if mode.data == "may_repeatedly" else None
    kind: Literal["must", "may", "may repeatedly"] = "must" if mode.data == "must" else "may" if mode.data == "may" else "may repeatedly"
    header = reader.span(who.start, _behind_colon(reader.text, mode.end))
    head = reader.doc(reader.of(offered[0]))
    offers = tuple(_offer(reader, child) for child in offered)
    otherwise = clauses.get("otherwise")
    return tree.Decision(
        seat,
        who.data == "everyone",
        kind,
        most,
        offers,
        None if otherwise is None else block(reader, otherwise.children[0], span.column),
        _policy(reader, clauses.get("on_timeout"), span.column),
        _policy(reader, clauses.get("on_idle"), span.column),
        joined(doc, head),
        header,
        span,
    )


def _behind_colon(text: str, end: int) -> int:
    at = text.find(":", end, end + 80)
    return at + 1 if at >= 0 and not text[end:at].strip() else end


def _policy(reader: Reader, at: Node | None, column: int) -> tree.TimeoutPolicy | None:
    if at is None:
        return None
    *timer, body = at.children
    name = timer[0] if timer else None
    return tree.TimeoutPolicy(None if name is None else name_of(name), block(reader, body, column), reader.of(at))


def _offer(reader: Reader, at: Node) -> tree.Offer:
    span = reader.of(at)
    doc = reader.doc(span)
    if at.data == "action":
        return action(reader, at, doc, span)
    if at.data == "transaction":
        return _transaction(reader, at, doc, span)
    name, when = at.children
    return tree.OfferNamed(name_of(name), reader.of(token(name)), optional(reader, when), doc, span)


def action(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Action:
    name, given, label, written, when, body = at.children
    return tree.Action(
        declared(reader, name),
        reader.of(token(name)),
        parameters(reader, given, choices=True),
        text(reader, label),
        text(reader, written),
        optional(reader, when),
        block(reader, body),
        doc,
        span,
    )


def _transaction(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Transaction:
    name, *rest = at.children
    parts = [node(child) for child in rest]
    over = tuple(expression(reader, child) for child in parts[:-1] if child.data not in OFFERS)
    offered = [child for child in parts[:-1] if child.data in OFFERS]
    head = reader.doc(reader.of(offered[0]))
    offers: list[tree.Action | tree.OfferNamed] = []
    for child in offered:
        found = _offer(reader, child)
        if isinstance(found, tree.Transaction):
            reader.report("K125", "a transaction cannot stand inside another", found.name_span, "put its actions into the outer one")
        else:
            offers.append(found)
    return tree.Transaction(
        declared(reader, name), reader.of(token(name)), over, tuple(offers), _commit(reader, parts[-1]), joined(doc, head), span
    )


def _commit(reader: Reader, at: Node) -> tree.Commit:
    span = reader.of(at)
    doc = reader.doc(span)
    name, label, body = at.children
    return tree.Commit(declared(reader, name), reader.of(token(name)), text(reader, label), block(reader, body), doc, span)


def parameters(reader: Reader, child: Child, choices: bool = False) -> tuple[tree.Parameter, ...]:
    """``choices``: those of an action, each of which needs a domain."""
    if child is None:
        return ()
    found = []
    for at in map(node, (item for item in node(child).children if item is not None)):
        span = reader.of(at)
        doc = reader.doc(span)
        name, domain, answer = at.children
        if choices and domain is None:
            word = token(name).value
            hint = f"write `{word}: SET`; the player chooses one of its members"
            reader.report("K139", f"the parameter `{word}` has nothing to choose from", reader.of(token(name)), hint)
        found.append(
            tree.Parameter(declared(reader, name), reader.of(token(name)), _domain(reader, domain), text(reader, answer), doc, span)
        )
    return tuple(found)


def _domain(reader: Reader, child: Child) -> tree.Expression | tree.Selection | None:
    if child is None:
        return None
    at = node(child)
    if at.data != "selection":
        return expression(reader, at)
    how, source = at.children
    span = reader.of(at)
    amount = expression(reader, how)
    if isinstance(amount, tree.Name) and amount.id in ("some", "any", "order"):
        mode: Literal["some", "any", "order"] = amount.id  # type: ignore[assignment]
        return tree.Selection(mode, None, expression(reader, source), span)
    return tree.Selection("count", amount, expression(reader, source), span)
