"""The files of docs/ join the hand-written pages of this site, under reference/; in `nav`, `docs` stands for them. What the checker says is
cut at its headings, since all of it is too long for a page."""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

DOCS = Path(__file__).parent.parent / "docs"
FIRST = ["reference", "builtins"]
LONG = "diagnostics"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    names = sorted((path.stem for path in DOCS.glob("*.md")), key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))
    nav: list[Any] = []
    for name in names:
        path = DOCS / f"{name}.md"
        if name == LONG:
            nav.append({"What the checker says": parts(path.read_text(encoding="utf-8"), files, config)})
        else:
            files.append(File.generated(config, f"reference/{name}.md", abs_src_path=str(path)))
            nav.append(f"reference/{name}.md")
    config.nav = filled(config.nav, nav)
    return files


def parts(text: str, files: Files, config: MkDocsConfig) -> list[str]:
    """A page for each stage, and one that lists all codes."""
    # A `##` within an example begins no stage.
    head, *stages = re.split(r'^(?=## [^\n]+\n\n[^\n]+\n\n<a id="k)', text, flags=re.MULTILINE)
    uris = [f"reference/{LONG}.md"]
    lines = [head.rstrip(), ""]
    for number, stage in enumerate(stages):
        uri = f"reference/{LONG}/{number}.md"
        uris.append(uri)
        title, _, body = stage.removeprefix("## ").partition("\n")
        shown = re.sub(r"^### (?=K\d)", "## ", body, flags=re.MULTILINE).replace("](reference.md", "](../reference.md")
        files.append(File.generated(config, uri, content=f"# What the checker says: {title}\n{shown}"))
        lines += [f"## [{title}]({LONG}/{number}.md)", ""]
        codes = re.findall(r"^### (K\d+) (.*)$", stage, re.MULTILINE)
        lines += [f"- [{code} {words}]({LONG}/{number}.md#{code.lower()})" for code, words in codes]
        lines.append("")
    files.append(File.generated(config, uris[0], content="\n".join(lines)))
    return uris


def filled(nav: Any, docs: list[Any]) -> Any:
    match nav:
        case list():
            return [filled(item, docs) for item in nav]
        case dict():
            return {title: filled(item, docs) for title, item in nav.items()}
        case "docs":
            return docs
        case _:
            return nav
