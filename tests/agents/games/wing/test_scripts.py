"""The scripts of the third game play legal actions, say why, and play the same compiled and as plain Python."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.games.wing.players import SCRIPTS, THIRD_GAME
from agents.games.wing.scripts.style import Reason
from agents.reasoned_script import place_of_reasons, words_of
from agents.registry import make_policy
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.wing.codes import Campaign, Decision, Scale, Squadron
from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.policy import PolicyInput, import_object
from tests.support.each import each
from tests.support.places import ROOT
from tests.support.wing.scripted import digests

SPECS = (
    (WarSpec(scale=int(Scale.MISSION)), 60),
    (WarSpec(scale=int(Scale.CAMPAIGN), campaign=int(Campaign.SHORT_1942), fatigue=False), 20),
    (WarSpec(scale=int(Scale.CAMPAIGN), squadron=int(Squadron.B_24), landing=True), 6),
)
"""Wars with their number; all options occur."""
SCRIPT = "from tests.support.wing.scripted import digests; print(*digests(), sep=chr(10))"
SAID = {Decision.CREW, Decision.MOVE, Decision.RENDEZVOUS, Decision.JOIN, Decision.STRAGGLER, Decision.ALTITUDE}
"""Decisions that every campaign has."""


class Asked:
    """A script that is asked why, at every decision."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.policy = make_policy(name, THIRD_GAME)
        self.why: Any = import_object(place_of_reasons(SCRIPTS[name]) or "")
        self.said: set[tuple[int, int]] = set()

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        self.policy.act(inputs, actions)
        mats: Any = inputs.mats
        for war in np.flatnonzero(mats["track"]["over"] == 0).tolist():
            given = self.why(mats[war], inputs.charts[0], inputs.masks[war], int(inputs.noise[war]))
            assert given.action == actions[war] and inputs.masks[war][given.action]
            assert "{" not in words_of(Reason)(given, mats[war], inputs.charts[0])
            self.said.add((int(mats[war]["cursor"]["decision"]), int(given.reason)))


def fly(name: str, spec: WarSpec, wars: int) -> Flown:
    return fly_wars(make_policy(name, THIRD_GAME), spec, evaluation_seeds(3, wars), seed=3)


@each("name", SCRIPTS)
def test_scripts_play_legal_actions(name: str) -> None:
    for spec, wars in SPECS:
        flown = fly(name, spec, wars)
        assert flown.illegal.sum() == 0 and (flown.results["over"] > 0).all() and (flown.decisions > 0).all()


@each("name", SCRIPTS)
def test_every_decision_has_a_reason(name: str) -> None:
    asked = Asked(name)
    fly_wars(asked, WarSpec(scale=int(Scale.CAMPAIGN)), evaluation_seeds(5, 4))
    assert {Decision(decision) for decision, _ in asked.said} >= SAID


@pytest.mark.slow
def test_no_reason_is_idle() -> None:
    """Each reason is given by some script."""
    players = [Asked(name) for name in SCRIPTS]
    for asked in players:
        fly_wars(asked, WarSpec(scale=int(Scale.CAMPAIGN)), evaluation_seeds(6, 20))
    assert {Reason(reason) for asked in players for _, reason in asked.said} == set(Reason)


def test_the_players_differ() -> None:
    spec, wars = SPECS[2]
    assert len({fly(name, spec, wars).results.tobytes() for name in SCRIPTS}) == len(SCRIPTS)


@pytest.mark.slow
def test_plain_python_and_compiled_scripts_agree() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.splitlines() == digests()
