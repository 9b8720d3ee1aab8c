"""Texts of the rules → sentences: holes evaluated in a state, values in the words of a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kilnscript.compile.analysis import free_names
from kilnscript.compile.constants import Value, none_of
from kilnscript.engine.offers import LogLine
from kilnscript.engine.state import State
from kilnscript.model import expressions as x
from kilnscript.model import types as t
from kilnscript.model.declarations import Table
from kilnscript.model.expressions import TypedText
from kilnscript.session.notation import Notation, items_of

NO_NAMES: Mapping[str, Value] = {}


class Texts:
    """Renders for one compiled game."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.program = notation.program
        self.world = notation.world

    def render(self, text: TypedText, state: State, names: Mapping[str, Value] = NO_NAMES) -> str:
        """The text with its holes filled. A hole over a name nobody gave (a phase's parameter, on a help page) shows that name."""
        parts = []
        for part in text.parts:
            match part:
                case str():
                    parts.append(part)
                case x.TextTable():
                    parts.append(self.table(self.world.declarations.tables[part.table], state))
                case x.TextHole():
                    free = free_names(part.value)
                    unknown = sorted(free - names.keys())
                    if unknown:
                        parts.append(unknown[0].replace("_", " "))
                    else:
                        known = {name: names[name] for name in sorted(free)}
                        parts.append(self.say(self.program.evaluate(part.value, state, known), part.value.type, state))
        return "".join(parts).strip()

    def with_values(self, text: TypedText, values: Sequence[Value], state: State) -> str:
        """A text whose holes were evaluated before."""
        found = iter(values)
        parts = []
        for part in text.parts:
            if isinstance(part, x.TextHole):
                parts.append(self.say(next(found), part.value.type, state))
            else:
                parts.append(part if isinstance(part, str) else self.table(self.world.declarations.tables[part.table], state))
        return "".join(parts).strip()

    def log(self, line: LogLine, state: State, seat: int | None) -> str | None:
        """A log line as a seat reads it, None when it is not for that seat; seat None: the referee."""
        if seat is not None and not line.readers >> seat & 1:
            return None
        parts = []
        hole = 0
        for part in line.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            value, kind = part
            masked = seat is not None and hole < len(line.hidden) and not line.hidden[hole] >> seat & 1
            parts.append(self.masked(value, kind) if masked else self.say(value, kind, state))
            hole += 1
        text = "".join(parts).strip()
        return text[:1].upper() + text[1:]

    def masked(self, value: Value, kind: t.Type) -> str:
        """What stands for a value the reader may not see: ``a tile``, ``3 pieces``."""
        kind = kind.item if isinstance(kind, t.Optional) else kind
        if isinstance(kind, t.Piece):
            name = self.world.declarations.components[self.world.pieces[value].component].title.lower() if value >= 0 else "piece"
            return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"
        if isinstance(kind, (t.SetOf, t.ListOf)) and isinstance(kind.item, t.Piece):
            return f"{len(items_of(value, kind.item))} pieces"
        return "something"

    def say(self, value: Value, kind: t.Type, state: State) -> str:
        """A value in a sentence: ``Seat 1``, ``red``, ``A1 A2``, ``black tile``, ``none``."""
        if isinstance(kind, t.Optional):
            if value == none_of(kind) and not isinstance(value, bool):
                return "none"
            kind = kind.item
        match kind:
            case t.SetOf() | t.ListOf():
                items = [self.say(item, kind.item, state) for item in items_of(value, kind.item)]
                return " ".join(items) if isinstance(kind.item, (t.Cell, t.Line)) else listed(items)
            case t.Player():
                return f"Seat {value + 1}"
            case t.Kind():
                return self.notation.members(kind.name)[value].replace("_", " ")
            case t.Piece():
                return "nothing" if value < 0 else self.notation.pieces.name(value, self.notation.changed(value, state))
            case t.Token():
                return self.world.declarations.tokens[self.world.tokens[value]].title.lower()
            case t.Place():
                info = self.world.places[value]
                return info.label if info.declared.written is not None or info.keys[info.owner >= 0 :] else info.declared.title.lower()
            case t.Direction() | t.Axis():
                return self.notation.entity(value, kind).replace("_", "-")
            case _:
                return self.notation.write(value, kind, state) or "nothing"

    def table(self, table: Table, state: State) -> str:
        """``1: 1, 2: 3, 3+: 6``: a whole table in a sentence."""
        if table.form == "number":
            assert table.value is not None
            return self.say(self.program.evaluate(table.value, state), table.to, state)
        if table.form == "set":
            return listed([self.say(self.program.evaluate(value, state), value.type, state) for value in table.values])
        rows = []
        for keys, value in table.rows.items():
            name = " ".join(str(key) for key in keys).replace("_", " ")
            rows.append(f"{name}: {self.say(self.program.evaluate(value, state), table.to, state)}")
        if table.default is not None:
            rows.append(f"{table.beyond}+: {self.say(self.program.evaluate(table.default, state), table.to, state)}")
        return ", ".join(rows)


def listed(items: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if not items:
        return "none"
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
