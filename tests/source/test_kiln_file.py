"""Text to tree: the shipped rules, the places of nodes, `##` texts, and files as different editors save them."""

import unicodedata

import pytest

from kilnscript.source import tree
from kilnscript.source.kiln_file import read_expression, read_kiln, read_template, read_type
from kilnscript.source.resources import rules_folder
from tests.source.places import inside, nodes, spans, written

SHIPPED = sorted(rules_folder().rglob("*.kiln"))
TURN = 'phase turn "A turn":\n    ## Take one.\n    player must:\n        action take(at: cells):\n            do refill\n'


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_shipped_rules_are_read_without_findings(path) -> None:
    text = path.read_text(encoding="utf-8")
    file, found = read_kiln(path.name, text)
    assert not found
    assert file.items
    assert all(inside(span, text) for span in spans(file))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_names_stand_where_their_spans_say(path) -> None:
    text = path.read_text(encoding="utf-8")
    for node in nodes(read_kiln(path.name, text)[0]):
        match node:
            case tree.Name():
                assert written(node.span, text) == node.id
            case tree.Number():
                assert written(node.span, text) == str(node.value)
            case tree.Attribute() | tree.Let() | tree.Phase() | tree.Parameter() | tree.Binder() | tree.Call() | tree.Query():
                assert written(node.name_span, text) == node.name
            case tree.Hole() | tree.TableHole():
                assert written(node.span, text)[0] + written(node.span, text)[-1] == "{}"
            case tree.Decision():
                assert written(node.header, text).endswith(":")
            case _:
                pass


@pytest.mark.parametrize(
    "saved",
    [
        "\ufeff" + TURN,
        TURN.replace("\n", "\r\n"),
        TURN.replace("\n", "\r"),
        TURN.rstrip("\n"),
        TURN + "\n\n\n",
        "# a comment\n\n" + TURN,
        TURN.replace("\n    player", "\n# a comment at the margin\n    player"),
        TURN.replace("\n    player", "\n                # a comment far to the right\n\n    player"),
        TURN.replace("must:", "must:   # a comment behind code"),
        TURN.replace("\n", "   \n"),
    ],
    ids=[
        "bom",
        "crlf",
        "cr",
        "no-last-newline",
        "empty-lines",
        "comment-first",
        "comment-left",
        "comment-right",
        "comment-behind",
        "spaces",
    ],
)
def test_editors_make_no_difference(saved: str) -> None:
    file, found = read_kiln("r.kiln", saved)
    assert not found
    assert bare(file) == bare(read_kiln("r.kiln", TURN)[0])


def bare(node: object) -> list[object]:
    """A tree without its places."""
    found: list[object] = []
    for each in nodes(node):
        found.append(type(each))
        found += [value for name in each.__slots__ if isinstance(value := getattr(each, name), str | int | None)]
    return found


def test_a_tab_is_one_finding_and_reading_goes_on() -> None:
    file, found = read_kiln("r.kiln", TURN.replace("    ", "\t"))
    assert [finding.code for finding in found] == ["K120"]
    assert bare(file) == bare(read_kiln("r.kiln", TURN)[0])
    action = file.items[0].block.statements[0].offers[0]
    assert (action.name_span.line, action.name_span.column) == (4, 10)  # as the editor counts: a tab is one character


def test_composed_and_decomposed_letters_are_one_name() -> None:
    text = "phase énd:\n    let café = été\n"
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    one, two = read_kiln("r.kiln", composed), read_kiln("r.kiln", decomposed)
    assert not one[1] and not two[1]
    assert bare(one[0]) == bare(two[0])
    let = two[0].items[0].block.statements[0]
    assert let.name == "café"
    assert written(let.name_span, decomposed) == unicodedata.normalize("NFD", "café")


@pytest.mark.parametrize("name", ["δύο", "два", "手札", "हाथ", "יד", "ไพ่", "한글", "größe", "_x1"])
def test_names_of_every_alphabet(name: str) -> None:
    file, found = read_kiln("r.kiln", f"phase {name}:\n    do {name}\n")
    assert not found
    assert file.items[0].name == unicodedata.normalize("NFC", name)


def test_texts_belong_to_what_follows_or_to_the_head_of_their_block() -> None:
    text = """## Before.
phase a:
    ## Head.
    ## More.
    do b
    ## Statement.
    if c:
        do d
    ## Clause.
    else:
        ## In it.
        do e

payment p(
    ## Who.
    seat: player,
    cost: amount
):
    ## Payment.
    way w:
        ## Way.
        give x

example x "X":
    ## Example.
    then over
"""
    file, found = read_kiln("r.kiln", text)
    assert not found
    phase, payment, example = file.items
    assert phase.doc.parts == ("Before.",)
    assert phase.block.doc.parts == ("Head.\nMore.",)
    first, second = phase.block.statements
    assert first.doc is None
    assert second.doc.parts == ("Statement.",)
    assert second.otherwise.doc.parts == ("Clause.\nIn it.",)
    assert payment.doc.parts == ("Payment.",)
    assert payment.parameters[0].doc.parts == ("Who.",)
    assert payment.ways[0].doc.parts == ("Way.",)
    assert example.doc.parts == ("Example.",)


def test_decisions_and_transactions_join_both_texts() -> None:
    text = "phase a:\n    do b\n    ## Before.\n    player must:\n        ## Head.\n        offer x\n        ## Own.\n        offer y\n"
    decision = read_kiln("r.kiln", text)[0].items[0].block.statements[1]
    assert decision.doc.parts == ("Before.", "\n", "Head.")
    assert decision.offers[1].doc.parts == ("Own.",)


def test_texts_are_unescaped_and_their_holes_placed() -> None:
    text = 'phase a:\n    log "{{x}} \\"{count(t in rack: t is \\"R7\\")}\\" {table sale}\\n"\n'
    file, found = read_kiln("r.kiln", text)
    assert not found
    parts = file.items[0].block.statements[0].text.parts
    assert parts[0] == '{x} "'
    assert written(parts[1].span, text) == '{count(t in rack: t is \\"R7\\")}'
    assert parts[1].value.body.right.value == "R7"
    assert parts[2] == '" '
    assert parts[3].table == "sale"
    assert parts[4] == "\n"


def test_a_broken_declaration_hides_no_other() -> None:
    file, found = read_kiln("r.kiln", "phase a:\n    do\n\nphase b:\n    do c\n\nphase d:\n    let = 3\n")
    assert [item.name for item in file.items] == ["b"]
    assert [finding.span.line for finding in found] == [2, 8]


def test_blocks_of_text_lose_their_indentation() -> None:
    text = 'example a "A":\n    given board = """\n        R B\n          G\n        """\n'
    file, found = read_kiln("r.kiln", text)
    assert not found
    value = file.items[0].lines[0].value
    assert (value.value, value.block) == ("R B\n  G", True)


def test_types() -> None:
    def shape(written_type: str) -> tree.TypeExpression:
        value, found = read_type(written_type, "game.yaml", 3, 10)
        assert not found
        return value

    match shape("list of cell of kiln or none"):
        case tree.TypeOptional(item=tree.TypeName(name="list", of=tree.TypeName(name="cell", of=tree.TypeName(name="kiln", of=None)))):
            pass
        case other:
            pytest.fail(str(other))
    match shape("-3..{players + 1}"):
        case tree.TypeRange(low=tree.Negative(), high=tree.Binary(operator="+")):
            pass
        case other:
            pytest.fail(str(other))
    assert isinstance(shape("yes/no"), tree.TypeYesNo)
    assert shape("0..").high is None
    value, found = read_type("0..x", "game.yaml", 3, 10)
    assert value is None
    assert (found[0].span.line, found[0].span.column) == (3, 13)


def test_expressions_and_templates_of_other_files() -> None:
    value, found = read_expression("option.dice * players", "game.yaml", 7, 4)
    assert not found
    assert (value.right.span.line, value.right.span.column) == (7, 18)
    template, found = read_template("one {a.b}\ntwo {c", "game.yaml", 7, 4)
    assert [finding.code for finding in found] == ["K130"]
    assert (found[0].span.line, found[0].span.column) == (8, 5)
    assert len(template.parts) == 3
