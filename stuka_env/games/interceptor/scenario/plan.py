"""The war that is played, in codes, as a checked value. A war is a career, a month of one, or a sortie."""

from dataclasses import dataclass, field
from typing import ClassVar

from stuka_env.charts.draws import BankedWar, RandomCharts
from stuka_env.games.interceptor.charts import LoadedCharts, load_charts
from stuka_env.games.interceptor.charts.bank import BANK
from stuka_env.games.interceptor.charts.shape import MOST_AMMUNITION
from stuka_env.games.interceptor.codes import NOBODY, Month, Scale
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, Settings

"""Months in words: "1943-03" to "1944-02"."""
DRAWN = -1
"""Value of ``month`` for a month that is drawn by dice."""
ROLLED = 0
"""Value of ``unit`` for a row of the starting table that is drawn by dice."""


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar):
    """The war that is played, in codes, and the charts in force.

    :func:`stuka_env.games.interceptor.scenario.arguments.read_war_spec` makes it from the arguments of an environment
    and checks them.
    """

    game: ClassVar[str] = "interceptor"
    bank = BANK
    plan_kind = Settings
    scale: int
    """Code of :class:`stuka_env.games.interceptor.codes.Scale`."""
    month: int = Month.MARCH_1943
    """First month; :data:`DRAWN` for a month drawn by dice at each reset."""
    unit: int = ROLLED
    """Row of the starting table; :data:`ROLLED` for a row drawn by dice."""
    track: int = NOBODY
    """Code of :class:`stuka_env.games.interceptor.codes.Career`; -1 if the player decides."""
    fatigue: bool = False
    """Whether fatigue counts (10.3)."""
    enemy_quality: bool = False
    """Whether enemy pilots differ in quality (10.4)."""
    advanced_maneuvers: bool = False
    """Whether advanced maneuvers can be learned (10.6)."""
    level_reward: bool = False
    """Whether the reward is the level of victory, not the bombers."""
    charts: LoadedCharts = field(default_factory=load_charts)
    """The charts in force. With ``random`` they are ours, whose units and calendar all sets of the bank have."""
    random: RandomCharts | None = None
    """The draw of the charts; None if all wars have the same."""


def months_of(spec: WarSpec) -> range:
    """Return the months in which a war can begin."""
    return range(len(Month)) if spec.month == DRAWN else range(spec.month, spec.month + 1)


def lines_of(spec: WarSpec) -> int:
    """Return the largest number of sortie lines of a war."""
    lines = spec.charts.record["lines"]
    if spec.scale == Scale.SORTIE:
        return 1
    if spec.scale == Scale.MONTH:
        return int(max(lines[month] for month in months_of(spec)))
    return int(lines[spec.month :].sum())


def score_range(spec: WarSpec) -> tuple[int, int]:
    """Return the least and the largest number of bombers of a war; the mat counts no further than ``MOST_COUNTED``.

    In a sortie each bomber takes a shot of a weapon with counted ammunition, or the rockets. Precision saves every
    other shot, so twice the points of ammunition are allowed.
    """
    if spec.scale != Scale.SORTIE:
        return 0, MOST_COUNTED
    most = (
        MOST_AMMUNITION if spec.random is not None else int(spec.charts.record["models"]["weapons"]["ammunition"].max())
    )
    return 0, 2 * most + 1
