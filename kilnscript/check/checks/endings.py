"""Whether a game can end, and whether an end that names no winner leaves a ranking to find one."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.passing import Passing
from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model import statements as st
from kilnscript.model.structure.walk import word


def run(subject: Subject) -> Outcome:
    return Outcome((*without_end(subject), *without_winner(subject)))


def without_end(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.game
    last = Passing(game).stop(game.play)
    if last is None or game.watches or any(isinstance(n, st.EndGame) for body in subject.bodies() for n in walk(body)):
        return
    loop = game.play.statements[last]
    yield Diagnostic("K961", "this goes on for ever, and nothing ends the game", first_words(loop), "`end game`, or `until` at the loop")


def without_winner(subject: Subject) -> Iterator[Diagnostic]:
    """Ends without a winner where nothing ranks the seats: everybody would be first."""
    game = subject.game
    if game.rank or game.declarations.players[1] == 1:
        return
    hint = "`rank by highest …`, or `won by …` and `drawn` at each end"
    if Passing(game).stop(game.play) is None:
        message = "the game is over when play has gone through, and nothing says who wins then"
        yield Diagnostic("K962", message, first_words(game.play.statements[-1]), hint)
    for body in subject.bodies():
        for node in walk(body):
            if isinstance(node, (st.EndGame, st.EndWatch)) and node.outcome is None:
                yield Diagnostic("K962", "this end names no winner, and the game has no `rank by`", word(node.span, "end game"), hint)


def first_words(statement: st.Statement) -> Span:
    return word(statement.span, "repeat until" if isinstance(statement, st.RepeatUntil) else "take turns")


CHECK = Check("end-defined", "The game can end, and every end says who wins", run, ("K961", "K962"))
