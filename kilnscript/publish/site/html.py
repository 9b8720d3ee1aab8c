"""A page of the model → the body of an HTML page, its table of contents and its anchors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import assert_never

from kilnscript.publish.graphviz import NoPicture, svg_for_page
from kilnscript.publish.pages.page import (
    Board,
    Diagram,
    Entry,
    Example,
    Item,
    Listed,
    Page,
    Paragraph,
    Section,
    Switch,
    Table,
    Text,
)
from kilnscript.publish.pages.pictures import board_svg
from kilnscript.publish.site.inline import Inline, when_attribute


@dataclass(slots=True)
class Heading:
    """``words`` are HTML."""

    id: str
    words: str
    inner: list[Heading] = field(default_factory=list)


@dataclass(slots=True)
class Body:
    """``title``: plain text."""

    title: str
    html: str
    headings: list[Heading]
    anchors: frozenset[str]


Source = Callable[[str], tuple[str, str] | None]


def no_source(_: str) -> tuple[str, str] | None:
    return None


def body(page: Page, before: str = "", source: Source = no_source) -> Body:
    """``before``: HTML that stands under the facts. ``source``: where the rule text of an id is (address and words), if there is one."""
    return Writer(page, source).body(before)


class Writer:
    def __init__(self, page: Page, source: Source) -> None:
        self.page = page
        self.source = source
        self.inline = Inline(page.switches)
        self.anchors: set[str] = set()

    def body(self, before: str) -> Body:
        headings: list[Heading] = []
        parts = [f"<h1>{escape(self.page.title)}</h1>", facts(self.page), switches(self.page.switches), before]
        for section in self.page.sections:
            heading = Heading(section.id, self.inline.plain(section.title))
            (headings if section.level == 1 or not headings else headings[-1].inner).append(heading)
            parts.append(self.section(section, heading))
        parts.append(f'<p class="kiln-version">Rules version <code>{escape(self.page.rules_hash[:12])}</code></p>')
        return Body(self.page.title, f'<div class="kiln">{"".join(filter(None, parts))}</div>', headings, frozenset(self.anchors))

    def section(self, section: Section, heading: Heading) -> str:
        inner = "\n".join(self.item(item, heading, section.level + 2) for item in section.items)
        head = self.heading(section.level + 1, section.id, section.title)
        return f'<section class="kiln-section"{when_attribute(section.where)}>{head}{self.only(section)}{inner}</section>'

    def item(self, item: Item, heading: Heading, level: int) -> str:
        match item:
            case Paragraph():
                return f"<p{when_attribute(item.where)}>{self.inline.text(item.text)}{self.small_only(item)}</p>"
            case Entry():
                heading.inner.append(Heading(item.id, self.inline.plain(item.title)))
                return self.entry(item, level)
            case Table():
                return self.table(item)
            case Listed():
                return self.listed(item.points, item.numbered)
            case Diagram():
                return self.diagram(item)
            case Example():
                heading.inner.append(Heading(item.id, self.inline.plain(item.title)))
                return self.example(item, level)
            case _:
                assert_never(item)

    def listed(self, points: tuple[Text, ...], numbered: bool) -> str:
        kind = "ol" if numbered else "ul"
        return f"<{kind}>{''.join(f'<li>{self.inline.text(words)}</li>' for words in points)}</{kind}>"

    def diagram(self, diagram: Diagram) -> str:
        """The picture, and the same in words: open when there is no program to draw it with."""
        self.anchors.add(diagram.id)
        try:
            picture = svg_for_page(diagram.dot, diagram.id, diagram.title, diagram.description)
        except NoPicture:
            picture = ""
        steps, title = self.listed(diagram.steps, True), escape(diagram.title)
        inner = f'<div class="kiln-picture" tabindex="0" role="region" aria-label="{title}">{picture}</div>' if picture else ""
        return (
            f'<figure class="kiln-diagram" id="{escape(diagram.id)}">{inner}<figcaption>{title}{link(diagram.id)}</figcaption>'
            f"<details{'' if picture else ' open'}><summary>In words</summary>{steps}</details></figure>"
        )

    def example(self, example: Example, level: int) -> str:
        parts = [self.heading(level, example.id, example.title)]
        parts += [f"<p>{self.inline.text(words)}</p>" for words in example.texts]
        parts.append(self.boards("Before", example.before))
        if example.steps:
            parts.append(self.listed(example.steps, True))
        parts.append(self.boards("After", example.after))
        return f'<section class="kiln-entry kiln-example">{"".join(parts)}</section>'

    def boards(self, when: str, boards: tuple[Board, ...]) -> str:
        if not boards:
            return ""
        more = [f" <small>and {board.more} more</small>" if board.more else "" for board in boards]
        shown = "".join(
            f"<figure>{board_svg(board)}<figcaption>{escape(board.title)}{rest}</figcaption></figure>"
            for board, rest in zip(boards, more, strict=True)
        )
        return f'<div class="kiln-boards"><p>{when}</p>{shown}</div>'

    def entry(self, entry: Entry, level: int) -> str:
        parts = [self.heading(level, entry.id, entry.title), self.only(entry)]
        parts += [f"<p>{self.inline.text(words)}</p>" for words in entry.texts]
        if entry.reasons:
            reasons = "".join(f"<li>{self.inline.text(words)}</li>" for words in entry.reasons)
            parts.append(f'<div class="kiln-reasons"><p>Why it may be refused:</p><ul>{reasons}</ul></div>')
        return f'<section class="kiln-entry"{when_attribute(entry.where)}>{"".join(parts)}</section>'

    def table(self, table: Table) -> str:
        self.anchors.add(table.id)
        wheres = table.wheres or ((),) * len(table.rows)
        head = "".join(f'<th scope="col">{escape(words)}</th>' for words in table.headings)
        rows = "".join(f"<tr{when_attribute(where)}>{''.join(self.cells(row))}</tr>" for row, where in zip(table.rows, wheres, strict=True))
        return (
            f'<div class="kiln-wide" id="{escape(table.id)}" tabindex="0" role="region" aria-label="{escape(table.caption)}"><table>'
            f"<caption>{escape(table.caption)}{link(table.id)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def cells(self, row: tuple[Text, ...]) -> Iterator[str]:
        """The first one names the row, unless it is the only one."""
        for number, cell in enumerate(row):
            words = self.inline.text(cell)
            yield f'<th scope="row">{words}</th>' if number == 0 and len(row) > 1 else f"<td>{words}</td>"

    # ---- small parts -----------------------------------------------------------------------------------------------------

    def heading(self, level: int, name: str, title: Text) -> str:
        self.anchors.add(name)
        found = self.source(name)
        rules = (
            "" if found is None else f'<p class="kiln-source" data-search-exclude><a href="{escape(found[0])}">{escape(found[1])}</a></p>'
        )
        return f'<h{level} id="{escape(name)}">{self.inline.text(title)}{link(name)}</h{level}>{rules}'

    def only(self, part: Section | Entry) -> str:
        return f'<p class="kiln-only">Only {only(self.inline.words(part.where))}.</p>' if part.where else ""

    def small_only(self, paragraph: Paragraph) -> str:
        return f' <small class="kiln-note">(only {only(self.inline.words(paragraph.where))})</small>' if paragraph.where else ""


def only(words: str) -> str:
    """`with 2 players`, `with Fixing the Mess`, escaped."""
    return escape(words if words.startswith(("with ", "without ")) else f"with {words}")


def link(name: str) -> str:
    return f'<a class="headerlink" href="#{escape(name)}" title="Permanent link">#</a>'


def facts(page: Page) -> str:
    found = "".join(f"<div><dt>{escape(what)}</dt><dd>{escape(value)}</dd></div>" for what, value in page.facts)
    return f'<dl class="kiln-facts">{found}</dl>' if found else ""


def switches(found: tuple[Switch, ...]) -> str:
    """A form that the script brings to life; without it the page shows everything and the form stays hidden."""
    if not found:
        return ""
    fields = "".join(map(choice, found))
    return (
        '<form class="kiln-switches" data-search-exclude hidden aria-label="What this page shows"><div class="kiln-choices">'
        f'{fields}</div><p><button type="reset" class="md-button">Show everything</button> <span role="status"></span></p></form>'
    )


def choice(switch: Switch) -> str:
    name = escape(switch.name)
    options = "".join(
        f'<option value="{escape(value)}"{" data-default" if value == switch.default else ""}>{escape(words)}</option>'
        for value, words in switch.values
    )
    free = "" if switch.free is None else f' data-free="{escape(" ".join(switch.free))}"'
    title = "" if switch.text is None else f' title="{escape(switch.text)}"'
    select = f'<select name="{name}"{free}><option value="">any</option>{options}</select>'
    return f"<label{title}><span>{escape(switch.title)}</span> {select}</label>"
