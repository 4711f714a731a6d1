"""Progress bars of long work, on a terminal and in a log file."""

import sys
from typing import Any

from tqdm import tqdm

BAR_SECONDS = (0.5, 15.0)
"""Seconds between two updates of a progress bar, on a terminal and in a log file."""


def progress_bar(total: int, title: str, unit: str, line: int = 0) -> Any:
    """Return a progress bar that disappears at the end.

    Args:
        total: number of units.
        title: words before the bar.
        unit: name of one unit.
        line: line of the terminal, for several bars.
    """
    return tqdm(
        total=total,
        desc=title,
        unit=unit,
        unit_scale=True,
        smoothing=0.05,
        position=line,
        leave=False,
        mininterval=BAR_SECONDS[not sys.stderr.isatty()],
    )
