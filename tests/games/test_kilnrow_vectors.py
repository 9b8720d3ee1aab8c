"""Kilnrow against positions of public implementations (tests/data/kilnrow_vectors.json), each played through the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from kilnscript.solver import propose
from tests.games.kilnrow import game, lay, turn

VECTORS = json.loads((Path(__file__).resolve().parents[1] / "data" / "kilnrow_vectors.json").read_text(encoding="utf-8"))["vectors"]


def of_kind(*kinds: str) -> Any:
    found = [vector for vector in VECTORS if vector["kind"] in kinds]
    return pytest.mark.parametrize("vector", found, ids=[vector["id"] for vector in found])


def names(session: Any) -> dict[str, Any]:
    found: dict[str, Any] = session.program.names
    return found


def reading(session: Any, number: int) -> str | None:
    """The pattern that a meld on the table is read as."""
    place = session.program.world.family["melds"][number - 1].number
    found = names(session)["_MATCHER"].of_pieces(session.state, session.state.bags[place], names(session)["meld_patterns"](session.state))
    return None if found is None else list(game().model.declarations.patterns)[found.pattern]


def test_every_kind_is_used() -> None:
    assert {v["kind"] for v in VECTORS} == {
        "meld_validity",
        "multi_meld_validity",
        "opening_total",
        "round_score_zero_sum",
        "max_rack_tiles_placeable",
    }
    assert len(VECTORS) == 109


@of_kind("meld_validity", "multi_meld_validity")
def test_melds(vector: dict[str, Any]) -> None:
    melds = vector["position"].get("melds") or [vector["position"]["meld"]]
    valid = vector["expected"].get("each") or [vector["expected"]["valid"]]
    session = turn({1: " ".join(melds) + " K1" * ("K1" not in " ".join(melds)), 2: ""}, opened=False, opening=0)
    lay(session, melds)
    assert [reading(session, i) is not None for i in range(1, len(melds) + 1)] == valid
    said = session.why("end_turn")
    assert said.legal is all(valid)
    assert said.legal or "every meld" in said.reason
    if "reading" in vector["expected"]:
        assert reading(session, 1) == vector["expected"]["reading"]
        assert names(session)["new_total"](session.state) == vector["expected"]["value"]


@of_kind("opening_total")
def test_openings(vector: dict[str, Any]) -> None:
    melds, expected = vector["position"]["new_melds_from_rack"], vector["expected"]
    session = turn({1: " ".join([*melds, "K1"]), 2: ""}, opened=False)
    lay(session, melds)
    said = session.why("end_turn")
    assert said.legal is expected["opens"]
    assert names(session)["new_total"](session.state) == expected["total"]
    if not expected["opens"]:
        assert f"total {expected['total']}" in said.reason if expected["melds_valid"] else "every meld" in said.reason


@of_kind("round_score_zero_sum")
def test_round_scores(vector: dict[str, Any]) -> None:
    winner = int(vector["position"]["winner"][1:])
    racks = {int(seat[1:]): tiles for seat, tiles in vector["position"]["racks"].items()} | {winner: "K11"}
    session = turn(racks, ["K8 K9 K10"], seat=winner)
    session.play("lay K11 meld-1")
    session.play("end_turn")
    assert session.over
    assert {f"p{seat}": score["total"] for seat, score in session.view()["scores"].items()} == vector["expected"]
    assert session.result.winners == (winner,)


@pytest.mark.parametrize("exact", [True, False], ids=["library", "search"])
@of_kind("max_rack_tiles_placeable")
def test_most_tiles(vector: dict[str, Any], exact: bool) -> None:
    if exact:
        pytest.importorskip("highspy")
    position = vector["position"]
    session = turn({1: position["rack"], 2: ""}, [position["table_tiles"]])
    moves = propose(session.program, session.state, 0, exact=exact)
    laid = 0
    if moves is not None:
        before = session.view()["places"]["rack"]["1"]
        for move in moves[:-1]:
            session.play(session.moves()[[m.raw for m in session.moves()].index(move)])
        laid = len(before) - len(session.view()["places"]["rack"]["1"])
        session.play("end_turn")
    if exact or len(position["rack"]) < 50:
        assert laid == vector["expected"]["max_tiles"]
    else:
        assert laid >= 15  # a search with few steps need not find the best
