"""Figures of the log of a training: missions and wars that ended, stress, and losses."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learner_parts import Scalars
from stuka_env.declared.records import Rows
from stuka_env.games.stuka.actions import verb_of
from stuka_env.games.stuka.codes import Act, NoFly, Target

WINGS = range(Act.FLY, Act.LEADER)
"""Actions that are counted one by one, because they differ in the number of aircraft."""


def choice_name(action: int) -> str:
    """Return the name under which the log counts an action."""
    verb = verb_of(action).name.lower()
    return f"{verb}_{action - Act.FLY + 2}" if action in WINGS else verb


def losses(missions: NDArray[Any]) -> NDArray[np.float32]:
    """Return the aircraft and people lost in each mission."""
    lost: NDArray[np.float32] = (missions["lost"] + missions["kia"]).astype(np.float32)
    return lost


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


def stress_figures(mats: Rows[Any]) -> Scalars:
    """Return the current mean stress of the people on the rosters."""
    return {f"stress/{role}": float(mats[role]["stress"].mean()) for role in ("pilots", "gunners")}
