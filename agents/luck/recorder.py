"""Recording of the luck of wars while they are flown, in replays too, and the digest of how it is measured."""

import functools
import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from agents.luck.network import NETWORK_WEIGHTS
from agents.luck.parts import LuckParts
from agents.luck.terms import luck_kernels
from stuka_env.compiling.compilation import compile_all
from stuka_env.engine.engine import Engine
from stuka_env.engine.memory import copied
from stuka_env.flights.episodes import Flown, Witness, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.policy import Policy
from stuka_env.replay.file import Replay, ReplayError, check_comparable
from stuka_env.replay.run import ReplayRun


def adjusted_scores_with(
    luck_in: Callable[[ReplayRun], float], replays: Sequence[Replay], game: str, *, chances: bool
) -> NDArray[np.float64]:
    """Return the luck-adjusted official scores of finished wars, float64 ``(N,)``.

    Args:
        luck_in: flies a run to its end and returns the luck of its war.
        replays: the replays.
        game: the game that they must be of.
        chances: whether the engine keeps the chance events for ``luck_in``.

    Raises:
        ReplayError: a replay is of another game, has not been played to its end, has planned rolls, reveals what is
            hidden, or does not verify.
    """
    ids = game_named(game).ids
    for replay in replays:
        if replay.env not in ids:
            raise ReplayError(f"luck: got {replay.env!r}, allowed is one of {', '.join(ids)}")
        check_comparable(replay)
        if not replay.finished:
            raise ReplayError("luck: the war has not been played to its end")
        if replay.options is not None and replay.options.get("dice") is not None:
            raise ReplayError("luck: the war has planned rolls, and planned rolls are no luck")
    return np.array([_adjusted_score(luck_in, replay, chances) for replay in replays], np.float64)


def _adjusted_score(luck_in: Callable[[ReplayRun], float], replay: Replay, chances: bool) -> float:
    run = ReplayRun(replay, journal=False, chances=chances)
    luck = luck_in(run)
    score = run.verified_ending().score
    assert score is not None  # the replay is finished, and the flight has the same end
    return score - luck


class SampledLuckRecorder:
    """A witness of flights (:func:`stuka_env.flights.episodes.fly_wars`) that adds up the luck.

    Args:
        parts: the parts that know the game.
        wars: number of wars.
        spec: the war that is played.
        from_the_start: whether the wars begin by the rules; a set-up or a position is no luck.

    Attributes:
        luck: luck of each war in points, ``(wars,)``.
        seconds: time that the measuring took.
    """

    def __init__(self, parts: LuckParts, wars: int, spec: AnyWarSpec, *, from_the_start: bool = True) -> None:
        self.luck = np.zeros(wars)
        self.seconds = 0.0
        self._before: Any = None
        self._from_the_start = from_the_start
        self._kernels = luck_kernels(parts.game)
        self._clone = parts.earned, *parts.new_clone(spec)
        compile_all((self._kernels.add_luck_of_beginnings, self._kernels.add_luck_of_steps))

    def __call__(self, engine: Engine, rows: slice, actions: NDArray[np.int64] | None) -> None:
        """Add the luck of the last step of these wars, or of their beginning if there was none."""
        start, wars, luck = time.perf_counter(), engine.wars, self.luck[rows]
        charts = wars.charts[wars.reports["charts"]] if engine.spec.random else wars.charts
        now = wars._replace(mats=copied(wars.mats), dice=copied(wars.dice), charts=charts)
        if actions is not None:
            self._kernels.add_luck_of_steps(*self._clone, self._before, now, actions, luck)
        elif self._from_the_start:
            self._kernels.add_luck_of_beginnings(*self._clone, now, luck)
        self._before = now
        self.seconds += time.perf_counter() - start


class LuckWitness(Protocol):
    """A witness of flights (:func:`stuka_env.flights.episodes.fly_wars`) that measures the luck of each war."""

    seconds: float
    """Time of the measuring that is not to count as that of the flights."""

    @property
    def luck(self) -> NDArray[np.float64]:
        """Luck of each war in points, ``(wars,)``."""
        ...

    def __call__(self, engine: Engine, rows: slice, actions: NDArray[np.int64] | None) -> None:
        """Add the luck of the last step of these wars, or of their beginning if there was none."""
        ...


def fly_recorded(
    recorder: LuckWitness, policy: Policy, spec: AnyWarSpec, seeds: NDArray[np.uint64], **options: Any
) -> Flown:
    """Fly wars with the luck that a witness measures, by the options of :func:`stuka_env.flights.episodes.fly_wars`.

    The time of the flights is without that of the measuring.

    Raises:
        FlightError: the policy raised a ValueError, or a user's own policy any error.
    """
    flown = fly_wars(policy, spec, seeds, witness=recorder, **options)
    return flown._replace(luck=recorder.luck, seconds=flown.seconds - recorder.seconds)


def fly_with_luck(
    parts: LuckParts, policy: Policy, spec: AnyWarSpec, seeds: NDArray[np.uint64], **options: Any
) -> Flown:
    """Fly wars as :func:`fly_recorded` does, and measure the luck of each war by the network of its game."""
    return fly_recorded(SampledLuckRecorder(parts, len(seeds), spec), policy, spec, seeds, **options)


def record_run(recorder: Witness, run: ReplayRun) -> None:
    """Fly a run to its end, and record its beginning and each of its steps."""
    only_war = slice(None)
    recorder(run.engine, only_war, None)
    for number, action in enumerate(run.replay.actions):
        run.step(number)
        recorder(run.engine, only_war, np.array([action], np.int64))


def luck_in(parts: LuckParts, run: ReplayRun) -> float:
    """Fly a run to its end, and return the luck of its war as an evaluation states it."""
    recorder = SampledLuckRecorder(parts, 1, run.engine.spec, from_the_start=run.replay.options is None)
    record_run(recorder, run)
    return float(recorder.luck[0])


def adjusted_scores(parts: LuckParts, replays: Sequence[Replay]) -> NDArray[np.float64]:
    """Return the luck-adjusted official scores of finished wars, float64 ``(N,)``.

    They are those that ``evaluate.py`` states for the same actions in the same wars.

    Raises:
        ReplayError: a replay is of another game, has not been played to its end, has planned rolls, or does not verify.
    """
    return adjusted_scores_with(functools.partial(luck_in, parts), replays, parts.game, chances=False)


LUCK_DIGEST_DECIMALS = 3
"""Decimal places of the luck of a war that count in a digest."""


def digest_of_luck(weights: bytes, luck: NDArray[np.float64]) -> str:
    """Return the SHA-256 of weights and of the luck of a war."""
    decimals = np.round(luck * 10**LUCK_DIGEST_DECIMALS).astype("<i8")
    return hashlib.sha256(weights + decimals.tobytes()).hexdigest()


@functools.cache
def luck_digest(parts: LuckParts) -> str:
    """Return the SHA-256 of the value behind luck: the network, and the luck of a war.

    It changes if luck is measured differently, and not with a comment.
    """
    flown = fly_with_luck(parts, parts.digest_policy, parts.digest_war, evaluation_seeds(0, 1))
    network = parts.load()._asdict()
    return digest_of_luck(b"".join(network[name].astype("<f4").tobytes() for name in NETWORK_WEIGHTS), flown.luck)
