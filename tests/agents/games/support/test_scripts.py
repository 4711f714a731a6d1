"""The scripts of Air Support play legal actions, and say why."""

from typing import Any

import numpy as np
import pytest

from agents.games.support.players import SCRIPTS
from agents.games.support.scripts.reasons import Reason
from agents.reasoned_script import place_of_reasons, words_of
from agents.registry import make_policy
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.support.codes import Decision, Scale
from stuka_env.games.support.scenario.plan import WarSpec
from stuka_env.policy import PolicyInput, import_object
from tests.support.each import each

SAID = {Decision.ATTACK, Decision.APPROACH, Decision.FIRE, Decision.STYLE, Decision.OBSERVE, Decision.RECALL}
"""Decisions that some of a few battles have."""


class Asked:
    """A script that is asked why, at every decision."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.policy = make_policy(name, "support")
        self.why: Any = import_object(place_of_reasons(SCRIPTS[name]) or "")
        self.said: set[tuple[int, int]] = set()

    def act(self, inputs: PolicyInput, actions: Any) -> None:
        self.policy.act(inputs, actions)
        mats: Any = inputs.mats
        for war in np.flatnonzero(mats["battle"]["over"] == 0).tolist():
            given = self.why(mats[war], inputs.charts[0], inputs.masks[war], int(inputs.noise[war]))
            assert given.action == actions[war] and inputs.masks[war][given.action]
            assert "{" not in words_of(Reason)(given, mats[war], inputs.charts[0])
            self.said.add((int(mats[war]["cursor"]["decision"]), int(given.reason)))

    def fly(self, battles: int) -> None:
        """Play battles, and as many dogfights."""
        for scale in Scale:
            fly_wars(self, WarSpec.read(scale), evaluation_seeds(5, battles))


@each("name", SCRIPTS)
def test_every_decision_has_a_reason(name: str) -> None:
    asked = Asked(name)
    asked.fly(30)
    assert {Decision(decision) for decision, _ in asked.said} >= SAID


@pytest.mark.slow
def test_no_reason_is_idle() -> None:
    """Each reason is given by some script."""
    players = [Asked(name) for name in SCRIPTS]
    for asked in players:
        asked.fly(600)
    assert {Reason(reason) for asked in players for _, reason in asked.said} == set(Reason)
