"""The luck of careers: mean 0, a smaller variance, the same for the same war however it is flown, and its digest."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.evaluation.adjusted import adjusted_scores
from agents.evaluation.evaluation_parts import EvaluationPart, fly_part
from agents.evaluation.recording import RecordedWars, save_replays
from agents.games.interceptor.luck import recorder, replays
from agents.games.interceptor.luck.network import (
    FIRST,
    HOT_CODES,
    HOT_INPUTS,
    HOT_LEAST,
    NETWORK_CODES,
    CompactRow,
    bombers_to_come,
    load_network,
)
from agents.games.interceptor.luck.recorder import LuckRecorder, fly_with_luck, luck_digest
from agents.games.interceptor.players import make_player
from agents.luck.value_file import LuckFileError, save_value
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import policy_input
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import Decision, Scale
from stuka_env.games.interceptor.scenario.arguments import read_war_spec
from stuka_env.records import rows
from stuka_env.replay import ReplayError, load
from tests.support.replays import recorded

SORTIE, MONTH, CAREER = (read_war_spec(scale) for scale in Scale)
NCO = read_war_spec(Scale.MONTH, track="nco")
DRAWN = read_war_spec(Scale.SORTIE, charts="random-evaluation")
SEED = 7


@pytest.mark.parametrize("script", ["veteran", "rash", "random_flyer"])
def test_the_mean_luck_is_0_whatever_the_policy(script: str) -> None:
    for spec, wars in ((SORTIE, 500), (MONTH, 150), (NCO, 60)):
        luck = fly_with_luck(make_player(script), spec, evaluation_seeds(SEED, wars)).luck
        assert luck.std() > 0
        assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(wars)


def test_adjusted_scores_vary_much_less() -> None:
    own, other = (fly_with_luck(make_player(name), CAREER, evaluation_seeds(SEED, 40)) for name in ("veteran", "rash"))
    plain, adjusted = own.scores - other.scores, own.scores - own.luck - other.scores + other.luck
    assert (own.scores - own.luck).var() < own.scores.var() / 4
    assert adjusted.var() < plain.var() / 2


def test_luck_does_not_depend_on_the_wars_beside_it() -> None:
    seeds = evaluation_seeds(SEED, 5)
    together = fly_with_luck(make_player("veteran"), MONTH, seeds).luck
    alone = [fly_with_luck(make_player("veteran"), MONTH, seeds[war : war + 1]).luck[0] for war in range(5)]
    assert together.tolist() == alone


def test_the_scores_of_replays_are_those_of_an_evaluation(tmp_path: Path) -> None:
    """Also under random charts, where each replay names its own set."""
    seeds = evaluation_seeds(SEED, 3)
    for spec in (SORTIE, NCO, DRAWN):
        flown = fly_part(EvaluationPart("rash", spec, seeds, SEED))
        paths = save_replays(make_player("rash"), RecordedWars(spec, seeds, SEED), tmp_path, "rash")
        assert (replays.adjusted_scores(list(map(load, paths))) == adjusted_scores([flown])[0]).all()
        assert (flown.luck != 0).any()


def test_other_replays_are_refused() -> None:
    with pytest.raises(ReplayError, match="allowed is one of Interceptor"):
        replays.adjusted_scores([recorded()])


def luck_after(wanted: list[int]) -> tuple[list[float], list[int]]:
    """Return the luck after the reset and after each action in one career, and its decisions."""
    engine, witness, place = Engine(1, CAREER), LuckRecorder(1), slice(None)
    view = engine.new_view()
    engine.reset(view.buffers, [SEED])
    witness(engine, place, None)
    luck, decisions = [float(witness.luck[0])], [int(engine.wars.reports["decision"][0])]
    for action in wanted:
        actions: NDArray[np.int64] = np.array([action if action >= 0 else policy_input(engine, view).masks[0].argmax()])
        engine.step(actions, view.buffers)
        witness(engine, place, actions)
        luck.append(float(witness.luck[0]))
        decisions.append(int(engine.wars.reports["decision"][0]))
    return luck, decisions


def test_a_choice_without_dice_and_an_illegal_action_have_no_luck() -> None:
    any_legal, illegal = -1, 999
    luck, decisions = luck_after([illegal, any_legal, illegal])
    assert decisions[0] == Decision.TRACK  # nothing is rolled before it
    assert luck[:2] == [0, 0]
    assert luck[2] != 0  # the unit
    assert luck[3] == luck[2]


def test_the_network_is_that_of_its_weights() -> None:
    network, row = load_network(), rows(1, CompactRow)
    codes = np.random.default_rng(3).integers(-1, 4, NETWORK_CODES).astype(np.int8)
    row["codes"][0, :NETWORK_CODES] = codes
    inputs = np.zeros(len(network.first))
    inputs[:NETWORK_CODES] = codes
    ends = [*HOT_INPUTS[1:], len(inputs)]
    for place, least, first, end in zip(HOT_CODES, HOT_LEAST, HOT_INPUTS, ends, strict=True):
        inputs[min(max(first + codes[place] - least, first), end - 1)] = 1
    hidden = np.maximum(inputs @ network.first + network.first_bias, 0)
    assert hidden.shape == (FIRST,)
    hidden = np.maximum(hidden @ network.second + network.second_bias, 0)
    expected = float(hidden @ network.last + network.last_bias[0])
    assert bombers_to_come(network, row[0]) == pytest.approx(expected, abs=1e-3)


def test_another_network_is_refused_in_one_line(tmp_path: Path) -> None:
    network = load_network()._asdict()
    weights = {name: array for name, array in network.items() if not name.startswith("hidden")}
    for last in (np.zeros(3, np.float32), np.full_like(weights["last"], np.nan)):
        with pytest.raises(LuckFileError, match="last does not hold float32 numbers") as refused:
            load_network(save_value(weights | {"last": last}, tmp_path / "network.npz"))
        assert len(str(refused.value).splitlines()) == 1
    with pytest.raises(LuckFileError, match="missing"):
        load_network(tmp_path / "missing.npz")


def test_the_digest_follows_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped, other = luck_digest(), load_network()
    other.last[:] *= 2
    monkeypatch.setattr(recorder, "load_network", lambda: other)
    luck_digest.cache_clear()
    changed = luck_digest()
    luck_digest.cache_clear()
    assert len(shipped) == 64 and changed != shipped
