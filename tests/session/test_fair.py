"""Fair games: the fingerprint before, the secret after, and a verifier written from the documentation alone."""

import hashlib
import hmac
import random
import re

import pytest

import kilnscript
from kilnscript.session.fair import fresh_secret


def independent(record: str) -> tuple[str, list[int]]:
    """The fingerprint and the first integers of the stream, from nothing but a record and the description in session/fair.py."""
    head = dict(re.findall(r"^(game|rules|version|players|fingerprint): (.*)$", record, re.M))
    setting = f"rules {head['rules']}\nversion {head['version']}\nplayers {head['players']}\n"
    setting += "".join(f"option {name} {value}\n" for name, value in re.findall(r"^option (\S+): (.*)$", record, re.M))
    (secret,) = re.findall(r"^secret: (.*)$", record, re.M)
    nonces = "".join(f"nonce {seat} {text}\n" for seat, text in re.findall(r"^nonce (\d+): (.*)$", record, re.M))
    fingerprint = hashlib.sha256(f"kilnscript fingerprint 1\nsecret {secret}\n{setting}".encode()).hexdigest()
    key = hashlib.sha256(f"kilnscript fair stream 1\nsecret {secret}\n{setting}{nonces}".encode()).digest()
    numbers = []
    for block in range(40):
        digest = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        numbers += [int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8)]
    return fingerprint, numbers


def below(numbers: list[int], n: int) -> int:
    if n == 1:
        return 0
    while (x := numbers.pop(0)) >= 2**64 - 2**64 % n:
        pass
    return x % n


def played(nonces: dict[int, str] | None = None) -> tuple[str, kilnscript.Session]:
    begun = kilnscript.load("glazewick").commit(2)
    session = begun.start(nonces)
    choice = random.Random(5)
    while not session.over:
        assert session.secret is None
        session.play(choice.choice(session.moves()))
    return begun.fingerprint, session


def test_a_stranger_can_verify() -> None:
    """Seat 1 or 2 begins, then four tiles for each of five kilns are drawn from the hundred in the bin, in the order of their numbers."""
    shown, session = played({1: "marmalade", 2: "überraschend"})
    fingerprint, numbers = independent(session.record())
    assert fingerprint == shown == session.fingerprint
    starter = below(numbers, 2) + 1
    bin_ = [colour for colour in ("cobalt", "celadon", "saffron", "oxblood", "ash") for _ in range(20)]
    kilns = [sorted(bin_.pop(below(numbers, len(bin_))) for _ in range(4)) for _ in range(5)]
    session.undo(len(session.history))
    view = session.view()
    assert view["to_act"] == [starter]
    assert [sorted(view["places"]["kilns"][str(i)]) for i in range(1, 6)] == kilns


def test_replay_and_tampering() -> None:
    _, session = played({2: "tea"})
    record = session.record()
    assert kilnscript.replay(record).record() == record
    for wrong, said in (
        (record.replace("nonce 2: tea", "nonce 2: ten"), "does not stand as it was recorded|is not legal"),
        (re.sub(r"secret: .*", f"secret: {fresh_secret()}", record), "does not fit the fingerprint"),
        (re.sub(r"result: .*", "result: drawn 1+2", record), "the result is"),
        (re.sub(r"\nsecret: .*", "", record), "its secret is not known"),
        (re.sub(r"secret: .*", "secret: no", record), "64 hexadecimal digits"),
        (re.sub(r"rules: .", "rules: x", record), "the rules are not those of the record"),
    ):
        if "rules: x" in wrong:
            told: list[str] = []
            kilnscript.replay(wrong, warn=told.append)
            assert said in told[0]
            continue
        with pytest.raises(kilnscript.UsageError, match=said):
            kilnscript.replay(wrong)


def test_nothing_leaks_before_the_end() -> None:
    begun = kilnscript.load("glazewick").commit(2, secret="0f" * 32)
    session = begun.start({1: "word"})
    for text in (str(session.view()), str(session.view(1)), session.record(), str(session.log())):
        assert "0f0f0f" not in text
    with pytest.raises(kilnscript.UsageError, match="one line of text"):
        begun.start({1: "two\nlines"})
    with pytest.raises(kilnscript.UsageError, match="seats go from 1 to 2"):
        begun.start({3: "x"})
