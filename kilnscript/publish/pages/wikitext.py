"""A page → wikitext for MediaWiki. Whatever a text contains stands there as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, assert_never, get_args

from kilnscript.publish.pages.page import (
    Board,
    Code,
    Diagram,
    Entry,
    Example,
    Figure,
    Icon,
    Item,
    Link,
    Listed,
    Page,
    Paragraph,
    Part,
    Section,
    Table,
    Text,
    Where,
)
from kilnscript.publish.pages.pictures import bright
from kilnscript.publish.pages.wiki_escape import attribute, cleaned, escaped
from kilnscript.publish.site.inline import MOST_SHOWN, Inline

# `bga`: for Board Game Arena, whose view of help pages inside a game shows no bullets and no definition lists.
Profile = Literal["mediawiki", "bga"]
PROFILES: tuple[Profile, ...] = get_args(Profile)
NOTE = "<!-- Written by KilnScript from the rules of the game. Change the rules and publish again: what is written here would be lost. -->"


def wikitext(page: Page, profile: Profile = "mediawiki", files: Mapping[Icon, str] | None = None) -> str:
    """``files``: names of icons on the wiki; the others are told by their letters. No line end at the end, as wikis keep it."""
    return Writer(page, profile, files or {}).text()


def file_name(name: str) -> str:
    """How a wiki page with the help of a game is called at Board Game Arena: `Gamehelp` and the name in small letters."""
    return "Gamehelp" + "".join(sign for sign in name.lower() if sign.isalnum())


class Writer:
    def __init__(self, page: Page, profile: Profile, files: Mapping[Icon, str]) -> None:
        self.page = page
        self.bga = profile == "bga"
        self.files = files
        self.settings = Inline(page.switches)

    def text(self) -> str:
        return NOTE + "\n" + "\n\n".join(self.blocks())

    def blocks(self) -> Iterator[str]:
        facts = [f"{bold(escaped(what, ends=False) + ':')} {escaped(value)}" for what, value in self.page.facts]
        if facts:
            yield " · ".join(facts)
        for section in self.page.sections:
            yield from self.section(section)
        yield f"<small>Rules version <code>{escaped(self.page.rules_hash[:12])}</code></small>"

    def section(self, section: Section) -> Iterator[str]:
        level = section.level + 1
        yield self.heading(level, section.id, section.title)
        if section.where:
            yield self.only(section.where)
        for item in section.items:
            yield from self.item(item, level + 1)

    def item(self, item: Item, level: int) -> Iterator[str]:
        match item:
            case Paragraph():
                yield self.line(item.text) + self.small(item.where)
            case Entry():
                yield self.heading(level, item.id, item.title)
                if item.where:
                    yield self.only(item.where)
                yield from map(self.line, item.texts)
                if item.reasons:
                    yield "Refused unless:"
                    yield self.listed(item.reasons, False)
            case Table():
                yield self.table(item)
            case Listed():
                yield self.listed(item.points, item.numbered)
            case Diagram():
                yield anchor(item.id) + bold(escaped(item.title))
                yield self.listed(item.steps, True)
            case Example():
                yield self.heading(level, item.id, item.title)
                yield from map(self.line, item.texts)
                yield from (self.board(board, "") for board in item.before)
                if item.steps:
                    yield self.listed(item.steps, True)
                yield from (self.board(board, " after that") for board in item.after)
            case _:
                assert_never(item)

    # ---- blocks ----------------------------------------------------------------------------------------------------------

    def heading(self, level: int, name: str, title: Text) -> str:
        signs = "=" * level
        return f"{signs} {anchor(name)}{self.line(title, False)} {signs}"

    def listed(self, points: tuple[Text, ...], numbered: bool) -> str:
        if self.bga:
            signs = [f"{number}." if numbered else "•" for number in range(1, len(points) + 1)]
            return "\n".join(f"{sign} {self.line(words)}<br/>" for sign, words in zip(signs, points, strict=True))
        return "\n".join(f"{'#' if numbered else '*'} {self.line(words)}" for words in points)

    def table(self, table: Table) -> str:
        """The first cell of a row names it, unless it is the only one."""
        wheres = table.wheres or ((),) * len(table.rows)
        lines = [f'{{| class="wikitable" id="{attribute(table.id)}"', f"|+ {escaped(table.caption)}"]
        lines += [f'! scope="col" | {escaped(heading)}' for heading in table.headings]
        for row, where in zip(table.rows, wheres, strict=True):
            lines.append("|-")
            for number, cell in enumerate(row):
                lead = '! scope="row" style="text-align:left" |' if number == 0 and len(row) > 1 else "|"
                lines.append(f"{lead} {self.line(cell)}{self.small(where) if number == 0 else ''}")
        return "\n".join([*lines, "|}"])

    def board(self, board: Board, when: str) -> str:
        """A grid of signs; a heap is told in one line."""
        framed = bool(board.rows or board.columns)
        more = f" and {board.more} more" if board.more else ""
        title = f"{escaped(board.title)}{when}"
        if not framed:
            signs = " ".join(self.sign(icon) for line in board.cells for icon in line if icon is not None)
            return f"{bold(title + ':')} {signs or 'empty'}{more}"
        changed = set(board.changed)
        note = f" ({'bold' if self.bga else 'framed'}: what changed)" if changed else ""
        lines = ['{| class="wikitable" style="text-align:center"', f"|+ {title}{more}{note}"]
        if board.columns:
            lines += ["! "] * bool(board.rows) + [f'! scope="col" | {escaped(label)}' for label in board.columns]
        for row, line in enumerate(board.cells):
            lines.append("|-")
            if board.rows:
                lines.append(f'! scope="row" | {escaped(board.rows[row])}')
            for column, icon in enumerate(line):
                sign = "·" if icon is None else self.sign(icon)
                if (row, column) not in changed:
                    lines.append(f"| {sign}")
                else:
                    lines.append(f"| {bold(sign)}" if self.bga else f'| style="border:3px solid" | {sign}')
        return "\n".join([*lines, "|}"])

    def only(self, where: tuple[Where, ...]) -> str:
        return f"''Only {self.settings_in_words(where)}.''"

    def small(self, where: tuple[Where, ...]) -> str:
        return f" <small>(only {self.settings_in_words(where)})</small>" if where else ""

    def settings_in_words(self, where: tuple[Where, ...]) -> str:
        words = self.settings.words(where)
        return escaped(words if words.startswith(("with ", "without ")) else f"with {words}", False)

    # ---- within a line ---------------------------------------------------------------------------------------------------

    def line(self, text: Text, begins: bool = True) -> str:
        """Between zero characters stands wikitext, which no escape applies to."""
        pieces = "".join(map(self.part, text)).strip().split("\0")
        last = max((n for n, piece in enumerate(pieces) if piece), default=0)
        return "".join(piece if n % 2 else escaped(piece, begins and n == 0, n == last) for n, piece in enumerate(pieces))

    def part(self, part: Part) -> str:
        match part:
            case str():
                return part.replace("\0", "")
            case Figure():
                return cleaned(self.figure(part))
            case Code():
                words = escaped(part.words)
                return f"\0<code>{words}</code>\0" if words else ""
            case Link():
                return f"\0{self.link(part)}\0"
            case Icon():
                return f"\0{self.sign(part)}\0"
            case _:
                assert_never(part)

    def figure(self, figure: Figure) -> str:
        """Every case with its settings, or the usual one with what it depends on."""
        if not figure.cases:
            return f"{figure.words} (depends on {', '.join(figure.options)})" if figure.options else figure.words
        own = self.settings.own(figure.cases)
        if len(figure.cases) > MOST_SHOWN:
            return f"{figure.words} ({own or ', '.join(figure.options) or 'Players'})"
        cases = [case.words if own is not None else f"{case.words} ({self.settings.words(case.where)})" for case in figure.cases]
        said = f"{', '.join(cases[:-1])} or {cases[-1]}" if len(cases) > 1 else cases[0]
        return said if own is None else f"{said} ({own})"

    def link(self, link: Link) -> str:
        """Within the page. A plain wiki shows what a term means on hover."""
        found = f"[[#{attribute(link.target)}|{escaped(link.words) or '&nbsp;'}]]"
        return f'<span title="{attribute(link.hint)}">{found}</span>' if link.hint and not self.bga else found

    def sign(self, icon: Icon) -> str:
        """The picture where the wiki has it, else sign and letter."""
        if icon in self.files:
            return f"[[File:{self.files[icon]}|22px|link=|alt={attribute(icon.words)}]]"
        signs = " ".join(sign for sign in (icon.glyph, icon.letter) if sign) or ("■" if icon.shape == "mark" else icon.words)
        words = escaped(signs)
        if self.bga:
            return words
        if icon.shape == "mark":
            style = f"color:{icon.ink}" if icon.ink else ""
        else:
            colours = f"background:{icon.ink};color:{'#000' if bright(icon.ink) else '#fff'};" if icon.ink else ""
            style = f"{colours}border:1px solid #777;padding:0 .3em"
        return f'<span title="{attribute(icon.words)}"' + (f' style="{style}"' if style else "") + f">{words}</span>"


def bold(wikitext: str) -> str:
    """Six apostrophes with nothing between them would be text."""
    return f"'''{wikitext}'''" if wikitext else ""


def anchor(name: str) -> str:
    return f'<span id="{attribute(name)}"></span>'
