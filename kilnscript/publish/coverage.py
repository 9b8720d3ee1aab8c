"""An exploration and the rule files → an HTML page: what was used, and every file with a count at each line."""

from __future__ import annotations

from html import escape

from kilnscript.explore import Exploration
from kilnscript.explore.listing import LEGEND, Line, annotated, report
from kilnscript.session.game import Game
from kilnscript.version import __version__

STYLE = """
:root { color-scheme: light dark; --ink: #222; --soft: #667; --paper: #fff; --rule: #ccd;
  --never: #f6d3cd; --example: #f7ecc4; --seeded: #e3edf9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --soft: #9aa; --paper: #1b1c1e; --rule: #445;
    --never: #5c2a22; --example: #4d431c; --seeded: #22384f; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--rule); } .wide { overflow-x: auto; }
pre, table { font: 13px/1.45 ui-monospace, monospace; } table { border-collapse: collapse; }
td { padding: 0 .8rem 0 0; white-space: pre; } td.number, td.count { text-align: right; color: var(--soft); }
td.notes { color: var(--soft); }
tr.never { background: var(--never); } tr.example { background: var(--example); } tr.seeded { background: var(--seeded); }
"""
CLASSES = {"!": "never", "e": "example", "~": "seeded", " ": ""}


def page(found: Exploration, game: Game) -> str:
    """The whole document, without links to anything outside."""
    title = f"{game.title}: what play used"
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>Rules {game.rules_hash[:12]}, kilnscript {__version__}.</p>",
        f'<div class="wide"><pre>{escape(report(found, game.title, game.model.files))}</pre></div>',
        f"<pre>{escape(LEGEND)}</pre>",
    ]
    for path, lines in annotated(found.coverage, game.sources):
        parts.append(f'<h2>{escape(path)}</h2><div class="wide"><table>')
        parts += [row(line) for line in lines]
        parts.append("</table></div>")
    return "\n".join([*parts, "</body></html>"]) + "\n"


def row(line: Line) -> str:
    count = "" if line.count is None else str(line.count)
    cells = [("sign", line.sign), ("count", count), ("number", str(line.number)), ("text", line.text), ("notes", ", ".join(line.notes))]
    return f'<tr class="{CLASSES[line.sign]}">' + "".join(f'<td class="{name}">{escape(text)}</td>' for name, text in cells) + "</tr>"
