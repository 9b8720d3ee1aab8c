"""Styled text: pieces of text with an ink → what a terminal shows, in colour or plain."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kilnscript.diagnostics.cells import cells, total, visible

PLAIN, BOLD, DIM = "", "bold", "dim"  # styles; any other is an ink like "#c0392b", "tile:#c0392b" fills the background


@dataclass(frozen=True, slots=True)
class Part:
    """A text in one style."""

    text: str
    style: str = PLAIN


Line = list[Part]


def width_of(line: Iterable[Part]) -> int:
    """Columns that a line takes."""
    return sum(text_width(part.text) for part in line)


def text_width(text: str) -> int:
    return len(text) if text.isascii() and text.isprintable() else total(cells(text))


def padded(line: Line, width: int) -> Line:
    """The line, filled up with blanks."""
    missing = width - width_of(line)
    return [*line, Part(" " * missing)] if missing > 0 else line


@dataclass(frozen=True, slots=True)
class Screen:
    """How to show: in colour or not, with signs beyond ASCII or not, and how many columns there are."""

    color: bool = False
    ascii: bool = False
    width: int = 80

    def paint(self, line: Iterable[Part]) -> str:
        """One line for the terminal. What rule files say can never move its cursor."""
        parts = []
        for part in line:
            text = visible(part.text)
            if self.ascii and not text.isascii():
                text = text.translate(ASCII_SIGNS).encode("ascii", "replace").decode()
            parts.append(f"\x1b[{codes(part.style)}m{text}\x1b[0m" if self.color and part.style and text else text)
        return "".join(parts).rstrip() if not self.color else "".join(parts)

    def sign(self, sign: str) -> str:
        """A sign, or its stand-in in ASCII."""
        return sign.translate(ASCII_SIGNS) if self.ascii else sign


ASCII_SIGNS = str.maketrans(
    {"▼": "v", "▲": "^", "◀": "<", "▶": ">", "·": ".", "–": "-", "—": "-", "…": "...", "×": "x", "“": '"', "”": '"', "’": "'"}
)


def codes(style: str) -> str:
    """The terminal's codes of a style."""
    if style == BOLD:
        return "1"
    if style == DIM:
        return "2"
    fill = style.startswith("tile:")
    red, green, blue = rgb(style.removeprefix("tile:"))
    if not fill:
        return f"1;38;2;{red};{green};{blue}"
    dark = red * 299 + green * 587 + blue * 114 < 140_000
    return f"1;48;2;{red};{green};{blue};38;2;{'255;255;255' if dark else '0;0;0'}"


def rgb(ink: str) -> tuple[int, int, int]:
    digits = ink.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    try:
        return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    except ValueError:
        return 128, 128, 128


def screen(ascii_only: bool = False, environment: Mapping[str, str] | None = None) -> Screen:
    """What standard output can show: colour in a terminal without NO_COLOR, signs where the encoding has them."""
    environment = os.environ if environment is None else environment
    terminal = sys.stdout.isatty()
    color = terminal and not environment.get("NO_COLOR") and environment.get("TERM", "") != "dumb"
    try:
        "▼·…".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        ascii_only = True
    return Screen(color, ascii_only, max(20, shutil.get_terminal_size((80, 24)).columns) if terminal else 100)


def side_by_side(blocks: Sequence[Sequence[Line]], width: int, gap: int = 3) -> list[Line]:
    """Blocks of lines in rows as wide as fit, an empty line between the rows."""
    rows: list[list[Sequence[Line]]] = []
    used = 0
    for block in blocks:
        wide = max((width_of(line) for line in block), default=0)
        if rows and used + gap + wide <= width:
            rows[-1].append(block)
            used += gap + wide
        else:
            rows.append([block])
            used = wide
    lines: list[Line] = []
    for number, row in enumerate(rows):
        if number:
            lines.append([])
        widths = [max((width_of(line) for line in block), default=0) for block in row]
        for i in range(max(len(block) for block in row)):
            line: Line = []
            for block, wide in zip(row, widths, strict=True):
                if line:
                    line.append(Part(" " * gap))
                line += padded(list(block[i]) if i < len(block) else [], wide)
            lines.append(line)
    return lines


def fit(blocks: Sequence[Sequence[Line]], width: int, gap: int = 3) -> int:
    """How many blocks stand side by side in the width."""
    wide = max(width_of(line) for block in blocks for line in block)
    return (width + gap) // (wide + gap)


def even_rows(blocks: Sequence[Sequence[Line]], width: int, gap: int = 3) -> list[Line]:
    """Blocks of one kind side by side, their rows as even as can be: four of which three fit make two rows of two."""
    rows = -(-len(blocks) // max(1, fit(blocks, width, gap)))
    each = -(-len(blocks) // rows)
    lines: list[Line] = []
    for start in range(0, len(blocks), each):
        lines += [[]] if start else []
        lines += side_by_side(blocks[start : start + each], 10**6, gap)
    return lines


def wrapped(parts: Sequence[Line], width: int, indent: int = 2, gap: str = "  ") -> list[Line]:
    """Items set one after the other, broken between them at the width."""
    lines: list[Line] = []
    line: Line = []
    for part in parts:
        if line and width_of(line) + len(gap) + width_of(part) > width:
            lines.append(line)
            line = [Part(" " * indent)]
        elif line:
            line.append(Part(gap))
        line += part
    return [*lines, line] if line else lines


def paragraphs(text: str, width: int, indent: str = "") -> list[str]:
    """A text broken at blanks to the width; empty lines and items of lists keep their lines, others flow together."""
    blocks: list[tuple[str, list[str]]] = []
    for source in text.split("\n"):
        item = source.lstrip()[:2] in ("- ", "* ")
        if not source.strip():
            blocks.append(("", []))
        elif item or not blocks or not blocks[-1][1]:
            blocks.append(("  " if item else "", source.split()))
        else:
            blocks[-1][1].extend(source.split())
    lines: list[str] = []
    for more, words in blocks:
        at, line = indent, ""
        for word in words:
            if line and text_width(at + line) + 1 + text_width(word) > width:
                lines.append(at + line)
                at, line = indent + more, word
            else:
                line = f"{line} {word}" if line else word
        lines.append(at + line if line else "")
    return lines
