"""The luck of games that declare it: mean 0, a smaller variance, the same however a war is flown, and its digest."""

import dataclasses
import functools
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.evaluation_parts import EvaluationPart, fly_part
from agents.evaluation.figures import adjusted_scores
from agents.evaluation.recording import RecordedWars, save_replays
from agents.luck.network import FIRST_UNITS, NETWORK_WEIGHTS, load_network, points_to_come
from agents.luck.parts import LuckParts, luck_parts
from agents.luck.recorder import SampledLuckRecorder, luck_digest
from agents.luck.recorder import adjusted_scores as scores_of_replays
from agents.registry import make_policy
from agents.value_file import ValueFileError, save_value
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import Flown, policy_input
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from stuka_env.replay import ReplayError, load
from tests.support.replays import recorded
from tests.support.slow import slow, study

SEED = 7
GAMES = ("interceptor", "support", "wing")
STRONG = {"interceptor": "veteran", "support": "best", "wing": "best"}
"""Strong scripts."""
WEAK = {"interceptor": "rash", "support": "by_the_book", "wing": "by_the_book"}
"""Weaker ones."""


def parts_of(game: str) -> LuckParts:
    parts = luck_parts(game)
    assert parts is not None
    return parts


def war(env: str, **arguments: Any) -> Any:
    """Return the war of an environment."""
    game = next(game_named(name) for name in GAMES if env in game_named(name).ids)
    return game.envs.read_arguments(game.ids.index(env), **arguments)[0]


def fly(policy: str, spec: Any, seeds: NDArray[np.uint64]) -> Flown:
    return evaluated_game(spec.game).fly(make_policy(policy, spec.game), spec, seeds)


@functools.cache
def fly_some(policy: str, env: str, wars: int, **arguments: Any) -> Flown:
    """Fly wars of an environment, once for all tests that ask for them."""
    return fly(policy, war(env, **arguments), evaluation_seeds(SEED, wars))


@pytest.mark.parametrize(
    ("env", "arguments", "wars"),
    [
        ("Interceptor/Sortie-v0", {}, 500),
        ("Interceptor/Month-v0", {}, 150),
        ("Interceptor/Month-v0", {"track": "nco"}, 60),
        ("Support/Battle-v0", {}, 200),
        ("Support/Dogfight-v0", {}, 500),
        ("Wing/Mission-v0", {}, 200),
        ("Wing/Campaign-v0", {"campaign": "short_1942"}, 40),
    ],
)
@pytest.mark.parametrize("kind", [slow("strong"), study("weak"), study("random")])
def test_the_mean_luck_is_0_whatever_the_policy(env: str, arguments: Any, wars: int, kind: str) -> None:
    policy = {"strong": STRONG, "weak": WEAK}.get(kind, {}).get(war(env).game, "random")
    luck = fly_some(policy, env, wars, **arguments).luck
    assert luck.std() > 0
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(wars)


@pytest.mark.parametrize(
    ("env", "wars", "score", "difference"),
    [slow("Interceptor/Career-v0", 24, 4, 2), ("Support/Battle-v0", 200, 3, 1.3), slow("Wing/Mission-v0", 1_000, 3, 2)],
)
def test_adjusted_scores_vary_much_less(env: str, wars: int, score: float, difference: float) -> None:
    own, other = (fly_some(names[war(env).game], env, wars) for names in (STRONG, WEAK))
    plain, adjusted = own.scores - other.scores, own.scores - own.luck - other.scores + other.luck
    assert (own.scores - own.luck).var() < own.scores.var() / score
    assert adjusted.var() < plain.var() / difference


@pytest.mark.parametrize("env", ["Interceptor/Month-v0", "Support/Battle-v0", "Wing/Mission-v0"])
def test_luck_does_not_depend_on_the_wars_beside_it(env: str) -> None:
    seeds, spec = evaluation_seeds(SEED, 5), war(env)
    together = fly(STRONG[spec.game], spec, seeds).luck
    alone = [fly(STRONG[spec.game], spec, seeds[place : place + 1]).luck[0] for place in range(5)]
    assert together.tolist() == alone


@pytest.mark.parametrize(
    ("env", "arguments"),
    [
        ("Interceptor/Sortie-v0", {}),
        ("Interceptor/Month-v0", {"track": "nco"}),
        ("Interceptor/Sortie-v0", {"charts": "random-evaluation"}),
        ("Support/Battle-v0", {"scenario": "village"}),
        ("Wing/Mission-v0", {}),
        ("Wing/Mission-v0", {"turn": 20, "squadron": "B-24", "landing": True, "charts": "random-evaluation"}),
    ],
)
def test_the_scores_of_replays_are_those_of_an_evaluation(env: str, arguments: Any, tmp_path: Path) -> None:
    """Also under random charts, where each replay names its own set."""
    seeds, spec = evaluation_seeds(SEED, 3), war(env, **arguments)
    policy = WEAK[spec.game]
    flown = fly_part(EvaluationPart(policy, spec, seeds, SEED))
    paths = save_replays(make_policy(policy, spec.game), RecordedWars(spec, seeds, SEED), tmp_path, policy)
    found = scores_of_replays(parts_of(spec.game), list(map(load, paths)))
    assert (found == adjusted_scores([flown])[0]).all()
    assert (flown.luck != 0).any()


@pytest.mark.parametrize("game", GAMES)
def test_other_replays_are_refused(game: str) -> None:
    own = EntryPoint(game, f"agents.games.{game}.luck.parts:adjusted_scores", "stuka_env.luck").load()
    with pytest.raises(ReplayError, match=f"allowed is one of {game.capitalize()}"):
        own([recorded()])


def luck_after(env: str, wanted: list[int]) -> list[float]:
    """Return the luck after the reset and after each action in one war."""
    spec = war(env)
    engine, witness, place = Engine(1, spec), SampledLuckRecorder(parts_of(spec.game), 1, spec), slice(None)
    view = engine.new_view()
    engine.reset(view.buffers, [SEED])
    witness(engine, place, None)
    luck = [float(witness.luck[0])]
    for action in wanted:
        legal = policy_input(engine, view).masks[0].argmax()
        actions: NDArray[np.int64] = np.array([action if action >= 0 else legal], np.int64)
        engine.step(actions, view.buffers)
        witness(engine, place, actions)
        luck.append(float(witness.luck[0]))
    return luck


ANY_LEGAL, ILLEGAL = -1, 999


def test_nothing_is_rolled_before_a_career() -> None:
    luck = luck_after("Interceptor/Career-v0", [ILLEGAL, ANY_LEGAL, ILLEGAL])
    assert luck[:2] == [0, 0]
    assert luck[2] != 0  # the unit
    assert luck[3] == luck[2]


def test_the_first_card_is_luck_and_the_choice_of_a_crew_is_not() -> None:
    luck = luck_after("Wing/Campaign-v0", [ILLEGAL, ANY_LEGAL])
    assert luck[0] != 0
    assert luck == [luck[0]] * 3


@pytest.mark.parametrize("game", GAMES)
def test_the_network_is_that_of_its_weights(game: str) -> None:
    network = parts_of(game).load()
    inputs = network.inputs
    codes = np.random.default_rng(3).integers(-1, 4, inputs.codes).astype(np.int8)
    values = np.zeros(inputs.size)
    values[: inputs.codes] = codes
    ends = [*inputs.hot_inputs[1:], inputs.size]
    for place, least, first, end in zip(inputs.hot_codes, inputs.hot_least, inputs.hot_inputs, ends, strict=True):
        values[min(max(first + codes[place] - least, first), end - 1)] = 1
    hidden = np.maximum(values @ network.first + network.first_bias, 0)
    assert hidden.shape == (FIRST_UNITS,)
    hidden = np.maximum(hidden @ network.second + network.second_bias, 0)
    expected = float(hidden @ network.last + network.last_bias[0])
    assert points_to_come(network, codes) == pytest.approx(expected, rel=1e-4, abs=1e-3)


def test_another_network_is_refused_in_one_line(tmp_path: Path) -> None:
    parts = parts_of("wing")
    layout, network = game_named("wing").envs.layout(None), parts.load()._asdict()
    weights = {name: network[name] for name in NETWORK_WEIGHTS}
    for last in (np.zeros(3, np.float32), np.full_like(weights["last"], np.nan)):
        with pytest.raises(ValueFileError, match="last does not hold float32 numbers") as refused:
            load_network(save_value(weights | {"last": last}, tmp_path / "network.npz"), layout)
        assert len(str(refused.value).splitlines()) == 1
    with pytest.raises(ValueFileError, match="missing"):
        load_network(tmp_path / "missing.npz", layout)


@pytest.mark.parametrize("game", GAMES)
def test_the_digest_follows_the_network(game: str, tmp_path: Path) -> None:
    parts = parts_of(game)
    weights = {name: array for name, array in parts.load()._asdict().items() if name in NETWORK_WEIGHTS}
    other = save_value(weights | {"last": 2 * weights["last"]}, tmp_path / "network.npz")
    changed = luck_digest(dataclasses.replace(parts, file=str(other)))
    assert len(luck_digest(parts)) == 64 and changed != luck_digest(parts)
