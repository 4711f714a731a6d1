"""``evaluate.py --save-replays N``: the wars of the comparison, as replays that lead to its scores."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import evaluate as main
from agents.evaluation.recording import errors_of, file_stems
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import ACTIONS, Operation, Scale
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import PolicyInput, PolicyOutput
from stuka_env.replay import load, refly, verify

FEW = ["--env", "Stuka/Segment-v0", "--duration", "short", "--episodes", "3"]


def test_the_replays_end_in_the_scores_of_the_comparison(tmp_path: Path) -> None:
    words = ["--policies", "doctrine", "random", "--save-replays", "2", "--output", str(tmp_path), "--seed", "5"]
    assert main([*FEW, *words]) == 0
    rows = {
        (row["policy"], int(row["war"])): row
        for row in csv.DictReader((tmp_path / "results.csv").read_text().splitlines())
    }
    names = sorted(path.name for path in (tmp_path / "replays").iterdir())
    kept = [f"{policy}-{war:04}.json" for policy in ("doctrine", "random") for war in (1, 2)]
    assert names == sorted([*kept, "desk.html", "war-0001.html", "war-0002.html"])
    for policy in ("doctrine", "random"):
        for war in range(2):
            replay = load(tmp_path / "replays" / f"{policy}-{war + 1:04}.json")
            row = rows[policy, war]
            assert (replay.policy_record.name, str(replay.seed)) == (policy, row["seed"])
            assert (str(verify(replay).score), str(len(replay.actions))) == (row["score"], row["decisions"])
            said = replay.policy_record
            assert all(said.reasons) and len(said.reasons) == len(replay.actions)
            assert not (said.probabilities or said.values or said.action_values)


@pytest.mark.parametrize("number", ["-1", "4", "x"])
def test_a_wrong_number_is_refused(number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, f"--save-replays={number}", "--output", str(tmp_path / "out")]) == 2
    assert "save-replays: got" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_without_it_there_are_none(tmp_path: Path) -> None:
    assert main([*FEW, "--policies", "random", "--output", str(tmp_path)]) == 0
    assert not (tmp_path / "replays").exists()


class Thinker:
    """Takes the last legal action and says so; no opinion of a mission's beginning."""

    name = "a thinker"

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = self.explain(sight).probabilities.argmax(axis=1)

    def explain(self, sight: PolicyInput) -> PolicyOutput:
        rows = np.arange(len(sight.masks))
        last = sight.masks.shape[1] - 1 - sight.masks[:, ::-1].argmax(axis=1)
        likely = (0.25 * sight.masks / sight.masks.sum(axis=1, keepdims=True)).astype(np.float32)
        likely[rows, last] += 0.75
        values = np.where(sight.mats["mission"]["leg"] == 0, np.nan, 12.34567)
        return PolicyOutput(likely, values.astype(np.float32), np.full(likely.shape, np.nan, np.float32))


def test_what_a_policy_thinks_is_written_beside_what_it_does(tmp_path: Path) -> None:
    words = ["--policies", f"{__name__}:Thinker", "--save-replays", "1", "--output", str(tmp_path)]
    assert main([*FEW, *words]) == 0
    replay = load(tmp_path / "replays" / "a-thinker-0001.json")
    moments = [moment for moment in refly(replay) if moment.action is not None]
    assert len(moments) == len(replay.actions) > 20
    charts: Any = load_charts().record
    for moment in moments:
        assert moment.probabilities is not None
        assert set(moment.probabilities) == {index for index, _ in moment.legal}
        assert sum(moment.probabilities.values()) == pytest.approx(1, abs=0.01)
        assert max(moment.probabilities, key=moment.probabilities.__getitem__) == moment.action
        earned = score_due(moment.mat, charts)
        assert moment.expected_score == (None if moment.mat["mission"]["leg"] == 0 else earned + 12.346)


class Specialist(Thinker):
    """Made for missions in Citadel."""

    def limits(self, spec: WarSpec) -> str:
        return "" if (spec.scale, spec.operation) == (Scale.MISSION, Operation.CITADEL) else "made for other wars"


@pytest.mark.parametrize(("operation", "limits"), [("citadel", ""), ("barbarossa", "made for other wars")])
def test_a_replay_says_where_a_policy_was_made_for_other_wars(operation: str, limits: str, tmp_path: Path) -> None:
    words = ["--policies", f"{__name__}:Specialist", "--save-replays", "1", "--output", str(tmp_path)]
    assert main(["--env", "Stuka/Mission-v0", "--operation", operation, "--episodes", "2", *words]) == 0
    (path,) = (tmp_path / "replays").glob("*.json")
    assert load(path).policy_record.limits == limits and ('"limits"' in path.read_text()) == bool(limits)


def test_what_a_policy_found_the_options_worth_has_its_errors() -> None:
    """Of those that are known and not 0; nothing of a war in which none is, and of a policy that never says."""
    share, worth = np.zeros((2, ACTIONS), np.float32), np.full((2, ACTIONS), np.nan, np.float32)
    errors = np.full((2, ACTIONS), np.nan, np.float32)
    errors[0, [3, 4]] = (0.12345, 0.0)
    output = PolicyOutput(share, np.zeros(2, np.float32), worth, errors)
    assert (errors_of(output, 0), errors_of(output, 1)) == ({3: 0.123}, None)
    assert errors_of(output._replace(action_errors=None), 0) is None


def test_names_that_make_the_same_file_name_are_numbered() -> None:
    assert file_stems(["doctrine", "/a/b.zip", "a-b.zip"]) == ["doctrine", "a-b-zip-1", "a-b-zip-2"]
