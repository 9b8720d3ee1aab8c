"""Names of rule files → names in the generated Python."""

from __future__ import annotations

import builtins
import keyword

# Names the generated code uses itself: the state, frames, and what the run-time support brings all start with "_" or are listed here.
TAKEN = frozenset(dir(builtins)) | frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | {"s", "frame", "out"}


def python_name(name: str) -> str:
    """The rule file's own name wherever Python allows it. Different names never meet: others are spelt out in hexadecimal."""
    if not name.isascii():  # Python folds compatible letters together, rule files do not
        return "u_" + "_".join(f"{ord(c):x}" for c in name)
    if name in TAKEN or name.startswith("_") or name.startswith("u_") or name.endswith("_"):
        return name + "_"
    return name
