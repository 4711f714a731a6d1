"""Batches of wars: candidates are selected with some rollouts, and then tested with others.

The selection and the test have dice of their own. The selection names the best choice of a candidate and the number of
rollouts of its test. So the tests are fixed before the first of their rollouts.
"""

import io
from collections import Counter
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.exercises.making import BatchKind, Candidates, ExerciseMaking
from agents.exercises.rollouts import Differences, compare_choices, inputs_of, runner_up
from agents.registry import make_policy
from agents.seeds import exercise_seeds
from stuka_env.compiling.philox import draw_noise
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import MOST_TURNS, brought_up_to_date, call_policy, policy_input, war_seeds
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, read_arrays
from stuka_env.policy import Policy

STRAYING, STRAY_CHOICES = 3, 0.08
"""One war in :data:`STRAYING` has this share of random actions."""


def fly_candidates(making: ExerciseMaking, kind: BatchKind, policy: Policy) -> Candidates:
    """Fly the wars of a batch to their end and return its candidates: one of each decision from a war.

    Args:
        making: the declarations of the game.
        kind: the batch.
        policy: the script of its name.
    """
    seed, spec = making.seed, kind.spec()
    rng = np.random.default_rng([seed, kind.number])
    engine = Engine(kind.wars, spec)
    view = engine.new_view()
    engine.reset(view.buffers, exercise_seeds(seed, kind.number, kind.wars))
    inputs, seeds = policy_input(engine, view), war_seeds(engine)
    over, decisions = engine.wars.reports["over"], engine.wars.mats["cursor"]["decision"]
    actions, is_straying = np.zeros(kind.wars, np.int64), np.arange(kind.wars) % STRAYING == 0
    seen: Counter[tuple[int, int]] = Counter()
    kept: dict[tuple[int, int], tuple[np.void, NDArray[np.int8]]] = {}
    for turn in range(MOST_TURNS):
        mats = inputs.snapshot
        has_choice = (over == 0) & (view.masks.sum(axis=1) > 1)
        for war in np.flatnonzero(has_choice & making.is_asked(mats, view.masks, spec)).tolist():
            group = (war, int(decisions[war]))
            seen[group] += 1
            if seen[group] == 1 or rng.integers(seen[group]) == 0:  # each of them is as likely to be kept
                kept[group] = (mats[war].copy(), view.masks[war].copy())
        draw_noise(seeds, seed, turn, inputs.noise)
        call_policy(policy, inputs, actions)
        lots = rng.random(view.masks.shape) * view.masks
        stray = is_straying & (rng.random(kind.wars) < STRAY_CHOICES) & (over == 0)
        actions[stray] = lots[stray].argmax(axis=1)
        engine.step(actions, view.buffers)
        inputs = brought_up_to_date(engine, inputs)
        if over.all():
            break
    places = sorted(kept)
    return Candidates(
        np.array([kept[place][0] for place in places], engine.wars.mats.dtype),
        np.array([kept[place][1] for place in places], np.int8).reshape(len(places), view.masks.shape[1]),
        np.array([war for war, _ in places], np.int64),
    )


ASSUMED_QUANTILE, RESERVE = 4.8, 1.2
"""Standard errors and reserve from which the number of rollouts of a test follows."""
SMALLEST_LEAD = 0.01
"""Share of the least gap that a lead beyond this gap counts as at least."""
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


# --- the selection ---


class Ranked(NamedTuple):
    """M candidates with their best choices by a round of rollouts."""

    candidates: Candidates
    best: NDArray[np.int64]
    """``(M,)``: the best choices."""
    groups: NDArray[np.int64]
    """``(M,)``: groups of the selection."""
    answers: NDArray[np.int64]
    """``(M, S)``: the actions of the scripts."""

    def some(self, which: NDArray[np.int64]) -> "Ranked":
        """Return the candidates of some indices."""
        return Ranked(self.candidates.some(which), self.best[which], self.groups[which], self.answers[which])


def draw_few(making: ExerciseMaking, scale: int, ranked: Ranked, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the indices of at most so many candidates of each group: every best choice in turn.

    Every second candidate of a best choice is one that most scripts miss. Without the turns a choice that is usually
    the best would fill the group, and the usual answer would solve the exercises.
    """
    num_right = (ranked.answers == ranked.best[:, None]).sum(axis=1)
    chosen: list[int] = []
    for group in np.unique(ranked.groups).tolist():
        queues = []
        for best in np.unique(ranked.best[ranked.groups == group]).tolist():
            places = rng.permutation(np.flatnonzero((ranked.groups == group) & (ranked.best == best)))
            hard = places[np.argsort(num_right[places], kind="stable")]
            queues.append(dict.fromkeys(chain.from_iterable(zip(hard.tolist(), places.tolist(), strict=True))))
        in_turn = chain.from_iterable(zip_longest(*queues))
        chosen += islice((place for place in in_turn if place is not None), making.most_selected(scale, group))
    return np.sort(np.array(chosen, np.int64))


def answers_of(
    making: ExerciseMaking, candidates: Candidates, spec: AnyWarSpec, noise: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the actions of all answering scripts, ``(M, S)``."""
    inputs = inputs_of(candidates, spec, noise)
    answers = np.zeros((len(making.answering_scripts), len(noise)), np.int64)
    for row, name in enumerate(making.answering_scripts):
        make_policy(name, making.game).act(inputs, answers[row])
    return answers.T


def sizes_of_tests(
    making: ExerciseMaking,
    candidates: Candidates,
    spec: AnyWarSpec,
    found: Differences,
    second: NDArray[np.float64],
) -> NDArray[np.int64]:
    """Return the rollouts of each choice that a test needs, ``(M,)``; 0 for a test that would need too many."""
    rounds, least_gap = making.rounds, making.least_gap
    gaps = np.maximum(-found.mean - least_gap, SMALLEST_LEAD * least_gap)
    need = np.nanmax((RESERVE * ASSUMED_QUANTILE * found.error / gaps) ** 2, axis=1) * rounds.selection
    sizes = 1 << np.ceil(np.log2(np.clip(need, rounds.fewest_tested, rounds.most_tested))).astype(np.int64)
    flown = sizes * candidates.masks.sum(axis=1) * making.lines_left(candidates.mats, spec)
    is_in_reach = (-second >= rounds.selected_gap) & (need <= rounds.most_tested)
    return np.where(is_in_reach & (flown <= making.limits_of(candidates.mats)), sizes, 0)


def make_batch(making: ExerciseMaking, kind: BatchKind) -> TestedBatch:
    """Fly the wars of a batch, select candidates, and test them."""
    spec, rounds = kind.spec(), making.rounds
    rng = np.random.default_rng([making.seed, kind.number, 1])

    def compare(some: Candidates, compared: NDArray[np.int64], rollouts: NDArray[np.int64]) -> Differences:
        noise = rng.integers(0, 1 << 62, len(compared))
        script = making.rollout_script
        return compare_choices(making, some, spec, script=script, compared=compared, rollouts=rollouts, noise=noise)

    candidates = fly_candidates(making, kind, make_policy(kind.policy, making.game))
    candidates = candidates.some(np.flatnonzero(making.lines_left(candidates.mats, spec) <= making.most_left))
    count = len(candidates.wars)
    found = compare(candidates, candidates.masks.argmax(axis=1), np.full(count, rounds.first))
    best = np.nanargmax(found.mean, axis=1)
    next_best, second = runner_up(found, best)
    answers = answers_of(making, candidates, spec, rng.integers(0, 1 << 62, count))
    ranked = Ranked(candidates, best, making.groups_of(candidates.mats, best, next_best), answers)
    lead = found.mean[np.arange(count), best] - second
    led = ranked.some(np.flatnonzero((lead >= rounds.first_gap) & (ranked.groups >= 0)))
    selected = led.some(draw_few(making, kind.scale, led, rng))
    found = compare(selected.candidates, selected.best, np.full(len(selected.best), rounds.selection))
    sizes = sizes_of_tests(making, selected.candidates, spec, found, runner_up(found, selected.best)[1])
    few = np.flatnonzero(sizes)
    chosen, sizes = selected.some(few), sizes[few]
    tested = compare(chosen.candidates, chosen.best, sizes)
    return TestedBatch(*chosen.candidates, chosen.best, tested.mean, tested.error, sizes, chosen.answers)


# --- files ---


def batch_in(path: Path, making: ExerciseMaking, kind: BatchKind) -> TestedBatch:
    """Return the batch in a file; make it and write the file if there is none."""
    if not path.exists():
        contents = io.BytesIO()
        np.savez_compressed(contents, **make_batch(making, kind)._asdict())
        write_whole(path, contents.getvalue())
    arrays = read_arrays(path, TestedBatch._fields, LARGEST_BATCH)
    mat = game_named(making.game).engine.arrays.stored["mats"].dtype
    return TestedBatch(**arrays | {"mats": arrays["mats"].view(np.dtype((np.record, mat)))})
