"""Mistakes within a line: where the parser stopped comes in; a diagnostic, if it was one of these, comes out."""

import re

from kilnscript.diagnostics import Diagnostic
from kilnscript.source import forms
from kilnscript.source.stop_place import Place

VALUE_STARTS = {"NAME", "NUMBER", "STRING", "TEXT_BLOCK", "YES", "NO", "NONE", "LPAR", "LSQB"}


def quotes(place: Place) -> Diagnostic | None:
    if place.stop.kind != "character":
        return None
    character = place.stop.token.value
    start = place.stop.token.start
    if character == '"':
        if place.text.startswith('"""', start):
            return place.stretch("K110", 'this `"""` is never closed', start, start + 3, 'close the block with a second `"""`')
        return place.stretch("K109", "this text is never closed", start, place.line_end, 'it ends with `"` on the same line')
    if character == "'":
        close = place.text.find("'", start + 1, place.line_end)
        end = close + 1 if close > 0 else start + 1
        return place.stretch("K140", "texts stand in double quotes", start, end, 'write `"…"`')
    pair = place.text[start : start + 2]
    if pair == "!=":
        return place.stretch("K103", "`!=` is not how inequality is written", start, start + 2, "write `is not`")
    sign = pair if pair in forms.FOREIGN_SIGNS else character
    hint = forms.FOREIGN_SIGNS.get(sign)
    return place.stretch("K106", f"`{sign}` means nothing here", start, start + len(sign), hint)


def brackets(place: Place) -> Diagnostic | None:
    token = place.stop.token
    opened = place.open_bracket()
    if opened is not None:
        at, line = opened
        if token.type in ("RPAR", "RSQB") and (place.text[at] == "(") != (token.type == "RPAR"):
            closing = ")" if place.text[at] == "(" else "]"
            found = place.finding("K107", f"this closes no `{token.value}`; `{closing}` is open", None)
            return place.labelled(found, at, at + 1, "opened here")
        if token.type == "$END" or (line != place.line_number and not place.is_closed(at)):
            return place.stretch("K107", f"this `{place.text[at]}` is never closed", at, at + 1, None)
        if token.type == "COMMA" and place.text[at] == "(" and "RPAR" in place.accepted and "COMMA" not in place.accepted:
            found = place.finding("K101", "brackets `( )` hold one value here", "a list is written `[a, b]`")
            return place.labelled(found, at, at + 1, "opened here")
        return None
    if token.type in ("RPAR", "RSQB"):
        return place.finding("K108", f"this `{token.value}` closes nothing", "delete it, or open the bracket before")
    return None


def equality(place: Place) -> Diagnostic | None:
    start = place.stop.token.start
    if place.stop.token.value not in ("=", ">", "<"):
        return None
    for pair in (place.text[start : start + 2], place.text[max(0, start - 1) : start + 1]):
        at = start if place.text.startswith(pair, start) and len(pair) == 2 else start - 1
        if pair == "==":
            return place.stretch("K103", "`==` is not how equality is written", at, at + 2, "write `is`")
        if pair == "<>":
            return place.stretch("K103", "`<>` is not how inequality is written", at, at + 2, "write `is not`")
        if pair in ("+=", "-=", "*=", "/="):
            target = place.text[place.line_start : at].strip()
            return place.stretch(
                "K105", f"there is no `{pair}`", at, at + 2, f"write the whole assignment: `{target} = {target} {pair[0]} …`"
            )
        if pair in ("=>", "=<"):
            hint = "write `>=`" if pair == "=>" else "write `<=`"
            return place.stretch("K106", f"`{pair}` means nothing here", at, at + 2, hint)
    if place.stop.token.value == "=" and "=" in place.masked[: place.column]:
        return place.finding("K103", "a second `=`: it assigns; it does not compare", "write `is`")
    if place.stop.token.value == "=" and place.first_word not in ("let", "given", "function"):
        if place.first_word in ("if", "else", "repeat", "require", "ensure", "rule", "then", "case", "end", "always") or place.in_brackets:
            return place.finding("K103", "`=` assigns; it does not compare", "write `is`")
    return None


def numbers(place: Place) -> Diagnostic | None:
    token = place.stop.token
    before = place.text[max(place.first, token.start - 1) : token.start]
    if token.type == "NUMBER" and before == "." and place.text[max(0, token.start - 2)].isdigit():
        return place.finding("K142", "numbers are whole", "count in smaller units")
    if token.type == "NAME" and before.isdigit():
        return place.finding("K142", "a name does not begin with a digit, and a number has no unit or `_` in it", None)
    if token.type == "NUMBER" and (word := re.compile(r"[0-9]+[A-Za-z_]\w*").match(place.text, token.start)):
        return place.stretch(
            "K142", f"`{word.group()}` is neither a name nor a number", token.start, word.end(), "a name begins with a letter"
        )
    return None


def inside_brackets(place: Place) -> Diagnostic | None:
    token = place.stop.token
    if not place.in_brackets:
        return None
    if token.type in VALUE_STARTS and "COMMA" in place.accepted:
        if "WHERE" in place.accepted and "COLON" in place.accepted:
            return place.finding("K141", "a `:` or `where` is missing before the condition", "write `count(x in SET: CONDITION)`")
        if "COLON" in place.accepted and place.first_word in ("action", "phase", "function", "payment", "way"):
            return place.finding("K102", "a `:` is missing before this", "a parameter reads `name: DOMAIN`")
        return place.finding("K146", "a comma is missing before this", "values and names in brackets are divided by commas: `max(a, b)`")
    if (
        token.type == "COLON"
        and "WHERE" not in place.accepted
        and re.search(r"\bwhere\b", place.masked[: place.column])
        and "[" in place.masked
    ):
        return place.finding("K141", "`[x in SET where CONDITION]` has no `:`", "a value for each is written `each(x in SET: VALUE)`")
    if token.type in ("RPAR", "RSQB", "COMMA") and "ELSE" in place.accepted and re.search(r"\bif\b", place.masked[: place.column]):
        return place.finding("K129", "a value with `if` also needs `else`", "write `A if CONDITION else B`")
    if token.type in ("RPAR", "RSQB", "COMMA") and "NAME" in place.accepted:
        return place.finding("K119", "a value is missing here", None)
    return None


def comparisons(place: Place) -> Diagnostic | None:
    token = place.stop.token
    if token.value in ("in", "not") and "PLUS" in place.accepted and re.match(r"(not\s+)?in\b", place.text[token.start : token.start + 20]):
        if re.search(r"(?<!\w)\(\s*\w+\s*$", place.masked[: place.column]):
            return place.finding(
                "K141", "`x in SET` stands right behind `NAME(` or `[`", "write `NAME(x in SET: VALUE)` with `count`, `sum`, `any` …"
            )
        said = "not in" if token.value == "not" else "in"
        return place.stretch("K143", f"membership is written `is {said}`", token.start, token.end, f"write `x is {said} SET`")
    before = place.masked[: place.column]
    if token.value in ("<", "<=", ">", ">=", "is") and re.search(r"[<>]|\bis\b", before) and "COMPARE" not in place.accepted:
        return place.finding("K128", "comparisons cannot be chained", "write `a < b and b < c`")
    return None


def twice(place: Place) -> Diagnostic | None:
    """A word that was written twice, the commonest slip of all when a line is changed."""
    token = place.stop.token
    before = place.text[place.line_start : place.at].rstrip()
    if token.value and place.stop.kind == "token" and re.search(rf"(?<![\w.]){re.escape(token.value)}$", before) and len(token.value) > 1:
        said = "this text" if token.type == "STRING" else f"`{token.value}`"
        return place.finding("K101", f"{said} is there twice", "delete one of the two")
    if match := re.search(r"\b([a-z]+)\s+(\1)\s*$", place.masked[: place.column]):
        start = place.line_start + match.start(2)
        return place.stretch("K101", f"`{match.group(1)}` is there twice", start, start + len(match.group(2)), "delete one of the two")
    return None
