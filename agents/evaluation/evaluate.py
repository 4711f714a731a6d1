"""The command ``stuka evaluate``, and ``evaluate.py``: fly, compare, print, write. It serves every game."""

import argparse
import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any

from tqdm import tqdm

from agents.evaluation.cluster import WARS, Cluster, as_elsewhere, fly_parts
from agents.evaluation.evaluated_game import EvaluationOptions, Flights, PolicyGroup
from agents.evaluation.evaluation_parts import (
    EvaluationPart,
    KeptParts,
    first_wars,
    fly_and_keep,
    fly_part,
    policy_digest,
    split,
    warm_up_in,
)
from agents.evaluation.figures import Figures, figures_of
from agents.evaluation.isolated.isolated_policy import IsolatedPolicy
from agents.evaluation.kept_wars import REPLAYS, KeptPages, KeptWar, drop_earlier_wars
from agents.evaluation.language_models import model_settings
from agents.evaluation.needed_wars import FEWEST_WARS, POWER, needs_lines, needs_of_pairs
from agents.evaluation.options import check_options
from agents.evaluation.recording import keep_wars
from agents.evaluation.report import report
from agents.evaluation.tables import (
    as_mapping,
    csv_text,
    illegal_words,
    json_text,
    numbered,
    results,
    short,
    tables_text,
    with_kept_wars,
)
from stuka_env import __version__
from stuka_env.flights.episodes import FlightError, Flown, Progress, join, war_slice
from stuka_env.io.command_line import FAILED, PROGRAM, FailedError, Interrupted, command_here
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import printable
from stuka_env.watch import MOST_REPLAYS

RESULTS_FORMAT = 3
"""Version of the results files."""
RESUME = "--resume"
RESULTS_FILE = "results.json"


class FlightsStopped(KeyboardInterrupt):
    """Ctrl-C, with the flights of the first of the requested groups; a group that failed has none."""

    def __init__(self, flights: list[list[Flown]]) -> None:
        super().__init__()
        self.flights = flights


def kept_parts(options: EvaluationOptions) -> KeptParts:
    """Return the store of flown parts; with ``--resume`` it outlives the command."""
    return KeptParts(options.output / "flights", options.resume, options.game.no_wars)


def fly_one(
    policy: Any,
    whole: EvaluationPart,
    *,
    options: EvaluationOptions,
    cluster: Cluster | None,
    kept: KeptParts,
    progress: Progress,
) -> Flown:
    """Fly the wars of one policy, here or on a cluster, and keep each part."""
    if cluster is not None:
        return fly_parts(cluster, whole, kept, progress)

    def flight(part: EvaluationPart) -> Flown:
        return fly_part(part, policy, options.threads, progress)

    digest = policy_digest(policy, options.game)
    return join([fly_and_keep(part, digest, kept, flight=flight, progress=progress) for part in split(whole)])


def whole_of(word: str, options: EvaluationOptions) -> EvaluationPart:
    """Return all wars of the policy that is named by ``word``."""
    return EvaluationPart(word, options.spec, options.war_seeds(options.episodes), options.seed, options.no_luck)


def fly_all(options: EvaluationOptions, kept: KeptParts) -> list[list[Flown]]:
    """Fly every member of every group through the same wars.

    Each policy is warmed up first, so that a policy that refuses does so before any war is flown. A terminal shows a
    progress bar; a file gets a line for each policy. If a policy that plays apart fails, a line says why, and its group
    has no flights.

    Raises:
        FlightsStopped: Ctrl-C.
        FlightError: a policy that plays in this process failed.
    """
    for policy in (policy for group in options.groups for policy in group.members):
        with suppress(ValueError) if isinstance(policy, IsolatedPolicy) else nullcontext():  # it fails again below
            warm_up_in(options.spec, policy)
    flights: list[list[Flown]] = []
    try:
        with nullcontext() if options.ray is None else Cluster(options.ray, options.threads) as cluster:
            for group in options.groups:
                try:
                    flights.append(fly_group(group, options, cluster, kept))
                except FlightError as error:
                    if not any(isinstance(policy, IsolatedPolicy) for policy in group.members):
                        raise
                    print(f"not flown: {printable(error)}", file=sys.stderr, flush=True)
                    flights.append([])
    except KeyboardInterrupt:
        raise FlightsStopped(flights if any(flights) else first_wars_of_all(options, kept)) from None
    return flights


def fly_group(group: PolicyGroup, options: EvaluationOptions, cluster: Cluster | None, kept: KeptParts) -> list[Flown]:
    """Fly every member of a group.

    Raises:
        FlightError: a member failed.
    """
    bar, flown = partial(tqdm, total=options.episodes, unit=options.noun, leave=False, disable=None), []
    for policy, word in zip(group.members, group.words, strict=True):
        whole = whole_of(word, options)
        with bar(desc=short(policy.name)) as shown:
            flown.append(fly_one(policy, whole, options=options, cluster=cluster, kept=kept, progress=shown.update))
        print_progress(policy.name, flown[-1], options.noun)
    return flown


def of_flown_groups(
    options: EvaluationOptions, flights: list[list[Flown]]
) -> tuple[EvaluationOptions, list[list[Flown]], list[str]]:
    """Return the options and the wars of the groups that have flown, and the names of the others."""
    flown = [group for group, wars in zip(options.groups, flights, strict=False) if wars]
    missing = [group.name for group in options.groups if group not in flown]
    return options._replace(groups=flown), [wars for wars in flights if wars], missing


def print_progress(name: str, flown: Flown, noun: str) -> None:
    """Print to standard error that a policy has flown, unless a terminal shows it, and a warning of illegal actions."""
    if not sys.stderr.isatty():
        wars = numbered(len(flown.seeds), noun)
        print(f"{printable(name)}: {wars} in {flown.seconds:.0f} s", file=sys.stderr, flush=True)
    words = illegal_words(
        name,
        illegal=int(flown.illegal.sum()),
        decisions=int(flown.decisions.sum()),
        unfinished=int((~flown.finished).sum()),
        wars=len(flown.seeds),
        noun=noun,
    )
    if words:
        print(f"warning: {words}", file=sys.stderr, flush=True)


def first_wars_of_all(options: EvaluationOptions, kept: KeptParts) -> list[list[Flown]]:
    """Return the first wars of the first group, as many as every member has flown; empty if one has flown none."""
    flights = []
    for policy, word in zip(options.groups[0].members, options.groups[0].words, strict=True):
        whole, digest = whole_of(word, options), policy_digest(policy, options.game)
        if options.ray is not None:
            parts = first_wars(as_elsewhere(whole), digest, kept, WARS)
        else:
            parts = first_wars(whole, digest, kept)
        if not parts:
            return []
        flights.append(join(parts))
    wars = min(len(flown.seeds) for flown in flights)
    return [[war_slice(flown, slice(wars)) for flown in flights]]


def compare(options: EvaluationOptions, flights: Sequence[Flights]) -> list[Figures]:
    """Return the figures of every group; the first group is the baseline of the others."""
    return [
        figures_of(options.game, group, flown, flights[0] if place else None, options.spec)
        for place, (group, flown) in enumerate(zip(options.groups, flights, strict=True))
    ]


def settings(options: EvaluationOptions) -> dict[str, Any]:
    """Return the settings of the evaluation, for the results file."""
    return {
        "format": RESULTS_FORMAT,
        "version": __version__,
        "command": options.command,
        "env": options.env,
        **options.arguments,
        "episodes": options.episodes,
        "seed": options.seed,
        "charts_sha256": options.spec.charts_digest(),
        "noun": options.noun,
        **({} if options.game.luck_digest is None else {"luck_sha256": options.game.luck_sha256}),
        **model_settings(policy for group in options.groups for policy in group.members),
    }


def write_results(
    options: EvaluationOptions, flights: Sequence[Flights], missing: Sequence[str] = ()
) -> dict[str, Any]:
    """Write every war and the figures, and print the tables. The report is drawn later.

    Replays that an earlier evaluation has left in the folder are deleted: they are not those of these figures.

    Args:
        options: the evaluation.
        flights: the wars of each group.
        missing: names of the requested policies that were not flown.

    Returns:
        The contents of ``results.json``.
    """
    dropped = drop_earlier_wars(options.output / RESULTS_FILE)
    if dropped:
        print(f"deleted: {numbered(dropped, 'file')} of the wars that an earlier evaluation kept there", flush=True)
    rows = write_whole(options.output / "results.csv", csv_text(options.game, options.groups, flights))
    lines = compare(options, flights)
    contents = results(settings(options) | ({"not_flown": list(missing)} if missing else {}), lines)
    tables = [tables_text(options, lines)]
    if options.difference is not None and options.episodes >= FEWEST_WARS:
        pairs = needs_of_pairs(options, flights, options.difference)
        contents["needed_wars"] = {"difference": options.difference, "power": POWER, "pairs": as_mapping(pairs)}
        tables += ["\n".join(needs_lines(options, pairs, options.difference))] * bool(pairs)
    figures = write_whole(options.output / RESULTS_FILE, json_text(contents))
    print("\n\n".join([*tables, f"written: {printable(figures)}, {printable(rows)}"]), flush=True)
    return contents


def write_report(options: EvaluationOptions, contents: dict[str, Any]) -> None:
    """Draw the report of the contents of ``results.json``.

    Raises:
        RuntimeError: the report has a defect; the results are already written.
    """
    try:
        page = report(contents)
    except Exception as error:
        raise RuntimeError(f"report.html could not be drawn; {options.output / RESULTS_FILE} is written") from error
    print(f"report: {printable(write_whole(options.output / 'report.html', page))}", flush=True)


def last_words(options: EvaluationOptions, kept: Sequence[KeptWar]) -> str:
    """Return the command that shows the saved wars, or the one that saves them."""
    if not kept:
        again = command_here(*shlex.split(options.command), "--save-replays", 1)
        return f"the same with a replay of each policy's first {options.noun}, to watch:\n{again}"
    files = [str(options.output / policy.file) for policy in kept[0].policies]
    count, watch = numbered(options.replays, options.noun), command_here(PROGRAM, "watch", *files[:MOST_REPLAYS])
    return f"{count} of each policy kept in {options.output / REPLAYS}; the report links them:\n{watch}"


def fly_and_report(options: EvaluationOptions) -> int:
    """Fly all wars, then write results and report; return the exit status.

    The last printed line is a command that shows more.

    Raises:
        FailedError: no policy has flown.
    """
    wars = numbered(options.episodes, options.noun)
    print(f"{options.title}: {wars} a policy, seed {options.seed}", flush=True)
    parts = kept_parts(options)
    options, flights, missing = of_flown_groups(options, fly_all(options, parts))
    if not flights:
        raise FailedError("no policy has flown")
    contents = write_results(options, flights, missing)
    kept = keep_wars(options) if options.replays else KeptPages([], [])
    if kept.wars:
        contents = with_kept_wars(contents, kept.wars, kept.desk)
        write_whole(options.output / RESULTS_FILE, json_text(contents))
    write_report(options, contents)
    parts.drop()
    print(last_words(options, kept.wars))
    return FAILED if missing else 0


def report_complete_wars(options: EvaluationOptions, flights: list[list[Flown]]) -> str:
    """Write a report after Ctrl-C and return a description of the wars in it.

    It covers the groups that have flown all their wars, or else the first wars of the first group.
    """
    if not flights:
        return "no policy has flown enough for a report"
    complete, flights, missing = of_flown_groups(options, flights)
    wars, groups = len(flights[0][0].seeds), len(complete.groups)
    complete = complete._replace(episodes=wars)
    write_report(complete, write_results(complete, flights, missing))
    return f"the report has {groups} of {len(options.groups)} policies, {wars} of {options.episodes} {options.noun}s"


def resume_advice(options: EvaluationOptions) -> str:
    """Return where flown wars are kept after Ctrl-C, and on a line of its own the command that continues."""
    folder, words = kept_parts(options).folder, shlex.split(options.command)
    if not folder.is_dir():
        return f"nothing has been flown; to begin again:\n{command_here(*words)}"
    words += [] if options.resume else [RESUME]
    return f"flown wars are kept in {folder}; to continue:\n{command_here(*words)}"


def run(given: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Raises:
        ValueError: an argument cannot be used; the message is one line.
    """
    options = check_options(given)
    try:
        return fly_and_report(options)
    except FlightsStopped as stopped:
        complete = report_complete_wars(options, stopped.flights)
        raise Interrupted(f"{complete}; {resume_advice(options)}") from None
    except KeyboardInterrupt:
        raise Interrupted(resume_advice(options)) from None
