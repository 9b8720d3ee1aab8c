"""Files made to hurt: nothing hangs, nothing runs out of stack, and the finding names the place."""

import time

import pytest

from kilnscript.source.csv_file import read_csv
from kilnscript.source.kiln_file import read_expression, read_kiln, read_template, read_type
from kilnscript.source.yaml_file import read_yaml

N = 100_000
MOST_SECONDS = 60  # each takes less than one; test machines are slow and busy, and what this guards against takes minutes
HEAD = "phase a:\n    let x = "
KILN = {
    "brackets": HEAD + "(" * N,
    "closed brackets": HEAD + "(" * N + ")" * N,
    "lists": HEAD + "[" * N,
    "many brackets": "(" * 10_000_000,
    "sum": HEAD + "+".join(["1"] * 4000),
    "attributes": HEAD + "a" + ".b" * 4000,
    "minus": HEAD + "-" * 5000 + "1",
    "not": HEAD + "not " * 2000 + "a",
    "calls": HEAD + "f(" * N,
    "conditions": HEAD + "1 if a else (" * 700,
    "else if": "phase a:\n    if b: do c\n" + "    else if b: do c\n" * 5000,
    "blocks": "phase a:\n" + "".join(" " * (index + 1) + "if b:\n" for index in range(900)),
    "quotes": '"' * N,
    "triple quotes": 'phase a:\n    let x = """\n' * 5000,
    "lines": "\n" * 10_000_000,
    "declarations": "phase a:\n    do b\n" * 9000,
    "errors": "phase a:\n    do b c\n" * 9000,
    "errors in one": "phase a:\n" + "    do b c\n" * 15000,
    "junk": "x y z\n" * 15000,
    "texts": "## text\n" * 19000,
    "holes": 'phase a:\n    log "' + "{" * 9000 + '"\n',
    "full holes": 'phase a:\n    log "' + "{a}" * 3000 + '"\n',
    "indents": "phase a:\n" + "".join(" " * (4 + index % 7) + "do b\n" for index in range(15000)),
    "names": HEAD + "é" * 9000,
    "odd": HEAD + "\u200b" * 9000,
    "wide": HEAD + "“" * 9000,
    "zero": "\0" * N,
    "one line": "x" * 900_000,
    "operators": HEAD + "+ " * 4900,
    "commas": HEAD + "[" + "," * 9000,
    "tabs": "phase a:\n" + "\t" * 9000 + "do b\n",
}
YAML = {
    "lists": "a: " + "[" * N,
    "mappings": "a: " + "{a: " * N,
    "blocks": "\n".join(" " * index + "a:" for index in range(900)),
    "dashes": "- " * N,
    "keys": "\n".join(f"k{index}: 1" for index in range(19_000)),
    "flow keys": "a: {" + ", ".join(f"k{index}: 1" for index in range(60_000)) + "}",
    "million keys": "\n".join(f"k{index}: 1" for index in range(1_000_000)),
    "laughs": "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 300)),
    "question marks": "? " * N,
    "quotes": "a: '" * N,
    "anchors": "a: " + "&b " * N,
    "tags": "a: " + "! " * N,
    "colons": ": " * N,
    "text": "a: " + "x " * 400_000,
}


@pytest.mark.parametrize("name", KILN)
def test_rules_made_to_hurt(name: str) -> None:
    start = time.perf_counter()
    _, found = read_kiln("r.kiln", KILN[name])
    assert time.perf_counter() - start < MOST_SECONDS
    assert len(found) <= 101
    if name not in ("declarations", "holes", "full holes", "names", "triple quotes"):
        assert found


@pytest.mark.parametrize("name", YAML)
def test_yaml_made_to_hurt(name: str) -> None:
    start = time.perf_counter()
    _, found = read_yaml("game.yaml", YAML[name])
    assert time.perf_counter() - start < MOST_SECONDS
    assert len(found) <= 101
    if name not in ("keys", "flow keys", "text"):
        assert found


@pytest.mark.parametrize("text", ["," * 500_000, '"' * 500_000, "a\n" * 300_000, 'a,"b\n' * 9_000, "\n" * 15_000], ids=range(5))
def test_csv_made_to_hurt(text: str) -> None:
    start = time.perf_counter()
    read_csv("cards.csv", text)
    assert time.perf_counter() - start < MOST_SECONDS


def test_short_texts_of_game_yaml_made_to_hurt() -> None:
    for read in (read_expression, read_template, read_type):
        for text in ("(" * N, "{" * N, "a of " * 2000 + "b", "-" * N, "not " * 9000, "{(((((" * 9000, ""):
            read(text, "game.yaml", 1, 1)
