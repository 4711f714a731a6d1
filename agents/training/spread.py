"""Spreading the wars of a training over their length before it begins.

Wars that begin together are in the same month together for a long time: every update would see one part of the
calendar, and forget the others. So the wars are begun one after another while a script plays, until each has come a
different way.
"""

import numpy as np

from agents.evaluation.shares import missions_of
from agents.policy import choose_all
from agents.registry import SCRIPTS, find
from stuka_env.sb3 import StukaVecEnv
from stuka_env.vector import Observations

MISSION = 50
"""Decisions in a mission, about."""
SCRIPT = "random_flyer"
"""Who plays meanwhile: somebody who sees much of the game."""


def spread(env: StukaVecEnv, tables: int, rng: np.random.Generator) -> Observations:
    """Play on from a reset until the wars, but not the tables of a group, have come different ways; what is seen then.

    Args:
        env: has just been reset.
        tables: wars side by side that stay together, which saves them from being thrown away.
        rng: draws how far each goes, and the script's chance.
    """
    vector, choose = env.vector, find(SCRIPTS[SCRIPT])
    wars, engine = env.num_envs, env.vector.engine
    span = MISSION * missions_of(engine.scenario, engine.charts)
    begin = np.repeat(rng.integers(0, span, wars // tables), tables)
    mats, charts = engine.wars.mats.view(), engine.wars.charts.view()
    for array in (mats, charts):
        array.flags.writeable = False
    actions = np.zeros(wars, np.int64)
    for turn in range(span):
        noise = rng.integers(0, 1 << 62, wars)
        choose_all(choose, mats, charts, engine.masks, noise, actions)
        vector.step(actions)
        if (begin == turn).any():
            vector.reset(options={"reset_mask": begin == turn})
    return env.restore(env.snapshot())
