"""The scripts of the third game play legal actions, and say why."""

import numpy as np
import pytest

from agents.games.wing.players import SCRIPTS, THIRD_GAME
from agents.games.wing.scripts.style import Reason
from agents.reasoned_script import because, rivals_of
from agents.registry import make_policy
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.wing.codes import ACTS, Act, Campaign, Decision, Scale, Squadron
from stuka_env.games.wing.scenario.plan import WarSpec
from tests.support.asked import Asked
from tests.support.each import each

SPECS = (
    (WarSpec(scale=int(Scale.MISSION)), 60),
    (WarSpec(scale=int(Scale.CAMPAIGN), campaign=int(Campaign.SHORT_1942), fatigue=False), 20),
    (WarSpec(scale=int(Scale.CAMPAIGN), squadron=int(Squadron.B_24), landing=True), 6),
)
"""Wars with their number; all options occur."""
SAID = {Decision.CREW, Decision.MOVE, Decision.RENDEZVOUS, Decision.JOIN, Decision.STRAGGLER, Decision.ALTITUDE}
"""Decisions that every campaign has."""
VALUED = {Decision.MOVE, Decision.RENDEZVOUS, Decision.COVER, Decision.STRAGGLER, Decision.ALTITUDE, Decision.RUN}
"""Decisions for which the best script computes a value for each option."""


def fly(name: str, spec: WarSpec, wars: int) -> Flown:
    return fly_wars(make_policy(name, THIRD_GAME), spec, evaluation_seeds(3, wars), seed=3)


@each("name", SCRIPTS)
def test_scripts_play_legal_actions(name: str) -> None:
    for spec, wars in SPECS:
        flown = fly(name, spec, wars)
        assert flown.illegal.sum() == 0 and (flown.results["over"] > 0).all() and (flown.decisions > 0).all()


@each("name", SCRIPTS)
def test_every_decision_has_a_reason(name: str) -> None:
    asked = Asked(name, THIRD_GAME)
    fly_wars(asked, WarSpec(scale=int(Scale.CAMPAIGN)), evaluation_seeds(5, 4))
    assert {Decision(decision) for decision, _ in asked.said} >= SAID
    assert asked.valued <= VALUED if name == "best" else not asked.valued
    assert name != "best" or asked.valued >= VALUED & SAID


def test_a_reason_names_the_best_rivals_of_a_choice() -> None:
    values = np.full(len(ACTS.actions), np.nan)
    boxes = {3: -1.1, 5: -1.94, 7: -3.0, 8: -2.5, 9: -9.0}
    for box, value in boxes.items():
        values[Act.BOX + box] = value
    given = because(Act.BOX + 3, Reason.CHEAPEST_WAY, 1.1)
    names = {Act.BOX + box: f"Fly to box {box}" for box in boxes}
    rivals = rivals_of(given, Reason, values, names.__getitem__)
    assert rivals == "fly to box 5 1.94, fly to box 8 2.50, fly to box 7 3.00"
    assert rivals_of(because(Act.LOW, Reason.WORTH_OF_LOW, 1.0), Reason, values, str) == ""


@pytest.mark.slow
def test_no_reason_is_idle() -> None:
    """Each reason is given by some script."""
    players = [Asked(name, THIRD_GAME) for name in SCRIPTS]
    for asked in players:
        fly_wars(asked, WarSpec(scale=int(Scale.CAMPAIGN)), evaluation_seeds(6, 20))
    assert {Reason(reason) for asked in players for _, reason in asked.said} == set(Reason)


def test_the_players_differ() -> None:
    spec, wars = SPECS[2]
    assert len({fly(name, spec, wars).results.tobytes() for name in SCRIPTS}) == len(SCRIPTS)
