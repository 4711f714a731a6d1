"""What the learner did since the last update: missions and wars that ended, what was chosen, a picture of an attack."""

from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from agents.config_parts import Env
from stuka_env.actions import verb_of
from stuka_env.codes import ACTIONS, Act, Decision, NoFly, Target
from stuka_env.engine.engine import new_view
from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.envs.single import StukaEnv
from stuka_env.flights.episodes import policy_input
from stuka_env.observation import LAYOUT
from stuka_env.policy import Policy

DECISIONS = LAYOUT["decision_one_hot"].indices
LOOKED_AT = 4096
"""Decisions of an update whose entropy is worked out."""
WINGS = range(Act.FLY, Act.LEADER)
"""Actions that are told apart by their number: how many aircraft fly."""

Scalars = dict[str, float]


def _choice(action: int) -> str:
    """What an action is called among its like."""
    act = verb_of(action).name.lower()
    return f"{act}_{action - Act.FLY + 2}" if action in WINGS else act


CHOICES = sorted({_choice(action) for action in range(ACTIONS)})
CHOICE_OF = np.array([CHOICES.index(_choice(action)) for action in range(ACTIONS)])
"""The kind of choice that each action is."""


NONE = np.zeros((0, 0))
"""No missions have ended."""


class UpdateStats:
    """Gathers what the environment reports; :meth:`scalars` says it and begins anew."""

    def __init__(self) -> None:
        self._missions: list[NDArray[Any]] = []
        self._results: list[NDArray[Any]] = []

    def record(self, env: StukaVecEnv) -> None:
        """Take up what the last step reported."""
        final = env.vector_infos.get("final_info", {})
        for reports in (env.vector_infos, final):
            lines = reports.get("missions", NONE)
            if lines.shape[1]:
                self._missions.append(lines[np.arange(lines.shape[1]) < reports["missions_ended"][:, None]])
        if "result" in final and final["_result"].any():
            self._results.append(final["result"][final["_result"]])

    def scalars(self) -> Scalars:
        """Figures of all that ended since the last time."""
        missions, results = self._missions, self._results
        self._missions, self._results = [], []
        found: Scalars = {}
        if results:
            found |= war_figures(np.concatenate(results))
        if missions:
            found |= mission_figures(np.concatenate(missions))
        return found


def war_figures(results: NDArray[Any]) -> Scalars:
    """Means of the wars that ended."""
    names = {"score": "score", "aircraft_lost": "destroyed", "killed": "kia", "no_flys": "no_fly"}
    return {"wars/ended": len(results)} | {
        f"wars/{label}": float(results[name].mean()) for label, name in names.items()
    }


def mission_figures(missions: NDArray[Any]) -> Scalars:
    """Means of the missions that ended; scores by kind of target, of those flown."""
    flown = missions[missions["no_fly"] == NoFly.FLOWN]
    found = {"missions/ended": float(len(missions)), "missions/no_fly_share": 1.0 - len(flown) / len(missions)}
    if not len(flown):
        return found
    for label, name in {"score": "score", "lost": "lost", "killed": "kia", "aborted": "aborted"}.items():
        found[f"missions/{label}"] = float(flown[name].mean())
    for target in Target:
        scores = flown["score"][flown["target"] == target]
        if len(scores):
            found[f"targets/{target.name.lower()}"] = float(scores.mean())
    return found


def stress_figures(env: StukaVecEnv) -> Scalars:
    """Mean stress of the people on the rosters, as the wars stand now."""
    mats = env.vector.engine.wars.mats
    return {f"stress/{role}": float(mats[role]["stress"].mean()) for role in ("pilots", "gunners")}


def choice_figures(model: MaskablePPO) -> Scalars:
    """How often each choice was taken at each decision; of the gathered buffer, before it is learned from."""
    buffer = model.rollout_buffer
    decisions = buffer.observations[..., DECISIONS].argmax(axis=-1).ravel()
    choices = CHOICE_OF[buffer.actions.ravel().astype(np.int64)]
    counts = np.zeros((len(Decision), len(CHOICES)), np.int64)
    np.add.at(counts, (decisions, choices), 1)
    found: Scalars = {}
    for decision in Decision:
        total = counts[decision].sum()
        for choice in np.flatnonzero(counts[decision]):
            share = counts[decision, choice] / total
            found[f"choices_{decision.name.lower()}/{CHOICES[choice]}"] = float(share)
    return found


def entropy_figures(model: MaskablePPO) -> Scalars:
    """Mean entropy of the policy at each decision, in nats, over a part of the gathered buffer."""
    buffer = model.rollout_buffer
    seen = buffer.observations.reshape(-1, buffer.observations.shape[-1])
    masks = buffer.action_masks.reshape(len(seen), -1)
    rows = np.linspace(0, len(seen) - 1, min(LOOKED_AT, len(seen))).astype(np.int64)
    with torch.no_grad():
        tensor = torch.as_tensor(seen[rows], device=model.device)
        chances: Any = model.policy.get_distribution(tensor, masks[rows] != 0)
        entropy = chances.entropy().cpu().numpy()
    decisions = seen[rows][:, DECISIONS].argmax(axis=1)
    found: Scalars = {"entropy/all": float(entropy.mean())}
    for decision in np.unique(decisions).tolist():
        found[f"entropy/{Decision(decision).name.lower()}"] = float(entropy[decisions == decision].mean())
    return found


# --- a picture ---

MOST_DECISIONS = 3_000
"""Decisions after which no attack is waited for any more."""


def fly_to_attack(policy: Policy, env: StukaEnv, seed: int) -> None:
    """Fly until somebody is to attack, or for a while."""
    env.reset(seed=seed)
    actions = np.zeros(1, np.int64)
    for _ in range(MOST_DECISIONS):
        if env.decision == Decision.ATTACK.name:
            return
        view = new_view(1)
        env.engine.show(view.buffers)
        policy.act(policy_input(env.engine, view), actions)
        _, _, terminated, truncated, _ = env.step(int(actions[0]))
        if terminated or truncated:
            return


def attack_picture(policy: Policy, env: Env, seed: int) -> NDArray[np.uint8] | None:
    """The policy's first attack in one war, ``(height, width, 3)``; None where nothing can be drawn."""
    try:
        made = gymnasium.make(env.id, render_mode="rgb_array", journal=True, **env.given).unwrapped
        assert isinstance(made, StukaEnv)
        fly_to_attack(policy, made, seed)
        drawn = made.render()
    except (ImportError, gymnasium.error.DependencyNotInstalled):
        return None
    made.close()
    return np.asarray(drawn)
