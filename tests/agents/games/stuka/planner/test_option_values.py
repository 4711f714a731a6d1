"""Values of every option of a network, for replays that people watch."""

from pathlib import Path

import numpy as np

from agents.evaluation.recording import RecordedWars, save_replays
from agents.games.stuka.planner.option_values import ValuedAgent, with_values
from agents.registry import make_policy
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.replay import load, refly


def test_every_option_of_a_network_has_a_value_and_its_choices_stay(tmp_path: Path) -> None:
    """The choice has no error beside itself, and a decision with one option has no value."""
    agent, wars = make_policy("distilled"), RecordedWars(WarSpec(scale=Scale.MISSION), evaluation_seeds(3, 1), 3)
    plain = save_replays(agent, wars, tmp_path / "plain", "war")
    valued = save_replays(with_values(agent), wars, tmp_path / "valued", "war")
    differences = []
    for path, other in zip(plain, valued, strict=True):
        moments = [moment for moment in refly(load(other)) if moment.action is not None]
        assert [moment.action for moment in refly(load(path))][:-1] == [moment.action for moment in moments]
        for moment in moments:
            legal, chosen = [action for action, _ in moment.legal], moment.action or 0
            values, errors = moment.action_scores or {}, moment.action_errors or {}
            assert sorted(values) == (sorted(legal) if len(legal) > 1 else [])
            assert chosen not in errors
            differences += [values[action] - values[chosen] for action in values if action != chosen]
    assert len(differences) > 20 and np.mean(differences) < 0


def test_only_networks_get_values() -> None:
    script = make_policy("old_hand")
    assert with_values(script) is script
    assert isinstance(with_values(make_policy("distilled")), ValuedAgent)
