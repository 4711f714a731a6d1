"""The study from the first draw to the last flight: what is there is kept, what is missing is drawn and flown."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from agents.evaluation.calibration import REGULAR_BARBAROSSA
from agents.evaluation.cluster import Cluster
from agents.evaluation.studies import Settings, study_settings
from agents.sensitivity.chart_cells import REACH, chart_cells, count_by_chart, share_moved
from agents.sensitivity.chart_sets import (
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
from agents.sensitivity.drawing import LEAN, PULL, SWEEPS
from agents.sensitivity.flights import SEED, Task, fly_tasks, made_of
from agents.sensitivity.records import (
    DRAWN,
    FLOWN,
    OURS,
    SETTINGS,
    Record,
    append_line,
    as_line,
    lines_path,
)
from stuka_env.charts import LoadedCharts, load_charts

FORMAT = 2
SCRIPTS = ("old_hand", "kette", "doctrine", "cautious", "bold", "lone_wolf", "random_flyer")
"""Who flies if nobody says otherwise, and who flies the groups' steps."""
OURS_AGAIN = "ours, wars of the groups"
"""The arm of our charts that the groups' steps are compared with."""
Said = Callable[[str, int], Any]
"""Told what has been done, and how many wars that were."""


class Study(NamedTuple):
    """What is asked for."""

    path: Path
    """The results file."""
    policies: tuple[str, ...] = SCRIPTS
    sets: int = 50
    wars: int = 500
    """Under each random set, and under ours."""
    group_wars: int = 500
    """Under each group's step; 0 to fly none and keep what is there."""
    seed: int = 0
    """Of the random sets."""

    def settings(self) -> Settings:
        """What flights must have in common to be put into one file. More can be added: sets, policies, groups' wars."""
        sampler = {"reach": REACH, "pull": PULL, "lean": LEAN, "sweeps": SWEEPS}
        band = {"doctrine_wars": DOCTRINE_WARS, "doctrine_seed": DOCTRINE_SEED}
        return study_settings(FORMAT, sets_seed=self.seed, **sampler, **band, wars=self.wars, seed=SEED)

    def set_arms(self) -> list[str]:
        """Our charts, then every random set."""
        return [OURS, *(set_name(number) for number in range(1, self.sets + 1))]


def drawn_line(found: ChartSet) -> dict[str, Any]:
    """What is kept of a random set: how to make it again, and how far it is from ours."""
    cells = chart_cells()
    return {
        "arm": set_name(found.number),
        "attempt": found.attempt,
        "rejected": found.rejected,
        "sha256": found.charts.sha256,
        "moved": dict(count_by_chart(cells.moved(found.rungs))),
        "share": share_moved(cells, found.rungs),
        "share_in_force": share_moved(cells, found.rungs, REGULAR_BARBAROSSA),
    }


def begin(study: Study) -> Path:
    """The file of lines, with the settings on top."""
    path = lines_path(study.path)
    if not path.exists():
        append_line(path, SETTINGS, study.settings())
    return path


def draw_missing(study: Study, record: Record, said: Said) -> None:
    """Draw the random sets that are not there yet.

    Raises:
        ValueError: none of the draws for a set counts.
    """
    for number in range(1, study.sets + 1):
        if set_name(number) not in record.drawn:
            line = drawn_line(draw_set(study.seed, number))
            append_line(begin(study), DRAWN, line)
            record.drawn[set_name(number)] = line
            said(set_name(number), 0)


def set_charts(study: Study, record: Record, number: int) -> LoadedCharts:
    """The charts of a random set that was drawn before.

    Raises:
        ValueError: today's sources make others.
    """
    name = set_name(number)
    charts = charts_of(attempt_rungs(study.seed, number, record.drawn[name]["attempt"]), name)
    if charts.sha256 != record.drawn[name]["sha256"]:
        raise ValueError(f"{study.path}: {name} was drawn by other sources; delete it or choose another --output")
    return charts


def is_missing(record: Record, arm: str, policy: str, wars: int) -> bool:
    """Whether a policy, as it is now, has not flown as many wars of an arm."""
    flight = record.flown.get((arm, policy))
    return flight is None or flight.made_of != made_of(policy) or len(flight.scores) != wars


def missing_set_tasks(study: Study, record: Record) -> Iterator[Task]:
    """Flights under our charts and the random sets that are not there."""
    for number, arm in enumerate(study.set_arms()):
        missing = [policy for policy in study.policies if is_missing(record, arm, policy, study.wars)]
        if missing:
            charts = set_charts(study, record, number) if number else load_charts()
            yield from (Task(arm, policy, charts, study.wars) for policy in missing)


def missing_steps(study: Study, record: Record) -> list[GroupStep]:
    """Groups' steps that nothing is told of yet, or of another number of wars; none if none are asked for."""
    told = {line["arm"] for line in record.groups if line["wars"] == study.group_wars}
    return [step for step in group_steps() if step.name not in told] if study.group_wars else []


def missing_step_tasks(study: Study, record: Record) -> Iterator[Task]:
    """Flights of the groups' steps that are not there, those under our charts first."""
    steps = missing_steps(study, record)
    arms = {OURS_AGAIN: chart_cells().ours, **{step.name: step.rungs for step in steps}} if steps else {}
    for arm, rungs in arms.items():
        missing = [script for script in SCRIPTS if is_missing(record, arm, script, study.group_wars)]
        if missing:
            charts = charts_of(rungs, arm)
            yield from (Task(arm, script, charts, study.group_wars) for script in missing)


def fly_missing(study: Study, record: Record, tasks: list[Task], cluster: Cluster | None, said: Said) -> None:
    """Fly the tasks, and write each down as soon as it is done."""
    for flight in fly_tasks(tasks, cluster):
        append_line(begin(study), FLOWN, as_line(flight))
        record.flown[flight.arm, flight.policy] = flight
        said(f"{flight.arm}, {flight.policy}", len(flight.scores))


def complete_policies(study: Study, record: Record) -> list[str]:
    """Every policy that has flown all sets: the scripts in their order, then the others by name."""
    names = sorted({policy for _, policy in record.flown} - set(SCRIPTS))
    return [policy for policy in (*SCRIPTS, *names) if all((arm, policy) in record.flown for arm in study.set_arms())]
