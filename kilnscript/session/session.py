"""A game being played: whose turn, what is legal, play, undo and redo, views, log and record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kilnscript.engine.offers import LogLine, RawMove
from kilnscript.engine.state import State
from kilnscript.session.chance import Seed
from kilnscript.session.errors import IllegalMove, MoveError, NotYourTurn, UnfairUndo, UnknownMove, UsageError
from kilnscript.session.fair import Fairness
from kilnscript.session.moves import Move, MoveWords
from kilnscript.session.outcome import Outcome
from kilnscript.session.reading import AnyMove, clean, find_legal, nearest
from kilnscript.session.refusals import Answer, answer
from kilnscript.session.view import Views, deciders

if TYPE_CHECKING:
    from kilnscript.session.clock import Clock
    from kilnscript.session.game import Game

MOST_TRIED = 200  # readings of one refused text that are asked for their reason


@dataclass(frozen=True, slots=True)
class Played:
    """One step of a session: the move (None for the start), who played it (from 1), and the state after it."""

    move: str | None
    seat: int
    together: bool  # chosen unseen while others chose too
    state: State
    log: tuple[LogLine, ...]
    note: str | None = None  # a comment for the record
    raw: RawMove | None = None


class Session:
    """One game under way. Seats count from 1. Every call either succeeds or raises and changes nothing.

    Errors of moves are MoveErrors: UnknownMove, AmbiguousMove, IllegalMove, NotYourTurn. A mistake of the rules that shows in play is a
    Fault: the move that met it is not played. Sessions are made by ``Game.new``.
    """

    def __init__(
        self,
        game: Game,
        words: MoveWords,
        seed: Seed | None,
        state: State,
        position: dict[str, Any] | None,
        fair: Fairness | None = None,
    ) -> None:
        self.game = game
        self.words = words
        self.program = words.program
        self.seed = seed  # None in a fair game
        self.fair = fair
        self.position = position
        self.views = Views(words)
        self.steps = [Played(None, 0, False, state, taken_log(state))]
        self.now = 0
        self.bots: dict[int, str] = {}  # seats (from 1) that bots play, and which: records, logs and results mark them
        self._moves: dict[tuple[int, int], tuple[Move, ...]] = {}

    # ---- looking ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.steps[self.now].state

    @property
    def players(self) -> int:
        return self.program.players

    @property
    def options(self) -> dict[str, Any]:
        """Options in effect, as JSON data."""
        return dict(self.views.view(self.steps[0].state, 0)["options"]) if self.program.options else {}

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def seats(self) -> tuple[int, ...]:
        """Every seat that may choose now; more than one only where all choose at once, none when the game is over."""
        return tuple(n + 1 for n in deciders(self.state))

    @property
    def seat(self) -> int | None:
        """The seat to decide (the first of ``seats``), None when the game is over."""
        return self.seats[0] if self.seats else None

    @property
    def phase(self) -> str:
        """The name of the phase the open decision stands in."""
        return self.views.phase(self.state)

    @property
    def title(self) -> str:
        """The title of that phase, for people."""
        return self.views.title(self.state)

    @property
    def result(self) -> Outcome | None:
        """None until the game is over."""
        return replace(self.views.outcome(self.state), bots=dict(self.bots)) if self.state.over else None

    @property
    def fingerprint(self) -> str | None:
        """What a fair game was committed to; None for a game from a seed."""
        return None if self.fair is None else self.fair.fingerprint

    @property
    def secret(self) -> str | None:
        """The secret of a fair game, once it is over."""
        return self.fair.secret if self.fair is not None and self.over else None

    def moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """The legal moves, in the documented order; empty when the game is over. ``seat``: only where several choose at once."""
        if self.state.over:
            return ()
        number = self.deciding(seat, "")
        key = (self.now, number)
        if key not in self._moves:
            raws = self.program.moves(self.state, number if len(self.seats) > 1 else None)
            self._moves[key] = tuple(Move(self.words, self.state, raw, number + 1) for raw in raws)
        return self._moves[key]

    @property
    def notes(self) -> list[str]:
        """What the rules tell the seat to decide beside its moves (`show` under `controls`): how far it is, what still lacks. A text with a
        value that is none is not told."""
        if self.state.over:
            return []
        controls, program = self.program.game.declarations.controls, self.program
        offers = [program.offers[number].action for number in program.decisions[self.state.decision].offers]
        texts = [controls[action].show for action in offers if action in controls]
        names = self.words.scope(self.state)
        return [
            self.words.texts.render(text, self.state, names)
            for text in texts
            if text is not None and self.words.whole(text, self.state, names)
        ]

    def why(self, move: str | Move, seat: int | None = None) -> Answer:
        """Whether a move is legal, and if not, the author's reason and its rule. Raises UnknownMove, AmbiguousMove, NotYourTurn."""
        if isinstance(move, Move):
            return self.refusal(self.deciding(seat or move.seat, str(move)), move.raw)
        number = self.deciding(seat, move)
        if find_legal(self.words, self.moves(number + 1), move, short=False) is not None:
            return Answer(True)
        return self.best_answer(number, move)[0]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Plain JSON data: what a seat knows, or (None) everything. See ``Views.view`` for its shape."""
        if seat is not None:
            self.check_seat(seat)
        return self.views.view(self.state, None if seat is None else seat - 1)

    def log(self, seat: int | None = None) -> list[str]:
        """What happened so far, as a seat reads it (None: the referee)."""
        return [line for step in self.steps[: self.now + 1] for line in self.lines(step, seat)]

    def last_log(self, seat: int | None = None) -> list[str]:
        """The log lines of the last move (of the start, if there was none)."""
        return self.lines(self.steps[self.now], seat)

    def lines(self, step: Played, seat: int | None) -> list[str]:
        said = (self.words.texts.log(line, step.state, None if seat is None else seat - 1) for line in step.log)
        return [line for line in said if line]

    @property
    def history(self) -> list[tuple[int, str]]:
        """(seat, notation) of every move played, undone ones left out."""
        return [(step.seat, step.move) for step in self.steps[1 : self.now + 1] if step.move is not None]

    def history_of(self, seat: int) -> list[tuple[int, str]]:
        """The same as a seat knows it: what it may not know stands as ``(not shown)``."""
        from kilnscript.session.knowledge import told

        self.check_seat(seat)
        return [(self.steps[n].seat, told(self, n, seat)) for n in range(1, self.now + 1)]

    def learned(self, steps: int = 1) -> str | None:
        """Why the last moves cannot be taken back as if they had not been played: chance decided, or somebody saw something in them. None
        where nobody came to know more."""
        from kilnscript.session.knowledge import learned

        for n in range(self.now, max(self.now - steps, 0), -1):
            found = learned(self.program, self.steps[n - 1].state, self.steps[n].state)
            if found is not None:
                return f"{found} in move {n}"
        return None

    @property
    def clock(self) -> Clock | None:
        """The clock that runs for the open decision; None where the rules declare none, or it is off."""
        from kilnscript.session.clock import clock

        return clock(self)

    # ---- playing ---------------------------------------------------------------------------------------------------

    def play(self, move: str | Move, seat: int | None = None, short: bool = False) -> Move:
        """Plays a legal move, given as a Move or its notation, and runs on to the next decision; returns it. ``short``: a text may also be
        the number of the move in the list or a unique beginning of it. Raises MoveError or Fault."""
        found = self.find(move, seat, short)
        self.carry_out(found)
        return found

    def find(self, move: str | Move, seat: int | None = None, short: bool = False) -> Move:
        """The legal move that is meant. Raises MoveError, with the reason why it is not legal and the nearest legal ones."""
        if isinstance(move, Move):
            number = self.deciding(seat or move.seat, str(move))
            for legal in self.moves(number + 1):
                if legal.raw == move.raw:
                    return legal
            raise self.illegal(number, str(move), self.refusal(number, move.raw))
        number = self.deciding(seat, move)
        legal_move = find_legal(self.words, self.moves(number + 1), move, short)
        if legal_move is not None:
            return legal_move
        said, raw = self.best_answer(number, move)
        if said.legal:
            return Move(self.words, self.state, raw, number + 1)
        raise self.illegal(number, clean(move), said)

    def carry_out(self, move: Move, note: str | None = None) -> None:
        state = self.state.copy()
        state.log = []
        together = len(self.seats) > 1
        self.program.play(state, move.raw, move.seat - 1 if together or self.state.chosen else None)
        del self.steps[self.now + 1 :]
        for key in [key for key in self._moves if key[0] > self.now]:
            del self._moves[key]
        self.steps.append(Played(str(move), move.seat, together, state, taken_log(state), note, move.raw))
        self.now += 1

    def time_out(self, seat: int | None = None, idle: bool = False) -> Move:
        """Plays what the rules say when the seat's clock runs out. Raises NotYourTurn, and UsageError where the rules say nothing."""
        number = self.deciding(seat, "timeout")
        from kilnscript.session.record import OUT_OF_TIME

        raw = self.program.timeout(self.state, number, idle)
        if raw is None:
            raise UsageError("the rules have no policy for a seat that runs out of time here")
        move = Move(self.words, self.state, raw, number + 1)
        self.carry_out(move, OUT_OF_TIME)
        return move

    def undo(self, steps: int = 1) -> None:
        """Takes moves back, exactly. Raises UsageError when there are not so many."""
        check_steps(steps, self.now, "undo", "undone")
        self.now -= steps

    def take_back(self, steps: int, people: int) -> str | None:
        """Undo as it is fair at a table of so many people; tells what was learned in the moves taken back, None for nothing.

        Raises UnfairUndo where several play and somebody learned something, UsageError like ``undo``.
        """
        check_steps(steps, self.now, "undo", "undone")
        learned = self.learned(steps)
        if learned is not None and people > 1:
            raise UnfairUndo(f"that cannot be taken back with several people at the table: {learned}")
        self.undo(steps)
        return learned

    def redo(self, steps: int = 1) -> None:
        """Plays moves again that were taken back, exactly. Raises UsageError when there are not so many."""
        left = len(self.steps) - 1 - self.now
        check_steps(steps, left, "redo", "redone")
        self.now += steps

    def record(self, seat: int | None = None) -> str:
        """The game so far as readable text; ``replay`` plays it again.

        ``seat``: only what that seat knows, which is all once the game is over; before, such a record has no seed and cannot be replayed.
        """
        from kilnscript.session.record import write_record

        if seat is not None:
            self.check_seat(seat)
        return write_record(self, seat)

    # ---- refusing --------------------------------------------------------------------------------------------------

    def check_seat(self, seat: int) -> None:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 1 <= seat <= self.players:
            raise UsageError(f"seats go from 1 to {self.players}, not {seat!r}")

    def deciding(self, seat: int | None, move: str) -> int:
        """The seat (from 0) that is asked. Raises NotYourTurn."""
        seats = deciders(self.state)
        if seat is not None:
            self.check_seat(seat)
        if not seats:
            raise NotYourTurn("the game is over", move)
        if seat is not None and seat - 1 not in seats:
            raise NotYourTurn(f"Seat {seat} has nothing to decide now; it is the turn of Seat {seats[0] + 1}", move)
        return seats[0] if seat is None else seat - 1

    def refusal(self, number: int, raw: RawMove) -> Answer:
        refusal = self.program.refuse(self.state, raw, number if len(self.seats) > 1 else None)
        return answer(self.words, self.game.sources, self.state, raw, refusal)

    def best_answer(self, number: int, text: str) -> tuple[Answer, RawMove]:
        """Of all that a text may mean, what is legal, else what is refused with a reason of the author. Raises UnknownMove."""
        try:
            readings = AnyMove(self.words, self.state, number).read(text)
        except UnknownMove as error:
            raise self.with_nearest(error, number) from None
        first: tuple[Answer, RawMove] | None = None
        reasoned: tuple[Answer, RawMove] | None = None
        for raw in readings[:MOST_TRIED]:
            refusal = self.program.refuse(self.state, raw, number if len(self.seats) > 1 else None)
            if refusal is not None and (first if refusal.text is None else reasoned) is not None:
                continue
            said = (answer(self.words, self.game.sources, self.state, raw, refusal), raw)
            if refusal is None:
                return said
            if refusal.text is None:
                first = said
            else:
                reasoned = said
        best = reasoned or first
        assert best is not None
        return best

    def illegal(self, number: int, text: str, said: Answer) -> IllegalMove:
        near = nearest(text, [str(m) for m in self.moves(number + 1)])
        return IllegalMove(f"`{text[:80]}` is not legal: {said.reason}", text, near, said.reason, said.rule, said.span)

    def with_nearest(self, error: MoveError, number: int) -> MoveError:
        error.nearest = nearest(error.move, [str(m) for m in self.moves(number + 1)])
        return error


def check_steps(steps: int, most: int, verb: str, done: str) -> None:
    if steps < 0:
        raise UsageError(f"{steps} is no number of moves to {verb}")
    if steps > most:
        raise UsageError(f"there is nothing to {verb}" if most == 0 else f"only {most} move{'s' * (most != 1)} can be {done}")


def taken_log(state: State) -> tuple[LogLine, ...]:
    """The log of a state, taken out of it: states are kept, and copies start without one."""
    lines = tuple(state.log or ())
    state.log = None
    return lines
