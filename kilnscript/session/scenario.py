"""A stretch of a session → an example that passes: what lies where at its beginning, the moves, and what holds at its end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kilnscript.compile.constants import Value, none_of
from kilnscript.compile.world import BOX, PlaceInfo
from kilnscript.diagnostics import Severity
from kilnscript.engine.faults import Fault
from kilnscript.engine.state import State
from kilnscript.model import types as t
from kilnscript.model.declarations import PlaceKey
from kilnscript.model.game import Example
from kilnscript.session.errors import MoveError, UsageError
from kilnscript.session.examples import open_example, run_step
from kilnscript.session.game import Game
from kilnscript.session.notation import items_of
from kilnscript.session.opening import finish_setup, in_setup
from kilnscript.session.record import OUT_OF_TIME
from kilnscript.session.session import Session
from kilnscript.session.settings import plain_options
from kilnscript.session.variables import read_variable

SEEDS = (1, 2, 3)  # an example has to hold whatever chance does: rules that change draw other luck
MOST_STARTS = 60  # moves tried as the beginning
MOST_FACTS = 12
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
SHOWN_FILE = "(recorded)"


@dataclass(frozen=True, slots=True)
class Scenario:
    """``text``: the example, ready to stand in an examples.kiln. Of the session's moves it plays those from ``begin`` up to ``end``."""

    text: str
    begin: int
    end: int


def scenario(session: Session, folder: str | Path, name: str) -> Scenario:
    """The longest stretch from the first position that an example can begin at, as far as it does not hang on luck. ``folder``: that of the
    session's game. Raises UsageError where there is no such stretch."""
    check_name(session.game, name)
    if not session.now:
        raise UsageError("no move has been played, so there is no example to write")
    trials = Trials(folder)
    for begin in range(min(session.now, MOST_STARTS)):
        if can_begin(session, begin):
            found = from_here(session, trials, name, begin)
            if found is not None:
                return found
    raise UsageError(
        "no example can begin where these moves were played: they belong to the setup or stand within a step of the rules, or luck decided"
    )


def check_name(game: Game, name: str) -> None:
    """Raises UsageError."""
    if not NAME.match(name):
        raise UsageError(f"`{name[:40]}` is no name for an example: letters, digits and `_`, beginning with a letter")
    if any(example.name == name for example in game.model.examples):
        raise UsageError(f"{game.title} already has an example `{name}`")


def can_begin(session: Session, begin: int) -> bool:
    """At the start of the game, or after the setup in a phase; not among moves that count only together."""
    state = session.steps[begin].state
    program = session.program
    return (
        not state.over
        and state.start is None
        and not state.chosen
        and (begin == 0 or (not in_setup(program, state) and session.views.phase(state) in program.game.phases))
    )


def from_here(session: Session, trials: Trials, name: str, begin: int) -> Scenario | None:
    """The example that begins there, cut before what luck decides; None if it cannot stand there at all."""
    writer = Writer(session)
    for start, brief in ((True, True), (True, False), (False, True), (False, False)):
        head = writer.head(begin, name, brief, start) if start or begin == 0 else None
        if head is not None and all(same_position(session, begin, opened) for opened in trials.opened([*head, "    then yes"])):
            break
    else:
        return None
    end = begin + trials.reach([*head, *writer.moves(begin, session.now)])
    if end == begin:
        return None
    moves = list(writer.moves(begin, end))
    facts: list[str] = []
    for fact in writer.facts(begin, end):
        if len(facts) < MOST_FACTS and trials.reach([*head, *moves, f"    then {fact}"]) > len(moves):
            facts.append(fact)
    return Scenario("\n".join([*head, *moves, *(f"    then {fact}" for fact in facts)]) + "\n", begin, end)


class Trials:
    """Runs a text as if it stood in the examples.kiln of a game, under different luck."""

    def __init__(self, folder: str | Path) -> None:
        from kilnscript.model.load import read_game

        self.read = read_game(folder)

    def example(self, lines: Sequence[str]) -> tuple[Game, Example] | None:
        """None where the text does not load."""
        from kilnscript.model.typing.game import type_game
        from kilnscript.source.kiln_file import read_kiln

        file, problems = read_kiln(SHOWN_FILE, "\n".join(lines) + "\n")
        declared = self.read.declared
        if problems or declared is None:
            return None
        typed, found = type_game(declared.declarations, declared.raw_texts, self.read.items, file.items)
        if typed is None or any(finding.severity is Severity.ERROR for finding in found):
            return None
        return Game(replace(typed, files=self.read.files, rules_hash=self.read.rules_hash), self.read.sources.texts), typed.examples[0]

    def opened(self, lines: Sequence[str]) -> Iterator[Session | None]:
        """The beginning under each luck; None where it fails."""
        found = self.example(lines)
        for seed in SEEDS:
            try:
                yield None if found is None else open_example(found[0], replace(found[1], seed=seed))
            except (UsageError, Fault):
                yield None

    def reach(self, lines: Sequence[str]) -> int:
        """How many of the steps go as they say, whatever luck does."""
        found = self.example(lines)
        if found is None:
            return 0
        game, example = found
        least = len(example.steps)
        for seed in SEEDS:
            opened = open_example(game, replace(example, seed=seed))
            for number, step in enumerate(example.steps[:least]):
                try:
                    wrong = run_step(opened, step) is not None
                except (MoveError, UsageError, Fault):
                    wrong = True
                if wrong:
                    least = number
                    break
        return least


def same_position(session: Session, begin: int, opened: Session | None) -> bool:
    """Whether the same lies in the same places, and the same seat decides the same."""
    if opened is None or opened.over:
        return False
    here, there = session.views.view(session.steps[begin].state, None), opened.views.view(opened.state, None)
    return all(here[key] == there[key] for key in ("places", "variables", "to_act", "phase", "over")) and {
        name: score["total"] for name, score in here["scores"].items()
    } == {name: score["total"] for name, score in there["scores"].items()}


class Writer:
    """Writes the lines of an example about one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.program = session.program
        self.world = session.program.world
        self.views = session.views

    def state(self, number: int) -> State:
        return self.session.steps[number].state

    # ---- the beginning ---------------------------------------------------------------------------------------------

    def head(self, begin: int, name: str, brief: bool, start: bool) -> list[str] | None:
        """Everything before the moves; None where it cannot be written.

        ``brief``: without what every game has at its start. ``start``: begins at the phase of the decision, not where the game begins.
        """
        state = self.state(begin)
        line = self.start_line(state) if start else None
        if start and line is None:
            return None
        usual = self.usual() if brief else []
        lines = [given for given in self.given(state) if not usual or any(given not in known for known in usual)]
        title = f"{self.session.game.title} as it was played".replace('"', "'")
        return [f'example {name} "{title}":', f"    with {self.settings()}", *lines, *([line] if line else [])]

    def start_line(self, state: State) -> str | None:
        """`start sell(red) for seat(1)`; None for a decision outside phases, or of a phase whose arguments cannot be written."""
        phase = self.views.phase(state)
        if phase not in self.program.game.phases:
            return None
        arguments = self.arguments(state, phase)
        seat = self.views.view(state, None)["to_act"][0]
        return None if arguments is None else f"    start {phase}{arguments} for seat({seat})"

    def usual(self) -> list[set[str]]:
        """What is given at the start of games with different luck."""
        found = []
        for seed in SEEDS:
            state = self.program.begin(self.session.game.stream(self.program, seed), None)
            if in_setup(self.program, state):
                state = finish_setup(self.program, state, ())
            found.append(set(self.given(state)))
        return found

    def given(self, state: State) -> Iterator[str]:
        """A `given` for each place, variable and score."""
        for place in self.world.declarations.places:
            for info in self.world.family[place]:
                yield from self.given_place(state, info)
        for variable in self.world.declarations.variables.values():
            for keys in self.keys(variable.keys):
                value = self.expression(read_variable(self.world, state, variable, keys), variable.type, state)
                if value is not None:
                    yield f"    given {self.path(variable.name, variable.keys, keys)} = {value}"
        for number, (holder, score) in enumerate(self.views.scores(state).items()):
            yield f"    given {self.holder(number, holder)}.score = {score['total']}"

    def settings(self) -> str:
        options = plain_options(self.world.declarations, self.session.players, self.program.options)
        words = [f"players: {self.session.players}"]
        for name, value in options.items():
            words.append(f"{name}: {'none' if value is None else ('yes' if value else 'no') if isinstance(value, bool) else value}")
        return ", ".join(words)

    def given_place(self, state: State, info: PlaceInfo) -> list[str]:
        if info.number == BOX or (info.declared.as_needed and not self.program.contents(state, info.number)):
            return []
        path = self.place_path(info)
        shown = self.views.place(state, info, None)
        if isinstance(shown, dict):
            amount = " + ".join(f"{n} * {token}" for token, n in shown.items() if n != "unlimited")
            return [f"    given {path} = {amount or chr(34) * 2}"]
        if info.declared.shape == "grid":
            rows = "\n".join(f"        {row}" for row in shown)
            return [f'    given {path} = """\n{rows}\n        """']
        return [f'    given {path} = "{shown if isinstance(shown, str) else " ".join(shown)}"']

    def arguments(self, state: State, phase: str) -> str | None:
        """`(red)`, or nothing; None where one cannot be written."""
        parameters = self.program.game.phases[phase].parameters
        if not parameters:
            return ""
        frame = next(f for f in reversed(state.stack) if self.program.graph.blocks[f[0]].unit == phase)
        known = dict(zip((local.name for local in self.program.layouts[phase].locals), frame[1:], strict=True))
        written = [self.expression(known.get(name), kind, state) for name, kind in parameters]
        return None if None in written else f"({', '.join(word for word in written if word)})"

    # ---- moves and facts -------------------------------------------------------------------------------------------

    def moves(self, begin: int, end: int) -> Iterator[str]:
        """A `when` for each move, with the seat where another one goes on."""
        before = self.session.steps[begin].seat if begin else 0
        for step in self.session.steps[begin + 1 : end + 1]:
            move = "timeout" if step.note == OUT_OF_TIME else (step.move or "").replace("\\", "\\\\").replace('"', '\\"')
            who = f"seat({step.seat}): " if step.together or step.seat != before else ""
            yield f'    when {who}"{move}"'
            before = 0 if step.together else step.seat

    def facts(self, begin: int, end: int) -> Iterator[str]:
        """What is different at the end: the end of the game, scores, variables, and how much lies where."""
        old, new = self.state(begin), self.state(end)
        if new.over:
            winners = ", ".join(f"seat({seat})" for seat in self.views.outcome(new).winners)
            yield f"over and winners is [{winners}]" if winners else "over"
        before, after = self.views.scores(old), self.views.scores(new)
        for number, (holder, score) in enumerate(after.items()):
            if score["total"] != before[holder]["total"]:
                yield f"{self.holder(number, holder)}.score is {score['total']}"
        for variable in self.world.declarations.variables.values():
            for keys in self.keys(variable.keys):
                now = read_variable(self.world, new, variable, keys)
                if now != read_variable(self.world, old, variable, keys):
                    value = self.expression(now, variable.type, new)
                    if value is not None:
                        yield f"{self.path(variable.name, variable.keys, keys)} is {value}"
        for info in self.world.places:
            if info.number != BOX and info.declared.name in self.world.declarations.places:
                yield from self.changed(old, new, info)

    def changed(self, old: State, new: State, info: PlaceInfo) -> Iterator[str]:
        """How much lies in a place where something has come or gone."""
        if self.views.place(old, info, None) == self.views.place(new, info, None):
            return
        path = self.place_path(info)
        shown = self.views.place(new, info, None)
        if isinstance(shown, dict):
            gone = [token for token in self.views.place(old, info, None) if token not in shown]
            yield from (f"{path}[{token}] is {n}" for token, n in (*shown.items(), *((token, 0) for token in gone)))
        elif info.declared.marks:
            yield f"count({path}.marked) is {sum(new.marks >> cell & 1 for cell in info.cells)}"
        elif len(self.program.contents(old, info.number)) != len(self.program.contents(new, info.number)):
            yield f"count({path}) is {len(self.program.contents(new, info.number))}"
        if info.declared.shape == "grid" and not info.declared.marks:
            for cell in info.cells:
                if (old.at[cell] < 0) != (new.at[cell] < 0):
                    at = self.world.cells[cell]
                    yield f"cell_at({path}, row: {at.row}, column: {at.column}) is {'empty' if new.at[cell] < 0 else 'not empty'}"

    # ---- names and values ------------------------------------------------------------------------------------------

    def keys(self, keys: Sequence[PlaceKey], done: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
        if len(done) == len(keys):
            yield done
            return
        for value in self.world.key_values(keys[len(done)]):
            yield from self.keys(keys, (*done, value))

    def place_path(self, info: PlaceInfo) -> str:
        return self.path(info.declared.name, info.declared.keys, info.keys)

    def path(self, name: str, keys: Sequence[PlaceKey], values: Sequence[int]) -> str:
        """``seat(1).drying[3]``, ``warehouse[red]``."""
        words = [self.views.plain.key_word(value, key.of, key.kind) for value, key in zip(values, keys, strict=True)]
        if keys and keys[0].of == "player":
            name, words = f"seat({words[0]}).{name}", words[1:]
        return f"{name}[{', '.join(words)}]" if words else name

    def holder(self, number: int, name: str) -> str:
        scores = self.world.declarations.scores
        assert scores is not None
        return f"seat({number + 1})" if scores.per == "player" else name

    def expression(self, value: Value, kind: t.Type, state: State) -> str | None:
        """As it is written in rules; None for what has no such form."""
        if isinstance(kind, t.Optional):
            return (
                "none"
                if value is None or (value == none_of(kind) and not isinstance(value, bool))
                else self.expression(value, kind.item, state)
            )
        if value is None:
            return None
        match kind:
            case t.YesNo():
                return "yes" if value else "no"
            case t.Number():
                return str(value)
            case t.Player():
                return f"seat({value + 1})"
            case t.Kind():
                return self.views.plain.notation.members(kind.name)[value]
            case t.Direction():
                return self.views.plain.notation.entity(value, kind).replace("-", "_")
            case t.Arrow() | t.Cell():
                return f'"{self.views.plain.notation.entity(value, kind)}"'
            case t.ListOf():
                items = [self.expression(item, kind.item, state) for item in items_of(value, kind.item)]
                return None if None in items else f"[{', '.join(item for item in items if item)}]"
            case _:
                return None
