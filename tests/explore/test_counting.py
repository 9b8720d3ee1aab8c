"""Counting code counts what play comes to, no more and no less, and plays exactly like code that does not count."""

from pathlib import Path

import pytest

import kilnscript
from kilnscript.compile.python.points import Points
from kilnscript.engine.build import compile_game
from kilnscript.engine.playout import Bound
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.engine.stream import FastStream
from kilnscript.explore.listing import listings, report
from tests.games.shelf import RULES as SHIPPED
from tests.games.shelf import folders

YAML = """
game: small
title: Small
players: 2
kinds: {colour: {plural: colours, members: [red, green, blue]}}
components: {stone: {title: Stone, copies: 9}}
places: {heap: {shape: pile, holds: stone, title: Heap}}
variables: {lately: {is: 1..3 or none, start: none, title: Last take}}
timers: {decision: {title: Time, seconds: 60}}
scores: {per: player, sources: {takes: Takes}}
tables: {price: {title: Price, from: stones 1..3, to: points, rows: {1: 1, 2: 3, 3: 6}}}
texts: {goal: Take the last stone.}
"""
RULES = """
setup: move stones to heap

play:
    take turns from seat(1) until heap is empty, decreases count(heap): do take

phase take "Take stones":
    ## Take stones.
    player must:
        action take(number: 1..3, hue: colours):
            require number <= count(heap), "there are not so many"
            draw number from heap to box
            score price[number] as takes for player
            rule same when number is lately:
                log "{player} takes as many"
            lately = number
            case hue:
                red: log "red"
                green: log "green"
                else: log "{gain(number)}"
    on timeout:
        if count(heap) > 5: choose take by highest number
        else: choose take

function gain(number: number) = 2 if number is 3 else 1

rank by highest player.score
"""


def small(folder: Path) -> tuple[kilnscript.Game, Program, Points]:
    (folder / "game.yaml").write_text(YAML, encoding="utf-8")
    (folder / "rules.kiln").write_text(RULES, encoding="utf-8")
    game = kilnscript.load(folder)
    program = compile_game(game.model, 2, {}, counting=True)
    assert program.points is not None
    return game, program, program.points


def play(program: Program, state: State, number: int, hue: int) -> None:
    state.log = []
    program.play(state, (0, number, hue))


def counts(points: Points) -> dict[tuple[str, int, str], int]:
    """By kind, line and detail."""
    found: dict[tuple[str, int, str], int] = {}
    for point, hits in zip(points.points, points.hits, strict=True):
        key = (point.kind, point.span.line, point.detail)
        found[key] = found.get(key, 0) + hits
    return found


def test_counts(tmp_path: Path) -> None:
    _, program, points = small(tmp_path)
    state = program.begin(FastStream(1))
    for number, hue in ((2, 0), (2, 1), (3, 2)):
        play(program, state, number, hue)
    found = counts(points)
    line = {text.strip(): n for n, text in enumerate(RULES.split("\n"), 1)}
    assert found["line", line["setup: move stones to heap"], ""] == 1
    assert found["line", line["draw number from heap to box"], ""] == 3
    assert found["line", line['require number <= count(heap), "there are not so many"'], ""] == 3
    assert found["refusal", line['require number <= count(heap), "there are not so many"'], ""] == 1, (
        "3 of the last 2, found once for all hues"
    )
    same = line["rule same when number is lately:"]
    assert (found["arm", same, "yes"], found["arm", same, "no"]) == (1, 2)
    assert found["line", line['log "{player} takes as many"'], ""] == 1
    assert [found["arm", line[text], ""] for text in ('red: log "red"', 'green: log "green"')] == [1, 1]
    assert found["line", line['else: log "{gain(number)}"'], ""] == 1
    gain = next(n for text, n in line.items() if text.startswith("function gain"))
    assert (found["arm", gain, "yes"], found["arm", gain, "no"]) == (1, 0)
    rows = {detail: hits for (kind, _, detail), hits in found.items() if kind == "row"}
    assert rows == {"price: 1": 0, "price: 2": 2, "price: 3": 1}
    clock = next(n for text, n in line.items() if text.startswith("if count(heap) > 5"))
    assert found["line", clock, ""] == found["arm", clock, "yes"] == 0, "nobody ran out of time"
    program.timeout(state, state.player)
    found = counts(points)
    assert (found["arm", clock, "no"], found["line", clock + 1, ""], found["line", clock, ""]) == (1, 1, 0)


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.relative_to(SHIPPED).as_posix())
def test_counting_changes_nothing(folder: Path) -> None:
    game = kilnscript.load(folder)
    ordinary = game.program()
    counting = compile_game(game.model, ordinary.players, ordinary.options, counting=True)
    states = [program.begin(FastStream(5)) for program in (ordinary, counting)]
    bound, choice = Bound(), FastStream(6)
    for _ in range(40):
        if states[0].over:
            break
        seats = [state.deciders[0] for state in states]
        moves = [program.moves(state, seat) for program, state, seat in zip((ordinary, counting), states, seats, strict=True)]
        assert moves[0] == moves[1] and seats[0] == seats[1]
        chosen = bound.choices(ordinary, states[0], moves[0])
        move = chosen[choice.below(len(chosen))]
        for program, state in zip((ordinary, counting), states, strict=True):
            program.play(state, move, seats[0])
    for slot in ("at", "place_of", "tokens", "score", "points", "player", "decision", "over", "winners"):
        assert getattr(states[0], slot) == getattr(states[1], slot), slot


def test_listing(tmp_path: Path) -> None:
    """A count before every line that has something to count, and a sign where something was never used."""
    from kilnscript.explore import explore

    game, _, _ = small(tmp_path)
    found = explore(game, playouts=60)
    assert found.findings == () and found.left == ()
    pages = dict(listings(found.coverage, game.sources))
    rules = next(text for path, text in pages.items() if path.endswith("rules.kiln"))
    line = next(text for text in rules.splitlines() if "draw number from heap" in text)
    used = next(count for point, count in found.coverage.play.items() if point.kind == "choice" and point.detail == "take")
    assert line.split()[0].isdecimal() and int(line.split()[0]) >= used > 100
    assert "[refused " in next(text for text in rules.splitlines() if "require number" in text)
    assert any("price: 3" in text for text in next(text for path, text in pages.items() if path.endswith("game.yaml")).splitlines())
    assert "Everything was used in games from the start." in report(found, game.title, game.model.files)
    none = explore(game, playouts=1)
    assert none.left and any(
        text.startswith("!") for text in dict(listings(none.coverage, game.sources))[game.model.files[-1]].splitlines()
    )


def test_page(tmp_path: Path) -> None:
    """The same as a page, with what stands in rule files escaped, and lines never used marked."""
    from kilnscript.explore import explore
    from kilnscript.publish.coverage import page

    game, _, _ = small(tmp_path)
    text = page(explore(game, playouts=1), game)
    assert text.startswith("<!doctype html>") and '<tr class="never">' in text
    assert "require number &lt;= count(heap)" in text and "<=" not in text
    assert "http" not in text
