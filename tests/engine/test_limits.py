"""Hostile rules: whatever they do ends soon, with a diagnostic that names the place, and leaves the state before usable."""

import time
from typing import Any

import pytest

import kilnscript
from kilnscript.compile.unsupported import NotSupported
from kilnscript.diagnostics.catalogue.faults import ENTRIES
from kilnscript.engine.faults import Fault
from kilnscript.engine.stream import FastStream
from tests.engine.tiny import Tiny, indented, load

SECONDS = 2.0  # of processor time, for what one move does; loading the rules is not part of it

TABLE = """
components: {disc: {copies: 100}}
tokens: {coin: {supply: 10}, salt: {supply: unlimited}}
places:
  board: {shape: grid 20 x 20, holds: disc}
  bag:   {shape: bag, holds: disc}
  slot:  {shape: slot, holds: disc}
  hand:  {shape: pile, holds: disc, per: player}
  purse: {shape: purse, holds: [coin, salt], per: player}
variables:
  n: {is: 0.., start: 1}
  small: {is: 0..9, start: 0}
  short: {is: "list of 0..", most: 2, start: []}
  found: {is: yes/no, start: no}
  seen: {is: tally of 0..}
  boards: {is: tally of snapshot}
  who: {is: player or none, start: none}
  starter: {is: player, start: 1}
  kept: {is: 0..9, per: [player, 1..3], start: 0}
scores: {per: player, sources: {good: Good}}
"""

FUNCTIONS = {
    "twice": "function f0(x: number) = x + 1\n"
    + "".join(f"function f{i}(x: number) = f{i - 1}(x) + f{i - 1}(x + 1)\n" for i in range(1, 31)),
    "queries": "function f0(x: number) = x + 1\n"
    + "".join(f"function f{i}(x: number) = sum(y in 1..10: f{i - 1}(y))\n" for i in range(1, 13)),
    "squares": "function f0(x: number) = x * x\n" + "".join(f"function f{i}(x: number) = f0(f{i - 1}(x))\n" for i in range(1, 30)),
}


def grown(step: str, times: int) -> str:
    """A list made out of the one before, again and again."""
    lets = [f"let a{i + 1} = {step.format(i)}" for i in range(times)]
    return "\n".join(["let a0 = [1, 2]", *lets, f"n = count(a{times})"])


# the code of the fault, and what the move does
ENDLESS = {
    "a long repeat": ("K822", "repeat 1000000000 times: n = 2"),
    "a repeat that never ends": ("K822", "repeat until found, at most 1000000000 times: n = n + 1"),
    "repeats inside each other": ("K822", "repeat 30000 times:\n    repeat 30000 times:\n        repeat 30000 times: n = 1"),
    "a long loop": ("K822", "for each x in 1..900000: n = x"),
    "loops inside each other": ("K822", "for each x in 1..900, y in 1..900, z in 1..900: n = x"),
    "a huge range": ("K820", "n = count(x in 1..100000000000: x > 3)"),
    "queries inside each other": ("K822", "n = sum(a in 1..1000: sum(b in 1..1000: sum(c in 1..1000: c)))"),
    "queries over cells": ("K822", "n = count(a in board.cells, b in board.cells, c in board.cells where a is b and b is c)"),
    "filters inside each other": (
        "K822", "n = count([a in board.cells where any(b in board.cells: any(c in board.cells: any(d in board.cells: a is not empty)))])"
    ),
    "a search in a long list": ("K822", "let big = each(x in 1..90000: x)\nn = count(y in 1..90000 where y is in big)"),
    "a sum again and again": ("K822", "let big = each(x in 1..9000: x)\nrepeat 100000 times: n = sum(big) mod 10"),
    "a list that doubles": ("K820", grown("a{0} + a{0}", 39)),
    "a list that squares": ("K822", grown("each(x in a{0}, y in a{0}: x + y)", 7)),
    "a list that goes round": ("K820", "n = count(cycle([1, 2, 3], after: 2, steps: 1000000000))"),
    "a sorted list": ("K822", "n = count(descending(each(x in 1..900000: x)))"),
    "a number that squares": ("K812", "repeat 100000 times: n = n * n + 1"),
    "a number that doubles": ("K812", "repeat 100000 times: n = n + n"),
    "a score that doubles": ("K812", "repeat 100000 times: score seat(1).score + 1 as good for seat(1)"),
    "tokens that double": ("K812", "repeat 100000 times: move (seat(1).purse[salt] + 1) * salt from supply to seat(1).purse"),
    "a growing tally": ("K822", "repeat 30000 times:\n    n = n + 1\n    note n in seen"),
    "many snapshots": ("K822", "repeat 30000 times: note snapshot(board, n) in boards"),
    "many log lines": ("K822", 'repeat 900000 times: log "{n}"'),
    "functions that call two others": ("K822", "n = f30(n)", "twice"),
    "functions with queries": ("K822", "n = f12(n)", "queries"),
    "functions that square": ("K812", "n = f29(n + 2)", "squares"),
}  # fmt: skip


MUST = "play:\n    seat(1) must:\n"


def rules(body: str, functions: str = "") -> str:
    return (
        f"play:\n    seat(1) must:\n        action wait: found = yes\n        action go:\n{indented(indented(indented(body)))}\n{functions}"
    )


def timed_fault(action: Any) -> Any:
    start = time.process_time()
    try:
        action()
    except (Fault, NotSupported) as fault:
        assert time.process_time() - start < SECONDS
        return fault.diagnostic
    raise AssertionError("no fault")


def check_go(text: str, yaml: str = TABLE) -> Any:
    """Plays `go`, which is a fault; the state before then still plays `wait`."""
    game = Tiny(text, yaml)
    moves = game.program.moves(game.state)
    go = next(move for move in moves if game.words.notation(game.state, move) == "go")
    after = game.state.copy()
    after.log = []
    found = timed_fault(lambda: game.program.play(after, go))
    assert game.program.moves(game.state) == moves
    game.play("wait")
    assert game.over
    return found


@pytest.mark.parametrize("name", ENDLESS)
def test_what_would_never_end(name: str) -> None:
    code, body, *functions = ENDLESS[name]
    found = check_go(rules(body, FUNCTIONS[functions[0]] if functions else ""))
    assert found.code == code, found.message
    assert found.span is not None
    assert found.span.file.endswith("rules.kiln")
    assert found.span.line >= 5
    assert found.message


FAULTS = {
    "K813": ["seat(1).kept[n + 3] = 1", "n = seat(2).kept[n - 1]", "small = seat(1).kept[board[5].number]"],
    "K801": ["small = small - 1", "repeat 20 times: small = small + 1", "short = short + [1, 2, 3]"],
    "K802": ["n = 3 / small", "n = 3 mod small"],
    "K803": ["move first(disc in bag: yes) to slot\nmove first(disc in box: yes) to slot\nmove first(disc in box: yes) to slot"],
    "K804": ["move 11 * coin from supply to seat(1).purse", "move 1 * salt from seat(1).purse to supply"],
    "K805": ["n = the(x in 1..3 where x > 1)", "n = the(x in 1..3 where x > 3)"],
    "K807": ["repeat until found, at most 3 times: n = 2"],
    "K808": ["repeat until found, decreases n: n = n + 1"],
    "K809": ["pick starter at random from [seat in players where found]"],
    "K810": ["draw 1 from box to seat(1).hand\nfor each player in players: pass seat(1).hand to player.hand"],
    "K811": ["starter = seats_from(seat(1))[small]", "found = board[400 + n].piece.cell is empty"],
    "K812": ["repeat 100 times: n = n * 10"],
    "K820": ["n = count(x in 1..2000000: yes)"],
    "K822": ["repeat 2000000 times: n = 1"],
}


@pytest.mark.parametrize(("code", "body"), [(code, body) for code, bodies in FAULTS.items() for body in bodies])
def test_faults(code: str, body: str) -> None:
    found = check_go(rules(body))
    assert found.code == code, found.message
    assert (found.span.file.rsplit("/", 1)[-1], found.span.line) == ("rules.kiln", 4 + body.count("\n") + 1)


SELECTED = ["some of 1..40", "20 of 1..40", "any of 1..99", "order of 1..12", "order of 1..200", "2..98 of 1..99"]


@pytest.mark.parametrize("domain", SELECTED)
def test_selections_with_too_many_answers(domain: str) -> None:
    text = f'{MUST}        action go(x: {domain}):\n            require count(x) > 500, "no"\n            n = 2\n    otherwise: n = 3\n'
    found = timed_fault(lambda: Tiny(text, TABLE))
    assert (found.code, found.span.line) == ("K821", 3)


def test_parameters_inside_each_other() -> None:
    for require in ("", 'require a + b + c > 5000, "no"\n            '):
        text = f"{MUST}        action go(a: 1..900, b: 1..900, c: 1..900):\n            {require}n = 2\n    otherwise: n = 3\n"
        found = timed_fault(lambda text=text: Tiny(text, TABLE))
        assert (found.code, found.span.line) == ("K822", 3)


def test_an_ensure_that_takes_long() -> None:
    text = """
play:
    seat(1) must:
        action go(a: 1..200, b: 1..200):
            repeat 100 times: n = a + b
            ensure n < 0, "no"
    otherwise: n = 3
"""
    found = timed_fault(lambda: Tiny(text, TABLE))
    assert (found.code, found.span.line) == ("K822", 5)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (4, "play:\n    take turns from seat(1):\n        repeat 1000000000 times:\n            seat(1) may:\n"
            "                action go when found: n = 2\n"
            "        seat(1) must:\n            action ok: n = 3\n"),
        (3, "play:\n    for each x in 1..900, y in 1..900, z in 1..900:\n        seat(1) may:\n            action go when found: n = 2\n"),
        (4, "play:\n    seat(1) may:\n        action go when found: n = 2\n"
            "end game long drawn when sum(a in 1..900, b in 1..900: a) > n, \"x\"\n"),
        (4, "play:\n    n = 3\nscoring:\n    repeat 1000000000 times: n = 2\n"),
    ],
)  # fmt: skip
def test_loops_around_decisions_that_nobody_is_asked(line: int, text: str) -> None:
    found = timed_fault(lambda: Tiny(text, TABLE))
    assert found.code == "K822"
    assert abs(found.span.line - line) <= 1


def test_a_ranking_that_takes_long() -> None:
    game = Tiny("play:\n    n = 3\nrank by highest sum(a in 1..900, b in 1..900: a)\n", TABLE)
    found = timed_fault(lambda: game.program.result(game.state))
    assert (found.code, found.span.line) == ("K822", 3)


def test_no_choice() -> None:
    found = timed_fault(lambda: Tiny("play:\n    seat(1) must:\n        action go when found: n = 2\n", TABLE))
    assert (found.code, found.span.line) == ("K806", 2)


def test_chains_of_functions() -> None:
    functions = "function f0(x: number) = x + 1\n" + "".join(f"function f{i}(x: number) = f{i - 1}(x) + 1\n" for i in range(1, 60))
    game = load(rules("n = f59(1)", functions), TABLE)
    found = timed_fault(game.program)
    assert found.code == "K823"
    assert found.span.file.endswith("rules.kiln")


@pytest.mark.parametrize(
    "places",
    [
        "board: {shape: grid 60 x 60, holds: disc, count: 1000}",
        "board: {shape: pile, holds: disc, count: 9000}",
        "board: {shape: grid 90 x 90, holds: disc}",
    ],
)
def test_too_many_places(places: str) -> None:
    yaml = TABLE.replace("board: {shape: grid 20 x 20, holds: disc}", places)
    text = "play:\n    seat(1) must:\n        action wait: found = yes\n"
    try:
        game = load(text, yaml)
    except kilnscript.RuleErrors:
        return  # refused where it is declared
    assert timed_fault(game.program).code == "K824"


@pytest.mark.parametrize("disc", ["{copies: 5000}", "{copies: 1, has: {a: 1..1000000, b: 1..100000}}"])
def test_too_many_pieces(disc: str) -> None:
    game = load("play:\n    seat(1) must:\n        action wait: found = yes\n", TABLE.replace("{copies: 100}", disc))
    found = timed_fault(game.program)
    assert found.code == "K824"
    assert found.span.file.endswith("game.yaml")


@pytest.mark.parametrize("players", ["1000000000", "2..5000"])
def test_too_many_players(players: str) -> None:
    with pytest.raises(kilnscript.RuleErrors):
        load('play:\n    seat(1) must:\n        action wait: log "…"\n', players=players)


def test_work_that_is_much_but_not_too_much() -> None:
    """The limits leave room: a move that looks at every pair of cells of a large board, many times over."""
    game = Tiny(rules("repeat 2 times: n = count(a in board.cells, b in board.cells where a is b)"), TABLE, stream=FastStream(1))
    game.play("go")
    assert game.n == 400


def test_every_code_is_provoked_here() -> None:
    provoked = {*FAULTS, "K806", "K821", "K823", "K824"}
    assert provoked == {entry.code for entry in ENTRIES} - {"K890"}


def test_phases_that_do_each_other_again_and_again() -> None:
    """2 to the 25th power steps without a loop."""
    phases = "".join(f"phase p{i}:\n    do p{i + 1}\n    do p{i + 1}\n" for i in range(25)) + "phase p25:\n    n = 1\n"
    found = timed_fault(lambda: Tiny("play:\n    do p0\n    seat(1) must:\n        action wait: n = 2\n" + phases, TABLE))
    assert found.code == "K822"
    assert found.span.file.endswith("rules.kiln")
