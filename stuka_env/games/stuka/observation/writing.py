"""Compiled writing of observations: the mat as bytes, and its score tracks as 16-bit words."""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.games.stuka.observation.layout import OBSERVATION
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Table
from stuka_env.observation_writing import Seen, make_writer, octets_of, words_of
from stuka_env.records import make_tuple

if TYPE_CHECKING:
    MatBytes: TypeAlias = Any
    MatWords: TypeAlias = Any
else:
    MatBytes, MatWords = octets_of(Mat), words_of(Mat)
View: Any = make_tuple("View", __name__, {"mat": Mat, "octets": MatBytes, "words": MatWords})
"""A mat as the observation reads it: as a record, as bytes and as 16-bit words of the same memory."""


def _view_of(wars: Any, index: int, start: int) -> Any:
    """Return the view of the war ``index``."""
    return View(wars.mats[index], wars.octets[index], wars.words[index])


WRITER = make_writer(
    "stuka",
    __name__,
    Seen(
        layout=OBSERVATION,
        mat=Mat,
        view=View,
        view_of=_view_of,
        same_memory={"octets": ("mats", MatBytes), "words": ("mats", MatWords)},
    ),
    Table,
)
"""The writer of this game's observations."""
view_of, views_of, observe = WRITER.view_of, WRITER.views_of, WRITER.observe
write_observation, write_compact = WRITER.write_observation, WRITER.write_compact
if TYPE_CHECKING:
    Views: TypeAlias = Any
    ObservationRow: TypeAlias = Any
    Scales: TypeAlias = Any
else:
    Views, ObservationRow, Scales = WRITER.views, WRITER.flat, WRITER.scales
