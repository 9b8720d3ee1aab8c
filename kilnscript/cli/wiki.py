"""`kiln wiki GAME [--profile PROFILE] [--out DIR]`, `kiln wiki publish GAME --api URL [--page TITLE] [--yes]`."""

from __future__ import annotations

import argparse
import sys
import unicodedata
from collections.abc import Callable
from os import environ
from pathlib import Path

from kilnscript.publish.pages.page import Page
from kilnscript.publish.pages.wikitext import Profile, file_name, wikitext
from kilnscript.session.errors import UsageError
from kilnscript.session.game import load

USER, PASSWORD = "KILN_WIKI_USER", "KILN_WIKI_PASSWORD"


def run(arguments: argparse.Namespace) -> int:
    """0, or the status of what stopped it (docs/wiki.md)."""
    if arguments.game == "publish":
        if arguments.published is None:
            raise UsageError("`kiln wiki publish` wants a game, like `kiln wiki publish kiln --api URL --page TITLE`")
        if arguments.out is not None:
            raise UsageError("`--out` goes with `kiln wiki GAME`; `publish` writes no file")
        return publish(arguments)
    if arguments.published is not None:
        raise UsageError(f"`kiln wiki {arguments.game} {arguments.published}`: one game at a time")
    for given, name in (
        (arguments.api, "--api"),
        (arguments.page, "--page"),
        (arguments.yes, "--yes"),
        (arguments.overwrite, "--overwrite"),
    ):
        if given:
            raise UsageError(f"`{name}` goes with `kiln wiki publish`")
    found = page_of(arguments.game)
    text = wikitext(found, arguments.profile) + "\n"
    if arguments.out == "-":
        print(text, end="")
        return 0
    file = Path(arguments.out or ".") / f"{file_name(found.name)}.wiki"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except FileExistsError:
        raise UsageError(f"`{file.parent}` is a file; `--out` wants a folder") from None
    except OSError as error:
        raise UsageError(f"`{file}` cannot be written: {error.strerror or error}") from None
    print(f"wrote {file}")
    return 0


def page_of(game: str) -> Page:
    from kilnscript.publish.pages.build import page

    return page(load(game).model)


def publish(arguments: argparse.Namespace) -> int:
    from kilnscript.publish.wiki.api import Api, in_the_clear, mistake_in
    from kilnscript.publish.wiki.failures import WikiFailure

    url, user, password = arguments.api, environ.get(USER, ""), environ.get(PASSWORD, "")
    if not url:
        raise UsageError("`kiln wiki publish` wants `--api URL`: the address of the wiki's api.php, which its Special:Version names")
    mistake = mistake_in(url)
    if mistake is not None:
        raise UsageError(f"`--api {url}`: {mistake}")
    if bool(user) != bool(password):
        raise UsageError(f"{USER} and {PASSWORD} go together; {USER if password else PASSWORD} is not set")
    if arguments.yes and not user:
        raise UsageError(
            f"saving wants a login: set {USER} (like Ann@kiln) and {PASSWORD} to a bot password of the wiki's Special:BotPasswords"
        )
    if user and in_the_clear(url) and not arguments.insecure:
        raise UsageError(
            "the password could be read on the way to an http:// address; use https://, or --insecure where that cannot happen"
        )
    found = page_of(arguments.published)
    try:
        return published(Api(url), found, arguments, user, password)
    except WikiFailure as failure:
        sys.stdout.flush()
        print(f"kiln: {shown(str(failure))}", file=sys.stderr)
        return failure.status


def published(api: object, page: Page, arguments: argparse.Namespace, user: str, password: str) -> int:
    """Raises WikiFailure."""
    from kilnscript.publish.wiki.api import Api
    from kilnscript.publish.wiki.login import log_in
    from kilnscript.publish.wiki.publication import difference, edited_by_others, edits, objections, prepared, save

    assert isinstance(api, Api)
    if user:
        log_in(api, user, password)
    profile: Profile = arguments.profile
    title = arguments.page or file_name(page.name)
    publication = prepared(api, page, title, profile, bool(user), not arguments.no_icons)
    there, uploads = publication.there, publication.icons.uploads
    changes = difference(publication)
    if changes and not arguments.yes:
        coloured(changes)
    for note in publication.icons.notes:
        print(shown(note))
    if uploads and not arguments.yes:
        print(f"to upload: {', '.join(shown(file.name) for file in uploads)}")
    lost = edited_by_others(api, there) if publication.changes else ""
    if lost:
        print("What others changed since the last publication:")
        coloured(lost)
    objections(publication, bool(user), arguments.overwrite)
    if arguments.overwrite and there.edited and there.head is not None:
        print(shown(f"overwriting on `{there.title}`:\n{edits(there)}"))
    if not arguments.yes:
        also = "" if user else f"; it also wants {USER} and {PASSWORD}"
        print(f"dry run: nothing was saved; --yes saves `{shown(there.title)}`{also}")
        return 0
    saved = save(api, publication, lambda words: print(shown(words), flush=True))
    for note in saved.notes[len(publication.icons.notes) :]:
        print(shown(note))
    print(
        f"saved `{shown(there.title)}` as revision {saved.revision}" if saved.revision else f"`{shown(there.title)}` itself has not changed"
    )
    return 0


def coloured(changes: str) -> None:
    ink: Callable[[str], str] = lambda line: line  # noqa: E731
    if sys.stdout.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb":
        ink = in_colour
    print("\n".join(ink(shown(line)) for line in changes.split("\n")))


def in_colour(line: str) -> str:
    colour = "1" if line.startswith(("---", "+++")) else {"+": "32", "-": "31", "@": "36"}.get(line[:1])
    return line if colour is None else f"\033[{colour}m{line}\033[0m"


def shown(words: str) -> str:
    """What a wiki says, without signs that a terminal obeys."""
    return "".join("�" if unicodedata.category(sign) == "Cc" and sign not in "\n\t" else sign for sign in words)
