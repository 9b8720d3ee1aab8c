"""Findings as people and programs read them."""

import re

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.diagnostics.catalogue import CATALOGUE
from kilnscript.diagnostics.render import explain, render_json, render_text, summary


def shown(text: str, span: Span | None, *labels: Label, hint: str | None = None, width: int = 80, color: bool = False) -> str:
    return render_text([Diagnostic("K101", "message", span, hint, labels)], {"r.kiln": text}, color, width)


def at(line: int, column: int, end_column: int, end_line: int | None = None) -> Span:
    return Span("r.kiln", line, column, end_line or line, end_column)


def test_the_whole_frame() -> None:
    text = "phase x:\n    do y z\n"
    label = Label(at(1, 7, 8), "in this phase")
    assert shown(text, at(2, 10, 11), label, hint="write `do y`") == (
        "error[K101] unexpected: message\n"
        " --> r.kiln:2:10\n"
        "  |\n"
        "1 | phase x:\n"
        "  |       - in this phase\n"
        "2 |     do y z\n"
        "  |          ^\n"
        "  = hint: write `do y`\n"
    )


def test_tabs_and_wide_characters_are_aligned() -> None:
    out = shown("\tlet 漢字 = e\u0301 + b\n", at(1, 14, 15)).split("\n")
    # 4 columns for the tab, 2 for each of the wide letters, none for the accent
    assert out[3] == "1 |     let 漢字 = e\u0301 + b"
    assert out[4] == "  | " + " " * (4 + 4 + 4 + 3 + 1 + 3) + "^" or out[4].endswith("^")
    assert shown("漢字 = 3\n", at(1, 1, 3)).split("\n")[4] == "  | ^^^^"


def test_characters_without_a_look_are_spelled_out() -> None:
    assert "x<U+200B>y" in shown("x\u200by\n", at(1, 2, 3))
    assert "<U+202E>" in shown("x\u202ey\n", at(1, 2, 3))
    assert "\x1b" not in shown("x\x1b[31my\n", at(1, 2, 3))
    hostile = render_text([Diagnostic("K101", "a \x1b[31m name", at(1, 1, 2), "b\u202ec")], {"r.kiln": "x"}, False, 80)
    assert "\x1b" not in hostile and "\u202e" not in hostile


def test_long_lines_are_cropped_around_the_place() -> None:
    out = shown("x" * 300 + " here " + "y" * 300, at(1, 302, 306))
    lines = out.split("\n")
    assert all(len(line) <= 80 for line in lines)
    start = lines[4].index("^")
    assert lines[3][start : start + 4] == "here"


def test_places_over_several_lines_and_gaps() -> None:
    text = "a\n  b\nc\nd\n"
    assert shown(text, at(1, 1, 4, end_line=2)).count("^") == 2
    assert "..." in shown(text, at(1, 1, 2), Label(at(4, 1, 2), "there"))
    assert "..." not in shown(text, at(1, 1, 2), Label(at(2, 1, 2), "there"))


def test_places_that_cannot_be_shown_do_no_harm() -> None:
    assert shown("a\n", at(9, 1, 2)).startswith("error[K101]")
    assert shown("a\n", Span("other.kiln", 1, 1, 1, 2)).count("\n") == 2
    assert shown("a\n", None) == "error[K101] unexpected: message\n"
    assert "^" in shown("", at(1, 1, 1))


def test_a_label_in_another_file() -> None:
    out = render_text(
        [Diagnostic("K101", "m", at(1, 1, 2), None, (Label(Span("g.yaml", 2, 1, 2, 3), "declared here"),))],
        {"r.kiln": "a", "g.yaml": "x\nyz"},
    )
    assert " ::: g.yaml:2:1" in out
    assert "-- declared here" in out


def test_colours_can_be_taken_away() -> None:
    text = "phase x:\n    do y z\n"
    plain = shown(text, at(2, 10, 11), hint="h")
    coloured = shown(text, at(2, 10, 11), hint="h", color=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_json() -> None:
    (data,) = render_json([Diagnostic("K101", "m", at(2, 1, 3), "h", (Label(at(1, 1, 2), "l"),))])
    assert data == {
        "code": "K101",
        "name": "unexpected",
        "severity": "error",
        "message": "m",
        "hint": "h",
        "span": {"file": "r.kiln", "line": 2, "column": 1, "end_line": 2, "end_column": 3},
        "labels": [{"text": "l", "span": {"file": "r.kiln", "line": 1, "column": 1, "end_line": 1, "end_column": 2}}],
    }


def test_summary() -> None:
    one, two = Diagnostic("K101", "m", None), Diagnostic("K011", "m", None)
    assert summary([]) == "no findings"
    assert summary([one, one, two]) == "2 errors, 1 note"


def test_explanations_by_code_and_by_name() -> None:
    text = explain("k103")
    assert text is not None
    assert text.startswith("K103 equality (error)\n\n")
    assert explain("equality") == text
    assert explain("K999") is None
    for code, entry in CATALOGUE.items():
        assert code == entry.code
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.name)
