"""What the sections of game.yaml become."""

from collections.abc import Mapping

import pytest

from kilnscript.model import types as t
from kilnscript.model.declarations import ByPlayers, Declarations, PlaceKey
from kilnscript.model.declare.options import show
from kilnscript.model.expressions import (
    AmountOf,
    Arithmetic,
    DirectionLiteral,
    ListLiteral,
    MemberLiteral,
    NoneLiteral,
    NotationLiteral,
    NumberLiteral,
    OptionValue,
    PlainQuery,
    SeatLiteral,
    TextLiteral,
    YesNoLiteral,
)  # fmt: skip
from kilnscript.model.load import read_game
from tests.model.games import HEAD, codes, declared

GAMES = [
    "kiln", "kiln_short", "glazewick", "kilnrow", "kilia", "tic_tac_toe", "connect_four", "othello", "chess", "kalah", "hearts",
    "rock_paper_scissors", "liars_dice",
]  # fmt: skip
COLOURS = "kinds: {colour: {plural: colours, members: [red, blue]}}\n"


def game(name: str) -> Declarations:
    read = read_game(name)
    assert read.declared is not None
    return read.declared.declarations


def one(text: str) -> Declarations:
    found = declared(text)
    assert [d.message for d in found.diagnostics] == []
    return found.declarations


@pytest.mark.parametrize("name", GAMES)
def test_shipped_games_have_no_findings(name: str) -> None:
    assert [(d.code, d.message) for d in read_game(name).diagnostics] == []


# ---- options -------------------------------------------------------------------------------------------------------


def test_an_option_with_numbers_and_off() -> None:
    option = game("glazewick").options["timer"]
    assert option.type == t.Optional(t.Number(30, 120))
    assert [show(value) for value in option.values] == ["off", "30", "60", "120"]
    assert isinstance(option.values[0], NoneLiteral)
    assert show(option.default) == "60"


def test_a_yes_no_option_for_some_player_counts() -> None:
    option = game("kiln").options["two_colours"]
    assert option.type == t.YesNo()
    assert [show(value) for value in option.values] == ["no", "yes"]
    assert option.only_players == frozenset({2})
    assert isinstance(option.otherwise, YesNoLiteral)
    assert option.otherwise.value is False


def test_a_range_is_written_out() -> None:
    assert [show(value) for value in game("connect_four").options["columns"].values] == ["5", "6", "7", "8", "9"]


def test_words_are_members_of_the_options_own_kind() -> None:
    chess = game("chess")
    assert chess.options["draws"].type == t.Kind("option draws")
    assert [member.name for member in chess.kinds["option draws"].members] == ["automatic", "claimed"]


def test_an_option_over_a_kind() -> None:
    option = game("kilia").options["second_wheel"]
    assert option.type == t.Optional(t.Kind("achievement"))
    assert len(option.values) == 7
    assert isinstance(option.default, NoneLiteral)


def test_options_keep_the_order_written() -> None:
    found = one(COLOURS + "options: {b: {is: colour, default: red}, a: {default: no}}")
    assert list(found.options) == ["b", "a"]


# ---- kinds and tokens ----------------------------------------------------------------------------------------------


def test_letters_of_a_list_of_members() -> None:
    ranks = game("hearts").kinds["rank"].members
    assert "".join(member.letter or "-" for member in ranks) == "23456789TJQKA"
    assert ranks[0].title == "two"


def test_data_of_members() -> None:
    zone = game("kilia").kinds["zone"]
    assert zone.attributes == {"good": t.Kind("good"), "seal": t.Text()}
    castle = zone.members[0].values
    assert isinstance(castle["good"], MemberLiteral)
    assert castle["good"].member == "salt"
    assert isinstance(castle["seal"], TextLiteral)


def test_tokens_tied_to_members_and_tokens_of_prices() -> None:
    tokens = game("kilia").tokens
    assert tokens["salt"].kind_member == ("good", "salt")
    assert tokens["coin"].supply is None
    assert tokens["any_good"].any_of == "good"


def test_a_computed_supply() -> None:
    supply = game("kalah").tokens["seed"].supply
    assert isinstance(supply, Arithmetic)
    assert isinstance(supply.left, Arithmetic)
    assert isinstance(supply.left.left, OptionValue)


# ---- components ----------------------------------------------------------------------------------------------------


def test_copies_of_every_combination() -> None:
    man = game("chess").components["man"]
    assert len(man.sets) == 1
    assert (man.sets[0].copies, man.sets[0].each) == (16, ("side",))
    assert {letter.letter for letter in man.letters} == set("PNBRQKpnbrqk")
    pawn = man.letters[0].values
    assert [value.member for value in pawn.values() if isinstance(value, MemberLiteral)] == ["white", "pawn"]


def test_count_by_the_value_of_the_only_attribute() -> None:
    tile = game("kiln").components["tile"]
    assert [piece_set.copies for piece_set in tile.sets] == [9, 9, 9, 9, 1]
    assert isinstance(tile.sets[-1].values["colour"], NoneLiteral)
    assert tile.sets[-1].name == "black tile"
    assert tile.names == {"none": "black tile"}


def test_count_by_seat() -> None:
    mark = game("tic_tac_toe").components["mark"]
    assert [(s.copies, s.values["owner"].number) for s in mark.sets if isinstance(s.values["owner"], SeatLiteral)] == [(5, 1), (4, 2)]
    assert [letter.letter for letter in mark.letters] == ["X", "O"]


def test_sets_with_each_and_a_name() -> None:
    first, second = game("kilnrow").components["tile"].sets
    assert first.each == ("colour", "number")
    assert second.name == "Wildfire"
    assert game("kilnrow").components["tile"].letters[0].values == second.values


def test_a_list_in_a_set_makes_a_set_for_each() -> None:
    tile = one(COLOURS + "components: {tile: {has: {colour: colour, size: 1..3}, sets: [{colour: red, size: [1, 3], copies: 2}]}}")
    sizes = [s.values["size"] for s in tile.components["tile"].sets]
    assert [size.value for size in sizes if isinstance(size, NumberLiteral)] == [1, 3]


def test_a_single_piece() -> None:
    assert game("glazewick").components["tongs"].single
    assert not game("glazewick").components["tile"].single


def test_dice() -> None:
    die = game("liars_dice").components["die"]
    assert die.rolls == "face"
    assert die.sets[0].each == ()
    assert isinstance(die.sets[0].copies, Arithmetic)


def test_rows_of_a_csv_file() -> None:
    contract = game("kilia").components["contract"]
    first = contract.sets[0]
    assert (first.row, first.copies) == ("bell_white", 1)
    price = first.values["price"]
    assert isinstance(price, Arithmetic)
    assert isinstance(price.left, AmountOf)
    assert first.span.file.endswith("contracts.csv")
    assert sum(s.copies for s in contract.sets if isinstance(s.copies, int)) == 36


# ---- places --------------------------------------------------------------------------------------------------------


def test_shapes() -> None:
    places = game("glazewick").places
    assert (places["panel"].shape, places["panel"].rows, places["panel"].columns) == ("grid", 5, 5)
    assert (places["breakage"].shape, places["breakage"].rows, places["breakage"].columns) == ("row", 1, 7)
    assert (places["drying"].rows, places["drying"].columns) == (1, None)
    assert places["bin"].columns is None


def test_families() -> None:
    places = game("glazewick").places
    assert places["kilns"].keys == (PlaceKey("number", None, 1, ByPlayers({2: 5, 3: 7, 4: 9})),)
    assert [key.of for key in places["drying"].keys] == ["player", "number"]
    assert [key.of for key in game("kilia").places["expansions"].keys] == ["player", "kind"]
    assert game("kilnrow").places["melds"].as_needed


def test_a_seat_comes_first() -> None:
    found = one(
        COLOURS + "components: {tile: {has: {colour: colour}, copies: 1}}\nplaces: {p: {shape: pile, holds: tile, per: [colour, player]}}"
    )
    assert [key.of for key in found.places["p"].keys] == ["player", "kind"]


def test_who_sees_what() -> None:
    places = game("kilnrow").places
    assert (places["pool"].sees, places["pool"].size_public) == ("none", True)
    assert (places["rack"].sees, places["rack"].size_public) == ("owner", True)
    deck = game("hearts").places["deck"]
    assert (deck.sees, deck.size_public, deck.title) == ("none", False, "Deck")


def test_a_computed_size_and_labels() -> None:
    board = game("connect_four").places["board"]
    assert isinstance(board.rows, OptionValue)
    assert (board.column_labels, board.row_labels) == ("1..", "none")


def test_marks() -> None:
    warehouse = game("kiln").places["warehouse"]
    assert warehouse.marks
    assert warehouse.holds == ()


# ---- variables, scores, timers -------------------------------------------------------------------------------------


def test_starts() -> None:
    variables = game("chess").variables
    sides = variables["side"].start
    assert isinstance(sides, Mapping)
    assert [value.member for value in sides.values() if isinstance(value, MemberLiteral)] == ["white", "black"]
    rights = variables["rights"].start
    assert isinstance(rights, Mapping)
    corner = rights[1]
    assert isinstance(corner, ListLiteral)
    assert corner.items[0] == NotationLiteral("a1", t.Cell("board"), corner.items[0].span)
    assert variables["seen"].start is None
    assert game("kiln").variables["colours"].type == t.ListOf(t.Kind("colour"), 2)
    assert isinstance(game("kilia").variables["heading"].start, DirectionLiteral)


def test_scopes_and_bounds() -> None:
    assert game("kiln").variables["earned"].scope == "turn"
    passes = game("kilnrow").variables["passes"].type
    assert isinstance(passes, t.Number)
    assert not isinstance(passes.high, int)
    used = game("kilia").variables["used"]
    assert [key.of for key in used.keys] == ["player", "number"]


def test_scores() -> None:
    scores = game("glazewick").scores
    assert scores is not None
    assert (scores.per, scores.floor) == ("player", 0)
    kiln = game("kiln").scores
    assert kiln is not None
    assert (kiln.per, kiln.track) == ("colour", (0, 29))
    sheet = game("hearts").scores
    assert sheet is not None
    assert (sheet.by, sheet.sheet) == ("hand", True)


def test_timers() -> None:
    assert game("kiln").timers["decision"].seconds == 120
    turn = game("kilnrow").timers["turn"]
    assert isinstance(turn.seconds, OptionValue)
    assert turn.idle == 300


# ---- tables --------------------------------------------------------------------------------------------------------


def test_table_shapes() -> None:
    tables = one(
        COLOURS
        + """
tables:
  per_kiln: {number: 4}
  bonus:    {set: [5, 8, 14]}
  home:     {from: colour, to: row, rows: {red: 1, blue: 8}}
  sale:     {from: lines 1..5, to: points, rows: {1: 1, 2: 3, 3..: 6}}
  each_of:  {from: seat 1..2, to: list of colour, rows: {1: [red], 2: [blue, red]}}
  wheel:    {from: [colour, space 1..3], to: points, rows: {red: [9, 7, 6], blue: [8, 6, 4]}}
  roads:    {from: [colour, colour], to: days, rows: {red: {red: 0, blue: 3}, blue: {red: 3, blue: 0}}}
"""
    ).tables
    assert (tables["per_kiln"].form, tables["per_kiln"].to) == ("number", t.Number(4, 4))
    assert (tables["bonus"].form, len(tables["bonus"].values)) == ("set", 3)
    assert (tables["home"].keys[0].kind, tables["home"].heading) == ("colour", "row")
    assert (tables["sale"].beyond, len(tables["sale"].rows), tables["sale"].keys[0].heading) == (3, 2, "lines")
    assert tables["sale"].to == t.Number(1, 6)
    assert tables["each_of"].to == t.ListOf(t.Kind("colour"))
    assert list(tables["wheel"].rows)[:2] == [("red", 1), ("red", 2)]
    assert isinstance(tables["roads"].rows["blue", "red"], NumberLiteral)


def test_a_list_of_lists_of_numbers() -> None:
    windows = game("kilia").tables["windows"]
    assert windows.to == t.ListOf(t.ListOf(t.Number()))
    assert windows.heading == "position"


# ---- the rest ------------------------------------------------------------------------------------------------------


def test_patterns() -> None:
    run = game("kilnrow").patterns["run"]
    assert (run.least, run.most, run.same, run.consecutive, run.wraps, run.wild) == (3, 13, ("colour",), "number", True, "Wildfire")


def test_texts_wait_with_the_names_they_see() -> None:
    read = read_game("glazewick")
    assert read.declared is not None
    texts = read.declared.raw_texts.texts
    assert texts["places", "drying", "written"][1] == {"player": t.Player(), "number": t.Number(1, None)}
    assert texts["components", "tile", "written"][1] == {"colour": t.Kind("colour")}
    assert ("texts", "goal") in texts
    assert ("rulings", "length") in texts


def test_length_has_a_default() -> None:
    assert game("tic_tac_toe").length.turns == 1000
    assert not game("tic_tac_toe").length.promised
    assert game("liars_dice").length.promised


def test_min_and_max_in_a_computed_number() -> None:
    found = one('options: {a: {range: 1..5, default: 2}}\ncomponents: {t: {copies: "{max(option.a, players) + 1}", changes: {f: 1..2}}}')
    copies = found.components["t"].sets[0].copies
    assert isinstance(copies, Arithmetic)
    assert isinstance(copies.left, PlainQuery)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("places: {where: {shape: pile, holds: tile}}", "K302"),
        ("variables: {full: {is: 0..1, start: 0}}", "K303"),
        ("variables: {move: {is: 0..1, start: 0}}", "K304"),
        ("variables: {count: {is: 0..1, start: 0}}", "K305"),
        ("variables: {score: {is: 0..1, start: 0, per: player}}", "K304"),
        ("variables: {number: {is: 0..1, start: 0, per: player}}", "K306"),
        ("options: {seed: {default: no}}", "K305"),
    ],
)
def test_refused_names(text: str, code: str) -> None:
    tile = "components: {tile: {copies: 2, changes: {face: 1..2}}}\n"
    assert codes(tile + text) == [code]


def test_members_may_be_shared_and_nothing_else() -> None:
    assert codes("kinds: {one: {members: [x, y]}, two: {members: [x, z]}}") == []
    assert codes("kinds: {one: {members: [x, y]}}\ntables: {x: {number: 1}}") == ["K301"]
    assert codes("kinds: {one: {members: [x, x]}}") == ["K301"]


def test_one_run_reports_every_mistake_once() -> None:
    text = """
options: {target: {values: [14, 17], default: 15}}
kinds: {colour: {members: [red, red]}}
places: {pool: {shape: bagg, holds: tile}}
variables: {led: {is: suit or none, start: none}}
"""
    assert sorted(codes(text)) == ["K301", "K307", "K310", "K331", "K334"]


def test_places_of_findings_are_exact() -> None:
    found = declared('components: {die: {copies: "{option.dice * 2}", changes: {face: 1..6}}}').diagnostics
    assert [(d.code, d.span and (d.span.line, d.span.column, d.span.end_column)) for d in found] == [("K371", (4, 37, 41))]


def test_names_with_a_hole_in_the_declarations_are_known_as_such() -> None:
    assert declared("variables: {a: {is: 0..3, start: 5}}").complete
    assert not declared("variables: {a: {}}").complete
    assert not declared("places: {a: {shape: heap, holds: tile}}").complete


def test_head_alone_is_a_game() -> None:
    assert codes("", HEAD) == []


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ("kinds: {colour: {membres: [red, blue]}}", "K250"),
        ("kind: {colour: {members: [red, blue]}}", "K250"),
        ("kinds: {colour: {members: red}}", "K252"),
        ("kinds: [colour]", "K252"),
    ],
)
def test_what_cannot_be_read_is_not_missed_elsewhere(broken: str, code: str) -> None:
    rest = """
components:
  tile: {has: {colour: colour or none}, count: {red: 9, none: 1}}
places:
  warehouse: {shape: grid 2 x 2, holds: tile, per: colour}
variables:
  led: {is: colour or none, start: red}
scores: {per: colour, sources: {sales: Sales}}
tables:
  one_each: {from: seat 1..2, to: list of colour, rows: {1: [red], 2: [blue]}}
  price:    {from: colour, to: points, rows: {red: 1, blue: 2}}
"""
    assert codes(broken + rest) == [code]


def test_an_unread_component_is_not_missed_in_layouts() -> None:
    text = """
components:
  man: {has: {owner: player}, copies: lots, letters: {X: 1, O: 2}}
places:
  board: {shape: grid 1 x 3, holds: man, start: ". X O"}
"""
    assert codes(text) == ["K254"]


def test_an_unread_option_is_not_missed_in_numbers() -> None:
    text = """
options: {dice: {range: 1..six, default: 5}}
components: {die: {changes: {face: 1..6}, copies: "{option.dice * players}"}}
"""
    assert codes(text) == ["K254"]
