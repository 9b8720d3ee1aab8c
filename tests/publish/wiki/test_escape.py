"""Whatever a text contains, it stands on a wiki as it is written."""

from __future__ import annotations

import html
import random
import re

import mwparserfromhell as hell
import pytest
from hypothesis import given
from hypothesis import strategies as some

from kilnscript.publish.pages.wiki_escape import attribute, cleaned, escaped
from kilnscript.publish.pages.wikitext import bold
from tests.publish.wiki.rendered import Rendered, words
from tests.publish.wiki.server import Wiki

NASTY = [
    "a | b", "[[Main Page]]", "[[Category:X]]", "[[File:X.png]]", "{{subst:PAGENAME}}", "{{PAGENAME}}", "{{{1}}}", "<b>x</b>",
    "<nowiki>", "</nowiki>'''x'''", "<!-- x", "-->", "* x", "** x", ": x", "; x : y", "# x", "#REDIRECT [[X]]", " x", "----", "-----x",
    "'''x'''", "''x", "'x''y'", "don't", "dogs'", "'", "''", "~~~", "~~~~ x", "~~~~~", "__TOC__", "__NOTOC__", "_ _x_ __", "＿＿目次＿＿",
    "http://example.org", "see https://example.org/a?b=c&d, or mailto:a@b.c", "//example.org", "urn:x", "ftp://x news:y",
    "[http://x y]", "= x =", "== x ==", "x ==", "{|", "|}", "|-", "|+ x", "! x", "a !! b", "!", "!x", "a || b", "&amp;", "&lt;b&gt;",
    "&#91;", "&nbsp;x", "RFC 2616", "PMID 12345", "ISBN 978-3-16-148410-0", 'a\nb', 'a\n\nb', 'a\r\n* b', '\ta', "-{zh:x}-",
    "1:30 and a:b", "Points:", "%20", '\x7f\'"`UNIQ--x-1-QINU`"\'\x7f', "<ref>x</ref>", "<script>alert(1)</script>", "<references/>",
    "{{#if:x|y}}", "{{", "}}", "[", "]", "]]", "[[", "a<b>c", "x+y", "+1", "-1", "é", "é", "≠", '=\u0338', '<\u0338', "שלום", '\u202ex',
    '\U0001f469\u200d\U0001f3a8', '\u2028x', '\ufeffx', '\ufffex', '\ud800', '\x00', '\x1b[31m', "«x» ?", "x ; y !", "§", "::", "&&",
    "R", "RFC", "I'm", "P.S.", "''' ''", "<", ">", "&",
]  # fmt: skip
SIGNS = some.text(some.one_of(some.sampled_from("|[]{}<>*#:;=-+!'~_&\n\r\t \"/RFCPMISBN1a é"), some.characters(exclude_categories=["Cs"])))


def plain(wikitext: str) -> str:
    return html.unescape(wikitext)


@given(SIGNS)
def test_nothing_but_text(given_words: str) -> None:
    """No node of markup comes of it, and the text is all there."""
    for begins in (True, False):
        found = escaped(given_words, begins)
        tree = hell.parse(found if begins else f"x{found}")
        assert all(isinstance(node, (hell.nodes.Text, hell.nodes.HTMLEntity)) for node in tree.nodes), tree.nodes
        assert words(plain(found)) == words(given_words)
        assert "\n" not in found and not re.search(r"[|\[\]{}<>~=]|''|__", found)
        assert not re.match(r"[*#:;!+\s-]", found) or not begins


@given(SIGNS, SIGNS)
def test_parts_of_a_line_cannot_join_to_markup(first: str, second: str) -> None:
    found = escaped(first, True, False) + "<b>x</b>" + escaped(second, False)
    kinds = [type(node).__name__ for node in hell.parse(found).nodes if not isinstance(node, (hell.nodes.Text, hell.nodes.HTMLEntity))]
    assert kinds == ["Tag"]


@given(SIGNS)
def test_attributes_stay_closed(given_words: str) -> None:
    found = attribute(given_words)
    assert not re.search(r"[\"<>|\n]", found)
    assert words(plain(found)) == words(given_words)


@given(SIGNS)
def test_cleaning_is_done_once(given_words: str) -> None:
    assert cleaned(cleaned(given_words)) == cleaned(given_words)


def batch() -> list[str]:
    chance = random.Random(7)
    signs = "|[]{}<>*#:;=-+!'~_&\n \"/RFCab1é" + "'''[[{{__~~"
    texts = NASTY + [" ".join(chance.sample(NASTY, 3)) for _ in range(60)]
    return texts + ["".join(chance.choice(signs) for _ in range(chance.randint(1, 24))) for _ in range(240)]


@pytest.mark.xdist_group("mediawiki")
def test_a_wiki_shows_what_is_written(wiki: Wiki) -> None:
    """As a paragraph, in a list, in cells, in a heading, in bold and within code; parsed as when a page is saved."""
    texts = batch()
    forms = {
        "paragraph": lambda w: escaped(w),
        "list": lambda w: f"* {escaped(w)}",
        "cell": lambda w: f"{{|\n|-\n| {escaped(w)}\n! {escaped(w)}\n|}}",
        "heading": lambda w: f"=== {escaped(w, False)} ===",
        "bold": lambda w: bold(escaped(w, False)),
        "after": lambda w: f"'''x''' {escaped(w, False)}",
        "code": lambda w: f"<code>{escaped(w)}</code>",
        "link": lambda w: f"[[#x|{escaped(w) or 'x'}]]",
        "title": lambda w: f'<span title="{attribute(w)}">x</span>',
    }
    for name, form in forms.items():
        source = "__NOTOC__\n" + "\n\n".join(f'<div class="probe">\n{form(words_)}\n</div>' for words_ in texts)
        answer = wiki.api.post("parse", text=source, title="Probe", contentmodel="wikitext", prop="text", pst=1, disablelimitreport=1)
        pieces = str(answer["parse"]["text"]).split('<div class="probe">')[1:]
        assert len(pieces) == len(texts), name
        for given_words, piece in zip(texts, pieces, strict=True):
            inner = piece.rpartition("</div>")[0] if piece is not pieces[-1] else piece.rpartition("</div>")[0].rpartition("</div>")[0]
            expected = words(given_words)
            if name == "title":
                found = re.search(r'title="([^"]*)"', inner)
                assert words(html.unescape(found[1] if found else "")) == expected, (name, given_words, inner)
                continue
            shown = Rendered(f"<div>{inner}</div>")
            expected = {"cell": f"{expected} {expected}".strip(), "after": f"x {expected}".strip(), "link": expected or "x"}.get(
                name, expected
            )
            assert shown.text == expected, (name, given_words, inner)
            assert not shown.addresses, (name, given_words, inner)
