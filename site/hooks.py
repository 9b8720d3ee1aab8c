"""The files of docs/ join the hand-written pages of this site, under reference/."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

DOCS = Path(__file__).parent.parent / "docs"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for path in sorted(DOCS.glob("*.md")):
        files.append(File.generated(config, f"reference/{path.name}", abs_src_path=str(path)))
    return files
