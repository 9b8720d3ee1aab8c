"""Characters that look like others or like nothing: a line comes in, the line as the grammar can read it and the findings come out."""

import re
import unicodedata

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source.unify import composed

PART = re.compile(r'"(?:[^"\\\n]|\\.)*"|#.*|[A-Za-z0-9_]*[^\x00-\x7f](?:[A-Za-z0-9_]|[^\x00-\x7f])*|[\x00-\x08\x0b-\x1f\x7f]')
# character -> (what it is, what the grammar shall read, what to write)
LOOKALIKES: dict[str, tuple[str, str, str]] = {
    "\u00a0": ("a non-breaking space", " ", "replace it by an ordinary space"),
    "\u202f": ("a narrow non-breaking space", " ", "replace it by an ordinary space"),
    "\u3000": ("a wide space", " ", "replace it by an ordinary space"),
    "“": ("a curly quote", '"', 'use the straight quote `"`'),
    "”": ("a curly quote", '"', 'use the straight quote `"`'),
    "„": ("a curly quote", '"', 'use the straight quote `"`'),
    "«": ("an angled quote", '"', 'use the straight quote `"`'),
    "»": ("an angled quote", '"', 'use the straight quote `"`'),
    "‘": ("a curly quote", "'", 'use the straight quote `"`'),
    "’": ("a curly quote", "'", 'use the straight quote `"`'),
    "–": ("a dash", "-", "use `-`"),
    "—": ("a dash", "-", "use `-`"),
    "−": ("a minus sign that is not `-`", "-", "use `-`"),
    "×": ("a multiplication sign", "*", "use `*`"),
    "·": ("a dot that is not `.`", ".", "use `.`, or `*` to multiply"),
    "÷": ("a division sign", "/", "use `/`"),
    "…": ("an ellipsis", "..", "use `..`"),
    "≤": ("a sign", "<", "write `<=`"),
    "≥": ("a sign", ">", "write `>=`"),
    "≠": ("a sign", "<", "write `is not`"),
    "→": ("an arrow", "-", "the language has no arrow"),
    "、": ("a comma that is not `,`", ",", "use `,`"),
}  # fmt: skip
SPACES = {"\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a"}


def check_line(file: str, number: int, line: str, shift: int) -> tuple[str, list[Diagnostic]]:
    """``shift`` is how far the line's columns are from the author's; the line keeps its length."""
    found: list[Diagnostic] = []
    while True:
        for match in PART.finditer(line):
            piece = match.group()
            if piece[0] in '"#':
                continue
            replacement, finding = _check(file, number, piece, match.start() + 1 - shift)
            if finding is not None:
                found.append(finding)
                line = line[: match.start()] + replacement + line[match.end() :]
                break  # a curly quote may have opened a text: what follows is looked at again
        else:
            return line, found[:1]
        if len(found) > 200:
            return re.sub(r"[^\x00-\x7f]", "_", line), found[:1]


def _check(file: str, number: int, piece: str, column: int) -> tuple[str, Diagnostic | None]:
    """A run of letters with something beyond ASCII in it: None if it is a good name."""
    for index, character in enumerate(piece):
        problem = _problem(character, piece, index)
        if problem is not None:
            code, message, instead, hint = problem
            place = Span(file, number, column + index, number, column + index + 1)
            fixed = (instead or " ")[0]
            return piece[:index] + fixed + piece[index + 1 :], Diagnostic(code, message, place, hint)
    name = composed(piece)
    if not name.isidentifier() and not name[0].isdigit():
        span = Span(file, number, column, number, column + len(piece))
        return "_" * len(piece), Diagnostic("K135", f"`{piece}` is no name", span, "a name begins with a letter")
    scripts = {script for script in map(_script, name) if script}
    if len(scripts) > 1:
        odd = next(
            (index for index, character in enumerate(piece) if _script(character) not in (None, _script(piece[0]))),
            0,
        )
        span = Span(file, number, column, number, column + len(piece))
        said = " and ".join(sorted(script.capitalize() for script in scripts))
        message = f"this name mixes {said} letters: `{piece[odd]}` is {unicodedata.name(piece[odd], 'another letter').lower()}"
        return "_" * len(piece), Diagnostic("K136", message, span, "type the whole name with one keyboard")
    return piece, None


def odd_character(text: str) -> tuple[int, str, str] | None:
    """The first character of a YAML key that no one means to type: (where, what it is, what to do)."""
    for index, character in enumerate(text):
        if character in LOOKALIKES or unicodedata.category(character) in ("Cf", "Zl", "Zp", "Co", "Cn"):
            problem = _problem(character, text, index)
            if problem is not None:
                return index, problem[1], problem[3]
    return None


def _problem(character: str, piece: str, index: int) -> tuple[str, str, str, str] | None:
    if character in LOOKALIKES:
        what, instead, hint = LOOKALIKES[character]
        what = f"`{character}`" if what == "a sign" else what
        return "K135", f"{what} ({_number(character)})", instead, hint
    if character.isascii():
        return None if character.isprintable() else ("K005", f"a control character ({_number(character)})", " ", "delete it")
    if 0xFF01 <= ord(character) <= 0xFF5E:
        plain = chr(ord(character) - 0xFEE0)
        return "K135", f"a full-width `{plain}` ({_number(character)})", plain, f"use the ordinary `{plain}`"
    if character in SPACES:
        return "K135", f"an unusual space ({_number(character)})", " ", "replace it by an ordinary space"
    category = unicodedata.category(character)
    if category in ("Cf", "Zl", "Zp", "Cc", "Co", "Cn"):
        inner = 0 < index < len(piece) - 1
        return "K135", f"an invisible character ({_number(character)})", "_" if inner else " ", "delete it"
    if category[0] in "LMN":
        return None
    return "K135", f"`{character}` means nothing here ({_number(character)})", " ", "it may stand in texts and comments only"


def _number(character: str) -> str:
    return f"U+{ord(character):04X}"


def _script(character: str) -> str | None:
    """The alphabet of a letter, of the three that look alike."""
    if not character.isalpha():
        return None
    script = unicodedata.name(character, "").split(" ")[0]
    return script if script in ("LATIN", "CYRILLIC", "GREEK") else None
