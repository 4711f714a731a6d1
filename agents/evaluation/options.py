"""What to evaluate: the arguments of ``stuka evaluate``, checked before anything is flown, and who is compared.

A line of the comparison is a policy, or one algorithm trained several times: ``ppo=runs/ppo/seed*/agent.zip`` or
``ppo=a.zip,b.zip`` is a group of trainings; an option goes to the end, ``ppo=runs/ppo/seed*/agent.zip@sampled``, and
holds for all of them.
"""

import argparse
import glob
import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from agents.evaluation.cluster import ALLOWED, LOCAL, check_address
from agents.registry import FIRST_FOUR, known_names, make_policy
from stuka_env import ENVIRONMENTS
from stuka_env.codes import SEGMENT_NAMES, Scale
from stuka_env.engine.engine import MOST_THREADS
from stuka_env.envs.arguments import DURATIONS, OPERATIONS, Arguments, argument_error, one_of, read_arguments
from stuka_env.policy import POLICY_SEED_LIMIT, Policy, split_option

# --- who is compared ---


class PolicyGroup(NamedTuple):
    """A line of the comparison."""

    name: str
    members: tuple[Policy, ...]
    """One policy, or one for each training."""
    words: tuple[str, ...]
    """What each member is made of by :func:`agents.registry.make_policy`; it may call itself otherwise."""


def is_group(word: str) -> bool:
    """Whether ``word`` is ``NAME=FILES``; a path may have an equals sign in a folder's name."""
    name, equals, files = word.partition("=")
    return bool(name and equals and files) and not set("/\\") & set(name)


def matching(pattern: str) -> list[str]:
    """The files a pattern stands for, sorted, each with the pattern's option; a name without stars for itself."""
    stem, option = split_option(pattern)
    if not glob.has_magic(stem):
        return [pattern]
    files = sorted(glob.glob(stem))
    if not files:
        raise argument_error("policies", pattern, "a pattern that fits a file")
    return files if option is None else [f"{file}@{option}" for file in files]


def group_members(files: str) -> list[str]:
    """The policies of a group: names, files and patterns between commas; the last one's option holds for all."""
    words = [word for word in files.split(",") if word]
    _, shared = split_option(words[-1]) if words else ("", None)
    named = [word if shared is None or "@" in word else f"{word}@{shared}" for word in words]
    return [name for word in named for name in matching(word)]


def make_policy_group(word: str) -> PolicyGroup:
    """The policy or the group that a word of the command line names.

    Raises:
        ValueError: one line says what is wrong.
    """
    if not is_group(word):
        policy = make_policy(word)
        return PolicyGroup(policy.name, (policy,), (word,))
    name, _, files = word.partition("=")
    names = group_members(files)
    if not names or len(set(names)) < len(names):
        raise argument_error("policies", word, "NAME=FILE,FILE with each file once")
    return PolicyGroup(name, tuple(make_policy(member) for member in names), tuple(names))


def make_policy_groups(words: list[str]) -> list[PolicyGroup]:
    """All of them, each once.

    Raises:
        ValueError: one line says what is wrong.
    """
    if not words:
        raise argument_error("policies", "none", "at least one policy")
    groups = [make_policy_group(word) for word in words]
    called = [group.name for group in groups]
    for name in called:
        if called.count(name) > 1:
            raise argument_error("policies", name, "each policy once")
    return groups


# --- the arguments ---

EPISODES = 200
USUAL = {
    "env": ENVIRONMENTS[Scale.OPERATION],
    "operation": None,
    "segment": None,
    "duration": "regular",
    "episodes": str(EPISODES),
    "seed": "0",
    "charts": None,
    "save_replays": "0",
}
"""What says which wars are flown, if nobody says otherwise. A track says it itself, so that what was given must be told
from what was not."""


class EvaluationOptions(NamedTuple):
    """What to evaluate."""

    groups: list[PolicyGroup]
    """Who is compared; the first is the baseline."""
    env: str
    arguments: Arguments
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
    """Keep the wars that have been flown, and take those that were kept."""
    ray: str | None
    """Address of the Ray that flies the wars; None to fly them in this process."""
    command: str
    """The command line that asks for all this."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words.add_argument(
        "--policies", nargs="*", default=list(FIRST_FOUR), metavar="NAME",
        help=f"{known_names()}; several trainings as one: NAME=FILE,FILE or 'NAME=runs/x/seed*/agent.zip'; learned "
        f"ones draw their actions with @sampled; the first is the baseline (default: {' '.join(FIRST_FOUR)})",
    )  # fmt: skip
    words.add_argument("--env", metavar="ID", help=f"{', '.join(ENVIRONMENTS)} (default: {USUAL['env']})")
    words.add_argument("--operation", metavar="NAME", help=f"{', '.join(OPERATIONS)} (default: barbarossa)")
    words.add_argument("--duration", metavar="NAME", help=f"{', '.join(DURATIONS)} (default: regular)")
    words.add_argument("--segment", metavar="MONTH", help=f"{', '.join(SEGMENT_NAMES)}, for a Mission or a Segment")
    words.add_argument("--episodes", metavar="N", help=f"wars a policy (default: {EPISODES})")
    words.add_argument("--seed", metavar="S", help="which wars; the policies' own chance too (default: 0)")
    words.add_argument("--charts", metavar="DIR", help="a folder of your own chart files")
    words.add_argument("--output", default="results", metavar="DIR", help="where report.html and the results go")
    words.add_argument(
        "--save-replays", metavar="N", help="write the first N wars of each policy to DIR/replays, to watch"
    )
    words.add_argument(
        "--resume",
        action="store_true",
        help="go on from the wars kept in DIR/flights, and keep them at the end",
    )
    words.add_argument("--ray", nargs="?", const=LOCAL, metavar="ADDRESS", help=f"fly on a Ray cluster: {ALLOWED}")


def whole_number(name: str, text: str, least: int, limit: int) -> int:
    """``text`` as a number from ``least`` to below ``limit``."""
    number = int(text) if text.isdecimal() and text.isascii() else -1
    if not least <= number < limit:
        raise argument_error(name, text, f"a whole number from {least} to {limit - 1}")
    return number


def writable_folder(text: str) -> Path:
    """The folder for the results, made if need be."""
    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise argument_error("output", text, f"a folder that can be written ({error.strerror})") from None


def with_defaults(given: argparse.Namespace) -> argparse.Namespace:
    """The same with what is usual where nothing was given."""
    said = vars(given)
    return argparse.Namespace(**said | {name: usual for name, usual in USUAL.items() if said[name] is None})


def check_options(given: argparse.Namespace) -> EvaluationOptions:
    """Check what the command line says; the output folder comes last, so that a refusal leaves nothing behind.

    Raises:
        ValueError: one line names what is wrong.
    """
    given = with_defaults(given)
    env = one_of("env", given.env, ENVIRONMENTS)
    scale = ENVIRONMENTS.index(env)
    arguments = read_arguments(scale, given.operation, given.segment, given.duration, "flat", given.charts, 0.0)
    episodes = whole_number("episodes", given.episodes, 1, 1_000_001)
    seed = whole_number("seed", given.seed, 0, POLICY_SEED_LIMIT)
    replays = whole_number("save-replays", given.save_replays, 0, episodes + 1)
    address = None if given.ray is None else check_address(given.ray)
    groups = make_policy_groups(given.policies)
    names = {code: name for name, code in OPERATIONS.items()}
    return EvaluationOptions(
        groups=groups,
        env=env,
        arguments=arguments,
        operation="all" if scale == Scale.CAMPAIGN else names[arguments.scenario.operation],
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
