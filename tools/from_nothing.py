"""PPO that imitates nobody: three networks learn a Mission and an operation, three seeds each; how far they come.

``python -m tools.from_nothing`` trains what is not trained yet, in ``runs/from-nothing-*``, and writes
``from_nothing.json`` with a section for docs/results.md after each network. Ctrl-C stops it, the same command goes on;
what the file holds is not trained again, whatever has become of its runs. An operation takes hours; ``--scenarios
mission`` is done within the hour.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.episodes import fly
from agents.registry import make_policy
from agents.training.config import Config
from agents.training.config_file import ConfigError, config_text, read_config
from agents.training.jobs import train_all
from agents.training.run_folder import CONFIG, create_run, open_run, read_results, seed_folder
from agents.training.run_log import LINES, read_lines
from agents.training.selection import seeds_of
from agents.training.trainer import Stopped
from stuka_env.cli import Interrupted, status_of
from stuka_env.files import write_whole
from tools import ROOT

BASE = ROOT / "configs" / "from_nothing.yaml"
OUTPUT = ROOT / "docs" / "results" / "from_nothing.json"
FORMAT = 1
SCENARIOS: dict[str, list[str]] = {
    "mission": [],
    "operation": ["env.id=Stuka/Operation-v0", "steps=20_000_000", "evaluation.every=1_000_000", "evaluation.wars=300"],
}
"""What is learned: words over the configuration."""
ARMS: dict[str, list[str]] = {
    "dense": [],
    "dense, duplicate tables": ["ppo.tables=8"],
    "structured, duplicate tables": ["ppo.tables=8", "network={kind: structured, card: 24, trunk: 128, roster: true}"],
}
"""Who learns it."""
YARDSTICKS = ("doctrine", "kette", "old_hand")
COLUMNS = ("scenario", "network", "score", "lowest", "highest", "minutes", *(f"passes {name}" for name in YARDSTICKS))
TEXT = (
    "PPO without a teacher, three seeds each: score after {mission:,} decisions of a Mission and {operation:,} of an "
    "operation, means over the same selection wars as the scripts ({yardsticks}); *passes*: decisions after which the "
    "mean of the seeds was first above that script, as far as an evaluation now and then can say."
)


class Arm(NamedTuple):
    """One network on one scenario."""

    scenario: str
    network: str

    @property
    def config(self) -> Config:
        """Its configuration."""
        name = f"from-nothing-{self.scenario}-{list(ARMS).index(self.network)}"
        return read_config(BASE, [*SCENARIOS[self.scenario], *ARMS[self.network], f"name={name}"])


def train_arm(config: Config, output: Path, jobs: int) -> Path:
    """Train what is missing; the run's folder.

    Raises:
        ConfigError: the folder belongs to another training.
        Stopped: Ctrl-C, or the like.
    """
    run = output / config.name
    if not (run / CONFIG).is_file():
        create_run(output, config.name, config_text(config))
    elif open_run(run) != config:
        raise ConfigError(f"output: {run} has another configuration, allowed is a new folder")
    train_all(config, run, jobs)
    return run


def learning_curve(config: Config, run: Path) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Decisions of the evaluations, ``(E,)``, and the mean score of the seeds then."""
    curves = []
    for seed in config.seeds:
        lines = read_lines(seed_folder(run, seed) / LINES)
        curves.append([(line["steps"], line["evaluation/score"]) for line in lines if "evaluation/score" in line])
    length = min(map(len, curves))
    steps, scores = np.moveaxis(np.array([curve[:length] for curve in curves]), 2, 0)
    return steps[0].astype(np.int64), scores.mean(axis=0)


def first_above(steps: NDArray[np.int64], scores: NDArray[np.float64], bar: float) -> str:
    """The decisions after which the mean is first above the bar, in words."""
    above = np.flatnonzero(scores > bar)
    return f"{steps[above[0]]:,}" if len(above) else "never"


def script_scores(config: Config) -> dict[str, float]:
    """What the scripts score in the selection wars of a training."""
    arguments, found = config.env.read(), {}
    for name in YARDSTICKS:
        flown = fly(make_policy(name), arguments.scenario, arguments.charts, seeds_of(config))
        found[name] = float(flown.results["score"].mean())
    return found


def row_of(arm: Arm, run: Path, bars: dict[str, float]) -> list[str]:
    """The arm's line: how far it was at the end."""
    config, results = arm.config, read_results(arm.config, run)
    steps, scores = learning_curve(config, run)
    last = [result["last"]["score"] for result in results]
    minutes = np.mean([sum(result["seconds"].values()) for result in results]) / 60
    passed = [first_above(steps, scores, bars[name]) for name in YARDSTICKS]
    figures = (f"{np.mean(last):.1f}", f"{min(last):.1f}", f"{max(last):.1f}", f"{minutes:.1f}")
    return [arm.scenario, arm.network, *figures, *passed]


def section(rows: list[list[str]], bars: dict[str, dict[str, float]]) -> dict[str, Any]:
    """The section for docs/results.md."""
    scripts = "; ".join(
        f"{scenario}: " + ", ".join(f"{name} {score:.1f}" for name, score in scores.items())
        for scenario, scores in bars.items()
    )
    steps = {scenario: Arm(scenario, "dense").config.steps for scenario in SCENARIOS}
    return {
        "title": "From nothing",
        "text": TEXT.format(**steps, yardsticks=scripts),
        "columns": list(COLUMNS),
        "rows": rows,
        "command": "python -m tools.from_nothing",
    }


class KnownArm(NamedTuple):
    """What the file holds of an arm."""

    made_from: list[Any]
    """The configuration and what the scripts scored; another one is another arm."""
    row: list[str]


def read_known(path: Path) -> dict[str, KnownArm]:
    """The arms that a file holds, by the name of their run; none where there is no such file.

    Raises:
        ValueError: it is not written by this tool.
    """
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        return {name: KnownArm(**arm) for name, arm in held["arms"].items()}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{path}: not written by this tool; delete it or choose another --output") from None


def write_known(path: Path, known: dict[str, KnownArm], bars: dict[str, dict[str, float]]) -> None:
    """Write the arms that there are, and their section, in the order of the table."""
    there = [arm for arm in all_arms() if arm.config.name in known]
    ordered = {arm.config.name: known[arm.config.name] for arm in there}
    told = {scenario: bars[scenario] for scenario in dict.fromkeys(arm.scenario for arm in there)}
    held = {
        "format": FORMAT,
        "section": section([arm.row for arm in ordered.values()], told),
        "arms": {name: arm._asdict() for name, arm in ordered.items()},
    }
    write_whole(path, json.dumps(held, indent=1) + "\n")


def all_arms() -> list[Arm]:
    """Every network on every scenario."""
    return [Arm(scenario, network) for scenario in SCENARIOS for network in ARMS]


def study(scenarios: Sequence[str], output: Path, jobs: int, to: Path) -> None:
    """Train what is missing, and write what came of it, network by network.

    Raises:
        ValueError: ``to`` is some other file, or a run's folder belongs to another training.
        Stopped: Ctrl-C, or the like.
    """
    bars = {scenario: script_scores(Arm(scenario, "dense").config) for scenario in SCENARIOS}
    known = read_known(to)
    for arm in all_arms():
        config = arm.config
        made_from = [config.model_dump(mode="json"), bars[arm.scenario]]
        if config.name in known and known[config.name].made_from != made_from:
            del known[config.name]
        if config.name not in known and arm.scenario in scenarios:
            print(f"{arm.scenario}, {arm.network}:", flush=True)
            known[config.name] = KnownArm(made_from, row_of(arm, train_arm(config, output, jobs), bars[arm.scenario]))
            write_known(to, known, bars)
    write_known(to, known, bars)
    print(f"written: {to}")


def study_status(program: str, work: Callable[[], None]) -> int:
    """Do a study that goes on where it was stopped; the exit status."""

    def to_its_end() -> int:
        try:
            work()
        except (Stopped, KeyboardInterrupt):
            raise Interrupted("the same command goes on") from None
        return 0

    return status_of(program, to_its_end)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    words = argparse.ArgumentParser(prog="from_nothing.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--scenarios", nargs="+", choices=list(SCENARIOS), default=list(SCENARIOS), help="default: both")
    words.add_argument("--runs", type=Path, default=ROOT / "runs", help="where the trainings go (default: runs)")
    words.add_argument("--jobs", type=int, default=1, help="seeds side by side (default: 1)")
    words.add_argument("--output", type=Path, default=OUTPUT, help="where the JSON goes")
    given = words.parse_args(arguments)
    return study_status("from_nothing.py", lambda: study(given.scenarios, given.runs, given.jobs, given.output))


if __name__ == "__main__":
    sys.exit(main())
