"""Publishing on a real MediaWiki: what is saved, shown and refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kilnscript.cli import main
from kilnscript.publish.wiki.api import Api, Refused
from kilnscript.publish.wiki.history import standing
from kilnscript.publish.wiki.login import token
from kilnscript.publish.wiki.publication import prepared, save
from tests.publish.wiki.server import Wiki
from tests.publish.wiki.small import page

pytestmark = pytest.mark.xdist_group("mediawiki")
GAME = "tic_tac_toe"


class Command:
    """`kiln wiki publish` for one page."""

    def __init__(self, wiki: Wiki, title: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.wiki, self.title, self.capsys, self.monkeypatch = wiki, title, capsys, monkeypatch

    def __call__(self, *more: str, user: str | None = "Ann@kiln", password: str | None = None, game: str | Path = GAME) -> tuple[int, str]:
        for name, value in (("KILN_WIKI_USER", user), ("KILN_WIKI_PASSWORD", user and (password or self.wiki.password))):
            self.monkeypatch.setenv(name, value) if value else self.monkeypatch.delenv(name, raising=False)
        status = main(["wiki", "publish", str(game), "--api", self.wiki.url, "--page", self.title, *more])
        shown = self.capsys.readouterr()
        return status, shown.out + shown.err


@pytest.fixture
def command(wiki: Wiki, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """A title of its own for every test."""
    return Command(wiki, re.sub(r"[\W_]+", " ", request.node.name).strip().capitalize(), capsys, monkeypatch)


def test_a_dry_run_shows_and_saves_nothing(command: Command) -> None:
    for user in (None, "Ann@kiln"):
        status, said = command(user=user)
        assert status == 0
        assert "+++ after publishing" in said and "\n+== " in said
        assert "dry run: nothing was saved" in said and ("KILN_WIKI_USER" in said) is (user is None)
    assert command.wiki.text(command.title) is None


def test_publish_and_publish_again(command: Command, tmp_path: Path) -> None:
    status, said = command("--yes")
    assert status == 0 and f"saved `{command.title}`" in said
    first = command.wiki.text(command.title)
    assert first is not None and "== <span id=" in first
    status, said = command("--yes")
    assert status == 3 and "nothing to publish" in said
    (tmp_path / "game.yaml").write_text(f"extends: {GAME}\ngame: other\ntexts:\n  goal: Something else.\n")
    status, said = command(game=tmp_path)
    assert status == 0 and "+Something else." in said and command.wiki.text(command.title) == first
    assert command("--yes", game=tmp_path)[0] == 0
    assert "Something else." in (command.wiki.text(command.title) or "")


def test_an_edit_on_the_wiki_is_not_lost(command: Command) -> None:
    assert command("--yes")[0] == 0
    published = command.wiki.text(command.title) or ""
    command.wiki.edit(command.title, published + "\n\nA tip.", "a tip")
    for more in ((), ("--yes",)):
        status, said = command(*more)
        assert status == 4
        assert "Admin: a tip" in said and "+A tip." in said and "--overwrite" in said
    assert "A tip." in (command.wiki.text(command.title) or "")
    status, said = command("--yes", "--overwrite")
    assert status == 0 and "overwriting" in said and "Admin: a tip" in said
    assert command.wiki.text(command.title) == published


def test_an_edit_by_the_same_account_is_one_too(command: Command) -> None:
    assert command("--yes")[0] == 0
    mark = command.wiki.api.get("query", titles=command.title, prop="revisions", rvprop="comment")["query"]["pages"][0]["revisions"][0]
    published = command.wiki.text(command.title) or ""
    command.wiki.edit(command.title, published + "\n\nMine.", mark["comment"], command.wiki.login("Ann@kiln"))
    assert command()[0] == 4  # the copied summary does not make it a publication


def test_an_edit_that_was_taken_back_is_none(command: Command) -> None:
    assert command("--yes")[0] == 0
    published = command.wiki.text(command.title) or ""
    command.wiki.edit(command.title, "Rubbish.")
    command.wiki.edit(command.title, published, "taken back")
    assert command("--yes")[0] == 3
    assert not standing(command.wiki.api, command.title).edited


def test_a_page_of_somebody_else(command: Command) -> None:
    command.wiki.edit(command.title, "My page.")
    status, said = command("--yes")
    assert status == 4 and "never published by KilnScript" in said
    assert command.wiki.text(command.title) == "My page."


def test_a_page_that_was_deleted(command: Command) -> None:
    assert command("--yes")[0] == 0
    command.wiki.api.post("delete", title=command.title, reason="not wanted", token=token(command.wiki.api))
    status, said = command("--yes")
    assert status == 4 and "not wanted" in said
    assert command.wiki.text(command.title) is None
    assert command("--yes", "--overwrite")[0] == 0
    assert command.wiki.text(command.title) is not None


@pytest.mark.parametrize("level", ["edit", "create"])
def test_a_protected_page(command: Command, level: str) -> None:
    if level == "edit":
        command.wiki.edit(command.title, "Kept.")
    command.wiki.api.post("protect", title=command.title, protections=f"{level}=sysop", token=token(command.wiki.api))
    for more in ((), ("--yes",)):
        status, said = command(*more)
        assert status == 5 and "administrator" in said
    assert command.wiki.text(command.title) == ("Kept." if level == "edit" else None)


def test_a_refused_login(command: Command) -> None:
    status, said = command("--yes", password="not the right one at all 0123456")
    assert status == 6 and "Special:BotPasswords" in said
    assert command.wiki.text(command.title) is None


def test_too_many_edits(command: Command) -> None:
    limits = "$wgMainCacheType = CACHE_DB; $wgRateLimits = [ 'edit' => [ 'user' => [ 1, 600 ], 'newbie' => [ 1, 600 ] ] ];"
    with command.wiki.settings(limits):
        command.wiki.edit(command.title + " 1", "One.", api=command.wiki.login("Ann@kiln"))
        status, said = command("--yes")
    assert status == 8 and "wait" in said
    assert command.wiki.text(command.title) is None


def test_a_wiki_that_cannot_be_written(command: Command) -> None:
    with command.wiki.settings("$wgReadOnly = 'Moving house.';"):
        status, said = command("--yes")
    assert (status, "Moving house." in said) == (9, True), said


def test_titles_that_are_none(command: Command) -> None:
    for title, why in (("A[b]", "cannot be a title"), ("Special:Version", "the wiki makes itself")):
        command.title = title
        status, said = command()
        assert status == 9 and why in said


def test_an_edit_between_looking_and_saving(wiki: Wiki) -> None:
    """The same lines: the wiki refuses. Others: it merges both, which is said."""
    api, title = wiki.login("Ann@kiln"), "Meanwhile"
    save(api, prepared(api, page(), title, "mediawiki", True, False))
    first = wiki.text(title) or ""
    changed = prepared(api, page(("Something new.",)), title, "mediawiki", True, False)
    wiki.edit(title, re.sub("Take .*", "By hand.", first), api=api)
    with pytest.raises(Exception, match="changed on the wiki a moment ago") as refused:
        save(api, changed)
    assert getattr(refused.value, "status", None) == 4
    assert "By hand." in (wiki.text(title) or "")
    wiki.edit(title, first)
    changed = prepared(api, page(("Something new.",)), title, "mediawiki", True, False)
    wiki.edit(title, first + "\n\nBelow.", api=api)
    saved = save(api, changed)
    now = wiki.text(title) or ""
    assert "Something new." in now and "Below." in now and "merged" in saved.notes[0]
    assert standing(api, title).edited


def test_a_page_that_appears_between_looking_and_saving(wiki: Wiki) -> None:
    api, title = wiki.login("Ann@kiln"), "Appeared"
    ready = prepared(api, page(), title, "mediawiki", True, False)
    wiki.edit(title, "I was first.")
    with pytest.raises(Exception, match="changed on the wiki a moment ago"):
        save(api, ready)
    assert wiki.text(title) == "I was first."


def test_icons_are_uploaded_once(wiki: Wiki) -> None:
    api, title = wiki.login("Ann@kiln"), "With icons"
    ready = prepared(api, page(name="iconic"), title, "mediawiki", True, True)
    assert [file.name for file in ready.icons.uploads] == ["Kiln-iconic-red.svg", "Kiln-iconic-filled.svg", "Kiln-iconic-coin.svg"]
    saved = save(api, ready)
    assert (saved.uploaded, saved.notes) == (3, ())
    assert "[[File:Kiln-iconic-red.svg|22px|link=|alt=red]]" in (wiki.text(title) or "")
    html = wiki.html(wiki.text(title) or "")
    assert re.search(r'<img alt="red" src="/images/[^"]*Kiln-iconic-red[^"]*"', html), html
    again = prepared(api, page(name="iconic", rules="fedcba9876543210"), title, "mediawiki", True, True)
    assert not again.icons.uploads and again.changes


def test_another_file_of_that_name_stays(wiki: Wiki) -> None:
    other = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'
    wiki.api.upload("Kiln-taken-red.svg", other, "image/svg+xml", comment="mine", token=token(wiki.api))
    ready = prepared(wiki.login("Ann@kiln"), page(name="taken"), "Taken", "mediawiki", True, True)
    assert "another file of that name" in ready.icons.notes[0] and len(ready.icons.uploads) == 2
    assert "Kiln-taken-red" not in ready.text and "● R" in ready.text


def test_a_wiki_that_cannot_draw_svg(wiki: Wiki) -> None:
    with wiki.settings("$wgSVGConverters['tests'] = 'false';"):
        ready = prepared(wiki.login("Ann@kiln"), page(name="undrawn"), "Undrawn", "mediawiki", True, True)
        saved = save(wiki.login("Ann@kiln"), ready)
        assert saved.uploaded == 1 and "cannot show them" in saved.notes[0]
        assert "[[File:" not in (wiki.text("Undrawn") or "")
        again = prepared(wiki.login("Ann@kiln"), page(name="undrawn"), "Undrawn", "mediawiki", True, True)
        assert not again.changes and not again.icons.uploads and "cannot show them" in again.icons.notes[0]


def test_a_wiki_without_svg(wiki: Wiki) -> None:
    with wiki.settings("$wgFileExtensions = [ 'png' ];"):
        ready = prepared(wiki.login("Ann@kiln"), page(), "No SVG", "mediawiki", True, True)
    assert ready.icons.notes == ("icons are told by their letters: the wiki takes no SVG files",) and "[[File:" not in ready.text


def test_a_private_wiki(command: Command) -> None:
    with command.wiki.settings("$wgGroupPermissions['*']['read'] = false;"):
        status, said = command(user=None)
        assert status == 6 and "KILN_WIKI_USER" in said
        assert command()[0] == 0


def test_errors_have_codes(wiki: Wiki) -> None:
    with pytest.raises(Refused) as refused:
        Api(wiki.url).get("no-such-action")
    assert refused.value.code == "badvalue"
