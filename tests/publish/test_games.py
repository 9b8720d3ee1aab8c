"""The page of a report of many games: whole, standing on its own, what it tells escaped."""

import re
import subprocess
import sys
import xml.etree.ElementTree as Tree
from html.parser import HTMLParser
from pathlib import Path

import pytest

import kilnscript
from kilnscript.publish.games import comparison, pictures, tuning
from kilnscript.publish.games.page import page
from tests.play.games import ROOT
from tests.simulation.games import lots
from tests.tuning.games import steps

EMPTY = {"meta", "path", "rect", "circle"}


class Tags(HTMLParser):
    """Every tag is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self.open.pop() == tag


def pictures_of(text: str) -> list[Tree.Element]:
    return [Tree.fromstring(found) for found in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]


def test_the_page(tmp_path: Path) -> None:
    folder = lots(tmp_path)
    yaml = folder / "game.yaml"
    yaml.write_text(yaml.read_text().replace("title: Lots", 'title: "Lots <b>&"').replace("Calls", '"Calls <i>"'))
    game = kilnscript.load(folder)
    text = page(kilnscript.simulate(game, 30, [2, 3], bots=["random", "greedy"]), game)
    tags = Tags()
    tags.feed(text)
    assert tags.open == [] and not {"script", "link", "img", "b", "i", "a"} & set(tags.seen)
    assert "<h1>Lots &lt;b&gt;&amp;: 60 games</h1>" in text and "Calls &lt;i&gt;" in text
    assert text.count("<h2>") == 2
    assert len(pictures_of(text)) == 2 * 7  # seats, bots, decisions, points, sources, chances, one parameter


def test_the_page_of_a_comparison(tmp_path: Path) -> None:
    a, b = lots(tmp_path / "a"), lots(tmp_path / "b")
    (b / "game.yaml").write_text((b / "game.yaml").read_text().replace("title: Lots", 'title: "Lots <b>&"'))
    rules = b / "rules.kiln"
    rules.write_text(rules.read_text().replace("score 1 as call", "score 2 as call"))
    found = kilnscript.compare(a, b, 30, [2, 3], bots="random")
    text = comparison.page(found)
    tags = Tags()
    tags.feed(text)
    assert tags.open == [] and not {"script", "link", "img", "b", "i", "a"} & set(tags.seen)
    assert "Lots &lt;b&gt;&amp;" in text and "+ for each seat in players: score 2 as call for seat" in text
    shown = pictures_of(text)
    assert len(shown) == 2 * 2
    told = {title.text or "" for title in shown[0].iter("{*}title")} | {title.text or "" for title in shown[0].iter("title")}
    assert any(line.startswith("points from call: +100.0%, from +100.0% to +100.0%") for line in told), told


def test_the_page_of_a_tuning(tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason="the extra `tune` is not installed")
    host = steps(tmp_path / "steps")
    found = kilnscript.tune(
        host, ["points from gifts 5..7", "drawn <= 50%"], tmp_path / "found", games=2, final=25, trials=30, bots="random"
    )
    text = tuning.page(found)
    tags = Tags()
    tags.feed(text)
    assert tags.open == [] and not {"script", "link", "img", "b", "i", "a"} & set(tags.seen)
    assert "points from gifts 5..7 (2 players)" in text and "drawn &lt;= 50%" in text and "tables.gift.number" in text
    aims, trials, *comparison = pictures_of(text)
    assert len(list(trials.iter("circle"))) == len(found.trials) == 20 and comparison
    was, now, *_ = (float(dot.attrib["cx"]) for dot in aims.iter("circle"))
    band = next(aims.iter("rect"))
    assert was < float(band.attrib["x"]) < now < float(band.attrib["x"]) + float(band.attrib["width"])
    assert {title.text for title in aims.iter("title")} == {"points from gifts 5..7 (2 players): met", "drawn <= 50% (2 players): met"}


def test_the_least_so_far_never_rises() -> None:
    (picture,) = pictures_of(pictures.descent([5, 3, 4, 1, 90, 2]))
    path = list(picture.iter("path"))[-1].attrib["d"]
    heights = [float(y) for y in re.findall(r"V([\d.]+)", path)]
    assert len(heights) == 5 and heights == sorted(heights)


def test_dots_stand_where_their_values_are() -> None:
    """As far from the line of no difference as they are large, and never beyond the edge."""
    (picture,) = pictures_of(pictures.differences([("a", 0.2, 0.1, 0.3, 2), ("b", -0.1, -0.2, 0.0, 1), ("c", 90, -90, 99, 0)]))
    first, second, third = (float(dot.attrib["cx"]) for dot in picture.iter("circle"))
    zero = (first + 2 * second) / 3
    assert second < zero < first < third <= pictures.WIDTH - 80
    assert [dot.attrib["r"] for dot in picture.iter("circle")] == ["6", "4", "4"]


def test_bars_are_as_long_as_their_values() -> None:
    (picture,) = pictures_of(pictures.bars([("a", 0.5, 0.4, 0.6, "50%"), ("b", 0.25, 0.1, 0.3, "25%")], 1, 0.5))
    long, short = (float(bar.attrib["width"]) for bar in picture.iter("rect"))
    assert long == pytest.approx(2 * short, abs=0.2)


@pytest.mark.parametrize("numbers", [[3], [1, 1, 2], list(range(100)), [0.5, 0.25, 7.75], [-4, -4, 12], [0, 10**6]])
def test_a_histogram_counts_everything(numbers: list[float]) -> None:
    (picture,) = pictures_of(pictures.histogram(numbers))
    titles = [title.text or "" for title in picture.iter("title")]
    assert sum(int(title.split(": ")[1].split(" of ")[0]) for title in titles) == len(numbers)
    assert 1 <= len(titles) <= pictures.MOST_BINS


def test_the_command_writes_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kilnscript.cli", "simulate", str(lots(tmp_path / "game")), "--games", "3", "--html"]
    done = subprocess.run([*command, str(tmp_path / "page.html")], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0 and (tmp_path / "page.html").read_text(encoding="utf-8").endswith("</body></html>\n")
    done = subprocess.run([*command, str(tmp_path / "no" / "page.html")], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2 and "cannot be written" in done.stderr and done.stdout == ""
