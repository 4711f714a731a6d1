"""The part of the specification of a war that all games with a bank of charts have (:mod:`stuka_env.charts.bank`)."""

from typing import Any, ClassVar

from stuka_env.charts.bank import ChartBank
from stuka_env.charts.draws import RandomCharts, charts_digest, charts_draw
from stuka_env.charts.loader import LoadedCharts
from stuka_env.declared.arrays import ChartsDraw
from stuka_env.declared.records import Record, Rows, rows


class BankedWar:
    """The war that is played, in codes, and its charts. A game adds its codes as fields."""

    bank: ClassVar[ChartBank[Any]]
    """The bank of the game."""
    plan_kind: ClassVar[type[Record]]
    """The record of the codes."""
    charts: LoadedCharts[Any]
    random: RandomCharts | None

    def codes(self) -> dict[str, int]:
        """Return the plain codes by the names of the plan; states of environments hold them."""
        return {name: int(getattr(self, name)) for name in self.plan_kind.dtype.names or ()}

    def plan(self) -> Rows[Any]:
        """Return the codes as a new array of one record."""
        plan = rows(1, self.plan_kind)
        plan[0] = tuple(self.codes().values())
        return plan

    def charts_draw(self) -> Rows[ChartsDraw]:
        """Return the draw of the charts as a new array of one record."""
        return charts_draw(self.bank, self.random)

    def charts_digest(self) -> str:
        """Return a digest of the charts in force, or of the draw with all sets that it chooses from."""
        return charts_digest(self.bank, self.charts, self.random)
