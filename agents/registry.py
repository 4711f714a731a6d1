"""The laboratory's policies by name; each is an entry point too (``agents/pyproject.toml``)."""

from pathlib import Path
from typing import Any

from agents.scripts.reasoned_script import ReasonedScript
from stuka_env.extras import not_installed
from stuka_env.policy import (
    FOREIGN,
    SAVED_AGENT,
    SUFFIX,
    Policy,
    ScriptedPolicy,
    UnknownPolicyError,
    import_object,
    refuse_former_name,
    split_option,
)
from stuka_env.user_code import OWN_FOLDERS

SCRIPTS = {
    "doctrine": "agents.scripts.doctrine:choose",
    "old_hand": "agents.scripts.old_hand:choose",
    "random_flyer": "agents.scripts.random_flyer:choose",
    "random": "agents.scripts.random_flyer:choose_any",
    "lone_wolf": "agents.scripts.lone_wolf:choose",
    "kette": "agents.scripts.kette:choose",
    "cautious": "agents.scripts.cautious:choose",
    "bold": "agents.scripts.bold:choose",
    "milk_run": "agents.scripts.lone_wolf:milk_run",
    "shirker": "agents.scripts.lone_wolf:shirker",
    "straggler": "agents.scripts.lone_wolf:straggler",
    "gambler": "agents.scripts.lone_wolf:gambler",
}
"""Scripted policies: their compiled functions, imported when asked for."""
REASONED = {
    "doctrine": "agents.scripts.doctrine:reasoned",
    "old_hand": "agents.scripts.old_hand:reasoned",
    "random_flyer": "agents.scripts.random_flyer:reasoned",
    "random": "agents.scripts.random_flyer:reasoned_any",
    "lone_wolf": "agents.scripts.lone_wolf:reasoned",
    "kette": "agents.scripts.kette:reasoned",
    "cautious": "agents.scripts.cautious:reasoned",
    "bold": "agents.scripts.bold:reasoned",
}
"""Of those that say why, if they are asked: the functions that do."""
MAKERS = {
    "planner": "agents.planner.planner:make_planner",
    "improved": "agents.improvement.recipe:make_improved",
}
"""Policies with an option after ``@``: functions of the whole name and the option (None if there is none)."""
LEARNED = "agents.learned.learned_policy:load_agent"
"""Makes a learned policy of its name, its file, the option, and whether it flies under any charts."""
LABORATORY = Path(__file__).resolve().parent
"""The folder of everything that is ours beside stuka_env."""
OWN_FOLDERS.append(LABORATORY)
MODELS = LABORATORY / "models"
"""Where the agents that ship with the package are."""
FIRST_FOUR = ("doctrine", "random_flyer", "random", "lone_wolf")
"""What an evaluation compares if nobody says otherwise; the first is the baseline."""


def trained_agents() -> dict[str, Path]:
    """The agents that ship with the package: their files by name."""
    return {path.stem: path for path in sorted(MODELS.glob("*.zip"))}


def agent_file(stem: str) -> Path:
    """Return the file of a learned agent: of one that ships with the package, or the path that ``stem`` is.

    Raises:
        UnknownPolicyError: ``stem`` is a name that an agent had before.
    """
    refuse_former_name(stem)
    return trained_agents().get(stem, Path(stem))


def policy_files(name: str) -> list[Path]:
    """The files that a policy is made of, as far as its name leads to them: an agent, a planner's agent, a run."""
    stem, option = split_option(name)
    found = []
    for place in (stem, option or "", (option or "").partition(":")[2]):
        path = agent_file(place) if place else Path("nowhere")
        found += sorted(path.iterdir()) if path.is_dir() else [path]
    return [path for path in found if path.is_file()]


def known_names() -> str:
    """What may be asked for, for messages and help texts."""
    return ", ".join((*SCRIPTS, *MAKERS, *trained_agents(), SAVED_AGENT, FOREIGN))


def own_object(place: str, policy: str) -> Any:
    """What ``module:name`` of ours stands for.

    Raises:
        UnknownPolicyError: a library that the policy needs is not installed; one line says what brings it.
    """
    try:
        return import_object(place)
    except UnknownPolicyError as error:
        missing = error.__context__
        if not isinstance(missing, ModuleNotFoundError):
            raise
        words = not_installed(str(missing.name), "train", "stuka-agents")
        raise UnknownPolicyError(f"policy {policy!r}: {words}") from None


def make_policy(name: str) -> Policy:
    """Return the laboratory's policy called ``name``: ``planner@64``, ``distilled-operation@sampled``, ``FILE.zip``.

    The entry points of the laboratory call this function. Names that a user gives go to
    :func:`stuka_env.policy.load_policy`, which knows the policies of other distributions and of the user too.

    Raises:
        UnknownPolicyError: The laboratory has no such policy; the message is one line.
        ValueError: The policy cannot be used; the message is one line.
    """
    stem, option = split_option(name)
    if stem in MAKERS:
        made: Policy = own_object(MAKERS[stem], name)(name, option)
        return made
    if stem in trained_agents() or stem.endswith(SUFFIX):
        learned: Policy = own_object(LEARNED, name)(name, agent_file(stem), option)
        return learned
    if name in REASONED:
        return ReasonedScript(name, SCRIPTS[name], REASONED[name])
    if name in SCRIPTS:
        return ScriptedPolicy(name, own_object(SCRIPTS[name], name))
    raise UnknownPolicyError(f"policy {name!r}: unknown, allowed is {known_names()}")
