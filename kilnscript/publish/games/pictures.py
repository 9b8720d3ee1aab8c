"""Figures → small SVG pictures: bars with their intervals, a histogram, a line. Every picture tells its numbers as text, too.

Colours stand in the pictures, so that they can be cut out of a page; a page may have others (classes bar, whisker, mark, line, grid, said).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

WIDTH = 640
ROW = 22
NAMES = 220  # width of the names of bars
HEIGHT = 150
MOST_BINS = 24
BAR = 'class="bar" fill="#7a9cc6"'
WHISKER = 'class="whisker" fill="none" stroke="#222"'
MARK = 'class="mark" fill="none" stroke="#b5482a" stroke-dasharray="4 3"'
LINE = 'class="line" fill="none" stroke="#b5482a" stroke-width="2"'
GRID = 'class="grid" fill="none" stroke="#ccd"'


def bars(rows: Sequence[tuple[str, float, float, float, str]], most: float, mark: float | None = None) -> str:
    """Rows of (name, value, low, high, what is written); ``mark``: a value to compare with, drawn through all."""
    room = WIDTH - NAMES - 130
    scale = room / (most or 1)
    height = ROW * len(rows) + 6
    parts = []
    for n, (name, value, low, high, said) in enumerate(rows):
        y = ROW * n + 3
        left, middle = NAMES + max(0.0, low) * scale, y + ROW / 2 - 1
        right = NAMES + min(most, high) * scale
        parts.append(
            f"<g><title>{escape(name)}: {escape(said)}</title>"
            f'<text x="{NAMES - 8}" y="{middle + 4:.1f}" text-anchor="end">{escape(shortened(name))}</text>'
            f'<rect {BAR} x="{NAMES}" y="{y}" width="{max(0.0, value) * scale:.1f}" height="{ROW - 6}" rx="2"/>'
            f'<path {WHISKER} d="M{left:.1f} {middle:.1f}H{right:.1f}M{left:.1f} {middle - 4:.1f}v8M{right:.1f} {middle - 4:.1f}v8"/>'
            f'<text class="said" x="{max(right, NAMES + max(0.0, value) * scale) + 8:.1f}" y="{middle + 4:.1f}">{escape(said)}</text></g>'
        )
    if mark is not None:
        at = NAMES + mark * scale
        parts.append(f'<path {MARK} d="M{at:.1f} 0V{height}"/>')
    return picture(height, "".join(parts))


def differences(rows: Sequence[tuple[str, float, float, float, int]]) -> str:
    """Rows of (name, value, low, high, how sure: 0 to 2), as parts of 1: a dot with its whiskers around a line that is no difference. What
    is too far out is cut off at the edge."""
    room, left = WIDTH - NAMES - 90, NAMES + 10
    ends = sorted(max(abs(low), abs(high)) for _, _, low, high, _ in rows if math.isfinite(low) and math.isfinite(high))
    most = max([0.05, min(ends[-1], 3 * ends[len(ends) // 2])] if ends else [0.05])
    scale, zero = room / 2 / most, left + room / 2
    height = ROW * len(rows) + 24
    parts = [f'<path {GRID} d="M{zero + side * room / 2:.1f} 0V{height - 18}"/>' for side in (-1, 1)]
    parts += [f'<path {MARK} d="M{zero:.1f} 0V{height - 18}"/>']
    for side, said in ((-1, f"−{most:.0%}"), (0, "0"), (1, f"+{most:.0%}")):
        parts.append(f'<text class="said" x="{zero + side * room / 2:.1f}" y="{height - 4}" text-anchor="middle">{said}</text>')
    for n, (name, value, low, high, sure) in enumerate(rows):
        middle = ROW * n + ROW / 2
        at, first, last = (zero + max(-room / 2, min(room / 2, part * scale)) for part in (value, low, high))
        said = f"{value:+.1%}".replace("-", "−")
        dot = BAR if sure else WHISKER
        parts.append(
            f"<g><title>{escape(name)}: {said}, from {low:+.1%} to {high:+.1%}</title>"
            f'<text x="{NAMES - 8}" y="{middle + 4:.1f}" text-anchor="end">{escape(shortened(name))}</text>'
            f'<path {WHISKER} d="M{first:.1f} {middle:.1f}H{last:.1f}M{first:.1f} {middle - 4:.1f}v8M{last:.1f} {middle - 4:.1f}v8"/>'
            f'<circle {dot} cx="{at:.1f}" cy="{middle:.1f}" r="{6 if sure == 2 else 4}"/>'
            f'<text class="said" x="{WIDTH - 72}" y="{middle + 4:.1f}">{said}{" " + "*" * sure if sure else ""}</text></g>'
        )
    return picture(height, "".join(parts))


Measured = tuple[float, float, float]


def targets(rows: Sequence[tuple[str, float, float, Measured | None, Measured | None, str]]) -> str:
    """Rows of (name, aim from, aim to, before, now, what is written); before and now are a value with its interval. Every row has a scale
    of its own; the aim is a band, which goes to the edge where it has no end."""
    left, room, tall = NAMES + 40, WIDTH - NAMES - 150, 34
    height = tall * len(rows) + 4
    parts = []
    for n, (name, low, high, before, now, said) in enumerate(rows):
        known = [end for end in (low, high) if math.isfinite(end)] + [end for found in (before, now) if found is not None for end in found]
        first, last = min(known), max(known)
        margin = (last - first) * 0.1 or abs(last) * 0.1 or 1.0
        first, last = first - margin, last + margin

        def at(value: float, first: float = first, last: float = last) -> float:
            return left + max(0.0, min(1.0, (value - first) / (last - first))) * room

        y = tall * n + 2
        start, end = at(low) - 1, at(high) + 1
        parts.append(
            f"<g><title>{escape(name)}: {escape(said)}</title>"
            f'<text x="{NAMES + 28}" y="{y + 20}" text-anchor="end">{escape(shortened(name, 40))}</text>'
            f'<rect class="grid" fill="#ccd" x="{start:.1f}" y="{y}" width="{end - start:.1f}" height="{tall - 6}" rx="2"/>'
        )
        for found, dot, middle in ((before, WHISKER, y + 8), (now, BAR, y + 20)):
            if found is not None:
                value, least, most = (at(part) for part in found)
                parts.append(
                    f'<path {WHISKER} d="M{least:.1f} {middle}H{most:.1f}M{least:.1f} {middle - 3}v6M{most:.1f} {middle - 3}v6"/>'
                    f'<circle {dot} cx="{value:.1f}" cy="{middle}" r="4"/>'
                )
        parts.append(f'<text class="said" x="{left + room + 8}" y="{y + 20}">{escape(said)}</text></g>')
    return picture(height, "".join(parts))


def descent(values: Sequence[float]) -> str:
    """A dot for every value, in order, and a line for the least so far; very large ones are cut off at the top."""
    ordered = sorted(values)
    most = min(ordered[-1], 2 * ordered[len(ordered) * 3 // 4]) or ordered[-1] or 1.0

    def at(n: int, value: float) -> tuple[float, float]:
        return 50 + n * (WIDTH - 80) / (len(values) - 1), 10 + (1 - min(1.0, value / most)) * (HEIGHT - 35)

    parts = []
    for part in (0, 0.5, 1):
        y = at(0, part * most)[1]
        parts.append(f'<path {GRID} d="M50 {y:.1f}H{WIDTH - 30}"/><text x="42" y="{y + 4:.1f}" text-anchor="end">{part * most:.2g}</text>')
    path, least = "", math.inf
    for n, value in enumerate(values):
        x, y = at(n, value)
        parts.append(f'<circle {BAR} cx="{x:.1f}" cy="{y:.1f}" r="3"><title>trial {n}: {value:.3g}</title></circle>')
        least = min(least, value)
        path += f"{'M' if n == 0 else 'H'}{x:.1f}{f' {at(n, least)[1]:.1f}' if n == 0 else f'V{at(n, least)[1]:.1f}'}"
    parts.append(f'<path {LINE} d="{path}"/>')
    parts.append(
        f'<text x="50" y="{HEIGHT - 6}">first trial</text><text x="{WIDTH - 30}" y="{HEIGHT - 6}" text-anchor="end">last trial</text>'
    )
    return picture(HEIGHT, "".join(parts))


def histogram(numbers: Sequence[float]) -> str:
    """How often which values came; whole numbers get a bar each as long as there is room."""
    low, high = min(numbers), max(numbers)
    whole = all(value == int(value) for value in numbers)
    count = min(MOST_BINS, int(high - low) + 1) if whole else min(MOST_BINS, 1 + math.ceil(math.log2(len(numbers)) * 2))
    size = (math.ceil((high - low + 1) / count) if whole else (high - low) / count) or 1
    bins = [0] * count
    for value in numbers:
        bins[min(count - 1, int((value - low) / size))] += 1
    bins = bins[: max(n for n, found in enumerate(bins) if found) + 1]
    width = (WIDTH - 40) / len(bins)
    tallest = max(bins)
    parts = []
    for n, found in enumerate(bins):
        tall = found / tallest * (HEIGHT - 30)
        start, end = low + n * size, low + (n + 1) * size - (1 if whole else 0)
        named = f"{start:g}" if start == end else f"{start:.4g} to {end:.4g}"
        parts.append(
            f'<g><title>{named}: {found} of {len(numbers)}</title><rect {BAR} x="{20 + n * width + 1:.1f}" '
            f'y="{HEIGHT - 20 - tall:.1f}" width="{max(1.0, width - 2):.1f}" height="{tall:.1f}"/></g>'
        )
        if n % max(1, len(bins) // 8) == 0:
            parts.append(f'<text x="{20 + (n + 0.5) * width:.1f}" y="{HEIGHT - 6}" text-anchor="middle">{start:.4g}</text>')
    return picture(HEIGHT, "".join(parts))


def line(values: Sequence[float], mark: float) -> str:
    """Values from 0 to 1 over the course of a game, and one to compare with."""

    def at(n: int, value: float) -> str:
        return f"{50 + n * (WIDTH - 80) / (len(values) - 1):.1f} {10 + (1 - value) * (HEIGHT - 35):.1f}"

    path = "L".join(at(n, value) for n, value in enumerate(values))
    grid = "".join(
        f'<path {GRID} d="M{at(0, y)}L{at(len(values) - 1, y)}"/>'
        f'<text x="42" y="{14 + (1 - y) * (HEIGHT - 35):.1f}" text-anchor="end">{y:.0%}</text>'
        for y in (0, 0.5, 1)
    )
    labels = (
        f'<text x="50" y="{HEIGHT - 6}">first decision</text><text x="{WIDTH - 30}" y="{HEIGHT - 6}" text-anchor="end">last decision</text>'
    )
    title = f"<title>from {values[0]:.1%} at the first decision to {values[-1]:.1%} at the last</title>"
    return picture(
        HEIGHT,
        f'{title}{grid}{labels}<path {MARK} d="M{at(0, mark)}L{at(len(values) - 1, mark)}"/><path {LINE} d="M{path}"/>',
    )


def picture(height: float, inside: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" font-size="12" role="img">{inside}</svg>'


def shortened(name: str, most: int = 28) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
