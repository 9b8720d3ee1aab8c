"""A page of a game and a page of a wiki → what publishing would change there; then the change itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff

from kilnscript.publish.pages.page import Page
from kilnscript.publish.pages.wikitext import Profile, wikitext
from kilnscript.publish.wiki.api import ASK, Api, Refused
from kilnscript.publish.wiki.failures import Conflict, NoChange, Protected, WikiFailure
from kilnscript.publish.wiki.history import Revision, Standing, revision, standing, text_of
from kilnscript.publish.wiki.icons import CANNOT_DRAW, IconPlan, images, planned, upload
from kilnscript.publish.wiki.login import token
from kilnscript.publish.wiki.mark import digest, summary

SHOWN = 10  # edits of others that are listed


@dataclass(frozen=True, slots=True)
class Publication:
    """``there``: how the page stands. ``text``: what would be saved."""

    page: Page
    profile: Profile
    there: Standing
    icons: IconPlan
    text: str

    @property
    def changes(self) -> bool:
        return self.text != self.there.text


def prepared(api: Api, page: Page, title: str, profile: Profile, logged_in: bool, with_icons: bool) -> Publication:
    """Raises WikiFailure."""
    try:
        there = standing(api, title)
        icons = planned(api, page, logged_in) if with_icons else IconPlan()
    except Refused as refused:
        raise refused.named(title) from None
    return Publication(page, profile, there, icons, wikitext(page, profile, icons.names))


def difference(publication: Publication) -> str:
    """Unified, from what the wiki says to what would be saved; empty when that is the same."""
    there = publication.there
    old = "nothing" if there.head is None else f"the wiki, revision {there.head.id}"
    return diff(there.text or "", publication.text, old, "after publishing")


def diff(old: str, new: str, before: str, after: str) -> str:
    return "\n".join(unified_diff(old.split("\n") if old else [], new.split("\n"), before, after, n=1, lineterm=""))


def objections(publication: Publication, logged_in: bool, overwrite: bool) -> None:
    """Raises what speaks against saving: NoChange, Protected, Conflict."""
    there = publication.there
    if not publication.changes and not publication.icons.uploads:
        assert there.head is not None
        raise NoChange(f"`{there.title}` says all of this already (revision {there.head.id}); there is nothing to publish")
    if logged_in and there.may_not and publication.changes:
        code, words = there.may_not[0]
        failure = Refused(code, words).named(there.title)
        raise failure if not isinstance(failure, Conflict) else Protected(str(failure))
    if publication.changes and there.edited and not overwrite:
        raise Conflict(conflict(there))


def conflict(there: Standing) -> str:
    hint = "take over into the rules what should stay, then publish with --overwrite"
    if there.head is None:
        return f"`{there.title}` was deleted on the wiki ({there.deleted})\npublish with --overwrite to make it again"
    if there.published is None:
        return (
            f"`{there.title}` was never published by KilnScript; it was last edited {there.head.said()}\n"
            "choose another title, or publish with --overwrite to replace it"
        )
    return f"`{there.title}` was edited on the wiki since it was published (revision {there.published.id}):\n{edits(there)}\n{hint}"


def edits(there: Standing) -> str:
    lines = [f"  revision {edit.id}, {edit.said()}" for edit in there.since[:SHOWN]]
    return "\n".join(lines + ([f"  and {len(there.since) - SHOWN} more"] if len(there.since) > SHOWN else []))


def edited_by_others(api: Api, there: Standing) -> str:
    """What others changed since the last publication, as a diff; empty when that cannot be told."""
    if there.published is None or there.head is None or not there.edited:
        return ""
    before = text_of(api, there.published.id)
    if before is None:
        return ""
    return diff(before, there.text or "", f"published, revision {there.published.id}", f"the wiki, revision {there.head.id}")


@dataclass(frozen=True, slots=True)
class Saved:
    """``revision``: None when only icons were uploaded. ``notes``: what the user has to know."""

    revision: int | None
    uploaded: int
    notes: tuple[str, ...]


def save(api: Api, publication: Publication, say: Callable[[str], None] = lambda _: None) -> Saved:
    """Uploads icons, then saves the page on top of the revision that was looked at. Raises WikiFailure."""
    there, icons, text = publication.there, publication.icons, publication.text
    try:
        secret = token(api)
        done = 0
        for file in icons.uploads:
            refused = upload(api, file, publication.page.rules_hash, secret)
            if refused is not None:
                icons = icons.without(file, refused)
            else:
                done += 1
                say(f"uploaded {file.name}")
                if done == 1 and any(image.faulty for image in images(api, [file.name]).values()):
                    icons = IconPlan((), (*icons.notes, f"icons are told by their letters: {CANNOT_DRAW}"))
                    break
        if icons is not publication.icons:
            text = wikitext(publication.page, publication.profile, icons.names)
        if text == there.text:
            return Saved(None, done, icons.notes)
        number, notes = edit(api, publication, text, secret)
    except Refused as refused_by:
        raise refused_by.named(there.title) from None
    return Saved(number, done, icons.notes + notes)


def edit(api: Api, publication: Publication, text: str, secret: str) -> tuple[int, tuple[str, ...]]:
    """The new revision, and what happened beside it."""
    there = publication.there
    # A base by its number alone: with a time beside it, or with a time alone, the wiki takes edits of the same account for our own and
    # replaces them without a word. Wikis before 1.36 know only the time.
    base: dict[str, str | int] = {"createonly": 1} if there.head is None else {"nocreate": 1, "baserevid": there.head.id}
    if there.head is None and there.deleted is not None:
        base["recreate"] = 1
    if there.read_at:
        base["starttimestamp"] = there.read_at
    found = api.post(
        "edit", title=there.title, text=text, summary=summary(publication.page.rules_hash, text), token=secret, **{"assert": "user"}, **base
    ).get("edit", {})
    if found.get("result") != "Success":
        words = (
            "it wants a captcha, which no program can answer"
            if "captcha" in found
            else str(found.get("info") or found.get("code") or found)
        )
        raise WikiFailure(f"the wiki does not take `{there.title}`: {words}\n{ASK}")
    if "nochange" in found:
        raise NoChange(f"`{there.title}` says all of this already; there is nothing to publish")
    number = int(found["newrevid"])
    notes = []
    before = int(found.get("oldrevid", 0))
    if before != (0 if there.head is None else there.head.id):
        notes.append(f"revision {before} was saved by someone else a moment before; the wiki has merged both, look at the result")
    kept = kept_as(api, number)
    if kept is not None and kept.sha1 not in ("", digest(text)) and not notes:
        notes.append("the wiki has changed the text while it saved it; the next publication will take that for an edit")
    return number, tuple(notes)


def kept_as(api: Api, number: int) -> Revision | None:
    pages = api.get("query", revids=number, prop="revisions", rvprop="ids|timestamp|user|comment|sha1").get("query", {}).get("pages", [])
    return revision(pages[0]["revisions"][0]) if pages and pages[0].get("revisions") else None
