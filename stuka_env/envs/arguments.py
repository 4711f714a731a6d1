"""Arguments of the environments: the checked war, environment options and reset options."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec as GymnasiumSpec
from numpy.typing import NDArray

from stuka_env.declared.layouts import OBSERVATION_KINDS, ObservationKind
from stuka_env.declared.tape import make_tape
from stuka_env.engine.engine import PositionWriter, war_size
from stuka_env.engine.memory import memory_size
from stuka_env.envs.infos import INFO_KINDS, InfoKind
from stuka_env.envs.masks import charted_space, masked_space
from stuka_env.game import Game, game_named
from stuka_env.io.arguments import argument_error, count, flag, one_of
from stuka_env.io.cores import MOST_THREADS
from stuka_env.io.user_code import meant
from stuka_env.position.text import laid_out

RESET_OPTIONS = ("setup", "position", "dice", "strict_dice")
"""Options of a reset that every environment has."""
STATE_OPTION = "state"
"""Option of a reset that only a single environment has."""


@dataclass(frozen=True, kw_only=True)
class EnvSpec:
    """Checked arguments of an environment that do not depend on the war."""

    observation: ObservationKind
    details: str | None
    """The setting of the observation that a game has of its own (``discards``); None in a game without one."""
    mask_in_observation: bool
    charts_in_observation: bool
    info: InfoKind
    reveal: bool
    """Whether the infos have what the player cannot know."""
    penalty: float
    """Reward that an illegal action costs, in points."""


@dataclass(frozen=True)
class ResetOptions:
    """Checked options of a reset; None for an option that was not given."""

    setup: Any = None
    position: PositionWriter | None = None
    tape: NDArray[Any] | None = None
    strict: bool = False
    state: Any = None


def read_threads(name: str, got: Any) -> int:
    """Return a number of threads."""
    if not isinstance(got, int | np.integer) or isinstance(got, bool) or not 1 <= got <= MOST_THREADS:
        raise argument_error(name, got, f"a whole number from 1 to {MOST_THREADS}")
    return int(got)


def war_count(game: Game, name: str, got: Any, observation: ObservationKind, same_step: bool) -> int:
    """Return a number of wars that this machine's memory can hold."""
    wars, memory = count(name, got), memory_size()
    size = war_size(game, observation == "compact", same_step)
    if memory is not None and wars * size > memory:
        raise argument_error(
            name, got, f"at most {memory // size}: a war takes {size} bytes, and this machine has {memory}"
        )
    return wars


def read_game(name: Any, arguments: Mapping[str, Any], own: Iterable[str]) -> Game:
    """Return the game with a name; check that it has these arguments.

    Args:
        name: the name of the game.
        arguments: the arguments that are not the environment's own.
        own: names of the environment's own arguments.

    Raises:
        ValueError: there is no game of this name.
        TypeError: neither the game nor the environment has an argument of this name.
    """
    game = game_named(name)
    names = (*game.envs.argument_names, *(each for each in own if each not in ("self", "game", "scale", "arguments")))
    for unknown in arguments:
        if unknown not in game.envs.argument_names:
            raise TypeError(
                f"{unknown}: got an unknown argument, allowed are {', '.join(names)}{meant(unknown, names)}"
            )
    return game


def read_env_spec(
    game: Game,
    *,
    details: str | None = None,
    observation: Any = "flat",
    mask_in_observation: Any = False,
    charts_in_observation: Any = False,
    info: Any = "full",
    reveal: Any = False,
    illegal_action_penalty: Any,
) -> EnvSpec:
    """Check the arguments of an environment that do not depend on the war.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    penalty = illegal_action_penalty
    if not isinstance(penalty, int | float | np.number) or isinstance(penalty, bool) or not 0 <= penalty < np.inf:
        raise argument_error("illegal_action_penalty", penalty, "a number, 0 or more")
    has_charts = flag("charts_in_observation", charts_in_observation)
    if has_charts and game.engine.bank is None:
        raise argument_error("charts_in_observation", charts_in_observation, "False: this game has one set of charts")
    if flag("reveal", reveal) and game.engine.hidden is None:
        raise argument_error("reveal", reveal, "False: this game hides nothing but its dice")
    return EnvSpec(
        observation=OBSERVATION_KINDS[OBSERVATION_KINDS.index(one_of("observation", observation, OBSERVATION_KINDS))],
        mask_in_observation=flag("mask_in_observation", mask_in_observation),
        charts_in_observation=has_charts,
        details=details,
        info=INFO_KINDS[INFO_KINDS.index(one_of("info", info, INFO_KINDS))],
        reveal=reveal,
        penalty=float(penalty),
    )


def observation_space(game: Game, spec: EnvSpec) -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the observation space of one war."""
    seen = game.envs.layout(spec.details).space(spec.observation)
    if spec.charts_in_observation and game.engine.bank is not None:
        seen = charted_space(seen, game.engine.bank.space(spec.observation == "compact"))
    return masked_space(seen, game.envs.actions) if spec.mask_in_observation else seen


def read_reset_options(options: Any, spec: Any, extra: tuple[str, ...] = ()) -> ResetOptions:
    """Check the options of a reset; ``extra`` names further options that another function reads.

    Raises:
        ValueError: an option is not allowed; the message names it.
    """
    if options is None:
        return ResetOptions()
    if not isinstance(options, Mapping):
        raise argument_error("options", options, f"a mapping with any of {', '.join(RESET_OPTIONS + extra)}")
    for key in options:
        if key not in RESET_OPTIONS + extra:
            raise argument_error("options", key, f"only {', '.join(RESET_OPTIONS + extra)}")
    if options.get(STATE_OPTION) is not None:
        others = [key for key, value in options.items() if key != STATE_OPTION and value is not None]
        if others:
            raise argument_error("options", f"state and {', '.join(others)}", "a state alone")
        return ResetOptions(state=options[STATE_OPTION])
    setup = None
    if options.get("setup") is not None:
        if spec.random:
            raise argument_error("options", "setup", 'none with random charts; name one set, charts="bank:DIGEST"')
        setup = game_named(spec.game).envs.make_setup(options["setup"], spec)
    text = options.get("position")
    if text is not None and setup is not None:
        raise argument_error("options", "setup and position", "one of them")
    position = None if text is None else laid_out(text, spec)
    strict = flag("strict_dice", options.get("strict_dice", False))
    planned = options.get("dice")
    if planned is None and not strict:
        return ResetOptions(setup, position)
    tape = make_tape(game_named(spec.game).engine.tape, {} if planned is None else planned, spec.charts)
    return ResetOptions(setup, position, tape, strict)


class PlainSpec:
    """A part of an environment whose ``spec`` can be written as JSON: its arguments are plain values."""

    _spec: GymnasiumSpec | None = None

    @property
    def spec(self) -> GymnasiumSpec | None:
        """The id and the arguments of the environment; None unless Gymnasium has made it."""
        return self._spec

    @spec.setter
    def spec(self, spec: GymnasiumSpec | None) -> None:
        if spec is not None:
            spec.kwargs = {name: _plain(value) for name, value in spec.kwargs.items()}
        self._spec = spec


def _plain(value: Any) -> Any:
    """Return a path as text, and a member of an enum as the word that the arguments take."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value.name.lower() if isinstance(value, Enum) else value
