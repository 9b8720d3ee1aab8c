"""Glazewick against positions of public implementations (tests/data/glazewick_vectors.json), each played through the rules."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from tests.games.shelf import RULES

COLOURS = ["cobalt", "celadon", "saffron", "oxblood", "ash"]
NAMED = {**dict(zip("abcde", COLOURS, strict=True)), "f": "tongs"}
VECTORS = json.loads((Path(__file__).resolve().parents[1] / "data" / "glazewick_vectors.json").read_text(encoding="utf-8"))["vectors"]


def of_kind(kind: str) -> Any:
    found = [vector for vector in VECTORS if vector["kind"] == kind]
    return pytest.mark.parametrize("vector", found, ids=[vector["id"] for vector in found])


@cache
def game() -> Any:
    return kilnscript.load(RULES / "glazewick")


def colour_at(row: int, column: int) -> str:
    """The colour that a cell of the panel is for; rows and columns from 0."""
    return COLOURS[(column - row) % 5]


def panel(tiles: dict[tuple[int, int], str]) -> list[str]:
    return [" ".join(tiles.get((r, c), ".") for c in range(5)) for r in range(5)]


def wall(cells: list[Any]) -> list[str]:
    """A wall of the vectors: cells, each perhaps with its colour."""
    return panel({(cell[0], cell[1]): NAMED[cell[2]] if len(cell) > 2 else colour_at(cell[0], cell[1]) for cell in cells})


def slots(names: list[str], size: int) -> str:
    return " ".join([*names, *["."] * (size - len(names))])


def score(session: Any, seat: int) -> int:
    return int(session.view()["scores"][str(seat)]["total"])


def fire(places: dict[str, Any], score: int = 0) -> Any:
    """A session after seat 1 alone has fired."""
    return game().new(players=2, position={"places": places, "scores": {"1": score}, "phase": "fire", "to_act": [1]})


def last_take(places: dict[str, Any], score: int = 0) -> Any:
    """A session after the last take of a round, by seat 2 and worth nothing; there is no tile for another round."""
    everything = {"kilns": {str(i): [] for i in range(1, 6)}, "shelf": ["tongs"], "bin": [], "pail": [], **places}
    everything["kilns"]["1"] = ["ash"]
    if "tongs" in places.get("breakage", {}).get("1", ""):
        everything["shelf"] = []
    session = game().new(players=2, position={"places": everything, "scores": {"1": score}, "phase": "take", "to_act": [2]})
    session.play("take kiln-1 ash row-2")
    return session


def broken(floor: str) -> str:
    """A breakage row; the vectors sort it, the tongs lie where they fell, which is the same to the cost."""
    return slots([NAMED[piece] for piece in floor], 7)


@of_kind("wall_placement_score")
def test_placement(vector: dict[str, Any]) -> None:
    row, column = vector["position"]["place"]
    tiles = slots([colour_at(row, column)] * (row + 1), row + 1)
    session = fire({"panel": {"1": wall(vector["position"]["occupied"])}, "drying": {"1": {str(row + 1): tiles}}})
    assert session.view()["scores"]["1"]["sources"]["tiles"] == vector["expected"]["points"]
    assert session.view()["places"]["panel"]["1"][row].split()[column] == colour_at(row, column)


@of_kind("floor_penalty_with_clamp")
def test_breakage(vector: dict[str, Any]) -> None:
    given = vector["position"]
    floor = given.get("floor", "a" * given.get("floor_tiles", 0) + "f" * given["marker_included"])
    assert len(floor) == given["floor_pieces"]
    session = fire({"breakage": {"1": broken(floor)}}, given["score_before"])
    assert score(session, 1) == vector["expected"]["score_after"]


@of_kind("last_round_floor_then_bonus")
def test_last_round(vector: dict[str, Any]) -> None:
    given = vector["position"]
    session = last_take({"breakage": {"1": broken(given["floor"])}, "panel": {"1": wall(given["wall"])}}, given["score_before"])
    assert score(session, 1) == vector["expected"]["score_after"]


@of_kind("end_bonus")
def test_bonus(vector: dict[str, Any]) -> None:
    given = vector["position"]
    if "wall" in given:
        cells = wall(given["wall"])
    else:  # given in words: the first row, the first column and all five of the first colour
        cells = panel({(r, c): colour_at(r, c) for r in range(5) for c in range(5) if r == 0 or c == 0 or r == c})
    session = last_take({"panel": {"1": cells}})
    assert session.over
    assert score(session, 1) == vector["expected"]["bonus"]


# ---- drafting --------------------------------------------------------------------------------------------------------


def position(state: dict[str, Any]) -> dict[str, Any]:
    """A state of the vectors as a position of ours."""
    seats = {str(i): seat for i, seat in enumerate(state["players"].values(), 1)}
    tongs = next((f"seat-{i}" for i, seat in seats.items() if "f" in seat["floor"]), None)
    return {
        "players": len(seats),
        "places": {
            "kilns": {str(i): [NAMED[tile] for tile in state["factories"].get(str(i - 1), "")] for i in range(1, 6)},
            "shelf": [NAMED[tile] for tile in state["centre"]],
            "bin": piled(state["bag"]),
            "pail": piled(state["lid"]),
            "drying": {i: {str(n + 1): drying(seat, n) for n in range(5)} for i, seat in seats.items()},
            "breakage": {i: broken(seat["floor"]) for i, seat in seats.items()},
            "panel": {i: fired(seat["wall_colours_by_row"]) for i, seat in seats.items()},
        },
        "variables": {"next_starter": tongs},
        "scores": {i: seat["score"] for i, seat in seats.items()},
        "phase": "take",
        "to_act": ["ABCD".index(state["turn"]) + 1],
    }


def piled(counts: dict[str, int]) -> list[str]:
    return [NAMED[tile] for tile, count in counts.items() for _ in range(count)]


def drying(seat: dict[str, Any], row: int) -> str:
    colour, _, count = seat["pattern_lines"].get(str(row), "ax0").partition("x")
    return slots([NAMED[colour]] * int(count), row + 1)


def fired(by_row: dict[str, str]) -> list[str]:
    colours = {(int(row), (COLOURS.index(NAMED[tile]) + int(row)) % 5): NAMED[tile] for row, tiles in by_row.items() for tile in tiles}
    return panel(colours)


def notation(move: dict[str, str]) -> str:
    source = "shelf" if move["take_from"] == "centre" else f"kiln-{int(move['take_from'].split()[-1]) + 1}"
    row = "breakage" if move["to"] == "floor" else f"row-{move['to'].split()[-1]}"
    return f"take {source} {NAMED[move['colour']]} {row}"


def plain(places: dict[str, Any]) -> dict[str, Any]:
    """Places to compare: what has no order counted, the breakage row too, because the vectors sort it."""
    loose = {"kilns": {i: Counter(tiles) for i, tiles in places["kilns"].items()}}
    loose |= {name: Counter(places[name]) for name in ("shelf", "bin", "pail")}
    loose["breakage"] = {i: Counter(row.split()) for i, row in places["breakage"].items()}
    return {**loose, "drying": places["drying"], "panel": places["panel"]}


def kept_going(vector: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Before and after. Where the move takes the last tiles, one more lies in a kiln, because the vectors stop before the firing."""
    before, after = vector["position"], vector["expected"]
    if after["factories"] or after["centre"].strip("f"):
        return before, after
    tile = next(tile for tile, count in before["bag"].items() if count)

    def with_one_more(state: dict[str, Any]) -> dict[str, Any]:
        return {**state, "factories": {**state["factories"], "4": tile}, "bag": {**state["bag"], tile: state["bag"][tile] - 1}}

    following = "BA"["AB".index(before["turn"])]
    return with_one_more(before), with_one_more({**after, "turn": following})


@of_kind("drafting_move")
def test_drafting(vector: dict[str, Any]) -> None:
    given, expected = kept_going(vector)
    move = notation(vector["move"])
    assert given["turn"] == vector["move"]["player"]
    session = game().new(position=position(given))
    assert move in [str(legal) for legal in session.moves()]
    assert plain(session.view()["places"]) == plain(position(given)["places"]), "the position is not what was given"
    session.play(move)
    after = position(expected)
    view = session.view()
    assert plain(view["places"]) == plain(after["places"])
    assert {seat: sheet["total"] for seat, sheet in view["scores"].items()} == after["scores"]
    assert view["to_act"] == after["to_act"]
    assert view["variables"]["next_starter"] == after["variables"]["next_starter"]
