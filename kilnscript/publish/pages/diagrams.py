"""The order of play and its phases → diagrams of a page, each with the same in words."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.publish.chart import Chart, Edge, Frame, Node, dot_text
from kilnscript.publish.overview import Overview
from kilnscript.publish.pages.page import Diagram, Link, Part, Text
from kilnscript.publish.pages.words import Words
from kilnscript.publish.phase_chart import PhaseChart


def overview(words: Words) -> Diagram:
    return diagram(Overview(words.game).chart(), "diagram-play", "Order of play")


def phase_diagrams(words: Words) -> dict[str, Diagram]:
    """Of every phase with a title, by name."""
    found = {}
    for phase in words.game.phases.values():
        if phase.title is not None:
            title = "".join(part if isinstance(part, str) else part.words for part in words.phase(phase))
            found[phase.name] = diagram(PhaseChart(words.game, phase).chart(), f"diagram-{phase.name}", title)
    return found


def diagram(chart: Chart, name: str, title: str) -> Diagram:
    order = ordered(chart)
    numbers = {node.id: number for number, node in enumerate(order, 1)}
    steps = tuple(told(node, chart.edges, numbers) for node in order)
    return Diagram(name, title, chart.description, dot_text(chart), steps)


def nodes(frame: Frame) -> Iterator[Node]:
    yield from frame.nodes
    for inner in frame.frames:
        yield from nodes(inner)


def ordered(chart: Chart) -> list[Node]:
    """As play comes to them: from the first node along the edges; what stands beside comes after that, the end last."""
    known = {node.id: node for node in nodes(chart.frame)}
    found: dict[str, Node] = {}
    for first in known:
        pending = [first]
        while pending:
            name = pending.pop()
            if name not in found:
                found[name] = known[name]
                pending += reversed([edge.target for edge in chart.edges if edge.source == name])
    return sorted(found.values(), key=lambda node: node.shape == "end")


def whole(lines: tuple[str, ...]) -> list[str]:
    """Lines that were broken to fit are put together again."""
    found: list[str] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1] += " " + line.strip()
        else:
            found.append(line.strip())
    return found


def told(node: Node, edges: list[Edge], numbers: dict[str, int]) -> Text:
    """`Copy your largest shape: place; erase. next colour → 4; → 5.`"""
    first, *rest = whole(node.lines)
    found: list[Part] = [first if node.target is None else Link(first, node.target)]
    if rest:
        found.append(": " + "; ".join(line.removeprefix("• ") for line in rest))
    ways = [
        ", ".join(edge.label.split("\n")) + " " * bool(edge.label) + f"→ {numbers[edge.target]}" for edge in edges if edge.source == node.id
    ]
    onward = [way for way in ways if way != f"→ {numbers[node.id] + 1}" or len(ways) > 1]
    if node.dashed:
        found.append(" (only with an option)")
    if onward:
        found.append(f" ({'; '.join(onward)})")
    return tuple(found)
