"""Arguments of the environments: the checked war, environment options and reset options."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import MOST_THREADS, SEED_LIMIT, war_size
from stuka_env.engine.memory import memory_size
from stuka_env.engine.tape import make_tape
from stuka_env.envs.chart_rows import charted_space
from stuka_env.envs.infos import INFO_KINDS, InfoKind
from stuka_env.envs.masks import masked_space
from stuka_env.games.stuka.charts import ChartError, LoadedCharts
from stuka_env.games.stuka.charts.bank import RANDOM_CHARTS, chart_bank, charts_at
from stuka_env.games.stuka.codes import ACTIONS, SEGMENT_NAMES, Duration, Operation, Scale
from stuka_env.games.stuka.observation import OBSERVATION_KINDS, ObservationKind, space
from stuka_env.games.stuka.scenario.missions import operation_of, segments_of
from stuka_env.games.stuka.scenario.plan import RandomCharts, WarSpec
from stuka_env.games.stuka.scenario.setup import Setup, make_setup
from stuka_env.quoting import quoted
from stuka_env.user_code import meant

OPERATION_CODES = {operation.name.lower(): int(operation) for operation in Operation}
DURATION_CODES = {duration.name.lower(): int(duration) for duration in Duration}
RESET_OPTIONS = ("setup", "dice", "strict_dice")


@dataclass(frozen=True, kw_only=True)
class EnvSpec:
    """Checked arguments of an environment that do not depend on the war."""

    observation: ObservationKind
    mask_in_observation: bool
    charts_in_observation: bool
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
    operation: Any = None,
    segment: Any = None,
    duration: Any = "regular",
    charts: Any = None,
    charts_seed: Any = None,
) -> WarSpec:
    """Check the arguments of the war.

    Args:
        scale: code of :class:`stuka_env.games.stuka.codes.Scale`.
        operation: name of the operation, or None.
        segment: name of the segment, or None. It implies the operation.
        duration: "regular" or "short".
        charts: folder of chart files; None for the project's own charts; "random", "random-selection" or
            "random-evaluation" for a set of the bank in each war; "bank:" and a digest for one set of the bank.
        charts_seed: seed of random charts, 0 by default; None for other charts.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    random = _read_random_charts(charts, charts_seed)
    loaded = _read_charts(None if random else charts)
    if scale == Scale.CAMPAIGN and operation is not None:
        raise argument_error("operation", operation, "none: a campaign flies all three")
    if scale >= Scale.OPERATION and segment is not None:
        raise argument_error("segment", segment, "none: only a Mission or a Segment has one")
    chosen = OPERATION_CODES[one_of("operation", "barbarossa" if operation is None else operation, OPERATION_CODES)]
    period = -1
    if segment is not None:
        period = SEGMENT_NAMES.index(one_of("segment", segment, SEGMENT_NAMES))
        implied = operation_of(period, loaded)
        if operation is not None and implied != chosen:
            names = [SEGMENT_NAMES[index] for index in segments_of(chosen, loaded)]
            raise argument_error("segment", segment, f"{' or '.join(names)} in operation {operation}")
        chosen = implied
    length = DURATION_CODES[one_of("duration", duration, DURATION_CODES)]
    return WarSpec(scale=int(scale), operation=chosen, segment=period, duration=length, charts=loaded, random=random)


def _read_random_charts(charts: Any, charts_seed: Any) -> RandomCharts | None:
    """Return the draw of random charts; None for other charts."""
    if not isinstance(charts, str) or charts not in RANDOM_CHARTS:
        if charts_seed is not None:
            raise argument_error("charts_seed", charts_seed, f"none: only charts={' or '.join(RANDOM_CHARTS)} has one")
        return None
    seed = 0 if charts_seed is None else charts_seed
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed < SEED_LIMIT:
        raise argument_error("charts_seed", charts_seed, f"None or a whole number from 0 to {SEED_LIMIT - 1}")
    try:
        chart_bank()
    except ChartError as error:
        raise ValueError(f"charts: {error}") from None
    return RandomCharts(RANDOM_CHARTS[charts], int(seed))


def _read_charts(charts: Any) -> LoadedCharts:
    """Load the charts of a folder, or a set of the bank; None stands for the project's own charts."""
    if charts is not None and not isinstance(charts, str | os.PathLike):
        raise argument_error("charts", charts, f"None, a folder, {', '.join(RANDOM_CHARTS)} or bank:DIGEST")
    try:
        return charts_at(charts)
    except ChartError as error:
        raise ValueError(f"charts: {error}") from None


def read_env_spec(
    *,
    observation: Any = "flat",
    mask_in_observation: Any = False,
    charts_in_observation: Any = False,
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
        charts_in_observation=flag("charts_in_observation", charts_in_observation),
        info=INFO_KINDS[INFO_KINDS.index(one_of("info", info, INFO_KINDS))],
        penalty=float(penalty),
    )


def observation_space(spec: EnvSpec) -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the observation space of one war."""
    seen = space(spec.observation)
    if spec.charts_in_observation:
        seen = charted_space(seen, spec.observation == "compact")
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
        if spec.random:
            raise argument_error("options", "setup", 'none with random charts; name one set, charts="bank:DIGEST"')
        setup = make_setup(options["setup"], spec)
    strict = flag("strict_dice", options.get("strict_dice", False))
    planned = options.get("dice")
    if planned is None and not strict:
        return ResetOptions(setup)
    return ResetOptions(setup, make_tape({} if planned is None else planned, spec.charts.card_ids), strict)
