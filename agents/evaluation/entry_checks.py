"""Checks of an entry of the leaderboard: its values against each other, and against this package.

A file shows neither that its policy flew the wars, nor that its luck was measured: that takes flights
(:func:`agents.evaluation.leaderboard.check_flights`) or the signature of the organiser of sealed wars.
"""

import datetime
import functools
import hashlib
import re
from collections import Counter
from math import copysign, erfc, log1p, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agents.evaluation.entries import (
    DECIMALS,
    LANGUAGE_KIND,
    LUCK_UNIT,
    TRIVIAL_KIND,
    LeaderboardEntry,
    ScenarioScores,
    rounded,
    signed_text,
)
from agents.evaluation.entry_fields import EntryError
from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.intervals import Interval, interval
from agents.evaluation.language_models import MODEL_PREFIX
from agents.evaluation.secret_wars import sealed
from agents.evaluation.signatures import SigningKey, is_signed
from agents.evaluation.tracks import EvaluationTrack, TrackScenario
from agents.evaluation.trivial_players import BOT_PREFIX
from agents.registry import players_of, trained_agents
from stuka_env import __version__
from stuka_env.declared.arrays import ILLEGAL_LIMIT
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.io.quoting import quoted
from stuka_env.policy import NEUTRAL, RANDOM, SUFFIXES, load_policy, split_option

SAMPLED_WARS = 32
"""Number of wars; campaigns of the first game have about 30,000 decisions."""


@functools.cache
def rules_digest(game: str) -> str:
    """Return the SHA-256 of the results of a game's wars.

    Neither the version nor a digest of the sources fits: rules can change within a version, and a comment changes the
    sources. A change of rules changes the results of the same seeds.
    """
    sample = evaluated_game(game).rules_sample
    assert sample is not None, "only games with tracks have a digest"
    flown = fly_wars(load_policy(sample.policy, game), sample.spec, evaluation_seeds(0, SAMPLED_WARS))
    columns = [flown.decisions, *(flown.results[name] for name in sample.fields)]
    return hashlib.sha256(b"".join(column.astype("<i8").tobytes() for column in columns)).hexdigest()


FIRST_DAY = datetime.date(2026, 11, 21)
"""Day of the first version of the package."""
A_DAY = datetime.timedelta(days=1)
"""Difference of clocks that is allowed."""
RAREST = 1e-6
"""Share of entries with so much luck by chance below which an entry is refused."""
SLACK = 10**-DECIMALS
"""Difference of rounded means that is allowed."""


def check_entry(entry: LeaderboardEntry, secret: bytes | None = None) -> None:
    """Compare an entry with this package, and its values with each other.

    The wars of a sealed entry are compared only with their secret.

    Raises:
        EntryError: a value differs, or contradicts another one.
    """
    check_package(entry, secret)
    check_signature(entry, secret)
    check_origin(entry)
    check_date(entry.date)
    for scenario in entry.flown.scenarios:
        flown, where = entry.scenarios[scenario.name], f"scenarios.{scenario.name}"
        check_unfinished(flown, scenario, where)
        check_figures(flown.score, np.array(flown.scores, np.float64), f"{where}.score")
        check_figures(flown.adjusted, flown.adjusted_scores(), f"{where}.adjusted")
        check_luck(flown, entry.luck_sha256 is not None, where)
    check_model(entry)


# --- the package ---


def track_of(entry: LeaderboardEntry, secret: bytes | None) -> EvaluationTrack:
    """Return the track that an entry flew: with wars of a secret, or with the public ones if there is none.

    Raises:
        EntryError: the entry flew other wars.
    """
    track = entry.flown if secret is None else sealed(entry.flown, secret)
    if entry.seed == track.seed_in_words:
        return track
    if entry.seal is not None and secret is None:
        raise EntryError("seed: got that of sealed wars, which are flown again with --sealed FILE only")
    wanted = repr(track.seed_in_words)
    raise EntryError(f"seed: got {entry.seed!r}, {'this package' if secret is None else 'the secret'} has {wanted}")


def check_package(entry: LeaderboardEntry, secret: bytes | None) -> None:
    """Compare the wars, charts, rules and version with those of this package."""
    track = entry.flown
    ours = {
        "charts_sha256": track.charts_digest(),
        "rules_sha256": rules_digest(track.headline.game.name),
        "luck_sha256": evaluated_game(track.headline.game.name).luck_sha256,
    }
    if entry.seal is None or secret is not None:
        ours = {"track_sha256": track_of(entry, secret).digest(), **ours}
    for name, wanted in ours.items():
        if getattr(entry, name) != wanted:
            raise EntryError(f"{name}: got {getattr(entry, name)!r}, this package has {wanted!r}: fly the track anew")
    if _numbers(entry.version) > _numbers(__version__):
        raise EntryError(f"version: got {entry.version!r}, this package is {__version__!r}: check with a newer one")


def _numbers(version: str) -> tuple[int, ...]:
    """Return the three numbers at the beginning of a version."""
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def check_signature(entry: LeaderboardEntry, secret: bytes | None) -> None:
    """Verify the signature of a sealed entry with its public key, and with a secret that the key follows from it."""
    seal = entry.seal
    if seal is None:
        return
    if secret is not None and seal.public_key != SigningKey(secret).public:
        raise EntryError(f"seal.public_key: got {seal.public_key}, that of the secret is {SigningKey(secret).public}")
    if not is_signed(signed_text(entry), seal.signature, seal.public_key):
        raise EntryError("seal.signature: is not that of these values, which were changed after they were signed")


# --- the policy ---


def check_name(name: str, made_of: str, game: str) -> None:
    """Refuse the name of a policy of this project for another one.

    Raises:
        ValueError: another policy has this name; the message is one line.
    """
    players = players_of(game)
    if name in {*players.scripts, *players.makers, *trained_agents(game), NEUTRAL, RANDOM} and name != _stem(made_of):
        raise ValueError(f"policy: got {quoted(name)}, the name of another policy than {quoted(made_of)}")


def _stem(made_of: str) -> str:
    return split_option(made_of)[0]


def check_origin(entry: LeaderboardEntry) -> None:
    """Compare the name and the kind of a policy, and the number of its decisions, with what it was made of."""
    game = entry.flown.headline.game.name
    try:
        check_name(entry.policy, entry.made_of, game)
    except ValueError as error:
        raise EntryError(str(error)) from None
    kinds = _kinds_of(entry, game)
    if entry.kind not in kinds:
        raise EntryError(f"kind: got {entry.kind!r}, allowed for {quoted(entry.made_of)} is {' or '.join(kinds)}")


def is_own_script(entry: LeaderboardEntry) -> bool:
    """Whether a policy is a script or a trivial player of this project by its name, whose code is here."""
    return entry.made_of.startswith(BOT_PREFIX) or entry.made_of in {
        *players_of(entry.flown.headline.game.name).scripts,
        NEUTRAL,
        RANDOM,
    }


def _kinds_of(entry: LeaderboardEntry, game: str) -> tuple[str, ...]:
    """Return the kinds that a policy can have by its name; stated decisions make a learner of a script."""
    if entry.made_of.startswith(MODEL_PREFIX):
        return (LANGUAGE_KIND,)
    if entry.made_of.startswith(BOT_PREFIX):
        return (TRIVIAL_KIND,)
    stem = _stem(entry.made_of)
    if stem in trained_agents(game) or stem.endswith(SUFFIXES):
        return ("learner",)
    if is_own_script(entry):
        return ("script",) if entry.decisions_seen is None else ("learner",)
    return "script", "learner", "other"


def check_date(date: str) -> None:
    """Refuse a day before the first version of the package, or one that is yet to come."""
    day, latest = datetime.date.fromisoformat(date), datetime.datetime.now(datetime.UTC).date() + A_DAY
    if not FIRST_DAY <= day <= latest:
        raise EntryError(f"date: got {date}, allowed is a day from {FIRST_DAY} to {latest}")


# --- the wars ---


def check_unfinished(flown: ScenarioScores, scenario: TrackScenario, where: str) -> None:
    """Compare the unfinished wars with the scores, of which each has the least, and with the decisions."""
    least, _ = scenario.score_range()
    lowest = flown.scores.count(least)
    if lowest < flown.unfinished:
        raise EntryError(
            f"{where}.unfinished: got {flown.unfinished}, but {lowest} wars have the score {least} of unfinished ones"
        )
    fewest = scenario.wars + flown.unfinished * (ILLEGAL_LIMIT - 1)
    if flown.decisions < fewest:
        raise EntryError(
            f"{where}.decisions: got {flown.decisions}, {scenario.wars} wars with {flown.unfinished} unfinished ones "
            f"have at least {fewest}"
        )


def check_figures(stated: Interval, numbers: NDArray[np.float64], where: str) -> None:
    """Compare a mean and its interval with the numbers of the wars.

    The mean must be exact. The bounds may differ by a tenth of the interval, because other versions of NumPy draw other
    resamples.
    """
    wanted = rounded(interval(numbers))
    slack = Interval(0.0, *[(wanted.high - wanted.low) / 10] * 2)
    for name in Interval._fields:
        got, right = getattr(stated, name), getattr(wanted, name)
        if abs(got - right) > getattr(slack, name) + SLACK:
            raise EntryError(f"{where}.{name}: got {got}, the scores come to {right}")
    if not stated.low <= stated.mean <= stated.high:
        raise EntryError(f"{where}: got {stated.mean} outside of its interval {stated.low} to {stated.high}")


# --- luck ---


def deviate_of_mean(numbers: ArrayLike) -> float:
    """Return the mean of numbers in their own standard errors, as a normal deviate.

    Student's t of few numbers is made normal by Wallace's approximation.
    """
    values = np.asarray(numbers, np.float64)
    freedom = len(values) - 1
    t = float(values.mean() / (values.std(ddof=1) / sqrt(len(values))))
    return copysign(sqrt(freedom * log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3), t)


def check_luck(flown: ScenarioScores, is_measured: bool, where: str) -> None:
    """Compare the luck of wars with its own variance: its mean over wars that nobody chose is about 0.

    Raises:
        EntryError: the luck hardly differs between the wars, or its mean differs from 0 by more than chance can.
    """
    luck, wars = np.array(flown.luck) / LUCK_UNIT, len(flown.luck)
    if not is_measured:
        if luck.any():
            raise EntryError(f"{where}.luck: got {luck[luck != 0][0]}, allowed is 0: the game does not measure luck")
        return
    (usual, alike), *_ = Counter(flown.luck).most_common(1)
    ended = wars - flown.unfinished
    if ended > 1 and alike > flown.unfinished + ended / 2:
        raise EntryError(f"{where}.luck: got {usual / LUCK_UNIT} in {alike} of {wars} wars, measured luck differs")
    if wars < 2 or alike == wars:
        return
    share = erfc(abs(deviate_of_mean(luck)) / sqrt(2))
    if share < RAREST:
        raise EntryError(
            f"{where}.luck: got {luck.mean():+.2f} a war with a standard deviation of {luck.std(ddof=1):.2f} in {wars} "
            f"wars, which less than one entry in {1 / RAREST:,.0f} has by chance"
        )


# --- language models ---


def check_model(entry: LeaderboardEntry) -> None:
    """Compare the figures of a language model with each other, and with the scores of its wars."""
    figures, wars = entry.language_model, sum(scenario.wars for scenario in entry.flown.scenarios)
    if figures is None:
        return
    for part, whole in PARTS_OF_COUNTS:
        _check_at_most(part, getattr(figures, part), getattr(figures, whole), whole)
    _check_at_most("unforced_wars", figures.unforced_wars, wars, "wars")
    if not figures.questions:  # earlier versions counted none
        return
    _check_at_most("forced", figures.forced, figures.questions, "questions")
    _check_at_most("questions", figures.questions - figures.forced, figures.calls, "calls")
    decisions = sum(flown.decisions for flown in entry.scenarios.values())
    _check_at_most("questions", figures.questions, decisions, "decisions")
    if (figures.unforced_score is None) != (figures.unforced_wars == 0):
        raise EntryError(f"language_model.unforced_score: got {figures.unforced_score} of {figures.unforced_wars} wars")
    if (figures.unforced_wars == wars) != (figures.forced == 0):
        raise EntryError(
            f"language_model.unforced_wars: got {figures.unforced_wars} of {wars} with {figures.forced} forced answers"
        )
    least, most = entry.flown.headline.score_range()
    for name in ("unforced_score", "neutral_score"):
        score = getattr(figures, name)
        if score is not None and not least <= score <= most:
            raise EntryError(f"language_model.{name}: got {score}, allowed is {least} to {most}")
    mean = float(np.mean([score for flown in entry.scenarios.values() for score in flown.scores]))
    if figures.unforced_wars == wars and abs((figures.unforced_score or 0.0) - mean) > SLACK:
        raise EntryError(f"language_model.unforced_score: got {figures.unforced_score}, the scores come to {mean:.4f}")


PARTS_OF_COUNTS = (
    ("refusals", "calls"),
    ("cut", "calls"),
    ("cached_tokens", "prompt_tokens"),
    ("notes", "calls"),
    ("cut_notes", "notes"),
)
"""Counts of a language model that are part of others."""


def _check_at_most(name: str, got: Any, most: Any, other: str) -> None:
    """Refuse a count that is larger than another one."""
    if got > most:
        raise EntryError(f"language_model.{name}: got {got}, more than the {most} {other}")
