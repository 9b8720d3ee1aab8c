"""The documented stream of chance: the same numbers in any language, every value equally likely."""

import hashlib
import struct
from collections import Counter

from kilnscript.engine.stream import FastStream, HashStream


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, written out, so that nothing is shared with the implementation but SHA-256 itself."""
    padded = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


def integers(key: bytes, count: int) -> list[int]:
    found: list[int] = []
    block = 0
    while len(found) < count:
        found += struct.unpack(">4Q", hmac_sha256(key, struct.pack(">Q", block)))
        block += 1
    return found[:count]


def test_a_known_vector() -> None:
    """RFC 4231, test case 2, holds the helper above to the standard."""
    digest = hmac_sha256(b"Jefe", b"what do ya want for nothing?")
    assert digest.hex() == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


def test_numbers_are_those_of_the_documented_derivation() -> None:
    for key in (b"", b"seed", bytes(range(32)), b"k" * 100):
        stream = HashStream(key)
        taken = iter(integers(key, 200))
        for n in (2, 6, 37, 1000, 2**32 + 1, 3) * 10:
            x = next(taken)
            while x >= 2**64 - 2**64 % n:
                x = next(taken)
            assert stream.below(n) == x % n


def test_a_number_that_would_favour_a_value_is_thrown_away() -> None:
    n = 2**63 + 1  # almost every second integer is too large
    stream, taken = HashStream(b"x"), integers(b"x", 60)
    wanted = [x % n for x in taken if x < n]
    assert len(wanted) < 50
    assert [stream.below(n) for _ in wanted] == wanted


def test_one_value_takes_nothing() -> None:
    stream = HashStream(b"x")
    assert [stream.below(1) for _ in range(5)] == [0] * 5
    assert stream.position == 0


def test_a_copy_goes_on_from_the_same_point() -> None:
    stream = HashStream(b"x")
    for n in range(7):
        stream.below(10)
        other = stream.copy()
        again = HashStream(b"x", stream.position)
        assert [stream.below(100) for _ in range(9)] == [other.below(100) for _ in range(9)] == [again.below(100) for _ in range(9)]
        assert n < stream.position == other.position


def test_values_are_equally_likely() -> None:
    for stream in (HashStream(b"even"), FastStream(3)):
        counts = Counter(stream.below(7) for _ in range(7000))
        assert set(counts) == set(range(7))
        assert max(counts.values()) < 1200 and min(counts.values()) > 800


def test_the_fast_stream_is_seeded() -> None:
    assert [FastStream(5).below(100) for _ in range(3)] == [FastStream(5).below(100) for _ in range(3)]
    one, other = FastStream(5), FastStream(6)
    assert [one.below(1000) for _ in range(9)] != [other.below(1000) for _ in range(9)]
