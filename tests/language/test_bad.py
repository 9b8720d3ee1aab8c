"""Every mistake of the corpus prints what stands beside it. To record anew: `python -m tests.language.record`; see cases.py."""

import re

import pytest

from kilnscript.diagnostics.catalogue import files, syntax, yaml
from kilnscript.diagnostics.render import explain
from tests.language.cases import BAD, cases, expected_file, shown

# K08x and K25x belong to later stages, which have topics of their own.
CODES = [entry.code for module in (files, syntax, yaml) for entry in module.ENTRIES if entry.code[2] < "8" and entry.code < "K25"]


@pytest.mark.parametrize("case", cases())
def test_case_prints_what_is_expected(case: str) -> None:
    file = expected_file(case)
    assert file.exists(), "no .expected file: run `python -m tests.language.record`"
    text = shown(case)
    assert text, "a case of `bad` has at least one finding"
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_case_and_an_explanation(code: str) -> None:
    text = explain(code)
    assert text is not None
    assert len(text) > 80
    pattern = re.compile(rf"^(error|warning|note)\[{code}\]", re.MULTILINE)
    assert any(pattern.search(file.read_text(encoding="utf-8")) for file in BAD.rglob("*.expected"))


def test_names_of_codes_are_unique() -> None:
    names = [entry.name for module in (files, syntax, yaml) for entry in module.ENTRIES]
    assert len(names) == len(set(names))
