"""Facts of games ↔ a file: a line that says what is played, then one line for each game, in the order in which they were done."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game
from kilnscript.simulation.facts import GameFacts, facts_of
from kilnscript.simulation.plan import Plan
from kilnscript.version import __version__

FORMAT = "kilnscript games 1"


def heading(game: Game, plan: Plan) -> dict[str, Any]:
    return {"format": FORMAT, "game": game.name, "rules": game.rules_hash, "version": __version__, **plan.plain()}


class Kept:
    """A file of games. It is written line by line, so that what is done stays whatever happens; a line broken off is left out when read."""

    def __init__(self, path: Path, game: Game, plan: Plan, go_on: bool) -> None:
        """Raises UsageError where the file cannot be used for this plan."""
        self.path = path
        self.games: dict[tuple[int, int], GameFacts] = {}
        self.file: IO[str] | None = None
        try:
            if go_on:
                self.go_on(game, plan)
            else:
                self.file = path.open("x", encoding="utf-8")
                self.write(heading(game, plan))
        except FileExistsError:
            raise UsageError(f"`{path}` is there already; `--resume {path}` goes on with it") from None
        except OSError as error:
            raise UsageError(f"`{path}` cannot be used: {error.strerror or error}") from None

    def go_on(self, game: Game, plan: Plan) -> None:
        text = self.path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        found, games = read_games(self.path, whole)
        wanted = json.loads(json.dumps(heading(game, plan)))
        for name in ("game", "rules", "seed", "bots", "settings", "common"):
            if found.get(name) != wanted.get(name):
                raise UsageError(f"`{self.path}` cannot be gone on with: {differs(name, found.get(name), wanted.get(name))}")
        self.games = {facts.key: facts for facts in games if facts.setting < len(plan.settings) and facts.number <= plan.games}
        self.file = self.path.open("r+", encoding="utf-8")
        self.file.truncate(len(whole))
        self.file.seek(0, 2)

    def write(self, data: Mapping[str, Any]) -> None:
        assert self.file is not None
        self.file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
        self.file.flush()

    def add(self, facts: GameFacts) -> None:
        self.games[facts.key] = facts
        self.write(facts.plain())

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


def read_games(path: Path, text: bytes) -> tuple[dict[str, Any], list[GameFacts]]:
    """The heading and the games. Raises UsageError."""
    lines = text.decode("utf-8", "replace").splitlines()
    try:
        head = json.loads(lines[0]) if lines else None
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise UsageError(f'`{path}` is no file of games: it does not begin with a line that says "format": "{FORMAT}"')
    games = []
    for number, line in enumerate(lines[1:], 2):
        try:
            games.append(facts_of(json.loads(line)))
        except (ValueError, TypeError, RecursionError):
            raise UsageError(f"`{path}`, line {number}: this is no game as `kiln simulate` writes it") from None
    return head, games


def differs(name: str, found: Any, wanted: Any) -> str:
    match name:
        case "rules":
            return f"the rules have changed since (its games are of {str(found)[:12]}, these rules are {str(wanted)[:12]})"
        case "settings":
            return "its games have other players or options"
        case "common":
            return "`kiln simulate` and `kiln compare` draw chance in different ways, and this file is of the other"
        case _:
            return f"its {name} {'are' if name == 'bots' else 'is'} {shown(found)}, not {shown(wanted)}"


def shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else f"`{str(value)[:60]}`"
