"""What expressions give: numbers, none, queries, sets and lists, on small tables with a few pieces."""

from functools import cache
from typing import Any

import pytest

from tests.engine.tiny import Tiny, fault_of, table, values

TABLE = """
kinds:
  colour: {plural: colours, members: {red: {letter: r}, green: {letter: g}, blue: {letter: b}}}
components:
  stone:
    has: {colour: colour, size: 0..9}
    sets:
      - {colour: red, size: 1, copies: 1}
      - {colour: red, size: 2, copies: 1}
      - {colour: green, size: 3, copies: 1}
      - {colour: blue, size: 3, copies: 1}
places:
  line: {shape: row 6, holds: stone}
  free: {shape: row 3, holds: stone}
variables:
  nobody: {is: player or none, start: none}
  unknown: {is: 0.. or none, start: none}
  somebody: {is: player or none, start: 2}
  seven: {is: 0..9, start: 7}
  minus: {is: -9..9, start: -7}
  kept: {is: "list of 0..9", most: 5, start: []}
tables:
  cost: {title: Cost, from: step 1..4, to: points, rows: {1: 5, 2: 5, 3..: 9}}
  some: {title: Some, from: step 1..2, to: points, rows: {1: 5, 2: 6}}
  odd: {title: Odd, set: [1, 3, 5]}
"""
ALL = "move stones to line"


@cache
def game_of(expressions: tuple[str, ...]) -> Tiny:
    """All expressions of a group in one game, so that it is compiled once."""
    return table({f"f{i}": expression for i, expression in enumerate(expressions)}, TABLE, ALL)


def one(group: dict[str, Any], expression: str) -> Any:
    return getattr(game_of(tuple(group)), f"f{list(group).index(expression)}")


NUMBERS = {
    "7 mod 3": 1,
    "-7 mod 3": 2,
    "minus mod 3": 2,
    "minus mod seven": 0,
    "(minus + 1) mod seven": 1,
    "minus / 2": -4,
    "seven / 2": 3,
    "minus / (seven - 5)": -4,
    "seven mod (minus + 3)": 3,  # -4: the rest is never negative
    "2 + 3 * 4 - 1": 13,
    "-(seven)": -7,
    "max(seven, 3, minus)": 7,
    "min(seven, 3, minus)": -7,
    "1 if seven > 5 else 0": 1,
    "cost[1] + cost[4]": 14,
    "cost[seven]": 9,
}


@pytest.mark.parametrize(("expression", "value"), NUMBERS.items())
def test_numbers(expression: str, value: int) -> None:
    assert one(NUMBERS, expression) == value


YES_NO = {
    # none is smaller and larger than nothing
    "unknown < 3": False,
    "unknown >= 3": False,
    "3 > unknown": False,
    "nobody is none": True,
    "nobody is seat(1)": False,
    "somebody is seat(2)": True,
    "some[seven] is none": True,
    "line[6] is none": False,  # a cell
    "line[6].piece is none": True,
    "line[7] is none": True,
    "line[7].piece is none": True,
    "line[7].piece.colour is red": False,
    "line[6] is empty": True,
    "line[1] is not empty": True,
    "free is empty": True,
    "line is empty": False,
    "line is full": False,
    "seven is in odd": False,
    "3 is in odd": True,
    "3 is not in odd": False,
    "seven is in 1..7": True,
    "seven is in 1..6": False,
    "any(stone in line: stone.size > 2)": True,
    "any(stone in free: yes)": False,
    "all(stone in free: no)": True,
    "all(stone in line: stone.size > 0)": True,
    "same(stone in line: stone.colour)": False,
    "same(stone in free: stone.colour)": True,
    "same(stone in line where stone.size is 3: stone.size)": True,
    "red < green": True,
    "green < red": False,
    "seven > 3 and minus < 0 or no": True,
    "not (seven > 3)": False,
}  # fmt: skip


@pytest.mark.parametrize(("expression", "value"), YES_NO.items())
def test_yes_and_no(expression: str, value: bool) -> None:
    assert one(YES_NO, expression) == value


SIZES = {  # what a query gives, written with the sizes of the stones: 1 and 2 red, 3 green, 3 blue
    "count(line)": 4,
    "count(stone in line where stone.colour is red)": 2,
    "count(stone in line: stone.colour is red)": 2,
    "sum(stone in line: stone.size)": 9,
    "sum(stone in free: stone.size)": 0,
    "max(stone in line: stone.size)": 3,
    "min(stone in line: stone.size)": 1,
    "max(stone in free: stone.size)": None,
    "max(stone in free: stone.size else 8)": 8,
    "count(largest(stone in line: stone.size))": 2,
    "count(smallest(stone in line: stone.size))": 1,
    "count(largest(stone in free: stone.size))": 0,
    "first(stone in line where stone.size > 1).size": 2,
    "last(stone in line where stone.size > 1).colour.number": 3,
    "first(stone in line where stone.size > 8 else line[2].piece).size": 2,
    "the(stone in line where stone.size is 1).size": 1,
    "the(stone in line where stone.size is 8 else line[3].piece).size": 3,
    "each(stone in line: stone.size)": (1, 2, 3, 3),
    "each(n in 1..3, m in 1..2: 10 * n + m)": (11, 12, 21, 22, 31, 32),
    "each(n in 1..3, m in 1..n: m)": (1, 1, 2, 1, 2, 3),
    "up_to(n in [4, 5, 6, 7]: n > 5)": (4, 5, 6),
    "up_to(n in [4, 5]: n > 8)": (4, 5),
    "union(n in 1..3: [n, n + 1])": (1, 2, 3, 4),
    "[n in 1..6 where n mod 2 is 0]": (2, 4, 6),
    "descending([3, 1, 2, 3])": (3, 3, 2, 1),
    "ascending([3, 1, 2, 3])": (1, 2, 3, 3),
    "reversed([3, 1, 2])": (2, 1, 3),
    "without_last([3, 1, 2])": (3, 1),
    "index_of(2, in: [3, 1, 2])": 3,
    "index_of(9, in: [3, 1, 2])": 0,
    "cycle([1, 2, 3], after: 2, steps: 4)": (3, 1, 2, 3),
    "common([1, 2, 3], [3, 2, 9])": (2, 3),
    "[1, 2] + [2, 3]": (1, 2, 2, 3),
    "[1, 2, 3] - [2]": (1, 3),
    "[4, 5, 6][2]": 5,
    "[4, 5, 6][0]": None,
    "[4, 5, 6].last": 6,
    "count(each(n in 5..1: n))": 0,
    "seats_from(seat(2))": (1, 0),
    "others(seat(2))": (0,),
    "next(seat(2)).number": 1,
    "previous(seat(1)).number": 2,
    "next(seat(1), 4).number": 1,
    "seat(3)": -1,
    "red.number": 1,
    "line.room": 2,
    "line.size": 6,
    "line.first.size": 1,
    "line.last.size": 3,
}


@pytest.mark.parametrize(("expression", "value"), SIZES.items())
def test_queries(expression: str, value: Any) -> None:
    assert one(SIZES, expression) == value


def test_largest_keeps_the_order_of_what_was_asked() -> None:
    found = values({"best": "each(stone in largest(stone in line: stone.size): stone.colour.number)"}, TABLE, ALL)
    assert found["best"] == (2, 3)


def test_queries_stop_at_the_answer() -> None:
    """What stands behind the answer is not worked out: here it would be divided by zero."""
    found = values(
        {
            "any_of": "any(n in [1, 0]: 6 / n > 5)",
            "every": "all(n in [1, 0]: 6 / n < 5)",
            "begun": "first(n in [1, 0] where 6 / n > 5)",
            "reach": "up_to(n in [1, 0]: 6 / n > 5)",
            "left": "seven > 8 and 1 / (seven - 7) > 0",
            "right": "seven < 8 or 1 / (seven - 7) > 0",
            "chosen": "1 if seven < 8 else 1 / (seven - 7)",
        },
        TABLE,
    )
    assert found == {"any_of": True, "every": False, "begun": 1, "reach": (1,), "left": False, "right": True, "chosen": 1}


@pytest.mark.parametrize("expression", ["line[seven] is empty", "line[seven] is full", "not (line[seven] is empty)"])
def test_what_is_not_there_is_neither_empty_nor_full(expression: str) -> None:
    game = table({"wanted": expression}, TABLE, ALL)
    found = fault_of(lambda: game.program.evaluate(game.program.game.functions["wanted"].block.statements[0].value, game.state))
    assert found.code == "K811"


@pytest.mark.parametrize("expression", ["the(stone in line where stone.size is 3)", "the(stone in line where stone.size is 8)"])
def test_the_wants_exactly_one(expression: str) -> None:
    game = table({"wanted": expression}, TABLE, ALL)
    found = fault_of(lambda: game.program.evaluate(game.program.game.functions["wanted"].block.statements[0].value, game.state))
    assert found.code == "K805"


def test_collections_know_no_look_of_their_items() -> None:
    """Pieces that look alike are two: `-` takes out the one that is named, `count` counts both."""
    found = values({"rest": "count([stone in line] - [line[1].piece])"}, TABLE, ALL)
    assert found["rest"] == 3


def test_case_over_a_kind() -> None:
    rules = """
play:
    seat(1) must:
        action wait: log "…"
function price(colour):
    case colour:
        red, green: result 1
        blue: result 2
function pay(number: number):
    case number:
        1: result 10
        2, 3: result 20
        else: result 30
function prices = each(colour in colours: price(colour))
function steps = each(n in 1..4: pay(n))
"""
    game = Tiny(rules, TABLE)
    assert game.prices == (1, 1, 2)
    assert game.steps == (10, 20, 20, 30)
