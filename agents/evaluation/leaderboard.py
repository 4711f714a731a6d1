"""``evaluate.py --track`` and ``evaluate.py --check``: entries of the leaderboard flown, written and checked."""

import argparse
import datetime
from pathlib import Path

import numpy as np

from agents.evaluation.comparison import scores
from agents.evaluation.entries import Entry, ScenarioScores, check_entry, read_entry, rounded, write_entry
from agents.evaluation.entry_fields import EntryError
from agents.evaluation.evaluate import fly_all, kept_parts, to_go_on
from agents.evaluation.evaluation_parts import KeptParts
from agents.evaluation.intervals import interval, span
from agents.evaluation.options import EvaluationOptions, PolicyGroup
from agents.evaluation.replays import file_stems
from agents.evaluation.rules_digest import rules_digest
from agents.evaluation.track_options import TrackOptions, check_check_options, check_track_options
from agents.evaluation.tracks import TrackScenario
from agents.registry import SCRIPTS, make_policy, trained_agents
from stuka_env import __version__
from stuka_env.charts import load_charts
from stuka_env.cli import Interrupted
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.policy import SUFFIX, ScriptedPolicy, split_option

# --- what a policy is ---

PLANNER = "planner"
"""Looks ahead, with an agent or without."""


def kind_of(group: PolicyGroup, decisions_seen: int | None) -> tuple[str, int | None]:
    """An entrant's kind and the decisions that it has learned from, None if nobody knows or it has not learned.

    Args:
        group: the entrant.
        decisions_seen: what the command line says; more than 0 says too that the policy learned.

    Raises:
        ValueError: the planner, whatever its agent learned from, looks ahead.
    """
    stem, _ = split_option(group.words[0])
    if decisions_seen:
        if stem == PLANNER:
            raise ValueError(f"decisions-seen: {group.words[0]} looks ahead while it plays, so it is in the open class")
        return "learner", decisions_seen
    if isinstance(group.members[0], ScriptedPolicy):
        return "script", None
    file = trained_agents().get(stem, Path(stem))
    if file.suffix == SUFFIX and file.is_file():
        return "learner", decisions_on_card(file)
    return "other", None


def decisions_on_card(agent: Path) -> int | None:
    """The decisions that a saved agent learned from: PPO's own and those it imitated.

    None where its card cannot tell: it began as another agent, its teacher has itself seen more than it shows, or
    clones said what it should have done.
    """
    from agents.learned.card import read_card

    card = read_card(agent)
    start = dict(card.config.get("start") or {})
    imitation = start.pop("imitation", None)
    if any(start.values()) or (imitation is not None and imitation["teacher"] not in SCRIPTS):
        return None
    return card.steps + (0 if imitation is None else int(imitation["decisions"]))


# --- flying a track ---


def options_for(options: TrackOptions, group: PolicyGroup, scenario: TrackScenario) -> EvaluationOptions:
    """The evaluation that flies one policy through one scenario."""
    return options.evaluation._replace(groups=[group], arguments=scenario.arguments(), episodes=scenario.wars)


def scenario_scores(flown: Flown) -> ScenarioScores:
    """What the file says of a scenario's wars."""
    return ScenarioScores(
        score=rounded(interval(scores([flown]))),
        unfinished=int((~flown.finished).sum()),
        decisions=int(flown.decisions.sum()),
        seconds=round(flown.seconds, 1),
        scores=flown.results["score"].tolist(),
    )


def fly_entry(options: TrackOptions, group: PolicyGroup, kept: KeptParts) -> Entry:
    """One policy through the track; a line for each scenario."""
    track = options.track
    kind, seen = kind_of(group, options.decisions_seen)
    parts = {}
    for scenario in track.scenarios:
        ((flown,),) = fly_all(options_for(options, group, scenario), kept)
        parts[scenario.name] = scenario_scores(flown)
        score = span(parts[scenario.name].score._asdict(), ".2f")
        print(f"{group.name}, {scenario.title}: {score} over {scenario.wars:,} wars", flush=True)
    return Entry(
        track=track.name,
        seed=track.seed,
        track_sha256=track.digest(),
        version=__version__,
        charts_sha256=load_charts().sha256,
        rules_sha256=rules_digest(),
        policy=group.name,
        made_of=group.words[0],
        kind=kind,
        decisions_seen=seen,
        author=options.author,
        link=options.link,
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        scenarios=parts,
    )


def fly_track(options: TrackOptions) -> None:
    """Every policy through the track; each has its file as soon as it has flown."""
    groups, folder = options.evaluation.groups, options.evaluation.output
    print(f"track {options.track.name}, evaluation seed {options.track.seed}", flush=True)
    kept = kept_parts(options.evaluation)
    for group, stem in zip(groups, file_stems([group.name for group in groups]), strict=True):
        path = write_entry(fly_entry(options, group, kept), folder / f"{options.track.name}-{stem}.json")
        print(f"written: {path}", flush=True)
    kept.drop()


# --- checking files ---


def check_flights(entry: Entry, wars: int, threads: int = 1) -> None:
    """Fly the first wars of each scenario anew.

    Raises:
        EntryError: they come to other scores.
        ValueError: there is no such policy here, or it refuses.
    """
    policy = make_policy(entry.made_of)
    for scenario in entry.flown.scenarios:
        seeds = evaluation_seeds(entry.seed, min(wars, scenario.wars))
        arguments = scenario.arguments()
        flown = fly_wars(policy, arguments.scenario, arguments.charts, seeds, entry.seed, threads)
        held = np.array(entry.scenarios[scenario.name].scores[: len(seeds)])
        other = np.flatnonzero(flown.results["score"] != held)
        if len(other):
            war = other[0]
            raise EntryError(
                f"scenarios.{scenario.name}.scores: {len(other)} of the first {len(seeds)} wars come to another score, "
                f"the first is war {war}: {held[war]} in the file, {flown.results['score'][war]} flown anew"
            )


def check_file(path: Path, refly: int) -> str:
    """Check one file; a line about it.

    Raises:
        ValueError: one line says what is wrong with it.
    """
    entry = read_entry(path)
    try:
        check_entry(entry)
        if refly:
            check_flights(entry, refly)
    except ValueError as error:
        raise EntryError(f"{path}: {error}") from None
    again = f", the first {refly} wars of each scenario flown anew" if refly else ""
    score = span(entry.headline.score._asdict(), ".2f")
    return f"{path}: {entry.policy} on {entry.track}, {score}, in order{again}"


# --- the command ---


def run(given: argparse.Namespace) -> int:
    """The command with ``--track`` or ``--check``; its exit status.

    Raises:
        ValueError: one line says what cannot be done, or what is wrong with a file.
    """
    if given.check is not None:
        check = check_check_options(given)
        for path in check.files:
            print(check_file(path, check.refly), flush=True)
        return 0
    options = check_track_options(given)
    try:
        fly_track(options)
    except KeyboardInterrupt:
        raise Interrupted(f"the files written so far are whole; {to_go_on(options.evaluation)}") from None
    return 0
