"""Syntax errors: the place where the parser stopped comes in, a diagnostic that speaks of what the author wrote comes out."""

import difflib
import re
from collections.abc import Callable

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source import forms, line_mistakes
from kilnscript.source.lalr import MOST_BLOCKS, MOST_BRACKETS, Stop
from kilnscript.source.line_mistakes import VALUE_STARTS
from kilnscript.source.stop_place import Place

Finder = Callable[[Place], Diagnostic | None]
HEADER = re.compile(
    r"^(setup|play|scoring|phase|action|rule|function|payment|instead of|also in|example|if|else|case|for|repeat|take|transaction|commit"
    r"|otherwise|on timeout|on idle|way)\b|\b(must|may|may repeatedly)\s*$|\bmay repeatedly\b"
)
NAMELESS = re.compile(r"(rule|phase|action|payment|always|way|commit|transaction|for each|let)\s+(when\b|over\b|in\b|=|:)")
OPERATOR_END = re.compile(
    r"(\b(?:and|or|not|is|in|of|mod|if|else|to|from|by|as|for|when|where|then|until|times|highest|lowest)|[-+*/=,<>]|\.\.)$"
)


def explain(stop: Stop, text: str, first: int, last: int, span_of: Callable[[int, int], Span]) -> Diagnostic:
    """The likeliest slip behind a Stop; ``text[first:last]`` is the declaration (or hole, or type) it happened in."""
    place = Place(stop, text, first, last, span_of)
    for finder in FINDERS:
        found = finder(place)
        if found is not None:
            return found
    return _unexpected(place)


def _depth(place: Place) -> Diagnostic | None:
    if place.stop.kind != "depth":
        return None
    if place.stop.token.type == "_INDENT":
        return place.at_line(
            "K010", f"blocks are nested more than {MOST_BLOCKS} deep", "move an inner part to a phase or function of its own"
        )
    return place.finding("K010", f"brackets are nested more than {MOST_BRACKETS} deep", "give a part a name with `let` or `function`")


def _layout(place: Place) -> Diagnostic | None:
    token = place.stop.token
    if place.stop.kind == "dedent":
        return place.at_line("K111", "this line is indented like no block around it", "begin it in the column of the lines it belongs to")
    if token.type == "_INDENT":
        above = place.line_above()
        if above is not None and re.search(r":\s*\S+.*$", above.masked) and HEADER.search(above.masked.strip()):
            return place.at_line(
                "K112",
                "the line above has its block behind its `:` already",
                "start a new line after the `:` and indent all statements alike",
            )
        return place.at_line(
            "K112", "this line is indented more than the one above, which opens no block", "begin it in the column of the line above"
        )
    if token.type == "_DEDENT" and "COMMIT" in place.accepted:
        at = place.text.rfind("transaction", place.first, place.at)
        return place.stretch("K149", "this transaction has no `commit`", at, at + 11, f"its last part is `{forms.OFFERS['commit']}`")
    if place.accepted == {"_INDENT"} or (place.accepted <= {"_INDENT", "_NEWLINE"} and "_INDENT" in place.accepted):
        return _missing_block(place)
    return None


def _missing_block(place: Place) -> Diagnostic | None:
    above = place.line_above()
    if above is None:
        return None
    header = above.masked.strip().rstrip(":").strip()
    if re.search(r"\b(must|may|may repeatedly)\b(?!.*\()", header) and not re.match(r"(action|rule|phase)\b", header):
        needs = "an indented list of actions"
        hint = 'below it, `action NAME(parameter: DOMAIN) "Label":`, `offer ACTION` or `transaction …`'
    elif header.startswith("case"):
        needs, hint = "indented arms", "below it, one arm a line: `red, blue: STATEMENT`"
    elif header.startswith("payment"):
        needs, hint = "indented ways", "below it, `way NAME(parameters):` with `give` and `cover` lines"
    elif header.startswith("way"):
        needs, hint = "indented lines", "below it, `give AMOUNT` and `cover AMOUNT`"
    elif header.startswith("example"):
        needs, hint = "indented lines", 'below it, `with players: 2`, `given …`, `when "move"`, `then …`'
    else:
        needs, hint = "an indented block", "indent the statements that belong to it by four spaces"
    said = header if len(header) <= 40 else header[:37] + "…"
    return above.finding(place, "K113", f"`{said}` needs {needs}", hint)


def _clauses(place: Place) -> Diagnostic | None:
    word = place.first_word
    taken_for_a_name = "EQUAL" in place.accepted or place.stop.token.value == word
    if (
        word in forms.CLAUSES
        and taken_for_a_name
        and place.words_before < 2
        and not place.in_brackets
        and place.column <= place.first_column + 14
    ):
        return place.first_word_finding("K117", f"this `{word}` belongs to nothing", forms.CLAUSES[word])
    return None


def _foreign(place: Place) -> Diagnostic | None:
    word = place.first_word
    if word == "else" and re.match(r"else\s*if\b", place.masked.strip()) and place.stop.token.type == "_NEWLINE":
        return None
    if word in forms.FOREIGN_WORDS and place.words_before <= 1 and not (word == "for" and "EACH" not in place.accepted):
        return place.first_word_finding("K104", f"`{word}` is not a word of the language here", forms.FOREIGN_WORDS[word])
    return None


def _top(place: Place) -> Diagnostic | None:
    if not {"SETUP", "INSTEAD"} <= place.accepted:
        return None
    word = place.first_word or place.stop.token.value
    hint = "a declaration begins with " + ", ".join(f"`{name}`" for name in forms.DECLARATIONS)
    close = difflib.get_close_matches(word, list(forms.DECLARATIONS), 1, 0.7)
    if close and word not in forms.STATEMENTS and not re.search(r"\b(must|may)\b", place.masked):
        return place.first_word_finding("K127", f"`{word}` begins no declaration", f"did you mean `{close[0]}`?")
    if word in forms.STATEMENTS or re.search(r"\b(must|may)\b|^\w+ = ", place.masked):
        return place.first_word_finding(
            "K127", "a statement stands inside a block", "indent it below `setup:`, `play:`, a phase, an action or a rule"
        )
    return place.first_word_finding("K127", f"`{word}` begins no declaration", hint)


def _names(place: Place) -> Diagnostic | None:
    if match := re.search(r"\.\s*(is|and|or|not|in|of|to|from|as|for|if|else|then|where|when|by)\s+$", place.masked[: place.column]):
        start = place.line_start + match.start(1)
        return place.stretch("K138", "a name is missing behind the dot", start, place.line_start + match.end(1), None)
    if place.first_column == 0 and re.match(r"end game (when|won|drawn)\b", place.masked):
        at = place.line_start + 9
        return place.stretch("K138", "a watched end has a name", at, at + 4, f"write `{forms.DECLARATIONS['end']}`")
    if match := NAMELESS.match(place.masked, place.first_column):
        at = place.line_start + match.start(2)
        end = place.line_start + match.end(2)
        form = forms.DECLARATIONS.get(match.group(1)) or forms.OFFERS.get(match.group(1)) or forms.STATEMENTS[match.group(1).split(" ")[0]]
        return place.stretch("K138", f"a name is missing behind `{match.group(1)}`", at, end, f"write `{form}`")
    if place.accepted != {"NAME"}:
        return None
    before = place.masked[place.first_column : place.column].split()
    after = f" behind `{before[-1][-20:]}`" if before else ""
    return place.here("K138", f"a name is missing{after}", None if after.endswith(".`") else _form_hint(place))


def _line_end(place: Place) -> Diagnostic | None:
    """The line stops too early."""
    if (
        place.stop.token.type == "COLON"
        and "NAME" in place.accepted
        and (match := OPERATOR_END.search(place.masked[: place.column].rstrip()))
    ):
        return place.finding("K119", f"a value is missing after `{match.group(1)}`", _form_hint(place))
    if place.stop.token.type not in ("_NEWLINE", "$END"):
        return None
    line = place.masked.rstrip()
    if "COLON" in place.accepted and not place.in_brackets and HEADER.search(line.strip()):
        word = place.first_word
        rule = place.finding("K102", "a `:` is missing at the end of this line", "a line that opens a block ends with `:`")
        return place.finding("K102", f"a `:` is missing after `{word}`", None) if word == line.strip() else rule
    if place.first_word in ("require", "ensure", "always") and "COMMA" in place.accepted:
        return place.finding(
            "K115", f"`{place.first_word}` ends with a reason", 'write `, "the reason a player reads"` behind the condition'
        )
    if place.accepted == {"STRING"}:
        return _text(place)
    if match := OPERATOR_END.search(line):
        return place.finding("K119", f"a value is missing after `{match.group(1)}`", _form_hint(place))
    if place.is_value_alone():
        return _value_alone(place)
    if "ELSE" in place.accepted and re.search(r"\S\s+if\b", line) and place.first_word not in ("if", "else"):
        return place.finding("K129", "a value with `if` also needs `else`", "write `A if CONDITION else B`")
    return _incomplete(place)


def _incomplete(place: Place) -> Diagnostic | None:
    """A statement that lacks one of its words."""
    word = place.first_word
    form = place.form()
    if form is None:
        return None
    if word == "refused" and place.accepted == {"COMMA"}:
        return place.here("K118", "this `refused` is not complete: a part of the reason is missing", f"write `{form}`")
    if "EQUAL" in place.accepted and word in ("let", "given", "function"):
        return place.finding("K118", f"this `{word}` is not complete: `=` is missing", f"write `{form}`")
    missing = [part for part in re.findall(r"\b[a-z]+\b", form)[1:] if part.upper() in place.accepted and part not in ("else", "if")]
    if missing:
        return place.here("K118", f"this `{word}` is not complete: `{missing[0]}` is missing", f"write `{form}`")
    if place.stop.token.type in ("_NEWLINE", "$END") and place.accepted & {"NAME", "NUMBER"}:
        return place.here("K119", f"`{word}` needs a value", f"write `{form}`")
    if place.stop.token.type in ("_NEWLINE", "$END") and place.accepted & {"NAME", "STRING", "TO", "EQUAL"}:
        return place.here("K118", f"this `{word}` is not complete", f"write `{form}`")
    return None


def _value_alone(place: Place) -> Diagnostic:
    body = place.masked.strip()
    hint = "a statement begins with a verb (`move`, `do`, `let`, …) or assigns (`x = …`)"
    if match := re.fullmatch(r"(\w+)(\(.*\))?", body):
        close = difflib.get_close_matches(match.group(1), list(forms.STATEMENTS), 1, 0.75)
        hint = f"did you mean `{forms.STATEMENTS[close[0]]}`?" if close else f"a phase is run with `do {match.group(1)}`"
    return place.whole_line("K114", "a value on its own does nothing", hint)


def _text(place: Place) -> Diagnostic | None:
    if place.accepted != {"STRING"}:
        return None
    words = place.words_up_to
    before = place.masked[: place.column].rstrip()
    if before.endswith("else"):
        return place.here(
            "K116", "the answer behind `else` is missing", 'write a text: `parameter: DOMAIN else "the reason a player reads"`'
        )
    if before.endswith(","):
        return place.here("K115", "a reason is a text in double quotes", 'write `, "the reason a player reads"`')
    return place.here("K148", f"`{words[-1]}` takes a text in double quotes" if words else "a text in double quotes is missing", None)


def _lists(place: Place) -> Diagnostic | None:
    """A statement among actions, or an action among statements."""
    word = place.first_word
    at_start = place.stop.token.start == place.line_start + place.first_column
    if at_start and "OFFER" in place.accepted and "ACTION" in place.accepted and "LET" not in place.accepted and word:
        return place.first_word_finding(
            "K145",
            "only `action`, `offer` and `transaction` stand in a list of actions",
            "move this line into an action, or out of the list",
        )
    if (at_start and place.accepted == {"COMMIT"}) or (at_start and "COMMIT" in place.accepted and "LET" not in place.accepted):
        return place.first_word_finding("K145", "a transaction holds actions and, last, its `commit`", f"write `{forms.OFFERS['commit']}`")
    among_statements = "LET" in place.accepted if at_start else place.words_before == 1 and "EQUAL" in place.accepted
    if word in ("offer", "action", "transaction", "commit", "way") and among_statements:
        return place.first_word_finding(
            "K145", f"`{word}` cannot stand among statements", "put it below a `player must:` or `player may:` line"
        )
    if at_start and "GIVEN" in place.accepted and word:
        close = difflib.get_close_matches(word, list(forms.EXAMPLE_LINES), 1, 0.7)
        hint = f"did you mean `{close[0]}`?" if close else "its lines begin with " + ", ".join(f"`{name}`" for name in forms.EXAMPLE_LINES)
        return place.first_word_finding("K145", f"`{word}` cannot stand in an example", hint)
    return None


def _verbs(place: Place) -> Diagnostic | None:
    """A word that is no verb, followed by something; or a verb followed by the wrong thing."""
    word = place.first_word
    decides = re.fullmatch(r"(player|players|all \w+|seat\(\w+\))\s*", place.masked[: place.column].strip())
    if place.stop.token.type == "COLON" and decides:
        return place.finding("K118", "`must` or `may` is missing before this `:`", "write `player must:` or `player may:`")
    if word and place.words_before == 1 and place.stop.token.start > place.line_start + place.first_column and "EQUAL" in place.accepted:
        known = [*forms.STATEMENTS, *forms.OFFERS]
        if close := difflib.get_close_matches(word, known, 1, 0.6):
            if close[0] != word:
                return place.first_word_finding("K147", f"`{word}` is no verb", f"did you mean `{close[0]}`?")
        return place.first_word_finding(
            "K147", f"`{word}` is no verb", "a statement begins with a verb (`move`, `do`, `let`, …) or assigns (`x = …`)"
        )
    if (
        place.stop.token.type == "COLON"
        and not place.in_brackets
        and place.first_word in ("require", "ensure", "let", "do", "move", "draw", "score", "log")
    ):
        return place.finding("K101", f"`{place.first_word}` opens no block", f"write `{place.form()}`")
    if "COLON" in place.accepted and not place.in_brackets and not place.has_colon and word not in forms.EXAMPLE_LINES:
        return place.here("K102", "a `:` is missing before this", "a `:` stands between what opens a block and the block")
    return _incomplete(place)


def _form_hint(place: Place) -> str | None:
    form = place.form()
    return f"write `{form}`" if form else None


def _unexpected(place: Place) -> Diagnostic:
    token = place.stop.token
    if token.type == "$END":
        return place.here("K101", "this stops in the middle", _form_hint(place))
    if token.type in VALUE_STARTS and "ELSE" in place.accepted and re.search(r"\S\s+if\b", place.masked[: place.column]):
        return place.finding("K129", "a value with `if` also needs `else`", "write `A if CONDITION else B`")
    if token.type in VALUE_STARTS and "PLUS" in place.accepted:
        left_out = "an operator (`is`, `and`, `+`, …), a dot or a comma may have been left out"
        return place.finding("K150", f"`{token.value}` follows another value", left_out)
    found = forms.PLAIN.get(token.type, "this") if token.type.startswith("_") else f"`{token.value}`"
    expected = sorted({forms.PLAIN.get(name, f"`{name.lower()}`") for name in place.accepted if not name.startswith("__ANON_0")})
    hint: str | None = _form_hint(place)
    if hint is None and 0 < len(expected) <= 5:
        hint = f"{', '.join(expected[:-1])} or {expected[-1]} can" if len(expected) > 1 else f"{expected[0]} can"
    return place.here("K101", f"{found} cannot stand here", hint)


FINDERS: tuple[Finder, ...] = (
    _depth,
    line_mistakes.quotes,
    line_mistakes.brackets,
    line_mistakes.equality,
    line_mistakes.numbers,
    line_mistakes.twice,
    _layout,
    _foreign,
    _top,
    _lists,
    _clauses,
    line_mistakes.comparisons,
    _names,
    _line_end,
    _text,
    line_mistakes.inside_brackets,
    _verbs,
)
