"""Arguments of ``stuka evaluate``, checked before any war is flown, and the policies that are compared.

A line of the comparison is a policy, or one algorithm that was trained several times. ``ppo=runs/ppo/seed*/agent.zip``
and ``ppo=a.zip,b.zip`` are groups of trainings. An option at the end, ``ppo=runs/ppo/seed*/agent.zip@sampled``, applies
to all of them.
"""

import argparse
import glob
import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from agents.evaluation.cluster import ADDRESSES, LOCAL, check_address
from agents.registry import FIRST_FOUR, known_names
from stuka_env import ENVIRONMENTS
from stuka_env.charts.bank import RANDOM_CHARTS
from stuka_env.codes import SEGMENT_NAMES, Scale
from stuka_env.engine.engine import MOST_THREADS
from stuka_env.envs.arguments import DURATION_CODES, OPERATION_CODES, argument_error, one_of, read_war_spec
from stuka_env.policy import POLICY_SEED_LIMIT, Policy, load_policy, split_option
from stuka_env.scenario.plan import WarSpec

# --- policies ---


class PolicyGroup(NamedTuple):
    """A line of the comparison."""

    name: str
    members: tuple[Policy, ...]
    """One policy, or one for each training."""
    words: tuple[str, ...]
    """Names of the members, as :func:`stuka_env.policy.load_policy` takes them."""


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


def make_policy_group(word: str) -> PolicyGroup:
    """Return the policy or the group that a word of the command line names.

    Raises:
        ValueError: there is no such policy, or a group names a file twice or none.
    """
    if not is_group(word):
        policy = load_policy(word)
        return PolicyGroup(policy.name, (policy,), (word,))
    name, _, files = word.partition("=")
    names = group_members(files)
    if not names or len(set(names)) < len(names):
        raise argument_error("policies", word, "NAME=FILE,FILE with each file once")
    return PolicyGroup(name, tuple(load_policy(member) for member in names), tuple(names))


def make_policy_groups(words: list[str]) -> list[PolicyGroup]:
    """Return the groups of all words.

    Raises:
        ValueError: a word is refused, there is none, or a name occurs twice.
    """
    if not words:
        raise argument_error("policies", "none", "at least one policy")
    groups = [make_policy_group(word) for word in words]
    names = [group.name for group in groups]
    for name in names:
        if names.count(name) > 1:
            raise argument_error("policies", name, "each policy once")
    return groups


# --- the arguments ---

EPISODES = 200
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


class EvaluationOptions(NamedTuple):
    """The checked arguments of an evaluation."""

    groups: list[PolicyGroup]
    """The policies; the first group is the baseline."""
    env: str
    spec: WarSpec
    operation: str
    """By name; ``all`` for a campaign."""
    duration: str
    segment: str | None
    episodes: int
    seed: int
    output: Path
    threads: int
    replays: int
    """Wars of each policy to write replays of."""
    resume: bool
    """Whether to use the wars that an earlier run has kept, and to keep those of this run."""
    ray: str | None
    """Address of the Ray cluster that flies the wars; None to fly them in this process."""
    command: str
    """The command line."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    words.add_argument(
        "--policies", nargs="*", default=list(FIRST_FOUR), metavar="NAME",
        help=f"{known_names()}; several trainings as one: NAME=FILE,FILE or 'NAME=runs/x/seed*/agent.zip'; learned "
        f"ones draw their actions with @sampled; the first is the baseline (default: {' '.join(FIRST_FOUR)})",
    )  # fmt: skip
    words.add_argument("--env", metavar="ID", help=f"{', '.join(ENVIRONMENTS)} (default: {DEFAULTS['env']})")
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


def writable_folder(text: str) -> Path:
    """Return the folder for the results; make it if it does not exist."""
    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise argument_error("output", text, f"a folder that can be written ({error.strerror})") from None


def with_defaults(given: argparse.Namespace) -> argparse.Namespace:
    """Return the arguments with the default wherever none was given."""
    words = vars(given)
    return argparse.Namespace(**words | {name: usual for name, usual in DEFAULTS.items() if words[name] is None})


def check_options(given: argparse.Namespace) -> EvaluationOptions:
    """Check the command line. The output folder is made last, so that a refusal leaves no folder.

    Raises:
        ValueError: an argument is not allowed; the message names it.
    """
    given = with_defaults(given)
    env = one_of("env", given.env, ENVIRONMENTS)
    scale = ENVIRONMENTS.index(env)
    spec = read_war_spec(
        scale, operation=given.operation, segment=given.segment, duration=given.duration, charts=given.charts
    )
    episodes = whole_number("episodes", given.episodes, 1, 1_000_001)
    seed = whole_number("seed", given.seed, 0, POLICY_SEED_LIMIT)
    replays = whole_number("save-replays", given.save_replays, 0, episodes + 1)
    address = None if given.ray is None else check_address(given.ray)
    groups = make_policy_groups(given.policies)
    names = {code: name for name, code in OPERATION_CODES.items()}
    return EvaluationOptions(
        groups=groups,
        env=env,
        spec=spec,
        operation="all" if scale == Scale.CAMPAIGN else names[spec.operation],
        duration=given.duration,
        segment=given.segment,
        episodes=episodes,
        seed=seed,
        output=writable_folder(given.output),
        threads=min(os.cpu_count() or 1, MOST_THREADS),
        replays=replays,
        resume=given.resume,
        ray=address,
        command=given.command_line,
    )
