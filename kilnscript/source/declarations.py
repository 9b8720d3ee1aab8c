"""Top-level declarations and examples: nodes of the grammar come in, items of the tree come out."""

from collections.abc import Callable

from kilnscript.diagnostics import Span
from kilnscript.source import tree
from kilnscript.source.decisions import action, parameters
from kilnscript.source.expressions import arguments, expression, optional
from kilnscript.source.lalr import Child, Node
from kilnscript.source.reader import Reader, name_of, node, token
from kilnscript.source.statements import Doc, block, joined, outcome, reason, rule, statement, text
from kilnscript.source.templates import plain_of, text_of
from kilnscript.source.words import declared


def item(reader: Reader, child: Child) -> tree.Item:
    at = node(child)
    span = reader.of(at)
    doc = reader.doc(span)
    match at.data:
        case "instead":
            return tree.Instead(part(reader, node(at.children[0])), doc, span)
        case "also_in":
            name = token(at.children[0])
            return tree.AlsoIn(name_of(name), reader.of(name), block(reader, at.children[1]), doc, span)
        case "example":
            return _example(reader, at, doc, span)
        case _:
            return PARTS[at.data](reader, at, doc, span)


def part(reader: Reader, at: Node) -> tree.Part:
    return PARTS[at.data](reader, at, None, reader.of(at))


def _setup(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    return tree.Setup(block(reader, at.children[0]), doc, span)


def _play(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    return tree.Play(block(reader, at.children[0]), doc, span)


def _scoring(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    return tree.Scoring(block(reader, at.children[0]), doc, span)


def _end_watch(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    name, how, when, *said = at.children
    ended = outcome(reader, how)
    return tree.EndWatch(
        declared(reader, name), reader.of(token(name)), ended, expression(reader, when), text(reader, said[0] if said else None), doc, span
    )


def _rank(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    criteria = []
    for item in map(node, at.children):
        order, value, words = item.children
        highest = token(order).value == "highest"
        criteria.append(tree.RankItem(highest, expression(reader, value), text(reader, words), reader.of(item)))
    return tree.Rank(tuple(criteria), doc, span)


def _always(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    name, condition, said = at.children
    return tree.Always(declared(reader, name), reader.of(token(name)), expression(reader, condition), reason(reader, said), doc, span)


def _bot_hint(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    return tree.BotHint(expression(reader, at.children[0]), doc, span)


def _phase(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    name, given, title, body = at.children
    return tree.Phase(
        declared(reader, name), reader.of(token(name)), parameters(reader, given), text(reader, title), block(reader, body), doc, span
    )


def _function(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    name, given, body = at.children
    found = parameters(reader, given)
    named, place = declared(reader, name), reader.of(token(name))
    if node(body).data == "block":
        return tree.Function(named, place, found, None, block(reader, body), doc, span)
    return tree.Function(named, place, found, expression(reader, body), None, doc, span)


def _payment(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Part:
    name, given, *ways = at.children
    found = parameters(reader, given)
    head = reader.doc(reader.of(node(ways[0])))
    named = declared(reader, name)
    return tree.Payment(named, reader.of(token(name)), found, tuple(_way(reader, node(way)) for way in ways), joined(doc, head), span)


def _way(reader: Reader, at: Node) -> tree.Way:
    span = reader.of(at)
    doc = reader.doc(span)
    name, given, when, *lines = at.children
    found, condition = parameters(reader, given), optional(reader, when)
    gives: list[tree.Expression] = []
    covers: list[tree.Expression] = []
    effects: list[tree.Statement] = []
    most: tree.Expression | None = None
    counted: tree.Expression | None = None
    for index, line in enumerate(map(node, lines)):
        if index == 0 or line.data in ("way_give", "way_cover", "way_limit"):
            doc = joined(doc, reader.doc(reader.of(line)))
        match line.data:
            case "way_give":
                gives.append(expression(reader, line.children[0]))
            case "way_cover":
                covers.append(expression(reader, line.children[0]))
            case "way_limit":
                if most is not None:
                    reader.report("K126", "a way has one limit", reader.of(line), "leave one `at most … times`")
                most, counted = expression(reader, line.children[0]), optional(reader, line.children[1])
            case _:
                effects.append(statement(reader, line.children[0]))
    named = declared(reader, name)
    return tree.Way(named, reader.of(token(name)), found, condition, tuple(gives), tuple(covers), most, counted, tuple(effects), doc, span)


def _example(reader: Reader, at: Node, doc: Doc, span: Span) -> tree.Example:
    name, title, *lines = at.children
    head = reader.doc(reader.of(node(lines[0])))
    found = tuple(_example_line(reader, node(line)) for line in lines)
    named = declared(reader, name)
    return tree.Example(named, reader.of(token(name)), plain_of(reader, token(title)), found, joined(doc, head), span)


def _example_line(reader: Reader, at: Node) -> tree.ExampleLine:
    span = reader.of(at)
    first = at.children[0]
    match at.data:
        case "ex_with":
            return tree.ExampleWith(arguments(reader, first), span)
        case "ex_given":
            return tree.ExampleGiven(expression(reader, first), expression(reader, at.children[1]), span)
        case "ex_start":
            given = arguments(reader, at.children[1])
            return tree.ExampleStart(name_of(first), reader.of(token(first)), given, optional(reader, at.children[2]), span)
        case "ex_when":
            return tree.ExampleWhen(tuple(_step(reader, node(step)) for step in at.children), span)
        case "ex_then":
            return tree.ExampleThen(expression(reader, first), span)
        case "ex_allowed":
            return tree.ExampleAllowed(text_of(reader, token(first)), span)
        case _:
            return tree.ExampleRefused(text_of(reader, token(first)), text_of(reader, token(at.children[1])), span)


def _step(reader: Reader, at: Node) -> tree.ExampleStep:
    return tree.ExampleStep(optional(reader, at.children[0]), text_of(reader, token(at.children[1])), reader.of(at))


PARTS: dict[str, Callable[[Reader, Node, Doc, Span], tree.Part]] = {
    "setup": _setup,
    "play": _play,
    "scoring": _scoring,
    "end_watch": _end_watch,
    "rank": _rank,
    "always": _always,
    "bot_hint": _bot_hint,
    "phase": _phase,
    "action": action,
    "rule": rule,
    "function": _function,
    "payment": _payment,
}
