"""The war that is played, in codes, as a checked value. A war is a career, a month of one, or a sortie."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from stuka_env.charts.draws import BankedWar, RandomCharts, charts_argument, read_charts
from stuka_env.game import WarArgument
from stuka_env.games.interceptor.charts import BANK, LoadedCharts, load_charts
from stuka_env.games.interceptor.charts.shape import MOST_AMMUNITION
from stuka_env.games.interceptor.codes import NOBODY, Career, Month, Scale
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, Plan
from stuka_env.io.arguments import argument_error, flag, one_of
from stuka_env.io.user_code import meant

DRAWN = -1
"""Value of ``month`` for a month that is drawn by dice."""
ROLLED = 0
"""Value of ``unit`` for a row of the starting table that is drawn by dice."""


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar):
    """The war that is played, in codes, and the charts in force.

    :func:`stuka_env.games.interceptor.scenario.plan.read_war_spec` makes it from the arguments of an environment
    and checks them.
    """

    game: ClassVar[str] = "interceptor"
    bank = BANK
    plan_kind = Plan
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


MONTH_CODES = Month.by_short()
TRACK_CODES = Career.numbers()
REWARDS = ("bombers", "level")
ARGUMENTS = (
    WarArgument("start", "first month of a career, 1943-03 (default) to 1944-02", "MONTH"),
    WarArgument(
        "month", "the month of a month (unless --env says otherwise) or a sortie (default: drawn by dice)",
        "MONTH", implies="Interceptor/Month-v0",
    ),
    WarArgument("unit", 'the unit, such as "I/JG 1" (default: by dice)', "UNIT"),
    WarArgument("track", "officer or nco (default: you decide)", "TRACK"),
    WarArgument("reward", "bombers (default) or level", "REWARD", offered=False),
    WarArgument("fatigue", "fatigue counts"),
    WarArgument("enemy_quality", "enemy pilots differ in quality"),
    WarArgument("advanced_maneuvers", "advanced maneuvers can be learned"),
)  # fmt: skip
RULE_OPTIONS = tuple(argument.name for argument in ARGUMENTS if argument.metavar is None)
"""Arguments that are true or false: optional rules."""
ROLL = "roll"
"""Value of ``unit`` for a unit that is drawn by dice."""


def read_war_spec(
    scale: int,
    *,
    start: Any = None,
    month: Any = None,
    unit: Any = ROLL,
    track: Any = None,
    fatigue: Any = False,
    enemy_quality: Any = False,
    advanced_maneuvers: Any = False,
    reward: Any = "bombers",
    charts: Any = None,
    charts_seed: Any = None,
) -> WarSpec:
    """Check the arguments of the war.

    Args:
        scale: code of :class:`stuka_env.games.interceptor.codes.Scale`.
        start: first month of a career, such as "1943-03"; None for March 1943.
        month: the month of a Month or a Sortie; None for one that is drawn by dice at each reset.
        unit: "roll", or the name of a unit of the starting table that is open in the first month.
        track: "officer" or "nco"; None if the player decides.
        fatigue: whether fatigue counts.
        enemy_quality: whether enemy pilots differ in quality.
        advanced_maneuvers: whether advanced maneuvers can be learned.
        reward: "bombers" or "level".
        charts: see :func:`stuka_env.charts.draws.read_charts`.
        charts_seed: seed of random charts, 0 by default; None for other charts.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    loaded, random = read_charts(BANK, charts, charts_seed)
    first = _read_month(scale, start, month)
    return WarSpec(
        scale=int(scale),
        month=first,
        unit=_read_unit(unit, first, loaded),
        track=_read_track(track),
        fatigue=flag("fatigue", fatigue),
        enemy_quality=flag("enemy_quality", enemy_quality),
        advanced_maneuvers=flag("advanced_maneuvers", advanced_maneuvers),
        level_reward=one_of("reward", reward, REWARDS) == "level",
        charts=loaded,
        random=random,
    )


def _read_month(scale: int, start: Any, month: Any) -> int:
    if scale == Scale.CAREER:
        if month is not None:
            raise argument_error("month", month, "none: a career has start, its first month")
        return MONTH_CODES[one_of("start", "1943-03" if start is None else start, MONTH_CODES)]
    if start is not None:
        raise argument_error("start", start, "none: only a Career has one; a Month or a Sortie has month")
    return DRAWN if month is None else MONTH_CODES[one_of("month", month, MONTH_CODES)]


def _read_unit(unit: Any, month: int, charts: LoadedCharts) -> int:
    """Return the row of a unit of the starting table. The unit must be open in every possible first month."""
    earliest = max(month, 0)
    firsts = charts.record["units"]["first_month"].tolist()
    rows = {name: row for row, name in enumerate(charts.names.units) if 0 <= firsts[row] <= earliest}
    if isinstance(unit, str) and unit == ROLL:
        return ROLLED
    if not isinstance(unit, str) or unit not in rows:
        when = Month(earliest).short
        raise argument_error("unit", unit, f"roll, or a unit that is open in {when}: {', '.join(rows)}")
    return rows[unit]


def _read_track(track: Any) -> int:
    """Return the code of a track of rank; -1 for None."""
    if track is None:
        return NOBODY
    if not isinstance(track, str) or track not in TRACK_CODES:
        raise argument_error("track", track, f'None, "officer" or "nco"{meant(track, TRACK_CODES)}')
    return TRACK_CODES[track]


# --- the arguments of a war ---


def arguments_of(spec: WarSpec) -> dict[str, Any]:
    """Return the arguments of an environment of such episodes, without those that have the default."""
    arguments: dict[str, Any] = {name: True for name in RULE_OPTIONS if getattr(spec, name)}
    if spec.scale == Scale.CAREER and spec.month != Month.MARCH_1943:
        arguments["start"] = Month(spec.month).short
    if spec.scale != Scale.CAREER and spec.month != DRAWN:
        arguments["month"] = Month(spec.month).short
    if spec.unit != ROLLED:
        arguments["unit"] = spec.charts.names.units[spec.unit]
    if spec.track != NOBODY:
        arguments["track"] = Career(spec.track).name.lower()
    if spec.level_reward:
        arguments["reward"] = "level"
    return arguments | charts_argument(spec.charts)
