"""Records: a session ↔ readable text, one move a line, replayed and checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kilnscript.session.errors import MoveError, UsageError
from kilnscript.version import __version__

if TYPE_CHECKING:
    from kilnscript.engine.state import State
    from kilnscript.session.game import Game
    from kilnscript.session.session import Session

OUT_OF_TIME = "out of time"  # the comment of a move that a policy made
FIRST_LINE = "kilnscript record 1"
HIDDEN = "hidden"
MOST_CHARACTERS = 50_000_000


def write_record(session: Session, seat: int | None = None) -> str:
    """The header (``kilnscript record 1``, game, rules, version, players, bots, options, seed, position), an empty line, one move a line.

    Where several seats choose at once, ``seat-2:`` stands before the move. ``# `` begins a comment. A game that is over ends with a line
    ``result: `` and the ranking, which `replay` checks. A fair game has ``fingerprint: `` and ``nonce SEAT: `` instead of the seed and,
    once it is over, ``secret: `` as its last line and after every move ``#= `` and a checksum of the state it led to.

    ``seat`` (from 1): while the game is on, ``seed: hidden``, no position, and the moves as that seat knows them.
    """
    history = None if seat is None or session.over else session.history_of(seat)
    program = session.program
    lines = [
        FIRST_LINE,
        f"game: {session.game.name}",
        f"rules: {session.game.rules_hash}",
        f"version: {__version__}",
        f"players: {program.players}",
    ]
    lines += [f"bot {seat}: {name}" for seat, name in sorted(session.bots.items())]
    for name, value in session.options.items():
        lines.append(f"option {name}: {('yes' if value else 'no') if isinstance(value, bool) else value}")
    if session.fair is None:
        lines.append(f"seed: {session.seed if history is None else HIDDEN}")
    else:
        lines.append(f"fingerprint: {session.fingerprint}")
        lines += [f"nonce {seat}: {text}" for seat, text in session.fair.nonces.items()]
    if session.position is not None and history is None:
        lines.append(f"position: {json.dumps(session.position, ensure_ascii=False)}")
    lines.append("")
    for number, step in enumerate(session.steps[1 : session.now + 1]):
        chooser = f"seat-{step.seat}: " if step.together else ""
        check = f"  #= {checksum(session, step.state)}" if session.secret is not None else ""
        move = (step.move or "") if history is None else history[number][1]
        lines.append(f"{chooser}{guarded(move)}{check}" + (f"  # {step.note}" if step.note else ""))
    if session.result is not None:
        lines.append(f"result: {result_line(session)}")
    if session.secret is not None:
        lines.append(f"secret: {session.secret}")
    return "\n".join(lines) + "\n"


def checksum(session: Session, state: State) -> str:
    """The first 12 hexadecimal digits of SHA-256 over the referee's view, as JSON with sorted keys and no blanks, in UTF-8."""
    view = session.views.view(state, None)
    text = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def guarded(move: str) -> str:
    """A move as it stands in a record: in quotes (JSON) where it would be taken for something else."""
    word = move.partition(":")[0].strip()
    odd = not move.strip() or "#" in move or move[0] in '#"' or (":" in move and (word in ("result", "secret") or word.startswith("seat-")))
    return json.dumps(move, ensure_ascii=False) if odd else move


def unguarded(text: str, number: int) -> tuple[str, str]:
    """The move at the beginning of a line, and what follows it."""
    if not text.startswith('"'):
        return text.split(" #")[0].strip(), text
    try:
        move, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        raise at_line(number, "the quotes around the move are not closed") from None
    return str(move), text[end:]


def result_line(session: Session) -> str:
    """``1, 2+3``: seats by rank, tied ones joined; ``drawn`` before it when nobody has won."""
    result = session.result
    assert result is not None
    ranking = ", ".join("+".join(str(seat) for seat in group) for group in result.ranking)
    return f"drawn {ranking}" if result.drawn else ranking


@dataclass(slots=True)
class Recorded:
    """A record as read. ``moves``: (line, seat from 1 or None, notation)."""

    header: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)  # of the header's entries
    options: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[int, int | None, str]] = field(default_factory=list)  # (line, seat, move)
    out_of_time: set[int] = field(default_factory=set)  # lines of moves that a policy made
    checks: dict[int, str] = field(default_factory=dict)  # by line
    result: tuple[int, str] | None = None
    nonces: dict[int, str] = field(default_factory=dict)
    bots: dict[int, str] = field(default_factory=dict)
    secret: tuple[int, str] | None = None


def read_record(text: str) -> Recorded:
    """Raises UsageError with the line."""
    if len(text) > MOST_CHARACTERS:
        raise UsageError("the record is too long")
    found = Recorded()
    lines = text.removeprefix("\ufeff").split("\n")
    started = False
    in_moves = False
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r").strip()
        if line.startswith("#") or (not line and not (started and not in_moves)):
            continue
        if not started:
            if line != FIRST_LINE:
                raise at_line(number, f"a record begins with `{FIRST_LINE}`")
            started = True
        elif not in_moves:
            if not line:
                in_moves = True
            else:
                header_line(found, number, line)
        elif line.startswith("secret:") and found.secret is None:
            found.secret = (number, line.removeprefix("secret:").split("#")[0].strip())
        elif found.result is not None:
            raise at_line(number, "nothing may follow the result")
        elif line.startswith("result:"):
            found.result = (number, line.removeprefix("result:").split("#")[0].strip())
        else:
            move_line(found, number, line)
    if not started:
        raise UsageError(f"the record is empty; it begins with `{FIRST_LINE}`")
    fair = "fingerprint" in found.header
    if fair and "seed" in found.header:
        raise at_line(found.lines["seed"], "a fair game has a fingerprint and no seed")
    if found.secret is not None and (not fair or found.result is None):
        raise at_line(found.secret[0], "only a fair game that is over has a secret, after its result")
    for name in ("game", "players", "seed"):
        if name not in found.header and not (name == "seed" and "fingerprint" in found.header):
            raise UsageError(f"the record's header has no `{name}:`")
    return found


def header_line(found: Recorded, number: int, line: str) -> None:
    name, colon, value = line.partition(":")
    name, value = name.strip(), value.strip()
    if name != "position":
        value = value.split(" #")[0].strip()
    if not colon:
        raise at_line(number, "an empty line has to stand between the header and the moves")
    if name.startswith("option "):
        option = name.removeprefix("option ").strip()
        if option in found.options:
            raise at_line(number, f"option `{option}` stands twice in the header")
        found.options[option] = value
        return
    for word, by_seat in (("nonce ", found.nonces), ("bot ", found.bots)):
        if name.startswith(word):
            seat = name.removeprefix(word).strip()
            if not seat.isdecimal() or len(seat) > 4 or int(seat) in by_seat:
                raise at_line(number, f"`{name[:40]}` is no seat, or stands twice")
            by_seat[int(seat)] = value
            return
    if name not in ("game", "rules", "version", "players", "seed", "position", "fingerprint"):
        raise at_line(number, f"the header has no `{name[:40]}:`")
    if name in found.header:
        raise at_line(number, f"`{name}:` stands twice in the header")
    found.header[name] = value
    found.lines[name] = number


def move_line(found: Recorded, number: int, line: str) -> None:
    seat: int | None = None
    if line.startswith("seat-") and ":" in line:
        word, _, rest = line.partition(":")
        digits = word.removeprefix("seat-")
        if not digits.isdecimal() or len(digits) > 4:
            raise at_line(number, f"`{word[:40]}` is no seat")
        seat, line = int(digits), rest.strip()
    text, rest = unguarded(line, number)
    if " #= " in rest:
        found.checks[number] = rest.split(" #= ")[1].split(" ")[0].strip()
    if rest.endswith(f"# {OUT_OF_TIME}"):
        found.out_of_time.add(number)
    found.moves.append((number, seat, text))


def at_line(number: int, message: str) -> UsageError:
    error = UsageError(f"line {number}: {message}")
    error.line = number
    return error


def replay(record: str, game: Game | None = None, warn: Callable[[str], None] | None = None) -> Session:
    """Plays a record again and checks it: every move is legal and the result is the recorded one. ``game``: instead of the game it names.

    Raises UsageError, with the line that does not fit; when the rules are not those of the record, the message says so first. ``warn`` is
    told when they differ and everything fits all the same.
    """
    from kilnscript.session.game import load

    found = read_record(record)
    if game is None:
        game = load(found.header["game"])
    elif game.name != found.header["game"]:
        raise UsageError(f"the record is of `{found.header['game']}`, not of `{game.name}`")
    changed = ""
    if "rules" in found.header and found.header["rules"] != game.rules_hash:
        changed = f"the rules are not those of the record (it was made with {found.header['rules'][:12]}, these are {game.rules_hash[:12]})"
        if warn is not None:
            warn(changed)
    try:
        return play_again(found, game)
    except UsageError as error:
        if not changed:
            raise
        told = UsageError(f"{changed}; {error}")
        told.line = error.line
        raise told from None


def play_again(found: Recorded, game: Game) -> Session:
    position: Any = None
    if "position" in found.header:
        try:
            position = json.loads(found.header["position"])
        except (ValueError, RecursionError):
            raise at_line(found.lines["position"], "the position is not JSON") from None
    if found.header.get("seed") == HIDDEN:
        raise at_line(
            found.lines["seed"], "the record tells what one seat knows of a game under way; only whole records can be played again"
        )
    players = found.header["players"]
    if not players.isdecimal() or len(players) > 4:
        raise at_line(found.lines["players"], f"`{players[:40]}` is no number of players")
    if "fingerprint" in found.header:
        session = start_fair(found, game, int(players))
    else:
        session = game.new(players=int(players), options=found.options, seed=found.header["seed"], position=position)
    session.bots = {seat: name for seat, name in found.bots.items() if 1 <= seat <= session.players}
    for number, seat, text in found.moves:
        try:
            session.carry_out(session.find(text, seat), OUT_OF_TIME if number in found.out_of_time else None)
        except MoveError as error:
            raise at_line(number, str(error)) from None
        except UsageError as error:
            raise at_line(number, str(error)) from None
        if number in found.checks and checksum(session, session.state) != found.checks[number]:
            raise at_line(number, f"after `{text}` the game does not stand as it was recorded")
    if found.result is not None:
        number, wanted = found.result
        if session.result is None:
            raise at_line(number, "the record has a result, but the game is not over")
        if result_line(session) != wanted:
            raise at_line(number, f"the result is `{result_line(session)}`, not `{wanted}`")
    return session


def start_fair(found: Recorded, game: Game, players: int) -> Session:
    """A fair game from its secret, which has to fit the fingerprint."""
    if found.secret is None:
        raise UsageError("the record is of a fair game that was not over: its secret is not known, and it cannot be checked")
    number, secret = found.secret
    try:
        begun = game.commit(players, found.options, secret)
    except UsageError as error:
        raise at_line(number, str(error)) from None
    if begun.fingerprint != found.header["fingerprint"]:
        version = found.header.get("version", __version__)
        other = f"; it was made with version {version}, this is {__version__}" if version != __version__ else ""
        raise at_line(number, f"the secret does not fit the fingerprint: it gives {begun.fingerprint[:16]}…{other}")
    return begun.start(found.nonces)
