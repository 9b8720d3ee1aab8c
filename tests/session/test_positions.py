"""Views are positions: given back they play on the same; wrong ones are refused with the key that is wrong."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from kilnscript import Fault, Game, NotSupported, UsageError
from tests.session.loading import Load

PLAYED = ("kiln", "kiln_short", "glazewick", "tic_tac_toe", "connect_four", "othello", "chess", "kalah", "hearts", "liars_dice")


@pytest.mark.parametrize("name", PLAYED)
def test_any_view_can_be_given_back(load: Load, name: str) -> None:
    game: Game = load(name)
    for players in game.players:
        session = game.new(players=players, seed=players)
        chance = random.Random(players)
        for number in range(60):
            if session.over:
                break
            if number % 6 == 0:
                view = json.loads(json.dumps(session.view()))
                twin = game.new(position=view, seed=1)
                assert twin.view() == view
                assert [str(move) for move in twin.moves()] == [str(move) for move in session.moves()]
                if not game.options:  # no chance in these: they go on alike
                    for move in session.moves()[:3]:
                        session.play(move)
                        twin.play(str(move))
                        assert twin.view() == session.view()
                        session.undo()
                        twin.undo()
            session.play(chance.choice(session.moves()))
        view = session.view()
        assert game.new(position=view).view() == view


def test_a_part_of_a_position(kiln: Game) -> None:
    rows = ["BRBGGB", "YGYBYR", "GGBYYK", "GRBRBB", "BYYGGR", "RYRGRY"]
    session = kiln.new(position={"players": 3, "places": {"kiln": rows, "outer": "R"}, "phase": "push", "to_act": [1]}, seed=1)
    assert session.seat == 1
    assert session.view()["places"]["kiln"][0] == "B R B G G B"
    assert session.view()["places"]["box"] == []
    assert len(session.moves()) == 23


def test_a_phase_with_arguments(kiln: Game) -> None:
    marks = "# # # # #\n# . . . .\n# . . . .\n# . . . .\n# . . . .\n"
    position = {"players": 3, "places": {"warehouse": {"red": marks}}, "phase": "sell", "arguments": ["red"], "to_act": [1]}
    session = kiln.new(position=position, seed=1)
    assert [str(move) for move in session.moves()] == ["sell_rows row-1", "sell_columns column-1", "skip"]
    session.play("sell_rows row-1")
    assert session.view()["scores"]["red"] == {"total": 1, "sources": {"sales": 1}}
    assert session.seat == 2


def test_a_swapped_piece(kiln: Game) -> None:
    session = kiln.new(position={"places": {"outer": "K"}}, seed=1)
    places = session.view()["places"]
    assert places["outer"] == "K"
    assert " ".join(places["kiln"]).count("K") == 0
    assert len(" ".join(places["kiln"]).split()) == 36
    assert "." not in " ".join(places["kiln"])


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ([], "an object in the shape of a view"),
        ({"palces": {}}, "no `palces`; did you mean `places`?"),
        ({"places": {"kilm": "R"}}, "no place `kilm`; did you mean `kiln`?"),
        ({"places": {"kiln": ["R"]}}, "`kiln` has 6 rows of 6"),
        ({"places": {"outer": "Q"}}, "`outer`: `Q` is no piece"),
        ({"places": {"outer": "R B"}}, "`outer` has 1 row of 1"),
        ({"places": {"kiln": ["KKKKKK"] * 6}}, "no further `K`"),
        ({"places": {"warehouse": {"pink": []}}}, "`warehouse` has no `pink`"),
        ({"places": {"warehouse": {"red": ["R....", *["....."] * 4]}}}, "holds marks"),
        ({"places": {"outer": {"hidden": 1, "shown": []}}}, "rows of words"),
        ({"variables": {"outer": "N1"}}, "no variable `outer`; did you mean `outer_at`?"),
        ({"variables": {"outer_at": "N9"}}, "`N9` is not known"),
        ({"variables": {"earned": 3}}, "`earned` wants true or false"),
        ({"variables": {"colours": {"1": ["red", "red", "red"]}}}, "holds at most 2"),
        ({"scores": {"pink": 3}}, "nobody called `pink`"),
        ({"scores": {"red": {"total": 3, "sources": {"sales": 2}}}}, "add up to 2, not to 3"),
        ({"players": 9}, "2 to 4 players"),
        ({"game": "chess"}, "the position is of `chess`"),
        ({"phase": "pusch"}, "no phase `pusch`"),
        ({"to_act": [1]}, "needs the `phase`"),
        ({"flow": []}, "list of frames"),
    ],
)
def test_wrong_positions(kiln: Game, position: Any, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        kiln.new(position=position, seed=1)
    assert message in str(raised.value)


def test_settings_of_a_position_hold(kiln: Game) -> None:
    view = kiln.new(players=3, options={"target": 20}, seed=1).view()
    assert kiln.new(position=view).options["target"] == 20
    with pytest.raises(UsageError, match="for 3 players, not 2"):
        kiln.new(players=2, position=view)
    with pytest.raises(UsageError, match="other options"):
        kiln.new(options={"target": 14}, position=view)


def test_tokens_are_never_made(load: Load) -> None:
    view = load("kalah").new(seed=1).view()
    view["places"]["store"]["1"] = {"seed": 3}
    with pytest.raises(UsageError, match="there are 48 seed, not 51"):
        load("kalah").new(position=view)


JUNK: list[Any] = [None, True, 0, -1, 99, 10**30, 1.5, "", "x", "R", "seat-1", "A1", "K K", "red", "a/b"]
JUNK += [[], [1], ["R"], {}, {"a": 1}, [None]]


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inner in items:
        yield from paths(inner, (*path, key))


def changed(view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    data = copy.deepcopy(view)
    path = chance.choice(list(paths(data)))
    owner: Any = data
    for key in path[:-1]:
        owner = owner[key]
    if chance.random() < 0.2:
        del owner[path[-1]]
    else:
        owner[path[-1]] = copy.deepcopy(chance.choice(JUNK))
    return data


@pytest.mark.parametrize("name", ["kiln", "hearts", "chess", "kalah", "liars_dice"])
def test_a_changed_view_never_breaks_anything(load: Load, name: str) -> None:
    game: Game = load(name)
    session = game.new(seed=1)
    chance = random.Random(7)
    for _ in range(8):
        view = json.loads(json.dumps(session.view()))
        for _ in range(20):
            try:
                other = game.new(position=changed(view, chance), seed=1)
                for _ in range(3):
                    if not other.over:
                        other.play(chance.choice(other.moves()))
                other.view()
            except (UsageError, Fault, NotSupported):
                pass
        session.play(chance.choice(session.moves()))


def test_what_makes_room_goes_only_where_it_may_lie() -> None:
    """Where a given card came from the pile, a ship that made room elsewhere does not take its place there."""
    from kilnscript.session.examples import open_example
    from kilnscript.session.game import load

    game = load("kilia")
    for example in game.model.examples:
        session = open_example(game, example)
        world, state = session.program.world, session.state
        for piece in world.pieces:
            place = world.places[state.place_of[piece.number]].declared
            assert place.shape == "box" or piece.component in place.holds, (example.name, piece.component, place.name)
