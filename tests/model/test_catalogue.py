"""Every code of declarations has a case in the corpus, and its examples are what they say they are."""

import re

import pytest

from kilnscript.diagnostics.catalogue import Entry, declarations, yaml
from kilnscript.diagnostics.catalogue.declarations import ENTRIES
from kilnscript.model.declare import declare
from kilnscript.model.declare.merge import merge
from kilnscript.model.declare.structure import schema
from kilnscript.source.load import SourceFiles
from kilnscript.source.yaml_file import read_yaml
from tests.language.cases import BAD

# What the short examples of the catalogue leave out.
AROUND = """game: sample
title: Sample
players: 2..4
options: {dice: {range: 1..6, default: 5}, wild: {default: no}, timer: {values: ["off", 30], default: 30}}
kinds:
  colour: {plural: colours, members: [cobalt, ash, red, blue]}
  side: {members: [white, black]}
  suit: {members: [hearts, spades]}
  good: {plural: goods, members: [salt, grain]}
components:
  tile: {has: {colour: colour}, copies: 20}
  card: {has: {suit: suit}, copies: 13}
  man: {has: {side: side}, copies: 16}
places: {board: {shape: grid 3 x 3, holds: man}}
"""
CHECKED = [entry for entry in (*ENTRIES, *yaml.ENTRIES) if entry.code >= "K250" and entry.code != "K363"]  # K363 needs rules


def codes(example: str) -> set[str] | None:
    """The findings about an example, or None for a part of a section, a table, rules, a second file."""
    node, _ = read_yaml("example.yaml", example)
    if node is None or not set(node.entries) <= set(schema()["properties"]) or "extends" in node.entries or "from: cards.csv" in example:
        return None
    around, _ = read_yaml("around.yaml", AROUND)
    assert around is not None
    for section, (_, mapping) in node.entries.items():  # what an example declares takes the place of what is around it
        if section in around.entries and hasattr(mapping, "entries"):
            kept = around.entries[section][1]
            if hasattr(kept, "entries"):
                for name in set(mapping.entries) & set(kept.entries):
                    del kept.entries[name]
    return {finding.code for finding in declare(merge(around, node), SourceFiles(), {}).diagnostics}


@pytest.mark.parametrize("entry", CHECKED, ids=lambda entry: entry.code)
def test_examples_are_what_they_say(entry: Entry) -> None:
    bad, good = codes(entry.bad), codes(entry.good)
    if bad is not None:
        assert entry.code in bad, bad
    if good is not None:
        assert not good


def test_most_examples_can_be_tried() -> None:
    assert sum(codes(entry.bad) is not None for entry in CHECKED) >= 45


@pytest.mark.parametrize("entry", declarations.ENTRIES, ids=lambda entry: entry.code)
def test_every_code_has_a_case(entry: Entry) -> None:
    pattern = re.compile(rf"^(error|warning|note)\[{entry.code}\]", re.MULTILINE)
    assert any(pattern.search(file.read_text(encoding="utf-8")) for file in BAD.rglob("*.expected"))
    assert entry.explanation.endswith(".")
