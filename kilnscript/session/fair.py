"""Commit and reveal: a fingerprint before the game, the secret after it, and chance that anybody can work out again.

Before anything is drawn the table is shown a fingerprint of a secret; then every seat may add a word of its own (a nonce), which the
secret's keeper could not know. Chance comes from both, so that neither side can choose it. When the game is over the secret is shown, and
whoever has the record can check it offline. All of it in bytes:

- The secret is 32 random bytes, written as 64 lower-case hexadecimal digits.
- The *setting* is these lines in UTF-8, each ended by one line feed: ``rules H``, ``version V``, ``players N``, and ``option NAME VALUE``
  for every option in the order declared. H is the rules' hash, V the version of KilnScript, VALUE as game.yaml writes it.
- The fingerprint is SHA-256 over ``kilnscript fingerprint 1``, line feed, ``secret S``, line feed, and the setting; in hexadecimal.
- The key of the stream is SHA-256 over ``kilnscript fair stream 1``, line feed, ``secret S``, line feed, the setting, and ``nonce SEAT
  TEXT``, line feed, for every seat with a nonce, by number. The stream itself is described in ``engine/stream.py``.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from kilnscript.engine.stream import HashStream
from kilnscript.session.errors import UsageError
from kilnscript.session.settings import Plain
from kilnscript.version import __version__

MOST_NONCE = 200


def fresh_secret() -> str:
    """256 unpredictable bits, in hexadecimal."""
    return secrets.token_hex(32)


def read_secret(secret: object) -> str:
    """Raises UsageError for anything but 64 hexadecimal digits."""
    if isinstance(secret, str) and re.fullmatch(r"[0-9a-f]{64}", secret):
        return secret
    raise UsageError("a secret is 64 hexadecimal digits")


def read_nonces(nonces: Mapping[int, str], players: int) -> dict[int, str]:
    """Nonces by seat (from 1): one line of printable text without # each, up to
    200 characters; empty ones are left out. Raises UsageError."""
    found = {}
    for seat, text in sorted(nonces.items()):
        if not isinstance(seat, int) or not 1 <= seat <= players:
            raise UsageError(f"seats go from 1 to {players}, not {seat!r}")
        if not isinstance(text, str) or len(text) > MOST_NONCE or not text.isprintable() or "#" in text:
            raise UsageError(f"the word of seat {seat} is one line of text without #, up to {MOST_NONCE} characters")
        if text.strip():
            found[seat] = text.strip()
    return found


@dataclass(frozen=True, slots=True)
class Fairness:
    """What a fair session was started from. ``nonces`` by seat, from 1."""

    secret: str
    nonces: Mapping[int, str]
    setting: str
    version: str

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(f"kilnscript fingerprint 1\nsecret {self.secret}\n{self.setting}".encode()).hexdigest()

    @property
    def stream(self) -> HashStream:
        words = "".join(f"nonce {seat} {text}\n" for seat, text in sorted(self.nonces.items()))
        return HashStream(hashlib.sha256(f"kilnscript fair stream 1\nsecret {self.secret}\n{self.setting}{words}".encode()).digest())


def fairness(
    secret: str, nonces: Mapping[int, str], rules_hash: str, players: int, options: Mapping[str, Plain], version: str = __version__
) -> Fairness:
    """``options``: the values in effect, in the order declared."""
    lines = [f"rules {rules_hash}", f"version {version}", f"players {players}"]
    for name, value in options.items():
        lines.append(f"option {name} {('yes' if value else 'no') if isinstance(value, bool) else value}")
    return Fairness(read_secret(secret), read_nonces(nonces, players), "".join(line + "\n" for line in lines), version)
