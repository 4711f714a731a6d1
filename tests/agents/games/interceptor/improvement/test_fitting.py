"""The value of a line, its fit, and the futures that it ends."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra train of stuka-agents")

import torch

from agents.clones import Rollout, noise_of
from agents.games.interceptor.improvement import fitting
from agents.games.interceptor.improvement.clones import Openings
from agents.games.interceptor.improvement.fitting import (
    Lines,
    fit_line_value,
    line_examples,
    new_openings,
    value_layers,
)
from agents.games.interceptor.improvement.line_value import (
    BOMBERS_OF_AN_OUTPUT,
    LINE_SHAPES,
    LINE_TRAITS,
    line_value,
    load_line_value,
    new_line_network,
    write_line_traits,
)
from agents.seeds import tuning_seeds
from agents.value_file import ValueFileError, save_value
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED
from stuka_env.games.interceptor.scenario.plan import WarSpec

pytestmark = pytest.mark.slow  # most of their time is the compilation of code that nothing else needs

CAREERS = 12


def some_openings(seed: int = 1, careers: int = CAREERS) -> Openings:
    return new_openings(WarSpec(scale=Scale.CAREER), tuning_seeds(seed, 0, careers).tolist())


def random_weights() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {name: rng.normal(0, 0.2, shape).astype(np.float32) for name, shape in LINE_SHAPES.items()}


def test_compiled_value_is_that_of_torch() -> None:
    weights, openings = random_weights(), some_openings()
    network, layers = new_line_network(weights), value_layers(weights)
    for mat in openings.mats:
        traits = np.zeros(LINE_TRAITS, np.float32)
        write_line_traits(mat, openings.charts[0], traits)
        with torch.no_grad():
            expected = BOMBERS_OF_AN_OUTPUT * layers(torch.from_numpy(traits)).item()
        assert line_value(mat, openings.charts[0], network) == pytest.approx(expected, rel=1e-4, abs=1e-4)


def test_lines_of_a_career_lead_to_its_bombers() -> None:
    examples = line_examples(some_openings(), 1)
    assert len(examples.to_come) > 10 * CAREERS
    assert (examples.to_come >= 0).all() and examples.to_come.max() > 5
    again, other = line_examples(some_openings(), 1), line_examples(some_openings(), 2)
    assert (again.to_come == examples.to_come).all()
    assert len(other.to_come) != len(examples.to_come) or (other.to_come != examples.to_come).any()


def test_lines_in_which_a_career_strays_are_no_examples() -> None:
    """The first career strays up to a random line. What follows from there on is the player's own."""
    for number in range(8):
        openings = some_openings(careers=1)
        first = noise_of(Rollout(0, 0, number), 0) % MOST_LOGGED
        left = line_examples(openings, number).traits[:, 0].astype(float)
        assert (left * MOST_LOGGED <= MOST_LOGGED - first + 0.1).all()


def test_the_fit_of_a_value_learns() -> None:
    rng = np.random.default_rng(0)
    traits = (rng.random((60_000, LINE_TRAITS)) < 0.1).astype(np.float16)
    to_come = (9 * traits[:, 0] + 6 * traits[:, 1]).astype(np.float32)
    parts = [Lines(traits[some], to_come[some]) for some in (slice(0, 58_000), slice(58_000, None))]
    fitted = fit_line_value(parts, epochs=15)
    assert fitted.error < 0.2 * fitted.variance
    assert fit_line_value(parts, fitted.weights, epochs=4).error < fitted.error


def test_the_command_writes_another_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "VALUE_BATCHES", 2)
    monkeypatch.setattr(fitting, "VALUE_CAREERS", 250)
    path = tmp_path / "value.npz"
    assert fitting.main(["--output", str(path)]) == 0
    fitted, shipped = load_line_value(path), load_line_value()
    assert fitted.first.shape == shipped.first.shape and (fitted.first != shipped.first).any()


def test_a_value_is_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "value.npz"
    weights = random_weights()
    save_value(weights, path)
    assert np.array_equal(load_line_value(path).first, weights["first"])
    path.write_bytes(b"no such thing")
    with pytest.raises(ValueFileError, match=r"value: .* cannot be used"):
        load_line_value(path)
    save_value({**weights, "last": np.zeros(3)}, path)
    with pytest.raises(ValueFileError, match="last does not hold float32 numbers"):
        load_line_value(path)
