"""The share of the machine that this process may use."""

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MOST_THREADS = 1024
"""The largest number of threads."""
GROUPS = Path("/sys/fs/cgroup")
"""The folder of Linux with the limits of control groups."""
OWN_GROUPS = Path("/proc/self/cgroup")
"""The file of Linux with the control groups of this process."""


def usable_cores() -> int:
    """Return the number of cores that this process may use, at least 1.

    They are the cores of its affinity, but no more than the quota of its control groups, rounded up.
    """
    if hasattr(os, "process_cpu_count"):  # since Python 3.13
        cores = os.process_cpu_count()
    elif hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count()
    return max(1, min([cores or 1, *(math.ceil(quota) for quota in _quotas())]))


def thread_count() -> int:
    """Return the default number of threads: one for each core that this process may use."""
    return min(usable_cores(), MOST_THREADS)


def _quotas() -> Iterator[float]:
    """Yield the limits, in cores, of the control groups of this process and of those around them.

    A container often sees its own group as the outermost one, under a path that it does not have.
    """
    with suppress(OSError, ValueError):
        for line in OWN_GROUPS.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if not controllers or "cpu" in controllers.split(","):
                mount, group = GROUPS / controllers, Path(path.lstrip("/"))
                for folder in (mount / group, *(mount / parent for parent in group.parents)):
                    yield from _quota_in(folder)


def _quota_in(folder: Path) -> Iterator[float]:
    """Yield the limit in cores of a control group, if it has one, in the form of either version of such groups."""
    with suppress(OSError, ValueError):
        quota, period = (folder / "cpu.max").read_text().split()
        yield int(quota) / int(period)  # "max" is no limit
    with suppress(OSError, ValueError):
        quota, period = ((folder / f"cpu.cfs_{part}_us").read_text() for part in ("quota", "period"))
        if int(quota) > 0:
            yield int(quota) / int(period)
