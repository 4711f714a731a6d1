"""Measure what a player of careers gains who knows which cards are left in the deck.

At decisions in the air of `champion`'s careers two choices are made by clones. The clones of the first have the deck as
it is. Those of the second have a full one, except for the cards of the current round, as a player believes who has
forgotten the discards. Fresh clones with the true deck measure what the first choice gains over the second. A memory
can tell no more than the discards, so this bounds what it is worth to a player who looks one decision ahead.

The file is written after every few careers, so an interrupted run continues there.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.clones import read_only
from agents.games.interceptor.improvement.clones import (
    ON_THE_GROUND,
    ChoicePositions,
    Openings,
    collect_positions,
    fly_actions,
)
from agents.games.interceptor.improvement.fitting import new_openings
from agents.games.interceptor.planner.parts import kept_player
from agents.games.interceptor.review.futures import FUTURES
from agents.progress import progress_bar
from agents.rows import some_rows
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import ACTIONS, Decision, Scale
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.records import Rows, rows
from tools import ROOT
from tools.resumable import keep_figures, kept_figures, resumable_status

DECK_FILE = ROOT / "docs" / "results" / "interceptor" / "deck.json"
DECK_SEED = 20261127
DECK_CAREERS, DECK_FUTURES = 100, 512
"""Careers, and futures of each action."""
AIR_SHARE = 100
"""Thousandths of the decisions in the air that are measured."""
MOST_IN_THE_AIR = 300
CURRENT_CARDS = ("own", "enemy", "wing", "gunner")
"""The cards of the current round, which everybody sees."""


def forgotten(mats: Rows[Mat]) -> Rows[Mat]:
    """Return copies of mats with a full deck, except for the cards of the current round."""
    copies = mats.copy()
    copies["deck"]["drawn"] = 0
    numbers = [*(copies["deck"][name] for name in CURRENT_CARDS), copies["work"]["redrawn"][:, 0]]
    for cards in numbers:
        out = np.flatnonzero(cards)
        copies["deck"]["drawn"][out, cards[out] - 1] = 1
    return copies


def positions_in_the_air(openings: Openings, number: int) -> ChoicePositions:
    """Return some of the decisions in the air with a choice, of one career with dice of a number."""
    positions = ChoicePositions(
        rows(MOST_IN_THE_AIR, Mat),
        np.zeros((MOST_IN_THE_AIR, ACTIONS), np.int8),
        np.zeros(MOST_IN_THE_AIR, np.int64),
        np.zeros(MOST_IN_THE_AIR, np.int64),
    )
    shares = np.array([0 if int(decision) in ON_THE_GROUND else AIR_SHARE for decision in Decision], np.int64)
    workspace = FUTURES.new_workspace()
    count = collect_positions(kept_player(), openings, workspace, number, shares, positions)
    has_choice = (positions.masks.sum(axis=1) > 1) & (np.arange(MOST_IN_THE_AIR) < count)
    return some_rows(positions, has_choice)


def mean_scores(
    mats: Rows[Mat], openings: Openings, masks: NDArray[np.int8], futures: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the mean scores of the actions that the masks mark, ``(M, ACTIONS)``; NaN for others."""
    scores = np.full((*masks.shape, futures), np.nan, np.float32)
    places, noise = np.zeros(len(mats), np.int64), rng.integers(0, 1 << 62, len(mats))
    fly_actions(
        kept_player(), read_only(mats), openings.charts, read_only(places), masks, read_only(noise),
        FUTURES.new_workspace(), scores,
    )  # fmt: skip
    means: NDArray[np.float64] = scores.mean(axis=2, dtype=np.float64)
    return means


def gains_of_career(seed: int, number: int, futures: int) -> NDArray[np.float64]:
    """Return what knowing the deck gains in the measured decisions of a career, ``(M,)``; its dice have a number."""
    openings, rng = new_openings(WarSpec(scale=Scale.CAREER), [seed]), np.random.default_rng(seed)
    positions = positions_in_the_air(openings, number)
    if not len(positions.own):
        return np.zeros(0)
    chosen = [
        np.nanargmax(mean_scores(mats, openings, positions.masks, futures, rng), axis=1)
        for mats in (positions.mats, forgotten(positions.mats))
    ]
    both, every = np.zeros_like(positions.masks), np.arange(len(positions.own))
    for actions in chosen:
        both[every, actions] = 1
    truth = mean_scores(positions.mats, openings, both, futures, rng)
    gains: NDArray[np.float64] = truth[every, chosen[0]] - truth[every, chosen[1]]
    return gains


def measure(path: Path, careers: int, futures: int) -> None:
    """Measure the careers that are missing in the file."""
    about = {"seed": DECK_SEED, "futures": futures, "share": AIR_SHARE / 1000}
    results = kept_figures(path, about, measured=[], differ=[], gain=[])
    bar = progress_bar(careers, "careers", "career")
    bar.update(len(results["gain"]))
    for seed in evaluation_seeds(DECK_SEED, careers)[len(results["gain"]) :].tolist():
        gains = gains_of_career(seed, len(results["gain"]), futures)
        results["measured"].append(len(gains))
        results["differ"].append(int(np.count_nonzero(gains)))
        results["gain"].append(float(gains.sum()))
        keep_figures(path, results)
        bar.update()
    bar.close()


def main(words: Sequence[str] | None = None) -> int:
    """Measure the careers. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.deck_knowledge", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--careers", type=int, default=DECK_CAREERS, help="careers (default: %(default)s)")
    parser.add_argument(
        "--futures", type=int, default=DECK_FUTURES, help="futures of each action (default: %(default)s)"
    )
    parser.add_argument("--output", type=Path, default=DECK_FILE, help="the file of the figures")
    options = parser.parse_args(words)
    return resumable_status("deck_knowledge", partial(measure, options.output, options.careers, options.futures))


if __name__ == "__main__":
    sys.exit(main())
