"""The agents of the second game that ship: better than the script that taught them, also under other charts."""

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

from agents.registry import MODELS, make_policy
from stuka_env.charts.draws import RandomCharts
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from tests.support.slow import slow, study

MEGABYTE = 1_000_000
CAREER_AGENT, SORTIE_AGENT = "distilled-career", "distilled-sortie"
SPECS = [
    slow(CAREER_AGENT, "champion", WarSpec(scale=Scale.MONTH), 3_000),
    study(CAREER_AGENT, "champion", WarSpec(scale=Scale.CAREER), 1_500),
    study(CAREER_AGENT, "champion", WarSpec(scale=Scale.CAREER, random=RandomCharts("evaluation")), 1_500),
    study(CAREER_AGENT, "champion", WarSpec(scale=Scale.SORTIE), 6_000),
    slow(SORTIE_AGENT, CAREER_AGENT, WarSpec(scale=Scale.MONTH), 3_000),
    study(SORTIE_AGENT, CAREER_AGENT, WarSpec(scale=Scale.SORTIE), 6_000),
    study(SORTIE_AGENT, CAREER_AGENT, WarSpec(scale=Scale.SORTIE, random=RandomCharts("evaluation")), 6_000),
]


@pytest.mark.parametrize("agent", [CAREER_AGENT, SORTIE_AGENT])
def test_it_is_small(agent: str) -> None:
    assert (MODELS / f"{agent}.safetensors").stat().st_size < 4 * MEGABYTE


@pytest.mark.parametrize(("agent", "other", "spec", "wars"), SPECS)
def test_it_is_above_another(agent: str, other: str, spec: WarSpec, wars: int) -> None:
    flown, compared = (make_policy(name, "interceptor") for name in (agent, other))
    seeds = evaluation_seeds(7, wars)
    gains = fly_wars(flown, spec, seeds).scores - fly_wars(compared, spec, seeds).scores
    error = float(gains.std(ddof=1) / wars**0.5)
    assert gains.mean() > 2 * error
