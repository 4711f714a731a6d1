"""Arguments of ``stuka evaluate``, checked before any war is flown, and the policies that are compared.

A line of the comparison is a policy, or one algorithm that was trained several times. ``ppo=runs/ppo/seed*/agent.zip``
and ``ppo=a.zip,b.zip`` are groups of trainings. An option at the end, ``ppo=runs/ppo/seed*/agent.zip@sampled``, applies
to all of them.
"""

import argparse
import glob
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agents.evaluation.cluster import ADDRESSES, LOCAL, check_address
from agents.evaluation.evaluated_game import EvaluationOptions, PolicyGroup
from agents.registry import FIRST_FOUR, known_names
from stuka_env import ENVIRONMENTS
from stuka_env.arguments import argument_error, one_of
from stuka_env.engine.engine import MOST_THREADS
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.stuka.charts.bank import RANDOM_CHARTS
from stuka_env.games.stuka.codes import SEGMENT_NAMES, Scale
from stuka_env.games.stuka.scenario.arguments import DURATION_CODES, OPERATION_CODES, read_war_spec
from stuka_env.policy import POLICY_SEED_LIMIT, load_policy, split_option

# --- policies ---

LoadPolicy = Callable[[str], Any]
"""A function that returns the policy of a name."""


def is_group(word: str) -> bool:
    """Whether ``word`` is ``NAME=FILES`` and not a path with an equals sign in a folder's name."""
    name, equals, files = word.partition("=")
    return bool(name and equals and files) and not set("/\\") & set(name)


def matching(pattern: str) -> list[str]:
    """Return the sorted files that match a pattern, each with the pattern's option, or a name without stars itself."""
    stem, option = split_option(pattern)
    if not glob.has_magic(stem):
        return [pattern]
    files = sorted(glob.glob(stem))
    if not files:
        raise argument_error("policies", pattern, "a pattern that fits a file")
    return files if option is None else [f"{file}@{option}" for file in files]


def group_members(files: str) -> list[str]:
    """Return the policies of a group: names, files and patterns between commas.

    The option of the last one applies to all.
    """
    words = [word for word in files.split(",") if word]
    _, shared = split_option(words[-1]) if words else ("", None)
    patterns = [word if shared is None or "@" in word else f"{word}@{shared}" for word in words]
    return [name for pattern in patterns for name in matching(pattern)]


def make_policy_group(word: str, load: LoadPolicy = load_policy) -> PolicyGroup:
    """Return the policy or the group that a word of the command line names; ``load`` makes a policy of its name.

    Raises:
        ValueError: there is no such policy, or a group names a file twice or none.
    """
    if not is_group(word):
        policy = load(word)
        return PolicyGroup(policy.name, (policy,), (word,))
    name, _, files = word.partition("=")
    names = group_members(files)
    if not names or len(set(names)) < len(names):
        raise argument_error("policies", word, "NAME=FILE,FILE with each file once")
    return PolicyGroup(name, tuple(load(member) for member in names), tuple(names))


def make_policy_groups(words: list[str], load: LoadPolicy = load_policy) -> list[PolicyGroup]:
    """Return the groups of all words; ``load`` makes a policy of its name.

    Raises:
        ValueError: a word is refused, there is none, or a name occurs twice.
    """
    if not words:
        raise argument_error("policies", "none", "at least one policy")
    groups = [make_policy_group(word, load) for word in words]
    names = [group.name for group in groups]
    for name in names:
        if names.count(name) > 1:
            raise argument_error("policies", name, "each policy once")
    return groups


# --- the arguments ---

ALL_ENVIRONMENTS = (*ENVIRONMENTS, *INTERCEPTOR_ENVIRONMENTS)
"""The ids of both games."""
EPISODES = 200
MOST_EVALUATED = 1_000_000
DEFAULTS = {
    "env": ENVIRONMENTS[Scale.OPERATION],
    "operation": None,
    "segment": None,
    "duration": "regular",
    "episodes": str(EPISODES),
    "seed": "0",
    "charts": None,
    "save_replays": "0",
}
"""Default options that select the wars. A track overrides them, so the parser leaves None where nothing was given."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    words.add_argument(
        "--policies", nargs="*", metavar="NAME",
        help=f"{known_names()}; several trainings as one: NAME=FILE,FILE or 'NAME=runs/x/seed*/agent.zip'; learned "
        f"ones draw their actions with @sampled; the first is the baseline (default: {' '.join(FIRST_FOUR)})",
    )  # fmt: skip
    words.add_argument("--env", metavar="ID", help=f"{', '.join(ALL_ENVIRONMENTS)} (default: {DEFAULTS['env']})")
    words.add_argument("--operation", metavar="NAME", help=f"{', '.join(OPERATION_CODES)} (default: barbarossa)")
    words.add_argument("--duration", metavar="NAME", help=f"{', '.join(DURATION_CODES)} (default: regular)")
    words.add_argument("--segment", metavar="MONTH", help=f"{', '.join(SEGMENT_NAMES)}, for a Mission or a Segment")
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
    words.add_argument("--ray", nargs="?", const=LOCAL, metavar="ADDRESS", help=f"fly on a Ray cluster: {ADDRESSES}")


def whole_number(name: str, text: str, least: int, limit: int) -> int:
    """Return ``text`` as a number from ``least`` to below ``limit``."""
    number = int(text) if text.isdecimal() and text.isascii() else -1
    if not least <= number < limit:
        raise argument_error(name, text, f"a whole number from {least} to {limit - 1}")
    return number


def thread_count() -> int:
    """Return the number of threads that fly the wars."""
    return min(os.cpu_count() or 1, MOST_THREADS)


def writable_folder(text: str) -> Path:
    """Return the folder for the results; make it if it does not exist."""
    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise argument_error("output", text, f"a folder that can be written ({error.strerror})") from None


def policy_words(given: argparse.Namespace) -> list[str]:
    """Return the names of the policies, or the default ones if none were given."""
    return list(FIRST_FOUR) if given.policies is None else given.policies


def with_defaults(given: argparse.Namespace) -> argparse.Namespace:
    """Return the arguments with the default wherever none was given."""
    words = vars(given)
    return argparse.Namespace(**words | {name: usual for name, usual in DEFAULTS.items() if words[name] is None})


def check_options(given: argparse.Namespace) -> EvaluationOptions:
    """Check the command line. The output folder is made last, so that a refusal leaves no folder.

    Raises:
        ValueError: an argument is not allowed; the message names it.
    """
    from agents.evaluation.stuka_game import StukaGame  # it needs the extra, and this module's help does not

    given = with_defaults(given)
    env = one_of("env", given.env, ALL_ENVIRONMENTS)
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
        game=StukaGame(),
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
