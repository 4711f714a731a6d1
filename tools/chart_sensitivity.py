"""Study whether the order of the policies depends on the reconstructed cells of the charts.

Run ``python -m tools.chart_sensitivity``. Every policy flies under random chart sets
(:mod:`agents.games.stuka.sensitivity.chart_sets`). The scripts also fly under charts in which one group of cells moved
alone. All of them fly the first wars of the frozen evaluation in Regular Barbarossa.

The tool writes ``sensitivity.json`` and ``sensitivity.svg``, and ``sensitivity.part.jsonl`` while it flies. Flights
that these files contain are not repeated. So an interrupted run continues, and ``--policies distilled
distilled-mission`` or a larger ``--sets`` only adds flights. A learned agent flies again if its file has changed.
Delete the files after a change to a script or to the code that draws the sets.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from tqdm import tqdm

from agents.evaluation.cluster import ADDRESSES, LOCAL, Cluster, check_address
from agents.evaluation.tables import aligned
from agents.games.stuka.sensitivity.records import StudyRecord, lines_path, read_record
from agents.games.stuka.sensitivity.results import write_results
from agents.games.stuka.sensitivity.study import (
    FLOWN_SCRIPTS,
    Study,
    draw_missing,
    fly_missing,
    missing_set_tasks,
    missing_step_tasks,
)
from agents.registry import known_names
from stuka_env.command_line import INTERRUPTED, REFUSED
from stuka_env.files import output_path
from stuka_env.policy import load_policy
from tools import ROOT

OUTPUT = ROOT / "docs" / "results" / "sensitivity.json"


def read(words: Sequence[str] | None) -> tuple[Study, str | None]:
    """Read the command line. Return the study and the address of the Ray cluster, None to fly in this process.

    Raises:
        ValueError: an option is wrong.
    """
    usual = Study(OUTPUT)
    parser = argparse.ArgumentParser(prog="python -m tools.chart_sensitivity", description=str(__doc__).splitlines()[0])
    parser.add_argument(
        "--policies", nargs="+", default=list(FLOWN_SCRIPTS), metavar="NAME",
        help=f"policies that fly the random sets, beside the scripts {', '.join(FLOWN_SCRIPTS)}: {known_names()}",
    )  # fmt: skip
    parser.add_argument("--sets", type=int, default=usual.sets, help=f"random chart sets (default: {usual.sets})")
    parser.add_argument("--wars", type=int, default=usual.wars, help=f"wars a policy and set (default: {usual.wars})")
    parser.add_argument(
        "--group-wars",
        type=int,
        default=usual.group_wars,
        help=f"wars a script and group's step, 0 for no groups (default: {usual.group_wars})",
    )
    parser.add_argument("--seed", type=int, default=usual.seed, help="seed of the random sets (default: 0)")
    parser.add_argument("--output", type=Path, default=usual.path, metavar="FILE.json", help="where the results go")
    parser.add_argument("--ray", nargs="?", const=LOCAL, metavar="ADDRESS", help=f"fly on a Ray cluster: {ADDRESSES}")
    options = parser.parse_args(words)
    for name, least in (("sets", 2), ("wars", 2), ("group_wars", 0), ("seed", 0)):
        if getattr(options, name) < least:
            got = getattr(options, name)
            raise ValueError(f"{name.replace('_', '-')}: got {got}, allowed is a whole number from {least}")
    for name in options.policies:
        load_policy(name)
    if output_path("--output", options.output).suffix != ".json":
        raise ValueError(f"--output: got {str(options.output)!r}, allowed is a file *.json")
    policies = tuple(dict.fromkeys([*FLOWN_SCRIPTS, *options.policies]))
    study = Study(
        options.output,
        policies=policies,
        sets=options.sets,
        wars=options.wars,
        group_wars=options.group_wars,
        seed=options.seed,
    )
    return study, None if options.ray is None else check_address(options.ray)


def cluster_at(address: str | None) -> AbstractContextManager[Cluster | None]:
    """Return a context with the cluster that flies the wars, or with None to fly in this process."""
    return nullcontext() if address is None else Cluster(address, os.cpu_count() or 1)


def fly(study: Study, record: StudyRecord, address: str | None) -> None:
    """Draw the missing sets and fly the missing wars, with a progress bar for each."""
    with tqdm(total=study.sets, initial=min(study.sets, len(record.drawn)), desc="chart sets", unit="set") as bar:
        draw_missing(study, record, lambda name, _: bar.update())
    tasks = [*missing_set_tasks(study, record), *missing_step_tasks(study, record)]
    with (
        cluster_at(address) as cluster,
        tqdm(total=sum(task.wars for task in tasks), unit="war", smoothing=0) as bar,
    ):

        def on_flight(flight: str, wars: int) -> None:
            bar.set_description(flight)
            bar.update(wars)

        fly_missing(study, record, tasks, cluster=cluster, on_flight=on_flight)


def main(words: Sequence[str] | None = None) -> int:
    """Run the study, write its files and print its tables. Return the exit status."""
    try:
        study, address = read(words)
        record = read_record(study.path, study.settings())
        fly(study, record, address)
        results = write_results(study, record)
    except KeyboardInterrupt:
        print(f"chart_sensitivity: stopped; run it again to go on from {lines_path(study.path)}", file=sys.stderr)
        return INTERRUPTED
    except (OSError, ValueError) as error:
        print(f"chart_sensitivity: {error}", file=sys.stderr)
        return REFUSED
    section = results["section"]
    for each in (section, *section["more"]):
        print("\n".join(["", each["text"], "", *aligned([tuple(each["columns"]), *map(tuple, each["rows"])])]))
    print(f"\nwritten: {study.path}, {study.path.with_suffix('.svg')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
