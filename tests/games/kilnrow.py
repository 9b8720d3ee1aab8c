"""Positions of Kilnrow for its tests."""

from functools import cache
from typing import Any

import kilnscript
from tests.games.shelf import RULES


@cache
def game() -> Any:
    return kilnscript.load(RULES / "kilnrow")


def turn(
    racks: dict[int, str], melds: list[str] | None = None, opened: bool = True, seat: int = 1, pool: str | None = None, **options: Any
) -> Any:
    """A session where a seat is to take its turn. ``racks`` and ``melds``: their tiles; ``pool`` None: all that is left over."""
    players = options.pop("players", max(2, *racks))
    program = game().program(players)
    family = len(program.world.family["melds"])
    table = {str(i): (melds or [])[i - 1].split() if i <= len(melds or []) else [] for i in range(1, family + 1)}
    held = {str(i): racks.get(i, "").split() for i in range(1, players + 1)}
    places: dict[str, Any] = {"rack": held, "melds": table, "holding": [], "pool": pool.split() if pool is not None else []}
    if pool is None:
        places["pool"] = left_over([tile for tiles in (*held.values(), *table.values()) for tile in tiles])
    position = {
        "places": places,
        "variables": {"opened": {str(i): opened for i in range(1, players + 1)}},
        "phase": "turn",
        "to_act": [seat],
    }
    return game().new(players=players, options=options, position=position, seed=1)


def left_over(used: list[str]) -> list[str]:
    tiles = [f"{colour}{number}" for colour in "RKBY" for number in range(1, 14)] * 2 + ["*", "*"]
    for tile in used:
        tiles.remove(tile)
    return tiles


def lay(session: Any, melds: list[str]) -> None:
    """Lays new melds from the rack, tile by tile."""
    for meld in melds:
        place = "new"
        for tile in meld.split():
            session.play(f"lay {tile} {place}")
            place = last_used(session)


def last_used(session: Any) -> str:
    return "meld-" + max((number for number, tiles in session.view()["places"]["melds"].items() if tiles), key=int)


def rack(session: Any, seat: int) -> list[str]:
    tiles: list[str] = session.view()["places"]["rack"][str(seat)]
    return tiles


def melds(session: Any) -> dict[str, list[str]]:
    return {number: tiles for number, tiles in session.view()["places"]["melds"].items() if tiles}


def totals(session: Any) -> list[int]:
    return [score["total"] for score in session.view()["scores"].values()]
