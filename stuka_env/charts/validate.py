"""Checks across cells and files that no single cell can show."""

from collections.abc import Mapping

import numpy as np

from stuka_env.charts.schema import OPERATION_INDEX
from stuka_env.charts.table import fail
from stuka_env.codes import SEATS, SEGMENT_TITLES, SYSTEMS, Role, Segment, Target


def check(record: np.ndarray, paths: Mapping[str, str]) -> None:
    """Raise ChartError if the charts contradict each other or what the mat can hold."""
    charts = record[0]
    _check_forces(charts, paths["operations"])
    _check_segments(charts, paths["operations"])
    _check_markers(charts, paths["c1_damage"])
    _check_missions(charts, paths["a1_missions"])


def _check_forces(charts: np.record, file: str) -> None:
    for name, operation in OPERATION_INDEX.items():
        for role in Role:
            people = int(charts["force"][operation, role].sum())
            if not 1 <= people <= SEATS:
                raise fail(file, f"force.{name}.{role.name.title()}s", f"1 to {SEATS} people", people)
        if charts["smallest_kette"][operation] > charts["largest"][operation]:
            raise fail(file, f"operations.{name}", "smallest_kette up to largest_formation", "more")


def _check_segments(charts: np.record, file: str) -> None:
    """The operations follow each other and together hold every segment once."""
    following = 0
    for name, operation in OPERATION_INDEX.items():
        if charts["first_segment"][operation] != following:
            got = SEGMENT_TITLES[charts["first_segment"][operation]]
            raise fail(file, f"operations.{name}.first_segment", SEGMENT_TITLES[following], got)
        following += int(charts["segments"][operation])
        if following > len(Segment):
            raise fail(file, f"operations.{name}.segments", "no segment after the last", following)
    if following != len(Segment):
        raise fail(file, "operations", f"{len(Segment)} segments in all", following)


def _check_markers(charts: np.record, file: str) -> None:
    """Only systems with a space on the aircraft card can take a damage marker (4.1)."""
    for die, system in enumerate(charts["c1_system"]):
        if system >= SYSTEMS and charts["c1"]["marker"][die].any():
            raise fail(file, f"damage.{die}", "no 'damage' for General and Crew, which have no marker", "damage")


def _check_missions(charts: np.record, file: str) -> None:
    """Every segment must be able to roll a mission that is flown."""
    for segment in Segment:
        rolled = charts["a1"][segment][2:]
        if (rolled == Target.NO_FLY).all():
            raise fail(file, f"missions.{SEGMENT_TITLES[segment]}", "a target in at least one row", "No-Fly in all")
