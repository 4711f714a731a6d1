"""Replays of an evaluation's first wars, which are flown again with the same outcome and recorded; for every game."""

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.evaluation.evaluated_game import EvaluationOptions
from agents.evaluation.kept_wars import REPLAYS, KeptPages, write_pages
from agents.evaluation.replayed_wars import in_wars
from agents.evaluation.tables import numbered
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import AnyWarSpec
from stuka_env.policy import ExplainingPolicy, Policy, PolicyInput, PolicyOutput, limits_of
from stuka_env.replay import save, take
from stuka_env.replay.file import ILLEGAL_ACTION, PolicyRecord, file_stem

Statement = TypeVar("Statement")
"""A statement of a policy about a decision: probabilities, a value or a reason."""
SMALLEST_WRITTEN = 5e-5
"""The smallest probability that is written, because a replay has four decimal places."""

RECORDED_TOGETHER = 64
"""Wars that are flown at the same time; all statements about them are in memory."""


class RecordingPolicy:
    """A policy that also records its actions and its statements about them."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = policy.name
        self.turns: list[NDArray[np.int64]] = []
        self.outputs: list[PolicyOutput] = []

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Let the policy act, and record its actions."""
        if isinstance(self.policy, ExplainingPolicy):
            self.outputs.append(self.policy.explain(inputs))
        self.policy.act(inputs, actions)
        is_action = (actions >= 0) & (actions < inputs.masks.shape[1])
        self.turns.append(np.where(is_action, actions, ILLEGAL_ACTION))

    def actions_of(self, war: int, decisions: int) -> list[int]:
        """Return the actions in one war, as a replay numbers them."""
        return [int(turn[war]) for turn in self.turns[:decisions]]

    def policy_record_of(self, war: int, decisions: int) -> PolicyRecord:
        """Return the policy's statements in one war."""
        outputs = self.outputs[:decisions]
        return PolicyRecord(
            self.name,
            statements(tuple(by_action(output.probabilities[war]) for output in outputs)),
            statements(tuple(finite(output.values[war]) for output in outputs)),
            statements(tuple(None if output.reasons is None else output.reasons[war] or None for output in outputs)),
            statements(tuple(finite_values(output.action_values[war]) for output in outputs)),
            statements(tuple(errors_of(output, war) for output in outputs)),
            values_are=meaning_of_values(outputs, war),
        )


def statements(entries: tuple[Statement | None, ...]) -> tuple[Statement | None, ...]:
    """Return an entry for each decision, or an empty tuple if no decision has one."""
    return entries if any(entry is not None for entry in entries) else ()


def by_action(probabilities: NDArray[np.float32]) -> Mapping[int, float] | None:
    """Return the probabilities that are written, by action; None if the policy gives none."""
    likely = np.flatnonzero(probabilities >= SMALLEST_WRITTEN).tolist()
    return {action: min(1.0, float(probabilities[action])) for action in likely} or None


def finite(value: np.float32) -> float | None:
    """Return a value in points of the official score; None if the policy gives none."""
    return round(float(value), 3) if math.isfinite(value) else None


def finite_values(action_values: NDArray[np.float32]) -> Mapping[int, float] | None:
    """Return the values of the actions that the policy has searched; None if it has searched none."""
    searched = np.flatnonzero(np.isfinite(action_values)).tolist()
    return {action: round(float(action_values[action]), 3) for action in searched} or None


def meaning_of_values(outputs: Sequence[PolicyOutput], war: int) -> str:
    """Return the meaning that the policy states for the values of a war; empty without values."""
    valued = (output.values_are for output in outputs if np.isfinite(output.action_values[war]).any())
    return next(valued, "")


def errors_of(output: PolicyOutput, war: int) -> Mapping[int, float] | None:
    """Return the standard errors of the actions' values; None if the policy gives none."""
    if output.action_errors is None:
        return None
    errors = output.action_errors[war]
    return {action: round(float(errors[action]), 3) for action in np.flatnonzero(errors > 0).tolist()} or None


class RecordedWars(NamedTuple):
    """The wars to record: their spec, their seeds, and the seed of the policies' random numbers."""

    spec: AnyWarSpec
    seeds: NDArray[np.uint64]
    seed: int


def file_stems(names: Sequence[str]) -> list[str]:
    """Return the beginning of the file name for each policy, without a leading hyphen; equal names are numbered."""
    stems = [file_stem(name).lstrip("-") or "policy" for name in names]
    return [
        stem if stems.count(stem) == 1 else f"{stem}-{stems[:place].count(stem) + 1}"
        for place, stem in enumerate(stems)
    ]


def save_replays(policy: Policy, wars: RecordedWars, folder: Path, stem: str) -> list[Path]:
    """Fly a policy through wars and write a replay of each, ``STEM-0001.json`` and so on.

    Raises:
        OSError: the folder cannot be written.
        FlightError: the policy raised a ValueError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    limits = limits_of(policy, wars.spec)
    engine = Engine(1, wars.spec)
    view = engine.new_view()
    paths = list[Path]()
    for first in range(0, len(wars.seeds), RECORDED_TOGETHER):
        recording, seeds = RecordingPolicy(policy), wars.seeds[first : first + RECORDED_TOGETHER]
        flown = fly_wars(recording, wars.spec, seeds, seed=wars.seed, side_by_side=RECORDED_TOGETHER)
        for war, (seed, decisions) in enumerate(zip(seeds.tolist(), flown.decisions.tolist(), strict=True)):
            policy_record = replace(recording.policy_record_of(war, decisions), limits=limits)
            engine.reset(view.buffers, [seed])  # draws the war's charts, if they are random
            replay = take(engine, seed, recording.actions_of(war, decisions), policy_record=policy_record)
            paths.append(save(replay, folder / f"{stem}-{first + war + 1:04}.json"))
    return paths


def with_values_of_options(policy: Policy) -> Policy:
    """Return a policy that explains itself with values of its options, if it is a network."""
    if not hasattr(policy, "network"):
        return policy
    from agents.futures.option_values import with_gains  # PyTorch

    return with_gains(policy)


def keep_wars(options: EvaluationOptions) -> KeptPages:
    """Write replays of the first wars of every policy, a page for each war, and the desk.

    Raises:
        OSError: the folder cannot be written.
        FlightError: a policy raised a ValueError.
    """
    folder = options.output / REPLAYS
    wars = RecordedWars(options.spec, options.war_seeds(options.replays), options.seed)
    policies = [policy for group in options.groups for policy in group.members]
    count = numbered(options.replays, options.noun)
    print(f"replays: {count} of each policy, flown again with reasons and options", file=sys.stderr, flush=True)
    stems = file_stems([policy.name for policy in policies])
    paths = [
        save_replays(with_values_of_options(in_wars(policy, wars.spec, wars.seeds)), wars, folder, stem)
        for policy, stem in tqdm(list(zip(policies, stems, strict=True)), "replays", leave=False, disable=None)
    ]
    return write_pages(paths, folder)
