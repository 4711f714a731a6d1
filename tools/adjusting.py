"""The break-even of luck-adjusted scores: ``python -m tools.adjusting --env ID --policies A B`` prints it as a table.

The time of a war is measured without luck and with it, on one core. Adjusting pays if a war with luck takes less time
than the plain wars that it is worth, which is the ratio of the variances. The coverage is the share of intervals of
differences to the first policy that hold the mean of all wars, in evaluations drawn from these.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.evaluation_parts import warm_up_in
from agents.evaluation.figures import precision
from agents.evaluation.intervals import estimate_difference
from stuka_env.flights.episodes import Flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named, game_of
from stuka_env.io.command_line import status_of
from stuka_env.policy import load_policy
from tools.generated import LEFT, RIGHT, table

EVALUATION_SIZES = (100, 200, 400)
"""Wars of the evaluations that are drawn."""
DRAWN_EVALUATIONS = 2_000
"""Number of evaluations of each size."""
ADJUSTING_HEAD = (
    "policy", "plain war, ms", "luck of a war, ms", "in flights", "worth of a score", "of a difference",
    *(f"coverage, {size} wars" for size in EVALUATION_SIZES),
)  # fmt: skip


class AdjustedWars(NamedTuple):
    """The wars of a policy with their luck, and the seconds of one."""

    scores: NDArray[np.float64]
    luck: NDArray[np.float64]
    plain_seconds: float
    luck_seconds: float


def timed(fly: Callable[[], Flown], wars: int) -> tuple[Flown, float]:
    """Fly, and return the outcome with the seconds of the processor for a war."""
    start = time.process_time()
    flown = fly()
    return flown, (time.process_time() - start) / wars


def measure(env: str, name: str, wars: int) -> AdjustedWars:
    """Fly a policy through the same wars without luck and with it, after a few that compile."""
    game = game_of(env)
    assert game is not None, env
    spec, _ = game_named(game.name).envs.read_arguments(game.ids.index(env))
    parts, policy = evaluated_game(game.name), load_policy(name, game.name)
    warm_up_in(spec, policy)
    parts.fly(policy, spec, evaluation_seeds(1, 2))
    seeds = evaluation_seeds(0, wars)
    _, plain_seconds = timed(lambda: parts.fly_without_luck(policy, spec, seeds), wars)
    flown, seconds = timed(lambda: parts.fly(policy, spec, seeds), wars)
    return AdjustedWars(flown.scores, flown.luck, plain_seconds, seconds - plain_seconds)


def coverage(gaps: NDArray[np.float64], size: int, rng: np.random.Generator) -> float:
    """Return the share of intervals of ``size`` differences, drawn from all, that hold the mean of all."""
    drawn = (estimate_difference(rng.choice(gaps, (1, 1, size))) for _ in range(DRAWN_EVALUATIONS))
    return float(np.mean([found.low <= gaps.mean() <= found.high for found in drawn if found.low is not None]))


def worth(plain: NDArray[np.float64], luck: NDArray[np.float64]) -> str:
    """Return the plain wars that one adjusted war is worth, as a cell."""
    found = precision(plain[None, None], (plain - luck)[None, None])
    return "-" if found is None else f"{found:.2f}"


def row(name: str, own: AdjustedWars, first: AdjustedWars) -> list[str]:
    """Return the row of a policy; the cells of a difference are empty for the first one."""
    cells = [f"`{name}`", f"{1000 * own.plain_seconds:.2f}", f"{1000 * own.luck_seconds:.2f}"]
    cells += [f"{own.luck_seconds / own.plain_seconds:.1f}", worth(own.scores, own.luck)]
    if own is first:
        return [*cells, *["-"] * (1 + len(EVALUATION_SIZES))]
    gaps, luck = own.scores - first.scores, own.luck - first.luck
    shares = (coverage(gaps - luck, size, np.random.default_rng(0)) for size in EVALUATION_SIZES)
    return [*cells, worth(gaps, luck), *(f"{share:.1%}".replace("%", " %") for share in shares)]


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print the table and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.adjusting", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--env", required=True, metavar="ID", help="environment with its default arguments")
    parser.add_argument("--policies", nargs="+", required=True, metavar="NAME", help="the first is the baseline")
    parser.add_argument("--wars", type=int, default=1_000, metavar="N", help="wars a policy (default: 1000)")
    options = parser.parse_args(words)

    def work() -> int:
        found = {name: measure(options.env, name, options.wars) for name in options.policies}
        rows = [row(name, own, found[options.policies[0]]) for name, own in found.items()]
        print("\n".join(table(ADJUSTING_HEAD, rows, [LEFT, *[RIGHT] * (len(ADJUSTING_HEAD) - 1)])))
        return 0

    return status_of("adjusting", work)


if __name__ == "__main__":
    sys.exit(main())
