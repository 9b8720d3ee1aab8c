"""The score sheet at the terminal: one row for each source, or for each time of the phase that the sheet goes by."""

from __future__ import annotations

from kilnscript.play.ink import BOLD, Line, Part, text_width, wrapped
from kilnscript.session.session import Session
from kilnscript.session.sheet import Table, table


def sheet_lines(session: Session, bots: dict[int, str], width: int) -> list[Line]:
    """A table where it fits, else the rows as text; nothing where nobody scores. ``bots``: seat (from 1) -> name."""
    found = table(session)
    if found is None:
        return []
    by_seat = session.words.program.game.declarations.scores is not None and found.columns[0].startswith("Seat ")
    columns = [name + (f" ({bots[n]})" if by_seat and n in bots else "") for n, name in enumerate(found.columns, 1)]
    found = Table(tuple(columns), found.rows)
    first = max(text_width(title) for title, _ in found.rows)
    widths = [max(text_width(name), *(len(str(row[n])) for _, row in found.rows)) for n, name in enumerate(found.columns)]
    if first + sum(w + 2 for w in widths) > width:
        return narrow(found, width)
    lines: list[Line] = [
        [Part(" " * first), *(Part("  " + " " * (w - text_width(name)) + name, BOLD) for name, w in zip(columns, widths, strict=True))]
    ]
    for title, row in found.rows:
        style = BOLD if title == "Total" else ""
        numbers = "".join(f"  {number:>{w}}" for number, w in zip(row, widths, strict=True))
        lines.append([Part(title + " " * (first - text_width(title)) + numbers, style)])
    return lines


def narrow(found: Table, width: int) -> list[Line]:
    """``Seat 1: Sales 3, Total 3``, for screens with few columns."""
    lines: list[Line] = []
    for n, name in enumerate(found.columns):
        items: list[Line] = [[Part(f"{name}:", BOLD)]]
        items += [[Part(f"{title} {row[n]}")] for title, row in found.rows]
        lines += wrapped(items, width)
    return lines
