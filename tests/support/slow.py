"""Parameters that only ``make audit`` or ``make studies`` runs: further ways, sizes and ids of a test."""

from typing import Any

import pytest


def slow(*values: Any) -> Any:
    """Return a set of values of ``pytest.mark.parametrize`` with the mark ``slow``."""
    return pytest.param(*values, marks=pytest.mark.slow)


def study(*values: Any) -> Any:
    """Return a set of values of ``pytest.mark.parametrize`` with the mark ``study``."""
    return pytest.param(*values, marks=pytest.mark.study)
