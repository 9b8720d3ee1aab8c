"""K976, K977: legal moves that are listed twice or written alike, and listed moves that are then refused."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.explore.checks.look import Look, PlayCheck
from kilnscript.explore.problems import Problem
from kilnscript.session.moves import Move

MOST_LISTED = 400  # moves that are written out
MOST_TRIED = 12  # of them are tried


def run(look: Look) -> Iterator[Problem]:
    moves, program, state = look.moves, look.table.program, look.state
    if len(set(moves)) < len(moves):
        twice = next(move for n, move in enumerate(moves) if move in moves[:n])
        offer = program.offers[twice[0]]
        yield look.problem(
            "K976", f"`{look.table.words.notation(state, twice)}` is listed twice", offer.span, "report this: the engine is at fault"
        )
        return
    written: dict[str, int] = {}
    for n, move in enumerate(moves[:MOST_LISTED]):
        text = str(Move(look.table.words, state, move, look.seat + 1))
        if text in written:
            one, other = program.offers[moves[written[text]][0]], program.offers[move[0]]
            yield look.problem(
                "K976",
                f"two different moves are both written `{text}`",
                other.span,
                "give what tells them apart a place in `written`" if one.number == other.number else "write the two actions differently",
            )
            break
        written[text] = n
    everyone = program.decisions[state.decision].everyone
    for move in look.chance.sample(moves, min(MOST_TRIED, len(moves))):
        refusal = program.refuse(state, move, look.seat if everyone else None)
        if refusal is not None:
            offer = program.offers[move[0]]
            yield look.problem(
                "K977",
                f"`{look.table.words.notation(state, move)}` is listed as legal and refused when it is played",
                offer.span,
                "report this: listing and testing moves come from the same text, so the engine is at fault",
            )
            break


CHECK = PlayCheck("moves-listed", "Every legal move is listed once, is written like no other, and is accepted.", ("K976", "K977"), run)
