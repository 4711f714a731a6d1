"""Flying what is missing: every policy under every chart set, scripts under every group's step; here or on Ray."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.calibration import REGULAR_BARBAROSSA, calibration, outside_band
from agents.evaluation.cluster import Cluster, with_whole_path
from agents.evaluation.evaluation_parts import EvaluationPart, fly_part, policy_digest
from agents.registry import policy_files
from agents.sensitivity.records import ArmFlight
from stuka_env.charts import LoadedCharts
from stuka_env.flights.episodes import FlightError, Flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.policy import load_policy

DOCTRINE = "doctrine"
SEED = 0
"""Which wars, and the policies' own seed: the frozen evaluation's."""


class Task(NamedTuple):
    """One policy under one set of charts."""

    arm: str
    policy: str
    charts: LoadedCharts
    wars: int

    def part(self) -> EvaluationPart:
        """What another process needs to fly it. Learned agents fly under charts that they were not trained with."""
        seeds: NDArray[np.uint64] = evaluation_seeds(SEED, self.wars)
        name = with_whole_path(self.policy)
        return EvaluationPart(name, REGULAR_BARBAROSSA, self.charts, seeds, SEED, any_charts=True)


def made_of(policy: str) -> str:
    """Digest of a learned agent's file; empty for a policy that has none."""
    files = policy_files(policy)
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest() if files else ""


def arm_flight(task: Task, flown: Flown) -> ArmFlight:
    """What is kept of a flight.

    Raises:
        FlightError: a war was not finished.
    """
    if not flown.finished.all():
        raise FlightError(f"policy {task.policy!r}: {int((~flown.finished).sum())} wars of {task.arm} never ended")
    figures = calibration(flown, task.charts)
    return ArmFlight(
        arm=task.arm,
        policy=task.policy,
        made_of=made_of(task.policy),
        scores=flown.results["score"].astype(np.int64),
        destroyed=float(flown.results["destroyed"].mean()),
        outside=outside_band(figures) if task.policy == DOCTRINE else [],
    )


def fly_tasks(tasks: list[Task], cluster: Cluster | None) -> Iterator[ArmFlight]:
    """Fly them all; each as it is done, which on a cluster is in no particular order.

    Raises:
        FlightError: a policy refused to go on.
        RayError: see :meth:`agents.evaluation.cluster.Cluster.fly`.
    """
    if cluster is None:
        for task in tasks:
            yield arm_flight(task, fly_part(task.part()))
        return
    for policy in dict.fromkeys(task.policy for task in tasks):
        own: Mapping[int, Task] = dict(enumerate(task for task in tasks if task.policy == policy))
        parts = {number: task.part() for number, task in own.items()}
        digest = policy_digest(load_policy(with_whole_path(policy)))
        for number, flown in cluster.fly(parts, digest):
            yield arm_flight(own[number], flown)
