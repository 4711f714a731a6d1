"""Fixtures of the tests of the engine and of the cache of compiled code."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stuka_env.compiling import code_cache
from tests.support.cache_folders import forget_folders


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Point the cache to an empty folder."""
    monkeypatch.setenv(code_cache.CACHE_VARIABLE, str(tmp_path))
    forget_folders()
    yield
    monkeypatch.undo()
    forget_folders()
