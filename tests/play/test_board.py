"""Boards as a person sees them."""

from __future__ import annotations

import re

from kilnscript.play.board import Board
from kilnscript.play.ink import Part, Screen, paragraphs, side_by_side, text_width
from tests.engine.tiny import load as tiny
from tests.play.games import POSITION, load


def drawn(width: int, color: bool = False, ascii_only: bool = False) -> list[str]:
    session = load("kiln").new(position=POSITION, seed=1)
    session.play("push W3")
    return Board(session, Screen(color, ascii_only, width)).lines(None)


WIDE = """\
Kiln                               Warehouse red       Warehouse blue
      N1  N2  N3  N4  N5  N6       (Seat 1)            (Seat 2)
      A   B   C   D   E   F           A  B  C  D  E       A  B  C  D  E
W1 1  B   R   B   G   G   B   E1   1  ·  ·  ·  ·  ·    1  ·  ·  ·  ·  ·
W2 2  Y   G   Y   B   Y   R   E2   2  ·  ·  ·  ·  ·    2  ·  ·  ·  ·  ·
W3 3  R   G   G   B   Y   Y   ◀K   3  ·  ·  ·  ·  ·    3  ·  ·  ·  ·  ·
W4 4  G   R   B   R   B   B   E4   4  ·  ·  ·  ·  ·    4  ·  ·  ·  ·  ·
W5 5  B   Y   Y   G   G   R   E5   5  ·  ·  ·  ·  ·    5  ·  ·  ·  ·  ·
W6 6  R   Y   R   G   R   Y   E6
      S1  S2  S3  S4  S5  S6       Warehouse green
                                   (Seat 3)
                                      A  B  C  D  E
                                   1  ·  ·  ·  ·  ·
                                   2  ·  ·  ·  ·  ·
                                   3  ·  ·  ·  ·  ·
                                   4  ·  ·  ·  ·  ·
                                   5  ·  ·  ·  ·  ·
"""


def test_side_by_side_when_wide() -> None:
    assert "\n".join(line.rstrip() for line in drawn(80)).startswith(WIDE)


def test_below_each_other_when_narrow() -> None:
    lines = drawn(36)
    assert max(text_width(line) for line in lines) <= 36
    titles = [line.strip() for line in lines if line.startswith(("Kiln", "Warehouse"))]
    assert titles == ["Kiln", "Warehouse red (Seat 1)", "Warehouse blue (Seat 2)", "Warehouse green (Seat 3)"]


def test_colour_is_never_the_only_signal() -> None:
    plain = drawn(100)
    coloured = drawn(100, color=True)
    assert any("\x1b[" in line for line in coloured)
    assert [re.sub("\x1b\\[[0-9;]*m", "", line).rstrip() for line in coloured] == [line.rstrip() for line in plain]
    assert not any("\x1b" in line for line in plain)


def test_ascii() -> None:
    assert all(line.isascii() for line in drawn(80, ascii_only=True))
    assert any("<K" in line for line in drawn(80, ascii_only=True))


def test_scores_and_what_is_outside() -> None:
    text = "\n".join(drawn(100))
    assert "Outer tile: K" in text
    assert "Scores:  Seat 1 red 0  Seat 2 blue 0  Seat 3 green 0" in text


def test_every_shipped_game_draws() -> None:
    for name in ("tic_tac_toe", "connect_four", "othello", "chess", "kalah", "hearts", "liars_dice", "glazewick"):
        session = load(name).new(seed=1)
        for seat in (None, *range(1, session.players + 1)):
            for width in (30, 200):
                assert Board(session, Screen(True, False, width)).lines(seat)


def test_hands_of_others_stay_hidden() -> None:
    session = load("hearts").new(seed=1)
    text = "\n".join(Board(session, Screen()).lines(1))
    assert "Hand (Seat 2): 13 hidden" in text
    for card in session.view()["places"]["hand"]["2"]:
        assert f" {card} " not in text.replace("\n", " ")


def test_rule_files_cannot_move_the_cursor() -> None:
    assert "\x1b[2J" not in Screen().paint([Part("a\x1b[2Jb")])
    assert Screen().paint([Part("a\rb")]) != "a\rb"


def test_blocks_wrap() -> None:
    block = [[Part("x" * 10)], [Part("y")]]
    assert len(side_by_side([block, block, block], 25)) == 5
    assert len(side_by_side([block, block, block], 80)) == 2


def test_paragraphs() -> None:
    assert paragraphs("one two\nthree\n\n- a b\n- c", 9) == ["one two", "three", "", "- a b", "- c"]
    assert paragraphs("one two three", 7, "  ") == ["  one", "  two", "  three"]


SECTIONS = """
kinds:
  good: {plural: goods, members: {salt: {}, grain: {}}}
tokens:
  salt:  {is: good, supply: unlimited}
  grain: {is: good, supply: unlimited}
components:
  card:
    title: Card
    has: {good: good, pays: amount or none}
    sets: [{good: salt, pays: 2 grain + 1 salt, copies: 1}, {good: grain, pays: none, copies: 1}]
    sections: {table: "{good} | {pays}", shop: "for {good}"}
places:
  table: {shape: row 2, holds: card}
  hand:  {shape: pile, holds: card, per: player, sees: owner}
  shop:  {shape: pile, holds: card, count: 6, title: Shop}
"""
SECTION_RULES = """
setup:
    move cards to table

play:
    for each player in players: do wait

phase wait:
    player must:
        action go_on:
            move table[1].piece to shop[2]
"""


def test_the_section_that_a_place_shows_and_empty_places_together() -> None:
    session = tiny(SECTION_RULES, SECTIONS, "2").new(seed=1)
    lines = Board(session, Screen(width=60)).lines(1)
    assert lines[lines.index("Table: card card") + 1 :][:2] == ["  card  salt | 1 salt + 2 grain", "  card  grain |"]
    assert "Shop: all empty" in lines
    session.play("go_on")
    lines = Board(session, Screen(width=60)).lines(1)
    assert [line for line in lines if "for salt" in line] == ["  card  for salt"]
    assert "Shop: the other 5 are empty" in lines
