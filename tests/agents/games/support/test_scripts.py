"""The scripts of Air Support play legal actions, and say why."""

import pytest

from agents.games.support.players import SCRIPTS
from agents.games.support.scripts.reasons import Reason
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.support.codes import Decision, Scale
from stuka_env.games.support.scenario.plan import WarSpec
from tests.support.asked import Asked
from tests.support.each import each

SAID = {Decision.ATTACK, Decision.APPROACH, Decision.FIRE, Decision.STYLE, Decision.OBSERVE, Decision.RECALL}
"""Decisions that some of a few battles have."""


def flown(name: str, battles: int) -> Asked:
    """Return a script that was asked in some battles, and as many dogfights."""
    asked = Asked(name, "support")
    for scale in Scale:
        fly_wars(asked, WarSpec.read(scale), evaluation_seeds(5, battles))
    return asked


VALUED = {Decision.ATTACK, Decision.APPROACH, Decision.FIRE, Decision.STYLE, Decision.OBSERVE, Decision.BATTERY}
"""Decisions for which the best script computes a value for each option."""
NAMES_RIVALS = {Reason.ATTACK, Reason.WAITS, Reason.APPROACH, Reason.FIRE, Reason.SHELLS}
"""Reasons that name rivals."""


@each("name", SCRIPTS)
def test_every_decision_has_a_reason(name: str) -> None:
    asked = flown(name, 30)
    assert {Decision(decision) for decision, _ in asked.said} >= SAID
    assert asked.valued == (VALUED if name == "best" else set())
    assert asked.named == (NAMES_RIVALS if name == "best" else set())


@pytest.mark.slow
def test_no_reason_is_idle() -> None:
    """Each reason is given by some script."""
    players = [flown(name, 600) for name in SCRIPTS]
    assert {Reason(reason) for asked in players for _, reason in asked.said} == set(Reason)
