"""What is to be played: settings, bots, games and a seed → every game by its number, with its own seed and the bots of its seats."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kilnscript.bots.registry import read_bot
from kilnscript.engine.stream import HashStream
from kilnscript.session.chance import Seed, read_seed
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game
from kilnscript.session.settings import Plain, plain_options, read_options, read_players

MOST_GAMES = 10_000_000
MOST_SETTINGS = 500
MOST_BOTS = 20


@dataclass(frozen=True, slots=True)
class Setting:
    """A number of seats and the value of every option, as JSON data. ``varied``: the options that differ between settings of the plan."""

    players: int
    options: Mapping[str, Plain]
    varied: tuple[str, ...] = ()

    def __str__(self) -> str:
        """``3 players, target 14``."""
        shown = [f"{name.replace('_', ' ')} {said(self.options[name])}" for name in self.varied]
        return ", ".join([f"{self.players} player{'' if self.players == 1 else 's'}", *shown])

    def plain(self) -> dict[str, Any]:
        return {"players": self.players, "options": dict(self.options)}


def said(value: Plain) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Plan:
    """``games`` of every setting. Game N (from 1) of each setting has the seed ``"SEED/N"``; see ``seed_of`` and ``bots_of``.

    ``common``: the chance of game N comes from its seed and the number of players alone, whatever the rules and options: games to be
    compared then begin alike as far as their rules do. Such a game is no session that can be begun by hand.
    """

    settings: tuple[Setting, ...]
    games: int
    bots: tuple[str, ...]
    seed: Seed
    common: bool = False

    def seed_of(self, number: int) -> str:
        """The seed of game N is the plan's seed, a stroke and N in decimal: with it and the setting the same start can be played by hand.
        The bot on seat K draws its own chance from Python's ``random.Random("SEED/N K")``."""
        return f"{self.seed}/{number}"

    def common_stream(self, players: int, number: int) -> HashStream:
        """The key is SHA-256 of the lines ``kilnscript common stream 1``, ``seed SEED/N``, ``players K``, as in ``chance.stream_key``."""
        lines = ("kilnscript common stream 1", f"seed {self.seed_of(number)}", f"players {players}")
        return HashStream(hashlib.sha256("".join(line + "\n" for line in lines).encode()).digest())

    def bots_of(self, players: int, number: int) -> tuple[str, ...]:
        """The bots move up one seat from game to game: game N (from 1) has bot (N - 1 + seat) modulo their number on each seat (from 0)."""
        return tuple(self.bots[(number - 1 + seat) % len(self.bots)] for seat in range(players))

    def numbers(self) -> Iterator[tuple[int, int]]:
        """(index of the setting, number of the game): every setting's first game, then every second one, …"""
        return ((setting, number) for number in range(1, self.games + 1) for setting in range(len(self.settings)))

    @property
    def total(self) -> int:
        return self.games * len(self.settings)

    @property
    def repeatable(self) -> bool:
        """Whether the same plan always gives the same games: not where bots think by the clock."""
        return not any(bot.endswith("s") and ":" in bot for bot in self.bots)

    def plain(self) -> dict[str, Any]:
        common = {"common": True} if self.common else {}
        return {"games": self.games, "seed": self.seed, "bots": list(self.bots), **common, "settings": [s.plain() for s in self.settings]}


def make_plan(
    game: Game,
    games: int,
    players: Sequence[object] | None = None,
    options: Mapping[str, Sequence[object]] | None = None,
    bots: Sequence[str] = ("random",),
    seed: object = 1,
) -> Plan:
    """``players``: the fewest, if left out; ``options``: for each name the values to be tried, every combination is a setting of its own;
    the others have their defaults. Raises UsageError."""
    if not isinstance(games, int) or isinstance(games, bool) or not 1 <= games <= MOST_GAMES:
        raise UsageError(f"the number of games goes from 1 to {MOST_GAMES}, not {games!r}")
    if not 1 <= len(bots) <= MOST_BOTS:
        raise UsageError(f"between 1 and {MOST_BOTS} bots can play, not {len(bots)}")
    for bot in bots:
        read_bot(bot, lambda: 0.0)
    used = read_seed(seed)
    if len(str(used)) > 180:
        raise UsageError("this seed is too long: up to 180 characters")
    declarations = game.model.declarations
    given = dict(options or {})
    for name, values in given.items():
        if not values:
            raise UsageError(f"option `{name}` has no value to be tried")
    settings: dict[tuple[object, ...], Setting] = {}
    varied = tuple(name for name, values in given.items() if len(values) > 1)
    for count in [None] if players is None else players:
        number = read_players(declarations, count)
        for combination in itertools.product(*given.values()):
            read = read_options(declarations, number, dict(zip(given, combination, strict=True)))
            plain = plain_options(declarations, number, read)
            settings.setdefault((number, *plain.items()), Setting(number, plain, varied))
            if len(settings) > MOST_SETTINGS:
                raise UsageError(f"these are more than {MOST_SETTINGS} combinations of players and options")
    return Plan(tuple(settings.values()), games, tuple(bots), used)
