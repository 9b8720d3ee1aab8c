"""The styles and scripts that pages of games need, from a checkout as well as from an installed wheel."""

from __future__ import annotations

from pathlib import Path

from kilnscript.source.resources import DATA, PACKAGE

STYLES = ("kiln.css",)
COLOURS = "material.css"
SCRIPTS = ("kiln.js",)
FRAME_WORKER = "iframe-worker.js"


def theme_folder() -> Path:
    beside = PACKAGE.parent / "site" / "theme"
    return beside if (PACKAGE.parent / "grammar" / "kiln.lark").is_file() and beside.is_dir() else DATA / "site"
