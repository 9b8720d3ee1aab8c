"""How a line of a rule file looks in a terminal: text comes in, visible pieces with their widths come out."""

import unicodedata

TAB = 4
JOINERS = "\u200c\u200d"


def cells(line: str) -> list[tuple[str, int]]:
    """One (what to print, columns it takes) for every character; what cannot be seen is spelled out."""
    if line.isascii() and line.isprintable():
        return [(character, 1) for character in line]
    from wcwidth import wcwidth  # only lines that need it pay for its tables

    found: list[tuple[str, int]] = []
    column = 0
    for character in line:
        if character == "\t":
            shown, width = " " * (TAB - column % TAB), TAB - column % TAB
        else:
            shown, width = character, wcwidth(character)
            if width < 0 or unicodedata.category(character) in ("Cf", "Zl", "Zp", "Cc") or character == "\u00a0":
                shown = f"<U+{ord(character):04X}>"
                width = len(shown)
        found.append((shown, width))
        column += width
    return found


def visible(text: str) -> str:
    """A message without anything that could move the cursor or turn the direction of writing."""
    if text.isprintable():
        return text
    return "".join(shown for line in [text.replace("\n", " ")] for shown, _ in cells(line))


def total(parts: list[tuple[str, int]]) -> int:
    return sum(width for _, width in parts)
