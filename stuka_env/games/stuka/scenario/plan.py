"""The war that is played, in codes: a checked value, and a record for the kernels."""

from dataclasses import dataclass, field
from typing import ClassVar

from stuka_env.charts.draws import BankedWar, RandomCharts
from stuka_env.declared.records import Record, int64, record
from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.games.stuka.charts.bank import BANK
from stuka_env.games.stuka.codes import Duration, Operation


@record
class Plan(Record):
    """The codes of a :class:`WarSpec` as a record for the kernels."""

    scale: int = int64(meaning="codes.Scale")
    operation: int = int64(meaning="codes.Operation; the first one of a campaign")
    segment: int = int64(meaning="codes.Segment; -1: the first, or for a mission one drawn by dice")
    regular: int = int64(meaning="codes.Duration")


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar):
    """The war that is played, in codes, and the charts in force.

    :func:`stuka_env.games.stuka.scenario.arguments.read_war_spec` makes it from the arguments of an environment and
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
