"""`kiln session`: the Python API over JSON lines; one request a line comes in, one answer a line goes out.

A request is an object with ``do``; every answer is ``{"ok": true, …}`` or ``{"ok": false, "error": {"code": …, "message": …}}``.
An ``id`` in a request comes back in its answer. Seats count from 1. Nothing a line holds ends the program; it ends with its input, or
on ``quit``.

    {"do": "new", "game": "kiln", "players": 2, "options": {"target": 14}, "seed": 7}      or with "position": {…};
        "people": how many of the seats are persons (all, if left out)
    {"do": "moves"}                                  "seat": only where several choose at once
    {"do": "play", "move": "push N3"}                likewise; also {"do": "timeout"}
    {"do": "bot", "bot": "mcts:500"}                 lets a bot choose for the seat, and plays that; "seat" likewise
    {"do": "pay", "move": "build mill", "with": ["own coin"]}   a move without its payment, and ways used so far; plays nothing:
        {"open": "2 coin", "given": "1 coin", "next": [{"step": …, "gives": …, "covers": …}], "move": null or the whole move, "first": …}
    {"do": "why", "move": "push N1"}                 {"legal": false, "reason": …, "rule": …, "span": {…}, "text": …}
    {"do": "view", "seat": 1}                        without a seat: everything, which can be given back as a position
    {"do": "undo"}  {"do": "redo"}                   "steps": 1; with several people nothing that chance decided or somebody saw
    {"do": "record"}  {"do": "history"}  {"do": "log"}       "seat": as that seat knows it; without: everything
    {"do": "replay", "record": …}  {"do": "result"}
    {"do": "games"}  {"do": "help"}  {"do": "quit"}

Answers that may change where the game stands tell it: ``seat`` (null where several choose), ``seats``, ``phase``, ``over`` and ``clock``,
null or ``{"title": …, "seconds": 60, "since": 12, "idle": false}``: the time of the open decision, counted from that move on. Time is
measured by the host, which sends ``timeout`` (``"idle": true`` for the limit of a game without a clock) when it is up.

Error codes: ``bad-request`` (not JSON, no object, a wrong field), ``unknown-request``, ``no-game``, ``usage`` (players, options, seed,
position, record), ``rules`` (mistakes in rule files; ``diagnostics``), ``not-supported``, ``fault``, ``unknown-move``, ``ambiguous-move``,
``illegal-move`` (``reason``, ``rule``, ``span``), ``not-your-turn``, ``seen`` (an undo that would not be fair), and ``internal`` for a
mistake of this program. Errors of moves list the ``nearest`` legal ones. An error changes nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, TextIO

from kilnscript.diagnostics import Span
from kilnscript.engine.faults import Fault, NotSupported
from kilnscript.session.errors import IllegalMove, MoveError, RuleErrors, UnfairUndo, UsageError
from kilnscript.session.game import Game, load
from kilnscript.session.session import Session

LONGEST = 16_000_000  # bytes of a request
MOST_STEPS = 1000  # of one payment

Answer = dict[str, Any]


class Refused(Exception):
    """A request that cannot be carried out."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Quit(Exception):
    pass


class Desk:
    """The session behind one connection, and the games loaded so far."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.people = 1
        self.games: dict[str, Game] = {}

    def answer(self, data: bytes) -> Answer:
        """The answer to one line. Raises Quit."""
        request: Any = None
        try:
            request = read(data)
            found = REQUESTS.get(request.get("do")) if isinstance(request.get("do"), str) else None
            if found is None:
                from kilnscript.session.errors import did_you_mean

                word = request.get("do")
                raise Refused("unknown-request", f"`do` is one of {', '.join(REQUESTS)}{did_you_mean(str(word), REQUESTS)}")
            said: Answer = {"ok": True, **found(self, request)}
        except Quit:
            raise
        except Exception as error:
            said = {"ok": False, "error": describe(error)}
        if isinstance(request, dict) and isinstance(request.get("id"), (str, int)):
            said["id"] = request["id"]
        return said

    def open(self) -> Session:
        if self.session is None:
            raise Refused("no-game", "no game is open; begin with `new`")
        return self.session

    def game(self, name: str) -> Game:
        if name not in self.games:
            self.games[name] = load(name)
        return self.games[name]


def read(data: bytes) -> dict[str, Any]:
    if len(data) > LONGEST:
        raise Refused("bad-request", f"the line is longer than {LONGEST} bytes")
    try:
        request = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Refused("bad-request", "the line is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise Refused("bad-request", f"the line is not JSON: {error}" if isinstance(error, ValueError) else "too deeply nested") from None
    if not isinstance(request, dict):
        raise Refused("bad-request", "a request is an object with `do`")
    return request


def describe(error: Exception) -> Answer:
    """An error as data."""
    match error:
        case Refused():
            return {"code": error.code, "message": str(error)}
        case IllegalMove():
            said: Answer = {"code": error.code, "message": error.message, "nearest": list(error.nearest), "reason": error.reason}
            return {**said, "rule": error.rule, "span": span_data(error.span)}
        case MoveError():
            return {"code": error.code, "message": error.message, "nearest": list(error.nearest)}
        case RuleErrors():
            from kilnscript.diagnostics.render import render_json, summary

            return {"code": "rules", "message": summary(error.diagnostics), "diagnostics": render_json(error.diagnostics)}
        case NotSupported() | Fault():
            from kilnscript.diagnostics.render import render_json

            code = "fault" if isinstance(error, Fault) else "not-supported"
            return {"code": code, "message": str(error), "diagnostics": render_json([error.diagnostic])}
        case UnfairUndo():
            return {"code": "seen", "message": str(error)}
        case UsageError():
            return {"code": "usage", "message": str(error)}
        case _:
            return {"code": "internal", "message": f"this is a bug of kilnscript: {type(error).__name__}: {error}"}


def span_data(span: Span | None) -> Answer | None:
    if span is None:
        return None
    return {"file": span.file, "line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


# ---- fields ------------------------------------------------------------------------------------------------------------


def text(request: Answer, name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise Refused("bad-request", f"`{name}` is a text")
    return value


def number(request: Answer, name: str, default: int | None = None) -> int | None:
    value = request.get(name, default)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise Refused("bad-request", f"`{name}` is a whole number")
    return value


def mapping(request: Answer, name: str) -> Answer | None:
    value = request.get(name)
    if value is not None and not isinstance(value, dict):
        raise Refused("bad-request", f"`{name}` is an object")
    return value


def only(request: Answer, *names: str) -> None:
    for name in request:
        if name not in ("do", "id", *names):
            from kilnscript.session.errors import did_you_mean

            raise Refused("bad-request", f"`{request['do']}` takes no `{name}`{did_you_mean(name, names)}")


# ---- requests ----------------------------------------------------------------------------------------------------------


def standing(session: Session) -> Answer:
    """Where the game stands, part of every answer that may change it."""
    clock = session.clock
    found = {"seat": session.seat, "seats": list(session.seats), "phase": session.phase, "over": session.over}
    return {**found, "clock": clock and {"title": clock.title, "seconds": clock.seconds, "since": clock.since, "idle": clock.idle}}


def new(desk: Desk, request: Answer) -> Answer:
    only(request, "game", "players", "options", "seed", "position", "people")
    game = desk.game(text(request, "game"))
    seed = request.get("seed")
    session = game.new(number(request, "players"), mapping(request, "options"), seed, mapping(request, "position"))
    desk.session, desk.people = session, people(request, session.players)
    return {
        "game": game.name,
        "title": game.title,
        "players": desk.session.players,
        "options": desk.session.options,
        "seed": desk.session.seed,
        "log": desk.session.last_log(),
        **standing(desk.session),
    }


def people(request: Answer, players: int) -> int:
    """How many persons play, all seats unless told."""
    found = number(request, "people", players)
    if found is None or not 0 <= found <= players:
        raise Refused("bad-request", f"`people` goes from 0 to {players}")
    return found


def moves(desk: Desk, request: Answer) -> Answer:
    only(request, "seat")
    session = desk.open()
    found = session.moves(number(request, "seat"))
    listed = [{"move": str(m), "label": m.label, "action": m.action, "arguments": m.arguments} for m in found]
    return {"moves": listed, **standing(session)}


def play(desk: Desk, request: Answer) -> Answer:
    only(request, "move", "seat")
    session = desk.open()
    move = session.play(text(request, "move"), number(request, "seat"))
    return {"move": str(move), "log": session.last_log(), **standing(session)}


def timeout(desk: Desk, request: Answer) -> Answer:
    only(request, "seat", "idle")
    session = desk.open()
    move = session.time_out(number(request, "seat"), request.get("idle") is True)
    return {"move": str(move), "log": session.last_log(), **standing(session)}


def bot(desk: Desk, request: Answer) -> Answer:
    import random
    import time

    from kilnscript.bots.registry import read_bot

    only(request, "bot", "seat")
    session = desk.open()
    chooser = read_bot(text(request, "bot"), time.monotonic)
    seat = session.deciding(number(request, "seat"), "bot") + 1
    chance = random.Random(f"bot {session.seed if session.fair is None else session.fingerprint} {session.now} {seat}")
    move = session.play(chooser.choose(session, seat, chance), seat)
    session.bots[seat] = chooser.name
    return {"move": str(move), "log": session.last_log(), **standing(session)}


def pay(desk: Desk, request: Answer) -> Answer:
    from kilnscript.session.paying import paying

    only(request, "move", "with", "seat")
    steps = request.get("with", [])
    if not isinstance(steps, list) or len(steps) > MOST_STEPS or not all(isinstance(step, str) for step in steps):
        raise Refused("bad-request", "`with` is a list of texts")
    now = paying(desk.open(), text(request, "move"), number(request, "seat"))
    for step in steps:
        now = now.take(step)
    listed = [{"step": step.words, "gives": step.gives, "covers": step.covers} for step in now.next]
    whole = now.move
    return {"open": now.open, "given": now.given, "next": listed, "move": whole and str(whole), "first": str(now.first)}


def why(desk: Desk, request: Answer) -> Answer:
    only(request, "move", "seat")
    said = desk.open().why(text(request, "move"), number(request, "seat"))
    if said.legal:
        return {"legal": True}
    return {"legal": False, "reason": said.reason, "rule": said.rule, "span": span_data(said.span), "text": said.text}


def view(desk: Desk, request: Answer) -> Answer:
    only(request, "seat")
    return {"view": desk.open().view(number(request, "seat"))}


def undo(desk: Desk, request: Answer) -> Answer:
    only(request, "steps")
    session = desk.open()
    learned = session.take_back(number(request, "steps", 1) or 0, desk.people)
    return {**standing(session), **({"notice": f"{learned}, which was taken back"} if learned is not None else {})}


def redo(desk: Desk, request: Answer) -> Answer:
    only(request, "steps")
    session = desk.open()
    session.redo(number(request, "steps", 1) or 0)
    return standing(session)


def record(desk: Desk, request: Answer) -> Answer:
    only(request, "seat")
    return {"record": desk.open().record(number(request, "seat"))}


def replay(desk: Desk, request: Answer) -> Answer:
    from kilnscript.session.record import read_record
    from kilnscript.session.record import replay as play_again

    only(request, "record", "people")
    given = text(request, "record")
    session = play_again(given, desk.game(read_record(given).header["game"]))
    desk.people = people(request, session.players)
    desk.session = session
    return {"moves": len(desk.session.history), **standing(desk.session)}


def result(desk: Desk, request: Answer) -> Answer:
    only(request)
    found = desk.open().result
    return {"over": found is not None, "result": found.plain() if found is not None else None}


def history(desk: Desk, request: Answer) -> Answer:
    only(request, "seat")
    seat, session = number(request, "seat"), desk.open()
    found = session.history if seat is None else session.history_of(seat)
    return {"history": [{"seat": seat, "move": move} for seat, move in found]}


def log(desk: Desk, request: Answer) -> Answer:
    only(request, "seat")
    seat = number(request, "seat")
    if seat is not None:
        desk.open().check_seat(seat)
    return {"log": desk.open().log(seat)}


def games(desk: Desk, request: Answer) -> Answer:
    from kilnscript.session.shelf import shipped

    only(request)
    return {"games": shipped()}


def show_help(desk: Desk, request: Answer) -> Answer:
    return {"help": (__doc__ or "").strip()}


def leave(desk: Desk, request: Answer) -> Answer:
    raise Quit


REQUESTS: dict[str, Callable[[Desk, Answer], Answer]] = {
    "new": new,
    "moves": moves,
    "play": play,
    "timeout": timeout,
    "bot": bot,
    "pay": pay,
    "why": why,
    "view": view,
    "undo": undo,
    "redo": redo,
    "record": record,
    "replay": replay,
    "result": result,
    "history": history,
    "log": log,
    "games": games,
    "help": show_help,
    "quit": leave,
}


def serve(source: BinaryIO | None = None, sink: TextIO | None = None) -> int:
    """Answers standard input on standard output until it ends."""
    lines = sys.stdin.buffer if source is None else source
    out = sys.stdout if sink is None else sink
    desk = Desk()
    while True:
        data = lines.readline(LONGEST + 1)
        if not data:
            return 0
        whole = data
        while len(data) > LONGEST and not data.endswith(b"\n"):  # the rest of a line that is too long is read and forgotten
            data = lines.readline(LONGEST + 1)
        if not whole.strip():
            continue
        try:
            said = desk.answer(whole)
        except Quit:
            print(json.dumps({"ok": True}), file=out, flush=True)
            return 0
        print(json.dumps(said, ensure_ascii=True), file=out, flush=True)
