"""Positions of other notations as positions of ours: the reference programs of Kiln and Glazewick, and FEN for chess.

What they give has the shape of a view and goes to ``Game.new(position=…)``.
"""

from collections.abc import Iterable
from typing import Any


def engine_of(session: Any) -> tuple[Any, Any]:
    """The compiled program and a state of its own, for counting without the costs of a session."""
    return session.program, session.state.copy()


def rows(signs: Iterable[str]) -> list[str]:
    """``["RB.", …]`` with a blank between the signs."""
    return [" ".join(row) for row in signs]


def kiln(given: dict[str, Any]) -> dict[str, Any]:
    """From the format of tests/data/perft.json."""
    position = {
        "players": given["players"],
        "options": given["options"],
        "places": {
            "kiln": rows(given["kiln"]),
            "outer": given["outer"],
            "warehouse": {colour: rows(lines) for colour, lines in given["warehouse"].items()},
        },
        "variables": {
            "outer_at": given["outer_at"],
            "colours": given["colours"],
            "extra_turn": given["extra_turn"],
            "earned": given["extra_earned"],
        },
        "scores": given["score"],
        "phase": given["phase"],
        "to_act": [given["player"]],
    }
    return position if given["colour"] is None else {**position, "arguments": [given["colour"]]}


def glazewick(given: dict[str, Any]) -> dict[str, Any]:
    """From the format of tests/data/perft.json. Its numbers never come to a refill, so that the order of the bin does not matter."""
    colours = ["cobalt", "celadon", "saffron", "oxblood", "ash"]

    def panel(lines: list[str]) -> list[str]:
        return [" ".join(colours[(c - r) % 5] if sign == "#" else "." for c, sign in enumerate(line)) for r, line in enumerate(lines)]

    def row(tiles: list[str], size: int) -> str:
        return " ".join([*tiles, *["."] * (size - len(tiles))])

    seats = {str(i): seat for i, seat in enumerate(given["seats"], 1)}
    return {
        "players": given["players"],
        "places": {
            "kilns": {str(i): tiles for i, tiles in enumerate(given["kilns"], 1)},
            "shelf": [*given["shelf"], *(["tongs"] if given["tongs"] == "shelf" else [])],
            "bin": given["bin"],
            "pail": given["pail"],
            "drying": {i: {str(n): row(tiles, n) for n, tiles in enumerate(seat["rows"], 1)} for i, seat in seats.items()},
            "breakage": {i: row(seat["breakage"], 7) for i, seat in seats.items()},
            "panel": {i: panel(seat["panel"]) for i, seat in seats.items()},
        },
        "variables": {
            "starter": f"seat-{given['starter']}",
            "next_starter": None if given["tongs"] == "shelf" else f"seat-{given['tongs']}",
        },
        "scores": {i: seat["score"] for i, seat in seats.items()},
        "phase": given["phase"],
        "to_act": [given["player"]],
    }


def chess(fen: str) -> dict[str, Any]:
    board, side, rights, passed, quiet, _ = fen.split()
    lines = ["".join("." * int(sign) if sign.isdigit() else sign for sign in line) for line in board.split("/")]
    corners = {"K": ("1", "h1"), "Q": ("1", "a1"), "k": ("2", "h8"), "q": ("2", "a8")}
    held: dict[str, list[str]] = {"1": [], "2": []}
    for sign in rights.replace("-", ""):
        seat, corner = corners[sign]
        held[seat].append(corner)
    return {
        "places": {"board": rows(lines)},
        "variables": {"rights": held, "passed": None if passed == "-" else passed, "quiet": int(quiet), "seen": []},
        "phase": "turn",
        "to_act": [1 if side == "w" else 2],
    }
