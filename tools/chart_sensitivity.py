"""Find out whether the order of the policies depends on the cells of the charts that are ours.

Run ``python -m tools.chart_sensitivity``. Random chart sets (:mod:`agents.sensitivity.chart_sets`) are flown by every
policy, each group of cells moved alone by the scripts; Regular Barbarossa, the first wars of the frozen evaluation.
Writes ``sensitivity.json`` and ``sensitivity.svg``; ``sensitivity.part.jsonl`` while it flies. What these files hold is
not flown again: an interrupted run goes on where it was, and more policies or sets are added, such as
``--policies distilled-operation distilled-mission``; a learned agent whose file has changed is flown again. After a
change to a script or to what draws the sets, delete them first.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from tqdm import tqdm

from agents.evaluation.cluster import ALLOWED, LOCAL, Cluster, check_address
from agents.evaluation.outputs import aligned
from agents.registry import known_names
from agents.sensitivity.records import Record, lines_path, read_record
from agents.sensitivity.results import write_results
from agents.sensitivity.study import SCRIPTS, Study, draw_missing, fly_missing, missing_set_tasks, missing_step_tasks
from stuka_env.cli import INTERRUPTED, REFUSED
from stuka_env.policy import load_policy
from tools import ROOT

OUTPUT = ROOT / "docs" / "results" / "sensitivity.json"


def read(words: Sequence[str] | None) -> tuple[Study, str | None]:
    """The command line: what is asked for, and the address of the Ray that flies it.

    Raises:
        ValueError: one line names what is wrong.
    """
    usual = Study(OUTPUT)
    parser = argparse.ArgumentParser(prog="python -m tools.chart_sensitivity", description=str(__doc__).splitlines()[0])
    parser.add_argument(
        "--policies", nargs="+", default=list(SCRIPTS), metavar="NAME",
        help=f"who flies the random sets, beside the scripts {', '.join(SCRIPTS)}: {known_names()}",
    )  # fmt: skip
    parser.add_argument("--sets", type=int, default=usual.sets, help=f"random chart sets (default: {usual.sets})")
    parser.add_argument("--wars", type=int, default=usual.wars, help=f"wars a policy and set (default: {usual.wars})")
    parser.add_argument(
        "--group-wars",
        type=int,
        default=usual.group_wars,
        help=f"wars a script and group's step, 0 for no groups (default: {usual.group_wars})",
    )
    parser.add_argument("--seed", type=int, default=usual.seed, help="of the random sets (default: 0)")
    parser.add_argument("--output", type=Path, default=usual.path, metavar="FILE.json", help="where the results go")
    parser.add_argument("--ray", nargs="?", const=LOCAL, metavar="ADDRESS", help=f"fly on a Ray cluster: {ALLOWED}")
    given = parser.parse_args(words)
    for name, least in (("sets", 2), ("wars", 2), ("group_wars", 0), ("seed", 0)):
        if getattr(given, name) < least:
            got = getattr(given, name)
            raise ValueError(f"{name.replace('_', '-')}: got {got}, allowed is a whole number from {least}")
    for name in given.policies:
        load_policy(name)
    if given.output.suffix != ".json" or not given.output.parent.is_dir():
        raise ValueError(f"output: got {str(given.output)!r}, allowed is a file *.json in a folder that exists")
    policies = tuple(dict.fromkeys([*SCRIPTS, *given.policies]))
    study = Study(given.output, policies, given.sets, given.wars, given.group_wars, given.seed)
    return study, None if given.ray is None else check_address(given.ray)


def cluster_at(address: str | None) -> AbstractContextManager[Cluster | None]:
    """The cluster that flies the wars; None if they are flown in this process."""
    return nullcontext() if address is None else Cluster(address, os.cpu_count() or 1)


def fly(study: Study, record: Record, address: str | None) -> None:
    """Draw and fly what is missing, with progress bars: one counts sets, the other wars."""
    with tqdm(total=study.sets, initial=min(study.sets, len(record.drawn)), desc="chart sets", unit="set") as bar:
        draw_missing(study, record, lambda name, _: bar.update())
    tasks = [*missing_set_tasks(study, record), *missing_step_tasks(study, record)]
    with (
        cluster_at(address) as cluster,
        tqdm(total=sum(task.wars for task in tasks), unit="war", smoothing=0) as bar,
    ):

        def said(what: str, wars: int) -> None:
            bar.set_description(what)
            bar.update(wars)

        fly_missing(study, record, tasks, cluster, said)


def main(words: Sequence[str] | None = None) -> int:
    """Draw, fly, write, print; the exit status."""
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
    told = results["section"]
    for each in (told, *told["more"]):
        print("\n".join(["", each["text"], "", *aligned([tuple(each["columns"]), *map(tuple, each["rows"])])]))
    print(f"\nwritten: {study.path}, {study.path.with_suffix('.svg')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
