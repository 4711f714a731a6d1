"""Flights of a policy through many wars at once, on the engine of the environments."""

import functools
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import draw_noise
from stuka_env.declared.records import Rows
from stuka_env.engine.engine import Engine, PositionWriter, View
from stuka_env.game import AnyWarSpec, Game, game_named
from stuka_env.io.user_code import UserCodeError, user_code_error
from stuka_env.policy import Policy, PolicyInput, checked_game

BATCH = 512
"""Number of wars that are flown side by side, which affects the speed only."""
MOST_TURNS = 20_000
"""Turns after which a war counts as unfinished; the longest wars need a fifth of that."""

Progress = Callable[[int], Any]
"""A callback with the number of wars flown since the last call. Wars under way count by their lines."""


Witness = Callable[[Engine, slice, NDArray[np.int64] | None], Any]
"""A callback after the reset of an engine and after every step, with the engine and its wars' places among all. The
third argument is the actions of the step, or None after the reset."""


class FlightError(UserCodeError):
    """A policy refused to continue, or its code failed; the first line names the policy and the reason."""


class Flown(NamedTuple):
    """Results of a policy's wars: a row for each war, in the order of their seeds."""

    seeds: NDArray[np.uint64]
    """``(N,)``: base seed of each war; ``env.reset(seed=...)`` begins the same war."""
    results: NDArray[Any]
    """Records of the game's ``rules.ledger.Result``, ``(N,)``; all 0 for a war that was not finished. In the first
    game: ``score`` in points, ``level`` of victory, ``destroyed`` aircraft, ``kia``, ``no_fly`` and ``missions`` as
    counts."""
    scores: NDArray[np.float64]
    """``(N,)``: the official score of each war; 0 for a war that was not finished."""
    finished: NDArray[np.bool_]
    """``(N,)``: whether the war ended; a hundred illegal actions in a row leave it unfinished."""
    decisions: NDArray[np.int64]
    """``(N,)``: decisions taken."""
    illegal: NDArray[np.int64]
    """``(N,)``: number of illegal actions among the decisions."""
    logs: NDArray[Any]
    """Records of the game's ``rules.mat.LogLine``, ``(N, L)``: the log sheets. The first lines of each row are in use,
    as many as the result says: ``missions`` in the first game, ``lines`` in the second."""
    tracks: NDArray[Any]
    """``(N,)``: the part of the mat with the score at the end; all 0 for a war that was not finished. In the first game
    records of ``rules.mat.Track``, in the second of ``rules.mat.Calendar``."""
    expected: NDArray[np.float32]
    """``(N, L)``: the final score that the policy expected when each line of the log sheet began, or NaN. Only
    ``evaluate.py`` records it."""
    luck: NDArray[np.float64]
    """``(N,)``: the part of the final score that dice and cards brought, or NaN. Only ``evaluate.py`` measures it."""
    seconds: float
    """Wall-clock time of the flights."""

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.scores.mean())

    @property
    def standard_error(self) -> float:
        """The standard error of the mean score; NaN for a single war."""
        wars = len(self.seeds)
        return float(self.scores.std(ddof=1) / np.sqrt(wars)) if wars > 1 else float("nan")

    def __str__(self) -> str:
        """Return a line with the number of wars, the mean score, its standard error, and any problems."""
        wars, unfinished, illegal = len(self.seeds), int((~self.finished).sum()), int(self.illegal.sum())
        error = f" +- {self.standard_error:.2f} (standard error)" if wars > 1 else ""
        words = [f"{wars:,} {'war' if wars == 1 else 'wars'}: mean score {self.mean:.2f}{error}"]
        words += [f"{unfinished:,} not finished"] if unfinished else []
        words += [f"{illegal:,} illegal actions"] if illegal else []
        return ", ".join(words)


def new_flown(seeds: NDArray[np.uint64], game: Game) -> Flown:
    """Return an empty record for the wars of ``seeds``."""
    wars, parts, kinds = len(seeds), game.flights, game.engine.arrays.kinds
    return Flown(
        seeds,
        np.zeros(wars, kinds.result.dtype),
        np.zeros(wars),
        np.zeros(wars, np.bool_),
        np.zeros(wars, np.int64),
        np.zeros(wars, np.int64),
        np.zeros((wars, kinds.most_lines), kinds.line.dtype),
        np.zeros(wars, parts.standing.dtype),
        np.full((wars, kinds.most_lines), np.nan, np.float32),
        np.full(wars, np.nan),
        0.0,
    )


ARRAYS = tuple(name for name in Flown._fields if name != "seconds")
"""The fields of :class:`Flown` with a row for each war."""


def war_slice(flown: Flown, rows: slice) -> Flown:
    """Return views of some of the wars, which a flight fills in."""
    arrays: dict[str, Any] = {name: getattr(flown, name)[rows] for name in ARRAYS}
    return flown._replace(**arrays)


def join(flights: Sequence[Flown]) -> Flown:
    """Join the wars of all ``flights`` in their order, and add up their times."""
    arrays: dict[str, Any] = {name: np.concatenate([getattr(flown, name) for flown in flights]) for name in ARRAYS}
    return Flown(**arrays, seconds=sum(flown.seconds for flown in flights))


def public_records(engine: Engine) -> tuple[Rows[Any], Rows[Any]]:
    """Return the mats as players see them and the charts, read-only.

    They are views, but for mats of a game that hides something and for charts that differ between the wars.
    """
    return engine.seen_mats(), engine.charts_in_force()


def war_seeds(engine: Engine) -> NDArray[np.int64]:
    """Return the current war seeds as signed 64-bit integers, the type that kernels expect."""
    seeds: NDArray[np.int64] = engine.wars.reports["war_seed"].astype(np.uint64).view(np.int64)
    return seeds


def policy_input(engine: Engine, view: View) -> PolicyInput:
    """Return the inputs of a policy, with noise 0; :func:`brought_up_to_date` returns those after a step."""
    mats, charts = public_records(engine)
    return PolicyInput(view.observations, view.masks, mats, charts, np.zeros(engine.num_envs, np.int64))


def brought_up_to_date(engine: Engine, inputs: PolicyInput) -> PolicyInput:
    """Return the inputs after a step, in which a war may have begun: what is no view is made anew."""
    if engine.spec.random or engine.game.engine.hidden is not None:
        mats, charts = public_records(engine)
        return inputs._replace(snapshot=mats, charts=charts)
    return inputs


@contextmanager
def errors_of(policy: Policy) -> Iterator[None]:
    """Turn errors of a policy into a :class:`FlightError`, inside ``with``.

    Raises:
        FlightError: the user's own code failed, and the message names file and line; or a policy of this project raised
            a ValueError.
    """
    try:
        yield
    except Exception as error:
        trouble = user_code_error(error, policy.name)
        if trouble is not None:
            raise FlightError(str(trouble)) from error
        if not isinstance(error, ValueError):
            raise
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise FlightError(f"policy {policy.name!r}: {reason}") from error


def call_policy(policy: Policy, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
    """Let the policy act.

    Raises:
        FlightError: the policy failed.
    """
    with errors_of(policy):
        policy.act(inputs, actions)


def write_results(flown: Flown, engine: Engine) -> None:
    """Write the results of the first wars of an engine to the rows of ``flown``."""
    rows, parts = slice(len(flown.seeds)), game_named(engine.spec.game).flights
    reports = engine.wars.reports[rows]
    flown.finished[:] = reports["terminated"] == 1
    flown.results[:] = reports["result"]
    flown.scores[:] = parts.scores(flown.results, engine.spec)
    flown.logs[:] = parts.log_sheets(engine.wars)[rows]
    flown.tracks[flown.finished] = parts.standings(engine.wars)[rows][flown.finished]


def fly_batch(
    policy: Policy,
    engine: Engine,
    flown: Flown,
    *,
    seed: int,
    progress: Progress,
    after_step: Callable[[NDArray[np.int64] | None], Any] = lambda actions: None,
    position: PositionWriter | None = None,
) -> None:
    """Fly the wars of ``engine`` to their end, and write their results to the rows of ``flown``.

    ``after_step`` is called after every step with its actions, and with None after the reset. With a ``position`` all
    wars begin there.
    """
    view = engine.new_view()
    engine.reset(view.buffers, flown.seeds.tolist(), position=position)
    after_step(None)
    inputs, parts = policy_input(engine, view), game_named(engine.spec.game).flights
    reports, seeds = engine.wars.reports, war_seeds(engine)
    actions = np.zeros(engine.num_envs, np.int64)
    lines, reported = parts.lines_of(engine.spec), 0
    ended = reports["lines_ended"].astype(np.int64)
    for turn in range(MOST_TURNS):
        draw_noise(seeds, seed, turn, inputs.noise)
        call_policy(policy, inputs, actions)
        flown.decisions[:] += reports["over"] == 0
        engine.step(actions, view.buffers)
        after_step(actions)
        inputs = brought_up_to_date(engine, inputs)
        flown.illegal[:] += reports["illegal"]
        ended += reports["lines_ended"]
        done = int(np.where(reports["over"] > 0, lines, ended).sum()) // lines
        if done > reported:
            progress(done - reported)
            reported = done
        if reports["over"].all():
            break
    progress(engine.num_envs - reported)
    write_results(flown, engine)


def warm_up(policy: Policy, spec: AnyWarSpec, details: str | None = None) -> None:
    """Let the policy choose once in a war that is not counted, so that compilation does not count as flying time.

    Raises:
        FlightError: the policy refuses or fails.
    """
    engine = Engine(1, spec, details=details)
    view = engine.new_view()
    engine.reset(view.buffers, [0])
    call_policy(policy, policy_input(engine, view), np.zeros(1, np.int64))


def fly_wars(
    policy: Policy,
    spec: AnyWarSpec,
    seeds: NDArray[np.uint64],
    *,
    seed: int = 0,
    num_threads: int = 1,
    progress: Progress = lambda ended: None,
    side_by_side: int = BATCH,
    witness: Witness | None = None,
    chances: bool = False,
    details: str | None = None,
) -> Flown:
    """Fly ``policy`` through the wars of ``seeds``.

    Args:
        policy: the policy that plays.
        spec: the kind of war.
        seeds: base seeds of the wars.
        seed: seed of the policy's random numbers.
        num_threads: threads that share the wars, without effect on the results.
        progress: callback with the number of wars flown since its last call.
        side_by_side: number of wars in the engine, without effect on the results.
        witness: reads the wars after each step.
        chances: whether the chance events of each step are kept for it, in a game that can.
        details: setting of the observation that a game has of its own.

    Raises:
        FlightError: the policy raised a ValueError, or a user's own policy any error.
        UnknownPolicyError: the policy is a script of another game.
    """
    checked_game(policy, spec.game)
    flown = new_flown(seeds, game_named(spec.game))
    start = time.perf_counter()
    for first in range(0, len(seeds), side_by_side):
        rows = slice(first, first + side_by_side)
        part = war_slice(flown, rows)
        engine = Engine(len(part.seeds), spec, num_threads=num_threads, chances=chances, details=details)
        after_step = (lambda actions: None) if witness is None else functools.partial(witness, engine, rows)
        try:
            fly_batch(policy, engine, part, seed=seed, progress=progress, after_step=after_step)
        finally:
            engine.close()
    return flown._replace(seconds=time.perf_counter() - start)
