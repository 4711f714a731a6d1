"""Batches of wars: candidates are selected with some rollouts, and then tested with others.

The selection and the test have dice of their own. The selection names the best choice of a candidate and the number of
rollouts of its test. So the tests are fixed before the first of their rollouts.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.exercises.candidates import BatchKind, Candidates, fly_candidates
from agents.games.stuka.exercises.rollouts import Differences, compare_choices, inputs_of, runner_up
from agents.games.stuka.players import SCRIPTS
from agents.registry import make_policy
from stuka_env.files import write_whole
from stuka_env.games.stuka.codes import SEGMENT_NAMES, Decision, Scale
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.scenario.missions import missions_of
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import import_object
from stuka_env.reading import MIB, read_arrays

ROLLOUT_SCRIPT = "old_hand"
"""The script that flies all rollouts on."""
FLYING_SCRIPTS = ("old_hand", "champion", "doctrine", "kette", "bold", "cautious")
"""Scripts that fly the wars, in turn."""
ANSWERING_SCRIPTS = ("doctrine", "old_hand", "champion", "kette", "cautious", "bold", "lone_wolf")
"""Scripts whose answers are noted."""
LEAST_GAP = 1.0
"""Points by which the best choice must beat every other one."""
FIRST_ROLLOUTS, SELECTION_ROLLOUTS = 64, 512
"""Rollouts of each choice in the two rounds of the selection."""
FIRST_GAP, SELECTED_GAP = 0.75, 1.25
"""Points by which the best choice must lead in these rounds."""
ASSUMED_QUANTILE, RESERVE = 4.8, 1.2
"""Standard errors and reserve from which the number of rollouts of a test follows."""
FEWEST_TESTED, MOST_TESTED = 4_096, 1 << 17
"""Limits of that number."""
MOST_FLOWN = 150_000
"""Limit of the missions that all rollouts of a test have; more make the exercises too expensive."""
PROMOTION_FACTOR = 3
"""Factor on that limit for promotions, whose effect lies in many later missions."""
MOST_LEFT = 10
"""Missions before the end of the war at which a candidate comes at the earliest."""
SELECTED_A_DECISION = {Scale.MISSION: 16, Scale.SEGMENT: 8, Scale.OPERATION: 2}
"""Candidates of each decision that a batch may test; rollouts of an operation are the longest."""
SELECTED_PROMOTIONS = 16
"""Promotions that a batch may test."""
LARGEST_BATCH = 256 * MIB
"""Limit of the bytes of a batch's file."""


class TestedBatch(NamedTuple):
    """The M tested candidates of a batch."""

    mats: NDArray[np.void]
    masks: NDArray[np.int8]
    wars: NDArray[np.int64]
    best: NDArray[np.int64]
    """``(M,)``: the best choice, by the selection."""
    mean: NDArray[np.float64]
    """``(M, ACTIONS)``: points more than the best choice in the test; NaN for illegal actions."""
    error: NDArray[np.float64]
    """``(M, ACTIONS)``: standard errors."""
    rollouts: NDArray[np.int64]
    """``(M,)``: rollouts of each choice in the test."""
    answers: NDArray[np.int64]
    """``(M, S)``: the actions of the scripts."""

    @property
    def candidates(self) -> Candidates:
        """The candidates themselves."""
        return Candidates(self.mats, self.masks, self.wars)


def batch_kinds() -> Iterator[BatchKind]:
    """Yield all batches: missions, segments and operations."""
    operations = ("barbarossa", "case_blue", "citadel")
    kinds: list[tuple[int, dict[str, str], int]] = []
    missions = [(Scale.MISSION, {"operation": name}, 128) for name in operations]
    segments = [(Scale.SEGMENT, {"segment": name}, 48) for name in SEGMENT_NAMES]
    case_blue, barbarossa = ((Scale.OPERATION, {"operation": name}, 32) for name in ("case_blue", "barbarossa"))
    kinds += [*missions * 3, *segments[:2], case_blue, *missions * 2, barbarossa, *missions * 2, *segments[3:4]]
    kinds += [*segments[5:6], *missions * 2, case_blue, *segments[2:3], *segments[4:5], barbarossa, *missions * 2]
    kinds += [*segments * 2, case_blue, barbarossa]
    for number, (scale, arguments, wars) in enumerate(kinds):
        turn = sum(1 for kind in kinds[:number] if kind == kinds[number])
        script = FLYING_SCRIPTS[(number + turn) % len(FLYING_SCRIPTS)]
        yield BatchKind(number, int(scale), arguments, script, wars)


# --- the selection ---


def missions_left(candidates: Candidates, spec: WarSpec) -> NDArray[np.int64]:
    """Return the missions of M candidates that their rollouts fly, ``(M,)``."""
    left: NDArray[np.int64] = missions_of(spec) - candidates.mats["war"]["mission_of_war"].astype(np.int64)
    return np.maximum(left, 1)


def draw_few(
    candidates: Candidates, num_right: NDArray[np.int64], most: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return the indices of at most so many candidates of each decision: half those that most scripts miss."""
    decisions, chosen = candidates.mats["cursor"]["decision"], []
    for decision in np.unique(decisions):
        few = SELECTED_PROMOTIONS if decision == Decision.PROMOTE else most
        places = rng.permutation(np.flatnonzero(decisions == decision))
        hard = places[np.argsort(num_right[places], kind="stable")][: few // 2]
        others = np.setdiff1d(places, hard, assume_unique=True)
        chosen += [*hard, *rng.permutation(others)[: few - len(hard)]]
    return np.sort(np.array(chosen, np.int64))


def answers_of(candidates: Candidates, spec: WarSpec, noise: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the actions of all answering scripts, ``(M, S)``."""
    inputs = inputs_of(candidates, spec, noise)
    answers = np.zeros((len(ANSWERING_SCRIPTS), len(noise)), np.int64)
    for row, name in enumerate(ANSWERING_SCRIPTS):
        make_policy(name).act(inputs, answers[row])
    return answers.T


def sizes_of_tests(
    candidates: Candidates, spec: WarSpec, found: Differences, second: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return the rollouts of each choice that a test needs, ``(M,)``; 0 for a test that would need too many."""
    gaps = np.maximum(-found.mean - LEAST_GAP, 0.01)
    need = np.nanmax((RESERVE * ASSUMED_QUANTILE * found.error / gaps) ** 2, axis=1) * SELECTION_ROLLOUTS
    sizes = 1 << np.ceil(np.log2(np.clip(need, FEWEST_TESTED, MOST_TESTED))).astype(np.int64)
    flown = sizes * candidates.masks.sum(axis=1) * missions_left(candidates, spec)
    is_promotion = candidates.mats["cursor"]["decision"] == Decision.PROMOTE
    limit = np.where(is_promotion, PROMOTION_FACTOR, 1) * MOST_FLOWN
    is_in_reach = (-second >= SELECTED_GAP) & (need <= MOST_TESTED) & (flown <= limit)
    return np.where(is_in_reach, sizes, 0)


def make_batch(kind: BatchKind, seed: int) -> TestedBatch:
    """Fly the wars of a batch, select candidates, and test them.

    Args:
        kind: the batch.
        seed: seed of the exercises.
    """
    spec, rng = kind.spec(), np.random.default_rng([seed, kind.number, 1])
    choose = import_object(SCRIPTS[ROLLOUT_SCRIPT])

    def compare(some: Candidates, compared: NDArray[np.int64], rollouts: NDArray[np.int64]) -> Differences:
        noise = rng.integers(0, 1 << 62, len(compared))
        return compare_choices(some, spec, choose=choose, compared=compared, rollouts=rollouts, noise=noise)

    candidates = fly_candidates(kind, make_policy(kind.policy), seed)
    candidates = candidates.some(np.flatnonzero(missions_left(candidates, spec) <= MOST_LEFT))
    count = len(candidates.wars)
    found = compare(candidates, candidates.masks.argmax(axis=1), np.full(count, FIRST_ROLLOUTS))
    best = np.nanargmax(found.mean, axis=1)
    _, second = runner_up(found, best)
    lead = found.mean[np.arange(count), best] - second
    answers = answers_of(candidates, spec, rng.integers(0, 1 << 62, count))
    led = np.flatnonzero(lead >= FIRST_GAP)
    num_right = (answers[led] == best[led, None]).sum(axis=1)
    few = led[draw_few(candidates.some(led), num_right, SELECTED_A_DECISION[Scale(kind.scale)], rng)]
    candidates, best, answers = candidates.some(few), best[few], answers[few]
    found = compare(candidates, best, np.full(len(few), SELECTION_ROLLOUTS))
    sizes = sizes_of_tests(candidates, spec, found, runner_up(found, best)[1])
    few = np.flatnonzero(sizes)
    candidates, best, answers, sizes = candidates.some(few), best[few], answers[few], sizes[few]
    tested = compare(candidates, best, sizes)
    return TestedBatch(*candidates, best, tested.mean, tested.error, sizes, answers)


# --- files ---


def batch_in(path: Path, kind: BatchKind, seed: int) -> TestedBatch:
    """Return the batch in a file; make it and write the file if there is none."""
    if not path.exists():
        contents = io.BytesIO()
        np.savez_compressed(contents, **make_batch(kind, seed)._asdict())
        write_whole(path, contents.getvalue())
    arrays = read_arrays(path, TestedBatch._fields, LARGEST_BATCH)
    return TestedBatch(**arrays | {"mats": arrays["mats"].view(np.dtype((np.record, Mat.dtype)))})
