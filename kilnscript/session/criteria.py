"""What decides the ranking: a state that is over → the criteria of `rank by` in their order, with their words and each seat's value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kilnscript.compile.effects import with_called
from kilnscript.model import expressions as x
from kilnscript.model.game import Game
from kilnscript.model.structure.readers import Readers

if TYPE_CHECKING:
    from kilnscript.engine.state import State
    from kilnscript.session.view import Views


@dataclass(frozen=True, slots=True)
class Criterion:
    """``values``: one for each seat, as JSON data; ``said``: the same in words. Both are None where not everybody may see what it is made
    of. ``is_score``: it is the points of the seat themselves."""

    title: str
    order: str
    values: tuple[Any, ...] | None
    said: tuple[str, ...] | None
    is_score: bool

    def plain(self) -> dict[str, Any]:
        """``{"title": …, "order": "highest" or "lowest", "values": {seat: value} or null}``."""
        values = None if self.values is None else {str(n): value for n, value in enumerate(self.values, 1)}
        return {"title": self.title, "order": self.order, "values": values}


def criteria(views: Views, state: State) -> tuple[Criterion, ...]:
    """In the order in which they count. Raises Fault."""
    program, game = views.program, views.program.game
    hidden = hidden_criteria(game)
    found = []
    saved = state.player
    try:
        for number, item in enumerate(game.rank):
            values: list[Any] = []
            for state.player in range(program.players) if not hidden[number] else ():
                state.steps = 0
                values.append(program.evaluate(item.value, state))
            kind = item.value.type
            found.append(
                Criterion(
                    item.words or title(game, item.value) or f"Criterion {number + 1}",
                    "highest" if item.highest else "lowest",
                    None if hidden[number] else tuple(views.plain.plain(value, kind, state) for value in values),
                    None if hidden[number] else tuple(views.words.texts.say(value, kind, state) for value in values),
                    isinstance(bare(item.value), x.ScoreOf),
                )
            )
    finally:
        state.player = saved
    return tuple(found)


def hidden_criteria(game: Game) -> tuple[bool, ...]:
    """Which criteria are made of what not everybody may see, or only a referee."""
    readers = Readers(game)
    return tuple(
        bool(readers.of(item.value, {})) or any(isinstance(n, x.Referee) for n in with_called(game, item.value, True, False))
        for item in game.rank
    )


def bare(value: x.Expression) -> x.Expression:
    while isinstance(value, x.Convert):
        value = value.value
    return value


def title(game: Game, value: x.Expression) -> str:
    """What a criterion without words is called: the title of what it counts or reads, or the name of the function; "" for anything else."""
    match bare(value):
        case x.ScoreOf():
            return "Points"
        case x.Variable(name=name):
            return game.declarations.variables[name].title
        case x.FunctionCall(function=name):
            return name.replace("_", " ").capitalize()
        case x.PlainQuery(name="count", operands=(operand,)):
            return title(game, operand)
        case x.PlaceAt(place=name) if name in game.declarations.places:
            return game.declarations.places[name].title
    return ""
