"""The command ``stuka evaluate``, and ``evaluate.py``: fly, compare, print, write."""

import argparse
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from tqdm import tqdm

from agents.evaluation.cluster import Cluster, fly_parts
from agents.evaluation.comparison import Figures, Flights, figures
from agents.evaluation.episodes import Flown, Progress, join, warm_up
from agents.evaluation.evaluation_parts import EvaluationPart, fly_and_keep, policy_digest, split
from agents.evaluation.expectations import fly_expecting
from agents.evaluation.kept_wars import KeptWar, write_pages
from agents.evaluation.options import EvaluationOptions, check_options
from agents.evaluation.outputs import csv_text, json_text, results, short, table
from agents.evaluation.replays import RecordedWars, file_stems, save_replays
from agents.evaluation.report import report
from agents.seeds import evaluation_seeds
from stuka_env import __version__
from stuka_env.cli import Interrupted
from stuka_env.files import write_whole
from stuka_env.policy import Policy

FORMAT = 2
"""Version of the results files."""
REPLAYS = "replays"
"""The folder of the wars that are kept, beside the report."""
BAR_SECONDS = (0.2, 15)
"""Seconds between two looks of the progress bar, on a terminal and in a log file."""


def place_of_parts(options: EvaluationOptions) -> Path | None:
    """The folder where wars are kept once they have been flown; None without ``--resume``."""
    if not options.resume:
        return None
    folder = options.output / "flights"
    folder.mkdir(exist_ok=True)
    return folder


def fly_one(
    policy: Policy, whole: EvaluationPart, options: EvaluationOptions, cluster: Cluster | None, progress: Progress
) -> Flown:
    """One policy through its wars, here or on a cluster; with ``--resume`` in parts that are kept."""
    folder = place_of_parts(options)
    if cluster is not None:
        return fly_parts(cluster, whole, folder, progress)
    if folder is None:
        return fly_expecting(policy, whole.scenario, whole.charts, whole.seeds, whole.seed, options.threads, progress)

    def flight(part: EvaluationPart) -> Flown:
        return fly_expecting(policy, part.scenario, part.charts, part.seeds, part.seed, options.threads, progress)

    sources_digest = policy_digest(policy)
    return join([fly_and_keep(part, sources_digest, folder, flight, progress) for part in split(whole)])


def cluster_of(options: EvaluationOptions) -> AbstractContextManager[Cluster | None]:
    """The cluster that flies the wars; None if they are flown in this process."""
    return nullcontext() if options.ray is None else Cluster(options.ray, options.threads)


def fly_all(options: EvaluationOptions) -> list[Flights]:
    """Every member of every group through the same wars, each with a progress bar; who refuses does so first."""
    seeds = evaluation_seeds(options.seed, options.episodes)
    for policy in (policy for group in options.groups for policy in group.members):
        warm_up(policy, options.arguments.scenario, options.arguments.charts)
    bar = partial(
        tqdm, total=options.episodes, unit="war", leave=False, mininterval=BAR_SECONDS[not sys.stderr.isatty()]
    )
    flights: list[Flights] = []
    with cluster_of(options) as cluster:
        for group in options.groups:
            flown = []
            for policy, word in zip(group.members, group.words, strict=True):
                whole = EvaluationPart(word, options.arguments.scenario, options.arguments.charts, seeds, options.seed)
                with bar(desc=short(policy.name)) as shown:
                    flown.append(fly_one(policy, whole, options, cluster, shown.update))
            flights.append(flown)
    return flights


def compare(options: EvaluationOptions, flights: list[Flights]) -> list[Figures]:
    """The figures of every group; the first is the baseline of the others."""
    arguments = options.arguments
    return [
        figures(
            group.name, [policy.name for policy in group.members], flown,
            flights[0] if place else None, arguments.scenario, arguments.charts,
        )
        for place, (group, flown) in enumerate(zip(options.groups, flights, strict=True))
    ]  # fmt: skip


def settings(options: EvaluationOptions) -> dict[str, Any]:
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


def keep_wars(options: EvaluationOptions) -> list[KeptWar]:
    """Replays of the first wars of every policy, and a page to watch each war on."""
    folder = options.output / REPLAYS
    wars = RecordedWars(options.arguments, evaluation_seeds(options.seed, options.replays), options.seed)
    policies = [policy for group in options.groups for policy in group.members]
    stems = file_stems([policy.name for policy in policies])
    paths = [save_replays(policy, wars, folder, stem) for policy, stem in zip(policies, stems, strict=True)]
    return write_pages(paths, folder)


def fly_and_report(options: EvaluationOptions) -> None:
    """Fly, and write what came of it."""
    what = " ".join(filter(None, (options.env, options.operation, options.segment, options.duration)))
    print(f"{what}: {options.episodes} wars a policy, seed {options.seed}", flush=True)
    flights = fly_all(options)
    lines = compare(options, flights)
    print(table(lines))
    kept = keep_wars(options) if options.replays else []
    contents = results(settings(options), lines, kept)
    texts = {
        "results.csv": csv_text(options.groups, flights),
        "results.json": json_text(contents),
        "report.html": report(contents),
    }
    paths = [write_whole(options.output / name, text) for name, text in texts.items()]
    print(f"\nwritten: {', '.join(map(str, reversed(paths)))}")
    if kept:
        print(f"{options.replays} wars of each policy are kept in {options.output / REPLAYS}; the report links them")


def run(given: argparse.Namespace) -> int:
    """The command; its exit status.

    Raises:
        ValueError: one line says what cannot be done.
    """
    options = check_options(given)
    try:
        fly_and_report(options)
    except KeyboardInterrupt:
        flights = options.output / "flights"
        kept = f"what was flown is in {flights}, the same command goes on" if options.resume else "nothing written"
        raise Interrupted(kept) from None
    return 0
