"""Runs the examples of a game: a position, moves, and what has to hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kilnscript.compile.names import python_name
from kilnscript.compile.world import PlaceInfo
from kilnscript.diagnostics import Span
from kilnscript.engine.faults import Fault
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.model import expressions as x
from kilnscript.model.game import Example, ExampleStep
from kilnscript.session.enter import enter
from kilnscript.session.errors import MoveError, UsageError
from kilnscript.session.game import Game
from kilnscript.session.moves import MoveWords
from kilnscript.session.opening import Holds, finish_setup, in_setup
from kilnscript.session.position import Pieces, Rebuild
from kilnscript.session.session import Session
from kilnscript.session.settings import written
from kilnscript.session.unmet import unmet
from kilnscript.session.variables import read_variable, set_variable
from kilnscript.session.view import Views


@dataclass(frozen=True, slots=True)
class Failure:
    """What did not go as the example says, and where it says so.

    ``expected`` and ``found`` are short texts. ``session`` stands where it went wrong (None where the example could not even begin);
    ``played``: the moves of the example up to there.
    """

    message: str
    span: Span
    expected: str | None = None
    found: str | None = None
    session: Session | None = None
    played: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a step."""

    message: str
    expected: str
    found: str


def run_example(game: Game, example: Example) -> Failure | None:
    """None when everything is as the example says; else the first thing that is not. Raises NotSupported."""
    try:
        session = open_example(game, example)
    except (UsageError, Fault) as error:
        return Failure(str(error), getattr(error, "span", None) or example.span)
    for step in example.steps:
        try:
            wrong = run_step(session, step)
        except (MoveError, UsageError) as error:
            wrong = Wrong(str(error), demand(step), str(error))
        except Fault as error:
            said = f"the rules failed: {error} ({error.diagnostic.span})"
            wrong = Wrong(said, demand(step), said)
        if wrong is not None:
            played = tuple(step.move or "" for step in session.steps[1 : session.now + 1])
            return Failure(wrong.message, step.span, wrong.expected, wrong.found, session, played)
    return None


def demand(step: ExampleStep) -> str:
    """What a step with a move asks for."""
    match step.kind:
        case "refused":
            return f"`{step.move}` is refused" + (f": {step.reason}" if step.reason else "")
        case "then":
            return "this holds"
        case _:
            return f"`{step.move}` is legal"


def open_example(
    game: Game, example: Example, given: Callable[[MoveWords, State], None] | None = None, words: MoveWords | None = None
) -> Session:
    """A session that stands where the steps of an example begin. ``given``: is shown what is given, before any rule runs; the log then
    begins with what comes of it. ``words``: the game compiled for its players and options, if it is to be another than ``Game.compiled``
    gives. Raises UsageError, Fault, NotSupported."""
    if words is None:
        words = game.compiled(example.players, example_options(example))
    program = words.program
    seed = 0 if example.seed is None else example.seed
    state = program.begin(game.stream(program, seed), None)
    if example.start is not None and in_setup(program, state):
        state = finish_setup(program, state, wishes(program, example))
    rebuild = Rebuild(Views(words), state)
    give(rebuild, program, state, example)
    if given is not None:
        given(words, state)
        state.log = []
    if example.start is not None:
        arguments = tuple(program.evaluate(a, state) for a in example.start.arguments)
        seat = None if example.start.seat is None else int(program.evaluate(example.start.seat, state))
        enter(program, state, example.start.phase, arguments, seat)
    elif example.given:
        rebuild.again()
    return Session(game, words, seed, state, None)


def example_options(example: Example) -> dict[str, str]:
    """The options of an example as a person writes them; those left out have their defaults."""
    return {name: written(value) for name, value in example.options.items()}


def wishes(program: Program, example: Example) -> list[Holds]:
    """What is given of variables, as conditions: choices of the setup after which they hold bring what goes with them (a colour, its
    pieces)."""

    def holds(target: x.Variable, value: x.Expression) -> Holds:
        variable = program.game.declarations.variables[target.name]
        return lambda state: (
            read_variable(program.world, state, variable, tuple(key_of(program, state, key) for key in target.keys))
            == program.evaluate(value, state)
        )

    return [holds(given.target, given.value) for given in example.given if isinstance(given.target, x.Variable)]


class WrongGiven(UsageError):
    """A given that cannot be."""

    def __init__(self, error: Exception, span: Span) -> None:
        super().__init__(str(error).removeprefix("position: "))
        self.span = span


def give(rebuild: Rebuild, program: Program, state: State, example: Example) -> None:
    """Lays out what is given: all pieces at once, then tokens, then the rest."""
    pieces: list[tuple[PlaceInfo, list[str], str]] = []
    purses: dict[int, str] = {}
    spans: dict[int, Span] = {}
    for given in example.given:
        target = given.target
        try:
            if isinstance(target, x.PlaceAt):
                info = place_of(program, state, target)
                spans[info.number] = given.span
                text = text_of(rebuild, program, state, given.value)
                if info.declared.shape in ("purse", "supply"):
                    purses[info.number] = text
                elif info.declared.marks:
                    rebuild.mark(info, rebuild.cells(info, text, info.declared.name), info.declared.name)
                elif info.declared.cells:
                    pieces.append((info, rebuild.cells(info, text, info.declared.name), info.declared.name))
                else:
                    pieces.append((info, rebuild.listed(text, info.declared.name), info.declared.name))
        except UsageError as error:
            raise WrongGiven(error, given.span) from None
    try:
        if pieces:
            Pieces(rebuild, pieces).lay_out()
        if purses:
            rebuild.tokens(purses)
    except UsageError as error:
        raise WrongGiven(error, next(iter(spans.values()))) from None
    for given in example.given:
        target = given.target
        if isinstance(target, x.PlaceAt):
            continue
        value = program.evaluate(given.value, state)
        if isinstance(target, x.Variable):
            keys = tuple(key_of(program, state, key) for key in target.keys)
            set_variable(program.world, state, program.game.declarations.variables[target.name], keys, value)
        elif isinstance(target, x.ScoreOf):
            rebuild.scores({rebuild.holders[program.evaluate(target.owner, state)]: value})
        elif isinstance(target, x.PieceValue):
            program.names[f"_set_{python_name(target.attribute)}"](state, program.evaluate(target.owner, state), value)
        else:
            raise WrongGiven(UsageError("this cannot be given"), given.span)


def place_of(program: Program, state: State, target: x.PlaceAt) -> PlaceInfo:
    keys = tuple(key_of(program, state, key) for key in target.keys)
    number = program.world.by_keys.get((target.place, keys))
    if number is None:
        raise UsageError(f"there is no such place of `{target.place}`")
    return program.world.places[number]


def key_of(program: Program, state: State, key: x.Expression) -> int:
    return int(program.evaluate(key, state))


def text_of(rebuild: Rebuild, program: Program, state: State, value: x.Expression) -> str:
    """The contents of a place as a text: written so, or an amount of tokens."""
    if isinstance(value, (x.NotationLiteral, x.TextLiteral)):
        return value.text if isinstance(value, x.NotationLiteral) else value.value
    found = program.evaluate(value, state)
    return rebuild.notation.write(found, value.type, state) or ""


# ---- steps -----------------------------------------------------------------------------------------------------------


def run_step(session: Session, step: ExampleStep) -> Wrong | None:
    """Carries out a step; what is wrong with it, or None. Raises MoveError, UsageError, Fault."""
    program = session.program
    seat = None if step.seat is None else int(program.evaluate(step.seat, session.state)) + 1
    if step.kind == "then":
        assert step.condition is not None
        if program.evaluate(step.condition, session.state):
            return None
        expected, found = unmet(session, step.condition)
        return Wrong(f"this does not hold: `{expected}`; found: {found}", expected, found)
    assert step.move is not None
    if step.kind == "when":
        if step.move in ("timeout", "idle"):
            session.time_out(seat, idle=step.move == "idle")
        else:
            session.play(step.move, seat)
        return None
    said = session.why(step.move, seat)
    if step.kind == "allowed":
        if said.legal:
            return None
        return Wrong(f"`{step.move}` is not legal: {said.reason}", demand(step), f"refused: {said.reason}")
    if said.legal:
        return Wrong(f"`{step.move}` is legal", demand(step), "it is legal")
    if step.reason is not None and step.reason.casefold() not in said.reason.casefold():
        return Wrong(f"`{step.move}` is refused for another reason: {said.reason}", demand(step), f"refused: {said.reason}")
    return None
