"""Arguments of ``stuka evaluate``, checked before any war is flown, and the policies that are compared.

A line of the comparison is a policy, or one algorithm that was trained several times. ``ppo=runs/ppo/seed*/agent.zip``
and ``ppo=a.zip,b.zip`` are groups of trainings. An option at the end, ``ppo=runs/ppo/seed*/agent.zip@sampled``, applies
to all of them.
"""

import argparse
import glob
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from agents.evaluation.entrants import LoadPolicy, load_entrant
from agents.evaluation.evaluated_game import PolicyGroup
from stuka_env.arguments import argument_error
from stuka_env.engine.engine import MOST_THREADS
from stuka_env.policy import load_policy, split_option

# --- policies ---


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
        policy = load_entrant(word, load)
        return PolicyGroup(policy.name, (policy,), (word,))
    name, _, files = word.partition("=")
    names = group_members(files)
    if not names or len(set(names)) < len(names):
        raise argument_error("policies", word, "NAME=FILE,FILE with each file once")
    return PolicyGroup(name, tuple(load_entrant(member, load) for member in names), tuple(names))


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


# --- values of arguments ---

EPISODES = 200
"""Default number of wars."""
MOST_EVALUATED = 1_000_000
"""Largest number of wars."""
COMMON_DEFAULTS = {"episodes": str(EPISODES), "seed": "0", "charts": None, "save_replays": "0"}
"""Default options of every game."""


def with_defaults(given: argparse.Namespace, defaults: Mapping[str, str | None]) -> argparse.Namespace:
    """Return the arguments with the default wherever none was given."""
    words = vars(given)
    return argparse.Namespace(**words | {name: usual for name, usual in defaults.items() if words[name] is None})


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
