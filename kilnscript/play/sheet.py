"""The score sheet at the terminal: points by lines and sources, then what decides the ranking, and the places; as wide as the screen."""

from __future__ import annotations

from dataclasses import dataclass, field

from kilnscript.play.board import Board
from kilnscript.play.ink import BOLD, DIM, Line, Part, Screen, text_width
from kilnscript.session.criteria import criteria
from kilnscript.session.session import Session
from kilnscript.session.sheet import Table, table

GAP = 2  # columns of blanks before each number
LABEL = 14  # columns that the titles of rows keep beside the numbers, before seats go below each other


@dataclass(frozen=True, slots=True)
class Row:
    title: str
    cells: tuple[str, ...]
    style: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """``heads``: for each column its lines."""

    heads: list[list[str]]
    rows: list[Row] = field(default_factory=list)


def sheet_lines(session: Session, screen: Screen) -> list[Line]:
    """The whole sheet; nothing where nobody scores and nothing is ranked.

    Seats stand side by side as far as they fit, the others in a second table below; titles that are too long go on over several lines.
    """
    seats = [[f"Seat {n}", *([f"{session.bots[n]} bot"] if n in session.bots else [])] for n in range(1, session.players + 1)]
    points = table(session)
    grids: list[Grid] = []
    per_seat = session.program.game.declarations.scores is not None and session.program.game.declarations.scores.per == "player"
    if points is not None:
        grids.append(by_holder(session, points, screen, seats if per_seat else None))
    ranked = ranking_rows(session, points is not None and per_seat)
    if ranked:
        if not grids or not per_seat:
            grids.append(Grid(seats))
        grids[-1].rows.extend(ranked)
    lines: list[Line] = []
    for grid in grids:
        lines += [[]] if lines else []
        lines += drawn(grid, screen.width)
    return lines


def by_holder(session: Session, points: Table, screen: Screen, seats: list[list[str]] | None) -> Grid:
    """Points. Where members of a kind score, each stands over its seat, and those that nobody plays are left out."""
    shown = list(range(len(points.columns)))
    heads = seats
    if heads is None:
        scores = session.program.game.declarations.scores
        assert scores is not None
        owners = Board(session, screen).owners(session.state, scores.per)
        shown = [n for n in shown if not owners or n in owners or any(row[n] for _, row in points.rows)]
        heads = [[points.columns[n], *([f"Seat {owners[n] + 1}"] if n in owners else [])] for n in shown]
    grid = Grid(heads)
    for number, (title, row) in enumerate(points.rows):
        source = number > points.total  # the same points once more
        grid.rows.append(Row(f"  {title}" if source else title, tuple(str(row[n]) for n in shown), BOLD if number == points.total else ""))
    return grid


def ranking_rows(session: Session, scores_shown: bool) -> list[Row]:
    """Once the game is over: the values that `rank by` compares, in its order, and each seat's place."""
    result = session.result
    if result is None or not session.program.game.rank:
        return []
    rows = []
    for criterion in criteria(session.views, session.state):
        if criterion.is_score and scores_shown:
            continue
        title = criterion.title + (" (lowest)" if criterion.order == "lowest" else "")
        rows.append(Row(title, criterion.said or ("hidden",) * session.players))
    places: dict[int, str] = {}
    for group in result.ranking:
        place = len(places) + 1
        places.update({seat: f"{'=' if len(group) > 1 else ''}{place}" for seat in group})
    shared = any(len(group) > 1 for group in result.ranking)
    return [*rows, Row("Place (= shared)" if shared else "Place", tuple(places[n] for n in range(1, session.players + 1)), BOLD)]


def drawn(grid: Grid, width: int) -> list[Line]:
    """The columns in as few tables as fit, as even as can be."""
    columns = [
        max([text_width(text) for text in head] + [text_width(row.cells[n]) for row in grid.rows]) for n, head in enumerate(grid.heads)
    ]
    longest = max((text_width(row.title) for row in grid.rows), default=0)
    wanted = min(longest, LABEL)
    together = len(columns)
    while together > 1 and not all(wanted + taken(columns[at : at + together]) <= width for at in range(0, len(columns), together)):
        together -= 1
    tables = -(-len(columns) // together)
    each = -(-len(columns) // tables)
    room = min(width - taken(columns[at : at + each]) for at in range(0, len(columns), each))
    first = max(1, min(longest, room))
    lines: list[Line] = []
    for at in range(0, len(columns), each):
        lines += [[]] if lines else []
        lines += one(grid, range(at, min(at + each, len(columns))), first, columns)
    return lines


def taken(columns: list[int]) -> int:
    return sum(column + GAP for column in columns)


def one(grid: Grid, shown: range, first: int, columns: list[int]) -> list[Line]:
    lines: list[Line] = []
    for number in range(max(len(grid.heads[n]) for n in shown)):
        heads = [grid.heads[n][number] if number < len(grid.heads[n]) else "" for n in shown]
        style = DIM if number else BOLD
        lines.append([Part(" " * first), *(Part(right(head, columns[n]), style) for n, head in zip(shown, heads, strict=True))])
    for row in grid.rows:
        *before, last = broken(row.title, first)
        lines += [[Part(text, row.style)] for text in before]
        numbers = "".join(right(row.cells[n], columns[n]) for n in shown)
        lines.append([Part(last + " " * (first - text_width(last)) + numbers, row.style)])
    return lines


def right(text: str, width: int) -> str:
    return " " * (GAP + width - text_width(text)) + text


def broken(title: str, width: int) -> list[str]:
    """A title in lines of a width, broken at blanks, inside words only where one is too long; the indentation stays."""
    indent = title[: len(title) - len(title.lstrip())] if width > 4 else ""
    lines: list[str] = []
    line = indent
    for word in title.split():
        while word:
            glue = "" if line == indent else " "
            if text_width(line + glue + word) <= width:
                line, word = line + glue + word, ""
            elif line != indent:
                lines.append(line)
                line = indent
            else:
                cut = max(1, width - text_width(indent))
                while cut > 1 and text_width(word[:cut]) > width - text_width(indent):
                    cut -= 1
                lines.append(indent + word[:cut])
                word = word[cut:]
    return [*lines, line] if line != indent or not lines else lines
