"""The pages made from the source are up to date, and links between the documents lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kilnscript.diagnostics.catalogue import CATALOGUE
from kilnscript.model.builtins import ATTRIBUTES, FUNCTIONS, QUERIES, VALUES
from kilnscript.publish.reference import PAGES, main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run `python -m kilnscript.publish.reference docs`"


def test_nothing_is_left_out() -> None:
    page = PAGES["builtins.md"]()
    for name in (*VALUES, *FUNCTIONS, *QUERIES, *(name for attributes in ATTRIBUTES.values() for name in attributes)):
        assert re.search(rf"`\.?{name}\b", page), name
    listed = PAGES["diagnostics.md"]()
    assert [code for code in CATALOGUE if f"### {code} " not in listed] == []


def test_the_command_writes_both(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kilnscript.publish.reference", str(tmp_path)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == set(PAGES)


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    "page", ["docs/reference.md", "docs/builtins.md", "docs/diagnostics.md", "docs/checks.md", "README.md", "CONTRIBUTING.md"]
)
def test_links(page: str) -> None:
    path = ROOT / page
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        linked = (path.parent / file) if file else path
        assert linked.exists(), target
        if anchor:
            assert anchor in anchors(linked.read_text(encoding="utf-8")), target


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
