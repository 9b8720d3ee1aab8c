"""The key of a session's stream is documented to the byte."""

from __future__ import annotations

import hashlib

from kilnscript.session.chance import stream_key


def test_the_bytes_of_a_key() -> None:
    text = "kilnscript stream 1\nseed 7\nrules abc\nplayers 3\noption target 14\noption mess yes\noption timer off\n"
    assert stream_key(7, "abc", 3, {"target": 14, "mess": True, "timer": "off"}) == hashlib.sha256(text.encode()).digest()
