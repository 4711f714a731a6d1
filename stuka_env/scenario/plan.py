"""The war that is played, in codes: a checked value, and a record for the kernels."""

from dataclasses import dataclass, field

from stuka_env.charts import LoadedCharts, load_charts
from stuka_env.codes import Duration, Operation
from stuka_env.records import Record, Rows, int64, record, rows


@record
class Plan(Record):
    """The codes of a :class:`WarSpec` as a record for the kernels."""

    scale: int = int64(meaning="codes.Scale")
    operation: int = int64(meaning="codes.Operation; the first one of a campaign")
    segment: int = int64(meaning="codes.Segment; -1: the first, or for a mission one drawn by dice")
    regular: int = int64(meaning="codes.Duration")


@dataclass(frozen=True, kw_only=True)
class WarSpec:
    """The war that is played, in codes, and the charts in force.

    :func:`stuka_env.envs.arguments.read_war_spec` makes it from the arguments of an environment and checks them.
    """

    scale: int
    """Code of :class:`stuka_env.codes.Scale`."""
    operation: int = Operation.BARBAROSSA
    """Code of :class:`stuka_env.codes.Operation`; the first one of a campaign."""
    segment: int = -1
    """Code of :class:`stuka_env.codes.Segment`; -1 lets the rules choose."""
    duration: int = Duration.REGULAR
    """Code of :class:`stuka_env.codes.Duration`."""
    charts: LoadedCharts = field(default_factory=load_charts)

    def codes(self) -> dict[str, int]:
        """Return the plain codes by the names of :class:`Plan`; states of environments hold them."""
        return {
            "scale": int(self.scale),
            "operation": int(self.operation),
            "segment": int(self.segment),
            "regular": int(self.duration),
        }

    def plan(self) -> Rows[Plan]:
        """Return the codes as a new array of one record."""
        plan = rows(1, Plan)
        plan[0] = tuple(self.codes().values())
        return plan
