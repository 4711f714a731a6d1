"""The process that plays: one checkout, the scenarios of a job, one line of JSON for each.

``python -P -m comparing.child`` reads a job as JSON from standard input. Whatever the checkout prints goes to standard
error; the answers have standard output for themselves.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from .many import VectorFlight
from .plan import Scenario
from .recorder import DIGEST, Recorder
from .renames import Renames
from .schema import make_schema
from .single import SingleFlight

PACKAGES = ("stuka_env", "agents")


class ForeignError(RuntimeError):
    """Something was imported from another checkout; the message is one line."""


def check_origin(checkout: Path) -> None:
    """Check that all imported modules of the packages lie in the checkout.

    Raises:
        ForeignError: a module lies elsewhere.
    """
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name.partition(".")[0] in PACKAGES and file and checkout not in Path(file).resolve().parents:
            raise ForeignError(f"{name} comes from {file}, not from {checkout}")


def play(scenario: Scenario, renames: Renames, mode: str, step: int) -> dict[str, Any]:
    """Play one scenario: its digests and counts, and in the other modes its trace or the values of a step."""
    recorder = Recorder(renames, mode, step)
    flight = VectorFlight(scenario, recorder) if scenario.wars else SingleFlight(scenario, recorder)
    flight.fly()
    counts = {name: int(count) for name, count in flight.seen.items() if count}
    answer = {"number": scenario.number, "digests": recorder.digests(), "seen": counts}
    return answer | {"trace": recorder.trace, "shown": recorder.shown}


def answers(job: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the names, then the answer for each scenario."""
    import stuka_env

    checkout = Path(job["checkout"]).resolve()
    check_origin(checkout)
    renames = Renames(job["renames"])
    yield {"schema": make_schema(Recorder(renames)), "file": stuka_env.__file__}
    for number, given in enumerate(job["scenarios"]):
        yield play(Scenario(**given), renames, job.get("mode", DIGEST), job.get("step", -1))
        if not number:
            check_origin(checkout)
    check_origin(checkout)


def main() -> None:
    """Read the job, write the answers."""
    out: TextIO = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for answer in answers(json.load(sys.stdin)):
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
