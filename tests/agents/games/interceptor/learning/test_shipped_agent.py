"""The agent of the second game that ships: better than the script that it begins with, also under other charts."""

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

from agents.registry import make_policy, trained_agents
from stuka_env.charts.draws import RandomCharts
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from tests.support.slow import slow, study

MEGABYTE = 1_000_000
UNDER_OTHER_CHARTS = RandomCharts("evaluation")
SPECS = [
    slow(WarSpec(scale=Scale.MONTH), 3_000),
    slow(WarSpec(scale=Scale.SORTIE), 6_000),
    study(WarSpec(scale=Scale.CAREER), 1_500),
    study(WarSpec(scale=Scale.CAREER, random=UNDER_OTHER_CHARTS), 1_500),
    study(WarSpec(scale=Scale.SORTIE, random=UNDER_OTHER_CHARTS), 6_000),
]


def test_it_is_small() -> None:
    assert trained_agents("interceptor")["distilled"].stat().st_size < 4 * MEGABYTE


@pytest.mark.parametrize(("spec", "wars"), SPECS)
def test_it_is_above_the_script_that_it_begins_with(spec: WarSpec, wars: int) -> None:
    flown, compared = (make_policy(name, "interceptor") for name in ("distilled", "champion"))
    seeds = evaluation_seeds(7, wars)
    gains = fly_wars(flown, spec, seeds).scores - fly_wars(compared, spec, seeds).scores
    error = float(gains.std(ddof=1) / wars**0.5)
    assert gains.mean() > 2 * error
