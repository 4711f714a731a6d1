"""Replays of an evaluation's first episodes, which are flown again with the same outcome and recorded."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import EvaluationOptions
from agents.evaluation.kept_wars import KeptWar, write_pages
from agents.evaluation.language_models import in_wars
from agents.evaluation.replay_files import REPLAYS, file_stems, replay_name
from agents.games.interceptor.players import reasons_of
from agents.games.interceptor.scripts.reasons import reason_words
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import BATCH, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import ACTIONS
from stuka_env.policy import Policy, PolicyInput
from stuka_env.replay import take
from stuka_env.replay.file import ILLEGAL_ACTION, PolicyRecord, save


class RecordingPlayer:
    """A policy that also records its actions, and the reasons of a script."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = policy.name
        self.turns: list[NDArray[np.int64]] = []
        self.reasons: list[list[str | None]] = []
        self._reasoned = reasons_of(policy)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Let the policy act, and record its actions."""
        self.policy.act(inputs, actions)
        self.turns.append(actions.copy())
        if self._reasoned is not None:
            self.reasons.append([self._reason(inputs, row) for row in range(len(actions))])

    def _reason(self, inputs: PolicyInput, row: int) -> str | None:
        mat: Any = inputs.mats[row]
        if self._reasoned is None or mat["career"]["over"]:
            return None
        return reason_words(self._reasoned(mat, inputs.charts[0], inputs.masks[row], int(inputs.noise[row])))

    def actions_of(self, row: int, decisions: int) -> list[int]:
        """Return the actions in one episode, as a replay numbers them."""
        chosen = [int(turn[row]) for turn in self.turns[:decisions]]
        return [action if 0 <= action < ACTIONS else ILLEGAL_ACTION for action in chosen]

    def policy_record_of(self, row: int, decisions: int) -> PolicyRecord:
        """Return the policy's statements in one episode."""
        return PolicyRecord(self.name, reasons=tuple(turn[row] for turn in self.reasons[:decisions]))


def save_first_episodes(policy: Policy, options: EvaluationOptions, stem: str) -> list[Path]:
    """Fly a policy through the first episodes and write a replay of each, ``STEM-0001.json`` and so on.

    Raises:
        OSError: the folder cannot be written.
        FlightError: the policy refuses or fails.
    """
    folder, engine, paths = options.output / REPLAYS, Engine(1, options.spec), list[Path]()
    folder.mkdir(exist_ok=True)
    seeds = evaluation_seeds(options.seed, options.replays)
    for first in range(0, len(seeds), BATCH):  # so that a flight is one batch, and its rows are those of the turns
        batch = seeds[first : first + BATCH]
        recording = RecordingPlayer(in_wars(policy, options.spec, batch))
        flown = fly_wars(recording, options.spec, batch, seed=options.seed)
        for row, (seed, decisions) in enumerate(zip(flown.seeds.tolist(), flown.decisions.tolist(), strict=True)):
            record = recording.policy_record_of(row, decisions)
            replay = take(engine, seed, recording.actions_of(row, decisions), policy_record=record)
            paths.append(save(replay, folder / replay_name(stem, first + row)))
    return paths


def keep_episodes(options: EvaluationOptions) -> list[KeptWar]:
    """Write replays of the first episodes of every policy, and a page for each episode.

    Raises:
        OSError: the folder cannot be written.
        FlightError: a policy refuses or fails.
    """
    policies = [policy for group in options.groups for policy in group.members]
    stems = file_stems([policy.name for policy in policies])
    paths = [save_first_episodes(policy, options, stem) for policy, stem in zip(policies, stems, strict=True)]
    return write_pages(paths, options.output / REPLAYS)
