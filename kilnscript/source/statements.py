"""Statements and blocks: nodes of the grammar come in, statements of the tree come out."""

from collections.abc import Callable
from typing import Literal

from kilnscript.diagnostics import Span
from kilnscript.source import tree
from kilnscript.source.expressions import arguments, binders, expression, optional
from kilnscript.source.lalr import Child, Node
from kilnscript.source.reader import Reader, name_of, node, token
from kilnscript.source.templates import template_of
from kilnscript.source.words import declared

Doc = tree.Template | None
Converter = Callable[[Reader, Node, Doc, Span], tree.Statement]


def statement(reader: Reader, child: Child) -> tree.Statement:
    at = node(child)
    span = reader.of(at)
    return CONVERTERS[at.data](reader, at, reader.doc(span), span)


def block(reader: Reader, child: Child, column: int = 0) -> tree.Block:
    """A block; ``column`` is where its clause (`else`, `otherwise`) begins, if `##` lines may stand before that."""
    at = node(child)
    places = []
    whole = reader.of(at)
    if column:
        places.append(Span(whole.file, whole.line, column, whole.line, column))
    first = reader.of(node(at.children[0]))
    if first.line > whole.line:
        places.append(first)
    doc = reader.doc(places[0], *places[1:]) if places else None
    statements = tuple(statement(reader, item) for item in at.children)
    return tree.Block(statements, doc, first.to(statements[-1].span))


def text(reader: Reader, child: Child) -> tree.Template | None:
    return None if child is None else template_of(reader, token(child))


def reason(reader: Reader, child: Child) -> tree.Template:
    return template_of(reader, token(child))


def ranking(reader: Reader, child: Child) -> tuple[tree.RankItem, ...]:
    if child is None:
        return ()
    return tuple(
        tree.RankItem(token(item.children[0]).value == "highest", expression(reader, item.children[1]), None, reader.of(item))
        for item in map(node, node(child).children)
    )


def outcome(reader: Reader, child: Child) -> tree.Outcome | None:
    if child is None:
        return None
    at = node(child)
    return tree.Outcome(expression(reader, at.children[0]) if at.data == "won" else None, reader.of(at))


def limit(reader: Reader, child: Child) -> tree.Limit | None:
    if child is None:
        return None
    at = node(child)
    kind: Literal["at most", "decreases"] = "at most" if at.data == "at_most" else "decreases"
    return tree.Limit(kind, expression(reader, at.children[0]), reader.of(at))


def _let(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    name, value = at.children
    return tree.Let(declared(reader, name), reader.of(token(name)), expression(reader, value), doc, span)


def _assign(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    target, value = (expression(reader, child) for child in at.children)
    if not isinstance(target, tree.Name | tree.Attribute | tree.Index):
        reader.report(
            "K124", "nothing can be assigned to this", target.span, "a variable, `seat.variable`, `piece.attribute` or `variable[key]` can"
        )
    return tree.Assign(target, value, doc, span)


def _do(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    name, given, when = at.children
    return tree.Do(name_of(name), reader.of(token(name)), arguments(reader, given), _moment(reader, when), doc, span)


def _moment(reader: Reader, child: Child) -> tree.Moment | None:
    if child is None:
        return None
    at = node(child)
    edge, of, whose = at.children
    span = reader.span(at.start, at.end)
    return tree.Moment("start" if name_of(edge) == "start" else "end", name_of(of), reader.of(token(of)), optional(reader, whose), span)


def _require(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    return tree.Require(expression(reader, at.children[0]), reason(reader, at.children[1]), doc, span)


def _ensure(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    return tree.Ensure(expression(reader, at.children[0]), reason(reader, at.children[1]), doc, span)


def _destination(reader: Reader, child: Child) -> tuple[tuple[tree.Expression, ...], bool]:
    at = node(child)
    return tuple(expression(reader, place) for place in at.children), at.data == "under"


def _move(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    what, source, destination = at.children
    moved, taken = expression(reader, what), optional(reader, source)
    return tree.Move(moved, taken, *_destination(reader, destination), doc, span)


def _draw(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    count, source, destination = at.children
    return tree.Draw(expression(reader, count), expression(reader, source), *_destination(reader, destination), doc, span)


Verb = Literal["shuffle", "close_up", "roll", "mark", "clear", "hide", "pay", "next_turn", "result"]


def _simple(verb: Verb) -> Converter:
    return lambda reader, at, doc, span: tree.Simple(verb, expression(reader, at.children[0]), doc, span)


def _pick(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    return tree.Pick(expression(reader, at.children[0]), expression(reader, at.children[1]), doc, span)


def _slide(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    piece, arrow, out = (expression(reader, child) for child in at.children)
    return tree.Slide(piece, arrow, out, doc, span)


def _reveal(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    return tree.Reveal(expression(reader, at.children[0]), optional(reader, at.children[1]), doc, span)


def _score(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    amount, source, whom = at.children
    return tree.Score(expression(reader, amount), name_of(source), reader.of(token(source)), expression(reader, whom), doc, span)


def _log(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    return tree.Log(reason(reader, at.children[0]), optional(reader, at.children[1]), doc, span)


def _end_game(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    said = at.children[1] if len(at.children) > 1 else None
    return tree.EndGame(outcome(reader, at.children[0]), text(reader, said), doc, span)


def _choose(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    action, order = at.children
    return tree.Choose(name_of(action), reader.of(token(action)), ranking(reader, order), doc, span)


def _pass(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    return tree.Pass(expression(reader, at.children[0]), expression(reader, at.children[1]), doc, span)


def _note(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    return tree.NoteIn(expression(reader, at.children[0]), expression(reader, at.children[1]), doc, span)


def _award(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    amount, among, order, source, ties = at.children
    how = token(ties).value
    return tree.Award(
        expression(reader, amount),
        optional(reader, among),
        ranking(reader, order),
        name_of(source),
        reader.of(token(source)),
        how,  # type: ignore[arg-type]  # the grammar has just these words
        doc,
        span,
    )


def _if(reader: Reader, at: Node, doc: Doc, span: Span, column: int = 0) -> tree.If:
    reader.deeper(at)
    column = column or span.column
    condition, then, rest = at.children
    said, then_block = expression(reader, condition), block(reader, then)
    otherwise: tree.Block | None = None
    if rest is not None and node(rest).data == "if_":
        under = reader.of(node(rest))
        before = reader.doc(Span(under.file, under.line, column, under.line, column))
        chained = _if(reader, node(rest), before, under, column)
        otherwise = tree.Block((chained,), None, chained.span)
    elif rest is not None:
        otherwise = block(reader, rest, column)
    reader.depth -= 1
    return tree.If(said, then_block, otherwise, doc, span)


def _case(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    subject, *arms, otherwise = at.children
    where = expression(reader, subject)
    first = reader.of(node(arms[0]))
    head = reader.doc(first)
    found = []
    for arm in map(node, arms):
        place = reader.of(arm)
        before = reader.doc(place)
        values = tuple(expression(reader, value) for value in arm.children[:-1])
        found.append(tree.Arm(values, block(reader, arm.children[-1]), before, place))
    final = None if otherwise is None else block(reader, otherwise, first.column)
    return tree.Case(where, tuple(found), final, joined(doc, head), span)


def joined(first: Doc, second: Doc) -> Doc:
    """Two runs of `##` lines about the same thing: one before it, one at the head of what it holds."""
    if first is None or second is None:
        return first or second
    return tree.Template((*first.parts, "\n", *second.parts), first.span.to(second.span))


def _for_each(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    pairs, where = binders(reader, at.children[0])
    return tree.ForEach(pairs, where, block(reader, at.children[1]), doc, span)


def _repeat_times(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    return tree.RepeatTimes(expression(reader, at.children[0]), block(reader, at.children[1]), doc, span)


def _repeat_until(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    until, bound, body, otherwise = at.children
    said, most, inner = expression(reader, until), limit(reader, bound), block(reader, body)
    after = None if otherwise is None else block(reader, node(otherwise).children[0], span.column)
    return tree.RepeatUntil(said, most, inner, after, doc, span)


def _take_turns(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    first, among, until, bound, body = at.children
    return tree.TakeTurns(
        expression(reader, first), optional(reader, among), optional(reader, until), limit(reader, bound), block(reader, body), doc, span
    )


def rule(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Rule:
    name, title, when, body = at.children
    return tree.Rule(
        declared(reader, name), reader.of(token(name)), text(reader, title), optional(reader, when), block(reader, body), doc, span
    )


def _decision(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Statement:
    from kilnscript.source.decisions import decision

    return decision(reader, at, doc, span)


CONVERTERS: dict[str, Converter] = {
    "let": _let,
    "assign": _assign,
    "do": _do,
    "require": _require,
    "ensure": _ensure,
    "move": _move,
    "draw": _draw,
    "shuffle": _simple("shuffle"),
    "close_up": _simple("close_up"),
    "roll": _simple("roll"),
    "mark": _simple("mark"),
    "clear": _simple("clear"),
    "hide": _simple("hide"),
    "pay": _simple("pay"),
    "next_turn": _simple("next_turn"),
    "result": _simple("result"),
    "pick": _pick,
    "slide": _slide,
    "reveal": _reveal,
    "score": _score,
    "log": _log,
    "end_game": _end_game,
    "choose": _choose,
    "pass_on": _pass,
    "note": _note,
    "award": _award,
    "if_": _if,
    "case": _case,
    "for_each": _for_each,
    "repeat_times": _repeat_times,
    "repeat_until": _repeat_until,
    "take_turns": _take_turns,
    "rule": rule,
    "decision": _decision,
}
