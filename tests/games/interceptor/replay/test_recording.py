"""Replays of the second game: recorded, written, read back and flown again."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.games.interceptor.codes import ACTIONS
from stuka_env.games.interceptor.drawing import text
from stuka_env.replay import RecordReplay, ReplayError, fly, load, refly, save, verify
from stuka_env.replay.file import PolicyRecord
from tests.support.interceptor.playing import CAREER, IDS, MONTH, SORTIE, bold
from tests.support.interceptor.replays import KEPT_REPLAY, TAPED, kept_replay, played, recorded, write_charts

SHOWN_ENTRIES = 60
"""Number of journal entries that the text of the mat reads."""


# --- there and back ---


@pytest.mark.parametrize("env_id", IDS)
def test_round_trip(env_id: str, tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make(env_id), policy="chance")
    total = played(env, seed=3)
    war: Any = env.unwrapped
    replay = env.replay()
    assert load(save(replay, tmp_path / "x.json")) == replay
    assert (replay.env, replay.finished, replay.arguments) == (env_id, True, {})
    assert replay.score == round(100 * total) == war.mat.career.bombers > 0
    ending = verify(replay)
    assert (ending.score, ending.mat_sha256) == (replay.score, replay.mat_sha256)
    assert ending.lines == war.engine.wars.reports["line_index"][0]


@pytest.mark.parametrize(
    ("env_id", "arguments"),
    [
        (CAREER, {"start": "1943-09", "unit": "I/JG 11", "track": "officer", "fatigue": True, "reward": "level"}),
        (MONTH, {"month": "1944-01", "track": "nco", "enemy_quality": True, "advanced_maneuvers": True}),
    ],
)
def test_arguments_are_kept(env_id: str, arguments: dict[str, Any], tmp_path: Path) -> None:
    replay = recorded(env_id, observation="compact", discards="counted", info="mask", **arguments)
    assert replay.arguments == arguments
    assert verify(load(save(replay, tmp_path / "x.json"))).finished


def test_the_score_of_a_sortie_is_that_of_a_living_pilot() -> None:
    """The reward of a single sortie has no bombers of a pilot who died, and neither has its score."""
    for seed in range(60):
        env = RecordReplay(gymnasium.make(SORTIE))
        total, war = played(env, seed), env.unwrapped
        result = verify(env.replay()).result
        assert result is not None and env.replay().score == round(100 * total)
        if not result["alive"] and war.mat.career.bombers:  # type: ignore[attr-defined]
            assert env.replay().score == 0
            return
    raise AssertionError("no pilot died after a victory")


def test_every_moment_is_as_it_was_in_the_environment() -> None:
    env = RecordReplay(gymnasium.make(CAREER, journal=True, render_mode="ansi"))
    war: Any = env.unwrapped
    rng = np.random.default_rng(5)
    _, info = env.reset(seed=7)
    seen, sorties, over = [(war.decision, war.legal_actions(), war.mat.tobytes(), env.render())], [], False
    while not over:
        *_, over, _, info = env.step(int(bold(info["action_mask"], rng)))
        seen.append((war.decision, war.legal_actions(), war.mat.tobytes(), env.render()))
        sorties += info["sorties"]
    flight = fly(env.replay())
    moments, journal, shown = flight.moments, [], []
    for moment in moments:
        journal += moment.journal
        shown.append(text.render(moment.mat, journal[-SHOWN_ENTRIES:], moment.legal, flight.charts))
    assert [(m.decision, m.legal, m.mat.tobytes()) for m in moments] == [entry[:3] for entry in seen]
    assert shown == [entry[3] for entry in seen]
    assert journal == war.journal
    assert [line for m in moments for line in m.lines] == sorties and len(sorties) == flight.ending.lines
    assert [m.action for m in moments] == [*flight.replay.actions, None]
    assert moments[-1].earned == flight.ending.score == info["result"]["bombers"]
    assert flight.ending.result == dict(info["result"])


def test_later_episodes_and_unchosen_seeds() -> None:
    env = RecordReplay(gymnasium.make(SORTIE))
    played(env, seed=None)
    first = env.replay()
    played(env, seed=None)
    second = env.replay()
    assert (second.seed, second.episode) == (first.seed, first.episode + 1)
    assert verify(first).mat_sha256 != verify(second).mat_sha256


def test_set_up_and_planned_dice() -> None:
    replay = recorded(MONTH, options=TAPED, month="1943-07", track="officer")
    assert replay.options == TAPED
    flight = fly(replay)
    opening = flight.moments[0].mat
    assert (opening["sortie"]["raid"], opening["sortie"]["weather"]) == (6, 0)
    assert flight.charts.names.units[opening["career"]["unit"]] == "I/JG 27"


def test_charts_of_a_folder(tmp_path: Path) -> None:
    """The replay names their folder and is refused under other charts; ``charts`` names the folder's new place."""
    folder = write_charts(tmp_path / "theirs", 3)
    replay = recorded(CAREER, charts=folder)
    assert replay.arguments == {"charts": str(folder)}
    ending = verify(replay)
    folder.rename(tmp_path / "moved")
    with pytest.raises(ReplayError, match="charts: .*theirs: expected a folder"):
        verify(replay)
    assert verify(replay, tmp_path / "moved") == ending
    with pytest.raises(ReplayError, match="flown with other charts"):
        verify(replay, write_charts(tmp_path / "others", 4))


def test_statements_of_a_policy_are_kept(tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make(CAREER), policy="thinker")
    _, info = env.reset(seed=1)
    shares = info["action_mask"] / info["action_mask"].sum()
    env.note(shares, 12.5, "because")
    env.step(int(np.flatnonzero(shares)[-1]))
    war: Any = env.unwrapped
    env.step(int(war.action_masks().argmax()))
    moments = list(refly(load(save(env.replay(), tmp_path / "a.json"))))
    assert moments[0].expected_score == 12.5
    assert moments[0].probabilities == pytest.approx({int(i): shares[i] for i in np.flatnonzero(shares)}, abs=1e-4)
    assert (moments[1].probabilities, moments[1].expected_score) == (None, None)
    assert [moment.reason for moment in moments] == ["because", None, None]


def test_expected_scores_are_bombers_at_the_end() -> None:
    replay = recorded(CAREER, seed=3)
    count = len(replay.actions)
    record = PolicyRecord("x", (), (1.5,) * count, (), ({0: 2.0},) * count, ({0: 0.25},) * count)
    *decisions, end = fly(replace(replay, policy_record=record)).moments
    assert decisions[-1].earned > 0
    assert {(m.expected_score, (m.action_scores or {})[0]) for m in decisions} == {
        (m.earned + 1.5, m.earned + 2.0) for m in decisions
    }
    assert {(m.action_errors or {})[0] for m in decisions} == {0.25}
    assert (end.expected_score, end.action_scores, end.action_errors) == (None, None, None)


@pytest.mark.parametrize("shares", [[1.0], np.full(ACTIONS, 2.0)])
def test_probabilities_of_another_form_are_refused(shares: Any) -> None:
    with pytest.raises(ValueError, match=rf"^probabilities: got .*{ACTIONS} numbers from 0 to 1"):
        RecordReplay(gymnasium.make(SORTIE)).note(shares)


def test_illegal_actions_and_truncation_are_kept() -> None:
    env = RecordReplay(gymnasium.make(SORTIE))
    _, info = env.reset(seed=1)
    illegal, truncated = int(info["action_mask"].argmin()), False
    env.step(illegal)
    while not truncated:
        *_, truncated, _ = env.step(ACTIONS)
    replay = env.replay()
    assert replay.actions == (illegal, *[-1] * 99)
    assert (replay.finished, replay.score) == (False, None)
    verify(replay)


# --- the wrapper ---


def test_the_wrapper_writes_every_episode_that_ends_and_unfinished_ones_if_asked(tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make(SORTIE), tmp_path, policy="mine", unfinished=True)
    for episode in range(2):
        played(env, seed=3 if episode == 0 else None)
    played(env, steps=2)
    env.close()
    assert [path.name for path in env.written] == [f"mine-000{number}.json" for number in (1, 2, 3)]
    replays = [load(path) for path in env.written]
    assert [(replay.episode, replay.finished) for replay in replays] == [(0, True), (1, True), (0, False)]
    assert len(replays[2].actions) == 2
    for replay in replays:
        verify(replay)


@pytest.mark.parametrize("change", ["dice", "state"])
def test_an_episode_changed_from_outside_is_not_written(tmp_path: Path, change: str) -> None:
    env, other = RecordReplay(gymnasium.make(MONTH), tmp_path), gymnasium.make(MONTH).unwrapped
    war: Any = env.unwrapped
    played(env, steps=1)
    if change == "dice":
        war.engine.change_dice(5)
    else:
        played(other, seed=9, steps=3)
        war.set_state(other.get_state())  # type: ignore[attr-defined]
    rng, over = np.random.default_rng(0), False
    with pytest.warns(RuntimeWarning, match="no replay written"):
        while not over:
            *_, over, _, _ = env.step(int(bold(war.action_masks(), rng)))
    assert list(tmp_path.iterdir()) == []


def test_the_replay_before_a_reset_is_refused() -> None:
    with pytest.raises(ReplayError, match="reset"):
        RecordReplay(gymnasium.make(CAREER)).replay()


# --- a kept file ---


def test_the_kept_replay_still_verifies() -> None:
    """Rules or charts that were changed on purpose: ``python -m tools.golden`` writes it anew."""
    replay = load(KEPT_REPLAY)
    assert verify(replay).finished
    assert replay == replace(kept_replay(), version=replay.version)
