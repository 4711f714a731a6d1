"""What all tests share."""

import os

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows of render_mode="human" open nowhere


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): rows of docs/rules.md and docs/rulings.md that the test shows")
