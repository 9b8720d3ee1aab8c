"""What pages tell: a small game with one of everything, and the shipped games, whose facts are worked out and lead where they say."""

import re
from collections import Counter
from pathlib import Path

import pytest

from kilnscript.model.game import Game
from kilnscript.model.load import load_model
from kilnscript.publish.pages.build import page
from kilnscript.publish.pages.page import (
    Board,
    Code,
    Diagram,
    Entry,
    Example,
    Icon,
    Item,
    Link,
    Listed,
    Page,
    Paragraph,
    Section,
    Table,
    Text,
)

RULES = Path(__file__).parents[2] / "rules"
GAMES = sorted(str(path.parent.relative_to(RULES)) for path in RULES.rglob("game.yaml"))

YAML = """
game: stall
title: Stall
by: Somebody
minutes: 20..30
age: 8
players: 2..3
options:
  generous: {title: Generous, default: no}
kinds:
  hue:
    members:
      red:  {letter: R, glyph: "●", ink: "#aa0000"}
      blue: {letter: B, glyph: "■", ink: "#0000aa"}
tokens:
  coin: {title: Coin, supply: unlimited}
components:
  tile:
    title: Tile
    has: {hue: hue or none, number: 1..3 or none}
    sets:
      - {hue: each, number: each, copies: 2}
      - {hue: none, number: none, copies: 1, name: Joker}
    written: "{hue.letter}{number}"
    letters: {"*": Joker}
places:
  bag:   {shape: bag, holds: tile, sees: none, size: all, title: Bag}
  rack:  {shape: pile, holds: tile, per: player, sees: owner, size: all, title: Rack, text: The tiles of a seat.}
  row:   {shape: row 4, holds: tile, title: Row on offer}
  purse: {shape: purse, holds: coin, per: player, title: Purse}
patterns:
  run: {of: tile, size: 3..4, same: hue, consecutive: number, wraps: yes, wild: Joker, wild_fills: [holes, upward], title: Run}
scores: {per: player, floor: 0, sources: {tiles: Tiles taken}}
tables:
  hand:  {title: Tiles at the start, number: 3}
  value: {title: Points for a number, from: number 1..3, to: points, rows: {1: 1, 2: 2, 3: 4}}
texts:
  goal: "Fill your rack from the row on offer; {hand} tiles begin it."
  setup: Lay out the row.
  fairness: The bag is drawn from blindly.
glossary:
  tile: "There are {count(tiles)} of them."
  row: Four places in the middle.
  red: The warmer hue.
rulings:
  racks: Racks are secret.
timers:
  turn: {title: Time for a turn, seconds: 90, idle: 300}
controls:
  take: {click: [tile, row], keys: {what: "1-4"}, confirm: {button: Take, key: Space}}
  skip: {button: Pass}
changes:
  "1.0": The first version.
  "1.1": Jokers.
"""

KILN = """
setup:
    move tiles to bag
    for each seat in players:
        draw hand from bag to seat.rack
        move 5 * coin from supply to seat.purse
    draw row.size from bag to row

play:
    ## Seats take turns.
    take turns from seat(1), at most 40 times: do turn

phase turn "Your turn":
    ## Take a tile for {table value}.
    player may:
        action take(what: row, payment: price(player, 1 * coin) else "you have no coin") "Take a tile" when count(row) > 0:
            ## It goes to your rack.
            require count(player.rack) < 9, "your rack is full"
            pay payment
            move what to player.rack
            score value[what.number] as tiles for player
            log "{player} takes {what}"
    on timeout: choose skip
    do refill
    rule gift when option.generous:
        ## A coin for everybody.
        for each seat in players: move 1 * coin from supply to seat.purse

phase refill:
    ## The row is filled again.
    if row.room > 0: draw row.room from bag to row
    rule over when count(bag) is 0:
        end game, "the bag is empty"

payment price(seat: player, cost: amount):
    way own(token: [coin]):
        ## A coin of your own.
        give 1 * token
        cover 1 * token
    way promise(token: [coin]) when player.rack is not empty:
        give 2 * token
        cover 1 * token
        at most 3 times

scoring:
    ## Coins count nothing.
    for each seat in players: score 0 as tiles for seat

rank by highest player.score, then highest player.purse[coin] "Coins left"

always kept: count(row) <= 4, "four at most"
"""

EXAMPLES = """
example taking "Taking a tile":
    ## The tile is gone from the row.
    with players: 2, generous: no
    given row = "R1 B2 B3 *"
    given seat(1).rack = "R2"
    given seat(1).purse = 1 * coin
    start turn for seat(1)
    when "take R1 1 coin"
    then seat(1).score is 1
    then count(seat(1).rack) is 2
"""


def loaded(folder: Path) -> Game:
    found = load_model(folder)
    assert found.game is not None, [d.message for d in found.diagnostics]
    return found.game


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Page:
    folder = tmp_path_factory.mktemp("stall")
    (folder / "game.yaml").write_text(YAML, encoding="utf-8")
    (folder / "rules.kiln").write_text(KILN, encoding="utf-8")
    (folder / "examples.kiln").write_text(EXAMPLES, encoding="utf-8")
    return page(loaded(folder))


def section(found: Page, name: str) -> Section:
    return next(section for section in found.sections if section.id == name)


def item(found: Page, name: str) -> Item:
    return next(i for s in found.sections for i in s.items if not isinstance(i, (Paragraph, Listed)) and i.id == name)


def said(text: Text) -> str:
    return "".join(part if isinstance(part, str) else part.words for part in text)


def rows(table: Item) -> list[list[str]]:
    assert isinstance(table, Table)
    return [[said(cell) for cell in row] for row in table.rows]


def test_facts_and_order(made: Page) -> None:
    assert made.facts == (
        ("Players", "2–3"), ("Time", "20–30 minutes"), ("Age", "from 8 on"), ("Designer", "Somebody"), ("Version", "1.1"),
    )  # fmt: skip
    assert [s.id for s in made.sections] == [
        "text-goal", "components", "melds", "setup", "course", "phase-turn", "payments", "scoring", "tables", "end", "options", "clock",
        "text-fairness", "rulings", "controls", "examples", "glossary", "changes",
    ]  # fmt: skip
    changes = section(made, "changes").items[0]
    assert isinstance(changes, Listed) and [said(p) for p in changes.points] == ["1.1: Jokers.", "1.0: The first version."]


def test_components_kinds_and_places(made: Page) -> None:
    assert rows(item(made, "table-components")) == [
        ["red blue Joker", "Tile", "13", "6 × red, 6 × blue, 1 × Joker; number 1 to 3", "There are 13 of them."],
        ["Coin", "Coin", "unlimited", "", ""],
    ]
    table = item(made, "table-components")
    assert isinstance(table, Table)
    icons = [part for part in table.rows[0][0] if isinstance(part, Icon)]
    assert [(i.letter, i.glyph, i.ink) for i in icons] == [("R", "●", "#aa0000"), ("B", "■", "#0000aa"), ("*", "", "#333333")]
    assert rows(item(made, "table-kind-hue")) == [["red", "red", "The warmer hue."], ["blue", "blue", ""]]
    assert rows(item(made, "table-places"))[1:] == [
        ["Rack", "1 for each seat", "a pile without an order, for Tile", "its seat; how many is open to all", "The tiles of a seat."],
        ["Row on offer", "1", "4 cells, for Tile", "everyone", "Four places in the middle."],
        ["Purse", "1 for each seat", "for what is counted, for Coin", "everyone", ""],
    ]


def test_what_is_laid_out(made: Page) -> None:
    table = item(made, "table-laid-out")
    assert isinstance(table, Table) and table.headings == ("Place", "With 2", "With 3")
    assert rows(table) == [["Bag", "3", "nothing"], ["Rack", "2 × 3", "3 × 3"], ["Row on offer", "4", "4"], ["Purse", "2 × 5", "3 × 5"]]
    first = section(made, "setup").items[0]
    assert isinstance(first, Paragraph) and said(first.text) == "Lay out the row."


def test_melds(made: Page) -> None:
    points = section(made, "melds").items[1]
    assert isinstance(points, Listed)
    assert [said(p) for p in points.points] == [
        "3 to 4 tiles",
        "all of the same hue",
        "with a number that goes up by one from each to the next",
        "after 3 comes 1",
        "each Joker stands for one that is missing: it fills a hole or, where there is none, extends it upward",
    ]


def test_a_turn(made: Page) -> None:
    turn = section(made, "phase-turn")
    assert turn.level == 2
    action = item(made, "action-take")
    assert isinstance(action, Entry)
    assert [said(t) for t in action.texts] == ["It goes to your rack."]  # told, so that the condition is not spelt out
    assert [said(t) for t in action.reasons] == ["you have no coin", "your rack is full"]
    gift = item(made, "rule-gift")
    assert (
        isinstance(gift, Entry) and Link("Generous", "option-generous") in gift.texts[-1] and said(gift.texts[-1]) == "Only with Generous."
    )
    helper = item(made, "phase-refill")
    assert isinstance(helper, Entry) and helper in turn.items and item(made, "table-value") in turn.items
    way = item(made, "way-price-own")
    assert isinstance(way, Entry) and [said(t) for t in way.texts] == ["A coin of your own."]
    bare = item(made, "way-price-promise")
    assert isinstance(bare, Entry) and [said(t) for t in bare.texts] == [
        "Pays 2 * token for 1 * token.",
        "At most 3 times.",
        "Only when player.rack is not empty.",
    ]


def test_end_clock_and_controls(made: Page) -> None:
    end = section(made, "end").items
    assert next(said(i.text) for i in end if isinstance(i, Paragraph)) == "The game ends: the bag is empty."
    ranking = next(i for i in end if isinstance(i, Listed))
    assert [said(p) for p in ranking.points] == ["Highest score", "Highest: coins left"] and ranking.numbered
    assert rows(item(made, "table-timers")) == [["Time for a turn", "90 seconds", "at most 5 minutes without a move"]]
    assert rows(item(made, "table-timeouts")) == [["Your turn", "Time is up", "The choice is passed up."]]
    assert rows(item(made, "table-controls")) == [
        ["Take a tile", "Click tile, then row. Keys: what: 1-4. Then confirm with “Take” or the key Space."],
        ["Skip", "Press “Pass”."],
    ]
    assert rows(item(made, "table-numbers")) == [["Tiles at the start", "3"]]


def test_an_example_shows_what_was_played(made: Page) -> None:
    example = item(made, "example-taking")
    assert isinstance(example, Example)
    assert [said(t) for t in example.texts] == ["The tile is gone from the row.", "With 2 players, Generous: no."]
    before = {board.title: board for board in example.before}
    assert [icon.letter if icon else None for icon in before["Row on offer"].cells[0]] == ["R1", "B2", "B3", "*"]
    after = {board.title: board for board in example.after}
    assert [icon.words for icon in after["Rack of seat 1"].cells[0] if icon] == ["red R1", "red R2"]
    assert after["Purse of seat 1"].cells == ((),)
    assert said(example.steps[0]).startswith("Seat 1: take R1 1 coin. Seat 1 takes ")
    assert said(example.steps[1]) == "Then seat(1).score is 1; count(seat(1).rack) is 2."


def test_an_example_that_fails_has_no_boards(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(YAML, encoding="utf-8")
    (tmp_path / "rules.kiln").write_text(KILN, encoding="utf-8")
    (tmp_path / "examples.kiln").write_text(EXAMPLES.replace("score is 1", "score is 2"), encoding="utf-8")
    example = item(page(loaded(tmp_path)), "example-taking")
    assert isinstance(example, Example) and example.texts and not (example.before or example.steps or example.after)


def test_terms_are_linked_once_in_a_section(made: Page) -> None:
    goal = section(made, "text-goal").items[0]
    assert isinstance(goal, Paragraph)
    links = [part for part in goal.text if isinstance(part, Link)]
    assert [(link.words, link.target) for link in links] == [
        ("rack", "term-rack"),
        ("row on offer", "term-row"),
        ("tiles", "term-tile"),
    ]
    assert links[2].hint == "There are 13 of them."
    for found in made.sections:
        terms = [p.target for t in texts(found) for p in t if isinstance(p, Link) and p.target.startswith("term-")]
        assert max(Counter(terms).values(), default=0) <= 1 or found.id == "glossary"
    own = item(made, "term-tile")
    assert isinstance(own, Entry) and not [p for t in own.texts for p in t if isinstance(p, Link) and p.target == "term-tile"]


def texts(found: Section) -> list[Text]:
    told: list[Text] = []
    for i in found.items:
        match i:
            case Paragraph():
                told.append(i.text)
            case Entry():
                told += i.texts
            case Listed():
                told += i.points
            case Diagram():
                told += i.steps
            case Example():
                told += [*i.texts, *i.steps]
            case Table():
                told += [cell for row in i.rows for cell in row]
    return told


@pytest.mark.parametrize("name", GAMES)
def test_every_link_leads_somewhere(name: str) -> None:
    found = page(loaded(RULES / name))
    ids = {s.id for s in found.sections} | {i.id for s in found.sections for i in s.items if not isinstance(i, (Paragraph, Listed))}
    for s in found.sections:
        assert {p.target for t in texts(s) for p in t if isinstance(p, Link)} <= ids
        for diagram in (i for i in s.items if isinstance(i, Diagram)):
            assert set(re.findall('URL="#([^"]*)"', diagram.dot)) <= ids
            assert diagram.steps and diagram.description
    drawn = {i.id for s in found.sections for i in s.items if isinstance(i, Diagram)}
    assert "diagram-play" in drawn


@pytest.mark.parametrize("name", ["kiln", "glazewick", "kilnrow", "kilia"])
def test_shipped_games_tell_everything(name: str) -> None:
    """Every part of the contract of a page has something to say, and no description needs a reader of the language."""
    model = loaded(RULES / name)
    found = page(model)
    ids = [s.id for s in found.sections]
    for wanted in ("text-goal", "components", "setup", "course", "scoring", "end", "options", "clock", "rulings", "controls", "examples"):
        assert wanted in ids, wanted
    assert ids.index("components") < ids.index("setup") < ids.index("course") < ids.index("end") < ids.index("options")
    assert {"Players", "Time", "Age", "Version"} <= {what for what, _ in found.facts}
    for s in found.sections:
        for i in s.items:
            if isinstance(i, Paragraph):
                assert not [part for part in i.text if isinstance(part, Code)], said(i.text)
    examples = [i for s in found.sections for i in s.items if isinstance(i, Example)]
    assert examples and all(i.steps or i.before for i in examples)
    boards = [board for i in examples for board in (*i.before, *i.after)]
    assert all(isinstance(board, Board) and board.title for board in boards)
