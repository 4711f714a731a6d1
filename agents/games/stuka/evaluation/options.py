"""Arguments of ``stuka evaluate`` for the first game, checked before any war is flown."""

import argparse

from agents.evaluation.cluster import ADDRESSES, LOCAL, check_address
from agents.evaluation.evaluated_game import EvaluationOptions, evaluated_game
from agents.evaluation.options import (
    COMMON_DEFAULTS,
    EPISODES,
    MOST_EVALUATED,
    make_policy_groups,
    thread_count,
    whole_number,
    with_defaults,
    writable_folder,
)
from agents.games.stuka.players import DEFAULT_POLICIES
from agents.registry import known_names
from stuka_env import ENVIRONMENTS
from stuka_env.arguments import one_of
from stuka_env.charts.bank import RANDOM_CHARTS
from stuka_env.games.stuka.codes import SEGMENT_NAMES, Scale
from stuka_env.games.stuka.scenario.arguments import DURATION_CODES, OPERATION_CODES, read_war_spec
from stuka_env.policy import POLICY_SEED_LIMIT
from stuka_env.registration import env_ids

DEFAULTS = {
    "env": ENVIRONMENTS[Scale.OPERATION],
    "operation": None,
    "segment": None,
    "duration": "regular",
    **COMMON_DEFAULTS,
}
"""Default options that select the wars. A track overrides them, so the parser leaves None where nothing was given."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    words.add_argument(
        "--policies", nargs="*", metavar="NAME",
        help=f"{known_names()}, llm:MODEL@URL, replays:FOLDER; "
        "several trainings as one: NAME=FILE,FILE or 'NAME=runs/x/seed*/agent.zip'; learned "
        f"ones draw their actions with @sampled; the first is the baseline (default: {' '.join(DEFAULT_POLICIES)})",
    )  # fmt: skip
    words.add_argument(
        "--env", metavar="ID",
        help=f"{', '.join(env_ids())} (default: {DEFAULTS['env']}, or with --segment "
        f"{ENVIRONMENTS[Scale.SEGMENT]})",
    )  # fmt: skip
    words.add_argument("--operation", metavar="NAME", help=f"{', '.join(OPERATION_CODES)} (default: barbarossa)")
    words.add_argument("--duration", metavar="NAME", help=f"{', '.join(DURATION_CODES)} (default: regular)")
    words.add_argument("--segment", metavar="MONTH", help=f"{', '.join(SEGMENT_NAMES)}, of a Segment or a Mission")
    words.add_argument("--episodes", metavar="N", help=f"wars a policy (default: {EPISODES})")
    words.add_argument("--seed", metavar="S", help="seed of the wars and of the policies' random numbers (default: 0)")
    random = ", ".join(RANDOM_CHARTS)
    words.add_argument("--charts", metavar="DIR", help=f"a folder of your own chart files, or {random}")
    words.add_argument("--output", default="results", metavar="DIR", help="folder of report.html and the results")
    words.add_argument(
        "--save-replays", metavar="N", help="write the first N wars of each policy to DIR/replays, to watch"
    )
    words.add_argument(
        "--resume",
        action="store_true",
        help="continue with the wars kept in DIR/flights, and keep them at the end",
    )
    words.add_argument(
        "--exercises",
        action="store_true",
        help="answer the exercises instead: positions with a best choice, see docs/exercises.md",
    )
    words.add_argument(
        "--situations",
        nargs="?",
        const="stuka",
        metavar="GAME",
        help="play situations with a known optimum instead, each as often as --episodes says (default game: stuka)",
    )
    words.add_argument("--ray", nargs="?", const=LOCAL, metavar="ADDRESS", help=f"fly on a Ray cluster: {ADDRESSES}")


def policy_words(given: argparse.Namespace) -> list[str]:
    """Return the names of the policies, or the default ones if none were given."""
    return list(DEFAULT_POLICIES) if given.policies is None else given.policies


def check_options(given: argparse.Namespace) -> EvaluationOptions:
    """Check the command line. The output folder is made last, so that a refusal leaves no folder.

    Raises:
        ValueError: an argument is not allowed; the message names it.
    """
    if given.env is None and given.segment is not None:
        given.env = ENVIRONMENTS[Scale.SEGMENT]
    given = with_defaults(given, DEFAULTS)
    env = one_of("env", given.env, env_ids())
    scale = ENVIRONMENTS.index(env)
    spec = read_war_spec(
        scale, operation=given.operation, segment=given.segment, duration=given.duration, charts=given.charts
    )
    episodes = whole_number("episodes", given.episodes, 1, MOST_EVALUATED + 1)
    seed = whole_number("seed", given.seed, 0, POLICY_SEED_LIMIT)
    replays = whole_number("save-replays", given.save_replays, 0, episodes + 1)
    address = None if given.ray is None else check_address(given.ray)
    groups = make_policy_groups(policy_words(given))
    names = {code: name for name, code in OPERATION_CODES.items()}
    operation = "all" if scale == Scale.CAMPAIGN else names[spec.operation]
    return EvaluationOptions(
        game=evaluated_game("stuka"),
        groups=groups,
        env=env,
        spec=spec,
        title=" ".join(filter(None, (env, operation, given.segment, given.duration))),
        arguments={"operation": operation, "duration": given.duration, "segment": given.segment},
        episodes=episodes,
        seed=seed,
        output=writable_folder(given.output),
        threads=thread_count(),
        resume=given.resume,
        command=given.command_line,
        replays=replays,
        ray=address,
    )
