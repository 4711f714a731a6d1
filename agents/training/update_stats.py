"""Figures of an update for the log: lines and wars that ended, choices, entropy, and a picture."""

import functools
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from agents.config_parts import Env
from agents.learner_parts import LearnerParts, Scalars, learner_parts
from stuka_env.envs.masks import OBS_KEY
from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.envs.single import StukaEnv
from stuka_env.flights.episodes import policy_input
from stuka_env.game import Game, game_named
from stuka_env.policy import Policy

ENTROPY_ROWS = 4096
"""Maximum number of decisions of an update whose entropy is computed."""
NO_LINES = np.zeros((0, 0))
"""The report of a step in which no line of the log sheet ended."""


def ended_lines(env: StukaVecEnv) -> list[tuple[NDArray[Any], NDArray[np.bool_]]]:
    """Return the lines of the log sheet that ended in the last step, ``(N, K)``, and which of them are in use."""
    found, names = [], env.vector.engine.game.envs.names
    for reports in (env.vector_infos, env.vector_infos.get("final_info", {})):
        lines = reports.get(names.lines, NO_LINES)
        if lines.shape[1]:
            found.append((lines, np.arange(lines.shape[1]) < reports[names.count][:, None]))
    return found


def lost_in_step(env: StukaVecEnv) -> NDArray[np.float32]:
    """Return the losses in the lines of the log sheet that ended in the last step, ``(N,)``."""
    lost, losses = np.zeros(env.num_envs, np.float32), learner_parts(env.vector.engine.game.name).losses
    assert losses is not None
    for lines, ended in ended_lines(env):
        lost += (losses(lines) * ended).sum(axis=1)
    return lost


class UpdateStats:
    """Reports of lines of the log sheet and of wars that have ended since the last call of :meth:`scalars`.

    Args:
        learners: What the game says about them.
    """

    def __init__(self, learners: LearnerParts) -> None:
        self._learners = learners
        self._lines: list[NDArray[Any]] = []
        self._results: list[NDArray[Any]] = []

    def record(self, env: StukaVecEnv) -> None:
        """Add the reports of the last step."""
        self._lines += [lines[ended] for lines, ended in ended_lines(env)]
        final = env.vector_infos.get("final_info", {})
        if "result" in final and final["_result"].any():
            self._results.append(final["result"][final["_result"]])

    def scalars(self) -> Scalars:
        """Return the figures of all reports, and forget the reports."""
        lines, results = self._lines, self._results
        self._lines, self._results = [], []
        figures: Scalars = {}
        if results:
            figures |= self._learners.war_figures(np.concatenate(results))
        if lines:
            figures |= self._learners.line_figures(np.concatenate(lines))
        return figures


def mat_figures(env: StukaVecEnv) -> Scalars:
    """Return the game's figures of all mats as they are now."""
    env.update_vector()
    engine = env.vector.engine
    return learner_parts(engine.game.name).mat_figures(engine.wars.mats)


def on_cpu(array: Any) -> NDArray[Any]:
    """Return an array, or a tensor of any device, as an array."""
    return np.asarray(array.cpu() if isinstance(array, torch.Tensor) else array)


def decisions_in(observations: Any, game: Game) -> NDArray[np.int64]:
    """Return the codes of the decisions in flat observations ``(..., L)``, an array or a tensor."""
    columns = game.envs.layout(None).parts["decision_one_hot"].indices
    codes: NDArray[np.int64] = on_cpu(observations[..., columns].argmax(axis=-1))
    return codes


@functools.cache
def choice_table(game: str) -> tuple[list[str], NDArray[np.int64]]:
    """Return the names under which the log counts actions, and the index of the name of each action."""
    own = game_named(game)
    name_of = learner_parts(game).choice_name or (lambda action: own.replays.action_name(action).lower())
    names = list(map(name_of, range(own.envs.actions)))
    choices = sorted(set(names))
    return choices, np.array([choices.index(name) for name in names])


def choice_figures(model: MaskablePPO, game: Game) -> Scalars:
    """Return the share of each choice at each kind of decision in the rollout buffer."""
    buffer, (choices, choice_of) = model.rollout_buffer, choice_table(game.name)
    seen: Any = buffer.observations
    decisions = decisions_in(seen[OBS_KEY] if isinstance(seen, dict) else seen, game).ravel()
    counts = np.zeros((len(game.envs.decisions), len(choices)), np.int64)
    np.add.at(counts, (decisions, choice_of[on_cpu(buffer.actions).ravel().astype(np.int64)]), 1)
    figures: Scalars = {}
    for decision, name in enumerate(game.envs.decisions):
        total = counts[decision].sum()
        for choice in np.flatnonzero(counts[decision]):
            figures[f"choices_{name.lower()}/{choices[choice]}"] = float(counts[decision, choice] / total)
    return figures


def entropy_figures(model: MaskablePPO, game: Game) -> Scalars:
    """Return the mean entropy of the policy by kind of decision, in nats, over a part of the rollout buffer.

    There is none of a network with a memory, which reads whole wars.
    """
    buffer = model.rollout_buffer
    if not isinstance(buffer, MaskableRolloutBuffer):
        return {}
    seen = buffer.observations.reshape(-1, buffer.observations.shape[-1])
    masks = buffer.action_masks.reshape(len(seen), -1)
    rows = np.linspace(0, len(seen) - 1, min(ENTROPY_ROWS, len(seen))).astype(np.int64)
    with torch.no_grad():
        tensor = torch.as_tensor(seen[rows], device=model.device)
        chances: Any = model.policy.get_distribution(tensor, masks[rows] != 0)
        entropy = chances.entropy().cpu().numpy()
    decisions = decisions_in(seen[rows], game)
    figures: Scalars = {"entropy/all": float(entropy.mean())}
    for decision in np.unique(decisions).tolist():
        figures[f"entropy/{game.envs.decisions[decision].lower()}"] = float(entropy[decisions == decision].mean())
    return figures


# --- a picture ---

MOST_DECISIONS = 3_000
"""Maximum number of decisions flown to find the one that is pictured."""


def fly_to_decision(policy: Policy, env: StukaEnv, seed: int, decision: str) -> None:
    """Fly until a decision with this name is open, the war ends, or :data:`MOST_DECISIONS` have been taken."""
    env.reset(seed=seed)
    actions = np.zeros(1, np.int64)
    for _ in range(MOST_DECISIONS):
        if env.decision == decision:
            return
        view = env.engine.new_view()
        env.engine.show(view.buffers)
        policy.act(policy_input(env.engine, view), actions)
        _, _, terminated, truncated, _ = env.step(int(actions[0]))
        if terminated or truncated:
            return


def decision_picture(policy: Policy, env: Env, seed: int) -> NDArray[np.uint8] | None:
    """Return a picture of a decision, such as the first attack, ``(height, width, 3)``, or None without pygame."""
    if env.learners.pictured is None:
        return None
    try:
        war = gymnasium.make(env.id, render_mode="rgb_array", journal=True, **env.given).unwrapped
        assert isinstance(war, StukaEnv)
        fly_to_decision(policy, war, seed, env.learners.pictured)
        picture = war.render()
    except (ImportError, gymnasium.error.DependencyNotInstalled):
        return None
    war.close()
    return np.asarray(picture)
