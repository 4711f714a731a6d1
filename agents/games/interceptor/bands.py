"""The bands of the calibration: expected ranges of figures of the scripts' careers.

They were drawn with a rough simulation of the same charts, from careers of March 1943 to February 1944, officer,
options off. Three were moved (:data:`MOVED`), because the simulation takes short cuts that the rules do not.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Band(NamedTuple):
    """Smallest and largest allowed value of a figure."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Whether a figure is inside the band."""
        return self.low <= value <= self.high


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
SIMULATED: Mapping[str, tuple[float, float, float, float]] = {
    "bombers": (12.7, 5.5, 6.9, 2.5),
    "deviation": (9.1, 3.3, 5.3, 2.3),
    "most": (42, 18, 29, 14),
    "survive %": (28, 50, 3, 15),
    "ladder defeat %": (25, 41, 39, 82),
    "ladder draw %": (20, 52, 39, 17),
    "ladder marginal %": (32, 7, 20, 1),
    "ladder substantial %": (19, 0, 2, 0),
    "ladder decisive %": (3, 0, 0, 0),
    "dead by march_1943 %": (10, 6, 18, 14),
    "dead by june_1943 %": (32, 21, 54, 45),
    "dead by september_1943 %": (51, 36, 81, 66),
    "dead by december_1943 %": (67, 47, 93, 80),
    "flown": (34, 48, 17, 24),
    "sat out": (12, 10, 12, 13),
    "out of range": (5, 7, 3, 4),
    "bombers a sortie": (0.37, 0.12, 0.40, 0.11),
    "interceptions a sortie": (0.99, 1.01, 0.90, 1.41),
    "passes a sortie": (1.22, 0.57, 1.37, 0.88),
    "shots a sortie": (3.4, 1.5, 3.4, 1.9),
    "hits a sortie": (2.9, 1.6, 5.3, 3.6),
    "jams a sortie": (0.34, 0.11, 1.05, 0.41),
    "wounds a sortie": (0.13, 0.08, 0.19, 0.13),
    "serious a sortie": (0.03, 0.02, 0.07, 0.04),
    "aircraft lost a sortie": (0.08, 0.04, 0.23, 0.20),
    "jumps": (2.0, 1.4, 2.3, 3.8),
    "dogfights a sortie": (0.46, 0.51, 0.46, 0.69),
    "rounds a dogfight": (5.5, 4.2, 4.4, 3.5),
    "rough landings %": (6.2, 4.7, 6.8, 3.5),
    "crash landings %": (0.8, 0.4, 1.4, 0.3),
    "fighters": (2.2, 2.8, 1.5, 0.8),
    "prestige level": (6.4, 6.1, 4.7, 3.9),
    "dead by wound %": (39, 29, 39, 39),
    "dead by parachute %": (20, 12, 40, 37),
    "dead by explosion %": (5, 5, 8, 5),
    "dead by landing %": (6, 3, 7, 2),
}
"""Figures of the rough simulation, in the order of :data:`BAND_PLAYERS`."""
