"""Recording of the luck of wars while they are flown, and the digest of how it is measured."""

import functools
import hashlib
import time

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.luck.network import SHAPES, load_network
from agents.games.interceptor.luck.terms import (
    Positions,
    Step,
    add_luck_of_beginnings,
    add_luck_of_steps,
    new_luck_workspace,
)
from agents.games.interceptor.scripts import random_flyer
from stuka_env.compilation import compile_all
from stuka_env.engine.engine import Engine
from stuka_env.engine.memory import copied
from stuka_env.flights.episodes import Flown, Progress, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import Month, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import Policy, ScriptedPolicy


class LuckRecorder:
    """A witness of flights (:func:`stuka_env.flights.episodes.fly_wars`) that adds up the luck.

    Args:
        wars: number of wars.
        from_the_start: whether the wars begin by the rules; a set-up or a position is no luck.

    Attributes:
        luck: luck of each war in bombers, ``(wars,)``.
        seconds: time that the measuring took.
    """

    def __init__(self, wars: int, *, from_the_start: bool = True) -> None:
        self.luck = np.zeros(wars)
        self.seconds = 0.0
        self._before: Positions | None = None
        self._workspace = new_luck_workspace(load_network())
        self._from_the_start = from_the_start
        compile_all((add_luck_of_beginnings, add_luck_of_steps))

    def __call__(self, engine: Engine, rows: slice, actions: NDArray[np.int64] | None) -> None:
        """Add the luck of the last step of these wars, or of their beginning if there was none."""
        start, wars, luck = time.perf_counter(), engine.wars, self.luck[rows]
        now = Positions(copied(wars.mats), copied(wars.dice))
        charts = wars.charts[wars.reports["charts"]] if engine.spec.random else wars.charts
        if actions is not None:
            assert self._before is not None  # the reset came first
            step = Step(actions, now.mats, wars.reports["illegal"].astype(np.int64))
            add_luck_of_steps(self._workspace, charts, self._before, step, luck)
        elif self._from_the_start:
            add_luck_of_beginnings(self._workspace, charts, engine.spec.plan(), now, luck)
        self._before = now
        self.seconds += time.perf_counter() - start


def fly_with_luck(
    policy: Policy,
    spec: WarSpec,
    seeds: NDArray[np.uint64],
    *,
    seed: int = 0,
    num_threads: int = 1,
    progress: Progress = lambda ended: None,
) -> Flown:
    """Fly wars as :func:`stuka_env.flights.episodes.fly_wars` does, and measure the luck of each war.

    The time of the flights is without that of the measuring, which is longer.

    Raises:
        FlightError: the policy raised a ValueError, or a user's own policy any error.
    """
    recorder = LuckRecorder(len(seeds))
    flown = fly_wars(policy, spec, seeds, seed=seed, num_threads=num_threads, progress=progress, witness=recorder)
    return flown._replace(luck=recorder.luck, seconds=flown.seconds - recorder.seconds)


DIGEST_WAR = WarSpec(scale=Scale.MONTH, month=Month.MARCH_1943)
"""The war of the digest: short, because plain Python takes seconds for it."""
DIGEST_DECIMALS = 3
"""Decimal places of its luck that count."""


@functools.cache
def luck_digest() -> str:
    """Return the SHA-256 of the value behind luck: the network, and the luck of a random war.

    It changes if luck is measured differently, and not with a comment.
    """
    script = ScriptedPolicy("random_flyer", random_flyer.choose)
    flown = fly_with_luck(script, DIGEST_WAR, evaluation_seeds(0, 1))
    luck = np.round(flown.luck * 10**DIGEST_DECIMALS).astype("<i8")
    network = load_network()._asdict()
    weights = b"".join(network[name].astype("<f4").tobytes() for name in SHAPES)
    return hashlib.sha256(weights + luck.tobytes()).hexdigest()
