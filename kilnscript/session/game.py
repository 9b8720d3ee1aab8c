"""A loaded game: what it is called, who may play it, and new sessions of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kilnscript.diagnostics import Diagnostic
from kilnscript.engine.program import Program
from kilnscript.engine.stream import HashStream
from kilnscript.model.game import Game as Model
from kilnscript.session.chance import Seed, fresh_seed, read_seed, session_stream
from kilnscript.session.errors import RuleErrors, UsageError
from kilnscript.session.fair import Fairness, fairness, fresh_secret, read_nonces
from kilnscript.session.moves import MoveWords
from kilnscript.session.notation import Notation
from kilnscript.session.session import Session
from kilnscript.session.settings import Plain, plain_options, read_options, read_players, written
from kilnscript.session.texts import Texts


class Game:
    """Rules that can be played. Made by ``load``; compiled once for every player count and choice of options, when first wanted."""

    def __init__(self, model: Model, sources: Mapping[str, str], diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        self.model = model
        self.sources = dict(sources)
        self.diagnostics = diagnostics  # warnings and notes of loading
        self._compiled: dict[tuple[int, tuple[tuple[str, Plain], ...]], MoveWords] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def name(self) -> str:
        return self.model.declarations.name

    @property
    def title(self) -> str:
        return self.model.declarations.title

    @property
    def players(self) -> range:
        """The player counts it is made for."""
        low, high = self.model.declarations.players
        return range(low, high + 1)

    @property
    def options(self) -> dict[str, dict[str, Any]]:
        """For every option its title, values, default and text, as game.yaml writes them."""
        return {
            name: {
                "title": option.title,
                "values": [written(value) for value in option.values],
                "default": written(option.default),
                "text": option.text,
            }
            for name, option in self.model.declarations.options.items()
        }

    @property
    def rules_hash(self) -> str:
        """SHA-256 over the rule files, in hexadecimal."""
        return self.model.rules_hash

    def compiled(self, players: int | None = None, options: Mapping[str, object] | None = None) -> MoveWords:
        """The compiled game and its words. Raises UsageError, and NotSupported for rules this version cannot play."""
        count = read_players(self.model.declarations, players)
        if options is not None and not isinstance(options, Mapping):
            raise UsageError("options are a mapping from names to values")
        values = read_options(self.model.declarations, count, options or {})
        key = (count, tuple(plain_options(self.model.declarations, count, values).items()))
        if key not in self._compiled:
            from kilnscript.engine.build import compile_game

            self._compiled[key] = MoveWords(Texts(Notation(compile_game(self.model, count, values))))
        return self._compiled[key]

    def program(self, players: int | None = None, options: Mapping[str, object] | None = None) -> Program:
        """The compiled game itself (its flow graph, generated source and raw moves)."""
        return self.compiled(players, options).program

    def new(
        self,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: Seed | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> Session:
        """A new session.

        ``players``: the fewest, if left out. ``options``: those left out have their defaults; values as in game.yaml or JSON. ``seed``: a
        whole number or a short text; unpredictable, if left out. ``position``: plain data in the shape of ``Session.view()``, whole or in
        part; it may give players and options too. What it leaves out stays as the start of the game has it.

        Raises UsageError, Fault (the rules themselves fail), NotSupported.
        """
        from kilnscript.session.position import position_settings, state_from

        if position is not None:
            players, options = position_settings(self.model.declarations, position, players, options)
        words = self.compiled(players, options)
        used = fresh_seed() if seed is None else read_seed(seed)
        stream = self.stream(words.program, used)
        state = words.program.begin(stream, []) if position is None else state_from(words, stream, position)
        return Session(self, words, used, state, None if position is None else dict(position))

    def commit(self, players: int | None = None, options: Mapping[str, object] | None = None, secret: str | None = None) -> FairStart:
        """The beginning of a fair game: ``.fingerprint`` to show at the table, then ``.start(nonces)``. ``secret``: 64 hexadecimal digits;
        unpredictable, if left out. Raises UsageError, NotSupported."""
        words = self.compiled(players, options)
        plain = plain_options(self.model.declarations, words.program.players, words.program.options)
        return FairStart(self, words, fairness(secret or fresh_secret(), {}, self.rules_hash, words.program.players, plain))

    def stream(self, program: Program, seed: Seed) -> HashStream:
        options = plain_options(self.model.declarations, program.players, program.options)
        return session_stream(seed, self.rules_hash, program.players, options)


class FairStart:
    """A fair game that is committed to and has not begun: see session/fair.py."""

    def __init__(self, game: Game, words: MoveWords, committed: Fairness) -> None:
        self.game = game
        self.words = words
        self.committed = committed

    @property
    def fingerprint(self) -> str:
        """SHA-256 in hexadecimal, to be shown before any nonce is chosen."""
        return self.committed.fingerprint

    @property
    def players(self) -> int:
        return self.words.program.players

    def start(self, nonces: Mapping[int, str] | None = None) -> Session:
        """The session; ``nonces`` by seat, from 1. Raises UsageError, Fault."""
        fair = replace(self.committed, nonces=read_nonces(nonces or {}, self.players))
        state = self.words.program.begin(fair.stream, [])
        return Session(self.game, self.words, None, state, None, fair)


def load(folder: str | Path) -> Game:
    """A game from its folder (``rules/kiln``) or a shipped game by its name (``kiln``). Raises RuleErrors with every mistake found."""
    from kilnscript.diagnostics import Severity
    from kilnscript.model.load import load_model

    loaded = load_model(folder)
    errors = [finding for finding in loaded.diagnostics if finding.severity is Severity.ERROR]
    if loaded.game is None or errors:
        raise RuleErrors(loaded.diagnostics, loaded.sources.texts)
    return Game(loaded.game, loaded.sources.texts, tuple(loaded.diagnostics))
