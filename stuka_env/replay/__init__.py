"""Replays: a war as a small file, from which it can be flown again, exactly (docs/watching.md).

Recording, reading and writing serve both games. The flights are those of the first game; the second game has its own in
:mod:`stuka_env.games.interceptor.replay`.

::

    env = RecordReplay(gymnasium.make("Stuka/Operation-v0"), "replays", policy="mine")
    ...                                        # play; every war that ends is written to the folder
    for moment in refly(load("replays/mine-0001.json")):
        print(moment.decision, moment.action)
"""

from stuka_env.replay.file import Replay, ReplayError, save
from stuka_env.replay.games import load
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
