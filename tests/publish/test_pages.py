"""Pages of the shipped games: every declared fact is there, ids are unique, and a text cannot become markup."""

import html
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kilnscript.compile.analysis import walk
from kilnscript.model import statements as st
from kilnscript.model.game import Game
from kilnscript.model.load import load_model
from kilnscript.publish.pages.build import page
from kilnscript.publish.pages.figures import Figures
from kilnscript.publish.pages.markdown import escaped, inline, markdown
from kilnscript.publish.pages.page import Code, Figure, Item, Listed, Page, Paragraph, Table
from tests.check.small import small

RULES = Path(__file__).parents[2] / "rules"
GAMES = sorted(str(path.parent.relative_to(RULES)) for path in RULES.rglob("game.yaml"))


LINK = re.compile(r"(?<!\\)\[((?:[^\]\\]|\\.)*)\]\(#[^)]*\)")  # texts link the words that the glossary explains


def game(name: str) -> Game:
    loaded = load_model(RULES / name)
    assert loaded.game is not None
    return loaded.game


def items(found: Page) -> list[Item]:
    return [item for section in found.sections for item in section.items]


@pytest.mark.parametrize("name", GAMES)
def test_every_description_and_reason_is_on_the_page(name: str) -> None:
    model = game(name)
    text, figures = LINK.sub(r"\1", markdown(page(model))), Figures(model.declarations)
    nodes = list(
        walk((model.setup, model.play, model.scoring, *(tuple(d.values()) for d in (model.phases, model.actions, model.functions))))
    )
    docs = [node.doc for node in nodes if getattr(node, "doc", None) is not None]
    offered = {n.action if isinstance(n, st.OfferAction) else n.commit for n in nodes if isinstance(n, (st.OfferAction, st.Transaction))}
    reasons = [n.reason for a in offered for n in walk(model.actions[a].block) if isinstance(n, (st.Require, st.Ensure))]
    for words in (*docs, *reasons, *model.declarations.texts.values(), *model.declarations.rulings.values()):
        said = [LINK.sub(r"\1", inline(figures.text(words, opening))) for opening in (False, True)]
        assert any(each in text for each in said)


@pytest.mark.parametrize("name", GAMES)
def test_structure(name: str) -> None:
    model = game(name)
    found = page(model)
    ids = [section.id for section in found.sections] + [item.id for item in items(found) if not isinstance(item, (Paragraph, Listed))]
    assert len(ids) == len(set(ids))
    text = markdown(found)
    assert all(text.count(f'<a id="{name}"></a>') == 1 for name in ids)
    assert all(len(row) == len(item.headings) for item in items(found) if isinstance(item, Table) for row in item.rows)
    for kind, declared in (
        ("table", {name for name, table in model.declarations.tables.items() if table.form != "number"}),
        ("option", model.declarations.options),
        ("ruling", model.declarations.rulings),
    ):
        assert {f"{kind}-{key}" for key in declared} <= set(ids)


def test_figures_come_from_the_declarations() -> None:
    model = game("kilnrow")
    doc = model.phases["round"].doc or model.phases["round"].block.doc
    assert doc is not None
    text = Figures(model.declarations).text(doc)
    assert [part.words for part in text if isinstance(part, Figure)] == ["106", "14"]
    goal = Figures(model.declarations).text(model.declarations.texts["goal"])
    said = [part for part in goal if isinstance(part, Figure)]
    assert [(part.words, part.by_players, part.options) for part in said] == [("25", (), ("Points needed to open",))]
    assert [case.words for case in said[0].cases] == [str(n) for n in range(51)]


def test_a_figure_that_varies_says_so(tmp_path: Path) -> None:
    model = small(tmp_path, 'play:\n    take turns from seat(1), at most 3 times:\n        log "{count(players)} and {low}"\n')
    log = next(node for node in walk(model.play) if isinstance(node, st.Log))
    first, last = model.declarations.players
    said = [part for part in Figures(model.declarations).text(log.text) if not isinstance(part, str)]
    assert isinstance(said[0], Figure) and said[0].words == str(first) and not said[0].options
    assert said[0].by_players == (tuple((n, str(n)) for n in range(first, last + 1)) if first < last else ())
    assert said[1] == Code("low")


ESCAPE = re.compile(r"\\([^a-zA-Z0-9\s])")


@given(some.text(some.characters(exclude_categories=["Cs", "Cc"])))
def test_escaping_loses_nothing_and_leaves_no_markup(words: str) -> None:
    found = escaped(words)
    assert html.unescape(ESCAPE.sub(r"\1", found)) == words if "&" not in words else True
    bare = ESCAPE.sub("", found)
    assert not re.search(r"[\\`*_\[\]|~#!{}<>]", bare)
    assert not re.match(r"\d+[.)]|[-+=:>]", found)


@given(some.text(some.sampled_from("a`|\\ \0\n")))
def test_code_stays_one_line(words: str) -> None:
    assert "\n" not in inline(("x ", Code(words), " y")) and "\0" not in inline((words, Code(words)))
