"""Replays of the second game: an episode as a small file, from which it can be flown again, exactly.

::

    env = RecordReplay(gymnasium.make("Interceptor/Career-v0"), "replays", policy="mine")
    ...                                        # play; every episode that ends is written to the folder
    for moment in refly(load("replays/mine-0001.json")):
        print(moment.decision, moment.action)

``RecordReplay``, ``load`` and ``save`` are those of :mod:`stuka_env.replay`, which serve both games.
"""

from stuka_env.games.interceptor.replay.run import Ending, Flight, Moment, fly, refly, verify
from stuka_env.games.interceptor.replay.take import take

__all__ = ["Ending", "Flight", "Moment", "fly", "refly", "take", "verify"]
