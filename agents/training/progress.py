"""Progress bars: one for each training, with the time left."""

import sys
from typing import Any

from tqdm import tqdm

from agents.training.training import Watcher

PATIENCE = (0.5, 15.0)
"""Seconds between two looks of a bar, on a terminal and in a log file."""


def bar_of(total: int, number: int, place: int = 0, what: str = "seed") -> Any:
    """A bar over decisions."""
    return tqdm(
        total=total,
        desc=f"{what} {number}",
        unit="dec",
        unit_scale=True,
        smoothing=0.05,
        position=place,
        leave=False,
        mininterval=PATIENCE[not sys.stderr.isatty()],
    )


def show(bar: Any, steps: int) -> None:
    """Move a bar to ``steps``; where a training was resumed from does not count as speed."""
    if bar.n == 0 and steps:
        bar.initial = steps
        bar.n = steps
        bar.refresh()
    else:
        bar.update(steps - bar.n)


def watcher_of(bar: Any) -> Watcher:
    """Somebody who moves the bar and prints what is said above it."""
    return Watcher(lambda steps: show(bar, steps), lambda text: tqdm.write(text))
