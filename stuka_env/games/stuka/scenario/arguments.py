"""Arguments of the environments that choose the war."""

from typing import Any

from stuka_env.charts.draws import charts_argument, read_charts
from stuka_env.game import WarArgument
from stuka_env.games.stuka.charts.bank import BANK
from stuka_env.games.stuka.codes import SEGMENT_NAMES, Duration, Operation, Scale
from stuka_env.games.stuka.scenario.missions import operation_of, segments_of
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.io.arguments import argument_error, one_of

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
        charts: see :func:`stuka_env.charts.draws.read_charts`.
        charts_seed: seed of random charts, 0 by default; None for other charts.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    loaded, random = read_charts(BANK, charts, charts_seed)
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


# --- the arguments of a war ---


def arguments_of(spec: WarSpec) -> dict[str, str]:
    """Return the arguments of an environment in which such a war is played."""
    arguments = {"duration": Duration(spec.duration).name.lower()}
    if spec.scale != Scale.CAMPAIGN:
        arguments["operation"] = Operation(spec.operation).name.lower()
    if spec.segment >= 0 and spec.scale < Scale.OPERATION:
        arguments["segment"] = SEGMENT_NAMES[spec.segment]
    return arguments | charts_argument(spec.charts)
