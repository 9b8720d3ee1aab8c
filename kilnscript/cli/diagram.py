"""`kiln diagram GAME [--phase PHASE] [--format dot|svg|png] [--out FILE]`."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches
from pathlib import Path

from kilnscript.session.errors import UsageError
from kilnscript.session.game import load


def run(arguments: argparse.Namespace) -> int:
    from kilnscript.publish.diagram import dot
    from kilnscript.publish.graphviz import NoPicture, drawn

    model = load(arguments.game).model
    phase = arguments.phase
    if phase is not None and phase not in model.phases:
        near = get_close_matches(phase, model.phases, 1)
        known = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(f'`{name}`' for name in model.phases) or 'none'}"
        raise UsageError(f"{arguments.game} has no phase `{phase[:40]}`; {known}")
    text = dot(model, phase)
    try:
        data = text.encode() if arguments.format == "dot" else drawn(text, arguments.format)
    except NoPicture as error:
        raise UsageError(f"{error}; `--format dot` needs none") from None
    if arguments.out is not None:
        try:
            Path(arguments.out).write_bytes(data)
        except OSError as error:
            raise UsageError(f"`{arguments.out}` cannot be written: {error.strerror or error}") from None
        print(f"wrote {arguments.out}")
    elif arguments.format == "png" and sys.stdout.isatty():
        raise UsageError("a picture is no text: write it to a file with `--out FILE`")
    elif arguments.format == "png":
        sys.stdout.buffer.write(data)
    else:
        print(data.decode(), end="")
    return 0
