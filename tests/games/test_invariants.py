"""What holds for every game under rules/, at every step of random play, whatever its rules are."""

import json
import os
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kilnscript
from kilnscript.session.proposals import bounded
from tests.games.shelf import RULES, SetUp, folders, set_ups

MOST_MOVES = 1000  # of one game, where the rules promise no end
DEEP = bool(os.environ.get("KILN_DEEP"))  # hours instead of minutes
MOST_TRIED = 12 if DEEP else 5  # legal moves tried at one decision
MOST_REFUSED = 30 if DEEP else 8  # other texts tried at one decision
MOST_STEPS = 8 if DEEP else 4  # decisions of one walk at which everything is checked


@cache
def load(folder: Path) -> Any:
    return kilnscript.load(folder)


def begin(set_up: SetUp, seed: int) -> Any:
    """A session; a game that needs constructs of a later version is skipped with its reason."""
    try:
        return load(set_up.folder).new(players=set_up.players, options=dict(set_up.options), seed=seed)
    except kilnscript.NotSupported as reason:
        pytest.skip(str(reason))


def notations(session: Any) -> list[str]:
    return [str(move) for move in session.moves()]


def snapshot(session: Any) -> dict[str, Any]:
    """All that can be told of a session, as plain data: JSON gives it back unchanged."""
    told = {"view": session.view(), "moves": notations(session), "over": session.over, "seat": session.seat, "phase": session.phase}
    assert json.loads(json.dumps(told["view"])) == told["view"], "a view is plain data"
    return told


def walk(session: Any, rng: random.Random, steps: int) -> list[str]:
    """Plays random moves; gives back those that were legal on the way, for trying them where they may not be."""
    seen: dict[str, None] = {}
    for _ in range(steps):
        if session.over:
            break
        found = bounded(session, session.moves())
        seen.update(dict.fromkeys(str(move) for move in found[:40]))
        session.play(found[rng.randrange(len(found))])
    return list(seen)


def check_decision(session: Any) -> None:
    """Legal moves: some, each once, in the same order whenever asked, each accepted in both of its forms, each undone exactly."""
    before = snapshot(session)
    listed = before["moves"]
    assert listed, "a decision without a legal move"
    assert len(set(listed)) == len(listed), "two legal moves print the same"
    assert listed == notations(session)
    step = max(1, len(listed) // MOST_TRIED)
    for move in session.moves()[::step]:
        assert session.why(move).legal
        assert session.why(str(move)).legal
        session.play(move)
        after = snapshot(session)
        session.undo()
        assert snapshot(session) == before, f"undo of {move}"
        session.play(str(move))
        assert snapshot(session) == after, f"{move} read back is another move"
        session.undo()
        session.redo()
        assert snapshot(session) == after, f"redo of {move}"
        session.undo()


def check_refusals(session: Any, others: list[str]) -> None:
    """What is not listed is refused with a reason, and nothing has happened."""
    before = snapshot(session)
    legal = set(before["moves"])
    garbled = [move + " " + move.split()[-1] for move in before["moves"][:3]] + ["", "no such move", "push", "\0", "é" * 300]
    for text in [text for text in [*others, *garbled] if text not in legal][-MOST_REFUSED:]:
        try:
            if session.why(text).legal:
                continue  # arguments that have only one value may be left out on input
        except kilnscript.MoveError:
            pass
        with pytest.raises(kilnscript.MoveError) as refusal:
            session.play(text)
        assert str(refusal.value)
        assert snapshot(session) == before, f"the refused move {text!r} left a trace"


def check_copies(set_up: SetUp, session: Any, rng: random.Random) -> None:
    """A replayed record and a position given back both stand where the session stands, and go on like it."""
    before = snapshot(session)
    again = kilnscript.replay(session.record(), load(set_up.folder))
    assert snapshot(again) == before, "the record leads elsewhere"
    assert again.record() == session.record()
    placed = load(set_up.folder).new(position=session.view())
    assert snapshot(placed) == before, "the view given back as a position is another position"
    if not session.over:
        move = rng.choice(before["moves"])
        for each in (session, again, placed):
            each.play(move)
        assert snapshot(again) == snapshot(session)
        session.undo()
        placed.undo()
        assert snapshot(placed) == before


def check_result(session: Any) -> None:
    """Scores are the sums of their named sources; every seat has its place in the ranking."""
    result = session.result
    assert result is not None
    ranked = [seat for tied in result.ranking for seat in tied]
    assert sorted(ranked) == list(range(1, session.players + 1))
    assert result.winners == (() if result.drawn else result.ranking[0])
    for sheet in result.scores.values():
        assert sheet["total"] == sum(sheet["sources"].values())
    check_sheet(result.sheet, result.scores)
    assert sorted(set().union(*(set(c["values"] or {}) for c in result.ranked_by))) in ([], [str(n) for n in sorted(ranked)])
    assert not session.moves()


def check_sheet(lines: Any, scores: Any) -> None:
    """The lines of a score sheet add up to the points of each source."""
    for holder, found in scores.items() if lines else ():
        for source, points in found["sources"].items():
            assert sum(line[holder][source] for line in lines) == points, f"the sheet of {holder} does not add up"


def all_set_ups() -> list[SetUp]:
    """Every set-up with KILN_DEEP=1; else a dozen of each game, spread over its player counts and options, for a build server."""
    found = []
    for folder in folders():
        ways = set_ups(folder)
        step = 1 if DEEP else -(-len(ways) // 12)
        found += ways[::step]
    return found


@pytest.mark.parametrize("set_up", all_set_ups(), ids=str)
def test_every_combination_plays(set_up: SetUp) -> None:
    """One random game to its end, its record replayed, then undone back to the first decision."""
    session = begin(set_up, seed=1)
    rng = random.Random(1)
    first = snapshot(session)
    played = 0
    while not session.over and played < MOST_MOVES:
        found = bounded(session, session.moves())
        assert found
        session.play(found[rng.randrange(len(found))])
        played += 1
    if session.over:
        check_result(session)
    again = kilnscript.replay(session.record(), load(set_up.folder))
    assert snapshot(again) == snapshot(session)
    for _ in range(played):
        session.undo()
    assert snapshot(session) == first


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.relative_to(RULES).as_posix())
@given(data=st.data())
def test_walk(folder: Path, data: st.DataObject) -> None:
    """Everything at once, from somewhere in the middle of a random game."""
    set_up = data.draw(st.sampled_from(set_ups(folder)), label="set-up")
    seed = data.draw(st.integers(0, 2**16), label="seed")
    session = begin(set_up, seed)
    rng = random.Random(seed)
    others = walk(session, rng, data.draw(st.integers(0, 120), label="moves before"))
    told = [snapshot(session)]
    for _ in range(MOST_STEPS):
        if session.over:
            check_result(session)
            break
        check_decision(session)
        check_refusals(session, others)
        found = session.moves()
        session.play(found[data.draw(st.integers(0, len(found) - 1), label="choice")])
        told.append(snapshot(session))
    check_copies(set_up, session, rng)
    for earlier in reversed(told[:-1]):
        session.undo()
        assert snapshot(session) == earlier
    for later in told[1:]:
        session.redo()
        assert snapshot(session) == later


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.relative_to(RULES).as_posix())
def test_same_seed_same_game(folder: Path) -> None:
    set_up = set_ups(folder)[0]
    one, other = begin(set_up, seed=5), begin(set_up, seed=5)
    for session in (one, other):
        walk(session, random.Random(5), 40)
    assert snapshot(one) == snapshot(other)
    assert one.record() == other.record()
