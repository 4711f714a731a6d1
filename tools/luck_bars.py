"""Check of luck-adjusted scores: ``python -m tools.luck_bars --game NAME`` measures bias, coverage and variance.

- Bias: pairs of policies, each in wars of its own. Their z is the mean luck of a difference over its standard error.
- Variance: the best script and variants that differ from it in one setting, in the same wars.
- Coverage: evaluations of 100 wars are drawn from these; the share of 95 % intervals that hold the mean of all.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import EvaluatedGame
from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.intervals import interval
from stuka_env.flights.episodes import Flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from stuka_env.io.command_line import status_of
from stuka_env.io.files import write_whole
from stuka_env.policy import load_policy
from tools.luck_studies import STUDIES
from tools.luck_study import Bars

FIRST_SEED = 500
"""Seed of the wars of the first pair, so that they are no others'."""
SAMPLED, EVALUATIONS = 100, 2_000
"""Wars of an evaluation that is drawn, and the number of these."""


class Sampled(NamedTuple):
    """The wars of a game that are flown."""

    game: EvaluatedGame
    spec: Any
    bars: Bars

    def fly(self, name: str, seed: int, wars: int) -> Flown:
        """Fly a script or a variant through the wars of a seed."""
        bars = self.bars
        policy = bars.new_variant(name, bars.variants[name]) if name in bars.variants else None
        return self.game.fly(
            policy or load_policy(name, self.game.name), self.spec, evaluation_seeds(seed, wars), seed=seed
        )


class PairedScores(NamedTuple):
    """Differences of two policies in the same wars, ``(N,)``."""

    plain: NDArray[np.float64]
    adjusted: NDArray[np.float64]

    def z(self) -> float:
        """Return the mean luck of the difference over its standard error, with the sign of adjusted minus plain."""
        luck = self.adjusted - self.plain
        return float(luck.mean() / (luck.std(ddof=1) / np.sqrt(len(luck))))

    def coverage(self, rng: np.random.Generator) -> float:
        """Return the share of intervals of adjusted differences that hold the mean of all."""
        held = 0
        for _ in range(EVALUATIONS):
            found = interval(rng.choice(self.adjusted, SAMPLED, replace=False))
            held += bool(found.low <= self.adjusted.mean() <= found.high)
        return held / EVALUATIONS


def difference(own: Flown, other: Flown) -> PairedScores:
    """Return the differences of a policy to another one."""
    plain = own.scores - other.scores
    return PairedScores(plain, plain - own.luck + other.luck)


def bias_of_pairs(sampled: Sampled, wars: int) -> dict[str, float]:
    """Return z by the names of the pairs."""
    found = {}
    for place, (name, other) in enumerate(sampled.bars.pairs):
        own, others = (sampled.fly(each, FIRST_SEED + place, wars) for each in (name, other))
        found[f"{name} - {other}"] = round(difference(own, others).z(), 2)
        print(f"{name} - {other}: z {found[f'{name} - {other}']:+.2f}", flush=True)
    return found


def variances(sampled: Sampled, wars: int) -> dict[str, Any]:
    """Return variance and coverage by the names of the policies, with those of the best script's scores."""
    name_of_best = sampled.bars.best
    rng, base = np.random.default_rng(0), sampled.fly(name_of_best, 0, wars)
    found: dict[str, Any] = {name_of_best: figures(PairedScores(base.scores, base.scores - base.luck), rng)}
    for name in sampled.bars.measured:
        found[f"{name} - {name_of_best}"] = figures(difference(sampled.fly(name, 0, wars), base), rng)
        print(f"{name} - {name_of_best}: {found[f'{name} - {name_of_best}']}", flush=True)
    return found


def figures(sample: PairedScores, rng: np.random.Generator) -> dict[str, float]:
    """Return means, standard deviations, their ratio as variances, and the coverage."""
    return {
        "plain_mean": round(float(sample.plain.mean()), 3),
        "adjusted_mean": round(float(sample.adjusted.mean()), 3),
        "plain_deviation": round(float(sample.plain.std()), 3),
        "adjusted_deviation": round(float(sample.adjusted.std()), 3),
        "variance_ratio": round(float(sample.adjusted.var() / sample.plain.var()), 4),
        "coverage": round(sample.coverage(rng), 4),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and return the exit status."""
    words = argparse.ArgumentParser(prog="luck_bars.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--game", choices=list(STUDIES), required=True, help="the game")
    words.add_argument("--env", help="environment (default: the usual one of the game)")
    words.add_argument("--wars", type=int, default=2_000, help="wars for the variance (default: 2000)")
    words.add_argument("--pair-wars", type=int, default=300, help="wars of each pair (default: 300)")
    words.add_argument("--output", type=Path, required=True, help="file of the figures")
    options = words.parse_args(arguments)

    def work() -> int:
        game = game_named(options.game)
        spec, _ = game.envs.read_arguments(game.ids.index(options.env or game.usual))
        sampled = Sampled(evaluated_game(options.game), spec, STUDIES[options.game].bars)
        contents = {
            "luck_sha256": sampled.game.luck_sha256,
            "wars": options.wars,
            "pair_wars": options.pair_wars,
            "variances": variances(sampled, options.wars),
            "z_of_pairs": (pairs := bias_of_pairs(sampled, options.pair_wars)),
            "sum_of_z": round(sum(pairs.values()) / np.sqrt(len(pairs)), 3),
        }
        write_whole(options.output, (json.dumps(contents, indent=1) + "\n").encode())
        return 0

    return status_of("luck_bars.py", work)


if __name__ == "__main__":
    sys.exit(main())
