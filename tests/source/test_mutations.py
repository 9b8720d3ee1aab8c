"""Rule files with something changed at random: reading never raises, and every place it names lies in the file."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kilnscript.diagnostics.render import render_text
from kilnscript.source.csv_file import read_csv
from kilnscript.source.kiln_file import read_kiln
from kilnscript.source.resources import rules_folder
from kilnscript.source.yaml_file import read_yaml
from tests.source.places import inside, spans

RULES = [path.read_text(encoding="utf-8") for path in sorted(rules_folder().rglob("*.kiln"))]
YAML = [path.read_text(encoding="utf-8") for path in sorted(rules_folder().rglob("game.yaml"))]
CSV = [path.read_text(encoding="utf-8") for path in sorted(rules_folder().rglob("*.csv"))]
SIGNS = list("()[]{}\":,.=<>+-*/#'\\ \n\t&|!;%")
WORDS = ['"""', "##", "\n    ", "\n\n", "else", "if", "must:", "player", " is ", "phase x:", "action", "}}"]
ODD = ["\ufeff", "\r\n", "é", "e\u0301", "漢", "\u200b", "“", "（", "\x01", "\u2028", "\U0001f3b2"]
YAML_SIGNS = ["<<", "- ", "? ", "&a ", "*a", "!t ", "---\n", "0"]
BITS = st.sampled_from([*SIGNS, *WORDS, *ODD, *YAML_SIGNS])


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """A window of a file with a few insertions, deletions and copies."""
    text = draw(st.sampled_from(texts))
    begin = draw(st.integers(0, len(text)))
    text = text[text.rfind("\n", 0, begin) + 1 :][: draw(st.integers(0, 1500))]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 12)))
        match draw(st.integers(0, 2)):
            case 0:
                text = text[:at] + draw(BITS) + text[at:]
            case 1:
                text = text[:at] + text[end:]
            case _:
                text = text[:at] + text[at:end] * 2 + text[end:]
    return text


SETTINGS = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], derandomize=True
)


@SETTINGS
@given(mutated(RULES))
def test_changed_rules(text: str) -> None:
    file, found = read_kiln("r.kiln", text)
    for span in spans(file):
        assert inside(span, text), (span, text)
    for finding in found:
        assert finding.span is not None
        assert inside(finding.span, text), (finding, text)
        assert finding.name and finding.message
    render_text(found, {"r.kiln": text})


@SETTINGS
@given(mutated(YAML))
def test_changed_yaml(text: str) -> None:
    _, found = read_yaml("game.yaml", text)
    for finding in found:
        assert finding.span is not None
        assert finding.name and finding.message
    render_text(found, {"game.yaml": text})


@SETTINGS
@given(mutated(CSV or ["a,b\n1,2\n"]))
def test_changed_csv(text: str) -> None:
    table, found = read_csv("c.csv", text)
    for finding in found:
        assert inside(finding.span, text), (finding, text)
    for row in table.rows if table else ():
        assert len(row) == len(table.header)
        assert all(inside(cell.span, text) for cell in row)
