"""One command line of a player → what happens and what is said; the terminal and scripts share it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from kilnscript.bots.registry import BotSeat
from kilnscript.engine.faults import Fault
from kilnscript.play import till
from kilnscript.play.board import Board
from kilnscript.play.ink import BOLD, DIM, Line, Part, Screen, wrapped
from kilnscript.play.keys import key_lines, keyed
from kilnscript.play.rulebook import RuleTexts
from kilnscript.play.sheet import sheet_lines
from kilnscript.play.timer import Timer
from kilnscript.session.errors import AmbiguousMove, IllegalMove, MoveError, UnknownMove, UsageError, did_you_mean
from kilnscript.session.knowledge import told
from kilnscript.session.moves import Move
from kilnscript.session.paying import Paying
from kilnscript.session.proposals import has_solver, in_words, proposed
from kilnscript.session.reading import clean
from kilnscript.session.record import OUT_OF_TIME
from kilnscript.session.session import Session

MOST_LISTED = 120  # moves of one action that are written out

HELP = """\
A move is its notation (push N3), the beginning of it, or its number in the list. Where an argument can only be one thing, leave it out.
A move without its payment is paid step by step.
  moves [ACTION]   legal moves, numbered           board           the board again
  why MOVE         why a move is not legal         rules [TOPIC]   the rules, or one part of them
  undo [N]         take back N moves               redo [N]        play them again
  hint             a whole turn, worked out        hint play       play it
  history          moves so far                    log             what happened so far
  scores           the score sheet
  save FILE        write the record                load FILE       go on from a record
  help             this text                       quit            leave
A line that begins with # is a comment."""

Command = Callable[["Desk", str], None]


class Quit(Exception):
    """The player leaves."""


class Desk:
    """A session at a terminal or under a script. ``say`` prints a line; errors are raised as UsageError, MoveError or Fault."""

    def __init__(self, session: Session, screen: Screen, say: Callable[[str], None], bots: dict[int, BotSeat]) -> None:
        self.session = session
        self.screen = screen
        self.say = say
        self.bots = bots
        session.bots = {seat: bot.name for seat, bot in bots.items()}
        self.till: Paying | None = None  # a payment under way
        self.looked: dict[int, int] = {}  # and the last step that each of them has seen
        self.timer: Timer | None = None  # where clocks run
        self.at: int | None = None  # the person who looks at the screen, where several share one and may not see all
        self.stepwise = False  # whether a move that may be paid in several ways is paid step by step (a person sits here)
        self.chance = random.Random(f"bots {session.seed if session.fair is None else session.fingerprint}")

    # ---- commands --------------------------------------------------------------------------------------------------

    def do(self, line: str) -> None:
        """Carries out one line: a command, or a move. A move that is spelt like a command is a move."""
        text = clean(line)
        if self.till is not None and not text.startswith("#"):
            self.till = till.pay(self, self.till, text)
            return
        if not text or text.startswith("#"):
            return
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.lower())
        if command is not None and not (self.session.seat is not None and any(str(m) == text for m in self.session.moves())):
            command(self, rest)
            return
        try:
            self.play(text)
        except UnknownMove as error:
            near = did_you_mean(word.lower(), COMMANDS)
            if near and not error.nearest:
                raise UnknownMove(error.message + near, error.move) from None
            raise

    def play(self, text: str) -> None:
        seat = self.session.seat
        try:
            self.session.play(keyed(self.session, text) or text, short=True)
        except AmbiguousMove as error:
            if not self.stepwise:
                raise
            self.till = till.begin(self, text, error)
            till.show(self, self.till)
            return
        self.told(seat)

    def played(self, move: Move) -> None:
        """Plays a move that was put together here."""
        seat = self.session.seat
        self.session.play(move)
        self.told(seat)

    def told(self, seat: int | None) -> None:
        """The log lines of the last move, or the move itself where the rules log nothing."""
        for line in self.lines_of(self.session.now, self.reader(seat)):
            self.say(self.screen.paint([Part(line)]))

    def lines_of(self, number: int, seat: int | None, moves: bool = True) -> list[str]:
        """What a step told a seat: its log lines, or (``moves``) its move where the rules log nothing. Bots are marked."""
        session = self.session
        step = session.steps[number]
        lines = session.lines(step, seat)
        if not lines and number and moves:
            lines = [f"Seat {step.seat}: {step.move if seat is None else told(session, number, seat)}"]
        if number and step.seat in session.bots:
            lines = [f"[{session.bots[step.seat]} bot, Seat {step.seat}] {line}" for line in lines]
        return lines + ([f"(automatic: {step.note})"] if step.note == OUT_OF_TIME else [])

    def time_left(self) -> float | None:
        """Seconds for the open decision, None without a clock."""
        if self.timer is None or self.session.seat is None or self.session.seat in self.bots:
            return None
        return self.timer.left(self.session)

    def time_is_up(self) -> None:
        """Plays what the rules say for the seat whose time is up."""
        seat = self.session.seat
        assert self.timer is not None
        running = self.timer.clock(self.session)
        self.till = None
        self.say(self.screen.paint([Part(f"Seat {seat} is out of time.", BOLD)]))
        self.session.time_out(seat, idle=running is not None and running.idle)
        self.told(seat)

    def reader(self, seat: int | None) -> int | None:
        """Whose eyes a person at this desk has: the only human seat's, those of whoever was asked to look, else of the seat that acts."""
        humans = self.people
        if len(humans) == 1:
            return humans[0]
        if self.at is not None:
            return self.at
        return seat if seat is not None else humans[0] if humans else None

    @property
    def people(self) -> list[int]:
        """Seats without a bot."""
        return [n for n in range(1, self.session.players + 1) if n not in self.bots]

    def bots_play(self) -> None:
        """Lets bots move until a person has to, or the game is over. Bots alone stop at the length the game declares for playouts."""
        bound = self.session.program.game.declarations.length.turns * 10
        for _ in range(bound):
            seats = [seat for seat in self.session.seats if seat in self.bots]
            if not seats:
                return
            seat = seats[0]
            move = self.bots[seat].choose(self.session, seat, self.chance)
            self.session.play(move, seat)
            self.told(None)
        raise UsageError(f"the bots played {bound} moves without an end")

    # ---- showing ---------------------------------------------------------------------------------------------------

    def board(self) -> None:
        for line in Board(self.session, self.screen).lines(self.reader(self.session.seat)):
            self.say(line)

    def sheet(self) -> bool:
        """The score sheet; no if there is nothing to show."""
        lines = sheet_lines(self.session, self.screen)
        for line in lines:
            self.say(self.screen.paint(line))
        return bool(lines)

    def turn(self) -> str:
        """``Seat 1 - Push the outer tile in``, or the result."""
        session = self.session
        if session.result is not None:
            return str(session.result)
        title = session.title or session.phase.replace("_", " ")
        return f" {self.screen.sign('·')} ".join([f"Seat {session.seat}", title, *session.notes])

    def moves(self, only: str = "", most: int = MOST_LISTED) -> None:
        """The legal moves, numbered, by action."""
        moves = self.session.moves()
        groups: dict[str, list[tuple[int, Move]]] = {}
        for number, move in enumerate(moves, 1):
            groups.setdefault(move.action, []).append((number, move))
        if only and not any(action.startswith(only) for action in groups):
            raise UsageError(f"no legal move is called `{only}`{did_you_mean(only, groups)}")
        for action, listed in groups.items():
            if only and not action.startswith(only):
                continue
            items: list[Line] = [[Part(action, BOLD), *([Part(f" ({len(listed)})", DIM)] if len(listed) > 1 else []), Part(":")]]
            for number, move in listed[:most]:
                text = str(move)
                rest = text.removeprefix(action).strip()
                items.append([Part(f"{number}) ", DIM), Part(rest or text, BOLD)])
            if len(listed) > most:
                items.append([Part(f"and {len(listed) - most} more: `moves {action}`", DIM)])
            for line in wrapped(items, self.screen.width):
                self.say(self.screen.paint(line))


def explain_error(error: Exception, sources: dict[str, str]) -> list[str]:
    """What to tell a player: the message, the rule, the nearest legal moves."""
    if isinstance(error, Fault):
        from kilnscript.diagnostics.render import render_text

        return ["the rules failed; the move is taken back", *render_text([error.diagnostic], sources).rstrip("\n").split("\n")]
    lines = [str(error)]
    if isinstance(error, IllegalMove) and error.rule:
        lines[0] += f" ({error.rule})"
    if isinstance(error, MoveError) and error.nearest and error.code != "ambiguous-move":
        lines.append("nearest: " + ", ".join(error.nearest[:3]))
    return lines


# ---- the commands ----------------------------------------------------------------------------------------------------


def show_help(desk: Desk, rest: str) -> None:
    for line in [*HELP.split("\n"), *key_lines(desk.session)]:
        desk.say(line)


def show_moves(desk: Desk, rest: str) -> None:
    if desk.session.over:
        raise UsageError("the game is over")
    desk.moves(rest, 100_000 if rest else MOST_LISTED)


def show_why(desk: Desk, rest: str) -> None:
    if not rest:
        raise UsageError("`why` wants a move: why push N1")
    said = desk.session.why(keyed(desk.session, rest) or rest)
    if said.legal:
        desk.say("it is legal")
        return
    desk.say(desk.screen.paint([Part(f"{said.reason}" + (f" ({said.rule})" if said.rule else ""))]))
    if said.span is not None and said.text:
        desk.say(desk.screen.paint([Part(f"  {said.span.file}:{said.span.line}", DIM)]))
        for line in said.text.split("\n")[:6]:
            desk.say(desk.screen.paint([Part("  | " + line, DIM)]))


def hint(desk: Desk, rest: str) -> None:
    """Shows the turn that a solver proposes; ``hint play`` plays it."""
    session = desk.session
    if rest not in ("", "play"):
        raise UsageError("`hint` shows a turn, `hint play` plays it")
    if session.seat is None or not has_solver(session):
        raise UsageError("hints are for turns of many small moves that count together; this decision has none")
    moves = proposed(session, session.seat)
    if moves is None:
        desk.say("no such turn is legal here")
        return
    words = in_words(session, moves)
    if rest == "play":
        for text in words:
            desk.play(text)
    else:
        desk.say(desk.screen.paint([Part(", ".join(words))]))


def number_of(rest: str) -> int:
    if not rest:
        return 1
    if not rest.isdecimal() or len(rest) > 6:
        raise UsageError(f"`{rest[:20]}` is no number of moves")
    return int(rest)


def undo(desk: Desk, rest: str) -> None:
    """Takes back a person's move: a bot's moves after it go with it. What chance decided or somebody came to see is not taken back where
    several people play."""
    session = desk.session
    now = session.now
    try:
        for _ in range(number_of(rest)):
            session.undo()
            while session.now and session.seat in desk.bots:
                session.undo()
        if session.seat in desk.bots:
            raise UsageError("there is nothing to undo")
        back = now - session.now
        session.redo(back)
        why = session.take_back(back, len(desk.people))
    except UsageError:
        session.redo(now - session.now)
        raise
    if why is not None:
        desk.say(f"note: {why}, which is taken back")
    desk.say(f"took back {back} move{'s' if back != 1 else ''}")


def redo(desk: Desk, rest: str) -> None:
    session = desk.session
    now = session.now
    for _ in range(number_of(rest)):
        session.redo()
        while session.seat in desk.bots and session.now < len(session.steps) - 1:
            session.redo()
    desk.say(f"played {session.now - now} move{'s' if session.now - now != 1 else ''} again")


def history(desk: Desk, rest: str) -> None:
    played = desk.session.history
    if not played:
        desk.say("no move has been played")
    reader = desk.reader(desk.session.seat)
    if reader is not None and not desk.session.over:
        played = desk.session.history_of(reader)
    for number, (seat, move) in enumerate(played, 1):
        desk.say(f"{number:>4}  Seat {seat}{' (' + desk.session.bots[seat] + ' bot)' if seat in desk.session.bots else ''}  {move}")


def scores(desk: Desk, rest: str) -> None:
    if rest:
        raise UsageError("`scores` shows the whole sheet and takes nothing behind it")
    if not desk.sheet():
        raise UsageError("nobody scores in this game" if desk.session.over else "nothing is scored in this game before its end")


def log(desk: Desk, rest: str) -> None:
    reader = desk.reader(desk.session.seat)
    for number in range(desk.session.now + 1):
        for line in desk.lines_of(number, reader, moves=False):
            desk.say(desk.screen.paint([Part(line)]))


def rules(desk: Desk, rest: str) -> None:
    for line in RuleTexts(desk.session).lines(rest or None, min(desk.screen.width, 100)):
        desk.say(desk.screen.paint([Part(line)]))


def save(desk: Desk, rest: str) -> None:
    if not rest:
        raise UsageError("`save` wants a file name")
    try:
        path = Path(os.path.expanduser(rest))
        path.write_text(desk.session.record(), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise UsageError(f"`{rest}` cannot be written: {getattr(error, 'strerror', None) or error}") from None
    desk.say(f"saved as {rest}")


def load(desk: Desk, rest: str) -> None:
    from kilnscript.session.record import replay

    if not rest:
        raise UsageError("`load` wants a file name")
    session = replay(read_file(rest), desk.session.game)
    session.bots = {seat: bot.name for seat, bot in desk.bots.items()} or session.bots
    desk.session, desk.looked = session, {}
    desk.say(f"{len(session.history)} moves played again")


def read_file(name: str) -> str:
    """A record file's text. Raises UsageError."""
    try:
        with open(os.path.expanduser(name), "rb") as file:
            data = file.read(50_000_001)
    except (OSError, ValueError) as error:
        raise UsageError(f"`{name}` cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > 50_000_000:
        raise UsageError(f"`{name}` is too large for a record")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"`{name}` is not UTF-8") from None


def quit_desk(desk: Desk, rest: str) -> None:
    raise Quit


COMMANDS: dict[str, Command] = {
    "help": show_help,
    "?": show_help,
    "moves": show_moves,
    "why": show_why,
    "hint": hint,
    "undo": undo,
    "redo": redo,
    "history": history,
    "log": log,
    "scores": scores,
    "sheet": scores,
    "rules": rules,
    "board": lambda desk, rest: desk.board(),
    "save": save,
    "load": load,
    "quit": quit_desk,
    "exit": quit_desk,
}


def complete(desk: Desk, text: str) -> Sequence[str]:
    """Commands and legal moves that begin with a text."""
    moves = [str(move) for move in desk.session.moves()] if desk.session.seat is not None else []
    return [word for word in [*moves, *COMMANDS] if word.casefold().startswith(text.casefold())]
