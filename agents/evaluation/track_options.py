"""Arguments of ``evaluate.py`` for the leaderboard: a track to fly, or files to check."""

import argparse
from pathlib import Path
from typing import NamedTuple

from agents.evaluation.entry_checks import check_name
from agents.evaluation.entry_fields import LABEL, SOURCE_LINK, RefusedValueError, text
from agents.evaluation.evaluated_game import EvaluationOptions
from agents.evaluation.isolated.isolated_policy import Isolation
from agents.evaluation.options import (
    OF_A_COMPARISON,
    check_options,
    isolation_of,
    key_of,
    policy_words,
    war_keys,
    whole_number,
)
from agents.evaluation.secret_wars import read_secret, sealed
from agents.evaluation.tracks import EvaluationTrack, all_tracks
from stuka_env.io.arguments import argument_error, one_of

OF_AN_ENTRY = ("decisions_seen", "author", "link")
"""Arguments that are allowed only with ``--track``."""
MOST_DECISIONS_SEEN = 10**15


class TrackOptions(NamedTuple):
    """The checked arguments of ``--track``."""

    track: EvaluationTrack
    evaluation: EvaluationOptions
    """Options that all scenarios have in common: policies, output folder, threads."""
    decisions_seen: int | None
    author: str | None
    link: str | None
    secret: bytes | None
    """Secret of sealed wars."""


class CheckOptions(NamedTuple):
    """The checked arguments of ``--check``."""

    files: list[Path]
    refly: int
    """Number of wars of each scenario to fly again."""
    secret: bytes | None
    """Secret of sealed wars."""
    isolation: Isolation | None
    """Settings of policies that play apart."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the leaderboard to the command."""
    more = words.add_argument_group("the leaderboard", "see docs/leaderboard.md")
    more.add_argument(
        "--track",
        metavar="NAME",
        help=f"fly a fixed track, {', '.join(all_tracks())}: DIR/TRACK-POLICY.json is the entry",
    )
    more.add_argument(
        "--decisions-seen",
        metavar="N",
        help="decisions that a learner was trained on, 0 for none; the card of a FILE.safetensors may give the number",
    )
    more.add_argument(
        "--sealed",
        metavar="FILE",
        help="with --track: fly wars that follow from a file that you keep secret, and sign the entries; with --check: "
        "check such entries; alone: print what to publish before",
    )
    more.add_argument("--author", metavar="NAME", help="author of the policy")
    more.add_argument("--link", metavar="URL", help="address of a page about the policy")
    more.add_argument("--check", nargs="+", metavar="FILE", help="check entries: form, wars, charts, rules, figures")
    more.add_argument(
        "--refly", metavar="N", help="with --check: fly the first N wars again and compare; runs the policy's code"
    )


def given_names(given: argparse.Namespace, names: tuple[str, ...]) -> list[str]:
    """Return the arguments among ``names`` that were given, as the command line has them."""
    return [f"--{name.replace('_', '-')}" for name in names if getattr(given, name) is not None]


def refuse_given(given: argparse.Namespace, names: tuple[str, ...], because: str) -> None:
    """Refuse arguments that are not allowed here.

    Raises:
        ValueError: one of them was given.
    """
    for name in given_names(given, names):
        raise ValueError(f"{name}: {because}")


def is_for_the_leaderboard(given: argparse.Namespace) -> bool:
    """Whether a track is flown, a file is checked, or a secret is prepared.

    Raises:
        ValueError: none of them, but an argument was given that needs one.
    """
    if given.track is None and given.check is None:
        refuse_given(given, OF_AN_ENTRY, "goes with --track")
        refuse_given(given, ("refly",), "goes with --check")
        return given.sealed is not None
    return True


def label(name: str, value: str | None, form: tuple[str, str]) -> str | None:
    """Check a text for the leaderboard's page before any war is flown, and return it."""
    if value is None:
        return None
    try:
        return text(value, *form)
    except RefusedValueError as error:
        raise ValueError(f"{name}: {error}") from None


def check_track_options(given: argparse.Namespace) -> TrackOptions:
    """Check the arguments of ``--track``.

    Raises:
        ValueError: an argument is not allowed; the message names it.
    """
    tracks = all_tracks()
    track = tracks[one_of("track", given.track, tracks)]
    secret = check_secret(given)
    if secret is not None:
        track = sealed(track, secret)
    refuse_given(given, war_keys(), "the track determines which wars are flown")
    refuse_given(given, OF_A_COMPARISON, "not allowed with --track: an entry has the luck of every war")
    refuse_given(given, ("refly",), "goes with --check")
    if track.form.asked:
        refuse_given(given, ("ray",), f"not allowed with --track {track.name}, where a script takes decisions too")
    seen = None
    if given.decisions_seen is not None:
        seen = whole_number("decisions-seen", given.decisions_seen, 0, MOST_DECISIONS_SEEN)
        policies = policy_words(given, track.headline.game.name)
        if len(policies) > 1:
            raise argument_error("policies", " ".join(policies), "one policy with --decisions-seen")
    author, link = label("author", given.author, LABEL), label("link", given.link, SOURCE_LINK)
    evaluation = check_options(of_the_headline(given, track))
    for group in evaluation.groups:
        if len(group.members) > 1:
            raise argument_error("policies", group.name, "one policy for each entry: NAME=FILE")
        label("policies", group.name, (LABEL[0], f"{LABEL[1]}; NAME=FILE gives another name"))
        check_name(group.name, group.words[0], track.headline.game.name)
    evaluation = evaluation._replace(sealed_seed=track.sealed_seed)
    return TrackOptions(track, evaluation, seen, author, link, secret)


def check_secret(given: argparse.Namespace) -> bytes | None:
    """Return the secret of the command line, or None without one.

    Raises:
        ValueError: its file cannot be read or used.
    """
    return None if given.sealed is None else read_secret(Path(given.sealed))


def check_secret_alone(given: argparse.Namespace) -> bytes:
    """Return the secret of a command line with nothing else.

    Raises:
        ValueError: another argument was given, or the file cannot be used.
    """
    refuse_given(
        given,
        ("policies", "ray", "isolated", *war_keys(), *OF_A_COMPARISON),
        "not allowed with --sealed without --track or --check",
    )
    secret = check_secret(given)
    assert secret is not None
    return secret


def of_the_headline(given: argparse.Namespace, track: EvaluationTrack) -> argparse.Namespace:
    """Return the arguments of an evaluation that flies the track's headline."""
    wars = {
        "env": track.headline.env,
        **{key_of(name): value for name, value in track.headline.arguments.items()},
        "episodes": str(track.headline.wars),
        "seed": str(track.seed),
        "track": None,
    }
    return argparse.Namespace(**vars(given) | wars)


def check_check_options(given: argparse.Namespace) -> CheckOptions:
    """Check the arguments of ``--check``.

    Raises:
        ValueError: an argument is not allowed; the message names it.
    """
    refuse_given(given, ("track", *OF_AN_ENTRY, *war_keys(), *OF_A_COMPARISON), "not allowed with --check")
    most = max(scenario.wars for track in all_tracks().values() for scenario in track.scenarios)
    refly = 0 if given.refly is None else whole_number("refly", given.refly, 1, most + 1)
    return CheckOptions([Path(file) for file in given.check], refly, check_secret(given), isolation_of(given))
