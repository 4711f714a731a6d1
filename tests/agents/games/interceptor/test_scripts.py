"""The scripts of the second game play legal actions, and say why."""

import pytest

from agents.games.interceptor.players import SCRIPTS, SECOND_GAME
from agents.games.interceptor.scripts.reasons import Reason, reason_words
from agents.reasoned_script import because, because_of
from agents.registry import make_policy
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import Act, Decision, Scale
from stuka_env.games.interceptor.scenario.plan import DRAWN, WarSpec
from tests.support.asked import Asked
from tests.support.each import each

SPECS = {scale: WarSpec(scale=int(scale), month=0 if scale == Scale.CAREER else DRAWN) for scale in Scale}
"""Every id, with the month that it has by default."""
EPISODES = {Scale.SORTIE: 60, Scale.MONTH: 20, Scale.CAREER: 6}

WAYS_DOWN = {Reason.JUMP_IS_SAFER, Reason.LANDING_IS_SAFER}
"""Reasons that name rivals."""


def fly(name: str, scale: Scale, seed: int = 0) -> Flown:
    spec = SPECS[scale]
    return fly_wars(make_policy(name, SECOND_GAME), spec, evaluation_seeds(seed, EPISODES[scale]), seed=seed)


@each("scale", Scale)
@each("name", SCRIPTS)
def test_scripts_play_legal_actions(name: str, scale: Scale) -> None:
    flown = fly(name, scale, seed=3)
    assert flown.illegal.sum() == 0
    assert (flown.results["over"] > 0).all()
    assert (flown.decisions > 0).all()


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_decision_has_a_reason(name: str) -> None:
    asked = Asked(name, SECOND_GAME)
    fly_wars(asked, SPECS[Scale.CAREER], evaluation_seeds(5, 4))
    decisions = {Decision(decision) for decision, _ in asked.said}
    assert {Decision.SKILL, Decision.SCRAMBLE, Decision.ENGAGE, Decision.BURST} <= decisions
    weighed = {Decision.BURST, Decision.PASS, Decision.ONWARD} if name == "champion" else set()
    assert weighed <= asked.valued <= weighed | {Decision.FORCED}
    assert asked.named == {reason for decision, reason in asked.said if decision == Decision.FORCED} & WAYS_DOWN


def test_the_reason_of_a_shot_has_its_worth() -> None:
    """The worth is what the champion weighs against breaking off; other scripts weigh none."""
    words = reason_words(because_of(Act.AIM_PORT.value, Reason.FIRES, 0, 0.424), None, None)
    assert words == "fires where a hit counts most; this shot is worth +0.42 bombers more than breaking off"
    assert reason_words(because(Act.AIM_PORT.value, Reason.FIRES, 0), None, None) == Reason.FIRES.word


def test_the_players_differ() -> None:
    results = {name: fly(name, Scale.CAREER).results.tobytes() for name in SCRIPTS}
    assert len(set(results.values())) == len(SCRIPTS)
