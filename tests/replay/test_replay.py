"""Replays: written, read back, flown again; whatever does not lead where it says is refused with the reason."""

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import stuka_env
from stuka_env.cli import main
from stuka_env.games.stuka.charts.loader import OUR_FOLDER
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.replay import RecordReplay, Replay, ReplayError, load, refly, save, verify
from stuka_env.replay.file import LONGEST_POLICY_NAME, LONGEST_REASON, PolicyRecord, as_json, from_json
from tests.support.deadlines import within
from tests.support.playing import choose
from tests.support.replays import checksummed, played, recorded
from tests.support.traces import TAPED

NOTHING: dict[str, Any] = {"name": "x", "probabilities": [], "values": []}


@pytest.fixture(scope="module")
def mission() -> Replay:
    return recorded()


def altered(replay: Replay, **changes: Any) -> dict[str, Any]:
    """The contents of a replay file with other entries and a checksum that fits them."""
    contents = as_json(replay) | changes
    forged = Replay(**{**replay.__dict__, **{key: value for key, value in changes.items() if key in replay.__dict__}})
    return contents | {"checksum": as_json(forged)["checksum"]}


# --- there and back ---


@pytest.mark.parametrize("name", stuka_env.ENVIRONMENTS)
def test_round_trip(name: str, tmp_path: Path) -> None:
    arguments: dict[str, Any] = {"duration": "short"}
    replay = recorded(name, **arguments)
    path = save(replay, tmp_path / "war.json")
    assert load(path) == replay
    assert replay.env == name and replay.finished
    ending = verify(load(path))
    assert (ending.score, ending.mat_sha256) == (replay.score, replay.mat_sha256)


def test_arguments_are_kept(tmp_path: Path) -> None:
    replay = recorded("Stuka/Segment-v0", segment="1942-08", duration="short")
    assert replay.arguments == {"operation": "case_blue", "segment": "1942-08", "duration": "short"}
    assert verify(replay).finished


def test_every_moment_is_as_it_was_in_the_environment() -> None:
    env = RecordReplay(gymnasium.make("Stuka/Operation-v0", journal=True, duration="short"))
    war: Any = env.unwrapped
    rng = np.random.default_rng(5)
    _, info = env.reset(seed=7)
    seen = [(war.decision, war.legal_actions(), war.mat.tobytes())]
    over = False
    while not over:
        *_, over, _, info = env.step(int(choose(info["action_mask"], rng)))
        seen.append((war.decision, war.legal_actions(), war.mat.tobytes()))
    replay = env.replay()
    moments = list(refly(replay))
    assert [(m.decision, m.mat.tobytes()) for m in moments] == [(decision, mat) for decision, _, mat in seen]
    for moment, (_, legal, _) in zip(moments, seen, strict=True):
        assert moment.legal == [(index, moment.crews.named(text)) for index, text in legal]
    assert [m.action for m in moments] == [*replay.actions, None]
    assert [entry for m in moments for entry in m.journal] == CrewNames(7).tell(war.journal)[0]
    assert sum(len(m.lines) for m in moments) == info["result"]["missions"]
    assert replay.score == info["result"]["score"]


def test_later_episodes_and_unchosen_seeds() -> None:
    env = RecordReplay(gymnasium.make("Stuka/Mission-v0"))
    played(env, seed=None)
    first = env.replay()
    played(env, seed=None)
    second = env.replay()
    assert (second.seed, second.episode) == (first.seed, first.episode + 1)
    assert verify(first) != verify(second)


def test_thoughts_are_kept(tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make("Stuka/Mission-v0"), policy="thinker")
    _, info = env.reset(seed=1)
    shares = info["action_mask"] / info["action_mask"].sum()
    env.note(shares, 12.5, "because")
    action = int(np.flatnonzero(shares)[-1])
    env.step(action)
    war: Any = env.unwrapped
    env.step(int(war.action_masks().argmax()))
    moments = list(refly(load(save(env.replay(), tmp_path / "a.json"))))
    assert moments[0].expected_score == 12.5
    assert moments[0].probabilities == pytest.approx({int(i): shares[i] for i in np.flatnonzero(shares)}, abs=1e-4)
    assert (moments[1].probabilities, moments[1].expected_score) == (None, None)
    assert [moment.reason for moment in moments] == ["because", None, None]


def test_reasons_and_what_actions_are_worth_are_kept(mission: Replay, tmp_path: Path) -> None:
    """The score of an action is the earned points plus its value; at the end there is none."""
    count = len(mission.actions)
    reasons = tuple(None if number == 1 else f"reason {number % 3}" for number in range(count))
    worths = tuple(None if number == 1 else {0: 1.5, action: 2.0} for number, action in enumerate(mission.actions))
    errors = tuple(None if worth is None else {0: 0.25} for worth in worths)
    said = replace(mission, policy_record=PolicyRecord("x", (), (), reasons, worths, errors, "made for other wars"))
    path = save(said, tmp_path / "a.json")
    assert load(path) == said
    assert path.read_text().count("reason 2") == 1
    moments = list(refly(load(path)))
    assert tuple(moment.reason for moment in moments) == (*reasons, None)
    last = moments[-2]
    assert last.action_scores == {0: last.earned + 1.5, last.action: last.earned + 2.0}
    assert moments[1].action_scores is None and moments[-1].action_scores is None
    assert [moment.action_errors for moment in moments] == [*errors, None]


def test_what_is_too_long_to_be_kept_is_cut(mission: Replay, tmp_path: Path) -> None:
    """A policy of a user's may say more than a replay keeps; what is saved can always be read."""
    reasons = tuple("why? " * 200 for _ in mission.actions)
    said = replace(mission, policy_record=PolicyRecord("x", (), (), reasons, limits="made for other wars, " * 20))
    kept = load(save(said, tmp_path / "a.json")).policy_record
    assert (
        kept.reasons[0] == reasons[0][:LONGEST_REASON]
        and kept.limits == said.policy_record.limits[:LONGEST_POLICY_NAME]
    )


def test_a_replay_without_them_is_as_before(mission: Replay) -> None:
    """Programs from before there were reasons read it, and theirs are read here."""
    assert set(as_json(mission)["policy"]) == {"name", "probabilities", "values"}
    assert from_json(as_json(mission)) == mission


@pytest.mark.parametrize("thought", [{"probabilities": [1.0]}, {"probabilities": -np.ones(ACTIONS)}, {"value": np.nan},
                                     {"reason": "x" * 401}, {"reason": 1}])  # fmt: skip
def test_a_thought_that_is_none_is_refused(thought: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^(probabilities|value|reason): got"):
        RecordReplay(gymnasium.make("Stuka/Mission-v0")).note(**thought)


def test_illegal_actions_and_truncation_are_kept() -> None:
    env = RecordReplay(gymnasium.make("Stuka/Mission-v0"))
    env.reset(seed=1)
    truncated = False
    while not truncated:
        *_, truncated, _ = env.step(10**9)
    replay = env.replay()
    assert set(replay.actions) == {-1}
    assert (replay.finished, replay.score) == (False, None)
    verify(replay)


# --- traces ---


@pytest.mark.parametrize("trace", TAPED)
def test_set_up_and_taped_wars(trace: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make = gymnasium.make
    monkeypatch.setattr(gymnasium, "make", lambda *names, **given: RecordReplay(make(*names, **given)))
    game = TAPED[trace]()
    replay = load(save(game.env.replay(), tmp_path / "trace.json"))
    *_, last = refly(replay)
    assert last.mat.tobytes() == game.mat.tobytes()


# --- the wrapper ---


def test_the_wrapper_writes_every_war_that_ends(tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make("Stuka/Mission-v0"), tmp_path / "new", policy="a/b <c>")
    for episode in range(3):
        played(env, seed=1 if episode == 0 else None, chance=episode)
    played(env, steps=1)
    env.close()
    names = [path.name for path in sorted((tmp_path / "new").iterdir())]
    assert names == ["a-b--c--0001.json", "a-b--c--0002.json", "a-b--c--0003.json"]
    assert [load(path).episode for path in env.written] == [0, 1, 2]
    assert load(env.written[0]).policy_record.name == "a/b <c>"


def test_the_wrapper_keeps_the_unfinished_if_asked(tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make("Stuka/Mission-v0"), tmp_path, unfinished=True)
    played(env, steps=2)
    played(env, steps=1)
    env.close()
    assert [len(load(path).actions) for path in env.written] == [2, 1]


def test_a_war_changed_from_outside_is_not_written(tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make("Stuka/Mission-v0"), tmp_path)
    war: Any = env.unwrapped
    env.reset(seed=1)
    war.engine.change_dice(5)
    rng = np.random.default_rng(0)
    with pytest.warns(RuntimeWarning, match="no replay written"):
        over = False
        while not over:
            *_, over, _, _ = env.step(int(choose(war.action_masks(), rng)))
    assert list(tmp_path.iterdir()) == []


def test_only_our_single_environments_are_recorded(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="^env: got"):
        RecordReplay(gymnasium.make("CartPole-v1"), tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="^folder: got"):
        RecordReplay(gymnasium.make("Stuka/Mission-v0"), tmp_path / "file")
    with pytest.raises(ReplayError, match="reset"):
        RecordReplay(gymnasium.make("Stuka/Mission-v0")).replay()


# --- refused ---


def test_a_change_without_the_checksum_is_refused(mission: Replay) -> None:
    with pytest.raises(ReplayError, match="checksum"):
        from_json(as_json(mission) | {"seed": mission.seed + 1})


@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"seed": 2}, "another mat|cut off|over after"),
        ({"score": 1234}, "score of 1234"),
        ({"mat_sha256": "0" * 64}, "another mat"),
        ({"charts_sha256": "1" * 64}, "other charts"),
        ({"layout": "2" * 64}, "whose mat is not"),
        ({"arguments": {"segment": "1812-06"}}, "segment: got '1812-06'"),
        ({"arguments": {"charts": "/nowhere/at/all"}}, "charts: "),
        ({"options": {"cheat": 1}}, "options: got 'cheat'"),
        ({"options": {"setup": {"mission": -4}}}, "first position"),
        ({"options": {"dice": {"A4": []}, "strict_dice": True}}, "tape"),
    ],
)  # fmt: skip
def test_a_forged_replay_is_refused(mission: Replay, changes: dict[str, Any], reason: str) -> None:
    replay = from_json(altered(mission, **changes))
    with pytest.raises(ReplayError, match=reason):
        verify(replay)
    with pytest.raises(ReplayError, match=reason):
        refly(replay)


def test_missing_and_surplus_actions_are_refused(mission: Replay) -> None:
    with pytest.raises(ReplayError, match="cut off: after 3 actions the war is not over"):
        verify(replace(mission, actions=mission.actions[:3]))
    with pytest.raises(ReplayError, match="over after"):
        verify(replace(mission, actions=(*mission.actions, 0)))


@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"format": 1}, "format version 1, this program reads 2"),
        ({"format": "stuka_env play 2"}, "a war kept by play"),
        ({"policies": []}, "the results of an evaluation"),
        ({"env": "CartPole-v1"}, "env: allowed"),
        ({"seed": -1}, "seed: allowed"),
        ({"seed": True}, "seed: allowed"),
        ({"actions": [999]}, "actions: allowed"),
        ({"actions": {}}, "actions: allowed"),
        ({"arguments": {"journal": "yes"}}, "arguments: allowed"),
        ({"finished": False}, "score: a finished war has one"),
        ({"mat_sha256": "xyz"}, "mat_sha256: allowed"),
        ({"options": []}, "options: allowed"),
        ({"policy": {"name": 1, "probabilities": [], "values": []}}, "policy: allowed"),
        ({"policy": {"name": "x", "probabilities": [None], "values": []}}, "probabilities: 1 entries"),
        ({"policy": {"name": "x", "probabilities": [[[1, 2.0]]], "values": []}}, "policy: allowed"),
        ({"policy": {**NOTHING, "reasons": {"lines": ["a"], "decisions": [0]}}}, "reasons: 1 entries"),
        ({"policy": {**NOTHING, "reasons": {"lines": ["a"], "decisions": [1]}}}, "policy: allowed"),
        ({"policy": {**NOTHING, "reasons": {"lines": ["a" * 401], "decisions": [0]}}}, "policy: allowed"),
        ({"policy": {**NOTHING, "reasons": ["a"]}}, "policy: allowed"),
        ({"policy": {**NOTHING, "action_values": [[[1, "x"]]]}}, "policy: allowed"),
        ({"policy": {**NOTHING, "action_values": [[[1, 2.0]]]}}, "action_values: 1 entries"),
        ({"policy": {**NOTHING, "action_errors": [[[1, -2.0]]]}}, "policy: allowed"),
        ({"policy": {**NOTHING, "action_errors": [[[1, 2.0]]]}}, "action_errors: 1 entries"),
        ({"policy": {**NOTHING, "whims": []}}, "policy: allowed"),
    ],
)  # fmt: skip
def test_contents_that_are_none_are_refused(mission: Replay, changes: dict[str, Any], reason: str) -> None:
    from stuka_env.replay.file import _checksum

    contents = as_json(mission) | changes
    with pytest.raises(ReplayError, match=reason):
        from_json(contents | {"checksum": _checksum(contents)})


@pytest.mark.parametrize("key", ["checksum", "actions", "mat_sha256"])
def test_a_missing_entry_is_refused(mission: Replay, key: str) -> None:
    contents = as_json(mission)
    del contents[key]
    with pytest.raises(ReplayError, match=f"has no '{key}'"):
        from_json(contents)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "broken JSON in line 1"),
        ("[]", "no format version"),
        ("{}", "no format version"),
        ('{"format": 1, "actions": 135}', "no replay: it has no actions"),
        ("hello", "broken JSON in line 1"),
        ('{"format": NaN}', "NaN"),
        ('{"format": 1} trailing', "broken JSON"),
        ("[" * 100_000, "nested deeper than 100 levels"),
    ],
)  # fmt: skip
def test_files_that_are_no_replays_are_refused(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(ReplayError, match=reason):
        load(path)


def test_cut_off_anywhere(mission: Replay, tmp_path: Path) -> None:
    path = save(mission, tmp_path / "x.json")
    text = path.read_text()
    for length in range(1, len(text) - 2, 37):
        path.write_text(text[:length])
        with pytest.raises(ReplayError, match="cut off|broken JSON"):
            load(path)


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    for name, reason in (("none.json", "cannot be read"), (".", "cannot be read"), ("bytes.json", "not a text file")):
        with pytest.raises(ReplayError, match=reason):
            load(tmp_path / name)


@pytest.mark.parametrize("name", ["values", "action_values"])
def test_a_number_of_hundreds_of_digits_is_refused(mission: Replay, tmp_path: Path, name: str) -> None:
    entry = [10**400] if name == "values" else [[[0, 10**400]]]
    contents = checksummed(as_json(mission) | {"policy": NOTHING | {name: entry}})
    with pytest.raises(ReplayError, match="policy: allowed is"):
        from_json(contents)
    (tmp_path / "x.json").write_text(json.dumps(contents))
    with pytest.raises(ReplayError, match="more than 30 digits"):
        load(tmp_path / "x.json")


def test_options_nested_beyond_reason_are_refused(mission: Replay, tmp_path: Path) -> None:
    text = json.dumps(as_json(mission) | {"options": 0})
    (tmp_path / "x.json").write_text(text.replace('"options": 0', '"options": ' + "[" * 900 + "]" * 900))
    with pytest.raises(ReplayError, match="nested deeper than 100 levels"):
        load(tmp_path / "x.json")


def test_other_charts(mission: Replay, tmp_path: Path) -> None:
    ours = OUR_FOLDER / "a4_visibility.toml"
    shutil.copy(ours, tmp_path)
    assert verify(mission, tmp_path).mat_sha256 == mission.mat_sha256
    text = (tmp_path / ours.name).read_text()
    (tmp_path / ours.name).write_text(text.replace("Low = 2", "Low = 3"))
    with pytest.raises(ReplayError, match="charts"):
        verify(mission, tmp_path)


# --- the command ---


@pytest.mark.parametrize("command", ["replay", "watch", "log", "video"])
def test_no_command_waits_for_a_file_or_reads_one_without_an_end(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(3 << 30)
    for path, said in (
        (tmp_path / "pipe.json", "it is a pipe"),
        (Path("/dev/zero"), "it is a device"),
        (tmp_path / "large.json", "larger than 16 MiB"),
    ):
        with within(60):
            assert main([command, str(path)]) == 2
        err = capsys.readouterr().err
        assert said in err and err.count("\n") == 1


@pytest.mark.parametrize("command", ["replay", "watch", "log", "video"])
@pytest.mark.parametrize(
    "change", [{"version": "0\x1b[1A\nall is well"}, {"arguments": {"charts": "x\x1b[1A\n\u202ey"}}]
)
def test_what_a_replay_says_cannot_forge_a_line(
    mission: Replay, command: str, change: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x\n\x1b[1A.json"
    path.write_text(json.dumps(checksummed(as_json(mission) | {"layout": "0" * 64} | change)))
    assert main([command, str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.endswith("\n") and err[:-1].isprintable()


def test_a_name_on_the_command_line_cannot_forge_a_line(
    mission: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save(mission, tmp_path / "x\n\x1b[1A.json")
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.endswith("verified\n") and out[:-1].isprintable()


def test_the_command_verifies(mission: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(mission, tmp_path / "x.json")
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert f"score {mission.score} " in out and out.endswith("verified\n") and out.count("\n") == 1
    assert f"{len(mission.actions)} decisions, 1 mission, " in out


@pytest.mark.parametrize("words", [["replay"], ["fly"], ["replay", "--what", "x"]])
def test_a_wrong_command_line_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_bad_file_is_one_line(mission: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(altered(mission, score=7777)))
    assert main(["replay", str(bad)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "bad.json" in err and "7777" in err
