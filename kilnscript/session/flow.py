"""Where a game stands in its flow ↔ plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kilnscript.compile import flow as f
from kilnscript.compile.constants import Value
from kilnscript.compile.python.blocks import FrameLocal
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.model.later import moments
from kilnscript.session.assigned import missing
from kilnscript.session.errors import UsageError
from kilnscript.session.plain import PlainValues, bare, unbare

MOST_FRAMES = 1000


def plain_flow(program: Program, plain: PlainValues, state: State) -> dict[str, Any]:
    """``flow``: the frames of the stack, outermost first: the phase, its step (a number of the flow graph) and its locals.

    What simultaneous choices are in (``chosen``), and what else a game has under way, stands beside it where there is any.
    """
    frames = []
    for frame in state.stack:
        unit = program.graph.blocks[frame[0]].unit
        values = {}
        for known, value in zip(program.layouts[unit].locals, frame[1:], strict=True):
            if value is not None:
                values[known.name] = plain_local(program, plain, known, value, state)
        frames.append({"at": unit, "step": frame[0], "locals": values})
    data: dict[str, Any] = {"flow": frames}
    if state.chosen:
        data["chosen"] = [[seat + 1, bare(move)] for seat, move in state.chosen]
    if state.later:
        data["later"] = [plain_step(program, plain, step, state) for step in state.later]
    if state.next_turn >= 0:
        data["next_turn"] = state.next_turn + 1
    if state.shown:
        data["shown"] = [
            [plain.piece(piece, state), [n + 1 for n in range(program.players) if seats >> n & 1]] for piece, seats in state.shown.items()
        ]
    if state.over:
        data["ended"] = {"winners": bare(state.winners), "reason": bare(state.reason)}
    return data


def plain_step(program: Program, plain: PlainValues, step: tuple[Any, ...], state: State) -> dict[str, Any]:
    """A step that was put off: what is done when, and whose moment it has to be and who acts then (seats, null for none)."""
    moment, phase, whose, by, *arguments = step
    edge, of = list(moments(program.game))[moment]
    name, found = list(program.game.phases.items())[phase]
    given = [plain.plain(value, kind, state) for value, (_, kind) in zip(arguments, found.parameters, strict=True)]
    return {"do": name, "with": given, "at": edge, "of": of, "for": None if whose < 0 else whose + 1, "by": None if by < 0 else by + 1}


def read_step(program: Program, plain: PlainValues, data: Any, state: State) -> tuple[Any, ...]:
    """The inverse of ``plain_step``."""
    game = program.game
    if not isinstance(data, dict) or set(data) != {"do", "with", "at", "of", "for", "by"} or not isinstance(data["with"], list):
        raise UsageError("position: a step put off has `do`, `with`, `at`, `of`, `for` and `by`")
    known = moments(game)
    moment = (data["at"], data["of"])
    if moment not in known or data["do"] not in known[moment]:
        raise UsageError(
            f"position: no rule puts `{str(data['do'])[:40]}` off until the {str(data['at'])[:10]} of `{str(data['of'])[:40]}`"
        )
    parameters = game.phases[data["do"]].parameters
    if len(parameters) != len(data["with"]):
        raise UsageError(f"position: `{data['do']}` has {len(parameters)} values, not {len(data['with'])}")
    given = [plain.value(item, kind, state, f"later: {name}") for item, (name, kind) in zip(data["with"], parameters, strict=True)]
    seats = [-1 if data[key] is None else seat_of(program, data[key], key) for key in ("for", "by")]
    return (list(known).index(moment), list(game.phases).index(data["do"]), *seats, *given)


def read_steps(program: Program, plain: PlainValues, data: Any, state: State, what: str) -> tuple[tuple[Any, ...], ...]:
    if not isinstance(data, list) or len(data) > MOST_FRAMES:
        raise UsageError(f"position: `{what}` is a list of steps that were put off")
    return tuple(read_step(program, plain, item, state) for item in data)


def plain_local(program: Program, plain: PlainValues, known: FrameLocal, value: Value, state: State) -> Any:
    if known.name.startswith("due "):
        return [plain_step(program, plain, step, state) for step in value]
    if known.type is not None:
        return plain.plain(value, known.type, state)
    if len(known.items) == 1:
        return [plain.plain(item, known.items[0], state) for item in value]
    if known.items:
        return [[plain.plain(part, kind, state) for part, kind in zip(item, known.items, strict=True)] for item in value]
    return bare(value)


# ---- back ------------------------------------------------------------------------------------------------------------


def restore_flow(program: Program, plain: PlainValues, state: State, data: Mapping[str, Any]) -> None:
    """Puts the frames of a view back; places and variables have to be in place already. Raises UsageError."""
    frames = data["flow"]
    if not isinstance(frames, list) or not frames or len(frames) > MOST_FRAMES:
        raise UsageError("position: `flow` is a list of frames, as a view shows it")
    state.stack = [read_frame(program, plain, state, frame) for frame in frames]
    check_chain(program, state)
    for frame in state.stack:
        unset = missing(program, frame, frame is state.stack[-1])
        if unset is not None:
            raise UsageError(f"position: `flow`: `{unset.name}` has no value")
    end = program.graph.blocks[state.stack[-1][0]].end
    assert isinstance(end, f.Decide)
    state.acting = sum(program.graph.units[program.graph.blocks[frame[0]].unit].kind == "action" for frame in state.stack)
    state.later = read_steps(program, plain, data.get("later", []), state, "later")
    state.next_turn = seat_of(program, data.get("next_turn"), "next_turn") if data.get("next_turn") is not None else -1
    decision = program.decisions[end.decision]
    to_act = data.get("to_act")
    if not isinstance(to_act, list) or not to_act or (len(to_act) > 1 and not decision.everyone):
        raise UsageError("position: `to_act` is the list of the seats that decide")
    seats = tuple(seat_of(program, seat, "to_act") for seat in to_act)
    state.decision, state.deciders, state.player = end.decision, seats, seats[0]
    state.chosen, state.passes, state.steps = (), 0, 0
    if decision.everyone:
        state.legal = ()
        state.chosen = read_chosen(program, state, data.get("chosen", []))
    else:
        state.legal = program.at_decision(state)
        if not state.legal:
            raise UsageError("position: the seat to act has no legal move here")


def seat_of(program: Program, data: object, what: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or not 1 <= data <= program.players:
        raise UsageError(f"position: `{what}`: seats go from 1 to {program.players}")
    return data - 1


def read_frame(program: Program, plain: PlainValues, state: State, data: Any) -> list[Any]:
    if not isinstance(data, dict) or set(data) != {"at", "step", "locals"} or not isinstance(data["locals"], dict):
        raise UsageError("position: a frame of `flow` has `at`, `step` and `locals`")
    unit, step = data["at"], data["step"]
    if not isinstance(unit, str) or unit not in program.graph.units:
        raise UsageError(f"position: `flow` names no phase with decisions: `{str(unit)[:40]}`")
    if not isinstance(step, int) or isinstance(step, bool) or not 0 <= step < len(program.graph.blocks):
        raise UsageError("position: `flow`: `step` is a number of the flow graph")
    if program.graph.blocks[step].unit != unit:
        raise UsageError(f"position: `flow`: step {step} is not one of `{unit}`; the position is of another version of the rules")
    locals_of = program.layouts[unit].locals
    for name in data["locals"]:
        if name not in {known.name for known in locals_of}:
            raise UsageError(f"position: `flow`: `{unit}` has no `{str(name)[:40]}`")
    return [step, *(read_local(program, plain, known, data["locals"].get(known.name), state) for known in locals_of)]


def read_local(program: Program, plain: PlainValues, known: FrameLocal, data: Any, state: State) -> Value:
    what = f"flow: {known.name}"
    if data is None:
        return None
    if known.name.startswith("due "):
        return read_steps(program, plain, data, state, what)
    if known.type is not None:
        return plain.value(data, known.type, state, what)
    if known.items:
        if not isinstance(data, list):
            raise UsageError(f"position: `{what}` is a list")
        if len(known.items) == 1:
            return tuple(plain.value(item, known.items[0], state, what) for item in data)
        if not all(isinstance(item, list) and len(item) == len(known.items) for item in data):
            raise UsageError(f"position: `{what}` is a list of lists of {len(known.items)}")
        return tuple(tuple(plain.value(part, kind, state, what) for part, kind in zip(item, known.items, strict=True)) for item in data)
    if not isinstance(data, int) or isinstance(data, bool):
        raise UsageError(f"position: `{what}` is a number")
    if known.name.startswith(("seat ", "saved ")) and not -1 <= data < program.players:
        raise UsageError(f"position: `{what}` is a seat, counted from 0")
    if known.name.startswith("at ") and not 0 <= data < 10**6:
        raise UsageError(f"position: `{what}` is a number from 0")
    return data


def check_chain(program: Program, state: State) -> None:
    """Every frame but the last waits for the one after it; the last one stands at a decision."""
    blocks = program.graph.blocks
    for outer, inner in zip(state.stack, state.stack[1:], strict=False):
        unit = blocks[inner[0]].unit
        waits = any(
            (isinstance(b.end, f.Call) and b.end.to == outer[0] and b.end.phase == unit)
            or (isinstance(b.end, f.Decide) and b.end.after == outer[0] and program.graph.units[unit].kind == "action")
            for b in blocks
        ) or (blocks[outer[0]].unit, unit) == ("play", "setup")
        if not waits:
            raise UsageError(f"position: `flow`: nothing leads from there to `{unit}`")
    if not isinstance(blocks[state.stack[-1][0]].end, f.Decide):
        raise UsageError("position: `flow`: its last frame does not stand at a decision")


def read_chosen(program: Program, state: State, data: Any) -> tuple[tuple[int, tuple[Any, ...]], ...]:
    """Choices that are in: legal ones, of seats that do not choose any more."""
    if not isinstance(data, list) or not all(isinstance(item, list) and len(item) == 2 and isinstance(item[1], list) for item in data):
        raise UsageError("position: `chosen` is a list of seats and moves, as a view shows it")
    found = tuple((seat_of(program, seat, "chosen"), tuple(unbare(move, "chosen"))) for seat, move in data)
    seats = [*state.deciders, *(seat for seat, _ in found)]
    if len(set(seats)) != len(seats):
        raise UsageError("position: a seat chooses twice (`to_act`, `chosen`)")
    for seat, move in found:
        if move not in program.moves(state, seat):
            raise UsageError(f"position: `chosen`: that is no legal choice of Seat {seat + 1}")
    return found
