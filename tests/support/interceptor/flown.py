"""Episodes of the second game that a policy has flown, as files."""

from pathlib import Path

import numpy as np

from agents.evaluation.recording import RecordingPolicy
from agents.games.interceptor.players import SECOND_GAME
from agents.registry import make_policy
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import fly_wars
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.replay import save, take


def flown_episode(folder: Path, policy: str, spec: WarSpec, seed: int) -> Path:
    """Fly an episode with a script, and return the file of its replay."""
    recording = RecordingPolicy(make_policy(policy, SECOND_GAME))
    flown = fly_wars(recording, spec, np.array([seed], np.uint64))
    decisions = int(flown.decisions[0])
    record = recording.policy_record_of(0, decisions)
    replay = take(Engine(1, spec), seed, recording.actions_of(0, decisions), policy_record=record)
    return save(replay, folder / f"{policy}-{seed}.json")
