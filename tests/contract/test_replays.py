"""Replays: recorded, written, read back and flown again, and those that do not lead where they claim."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.engine.slow_motion import SlowMotion
from stuka_env.replay import RecordReplay, Replay, ReplayError, fly, load, refly, save, verify
from stuka_env.replay.file import as_json, from_json
from tests.support.contract import choose, each_game, each_id, make, played, war_bytes
from tests.support.each import each
from tests.support.replays import checksummed
from tests.support.rerun import kept, recorder, taken
from tests.support.samples import IDS, SHORTEST, game_of, samples_of

OTHER_END = "another mat|cut off|over after|claims a score"


# --- there and back ---


@each_id
def test_round_trip(env_id: str, tmp_path: Path) -> None:
    env = recorder(env_id)
    *_, (*_, info) = played(env, 3)
    replay = env.replay()
    assert load(save(replay, tmp_path / "x.json")) == replay
    assert (replay.env, replay.finished, replay.seed) == (env_id, True, 3)
    assert replay.score == round(samples_of(env_id).returned(env_id, info["result"]))
    ending = verify(replay)
    assert (ending.finished, ending.score, ending.mat_sha256) == (True, replay.score, replay.mat_sha256)
    assert ending.result == dict(info["result"])
    assert [moment.number for moment in refly(replay)] == list(range(len(replay.actions) + 1))


@each_id
def test_arguments_are_kept_but_not_those_of_the_observation(env_id: str, tmp_path: Path) -> None:
    arguments = samples_of(env_id).arguments[env_id]
    replay = taken(env_id, observation="compact", info="mask", **arguments)
    assert replay.arguments == arguments
    assert verify(load(save(replay, tmp_path / "x.json"))).finished


@each_id
def test_options_of_the_reset_are_kept(env_id: str) -> None:
    dice = samples_of(env_id).dice
    replay = taken(env_id, options=dict(dice.options), steps=5, **dice.arguments)
    assert replay.options == dice.options and verify(replay).mat_sha256 == replay.mat_sha256
    first = next(iter(refly(replay))).mat
    assert dice.values(np.array([first])) == [dice.first]


# --- passages between decisions ---


@each_id
def test_the_steps_of_an_action_lead_to_the_next_decision_with_the_same_journal(env_id: str) -> None:
    env = make(env_id, journal=True)
    env.reset(seed=4)
    slow, over = SlowMotion(env.engine), False
    while not over and len(env.journal) < 200:
        told, action, before = len(env.journal), int(np.flatnonzero(env.action_masks())[-1]), war_bytes(env)
        steps = slow.steps(action)
        assert war_bytes(env) == before, "the war itself does not change"
        over = env.step(action)[2]
        assert over or steps[-1].mat.tobytes() == env._mat.tobytes()
        entries = [step.entries for step in steps]
        assert entries == sorted(entries) and entries[-1] == len(env.journal) - told


@each_id
def test_passages_tell_the_journal_once_and_show_the_mat_of_their_time(env_id: str) -> None:
    flight = fly(taken(env_id, **samples_of(env_id).arguments[env_id]))
    scenes = list(flight.scenes())
    assert [entry for scene in scenes for entry in scene.journal] == [
        entry for moment in flight.moments for entry in moment.journal
    ]
    passages = [scene for scene in scenes if scene.title]
    assert bool(passages) == (flight.game.replays.passage_of is not None)
    assert all(passage.journal and not passage.legal and passage.action is None for passage in passages)
    for before, passage, after in zip(scenes, scenes[1:], scenes[2:], strict=False):
        if passage.title:
            mats = [scene.mat.tobytes() for scene in (before, passage, after)]
            assert mats[0] != mats[1] != mats[2] and before.line <= passage.line <= after.line


@each_id
def test_every_moment_is_as_it_was_in_the_environment(env_id: str) -> None:
    env = recorder(env_id, journal=True)
    war: Any = env.unwrapped
    rng, over = np.random.default_rng(5), False
    _, info = env.reset(seed=7)
    states, lines, paid = [(war.decision, war.legal_actions(), war.mat.tobytes())], list(info[lines_key(env_id)]), 0.0
    while not over:
        _, reward, over, _, info = env.step(int(choose(env, info["action_mask"], rng)))
        states.append((war.decision, war.legal_actions(), war.mat.tobytes()))
        lines += info[lines_key(env_id)]
        paid += float(reward)
    moments = list(refly(env.replay()))
    assert verify(env.replay()).lines == len(lines)
    assert [(moment.decision, moment.mat.tobytes()) for moment in moments] == [(one, mat) for one, _, mat in states]
    for moment, (_, legal, _) in zip(moments, states, strict=True):
        assert [index for index, _ in moment.legal] == [index for index, _ in legal]
    assert [moment.action for moment in moments] == [*env.replay().actions, None]
    journal = [entry for moment in moments for entry in moment.journal]
    assert [entry.kind for entry in journal] == [entry.kind for entry in war.journal]
    assert [line for moment in moments for line in moment.lines] == lines
    assert moments[-1].earned == pytest.approx(100 * paid, abs=1e-9)


def lines_key(env_id: str) -> str:
    """Return the key of the lines of the log sheet in infos."""
    return game_of(env_id).envs.names.lines


@each_id
def test_later_episodes_and_unchosen_seeds(env_id: str) -> None:
    env = recorder(env_id)
    replays = []
    for _ in range(2):
        played(env, None)
        replays.append(env.replay())
    assert (replays[1].seed, replays[1].episode) == (replays[0].seed, replays[0].episode + 1)
    courses = [[(moment.mat.tobytes(), moment.journal) for moment in refly(replay)] for replay in replays]
    assert all(verify(replay) for replay in replays) and courses[0] != courses[1]  # small games can end alike by chance


@each_id
def test_illegal_actions_and_truncation_are_kept(env_id: str) -> None:
    env = recorder(env_id)
    _, info = env.reset(seed=1)
    illegal, truncated = int(info["action_mask"].argmin()), False
    env.step(illegal)
    while not truncated:
        *_, truncated, _ = env.step(10**9)
    replay = env.replay()
    assert replay.actions == (illegal, *[-1] * 99)
    assert (replay.finished, replay.score) == (False, None)
    assert not verify(replay).finished


# --- the wrapper ---


@each_id
def test_the_wrapper_writes_every_war_that_ends(env_id: str, tmp_path: Path) -> None:
    env = recorder(env_id, tmp_path / "new", "a/b <c>")
    for episode in range(3):
        played(env, 1 if episode == 0 else None, episode)
    played(env, None, steps=1)
    env.close()
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["a-b--c--0001.json", "a-b--c--0002.json", "a-b--c--0003.json"]
    replays = [load(path) for path in env.written]
    assert [replay.episode for replay in replays] == [0, 1, 2]
    assert all(verify(replay).finished and replay.policy_record.name == "a/b <c>" for replay in replays)


@each_id
def test_the_wrapper_keeps_the_unfinished_if_asked(env_id: str, tmp_path: Path) -> None:
    env = recorder(env_id, tmp_path, "", True)
    played(env, steps=2)
    played(env, steps=1)
    env.close()
    assert [len(load(path).actions) for path in env.written] == [2, 1]


@each_id
@each("change", ["dice", "state"])
def test_a_war_changed_from_outside_is_not_written(env_id: str, change: str, tmp_path: Path) -> None:
    env, other = recorder(env_id, tmp_path), make(env_id)
    war: Any = env.unwrapped
    env.reset(seed=1)
    if change == "dice":
        war.engine.change_dice(5)
    else:
        other.reset(seed=9)
        war.set_state(other.get_state())
    rng, over = np.random.default_rng(0), False
    with pytest.warns(RuntimeWarning, match="no replay written"):
        while not over:
            *_, over, _, _ = env.step(int(choose(env, war.action_masks(), rng)))
    assert list(tmp_path.iterdir()) == []


@each_id
def test_what_cannot_be_recorded_is_refused(env_id: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="^folder: got"):
        recorder(env_id, tmp_path / "file")
    with pytest.raises(ReplayError, match="reset"):
        recorder(env_id).replay()


def test_only_our_single_environments_are_recorded(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="^env: got"):
        RecordReplay(gymnasium.make("CartPole-v1"), tmp_path)


# --- flown again, it differs ---

FORGED: list[tuple[dict[str, Any], str]] = [
    ({"seed": 2}, OTHER_END),
    ({"episode": 7}, OTHER_END),
    ({"score": 1234}, "claims a score of 1234, flown again it is"),
    ({"mat_sha256": "0" * 64}, "another mat: .* its version .* are not those of"),
    ({"charts_sha256": "1" * 64}, "other charts: SHA-256 111111111111..., these are"),
    ({"layout": "2" * 64}, "whose mat is not that of"),
    ({"rules": 9}, "it was played by rules 9 of the game, these are"),
    ({"arguments": {"charts": "/nowhere/at/all"}}, "charts: "),
    ({"options": {"cheat": 1}}, "options: got 'cheat'"),
]


@each_id
def test_a_forged_replay_is_refused(env_id: str, subtests: pytest.Subtests) -> None:
    own = samples_of(env_id).forged if env_id in SHORTEST else ()
    for changes, reason in (*FORGED, *own):
        replay = from_json(checksummed(as_json(kept(env_id)) | dict(changes)))
        for flown in (verify, refly):
            with subtests.test(f"{flown.__name__}: {reason}"):
                with pytest.raises(ReplayError, match=reason) as error:
                    flown(replay)
                assert str(error.value).isprintable() and len(str(error.value)) < 1000


@each_id
def test_a_replay_of_another_id_is_refused(env_id: str) -> None:
    """Its arguments or charts are others, or the same actions lead elsewhere."""
    for other in set(IDS) - {env_id}:
        with pytest.raises(ReplayError):
            verify(from_json(checksummed(as_json(kept(env_id)) | {"env": other})))


@each_id
def test_missing_and_surplus_actions_are_refused(env_id: str) -> None:
    replay = kept(env_id)
    with pytest.raises(ReplayError, match="cut off: after 2 actions the war is not over"):
        verify(replace(replay, actions=replay.actions[:2]))
    with pytest.raises(ReplayError, match=f"over after {len(replay.actions)} actions"):
        verify(replace(replay, actions=(*replay.actions, 0)))


def exchanged(replay: Replay, number: int, action: int) -> Replay:
    """Return the replay with another action in one place."""
    return replace(replay, actions=(*replay.actions[:number], action, *replay.actions[number + 1 :]))


@each_id
def test_an_action_in_place_of_another_is_refused(env_id: str) -> None:
    """Of ten exchanges few lead to the same end."""
    replay = kept(env_id)
    moments = [moment for moment in refly(replay) if len(moment.legal) > 1][:10]
    refused = 0
    for moment in moments:
        other = next(index for index, _ in moment.legal if index != moment.action)
        try:
            verify(exchanged(replay, moment.number, other))
        except ReplayError as error:
            assert re.search(OTHER_END, str(error))
            refused += 1
    assert refused >= len(moments) - samples_of(env_id).alike


@each_id
def test_an_action_that_became_illegal_is_named(env_id: str) -> None:
    """The last action is exchanged for one that is illegal there, as after a change of the rules."""
    replay = kept(env_id)
    *_, last, _ = refly(replay)
    illegal = min(set(range(game_of(env_id).envs.actions)) - {index for index, _ in last.legal})
    for forged, name in ((illegal, r"[A-Z_0-9]+"), (-1, "outside the action space")):
        named = f"; the first illegal action is number {last.number + 1}, {name}, when {last.decision} is asked$"
        with pytest.raises(ReplayError, match=f"cut off.*{named}"):
            verify(exchanged(replay, last.number, forged))


@each_game
def test_planned_dice_that_run_out_name_the_action(env_id: str) -> None:
    dice = samples_of(env_id).dice
    replay = taken(env_id, options=dict(dice.options), **dice.arguments)
    with pytest.raises(ReplayError, match=r"^action \d+: strict_dice: .* is rolled"):
        verify(replace(replay, options={**dice.options, "strict_dice": True}))
