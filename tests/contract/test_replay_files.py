"""Replay files: the statements of a policy in them, and contents that are refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.replay import ReplayError, load, refly, save
from stuka_env.replay.file import LONGEST_POLICY_NAME, LONGEST_REASON, PolicyRecord, as_json, from_json
from tests.support.contract import each_id
from tests.support.each import each
from tests.support.replays import checksummed
from tests.support.rerun import kept, recorder
from tests.support.samples import game_of, samples_of

NOTHING: dict[str, Any] = {"name": "x", "probabilities": [], "values": []}


# --- the statements of a policy ---


@each_id
def test_statements_of_a_policy_are_kept(env_id: str, tmp_path: Path) -> None:
    env = recorder(env_id, None, "thinker")
    _, info = env.reset(seed=1)
    shares = info["action_mask"] / info["action_mask"].sum()
    env.note(shares, 12.5, "because")
    env.step(int(np.flatnonzero(shares)[-1]))
    env.step(int(env.unwrapped.action_masks().argmax()))
    replay = load(save(env.replay(), tmp_path / "a.json"))
    first, second, end = refly(replay)
    assert replay.policy_record.name == "thinker" and first.expected_score == 12.5 + first.earned
    assert first.probabilities == pytest.approx({int(i): shares[i] for i in np.flatnonzero(shares)}, abs=1e-4)
    assert (second.probabilities, second.expected_score) == (None, None)
    assert [first.reason, second.reason, end.reason] == ["because", None, None]


@each_id
def test_reasons_and_scores_of_actions_are_kept(env_id: str, tmp_path: Path) -> None:
    """The score of an action is the earned points plus its value; at the end there is none."""
    replay = kept(env_id)
    count = len(replay.actions)
    reasons = tuple(None if number == 1 else f"reason {number % 3}" for number in range(count))
    worths = tuple(None if number == 1 else {0: 1.5, action: 2.0} for number, action in enumerate(replay.actions))
    errors = tuple(None if worth is None else {0: 0.25} for worth in worths)
    record = PolicyRecord("x", (), (2.5,) * count, reasons, worths, errors, "made for other wars", "its own points")
    said = replace(replay, policy_record=record)
    path = save(said, tmp_path / "a.json")
    assert load(path) == said and path.read_text().count("reason 2") == 1
    *decisions, end = refly(load(path))
    assert [moment.reason for moment in decisions] == list(reasons)
    assert [moment.action_errors for moment in decisions] == list(errors)
    for moment, worth in zip(decisions, worths, strict=True):
        expected = None if worth is None else {action: moment.earned + value for action, value in worth.items()}
        assert moment.action_scores == expected and moment.expected_score == moment.earned + 2.5
    assert {end.reason, end.action_scores, end.action_errors, end.expected_score, end.action} == {None}


@each_id
def test_what_is_too_long_to_be_kept_is_cut(env_id: str, tmp_path: Path) -> None:
    """A policy of a user's may say more than a replay keeps; what is saved can always be read."""
    reasons = tuple("why? " * 200 for _ in kept(env_id).actions)
    record = PolicyRecord("x", (), (), reasons, limits="other wars, " * 30, values_are="by its own rule, " * 30)
    said = replace(kept(env_id), policy_record=record)
    record = load(save(said, tmp_path / "a.json")).policy_record
    assert record.reasons[0] == reasons[0][:LONGEST_REASON]
    assert record.limits == said.policy_record.limits[:LONGEST_POLICY_NAME]
    assert record.values_are == said.policy_record.values_are[:LONGEST_POLICY_NAME]


@each_id
def test_a_replay_without_statements_is_as_before(env_id: str) -> None:
    """Programs from before there were reasons read it, and theirs are read here."""
    assert set(as_json(kept(env_id))["policy"]) == {"name", "probabilities", "values"}
    assert from_json(as_json(kept(env_id))) == kept(env_id)


@each_id
def test_a_statement_of_another_form_is_refused(env_id: str, subtests: pytest.Subtests) -> None:
    actions = game_of(env_id).envs.actions
    thoughts: list[dict[str, Any]] = [
        {"probabilities": [1.0]},
        {"probabilities": -np.ones(actions)},
        {"probabilities": np.full(actions, 2.0)},
        {"value": np.nan},
        {"reason": "x" * 401},
        {"reason": 1},
    ]
    for thought in thoughts:
        with subtests.test(str(thought)), pytest.raises(ValueError, match=r"^(probabilities|value|reason): got"):
            recorder(env_id).note(**thought)


# --- refused contents ---


@each_id
def test_a_change_without_the_checksum_is_refused(env_id: str) -> None:
    with pytest.raises(ReplayError, match="checksum"):
        from_json(as_json(kept(env_id)) | {"seed": kept(env_id).seed + 1})


@each_id
def test_a_missing_entry_is_refused(env_id: str) -> None:
    for key in ("checksum", "actions", "mat_sha256"):
        contents = as_json(kept(env_id))
        del contents[key]
        with pytest.raises(ReplayError, match=f"has no '{key}'"):
            from_json(contents)


CONTENTS: list[tuple[dict[str, Any], str]] = [
    ({"format": 1}, "format version 1, this program reads 2"),
    ({"format": "stuka_env play 2"}, "a war kept by play"),
    ({"policies": []}, "the results of an evaluation"),
    ({"env": "CartPole-v1"}, "env: allowed is one of Stuka/Mission-v0, .*Interceptor/Career-v0"),
    ({"seed": -1}, "seed: allowed"),
    ({"seed": True}, "seed: allowed"),
    ({"rules": 0}, "rules: allowed"),
    ({"actions": [999]}, "actions: allowed is a list of actions from -1 to "),
    ({"actions": {}}, "actions: allowed"),
    ({"arguments": {"journal": "yes"}}, "arguments: allowed is a mapping with any of "),
    ({"arguments": {"charts": True}}, "arguments: allowed"),
    ({"finished": False}, "score: a finished war has one"),
    ({"mat_sha256": "xyz"}, "mat_sha256: allowed"),
    ({"options": []}, "options: allowed"),
    ({"policy": {"name": 1, "probabilities": [], "values": []}}, "policy: allowed"),
    ({"policy": {"name": "x", "probabilities": [None], "values": []}}, "probabilities: 1 entries"),
    ({"policy": {"name": "x", "probabilities": [[[1, 2.0]]], "values": []}}, "policy: allowed"),
    ({"policy": {**NOTHING, "probabilities": [[[999, 1.0]]]}}, "policy: allowed"),
    ({"policy": {**NOTHING, "values": [1.0]}}, "values: 1 entries"),
    ({"policy": {**NOTHING, "reasons": {"lines": ["a"], "decisions": [0]}}}, "reasons: 1 entries"),
    ({"policy": {**NOTHING, "reasons": {"lines": ["a"], "decisions": [1]}}}, "policy: allowed"),
    ({"policy": {**NOTHING, "reasons": {"lines": ["a" * 401], "decisions": [0]}}}, "policy: allowed"),
    ({"policy": {**NOTHING, "reasons": ["a"]}}, "policy: allowed"),
    ({"policy": {**NOTHING, "action_values": [[[1, "x"]]]}}, "policy: allowed"),
    ({"policy": {**NOTHING, "action_values": [[[1, 2.0]]]}}, "action_values: 1 entries"),
    ({"policy": {**NOTHING, "action_values": [[[0, 10**400]]]}}, "policy: allowed"),
    ({"policy": {**NOTHING, "values": [10**400]}}, "policy: allowed"),
    ({"policy": {**NOTHING, "action_errors": [[[1, -2.0]]]}}, "policy: allowed"),
    ({"policy": {**NOTHING, "action_errors": [[[1, 2.0]]]}}, "action_errors: 1 entries"),
    ({"policy": {**NOTHING, "whims": []}}, "policy: allowed"),
]


@each_id
def test_contents_of_another_form_are_refused(env_id: str, subtests: pytest.Subtests) -> None:
    for changes, reason in CONTENTS:
        with subtests.test(reason), pytest.raises(ReplayError, match=reason):
            from_json(checksummed(as_json(kept(env_id)) | changes))


@each_id
def test_the_limits_of_contents_are_those_of_the_game(env_id: str) -> None:
    """The actions and arguments of one game are not those of another."""
    contents, actions = as_json(kept(env_id)), game_of(env_id).envs.actions
    last = checksummed(contents | {"actions": [actions - 1]})
    assert from_json(last).actions == (actions - 1,)
    with pytest.raises(ReplayError, match=f"actions: allowed is a list of actions from -1 to {actions - 1}"):
        from_json(checksummed(contents | {"actions": [actions]}))
    own = samples_of(env_id).arguments[env_id]
    assert from_json(checksummed(contents | {"arguments": dict(own)})).arguments == own
    for name, value in own.items():
        with pytest.raises(ReplayError, match=f"arguments: allowed .*{name}"):
            from_json(checksummed(contents | {"arguments": {name: 1 if isinstance(value, bool) else True}}))


@each_id
def test_a_number_of_hundreds_of_digits_is_refused(env_id: str, tmp_path: Path) -> None:
    contents = checksummed(as_json(kept(env_id)) | {"policy": NOTHING | {"values": [10**400]}})
    (tmp_path / "x.json").write_text(json.dumps(contents))
    with pytest.raises(ReplayError, match="more than 30 digits"):
        load(tmp_path / "x.json")


@each_id
def test_options_nested_beyond_reason_are_refused(env_id: str, tmp_path: Path) -> None:
    text = json.dumps(as_json(kept(env_id)) | {"options": 0})
    (tmp_path / "x.json").write_text(text.replace('"options": 0', '"options": ' + "[" * 900 + "]" * 900))
    with pytest.raises(ReplayError, match="nested deeper than 100 levels"):
        load(tmp_path / "x.json")


@each_id
def test_a_file_cut_off_anywhere_is_refused(env_id: str, tmp_path: Path) -> None:
    path = save(kept(env_id), tmp_path / "x.json")
    text = path.read_text()
    for length in range(1, len(text) - 2, 37):
        path.write_text(text[:length])
        with pytest.raises(ReplayError, match="cut off|broken JSON"):
            load(path)


@each("text, reason", [
        ("", "empty"),
        ("[]", "no format version"),
        ("{}", "no format version"),
        ('{"format": 1, "actions": 135}', "no replay: it has no actions"),
        ("hello", "broken JSON in line 1"),
        ('{"format": NaN}', "NaN"),
        ('{"format": 1} trailing', "broken JSON"),
        ("[" * 100_000, "nested deeper than 100 levels"),
    ])  # fmt: skip
def test_files_that_are_no_replays_are_refused(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(ReplayError, match=reason):
        load(path)


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    for name, reason in (("none.json", "cannot be read"), (".", "cannot be read"), ("bytes.json", "not a text file")):
        with pytest.raises(ReplayError, match=reason):
            load(tmp_path / name)
