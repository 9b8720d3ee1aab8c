"""Two games → what differs in their rules: declarations entry by entry, parts of the rules line by line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from itertools import groupby
from typing import Any

from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import types as t
from kilnscript.model.declarations import ByPlayers, Component, Kind, Member, Option, PieceSet, PlaceKey, Table
from kilnscript.session.game import Game
from kilnscript.session.settings import written

SECTIONS = {
    "options": "option", "kinds": "kind", "tokens": "token", "components": "component", "places": "place", "variables": "variable",
    "tables": "table", "patterns": "pattern", "timers": "timer", "texts": "text", "rulings": "ruling", "glossary": "term",
}  # fmt: skip
LEFT_OUT = {"span", "file", "data", "name", "doc", "listed", "single"}
PLAIN = {(Table, "rows"), (Kind, "members"), (Component, "sets"), (PieceSet, "values"), (Member, "values")}
"""fields that hold what the entry is about: their names tell a reader nothing"""
WORKED_OUT = {(Option, "type"), (Table, "to")}
"""fields that follow from others"""
PARTS = {"phases": "phase", "actions": "action", "functions": "function", "payments": "payment", "rules": "rule"}


@dataclass(frozen=True, slots=True)
class Difference:
    """``part``: ``table sale``; ``what``: ``5``, or "" for the whole part; ``before`` or ``after`` None: it is not there. Of parts of the
    rules these are source lines."""

    part: str
    what: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        """``table sale, 5: 15 → 20``; of a part of the rules the lines that go (-) and come (+)."""
        where = f"{self.part}, {self.what}" if self.what else self.part
        if "\n" in (self.before or "") + (self.after or ""):
            gone = [f"  - {line}" for line in (self.before or "").splitlines()]
            return "\n".join([f"{where}:", *gone, *(f"  + {line}" for line in (self.after or "").splitlines())])
        if self.before is None:
            return f"{where}: new{f' ({self.after})' if self.after else ''}"
        if self.after is None:
            return f"{where}: gone{f' ({self.before})' if self.before else ''}"
        return f"{where}: {self.before or 'nothing'} → {self.after or 'nothing'}"


def differences(a: Game, b: Game) -> tuple[Difference, ...]:
    """In the order of the declarations, then of the rules; titles, spans and comments aside."""
    found: list[Difference] = []
    first, second = Flat(a).declarations(), Flat(b).declarations()
    for part in dict.fromkeys([*first, *second]):
        found += compared(part, first.get(part), second.get(part))
    before, after = listings(a), listings(b)
    for part in dict.fromkeys([*before, *after]):
        found += changed_lines(part, before.get(part), after.get(part))
    return tuple(found)


def compared(part: str, a: Mapping[str, str] | None, b: Mapping[str, str] | None) -> Iterator[Difference]:
    if a is None or b is None:
        yield Difference(part, "", None if a is None else summary(a), None if b is None else summary(b))
        return
    for what in dict.fromkeys([*a, *b]):
        if (a.get(what) or "") != (b.get(what) or ""):
            yield Difference(part, what, a.get(what), b.get(what))


def summary(entries: Mapping[str, str], most: int = 120) -> str:
    text = ", ".join(f"{name} {value}" for name, value in entries.items() if value and name != "title")
    return text if len(text) <= most else text[: most - 1] + "…"


# ---- declarations ------------------------------------------------------------------------------------------------------


class Flat:
    """The declarations of a game as texts: {"table sale": {"5": "15", …}, …}."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines = {file: text.splitlines() for file, text in game.sources.items()}

    def declarations(self) -> dict[str, dict[str, str]]:
        declared = self.game.model.declarations
        low, high = declared.players
        found: dict[str, dict[str, str]] = {"players": {"": str(low) if low == high else f"{low}..{high}"}}
        for section, word in SECTIONS.items():
            for name, entry in getattr(declared, section).items():
                found[f"{word} {name}"] = dict(self.entries(entry, ""))
        if declared.scores is not None:
            found["scores"] = dict(self.entries(declared.scores, ""))
        found["length"] = {"decisions at most": str(declared.length.turns)}
        return found

    def entries(self, value: Any, path: str) -> Iterator[tuple[str, str]]:
        """(path, text) for every leaf. A thing of a list goes by its name where it has one, else by its place."""
        text = self.text(value)
        if text is not None:
            yield path or "value", text
        elif isinstance(value, Mapping):
            for key, item in value.items():
                name = " ".join(map(str, key)) if isinstance(key, tuple) else str(key)
                yield from self.entries(item, f"{path} {name}".strip())
        elif isinstance(value, (tuple, list)):
            texts = [self.text(item) for item in value]
            if all(found is not None for found in texts):
                yield path, ", ".join(map(str, texts))
            else:
                for n, item in enumerate(value, 1):
                    yield from self.entries(item, f"{path} {self.called(item) or n}".strip())
        elif is_dataclass(value) or hasattr(type(value), "__match_args__"):
            for name in type(value).__match_args__:
                if name not in LEFT_OUT and (type(value), name) not in WORKED_OUT:
                    shown = "" if (type(value), name) in PLAIN else name.replace("_", " ")
                    yield from self.entries(getattr(value, name), f"{path} {shown}".strip())

    def called(self, item: Any) -> str | None:
        if isinstance(item, PieceSet):
            return item.row or item.name or " ".join(self.text(value) or "?" for value in item.values.values())
        name = getattr(item, "name", None)
        return name if isinstance(name, str) else None

    def text(self, value: Any) -> str | None:
        """None for what has parts."""
        match value:
            case None:
                return ""
            case bool():
                return "yes" if value else "no"
            case int() | str():
                return str(value)
            case frozenset():
                return ", ".join(map(str, sorted(value)))
            case ByPlayers():
                return ", ".join(f"{count} players {self.text(number)}" for count, number in value.values.items())
            case PlaceKey():
                return (
                    value.kind
                    if value.kind is not None
                    else value.of
                    if value.high is None
                    else f"{self.text(value.low)}..{self.text(value.high)}"
                )
            case x.TypedText():
                return "".join(part if isinstance(part, str) else self.hole(part) for part in value.parts)
            case _ if isinstance(value, TYPES):
                return self.type(value)
            case _ if hasattr(value, "span") and hasattr(value, "type") and not hasattr(value, "title"):
                found = written(value)
                return found if found != "?" else self.source(value.span)
        return None

    def hole(self, part: Any) -> str:
        return f"{{{self.source(part.value.span)}}}" if isinstance(part, x.TextHole) else "{…}"

    def type(self, kind: Any) -> str:
        match kind:
            case t.Number(low=low, high=high):
                return "number" if low is None and high is None else f"{self.text(low)}..{self.text(high)}"
            case t.Optional(item=item):
                return f"{self.type(item)} or none"
            case t.SetOf(item=item) | t.ListOf(item=item) | t.TallyOf(item=item):
                return f"{type(kind).__name__.removesuffix('Of').lower()} of {self.type(item)}"
            case t.Kind(name=name):
                return name
            case _:
                return type(kind).__name__.lower()

    def source(self, span: Span) -> str:
        """What stands there, on one line."""
        lines = self.lines.get(span.file, [])[span.line - 1 : span.end_line]
        if not lines:
            return "?"
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(" ".join(lines).split())


TYPES = (
    t.Number, t.YesNo, t.Text, t.Player, t.Cell, t.Line, t.Arrow, t.Direction, t.Axis, t.Kind, t.Piece, t.Place, t.Token, t.Amount,
    t.Shape, t.Snapshot, t.Payment, t.Pattern, t.SetOf, t.ListOf, t.TallyOf, t.Optional, t.Nothing, t.Unknown,
)  # fmt: skip


# ---- rules -------------------------------------------------------------------------------------------------------------


def listings(game: Game) -> dict[str, list[str]]:
    """The source lines of every named part of the rules as they hold, parts replaced inside of others included."""
    model = game.model
    found = {}
    parts: list[tuple[str, Any]] = [("setup", model.setup), ("play", model.play), ("scoring", model.scoring)]
    for field, word in PARTS.items():
        parts += [(f"{word} {name}", part) for name, part in getattr(model, field).items()]
    parts += [(f"end game {n}", watch) for n, watch in enumerate(model.watches, 1)]
    parts += [("rank by", model.rank), ("bot hint", model.bot_hint)]
    own = {(part.span.file, part.span.line) for _, part in parts if hasattr(part, "span")}
    lines = {file: text.splitlines() for file, text in game.sources.items()}
    for name, part in parts:
        if part is not None and part != ():
            spans = in_order(dict.fromkeys((span.file, span.line) for span in spans_of(part)))
            first = (part.span.file, part.span.line) if hasattr(part, "span") else None
            kept = [at for at in spans if at == first or at not in own]  # what has a name of its own is told there
            found[name] = [lines[file][line - 1].strip() for file, line in kept if file in lines and line <= len(lines[file])]
    return {name: told for name, told in found.items() if told}


def in_order(places: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """As they stand in the files: a tree has the operator before its operands."""
    runs = [sorted(run) for _, run in groupby(places, key=lambda place: place[0])]
    return [place for run in runs for place in run]


def spans_of(value: Any) -> Iterator[Span]:
    """Of a tree, in its order; texts for readers are left out."""
    if isinstance(value, Span):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from spans_of(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from spans_of(item)
    elif not isinstance(value, (str, int, type(None), TYPES)) and hasattr(type(value), "__match_args__"):
        if hasattr(value, "span"):
            yield value.span
        for name in type(value).__match_args__:
            if name not in ("doc", "span"):
                yield from spans_of(getattr(value, name))


def changed_lines(part: str, a: list[str] | None, b: list[str] | None) -> Iterator[Difference]:
    if a is None or b is None:
        yield Difference(part, "", None if a is None else text_of(a), None if b is None else text_of(b))
        return
    gone: list[str] = []
    come: list[str] = []
    for tag, i, j, k, m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += a[i:j]
            come += b[k:m]
    if gone or come:
        yield Difference(part, "", text_of(gone), text_of(come))


def text_of(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)
