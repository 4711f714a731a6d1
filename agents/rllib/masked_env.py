"""The wars for RLlib: with the mask in the observation, training seeds and scaled rewards."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import stuka_env
from agents.seeds import TRAINING_WARS, base_seed

MaskedObservation = dict[str, NDArray[Any]]
RUNNER_STEP, WAR_MASK = 1 << 16, 0xFFFF
"""A war's number has its runner in the upper bits and the runner's war in the lower 16."""


class IllegalActionError(RuntimeError):
    """An action that the mask forbids."""


class MaskedEnv(gymnasium.Wrapper[MaskedObservation, np.int64, Any, np.int64]):
    """A war with its mask in the observation: ``{"observations": (L,), "action_mask": (n,)}``, float32.

    Infos are empty: RLlib would send them between processes, and Gymnasium's vectors cannot hold a war seed of 64 bits.

    Args:
        settings: RLlib's ``env_config``, to which RLlib adds the number of the runner. ``id`` is the environment,
            ``keywords`` are its arguments. ``factor`` is the factor of the rewards, ``seed`` the training seed.
            ``begun`` is the number of decisions taken before this wrapper was made.
    """

    def __init__(self, settings: Any) -> None:
        super().__init__(make_single_env(settings["id"], settings["keywords"]))
        self.factor = float(settings["factor"])
        self._seed = int(settings["seed"])
        self._begun = int(settings["begun"])
        self._runner = int(getattr(settings, "worker_index", 0) or 0)
        actions: Any = self.env.action_space
        mask = gymnasium.spaces.Box(0.0, 1.0, (int(actions.n),), np.float32)
        space: Any = gymnasium.spaces.Dict({"observations": self.env.observation_space, "action_mask": mask})
        self.observation_space = space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[MaskedObservation, dict[str, Any]]:
        """Begin an episode; a seed of RLlib, which several runners may share, is turned into a training seed."""
        if seed is not None:
            seed = base_seed(TRAINING_WARS, self._seed, self._begun, self._runner * RUNNER_STEP | seed & WAR_MASK)
        seen, info = self.env.reset(seed=seed, options=options)
        return masked(seen, info), {}

    def step(self, action: np.int64) -> tuple[MaskedObservation, float, bool, bool, dict[str, Any]]:
        """Take one action.

        Raises:
            IllegalActionError: The action is illegal, which the mask in the network should have prevented.
        """
        seen, reward, terminated, truncated, info = self.env.step(action)
        if info["illegal_action"]:
            raise IllegalActionError(f"action {action} is illegal in {info['decision_name']}")
        return masked(seen, info), float(reward) * self.factor, terminated, truncated, {}


def make_single_env(identity: str, keywords: dict[str, Any]) -> gymnasium.Env[Any, np.int64]:
    """Return the environment; importing stuka_env has registered it in this process."""
    assert stuka_env.ALL_ENVIRONMENTS
    return gymnasium.make(identity, **keywords)


def masked(seen: Any, info: dict[str, Any]) -> MaskedObservation:
    """Return the observation with its mask."""
    return {"observations": seen, "action_mask": info["action_mask"].astype(np.float32)}
