"""The parser's tables: built, saved and read; a cache that cannot be used is no harm."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from lark import Lark
from lark.indenter import PythonIndenter

from kilnscript.source import tables
from kilnscript.source.lalr import LEXEME
from kilnscript.source.resources import grammar_folder

GRAMMAR = grammar_folder() / "kiln.lark"


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """`tables()` as a process sees it that has an empty cache."""
    monkeypatch.setattr(tables, "DATA", tmp_path)
    tables.tables.cache_clear()
    yield tmp_path / "kiln.tables"
    tables.tables.cache_clear()


def test_the_grammar_has_no_conflicts() -> None:
    assert tables.build(GRAMMAR.read_text(encoding="utf-8")).actions  # Lark refuses conflicts of reductions


@cache
def tokens() -> dict[str, str]:
    lark = Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", postlex=PythonIndenter(), start=list(tables.STARTS))
    return {terminal.name: terminal.pattern.to_regexp() for terminal in lark.terminals}


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "_x1",
        "été",
        "漢字",
        "1a",
        "12",
        "1.5",
        '"a"',
        '"a\\"b"',
        '"a',
        '""',
        '""" a\nb """',
        '"""a',
        "# a",
        "..",
        "<=",
        "=",
        "==",
        "{",
        ";",
        "a b",
    ],
)
def test_the_lexemes_of_the_driver_are_the_tokens_of_the_grammar(text: str) -> None:
    terminals = tokens()
    match = LEXEME.match(text)
    assert match is not None
    kind = match.lastgroup
    names = {"word": "NAME", "number": "NUMBER", "text": "STRING", "block": "TEXT_BLOCK", "comment": "COMMENT"}
    for group, name in names.items():
        assert (re.fullmatch(terminals[name], text) is not None) == (kind == group and match.group() == text)


def test_what_is_saved_is_read_again(fresh: Path) -> None:
    built = tables.tables()
    assert fresh.is_file()
    assert tables.read_tables(fresh, tables.key_of(GRAMMAR)) == built


@pytest.mark.parametrize("content", [b"", b"\n", b"garbage", b"1-0 0\n[]", bytes(range(256))], ids=range(5))
def test_a_broken_cache_is_built_anew(fresh: Path, content: bytes) -> None:
    fresh.write_bytes(content)
    assert tables.tables().actions
    assert fresh.read_bytes() != content


def test_changed_bytes_are_noticed(fresh: Path) -> None:
    tables.tables()
    fresh.write_bytes(fresh.read_bytes().replace(b"STRING", b"STRINK"))
    assert tables.read_tables(fresh, tables.key_of(GRAMMAR)) is None


def test_tables_of_another_grammar_are_not_used(fresh: Path, tmp_path: Path) -> None:
    tables.tables()
    other = tmp_path / "other.lark"
    other.write_text(GRAMMAR.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert tables.read_tables(fresh, tables.key_of(other)) is None


def test_a_place_that_cannot_be_written_is_no_harm(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(tables, "DATA", tmp_path / "file")  # nothing can be made below a file
    tables.tables.cache_clear()
    assert tables.tables().actions
    tables.tables.cache_clear()


def test_the_command_of_the_package_build(tmp_path: Path) -> None:
    output = tmp_path / "deep" / "kiln.tables"
    subprocess.run([sys.executable, "-m", "kilnscript.source.build_tables", str(output)], check=True)
    assert tables.read_tables(output, tables.key_of(GRAMMAR)) is not None


def test_reading_rules_needs_no_lark(fresh: Path) -> None:
    tables.write_tables(fresh, tables.key_of(GRAMMAR), tables.build(GRAMMAR.read_text(encoding="utf-8")))
    program = (
        f"import sys; from pathlib import Path; from kilnscript.source import tables; tables.DATA = Path({str(fresh.parent)!r});"
        "from kilnscript.source.kiln_file import read_kiln; assert not read_kiln('r', 'setup: do x')[1]; assert 'lark' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
