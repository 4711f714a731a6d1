"""A checkout as the comparison sees it: a child process that plays there and answers line by line."""

import dataclasses
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .plan import Scenario

TOOLS = Path(__file__).resolve().parent.parent
"""The folder with this package: the same driver plays in every checkout."""
LAST_LINES = 15


class FlightError(RuntimeError):
    """A checkout could not be played in."""


def environment(checkout: Path, plain: bool) -> dict[str, str]:
    """Return the environment of a child: the checkout's own packages first, then this one."""
    own = {"PYTHONPATH": f"{checkout}{os.pathsep}{TOOLS}", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "NUMBA_DISABLE_JIT")}
    return kept | own | ({"NUMBA_DISABLE_JIT": "1"} if plain else {})


def fly(
    checkout: Path,
    scenarios: Sequence[Scenario],
    renames: Mapping[str, Mapping[str, str]],
    plain: bool = False,
    mode: str = "digest",
    step: int = -1,
) -> Iterator[dict[str, Any]]:
    """Play ``scenarios`` in a checkout; yields its names, then an answer for each scenario.

    Raises:
        FlightError: the process failed; the last lines say what happened.
    """
    job = {"checkout": str(checkout), "renames": renames, "mode": mode, "step": step}
    job["scenarios"] = [dataclasses.asdict(scenario) for scenario in scenarios]
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as complaints:
        json.dump(job, given)
        given.seek(0)
        command = [sys.executable, "-P", "-m", "comparing.child"]
        child = subprocess.Popen(
            command,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            cwd=checkout,
            env=environment(checkout, plain),
        )
        assert child.stdout is not None
        try:
            for line in child.stdout:
                yield json.loads(line)
        except BaseException:
            child.kill()
            raise
        finally:
            child.stdout.close()
            child.wait()
        if child.returncode:
            complaints.seek(0)
            last = "".join(complaints.readlines()[-LAST_LINES:]).rstrip()
            raise FlightError(f"{checkout}: the driver ended with exit status {child.returncode}\n{last}")


def ask(checkout: Path, module: str, job: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer of a module of this package that runs in a checkout.

    Raises:
        FlightError: the process failed; the last lines say what happened.
    """
    done = subprocess.run(
        [sys.executable, "-P", "-m", module],
        input=json.dumps({"checkout": str(checkout), **job}),
        capture_output=True,
        text=True,
        cwd=checkout,
        env=environment(checkout, plain=False),
        check=False,
    )
    if done.returncode:
        last = "\n".join(done.stderr.splitlines()[-LAST_LINES:])
        raise FlightError(f"{checkout}: {module} ended with exit status {done.returncode}\n{last}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
