"""States for tests: moments of all phases of play, values in them changed, and playing on from what is accepted.

``python -m tools.fuzz states`` looks for a changed state that is accepted and then crashes, hangs or pays nonsense.
"""

import copy
import faulthandler
import json
import math
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stuka_env.declared.values import bounds_of
from stuka_env.engine import state as states
from stuka_env.engine.faults import StateError
from stuka_env.envs.single import StukaEnv
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import SEGMENT_NAMES
from tests.support.playing import IDS, make, mat_bytes
from tests.support.wars import ANY, FLYER, HALF_AND_HALF, choose

State = dict[str, Any]
STUKA = game_named("stuka")
OPERATIONS = ("barbarossa", "case_blue", "citadel")
LEVELS = ("nobody", "green", "veteran", "ace", "elite", "hero")
LONGEST_CASE = 30
"""Seconds after which a case hangs."""


def with_checksum(state: State) -> State:
    """The state with a checksum that fits, if it can have one."""
    try:
        return states.with_checksum(STUKA, state)
    except StateError:
        return state


# --- moments of play ---


def _people(rng: np.random.Generator) -> list[dict[str, Any]]:
    return [
        {
            "level": str(rng.choice(LEVELS)),
            "stress": int(rng.integers(6)),
            "wounds": int(rng.integers(2)),
            "missions": int(rng.integers(10)),
        }
        for _ in range(11)
    ]


def setup(rng: np.random.Generator, env_id: str) -> dict[str, Any]:
    """A setup at random."""
    chosen: dict[str, Any] = {"pilots": _people(rng), "gunners": _people(rng)}
    if rng.random() < 0.3:
        chosen["pilots"][0] = {"level": "ace", "duty": "hospital", "timer": 3}
    if rng.random() < 0.3:
        chosen["aircraft"] = [{"damage": ["tail"], "range_loss": 2}, {"status": "repair", "timer": 4}]
    if rng.random() < 0.5:
        chosen |= {"target": "bridge", "zone": int(rng.integers(1, 7))}
    if rng.random() < 0.5:
        chosen["counts"] = {"destroyed": 1, "kia": 2, "no_fly": int(rng.integers(30))}
    if "Mission" not in env_id and rng.random() < 0.5:
        chosen |= {"mission": 2, "scores": [46]}
    if "Campaign" in env_id and rng.random() < 0.6:
        chosen["segment"] = str(rng.choice(SEGMENT_NAMES))
    return chosen


def reset_options(rng: np.random.Generator, env_id: str) -> dict[str, Any]:
    """Options of a reset at random: mostly none, a setup, or a tape."""
    options: dict[str, Any] = {}
    if rng.random() < 0.4:
        options["setup"] = setup(rng, env_id)
    if rng.random() < 0.2:
        options["dice"] = {"A1": [[2, 3, 4], [2, 3, 5]], "B1": [3, 4, 5], "CUP": [1], "C1": [[3, 4]]}
    return options


def new_env(rng: np.random.Generator) -> StukaEnv:
    """An environment of any id and operation."""
    env_id = str(rng.choice(IDS))
    arguments = {} if "Campaign" in env_id else {"operation": str(rng.choice(OPERATIONS))}
    return make(env_id, duration=str(rng.choice(["short", "regular"])), **arguments)


def moments(seed: int) -> Iterator[StukaEnv]:
    """Every decision and end of an episode played at random, and now and then an illegal action."""
    rng = np.random.default_rng(seed)
    env = new_env(rng)
    env_id = IDS[env.engine.spec.scale]
    env.reset(seed=seed, options=reset_options(rng, env_id) or None)
    policy, number = int(rng.choice([ANY, FLYER, HALF_AND_HALF])), 0
    while True:
        yield env
        if env.engine.wars.reports["over"][0]:
            return
        number += 1
        illegal = rng.random() < 0.02
        try:
            env.step(-1 if illegal else int(choose(env.engine.masks[0], policy, number, seed, 0)))
        except RuntimeError:  # a planned number is not in the cup
            return


# --- changed values ---


class Place(NamedTuple):
    """A number in a state: its array, the path of its field in files, and what it may be."""

    array: str
    path: str
    low: int
    high: int


def _places() -> list[Place]:
    found = []
    for array, kind in STUKA.engine.arrays.stored.items():
        names = STUKA.engine.state.file_names.get(array, {})
        left_out = (*STUKA.engine.state.left_out.get(array, ()), *states.NEVER_KEPT.get(array, ()))
        found += [
            Place(array, names.get(path, path), *bounds)
            for path, bounds in bounds_of(kind.FIELDS).items()
            if path not in left_out
        ]
    return found


PLACES = _places()
RARE = ("log.", "result.")
OFTEN = [place for place in PLACES if place.array in ("mats", "reports") and not place.path.startswith(RARE)]
"""Fields that the rules use most."""
FLOATS = (float("nan"), float("inf"), -1e300, 1e300, -1.0, 0.5, 250.0)


def change(state: State, rng: np.random.Generator) -> str:
    """Change one number of a state; what was done."""
    places = OFTEN if rng.random() < 0.8 else PLACES
    place = places[rng.integers(len(places))]
    here: Any = state["arrays"][place.array]
    *blocks, key = place.path.split(".")
    for block in blocks:
        here = here[block]
    index: Any = key
    while isinstance(here[index], list):
        if not here[index]:
            return ""
        here, index = here[index], int(rng.integers(len(here[index])))
    old = here[index]
    here[index] = _new_value(old, place, rng)
    return f"{place.array}.{place.path}[{index}]: {old} to {here[index]}"


def _new_value(old: Any, place: Place, rng: np.random.Generator) -> Any:
    if isinstance(old, float):
        return FLOATS[rng.integers(len(FLOATS))]
    kind = rng.random()
    if kind < 0.4:
        return min(place.high, max(place.low, old + int(rng.choice([-2, -1, 1, 2]))))
    if kind < 0.6:
        return int(rng.choice([0, place.low, place.high]))
    if kind < 0.95:
        return place.low + int(rng.integers(min(place.high - place.low, 1 << 31) + 1))
    return int(rng.integers(-128, 128))


def mend(env: StukaEnv, state: State) -> None:
    """Put right what a forger can work out: the mask, the score that is due, the result, what the report repeats."""
    try:
        snapshot = STUKA.engine.arrays.snapshot(
            *[states._decode(STUKA.engine, name, state["arrays"][name], False) for name in STUKA.engine.arrays.stored]
        )
        masks, reports = env.engine.recompute(snapshot)
    except (StateError, IndexError):
        return
    mat, report = snapshot.mats[0], snapshot.reports[0]
    snapshot.masks[0] = masks[0]
    report["ledger"]["due"] = reports[0]["ledger"]["due"]
    report["ledger"]["missions"] = mat["track"]["logged"]
    report["ledger"]["operations"] = mat["track"]["operations_done"]
    report["decision"], report["line_index"] = mat["cursor"]["decision"], mat["war"]["mission_of_war"]
    report["terminated"] = report["over"] = mat["track"]["over"]
    report["truncated"] = report["illegal"] = report["streak"] = 0
    report["result"] = reports[0]["result"]
    for name in ("reports", "masks"):
        state["arrays"][name] = states._encode(STUKA.engine, name, getattr(snapshot, name))


# --- playing on ---


class UnsoundError(AssertionError):
    """A state was accepted that play does not stand."""


def play_on(env: StukaEnv, rng: np.random.Generator, steps: int) -> str:
    """Play at random from where an environment stands; "played", or why play could not go on.

    Raises:
        UnsoundError: a reward is no number, or a step that was refused has changed something.
    """
    for _ in range(steps):
        if env.engine.wars.reports["over"][0]:
            break
        env.legal_actions()
        before, masks = mat_bytes(env), env.action_masks()
        try:
            _, reward, *_ = env.step(int(rng.choice(np.flatnonzero(masks))))
        except (ValueError, RuntimeError) as error:
            if "\n" in str(error) or mat_bytes(env) != before or (env.action_masks() != masks).any():
                raise UnsoundError(f"refused, and not as it was: {error}") from None
            return f"stopped: {error}"
        if not math.isfinite(reward) or abs(reward) > 20:
            raise UnsoundError(f"a reward of {reward}")
    return "played"


def attempt(env: StukaEnv, seed: int) -> tuple[str, str]:
    """Change a state of this moment and play on; what was changed, and what came of it."""
    rng = np.random.default_rng(seed)
    other = env.clone("same")
    state = copy.deepcopy(env.get_state())
    done = [change(state, rng) for _ in range(int(rng.choice([1, 1, 1, 2, 3, 5])))]
    if rng.random() < 0.7:
        mend(other, state)
    before = mat_bytes(other)
    try:
        other.set_state(with_checksum(state))
    except StateError as error:
        if "\n" in str(error) or len(str(error)) > 500 or mat_bytes(other) != before:
            raise UnsoundError(f"refused, and not in one line: {error}") from None
        return "; ".join(done), "refused"
    return "; ".join(done), play_on(other, rng, int(rng.choice([5, 40, 400], p=[0.5, 0.4, 0.1])))


def fuzz(seed: int, seconds: float, case: Path, show: bool) -> Counter[str]:
    """Change states for so long; how often what came of it."""
    counts: Counter[str] = Counter()
    stop = time.monotonic() + seconds
    while time.monotonic() < stop:
        seed += 1
        rng = np.random.default_rng(seed)
        for number, env in enumerate(moments(seed)):
            if rng.random() > 0.2:
                continue
            case.write_text(json.dumps([seed, number]))
            faulthandler.dump_traceback_later(LONGEST_CASE, exit=True)
            try:
                what, outcome = attempt(env, seed * 10_000 + number)
            except Exception as error:
                raise UnsoundError(f"moment {number} of war {seed}: {type(error).__name__}: {error}") from error
            finally:
                faulthandler.cancel_dump_traceback_later()
            counts[outcome] += 1
            counts["changed"] += 1
            if show and outcome.startswith("stopped"):
                print(f"moment {number} of war {seed}: {what}: {outcome}")
            if time.monotonic() > stop:
                break
    return counts
