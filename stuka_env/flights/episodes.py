"""Flying a policy through many wars at once, on the engine that the environments stand on."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts import LoadedCharts
from stuka_env.charts.shape import Charts
from stuka_env.engine.engine import Engine, View, new_view
from stuka_env.policy import Policy, PolicyInput, draw_noise
from stuka_env.records import Rows
from stuka_env.rules.ledger import Result
from stuka_env.rules.mat import LOG_LENGTH, LogLine, Mat, Track
from stuka_env.scenario.missions import missions_of
from stuka_env.scenario.plan import Scenario
from stuka_env.user_code import UserCodeError, user_code_error

BATCH = 512
"""Wars flown side by side; a matter of speed only."""
MOST_TURNS = 20_000
"""Turns after which a war counts as unfinished; the longest campaigns take a fifth of that."""

Progress = Callable[[int], Any]
"""Told how many more wars, or missions that make as many, have been flown."""


class FlightError(UserCodeError):
    """A policy refused to go on, or its code failed; the first line says which and why."""


class Flown(NamedTuple):
    """Results of a policy's wars, one row a war, in the order of their seeds."""

    seeds: NDArray[np.uint64]
    """``(N,)``: base seed of each war; ``env.reset(seed=...)`` opens the same war."""
    results: NDArray[Any]
    """Records of :class:`stuka_env.rules.ledger.Result`, ``(N,)``: ``score`` in points, ``level`` of victory,
    ``destroyed`` aircraft, ``kia``, ``no_fly`` and ``missions`` as counts; all 0 for a war that was not finished."""
    finished: NDArray[np.bool_]
    """``(N,)``: whether the war was played to its end; a hundred illegal actions in a row cut it off."""
    decisions: NDArray[np.int64]
    """``(N,)``: decisions taken."""
    illegal: NDArray[np.int64]
    """``(N,)``: how many of them were illegal actions."""
    logs: NDArray[Any]
    """Records of :class:`stuka_env.rules.mat.LogLine`, ``(N, LOG_LENGTH)``: the log sheets; the first
    ``results["missions"]`` lines of each row count."""
    tracks: NDArray[Any]
    """Records of :class:`stuka_env.rules.mat.Track`, ``(N,)``: the score tracks at the end; all 0 for a war that was
    not finished."""
    expected: NDArray[np.float32]
    """``(N, LOG_LENGTH)``: the final score in points that the policy expected as each mission of the war began; NaN
    where it was not asked. Only ``evaluate.py`` asks."""
    seconds: float
    """Wall-clock time of the flights."""

    @property
    def scores(self) -> NDArray[np.float64]:
        """``(N,)``: the official score of each war in points; 0 for a war that was not finished."""
        return self.results["score"].astype(np.float64)

    @property
    def mean(self) -> float:
        """The mean score in points."""
        return float(self.scores.mean())

    @property
    def standard_error(self) -> float:
        """The standard error of the mean score in points; NaN for one war, which says nothing about others."""
        wars = len(self.seeds)
        return float(self.scores.std(ddof=1) / np.sqrt(wars)) if wars > 1 else float("nan")

    def __str__(self) -> str:
        """One line: the wars, the mean score, its standard error, and what went wrong, if anything did."""
        wars, unfinished, illegal = len(self.seeds), int((~self.finished).sum()), int(self.illegal.sum())
        error = f" +- {self.standard_error:.2f} (standard error)" if wars > 1 else ""
        words = [f"{wars:,} {'war' if wars == 1 else 'wars'}: mean score {self.mean:.2f}{error}"]
        words += [f"{unfinished:,} not finished"] if unfinished else []
        words += [f"{illegal:,} illegal actions"] if illegal else []
        return ", ".join(words)


def new_flown(seeds: NDArray[np.uint64]) -> Flown:
    """Nothing flown yet."""
    wars = len(seeds)
    return Flown(
        seeds,
        np.zeros(wars, Result.dtype),
        np.zeros(wars, np.bool_),
        np.zeros(wars, np.int64),
        np.zeros(wars, np.int64),
        np.zeros((wars, LOG_LENGTH), LogLine.dtype),
        np.zeros(wars, Track.dtype),
        np.full((wars, LOG_LENGTH), np.nan, np.float32),
        0.0,
    )


ARRAYS = tuple(name for name in Flown._fields if name != "seconds")
"""The fields of :class:`Flown` with a row for each war."""


def war_slice(flown: Flown, rows: slice) -> Flown:
    """Some of the wars; views, to be filled in."""
    arrays: dict[str, Any] = {name: getattr(flown, name)[rows] for name in ARRAYS}
    return flown._replace(**arrays)


def join(flights: Sequence[Flown]) -> Flown:
    """The wars of all ``flights``, one after the other; their time added up."""
    arrays: dict[str, Any] = {name: np.concatenate([getattr(flown, name) for flown in flights]) for name in ARRAYS}
    return Flown(**arrays, seconds=sum(flown.seconds for flown in flights))


def public_records(engine: Engine) -> tuple[Rows[Mat], Rows[Charts]]:
    """The mats and the charts, to be read only; views, so that they stay up to date."""
    mats, charts = engine.wars.mats.view(), engine.wars.charts.view()
    for array in (mats, charts):
        array.flags.writeable = False
    return mats, charts


def war_seeds(engine: Engine) -> NDArray[np.int64]:
    """The war seeds as they stand, as the kernels take them: 64 bits, signed."""
    seeds: NDArray[np.int64] = engine.wars.reports["war_seed"].astype(np.uint64).view(np.int64)
    return seeds


def policy_input(engine: Engine, view: View) -> PolicyInput:
    """What a policy may look at, without noise yet; views, so that they stay up to date."""
    mats, charts = public_records(engine)
    return PolicyInput(view.observations, view.masks, mats, charts, np.zeros(engine.num_envs, np.int64))


def call_policy(policy: Policy, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
    """Let the policy act; what fails in a user's own code is told by file and line, what ours refuses by the policy."""
    try:
        policy.act(inputs, actions)
    except Exception as error:
        trouble = user_code_error(error, policy.name)
        if trouble is not None:
            raise FlightError(str(trouble)) from error
        if not isinstance(error, ValueError):
            raise
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise FlightError(f"policy {policy.name!r}: {reason}") from error


def fly_batch(policy: Policy, engine: Engine, flown: Flown, seed: int, progress: Progress) -> None:
    """Fly the wars of ``engine`` to their end and fill in what became of them; ``flown`` has a row for each."""
    view = new_view(engine.num_envs)
    engine.reset(view.buffers, flown.seeds.tolist())
    inputs = policy_input(engine, view)
    reports, tracks = engine.wars.reports, engine.wars.mats["track"]
    seeds = war_seeds(engine)
    actions = np.zeros(engine.num_envs, np.int64)
    missions, reported = missions_of(engine.scenario, engine.charts), 0
    for turn in range(MOST_TURNS):
        draw_noise(seeds, seed, turn, inputs.noise)
        call_policy(policy, inputs, actions)
        flown.decisions[:] += reports["over"] == 0
        engine.step(actions, view.buffers)
        flown.illegal[:] += reports["illegal"]
        done = min(int(tracks["logged"].sum()) // missions, engine.num_envs)
        if done > reported:
            progress(done - reported)
            reported = done
        if reports["over"].all():
            break
    progress(engine.num_envs - reported)
    flown.finished[:] = reports["terminated"] == 1
    flown.results[:] = reports["result"]
    flown.logs[:] = engine.wars.mats["log"]
    flown.tracks[flown.finished] = tracks[flown.finished]


def warm_up(policy: Policy, scenario: Scenario, charts: LoadedCharts) -> None:
    """Let the policy choose once in a war that does not count: what it compiles first is not its speed."""
    engine = Engine(1, scenario, charts)
    view = new_view(1)
    engine.reset(view.buffers, [0])
    call_policy(policy, policy_input(engine, view), np.zeros(1, np.int64))


def fly_wars(
    policy: Policy,
    scenario: Scenario,
    charts: LoadedCharts,
    seeds: NDArray[np.uint64],
    *,
    seed: int = 0,
    num_threads: int = 1,
    progress: Progress = lambda ended: None,
    side_by_side: int = BATCH,
) -> Flown:
    """Fly ``policy`` through the wars of ``seeds``.

    Args:
        policy: who plays.
        scenario: what a war is.
        charts: the charts in force.
        seeds: the wars.
        seed: the policy's own seed, for policies that use chance.
        num_threads: threads that share the wars; makes no difference to the result.
        progress: told how many more wars, or missions that make as many, have been flown; all of them in the end.
        side_by_side: wars in the engine at a time; makes no difference to the result.

    Raises:
        FlightError: the policy raised a ValueError, or a user's own policy anything.
    """
    flown = new_flown(seeds)
    start = time.perf_counter()
    for first in range(0, len(seeds), side_by_side):
        rows = slice(first, first + side_by_side)
        part = war_slice(flown, rows)
        engine = Engine(len(part.seeds), scenario, charts, num_threads=num_threads)
        try:
            fly_batch(policy, engine, part, seed, progress)
        finally:
            engine.close()
    return flown._replace(seconds=time.perf_counter() - start)
