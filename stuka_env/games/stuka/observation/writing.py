"""Compiled writing of observations: the mat as bytes, and its score tracks as 16-bit words."""

from typing import Any

from stuka_env.games.stuka.observation.layout import OBSERVATION
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Table
from stuka_env.observation_writing import Seen, make_writer, octets_of, words_of
from stuka_env.records import make_tuple

MatBytes, MatWords = octets_of(Mat), words_of(Mat)
View: Any = make_tuple("View", __name__, {"mat": Mat, "octets": MatBytes, "words": MatWords})
"""A mat as the observation reads it: as a record, as bytes and as 16-bit words of the same memory."""


def view_of(wars: Any, index: int, start: int) -> Any:
    """Return the view of the war ``index``."""
    return View(wars.mats[index], wars.octets[index], wars.words[index])


WRITER = make_writer(
    "stuka",
    __name__,
    Seen(
        layout=OBSERVATION,
        mat=Mat,
        view=View,
        view_of=view_of,
        same_memory={"octets": ("mats", MatBytes), "words": ("mats", MatWords)},
    ),
    Table,
)
"""The writer of this game's observations."""
Views, ObservationRow, CompactRow, Scales = WRITER.views, WRITER.flat, WRITER.compact, WRITER.scales
write_observation, write_compact = WRITER.write_observation, WRITER.write_compact
