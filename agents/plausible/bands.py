"""Bands: expected ranges of figures that a script reaches, in calibrations and under plausible charts."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from agents.evaluation.measured import Measures


class Band(NamedTuple):
    """Smallest and largest allowed value of a figure."""

    low: float
    high: float

    def holds(self, value: float, slack: float = 0.0) -> bool:
        """Whether a figure is inside the band, or at most ``slack`` outside."""
        return self.low - slack <= value <= self.high + slack


class Flight(NamedTuple):
    """A flight that decides whether figures are in their bands."""

    wars: int
    slack: float = 0.0
    """Standard errors by which a figure may be outside its band."""


Bands = Mapping[str, Band]
"""Bands by figure."""


def first_outside(bands: Bands, figures_of: Callable[[int], Measures], flights: Sequence[Flight]) -> str | None:
    """Return the name of a figure that is outside its band, or None.

    Args:
        bands: the bands.
        figures_of: returns the figures of so many wars.
        flights: the flights, the shortest first; charts that are clearly outside need no long one.
    """
    for flight in flights:
        figures = figures_of(flight.wars)
        for name, band in bands.items():
            if not band.holds(figures[name].value, flight.slack * figures[name].error):
                return name
    return None
