"""Rolls and cards of the player's own table: the next one that the rules ask for, in words.

A step is played with what was typed so far, and the generator makes the rest. The subject of the first roll that was
not typed is read from the entries around it: a hit on B6 is one on the aircraft that the next entry names.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import CARDS, SERIES, Chart, Entry, Modifier, Person, Place, Series
from stuka_env.games.interceptor.engine.tape import TAPE_FORM
from stuka_env.games.interceptor.words import wording
from stuka_env.games.interceptor.words.chart_words import CHART_WORDS, dice_words
from stuka_env.play.typed_rolls import Rolled
from stuka_env.play.war import War

CHANCE = frozenset({Entry.ROLL, Entry.CARD})
"""Kinds of journal entry that come from the dice or the deck."""
OWN_AIRCRAFT, ENEMY_FIGHTER, THE_BOMBER = "your aircraft", "the enemy fighter", "the bomber"
STRUCK = {Entry.DAMAGE: OWN_AIRCRAFT, Entry.ENEMY_DAMAGE: ENEMY_FIGHTER, Entry.BOMBER_DAMAGE: THE_BOMBER}
"""The aircraft that an entry of damage is about."""
STRIKES_NEXT = (Chart.B3, Chart.B6)
"""Charts whose roll the damage follows."""
STRUCK_BEFORE = (Chart.B4_TANK, Chart.B4_BAY, Chart.B4_CREW, Chart.B4_WOUND, Chart.GUN)
"""Charts that are rolled for damage that was noted before."""
HANDS = {"own": "your card", "enemy": "the enemy's card", "wing": "the wingman's card", "gunner": "your gunner's card"}
"""Cards on the table, by field of the mat."""
DIE_EACH = (Chart.B12,)
"""Charts with a die for each side."""


class RollNeed(NamedTuple):
    """A roll or card that the rules ask for.

    Attributes:
        chart: the chart, or the deck.
        sides: the sides of the dice.
        subject: its subject in words; may be empty.
        modifiers: the modifiers that the program adds.
        weapons: the weapons among which the die chooses, in its order; empty for other rolls.
        choices: the cards that can be drawn; empty for dice.
    """

    chart: Chart
    sides: tuple[int, ...]
    subject: str
    modifiers: tuple[tuple[Modifier, int], ...] = ()
    weapons: tuple[str, ...] = ()
    choices: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """The chart and the dice to roll: "Interception (B1): roll 2d6"."""
        if self.chart == Chart.CARD:
            return "Draw a combat card"
        words = CHART_WORDS[self.chart]
        dice = dice_words(self.chart) if self.sides == self.chart.dice else f"{len(self.sides)}d{self.sides[0]}"
        return f"{words.title} ({words.printed}): roll {dice}"

    @property
    def about(self) -> str:
        """The subject of the roll: "for your aircraft"; empty if there is none."""
        words = [f"for {self.subject}"] if self.subject else []
        words += [", ".join(f"{number} is the {name}" for number, name in enumerate(self.weapons, 1))]
        words += ["your die first, then the enemy's"] if self.chart in DIE_EACH else []
        return "; ".join(filter(None, words))

    @property
    def modifier_words(self) -> str:
        """The modifiers that the program adds: "-1 skill, +2 weather: +1 in all"."""
        sides = [
            [one for one in self.modifiers if (one[0] in wording.OF_THE_ENEMY) == enemy] for enemy in (False, True)
        ]
        if self.chart not in DIE_EACH:
            return _added([*sides[0], *sides[1]])
        words = zip((_added(side) for side in sides), ("to yours", "to the enemy's"), strict=True)
        return ", and ".join(f"{text} {whose}" for text, whose in words if text)

    def with_choices(self, choices: tuple[int, ...]) -> "RollNeed":
        """Return the same draw with the cards that can be drawn."""
        return self._replace(choices=choices)


def _added(modifiers: Sequence[tuple[Modifier, int]]) -> str:
    """Return modifiers with their names and their sum."""
    named = ", ".join(f"{value:+d} {Modifier(source).word}" for source, value in modifiers)
    total = sum(value for _, value in modifiers)
    return f"{named}: {wording.signed(total)} in all" if len(modifiers) > 1 else named


def planned_rolls(rolls: Iterable[Rolled], charts: LoadedCharts) -> dict[str, list[Any]]:
    """Return rolls in the format of the tape (:mod:`stuka_env.engine.tape`)."""
    plan: dict[str, list[Any]] = {}
    for chart, faces in rolls:
        plan.setdefault(chart.name, []).append(faces[0] if chart == Chart.CARD else list(faces))
    return plan


def sides_of(chart: IntEnum, count: int) -> tuple[int, ...]:
    """Return the most sides of ``count`` dice of a chart; empty for a chart that nobody can type."""
    if chart not in TAPE_FORM.sides:
        return ()
    return TAPE_FORM.fewest_dice(chart) if count == 1 else TAPE_FORM.sides[chart]


def chart_of(entry: Any) -> Chart | None:
    """Return the chart of an entry that comes from the player's dice or deck; None for other entries."""
    if entry["kind"] == Entry.CARD:
        return Chart.CARD
    if entry["kind"] == Entry.ROLL and entry["chart"] in TAPE_FORM.sides:
        return Chart(int(entry["chart"]))
    return None  # the program draws the month


def next_need(war: War, entries: NDArray[Any], rolls: Sequence[Rolled]) -> tuple[int, RollNeed] | None:
    """Return the first roll of a step that is not in ``rolls``, with its place in the journal; None if all are.

    Args:
        war: the war, after the step.
        entries: the step's journal, records of :data:`stuka_env.games.interceptor.rules.table.JournalLine.dtype`.
        rolls: the player's rolls for this step so far.

    Raises:
        ValueError: the rolls are not those that the step asks for.
    """
    num_matched = 0
    modifiers: tuple[tuple[Modifier, int], ...] = ()
    for place, entry in enumerate(entries):
        if entry["kind"] == Entry.MODIFIER:
            modifiers = (*modifiers, (Modifier(int(entry["detail"])), int(entry["value"])))
        chart = chart_of(entry)
        if chart is None:
            continue
        if num_matched == len(rolls):
            return place, need_at(war, entries, place, modifiers)
        if rolls[num_matched].chart != chart:
            raise ValueError(f"{rolls[num_matched].chart.name} was rolled where the rules ask for {chart.name}")
        num_matched += 1
        modifiers = ()
    if num_matched < len(rolls):
        raise ValueError("more was rolled than the rules ask for")
    return None


def need_at(war: War, entries: NDArray[Any], place: int, modifiers: tuple[tuple[Modifier, int], ...] = ()) -> RollNeed:
    """Return the roll at a place of a step's journal."""
    chart = chart_of(entries[place])
    assert chart is not None
    if chart == Chart.CARD:
        return RollNeed(chart, (CARDS,), hand_of(war, int(entries[place]["detail"])))
    struck = struck_by(entries, place, chart)
    if chart in (Chart.JAM, Chart.GUN):
        weapons = weapons_of(war, entries[:place], chart, struck)
        return RollNeed(chart, (max(1, len(weapons)),), struck, modifiers, weapons)
    count = int(np.count_nonzero(entries[place]["dice"]))
    subject = struck or person_of(entries, place, chart) or place_of(entries, place, chart)
    return RollNeed(chart, chart.dice[:count], subject, modifiers)


def hand_of(war: War, number: int) -> str:
    """Return whose card a number is, by the cards on the table after the step; '' if it lies there no more."""
    deck, is_pass = war.engine.wars.mats[0]["deck"], war.turn_mat["bomber"]["present"]
    hands = HANDS | {"enemy": "the bomber's answer"} if is_pass else HANDS
    return next((words for field, words in hands.items() if deck[field] == number), "")


def struck_by(entries: NDArray[Any], place: int, chart: Chart) -> str:
    """Return the aircraft that a roll about damage strikes; '' for other rolls."""
    kinds = entries["kind"].tolist()
    if chart in STRIKES_NEXT:
        return next((STRUCK[kind] for kind in kinds[place + 1 : place + 2] if kind in STRUCK), "")
    if chart in STRUCK_BEFORE:
        return next((STRUCK[kind] for kind in reversed(kinds[:place]) if kind in STRUCK), "")
    return OWN_AIRCRAFT if chart in (Chart.JAM, Chart.B4_BLAST, Chart.B4_BLAST_HITS) else ""


def weapons_of(war: War, before: NDArray[Any], chart: Chart, struck: str) -> tuple[str, ...]:
    """Return the weapons among which the die of JAM or GUN chooses, in its order (ruling IQ207).

    Args:
        war: the war; its turn began with the weapons that fire.
        before: the entries of the step before the roll.
        chart: JAM for a jam, GUN for a hit.
        struck: the aircraft that is hit.
    """
    mat, row, names = war.turn_mat, war.charts.record, war.charts.names
    if struck == ENEMY_FIGHTER:
        enemy = int(mat["fighter"]["type"])
        fitted = (row["enemies"][enemy]["firepower"] > 0).tolist()
        return tuple(name for name, fits in zip(names.enemy_weapons[enemy], fitted, strict=False) if fits)
    model = int(mat["aircraft"]["model"])
    weapons, guns = row["models"][model]["weapons"], mat["aircraft"]["guns"]
    possible = weapons["firepower"] > 0
    if chart == Chart.JAM:
        jammed = before["detail"][before["kind"] == Entry.JAMMED].tolist()
        possible &= (guns["ammunition"] != 0) & (guns["jammed"] == 0) & (guns["out"] == 0)
        possible[jammed] = False
    return tuple(name for name, fits in zip(names.weapons[model], possible.tolist(), strict=False) if fits)


def person_of(entries: NDArray[Any], place: int, chart: Chart) -> str:
    """Return who jumps: the pilot, then the gunner; '' for other rolls."""
    if chart != Chart.B8:
        return ""
    is_second = any(chart_of(entry) == chart for entry in entries[:place])
    return Person(Person.GUNNER if is_second else Person.PILOT).word


def place_of(entries: NDArray[Any], place: int, chart: Chart) -> str:
    """Return the time or place of a roll: "line 3 of July 1943", "box 2"; a series of aircraft for R1."""
    entry = entries[place]
    if chart == Chart.R1:
        earlier = 0
        while place > earlier and chart_of(entries[place - 1 - earlier]) == Chart.R1:
            earlier += 1
        return Series(min(earlier, SERIES - 1)).word
    if chart.place == Place.BOX and entry["box"]:
        return f"box {entry['box']}"
    if chart in (Chart.A1, Chart.B9):
        return f"line {entry['line']} of {wording.MONTH_TITLES[entry['month']]}"
    return ""
