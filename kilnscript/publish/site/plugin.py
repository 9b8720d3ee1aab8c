"""The MkDocs plugin `kilnscript`: rule folders named in mkdocs.yml become pages of that site.

    plugins:
      - kilnscript:
          rules: rules      # a folder of games, or of one game; or a list of folders
          into: games       # where their pages go
          colours: no       # yes: Material's palette `custom` gets colours with enough contrast

In `nav`, an entry `Games: kilnscript` stands for the pages of all games.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from kilnscript.diagnostics import Diagnostic, Severity
from kilnscript.engine.faults import Fault, NotSupported
from kilnscript.publish.site.games import Games, GameSite, SitePage, addresses, find_games
from kilnscript.publish.site.html import Heading
from kilnscript.publish.site.resources import COLOURS, FRAME_WORKER, SCRIPTS, STYLES, theme_folder
from kilnscript.session.errors import RuleErrors, UsageError

log = get_plugin_logger(__name__)
ASSETS = "assets/kilnscript"
PAGE_ADDRESS = re.compile(r'href="page:([^"#]+)')
HARMLESS = {"<": "‹", ">": "›", '"': "”", "'": "’", "&": "&amp;"}
MOST_MISTAKES = 20  # of one game that are printed


class KilnScriptConfig(base.Config):  # type: ignore[no-untyped-call]
    rules = c.Type((str, list), default="rules")
    into = c.Type(str, default="games")
    colours = c.Type(bool, default=False)


class GameFile(File):
    """A page made from rule files. It counts as modified when it is not what was written last."""

    changed = True

    def is_modified(self) -> bool:
        return self.changed


class KilnScriptPlugin(BasePlugin[KilnScriptConfig]):  # type: ignore[no-untyped-call]
    supports_multiple_instances = False

    def __init__(self) -> None:
        self.games = Games()
        self.written: dict[str, str] = {}  # the key of each page when it was last written
        self.titles: list[tuple[str, str]] = []
        self.pages: dict[str, SitePage] = {}

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Its being here keeps one instance, and so what is known of each game, over all builds of `mkdocs serve`."""

    def rules_folders(self, config: MkDocsConfig) -> list[Path]:
        base_folder = Path(config.config_file_path or ".").parent
        given = self.config.rules if isinstance(self.config.rules, list) else [self.config.rules]
        found = []
        for name in given:
            folder = base_folder / str(name)
            if not folder.is_dir():
                raise PluginError(f"kilnscript: `rules: {name}` is no folder (looked for {folder})")
            found.append(folder)
        return found

    # Before the plugin `offline`, which else adds a script from a server.
    @event_priority(50)
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        config.watch.extend(str(folder) for folder in self.rules_folders(config))
        config.extra_css.extend(f"{ASSETS}/{name}" for name in (*STYLES, *([COLOURS] if self.config.colours else ())))
        config.extra_javascript.extend(f"{ASSETS}/{name}" for name in SCRIPTS)
        if "material/offline" in config.plugins or "offline" in config.plugins:
            config.extra.setdefault("polyfills", []).insert(0, f"{ASSETS}/{FRAME_WORKER}")
        return config

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        for name in (*STYLES, COLOURS, *SCRIPTS, FRAME_WORKER):
            files.append(self.asset(config, name))
        sites = self.sites(config)
        titles = [(page.path, page.title) for site in sites for page in site.pages]
        # Every page shows the titles of the others; another set of them changes all.
        afresh = titles != self.titles
        self.titles, self.pages = titles, {}
        for site in sites:
            for page in site.pages:
                self.add(page, files, config, afresh)
        config.nav = self.filled(config.nav, sites)
        return files

    def asset(self, config: MkDocsConfig, name: str) -> File:
        path = theme_folder() / name
        return File.generated(config, f"{ASSETS}/{name}", abs_src_path=str(path))

    def sites(self, config: MkDocsConfig) -> list[GameSite]:
        """Raises PluginError with the mistakes of all games."""
        found: list[GameSite] = []
        mistakes: list[str] = []
        roots = self.rules_folders(config)
        for root in roots:
            folders = find_games(root)
            if not folders:
                log.warning(f"there is no game.yaml in {root}")
            for folder, path in addresses(folders, root):
                try:
                    found.append(self.games.site(folder, path))
                except RuleErrors as error:
                    mistakes += [str_of(finding) for finding in error.diagnostics if finding.severity is Severity.ERROR][:MOST_MISTAKES]
                except (NotSupported, Fault) as error:
                    mistakes.append(str_of(error.diagnostic))
                except UsageError as error:
                    mistakes.append(str(error))
        if mistakes:
            raise PluginError("\n".join(dict.fromkeys(mistakes)))
        return found

    def add(self, page: SitePage, files: Files, config: MkDocsConfig, afresh: bool) -> None:
        uri = f"{self.config.into}/{page.path}".lstrip("/")
        if files.get_file_from_path(uri) is not None:
            raise PluginError(f"kilnscript: {uri} is written by hand too; set `into` to another folder")
        file = GameFile.generated(config, uri, content="")
        assert isinstance(file, GameFile)
        key = page.key
        file.changed = afresh or self.written.get(uri) != key
        self.written[uri] = key
        self.pages[uri] = page
        files.append(file)
        Page(harmless(page.title), file, config)

    def filled(self, nav: Any, sites: list[GameSite]) -> Any:
        match nav:
            case list():
                return [self.filled(item, sites) for item in nav]
            case dict():
                return {title: self.filled(item, sites) for title, item in nav.items()}
            case "kilnscript":
                return [{harmless(site.title): self.below(site)} for site in sites]
            case _:
                return nav

    def below(self, site: GameSite) -> list[Any]:
        """The pages of a game, its rule files in a part of their own."""
        uris = [f"{self.config.into}/{page.path}".lstrip("/") for page in site.pages]
        files = [uri for uri in uris if "/files/" in uri]
        return [uri for uri in uris if uri not in files] + ([{"Rule files": files}] if files else [])

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        found = self.pages.get(page.file.src_uri)
        if found is None:
            return html
        page.toc = TableOfContents([anchor(heading, 2) for heading in found.body.headings])
        page.present_anchor_ids = set(found.body.anchors)
        # As Material has it: what the search leaves out, and where a list of headings would only take room.
        if not found.searched:
            page.meta["search"] = {"exclude": True}
        if not found.body.headings:
            page.meta["hide"] = ["toc"]
        return PAGE_ADDRESS.sub(lambda match: f'href="{self.address(match[1], page, files)}', found.body.html)

    def address(self, path: str, page: Page, files: Files) -> str:
        """Of another page of a game, as the site lays pages out."""
        file = files.get_file_from_path(f"{self.config.into}/{path}".lstrip("/"))
        assert file is not None, path
        return file.url_relative_to(page.file)


def harmless(title: str) -> str:
    """A title that cannot become markup. Themes print titles as they are, in attributes too, and some undo one escaping first."""
    return " ".join("".join(HARMLESS.get(c, c) for c in title).split())


def anchor(heading: Heading, level: int) -> AnchorLink:
    link = AnchorLink(heading.words, heading.id, level)
    link.children = [anchor(inner, level + 1) for inner in heading.inner]
    return link


def str_of(finding: Diagnostic) -> str:
    """``file:line: message`` of a diagnostic."""
    place = "" if finding.span is None else f"{finding.span.file}:{finding.span.line}: "
    hint = f" ({finding.hint})" if finding.hint else ""
    return f"{place}{finding.message}{hint}"
