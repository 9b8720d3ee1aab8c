"""Moving pieces and tokens: order, overflow, slides, chance, and that nothing is created or lost."""

import random
from typing import Any

import pytest

from kilnscript.engine.stream import FastStream
from tests.engine.tiny import Tiny, fault_of, indented

TABLE = """
kinds: {colour: {plural: colours, members: {red: {letter: r}, green: {letter: g}}}}
components:
  stone: {has: {rank: 1..9}, copies: 1, written: "{rank}"}
  disc:  {changes: {side: colour}, copies: 3, written: "{side.letter}"}
tokens:
  coin: {supply: 10}
  salt: {supply: unlimited}
places:
  deck:   {shape: deck, holds: stone}
  stack:  {shape: stack, holds: stone}
  pile:   {shape: pile, holds: [stone, disc]}
  bag:    {shape: bag, holds: stone}
  row:    {shape: row 4, holds: stone}
  short:  {shape: row 2, holds: stone}
  slot:   {shape: slot, holds: stone}
  kiln:   {shape: grid 3 x 2, holds: stone, arrows: yes}
  out:    {shape: slot, holds: stone}
  purse:  {shape: purse, holds: [coin, salt], per: player}
  hand:   {shape: pile, holds: stone, per: player, sees: owner}
variables:
  told: {is: 0..99, start: 0}
"""
WAIT = 'play:\n    seat(1) must:\n        action wait: log "…"\n'


def game(setup: str, rest: str = WAIT, **options: Any) -> Tiny:
    return Tiny(f"setup:\n{indented(setup)}\n{rest}", TABLE, **options)


def fault(setup: str) -> Any:
    return fault_of(lambda: game(setup))


LOAD = "for each n in [9, 8, 7, 6, 5, 4, 3, 2, 1]: move the(s in stones where s.rank is n) to deck"


def test_decks_are_drawn_from_the_top_and_stacks_show_it() -> None:
    played = game(f"{LOAD}\ndraw 2 from deck to stack\ntold = stack.top.rank * 10 + deck.first.rank")
    assert played.words_in("deck") == list("3456789")
    assert played.words_in("stack") == ["1", "2"]
    assert played.told == 23


def test_under_is_the_bottom() -> None:
    played = game(f"{LOAD}\nmove deck.first under deck\nmove deck.first to stack\nmove deck.first under stack")
    assert played.words_in("deck") == list("4567891")
    assert played.words_in("stack") == ["3", "2"]


def test_overflow_goes_on_to_the_next_place_in_order() -> None:
    played = game(f"{LOAD}\nmove deck to short then row then slot then pile")
    assert played.words_in("short") == ["1", "2"]
    assert played.words_in("row") == ["3", "4", "5", "6"]
    assert played.words_in("slot") == ["7"]
    assert sorted(played.words_in("pile")) == ["8", "9"]


def test_rows_fill_from_the_left_and_close_up() -> None:
    played = game(
        f"{LOAD}\ndraw 4 from deck to row\nmove row[1].piece to pile\nmove row[3].piece to pile\nclose up row\ndraw 1 from deck to row"
    )
    assert played.words_in("row") == ["2", "4", "5"]
    assert played.program.world.family["row"][0].cells[0] == played.state.cell_of[played.contents("row")[0]]


def test_drawing_stops_when_there_is_no_more() -> None:
    played = game(f"{LOAD}\ndraw 20 from deck to pile\ndraw 3 from bag to pile")
    assert len(played.contents("pile")) == 9


def test_moving_nothing_does_nothing() -> None:
    played = game(f"{LOAD}\nmove row[1].piece to slot\nmove row to pile")
    assert played.contents("slot") == () and played.contents("pile") == ()


SLIDES = {  # the kiln is laid out row by row: 12 / 34 / 56; 7 is pushed in
    "N1": (["7", "2", "1", "4", "3", "6"], "5"),
    "S1": (["3", "2", "5", "4", "7", "6"], "1"),
    "E2": (["1", "2", "4", "7", "5", "6"], "3"),
    "W2": (["1", "2", "7", "3", "5", "6"], "4"),
}


@pytest.mark.parametrize("arrow", SLIDES)
def test_slide(arrow: str) -> None:
    played = game(f'{LOAD}\ndraw 6 from deck to kiln\nslide deck.first into "{arrow}" then out')
    assert (played.words_in("kiln"), *played.words_in("out")) == SLIDES[arrow]
    check(played)


def test_a_slide_ends_in_the_first_gap() -> None:
    played = game(f'{LOAD}\ndraw 6 from deck to kiln\nmove kiln[3].piece to pile\nslide deck.first into "N1" then out')
    assert played.words_in("kiln") == ["7", "2", "1", "4", "5", "6"]
    assert played.contents("out") == ()
    check(played)


def test_a_slide_of_a_piece_of_the_same_line() -> None:
    played = game(f'{LOAD}\ndraw 6 from deck to kiln\nslide kiln[5].piece into "N1" then out')
    assert played.words_in("kiln") == ["5", "2", "1", "4", "3", "6"]
    check(played)


def test_no_room() -> None:
    assert fault(f"{LOAD}\nmove deck to short then slot").code == "K803"
    assert fault(f"{LOAD}\nmove deck.first to slot\nmove deck.first to slot").code == "K803"
    assert fault(f"{LOAD}\ndraw 6 from deck to kiln\nmove deck.first to kiln[2]").code == "K803"
    found = fault(f'{LOAD}\ndraw 6 from deck to kiln\ndraw 1 from deck to out\nslide deck.first into "N1" then out')
    assert (found.code, found.span.line) == ("K803", 5)
    assert "Out" in found.message or "out" in found.message


def test_tokens() -> None:
    played = game(
        "move 4 * coin + 2 * salt from supply to seat(1).purse\nmove 1 * coin from seat(1).purse to seat(2).purse\n"
        "move seat(2).purse to supply\ntold = seat(1).purse[coin] * 10 + supply[coin]"
    )
    world = played.program.world
    assert played.program.tokens(played.state, world.by_keys["purse", (0,)]) == (3, 2)
    assert played.program.tokens(played.state, world.by_keys["purse", (1,)]) == (0, 0)
    assert played.program.tokens(played.state, 1) == (7, -1)
    assert played.told == 37
    assert fault("move 11 * coin from supply to seat(1).purse").code == "K804"
    assert fault("move 1 * salt from seat(1).purse to supply").code == "K804"
    assert fault("move -1 * coin from supply to seat(1).purse").code == "K804"


def test_shuffle_draw_pick_and_roll_use_the_stream() -> None:
    setup = f"{LOAD}\nshuffle deck\ndraw 3 from [s in deck where s.rank > 4] to bag\ndraw 2 from bag to pile\npick told at random from 1..9"
    seen = set()
    for seed in range(12):
        played = game(setup, stream=FastStream(seed))
        check(played)
        assert all(int(word) > 4 for word in played.words_in("bag") + played.words_in("pile"))
        assert (len(played.contents("bag")), len(played.contents("pile")), len(played.contents("deck"))) == (1, 2, 6)
        seen.add((tuple(played.words_in("deck")), played.told))
    assert len(seen) == 12


def test_changeable_attributes_keep_their_masks() -> None:
    yaml = TABLE.replace("kiln:   {shape: grid 3 x 2, holds: stone", "kiln:   {shape: grid 3 x 2, holds: [stone, disc]")
    rules = """
setup:
    let men = each(n in 1..3: n)
    for each n in men: move first(disc in box where disc.side is red) to kiln[n]
    kiln[2].piece.side = green
    move kiln[1].piece to kiln[6]
play:
    seat(1) must:
        action turn(at: kiln.cells):
            require at is not empty, "nothing lies there"
            at.piece.side = red if at.piece.side is green else green
function reds = [cell in kiln.cells where cell.piece.side is red]
function greens = [cell in kiln.cells where cell.piece.side is green]
"""
    played = Tiny(rules, yaml)

    def labels(name: str) -> list[str]:
        return [played.program.world.cells[c].label for c in getattr(played, name)]

    assert (labels("reds"), labels("greens")) == (["A2", "B3"], ["B1"])
    played.play("turn B3")
    assert (labels("reds"), labels("greens")) == (["A2"], ["B1", "B3"])


def check(played: Tiny) -> None:
    """Every piece lies in exactly one place, and the state says the same everywhere; tokens add up."""
    state, world = played.state, played.program.world
    lying = [piece for info in world.places for piece in played.program.contents(state, info.number)]
    assert sorted(lying) == list(range(len(world.pieces)))
    for info in world.places:
        for piece in played.program.contents(state, info.number):
            assert state.place_of[piece] == info.number
            cell = state.cell_of[piece]
            assert (cell in info.cells) if info.declared.cells else cell == -1
    for cell, piece in enumerate(state.at[:-1]):
        assert (state.occupied >> cell & 1 == 1) == (piece >= 0)
        if piece >= 0:
            assert state.cell_of[piece] == cell
    assert state.at[-1] == state.place_of[-1] == state.cell_of[-1] == -1
    held = [played.program.tokens(state, info.number) for info in world.places]
    assert sum(tokens[0] for tokens in held) == 10


def test_nothing_is_created_or_lost() -> None:
    """Random sequences of every verb, none of which is a fault."""
    rng = random.Random(5)
    verbs = [
        "draw {n} from deck to row then pile", "move row to deck", "shuffle deck", "move pile to bag", "draw {n} from bag to deck",
        "if deck is not empty and slot is empty: move deck.first to slot", "move slot to stack", "move stack under deck",
        "draw {n} from deck to kiln then bag", "move kiln to pile", "close up row", "draw 1 from [s in bag where s.rank > {n}] to deck",
        "if deck is not empty and out is empty: slide deck.first into kiln.arrows[{n}] then out", "move out to pile",
        "move {n} * coin from supply to seat(1).purse", "move seat(1).purse to supply", "move {n} * salt from supply to seat(2).purse",
        "move deck.first under stack", "move deck.last to deck",
    ]  # fmt: skip
    for _ in range(4):
        lines = [LOAD]
        coins = 0
        while len(lines) < 40:
            n = rng.randrange(1, 5)
            line = rng.choice(verbs).format(n=n)
            if "coin from supply" in line:
                if coins + n > 10:
                    continue
                coins += n
            elif line == "move seat(1).purse to supply":
                coins = 0
            lines.append(line)
        played = game("\n".join(lines))
        check(played)
        check_copy(played)


def check_copy(played: Tiny) -> None:
    other = played.state.copy()
    before = snapshot(other)
    assert before == snapshot(played.state)
    for piece in range(9):
        played.program.names["_to_place"](played.state, piece, 0)
    assert snapshot(other) == before


def snapshot(state: Any) -> dict[str, Any]:
    names = {name for cls in type(state).__mro__ for name in getattr(cls, "__slots__", ())} - {"stream", "log"}
    return {name: repr(getattr(state, name)) for name in sorted(names)}


def test_pass_hands_on_all_at_once() -> None:
    setup = f"""
{LOAD}
for each player in players: draw 2 from deck to player.hand
for each player in players: pass player.hand to next(player).hand
"""
    played = game(setup, players=3)
    assert [sorted(played.words_in("hand", seat)) for seat in range(3)] == [["5", "6"], ["1", "2"], ["3", "4"]]
    twice = f"{LOAD}\ndraw 2 from deck to seat(1).hand\nfor each player in players: pass seat(1).hand to player.hand"
    assert fault(twice).code == "K810"


def test_reveal_and_hide() -> None:
    setup = f"""{LOAD}
draw 3 from deck to seat(1).hand
reveal first(s in seat(1).hand where s.rank is 1) to seat(2)
reveal [s in seat(1).hand where s.rank is 2]
reveal [s in seat(1).hand where s.rank is 3]
hide [s in seat(1).hand where s.rank is 3]"""
    played = game(setup, players=3)
    one, two, three = played.contents("hand", 0)
    seers = [played.program.seers(played.state, piece) for piece in (one, two, three)]
    assert seers == [0b011, 0b111, 0b001]
    played.program.names["_to_place"](played.state, one, played.program.world.by_keys["hand", (2,)])
    assert played.program.seers(played.state, one) == 0b100  # moved: what was shown is forgotten
