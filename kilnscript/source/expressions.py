"""Expressions: nodes of the grammar come in, expressions of the tree come out."""

from collections.abc import Callable

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source import tree
from kilnscript.source.lalr import Child, Node, Stop, Token, parse
from kilnscript.source.limits import too_deep
from kilnscript.source.mistakes import explain
from kilnscript.source.reader import Reader, TooDeep, name_of, node, token
from kilnscript.source.tables import tables
from kilnscript.source.templates import text_of

Converter = Callable[[Reader, Node], tree.Expression]


def expression(reader: Reader, child: Child) -> tree.Expression:
    at = node(child)
    reader.deeper(at)
    result = CONVERTERS[at.data](reader, at)
    reader.depth -= 1
    return result


def optional(reader: Reader, child: Child) -> tree.Expression | None:
    return None if child is None else expression(reader, child)


def arguments(reader: Reader, child: Child) -> tuple[tree.Argument, ...]:
    if child is None:
        return ()
    found = []
    for item in map(node, node(child).children):
        if item.data == "named":
            found.append(tree.Argument(name_of(item.children[0]), expression(reader, item.children[1]), reader.of(item)))
        else:
            found.append(tree.Argument(None, expression(reader, item), reader.of(item)))
    return tuple(found)


def binders(reader: Reader, child: Child) -> tuple[tuple[tree.Binder, ...], tree.Expression | None]:
    """The `x in S, y in T` and the condition behind `where`."""
    *pairs, where = node(child).children
    found = []
    for pair in map(node, pairs):
        name = token(pair.children[0])
        found.append(tree.Binder(name_of(name), reader.of(name), expression(reader, pair.children[1]), reader.of(pair)))
    return tuple(found), optional(reader, where)


def read_hole(
    text: str, span_of: Callable[[int, int], Span], span: Span, diagnostics: list[Diagnostic]
) -> tree.Hole | tree.TableHole | None:
    """The inside of `{…}`; None if it could not be read (reported)."""
    found = _read(text, span_of, diagnostics, "hole")
    if found is None:
        return None
    inside, reader = found
    child = inside.children[0]
    if isinstance(child, Token):
        return tree.TableHole(name_of(child), span)
    try:
        return tree.Hole(expression(reader, child), span)
    except TooDeep as error:
        diagnostics.append(too_deep(error.span))
        return None


def read_expression(text: str, span_of: Callable[[int, int], Span], span: Span, diagnostics: list[Diagnostic]) -> tree.Expression | None:
    """One expression on its own; None if it could not be read (reported)."""
    found = read_hole(text, span_of, span, diagnostics)
    if isinstance(found, tree.TableHole):
        diagnostics.append(Diagnostic("K101", "a whole table cannot stand here", span))
        return None
    return found.value if found else None


def _read(text: str, span_of: Callable[[int, int], Span], diagnostics: list[Diagnostic], start: str) -> tuple[Node, Reader] | None:
    reader = Reader(text, span_of, diagnostics)
    try:
        return parse(tables(), text, 0, len(text), start), reader
    except Stop as stop:
        diagnostics.append(explain(stop, text, 0, len(text), span_of))
        return None


def read_type_node(text: str, span_of: Callable[[int, int], Span], diagnostics: list[Diagnostic]) -> tree.TypeExpression | None:
    """One type on its own; None if it could not be read (reported)."""
    found = _read(text, span_of, diagnostics, "type_line")
    if found is None:
        return None
    try:
        return _type(found[1], node(found[0].children[0]))
    except TooDeep as error:
        diagnostics.append(too_deep(error.span))
        return None


def _type(reader: Reader, at: Node) -> tree.TypeExpression:
    span = reader.of(at)
    reader.deeper(at)
    match at.data:
        case "optional":
            return tree.TypeOptional(_type(reader, node(at.children[0])), span)
        case "range_type":
            return tree.TypeRange(_bound(reader, at.children[0]), _bound(reader, at.children[1]), span)
        case "from_type":
            return tree.TypeRange(_bound(reader, at.children[0]), None, span)
        case "bool_type":
            return tree.TypeYesNo(span)
        case "of_type":
            return tree.TypeName(name_of(at.children[0]), _type(reader, node(at.children[1])), span)
        case _:
            return tree.TypeName(name_of(at.children[0]), None, span)


def _bound(reader: Reader, child: Child) -> tree.Expression:
    at = node(child)
    if at.data == "computed":
        return expression(reader, at.children[0])
    if at.data == "negative_number":
        number = token(at.children[0])
        return tree.Negative(_number_value(reader, number), reader.of(at))
    return expression(reader, at)


def _number_value(reader: Reader, at: Token) -> tree.Number:
    span = reader.of(at)
    if len(at.value) > 12:
        reader.report("K134", "this number is too large", span, "numbers have at most 12 digits")
        return tree.Number(0, span)
    return tree.Number(int(at.value), span)


def _number(reader: Reader, at: Node) -> tree.Expression:
    return _number_value(reader, token(at.children[0]))


def _text(reader: Reader, at: Node) -> tree.Expression:
    return text_of(reader, token(at.children[0]))


def _name(reader: Reader, at: Node) -> tree.Expression:
    return tree.Name(name_of(at.children[0]), reader.of(at))


def _attribute(reader: Reader, at: Node) -> tree.Expression:
    name = token(at.children[1])
    return tree.Attribute(expression(reader, at.children[0]), name_of(name), reader.of(name), reader.of(at))


def _index(reader: Reader, at: Node) -> tree.Expression:
    owner, *keys = at.children
    return tree.Index(expression(reader, owner), tuple(expression(reader, key) for key in keys), reader.of(at))


def _call(reader: Reader, at: Node) -> tree.Expression:
    name, *rest = at.children
    given = arguments(reader, rest[0]) if rest else ()
    return tree.Call(name_of(name), reader.of(token(name)), given, optional(reader, rest[1]) if rest else None, reader.of(at))


def _query(reader: Reader, at: Node) -> tree.Expression:
    name, bound, body, otherwise = at.children
    pairs, where = binders(reader, bound)
    return tree.Query(
        name_of(name), reader.of(token(name)), pairs, where, optional(reader, body), optional(reader, otherwise), reader.of(at)
    )


def _list(reader: Reader, at: Node) -> tree.Expression:
    return tree.ListOf(tuple(expression(reader, item) for item in at.children if item is not None), reader.of(at))


def _filter(reader: Reader, at: Node) -> tree.Expression:
    pairs, where = binders(reader, at.children[0])
    return tree.Filter(pairs, where, reader.of(at))


def _conditional(reader: Reader, at: Node) -> tree.Expression:
    then, condition, otherwise = (expression(reader, child) for child in at.children)
    return tree.Conditional(then, condition, otherwise, reader.of(at))


def _compare(reader: Reader, at: Node) -> tree.Expression:
    sign = token(at.children[1]).value
    return tree.Binary(sign, expression(reader, at.children[0]), expression(reader, at.children[2]), reader.of(at))  # type: ignore[arg-type]


def _binary(operator: tree.BinaryOperator) -> Converter:
    return lambda reader, at: tree.Binary(operator, expression(reader, at.children[0]), expression(reader, at.children[1]), reader.of(at))


def _is(negated: bool) -> Converter:
    return lambda reader, at: tree.Is(expression(reader, at.children[0]), expression(reader, at.children[1]), negated, reader.of(at))


def _is_in(negated: bool) -> Converter:
    return lambda reader, at: tree.IsIn(expression(reader, at.children[0]), expression(reader, at.children[1]), negated, reader.of(at))


def _is_state(negated: bool) -> Converter:
    return lambda reader, at: tree.IsState(
        expression(reader, at.children[0]),
        token(at.children[1]).value,  # type: ignore[arg-type]
        negated,
        reader.of(at),
    )


CONVERTERS: dict[str, Converter] = {
    "number": _number,
    "text": _text,
    "text_block": _text,
    "name": _name,
    "yes": lambda reader, at: tree.YesNo(True, reader.of(at)),
    "no": lambda reader, at: tree.YesNo(False, reader.of(at)),
    "none": lambda reader, at: tree.NoneValue(reader.of(at)),
    "attribute": _attribute,
    "index": _index,
    "call": _call,
    "query": _query,
    "list": _list,
    "filter": _filter,
    "conditional": _conditional,
    "not": lambda reader, at: tree.Not(expression(reader, at.children[0]), reader.of(at)),
    "negative": lambda reader, at: tree.Negative(expression(reader, at.children[0]), reader.of(at)),
    "compare": _compare,
    "or": _binary("or"),
    "and": _binary("and"),
    "range": _binary(".."),
    "add": _binary("+"),
    "subtract": _binary("-"),
    "multiply": _binary("*"),
    "divide": _binary("/"),
    "mod": _binary("mod"),
    "is": _is(False),
    "is_not": _is(True),
    "is_in": _is_in(False),
    "is_not_in": _is_in(True),
    "is_state": _is_state(False),
    "is_not_state": _is_state(True),
}
