"""The war that is played, in codes: a checked value, and a record for the kernels."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from stuka_env.charts.draws import BankedWar, RandomCharts, charts_argument, read_charts
from stuka_env.game import WarArgument
from stuka_env.games.stuka.charts import BANK, LoadedCharts, load_charts
from stuka_env.games.stuka.charts.shape import (
    BEST_CAMPAIGN,
    BEST_MISSION,
    BEST_OPERATION,
    BONUS_POINTS,
    MOST_KILLS,
    OPERATIONS,
    PERFECT,
)
from stuka_env.games.stuka.codes import SEGMENT_NAMES, Duration, Operation, Scale
from stuka_env.games.stuka.rules.mat import Plan
from stuka_env.io.arguments import argument_error, one_of


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar):
    """The war that is played, in codes, and the charts in force.

    :func:`stuka_env.games.stuka.scenario.plan.read_war_spec` makes it from the arguments of an environment and
    checks them.
    """

    game: ClassVar[str] = "stuka"
    bank = BANK
    plan_kind = Plan
    scale: int
    """Code of :class:`stuka_env.games.stuka.codes.Scale`."""
    operation: int = Operation.BARBAROSSA
    """Code of :class:`stuka_env.games.stuka.codes.Operation`; the first one of a campaign."""
    segment: int = -1
    """Code of :class:`stuka_env.games.stuka.codes.Segment`; -1 lets the rules choose."""
    duration: int = Duration.REGULAR
    """Code of :class:`stuka_env.games.stuka.codes.Duration`."""
    charts: LoadedCharts = field(default_factory=load_charts)
    """The charts in force. With ``random`` they are ours, whose cards and levels of victory all sets of the bank have.
    """
    random: RandomCharts | None = None
    """The draw of the charts; None if all wars have the same."""

    def codes(self) -> dict[str, int]:
        """Return the plain codes by the names of :class:`Plan`; states of environments hold them."""
        return {
            "scale": int(self.scale),
            "operation": int(self.operation),
            "segment": int(self.segment),
            "regular": int(self.duration),
        }


def segments_of(operation: int, charts: LoadedCharts) -> range:
    """Return the segments of an operation."""
    first = int(charts.record["first_segment"][operation])
    return range(first, first + int(charts.record["segments"][operation]))


def operation_of(segment: int, charts: LoadedCharts) -> int:
    """Return the operation to which a segment belongs."""
    return max(operation for operation in Operation if charts.record.first_segment[operation] <= segment)


def missions_of(spec: WarSpec) -> int:
    """Return the missions of a war that is played to its end, No-Flys included."""
    missions = spec.charts.record["missions"][:, spec.duration]
    if spec.scale == Scale.MISSION:
        return 1
    if spec.scale == Scale.SEGMENT:
        first = segments_of(spec.operation, spec.charts)[0]
        return int(missions[spec.segment if spec.segment >= 0 else first])
    operations = range(OPERATIONS) if spec.scale == Scale.CAMPAIGN else (spec.operation,)
    return sum(int(missions[segment]) for operation in operations for segment in segments_of(operation, spec.charts))


def score_range(spec: WarSpec) -> tuple[int, int]:
    """Return the least and the largest score of a war (8.4 to 8.6); under drawn charts that of all allowed charts."""
    if spec.random is not None:
        return 0, {Scale.OPERATION: BEST_OPERATION, Scale.CAMPAIGN: BEST_CAMPAIGN}.get(Scale(spec.scale), BEST_MISSION)
    charts = spec.charts.record
    best = PERFECT + MOST_KILLS * int(charts["kill_points"])
    bonuses = ("mission", *("operation", "campaign")[: max(0, spec.scale - Scale.SEGMENT)])
    for name, other in zip(bonuses, ("mission_calm", "operation_no_fly", "campaign_no_fly"), strict=False):
        best += int(charts[f"{name}_bonus"][:, BONUS_POINTS].max()) + int(charts[f"{other}_bonus"][BONUS_POINTS])
    return 0, best


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
