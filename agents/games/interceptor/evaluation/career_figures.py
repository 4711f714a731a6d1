"""Figures of the second game: survival, bombers by type, and the calendar.

An unfinished episode has no end, so it is not part of ends and months.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import LineWars
from agents.evaluation.intervals import Interval, SingleWar, differences, estimate
from agents.evaluation.plain_game import mean_of_result
from stuka_env.flights.episodes import Flown
from stuka_env.games.interceptor.codes import (
    MONTHS,
    Bomber,
    Cause,
    Line,
    Month,
    Over,
    Scale,
)
from stuka_env.games.interceptor.scenario.plan import WarSpec

TYPES = {bomber.word: bomber - 1 for bomber in Bomber if bomber}
"""Types of bombers: words, and the place in the record of a result."""
ALIVE = "alive"
CAUSE_NAMES = {cause: cause.name.lower() for cause in Cause if cause}
"""Causes of death in words."""


class MonthFigures(NamedTuple):
    """One month of the calendar, over all episodes that reached it."""

    month: str
    begun: int
    """Episodes in which the month began."""
    died: int
    """Pilots who died in it."""
    alive: float
    """Share of the pilots who are alive at its end: of all pilots of careers, of those who began it in other
    episodes."""
    sorties: float
    """Sorties flown in it, as a mean over the episodes that began it."""
    bombers: float | None
    """Bombers for each sortie; None if none was flown."""


class SortieCounts(NamedTuple):
    """Sortie lines of one episode by their state, as means."""

    flown: float
    stayed: float
    out_of_range: float
    sat_out: float


def is_dead(flown: Flown) -> NDArray[np.bool_]:
    """Whether the pilot of each episode died, ``(N,)``."""
    dead: NDArray[np.bool_] = flown.results["over"] == Over.DEATH
    return dead


def is_paid(flown: Flown, spec: WarSpec) -> NDArray[np.bool_]:
    """Whether the bombers of each episode count, ``(N,)``: a single sortie pays only a pilot who lives."""
    return ~is_dead(flown) if spec.scale == Scale.SORTIE else np.ones(len(flown.seeds), np.bool_)


def survivors_of(flown: Flown) -> NDArray[np.float64]:
    """Return 1 for each pilot who lives at the end of a finished episode, else 0; ``(N,)``."""
    return (flown.finished & ~is_dead(flown)).astype(np.float64)


def ends_of(flown: Flown) -> dict[str, int]:
    """Count the finished episodes by the pilot's end."""
    causes = Counter(flown.results["cause"][is_dead(flown)].tolist())
    alive = int(survivors_of(flown).sum())
    return {ALIVE: alive, **{name: causes[int(cause)] for cause, name in CAUSE_NAMES.items()}}


def month_figures(flown: Flown, spec: WarSpec) -> list[MonthFigures]:
    """Return the months of the calendar: for careers all from the first on, otherwise those that occur."""
    last, done = flown.results["month"].astype(int), flown.finished
    is_career = spec.scale == Scale.CAREER
    first = np.full(len(last), spec.month) if is_career else last
    months = range(spec.month, MONTHS) if is_career else np.unique(last[done]).tolist()
    died_in = is_dead(flown) & done
    rows = []
    for month in months if done.any() else ():
        begun = done & (first <= month) & (month <= last)
        pilots = done if is_career else begun
        here = (flown.logs["status"] == Line.FLOWN) & (flown.logs["month"] == month) & begun[:, None]
        sorties = int(here.sum())
        rows.append(
            MonthFigures(
                month=Month(month).short,
                begun=int(begun.sum()),
                died=int((begun & died_in & (last == month)).sum()),
                alive=float((pilots & ~(died_in & (last <= month))).sum() / pilots.sum()),
                sorties=sorties / max(1, int(begun.sum())),
                bombers=int(flown.logs["bombers"][here].sum()) / sorties if sorties else None,
            )
        )
    return rows


def sortie_counts(flown: Flown) -> SortieCounts:
    """Return the means of the sortie lines by their state."""
    status = flown.logs["status"] * flown.finished[:, None]
    return SortieCounts(
        *(
            float((status == line).sum(axis=1).mean())
            for line in (Line.FLOWN, Line.STAYED, Line.OUT_OF_RANGE, Line.SAT_OUT)
        )
    )


def survival(wars: LineWars) -> Interval | SingleWar:
    """Return the share of the pilots who live."""
    return estimate(np.stack([survivors_of(flown) for flown in wars.members])[:, None, :])


def survival_difference(wars: LineWars) -> Interval | SingleWar | None:
    """Return the survival less that of the baseline over the same seeds; None for the baseline."""
    if wars.baseline is None:
        return None
    own, others = (np.stack([survivors_of(flown) for flown in flights]) for flights in (wars.members, wars.baseline))
    return estimate(differences(own, others))


def bombers_by_type(wars: LineWars) -> dict[str, float]:
    """Return the bombers of the score by type, as means for one episode."""
    types: Any = (wars.flown.results["by_type"] * is_paid(wars.flown, wars.spec)[:, None]).mean(axis=0)
    return {name: float(types[place]) for name, place in TYPES.items()}


CAREER_FIGURES = {
    "survival": survival,
    "survival_difference": survival_difference,
    "by_type": bombers_by_type,
    "ends": lambda wars: ends_of(wars.flown),
    "months": lambda wars: month_figures(wars.flown, wars.spec),
    "sorties": lambda wars: sortie_counts(wars.flown),
    **{
        name: mean_of_result(name)
        for name in ("crashed", "fighters", "aircraft_lost", "wingmen_lost", "wounds", "prestige_level")
    },
}
"""The figures of one line by their names in ``results.json``. Means are for one episode, over all members."""
