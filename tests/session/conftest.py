from __future__ import annotations

import pytest

from kilnscript import Game
from tests.session.loading import Load, loaded


@pytest.fixture(scope="session")
def load() -> Load:
    """Loads a shipped game once for all tests."""
    return loaded


@pytest.fixture(scope="session")
def kiln() -> Game:
    return loaded("kiln")
