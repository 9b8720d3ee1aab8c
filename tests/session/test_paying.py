"""Payments in words, in one move or step by step: exact, reversible, never a dead end, and records that replay."""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kilnscript
from kilnscript.play import lines
from kilnscript.play.desk import Desk
from kilnscript.play.ink import Screen
from kilnscript.session.paying import paying
from tests.engine.tiny import load

YAML = """
kinds:
  good: {plural: goods, members: {salt: {}, grain: {}, brick: {}}}
tokens:
  coin:  {supply: unlimited}
  salt:  {is: good, supply: unlimited}
  grain: {is: good, supply: unlimited}
  brick: {is: good, supply: unlimited}
  any_good: {any_of: good}
places:
  purse: {shape: purse, holds: [coin, good], per: player}
variables:
  sold: {is: 0..9, per: [player, good], start: 0}
  built: {is: 0..9, start: 0}
scores: {per: player, sources: {houses: Houses}}
"""

RULES = """
setup:
    for each player in players: move 4 * coin + 4 * salt + 4 * grain + 1 * brick from supply to player.purse

play:
    repeat 4 times:
        for each player in players: do build

phase build "Build":
    player must:
        action mill(payment: price(player, 3 * brick) else "a mill costs 3 brick"):
            pay payment
            built = built + 1
            log "{player} pays {payment}"
        action inn(payment: price(player, 1 * grain + 2 * any_good) else "an inn costs 1 grain and 2 goods"):
            pay payment
            built = built + 1
        action rest:
            built = built + 1

payment price(seat: player, cost: amount):
    way own(token: goods + [coin]):
        give 1 * token
        cover 1 * token
    way barter(offered: goods, wanted: goods) when offered is not wanted:
        give 2 * offered
        cover 1 * wanted
    way seller(wanted: goods):
        give 1 * coin
        cover 1 * wanted
        at most 2 times, counted in seat.sold[wanted]

scoring:
    score built as houses for seat(1)

rank by highest player.score
"""


@cache
def market() -> Any:
    return load(RULES, YAML, "1")


def begin() -> Any:
    return market().new(seed=1)


def notations(session: Any, action: str) -> list[str]:
    return [str(m) for m in session.moves() if m.action == action]


def test_the_fewest_tokens_come_first_and_nothing_twice() -> None:
    found = notations(begin(), "mill")
    assert found == [
        "mill 2 coin + 1 brick (2 seller brick)",
        "mill 1 coin + 2 salt + 1 brick (seller brick)",
        "mill 1 coin + 2 grain + 1 brick (seller brick)",
        "mill 2 coin + 2 salt (2 seller brick)",
        "mill 2 coin + 2 grain (2 seller brick)",
        "mill 4 salt + 1 brick",
        "mill 2 salt + 2 grain + 1 brick",
        "mill 4 grain + 1 brick",
        "mill 1 coin + 4 salt (seller brick)",
        "mill 1 coin + 2 salt + 2 grain (seller brick)",
        "mill 1 coin + 4 grain (seller brick)",
        "mill 4 salt + 2 grain",
        "mill 2 salt + 4 grain",
    ]


def test_paying_takes_the_tokens_and_has_its_effects() -> None:
    session = begin()
    session.play("mill 2 coin + 1 brick (2 seller brick)")
    assert session.view()["places"]["purse"] == {"1": {"coin": 2, "salt": 4, "grain": 4}}
    assert session.view()["variables"]["sold"]["1"]["brick"] == 2
    assert session.last_log() == ["Seat 1 pays 2 coin + 1 brick (2 seller brick)"]
    session.undo()
    assert session.view()["places"]["purse"] == {"1": {"coin": 4, "salt": 4, "grain": 4, "brick": 1}}


@pytest.mark.parametrize("text", ["mill 1 brick + 4 salt", "MILL 1 brick + 4 salt", "mill 2 brick", "mill 3 brick", "inn 3 grain", "mill"])
def test_other_spellings(text: str) -> None:
    session = begin()
    if text == "mill":
        with pytest.raises(kilnscript.AmbiguousMove, match="may mean `mill 2 coin"):
            session.play(text)
    elif text in ("mill 2 brick", "mill 3 brick"):
        with pytest.raises(kilnscript.IllegalMove, match="a mill costs 3 brick"):
            session.play(text)
    else:
        session.play(text)
        assert session.now == 1


@pytest.mark.parametrize("text", ["mill 1 brick + 2 coin (3 seller brick)", "mill 3 coin (seller brick)", "mill 1 coin + 2 salt + 1 brick"])
def test_what_is_no_payment_is_refused(text: str) -> None:
    session = begin()
    with pytest.raises(kilnscript.MoveError):
        session.play(text)
    assert session.now == 0


def test_step_by_step() -> None:
    session = begin()
    now = paying(session, "inn")
    assert now.open == "1 grain + 2 any_good"
    assert str(now.first) == "inn 2 salt + 1 grain"
    assert [str(step) for step in now.next][:2] == ["own salt", "own grain"]
    after = now.take("own salt").take("barter salt grain")
    assert (after.open, after.given, after.move) == ("1 any_good", "3 salt", None)
    assert [step.words for step in after.steps] == ["own salt", "barter salt grain"]
    assert after.back().open == "1 grain + 1 any_good"
    assert now.take("own salt").open == after.back().open
    with pytest.raises(kilnscript.UsageError, match="no way to go on paying; did you mean `own salt`"):
        now.take("own sal")
    whole = after.take("own salt").move
    assert whole is not None
    session.play(whole)
    assert session.history == [(1, "inn 4 salt")]
    with pytest.raises(kilnscript.IllegalMove):
        session.play(whole)  # there is no salt any more


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 2))
def test_every_step_on_offer_can_be_completed(random: Any, played: int) -> None:
    session = begin()
    for _ in range(played):
        session.play(random.choice(session.moves()))
    before = session.view()
    for action in ("mill", "inn"):
        if not notations(session, action):
            continue
        now = paying(session, action)
        trail = [now]
        while now.move is None:
            assert now.next
            now = now.take(random.choice(now.next).words)
            trail.append(now)
        assert session.why(str(now.move)).legal
        for earlier in reversed(trail[:-1]):
            now = now.back()
            assert (now.open, now.given, now.next) == (earlier.open, earlier.given, earlier.next)
        assert session.view() == before


def test_records_replay() -> None:
    session = begin()
    session.play("inn 2 coin + 1 salt (2 seller grain)")
    session.play("rest")
    assert kilnscript.replay(session.record(), market()).view() == session.view()


def test_at_the_terminal() -> None:
    said: list[str] = []
    desk = Desk(begin(), Screen(width=80), said.append, {})
    desk.stepwise = True
    desk.do("inn")
    assert said[0] == "To pay: 1 grain + 2 any_good"
    assert said[-1] == "Enter: `inn 2 salt + 1 grain`; `undo` takes a step back, `cancel` leaves."
    desk.do("own salt")
    assert said[-1].startswith("Enter: `inn 2 salt + 1 grain`")
    desk.do("undo")
    with pytest.raises(kilnscript.UsageError, match="no way to go on"):
        desk.do("own silver")
    desk.do("cancel")
    assert desk.till is None
    assert desk.session.now == 0
    desk.do("inn")
    desk.do("1")
    desk.do("")
    assert desk.session.history == [(1, "inn 2 salt + 1 grain")]


def test_over_json_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "load", lambda name: market())
    asked = [
        {"do": "new", "game": "tiny", "seed": 1},
        {"do": "pay", "move": "mill"},
        {"do": "pay", "move": "mill", "with": ["own brick", "seller brick", "seller brick"]},
        {"do": "pay", "move": "mill", "with": ["own gold"]},
        {"do": "pay", "move": "mill", "with": "own brick"},
        {"do": "pay", "move": "rest"},
    ]
    out = io.StringIO()
    lines.serve(io.BytesIO(b"".join(json.dumps(a).encode() + b"\n" for a in asked)), out)
    _, begun, whole, wrong, bad, free = [json.loads(line) for line in out.getvalue().splitlines()]
    assert begun["open"] == "3 brick"
    assert begun["move"] is None
    assert {"step": "barter salt brick", "gives": "2 salt", "covers": "1 brick"} in begun["next"]
    assert whole["move"] == "mill 2 coin + 1 brick (2 seller brick)"
    assert whole["open"] == ""
    assert wrong["error"]["code"] == "usage"
    assert bad["error"]["code"] == "bad-request"
    assert "nothing open to pay" in free["error"]["message"]
