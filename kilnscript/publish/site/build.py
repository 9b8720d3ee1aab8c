"""A folder with mkdocs.yml, or with rule files alone → a built site, or one that is served and built again as files change."""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from kilnscript.model.folders import GAME_FILE
from kilnscript.publish.pages.markdown import escaped
from kilnscript.publish.site.games import addresses, find_games
from kilnscript.session.errors import UsageError

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

# The theme's notice about the next major version of MkDocs, which we do not use.
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
CONFIG = "mkdocs.yml"
DEFAULT = Path(__file__).parent / "default.yml"
PLUGIN = "kilnscript"
TITLE = re.compile(r"^title:[ ]*[\"']?([^\"'\n]+)", re.MULTILINE)


class BuildFailed(Exception):
    """``messages``: everything that was wrong."""

    def __init__(self, messages: list[str]) -> None:
        super().__init__("\n".join(messages))
        self.messages = messages


@dataclass(frozen=True, slots=True)
class Built:
    folder: Path
    pages: int
    seconds: float


class Messages(logging.Handler):
    """Keeps warnings and errors."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


@contextmanager
def messages() -> Iterator[list[str]]:
    """What MkDocs warns of meanwhile. It is not printed."""
    log, handler = logging.getLogger("mkdocs"), Messages()
    before = log.propagate
    log.addHandler(handler)
    log.propagate = False
    try:
        yield handler.found
    finally:
        log.removeHandler(handler)
        log.propagate = before


@contextmanager
def config_file(folder: Path) -> Iterator[Path]:
    """The mkdocs.yml of a folder, or one made up for the rule files in it. Raises UsageError when there are neither."""
    for found in (folder / CONFIG, folder / "site" / CONFIG, folder):
        if found.is_file():
            yield found
            return
    if not folder.is_dir():
        raise UsageError(f"there is no folder `{folder}`")
    rules = folder / "rules" if (folder / "rules").is_dir() and not (folder / "game.yaml").is_file() else folder
    if not find_games(rules):
        raise UsageError(f"there is neither a {CONFIG} nor a game.yaml in `{folder}`")
    with TemporaryDirectory(prefix="kiln-docs-") as made:
        (Path(made) / "docs").mkdir()
        yield made_up(Path(made), folder.resolve(), rules.resolve())


def made_up(made: Path, folder: Path, rules: Path) -> Path:
    import yaml

    config: dict[str, Any] = yaml.safe_load(DEFAULT.read_text(encoding="utf-8"))
    config |= {"site_name": "Rules", "docs_dir": str(made / "docs"), "site_dir": str(folder / "build" / "site")}
    config["plugins"][0][PLUGIN] |= {"rules": str(rules), "into": ""}
    (made / "docs" / "index.md").write_text(front_page(rules), encoding="utf-8")
    path = made / CONFIG
    path.write_text(yaml.safe_dump(config, allow_unicode=True), encoding="utf-8")
    return path


def front_page(rules: Path) -> str:
    """A list of the games, by the titles in their files."""
    lines = ["# Rules", ""]
    for folder, path in addresses(find_games(rules), rules):
        title = TITLE.search((folder / GAME_FILE).read_text(encoding="utf-8", errors="replace"))
        lines.append(f"- [{escaped(title[1].strip() if title else path, False)}]({path}/index.md)")
    return "\n".join(lines) + "\n"


def require() -> None:
    """Raises UsageError when the extra is not installed."""
    try:
        import material  # type: ignore[import-untyped]  # noqa: F401
        import mkdocs  # noqa: F401
    except ImportError as error:
        raise UsageError(f"this needs `pip install 'kilnscript[docs]'` ({error.name} is missing)") from None


def configured(path: Path, out: Path | None = None, **more: Any) -> MkDocsConfig:
    """Raises BuildFailed for a mistake in mkdocs.yml."""
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    know_plugin()
    with messages() as found:
        try:
            return load_config(str(path), site_dir=None if out is None else str(out.resolve()), **more)
        except Abort as error:
            raise BuildFailed(found or [str(error)]) from None


def know_plugin() -> None:
    """A checkout that is not installed has no entry points."""
    from mkdocs.config.defaults import MkDocsConfig

    value = "kilnscript.publish.site.plugin:KilnScriptPlugin"
    installed: dict[str, EntryPoint] = MkDocsConfig.plugins.installed_plugins  # type: ignore[attr-defined]
    installed.setdefault(PLUGIN, EntryPoint(PLUGIN, value, "mkdocs.plugins"))


def build(folder: Path, out: Path | None = None) -> Built:
    """Builds strictly: a warning is a failure. Raises BuildFailed, UsageError."""
    require()
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.exceptions import Abort

    start = time.monotonic()
    with config_file(folder) as path:
        config = configured(path, out, strict=True)
        with messages() as found:
            config.plugins.on_startup(command="build", dirty=False)
            try:
                mkdocs_build(config)
            except Abort as error:
                raise BuildFailed(found or [str(error)]) from None
            finally:
                config.plugins.on_shutdown()
    pages = sum(name.endswith(".html") for _, _, names in os.walk(config.site_dir) for name in names)
    return Built(Path(config.site_dir), pages, time.monotonic() - start)


def serve(folder: Path, address: str) -> None:
    """Serves until interrupted; only pages that changed are built again. Raises BuildFailed, UsageError."""
    require()
    from mkdocs.commands.serve import serve as mkdocs_serve

    know_plugin()
    with config_file(folder) as path:
        mkdocs_serve(config_file=str(path), build_type="dirty", dev_addr=address)
