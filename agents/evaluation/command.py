"""What ``evaluate.py`` does: fly, compare, print, write."""

import sys
from typing import Any

from tqdm import tqdm

from agents.evaluation.figures import Figures, figures
from agents.evaluation.files import csv_text, json_text
from agents.evaluation.flying import Flown, fly, warm_up
from agents.evaluation.options import Options, read_options
from agents.evaluation.replays import Wars, save_replays
from agents.evaluation.seeds import evaluation_seeds
from agents.evaluation.table import table
from stuka_env import __version__
from stuka_env.files import write_whole

FORMAT = 1
"""Version of the results files."""
REFUSED, INTERRUPTED = 2, 130
"""Exit status for arguments that cannot be used, and for Ctrl-C."""


def fly_all(options: Options) -> dict[str, Flown]:
    """Every policy through the same wars, with a progress bar."""
    seeds = evaluation_seeds(options.seed, options.episodes)
    arguments = options.arguments
    flights = {}
    with tqdm(total=len(options.policies) * options.episodes, unit="war", smoothing=0) as bar:
        for policy in options.policies:
            bar.set_description(policy.name)
            warm_up(policy, arguments.scenario, arguments.charts)
            flights[policy.name] = fly(
                policy, arguments.scenario, arguments.charts, seeds, options.seed, options.threads, bar.update
            )
    return flights


def compare(options: Options, flights: dict[str, Flown]) -> list[Figures]:
    """The figures of every policy; the first is the baseline of the others."""
    baseline: Flown | None = None
    lines = []
    for name, flown in flights.items():
        lines.append(figures(name, flown, baseline, options.arguments.charts))
        baseline = baseline or flown
    return lines


def settings(options: Options) -> dict[str, Any]:
    """What was flown, for the results file."""
    return {
        "format": FORMAT,
        "version": __version__,
        "env": options.env,
        "operation": options.operation,
        "duration": options.duration,
        "segment": options.segment,
        "episodes": options.episodes,
        "seed": options.seed,
        "charts_sha256": options.arguments.charts.sha256,
    }


def write_replays(options: Options) -> None:
    """Replays of the first wars of every policy."""
    folder = options.output / "replays"
    wars = Wars(options.arguments, evaluation_seeds(options.seed, options.replays), options.seed)
    for policy in options.policies:
        save_replays(policy, wars, folder)
    print(f"replays of {options.replays} wars a policy: {folder}; python -m stuka_env watch FILE... shows them")


def run(options: Options) -> None:
    """Fly and report."""
    what = " ".join(filter(None, (options.env, options.operation, options.segment, options.duration)))
    print(f"{what}: {options.episodes} wars a policy, seed {options.seed}", flush=True)
    flights = fly_all(options)
    lines = compare(options, flights)
    print(table(lines))
    write_whole(options.output / "results.csv", csv_text(flights))
    write_whole(options.output / "results.json", json_text(settings(options), lines))
    print(f"\nwritten: {options.output / 'results.json'}, {options.output / 'results.csv'}")
    if options.replays:
        write_replays(options)


def main(words: list[str] | None = None) -> int:
    """The command; its exit status."""
    try:
        options = read_options(words)
    except ValueError as error:
        print(f"evaluate.py: {error}", file=sys.stderr)
        return REFUSED
    try:
        run(options)
    except KeyboardInterrupt:
        print("evaluate.py: stopped; nothing written", file=sys.stderr)
        return INTERRUPTED
    return 0
