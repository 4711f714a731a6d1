"""The study: draw the chart sets and fly the wars that its record does not contain yet, in this process or on Ray."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.cluster import Cluster, with_whole_path
from agents.evaluation.evaluated_game import fly_part
from agents.evaluation.evaluation_parts import EvaluationPart
from agents.games.stuka.evaluation.calibration import REGULAR_BARBAROSSA, calibration, outside_band
from agents.games.stuka.evaluation.game import EVALUATED
from agents.games.stuka.evaluation.studies import Settings, study_settings
from agents.games.stuka.sensitivity.chart_cells import REACH, chart_cells, count_by_chart, share_moved
from agents.games.stuka.sensitivity.chart_sets import (
    DOCTRINE_SEED,
    DOCTRINE_WARS,
    ChartSet,
    GroupStep,
    attempt_rungs,
    charts_of,
    draw_set,
    group_steps,
    set_name,
)
from agents.games.stuka.sensitivity.drawing import GIBBS_SWEEPS, LEAN, PULL
from agents.games.stuka.sensitivity.records import (
    DRAWN,
    FLOWN,
    OURS,
    SETTINGS,
    ArmFlight,
    StudyRecord,
    append_line,
    as_line,
    lines_path,
)
from agents.registry import policy_files
from stuka_env.flights.episodes import FlightError, Flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.policy import load_policy

RECORD_FORMAT = 2
DOCTRINE = "doctrine"
SEED = 0
"""Seed of the wars and of the policies, as in the frozen evaluation."""
FLOWN_SCRIPTS = ("old_hand", "kette", "doctrine", "cautious", "bold", "lone_wolf", "random_flyer")
"""Policies of every study; only these fly the groups' steps."""
OURS_AGAIN = "ours, wars of the groups"
"""The arm of our charts that the groups' steps are compared with."""
Progress = Callable[[str, int], Any]
"""A callback with the name of a finished draw or flight and the number of its wars."""


class Study(NamedTuple):
    """The options of a study."""

    path: Path
    """The results file."""
    policies: tuple[str, ...] = FLOWN_SCRIPTS
    sets: int = 50
    wars: int = 500
    """Wars of each policy under each random set, and under ours."""
    group_wars: int = 500
    """Wars of each script under each group's step; 0 to fly none and keep those of the record."""
    seed: int = 0
    """Seed of the random sets."""

    def settings(self) -> Settings:
        """Return the settings that all flights of a file share. Sets, policies and groups' wars can be added later."""
        sampler = {"reach": REACH, "pull": PULL, "lean": LEAN, "sweeps": GIBBS_SWEEPS}
        band = {"doctrine_wars": DOCTRINE_WARS, "doctrine_seed": DOCTRINE_SEED}
        return study_settings(RECORD_FORMAT, sets_seed=self.seed, **sampler, **band, wars=self.wars, seed=SEED)

    def set_arms(self) -> list[str]:
        """Return the arms of our charts and of every random set."""
        return [OURS, *(set_name(number) for number in range(1, self.sets + 1))]


# --- draws ---


def drawn_line(chart_set: ChartSet) -> dict[str, Any]:
    """Return a random set's line in the record: how to draw it again, and its distance from our charts."""
    cells = chart_cells()
    return {
        "arm": set_name(chart_set.number),
        "attempt": chart_set.attempt,
        "rejected": chart_set.rejected,
        "sha256": chart_set.charts.sha256,
        "moved": dict(count_by_chart(cells.moved(chart_set.rungs))),
        "share": share_moved(cells, chart_set.rungs),
        "share_in_force": share_moved(cells, chart_set.rungs, REGULAR_BARBAROSSA),
    }


def begin(study: Study) -> Path:
    """Return the path of the file of lines; create it with the settings on top if it does not exist."""
    path = lines_path(study.path)
    if not path.exists():
        append_line(path, SETTINGS, study.settings())
    return path


def draw_missing(study: Study, record: StudyRecord, on_draw: Progress) -> None:
    """Draw the random sets that the record does not contain yet.

    Raises:
        ValueError: none of the draws for a set counts.
    """
    for number in range(1, study.sets + 1):
        if set_name(number) not in record.drawn:
            line = drawn_line(draw_set(study.seed, number))
            append_line(begin(study), DRAWN, line)
            record.drawn[set_name(number)] = line
            on_draw(set_name(number), 0)


def set_charts(study: Study, record: StudyRecord, number: int) -> LoadedCharts:
    """Return the charts of a random set of the record.

    Raises:
        ValueError: the present sources draw other charts.
    """
    name = set_name(number)
    charts = charts_of(attempt_rungs(study.seed, number, record.drawn[name]["attempt"]), name)
    if charts.sha256 != record.drawn[name]["sha256"]:
        raise ValueError(f"{study.path}: {name} was drawn by other sources; delete it or choose another --output")
    return charts


# --- flights ---


class Task(NamedTuple):
    """The wars of one policy under one set of charts."""

    arm: str
    policy: str
    charts: LoadedCharts
    wars: int

    def part(self) -> EvaluationPart:
        """Return the part that another process can fly. Learned agents also fly under charts unknown to them."""
        seeds: NDArray[np.uint64] = evaluation_seeds(SEED, self.wars)
        name = with_whole_path(self.policy)
        spec = replace(REGULAR_BARBAROSSA, charts=self.charts)
        return EvaluationPart(name, spec, seeds, SEED, any_charts=True)


def made_of(policy: str) -> str:
    """Return the digest of a learned agent's files; empty for a policy without files."""
    files = policy_files(policy)
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest() if files else ""


def arm_flight(task: Task, flown: Flown) -> ArmFlight:
    """Return the results of a flight for the record.

    Raises:
        FlightError: a war did not end.
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
    """Fly the tasks and yield each result when it is finished, on a cluster in any order.

    Raises:
        FlightError: a policy refuses, or a war did not end.
        RayError: see :meth:`agents.evaluation.cluster.Cluster.fly`.
    """
    if cluster is None:
        for task in tasks:
            yield arm_flight(task, fly_part(task.part()))
        return
    for policy in dict.fromkeys(task.policy for task in tasks):
        own: Mapping[int, Task] = dict(enumerate(task for task in tasks if task.policy == policy))
        parts = {number: task.part() for number, task in own.items()}
        digest = EVALUATED.policy_digest(load_policy(with_whole_path(policy)))
        for number, flown in cluster.fly(parts, digest):
            yield arm_flight(own[number], flown)


# --- missing flights ---


def is_missing(record: StudyRecord, arm: str, policy: str, wars: int) -> bool:
    """Whether the record lacks a flight of an arm with so many wars by the present version of a policy."""
    flight = record.flown.get((arm, policy))
    return flight is None or flight.made_of != made_of(policy) or len(flight.scores) != wars


def missing_set_tasks(study: Study, record: StudyRecord) -> Iterator[Task]:
    """Yield the missing flights under our charts and the random sets."""
    for number, arm in enumerate(study.set_arms()):
        missing = [policy for policy in study.policies if is_missing(record, arm, policy, study.wars)]
        if missing:
            charts = set_charts(study, record, number) if number else load_charts()
            yield from (Task(arm, policy, charts, study.wars) for policy in missing)


def missing_steps(study: Study, record: StudyRecord) -> list[GroupStep]:
    """Return the requested groups' steps that the record has no summary of with that number of wars."""
    complete = {line["arm"] for line in record.groups if line["wars"] == study.group_wars}
    return [step for step in group_steps() if step.name not in complete] if study.group_wars else []


def missing_step_tasks(study: Study, record: StudyRecord) -> Iterator[Task]:
    """Yield the missing flights of the groups' steps, those under our charts first."""
    steps = missing_steps(study, record)
    arms = {OURS_AGAIN: chart_cells().ours, **{step.name: step.rungs for step in steps}} if steps else {}
    for arm, rungs in arms.items():
        missing = [script for script in FLOWN_SCRIPTS if is_missing(record, arm, script, study.group_wars)]
        if missing:
            charts = charts_of(rungs, arm)
            yield from (Task(arm, script, charts, study.group_wars) for script in missing)


def fly_missing(
    study: Study, record: StudyRecord, tasks: list[Task], *, cluster: Cluster | None, on_flight: Progress
) -> None:
    """Fly the tasks; add each flight to the record and to the file of lines when it is finished."""
    for flight in fly_tasks(tasks, cluster):
        append_line(begin(study), FLOWN, as_line(flight))
        record.flown[flight.arm, flight.policy] = flight
        on_flight(f"{flight.arm}, {flight.policy}", len(flight.scores))


def complete_policies(study: Study, record: StudyRecord) -> list[str]:
    """Return the policies that have flown all sets: the scripts in their order, then the others by name."""
    names = sorted({policy for _, policy in record.flown} - set(FLOWN_SCRIPTS))
    return [
        policy for policy in (*FLOWN_SCRIPTS, *names) if all((arm, policy) in record.flown for arm in study.set_arms())
    ]
