"""One wiki for all tests of a run. In parallel runs each worker that has such tests sets up its own, in a folder of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.publish.wiki.server import Wiki, missing, running


@pytest.fixture(scope="session")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    why = missing()
    if why is not None:
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    with running(tmp_path_factory.mktemp("mediawiki")) as found:
        yield found
