"""The second game as learners see it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learner_parts import LearnerParts, Scalars, ScoreParts, SelectionFigure, number
from stuka_env.declared.records import Rows
from stuka_env.games.interceptor.codes import Line, Over, Scale
from stuka_env.games.interceptor.observation import OBSERVATION
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED
from stuka_env.policy import PolicyInput

A_GOOD_SORTIE = 25.0
"""Factor of rewards under which a sortie with four bombers pays 1."""


def _war_figures(results: NDArray[Any]) -> Scalars:
    """Return means over episodes that ended."""
    figures = {"wars/ended": float(len(results)), "wars/alive": float((results["over"] != Over.DEATH).mean())}
    names = ("bombers", "fighters", "flown", "aircraft_lost", "wounds")
    return figures | {f"wars/{name}": float(results[name].mean()) for name in names}


def _sortie_figures(lines: NDArray[Any]) -> Scalars:
    """Return means over sortie lines that ended; all but the first two are means over the sorties flown."""
    flown = lines[lines["status"] == Line.FLOWN]
    figures = {"sorties/ended": float(len(lines)), "sorties/flown_share": len(flown) / len(lines)}
    if not len(flown):
        return figures
    names = ("engaged", "bombers", "fighters", "damaged", "wounds")
    return figures | {f"sorties/{name}": float(flown[name].mean()) for name in names}


def _pilot_figures(mats: Rows[Any]) -> Scalars:
    """Return current means over the pilots."""
    return {f"pilot/{name}": float(mats["pilot"][name].mean()) for name in ("points", "wounds")}


def _progress(observations: NDArray[np.float32], starts: NDArray[np.float32]) -> NDArray[np.int64]:
    lines = number(OBSERVATION, "career_lines_used", observations)
    return lines + np.cumsum(starts, axis=0).astype(np.int64) * 2 * MOST_LOGGED


def _earned(inputs: PolicyInput) -> NDArray[np.float64]:
    """Return the bombers credited so far; a single sortie has none before its pilot is back (5.2.1)."""
    mats = inputs.snapshot
    is_paid = (mats["settings"]["scale"] != Scale.SORTIE) | (mats["career"]["over"] == Over.SORTIE_DONE)
    bombers: NDArray[np.float64] = mats["career"]["bombers"] * is_paid.astype(np.float64)
    return bombers


def _line_of(mats: Rows[Any]) -> NDArray[np.int64]:
    lines: NDArray[np.int64] = mats["career"]["lines_used"].astype(np.int64)
    return lines


LEARNERS = LearnerParts(
    spreading_script="random_flyer",
    yardsticks=("champion", "veteran", "by_the_book"),
    reward_factor=lambda spec: A_GOOD_SORTIE,
    selection={
        "fighters": SelectionFigure("fighters", "fighters"),
        "flown": SelectionFigure("sorties", "flown"),
        "wounds": SelectionFigure("wounds", "wounds"),
    },
    war_figures=_war_figures,
    line_figures=_sortie_figures,
    mat_figures=_pilot_figures,
    pictured="BURST",
    progress=_progress,
    score=ScoreParts(earned=_earned, line_of=_line_of),
    experts="agents.games.interceptor.learning.gains:EXPERT",
)
"""The game, as :func:`agents.learner_parts.learner_parts` finds it."""
