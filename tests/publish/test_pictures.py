"""Icons, boards and diagrams as SVG: well formed, told in words too, and nothing in a text becomes markup."""

import re
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kilnscript.publish import graphviz
from kilnscript.publish.graphviz import NoPicture, drawn, fitted, svg_for_page
from kilnscript.publish.pages.page import Board, Icon
from kilnscript.publish.pages.pictures import board_svg, bright, described, icon_svg

NS = "{http://www.w3.org/2000/svg}"
words = some.text(some.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))


@given(words, words, words, some.sampled_from(["piece", "token", "card", "mark"]))
def test_any_text_is_an_icon(name: str, letter: str, glyph: str, shape: str) -> None:
    root = Xml.fromstring(icon_svg(Icon(name, letter, glyph, "#c0392b", shape)))  # type: ignore[arg-type]
    assert root.get("aria-label") == name
    assert {element.tag for element in root.iter()} <= {NS + tag for tag in ("svg", "title", "rect", "circle", "text")}


def test_a_board_shows_every_piece_and_what_changed() -> None:
    red = Icon("red", "R", "●", "#c0392b")
    board = Board("Kiln", ((red, None), (None, red)), ("1", "2"), ("A", "B"), ((1, 1),))
    root = Xml.fromstring(board_svg(board))
    assert [element.text for element in root.iter(f"{NS}title")] == ["A1: red", "B2: red"]
    assert [element.text for element in root.iter(f"{NS}text")][:4] == ["A", "B", "1", "2"]
    assert len(root.findall(f"{NS}rect[@class='kiln-changed']")) == 1
    assert root.get("aria-label") == "Kiln: row 1: red, empty; row 2: empty, red"


def test_a_heap_is_broken_into_lines() -> None:
    heap = Board("Pool", (tuple(Icon(str(n)) for n in range(30)),), more=5)
    assert described(heap).endswith("29; and 5 more")
    assert Xml.fromstring(board_svg(heap)).get("viewBox") == "0 0 434 110"


def test_signs_can_be_read_on_their_ground() -> None:
    assert bright("#ffffff") and bright("#d9a400") and not bright("#000000") and not bright("#1f4fa3")


DOT = 'digraph "x" { label="A <b> & c"; "a" [label="one", URL="#phase-a"]; "b" [label="two", tooltip="t"]; "a" -> "b"; }'


@pytest.mark.skipif(graphviz.program() is None, reason="no Graphviz program here")
def test_svg_fits_into_a_page() -> None:
    root = Xml.fromstring(svg_for_page(DOT, "d1", "Title <", "What it shows"))
    assert root.get("height") is None and root.get("width") and root.get("role") == "group"
    assert (root[0].tag, root[0].text) == (NS + "title", "Title <")
    assert (root[1].tag, root[1].text) == (NS + "desc", "What it shows")
    assert len(list(root.iter(f"{NS}title"))) == 1
    assert [link.get("href") for link in root.iter(f"{NS}a")] == ["#phase-a"]
    assert "A <b> & c" in [element.text for element in root.iter(f"{NS}text")]
    for element in root.iter():
        assert "black" not in element.attrib.values() and element.get("fill") != "white"
        assert not element.get("id") or element.get("id", "").startswith("d1-")
        assert element.tag != f"{NS}text" or element.get("fill") == "currentColor"


def test_ids_of_two_diagrams_never_meet() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><g id="graph0"><title>g</title></g></svg>'
    assert re.findall('id="([^"]*)"', fitted(svg, "a", "", "")) == ["a-title", "a-desc", "a-graph0"]


def test_without_graphviz_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphviz, "program", lambda: None)
    with pytest.raises(NoPicture, match="pip install graphviz-pure"):
        drawn(DOT, "svg")


@pytest.mark.skipif(graphviz.program() is None, reason="no Graphviz program here")
def test_what_graphviz_refuses_is_said() -> None:
    with pytest.raises(NoPicture, match="failed"):
        drawn("digraph {", "svg")
