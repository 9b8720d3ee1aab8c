"""Every code about names, types, structure and readers has a case in the corpus and an explanation."""

import re

import pytest

from kilnscript.diagnostics.catalogue import CATALOGUE, names, readers, structure, types
from tests.language.cases import BAD

ENTRIES = [entry for module in (names, types, structure, readers) for entry in module.ENTRIES]
PRINTED = "\n".join(file.read_text(encoding="utf-8") for file in sorted(BAD.rglob("*.expected")))


@pytest.mark.parametrize("code", [entry.code for entry in ENTRIES])
def test_every_code_has_a_case_and_an_explanation(code: str) -> None:
    entry = CATALOGUE[code]
    assert re.search(rf"^(error|warning|note)\[{code}\] {entry.name}: ", PRINTED, re.MULTILINE)
    assert len(entry.explanation) > 40
    assert entry.bad and entry.good and entry.bad != entry.good


def test_names_are_unique() -> None:
    everywhere = [entry.name for entry in CATALOGUE.values()]
    assert [entry.name for entry in ENTRIES if everywhere.count(entry.name) > 1] == []
