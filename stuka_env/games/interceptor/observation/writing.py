"""Compiled writing of observations: the mat, the numbers that a player works out, and the shares of the cards."""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.observation.counting import Shares, count_cards
from stuka_env.games.interceptor.observation.derived import Derived, work_out
from stuka_env.games.interceptor.observation.layout import DISCARDS, LENGTHS, OBSERVATION
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Table
from stuka_env.observation_writing import Scales as AnyScales
from stuka_env.observation_writing import Seen, make_writer, octets_of, words_of
from stuka_env.records import Record, make_tuple, nested, record

COUNTED = DISCARDS.index("counted")
if TYPE_CHECKING:
    MatBytes: TypeAlias = Any
else:
    MatBytes = octets_of(Mat)
DerivedBytes, SharesWords = octets_of(Derived), words_of(Shares)
KINDS = {
    "mat": Mat,
    "octets": MatBytes,
    "derived": Derived,
    "derived_octets": DerivedBytes,
    "shares": Shares,
    "share_words": SharesWords,
}
"""The memories of a war: the mat, its derived numbers and the shares, each as a record and as numbers."""
if TYPE_CHECKING:
    MatView: TypeAlias = Any
else:
    MatView = make_tuple("MatView", __name__, KINDS)


@record
class Scratch(Record):
    """Scratch space for the derived numbers and the shares of an observation."""

    shares: Shares = nested(Shares)
    derived: Derived = nested(Derived)


@record
class ScratchView(Record):
    """The memory of a :class:`Scratch` as numbers."""

    shares: Any = nested(SharesWords)
    derived: Any = nested(DerivedBytes)


def _view_of(wars: Any, index: int, start: int) -> MatView:
    """Return the view of the war ``index``. A slice uses the scratch space of its first war."""
    derived, shares = wars.scratch[start].derived, wars.scratch[start].shares
    derived_octets, share_words = wars.scratch_view[start].derived, wars.scratch_view[start].shares
    return MatView(wars.mats[index], wars.octets[index], derived, derived_octets, shares, share_words)


@compiled
def look(view: MatView, table: Table, is_counted: bool) -> None:
    """Write the derived numbers, and the shares if they are shown."""
    octets = view.derived_octets.octets
    for place in range(len(octets)):
        octets[place] = 0
    work_out(view.mat, table, view.derived)
    if is_counted:
        count_cards(view.mat, table, view.derived, view.shares)


def prepare(view: MatView, table: Table, scales: AnyScales) -> None:
    """Work out the numbers that the observation shows beside the mat."""
    look(view, table, scales.details == COUNTED)


WRITER = make_writer(
    "interceptor",
    __name__,
    Seen(
        layout=OBSERVATION,
        mat=Mat,
        lengths=LENGTHS,
        view=MatView,
        view_of=_view_of,
        prepare=prepare,
        scratch={"scratch": Scratch},
        same_memory={"octets": ("mats", MatBytes), "scratch_view": ("scratch", ScratchView)},
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
else:
    Views, ObservationRow, Scales = WRITER.views, WRITER.flat, WRITER.scales
