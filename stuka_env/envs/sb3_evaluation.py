"""A Stable-Baselines3 callback that evaluates an agent on fixed wars during training; needs the extra ``sb3``."""

import inspect
import io
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.envs.agent_card import spec_of, write_agent_card
from stuka_env.game import game_of
from stuka_env.io.extras import imports_of
from stuka_env.io.files import write_whole
from stuka_env.registration import env_ids

with imports_of("sb3"):
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv, sync_envs_normalization

FROZEN = 1 << 63
"""The smallest seed of frozen wars, above all seeds that a training uses."""
WARS_OF_A_SEED = 1 << 20
MOST_SEED = (FROZEN // WARS_OF_A_SEED) - 1


class FrozenWarsCallback(BaseCallback):
    """Evaluation of the agent on the same wars at regular intervals, so that the scores can be compared.

    ::

        wars = StukaVecEnv("Stuka/Mission-v0", 200)
        model.learn(200_000, callback=FrozenWarsCallback(wars, every=20_000))

    The callback logs ``eval/score`` (the mean official score, in the second game bombers), ``eval/standard_error`` and
    ``eval/unfinished`` (the share of wars that illegal actions ended, which score 0). It passes action masks to agents
    that accept them. An agent with an LSTM remembers nothing of earlier wars.

    Args:
        wars: environments to fly one episode in each. A :class:`stuka_env.envs.sb3.StukaVecEnv` or SB3's own vector of
            single environments, of any game, wrapped like the training's; the statistics of a ``VecNormalize`` are
            synchronised. The infos must have results: not ``info="mask"`` or ``"none"``.
        every: decisions of the training between two evaluations; the first evaluation is before the training.
        seed: seed of the wars, which are never wars of a training.
        deterministic: whether the agent takes its most probable action instead of a sampled one.
        best: a file for the agent with the highest mean so far, as ``model.save`` writes it; None for no file. Beside
            it the callback writes the card of the agent (:mod:`stuka_env.envs.agent_card`): ``evaluate.py`` reads
            both.
        verbose: 1 to print a line at every evaluation.

    Attributes:
        looks: decisions of the training at each evaluation.
        scores: official score of each war at each evaluation, int64 ``(wars,)``.
        unfinished: share of unfinished wars at each evaluation.

    Raises:
        ValueError: an argument is not allowed; the message names it.
    """

    def __init__(
        self,
        wars: VecEnv,
        every: int = 20_000,
        *,
        seed: int = 0,
        deterministic: bool = True,
        best: str | os.PathLike[str] | None = None,
        verbose: int = 0,
    ) -> None:
        super().__init__(verbose)
        for name, number, least, most in (("every", every, 1, None), ("seed", seed, 0, MOST_SEED)):
            if not isinstance(number, int | np.integer) or number < least or (most is not None and number > most):
                limit = "or more" if most is None else f"to {most}"
                raise ValueError(f"{name}: got {number!r}, allowed is a whole number, {least} {limit}")
        self.wars = wars
        check_wars(wars)
        self.every = int(every)
        self.first_seed = FROZEN + int(seed) * WARS_OF_A_SEED
        self.deterministic = deterministic
        self.best = None if best is None else Path(best)
        self.looks: list[int] = []
        self.scores: list[NDArray[np.int64]] = []
        self.unfinished: list[float] = []
        self._memory: Any = None
        self._begun = np.ones(wars.num_envs, np.bool_)

    def _on_training_start(self) -> None:
        self._look()

    def _on_step(self) -> bool:
        if self.num_timesteps - self.looks[-1] >= self.every:
            self._look()
        return True

    def _on_training_end(self) -> None:
        if self.num_timesteps > self.looks[-1]:
            self._look()

    def _look(self) -> None:
        """Fly the wars, log the scores, and save the agent if its mean is the highest so far."""
        scores, finished = self.fly()
        means = [float(others.mean()) for others in self.scores]
        mean, error = float(scores.mean()), float(scores.std() / np.sqrt(len(scores)))
        if self.best is not None and all(mean > other for other in means):
            contents = io.BytesIO()
            self.model.save(contents)
            agent = write_whole(self.best if self.best.suffix else self.best.with_suffix(".zip"), contents.getvalue())
            write_agent_card(self.model, agent)
        self.looks.append(self.num_timesteps)
        self.scores.append(scores)
        self.unfinished.append(1 - float(finished.mean()))
        named = {"score": mean, "standard_error": error, "unfinished": self.unfinished[-1]}
        for name, value in named.items():
            self.logger.record(f"eval/{name}", value)
        if self.verbose:
            print(f"{self.num_timesteps:,} decisions: score {mean:.1f} +- {error:.1f} in {len(scores)} frozen wars")

    def fly(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Fly every war once, and return the official scores and which wars are finished."""
        if self.model.get_vec_normalize_env() is not None:
            sync_envs_normalization(self.training_env, self.wars)
        count = self.wars.num_envs
        scores, going, finished = np.zeros(count, np.int64), np.ones(count, np.bool_), np.zeros(count, np.bool_)
        self.wars.seed(self.first_seed)
        seen = self.wars.reset()
        self._memory, self._begun = None, np.ones(count, np.bool_)
        while going.any():
            seen, _, dones, infos = self.wars.step(self._actions(seen))
            self._begun = dones
            for war in np.flatnonzero(dones & going).tolist():
                result = infos[war].get("result")
                if result is not None:
                    scores[war], finished[war] = result["score"], True
            going &= ~dones
        return scores, finished

    def _actions(self, seen: Any) -> NDArray[Any]:
        """Return the agent's actions, with masks if it accepts them."""
        masked: dict[str, Any] = {}
        if "action_masks" in inspect.signature(self.model.predict).parameters:
            masked["action_masks"] = np.stack(self.wars.env_method("action_masks"))
        actions, self._memory = self.model.predict(
            seen, self._memory, self._begun, deterministic=self.deterministic, **masked
        )
        return actions


def check_wars(wars: VecEnv) -> None:
    """Check that environments are of a game of this package or of a plug-in, and that their infos have results.

    Raises:
        ValueError: they are of another package, or their infos have no results.
    """
    spec = spec_of(wars)
    if spec is None or game_of(spec.id) is None:
        got = "environments without an id" if spec is None else spec.id
        raise ValueError(f"wars: got {got}, allowed is an id of this package: {', '.join(env_ids())}")
    if spec.kwargs.get("info", "full") != "full":
        raise ValueError(f"wars: got info={spec.kwargs['info']!r}, allowed are infos with results")
