"""The wars as RLlib wants them: the mask beside the observation, training seeds, rewards to scale."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import stuka_env
from agents.seeds import TRAINING, base_seed
from stuka_env.codes import ACTIONS

Seen = dict[str, NDArray[Any]]
RUNNER_STEP, PLACES = 1 << 16, 0xFFFF
"""Where the number of a runner stands in a war's number; the lower bits tell its wars apart."""


class IllegalActionError(RuntimeError):
    """The mask was not obeyed."""


class MaskedEnv(gymnasium.Wrapper[Seen, np.int64, Any, np.int64]):
    """A war whose observation has its mask with it: ``{"observations": (626,), "action_mask": (n,)}``, float32.

    Infos are empty: RLlib would send all of them about, and Gymnasium's vectors cannot hold a war seed of 64 bits.

    Args:
        settings: RLlib's env_config: ``id``, the environment; ``keywords``, its arguments; ``factor``, what rewards are
            multiplied by; ``seed``, the training seed; ``begun``, decisions taken before this wrapper was made.
            RLlib adds which runner this is.
    """

    def __init__(self, settings: Any) -> None:
        super().__init__(make_single_env(settings["id"], settings["keywords"]))
        self.factor = float(settings["factor"])
        self._seed = int(settings["seed"])
        self._begun = int(settings["begun"])
        self._runner = int(getattr(settings, "worker_index", 0) or 0)
        mask = gymnasium.spaces.Box(0.0, 1.0, (ACTIONS,), np.float32)
        space: Any = gymnasium.spaces.Dict({"observations": self.env.observation_space, "action_mask": mask})
        self.observation_space = space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode; RLlib's own small seeds, which runners share in part, become training seeds."""
        if seed is not None:
            seed = base_seed(TRAINING, self._seed, self._begun, self._runner * RUNNER_STEP | seed & PLACES)
        seen, info = self.env.reset(seed=seed, options=options)
        return masked(seen, info), {}

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take one action.

        Raises:
            IllegalActionError: it is not legal; the network's mask should have seen to that.
        """
        seen, reward, terminated, truncated, info = self.env.step(action)
        if info["illegal_action"]:
            raise IllegalActionError(f"action {action} is illegal in {info['decision_name']}")
        return masked(seen, info), float(reward) * self.factor, terminated, truncated, {}


def make_single_env(identity: str, keywords: dict[str, Any]) -> gymnasium.Env[Any, np.int64]:
    """The environment; importing stuka_env has registered it, in this process."""
    assert stuka_env.ENVIRONMENTS
    return gymnasium.make(identity, **keywords)


def masked(seen: Any, info: dict[str, Any]) -> Seen:
    """The observation with its mask."""
    return {"observations": seen, "action_mask": info["action_mask"].astype(np.float32)}
