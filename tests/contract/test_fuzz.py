"""Random sequences of everything that a program can do with an environment, and what holds after each of them."""

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.bounds import out_of_bounds
from tests.support.contract import choose, comparable, each_id_slowly, make, war_bytes


class Player:
    """A player of one environment, and the actions that its episode had."""

    def __init__(self, env_id: str, seed: int) -> None:
        self.env: Any = make(env_id, journal=True, render_mode="ansi")
        self.other = make(env_id)
        self.rng = np.random.default_rng(seed)
        self.seed, self.actions = seed, list[int]()
        self.seen, self.info = self.env.reset(seed=seed)
        self.over = False

    def step(self, action: int) -> None:
        """Take an action, or begin again if the episode is over."""
        if self.over:
            self.seed, self.actions = self.seed + 1, []
            self.seen, self.info = self.env.reset(seed=self.seed)
            self.over = False
            return
        self.actions.append(action)
        self.seen, reward, terminated, truncated, self.info = self.env.step(action)
        assert np.isfinite(reward) and abs(reward) < 100
        self.over = terminated or truncated

    def legal(self) -> None:
        """Take a legal action."""
        self.step(int(choose(self.env, self.env.action_masks(), self.rng)))

    def illegal(self) -> None:
        """Take an action that is not legal."""
        before = war_bytes(self.env)
        is_over, mask = self.over, self.env.action_masks()
        self.step(-1 if mask.all() else int(mask.argmin()))
        assert is_over or (war_bytes(self.env) == before and self.info["illegal_action"])

    def go_on_in_a_copy(self) -> None:
        """Go on in a pickle, a deep copy or a clone."""
        copies: list[Callable[[], Any]] = [
            lambda: pickle.loads(pickle.dumps(self.env)),
            lambda: copy.deepcopy(self.env),
            lambda: self.env.clone("same"),
        ]
        self.env = copies[self.rng.integers(len(copies))]()

    def play_in_a_clone(self) -> None:
        """Take some steps in a clone with other dice, which change nothing here."""
        before = war_bytes(self.env)
        clone = self.env.clone()
        while not clone.engine.wars.reports["over"][0] and self.rng.random() < 0.8:
            clone.step(int(choose(clone, clone.action_masks(), self.rng)))
        assert war_bytes(self.env) == before

    def save(self) -> None:
        """Put the state on another environment and back."""
        saved = json.loads(json.dumps(self.env.get_state()))
        seen, info = self.other.set_state(saved)
        assert comparable(seen) == comparable(self.seen) and comparable(info) == comparable(self.info)
        self.env.set_state(json.loads(json.dumps(self.other.get_state())))
        assert self.env.get_state() == saved

    def show(self) -> None:
        """Render the mat and read everything that describes it."""
        assert self.env.render() and self.env._repr_html_() and self.env.charts
        assert all(entry.text for entry in self.env.journal)

    def check(self) -> None:
        """Check what holds at every moment."""
        env, mask = self.env, self.info["action_mask"]
        assert env.observation_space.contains(self.seen)
        assert (env.action_masks() == mask).all() and env.decision == self.info["decision_name"]
        is_open = env.decision != "OVER"
        assert mask.sum() > 1 and len(env.legal_actions()) == is_open * mask.sum()
        assert is_open or self.over

    def check_history(self) -> None:
        """Check that the same actions after the same seed lead to the same war without all the rest."""
        self.other.reset(seed=self.seed)
        for action in self.actions:
            self.other.step(action)
        assert war_bytes(self.other) == war_bytes(self.env)
        for name in set(self.env.game.engine.arrays.stored) - {"tapes"}:
            record = self.env.game.engine.arrays.stored[name]
            assert out_of_bounds(record.FIELDS, getattr(self.env.engine.wars, name)[0], f"{name}.") == []


OFTEN = [Player.legal] * 6
DEEDS = [*OFTEN, Player.illegal, Player.go_on_in_a_copy, Player.play_in_a_clone, Player.save, Player.show]


@each_id_slowly
@settings(max_examples=3, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**64 - 2), deeds=st.lists(st.sampled_from(DEEDS), min_size=20, max_size=60))
def test_whatever_a_program_does_the_war_stays_possible(
    env_id: str, seed: int, deeds: list[Callable[[Player], None]]
) -> None:
    player = Player(env_id, seed)
    for deed in deeds:
        deed(player)
        player.check()
    player.check_history()
