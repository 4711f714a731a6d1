"""The weights of luck: their file, its refusals, and its digest."""

from pathlib import Path

import numpy as np
import pytest

from agents.games.stuka.luck import recorder
from agents.games.stuka.luck.recorder import SHAPE, load_luck_weights, luck_digest, luck_of
from agents.games.stuka.luck.terms import TERMS
from agents.value_file import ValueFileError, save_value
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec


def test_weights_are_the_same_after_a_round_trip(tmp_path: Path) -> None:
    weights = np.random.default_rng(3).normal(size=SHAPE)
    assert (load_luck_weights(save_value({"weights": weights}, tmp_path / "weights.npz")) == weights).all()


@pytest.mark.parametrize("wrong", [np.zeros((2, 3)), np.zeros(SHAPE, np.float32), np.full(SHAPE, np.nan)])
def test_other_contents_are_refused_in_one_line(wrong: np.ndarray, tmp_path: Path) -> None:
    with pytest.raises(ValueFileError, match="cannot be used") as refused:
        load_luck_weights(save_value({"weights": wrong}, tmp_path / "weights.npz"))
    assert len(str(refused.value).splitlines()) == 1


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueFileError, match="weights.npz"):
        load_luck_weights(tmp_path / "weights.npz")


def test_luck_is_the_weighted_sum_of_the_terms() -> None:
    weights, terms = np.zeros(SHAPE), np.zeros((3, TERMS))
    weights[Scale.OPERATION, Operation.CITADEL].flat[7] = 2.0
    terms[1, 7] = 1.5
    citadel, other = (
        WarSpec(scale=Scale.OPERATION, operation=each) for each in (Operation.CITADEL, Operation.BARBAROSSA)
    )
    assert luck_of(terms, weights, citadel).tolist() == [0.0, 3.0, 0.0]
    assert luck_of(terms, weights, other).tolist() == [0.0, 0.0, 0.0]


def test_the_digest_follows_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped, others = luck_digest(), 1.5 * load_luck_weights()
    monkeypatch.setattr(recorder, "load_luck_weights", lambda: others)
    luck_digest.cache_clear()
    changed = luck_digest()
    luck_digest.cache_clear()
    assert len(shipped) == 64 and changed != shipped
