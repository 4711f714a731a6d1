"""Study of PPO without a teacher: three networks learn a Mission and an operation, with three seeds each.

``python -m tools.from_nothing`` trains the missing networks in ``runs/from-nothing-*``. After each of them it writes
``from_nothing.json`` with a page for docs/findings and the learning curves. Ctrl-C stops it, and the same command
continues. Networks that the file contains are not trained again, even if their runs are gone. The learning curve of a
network is read again if more seeds are complete than it contains. An operation takes hours, and ``--scenarios
mission`` less than one hour.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.config_file import ConfigError, config_text
from agents.training.config import Config, read_config
from agents.training.jobs import train_all
from agents.training.run_folder import CONFIG, create_run, is_finished, open_run, read_results, seed_folder
from agents.training.run_log import LINES, read_lines
from agents.training.selection import seeds_of
from stuka_env.files import output_path
from stuka_env.flights.episodes import fly_wars
from stuka_env.games.stuka.words.wording import plural
from stuka_env.policy import load_policy
from tools import ROOT
from tools.study import Curve, PartContents, StudyPart, make_table, read_parts, study_status

BASE = ROOT / "configs" / "from_nothing.yaml"
OUTPUT = ROOT / "docs" / "results" / "from_nothing.json"
SCENARIOS: dict[str, list[str]] = {
    "mission": [],
    "operation": ["env.id=Stuka/Operation-v0", "steps=20_000_000", "evaluation.every=1_000_000", "evaluation.wars=300"],
}
"""Wars to learn: options that override the configuration."""
ARMS: dict[str, list[str]] = {
    "dense": [],
    "dense, duplicate tables": ["ppo.tables=8"],
    "structured, duplicate tables": ["ppo.tables=8", "network={kind: structured, card: 24, trunk: 128, roster: true}"],
}
"""Networks that learn them: options that override the configuration."""
PRICED = "dense, roster, price of losses"
OPERATION_ARMS = {PRICED: ROOT / "configs" / "from_nothing_operation.yaml"}
"""Networks that learn operations alone: their configurations."""
BARS = ("doctrine", "kette", "old_hand")
ARM_COLUMNS = ("scenario", "network", "score", "lowest", "highest", "minutes", *(f"passes {name}" for name in BARS))
TEXT = (
    "PPO learned without a teacher, with three seeds for each network. *score*, *lowest* and *highest* are the mean "
    "and the range of the seeds after {lengths}. They fly the same selection wars as the scripts ({yardsticks}). "
    "*minutes* are those of the fastest seed, on one core of a busy machine. *passes* is the number of decisions after "
    "which an evaluation first found the mean of the seeds above that script. In the picture *plain PPO* is the "
    "network *dense*: the mean of its trainings, and a band from the lowest to the highest ({curves}). Scores of other "
    "pages are those of [evaluation wars](../results.md#scores-to-cite). Scores of the two kinds are not comparable."
    "\n\n"
    "- *dense*: two layers of 256 units that read the observation as one vector "
    "([configuration](../../configs/from_nothing.yaml)).\n"
    "- *structured*: [one encoder for each kind of card](../training.md#the-network), with people and small numbers as "
    "codes.\n"
    "- *duplicate tables*: eight wars with the same dice train together, and "
    "[each is compared with the others](../training.md#start-positions-and-duplicate-tables)."
)
PRICED_TEXT = (
    "\n- *roster*: the same weights judge everybody who may take a seat. *price of losses*: the training takes 0.5 "
    "points for each aircraft and each person lost, and this price falls to 0 at its end. "
    "[Without them PPO stalls](stall.md). Two layers of 128 units, after {steps:,} decisions: the *best recipe* of the "
    "picture ([configuration](../../configs/from_nothing_operation.yaml))."
)
"""Addition to the text if the file contains the network :data:`PRICED`."""


class Arm(NamedTuple):
    """One network on one scenario."""

    scenario: str
    network: str

    @property
    def config(self) -> Config:
        """Configuration of the trainings."""
        name = f"name=from-nothing-{self.scenario}-{[*ARMS, *OPERATION_ARMS].index(self.network)}"
        if self.network in OPERATION_ARMS:
            return read_config(OPERATION_ARMS[self.network], [name])
        return read_config(BASE, [*SCENARIOS[self.scenario], *ARMS[self.network], name])


def train_arm(config: Config, output: Path, jobs: int) -> Path:
    """Train the missing seeds of a configuration. Return the run's folder.

    Raises:
        ConfigError: the folder belongs to another training.
        Stopped: an interrupt, such as Ctrl-C.
    """
    run = output / config.name
    if not (run / CONFIG).is_file():
        create_run(output, config.name, config_text(config))
    elif open_run(run) != config:
        raise ConfigError(f"output: got {run}, which has another configuration; allowed is a new folder")
    train_all(config, run, jobs)
    return run


def finished_seeds(config: Config, run: Path) -> list[int]:
    """Return the seeds of a configuration whose trainings are complete; none if the folder belongs to another one."""
    if not (run / CONFIG).is_file() or open_run(run) != config:
        return []
    return [seed for seed in config.seeds if is_finished(run, seed)]


def learning_curve(seeds: Sequence[int], run: Path) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the decisions before each evaluation, ``(E,)``, and the scores of the seeds there, ``(E, seeds)``."""
    curves = []
    for seed in seeds:
        lines = read_lines(seed_folder(run, seed) / LINES)
        curves.append([(line["steps"], line["evaluation/score"]) for line in lines if "evaluation/score" in line])
    length = min(map(len, curves))
    steps, scores = np.moveaxis(np.array([curve[:length] for curve in curves]), 2, 0)
    return steps[0].astype(np.int64), scores.T


def curve_of(steps: NDArray[np.int64], scores: NDArray[np.float64]) -> Curve:
    """Return a learning curve for the file, from the results of :func:`learning_curve`. Scores have two decimals."""
    columns = {"mean": scores.mean(axis=1), "lowest": scores.min(axis=1), "highest": scores.max(axis=1)}
    return {"steps": steps.tolist(), **{name: values.round(2).tolist() for name, values in columns.items()}}


def first_above(steps: NDArray[np.int64], scores: NDArray[np.float64], bar: float) -> str:
    """Return the first number of decisions with a score above the bar as text, or "never"."""
    above = np.flatnonzero(scores > bar)
    return f"{steps[above[0]]:,}" if len(above) else "never"


def script_scores(config: Config) -> dict[str, float]:
    """Return the mean scores of the scripts in the selection wars of a training."""
    spec, means = config.env.spec(), {}
    for name in BARS:
        flown = fly_wars(load_policy(name), spec, seeds_of(config))
        means[name] = float(flown.results["score"].mean())
    return means


def results_of(arm: Arm, run: Path, bars: dict[str, float]) -> PartContents:
    """Return the table row of an arm, with its scores at the end of the trainings, and its learning curve."""
    config, results = arm.config, read_results(arm.config, run)
    steps, scores = learning_curve(config.seeds, run)
    last = [result["last"]["score"] for result in results]
    minutes = min(sum(result["seconds"].values()) for result in results) / 60
    passed = [first_above(steps, scores.mean(axis=1), bars[name]) for name in BARS]
    figures = (f"{np.mean(last):.1f}", f"{min(last):.1f}", f"{max(last):.1f}", f"{minutes:.1f}")
    return PartContents([[arm.scenario, arm.network, *figures, *passed]], curve_of(steps, scores), len(config.seeds))


def curve_words(parts: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the number of trainings in the learning curve of each scenario in words."""
    seeds = {
        scenario: parts.get(Arm(scenario, "dense").config.name, {}).get("curve_seeds", 0) for scenario in SCENARIOS
    }
    return ", ".join(f"{scenario}s: {plural(number, 'seed')}" for scenario, number in seeds.items() if number)


def section(parts: Mapping[str, Mapping[str, Any]], bars: dict[str, dict[str, float]]) -> dict[str, Any]:
    """Return the page for docs/findings."""
    rows = [row for part in parts.values() for row in part["rows"]]
    learned = [scenario for scenario in SCENARIOS if any(row[0] == scenario for row in rows)]
    lengths = " and ".join(f"{Arm(scenario, 'dense').config.steps:,} decisions of {scenario}s" for scenario in learned)
    scripts = "; ".join(
        f"{scenario}: " + ", ".join(f"{name} {score:.1f}" for name, score in bars[scenario].items())
        for scenario in learned
    )
    text = TEXT.format(lengths=lengths, yardsticks=scripts, curves=curve_words(parts))
    if any(row[1] == PRICED for row in rows):
        text += PRICED_TEXT.format(steps=Arm("operation", PRICED).config.steps)
    return {
        "title": "PPO without a teacher",
        "text": text,
        "columns": list(ARM_COLUMNS),
        "rows": rows,
        "command": "python -m tools.from_nothing",
    }


def all_arms() -> list[Arm]:
    """Return every network on every scenario."""
    shared = [Arm(scenario, network) for scenario in SCENARIOS for network in ARMS]
    return [*shared, *(Arm("operation", network) for network in OPERATION_ARMS)]


def study(scenarios: Sequence[str], output: Path, jobs: int, to: Path) -> None:
    """Train the missing networks, and write the results after each of them.

    Raises:
        ValueError: ``to`` is another file, or a run's folder belongs to another training.
        Stopped: an interrupt, such as Ctrl-C.
    """
    bars = {scenario: script_scores(Arm(scenario, "dense").config) for scenario in SCENARIOS}
    in_file = read_parts(to)

    def part_of(arm: Arm) -> StudyPart:
        config, own_bars = arm.config, bars[arm.scenario]

        def train() -> PartContents:
            print(f"{arm.scenario}, {arm.network}:", flush=True)
            return results_of(arm, train_arm(config, output, jobs), own_bars)

        made_from, run = [config.model_dump(mode="json"), own_bars], output / config.name
        stored, seeds = in_file.get(config.name), finished_seeds(config, run)
        is_stored = stored is not None and stored["made_from"] == made_from

        def read_curve() -> PartContents:
            return PartContents(stored["rows"] if stored else [], curve_of(*learning_curve(seeds, run)), len(seeds))

        is_partial = is_stored and len(seeds) < len(config.seeds)
        return StudyPart(
            config.name,
            made_from,
            (read_curve if is_partial else train) if arm.scenario in scenarios else None,
            is_remade=stored is not None and len(seeds) > stored["curve_seeds"],
        )

    make_table(to, [part_of(arm) for arm in all_arms()], lambda parts: section(parts, bars))
    print(f"written: {to}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study. Return the exit status."""
    words = argparse.ArgumentParser(prog="from_nothing.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--scenarios", nargs="+", choices=list(SCENARIOS), default=list(SCENARIOS), help="default: both")
    words.add_argument("--runs", type=Path, default=ROOT / "runs", help="folder of the trainings (default: runs)")
    words.add_argument("--jobs", type=int, default=1, help="seeds that train at the same time (default: 1)")
    words.add_argument("--output", type=Path, default=OUTPUT, help="where the JSON goes")
    options = words.parse_args(arguments)

    def work() -> None:
        study(options.scenarios, options.runs, options.jobs, output_path("--output", options.output))

    return study_status("from_nothing.py", work)


if __name__ == "__main__":
    sys.exit(main())
