"""Parameters that only ``make audit`` runs: further ways, sizes and ids of a test that the fast tests run once."""

from typing import Any

import pytest


def slow(*values: Any) -> Any:
    """Return a set of values of ``pytest.mark.parametrize`` with the mark ``slow``."""
    return pytest.param(*values, marks=pytest.mark.slow)
