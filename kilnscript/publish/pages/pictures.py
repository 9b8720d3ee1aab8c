"""Icons and boards of a page → SVG, to be put into HTML as it stands. Shape, sign and letter tell things apart, never colour alone."""

from __future__ import annotations

from html import escape
from math import ceil

from kilnscript.publish.pages.page import Board, Icon

SIDE = 36  # of a cell
INSIDE = 3  # between the edge of a cell and its piece
LABEL = 22  # room for labels of rows and columns
IN_A_ROW = 12  # pieces of a heap
FONT = "font-family='sans-serif' text-anchor='middle' dominant-baseline='central'"


def icon_svg(icon: Icon, size: int = 28) -> str:
    """A picture with its name for screen readers."""
    words = escape(icon.words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kiln-icon" role="img" aria-label="{words}" width="{size}" height="{size}" '
        f'viewBox="0 0 {SIDE} {SIDE}"><title>{words}</title>{shape(icon, 0, 0)}</svg>'
    )


def board_svg(board: Board) -> str:
    """The cells of a place in their rows; a heap runs over several lines. What changed has a thick frame."""
    cells = board.cells
    if not board.rows and not board.columns and len(cells) == 1 and len(cells[0]) > IN_A_ROW:
        cells = tuple(cells[0][n : n + IN_A_ROW] for n in range(0, len(cells[0]), IN_A_ROW))
    wide = max((len(line) for line in cells), default=0) or 2  # room for a word
    left, top = (LABEL if board.rows else 0), (LABEL if board.columns else 0)
    width, height = left + max(wide, 1) * SIDE + 2, top + max(len(cells), 1) * SIDE + 2
    parts = [label(words, left + (n + 0.5) * SIDE, top / 2) for n, words in enumerate(board.columns)]
    parts += [label(words, left / 2, top + (n + 0.5) * SIDE) for n, words in enumerate(board.rows)]
    framed = bool(board.rows or board.columns)
    for row, line in enumerate(cells):
        for column, icon in enumerate(line):
            x, y = left + column * SIDE + 1, top + row * SIDE + 1
            if framed or icon is None:
                parts.append(f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="none" stroke="currentColor" opacity="0.5"/>')
            if icon is not None:
                parts.append(f"<g><title>{escape(where(board, row, column) + icon.words)}</title>{shape(icon, x, y)}</g>")
    for row, column in board.changed:
        if framed:
            x, y = left + column * SIDE + 2, top + row * SIDE + 2
            parts.append(
                f'<rect class="kiln-changed" x="{x}" y="{y}" width="{SIDE - 2}" height="{SIDE - 2}" fill="none" stroke="currentColor" '
                'stroke-width="3"/>'
            )
    if not any(cells):
        parts.append(label("empty", width / 2, height / 2))
    words = escape(described(board))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kiln-board" role="img" aria-label="{words}" width="{width}" '
        f'viewBox="0 0 {width} {height}">{"".join(parts)}</svg>'
    )


def described(board: Board) -> str:
    """The board in words, row by row."""
    lines = []
    for number, line in enumerate(board.cells):
        words = ", ".join("empty" if icon is None else icon.words for icon in line)
        lines.append(f"row {board.rows[number]}: {words}" if board.rows else words)
    return f"{board.title}: {'; '.join(lines) if any(lines) else 'empty'}" + (f"; and {board.more} more" if board.more else "")


def where(board: Board, row: int, column: int) -> str:
    return f"{board.columns[column]}{board.rows[row]}: " if board.columns and board.rows else ""


def label(words: str, x: float, y: float) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="13" fill="currentColor" {FONT}>{escape(words)}</text>'


def shape(icon: Icon, x: int, y: int) -> str:
    """The piece in its cell. The ground keeps an outline, so that a pale one shows on any page."""
    ground = icon.ink or "none"
    ink = "currentColor" if not icon.ink else "#000000" if bright(icon.ink) else "#ffffff"
    middle, low, size = x + SIDE / 2, y + SIDE / 2, SIDE - 2 * INSIDE
    outline = f'fill="{escape(ground)}" stroke="currentColor" stroke-width="1.5"'
    match icon.shape:
        case "token":
            parts = [f'<circle cx="{middle:g}" cy="{low:g}" r="{size / 2:g}" {outline}/>']
        case "card":
            parts = [f'<rect x="{x + INSIDE + 1.5}" y="{y + INSIDE}" width="{size - 3}" height="{size}" rx="3" {outline}/>']
        case "mark":
            size_of = f'x="{x + INSIDE}" y="{y + INSIDE}" width="{size}" height="{size}"'
            parts = [f'<rect {size_of} rx="3" fill="{escape(icon.ink or "currentColor")}" stroke="currentColor"/>']
        case "piece":
            parts = [f'<rect x="{x + INSIDE}" y="{y + INSIDE}" width="{size}" height="{size}" rx="5" {outline}/>']
    if icon.shape != "mark":
        parts += written(icon, middle, low, ink)
    return "".join(parts)


def written(icon: Icon, x: float, y: float, ink: str) -> list[str]:
    """The sign large, the letter small in a corner; alone, either is large."""
    text = f'fill="{ink}" {FONT}'
    corner = f'fill="{ink}" {FONT}'.replace("'middle'", "'start'")
    small = f'<text x="{x - 12:g}" y="{y - 9:g}" font-size="9" {corner}>{escape(icon.letter[:3])}</text>'
    if icon.glyph:
        found = [f'<text x="{x:g}" y="{y + 2:g}" font-size="17" {text}>{escape(icon.glyph[:2])}</text>']
        return found + ([small] if icon.letter else [])
    words = icon.letter or icon.words[:1].upper()
    size = min(17, ceil(34 / max(len(words), 1)))
    return [f'<text x="{x:g}" y="{y:g}" font-size="{size}" {text}>{escape(words[:8])}</text>']


def bright(ink: str) -> bool:
    """Whether black reads better on it than white: by the relative luminance of WCAG 2."""

    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.03928 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(ink[n : n + 2]) for n in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
