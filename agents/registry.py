"""The policies of the laboratory by name.

One entry point (``agents/pyproject.toml``) names this module: a :class:`stuka_env.policy.PolicyModule`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.game_rooms import has_room, laboratory_of
from agents.reasoned_script import ReasonedScript, ReasonWords, place_of_reasons, words_of
from stuka_env.declared.codes import Code
from stuka_env.game import DEFAULT_GAME
from stuka_env.io.extras import not_installed
from stuka_env.io.user_code import OWN_FOLDERS
from stuka_env.policy import (
    FOREIGN,
    NEUTRAL,
    RANDOM,
    SAFETENSORS,
    SAVED_AGENT,
    SUFFIXES,
    Policy,
    PolicyInput,
    ScriptedPolicy,
    UnknownPolicyError,
    import_object,
    split_option,
)
from stuka_env.text.parts import NeutralPolicy, text_parts


class RandomPolicy:
    """Uniformly random legal actions, in any game."""

    name = RANDOM

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        counts = (inputs.masks > 0).cumsum(axis=1)
        chosen = inputs.noise % counts[:, -1]
        actions[:] = (counts > chosen[:, None]).argmax(axis=1)


LEARNED = "agents.learned.loading:load_agent"
"""Place of the function that makes a learned policy of its name, its file and the option."""
PLAYERS_ROOM = "players"
"""The room of a game with its policies by name."""
LABORATORY = Path(__file__).resolve().parent
"""The folder of the laboratory."""
OWN_FOLDERS.append(LABORATORY)
MODELS = LABORATORY / "models"
"""The folder of the agents that ship."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Players:
    """The policies of a game by name, saved agents apart."""

    scripts: Mapping[str, str] = field(default_factory=dict)
    """Scripts by name: the places of their compiled functions."""
    reasons: type[Code] | None = None
    """The reasons of scripts; None in a game without."""
    reason_words: ReasonWords | None = None
    """The words of a reason, in a game whose reasons have more than numbers in braces."""
    compared: tuple[str, ...] = ()
    """Default policies of an evaluation; the first is the baseline, the yardstick of every comparison."""
    makers: Mapping[str, str] = field(default_factory=dict)
    """Policies with an option after ``@``: the places of functions of the whole name and the option, or None."""


def players_of(game: str) -> Players:
    """Return the policies of a game by its name; a game without this room compares the rivals of its texts."""
    if not has_room(game, PLAYERS_ROOM):
        return Players(compared=text_parts(game).rivals)
    players: Players = laboratory_of(game, PLAYERS_ROOM).PLAYERS
    return players


def trained_agents(game: str = DEFAULT_GAME) -> dict[str, Path]:
    """Return the files of the agents of a game that ship, by name; agents of several games may have the same."""
    return {path.stem: path for path in sorted((MODELS / game).glob(f"*{SAFETENSORS}"))}


def agent_file(stem: str, game: str = DEFAULT_GAME) -> Path:
    """Return the file of a learned agent: of one that ships with the package, or the path that ``stem`` is."""
    return trained_agents(game).get(stem, Path(stem))


def policy_files(name: str, game: str = DEFAULT_GAME) -> list[Path]:
    """Return the files that the name of a policy leads to: those of an agent, of a planner's agent, or of a run."""
    stem, option = split_option(name)
    paths: list[Path] = []
    for place in (stem, option or "", (option or "").partition(":")[2]):
        if place:
            path = agent_file(place, game)
            paths += sorted(path.iterdir()) if path.is_dir() else [path]
    return [path for path in paths if path.is_file()]


def policy_names(game: str = DEFAULT_GAME) -> tuple[str, ...]:
    """Return the names of the laboratory's policies of a game, without options."""
    players, of_every_game = players_of(game), (NEUTRAL, RANDOM, SAVED_AGENT)
    return tuple(dict.fromkeys((*players.scripts, *players.makers, *trained_agents(game), *of_every_game)))


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


def scripted(name: str, players: Players) -> ScriptedPolicy:
    """Return the policy of a script, with reasons if the script has them."""
    place = players.scripts[name]
    choose, reasons = own_object(place, name), place_of_reasons(place)
    if reasons is None or players.reasons is None:
        return ScriptedPolicy(name, choose)
    words = players.reason_words or words_of(players.reasons)
    return ReasonedScript(name, choose, reasons, words, players.reasons)


def make_policy(name: str, game: str = DEFAULT_GAME) -> Policy:
    """Return the laboratory's policy called ``name``: ``planner@64``, ``distilled@sampled``, ``FILE.safetensors``.

    Names that a user gives go to :func:`stuka_env.policy.load_policy`, which knows the policies of other distributions
    and of the user too.

    Raises:
        UnknownPolicyError: The laboratory has no such policy; the message is one line.
        ValueError: The policy cannot be used; the message is one line.
    """
    (stem, option), players = split_option(name), players_of(game)
    if name == NEUTRAL:
        return NeutralPolicy(game)
    if stem in players.makers:
        policy: Policy = own_object(players.makers[stem], name)(name, option)
        return policy
    if stem in trained_agents(game) or stem.endswith(SUFFIXES):
        agent: Policy = own_object(LEARNED, name)(name, agent_file(stem, game), option, game)
        return agent
    if name in players.scripts:
        return scripted(name, players)
    if name == RANDOM:
        return RandomPolicy()
    raise UnknownPolicyError(f"policy {name!r}: unknown, allowed is {', '.join((*policy_names(game), FOREIGN))}")
