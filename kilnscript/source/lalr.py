"""Runs the LALR(1) tables: a stretch of text comes in, a tree of nodes with offsets or the place where it stopped comes out."""

import re
import sys
from dataclasses import dataclass, field


@dataclass(slots=True)
class Tables:
    """What `tables` gets out of the grammar, as plain data.

    ``actions[state][terminal]`` is the state to go to, or ``-1 - rule`` for a reduction; ``gotos[state][nonterminal]`` is a state.
    """

    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]
    starts: dict[str, int]
    ends: dict[str, int]
    rules: list["Production"]
    words: dict[str, list[str]]  # word -> terminals it may be, the most special first
    operators: dict[str, str]


# (nonterminal, length, name of the node or "" for a list, children kept, closing Nones, a lone child replaces the node)
# A kept child is (index, its children are spliced in, Nones before it).
Production = tuple[str, int, str, tuple[tuple[int, bool, int], ...], int, bool]


class Token:
    """A word, number, text or sign."""

    __slots__ = ("end", "start", "type", "value")

    def __init__(self, type: str, value: str, start: int, end: int) -> None:
        self.type = type
        self.value = value
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"{self.type}({self.value!r})"


class Node:
    """``data`` is the name of the grammar's alternative; ``start`` and ``end`` are offsets in the text."""

    __slots__ = ("children", "data", "end", "start")

    def __init__(self, data: str, children: list["Child"], start: int, end: int) -> None:
        self.data = data
        self.children = children
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"{self.data}{self.children!r}"


Child = Node | Token | None


@dataclass(slots=True)
class Stop(Exception):
    """The token that could not stand there and the states at that point, from which `accepted` tells what could have."""

    token: Token
    states: list[int]
    kind: str  # "token", "character", "dedent", "depth"
    words: list[Token] = field(default_factory=list)


class _Halt(Exception):
    """As many tokens as wanted have been taken."""


LEXEME = re.compile(
    r"(?P<space>[ \t]+)"
    r"|(?P<word>[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*)"
    r"|(?P<number>[0-9]+)"
    r'|(?P<block>"""[\s\S]*?""")'
    r'|(?P<text>"(?!"")(?:[^"\\\n]|\\.)*")'
    r"|(?P<comment>#[^\n]*)"
    r"|(?P<line>\n[ \n]*)"
    r"|(?P<sign>\.\.|<=|>=|[-+*/.,:()\[\]{}=<>])"
    r"|(?P<other>.)"
)
LAYOUT = frozenset(("_NEWLINE", "_INDENT", "_DEDENT"))
MOST_BRACKETS = 40
MOST_BLOCKS = 20


def parse(tables: Tables, text: str, first: int, last: int, start: str) -> Node:
    """The tree of text[first:last] for one start symbol; raises Stop."""
    machine = Machine(tables, start)
    try:
        return _run(machine, text, first, last, start)
    except Stop as stop:
        if stop.kind == "token":  # the parser reduced before it noticed: run again, up to the token before
            again = Machine(tables, start, machine.count - 1)
            try:
                _run(again, text, first, last, start)
            except _Halt:
                stop.states = again.states
        raise


def _run(machine: "Machine", text: str, first: int, last: int, start: str) -> Node:
    tables = machine.tables
    feed = machine.feed
    actions, words, operators = tables.actions, tables.words, tables.operators
    states = machine.states
    indents = [0]
    depth = 0
    position = first
    whole = start == "start"
    for match in LEXEME.finditer(text, first, last):
        kind = match.lastgroup
        if kind == "space" or kind == "comment":
            continue
        value = match.group()
        position = match.start()
        if kind == "word":
            row = actions[states[-1]]
            type = "NAME"
            for candidate in words.get(value, ()):
                if candidate in row:
                    type = candidate
                    break
        elif kind == "sign":
            type = operators.get(value, "")
            if value in "([":
                depth += 1
                if depth > MOST_BRACKETS:
                    raise Stop(Token(value, value, position, position + 1), states, "depth")
            elif value in ")]" and depth:
                depth -= 1
        elif kind == "line":
            if depth or not whole:
                continue
            end = match.end()
            if end < last and text[end] == "#":  # the indentation of a comment means nothing
                continue
            indent = len(value) - value.rfind("\n") - 1 if end < last else 0
            feed(Token("_NEWLINE", "", position, position))
            at = end if end < last else position
            if indent > indents[-1]:
                indents.append(indent)
                if len(indents) > MOST_BLOCKS:
                    raise Stop(Token("_INDENT", "", at, at), states, "depth")
                feed(Token("_INDENT", "", at, at))
            while indent < indents[-1]:
                indents.pop()
                if indent > indents[-1]:
                    raise Stop(Token("_DEDENT", "", at, at), states, "dedent")
                feed(Token("_DEDENT", "", at, at))
            continue
        elif kind == "number":
            type = "NUMBER"
        elif kind == "text":
            type = "STRING"
        elif kind == "block":
            type = "TEXT_BLOCK"
        else:
            raise Stop(Token("", value, position, position + 1), states, "character")
        feed(Token(type, value, position, position + len(value)))
    return machine.finish(last)


class Machine:
    """The two stacks of the parser; `feed` takes one token."""

    __slots__ = ("bounds", "count", "end", "limit", "states", "tables", "values")

    def __init__(self, tables: Tables, start: str, limit: int = sys.maxsize) -> None:
        self.tables = tables
        self.count = 0  # tokens taken; `limit` is how many to take
        self.limit = limit
        self.states = [tables.starts[start]]
        self.end = tables.ends[start]
        self.values: list[object] = []
        self.bounds: list[tuple[int, int]] = []  # (start, end) of each value; layout has none (start > end)

    def feed(self, token: Token) -> None:
        """Reduces as far as the token allows and shifts it; raises Stop."""
        if self.count >= self.limit:
            raise _Halt
        self.count += 1
        actions, gotos, rules = self.tables.actions, self.tables.gotos, self.tables.rules
        states, values, bounds = self.states, self.values, self.bounds
        type = token.type
        while True:
            action = actions[states[-1]].get(type)
            if action is None:
                raise Stop(token, states, "token")
            if action >= 0:
                states.append(action)
                values.append(token)
                bounds.append((1 << 60, -1) if type in LAYOUT else (token.start, token.end))
                return
            origin, size, data, keep, nones, lone = rules[-1 - action]
            if size == 1 and lone:  # by far the commonest: `?sum: term`
                states.pop()
                states.append(gotos[states[-1]][origin])
                continue
            self.reduce(origin, size, data, keep, nones, lone)
            if states[-1] == self.end and type == "$END":
                return

    def reduce(self, origin: str, size: int, data: str, keep: tuple[tuple[int, bool, int], ...], nones: int, lone: bool) -> None:
        states, values, bounds = self.states, self.values, self.bounds
        if size:
            parts, spans = values[-size:], bounds[-size:]
            del states[-size:], values[-size:], bounds[-size:]
            start, end = min(span[0] for span in spans), max(span[1] for span in spans)
        else:
            parts, start, end = [], 1 << 60, -1
        children: list[Child] = []
        for index, splice, before in keep:
            if before:
                children += [None] * before
            part = parts[index]
            if splice:
                children += part  # type: ignore[arg-type]
            else:
                children.append(part)  # type: ignore[arg-type]
        if nones:
            children += [None] * nones
        value: object = children if not data else children[0] if lone and len(children) == 1 else Node(data, children, start, end)
        states.append(self.tables.gotos[states[-1]][origin])
        values.append(value)
        bounds.append((start, end))

    def finish(self, last: int) -> Node:
        self.feed(Token("$END", "", last, last))
        value = self.values[-1]
        start, end = self.bounds[-1]
        return value if isinstance(value, Node) else Node("start", [value], start, end)  # type: ignore[list-item]


def accepted(tables: Tables, states: list[int]) -> set[str]:
    """The terminals that could really stand at this point (a reduction alone does not make one acceptable)."""
    return {terminal for terminal in tables.actions[states[-1]] if _accepts(tables, states, terminal)}


def _accepts(tables: Tables, states: list[int], terminal: str) -> bool:
    stack = list(states)
    for _ in range(1000):
        action = tables.actions[stack[-1]].get(terminal)
        if action is None:
            return False
        if action >= 0:
            return True
        origin, size = tables.rules[-1 - action][:2]
        if size:
            del stack[-size:]
        goto = tables.gotos[stack[-1]].get(origin)
        if goto is None:
            return True
        stack.append(goto)
        if terminal == "$END" and goto in tables.ends.values():
            return True
    return False
