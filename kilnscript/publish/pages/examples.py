"""The examples of a game, played → situations, what is done in them and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kilnscript.compile.unsupported import NotSupported
from kilnscript.engine.faults import Fault
from kilnscript.engine.state import State
from kilnscript.model import expressions as x
from kilnscript.model.game import Example as Declared
from kilnscript.model.game import ExampleStep
from kilnscript.publish.pages.boards import Boards, compared
from kilnscript.publish.pages.page import Board, Code, Example, Part, Text
from kilnscript.publish.pages.words import Words
from kilnscript.session.errors import MoveError, UsageError
from kilnscript.session.examples import open_example, place_of
from kilnscript.session.game import Game
from kilnscript.session.moves import MoveWords
from kilnscript.session.session import Session

SEAT = re.compile(r"seat\((\d+)\)")
WRONG = (MoveError, UsageError, Fault, NotSupported)  # `kiln test` tells what is wrong with an example; a page does without its boards


def examples(words: Words, game: Game) -> Iterator[Example]:
    """Those that are described; tests without a description are for whoever writes the rules."""
    for example in words.game.examples:
        if example.doc is not None:
            yield played(words, game, example)


def played(words: Words, game: Game, example: Declared) -> Example:
    assert example.doc is not None
    texts = [words.text(example.doc)]
    settings = list(circumstances(words, example))
    if settings:
        texts.append(("With ", ", ".join(settings), "."))
    beside = list(supposed(words, example))
    if beside:
        texts.append(("To begin with: ", "; ".join(beside), "."))
    before: tuple[Board, ...] = ()
    after: tuple[Board, ...] = ()
    steps: tuple[Text, ...] = ()
    try:
        first: dict[int, Board] = {}

        def given(compiled: MoveWords, state: State) -> None:
            first.update(Boards(compiled).all(state))

        session = open_example(game, example, given)
        boards = Boards(session.words)
        targets = [given.target for given in example.given if isinstance(given.target, x.PlaceAt)]
        shown = {place_of(session.program, session.state, target).number for target in targets}
        opening = sentences(session)
        steps = ((opening,),) if opening else ()
        steps += tuple(done(words, session, example.steps))
        before, after = compared(first, boards.all(session.state), shown)
    except WRONG:
        steps = ()
    return Example(f"example-{example.name}", (example.title,), tuple(texts), before, steps, after)


def sentences(session: Session) -> str:
    """The log of the last move, or of the start."""
    return " ".join(line.rstrip(".") + "." for line in session.last_log())


def circumstances(words: Words, example: Declared) -> Iterator[str]:
    """`2 players`, `Fixing the Mess: yes`."""
    low, high = words.declarations.players
    if example.players is not None and low != high:
        yield f"{example.players} players"
    for name, value in example.options.items():
        yield f"{words.declarations.options[name].title}: {words.speller.expression(value)}"


def supposed(words: Words, example: Declared) -> Iterator[str]:
    """What is given beside pieces: `red.score 4`, `This is an extra turn`."""
    for given in example.given:
        value = seats(words.speller.expression(given.value).strip('"'))
        match given.target:
            case x.PlaceAt():
                continue
            case x.Variable(name=name, keys=keys):
                variable = words.declarations.variables[name]
                whose = f" ({seats(words.speller.listed(keys))})" if keys else ""
                said = "" if value == "yes" else f": {value}"
                yield f"{variable.title}{whose}{said}" if value != "no" else f"not: {variable.title}{whose}"
            case target:
                yield f"{seats(words.speller.expression(target))} is {value}"


def seats(words: str) -> str:
    """`seat(1)` → `seat 1`."""
    return SEAT.sub(r"seat \1", words)


def done(words: Words, session: Session, steps: tuple[ExampleStep, ...]) -> Iterator[Text]:
    """Carries the steps out; what has to hold after one is told together. Raises UsageError for what does not hold, and what the session
    raises."""
    holding: list[Part] = []
    for step in steps:
        if step.kind == "then":
            assert step.condition is not None
            if not session.program.evaluate(step.condition, session.state):
                raise UsageError("this does not hold")
            holding += ["; " if holding else "Then ", Code(words.speller.expression(step.condition))]
            continue
        if holding:
            yield (*holding, ".")
            holding = []
        yield told(words, session, step)
    if holding:
        yield (*holding, ".")


def told(words: Words, session: Session, step: ExampleStep) -> Text:
    """Carries out a step with a move; what it shows. Raises what the session raises."""
    seat = None if step.seat is None else int(session.program.evaluate(step.seat, session.state)) + 1
    match step.kind:
        case "when":
            assert step.move is not None
            who = seat or session.seat
            if step.move in ("timeout", "idle"):
                session.time_out(seat, idle=step.move == "idle")
                move: Text = ("Time runs out" if step.move == "timeout" else "Nothing is done for too long",)
            else:
                session.play(step.move, seat)
                move = (f"Seat {who}: " if who else "", Code(step.move))
            lines = sentences(session)
            return (*move, f". {lines}" if lines else ".")
        case _:
            assert step.move is not None
            said = session.why(step.move, seat)
            if said.legal:
                return (Code(step.move), " is allowed.")
            return (Code(step.move), f" is refused: {said.reason}.")
