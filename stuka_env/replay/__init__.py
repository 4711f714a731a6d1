"""Replays: a war as a small file, from which it can be flown again exactly (docs/watching.md).

::

    env = RecordReplay(gymnasium.make("Stuka/Operation-v0"), "replays", policy="mine")
    ...                                        # play; every war that ends is written to the folder
    for moment in refly(load("replays/mine-0001.json")):
        print(moment.decision, moment.action)
"""

from stuka_env.replay.file import Replay, ReplayError, load, save
from stuka_env.replay.recording import RecordReplay
from stuka_env.replay.run import Ending, Flight, Moment, fly, refly, verify
from stuka_env.replay.take import take

__all__ = [
    "Ending",
    "Flight",
    "Moment",
    "RecordReplay",
    "Replay",
    "ReplayError",
    "fly",
    "load",
    "refly",
    "save",
    "take",
    "verify",
]
