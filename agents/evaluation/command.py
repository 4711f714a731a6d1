"""What ``evaluate.py`` does: fly, compare, print, write."""

import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from tqdm import tqdm

from agents.evaluation.cluster import Cluster, RayError, fly_on
from agents.evaluation.figures import Figures, Flights, figures
from agents.evaluation.files import csv_text, json_text, results
from agents.evaluation.flying import FlightError, Flown, Progress, fly, join, warm_up
from agents.evaluation.options import Options, read_options
from agents.evaluation.parts import Part, fly_and_keep, policy_digest, split
from agents.evaluation.replays import Wars, file_stems, save_replays
from agents.evaluation.report import report
from agents.evaluation.seeds import evaluation_seeds
from agents.evaluation.table import short, table
from agents.policy import Policy
from stuka_env import __version__
from stuka_env.files import write_whole

FORMAT = 2
"""Version of the results files."""
REFUSED, INTERRUPTED = 2, 130
"""Exit status for what cannot be done, and for Ctrl-C."""
PATIENCE = (0.2, 15)
"""Seconds between two looks of the progress bar, on a terminal and in a log file."""


def place_of_parts(options: Options) -> Path | None:
    """The folder where wars are kept once they have been flown; None without ``--resume``."""
    if not options.resume:
        return None
    folder = options.output / "flights"
    folder.mkdir(exist_ok=True)
    return folder


def fly_one(policy: Policy, whole: Part, options: Options, cluster: Cluster | None, progress: Progress) -> Flown:
    """One policy through its wars, here or on a cluster; with ``--resume`` in parts that are kept."""
    folder = place_of_parts(options)
    if cluster is not None:
        return fly_on(cluster, whole, folder, progress)
    if folder is None:
        return fly(policy, whole.scenario, whole.charts, whole.seeds, whole.seed, options.threads, progress)

    def flight(part: Part) -> Flown:
        return fly(policy, part.scenario, part.charts, part.seeds, part.seed, options.threads, progress)

    made_of = policy_digest(policy)
    return join([fly_and_keep(part, made_of, folder, flight, progress) for part in split(whole)])


def team(options: Options) -> AbstractContextManager[Cluster | None]:
    """The cluster that flies the wars; None if they are flown in this process."""
    return nullcontext() if options.ray is None else Cluster(options.ray, options.threads)


def fly_all(options: Options) -> list[Flights]:
    """Every member of every contestant through the same wars, each with a progress bar; who refuses does so first."""
    seeds = evaluation_seeds(options.seed, options.episodes)
    for policy in (policy for contestant in options.contestants for policy in contestant.members):
        warm_up(policy, options.arguments.scenario, options.arguments.charts)
    bar = partial(tqdm, total=options.episodes, unit="war", leave=False, mininterval=PATIENCE[not sys.stderr.isatty()])
    flights: list[Flights] = []
    with team(options) as cluster:
        for contestant in options.contestants:
            flown = []
            for policy, word in zip(contestant.members, contestant.words, strict=True):
                whole = Part(word, options.arguments.scenario, options.arguments.charts, seeds, options.seed)
                with bar(desc=short(policy.name)) as shown:
                    flown.append(fly_one(policy, whole, options, cluster, shown.update))
            flights.append(flown)
    return flights


def compare(options: Options, flights: list[Flights]) -> list[Figures]:
    """The figures of every contestant; the first is the baseline of the others."""
    arguments = options.arguments
    return [
        figures(
            contestant.name, [policy.name for policy in contestant.members], flown,
            flights[0] if place else None, arguments.scenario, arguments.charts,
        )
        for place, (contestant, flown) in enumerate(zip(options.contestants, flights, strict=True))
    ]  # fmt: skip


def settings(options: Options) -> dict[str, Any]:
    """What was flown, for the results file."""
    return {
        "format": FORMAT,
        "version": __version__,
        "command": options.command,
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
    policies = [policy for contestant in options.contestants for policy in contestant.members]
    for policy, stem in zip(policies, file_stems([policy.name for policy in policies]), strict=True):
        save_replays(policy, wars, folder, stem)
    print(f"replays of {options.replays} wars a policy: {folder}; python -m stuka_env watch FILE... shows them")


def run(options: Options) -> None:
    """Fly and report."""
    what = " ".join(filter(None, (options.env, options.operation, options.segment, options.duration)))
    print(f"{what}: {options.episodes} wars a policy, seed {options.seed}", flush=True)
    flights = fly_all(options)
    lines = compare(options, flights)
    print(table(lines))
    contents = results(settings(options), lines)
    texts = {
        "results.csv": csv_text(options.contestants, flights),
        "results.json": json_text(contents),
        "report.html": report(contents),
    }
    paths = [write_whole(options.output / name, text) for name, text in texts.items()]
    print(f"\nwritten: {', '.join(map(str, reversed(paths)))}")
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
    except (FlightError, RayError) as error:
        print(f"evaluate.py: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        rest = f"what was flown is in {options.output / 'flights'}, the same command goes on" if options.resume else (
            "nothing written")  # fmt: skip
        print(f"evaluate.py: stopped; {rest}", file=sys.stderr)
        return INTERRUPTED
    return 0
