"""Sites built from rule files: strict, complete, without a request to anywhere, and with mistakes told by file and line."""

import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kilnscript.cli import main
from kilnscript.publish.site.build import BuildFailed, Built, build

ROOT = Path(__file__).parents[3]
RULES = ROOT / "rules"
EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>{{ config }} & \"'`*_[x](javascript:alert(3))"


def html_files(built: Built) -> list[Path]:
    return sorted(built.folder.rglob("*.html"))


class Links(HTMLParser):
    """Addresses and ids of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id":
                self.ids.append(value)
            elif name == "src" or (name == "href" and tag == "link"):
                self.loads.append(value)
            elif name == "href" and tag == "a":
                self.links.append(value)


def parsed(path: Path) -> Links:
    found = Links()
    found.feed(path.read_text(encoding="utf-8"))
    return found


def test_every_game_has_its_page(own: Built) -> None:
    games = [path.parent.relative_to(RULES) for path in RULES.rglob("game.yaml")]
    assert len(games) > 10
    for game in games:
        assert (own.folder / "games" / game / "index.html").is_file()
    assert own.pages == len(html_files(own))


def test_sections_are_listed_beside_the_page(own: Built) -> None:
    page = (own.folder / "games" / "kiln" / "index.html").read_text(encoding="utf-8")
    listed = re.search(r'<nav class="md-nav md-nav--secondary".*?</nav>\s*</div>', page, re.DOTALL)
    assert listed and [f'href="#{section}"' in listed[0] for section in ("setup", "course", "phase-push", "end")] == [True] * 4


def test_nothing_is_loaded_from_elsewhere(own: Built) -> None:
    for path in html_files(own):
        for address in parsed(path).loads:
            assert not re.match(r"(https?:)?//", address), (path, address)


def test_links_and_anchors_lead_somewhere(own: Built) -> None:
    pages = {path.resolve(): parsed(path) for path in html_files(own)}
    for path, found in pages.items():
        if path.name == "404.html":
            continue
        assert len(found.ids) == len(set(found.ids)), path
        for link in found.links:
            if re.match(r"[a-z]+:", link):
                continue
            file, _, anchor = link.partition("#")
            target = (path.parent / file.partition("?")[0]).resolve() if file else path
            if target.is_dir():
                target = target / "index.html"
            assert target.exists(), (path, link)
            if anchor and target in pages:
                assert anchor in pages[target].ids, (path, link)


def test_a_folder_with_rules_alone(tmp_path: Path) -> None:
    shutil.copytree(RULES / "classics" / "tic_tac_toe", tmp_path / "mine")
    built = build(tmp_path)
    assert built.folder == tmp_path / "build" / "site"
    assert (built.folder / "mine" / "index.html").is_file()
    assert {path.name for path in tmp_path.iterdir()} == {"mine", "build"}


def test_reports_in_the_folder_of_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, reports = tmp_path / "mine", tmp_path / "mine" / "reports"
    shutil.copytree(RULES / "classics" / "tic_tac_toe", game)
    reports.mkdir()
    assert main(["simulate", str(game), "--games", "30", "--seed", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (reports / "simulation.json").write_text(json.dumps(told), encoding="utf-8")
    assert main(["check", str(game), "--playouts", "20", "--explore", "0", "--coverage", str(reports)]) == 0
    built = build(tmp_path)
    page = (built.folder / "mine" / "figures.html").read_text(encoding="utf-8")
    wins = told["settings"][0]["seats"][0]["wins"]
    assert f"<td>{100 * wins['share']:.0f} % [{100 * wins['low']:.0f}–{100 * wins['high']:.0f}]</td>" in page
    assert "Of other rules" not in page and "20 playouts" in page
    assert 'href="figures.html"' in (built.folder / "mine" / "index.html").read_text(encoding="utf-8")
    told["rules"], told["settings"][0]["setting"]["options"] = "<b>0", {"<script>": "<b>"}
    (reports / "simulation.json").write_text(json.dumps(told), encoding="utf-8")
    page = (build(tmp_path).folder / "mine" / "figures.html").read_text(encoding="utf-8")
    assert (
        "Of other rules than these: version <code>&lt;b&gt;0</code>" in page and "<b>0" not in page and "&lt;script&gt;: &lt;b&gt;" in page
    )
    (reports / "coverage.json").write_text('{"rules": 5}', encoding="utf-8")
    with pytest.raises(BuildFailed) as caught:
        build(tmp_path)
    assert "coverage.json: this is not what `kiln check --coverage` writes" in "\n".join(caught.value.messages)


def test_a_mistake_is_told_with_its_place(tmp_path: Path) -> None:
    shutil.copytree(RULES / "classics" / "tic_tac_toe", tmp_path / "mine")
    rules = tmp_path / "mine" / "rules.kiln"
    lines = rules.read_text(encoding="utf-8").splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines, 1) if "require" in line)
    lines[number - 1] = lines[number - 1].replace("require", "requires")
    rules.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(BuildFailed) as failed:
        build(tmp_path)
    assert re.search(rf"rules\.kiln:{number}: \S", "\n".join(failed.value.messages))


def test_a_stranger_s_texts_stay_texts(tmp_path: Path) -> None:
    folder = tmp_path / "evil"
    folder.mkdir()
    quoted = EVIL.replace("\\", "\\\\").replace('"', '\\"')
    text = quoted.replace("{", "{{").replace("}", "}}")
    (folder / "game.yaml").write_text(
        f"""
game: evil
title: "{quoted}"
by: "{quoted}"
players: 2..3
options:
  size: {{title: "{quoted}", values: [3, 4], default: 3, text: "{quoted}", unit: "{quoted}"}}
components:
  stone: {{title: "{quoted}", copies: 4}}
places:
  heap: {{shape: bag, holds: stone, title: "{quoted}", text: "{quoted}"}}
tables:
  price: {{title: "{quoted}", from: players 2..3, to: number, rows: {{2: 1, 3: 2}}}}
texts:
  goal: "{text} {{option.size}}"
rulings:
  one: "{text}"
controls:
  go: {{click: "{quoted}"}}
""",
        encoding="utf-8",
    )
    (folder / "rules.kiln").write_text(
        f"""
## {text}
play:
    take turns from seat(1), at most 3 times:
        do one_turn

phase one_turn "{text}":
    ## {text}
    player must:
        action go "{text}":
            ## {text}
            require price[count(players)] > 0, "{text}"
            log "x"
""",
        encoding="utf-8",
    )
    built = build(tmp_path)
    for path in html_files(built):
        html = path.read_text(encoding="utf-8")
        assert "<script>alert" not in html and "<img src=x" not in html, path
        assert not [link for link in parsed(path).links if link.startswith("javascript")], path
    page = (built.folder / "evil" / "index.html").read_text(encoding="utf-8")
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") > 10
    assert "{{ config }}" in page  # not taken for a template


def test_usage(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kilnscript.cli", "docs", "build", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2 and "neither a mkdocs.yml nor a game.yaml" in done.stderr
    done = subprocess.run([*command[:4], "kiln", "--out", "x"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2 and "--out" in done.stderr
