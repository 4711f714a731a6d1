"""Wrappers for flat observations of compact ones, masks in observations, infos by war, and few decisions of a war."""

from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from stuka_env.declared.layouts import Layout
from stuka_env.envs.answers import Answers
from stuka_env.envs.listed_infos import DictInfoToList as DictInfoToList
from stuka_env.envs.masks import MASK_KEY, OBS_KEY, masked_space, with_mask
from stuka_env.envs.single import StukaEnv
from stuka_env.envs.vector import StukaVectorEnv
from stuka_env.game import games
from stuka_env.io.arguments import argument_error


def layout_of_compact(compact: gymnasium.Space[Any]) -> Layout:
    """Return the layout to which the space of a compact observation belongs.

    Raises:
        ValueError: the space is not that of a compact observation of any game.
    """
    for game in games():
        for layout in game.envs.layouts.values():
            if compact == layout.space("compact"):
                return layout
    raise ValueError('env: got another observation than a compact one, make it with observation="compact"')


class FlatFromCompact(gymnasium.ObservationWrapper[NDArray[np.float32], np.int64, Any], RecordConstructorArgs):
    """A wrapper that turns the compact observation of an environment into the flat one, bit for bit.

    Raises:
        ValueError: the environment has another observation.
    """

    def __init__(self, env: gymnasium.Env[Any, np.int64]) -> None:
        self._layout = layout_of_compact(env.observation_space)
        RecordConstructorArgs.__init__(self)
        gymnasium.ObservationWrapper.__init__(self, env)
        self.observation_space: Any = self._layout.space("flat")

    def observation(self, observation: Any) -> NDArray[np.float32]:
        """Return the flat vector, float32 ``(L,)``."""
        return self._layout.from_compact(**observation)


class VectorFlatFromCompact(VectorWrapper):
    """The wrapper :class:`FlatFromCompact` for a vector environment, including ``final_obs``.

    It does not use Gymnasium's base class for observations, which refuses SAME_STEP.

    Raises:
        ValueError: the environment has another observation.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        self._layout = layout_of_compact(env.single_observation_space)
        super().__init__(env)
        self.single_observation_space: Any = self._layout.space("flat")
        self.observation_space: Any = batch_space(self.single_observation_space, env.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Reset the environment, and return flat vectors, float32 ``(N, L)``."""
        seen, infos = self.env.reset(seed=seed, options=options)
        return self._layout.from_compact(**seen), infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Step the environment, and return flat vectors, float32 ``(N, L)``."""
        seen, rewards, terminated, truncated, infos = self.env.step(actions)
        if "final_obs" in infos:
            infos["final_obs"] = self._layout.from_compact(**infos["final_obs"])
        return self._layout.from_compact(**seen), rewards, terminated, truncated, infos


# --- masks in the observation ---


def num_actions(actions: gymnasium.Space[Any]) -> int:
    """Return the size of an action space.

    Raises:
        ValueError: the space is not Discrete.
    """
    if not isinstance(actions, gymnasium.spaces.Discrete):
        raise ValueError(f"env: got an action space of {type(actions).__name__}, allowed is Discrete")
    return int(actions.n)


class MaskInObservation(gymnasium.Wrapper[dict[str, Any], np.int64, Any, np.int64], RecordConstructorArgs):
    """A wrapper that adds the action mask to the observation, as ``mask_in_observation=True`` does, with other keys.

    It wraps the ids of every game.
    The observation becomes a Dict. The arrays of a Dict keep their keys, and an observation that is an array gets
    ``obs_key``. For a vector environment, this makes a :class:`VectorMaskInObservation`.

    Args:
        env: an environment of one war, wrapped or not, whose infos have the mask.
        mask_key: key of the mask, int8 ``(n,)``.
        obs_key: key of an observation that is an array.

    Raises:
        ValueError: a part of the observation is called ``mask_key``; the actions are not Discrete; or, at the first
            reset, the infos have no mask.
    """

    def __new__(cls, env: Any, *keys: str, **named_keys: str) -> Any:
        """Make the wrapper for the kind of environment."""
        if isinstance(env, VectorEnv):
            return VectorMaskInObservation(env, *keys, **named_keys)
        return super().__new__(cls)

    def __init__(self, env: gymnasium.Env[Any, np.int64], mask_key: str = MASK_KEY, obs_key: str = OBS_KEY) -> None:
        RecordConstructorArgs.__init__(self, mask_key=mask_key, obs_key=obs_key)
        gymnasium.Wrapper.__init__(self, env)
        self._keys = (mask_key, obs_key)
        self.observation_space: Any = masked_space(env.observation_space, num_actions(env.action_space), *self._keys)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Reset the environment, and return the observation with the mask."""
        seen, info = self.env.reset(seed=seed, options=options)
        return with_mask(seen, _mask_of(info).copy(), *self._keys), info

    def step(self, action: np.int64) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Step the environment, and return the observation with the mask."""
        seen, reward, terminated, truncated, info = self.env.step(action)
        return with_mask(seen, _mask_of(info).copy(), *self._keys), reward, terminated, truncated, info


class VectorMaskInObservation(VectorWrapper):
    """The wrapper :class:`MaskInObservation` for a vector environment, including ``final_obs``; masks ``(N, n)``."""

    def __init__(self, env: VectorEnv[Any, Any, Any], mask_key: str = MASK_KEY, obs_key: str = OBS_KEY) -> None:
        super().__init__(env)
        self._keys = (mask_key, obs_key)
        self.single_observation_space: Any = masked_space(
            env.single_observation_space, num_actions(env.single_action_space), *self._keys
        )
        self.observation_space: Any = batch_space(self.single_observation_space, env.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Reset the environment, and return the observations with the masks."""
        seen, infos = self.env.reset(seed=seed, options=options)
        return with_mask(seen, _mask_of(infos), *self._keys), infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Step the environment, and return the observations with the masks."""
        seen, rewards, terminated, truncated, infos = self.env.step(actions)
        if "final_obs" in infos:
            infos["final_obs"] = with_mask(infos["final_obs"], _mask_of(infos["final_info"]), *self._keys)
        return with_mask(seen, _mask_of(infos), *self._keys), rewards, terminated, truncated, infos


def _mask_of(info: dict[str, Any]) -> Any:
    if MASK_KEY not in info:
        raise ValueError(f'env: its infos have no {MASK_KEY}, make it with info="mask" or "full"')
    return info[MASK_KEY]


# --- few decisions ---


class OnlyDecisions(gymnasium.Wrapper[Any, np.int64, Any, np.int64], RecordConstructorArgs):
    """A wrapper that asks the agent for decisions of some kinds only; a policy takes the others.

    ::

        env = OnlyDecisions(gymnasium.make("Stuka/Mission-v0"), ["ATTACK", "TURN_BACK"], "champion")

    A step takes the agent's action, and then the policy's, until a decision of these kinds is open or the war is over.
    Rewards, lines of the log sheet and illegal actions of the step add up, so the rewards of an episode still add up to
    the official score. Points before the first decision of the agent come with its first reward. Full infos have
    ``answered``, the number of decisions that the policy has taken. Observations and masks keep their form.

    A war without a decision of these kinds has one step. Its action has no effect, and it reports the end of the war.

    The environment itself gives the answers, so the order of wrappers does not matter, and replays hold all actions.
    Clones and states know nothing of it: in a clone every decision is asked. For a vector environment, this makes a
    :class:`VectorOnlyDecisions`.

    Args:
        env: wars of this package or of a plug-in, as ``gymnasium.make`` or ``make_vec`` makes them, wrapped or not.
        kinds: names of the decisions of the agent, as ``info["decision_name"]`` has them.
        policy: the policy, as :func:`stuka_env.policy.as_policy` takes it: a name, a file, an object, or a script. It
            must not remember earlier decisions of a war.
        seed: seed of the policy's random numbers, which are those of ``stuka_env.fly`` with this seed.
        every: the agent is asked in one of so many lines of the log sheet, which are missions or sorties. The first one
            is among them.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
        UserCodeError: the policy is the user's own, and its code fails.
    """

    _disable_deepcopy = True

    def __new__(cls, env: Any = None, *given: Any, **named: Any) -> Any:
        """Make the wrapper for the kind of environment; a copy has none yet."""
        if isinstance(env, VectorEnv):
            return VectorOnlyDecisions(env, *given, **named)
        return super().__new__(cls)

    def __init__(
        self, env: gymnasium.Env[Any, np.int64], kinds: Iterable[str], policy: Any, *, seed: int = 0, every: int = 1
    ) -> None:
        kinds = _listed(kinds)
        RecordConstructorArgs.__init__(self, kinds=kinds, policy=policy, seed=seed, every=every)
        gymnasium.Wrapper.__init__(self, env)
        _answer_by(env, kinds, policy, seed, every)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions, bool ``(n,)``; all True at the end."""
        masks: NDArray[np.bool_] = self.env.get_wrapper_attr("action_masks")()
        return masks


class VectorOnlyDecisions(VectorWrapper):
    """The wrapper :class:`OnlyDecisions` for a vector environment of this package, in every mode of autoreset.

    In NEXT_STEP and SAME_STEP the policy answers in the next episode too, up to its first decision of the agent.
    """

    def __init__(
        self, env: VectorEnv[Any, Any, Any], kinds: Iterable[str], policy: Any, *, seed: int = 0, every: int = 1
    ) -> None:
        super().__init__(env)
        _answer_by(env, _listed(kinds), policy, seed, every)


def _listed(kinds: Any) -> Any:
    """Return several kinds as a list; anything else is refused later."""
    return list(kinds) if isinstance(kinds, Iterable) and not isinstance(kinds, str) else kinds


def _answer_by(env: Any, kinds: Any, policy: Any, seed: int, every: int) -> None:
    """Let a policy answer in the wars of an environment.

    Raises:
        ValueError: the environment has no wars, or some in which a policy answers already.
    """
    wars = env.unwrapped
    if not isinstance(wars, StukaEnv | StukaVectorEnv):
        raise argument_error("env", type(wars).__name__, "wars as gymnasium.make(id) or gymnasium.make_vec makes them")
    if wars.answers is not None:
        raise argument_error("env", "wars inside OnlyDecisions", "wars in which no policy answers yet")
    wars.answers = Answers(wars.engine, kinds, policy, seed, every)
