"""The policies of the laboratory by name. Each name is an entry point too (``agents/pyproject.toml``)."""

from pathlib import Path
from typing import Any

from agents.games.stuka.scripts.reason_words import reason_of
from agents.reasoned_script import ReasonedScript
from stuka_env.extras import not_installed
from stuka_env.game import DEFAULT_GAME
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
from stuka_env.text.neutral import NEUTRAL, NeutralPolicy
from stuka_env.user_code import OWN_FOLDERS

SCRIPTS = {
    "doctrine": "agents.games.stuka.scripts.doctrine:choose",
    "old_hand": "agents.games.stuka.scripts.old_hand:choose",
    "champion": "agents.games.stuka.scripts.champion:choose",
    "random_flyer": "agents.games.stuka.scripts.random_flyer:choose",
    "random": "agents.games.stuka.scripts.random_flyer:choose_any",
    "lone_wolf": "agents.games.stuka.scripts.lone_wolf:choose",
    "kette": "agents.games.stuka.scripts.kette:choose",
    "cautious": "agents.games.stuka.scripts.cautious:choose",
    "bold": "agents.games.stuka.scripts.bold:choose",
    "milk_run": "agents.games.stuka.scripts.lone_wolf:milk_run",
    "shirker": "agents.games.stuka.scripts.lone_wolf:shirker",
    "straggler": "agents.games.stuka.scripts.lone_wolf:straggler",
    "gambler": "agents.games.stuka.scripts.lone_wolf:gambler",
}
"""Scripted policies: the places of their compiled functions, by name."""
REASONED = {
    "doctrine": "agents.games.stuka.scripts.doctrine:reasoned",
    "old_hand": "agents.games.stuka.scripts.old_hand:reasoned",
    "champion": "agents.games.stuka.scripts.champion:reasoned",
    "random_flyer": "agents.games.stuka.scripts.random_flyer:reasoned",
    "random": "agents.games.stuka.scripts.random_flyer:reasoned_any",
    "lone_wolf": "agents.games.stuka.scripts.lone_wolf:reasoned",
    "kette": "agents.games.stuka.scripts.kette:reasoned",
    "cautious": "agents.games.stuka.scripts.cautious:reasoned",
    "bold": "agents.games.stuka.scripts.bold:reasoned",
}
"""Scripted policies that can give reasons: the places of the functions that return an action with its reason."""
MAKERS = {
    "planner": "agents.games.stuka.planner.planner:make_planner",
    "improved": "agents.games.stuka.improvement.recipe:make_improved",
}
"""Policies with an option after ``@``: the places of functions of the whole name and the option, which may be None."""
LEARNED = "agents.learned.loading:load_agent"
"""Place of the function that makes a learned policy of its name, its file and the option."""
LABORATORY = Path(__file__).resolve().parent
"""The folder of the laboratory."""
OWN_FOLDERS.append(LABORATORY)
MODELS = LABORATORY / "models"
"""The folder of the agents that ship."""
DEFAULT_POLICIES = ("old_hand", "doctrine", "random_flyer", "random", "lone_wolf")
"""Default policies of an evaluation; the first is the baseline, the yardstick of every comparison."""


def trained_agents() -> dict[str, Path]:
    """Return the files of the agents that ship, by name."""
    return {path.stem: path for path in sorted(MODELS.glob("*.zip"))}


def agent_file(stem: str) -> Path:
    """Return the file of a learned agent: of one that ships with the package, or the path that ``stem`` is.

    Raises:
        UnknownPolicyError: ``stem`` is a name that an agent had before.
    """
    refuse_former_name(stem)
    return trained_agents().get(stem, Path(stem))


def policy_files(name: str) -> list[Path]:
    """Return the files that the name of a policy leads to: those of an agent, of a planner's agent, or of a run."""
    stem, option = split_option(name)
    paths: list[Path] = []
    for place in (stem, option or "", (option or "").partition(":")[2]):
        if place:
            path = agent_file(place)
            paths += sorted(path.iterdir()) if path.is_dir() else [path]
    return [path for path in paths if path.is_file()]


def known_names() -> str:
    """Return the allowed names of policies, for messages and help texts."""
    return ", ".join((*SCRIPTS, NEUTRAL, *MAKERS, *trained_agents(), SAVED_AGENT, FOREIGN))


def own_object(place: str, policy: str) -> Any:
    """Import ``module:name`` of the laboratory.

    Raises:
        UnknownPolicyError: A library that the policy needs is not installed; the message names the extra that has it.
    """
    try:
        return import_object(place)
    except UnknownPolicyError as error:
        missing = error.__context__
        if not isinstance(missing, ModuleNotFoundError):
            raise
        words = not_installed(str(missing.name), "train", "stuka-agents")
        raise UnknownPolicyError(f"policy {policy!r}: {words}") from None


def saved_agent(name: str, file: Path, option: str | None, game: str = DEFAULT_GAME) -> Policy:
    """Return the policy of a saved agent; :func:`agents.learned.loading.load_agent` describes the arguments.

    Raises:
        ValueError: It cannot be used; the message is one line.
    """
    agent: Policy = own_object(LEARNED, name)(name, file, option, game)
    return agent


def make_policy(name: str) -> Policy:
    """Return the laboratory's policy called ``name``: ``planner@64``, ``distilled-operation@sampled``, ``FILE.zip``.

    The entry points of the laboratory call this function. Names that a user gives go to
    :func:`stuka_env.policy.load_policy`, which knows the policies of other distributions and of the user too.

    Raises:
        UnknownPolicyError: The laboratory has no such policy; the message is one line.
        ValueError: The policy cannot be used; the message is one line.
    """
    stem, option = split_option(name)
    if name == NEUTRAL:
        return NeutralPolicy(DEFAULT_GAME)
    if stem in MAKERS:
        policy: Policy = own_object(MAKERS[stem], name)(name, option)
        return policy
    if stem in trained_agents() or stem.endswith(SUFFIX):
        return saved_agent(name, agent_file(stem), option)
    if name in REASONED:
        return ReasonedScript(name, own_object(SCRIPTS[name], name), reason_of(REASONED[name]))
    if name in SCRIPTS:
        return ScriptedPolicy(name, own_object(SCRIPTS[name], name))
    raise UnknownPolicyError(f"policy {name!r}: unknown, allowed is {known_names()}")
