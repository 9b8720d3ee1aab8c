"""`kiln docs GAME [--markdown DIR]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from kilnscript.session.errors import UsageError
from kilnscript.session.game import load


def run(arguments: argparse.Namespace) -> int:
    from kilnscript.publish.pages.build import page
    from kilnscript.publish.pages.markdown import markdown

    found = page(load(arguments.game).model)
    text = markdown(found)
    if arguments.markdown is None:
        print(text, end="")
        return 0
    folder = Path(arguments.markdown)
    file = folder / f"{found.name}.md"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except FileExistsError:
        raise UsageError(f"`{folder}` is a file; `--markdown` wants a folder") from None
    except OSError as error:
        raise UsageError(f"`{file}` cannot be written: {error.strerror or error}") from None
    print(f"wrote {file}")
    return 0
