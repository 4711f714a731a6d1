"""Replays of the second game: words, scores and charts at every moment, and a kept file."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.engine.state import StateError
from stuka_env.game import FIRST_RULES
from stuka_env.play.war import War
from stuka_env.play.war_file import SaveError, checksum, load_war, war_json
from stuka_env.replay import RecordReplay, ReplayError, fly, load, verify
from stuka_env.replay.file import as_json
from stuka_env.views.show import text_of
from tests.support.interceptor.playing import CAREER, SORTIE, bold
from tests.support.interceptor.replays import KEPT_REPLAY, kept_replay, played, recorded, write_charts

SHOWN_ENTRIES = 60
"""Number of journal entries that the text of the mat reads."""


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
        shown.append(text_of(flight.game, moment.mat, journal[-SHOWN_ENTRIES:], moment.legal, flight.charts))
    assert [(m.decision, m.legal, m.mat.tobytes()) for m in moments] == [entry[:3] for entry in seen]
    assert shown == [entry[3] for entry in seen]
    assert journal == war.journal
    assert [line for m in moments for line in m.lines] == sorties and len(sorties) == flight.ending.lines
    assert [m.action for m in moments] == [*flight.replay.actions, None]
    assert moments[-1].earned == flight.ending.score == info["result"]["bombers"]
    assert flight.ending.result == dict(info["result"])


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


# --- a kept file ---


def test_files_of_the_first_rules_are_refused_by_the_number_of_the_rules(tmp_path: Path) -> None:
    """Such a file has no number: it is older than the amended rulings."""
    replay = replace(recorded(), rules=FIRST_RULES)
    assert "rules" not in as_json(replay)
    with pytest.raises(ReplayError, match=r"^it was played by rules 1 of the game, these are 2$"):
        verify(replay)
    war = war_json(War(SORTIE, {}, 1))
    del war["rules"]
    path = tmp_path / "war.json"
    path.write_text(json.dumps(war | {"checksum": checksum(war)}), encoding="utf-8")
    with pytest.raises(SaveError, match=r"it was played by rules 1 of the game, these are 2$"):
        load_war(path)
    env: Any = gymnasium.make(SORTIE).unwrapped
    env.reset(seed=1)
    state = env.get_state()
    del state["rules"]
    with pytest.raises(StateError, match=r"^state: rules is 1, this environment needs 2$"):
        env.set_state(state)


def test_the_kept_replay_still_verifies() -> None:
    """Rules or charts that were changed on purpose: ``python -m tools.net --write`` writes it anew."""
    replay = load(KEPT_REPLAY)
    assert verify(replay).finished
    assert replay == replace(kept_replay(), version=replay.version)
