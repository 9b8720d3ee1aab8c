"""Tiny games written inside a test, compiled and played without a session."""

import tempfile
from pathlib import Path
from typing import Any

import kilnscript
from kilnscript.compile.names import python_name
from kilnscript.engine.faults import Fault
from kilnscript.engine.state import State
from kilnscript.engine.stream import FastStream, Stream

HEAD = "game: tiny\ntitle: Tiny\n"


def load(rules: str, yaml: str = "", players: str = "2") -> Any:
    """A game from the text of its rules and of game.yaml below its head."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.yaml").write_text(f"{HEAD}players: {players}\n{yaml}", encoding="utf-8")
        (Path(folder) / "rules.kiln").write_text(rules, encoding="utf-8")
        return kilnscript.load(folder)


class Tiny:
    """One game under way. Seats count from 0, as in the engine."""

    def __init__(self, rules: str, yaml: str = "", players: int = 2, options: dict[str, Any] | None = None, stream: Stream | None = None):
        game = load(rules, yaml, str(players))
        self.words = game.compiled(players, options)
        self.program = self.words.program
        self.log: list[Any] = []
        self.state: State = self.program.begin(FastStream(1) if stream is None else stream, self.log)

    def __getattr__(self, name: str) -> Any:
        """What a function of the rules gives now, the value of a variable, or a part of the state."""
        if name in self.program.game.functions:
            self.state.steps = 0
            return self.program.names[python_name(name)](self.state)
        own = name in self.program.game.declarations.variables
        return getattr(self.state, python_name(name) if own else name)

    @property
    def moves(self) -> list[str]:
        return [self.words.notation(self.state, move) for move in self.program.moves(self.state)]

    def moves_of(self, seat: int) -> list[str]:
        return [self.words.notation(self.state, move) for move in self.program.moves(self.state, seat)]

    def play(self, *notations: str, seat: int | None = None) -> None:
        for notation in notations:
            found = self.program.moves(self.state, seat)
            named = {self.words.notation(self.state, move): move for move in found}
            assert notation in named, f"{notation} is not among {list(named)}"
            self.program.play(self.state, named[notation], seat)

    def why(self, notation_of: tuple[Any, ...], seat: int | None = None) -> str | None:
        """The author's words against a raw move, without their holes; None when it is legal, "" where there are none."""
        refusal = self.program.refuse(self.state, notation_of, seat)
        if refusal is None:
            return None
        return "" if refusal.text is None else "".join(part for part in refusal.text.parts if isinstance(part, str))

    def contents(self, place: str, *keys: int) -> tuple[int, ...]:
        found: tuple[int, ...] = self.program.contents(self.state, self.program.world.by_keys[place, keys])
        return found

    def words_in(self, place: str, *keys: int) -> list[str]:
        return [self.words.texts.notation.piece(piece, self.state) for piece in self.contents(place, *keys)]


def values(functions: dict[str, str], yaml: str = "", setup: str = "", players: int = 2) -> dict[str, Any]:
    """What expressions give, each as the one result of a function, after a setup."""
    return {name: getattr(game, name) for game in [table(functions, yaml, setup, players)] for name in functions}


def table(functions: dict[str, str], yaml: str = "", setup: str = "", players: int = 2) -> Tiny:
    """A game without moves that has laid out its pieces."""
    rules = f"setup:\n{indented(setup)}\n" if setup else ""
    rules += 'play:\n    seat(1) must:\n        action wait: log "…"\n'
    rules += "".join(f"function {name} = {expression}\n" for name, expression in functions.items())
    return Tiny(rules, yaml, players)


def indented(text: str) -> str:
    return "\n".join("    " + line if line.strip() else line for line in text.strip("\n").splitlines())


def fault_of(action: Any) -> Any:
    """The diagnostic of the fault that an action ends in."""
    try:
        action()
    except Fault as fault:
        return fault.diagnostic
    raise AssertionError("no fault")
