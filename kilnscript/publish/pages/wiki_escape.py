"""Any text → wikitext in which it stands as text: no character of it is markup, now or when the page is saved."""

from __future__ import annotations

import re
import unicodedata

# What the parser, the pre-save transform or a template could take as markup, wherever it stands.
SPECIAL = "&<>[]{}|~="
DASHES = "_\uff3f"  # two of them begin a magic word; some languages write them wide
LINKS = ("RFC", "PMID", "ISBN")  # a number after one of them makes a link
BLANKS = re.compile("[ \t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+")


def cleaned(words: str) -> str:
    """As a wiki keeps it: in Unicode's composed form, without control characters, line ends as spaces."""
    words = BLANKS.sub(" ", words)
    kept = "".join(sign for sign in words if unicodedata.category(sign) not in ("Cc", "Cs") and not nothing(ord(sign)))
    return unicodedata.normalize("NFC", kept)


def nothing(code: int) -> bool:
    """Code points that Unicode keeps free for ever, which no XML may hold."""
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def escaped(words: str, begins: bool = True, ends: bool = True) -> str:
    """One line. ``begins``: it stands where a line or a cell begins; ``ends``: nothing follows on its line."""
    words = cleaned(words)
    if begins:
        words = words.lstrip()
    if ends:
        words = words.rstrip()
    found: list[str] = []
    for number, sign in enumerate(words):
        found.append(reference(sign) if must(words, number, begins, ends) else sign)
    return "".join(found)


def must(words: str, at: int, begins: bool, ends: bool) -> bool:
    """Whether the character has to be spelt as a reference."""
    sign, before, after = words[at], words[max(at - 1, 0) : at], words[at + 1 : at + 2]
    first, last = at == 0, at == len(words) - 1
    if sign in SPECIAL:
        return True
    if sign in DASHES:
        return first or last or before in DASHES or after in DASHES
    match sign:
        case "'":
            return not (before.isalnum() and after.isalnum())
        case ":":  # begins an address before anything but a blank: http:x, urn:x, and what else a wiki takes for one
            clock = before.isdigit() and after.isdigit()
            return (begins and first) or not (clock or after == " " or (last and ends))
        case "R" | "P" | "I":
            return words.startswith(LINKS, at)
        case "!":  # two of them part the cells of a heading row
            return first or last or before == "!"
        case "*" | "#" | ";" | "+" | "-":
            return begins and first
        case _:
            return False


def reference(sign: str) -> str:
    return {"&": "&amp;", "<": "&lt;", ">": "&gt;"}.get(sign) or f"&#{ord(sign)};"


def attribute(words: str) -> str:
    """For a value between double quotes."""
    return escaped(words).replace('"', "&quot;")
