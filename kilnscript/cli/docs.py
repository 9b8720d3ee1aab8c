"""`kiln docs GAME [--markdown DIR]`, `kiln docs build [FOLDER] [--out DIR]`, `kiln docs serve [FOLDER] [--address HOST:PORT]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kilnscript.session.errors import UsageError
from kilnscript.session.game import load


def run(arguments: argparse.Namespace) -> int:
    if arguments.game in ("build", "serve"):
        return site(arguments)
    for given, name in ((arguments.folder, "FOLDER"), (arguments.out, "--out"), (arguments.address, "--address")):
        if given is not None:
            raise UsageError(f"{name} goes with `kiln docs build` or `kiln docs serve`")
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


def site(arguments: argparse.Namespace) -> int:
    """Builds a site, or serves one until Ctrl-C."""
    from kilnscript.publish.site.build import BuildFailed, build, serve

    folder = Path(arguments.folder or ".")
    if arguments.markdown is not None:
        raise UsageError(f"`--markdown` goes with a game, not with `kiln docs {arguments.game}`")
    try:
        if arguments.game == "serve":
            if arguments.out is not None:
                raise UsageError("`--out` goes with `kiln docs build`; `kiln docs serve` writes nothing that stays")
            serve(folder, arguments.address or "127.0.0.1:8000")
            return 0
        if arguments.address is not None:
            raise UsageError("`--address` goes with `kiln docs serve`")
        built = build(folder, None if arguments.out is None else Path(arguments.out))
    except BuildFailed as failed:
        for message in failed.messages:
            print(message, file=sys.stderr)
        return 1
    print(f"wrote {built.pages} pages to {built.folder} in {built.seconds:.1f} s")
    return 0
