"""`kiln play … --record-example NAME`: a session that was played becomes an example, printed or added to a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game
from kilnscript.session.session import Session


def check(arguments: argparse.Namespace, game: Game) -> None:
    """What can be told before anything is played. Raises UsageError."""
    if arguments.record_example is not None:
        from kilnscript.session.scenario import check_name

        check_name(game, arguments.record_example)
    elif arguments.example_file is not None:
        raise UsageError("`--example-file` says where an example goes: give its name with `--record-example NAME`")
    if arguments.example_file is not None:
        path = Path(arguments.example_file)
        if path.is_dir() or not path.absolute().parent.is_dir():
            raise UsageError(f"`{path}` cannot be a file for examples")


def write(arguments: argparse.Namespace, session: Session) -> int:
    """The exit status: 1 where there is no example to write."""
    if arguments.record_example is None:
        return 0
    from kilnscript.session.scenario import scenario

    try:
        found = scenario(session, arguments.game, arguments.record_example)
        if arguments.example_file is None:
            print(f"\n{found.text}", end="")
        else:
            add(Path(arguments.example_file), found.text)
    except UsageError as error:
        sys.stdout.flush()
        print(f"kiln: no example is written: {error}", file=sys.stderr)
        return 1
    if (found.begin, found.end) != (0, session.now):
        said = f"the example plays moves {found.begin + 1} to {found.end} of {session.now}: "
        said += "it begins after what a setup asks for, and ends before what hangs on luck"
        sys.stdout.flush()
        print(f"note: {said}", file=sys.stderr)
    return 0


def add(path: Path, text: str) -> None:
    """Behind what stands in the file. Raises UsageError."""
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        gap = "" if not before else "\n" if before.endswith("\n") else "\n\n"
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(gap + text)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"`{path}` cannot be written: {error}") from None
    print(f"{path}: the example is added")
