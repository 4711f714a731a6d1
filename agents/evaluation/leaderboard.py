"""``evaluate.py --track`` and ``evaluate.py --check``: fly, write and check entries of the leaderboard."""

import argparse
import datetime
import json
from collections.abc import Collection, Mapping
from math import erfc, sqrt
from pathlib import Path

import numpy as np

from agents.evaluation.entries import (
    LANGUAGE_KIND,
    LUCK_UNIT,
    NO_SIGNATURE,
    TRIVIAL_KIND,
    LeaderboardEntry,
    ScenarioScores,
    Seal,
    entry_of,
    entry_text,
    read_entry,
    rounded,
    signed_text,
    write_entry,
)
from agents.evaluation.entry_checks import check_entry, deviate_of_mean, is_own_script, rules_digest, track_of
from agents.evaluation.entry_fields import EntryError
from agents.evaluation.evaluate import fly_all, kept_parts, resume_advice
from agents.evaluation.evaluated_game import PolicyGroup
from agents.evaluation.evaluation_parts import EvaluationPart, KeptParts, digests_of_files, fly_part, in_form
from agents.evaluation.intervals import interval, span
from agents.evaluation.isolated.isolated_policy import IsolatedPolicy, Isolation
from agents.evaluation.language_models import LanguageModel
from agents.evaluation.model_figures import model_figures
from agents.evaluation.recording import file_stems
from agents.evaluation.secret_wars import commitment
from agents.evaluation.signatures import SigningKey
from agents.evaluation.track_options import (
    TrackOptions,
    check_check_options,
    check_secret_alone,
    check_track_options,
)
from agents.evaluation.tracks import EvaluationTrack, TrackScenario
from agents.evaluation.trivial_players import TrivialPlayer
from agents.evaluation.way import Scores, share_of_way
from agents.registry import RandomPolicy, agent_file, players_of
from stuka_env import __version__
from stuka_env.flights.episodes import Flown
from stuka_env.io.command_line import FAILED, Interrupted
from stuka_env.io.quoting import printable, quoted
from stuka_env.policy import RANDOM, SUFFIXES, ScriptedPolicy, split_option
from stuka_env.text.parts import NeutralPolicy

LEAST_SHARE = 1e-12
"""Smallest share of entries that is told apart from none."""
WARS_OF_SCRIPTS = 2
"""Wars of each scenario that a check flies again if the policy is a script of this project."""
LUCK_SLACK = 1
"""Difference of the luck of a war between two machines that is allowed, in units."""
NAMES_OF_ONE = {"scores": "score", "luck": "luck"}
"""Names of packed fields in the singular."""
DIGITS_OF_SECRET = 8
"""Digits of the secret's digest in the name of a file."""

# --- kinds of policies ---


def kind_of(group: PolicyGroup, decisions_seen: int | None, game: str) -> tuple[str, int | None]:
    """Return the kind of an entrant and the number of decisions that it was trained on.

    The number is None if it is unknown or the entrant is not trained.

    Args:
        group: the entrant.
        decisions_seen: the number on the command line; more than 0 declares a trained policy.
        game: name of the game.

    Raises:
        ValueError: the entrant is a language model.
    """
    stem, _ = split_option(group.words[0])
    if isinstance(group.members[0], LanguageModel):
        if decisions_seen is not None:
            raise ValueError(f"decisions-seen: {group.words[0]} is a language model, which has no such number")
        return LANGUAGE_KIND, None
    if isinstance(group.members[0], TrivialPlayer):
        return TRIVIAL_KIND, None
    if decisions_seen:
        return "learner", decisions_seen
    is_script = isinstance(group.members[0], IsolatedPolicy) and group.members[0].is_script
    if is_script or isinstance(group.members[0], ScriptedPolicy | NeutralPolicy | RandomPolicy):
        return "script", None
    file = agent_file(stem, game)
    if file.suffix in SUFFIXES and file.is_file():
        return "learner", decisions_on_card(file, players_of(game).scripts)
    return "other", None


def decisions_on_card(agent: Path, scripts: Collection[str]) -> int | None:
    """Return the number of decisions that a saved agent was trained on: those of PPO and those that it imitated.

    Return None if it has no card, or if its card does not contain the number. This is so if training began from another
    agent, if the teacher is not a script, and after expert iteration.
    """
    from agents.learned.card import read_card
    from stuka_env.envs.agent_card import card_path

    if not card_path(agent).exists():
        return None
    card = read_card(agent)
    start = dict(card.config.get("start") or {})
    imitation = start.pop("imitation", None)
    if any(start.values()) or (imitation is not None and imitation["teacher"] not in scripts):
        return None
    return card.steps + (0 if imitation is None else int(imitation["decisions"]))


# --- flights of a track ---


def scenario_scores(flown: Flown, scenario: TrackScenario) -> ScenarioScores:
    """Compute the scores of a scenario's wars, for an entry. A war that was left unfinished has the least score."""
    least, _ = scenario.score_range()
    scores = np.where(flown.finished, flown.scores, least)
    luck = np.rint(np.nan_to_num(flown.luck) * LUCK_UNIT).astype(np.int64)  # NaN where luck is not measured
    return ScenarioScores(
        score=rounded(interval(scores)),
        adjusted=rounded(interval(scores - luck / LUCK_UNIT)),
        unfinished=int((~flown.finished).sum()),
        decisions=int(flown.decisions.sum()),
        seconds=round(flown.seconds, 1),
        scores=scores.astype(np.int64).tolist(),
        luck=luck.tolist(),
    )


def fly_way(track: EvaluationTrack) -> tuple[Scores, Scores]:
    """Return the adjusted scores of ``random`` and of the best script in the wars of a track."""
    spec, seeds = track.headline.spec(), track.war_seeds(track.headline.wars)
    parts = [EvaluationPart(name, spec, seeds, track.seed) for name in (RANDOM, track.best)]
    policies = [in_form(part.load_policy(), track.form, track.seed) for part in parts]
    chance, best = (
        scenario_scores(fly_part(part, policy), track.headline).adjusted_scores()
        for part, policy in zip(parts, policies, strict=True)
    )
    return chance, best


def way_in_words(entry: LeaderboardEntry, way: tuple[Scores, Scores]) -> str:
    """Return the line with the share of the way from ``random`` to the best script."""
    share = share_of_way(entry.headline.adjusted_scores(), *way)
    words = "unknown" if share is None else f"{span(share._asdict(), '.0f')} %"
    return f"{entry.policy}, share of the way from {RANDOM} to {entry.flown.best}: {words}"


def fly_entry(options: TrackOptions, group: PolicyGroup, kept: KeptParts) -> LeaderboardEntry | None:
    """Fly one policy through the track, and print a line for each scenario; return None if its process failed."""
    track, game = options.track, options.evaluation.game
    kind, seen = kind_of(group, options.decisions_seen, game.name)
    members_of_form = tuple(in_form(member, track.form, track.seed) for member in group.members)
    flying = group._replace(members=members_of_form)
    parts = {}
    for scenario in track.scenarios:
        (members,) = fly_all(
            options.evaluation._replace(
                groups=[flying], env=scenario.env, spec=scenario.spec(), episodes=scenario.wars
            ),
            kept,
        )
        if not members:
            return None
        (flown,) = members
        parts[scenario.name] = scenario_scores(flown, scenario)
        score, adjusted = (span(one._asdict(), ".2f") for one in parts[scenario.name][:2])
        print(f"{group.name}, {scenario.title}: {score}, adjusted {adjusted}, {scenario.wars:,} wars", flush=True)
    entry = LeaderboardEntry(
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
    if options.secret is None:
        return entry
    return signed(entry, options.secret, digests_of_files(group.members[0], game.name))


def signed(entry: LeaderboardEntry, secret: bytes, policy_files: Mapping[str, str]) -> LeaderboardEntry:
    """Return an entry of sealed wars with the signature of the owner of their secret."""
    key = SigningKey(secret)
    seal = Seal(key.public, policy_files, NO_SIGNATURE)
    written = entry_of(json.loads(entry_text(entry._replace(seal=seal))))
    return written._replace(seal=seal._replace(signature=key.sign(signed_text(written))))


def entry_file(track: EvaluationTrack, stem: str) -> str:
    """Return the name of an entry's file. That of sealed wars has the beginning of their secret's digest."""
    seal = "" if track.secret_sha256 is None else f"-sealed-{track.secret_sha256[:DIGITS_OF_SECRET]}"
    return f"{track.name}-{stem}{seal}.json"


def fly_track(options: TrackOptions) -> int:
    """Fly every policy through the track, and write the file of each as soon as it is complete.

    Return the exit status.
    """
    groups, folder = options.evaluation.groups, options.evaluation.output
    wars = "" if options.track.secret_sha256 else "evaluation seed "
    print(f"track {options.track.name}, {wars}{options.track.seed_in_words}", flush=True)
    if options.secret is not None:
        print(commitment(options.secret), flush=True)
    kept, status = kept_parts(options.evaluation), 0
    way = fly_way(options.track) if options.track.best else None
    for group, stem in zip(groups, file_stems([group.name for group in groups]), strict=True):
        entry = fly_entry(options, group, kept)
        if entry is None:
            status = FAILED
            continue
        if way is not None:
            print(way_in_words(entry, way), flush=True)
        path = write_entry(entry, folder / entry_file(options.track, stem))
        print(f"written: {printable(path)}", flush=True)
    kept.drop()
    return status


# --- checks ---


def check_flights(
    entry: LeaderboardEntry, track: EvaluationTrack, wars: int, isolation: Isolation | None = None
) -> None:
    """Fly the first wars of each scenario of the entry's track again.

    Raises:
        EntryError: a score or the luck of a war differs, or a file of the policy is not the one that was signed.
        ValueError: there is no such policy, or it refuses.
    """
    for scenario in track.scenarios:
        seeds = track.war_seeds(min(wars, scenario.wars))
        part = EvaluationPart(entry.made_of, scenario.spec(), seeds, track.seed)
        policy = part.load_policy(isolation)
        if entry.seal is not None:
            check_policy_files(entry.seal, digests_of_files(policy, part.spec.game))
        flown = scenario_scores(fly_part(part, in_form(policy, track.form, track.seed), 1), scenario)
        compare_flights(entry.scenarios[scenario.name], flown, f"scenarios.{scenario.name}")


def check_policy_files(seal: Seal, present: Mapping[str, str]) -> None:
    """Compare the files of a policy with those that were signed."""
    for name in sorted({*seal.policy_files, *present}):
        got, wanted = present.get(name), seal.policy_files.get(name)
        if got != wanted:
            raise EntryError(f"seal.policy_files: {quoted(name)} has SHA-256 {got}, {wanted} was signed")


def compare_flights(stated: ScenarioScores, flown: ScenarioScores, where: str) -> None:
    """Compare the first wars of an entry with the same wars, flown again."""
    wars, rest = len(flown.scores), len(stated.scores) - len(flown.scores)
    for name, unit, slack in (("scores", 1, 0), ("luck", LUCK_UNIT, LUCK_SLACK)):
        recorded, again = (np.array(getattr(one, name)[:wars]) for one in (stated, flown))
        different = np.flatnonzero(np.abs(again - recorded) > slack)
        if len(different):
            war = different[0]
            raise EntryError(
                f"{where}.{name}: {len(different)} of the first {wars} wars have another {NAMES_OF_ONE[name]}, the "
                f"first is war {war}: {recorded[war] / unit:g} in the file, {again[war] / unit:g} flown again"
            )
    for name, fewest in (("unfinished", 0), ("decisions", rest)):
        got, again_count = getattr(stated, name), getattr(flown, name) + fewest
        if got < again_count or (not rest and got != again_count):
            raise EntryError(f"{where}.{name}: got {got}, flown again {wars} wars have {again_count - fewest}")


def luck_in_words(flown: ScenarioScores) -> str:
    """Return how much luck the wars of an entry had, and how rare so much of it is.

    The mean luck of wars that nobody chose is about 0. An entry whose wars or random numbers were searched has more.
    """
    luck = np.array(flown.luck) / LUCK_UNIT
    if not luck.std():
        return "luck is not measured"
    rarity = 2 / max(erfc(deviate_of_mean(luck) / sqrt(2)), 2 * LEAST_SHARE)
    words = f"luck {luck.mean():+.2f} a war, "
    if round(rarity) < 2:
        return f"{words}no more than usual"
    return f"{words}as much as one entry in {rarity:,.0f} has by chance"


def verified_in_words(entry: LeaderboardEntry, refly: int, secret: bytes | None) -> str:
    """Return a sentence about what a check has verified, and what it has not."""
    verified = ["charts", "rules", "bounds of scores", "means and intervals", "luck against its own variance"]
    claims = ["author and date"]
    if entry.seal is None or secret is not None:
        verified.insert(0, "wars")
    else:
        claims.insert(0, "that the wars follow from the secret (--sealed FILE)")
    if entry.seal is not None:
        verified.append("signature" if secret is None else "signature by the key of the secret")
        if secret is None:
            claims.insert(0, f"that {entry.seal.public_key} is the organiser's public key")
    most = max(scenario.wars for scenario in entry.flown.scenarios)
    if refly:
        verified.append("all wars" if refly >= most else f"the first {refly} wars")
    if refly < most:
        claims.insert(0, f"that {entry.policy} flew {'the other' if refly else 'these'} wars (--refly N)")
    claims.append("that it was not chosen by its wars" if entry.seal is None else "who chose the policy")
    return f"verified: {', '.join(verified)}; not verified: {', '.join(claims)}"


def check_file(path: Path, refly: int, secret: bytes | None = None, isolation: Isolation | None = None) -> str:
    """Check one file and return a line about it. A script of this project flies its first wars again in any case.

    Raises:
        EntryError: the file is not valid; the message gives the reason in one line.
    """
    entry = read_entry(path)
    is_known = secret is not None or entry.seal is None
    refly = refly or WARS_OF_SCRIPTS * (is_own_script(entry) and is_known)
    try:
        check_entry(entry, secret)
        if refly:
            check_flights(entry, track_of(entry, secret), refly, isolation)
    except ValueError as error:
        raise EntryError(f"{path}: {error}") from None
    again = f", the first {refly} wars of each scenario flown again" if refly else ""
    score, luck = span(entry.headline.score._asdict(), ".2f"), luck_in_words(entry.headline)
    about = verified_in_words(entry, refly, secret)
    return f"{path}: {entry.policy} on {entry.track}, {score}, in order{again}; {luck}; {about}"


# --- the command ---


def run(given: argparse.Namespace) -> int:
    """Run the command with ``--track``, ``--check`` or ``--sealed`` alone, and return its exit status.

    Raises:
        ValueError: an argument cannot be used, or a file is not valid.
    """
    if given.check is not None:
        check = check_check_options(given)
        for path in check.files:
            print(check_file(path, check.refly, check.secret, check.isolation), flush=True)
        return 0
    if given.track is None:
        print(commitment(check_secret_alone(given)), flush=True)
        return 0
    options = check_track_options(given)
    try:
        return fly_track(options)
    except KeyboardInterrupt:
        raise Interrupted(f"the files written so far are complete; {resume_advice(options.evaluation)}") from None
