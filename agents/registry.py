"""Policies by name, and anybody else's as ``my_module:MyPolicy``."""

import importlib
from collections.abc import Callable
from typing import Any

from agents.policy import Policy, Scripted

SCRIPTS = {
    "doctrine": "agents.doctrine:choose",
    "random_flyer": "agents.random_flyer:choose",
    "random": "agents.random_policy:choose",
    "lone_wolf": "agents.lone_wolf:choose",
    "kette": "agents.lone_wolf:kette",
    "milk_run": "agents.lone_wolf:milk_run",
    "shirker": "agents.lone_wolf:shirker",
    "straggler": "agents.lone_wolf:straggler",
    "gambler": "agents.lone_wolf:gambler",
}
"""Scripted policies: their compiled functions, imported when asked for."""
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


def make_policy(name: str) -> Policy:
    """The policy called ``name``, or ``module:Name``.

    Raises:
        UnknownPolicyError: one line says what is wrong.
    """
    if name in SCRIPTS:
        return Scripted(name, find(SCRIPTS[name]))
    if ":" in name:
        return make_foreign(name)
    raise UnknownPolicyError(f"policy {name!r}: unknown, allowed is {', '.join(SCRIPTS)} or module:Class")
