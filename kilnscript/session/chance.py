"""Seeds and the key of a session's stream of chance."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

from kilnscript.engine.stream import HashStream
from kilnscript.session.errors import UsageError
from kilnscript.session.settings import Plain

Seed = int | str


def fresh_seed() -> int:
    """An unpredictable seed below 2**63, for games that name none."""
    return secrets.randbelow(2**63)


def read_seed(seed: object) -> Seed:
    """A whole number, or one line of text without # or blanks at its ends, up to 200 characters. Raises UsageError."""
    if isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < 10**200:
        return seed
    if isinstance(seed, str) and 0 < len(seed) <= 200 and seed.isprintable() and seed == seed.strip() and "#" not in seed:
        return int(seed) if seed.lstrip("-").isdigit() and seed.isascii() and str(int(seed)) == seed else seed
    raise UsageError("a seed is a whole number, or a short text without #")


def stream_key(seed: Seed, rules_hash: str, players: int, options: Mapping[str, Plain]) -> bytes:
    """The key of ``HashStream``: SHA-256 of these lines in UTF-8, each ended by one line feed.

    ``kilnscript stream 1``, ``seed S``, ``rules H``, ``players N``, then ``option NAME VALUE`` for every option in the order declared. S is
    the seed (a number in decimal), H the rules' hash in lower-case hexadecimal, VALUE the option's value in effect as game.yaml writes it
    (``yes``, ``no``, ``off``, a number in decimal, or a name).
    """
    lines = ["kilnscript stream 1", f"seed {seed}", f"rules {rules_hash}", f"players {players}"]
    for name, value in options.items():
        text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        lines.append(f"option {name} {text}")
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).digest()


def session_stream(seed: Seed, rules_hash: str, players: int, options: Mapping[str, Plain]) -> HashStream:
    return HashStream(stream_key(seed, rules_hash, players, options))
