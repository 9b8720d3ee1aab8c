"""Strict YAML: what texts stay, where nodes are, and both parsers of PyYAML agree."""

import pytest
import yaml

from kilnscript.source import yaml_file
from kilnscript.source.kiln_file import expression_in, template_in, type_in
from kilnscript.source.resources import rules_folder
from kilnscript.source.yaml_file import read_yaml
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlNode, YamlScalar
from tests.source.places import written

SHIPPED = sorted(rules_folder().rglob("game.yaml"))


def scalars(node: YamlNode) -> list[YamlScalar]:
    match node:
        case YamlScalar():
            return [node]
        case YamlList():
            return [scalar for item in node.items for scalar in scalars(item)]
        case YamlMapping():
            return [scalar for _, item in node.entries.values() for scalar in scalars(item)]


def read(text: str) -> YamlMapping:
    root, found = read_yaml("game.yaml", text)
    assert not found
    assert root is not None
    return root


@pytest.mark.parametrize(
    "text",
    ["on", "no", "yes", "off", "~", "null", "1:30", "1.10", "1_000", "0x1F", "017", "2026-01-01", "1e3", ".inf", "=", "2..4", "café"],
)
def test_texts_stay_texts(text: str) -> None:
    value = read(f"a: {text}\n").entries["a"][1]
    assert isinstance(value, YamlScalar)
    assert (value.value, value.quoted) == (text, False)


def test_keys_stay_texts() -> None:
    assert list(read("no: 1\n1: 2\n3..: 4\n1.10: 5\n'x y': 6\n").entries) == ["no", "1", "3..", "1.10", "x y"]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_shipped_files_are_read_without_findings_and_placed(path) -> None:
    text = path.read_text(encoding="utf-8")
    for scalar in scalars(read(text)):
        if scalar.span.line == scalar.span.end_line and not scalar.quoted:
            assert written(scalar.span, text) == scalar.value
        for at, character in enumerate(scalar.value):
            if not character.isspace() and "\\" not in scalar.raw:
                assert written(scalar.span_of(at, at + 1), text) == character


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_both_parsers_agree(path, monkeypatch) -> None:
    text = path.read_text(encoding="utf-8")
    fast = read(text)
    monkeypatch.setattr(yaml_file, "EVENTS", yaml.Loader)
    assert scalars(read(text)) == scalars(fast)


def test_places_in_folded_and_quoted_texts() -> None:
    text = """texts:
  goal: >-
    Push tiles, {a}
    and reach
    {option.target} points.
  note: "one \\"two\\" {b}"
  plain: word
    and {c}
"""
    entries = read(text).entries["texts"][1].entries
    for name, line, hole in (("goal", 5, "{option.target}"), ("note", 6, "{b}"), ("plain", 8, "{c}")):
        template, found = template_in(entries[name][1])
        assert not found
        last = [part for part in template.parts if not isinstance(part, str)][-1]
        assert last.span.line == line
        assert written(last.span, text) == hole


def test_a_mistake_in_a_value_is_shown_where_it_stands() -> None:
    root = read('a:\n  is: list of 3\n  copies: "option. dice ** 2"\n')
    entries = root.entries["a"][1].entries
    found = type_in(entries["is"][1])[1]
    assert (found[0].span.line, found[0].span.column) == (2, 16)
    found = expression_in(entries["copies"][1])[1]
    assert (found[0].span.line, found[0].span.column) == (3, 26)


def test_decomposed_letters_are_composed() -> None:
    root = read("cafe\u0301: e\u0301te\u0301\n")
    assert list(root.entries) == ["café"]
    assert scalars(root)[0].value == "été"


def test_findings_do_not_depend_on_the_parser(monkeypatch) -> None:
    texts = ["a: b: c\n", "a: [1\n", "a: 'x\n", "a: 1\na: 2\n", "a: *x\n", "a:\n\tb: 1\n", "- a\n", "a: &x 1\n---\nb: 1\n", "a: {b}\n"]
    fast = [read_yaml("game.yaml", text)[1] for text in texts]
    monkeypatch.setattr(yaml_file, "EVENTS", yaml.Loader)
    assert [read_yaml("game.yaml", text)[1] for text in texts] == fast
