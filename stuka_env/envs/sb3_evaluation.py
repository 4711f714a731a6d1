"""A Stable-Baselines3 callback that flies the same wars again while an agent learns; needs the extra ``sb3``."""

import inspect
import io
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.extras import imports_of
from stuka_env.files import write_whole

with imports_of("sb3"):
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv, sync_envs_normalization

FROZEN = 1 << 63
"""Seeds of frozen wars start here: above those that a training is given by hand or draws."""
WARS_OF_A_SEED = 1 << 20
MOST_SEED = (FROZEN // WARS_OF_A_SEED) - 1


class FrozenWarsCallback(BaseCallback):
    """What the agent scores in wars that are the same at every look, so that two looks can be compared.

    ::

        wars = StukaVecEnv("Stuka/Mission-v0", 200)
        model.learn(200_000, callback=FrozenWarsCallback(wars, every=20_000))

    It logs ``eval/score`` (the mean official score), ``eval/standard_error`` and ``eval/unfinished`` (the share of wars
    cut off for illegal actions, which score 0). Agents that take action masks are given them.

    Args:
        wars: where to fly: one episode in each of its wars. A :class:`stuka_env.envs.sb3.StukaVecEnv` or SB3's own
            vector of single environments, wrapped as the agent's own; a ``VecNormalize`` is kept in step with it.
        every: decisions of the training between two looks; the first is before it starts.
        seed: which wars: another seed has others, each kept apart from those of a training.
        deterministic: whether the agent takes its likeliest action or draws one.
        best: a file for the agent with the highest mean so far; None keeps none.
        verbose: 1 prints a line at every look.

    Attributes:
        looks: decisions of the training at each look.
        scores: the official score of each war at each look, int64 ``(wars,)``.
        unfinished: the share of wars that were cut off at each look.

    Raises:
        ValueError: an argument is wrong; one line names it.
    """

    def __init__(
        self,
        wars: VecEnv,
        every: int = 20_000,
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
        self.every = int(every)
        self.first_seed = FROZEN + int(seed) * WARS_OF_A_SEED
        self.deterministic = deterministic
        self.best = None if best is None else Path(best)
        self.looks: list[int] = []
        self.scores: list[NDArray[np.int64]] = []
        self.unfinished: list[float] = []

    def _on_training_start(self) -> None:
        self._look()

    def _on_step(self) -> bool:
        if self.num_timesteps - self.looks[-1] >= self.every:
            self._look()
        return True

    def _on_training_end(self) -> None:
        if self.num_timesteps > self.looks[-1]:
            self._look()

    def _save(self, path: Path) -> None:
        """Write the agent; a file without an ending gets SB3's."""
        contents = io.BytesIO()
        self.model.save(contents)
        write_whole(path if path.suffix else path.with_suffix(".zip"), contents.getvalue())

    def _look(self) -> None:
        """Fly the wars, say what came of them, keep the agent if none was better."""
        scores, finished = self.fly()
        means = [float(others.mean()) for others in self.scores]
        mean, error = float(scores.mean()), float(scores.std() / np.sqrt(len(scores)))
        if self.best is not None and all(mean > other for other in means):
            self._save(self.best)
        self.looks.append(self.num_timesteps)
        self.scores.append(scores)
        self.unfinished.append(1 - float(finished.mean()))
        named = {"score": mean, "standard_error": error, "unfinished": self.unfinished[-1]}
        for name, value in named.items():
            self.logger.record(f"eval/{name}", value)
        if self.verbose:
            print(f"{self.num_timesteps:,} decisions: score {mean:.1f} +- {error:.1f} in {len(scores)} frozen wars")

    def fly(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Every war once: official scores, and which of them were flown to their end."""
        if self.model.get_vec_normalize_env() is not None:
            sync_envs_normalization(self.training_env, self.wars)
        count = self.wars.num_envs
        scores, going, finished = np.zeros(count, np.int64), np.ones(count, np.bool_), np.zeros(count, np.bool_)
        self.wars.seed(self.first_seed)
        seen = self.wars.reset()
        while going.any():
            seen, _, dones, infos = self.wars.step(self._actions(seen))
            for war in np.flatnonzero(dones & going).tolist():
                result = infos[war].get("result")
                if result is not None:
                    scores[war], finished[war] = result["score"], True
            going &= ~dones
        return scores, finished

    def _actions(self, seen: Any) -> NDArray[Any]:
        """What the agent does, under the masks if it takes any."""
        masked: dict[str, Any] = {}
        if "action_masks" in inspect.signature(self.model.predict).parameters:
            masked["action_masks"] = np.stack(self.wars.env_method("action_masks"))
        actions, _ = self.model.predict(seen, deterministic=self.deterministic, **masked)
        return actions
