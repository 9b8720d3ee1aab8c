"""The HTML of a wiki → its words, sections, tables and anchors, to compare with a page."""

from __future__ import annotations

from html.parser import HTMLParser

from kilnscript.publish.pages.wiki_escape import cleaned

VOID = {"br", "img", "hr", "meta", "link", "input", "wbr"}
LEFT_OUT = {"mw-editsection", "toc"}


def words(text: str) -> str:
    """Spaces as one: a wiki puts no-break spaces before some signs."""
    return " ".join(cleaned(text).replace("\xa0", " ").split())


class Rendered(HTMLParser):
    """``headings``: (level, words). ``tables``: rows of cells of words. ``ids``: in order; ``targets``: of links within the page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.stack: list[tuple[str, bool]] = []
        self.all: list[str] = []
        self.headings: list[tuple[int, str]] = []
        self.tables: list[list[list[str]]] = []
        self.items: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.addresses: list[str] = []
        self.open: list[list[str]] = []
        self.feed(html)
        self.close()
        assert not self.stack, self.stack

    @property
    def text(self) -> str:
        return words("".join(self.all))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        hidden = bool(LEFT_OUT & {*(found.get("class") or "").split(), found.get("id") or ""}) or (bool(self.stack) and self.stack[-1][1])
        if tag not in VOID:
            self.stack.append((tag, hidden))
        if hidden:
            return
        if found.get("id"):
            self.ids.append(found["id"] or "")
        if tag == "a":
            href = found.get("href") or ""
            (self.targets if href.startswith("#") else self.addresses).append(href.removeprefix("#"))
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th", "li", "h1", "h2", "h3", "h4", "h5"):
            self.open.append([])
        if tag == "img":
            self.say(found.get("alt") or "")
        if tag in ("br", "p", "li", "td", "th", "tr", "caption"):
            self.say(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        last, hidden = self.stack.pop()
        assert last == tag, (last, tag)
        if hidden or tag not in ("td", "th", "li", "h1", "h2", "h3", "h4", "h5"):
            return
        said = words("".join(self.open.pop()))
        if tag in ("td", "th"):
            self.tables[-1][-1].append(said)
        elif tag == "li":
            self.items.append(said)
        else:
            self.headings.append((int(tag[1]), said))

    def handle_data(self, data: str) -> None:
        if not (self.stack and self.stack[-1][1]):
            self.say(data)

    def say(self, said: str) -> None:
        self.all.append(said)
        for inner in self.open:
            inner.append(said)
