"""The war that is played, in codes, as a checked value: a battle or a dogfight."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from stuka_env.charts.draws import BankedWar, RandomCharts, charts_argument, read_charts
from stuka_env.game import WarArgument
from stuka_env.games.support.charts import BANK, LoadedCharts, load_charts
from stuka_env.games.support.codes import FIGHT_TURNS, SIDE_PLANES, TURNS, Armed, Scale, Scenario, Season, Side, Weather
from stuka_env.games.support.rules.mat import Plan
from stuka_env.io.arguments import argument_error, one_of

ARMED = Armed.by_short()
SCENARIOS = {one.short: int(one) for one in Scenario if one != Scenario.DRAWN}
OWN, ENEMY = "FB FB", "Stuka+bombs Stuka+bombs Stuka+bombs"
"""Aircraft of the printed dogfight (7.226)."""
PLACES = tuple(f"{side}_{number}" for side in ("own", "enemy") for number in range(1, SIDE_PLANES + 1))
"""Fields of the plan with the aircraft of a dogfight."""


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar):
    """The war that is played, in codes, and the charts in force."""

    game: ClassVar[str] = "support"
    bank = BANK
    plan_kind = Plan
    scale: int
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
    charts: LoadedCharts = field(default_factory=load_charts)
    random: RandomCharts | None = None


ARGUMENTS = (
    WarArgument("scenario", f"{', '.join(SCENARIOS)} (default: drawn)", "NAME", "Support/Battle-v0"),
    WarArgument("weather", "clear (default) or mist", "NAME", "Support/Battle-v0"),
    WarArgument("season", "summer (default) or winter", "NAME", "Support/Battle-v0"),
    WarArgument("own", f"up to three of {', '.join(list(ARMED)[1:])} (default: {OWN})", "TYPES", "Support/Dogfight-v0"),
    WarArgument("enemy", f"the same (default: {ENEMY})", "TYPES", "Support/Dogfight-v0"),
    WarArgument("first", "player (default) or enemy", "SIDE", "Support/Dogfight-v0"),
)
"""The arguments for the command line."""
DEFAULTS = {"scenario": None, "weather": "clear", "season": "summer", "own": OWN, "enemy": ENEMY, "first": "player"}


def read_war_spec(scale: int, *, charts: Any = None, charts_seed: Any = None, **given: Any) -> WarSpec:
    """Check the arguments of the war.

    Args:
        scale: code of :class:`stuka_env.games.support.codes.Scale`.
        charts: see :func:`stuka_env.charts.draws.read_charts`.
        charts_seed: seed of random charts, 0 by default; None for other charts.
        given: the arguments of :data:`ARGUMENTS`; None for the default.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    loaded, random = read_charts(BANK, charts, charts_seed)
    for argument in ARGUMENTS:
        is_foreign = (argument.implies == "Support/Battle-v0") != (scale == Scale.BATTLE)
        if is_foreign and given.get(argument.name) is not None:
            raise argument_error(argument.name, given[argument.name], f"none: only {argument.implies} has one")
    values = {name: default if given.get(name) is None else given[name] for name, default in DEFAULTS.items()}
    codes: dict[str, int] = {}
    if scale == Scale.BATTLE:
        scenario = values["scenario"]
        codes["scenario"] = 0 if scenario is None else SCENARIOS[one_of("scenario", scenario, SCENARIOS)]
        codes["weather"] = Weather.numbers()[one_of("weather", values["weather"], Weather.numbers())]
        codes["season"] = Season.numbers()[one_of("season", values["season"], Season.numbers())]
    else:
        armed = [*_aircraft("own", values["own"]), *_aircraft("enemy", values["enemy"])]
        codes = dict(zip(PLACES, armed, strict=True))
        codes["first"] = Side.numbers()[one_of("first", values["first"], Side.numbers())]
    return WarSpec(scale=int(scale), charts=loaded, random=random, **codes)


def _aircraft(name: str, given: Any) -> list[int]:
    words = given.split() if isinstance(given, str) else []
    if not 1 <= len(words) <= SIDE_PLANES or any(not ARMED.get(word) for word in words):
        raise argument_error(name, given, f"1 to {SIDE_PLANES} words of {', '.join(list(ARMED)[1:])}")
    return [ARMED[word] for word in words] + [Armed.NONE] * (SIDE_PLANES - len(words))


def arguments_of(spec: WarSpec) -> dict[str, Any]:
    """Return the arguments of an environment of such episodes, without those that have the default."""
    words = {code: word for word, code in ARMED.items()}
    sides = [[getattr(spec, place) for place in PLACES if place.startswith(side)] for side in ("own", "enemy")]
    own, enemy = (" ".join(words[code] for code in side if code) for side in sides)
    values: dict[str, Any] = {"own": own, "enemy": enemy, "first": Side(spec.first).name.lower()}
    if spec.scale == Scale.BATTLE:
        scenario = Scenario(spec.scenario).short if spec.scenario else None
        values = {"scenario": scenario, "weather": Weather(spec.weather).word, "season": Season(spec.season).word}
    return {name: value for name, value in values.items() if value != DEFAULTS[name]} | charts_argument(spec.charts)


def lines_of(spec: WarSpec) -> int:
    """Return the largest number of turns of a war."""
    return TURNS if spec.scale == Scale.BATTLE else FIGHT_TURNS
