"""The war that is played, in codes, as a checked value. A war is a campaign or a single mission."""

from dataclasses import dataclass, field
from typing import ClassVar

from stuka_env.games.wing.charts import LoadedCharts, load_charts
from stuka_env.games.wing.codes import Campaign, Scale, Squadron
from stuka_env.games.wing.rules.mat import Plan
from stuka_env.records import Rows, rows

DRAWN = 0
"""Value of ``start`` for a box of the track that is drawn by the seed at each reset."""


@dataclass(frozen=True, kw_only=True)
class WarSpec:
    """The war that is played, in codes, and the charts in force.

    :func:`stuka_env.games.wing.scenario.arguments.read_war_spec` makes it from the arguments of an environment and
    checks them.
    """

    game: ClassVar[str] = "wing"
    random: ClassVar[None] = None
    scale: int
    """Code of :class:`stuka_env.games.wing.codes.Scale`."""
    campaign: int = Campaign.FULL
    """Code of :class:`stuka_env.games.wing.codes.Campaign`; SINGLE for a single mission."""
    squadron: int = Squadron.B_17
    """Code of :class:`stuka_env.games.wing.codes.Squadron`."""
    start: int = DRAWN
    """Box of the track of a single mission; :data:`DRAWN` for a drawn one, and in a campaign."""
    landing: bool = False
    """Whether damaged bombers roll at the landing (12.2)."""
    fatigue: bool = True
    """Whether crews tire."""
    charts: LoadedCharts = field(default_factory=load_charts)
    """The charts in force."""

    def codes(self) -> dict[str, int]:
        """Return the plain codes by the names of :class:`Plan`; states of environments hold them."""
        return {name: int(getattr(self, name)) for name in Plan.dtype.names or ()}

    def plan(self) -> Rows[Plan]:
        """Return the codes as a new array of one record."""
        plan = rows(1, Plan)
        plan[0] = tuple(self.codes().values())
        return plan

    def charts_digest(self) -> str:
        """Return the digest of the charts in force."""
        return self.charts.sha256


def lines_of(spec: WarSpec) -> int:
    """Return the largest number of missions of a war."""
    return 1 if spec.scale == Scale.MISSION else int(spec.charts.record["campaigns"]["missions"][spec.campaign])
