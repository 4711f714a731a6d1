"""The study: only missing flights are flown, and the file does not depend on interruptions or on Ray."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest

from agents.evaluation.evaluated_game import fly_part
from agents.evaluation.evaluation_parts import EvaluationPart
from agents.games.stuka.evaluation.calibration import Calibration
from agents.games.stuka.sensitivity import chart_sets, results, study
from agents.games.stuka.sensitivity.records import (
    OURS,
    ArmFlight,
    StudyRecord,
    append_line,
    lines_path,
    read_lines,
    read_record,
)
from agents.games.stuka.sensitivity.section import learned_text, pair_text
from agents.games.stuka.sensitivity.summary import CLEAR_ERRORS, group_effects, lead_line, pair_lines, policy_lines
from stuka_env.flights.episodes import Flown
from stuka_env.games.stuka.charts import load_charts
from tests.support.planning import MISSION
from tools import chart_sensitivity as tool

SMALL = ("--sets", "2", "--wars", "3", "--group-wars", "2")
FLOWN = len(study.FLOWN_SCRIPTS)
"""Flights of an arm without further policies."""


@pytest.fixture
def flown(monkeypatch: pytest.MonkeyPatch) -> list[EvaluationPart]:
    """Fly single missions, two groups' steps and no pictures, under the first sets drawn; give the parts flown."""
    parts: list[EvaluationPart] = []

    def fly_and_note(part: EvaluationPart) -> Flown:
        parts.append(part)
        return fly_part(part)

    def steps() -> list[chart_sets.GroupStep]:
        return [chart_sets.step_group("a2_accuracy score.Large", way) for way in (-1, 1)]

    fine = Calibration(land_score=55.0, destroyed=7.0, best_bonus=0.2, score=60.0)
    monkeypatch.setattr(chart_sets, "calibrate", lambda *_, **__: fine)
    monkeypatch.setattr(chart_sets, "implausible", lambda charts: None)
    monkeypatch.setattr(study, "fly_part", fly_and_note)
    monkeypatch.setattr(study, "REGULAR_BARBAROSSA", MISSION)
    monkeypatch.setattr(study, "group_steps", steps)
    monkeypatch.setattr(results, "group_steps", steps)
    monkeypatch.setattr(results, "draw_picture", lambda *_: None)
    return parts


def asked(folder: Path, *words: str) -> list[str]:
    return ["--output", str(folder / "found.json"), *SMALL, *words]


def test_everything_is_flown_once_and_more_can_be_added(flown: list[EvaluationPart], tmp_path: Path) -> None:
    assert tool.main(asked(tmp_path)) == 0
    assert len(flown) == (3 + 3) * FLOWN and all(part.any_charts for part in flown)
    assert [path.name for path in tmp_path.iterdir()] == ["found.json"]
    before = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert [each["arm"] for each in before["drawn"]] == ["set 1", "set 2"]
    assert len({part.spec.charts.sha256 for part in flown}) == 5
    flown.clear()
    assert tool.main(asked(tmp_path)) == 0 and flown == []
    assert json.loads((tmp_path / "found.json").read_text(encoding="utf-8")) == before
    assert tool.main(asked(tmp_path, "--policies", "random")) == 0
    assert [part.policy for part in flown] == ["random"] * 3
    after = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert [line for line in after["flown"] if line["policy"] != "random"] == before["flown"]
    assert after["groups"] == before["groups"] and len(after["policies"]) == FLOWN + 1
    assert "--policies" in after["section"]["command"] and "--sets 2" in after["section"]["command"]
    flown.clear()
    assert tool.main([*asked(tmp_path), "--sets", "3"]) == 0
    assert {part.policy for part in flown} == set(study.FLOWN_SCRIPTS) and len(flown) == FLOWN
    assert len(json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["policies"]) == FLOWN


def test_stopped_and_gone_on_with_it_writes_the_same(
    flown: list[EvaluationPart], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "parts").mkdir()
    assert tool.main(asked(tmp_path / "whole")) == 0
    flown.clear()
    stop = 2

    def stops(part: EvaluationPart) -> Flown:
        if len(flown) == stop:
            raise KeyboardInterrupt
        flown.append(part)
        return fly_part(part)

    monkeypatch.setattr(study, "fly_part", stops)
    assert tool.main(asked(tmp_path / "parts")) == 130
    assert "run it again to go on from" in capsys.readouterr().err
    lines = lines_path(tmp_path / "parts" / "found.json")
    assert [kind for kind, _ in read_lines(lines)] == ["settings", "drawn", "drawn", "flown", "flown"]
    lines.write_bytes(lines.read_bytes()[:-20])
    stop = -1
    flown.clear()
    assert tool.main(asked(tmp_path / "parts")) == 0
    assert len(flown) == (3 + 3) * FLOWN - 1
    whole, parts = (tmp_path / name / "found.json" for name in ("whole", "parts"))
    assert whole.read_bytes() == parts.read_bytes() and not lines.exists()


def test_groups_can_come_later(flown: list[EvaluationPart], tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    assert tool.main([*asked(tmp_path), "--group-wars", "0"]) == 0
    assert len(flown) == 3 * FLOWN
    held = json.loads(path.read_text(encoding="utf-8"))
    assert held["groups"] == [] and len(held["section"]["more"]) == 2
    assert held["section"]["command"].endswith("--group-wars 0")
    flown.clear()
    assert tool.main(asked(tmp_path)) == 0 and len(flown) == 3 * FLOWN
    held = json.loads(path.read_text(encoding="utf-8"))
    assert [line["wars"] for line in held["groups"]] == [2, 2] and len(held["section"]["more"]) == 3
    flown.clear()
    assert tool.main([*asked(tmp_path), "--group-wars", "0"]) == 0 and flown == []
    assert json.loads(path.read_text(encoding="utf-8")) == held
    assert tool.main([*asked(tmp_path), "--group-wars", "3"]) == 0 and len(flown) == 3 * FLOWN
    assert [line["wars"] for line in json.loads(path.read_text(encoding="utf-8"))["groups"]] == [3, 3]


def test_flights_of_unfinished_groups_are_kept(flown: list[EvaluationPart], tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    assert tool.main([*asked(tmp_path), "--group-wars", "0"]) == 0
    asked_for = study.Study(path, sets=2, wars=3, group_wars=2)
    record = read_record(path, asked_for.settings())
    tasks = list(study.missing_step_tasks(asked_for, record))[:2]
    study.fly_missing(asked_for, record, tasks, cluster=None, on_flight=lambda *_: None)
    assert tool.main([*asked(tmp_path), "--group-wars", "0"]) == 0
    flown.clear()
    assert tool.main(asked(tmp_path)) == 0
    assert len(flown) == 3 * FLOWN - 2 and not lines_path(path).exists()


def test_on_a_cluster_it_is_the_same(
    flown: list[EvaluationPart], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Machines:
        """A cluster that returns its parts in another order."""

        def __enter__(self) -> "Machines":
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def fly(self, parts: Mapping[int, EvaluationPart], digest: str) -> Iterator[tuple[int, Flown]]:
            yield from ((number, fly_part(parts[number])) for number in sorted(parts, reverse=True))

    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    assert tool.main(asked(tmp_path / "here")) == 0
    monkeypatch.setattr(tool, "check_address", lambda address: address)
    monkeypatch.setattr(tool, "Cluster", lambda address, cpus: Machines())
    flown.clear()
    assert tool.main(asked(tmp_path / "there", "--ray")) == 0 and flown == []
    here, there = (tmp_path / name / "found.json" for name in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()


def test_an_agent_that_has_changed_is_flown_again(tmp_path: Path) -> None:
    agent = tmp_path / "agent.zip"
    agent.write_bytes(b"one")
    flight = ArmFlight(OURS, str(agent), study.made_of(f"{agent}@sampled"), np.zeros(2, np.int64), 0.0, [])
    record = StudyRecord(flown={(OURS, str(agent)): flight})
    assert not study.is_missing(record, OURS, str(agent), 2) and study.made_of("old_hand") == ""
    agent.write_bytes(b"another")
    assert study.is_missing(record, OURS, str(agent), 2)
    agent.write_bytes(b"one")
    assert study.is_missing(record, OURS, str(agent), 3)


def test_it_refuses_in_one_line(
    flown: list[EvaluationPart], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*words: str) -> str:
        assert tool.main(asked(tmp_path, *words)) == 2
        said = capsys.readouterr().err.splitlines()
        return said[-1]

    assert "sets: got 1, allowed is a whole number from 2" in refused("--sets", "1")
    assert "policy 'nobody': unknown" in refused("--policies", "nobody")
    assert "allowed is a file *.json" in refused("--output", str(tmp_path / "found.txt"))
    (tmp_path / "found.json").write_text("[]", encoding="utf-8")
    assert "not written by this tool" in refused()
    (tmp_path / "found.json").unlink()
    append_line(lines_path(tmp_path / "found.json"), "settings", study.Study(tmp_path / "found.json").settings())
    assert "wars 500 instead of 3" in refused()
    lines_path(tmp_path / "found.json").unlink()
    monkeypatch.setattr(study, "attempt_rungs", lambda *_: chart_sets.attempt_rungs(7, 7, 7))
    assert "set 1 was drawn by other sources" in refused()
    assert flown == []


def test_a_war_that_does_not_end_is_told(flown: list[EvaluationPart], monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(part: EvaluationPart) -> Flown:
        flown_part = fly_part(part)
        flown_part.finished[0] = False
        return flown_part

    monkeypatch.setattr(study, "fly_part", endless)
    task = study.Task(OURS, "random", load_charts(), 2)
    with pytest.raises(ValueError, match="policy 'random': 1 wars of ours never ended"):
        list(study.fly_tasks([task], None))


# --- what it comes to ---


def record_of(scores: dict[str, list[list[int]]]) -> StudyRecord:
    """Return a record with these scores by policy: under ours, then under each set."""
    record = StudyRecord()
    for policy, arms in scores.items():
        for number, own in enumerate(arms):
            arm = chart_sets.set_name(number) if number else OURS
            record.flown[arm, policy] = ArmFlight(arm, policy, "", np.array(own), 0.0, [])
    return record


def test_a_pair_keeps_its_order_or_not() -> None:
    record = record_of(
        {
            "high": [[60, 62, 64, 62], [70, 71, 70, 71], [50, 50, 50, 52], [60, 80, 61, 60]],
            "low": [[50, 52, 54, 53], [60, 60, 60, 61], [60, 59, 61, 60], [66, 65, 66, 66]],
        }
    )
    (pair,) = pair_lines(record, ["low", "high"], 3)
    assert (pair["ahead"], pair["behind"], pair["kept"], pair["clearly_reversed"]) == ("high", "low", 1, 1)
    assert pair["ours"] == pytest.approx(9.75) and pair["highest"] == pytest.approx(10.25)
    gaps = np.array([50, 50, 50, 52]) - np.array([60, 59, 61, 60])
    assert pair["lowest"] == pytest.approx(gaps.mean()) and gaps.mean() < -CLEAR_ERRORS * gaps.std(ddof=1) / 2
    first, second = policy_lines(record, ["low", "high"], 3)
    assert (first["policy"], first["place"], second["place"]) == ("high", [1, 2], [1, 2])
    assert "outside the range" not in pair_text([pair], 3)
    assert pair_text([pair | {"ours": 11.0}], 3).endswith("outside the range of the sets: `high` before `low`.")
    lead = lead_line(record, "high", ["low"], 3)
    assert (lead["kept"], lead["smallest_set"], lead["followers"]) == (1, "set 2", {"low": 3})


def test_groups_are_ordered_by_what_they_do(flown: list[EvaluationPart], tmp_path: Path) -> None:
    assert tool.main(asked(tmp_path)) == 0
    groups = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["groups"]
    easier, harder = groups
    assert easier["mean"] > 0 > harder["mean"] and easier["moved"] == 8
    assert easier["mean"] == pytest.approx(np.mean(list(easier["change"].values())))
    (effect,) = group_effects(groups)
    assert effect["-1"] is easier and effect["1"] is harder
    smaller = {**easier, "group": "another", "mean": easier["mean"] / 100}
    larger = {**easier, "group": "a third", "mean": -99.0}
    assert [each["group"] for each in group_effects([smaller, *groups, larger])] == [
        "a third", "a2_accuracy score.Large", "another",
    ]  # fmt: skip


def test_what_a_policy_that_cannot_read_charts_is_from_the_leader() -> None:
    """The sign is that of the learned policy, whichever leads under our charts; pairs of scripts are ignored."""
    pairs = [
        {"ahead": "mine", "behind": "old_hand", "ours": 0.1, "error": 0.08, "median": -0.2},
        {"ahead": "old_hand", "behind": "kette", "ours": 3.2, "error": 0.1, "median": 3.1},
        {"ahead": "old_hand", "behind": "other", "ours": 1.0, "error": 0.1, "median": 0.4},
        {"ahead": "mine", "behind": "other", "ours": 1.1, "error": 0.1, "median": 0.5},
    ]
    text = learned_text({"lead": {"leader": "old_hand"}, "pairs": pairs})
    assert "`mine` has learned" in text
    assert "difference to `old_hand` is +0.1 (0.08) under ours and -0.2 in the median" in text
    assert "difference to `old_hand` is -1.0 (0.10) under ours and -0.4 in the median" in text
    assert "kette" not in text and text.count("`old_hand`") == 2
