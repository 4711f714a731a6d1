"""The bands of the calibration: expected ranges of figures of the scripts' careers.

They were drawn with a rough simulation of the same charts, from careers of March 1943 to February 1944, officer,
options off. Three were moved (:data:`MOVED`), because the simulation takes short cuts that the rules do not.
"""

from collections.abc import Mapping
from typing import NamedTuple

from agents.plausible.bands import Band, Bands

BAND_PLAYERS = ("by_the_book", "careful", "rash", "random_flyer")
"""The players of the calibration; the random one always flies."""
BANDS: Mapping[str, tuple[Band, Band, Band, Band]] = {
    "bombers": (Band(11, 14), Band(4.5, 7), Band(6, 8), Band(2, 3.5)),
    "survive %": (Band(20, 32), Band(45, 60), Band(0, 6), Band(8, 20)),
    "bombers a sortie": (Band(0.33, 0.42), Band(0.10, 0.15), Band(0.32, 0.45), Band(0, 0.13)),
    "hits a sortie": (Band(2.5, 3.3), Band(1.3, 1.9), Band(4.8, 5.8), Band(3, 4.7)),
    "jams a sortie": (Band(0.25, 0.45), Band(0, 0.15), Band(0.9, 1.2), Band(0.3, 0.5)),
}
"""Bands by figure, in the order of :data:`BAND_PLAYERS`."""


class Move(NamedTuple):
    """A band that was moved: the first band, the figure of 3,000 careers that it misses, and the reason."""

    player: str
    figure: str
    first: Band
    measured: float
    reason: str


MOVED = (
    Move(
        "by_the_book",
        "jams a sortie",
        Band(0.25, 0.4),
        0.42,
        "We count every weapon that jams. The simulation seems to count results: 0.34 a sortie, of which we have 0.36. "
        "C3 is printed, and 8 and 12 jam all weapons.",
    ),
    Move(
        "rash",
        "bombers a sortie",
        Band(0.35, 0.45),
        0.34,
        "Ruling IQ211 is younger than the simulation: it ends passes when the cannon are empty. "
        "Without it he flies 1.36 passes a sortie, not 1.02, and downs 0.42 bombers.",
    ),
    Move(
        "random_flyer",
        "hits a sortie",
        Band(3, 4),
        4.5,
        "He draws among more choices than the random player of the simulation. Without the Expert, the tight turn and "
        "the barrel roll, or with skills bought in a random order, he takes 4.0 to 4.2.",
    ),
)
"""The bands that were moved."""
PLAUSIBLE_BANDS: Bands = {
    "bombers": Band(9, 17),
    "survive %": Band(16, 42),
    "sorties": Band(25, 43),
}
"""Bands of ``by_the_book`` under other plausible charts (:mod:`agents.games.interceptor.plausible`)."""
