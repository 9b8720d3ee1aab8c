"""A small page that holds one of everything."""

from kilnscript.publish.pages.page import (
    Board,
    Case,
    Code,
    Diagram,
    Entry,
    Example,
    Figure,
    Icon,
    Link,
    Listed,
    Page,
    Paragraph,
    Section,
    Switch,
    Table,
    Text,
)

RED = Icon("red", "R", "●", "#c0392b")
MARK = Icon("filled", "", "", "#222222", "mark")
PLAIN = Icon("coin", "C", "", "", "token")
TEXT: Text = ("Take ", RED, " and ", Link("it", "end", "the end"), ".")
TWO = ((("players", ("2",)),),)


def page(text: Text = TEXT, name: str = "small_game", rules: str = "0123456789abcdef") -> Page:
    figure = Figure("3", cases=(Case("3", TWO), Case("4", ((("players", ("3",)),),))))
    items = (
        Paragraph(text),
        Paragraph(("Draw ", figure, "."), TWO),
        Listed((("one",), ("two",))),
        Listed((("first",), ("then",)), True),
        Table("table-all", "Everything", ("What", "How | many"), (((RED,), ("1",)), (("-5",), ("|}",))), (TWO, ())),
        Entry("act", ("Act at ", Code("x[1]")), (("Do it.",),), (("it's too far",),), TWO),
        Diagram("flow", "Flow", "How it goes", "digraph {}", ((Link("Act", "act"),),)),
    )
    boards = (
        Board("Grid", ((RED, None), (None, MARK)), ("1", "2"), ("a", "b"), ((0, 1),)),
        Board("Heap", ((RED, PLAIN),), more=2),
        Board("Nothing", ((),)),
    )
    example = Example("example-one", ("One",), (("Look.",),), boards, (("Ann acts.",),), boards[:1])
    return Page(
        name,
        "Small game",
        (("Players", "2–3"),),
        (
            Section("start", ("Start",), items, TWO),
            Section("inner", ("Inner",), (example,), level=2),
            Section("end", ("End",), (Paragraph(("Over.",)),)),
        ),
        rules,
        (Switch("players", "Players", (("2", "2"), ("3", "3"))),),
    )
