"""Compiled writing of observations: the mat, the numbers that a player works out, and the shares of the cards."""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.compiling.observation_writing import Scales as AnyScales
from stuka_env.compiling.observation_writing import Seen, make_writer, octets_of
from stuka_env.games.interceptor.observation.counting import Shares, count_cards
from stuka_env.games.interceptor.observation.derived import Derived, work_out
from stuka_env.games.interceptor.observation.layout import DISCARDS, LENGTHS, OBSERVATION
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Table

COUNTED = DISCARDS.index("counted")


def prepare(view: Any, table: Table, scales: AnyScales) -> None:
    """Write the shares of the cards if they are shown."""
    if scales.details == COUNTED:
        count_cards(view.mat, table, view.derived, view.shares)


WRITER = make_writer(
    "interceptor",
    __name__,
    Seen(
        layout=OBSERVATION,
        mat=Mat,
        lengths=LENGTHS,
        work_out=work_out,
        prepare=prepare,
        scratch={"derived": Derived, "shares": Shares},
    ),
    Table,
)
"""The writer of this game's observations."""
view_of, views_of, table_of = WRITER.view_of, WRITER.views_of, WRITER.table_of
observe, compact, new_scales = WRITER.observe, WRITER.compact_of, WRITER.new_scales
write_observation, write_compact = WRITER.write_observation, WRITER.write_compact
if TYPE_CHECKING:
    Views: TypeAlias = Any
    ObservationRow: TypeAlias = Any
    Scales: TypeAlias = Any
    MatBytes: TypeAlias = Any
else:
    Views, ObservationRow, Scales = WRITER.views, WRITER.flat, WRITER.scales
    MatBytes = octets_of(Mat)
