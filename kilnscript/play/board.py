"""A position as a person sees it: every place of any game, drawn from its declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kilnscript.compile.world import ArrowInfo, PlaceInfo
from kilnscript.engine.state import State
from kilnscript.model import types as t
from kilnscript.play.ink import BOLD, DIM, Line, Part, Screen, even_rows, fit, padded, side_by_side, text_width, width_of, wrapped
from kilnscript.session.notation import items_of
from kilnscript.session.session import Session
from kilnscript.session.variables import read_variable

GAP = 3  # columns between grids
LISTED = 40  # words of a deck at most
FEW = 4  # places of a family that are all listed; of more the empty ones are told together
EACH = 12  # pieces of a pile that are shown one by one
SIGNS = {"N": "▼", "E": "◀", "S": "▲", "W": "▶"}


class Board:
    """Draws the positions of one session as one seat (from 1; None: the referee) sees them."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.screen = screen
        self.views = session.views
        self.world = session.program.world
        self.notation = session.words.texts.notation

    def lines(self, seat: int | None) -> list[str]:
        """Grids (side by side where the terminal is wide enough), then the other places, variables and scores."""
        reader = None if seat is None else seat - 1
        state = self.views.seen(self.session.state, reader)
        blocks: list[list[Line]] = []
        rest: list[Line] = []
        for name in self.world.declarations.places:
            family = [info for info in self.world.family[name] if self.used(state, info)]
            family.sort(key=lambda info: self.owner(state, info))
            grids = [info for info in family if info.declared.shape == "grid" and self.open_to(info, reader)]
            others = [info for info in family if info not in grids]
            empty = [info for info in others if self.is_empty(state, info)] if len(others) > FEW else []
            for info in others:
                if info not in empty:
                    rest += self.listed(state, info, reader)
            if empty:
                title = self.world.places[empty[0].number].declared.title
                left = "the other one is empty" if len(empty) == 1 else f"the other {len(empty)} are empty"
                said = "all empty" if len(empty) == len(others) else left
                rest += wrapped([[Part(f"{title}:", BOLD)], [Part(said, DIM)]], self.screen.width, gap=" ")
            if grids:
                blocks.append(self.family(state, grids, sum(self.width(block) + GAP for block in blocks)))
        lines = side_by_side(blocks, self.screen.width, GAP)
        if lines and rest:
            lines.append([])
        lines += rest
        lines += self.variables(state, reader)
        lines += self.scores(state)
        return [self.screen.paint(line) for line in lines]

    # ---- places ----------------------------------------------------------------------------------------------------

    def width(self, block: list[Line]) -> int:
        return max(width_of(line) for line in block)

    def family(self, state: State, grids: list[PlaceInfo], taken: int) -> list[Line]:
        """The grids of a family in even rows, beside what has taken some of the width if they fit there. Titles go on two lines where that
        lets more of them stand side by side."""
        bodies = [self.grid(state, info) for info in grids]
        titles = [self.title(state, info) for info in grids]
        one, two = ([[*title_lines(t, high), *body] for t, body in zip(titles, bodies, strict=True)] for high in (False, True))
        room = self.screen.width - taken
        if max(self.width(block) for block in two) > room:
            room = self.screen.width
        return even_rows(two if fit(two, room) > fit(one, room) else one, room)

    def owner(self, state: State, info: PlaceInfo) -> int:
        """The seat whose place it is, in its keys or by the member it is kept for; -1 for common ones."""
        for value, key in zip(info.keys, info.declared.keys, strict=True):
            if key.of == "player":
                return value
            if key.kind is not None and value in self.owners(state, key.kind):
                return self.owners(state, key.kind)[value]
        return -1

    def open_to(self, info: PlaceInfo, reader: int | None) -> bool:
        return reader is None or info.declared.sees == "all" or (info.declared.sees == "owner" and info.owner == reader)

    def used(self, state: State, info: PlaceInfo) -> bool:
        """Members nobody plays have no place on the table, nor have unused places of a family that grows."""
        if info.declared.as_needed:
            return bool(self.session.program.contents(state, info.number))
        for value, key in zip(info.keys, info.declared.keys, strict=True):
            if key.of == "kind" and key.kind is not None:
                owners = self.owners(state, key.kind)
                if owners and value not in owners:
                    return False
        return True

    def owners(self, state: State, kind: str) -> dict[int, int]:
        """Member -> the seat (from 0) whose variables name it; empty where no variable ties the kind to seats."""
        found: dict[int, int] = {}
        for variable in self.world.declarations.variables.values():
            if [key.of for key in variable.keys] != ["player"] or variable.sees != "all":
                continue
            inner = variable.type.item if isinstance(variable.type, (t.ListOf, t.SetOf)) else variable.type
            if inner != t.Kind(kind):
                continue
            for seat in range(self.session.players):
                value = read_variable(self.world, state, variable, (seat,))
                members = items_of(value, inner) if inner is not variable.type else [value]
                found.update((member, seat) for member in members if member >= 0)
        return found

    def title(self, state: State, info: PlaceInfo) -> str:
        """``Shed red (Seat 1)``."""
        words = [info.declared.title]
        seats = []
        for value, key in zip(info.keys, info.declared.keys, strict=True):
            if key.of == "player":
                seats.append(value)
            elif key.of == "kind" and key.kind is not None:
                words.append(self.notation.members(key.kind)[value].replace("_", " "))
                owner = self.owners(state, key.kind).get(value)
                if owner is not None:
                    seats.append(owner)
            else:
                words.append(str(value))
        return " ".join(words) + "".join(f" (Seat {seat + 1})" for seat in seats)

    def ink(self, state: State, piece: int) -> str:
        """The ink of the first attribute whose member has one."""
        info = self.world.pieces[piece]
        component = self.world.declarations.components[info.component]
        kinds = {**component.has, **component.changes}
        for name, value in {**info.values, **self.notation.changed(piece, state)}.items():
            kind = kinds[name]
            if isinstance(kind, t.Optional):
                kind = kind.item
            if isinstance(kind, t.Kind) and value >= 0:
                ink: str | None = self.world.declarations.kinds[kind.name].members[value].ink
                if ink:
                    return ink
        return ""

    def piece(self, state: State, piece: int) -> Part:
        ink = self.ink(state, piece)
        return Part(self.notation.piece(piece, state), f"tile:{ink}" if ink else BOLD)

    def key_ink(self, info: PlaceInfo) -> str:
        for value, key in zip(info.keys, info.declared.keys, strict=True):
            if key.kind is not None:
                return self.world.declarations.kinds[key.kind].members[value].ink or ""
        return ""

    def cell(self, state: State, cell: int, info: PlaceInfo) -> Part:
        if state.marks >> cell & 1:
            ink = self.key_ink(info)
            return Part("#", f"tile:{ink}" if ink else BOLD)
        piece = state.at[cell]
        return Part(self.screen.sign("·"), DIM) if piece < 0 else self.piece(state, piece)

    def grid(self, state: State, info: PlaceInfo) -> list[Line]:
        """The column labels and arrows, then the rows with theirs."""
        cells = [[self.cell(state, info.cells[r * info.columns + c], info) for c in range(info.columns)] for r in range(info.rows)]
        labels = [self.world.cells[n].label for n in info.cells]
        columns, rows = self.axis_labels(info, labels)
        arrows = {arrow.label: arrow for arrow in self.world.arrows_of(info)}
        wide = max([text_width(part.text) for row in cells for part in row] + [text_width(c) for c in columns] + ([2] if arrows else []))
        left = max(text_width(r) for r in rows)
        side = max((text_width(label) for label in arrows), default=0)
        margin = " " * (left + 1 + (side + 1 if arrows else 0))
        lines: list[Line] = []
        if arrows:
            lines.append([Part(margin), *self.edge(state, info, "N", info.columns, wide)])
        if any(columns):
            lines.append([Part(margin), *(Part(f" {centred(c, wide)} ", DIM) for c in columns)])
        for r, row in enumerate(cells):
            line: Line = []
            if arrows:
                line += padded([self.arrow(state, arrows[f"W{r + 1}"])], side + 1)
            line.append(Part(rows[r].rjust(left) + " ", DIM))
            for part in row:
                line.append(Part(f" {centred(part.text, wide)} ", part.style))
            if arrows:
                line += [Part(" "), self.arrow(state, arrows[f"E{r + 1}"])]
            lines.append(line)
        if arrows:
            lines.append([Part(margin), *self.edge(state, info, "S", info.columns, wide)])
        return lines

    def axis_labels(self, info: PlaceInfo, labels: list[str]) -> tuple[list[str], list[str]]:
        """Column and row labels as the cells' labels are made of them; empty where a side has none."""
        from kilnscript.compile.world import labels as spelt

        place = info.declared
        columns = spelt(place.column_labels, info.columns, "A..")
        rows = spelt(place.row_labels, info.rows, "1..")
        return columns, rows

    def edge(self, state: State, info: PlaceInfo, side: str, count: int, wide: int) -> Iterator[Part]:
        arrows = {arrow.label: arrow for arrow in self.world.arrows_of(info)}
        for i in range(count):
            part = self.arrow(state, arrows[f"{side}{i + 1}"])
            yield Part(f" {centred(part.text, wide)} ", part.style)

    def arrow(self, state: State, arrow: ArrowInfo) -> Part:
        """Its label; the piece that waits there, where one does."""
        if arrow.number in self.pointed(state):
            piece = self.waiting(state, arrow.place)
            sign = self.screen.sign(SIGNS[arrow.label[0]])
            if piece is None:
                return Part(sign + sign, BOLD)
            shown = self.piece(state, piece)
            return Part(sign + shown.text if arrow.label[0] == "E" else shown.text + sign, shown.style)
        return Part(arrow.label, DIM)

    def pointed(self, state: State) -> set[int]:
        """Arrows that variables of the game name."""
        found = set()
        for variable in self.world.declarations.variables.values():
            kind = variable.type.item if isinstance(variable.type, t.Optional) else variable.type
            if isinstance(kind, t.Arrow) and not variable.keys:
                found.add(read_variable(self.world, state, variable, ()))
        return found

    def waiting(self, state: State, grid: int) -> int | None:
        """The piece in the only slot that holds what the grid holds: it waits at the arrow."""
        holds = self.world.places[grid].declared.holds
        slots = [i for i in self.world.places if i.declared.shape == "slot" and i.declared.holds == holds and not i.keys]
        pieces = self.session.program.contents(state, slots[0].number) if len(slots) == 1 else ()
        return pieces[0] if pieces else None

    def is_empty(self, state: State, info: PlaceInfo) -> bool:
        """Whether nothing lies in a place; how much lies in a hidden one may be hidden too, which counts as something."""
        if not info.declared.size_public:
            return False
        return not self.session.program.contents(state, info.number) and not any(self.session.program.tokens(state, info.number))

    def listed(self, state: State, info: PlaceInfo, reader: int | None) -> list[Line]:
        """``Table: oak oak spoon``."""
        shown = self.views.place(state, info, reader)
        parts: list[Line]
        if isinstance(shown, dict) and "hidden" in shown:
            number = shown["hidden"]
            parts = [[Part("hidden" if number is None else f"{number} hidden", DIM)], *([Part(word, BOLD)] for word in shown["shown"])]
        elif isinstance(shown, dict):
            parts = [[Part(f"{n} {self.world.declarations.tokens[name].title.lower()}")] for name, n in shown.items()]
        elif info.declared.cells:
            parts = [[self.cell(state, cell, info)] for cell in info.cells]
        else:
            parts = self.pieces(state, info)
        lines = wrapped([[Part(self.title(state, info) + ":", BOLD)], *(parts or [[Part("nothing", DIM)]])], self.screen.width, gap=" ")
        return lines + (self.sections(state, info) if self.open_to(info, reader) else [])

    def sections(self, state: State, info: PlaceInfo) -> list[Line]:
        """What shows of each piece of a place, where its component says so: ``c01  castle, 1 salt``."""
        lines: list[Line] = []
        for piece in self.session.program.contents(state, info.number)[:EACH]:
            text = self.notation.pieces.section(piece, info.declared.name, self.notation.changed(piece, state))
            if text:
                shown = self.piece(state, piece)
                lines += wrapped([[Part("  "), shown, Part("  "), Part(text)]], self.screen.width, gap=" ")
        return lines

    def pieces(self, state: State, info: PlaceInfo) -> list[Line]:
        """One after the other; many without an order are counted instead: ``oak x14``."""
        pieces = self.session.program.contents(state, info.number)
        counted = Counter(self.piece(state, piece) for piece in pieces)
        if info.declared.ordered or len(pieces) <= EACH or len(counted) * 2 > len(pieces):
            shown: list[Line] = [[self.piece(state, piece)] for piece in pieces[:LISTED]]
            return [*shown, [Part(f"and {len(pieces) - LISTED} more", DIM)]] if len(pieces) > LISTED else shown
        return [[part, Part(f" {self.screen.sign('×')}{n}", DIM)] for part, n in counted.items()]

    # ---- variables and scores --------------------------------------------------------------------------------------

    def variables(self, state: State, reader: int | None) -> list[Line]:
        """Variables with a value of their own: those that hold yes, a thing or a number other than at the start."""
        parts: list[Line] = []
        for variable in self.world.declarations.variables.values():
            if isinstance(variable.type, t.TallyOf) or (reader is not None and variable.sees != "all"):
                continue
            if not variable.keys:
                value = read_variable(self.world, state, variable, ())
                text = self.value(value, variable.type, state, variable.title)
                if text:
                    parts.append([Part(text)])
            elif [key.of for key in variable.keys] == ["player"] and not self.ties(variable.type):
                for seat in range(self.session.players):
                    value = read_variable(self.world, state, variable, (seat,))
                    text = self.value(value, variable.type, state, f"{variable.title} (Seat {seat + 1})")
                    if text:
                        parts.append([Part(text)])
        return wrapped(parts, self.screen.width, indent=0, gap=f" {self.screen.sign('·')} ")

    def ties(self, kind: t.Type) -> bool:
        """Such variables show in the titles of places and beside the scores."""
        return isinstance(kind.item if isinstance(kind, (t.ListOf, t.SetOf)) else kind, t.Kind)

    def value(self, value: Any, kind: t.Type, state: State, title: str) -> str:
        if isinstance(kind, t.YesNo):
            return title if value else ""
        if isinstance(kind, (t.Snapshot, t.Payment, t.Pattern)):
            return ""
        text = self.session.words.texts.say(value, kind, state) if self.notation.write(value, kind, state) else ""
        return f"{title}: {text}" if text else ""

    def scores(self, state: State) -> list[Line]:
        """``Seat 1: red 3, green 0``."""
        declared = self.world.declarations.scores
        if declared is None:
            return []
        if declared.per == "player":
            parts = [[Part(f"Seat {n + 1} ", BOLD), Part(str(score))] for n, score in enumerate(state.score[: self.session.players])]
            return wrapped([[Part("Scores:", BOLD)], *parts], self.screen.width)
        owners = self.owners(state, declared.per)
        members = self.world.declarations.kinds[declared.per].members
        lines: list[Line] = [[Part("Scores:", BOLD)]]
        groups: dict[int, list[int]] = {}
        for member in range(len(members)):
            if not owners or member in owners:
                groups.setdefault(owners.get(member, -1), []).append(member)
        for seat, held in sorted(groups.items()):
            line: Line = [Part(f"Seat {seat + 1}", BOLD)] if seat >= 0 else []
            for member in held:
                line += [*([Part(" ")] if line else []), Part(members[member].name.replace("_", " "), members[member].ink or BOLD)]
                line.append(Part(f" {state.score[member]}"))
            lines.append(line)
        return wrapped(lines, self.screen.width)


def title_lines(title: str, high: bool) -> list[Line]:
    """``high``: on two lines, whose it is below what it is."""
    name, paren, owner = title.partition(" (")
    return [[Part(name, BOLD)], [Part(paren[1:] + owner, BOLD)]] if high and paren else [[Part(title, BOLD)]]


def centred(text: str, width: int) -> str:
    """Centred, leaning to the left."""
    missing = max(0, width - text_width(text))
    return " " * (missing // 2) + text + " " * (missing - missing // 2)
