"""The history of a page on a wiki → its text now, and what others did to it since it was published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kilnscript.publish.wiki.api import Api
from kilnscript.publish.wiki.failures import WikiFailure
from kilnscript.publish.wiki.mark import ours

A_TIME, MOST = 50, 2000  # revisions


@dataclass(frozen=True, slots=True)
class Revision:
    id: int
    time: str
    user: str
    comment: str
    sha1: str

    def said(self) -> str:
        return f"{self.time.replace('T', ' ').rstrip('Z')} {self.user}" + (f": {self.comment}" if self.comment else "")


@dataclass(frozen=True, slots=True)
class Standing:
    """A page on the wiki. ``text``, ``head``: None when there is no such page. ``published``: the last revision that is ours, or None.
    ``since``: what came after it, newest first. ``may_not``: (code, words) of each reason why this login may not write it.
    ``deleted``: when and by whom, if the page is gone."""

    title: str
    text: str | None
    head: Revision | None
    published: Revision | None
    since: tuple[Revision, ...]
    may_not: tuple[tuple[str, str], ...]
    deleted: str | None
    read_at: str

    @property
    def edited(self) -> bool:
        """Whether something stands there that is not what was published last. Edits that were taken back count for nothing."""
        if self.head is None:
            return self.deleted is not None
        return self.published is None or self.head.sha1 != self.published.sha1


def standing(api: Api, title: str) -> Standing:
    """Raises WikiFailure."""
    page, now = page_of(
        api.get(
            "query",
            titles=title,
            prop="revisions|info",
            rvprop="ids|timestamp|user|comment|sha1|content",
            rvslots="main",
            inprop="protection",
            intestactions="edit",
            intestactionsdetail="full",
            curtimestamp=1,
        )
    )
    may_not = refusals((page.get("actions") or {}).get("edit"))
    if page.get("missing"):
        return Standing(page["title"], None, None, None, (), may_not, deleted(api, page["title"]), now)
    newest = page["revisions"][0]
    content = newest.get("slots", {}).get("main", newest)
    text = str(content.get("content", ""))
    head = revision(newest)
    published, since = walk(api, page["title"])
    return Standing(page["title"], text, head, published, since, may_not, None, now)


def page_of(answer: dict[str, Any]) -> tuple[dict[str, Any], str]:
    query = answer.get("query", {})
    pages = query.get("pages") or []
    if not pages or "interwiki" in query:
        raise WikiFailure("that title leads to another wiki\ngive the title as the wiki itself shows it")
    page = pages[0]
    if page.get("invalid"):
        raise WikiFailure(f"`{page.get('title')}` cannot be a title: {page.get('invalidreason', 'the wiki does not take it')}")
    if page.get("ns", 0) < 0:
        raise WikiFailure(f"`{page.get('title')}` is a page that the wiki makes itself\nchoose another title")
    return page, str(answer.get("curtimestamp", ""))


def refusals(found: Any) -> tuple[tuple[str, str], ...]:
    """A list of reasons, or yes and no from wikis before 1.35."""
    if isinstance(found, list):
        return tuple((str(reason.get("code")), str(reason.get("text") or reason.get("code"))) for reason in found)
    return () if found in (None, True) else (("permissiondenied", "it does not say why"),)


def walk(api: Api, title: str) -> tuple[Revision | None, tuple[Revision, ...]]:
    """From the newest revision back to the last one that is ours; (None, …) when there is none."""
    since: list[Revision] = []
    more: dict[str, str | int] = {}
    while len(since) < MOST:
        answer = api.get(
            "query", titles=title, prop="revisions", rvprop="ids|timestamp|user|comment|sha1", rvlimit=A_TIME, **{"continue": "", **more}
        )
        page, _ = page_of(answer)
        for found in map(revision, page.get("revisions", [])):
            if ours(found.comment, found.sha1):
                return found, tuple(since)
            since.append(found)
        if "continue" not in answer:
            break
        more = answer["continue"]
    return None, tuple(since)


def revision(found: dict[str, Any]) -> Revision:
    """What is hidden from the public is empty."""
    return Revision(
        int(found["revid"]), str(found["timestamp"]), str(found.get("user", "?")), str(found.get("comment", "")), str(found.get("sha1", ""))
    )


def deleted(api: Api, title: str) -> str | None:
    answer = api.get(
        "query", list="logevents", letype="delete", leaction="delete/delete", letitle=title, lelimit=1, leprop="user|timestamp|comment"
    )
    events = answer.get("query", {}).get("logevents", [])
    return None if not events else Revision(0, events[0]["timestamp"], events[0].get("user", "?"), events[0].get("comment", ""), "").said()


def text_of(api: Api, revision_id: int) -> str | None:
    """None when it is hidden."""
    answer = api.get("query", revids=revision_id, prop="revisions", rvprop="content", rvslots="main")
    page, _ = page_of(answer)
    found = page.get("revisions", [{}])[0]
    content = found.get("slots", {}).get("main", found).get("content")
    return None if content is None else str(content)
