"""A state → plain data, as one seat or the referee sees it; the referee's view is also a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kilnscript.compile.world import PlaceInfo
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.model.declarations import PlaceKey, Variable
from kilnscript.session import sheet
from kilnscript.session.criteria import criteria
from kilnscript.session.flow import plain_flow
from kilnscript.session.moves import MoveWords
from kilnscript.session.outcome import Outcome
from kilnscript.session.plain import PlainValues
from kilnscript.session.settings import plain_options
from kilnscript.session.transaction import plain_transaction
from kilnscript.session.variables import read_variable


class Views:
    """Views of the states of one compiled game."""

    def __init__(self, words: MoveWords) -> None:
        self.words = words
        self.program: Program = words.program
        self.world = words.program.world
        self.plain = PlainValues(words.texts.notation)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What a seat (from 0; None: the referee) knows, as JSON data.

        ``places``: rows of words for grids (`.` an empty cell, `#` a mark), one such row for rows and slots, a list of words for the rest
        (in order where the place has one, else sorted), ``{word: number}`` for tokens; families nested by their keys, seats as "1", "2".
        What the seat may not see is ``{"hidden": number or null, "shown": [words]}``. While a transaction is open, the others still see its
        start. ``sheet``: a list of ``{holder: {source: points}}`` for the lines of the score sheet, null without one.
        """
        state = self.seen(state, seat)
        declarations = self.world.declarations
        data: dict[str, Any] = {
            "game": declarations.name,
            "players": self.program.players,
            "options": plain_options(declarations, self.program.players, self.program.options),
            "phase": self.phase(state),
            "title": self.title(state),
            "to_act": [] if state.over else [n + 1 for n in deciders(state)],
            "places": {name: self.family(state, name, seat) for name in self.place_names()},
            "variables": {name: self.variable(state, v, seat) for name, v in declarations.variables.items()},
            "scores": self.scores(state),
            "sheet": sheet.lines(self, state),
            "over": state.over,
            "result": self.outcome(state).plain() if state.over else None,
        }
        if seat is None:
            data |= plain_flow(self.program, self.plain, state)
            if state.start is not None:
                data["transaction"] = plain_transaction(self, state)
        return data

    def seen(self, state: State, seat: int | None) -> State:
        """What a seat looks at: what another one has moved before it commits is not there yet."""
        return state.start if state.start is not None and seat is not None and seat not in deciders(state) else state

    def phase(self, state: State) -> str:
        return self.program.decisions[state.decision].phase if state.decision >= 0 else ""

    def title(self, state: State) -> str:
        """The title of the phase, its holes filled."""
        if state.decision < 0:
            return ""
        title = self.program.decisions[state.decision].title
        return self.words.texts.render(title, state, self.words.scope(state)) if title is not None else ""

    # ---- places ----------------------------------------------------------------------------------------------------

    def place_names(self) -> list[str]:
        """Declared places, and the box and the supply where the game has pieces or tokens."""
        names = list(self.world.declarations.places)
        return [*(["box"] if self.world.pieces else []), *(["supply"] if self.world.tokens else []), *names]

    def family(self, state: State, name: str, seat: int | None) -> Any:
        """A family of places, nested by its keys."""
        family = {info.keys: info for info in self.world.family[name]}
        keys = self.world.places[next(iter(family.values())).number].declared.keys if family else ()
        return self.nested(keys, lambda values: self.place(state, family[values], seat))

    def nested(self, keys: tuple[PlaceKey, ...], value: Callable[[tuple[int, ...]], Any], done: tuple[int, ...] = ()) -> Any:
        if len(done) == len(keys):
            return value(done)
        key = keys[len(done)]
        return {self.plain.key_word(k, key.of, key.kind): self.nested(keys, value, (*done, k)) for k in self.world.key_values(key)}

    def place(self, state: State, info: PlaceInfo, seat: int | None) -> Any:
        place = info.declared
        open_to = seat is None or place.sees == "all" or (place.sees == "owner" and info.owner == seat)
        if place.shape in ("purse", "supply"):
            counts = {
                name: "unlimited" if n < 0 else n
                for name, n in zip(self.world.tokens, self.program.tokens(state, info.number), strict=True)
                if n and self.world.declarations.tokens[name].any_of is None
            }
            return counts if open_to else {"hidden": sum(int(n) for n in counts.values()) if place.size_public else None, "shown": []}
        pieces = self.program.contents(state, info.number)
        if not open_to:
            shown = [self.word(state, p) for p in pieces if seat is not None and state.shown.get(p, 0) >> seat & 1]
            return {"hidden": len(pieces) if place.size_public else None, "shown": shown if place.ordered else sorted(shown)}
        if place.cells:
            rows = self.rows(state, info)
            return rows if place.shape == "grid" else rows[0] if rows else ""
        words = [self.word(state, p) for p in pieces]
        return words if place.ordered else sorted(words)

    def word(self, state: State, piece: int) -> str:
        return self.words.texts.notation.exact_piece(piece, state)

    def rows(self, state: State, info: PlaceInfo) -> list[str]:
        """The rows of a grid as drawn, one word a cell."""
        words = [self.cell(state, cell) for cell in info.cells]
        return [" ".join(words[r * info.columns : (r + 1) * info.columns]) for r in range(info.rows)]

    def cell(self, state: State, cell: int) -> str:
        if state.marks >> cell & 1:
            return "#"
        piece = state.at[cell]
        return "." if piece < 0 else self.word(state, piece)

    # ---- variables and scores --------------------------------------------------------------------------------------

    def variable(self, state: State, variable: Variable, seat: int | None) -> Any:
        """A variable, nested by its keys; null for a seat that may not see it."""

        def value(keys: tuple[int, ...]) -> Any:
            owner = keys[0] if variable.keys and variable.keys[0].of == "player" else -1
            if seat is not None and (variable.sees == "none" or (variable.sees == "owner" and owner != seat)):
                return None
            return self.plain.plain(read_variable(self.world, state, variable, keys), variable.type, state)

        return self.nested(variable.keys, value)

    def scores(self, state: State) -> dict[str, Any]:
        """For every holder its total and the points of each source."""
        scores = self.world.declarations.scores
        if scores is None:
            return {}
        sources = list(scores.sources)
        width = len(sources)
        return {
            name: {"total": state.score[n], "sources": dict(zip(sources, state.points[n * width : (n + 1) * width], strict=True))}
            for n, name in enumerate(self.holders())
        }

    def holders(self) -> list[str]:
        """Who has a score: seats as "1", "2", or the members of a kind."""
        scores = self.world.declarations.scores
        if scores is None:
            return []
        return [str(n + 1) for n in range(self.program.players)] if scores.per == "player" else self.plain.notation.members(scores.per)

    def outcome(self, state: State) -> Outcome:
        """The result of a state that is over."""
        result = self.program.result(state)
        ranking = tuple(tuple(n + 1 for n in group) for group in result.places)
        reason = None if result.reason is None else self.words.texts.with_values(result.reason, result.values, state)
        return Outcome(
            ranking, tuple(n + 1 for n in result.winners), result.drawn, reason, self.scores(state), sheet.lines(self, state),
            tuple(criterion.plain() for criterion in criteria(self, state)),
        )  # fmt: skip


def deciders(state: State) -> tuple[int, ...]:
    """The seats (from 0) that have something to decide."""
    return () if state.over or state.decision < 0 else tuple(state.deciders) or (state.player,)
