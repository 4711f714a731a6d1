"""Check of luck-adjusted scores of careers: ``python -m tools.career_luck_bars`` measures bias, coverage and variance.

- Bias: pairs of policies, each in wars of its own. Their z is the mean luck of a difference over its standard error.
- Variance: ``veteran`` and variants that differ from it in one setting, in the same wars.
- Coverage: evaluations of 100 wars are drawn from these; the share of 95 % intervals that hold the mean of all.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import interval
from agents.games.interceptor.luck.recorder import fly_with_luck, luck_digest
from agents.games.interceptor.players import SECOND_GAME
from agents.games.interceptor.scripts import veteran
from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.style import (
    ALWAYS,
    BURST_ALWAYS,
    NEVER,
    TURNS_IF_AGILE,
    WINGMAN_UNESCORTED,
    Style,
)
from stuka_env.command_line import status_of
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.files import write_whole
from stuka_env.flights.episodes import Flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.scenario.arguments import read_war_spec
from stuka_env.policy import Policy, PolicyInput, load_policy
from stuka_env.records import Rows

CAREER = read_war_spec(Scale.CAREER)
VARIANTS: dict[str, dict[str, Any]] = {
    "close_box": {"close_box": 0},
    "again": {"again": 1},
    "finish": {"finish": NEVER},
    "wingman": {"wingman": WINGMAN_UNESCORTED},
    "evades": {"evades": TURNS_IF_AGILE},
    "burst": {"burst": BURST_ALWAYS},
    "on": {"on": ALWAYS},
}
"""Policies that differ from ``veteran`` in one setting, by its name."""
MEASURED = ("close_box", "again", "finish", "wingman")
"""Variants whose variance is measured."""
PAIRS = (
    *((name, "veteran") for name in VARIANTS),
    *(("by_the_book", name) for name in ("veteran", "careful", "rash", "random_flyer")),
    *(("careful", name) for name in ("veteran", "rash", "again")),
    ("rash", "veteran"), ("random_flyer", "veteran"),
)  # fmt: skip
"""Pairs of policies whose bias is measured."""
FIRST_SEED = 500
"""Seed of the wars of the first pair, so that they are no others'."""
SAMPLED, EVALUATIONS = 100, 2_000
"""Wars of an evaluation that is drawn, and the number of these."""


@compiled
def play_all(
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    style: Style,
    actions: NDArray[np.int64],
) -> None:
    """Let a style choose in every war that is not over."""
    for war in range(len(mats)):
        if not mats[war].career.over:
            actions[war] = play(mats[war], charts[0], masks[war], style).action


class StyledPolicy:
    """A policy of one style."""

    def __init__(self, name: str, style: Style) -> None:
        self.name = name
        self._style = style

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the actions."""
        play_all(inputs.mats, inputs.charts, inputs.masks, self._style, actions)


def policy_named(name: str) -> Policy:
    """Return a script or a variant."""
    if name in VARIANTS:
        return StyledPolicy(name, veteran.STYLE._replace(**VARIANTS[name]))
    return load_policy(name, SECOND_GAME)


def fly(name: str, seed: int, careers: int) -> Flown:
    """Fly the careers of a seed."""
    return fly_with_luck(policy_named(name), CAREER, evaluation_seeds(seed, careers), seed=seed)


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


def bias_of_pairs(careers: int) -> dict[str, float]:
    """Return z by the names of the pairs."""
    found = {}
    for place, (name, other) in enumerate(PAIRS):
        seed = FIRST_SEED + place
        found[f"{name} - {other}"] = round(difference(fly(name, seed, careers), fly(other, seed, careers)).z(), 2)
        print(f"{name} - {other}: z {found[f'{name} - {other}']:+.2f}", flush=True)
    return found


def variances(careers: int) -> dict[str, Any]:
    """Return variance and coverage by the names of the variants, with those of the baseline's scores."""
    rng, base = np.random.default_rng(0), fly("veteran", 0, careers)
    found: dict[str, Any] = {"veteran": figures(PairedScores(base.scores, base.scores - base.luck), rng)}
    for name in (*MEASURED, "by_the_book"):
        found[f"{name} - veteran"] = figures(difference(fly(name, 0, careers), base), rng)
        print(f"{name} - veteran: {found[f'{name} - veteran']}", flush=True)
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
    words = argparse.ArgumentParser(prog="career_luck_bars.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--careers", type=int, default=2_000, help="careers for the variance (default: 2000)")
    words.add_argument("--pair-careers", type=int, default=300, help="careers of each pair (default: 300)")
    words.add_argument("--output", type=Path, required=True, help="file of the figures")
    options = words.parse_args(arguments)

    def work() -> int:
        contents = {
            "luck_sha256": luck_digest(),
            "careers": options.careers,
            "pair_careers": options.pair_careers,
            "variances": variances(options.careers),
            "z_of_pairs": (pairs := bias_of_pairs(options.pair_careers)),
            "sum_of_z": round(sum(pairs.values()) / np.sqrt(len(pairs)), 3),
        }
        write_whole(options.output, (json.dumps(contents, indent=1) + "\n").encode())
        return 0

    return status_of("career_luck_bars.py", work)


if __name__ == "__main__":
    sys.exit(main())
