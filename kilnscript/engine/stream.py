"""The one source of chance: integers below n from blocks of HMAC-SHA-256(key, counter)."""

from __future__ import annotations

import hashlib
import hmac
import random
from typing import Protocol


class Stream(Protocol):
    """A stream of random integers; its state is small and copied with the game's."""

    def below(self, n: int) -> int:
        """An integer from 0 to n - 1, every one equally likely; n from 1."""

    def copy(self) -> Stream:
        """A stream that goes on from the same point."""


class HashStream:
    """The documented stream of a session: reproducible in any language.

    Block ``i`` (from 0) is HMAC-SHA-256 with the key over ``i`` as 8 bytes, big end first; it gives four integers of 64 bits, big end
    first. ``below(n)`` takes the next such integer x; if x >= 2**64 - 2**64 % n it is thrown away and the next one taken (so that no value
    is favoured); the answer is x % n. ``below(1)`` takes nothing.
    """

    __slots__ = ("block", "key", "position")

    def __init__(self, key: bytes, position: int = 0) -> None:
        self.key = key
        self.position = position  # integers taken so far
        self.block: tuple[int, bytes] = (-1, b"")

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        limit = 2**64 - 2**64 % n
        while True:
            index, offset = divmod(self.position, 4)
            if self.block[0] != index:
                self.block = (index, hmac.digest(self.key, index.to_bytes(8, "big"), hashlib.sha256))
            x = int.from_bytes(self.block[1][offset * 8 : offset * 8 + 8], "big")
            self.position += 1
            if x < limit:
                return x % n

    def copy(self) -> HashStream:
        other = HashStream(self.key, self.position)
        other.block = self.block
        return other


class FastStream:
    """For playouts of bots, checks and benchmarks: quick, seeded, not verifiable. A copy shares the generator: playouts diverge anyway."""

    __slots__ = ("random",)

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def below(self, n: int) -> int:
        return int(self.random() * n)

    def copy(self) -> FastStream:
        return self
