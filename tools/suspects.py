"""Why PPO gains nothing on a network that imitates old_hand: one thing changed at a time, and what comes of it.

``python -m tools.suspects`` imitates old_hand, trains each variant from there in ``runs/ppo-on-clone-*``, flies them
all through the same selection wars, and writes ``suspects.json`` with a section for docs/results.md after each of them.
Ctrl-C stops it, the same command goes on; what the file holds is not trained again, but whatever is begins from the
clone. Two hours of one core.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import interval, span
from agents.registry import make_policy
from agents.seeds import selection_seeds
from agents.training.config import Config
from agents.training.config_file import read_config
from agents.training.run_folder import seed_folder
from agents.training.run_log import LINES, read_lines
from agents.training.trainer import LAST
from stuka_env.flights.episodes import fly_wars
from tools import ROOT
from tools.from_nothing import train_arm
from tools.study import Part, Rows, make_table, study_status

BASE = ROOT / "configs" / "ppo_on_clone.yaml"
OUTPUT = ROOT / "docs" / "results" / "suspects.json"
SCRIPT = "old_hand"
CLONE = [
    "steps=0",
    f"start.imitation={{teacher: {SCRIPT}, decisions: 4_000_000, pool: 500_000, epochs: 1, learning_rate: 1.5e-3, "
    "value: 0.05}",
]
"""The clone that every variant begins from: words over the configuration."""
VARIANTS: dict[str, list[str]] = {
    "as it was": [],
    "no entropy bonus": ["ppo.entropy=0"],
    "four times the updates": ["ppo.epochs=4", "ppo.batch_size=1024"],
    "a tenth of the learning rate": ["ppo.learning_rate=7e-5"],
    "no duplicate tables": ["ppo.tables=1"],
    "16 duplicate tables": ["ppo.tables=16"],
}
"""What is tried, one thing at a time."""
WARS, WAR_SEED = 2_000, 1
"""Selection wars that the variants are compared in; none of them chooses a checkpoint."""
COLUMNS = ("PPO", "greedy, to the clone", f"greedy, to {SCRIPT}", "sampled, to its greedy self", "entropy", "explained")
TEXT = (
    f"A network that imitates {SCRIPT}, then {{steps:,}} decisions of PPO on top of it, one thing changed at a time; "
    f"one seed each, the same {WARS:,} selection wars of Regular Barbarossa. *entropy*: nats a decision in the end; "
    "*explained*: share of the returns' variance that the value explains in the end, most of which is how much of the "
    "war is left. {script}"
)


def config_of(name: str, words: list[str]) -> Config:
    """The configuration of one training."""
    return read_config(BASE, [*words, f"name=ppo-on-clone-{name}"])


def last_figures(config: Config, run: Path) -> dict[str, float]:
    """The newest figures of a training's log."""
    found: dict[str, float] = {}
    for line in read_lines(seed_folder(run, config.seeds[0]) / LINES):
        found |= line
    return found


def scores_of(config: Config, name: str) -> NDArray[np.float64]:
    """What a policy scores in the wars of the comparison, ``(WARS,)``."""
    arguments = config.env.read()
    flown = fly_wars(make_policy(name), arguments.scenario, arguments.charts, selection_seeds(WAR_SEED, WARS))
    return flown.results["score"].astype(np.float64)


class Clone(NamedTuple):
    """The network that every variant begins from."""

    agent: Path
    figures: dict[str, float]
    """The last of its training's log."""
    scores: NDArray[np.float64]
    """``(WARS,)``."""


def row_of(name: str, agent: Path, figures: dict[str, float], clone: Clone, script: NDArray[np.float64]) -> list[str]:
    """One line of the table; ``script`` is what the script scores, ``(WARS,)``."""
    config = config_of("0", CLONE)
    greedy, sampled = scores_of(config, str(agent)), scores_of(config, f"{agent}@sampled")
    told = [figures.get(key) for key in ("entropy/all", "train/explained_variance")]
    return [
        name,
        span(interval(greedy - clone.scores)._asdict(), "+.2f") if name in VARIANTS else "-",
        span(interval(greedy - script)._asdict(), "+.2f"),
        span(interval(sampled - greedy)._asdict(), "+.2f"),
        *("-" if figure is None else f"{figure:.2f}" for figure in told),
    ]


def study(output: Path, to: Path) -> None:
    """Train what is missing, fly, and write what came of it, variant by variant.

    Raises:
        ValueError: ``to`` is some other file, or a run's folder belongs to another training.
        Stopped: Ctrl-C, or the like.
    """
    config = config_of("0", CLONE)
    script = scores_of(config, SCRIPT)
    from_same = [config.model_dump(mode="json"), WARS, WAR_SEED, float(script.mean())]

    @cache
    def clone() -> Clone:
        print("the clone:", flush=True)
        run = train_arm(config, output, 1)
        agent = seed_folder(run, config.seeds[0]) / LAST
        return Clone(agent, last_figures(config, run), scores_of(config, str(agent)))

    def clone_rows() -> Rows:
        return [row_of("none: the clone", clone().agent, clone().figures, clone(), script)]

    def variant_part(number: int, name: str, words: list[str]) -> Part:
        def trained() -> Rows:
            variant = config_of(str(number), [*words, f"start.agent={clone().agent}"])
            print(f"{name}:", flush=True)
            run = train_arm(variant, output, 1)
            agent = seed_folder(run, variant.seeds[0]) / LAST
            return [row_of(name, agent, last_figures(variant, run), clone(), script)]

        return Part(name, [*from_same, config_of(str(number), words).model_dump(mode="json")], trained)

    def section(rows: Rows) -> dict[str, Any]:
        return {
            "title": "Why PPO gains nothing",
            "text": TEXT.format(steps=config_of("1", []).steps, script=f"{SCRIPT} scores {script.mean():.2f} in them."),
            "columns": list(COLUMNS),
            "rows": rows,
            "command": "python -m tools.suspects",
        }

    variants = [variant_part(number, name, words) for number, (name, words) in enumerate(VARIANTS.items(), 1)]
    make_table(to, [Part("clone", from_same, clone_rows), *variants], section)
    print(f"written: {to}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    words = argparse.ArgumentParser(prog="suspects.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--runs", type=Path, default=ROOT / "runs", help="where the trainings go (default: runs)")
    words.add_argument("--output", type=Path, default=OUTPUT, help="where the JSON goes")
    given = words.parse_args(arguments)
    return study_status("suspects.py", lambda: study(given.runs, given.output))


if __name__ == "__main__":
    sys.exit(main())
