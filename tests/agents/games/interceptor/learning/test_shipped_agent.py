"""The agent of careers that ships: better than the script that taught it, under our charts and under others."""

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

from agents.registry import MODELS, make_policy
from stuka_env.charts.draws import RandomCharts
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec

MEGABYTE = 1_000_000
SPECS = [
    (WarSpec(scale=Scale.CAREER), 1_500),
    (WarSpec(scale=Scale.CAREER, random=RandomCharts("evaluation")), 1_500),
    (WarSpec(scale=Scale.MONTH), 3_000),
    (WarSpec(scale=Scale.SORTIE), 6_000),
]


def test_it_is_small() -> None:
    assert (MODELS / "distilled-career.zip").stat().st_size < 4 * MEGABYTE


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "wars"), SPECS, ids=["careers", "random charts", "months", "sorties"])
def test_it_is_above_the_champion(spec: WarSpec, wars: int) -> None:
    agent, champion = (make_policy(name, "interceptor") for name in ("distilled-career", "champion"))
    seeds = evaluation_seeds(7, wars)
    gains = fly_wars(agent, spec, seeds).scores - fly_wars(champion, spec, seeds).scores
    error = float(gains.std(ddof=1) / wars**0.5)
    assert gains.mean() > 2 * error
