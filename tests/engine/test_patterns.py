"""Patterns against an independent reading of their declaration, for more forms than the shipped games use."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kilnscript

GAME = """
game: melds
title: Melds
players: 1
kinds:
  suit: {plural: suits, members: {hearts: {letter: H}, spades: {letter: S}, clubs: {letter: C}}}
components:
  card:
    has: {suit: suit or none, rank: 1..6 or none}
    sets:
      - {suit: each, rank: each, copies: 2}
      - {suit: none, rank: none, copies: 3, name: Joker}
    written: "{suit.letter}{rank}"
    letters: {"*": Joker}
places:
  hand: {shape: pile, holds: card}
patterns:
  up: {of: card, size: 3..6, same: suit, consecutive: rank, wraps: no, wild: Joker, wild_fills: [holes, upward]}
  any_end: {of: card, size: 3..6, same: suit, consecutive: rank, wraps: no, wild: Joker}
  ring: {of: card, size: 3..6, same: suit, consecutive: rank, wraps: yes, wild: Joker}
  mixed: {of: card, size: 3..4, consecutive: rank, wraps: no}
  group: {of: card, size: 3..3, same: rank, different: suit, wild: Joker}
  flush: {of: card, size: 2..3, same: suit, different: rank, wild: Joker}
  twins: {of: card, size: 2..2, same: [suit, rank], wild: Joker}
length: {turns: 10}
"""
RULES = """
setup:
    move cards to hand
play:
    take turns from seat(1): do turn

phase turn "Turn":
    player must:
        action stop:
            end game
"""
NAMES = ("up", "any_end", "ring", "mixed", "group", "flush", "twins")
FORMS = {  # name: same, different, wraps (None: no order), fills, sizes
    "up": ("suit", "", False, {"holes", "upward"}, (3, 6)),
    "any_end": ("suit", "", False, {"holes", "upward", "downward"}, (3, 6)),
    "ring": ("suit", "", True, {"holes", "upward", "downward"}, (3, 6)),
    "mixed": ("", "", False, set(), (3, 4)),
    "group": ("rank", "suit", None, set(), (3, 3)),
    "flush": ("suit", "rank", None, set(), (2, 3)),
    "twins": ("suit rank", "", None, set(), (2, 2)),
}
Card = tuple[str, int]


@pytest.fixture(scope="module")
def matcher(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("melds")
    (folder / "game.yaml").write_text(GAME)
    (folder / "rules.kiln").write_text(RULES)
    return kilnscript.load(folder).program(1).names["_MATCHER"]


def faces(matcher: Any, cards: list[Card | None]) -> tuple[Any, ...]:
    suits = "HSC"
    sort = {(suit, rank): (i * 6 + rank - 1,) for i, suit in enumerate(suits) for rank in range(1, 7)}
    return tuple(sorted(sort[card] if card else (18,) for card in cards))


def worths(name: str, cards: list[Card | None]) -> set[int]:
    """What the cards may be worth as a pattern: every way to give the wild ones a card is tried."""
    same, different, wraps, fills, (least, most) = FORMS[name]
    plain = [card for card in cards if card]
    wilds = len(cards) - len(plain)
    if not least <= len(cards) <= most or not plain or (wilds and name == "mixed"):
        return set()
    found = set()
    for stands in itertools.combinations_with_replacement(list(itertools.product("HSC", range(1, 7))), wilds):
        whole = [*plain, *stands]
        if "suit" in same and len({s for s, _ in whole}) > 1:
            continue
        if "rank" in same and len({r for _, r in whole}) > 1:
            continue
        if different == "suit" and len({s for s, _ in whole}) < len(whole):
            continue
        if different == "rank" and len({r for _, r in whole}) < len(whole):
            continue
        if wraps is not None and not fits(sorted(r for _, r in whole), plain, wraps, fills):
            continue
        found.add(sum(r for _, r in whole))
    return found


def fits(ranks: list[int], plain: list[Card], wraps: bool, fills: set[str]) -> bool:
    own = Counter(r for _, r in plain)
    for start in range(1, 7):
        row = [(start - 1 + i) % 6 + 1 if wraps else start + i for i in range(len(ranks))]
        if sorted(row) != ranks:
            continue
        taken = [i for i, r in enumerate(row) if own[r]]
        sides = {"downward" if i < taken[0] else "upward" if i > taken[-1] else "holes" for i, r in enumerate(row) if not own[r]}
        if sides <= fills:
            return True
    return False


CARDS = st.one_of(st.none(), st.tuples(st.sampled_from("HSC"), st.integers(1, 6)))


@given(st.data())
def test_best_worth(matcher: Any, data: st.DataObject) -> None:
    cards = data.draw(st.lists(CARDS, min_size=1, max_size=6))
    if data.draw(st.booleans()):  # neighbours, which random cards seldom are
        start, suit = data.draw(st.integers(1, 6)), data.draw(st.sampled_from("HSC"))
        cards = [None if card is None else (suit, (start + i - 1) % 6 + 1) for i, card in enumerate(cards)]
    if cards.count(None) > 2:
        return
    for number, name in enumerate(NAMES):
        expected = worths(name, cards)
        reading = matcher.best(faces(matcher, cards), (number,))
        assert (None if reading is None else reading.worth) == max(expected, default=None), name


def test_the_pattern_named_first_counts_among_equals(matcher: Any) -> None:
    three = faces(matcher, [("H", 1), ("H", 2), ("H", 3)])
    assert [matcher.best(three, order).pattern for order in ((0, 1), (1, 0))] == [0, 1]


def test_the_lowest_start_counts_among_equals(matcher: Any) -> None:
    reading = matcher.best(faces(matcher, [("H", r) for r in range(1, 5)] + [None, None]), (NAMES.index("ring"),))
    assert [sorted(each["rank"]) for each in reading.stands] == [[5], [6]]
