"""The icons of a page → files for a wiki: which are there, which would be uploaded, and which have to be told by letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from kilnscript.publish.pages.page import Icon, Page
from kilnscript.publish.pages.pictures import SIDE, shape
from kilnscript.publish.wiki.api import Api, Refused
from kilnscript.publish.wiki.mark import digest, ours, summary

A_TIME = 50  # titles of one query
CANNOT_DRAW = "the wiki takes SVG files but cannot show them; its administrator has to set up $wgSVGConverter"
HARMLESS = {"duplicate", "duplicate-archive", "page-exists"}  # the same picture under another name, or a description that stayed


@dataclass(frozen=True, slots=True)
class IconFile:
    """One drawing. ``icons``: those it stands for. ``there``: whether the wiki has it already."""

    name: str
    content: bytes
    icons: tuple[Icon, ...]
    there: bool = False
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class IconPlan:
    """``notes``: why some icons are told by letters, for the user."""

    files: tuple[IconFile, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> dict[Icon, str]:
        return {icon: file.name for file in self.files for icon in file.icons}

    @property
    def uploads(self) -> tuple[IconFile, ...]:
        return tuple(file for file in self.files if not file.there)

    def without(self, file: IconFile, why: str) -> IconPlan:
        return IconPlan(tuple(other for other in self.files if other is not file), (*self.notes, f"{file.name}: {why}"))


def icons_in(node: Any) -> Iterator[Icon]:
    if isinstance(node, Icon):
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from icons_in(item)
    elif is_dataclass(node):
        for field in fields(node):
            yield from icons_in(getattr(node, field.name))


def drawn(page: Page) -> tuple[IconFile, ...]:
    """Icons that look alike share a file. Names are stable: the game, what the icon stands for and, where that is not enough, a number
    made of the drawing."""
    by_drawing: dict[str, list[Icon]] = {}
    for icon in dict.fromkeys(icons_in(page)):
        size = f'width="{SIDE}" height="{SIDE}" viewBox="0 0 {SIDE} {SIDE}"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{shape(icon, 0, 0)}</svg>\n'
        by_drawing.setdefault(svg.replace("currentColor", "#333333"), []).append(icon)
    found, taken = [], set()
    for svg, icons in by_drawing.items():
        content = svg.encode()
        name = f"Kiln-{part(page.name)}-{part(icons[0].words)}"
        if name.casefold() in taken:
            name += f"-{digest(content)[:6]}"
        taken.add(name.casefold())
        found.append(IconFile(f"{name}.svg", content, tuple(icons)))
    return tuple(found)


def part(words: str) -> str:
    """Letters and digits of any script, joined by lines: nothing that a file title forbids."""
    kept = re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", words)).strip("-")
    return kept[:60] or "icon"


def planned(api: Api, page: Page, logged_in: bool) -> IconPlan:
    """Raises WikiFailure. Without a login it is taken that it may upload."""
    files = drawn(page)
    if not files:
        return IconPlan()
    site = api.get("query", meta="siteinfo|userinfo", siprop="general|fileextensions", uiprop="rights")["query"]
    reason = None
    if not site["general"].get("uploadsenabled"):
        reason = "the wiki takes no files"
    elif "svg" not in {entry["ext"].lower() for entry in site.get("fileextensions", [])}:
        reason = "the wiki takes no SVG files"
    rights = site.get("userinfo", {}).get("rights", [])
    may_add = not logged_in or "upload" in rights
    may_replace = not logged_in or "reupload" in rights or "reupload-own" in rights
    if reason is not None:
        return IconPlan((), (f"icons are told by their letters: {reason}",))
    known = images(api, [file.name for file in files])
    if any(image.faulty for image in known.values()):
        return IconPlan((), (f"icons are told by their letters: {CANNOT_DRAW}",))
    kept: list[IconFile] = []
    notes: list[str] = []
    for file in files:
        image = known.get(file.name)
        if image is None:
            if may_add:
                kept.append(file)
            continue
        if image.sha1 == digest(file.content):
            kept.append(IconFile(file.name, file.content, file.icons, there=True))
        elif not ours(image.comment, image.sha1):
            notes.append(f"{file.name}: the wiki has another file of that name, which stays; the icon is told by its letter")
        elif may_replace:
            kept.append(IconFile(file.name, file.content, file.icons, replaces=True))
        else:
            notes.append(f"{file.name}: this login may not replace files; the icon is told by its letter")
    if not may_add and any(file.name not in known for file in files):
        notes.append("icons that the wiki lacks are told by their letters: this login may not upload")
    return IconPlan(tuple(kept), tuple(notes))


@dataclass(frozen=True, slots=True)
class Image:
    """A file on the wiki. ``faulty``: it cannot be shown."""

    sha1: str
    comment: str
    faulty: bool


def images(api: Api, names: list[str]) -> dict[str, Image]:
    """By name, those that are there."""
    found: dict[str, Image] = {}
    for start in range(0, len(names), A_TIME):
        titles = "|".join(f"File:{name}" for name in names[start : start + A_TIME])
        query = api.get("query", titles=titles, prop="imageinfo", iiprop="sha1|comment|url", iiurlwidth=22)["query"]
        renamed = {entry["to"]: entry["from"] for entry in query.get("normalized", [])}
        for page in query.get("pages", []):
            infos = page.get("imageinfo")
            if infos:
                name = renamed.get(page["title"], page["title"]).partition(":")[2]
                found[name] = Image(str(infos[0].get("sha1", "")), str(infos[0].get("comment", "")), "thumberror" in infos[0])
    return found


def upload(api: Api, file: IconFile, rules_hash: str, token: str) -> str | None:
    """Why it could not be uploaded, or None. Raises WikiFailure for what stops everything."""
    comment = summary(rules_hash, file.content)
    try:
        more = {"ignorewarnings": "1"} if file.replaces else {}
        found = api.upload(file.name, file.content, "image/svg+xml", comment=comment, token=token, **more).get("upload", {})
        if found.get("result") == "Warning" and set(found.get("warnings", {})) <= HARMLESS:
            more = {"ignorewarnings": "1"}
            found = api.upload(file.name, file.content, "image/svg+xml", comment=comment, token=token, **more).get("upload", {})
    except Refused as refused:
        if refused.code == "fileexists-no-change":
            return None
        failure = refused.named(file.name)
        if failure.status in (6, 8):
            raise failure from None
        return f"{refused.words} ({refused.code})"
    if found.get("result") == "Success":
        return None
    return f"the wiki hesitates ({', '.join(found.get('warnings', {})) or found.get('result', 'it does not say why')})"
