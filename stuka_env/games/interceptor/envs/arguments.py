"""Arguments of the environments: the checked war, environment options and reset options."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.memory import memory_size
from stuka_env.envs.masks import masked_space
from stuka_env.games.interceptor.charts import ChartError, LoadedCharts, load_charts
from stuka_env.games.interceptor.codes import ACTIONS, NOBODY, Career, Scale
from stuka_env.games.interceptor.engine.engine import MOST_THREADS, SEED_LIMIT, war_size
from stuka_env.games.interceptor.engine.tape import make_tape
from stuka_env.games.interceptor.envs.infos import INFO_KINDS, InfoKind
from stuka_env.games.interceptor.observation import DISCARDS, OBSERVATION_KINDS, Discards, ObservationKind, space
from stuka_env.games.interceptor.scenario.plan import DRAWN, MONTH_WORDS, ROLLED, WarSpec
from stuka_env.games.interceptor.scenario.setup import Setup, make_setup
from stuka_env.quoting import quoted
from stuka_env.user_code import meant

MONTH_CODES = {name: month for month, name in enumerate(MONTH_WORDS)}
TRACK_CODES = {track.name.lower(): int(track) for track in Career}
REWARDS = ("bombers", "level")
ROLL = "roll"
"""Value of ``unit`` for a unit that is drawn by dice."""
RESET_OPTIONS = ("setup", "dice", "strict_dice")


@dataclass(frozen=True, kw_only=True)
class EnvSpec:
    """Checked arguments of an environment that do not depend on the war."""

    observation: ObservationKind
    mask_in_observation: bool
    discards: Discards
    info: InfoKind
    penalty: float
    """Reward that an illegal action costs, in points."""


@dataclass(frozen=True)
class ResetOptions:
    """Checked options of a reset; None for an option that was not given."""

    setup: Setup | None = None
    tape: NDArray[Any] | None = None
    strict: bool = False


def argument_error(name: str, got: Any, allowed: str) -> ValueError:
    """Return the error for an argument that cannot be used."""
    return ValueError(f"{name}: got {quoted(got)}, allowed is {allowed}")


def one_of(name: str, got: Any, words: Iterable[str]) -> str:
    """Return the word ``got``.

    Raises:
        ValueError: it is none of ``words``.
    """
    words = tuple(words)
    if not isinstance(got, str) or got not in words:
        allowed = " or ".join(f'"{word}"' for word in words)
        raise argument_error(name, got, f"{allowed}{meant(got, words)}")
    return got


def flag(name: str, got: Any) -> bool:
    """Return a truth value."""
    if not isinstance(got, bool | np.bool_):
        raise argument_error(name, got, "True or False")
    return bool(got)


def count(name: str, got: Any) -> int:
    """Return a whole number of at least one."""
    if not isinstance(got, int | np.integer) or isinstance(got, bool) or got < 1:
        raise argument_error(name, got, "a whole number, 1 or more")
    return int(got)


def thread_count(name: str, got: Any) -> int:
    """Return a number of threads."""
    if not isinstance(got, int | np.integer) or isinstance(got, bool) or not 1 <= got <= MOST_THREADS:
        raise argument_error(name, got, f"a whole number from 1 to {MOST_THREADS}")
    return int(got)


def war_count(name: str, got: Any, observation: ObservationKind, same_step: bool) -> int:
    """Return a number of wars that this machine's memory can hold."""
    wars, memory, size = count(name, got), memory_size(), war_size(observation == "compact", same_step)
    if memory is not None and wars * size > memory:
        raise argument_error(
            name, got, f"at most {memory // size}: a war takes {size} bytes, and this machine has {memory}"
        )
    return wars


def read_seed(got: Any) -> int | None:
    """Return a seed for reset; None stays None."""
    if got is None:
        return None
    if not isinstance(got, int | np.integer) or isinstance(got, bool) or not 0 <= got < SEED_LIMIT:
        raise argument_error("seed", got, f"None or a whole number from 0 to {SEED_LIMIT - 1}")
    return int(got)


def read_war_spec(
    scale: int,
    *,
    start: Any = None,
    month: Any = None,
    unit: Any = ROLL,
    track: Any = None,
    fatigue: Any = False,
    enemy_quality: Any = False,
    advanced_maneuvers: Any = False,
    reward: Any = "bombers",
    charts: Any = None,
) -> WarSpec:
    """Check the arguments of the war.

    Args:
        scale: code of :class:`stuka_env.games.interceptor.codes.Scale`.
        start: first month of a career, such as "1943-03"; None for March 1943.
        month: the month of a Month or a Sortie; None for one that is drawn by dice at each reset.
        unit: "roll", or the name of a unit of the starting table that is open in the first month.
        track: "officer" or "nco"; None if the player decides.
        fatigue: whether fatigue counts.
        enemy_quality: whether enemy pilots differ in quality.
        advanced_maneuvers: whether advanced maneuvers can be learned.
        reward: "bombers" or "level".
        charts: folder of chart files; None for the project's own charts.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    loaded = _read_charts(charts)
    first = _read_month(scale, start, month)
    return WarSpec(
        scale=int(scale),
        month=first,
        unit=_read_unit(unit, first, loaded),
        track=_read_track(track),
        fatigue=flag("fatigue", fatigue),
        enemy_quality=flag("enemy_quality", enemy_quality),
        advanced_maneuvers=flag("advanced_maneuvers", advanced_maneuvers),
        level_reward=one_of("reward", reward, REWARDS) == "level",
        charts=loaded,
    )


def _read_month(scale: int, start: Any, month: Any) -> int:
    """Return the first month of the war."""
    if scale == Scale.CAREER:
        if month is not None:
            raise argument_error("month", month, "none: a career has start, its first month")
        return MONTH_CODES[one_of("start", "1943-03" if start is None else start, MONTH_CODES)]
    if start is not None:
        raise argument_error("start", start, "none: only a Career has one; a Month or a Sortie has month")
    return DRAWN if month is None else MONTH_CODES[one_of("month", month, MONTH_CODES)]


def _read_unit(unit: Any, month: int, charts: LoadedCharts) -> int:
    """Return the row of a unit of the starting table. The unit must be open in every possible first month."""
    earliest = max(month, 0)
    firsts = charts.row["units"]["first_month"].tolist()
    rows = {name: row for row, name in enumerate(charts.names.units) if 0 <= firsts[row] <= earliest}
    if isinstance(unit, str) and unit == ROLL:
        return ROLLED
    if not isinstance(unit, str) or unit not in rows:
        when = MONTH_WORDS[earliest]
        raise argument_error("unit", unit, f"roll, or a unit that is open in {when}: {', '.join(rows)}")
    return rows[unit]


def _read_track(track: Any) -> int:
    """Return the code of a track of rank; -1 for None."""
    if track is None:
        return NOBODY
    if not isinstance(track, str) or track not in TRACK_CODES:
        raise argument_error("track", track, f'None, "officer" or "nco"{meant(track, TRACK_CODES)}')
    return TRACK_CODES[track]


def _read_charts(charts: Any) -> LoadedCharts:
    """Load the charts of a folder; None stands for the project's own charts."""
    if charts is not None and not isinstance(charts, str | os.PathLike):
        raise argument_error("charts", charts, "None or a folder")
    try:
        return load_charts(charts)
    except ChartError as error:
        raise ValueError(f"charts: {error}") from None


def read_env_spec(
    *,
    observation: Any = "flat",
    mask_in_observation: Any = False,
    discards: Any = "seen",
    info: Any = "full",
    illegal_action_penalty: Any,
) -> EnvSpec:
    """Check the arguments of an environment that do not depend on the war.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    penalty = illegal_action_penalty
    if not isinstance(penalty, int | float | np.number) or isinstance(penalty, bool) or not 0 <= penalty < np.inf:
        raise argument_error("illegal_action_penalty", penalty, "a number, 0 or more")
    return EnvSpec(
        observation=OBSERVATION_KINDS[OBSERVATION_KINDS.index(one_of("observation", observation, OBSERVATION_KINDS))],
        mask_in_observation=flag("mask_in_observation", mask_in_observation),
        discards=DISCARDS[DISCARDS.index(one_of("discards", discards, DISCARDS))],
        info=INFO_KINDS[INFO_KINDS.index(one_of("info", info, INFO_KINDS))],
        penalty=float(penalty),
    )


def observation_space(spec: EnvSpec) -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the observation space of one war."""
    seen = space(spec.observation, spec.discards)
    return masked_space(seen, ACTIONS) if spec.mask_in_observation else seen


def read_reset_options(options: Any, spec: WarSpec, extra: tuple[str, ...] = ()) -> ResetOptions:
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
    setup = None
    if options.get("setup") is not None:
        setup = make_setup(options["setup"], spec)
    strict = flag("strict_dice", options.get("strict_dice", False))
    planned = options.get("dice")
    if planned is None and not strict:
        return ResetOptions(setup)
    return ResetOptions(setup, make_tape({} if planned is None else planned), strict)
