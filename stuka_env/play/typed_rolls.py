"""Rolls made at the table: the next one that the rules ask for, in words, and the reading of typed rolls."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from stuka_env.games.stuka.codes import Chart, Entry, Leg, Modifier, Place, to_index
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.chart_words import dice_words, place_words, words_of

CHANCE = frozenset({Entry.ROLL, Entry.DRAWN})
"""Kinds of journal entry that come from the dice, the cup or the deck."""
DRAWN_CHARTS = (Chart.CUP, Chart.EVENT)
"""Charts of draws, not rolls."""


class Rolled(NamedTuple):
    """A roll or draw as the player typed it: faces in the order of :class:`stuka_env.games.stuka.codes.Chart`.

    For CUP the number of the aircraft, for EVENT the place of the card in the deck, counted from 1.
    """

    chart: Chart
    faces: tuple[int, ...]


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


def planned(rolls: Iterable[Rolled], card_ids: Sequence[str]) -> dict[str, list[Any]]:
    """Return rolls in the format of the tape (:mod:`stuka_env.games.stuka.engine.tape`)."""
    plan: dict[str, list[Any]] = {}
    for chart, faces in rolls:
        roll: Any = card_ids[to_index(faces[0])] if chart == Chart.EVENT else list(faces)
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


# --- in words ---


def title(need: Need) -> str:
    """Return the chart and the dice to roll: "Interception (B1): roll one D10"."""
    verb = "draw" if need.chart in DRAWN_CHARTS else "roll"
    return f"{words_of(need.chart).title} ({place_words(need.chart)}): {verb} {dice_words(need.chart)}"


def about(need: Need) -> str:
    """Return the subject of the roll: "for aircraft 3, pilot 7"; empty if there is none."""
    words = [f"aircraft {need.aircraft}"] if need.aircraft else []
    words += [wording.person_words(need.person)] if need.person else []
    if need.chart.place == Place.ZONE and need.zone:
        words.append(f"zone {need.zone}, {wording.LEG_WORDS[need.leg]}")
    return f"for {', '.join(words)}" if words else ""


def modifier_words(need: Need) -> str:
    """Return the modifiers that the program adds: "-1 experience, +2 stress: +1 in all"."""
    if not need.modifiers:
        return ""
    named = ", ".join(f"{drm:+d} {wording.MODIFIER_WORDS[source]}" for source, drm in need.modifiers)
    total = sum(drm for _, drm in need.modifiers)
    return f"{named}: {wording.signed(total)} in all" if len(need.modifiers) > 1 else named


def allowed_words(need: Need) -> str:
    """Return the faces that may be typed: "1 to 6, 1 to 6, 1 to 6"."""
    return ", ".join(f"1 to {most}" for most in need.chart.dice)


def read_faces(need: Need, typed: str) -> tuple[int, ...]:
    """Read the faces from typed text such as "2 3 4", "2,3,4" or, for single digits, "234".

    A D10 may show 0 for 10.

    Raises:
        ValueError: the message states what is allowed.
    """
    sides = need.chart.dice
    words = re.findall(r"\d+", typed) if re.fullmatch(r"[\d\s,;+]*", typed) else []
    if len(words) == 1 and len(words[0]) == len(sides) > 1:
        words = list(words[0])
    faces = tuple(int(word[:4]) for word in words)
    if len(faces) == len(sides):
        faces = tuple(most if most == 10 and face == 0 else face for face, most in zip(faces, sides, strict=True))
    return check_faces(need, faces, typed)


def check_faces(need: Need, faces: tuple[int, ...], typed: str = "") -> tuple[int, ...]:
    """Return the faces if the dice, the cup or the deck can show them.

    Raises:
        ValueError: they cannot; the message states what is allowed.
    """
    sides = need.chart.dice
    got = typed.strip() or " ".join(map(str, faces))
    if len(faces) != len(sides):
        raise ValueError(f"Got {got!r}, allowed is {allowed_words(need)}.")
    if not all(1 <= face <= most for face, most in zip(faces, sides, strict=True)):
        raise ValueError(f"Got {got!r}, allowed is {allowed_words(need)}.")
    if need.choices and faces[0] not in need.choices:
        raise ValueError(f"Got {got!r}, allowed is {', '.join(map(str, need.choices))}.")
    return faces
