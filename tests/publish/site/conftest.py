"""The site of this project, built once, and a browser to look at it."""

import os
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kilnscript.publish.site.build import Built, build

ROOT = Path(__file__).parents[3]
# No request of the browser's own.
QUIET = ["background-networking", "component-update", "sync", "gpu", "extensions"]
IN_CI = bool(os.environ.get("CI"))


def wanted(module: str) -> Any:
    """A module of the extra `dev`, without which these tests are skipped; the build server has to have it."""
    return import_module(module) if IN_CI else pytest.importorskip(module, reason=f"{module} is not installed (pip install -e '.[dev]')")


@pytest.fixture(scope="session", autouse=True)
def mkdocs() -> None:
    wanted("mkdocs")
    wanted("material")


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory, mkdocs: None) -> Built:
    return build(ROOT, tmp_path_factory.mktemp("own"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        if IN_CI:
            pytest.fail("the build server has to have chromium")
        pytest.skip("there is no chromium")
    flags = [f"--disable-{what}" for what in QUIET] + ["--no-sandbox", "--no-first-run"]
    with wanted("playwright.sync_api").sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=flags)
        yield browser
        browser.close()
