"""Copies of the agent that a module of this folder saves with its fixture ``agent``."""

import shutil
from pathlib import Path

import pytest

from tests.support.foreign_models import zip_of


@pytest.fixture
def own(agent: Path, tmp_path: Path) -> Path:
    """Return a copy that a test may damage."""
    shutil.copy(agent, tmp_path / "own.safetensors")
    shutil.copy(agent.with_suffix(".json"), tmp_path / "own.json")
    return tmp_path / "own.safetensors"


@pytest.fixture
def old(own: Path) -> Path:
    """Return the same agent as earlier versions wrote it."""
    path = zip_of(own)
    own.unlink()
    return path
