"""Makes the parser's tables: the grammar comes in, plain tables go out, built by Lark once and then read from a file."""

import hashlib
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

from kilnscript.source.lalr import Tables
from kilnscript.source.resources import DATA, grammar_folder

STARTS = ("start", "hole", "type_line")
FORMAT = "1"  # raise it when `Tables` changes
SIGNS = ("..", "<=", ">=", "<", ">", "-", "+", "*", "/", ".", ",", ":", "(", ")", "[", "]", "{", "}", "=")


@cache
def tables() -> Tables:
    """The tables of grammar/kiln.lark: from the wheel, from the cache of a checkout, or built now."""
    grammar = grammar_folder() / "kiln.lark"
    key = key_of(grammar)
    path = DATA / "kiln.tables"
    found = read_tables(path, key)
    if found is None:
        found = build(grammar.read_text(encoding="utf-8"))
        write_tables(path, key, found)
    return found


def key_of(grammar: Path) -> str:
    """What a saved file must have been made from. Lark's version is left out: any version gives tables for the same language."""
    return f"{FORMAT}-{hashlib.sha256(grammar.read_bytes()).hexdigest()}"


def read_tables(path: Path, key: str) -> Tables | None:
    """Tables saved under this key; anything else (missing, stale, broken) is None."""
    try:
        data = path.read_bytes()
        head, _, body = data.partition(b"\n")
        if head.decode("ascii", "replace") != f"{key} {hashlib.sha256(body).hexdigest()}":
            return None
        actions, gotos, starts, ends, rules, words, operators = json.loads(body)
    except (OSError, ValueError):
        return None
    return Tables(actions, gotos, starts, ends, [(*rule[:3], tuple(map(tuple, rule[3])), *rule[4:]) for rule in rules], words, operators)


def write_tables(path: Path, key: str, found: Tables) -> bool:
    """Saves tables; a read-only place is no harm."""
    parts = (found.actions, found.gotos, found.starts, found.ends, found.rules, found.words, found.operators)
    body = json.dumps(parts, separators=(",", ":")).encode("ascii")
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(f"{key} {hashlib.sha256(body).hexdigest()}\n".encode("ascii") + body)
        scratch.replace(path)  # never a half-written file for another process
    except OSError:
        return False
    return True


def build(grammar: str) -> Tables:
    """Lets Lark analyse the grammar (LALR(1), a conflict is an error of ours) and takes over what the driver needs."""
    from lark import Lark
    from lark.indenter import PythonIndenter

    lark: Any = Lark(
        grammar, parser="lalr", lexer="contextual", postlex=PythonIndenter(), maybe_placeholders=True, start=list(STARTS), strict=False
    )
    table = lark.parser.parser._parse_table
    numbers: dict[Any, int] = {}
    rules: list[tuple[Any, ...]] = []
    actions: list[dict[str, int]] = [{} for _ in table.states]
    gotos: list[dict[str, int]] = [{} for _ in table.states]
    for state, row in table.states.items():
        for symbol, (action, argument) in row.items():
            if action.name == "Shift":
                (actions if symbol.isupper() or symbol.startswith("$") else gotos)[state][symbol] = argument
            else:
                if argument not in numbers:
                    numbers[argument] = len(rules)
                    rules.append(_production(argument))
                actions[state][symbol] = -1 - numbers[argument]
    words, operators = _words(lark.terminals)
    return Tables(actions, gotos, dict(table.start_states), dict(table.end_states), rules, words, operators)


def _production(rule: Any) -> tuple[Any, ...]:
    keep: list[tuple[int, bool, int]] = []
    empty = rule.options.empty_indices
    before = [len(run) for run in "".join(str(int(bit)) for bit in empty).split("0")] if empty else [0] * (len(rule.expansion) + 1)
    nones = 0
    for index, symbol in enumerate(rule.expansion):
        nones += before[index]
        if not (symbol.is_term and symbol.filter_out):
            keep.append((index, not symbol.is_term and symbol.name.startswith("_"), nones))
            nones = 0
    nones += before[len(rule.expansion)]
    origin = str(rule.origin.name)
    data = "" if origin.startswith("_") else str(rule.alias or origin)
    lone = bool(rule.options.expand1) and not rule.alias
    # A unit rule that keeps its only symbol and would vanish: the driver has a short cut for it.
    short = lone and len(rule.expansion) == 1 and len(keep) == 1 and not nones and not keep[0][1] and not keep[0][2]
    return origin, len(rule.expansion), data, tuple(keep), nones, lone and (short or len(rule.expansion) != 1)


def _words(terminals: list[Any]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The words and signs of the grammar with their terminals, the more special terminal first."""
    words: dict[str, list[tuple[int, str]]] = {}
    operators: dict[str, str] = {}
    for terminal in terminals:
        pattern, text = terminal.pattern, terminal.pattern.value
        if pattern.type == "str" and re.fullmatch(r"\w+", text):
            words.setdefault(text, []).append((0, terminal.name))
        elif choice := re.fullmatch(r"\((\w+(?:\|\w+)*)\)\\b", text):  # HIGH_LOW, STATE, EDGE, TIES
            for word in choice.group(1).split("|"):
                words.setdefault(word, []).append((-1, terminal.name))
        else:
            regex = re.compile(pattern.to_regexp())
            for sign in SIGNS:
                if regex.fullmatch(sign):
                    operators.setdefault(sign, terminal.name)
    return {word: [name for _, name in sorted(found)] for word, found in words.items()}, operators
