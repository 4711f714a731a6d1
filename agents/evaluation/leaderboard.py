"""``evaluate.py --track`` and ``evaluate.py --check``: fly, write and check entries of the leaderboard."""

import argparse
import datetime
from collections.abc import Collection
from math import erfc, sqrt
from pathlib import Path

import numpy as np

from agents.evaluation.entries import (
    LANGUAGE_KIND,
    LUCK_UNIT,
    LeaderboardEntry,
    ScenarioScores,
    check_entry,
    read_entry,
    rounded,
    track_of,
    write_entry,
)
from agents.evaluation.entry_fields import EntryError
from agents.evaluation.evaluate import fly_all, kept_parts, resume_advice
from agents.evaluation.evaluated_game import EvaluationOptions, PolicyGroup
from agents.evaluation.evaluation_parts import EvaluationPart, KeptParts
from agents.evaluation.intervals import interval, span
from agents.evaluation.language_models import LanguageModel
from agents.evaluation.model_figures import model_figures
from agents.evaluation.played_actions import in_wars
from agents.evaluation.recording import file_stems
from agents.evaluation.rules_digest import rules_digest
from agents.evaluation.track_options import TrackOptions, check_check_options, check_track_options
from agents.evaluation.tracks import EvaluationTrack, TrackScenario
from agents.random_policy import RandomPolicy
from agents.registry import agent_file, players_of
from stuka_env import __version__
from stuka_env.command_line import Interrupted
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.policy import SUFFIX, ScriptedPolicy, split_option
from stuka_env.quoting import printable
from stuka_env.text.neutral import NeutralPolicy

LEAST_SHARE = 1e-12
"""Smallest share of entries that is told apart from none."""

# --- kinds of policies ---


def kind_of(group: PolicyGroup, decisions_seen: int | None, scripts: Collection[str]) -> tuple[str, int | None]:
    """Return the kind of an entrant and the number of decisions that it was trained on.

    The number is None if it is unknown or the entrant is not trained.

    Args:
        group: the entrant.
        decisions_seen: the number on the command line; more than 0 declares a trained policy.
        scripts: names of the game's scripts.

    Raises:
        ValueError: the entrant is a language model.
    """
    stem, _ = split_option(group.words[0])
    if isinstance(group.members[0], LanguageModel):
        if decisions_seen is not None:
            raise ValueError(f"decisions-seen: {group.words[0]} is a language model, which has no such number")
        return LANGUAGE_KIND, None
    if decisions_seen:
        return "learner", decisions_seen
    if isinstance(group.members[0], ScriptedPolicy | NeutralPolicy | RandomPolicy):
        return "script", None
    file = agent_file(stem)
    if file.suffix == SUFFIX and file.is_file():
        return "learner", decisions_on_card(file, scripts)
    return "other", None


def decisions_on_card(agent: Path, scripts: Collection[str]) -> int | None:
    """Return the number of decisions that a saved agent was trained on: those of PPO and those that it imitated.

    Return None if it has no card, or if its card does not contain the number. This is so if training began from another
    agent, if the teacher is not a script, and after expert iteration.
    """
    from agents.learned.card import read_card
    from stuka_env.agent_card import card_path

    if not card_path(agent).exists():
        return None
    card = read_card(agent)
    start = dict(card.config.get("start") or {})
    imitation = start.pop("imitation", None)
    if any(start.values()) or (imitation is not None and imitation["teacher"] not in scripts):
        return None
    return card.steps + (0 if imitation is None else int(imitation["decisions"]))


# --- flights of a track ---


def options_for(options: TrackOptions, group: PolicyGroup, scenario: TrackScenario) -> EvaluationOptions:
    """Return the options of an evaluation of one policy in one scenario."""
    return options.evaluation._replace(groups=[group], env=scenario.env, spec=scenario.spec(), episodes=scenario.wars)


def scenario_scores(flown: Flown) -> ScenarioScores:
    """Compute the scores of a scenario's wars, for an entry."""
    luck = np.rint(np.nan_to_num(flown.luck) * LUCK_UNIT).astype(np.int64)  # NaN where luck is not measured
    return ScenarioScores(
        score=rounded(interval(flown.scores)),
        adjusted=rounded(interval(flown.scores - luck / LUCK_UNIT)),
        unfinished=int((~flown.finished).sum()),
        decisions=int(flown.decisions.sum()),
        seconds=round(flown.seconds, 1),
        scores=flown.scores.astype(np.int64).tolist(),
        luck=luck.tolist(),
    )


def fly_entry(options: TrackOptions, group: PolicyGroup, kept: KeptParts) -> LeaderboardEntry:
    """Fly one policy through the track, and print a line for each scenario."""
    track, game = options.track, options.evaluation.game
    kind, seen = kind_of(group, options.decisions_seen, players_of(game.name).scripts)
    parts = {}
    for scenario in track.scenarios:
        ((flown,),) = fly_all(options_for(options, group, scenario), kept)
        parts[scenario.name] = scenario_scores(flown)
        score, adjusted = (span(one._asdict(), ".2f") for one in parts[scenario.name][:2])
        print(f"{group.name}, {scenario.title}: {score}, adjusted {adjusted}, {scenario.wars:,} wars", flush=True)
    return LeaderboardEntry(
        track=track.name,
        seed=track.seed_in_words,
        track_sha256=track.digest(),
        version=__version__,
        charts_sha256=track.charts_digest(),
        rules_sha256=rules_digest(track.headline.game.name),
        luck_sha256=game.luck_sha256,
        policy=group.name,
        made_of=group.words[0],
        kind=kind,
        decisions_seen=seen,
        author=options.author,
        link=options.link,
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        scenarios=parts,
        language_model=model_figures(group.members[0], track),
    )


def fly_track(options: TrackOptions) -> None:
    """Fly every policy through the track, and write the file of each as soon as it is complete."""
    groups, folder = options.evaluation.groups, options.evaluation.output
    wars = "" if options.track.secret_sha256 else "evaluation seed "
    print(f"track {options.track.name}, {wars}{options.track.seed_in_words}", flush=True)
    kept = kept_parts(options.evaluation)
    for group, stem in zip(groups, file_stems([group.name for group in groups]), strict=True):
        path = write_entry(fly_entry(options, group, kept), folder / f"{options.track.name}-{stem}.json")
        print(f"written: {printable(path)}", flush=True)
    kept.drop()


# --- checks ---


def check_flights(entry: LeaderboardEntry, track: EvaluationTrack, wars: int, threads: int = 1) -> None:
    """Fly the first wars of each scenario of the entry's track again.

    Raises:
        EntryError: a score differs.
        ValueError: there is no such policy, or it refuses.
    """
    for scenario in track.scenarios:
        seeds = track.war_seeds(min(wars, scenario.wars))
        part = EvaluationPart(entry.made_of, scenario.spec(), seeds, track.seed)
        policy = in_wars(part.load_policy(), part.spec, seeds)
        flown = fly_wars(policy, part.spec, seeds, seed=track.seed, num_threads=threads)
        recorded = np.array(entry.scenarios[scenario.name].scores[: len(seeds)])
        different = np.flatnonzero(flown.scores != recorded)
        if len(different):
            war = different[0]
            raise EntryError(
                f"scenarios.{scenario.name}.scores: {len(different)} of the first {len(seeds)} wars have another "
                f"score, the first is war {war}: {recorded[war]} in the file, {flown.scores[war]:.0f} flown again"
            )


def luck_in_words(flown: ScenarioScores) -> str:
    """Return how much luck the wars of an entry had, and how rare so much of it is.

    The mean luck of wars that nobody chose is about 0. An entry whose wars or random numbers were searched has more.
    """
    luck = np.array(flown.luck) / LUCK_UNIT
    error = luck.std(ddof=1) / len(luck) ** 0.5
    if not error:
        return "luck is not measured"
    share = max(erfc(luck.mean() / error / sqrt(2)) / 2, LEAST_SHARE)
    return f"luck {luck.mean():+.2f} a war, as much as one entry in {1 / share:,.0f} has by chance"


def check_file(path: Path, refly: int, secret: bytes | None = None) -> str:
    """Check one file and return a line about it.

    Raises:
        EntryError: the file is not valid; the message gives the reason in one line.
    """
    entry = read_entry(path)
    try:
        check_entry(entry, secret)
        if refly:
            check_flights(entry, track_of(entry, secret), refly)
    except ValueError as error:
        raise EntryError(f"{path}: {error}") from None
    again = f", the first {refly} wars of each scenario flown again" if refly else ""
    score = span(entry.headline.score._asdict(), ".2f")
    return f"{path}: {entry.policy} on {entry.track}, {score}, in order{again}; {luck_in_words(entry.headline)}"


# --- the command ---


def run(given: argparse.Namespace) -> int:
    """Run the command with ``--track`` or ``--check`` and return its exit status.

    Raises:
        ValueError: an argument cannot be used, or a file is not valid.
    """
    if given.check is not None:
        check = check_check_options(given)
        for path in check.files:
            print(check_file(path, check.refly, check.secret), flush=True)
        return 0
    options = check_track_options(given)
    try:
        fly_track(options)
    except KeyboardInterrupt:
        raise Interrupted(f"the files written so far are complete; {resume_advice(options.evaluation)}") from None
    return 0
