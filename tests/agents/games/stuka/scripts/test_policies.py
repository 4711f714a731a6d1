"""The scripted policies: they play by the masks, and what they do in a war depends on nothing but that war."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.games.stuka.players import SCRIPTS
from agents.registry import make_policy
from stuka_env.compiling.philox import draw_noise
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.flights.seeds import evaluation_seed, evaluation_seeds, is_evaluation_seed
from stuka_env.games.stuka.codes import Act, Decision, Duration, Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy, PolicyInput, UnknownPolicyError, load_policy
from tests.support.each import each

OPERATION = WarSpec(scale=Scale.OPERATION)
SCENARIOS = (
    WarSpec(scale=Scale.MISSION),
    WarSpec(scale=Scale.SEGMENT, segment=1),
    OPERATION,
    WarSpec(scale=Scale.OPERATION, operation=Operation.CASE_BLUE),
    WarSpec(scale=Scale.OPERATION, operation=Operation.CITADEL, regular=Duration.SHORT),
    WarSpec(scale=Scale.CAMPAIGN),
)


class Watched:
    """Another policy, with every action of its checked against the mask and kept."""

    def __init__(self, policy: Policy) -> None:
        self.name = policy.name
        self.policy = policy
        self.taken: list[tuple[int, int]] = []

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        before = inputs.mats.tobytes()
        self.policy.act(inputs, actions)
        rows = np.flatnonzero(inputs.mats["track"]["over"] == 0)
        assert inputs.masks[rows, actions[rows]].all()
        assert inputs.mats.tobytes() == before
        decisions = inputs.mats["cursor"]["decision"][rows].tolist()
        self.taken += zip(decisions, actions[rows].tolist(), strict=True)


def flown(name: str, wars: int = 12, scenario: WarSpec = OPERATION, **how: Any) -> Flown:
    return fly_wars(make_policy(name), scenario, evaluation_seeds(3, wars), **how)


def same(first: Flown, second: Flown) -> bool:
    return all(
        getattr(first, name).tobytes() == getattr(second, name).tobytes()
        for name in ("seeds", "results", "finished", "decisions", "logs")
    )


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
@pytest.mark.parametrize("name", SCRIPTS)
def test_masks_are_obeyed_to_the_end(name: str, scenario: WarSpec) -> None:
    ended = fly_wars(Watched(make_policy(name)), scenario, evaluation_seeds(1, 8))
    assert ended.finished.all()


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_same_again_whatever_the_batch_and_the_threads(name: str) -> None:
    once = flown(name)
    assert same(once, flown(name))
    assert same(once, flown(name, side_by_side=5))
    assert same(once, flown(name, num_threads=2))
    few = flown(name, wars=4)
    assert few.results.tobytes() == once.results[:4].tobytes()


def test_chance_follows_the_seed() -> None:
    assert not same(flown("random"), flown("random", seed=1))
    assert same(flown("doctrine"), flown("doctrine", seed=1))


def test_noise_is_uniform_and_its_own() -> None:
    seeds, noise = np.arange(4096, dtype=np.int64), np.zeros(4096, np.int64)
    draw_noise(seeds, 0, 0, noise)
    assert noise.min() >= 0
    assert noise.max() < 1 << 62
    counts = np.bincount((noise & 0xFFFFFFFF) * 8 >> 32, minlength=8)
    assert ((counts - 512) ** 2 / 512).sum() < 24.3  # chi-square, 7 degrees of freedom, 1 in 1,000
    others = [np.zeros(4096, np.int64) for _ in range(2)]
    draw_noise(seeds, 0, 1, others[0])
    draw_noise(seeds, 1, 0, others[1])
    assert not any((noise == other).any() for other in others)


def test_random_flyer_never_goes_home_of_itself() -> None:
    watched = Watched(make_policy("random_flyer"))
    fly_wars(watched, OPERATION, evaluation_seeds(2, 20))
    homeward = {Act.NO_FLY, Act.ABORT, *range(Act.SEND_HOME, Act.RELIEVE)}
    assert not homeward & {action for _, action in watched.taken}
    asked = {decision for decision, _ in watched.taken}
    assert {Decision.MUSTER, Decision.EN_ROUTE, Decision.ATTACK, Decision.TURN_BACK} <= asked


def test_doctrine_does_not_gamble_decline_or_run_dry() -> None:
    watched = Watched(make_policy("doctrine"))
    ended = fly_wars(watched, OPERATION, evaluation_seeds(2, 20))
    actions = {action for _, action in watched.taken}
    assert not {Act.NO_FLY, Act.ABORT, Act.GAMBLE, Act.PRESS_ON} & actions
    assert ended.logs["sent"].max() <= 8
    assert {Act.LOAD_CLUSTER, Act.SC1000, Act.TURN_BACK, Act.DROP, Act.STRAFE} <= actions


def test_evaluation_seeds_are_kept_apart() -> None:
    seeds = evaluation_seeds(0, 2000)
    assert len(set(seeds.tolist())) == 2000
    assert all(is_evaluation_seed(seed) for seed in seeds.tolist())
    assert not any(is_evaluation_seed(seed) for seed in (0, 1, (1 << 32) - 1, (1 << 63) - 1))
    assert seeds[:3].tolist() == evaluation_seeds(0, 3).tolist()
    assert evaluation_seed(0, 0) != evaluation_seed(1, 0)


@each(
    "name, line",
    [
        ("ace", "policy 'ace': unknown"),
        ("no_module_of_that_name:Policy", "No module named"),
        ("stuka_env.policy:Nobody", "has no 'Nobody'"),
        ("stuka_env.policy:SUFFIXES", "cannot be called"),
        ("builtins:dict", "has no name and act"),
    ],
)
def test_unknown_policies_get_one_line(name: str, line: str) -> None:
    with pytest.raises(UnknownPolicyError, match=line) as error:
        load_policy(name)
    assert "\n" not in str(error.value)
