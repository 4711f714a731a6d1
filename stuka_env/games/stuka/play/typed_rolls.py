"""Rolls made at the table: the next one that the rules ask for, in words."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import Chart, Entry, Leg, Modifier, Place, to_index
from stuka_env.games.stuka.engine.tape import TAPE_FORM
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.chart_words import dice_words, place_words, words_of
from stuka_env.play.typed_rolls import Rolled

CHANCE = frozenset({Entry.ROLL, Entry.DRAWN})
"""Kinds of journal entry that come from the dice, the cup or the deck."""
DRAWN_CHARTS = (Chart.CUP, Chart.EVENT)
"""Charts of draws, not rolls."""


class Need(NamedTuple):
    """A roll that the rules ask for.

    Attributes:
        chart: the chart, or what is drawn from.
        aircraft: the slot that rolls, 1 to 10; 0 for none.
        person: pilot 1 to 11, gunner 12 to 22; 0 for nobody.
        zone: the zone of the formation; 0 is the airfield.
        leg: the direction in which it flies.
        modifiers: the modifiers that the program adds to the die.
        choices: the numbers that can be drawn from the cup or the deck; empty for dice.
    """

    chart: Chart
    aircraft: int
    person: int
    zone: int
    leg: Leg
    modifiers: tuple[tuple[Modifier, int], ...]
    choices: tuple[int, ...] = ()

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of the dice."""
        return self.chart.dice

    @property
    def title(self) -> str:
        """The chart and the dice to roll: "Interception (B1): roll one D10"."""
        verb = "draw" if self.chart in DRAWN_CHARTS else "roll"
        return f"{words_of(self.chart).title} ({place_words(self.chart)}): {verb} {dice_words(self.chart)}"

    @property
    def about(self) -> str:
        """The subject of the roll: "for aircraft 3, pilot 7"; empty if there is none."""
        words = [f"aircraft {self.aircraft}"] if self.aircraft else []
        words += [wording.person_words(self.person)] if self.person else []
        if self.chart.place == Place.ZONE and self.zone:
            words.append(f"zone {self.zone}, {Leg(self.leg).word}")
        return f"for {', '.join(words)}" if words else ""

    @property
    def modifier_words(self) -> str:
        """The modifiers that the program adds: "-1 experience, +2 stress: +1 in all"."""
        if not self.modifiers:
            return ""
        named = ", ".join(f"{drm:+d} {Modifier(source).word}" for source, drm in self.modifiers)
        total = sum(drm for _, drm in self.modifiers)
        return f"{named}: {wording.signed(total)} in all" if len(self.modifiers) > 1 else named

    def with_choices(self, choices: tuple[int, ...]) -> "Need":
        """Return the same draw with the numbers that can be drawn."""
        return self._replace(choices=choices)


def planned(rolls: Iterable[Rolled], charts: LoadedCharts) -> dict[str, list[Any]]:
    """Return rolls in the format of the tape (:mod:`stuka_env.engine.tape`)."""
    plan: dict[str, list[Any]] = {}
    for chart, faces in rolls:
        roll: Any = charts.card_ids[to_index(faces[0])] if chart == Chart.EVENT else list(faces)
        plan.setdefault(chart.name, []).append(roll)
    return plan


def next_need(entries: Iterable[Any], rolls: Sequence[Rolled]) -> tuple[int, Need] | None:
    """Return the first roll of a step that is not in ``rolls``, with its place in the journal; None if all are.

    Only the subject of the entry is used: the roll it reports was not really made.

    Args:
        entries: the step's journal, records of :data:`stuka_env.games.stuka.rules.table.JournalLine.dtype`.
        rolls: the player's rolls for this step so far.

    Raises:
        ValueError: the rolls are not those that the step asks for.
    """
    num_matched = 0
    modifiers: tuple[tuple[Modifier, int], ...] = ()
    for place, entry in enumerate(entries):
        kind = int(entry["kind"])
        if kind == Entry.MODIFIER:
            modifiers = (*modifiers, (Modifier(int(entry["result"])), int(entry["drm"])))
        elif kind in CHANCE:
            chart = Chart(int(entry["chart"]))
            if num_matched == len(rolls):
                aircraft = 0 if chart == Chart.CUP else int(entry["aircraft"])
                return place, Need(
                    chart, aircraft, int(entry["person"]), int(entry["zone"]), Leg(int(entry["leg"])), modifiers
                )
            if rolls[num_matched].chart != chart:
                raise ValueError(f"{rolls[num_matched].chart.name} was rolled where the rules ask for {chart.name}")
            num_matched += 1
            modifiers = ()
    if num_matched < len(rolls):
        raise ValueError("more was rolled than the rules ask for")
    return None


def sides_of(chart: IntEnum, count: int) -> tuple[int, ...]:
    """Return the sides of the dice of a chart; empty for a chart that nobody can type."""
    return Chart(chart).dice if chart in TAPE_FORM.sides else ()
