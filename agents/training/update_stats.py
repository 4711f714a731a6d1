"""Figures of an update for the log: missions and wars that ended, choices, entropy, and a picture of an attack."""

from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from agents.config_parts import Env
from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.envs.single import StukaEnv
from stuka_env.flights.episodes import policy_input
from stuka_env.games.stuka.actions import verb_of
from stuka_env.games.stuka.codes import ACTIONS, Act, Decision, NoFly, Target
from stuka_env.games.stuka.observation import LAYOUT
from stuka_env.policy import Policy

DECISION_COLUMNS = LAYOUT["decision_one_hot"].indices
ENTROPY_ROWS = 4096
"""Maximum number of decisions of an update whose entropy is computed."""
WINGS = range(Act.FLY, Act.LEADER)
"""Actions that are counted one by one, because they differ in the number of aircraft."""

Scalars = dict[str, float]


def _choice_name(action: int) -> str:
    verb = verb_of(action).name.lower()
    return f"{verb}_{action - Act.FLY + 2}" if action in WINGS else verb


CHOICES = sorted({_choice_name(action) for action in range(ACTIONS)})
CHOICE_OF = np.array([CHOICES.index(_choice_name(action)) for action in range(ACTIONS)])
"""Indices into :data:`CHOICES` by action."""
NO_MISSIONS = np.zeros((0, 0))
"""The report of a step in which no mission ended."""


def ended_missions(env: StukaVecEnv) -> list[tuple[NDArray[Any], NDArray[np.bool_]]]:
    """Return the log lines of missions that ended in the last step, ``(N, K)``, and which of them are in use."""
    found = []
    for reports in (env.vector_infos, env.vector_infos.get("final_info", {})):
        lines = reports.get("missions", NO_MISSIONS)
        if lines.shape[1]:
            found.append((lines, np.arange(lines.shape[1]) < reports["missions_ended"][:, None]))
    return found


def lost_in_step(env: StukaVecEnv) -> NDArray[np.float32]:
    """Return the aircraft and people lost in the missions that ended in the last step, ``(N,)``."""
    lost = np.zeros(env.num_envs, np.float32)
    for lines, ended in ended_missions(env):
        lost += ((lines["lost"] + lines["kia"]) * ended).sum(axis=1)
    return lost


class UpdateStats:
    """Reports of missions and wars that have ended since the last call of :meth:`scalars`."""

    def __init__(self) -> None:
        self._missions: list[NDArray[Any]] = []
        self._results: list[NDArray[Any]] = []

    def record(self, env: StukaVecEnv) -> None:
        """Add the reports of the last step."""
        self._missions += [lines[ended] for lines, ended in ended_missions(env)]
        final = env.vector_infos.get("final_info", {})
        if "result" in final and final["_result"].any():
            self._results.append(final["result"][final["_result"]])

    def scalars(self) -> Scalars:
        """Return the figures of all reports, and forget the reports."""
        missions, results = self._missions, self._results
        self._missions, self._results = [], []
        figures: Scalars = {}
        if results:
            figures |= war_figures(np.concatenate(results))
        if missions:
            figures |= mission_figures(np.concatenate(missions))
        return figures


def war_figures(results: NDArray[Any]) -> Scalars:
    """Return means over wars that ended."""
    names = {"score": "score", "aircraft_lost": "destroyed", "killed": "kia", "no_flys": "no_fly"}
    return {"wars/ended": len(results)} | {
        f"wars/{label}": float(results[name].mean()) for label, name in names.items()
    }


def mission_figures(missions: NDArray[Any]) -> Scalars:
    """Return means over missions that ended; scores, also by kind of target, are means over the missions flown."""
    flown = missions[missions["no_fly"] == NoFly.FLOWN]
    figures = {"missions/ended": float(len(missions)), "missions/no_fly_share": 1.0 - len(flown) / len(missions)}
    if not len(flown):
        return figures
    for label, name in {"score": "score", "lost": "lost", "killed": "kia", "aborted": "aborted"}.items():
        figures[f"missions/{label}"] = float(flown[name].mean())
    for target in Target:
        scores = flown["score"][flown["target"] == target]
        if len(scores):
            figures[f"targets/{target.name.lower()}"] = float(scores.mean())
    return figures


def stress_figures(env: StukaVecEnv) -> Scalars:
    """Return the current mean stress of the people on the rosters."""
    mats = env.vector.engine.wars.mats
    return {f"stress/{role}": float(mats[role]["stress"].mean()) for role in ("pilots", "gunners")}


def choice_figures(model: MaskablePPO) -> Scalars:
    """Return the share of each choice at each kind of decision in the rollout buffer."""
    buffer = model.rollout_buffer
    decisions = buffer.observations[..., DECISION_COLUMNS].argmax(axis=-1).ravel()
    choices = CHOICE_OF[buffer.actions.ravel().astype(np.int64)]
    counts = np.zeros((len(Decision), len(CHOICES)), np.int64)
    np.add.at(counts, (decisions, choices), 1)
    figures: Scalars = {}
    for decision in Decision:
        total = counts[decision].sum()
        for choice in np.flatnonzero(counts[decision]):
            share = counts[decision, choice] / total
            figures[f"choices_{decision.name.lower()}/{CHOICES[choice]}"] = float(share)
    return figures


def entropy_figures(model: MaskablePPO) -> Scalars:
    """Return the mean entropy of the policy by kind of decision, in nats, over a part of the rollout buffer."""
    buffer = model.rollout_buffer
    seen = buffer.observations.reshape(-1, buffer.observations.shape[-1])
    masks = buffer.action_masks.reshape(len(seen), -1)
    rows = np.linspace(0, len(seen) - 1, min(ENTROPY_ROWS, len(seen))).astype(np.int64)
    with torch.no_grad():
        tensor = torch.as_tensor(seen[rows], device=model.device)
        chances: Any = model.policy.get_distribution(tensor, masks[rows] != 0)
        entropy = chances.entropy().cpu().numpy()
    decisions = seen[rows][:, DECISION_COLUMNS].argmax(axis=1)
    figures: Scalars = {"entropy/all": float(entropy.mean())}
    for decision in np.unique(decisions).tolist():
        figures[f"entropy/{Decision(decision).name.lower()}"] = float(entropy[decisions == decision].mean())
    return figures


# --- a picture ---

MOST_DECISIONS = 3_000
"""Maximum number of decisions flown to find an attack."""


def fly_to_attack(policy: Policy, env: StukaEnv, seed: int) -> None:
    """Fly until the open decision is an attack, the war ends, or :data:`MOST_DECISIONS` have been taken."""
    env.reset(seed=seed)
    actions = np.zeros(1, np.int64)
    for _ in range(MOST_DECISIONS):
        if env.decision == Decision.ATTACK.name:
            return
        view = env.engine.new_view()
        env.engine.show(view.buffers)
        policy.act(policy_input(env.engine, view), actions)
        _, _, terminated, truncated, _ = env.step(int(actions[0]))
        if terminated or truncated:
            return


def attack_picture(policy: Policy, env: Env, seed: int) -> NDArray[np.uint8] | None:
    """Return a picture of the policy's first attack in one war, ``(height, width, 3)``, or None without pygame."""
    try:
        war = gymnasium.make(env.id, render_mode="rgb_array", journal=True, **env.given).unwrapped
        assert isinstance(war, StukaEnv)
        fly_to_attack(policy, war, seed)
        picture = war.render()
    except (ImportError, gymnasium.error.DependencyNotInstalled):
        return None
    war.close()
    return np.asarray(picture)
