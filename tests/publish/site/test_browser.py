"""The site as readers have it, in Chromium and from files: keyboard, search, light and dark, a phone, no scripts, paper."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from kilnscript.publish.site.build import Built
from tests.publish.site.conftest import wanted

GUIDE = ("tutorial.html", "publishing.html")
GAMES = ("kiln", "glazewick", "kilnrow", "kilia")
ROOT = Path(__file__).parents[3]
PATIENCE = 180_000.0  # milliseconds: a busy machine is slow, and that is no mistake of a page


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def address(own: Built, path: str) -> str:
    file, mark, rest = path.partition("?")
    return (own.folder / file).as_uri() + mark + rest


def is_there(tab: Any, selector: str) -> bool:
    return bool(tab.locator(selector).first.is_visible())


def words(tab: Any, selector: str) -> str:
    return " ".join(tab.locator(selector).first.inner_text().split())


def test_nothing_is_asked_of_the_network_and_search_works(own: Built, tab: Any) -> None:
    asked: list[str] = []

    def watch(route: Any) -> None:
        if urlsplit(route.request.url).scheme in ("file", "data", "blob", "about"):
            route.continue_()
        else:
            asked.append(route.request.url)
            route.abort()

    problems: list[str] = []
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.route("**/*", watch)
    for path in ("index.html", "tutorial.html", "games/kilia/index.html", "games/kiln/files/rules.kiln.html"):
        tab.goto(address(own, path))
    tab.keyboard.press("/")
    tab.keyboard.type("fixing the mess", delay=20)
    result = tab.locator(".md-search-result__link", has_text="Kiln").first
    result.wait_for(state="visible")
    result.click()
    tab.wait_for_load_state()
    assert "kiln" in tab.url
    assert asked == [] and problems == []


def test_texts_change_with_the_choice_which_is_in_the_address(own: Built, tab: Any) -> None:
    tab.goto(address(own, "games/kiln/index.html"))
    goal = "section:has(> #text-goal)"
    assert "first to reach 17 points" in words(tab, goal)
    tab.select_option("select[name='option.target']", "25")
    assert "first to reach 25 points" in words(tab, goal)
    assert not is_there(tab, "#rule-fixing_the_mess")
    tab.select_option("select[name='option.fixing_the_mess']", "yes")
    assert is_there(tab, "#rule-fixing_the_mess")
    tab.select_option("select[name='players']", "3")
    assert tab.locator("select[name='option.two_colours']").is_disabled()  # for two players only
    assert "players=3" in tab.url and "option.target=25" in tab.url
    tab.reload()
    assert "first to reach 25 points" in words(tab, goal) and is_there(tab, "#rule-fixing_the_mess")
    tab.click(".kiln-switches button[type=reset]")
    assert "first to reach 14, 17, 20 or 25" in words(tab, goal)
    tab.reload()
    assert "first to reach 14, 17, 20 or 25" in words(tab, goal)


def test_numbers_and_rows_change_with_the_player_count(own: Built, tab: Any) -> None:
    tab.goto(address(own, "games/kilia/index.html?players=4"))
    rows = tab.locator("#table-covered_space tbody tr:visible")
    assert rows.count() == 1
    tab.select_option("select[name='players']", "")
    assert rows.count() == 3
    tab.goto(address(own, "games/kiln/index.html"))
    assert tab.locator("select[name='option.target']").evaluate("e => e.value") == "17"


def test_a_link_to_a_hidden_part_shows_it(own: Built, tab: Any) -> None:
    tab.goto(address(own, "games/kiln/index.html") + "#rule-fixing_the_mess")
    tab.locator("#rule-fixing_the_mess").wait_for(state="visible")


def test_without_scripts_everything_is_shown(own: Built, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address(own, "games/kiln/index.html"))
    assert not is_there(tab, ".kiln-switches")
    assert "first to reach 14, 17, 20 or 25 (Winning threshold) points" in words(tab, "section:has(> #text-goal)")
    assert is_there(tab, "#rule-fixing_the_mess") and is_there(tab, "#rule-heating_up")
    assert tab.locator(".kiln [hidden]:not(.kiln-switches):not(.kiln-switches *)").count() == 0
    context.close()


def test_the_keyboard_reaches_the_switches(own: Built, tab: Any) -> None:
    tab.goto(address(own, "games/kiln/index.html"))
    for _ in range(200):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.name") == "option.target":
            break
    assert tab.evaluate("document.activeElement.name") == "option.target"
    assert tab.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    tab.keyboard.press("ArrowDown")
    assert "first to reach 20 points" in words(tab, "section:has(> #text-goal)")


def test_no_page_is_wider_than_a_phone(own: Built, browser: Any) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640})
    tab = context.new_page()
    pages = ["index.html", *GUIDE, *(f"games/{game}/{page}.html" for game in GAMES for page in ("index", "quick"))]
    pages += ["games/kiln/files/rules.kiln.html", "reference/reference.html", "reference/diagnostics/1.html"]
    for path in pages:
        tab.goto(address(own, path), wait_until="domcontentloaded")
        assert tab.evaluate("document.scrollingElement.scrollWidth") <= 320, path
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 320])
def test_axe_finds_nothing(own: Built, browser: Any, scheme: str, width: int) -> None:
    axe = wanted("axe_playwright_python.sync_playwright")
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    tab = context.new_page()
    # The whole of a long page is looked at; each width and scheme has its own two games.
    games = GAMES[:2] if (width == 320) == (scheme == "dark") else GAMES[2:]
    pages = [f"games/{game}/{page}.html" for game in games for page in ("index", "quick")]
    for path in (
        "index.html",
        "tutorial.html",
        f"games/{games[0]}/files/rules.kiln.html",
        f"games/{games[1]}/files/game.yaml.html",
        *pages,
    ):
        tab.goto(address(own, path))
        found = axe.Axe().run(tab).response["violations"]
        assert [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found] == [], path
    context.close()


def test_every_quick_reference_is_one_page_of_a4(own: Built, tab: Any) -> None:
    reader = wanted("pypdf").PdfReader
    pages = sorted(own.folder.glob("games/**/quick.html"))
    assert len(pages) == len(list((ROOT / "rules").rglob("game.yaml")))
    for path in pages:
        tab.goto(path.as_uri())
        read = reader(io.BytesIO(tab.pdf(prefer_css_page_size=True)))
        assert len(read.pages) == 1, path
        box = read.pages[0].mediabox
        assert abs(float(box.width) - 595.3) < 2 and abs(float(box.height) - 841.9) < 2
        assert len(read.pages[0].extract_text()) > 200, path


def test_paper_shows_every_variant(own: Built, tab: Any) -> None:
    tab.goto(address(own, "games/kiln/index.html"))
    assert not is_there(tab, "#rule-heating_up")
    tab.emulate_media(media="print")
    assert is_there(tab, "#rule-heating_up") and is_there(tab, "#rule-fixing_the_mess")
    assert "14, 17, 20 or 25" in words(tab, "section:has(> #text-goal)")
    assert not is_there(tab, ".kiln-switches") and not is_there(tab, ".md-header")
