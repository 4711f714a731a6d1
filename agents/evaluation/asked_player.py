"""A policy in the affordable form of a track: it takes the decisions that are asked, and a script takes the others."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.replayed_wars import PlayedActions
from stuka_env.compiling.philox import draw_noise
from stuka_env.envs.single import StukaEnv
from stuka_env.flights.episodes import public_records, war_seeds
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.policy import Policy, PolicyInput
from stuka_env.text.kept_war import new_record
from stuka_env.text.war_form import WarForm


class AskedPlayer:
    """A policy that is asked some decisions only: :meth:`in_wars` returns its play in given wars.

    Args:
        policy: the policy.
        form: the form with these decisions.
        seed: seed of the policy's random numbers.
    """

    def __init__(self, policy: Policy, form: WarForm, seed: int) -> None:
        self.name, self.policy, self.form, self.seed = policy.name, policy, form, seed

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the policy's actions, for the warm-up before the wars."""
        self.policy.act(inputs, actions)

    def in_wars(self, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> PlayedActions:
        """Play the wars of seeds and return the actions, those of the script included."""
        return PlayedActions(self.name, [self._played(spec, seed) for seed in seeds.tolist()])

    def _played(self, spec: AnyWarSpec, seed: int) -> Sequence[int]:
        game = game_named(spec.game)
        env, arguments = game.ids[spec.scale], game.replays.arguments_of(spec)
        record = new_record(env, seed, arguments, player="", form=self.form)
        seen, _ = record.reset(seed=seed)
        war = record.unwrapped
        assert isinstance(war, StukaEnv)
        while not war.engine.wars.reports["over"][0]:
            seen = record.step(self._choice(war, seen, len(record.actions)))[0]
        record.close()
        return record.actions

    def _choice(self, war: StukaEnv, seen: Any, turn: int) -> int:
        """Return the policy's action with the random number of this turn."""
        noise, actions = np.zeros(1, np.int64), np.zeros(1, np.int64)
        draw_noise(war_seeds(war.engine), self.seed, turn, noise)
        inputs = PolicyInput(seen[None], war.engine.masks, *public_records(war.engine), noise)
        self.policy.act(inputs, actions)
        return int(actions[0])
