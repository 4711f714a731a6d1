"""``stuka_env.fly``: whoever may be flown, the scores of ``evaluate.py``, and what is refused."""

import csv
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import stuka_env
from agents.commands import evaluate
from stuka_env.compiling.compilation import compiled
from stuka_env.flights.episodes import FlightError, Flown
from stuka_env.flights.seeds import is_evaluation_seed
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, Act
from stuka_env.games.stuka.rules.ledger import Result
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask
from stuka_env.policy import PolicyInput, UnknownPolicyError
from tests.support.each import each
from tests.support.playing import IDS, make

MISSION, SEGMENT = "Stuka/Mission-v0", "Stuka/Segment-v0"


class Chance:
    """Any legal action but to decline, by the noise alone."""

    name = "chance"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        wanted = inputs.masks * (1 + (inputs.noise[:, None] >> (np.arange(ACTIONS) % 32)) % 64)
        wanted[:, [Act.NO_FLY, Act.ABORT]] = inputs.masks[:, [Act.NO_FLY, Act.ABORT]]
        actions[:] = wanted.argmax(axis=1)


class Stubborn:
    """Does not look at the mask."""

    name = "stubborn"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = ACTIONS - 1


class Broken:
    """Fails."""

    name = "broken"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        raise KeyError("target")


@compiled
def first(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """The first legal action that gives up nothing."""
    for action in range(ACTIONS):
        if mask[action] and action != Act.NO_FLY and action != Act.ABORT:
            return action
    return 0


def plain(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """A script that is not compiled."""
    return 0


def rows_of(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / "results.csv").read_text(encoding="utf-8").splitlines()))


def same(flown: Flown, rows: list[dict[str, str]]) -> bool:
    """Whether a file of ``evaluate.py`` has the same wars and the same results."""
    columns: dict[str, NDArray[Any]] = {name: flown.results[name] for name in Result.dtype.names or ()}
    columns |= {"seed": flown.seeds, "decisions": flown.decisions, "finished": flown.finished.astype(int)}
    return all([int(row[name]) for row in rows] == column.tolist() for name, column in columns.items())


@each(
    "env, arguments",
    [
        (MISSION, {"segment": "1942-11"}),
        (SEGMENT, {"operation": "citadel", "duration": "short"}),
        ("Stuka/Operation-v0", {"operation": "case_blue"}),
        ("Stuka/Campaign-v0", {"duration": "short"}),
    ],
)
def test_scores_are_those_of_evaluate_for_the_same_wars(env: str, arguments: dict[str, str], tmp_path: Path) -> None:
    words = [word for name, value in arguments.items() for word in (f"--{name}", value)]
    for policy, name in ((Chance(), f"{__name__}:Chance"), (first, f"{__name__}:first")):
        folder = tmp_path / name
        folder.mkdir()
        asked = ["--env", env, *words, "--seed", "3", "--episodes", "7", "--policies", name, "--output", str(folder)]
        assert evaluate(asked) == 0
        for given in (policy, name):
            flown = stuka_env.fly(given, env, 7, 3, **arguments)  # type: ignore[arg-type]
            assert same(flown, rows_of(folder)) and flown.scores.any()
    assert same(stuka_env.fly(first, env, np.int64(7), np.int64(3), **arguments), rows_of(folder))  # type: ignore[arg-type]


def test_more_wars_than_a_batch_are_those_of_evaluate(tmp_path: Path) -> None:
    asked = ["--env", MISSION, "--episodes", "700", "--policies", f"{__name__}:Chance", "--output", str(tmp_path)]
    assert evaluate(asked) == 0
    one, three = (stuka_env.fly(Chance, MISSION, 700, num_threads=threads) for threads in (1, 3))
    assert same(one, rows_of(tmp_path)) and same(three, rows_of(tmp_path))


def test_a_saved_agent_flies_by_its_file(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    file = str(Path(stuka_env.__file__).parents[1] / "agents" / "models" / "stuka" / "distilled-mission.safetensors")
    assert evaluate(["--env", MISSION, "--episodes", "20", "--policies", file, "--output", str(tmp_path)]) == 0
    assert same(stuka_env.fly(file, MISSION, 20), rows_of(tmp_path))


@each("env", IDS)
def test_what_came_of_each_war(env: str) -> None:
    told: list[int] = []
    flown = stuka_env.fly(Chance(), env, 5, progress=told.append)
    assert [is_evaluation_seed(seed) for seed in flown.seeds.tolist()] == [True] * 5 and sum(told) == 5
    assert flown.scores.shape == (5,) and flown.scores.dtype == np.float64
    assert (flown.scores == flown.results["score"]).all() and flown.finished.all() and (flown.decisions > 0).all()
    assert flown.mean == pytest.approx(flown.scores.mean())
    assert flown.standard_error == pytest.approx(flown.scores.std(ddof=1) / 5**0.5)
    assert str(flown) == f"5 wars: mean score {flown.mean:.2f} +- {flown.standard_error:.2f} (standard error)"
    assert [array.shape[0] for array in flown[:-1]] == [5] * (len(Flown._fields) - 1) and flown.seconds > 0


def test_a_seed_of_the_results_opens_the_same_war() -> None:
    flown = stuka_env.fly(first, SEGMENT, 3, 5)
    env = make(SEGMENT)
    for war, seed in enumerate(flown.seeds.tolist()):
        _, info = env.reset(seed=seed)
        over, decisions = False, 0
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            action = next(index for index in legal.tolist() if index not in (Act.NO_FLY, Act.ABORT) or len(legal) == 1)
            *_, over, _, info = env.step(action)
            decisions += 1
        assert (info["result"]["score"], decisions) == (flown.scores[war], flown.decisions[war])


def test_one_war_has_no_standard_error() -> None:
    flown = stuka_env.fly(Chance(), MISSION, 1)
    assert np.isnan(flown.standard_error)
    assert re.fullmatch(r"1 war: mean score \d+\.00", str(flown))


def test_illegal_actions_are_counted_and_told() -> None:
    flown = stuka_env.fly(Stubborn(), MISSION, 3)
    assert flown.illegal.tolist() == flown.decisions.tolist() == [100] * 3 and not flown.finished.any()
    assert flown.mean == 0 and str(flown).endswith(", 3 not finished, 300 illegal actions")


def test_a_failure_of_a_policy_is_told_by_file_and_line() -> None:
    with pytest.raises(FlightError, match=rf"{re.escape(__file__)}:\d+: KeyError: 'target' \(policy 'broken'\)"):
        stuka_env.fly(Broken(), MISSION, 2)


@each(
    "changed, said",
    [
        ({"id": "Stuka/Mission-v1"}, "id: got 'Stuka/Mission-v1', allowed is"),
        ({"episodes": 0}, "episodes: got 0, allowed is a whole number"),
        ({"episodes": 1_000_001}, "episodes: got 1000001, allowed is a whole number from 1 to 1000000"),
        ({"seed": -1}, "seed: got -1, allowed is a whole number from 0 to 4294967295"),
        ({"seed": 1 << 32}, "seed: got 4294967296"),
        ({"seed": 1.0}, "seed: got 1.0"),
        ({"seed": True}, "seed: got True"),
        ({"operation": "crete"}, "operation: got 'crete'"),
        ({"id": "Stuka/Operation-v0", "segment": "1941-06"}, "segment: got '1941-06', allowed is none"),
        ({"duration": "long"}, "duration: got 'long'"),
        ({"charts": "nowhere"}, "charts: "),
        ({"num_threads": 0}, "num_threads: got 0"),
        ({"policy": "nobody"}, "policy 'nobody': unknown"),
        ({"policy": 7}, "policy: got 7, allowed is a name, an object with name and act"),
        ({"policy": np.zeros(10**6)}, "policy: got array"),
        ({"policy": plain}, "a script is compiled, with @compiled of stuka_env.compiling.compilation"),
        ({"policy": dict}, "has no name and act"),
    ],
)
def test_what_is_refused(changed: dict[str, Any], said: str) -> None:
    arguments: dict[str, Any] = {"policy": Chance(), "id": MISSION, "episodes": 2, **changed}
    with pytest.raises(ValueError, match=re.escape(said)) as refused:
        stuka_env.fly(**arguments)
    assert str(refused.value).count("\n") == 0 and len(str(refused.value)) < 500


def test_a_policy_that_is_unknown_is_the_error_of_loading_one() -> None:
    with pytest.raises(UnknownPolicyError):
        stuka_env.fly("no_such_module:Policy", MISSION, 2)
