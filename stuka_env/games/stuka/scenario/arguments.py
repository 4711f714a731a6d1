"""Arguments of the environments that choose the war."""

import os
from typing import Any

import numpy as np

from stuka_env.arguments import SEED_LIMIT, argument_error, one_of
from stuka_env.charts.bank import BANK_PREFIX, RANDOM_CHARTS
from stuka_env.game import WarArgument
from stuka_env.games.stuka.charts import ChartError, LoadedCharts
from stuka_env.games.stuka.charts.bank import BANK
from stuka_env.games.stuka.codes import SEGMENT_NAMES, Duration, Operation, Scale
from stuka_env.games.stuka.scenario.missions import operation_of, segments_of
from stuka_env.games.stuka.scenario.plan import RandomCharts, WarSpec

OPERATION_CODES = Operation.numbers()
DURATION_CODES = Duration.numbers()
ARGUMENTS = (
    WarArgument("operation", "barbarossa (default), case_blue or citadel", "NAME"),
    WarArgument(
        "segment", "first month of the segment, such as 1941-06; plays this segment unless --env says otherwise",
        "MONTH", implies="Stuka/Segment-v0",
    ),
    WarArgument("duration", "regular (default) or short", "LENGTH"),
)  # fmt: skip


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
        BANK.sets()
    except ChartError as error:
        raise ValueError(f"charts: {error}") from None
    return RandomCharts(RANDOM_CHARTS[charts], int(seed))


def _read_charts(charts: Any) -> LoadedCharts:
    """Load the charts of a folder, or a set of the bank; None stands for the project's own charts."""
    if charts is not None and not isinstance(charts, str | os.PathLike):
        raise argument_error("charts", charts, f"None, a folder, {', '.join(RANDOM_CHARTS)} or bank:DIGEST")
    try:
        return BANK.charts_at(charts)
    except ChartError as error:
        raise ValueError(f"charts: {error}") from None


# --- the arguments of a war ---


def arguments_of(spec: WarSpec) -> dict[str, str]:
    """Return the arguments of an environment in which such a war is played."""
    arguments = {"duration": Duration(spec.duration).name.lower()}
    if spec.scale != Scale.CAMPAIGN:
        arguments["operation"] = Operation(spec.operation).name.lower()
    if spec.segment >= 0 and spec.scale < Scale.OPERATION:
        arguments["segment"] = SEGMENT_NAMES[spec.segment]
    if spec.charts.folder is not None:
        is_set = spec.charts.folder.startswith(BANK_PREFIX)
        arguments["charts"] = spec.charts.folder if is_set else os.path.abspath(spec.charts.folder)
    return arguments
