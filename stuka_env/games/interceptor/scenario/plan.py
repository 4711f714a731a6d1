"""The war that is played: its arguments, and a checked value in codes. It is a career, a month of one, or a sortie."""

from dataclasses import dataclass
from typing import Any

from stuka_env.charts.draws import BankedWar
from stuka_env.declared.arguments import Given, WarArgument
from stuka_env.games.interceptor.charts import BANK, ChartNames
from stuka_env.games.interceptor.charts.shape import MOST_AMMUNITION
from stuka_env.games.interceptor.codes import NOBODY, Career, Month, Scale
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, Plan
from stuka_env.io.arguments import argument_error
from stuka_env.io.user_code import meant

DRAWN = -1
"""Value of ``month`` for a month that is drawn by dice."""
ROLLED = 0
"""Value of ``unit`` for a row of the starting table that is drawn by dice."""
ROLL = "roll"
"""The word for it."""


def _read_unit(unit: Any, given: Given) -> int:
    """Return the row of a unit of the starting table. The unit must be open in every possible first month."""
    earliest = max(given.codes["month"], 0)
    firsts = given.charts.record["units"]["first_month"].tolist()
    rows = {name: row for row, name in enumerate(given.charts.names.units) if 0 <= firsts[row] <= earliest}
    if isinstance(unit, str) and unit == ROLL:
        return ROLLED
    if not isinstance(unit, str) or unit not in rows:
        when = Month(earliest).short
        raise argument_error("unit", unit, f"roll, or a unit that is open in {when}: {', '.join(rows)}")
    return rows[unit]


def _read_track(track: Any, given: Given) -> int:
    words = Career.numbers()
    if not isinstance(track, str) or track not in words:
        raise argument_error("track", track, f'None, "officer" or "nco"{meant(track, words)}')
    return words[track]


ARGUMENTS = (
    WarArgument(
        "start", "first month of a career, 1943-03 (default) to 1944-02", "MONTH", words=Month.by_short(),
        usual="1943-03", codes=("month",), scales=(Scale.CAREER,),
        elsewhere="only a Career has one; a Month or a Sortie has month",
    ),
    WarArgument(
        "month", "the month of a month (unless --env says otherwise) or a sortie (default: drawn by dice)",
        "MONTH", "Interceptor/Month-v0", words=Month.by_short(), usual=DRAWN, scales=(Scale.MONTH, Scale.SORTIE),
        elsewhere="a career has start, its first month",
    ),
    WarArgument(
        "unit", 'the unit, such as "I/JG 1" (default: by dice)', "UNIT", default=ROLL, read=_read_unit,
        word=lambda code, charts: charts.names.units[code],
    ),
    WarArgument(
        "track", "officer or nco (default: you decide)", "TRACK", words=Career.numbers(), read=_read_track,
        usual=NOBODY,
    ),
    WarArgument("fatigue", "fatigue counts", default=False),
    WarArgument("enemy_quality", "enemy pilots differ in quality", default=False),
    WarArgument("advanced_maneuvers", "advanced maneuvers can be learned", default=False),
    WarArgument(
        "reward", metavar="REWARD", offered=False, words={"bombers": 0, "level": 1}, default="bombers",
        codes=("level_reward",),
    ),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar[ChartNames]):
    """The war that is played, in codes, and the charts in force."""

    game, bank, plan_kind, arguments = "interceptor", BANK, Plan, ARGUMENTS
    month: int = Month.MARCH_1943
    unit: int = ROLLED
    track: int = NOBODY
    fatigue: int = 0
    enemy_quality: int = 0
    advanced_maneuvers: int = 0
    level_reward: int = 0


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
