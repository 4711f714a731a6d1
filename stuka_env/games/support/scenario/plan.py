"""The war that is played: its arguments, and a checked value in codes. It is a battle or a dogfight."""

from dataclasses import dataclass
from typing import Any

from stuka_env.charts.draws import BankedWar
from stuka_env.declared.arguments import WarArgument
from stuka_env.games.support.charts import BANK, ChartNames
from stuka_env.games.support.codes import FIGHT_TURNS, SIDE_PLANES, TURNS, Armed, Scale, Scenario, Season, Side, Weather
from stuka_env.games.support.rules.mat import Plan

SCENARIOS = {one.short: int(one) for one in Scenario if one != Scenario.DRAWN}
OWN, ENEMY = "FB FB", "Stuka+bombs Stuka+bombs Stuka+bombs"
"""Aircraft of the printed dogfight (7.226)."""
BATTLE: Any = {
    "implies": "Support/Battle-v0", "scales": (Scale.BATTLE,), "elsewhere": "only Support/Battle-v0 has one",
}  # fmt: skip
DOGFIGHT: Any = {
    "implies": "Support/Dogfight-v0", "scales": (Scale.DOGFIGHT,), "elsewhere": "only Support/Dogfight-v0 has one",
}  # fmt: skip


def _aircraft(side: str, meaning: str, usual: str) -> WarArgument:
    codes = tuple(f"{side}_{number}" for number in range(1, SIDE_PLANES + 1))
    return WarArgument(side, meaning, "TYPES", words=Armed.by_short(), usual=usual, codes=codes, **DOGFIGHT)


ARGUMENTS = (
    WarArgument("scenario", f"{', '.join(SCENARIOS)} (default: drawn)", "NAME", words=SCENARIOS, **BATTLE),
    WarArgument("weather", metavar="NAME", words=Weather.numbers(), usual="clear", **BATTLE),
    WarArgument("season", metavar="NAME", words=Season.numbers(), usual="summer", **BATTLE),
    _aircraft("own", f"up to three of {', '.join(list(Armed.by_short())[1:])} (default: {OWN})", OWN),
    _aircraft("enemy", f"the same (default: {ENEMY})", ENEMY),
    WarArgument("first", metavar="SIDE", words=Side.numbers(), usual="player", **DOGFIGHT),
)


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar[ChartNames]):
    """The war that is played, in codes, and the charts in force."""

    game, bank, plan_kind, arguments = "support", BANK, Plan, ARGUMENTS
    scenario: int = Scenario.DRAWN
    weather: int = Weather.CLEAR
    season: int = Season.SUMMER
    own_1: int = 0
    own_2: int = 0
    own_3: int = 0
    enemy_1: int = 0
    enemy_2: int = 0
    enemy_3: int = 0
    first: int = Side.PLAYER


def lines_of(spec: WarSpec) -> int:
    """Return the largest number of turns of a war."""
    return TURNS if spec.scale == Scale.BATTLE else FIGHT_TURNS
