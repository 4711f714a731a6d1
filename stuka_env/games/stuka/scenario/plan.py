"""The war that is played: its arguments, and a checked value in codes."""

from dataclasses import dataclass
from typing import Any

from stuka_env.charts.draws import BankedWar
from stuka_env.declared.arguments import Given, WarArgument
from stuka_env.games.stuka.charts import BANK, ChartNames, LoadedCharts
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


def segments_of(operation: int, charts: LoadedCharts) -> range:
    """Return the segments of an operation."""
    first = int(charts.record["first_segment"][operation])
    return range(first, first + int(charts.record["segments"][operation]))


def operation_of(segment: int, charts: LoadedCharts) -> int:
    """Return the operation to which a segment belongs."""
    return max(operation for operation in Operation if charts.record.first_segment[operation] <= segment)


def _read_segment(got: Any, given: Given) -> int:
    """Return the code of a segment, which implies the operation."""
    segment = SEGMENT_NAMES.index(one_of("segment", got, SEGMENT_NAMES))
    implied, chosen = operation_of(segment, given.charts), given.codes["operation"]
    operation = given.arguments.get("operation")
    if operation is not None and implied != chosen:
        names = [SEGMENT_NAMES[index] for index in segments_of(chosen, given.charts)]
        raise argument_error("segment", got, f"{' or '.join(names)} in operation {operation}")
    given.codes["operation"] = implied
    return segment


ARGUMENTS = (
    WarArgument(
        "operation", metavar="NAME", words=Operation.numbers(), usual="barbarossa",
        scales=(Scale.MISSION, Scale.SEGMENT, Scale.OPERATION), elsewhere="a campaign flies all three",
    ),
    WarArgument(
        "segment", "first month of the segment, such as 1941-06; plays this segment unless --env says otherwise",
        "MONTH", "Stuka/Segment-v0", read=_read_segment, word=lambda code, charts: SEGMENT_NAMES[code], usual=-1,
        scales=(Scale.MISSION, Scale.SEGMENT), elsewhere="only a Mission or a Segment has one",
    ),
    WarArgument("duration", metavar="LENGTH", words=Duration.numbers(), default="regular", codes=("regular",)),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar[ChartNames]):
    """The war that is played, in codes, and the charts in force."""

    game, bank, plan_kind, arguments = "stuka", BANK, Plan, ARGUMENTS
    operation: int = Operation.BARBAROSSA
    segment: int = -1
    regular: int = Duration.REGULAR

    def given(self) -> dict[str, Any]:
        """Return the arguments of an environment of such wars; the length and the operation are always among them."""
        told = {"duration": Duration(self.regular).name.lower()}
        if self.scale != Scale.CAMPAIGN:
            told["operation"] = Operation(self.operation).name.lower()
        return told | super().given()


def missions_of(spec: WarSpec) -> int:
    """Return the missions of a war that is played to its end, No-Flys included."""
    missions = spec.charts.record["missions"][:, spec.regular]
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
