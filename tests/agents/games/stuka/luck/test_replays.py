"""Luck-adjusted scores of replays, found by their entry point: those of an evaluation of the same wars."""

from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from agents.evaluation.evaluation_parts import EvaluationPart, fly_part
from agents.evaluation.figures import adjusted_scores
from agents.evaluation.recording import RecordedWars, save_replays
from agents.registry import make_policy
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.replay import Replay, ReplayError, load
from tests.support.each import each
from tests.support.replays import recorded

SEED = 7
WARS = {
    "missions": WarSpec(scale=Scale.MISSION, operation=Operation.CITADEL),
    "segments": WarSpec(scale=Scale.SEGMENT, operation=Operation.BARBAROSSA),
}


def adjusted(*replays: Replay) -> Any:
    (entry,) = entry_points(group="stuka_env.luck", name="stuka")
    return entry.load()(replays)


@each("kind", WARS)
@each("policy", ["kette", "random_flyer"])
def test_the_scores_are_those_of_an_evaluation(kind: str, policy: str, tmp_path: Path) -> None:
    seeds = evaluation_seeds(SEED, 4)
    flown = fly_part(EvaluationPart(policy, WARS[kind], seeds, SEED))
    paths = save_replays(make_policy(policy), RecordedWars(WARS[kind], seeds, SEED), tmp_path, policy)
    assert (adjusted(*map(load, paths)) == adjusted_scores([flown])[0]).all()
    assert (adjusted(load(paths[2])) == adjusted_scores([flown])[0, 2]).all()


def test_other_replays_are_refused_in_one_line() -> None:
    finished = recorded()
    assert adjusted().shape == (0,)
    for wrong, reason in (
        (recorded(steps=3), "to its end"),
        (replace(finished, options={"dice": {"B1": [3]}}), "planned"),
        (replace(finished, actions=finished.actions[:-1]), "cut off"),
        (recorded("Interceptor/Sortie-v0"), "allowed is one of Stuka"),
    ):
        with pytest.raises(ReplayError, match=reason):
            adjusted(finished, wrong)
