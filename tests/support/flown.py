"""Replays of wars that a policy of the laboratory flew."""

import tempfile
from pathlib import Path

from agents.evaluation.recording import RecordedWars, save_replays
from agents.registry import make_policy
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.replay import Replay, load


def flown_by(policy: str) -> Replay:
    """A Regular Barbarossa of a policy: the first that ``evaluate.py --save-replays 1`` keeps."""
    wars = RecordedWars(WarSpec.read(Scale.OPERATION), evaluation_seeds(0, 1), 0)
    with tempfile.TemporaryDirectory() as folder:
        (file,) = save_replays(make_policy(policy), wars, Path(folder), policy)
        return load(file)
