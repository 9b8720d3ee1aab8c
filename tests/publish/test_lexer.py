"""The Pygments lexer: nothing of a text is lost, every word of the grammar is coloured where it is one, and hostile text does no harm."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

pytest.importorskip("pygments", reason="Pygments is not installed (it comes with the extra `docs`)")

from pygments.token import Error, Keyword, Name, Operator, String, Token

from kilnscript.model.builtins import FUNCTIONS
from kilnscript.publish.lexer import BUILT_INS, KEYWORDS, KilnLexer

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "rules").rglob("*.kiln"))


def tokens(text: str) -> list[tuple[object, str]]:
    return list(KilnLexer(stripnl=False, ensurenl=False).get_tokens(text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_shipped_rules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = tokens(text)
    assert "".join(words for _, words in found) == text
    assert not [words for kind, words in found if kind in Error]
    kinds = [(kind, words) for kind, words in found if words.strip()]
    for kind, words in kinds:
        assert words not in ("require", "ensure") or kind in Keyword or kind in String, words
    declared = set(re.findall(r"^(?:phase|function|payment|example) (\w+)", text, re.MULTILINE))
    assert declared == {words for kind, words in kinds if kind in Name.Function} & declared


def test_the_words_are_those_of_the_grammar() -> None:
    grammar = re.sub(r"//[^\n]*", "", (ROOT / "grammar" / "kiln.lark").read_text(encoding="utf-8"))
    written = set(re.findall(r'"([a-z]+)"', grammar))
    assert written <= set(KEYWORDS)
    assert set(FUNCTIONS) <= set(BUILT_INS)


@pytest.mark.parametrize("word", KEYWORDS)
def test_every_word_is_coloured_at_the_beginning_of_a_statement(word: str) -> None:
    kind = next(kind for kind, words in tokens(f"    {word} x\n") if words.strip())
    assert kind in Keyword or kind in Operator.Word


def test_names_are_not_verbs() -> None:
    found = tokens("    score = turn.number + draw(2)\n    take turns from seat(1): do turn\n")
    assert [words for kind, words in found if kind in Keyword] == ["take", "turns", "from", "do"]
    assert (Name.Attribute, "number") in found
    assert (Keyword, "move") in tokens("    move [card in hand] to pile\n")
    assert (Name, "drawn") in tokens("    drawn[1] = 2\n")


def test_holes_hold_expressions() -> None:
    found = tokens('    log "{player} has {count(tiles)}"\n')
    assert (String.Interpol, "{") in found and (Name.Builtin, "count") in found


@given(some.text())
def test_any_text_comes_back(text: str) -> None:
    assert "".join(words for _, words in tokens(text)) == text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


@given(some.text(some.sampled_from('ab"{}#\n :\\.(=take')))
def test_odd_text_comes_back(text: str) -> None:
    found = tokens(text)
    assert "".join(words for _, words in found) == text
    assert all(kind in Token for kind, _ in found)
