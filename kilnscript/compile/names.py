"""Names of rule files → names in the generated Python."""

from __future__ import annotations

import builtins
import keyword

# Names the generated code uses itself: the state, frames, and what the run-time support brings start with "_" or are listed here.
FIELDS = (
    "at occupied marks place_of cell_of bags piles tokens shown score points sheet player stack decision deciders chosen start over "
    "winners reason stream log legal next_turn passes steps acting passing later"
).split()  # of every state, beside the variables of a game; engine/state.py says what they hold
SLOTS = frozenset(FIELDS) | {"copy", "become", "reset_variables"}
TAKEN = (
    frozenset(dir(builtins)) | frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | SLOTS
    | {"s", "frame", "out", "n", "offer", "move", "chosen", "scoring", "rank", "BLOCKS", "State"}
)  # fmt: skip
PREFIXES = ("moves_", "act_", "do_", "refuse_", "try_", "domain_", "block_", "play_at_", "value_", "cells_")


def python_name(name: str) -> str:
    """The rule file's own name wherever Python allows it. Different names never meet: others are spelt out in hexadecimal."""
    if not name.isascii():  # Python folds compatible letters together, rule files do not
        return "u_" + "_".join(f"{ord(c):x}" for c in name)
    if name in TAKEN or name.startswith(("_", "u_", *PREFIXES)) or name.endswith("_"):
        return name + "_"
    return name
