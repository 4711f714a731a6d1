"""Values of every option of a network, by paired futures, for replays that people watch."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.evaluation.recording import RecordedWars, save_replays, with_values_of_options
from agents.futures.option_values import GainedAgent, with_gains
from agents.registry import make_policy
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from stuka_env.replay import load, refly


@pytest.mark.slow  # most of its time is the compilation of futures
@pytest.mark.parametrize("played", ["stuka", "interceptor"])
def test_options_of_a_network_have_values_and_its_choices_stay(tmp_path: Path, played: str) -> None:
    """The network expects points, so that those of an option are its own plus the gain, which has an error."""
    agent, game = make_policy("distilled", played), game_named(played)
    wars = RecordedWars(game.envs.read_arguments(0)[0], evaluation_seeds(3, 2), 3)
    plain = save_replays(agent, wars, tmp_path / "plain", "war")
    valued = save_replays(with_values_of_options(agent), wars, tmp_path / "valued", "war")
    differences: list[float] = []
    for path, other in zip(plain, valued, strict=True):
        replay = load(other)
        assert replay.policy_record.values_are == "" and load(path).actions == replay.actions
        for moment in refly(replay):
            scores: Any = moment.action_scores or {}
            errors: Any = moment.action_errors or {}
            if moment.action in scores:
                assert scores[moment.action] == pytest.approx(moment.expected_score, abs=0.01)
                assert set(scores) <= {action for action, _ in moment.legal}
                differences += [value - scores[moment.action] for value in scores.values()]
            assert moment.action not in errors and errors.keys() <= scores.keys()
            assert all(error >= 0.0 for error in errors.values())
            unequal = {action for action, value in scores.items() if value != scores[moment.action]}
            assert unequal <= errors.keys()
    assert len(differences) > 10 and np.mean(differences) < 0


def test_only_networks_get_values() -> None:
    script = make_policy("champion", "interceptor")
    assert with_gains(script) is with_values_of_options(script) is script
    assert isinstance(with_gains(make_policy("distilled", "interceptor")), GainedAgent)
