"""A chart as plain data, and its DOT text: nodes, edges and frames come in, text for Graphviz goes out, the same every time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Shape = Literal["start", "end", "step", "decision", "action", "question", "note"]

# Shape and line style tell nodes apart, never colour alone.
SHAPES: dict[Shape, tuple[str, str]] = {
    "start": ("oval", "solid"),
    "end": ("oval", "bold"),
    "step": ("box", "rounded"),
    "decision": ("box", "bold"),
    "action": ("box", "solid"),
    "question": ("hexagon", "solid"),
    "note": ("note", "solid"),
}


@dataclass(frozen=True, slots=True)
class Node:
    """``lines``: the label, line by line. ``dashed``: only with an option. ``target``: the id of the page it links to."""

    id: str
    shape: Shape
    lines: tuple[str, ...]
    dashed: bool = False
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """``label`` may have several lines."""

    source: str
    target: str
    label: str = ""
    dashed: bool = False


@dataclass(slots=True)
class Frame:
    """A phase made of others: its title, what lies in it, and frames inside."""

    id: str
    title: str
    target: str | None = None
    dashed: bool = False
    nodes: list[Node] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)


@dataclass(slots=True)
class Chart:
    """``frame`` is the whole; its title is that of the picture. ``description`` says in a sentence what it shows. ``sideways``: drawn from
    left to right, so that many nodes beside each other make the picture longer, not wider."""

    name: str
    description: str
    frame: Frame
    edges: list[Edge] = field(default_factory=list)
    sideways: bool = False


def quoted(text: str) -> str:
    """A DOT string that shows exactly ``text``. Control characters and backslashes mean nothing special."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return '"' + shown.replace("\\", "\\\\").replace('"', '\\"') + '"'


def label(lines: tuple[str, ...]) -> str:
    """The first line in the middle, the others from the left."""
    parts = [quoted(line)[1:-1] for line in lines]
    if len(parts) == 1:
        return f'"{parts[0]}"'
    return '"' + parts[0] + "\\n" + "".join(part + "\\l" for part in parts[1:]) + '"'


def dot_text(chart: Chart) -> str:
    """Every statement on a line of its own, ended by a line end."""
    lines = [
        f"digraph {quoted(chart.name)} {{",
        f"  graph [label={quoted(chart.frame.title)}, labelloc=t, tooltip={quoted(chart.description)}, fontname={quoted('Helvetica')}];",
        *(["  graph [rankdir=LR];"] if chart.sideways else []),
        '  node [fontname="Helvetica"];',
        '  edge [fontname="Helvetica", fontsize=11];',
        *frame_lines(chart.frame, "  "),
        *(edge_line(edge) for edge in chart.edges),
        "}",
    ]
    return "\n".join(lines) + "\n"


def frame_lines(frame: Frame, indent: str) -> Iterator[str]:
    for node in frame.nodes:
        yield indent + node_line(node)
    for inner in frame.frames:
        yield f"{indent}subgraph {quoted('cluster_' + inner.id)} {{"
        style = "rounded,dashed" if inner.dashed else "rounded"
        link = "" if inner.target is None else f", URL={quoted('#' + inner.target)}"
        yield f"{indent}  graph [label={quoted(inner.title)}, style={quoted(style)}, tooltip={quoted(inner.title)}{link}];"
        yield from frame_lines(inner, indent + "  ")
        yield indent + "}"


def node_line(node: Node) -> str:
    shape, style = SHAPES[node.shape]
    if node.dashed:
        style = f"{style},dashed" if style == "rounded" else "dashed"
    link = "" if node.target is None else f", URL={quoted('#' + node.target)}"
    return f"{quoted(node.id)} [label={label(node.lines)}, shape={shape}, style={quoted(style)}, tooltip={quoted(node.lines[0])}{link}];"


def edge_line(edge: Edge) -> str:
    attributes = []
    if edge.label:
        attributes.append('label="' + "\\n".join(quoted(line)[1:-1] for line in edge.label.split("\n")) + '"')
    if edge.dashed:
        attributes.append("style=dashed")
    said = f" [{', '.join(attributes)}]" if attributes else ""
    return f"  {quoted(edge.source)} -> {quoted(edge.target)}{said};"
