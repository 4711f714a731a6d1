"""Policies by name, and anybody else's as ``my_module:MyPolicy``."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agents.policy import Policy, Scripted

SCRIPTS = {
    "doctrine": "agents.doctrine:choose",
    "old_hand": "agents.old_hand:choose",
    "random_flyer": "agents.random_flyer:choose",
    "random": "agents.random_policy:choose",
    "lone_wolf": "agents.lone_wolf:choose",
    "kette": "agents.kette:choose",
    "cautious": "agents.cautious:choose",
    "bold": "agents.bold:choose",
    "milk_run": "agents.lone_wolf:milk_run",
    "shirker": "agents.lone_wolf:shirker",
    "straggler": "agents.lone_wolf:straggler",
    "gambler": "agents.lone_wolf:gambler",
}
"""Scripted policies: their compiled functions, imported when asked for."""
MAKERS = {"planner": "agents.planner.policy:make_planner"}
"""Policies with an option after ``@``: functions of the whole name and the option (None if there is none)."""
LEARNED = "agents.learned.policy:load_policy"
"""Makes a learned policy of its name, its file and the option."""
MODELS = Path(__file__).parent / "models"
"""Where the agents that ship with the package are."""
FIRST_FOUR = ("doctrine", "random_flyer", "random", "lone_wolf")
"""What an evaluation compares if nobody says otherwise; the first is the baseline."""


class UnknownPolicyError(ValueError):
    """There is no such policy; one line says why."""


def find(place: str) -> Callable[..., Any]:
    """What ``module:name`` stands for."""
    module_name, _, name = place.partition(":")
    try:
        found = getattr(importlib.import_module(module_name), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownPolicyError(f"policy {place!r}: {error}".splitlines()[0]) from None
    if not callable(found):
        raise UnknownPolicyError(f"policy {place!r}: cannot be called")
    return found


def make_foreign(place: str) -> Policy:
    """A policy of somebody else's: ``module:Name``, called without arguments."""
    made = find(place)()
    if not isinstance(made, Policy):
        raise UnknownPolicyError(f"policy {place!r}: has no name and act(sight, actions), see agents/policy.py")
    return made


def split_option(name: str) -> tuple[str, str | None]:
    """``planner@64`` is the planner with the option 64."""
    stem, at, option = name.partition("@")
    return stem, option if at else None


def trained_agents() -> dict[str, Path]:
    """The agents that ship with the package: their files by name."""
    return {path.stem: path for path in sorted(MODELS.glob("*.zip"))}


def known_names() -> str:
    """What may be asked for, for messages and help texts."""
    return ", ".join((*SCRIPTS, *MAKERS, *trained_agents(), "FILE.zip", "module:Class"))


def make_policy(name: str) -> Policy:
    """The policy called ``name``, with its option if it takes one: ``planner@64``, ``ppo-operation@sampled``.

    A saved agent is named by its file, anybody else's policy by ``module:Class``.

    Raises:
        UnknownPolicyError: one line says what is wrong.
    """
    stem, option = split_option(name)
    if stem in MAKERS:
        return find(MAKERS[stem])(name, option)
    if stem in trained_agents() or stem.endswith(".zip"):
        return find(LEARNED)(name, trained_agents().get(stem, Path(stem)), option)
    if name in SCRIPTS:
        return Scripted(name, find(SCRIPTS[name]))
    if ":" in name:
        return make_foreign(name)
    raise UnknownPolicyError(f"policy {name!r}: unknown, allowed is {known_names()}")
