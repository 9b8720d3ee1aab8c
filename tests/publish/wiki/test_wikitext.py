"""Pages as wikitext: the tree of sections, tables and links is that of the page, on paper and on a real wiki."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import mwparserfromhell as hell
import pytest

from kilnscript.cli import main
from kilnscript.model.load import load_model
from kilnscript.publish.pages.build import page as built
from kilnscript.publish.pages.page import Board, Diagram, Entry, Example, Icon, Listed, Page, Table
from kilnscript.publish.pages.wikitext import PROFILES, Profile, Writer, file_name, wikitext
from kilnscript.publish.wiki.icons import drawn, icons_in
from tests.publish.wiki.rendered import Rendered, words
from tests.publish.wiki.server import Wiki
from tests.publish.wiki.small import RED, page

RULES = Path(__file__).parents[3] / "rules"
GAMES = [*sorted(path.parent.name for path in RULES.glob("*/game.yaml")), "classics/hearts"]


@cache
def page_of(name: str) -> Page:
    loaded = load_model(RULES / name)
    assert loaded.game is not None
    return built(loaded.game)


def boards(example: Example) -> list[Board]:
    return [board for board in (*example.before, *example.after) if board.rows or board.columns]


def expected(found: Page) -> tuple[list[tuple[int, str]], list[tuple[int, int]], list[str]]:
    """Headings (level, id), tables (rows, columns) and points of lists, in their order."""
    headings, tables, points = [], [], []
    for section in found.sections:
        headings.append((section.level + 1, section.id))
        for item in section.items:
            match item:
                case Entry():
                    headings.append((section.level + 2, item.id))
                    points += item.reasons
                case Example():
                    headings.append((section.level + 2, item.id))
                    points += item.steps
                    tables += [
                        (len(board.cells) + bool(board.columns), max(map(len, board.cells)) + bool(board.rows)) for board in boards(item)
                    ]
                case Table():
                    tables.append((len(item.rows) + 1, len(item.headings)))
                case Listed():
                    points += item.points
                case Diagram():
                    points += item.steps
    return headings, tables, [str(len(points))]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", ["small", *GAMES])
def test_tree(name: str, profile: Profile) -> None:
    found = page() if name == "small" else page_of(name)
    text = wikitext(found, profile)
    tree = hell.parse(text)
    headings, tables, points = expected(found)
    shown = [(node.level, str(node.title.filter_tags()[0].get("id").value)) for node in tree.filter_headings()]
    assert shown == headings
    assert not tree.filter_templates() and not tree.filter_external_links() and not tree.filter_arguments()
    assert [type(node).__name__ for node in tree.filter_comments()] == ["Comment"]
    assert text.count("\n{| ") == text.count("\n|}") == len(tables)
    ids = re.findall(r' id="([^"]*)"', text)
    assert not [key for key, count in Counter(ids).items() if count > 1]
    assert {str(link.title) for link in tree.filter_wikilinks()} <= {f"#{name}" for name in ids}
    lists = len(re.findall(r"^[*#] ", text, re.MULTILINE))
    if profile == "bga":
        assert lists == 0 and not re.search(r"^;", text, re.MULTILINE) and [str(text.count("<br/>"))] == points
        starts = [n for n, line in enumerate(text.split("\n")) if line.endswith("<br/>")]
        lines = text.split("\n")
        assert all(not lines[n - 1] or lines[n - 1].endswith("<br/>") for n in starts)
    else:
        assert [str(lists)] == points


@pytest.mark.xdist_group("mediawiki")
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", ["small", *GAMES])
def test_rendered(wiki: Wiki, name: str, profile: Profile) -> None:
    """Sections, tables, lists, links and words as they come out of MediaWiki."""
    found = page() if name == "small" else page_of(name)
    shown = Rendered(wiki.html(wikitext(found, profile), "Rules"))
    headings, tables, points = expected(found)
    assert [level for level, _ in shown.headings] == [level for level, _ in headings]
    writer = Writer(found, profile, {})
    titles = [
        said for section in found.sections for said in (section.title, *(i.title for i in section.items if isinstance(i, (Entry, Example))))
    ]
    assert [said for _, said in shown.headings] == [Rendered(f"<i>{plain(writer.line(title, False))}</i>").text for title in titles]
    assert [(len(table), max(map(len, table))) for table in shown.tables] == tables
    assert all(len(row) == len(table[0]) for table in shown.tables for row in table)
    declared = [item for section in found.sections for item in section.items if isinstance(item, Table)]
    for item in declared:
        assert [words(heading) for heading in item.headings] in [table[0] for table in shown.tables]
    if profile == "mediawiki":
        assert [str(len(shown.items))] == points
    assert len(shown.ids) == len(set(shown.ids))
    assert set(shown.targets) <= set(shown.ids) and not shown.addresses
    for section in found.sections:
        for item in section.items:
            for text in getattr(item, "texts", ()) + getattr(item, "reasons", ()) + getattr(item, "points", ()):
                assert Rendered(f"<i>{plain(writer.line(text))}</i>").text in shown.text


def plain(line: str) -> str:
    """A line without links, which MediaWiki makes tags of."""
    return re.sub(r"\[\[#[^|\]]*\|([^\]]*)\]\]", r"\1", line)


def test_names_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert file_name("Go_out 2") == "Gamehelpgoout2"
    assert main(["wiki", "tic_tac_toe", "--profile", "bga", "--out", str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out == f"wrote {tmp_path / 'new' / 'Gamehelptictactoe.wiki'}\n"
    written = (tmp_path / "new" / "Gamehelptictactoe.wiki").read_text(encoding="utf-8")
    assert main(["wiki", "tic_tac_toe", "--profile", "bga", "--out", "-"]) == 0
    assert capsys.readouterr().out == written and "== " in written
    (tmp_path / "file").write_text("")
    assert main(["wiki", "tic_tac_toe", "--out", str(tmp_path / "file")]) == 2
    assert "wants a folder" in capsys.readouterr().err


def test_icons() -> None:
    found = page()
    assert list(dict.fromkeys(icons_in(found))) == [RED, Icon("filled", "", "", "#222222", "mark"), Icon("coin", "C", "", "", "token")]
    files = {icon: file.name for file in drawn(found) for icon in file.icons}
    with_files, letters, bga = wikitext(found, "mediawiki", files), wikitext(found), wikitext(found, "bga")
    assert "[[File:Kiln-small-game-red.svg|22px|link=|alt=red]]" in with_files and ">● R</span>" not in with_files
    assert '<span title="red" style="background:#c0392b;color:#fff;' in letters and ">● R</span>" in letters
    assert "| '''·'''" in bga and "style=" not in bga.replace('style="text-align', "")
    assert all(b"currentColor" not in file.content for file in drawn(found))
