"""Small games in all their states: published counts, proofs, and positions from which a game cannot end."""

from pathlib import Path

import kilnscript
from kilnscript.explore import Exploration, explore

YAML = """
game: small
title: Small
players: 2
components:
  stone: {title: Stone, copies: 3}
places:
  heap: {shape: pile, holds: stone, title: Heap}
texts: {goal: Take the last stone.}
"""
RULES = """
setup: move stones to heap

play:
    take turns from seat(1):
        ## Take a stone or put one back. Once the heap holds a single stone, none may be taken.
        player must:
            action take "Take a stone" when count(heap) CONDITION:
                draw 1 from heap to box
                if heap is empty: end game won by player, "no stone is left"
            action wait "Wait":
                log "{player} waits"
"""


def verdicts(found: Exploration) -> dict[str, tuple[str, str | None]]:
    return {v.check: (v.status, v.extent) for v in found.verdicts}


def game(folder: Path, condition: str) -> kilnscript.Game:
    (folder / "game.yaml").write_text(YAML, encoding="utf-8")
    (folder / "rules.kiln").write_text(RULES.replace("CONDITION", condition), encoding="utf-8")
    return kilnscript.load(folder)


def test_tic_tac_toe_is_proved() -> None:
    """5,478 positions, and nine moves at most."""
    found = explore("classics/tic_tac_toe", states=10_000)
    assert found.findings == ()
    told = verdicts(found)
    assert told["every-game-ends"] == ("proved", "all 5478 states of every set-up; the longest game has 9 decisions")
    assert told["no-dead-end"][0] == told["no-fault"][0] == told["all-used"][0] == "proved"


def test_too_many_states_prove_nothing() -> None:
    found = explore("classics/tic_tac_toe", states=1_000)
    assert verdicts(found)["no-dead-end"][0] == "explored"


def test_choices_made_together() -> None:
    assert verdicts(explore("classics/rock_paper_scissors", states=3_000))["no-fault"][0] in ("proved", "explored")


def test_a_game_that_cannot_end_any_more(tmp_path: Path) -> None:
    found = explore(game(tmp_path, "> 1"), states=1_000)
    assert [f.diagnostic.code for f in found.findings] == ["K975"]
    record = found.findings[0].record
    assert record is not None
    assert len(kilnscript.replay(record, game(tmp_path, "> 1")).history) == found.findings[0].moves == 0


def test_positions_that_come_again_prove_no_end(tmp_path: Path) -> None:
    found = explore(game(tmp_path, "> 0"), states=1_000)
    assert found.findings == ()
    told = verdicts(found)
    assert told["every-game-ends"][0] == "explored" and told["no-dead-end"][0] == "explored", "the rules draw stones: that might be chance"
