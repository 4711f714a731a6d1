"""Who is compared: a policy, or one algorithm trained several times, as named on the command line.

``ppo=runs/ppo/seed*/agent.zip`` or ``ppo=a.zip,b.zip`` is one contestant with several trainings; an option goes to the
end, ``ppo=runs/ppo/seed*/agent.zip@sampled``, and holds for all of them.
"""

import glob
from typing import NamedTuple

from agents.policy import Policy
from agents.registry import make_policy, split_option
from stuka_env.arguments import refuse


class Contestant(NamedTuple):
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
        raise refuse("policies", pattern, "a pattern that fits a file")
    return files if option is None else [f"{file}@{option}" for file in files]


def group_members(files: str) -> list[str]:
    """The policies of a group: names, files and patterns between commas; the last one's option holds for all."""
    words = [word for word in files.split(",") if word]
    _, shared = split_option(words[-1]) if words else ("", None)
    named = [word if shared is None or "@" in word else f"{word}@{shared}" for word in words]
    return [name for word in named for name in matching(word)]


def make_contestant(word: str) -> Contestant:
    """The contestant that a word of the command line names.

    Raises:
        ValueError: one line says what is wrong.
    """
    if not is_group(word):
        policy = make_policy(word)
        return Contestant(policy.name, (policy,), (word,))
    name, _, files = word.partition("=")
    names = group_members(files)
    if not names or len(set(names)) < len(names):
        raise refuse("policies", word, "NAME=FILE,FILE with each file once")
    return Contestant(name, tuple(make_policy(member) for member in names), tuple(names))


def make_contestants(words: list[str]) -> list[Contestant]:
    """All of them, each once.

    Raises:
        ValueError: one line says what is wrong.
    """
    if not words:
        raise refuse("policies", "none", "at least one policy")
    contestants = [make_contestant(word) for word in words]
    called = [contestant.name for contestant in contestants]
    for name in called:
        if called.count(name) > 1:
            raise refuse("policies", name, "each policy once")
    return contestants
