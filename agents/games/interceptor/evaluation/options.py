"""Checks of the arguments of an evaluation of Interceptor Ace, and its policies by name."""

import argparse

from agents.evaluation.evaluated_game import EvaluationOptions, evaluated_game
from agents.evaluation.options import (
    COMMON_DEFAULTS,
    MOST_EVALUATED,
    make_policy_groups,
    thread_count,
    whole_number,
    with_defaults,
    writable_folder,
)
from agents.games.interceptor.evaluation.arguments import (
    DEFAULT_PLAYERS,
    FLAGS,
    RANK_TRACKS,
    refuse_missing_parts,
)
from agents.games.interceptor.players import SECOND_GAME
from stuka_env.arguments import argument_error
from stuka_env.charts.bank import RANDOM_CHARTS
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import (
    Month,
    Scale,
)
from stuka_env.games.interceptor.scenario.arguments import ROLL, read_war_spec
from stuka_env.policy import POLICY_SEED_LIMIT, Policy, load_policy

NOUNS = {Scale.SORTIE: "sortie", Scale.MONTH: "month", Scale.CAREER: "career"}
"""Words for one episode."""


def load_player(name: str) -> Policy:
    """Return the policy of the second game called ``name``: a script, or the user's own as ``module:Name``.

    Raises:
        UnknownPolicyError: there is no such policy; the message is one line.
        UserCodeError: the policy is the user's own, and its code fails.
    """
    return load_policy(name, SECOND_GAME)


def check_career_options(given: argparse.Namespace) -> EvaluationOptions:
    """Check the command line. The output folder is made last, so that a refusal leaves no folder.

    Raises:
        ValueError: an argument is not allowed; the message names it.
    """
    refuse_missing_parts(given)
    given = with_defaults(given, COMMON_DEFAULTS)
    if given.charts in RANDOM_CHARTS:
        raise argument_error("charts", given.charts, "a folder: this game has no sets of random charts")
    if given.rank_track not in (None, *RANK_TRACKS):
        raise argument_error("rank-track", given.rank_track, " or ".join(RANK_TRACKS))
    scale = Scale(INTERCEPTOR_ENVIRONMENTS.index(given.env))
    flags = {name: bool(getattr(given, name)) for name in FLAGS}
    unit = ROLL if given.unit is None else given.unit
    spec = read_war_spec(
        scale, start=given.start, month=given.month, unit=unit, track=given.rank_track, charts=given.charts, **flags
    )
    episodes = whole_number("episodes", given.episodes, 1, MOST_EVALUATED + 1)
    seed = whole_number("seed", given.seed, 0, POLICY_SEED_LIMIT)
    replays = whole_number("save-replays", given.save_replays, 0, episodes + 1)
    groups = make_policy_groups(list(DEFAULT_PLAYERS) if given.policies is None else given.policies, load_player)
    start = Month(spec.month).short if scale == Scale.CAREER else None
    arguments = {"start": start, "month": given.month, "unit": unit, "rank_track": given.rank_track, **flags}
    named = [str(value) for value in (start, given.month, given.unit, given.rank_track) if value is not None]
    on = [name.replace("_", " ") for name, value in flags.items() if value]
    return EvaluationOptions(
        game=evaluated_game(SECOND_GAME),
        groups=groups,
        env=given.env,
        spec=spec,
        title=" ".join([given.env, *named, *on]),
        arguments=arguments,
        episodes=episodes,
        seed=seed,
        output=writable_folder(given.output),
        threads=thread_count(),
        resume=given.resume,
        command=given.command_line,
        noun=NOUNS[scale],
        replays=replays,
    )
