"""Bands: expected ranges of figures that a script reaches, in calibrations and under plausible charts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Band(NamedTuple):
    """Smallest and largest allowed value of a figure."""

    low: float
    high: float

    def holds(self, value: float, slack: float = 0.0) -> bool:
        """Whether a figure is inside the band, or at most ``slack`` outside."""
        return self.low - slack <= value <= self.high + slack


Bands = Mapping[str, Band]
"""Bands by figure."""


class CheckFlight(NamedTuple):
    """A flight that decides whether figures are in their bands."""

    wars: int
    slack: float = 0.0
    """Standard errors by which a figure may be outside its band."""


@dataclass(frozen=True, kw_only=True)
class ScriptBands:
    """The bands of a script that flies wars under each set of charts.

    Attributes:
        script: the name of the script.
        figures: returns the figures of so many wars under some charts, each with its standard error.
        bands: the bands of figures; others are ignored.
        flights: the flights, the shortest first; charts that are clearly outside need no long one.
    """

    script: str
    figures: Callable[[Any, int], Mapping[str, tuple[float, float]]]
    bands: Bands
    flights: Sequence[CheckFlight]

    def rejection(self, charts: Any) -> str | None:
        """Return the figure that is outside its band, as the reason to reject charts; None if all are inside."""
        for flight in self.flights:
            figures = self.figures(charts, flight.wars)
            for name, band in self.bands.items():
                value, error = figures[name]
                if not band.holds(value, flight.slack * error):
                    return f"{self.script}'s {name}"
        return None
