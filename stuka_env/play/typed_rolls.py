"""Rolls made at the table: which one the rules ask for next, in words, and reading what the player typed."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from stuka_env.codes import Chart, Entry, Leg, Modifier, Place
from stuka_env.journal import wording
from stuka_env.journal.chart_words import dice_words, place_words, words_of

CHANCE = frozenset({Entry.ROLL, Entry.DRAWN})
"""Kinds of journal entry that come from the dice, the cup or the deck."""
DRAWN = (Chart.CUP, Chart.EVENT)
"""What is drawn, not rolled."""


class Rolled(NamedTuple):
    """A roll or draw as the player typed it: faces in the order of :class:`stuka_env.codes.Chart`.

    For CUP the number of the aircraft, for EVENT the place of the card in the deck, counted from 1.
    """

    chart: Chart
    faces: tuple[int, ...]


class Need(NamedTuple):
    """A roll that the rules ask for.

    Attributes:
        chart: the chart, or what is drawn from.
        aircraft: slot it is about, 1 to 10; 0 for none.
        person: pilot 1 to 11, gunner 12 to 22; 0 for nobody.
        zone: where the formation is; 0 is the airfield.
        leg: which way it flies.
        modifiers: what the program adds to the die.
        choices: what can be drawn from the cup or the deck; empty for dice.
    """

    chart: Chart
    aircraft: int
    person: int
    zone: int
    leg: Leg
    modifiers: tuple[tuple[Modifier, int], ...]
    choices: tuple[int, ...] = ()


def planned(rolls: Iterable[Rolled], card_ids: Sequence[str]) -> dict[str, list[Any]]:
    """Rolls as the tape takes them (:mod:`stuka_env.engine.tape`)."""
    plan: dict[str, list[Any]] = {}
    for chart, faces in rolls:
        roll: Any = card_ids[faces[0] - 1] if chart == Chart.EVENT else list(faces)
        plan.setdefault(chart.name, []).append(roll)
    return plan


def next_need(entries: Iterable[Any], rolls: Sequence[Rolled]) -> tuple[int, Need] | None:
    """The first roll of a step that is none of ``rolls``: where it stands in the journal, and what it is.

    Only the subject of the entry is used: the roll it reports was not really made.

    Args:
        entries: the step's journal, records of :data:`stuka_env.rules.table.JournalLine.dtype`.
        rolls: what the player has rolled for this step.

    Raises:
        ValueError: the rolls are not those that the step asks for.
    """
    made = 0
    modifiers: tuple[tuple[Modifier, int], ...] = ()
    for place, entry in enumerate(entries):
        kind = int(entry["kind"])
        if kind == Entry.MODIFIER:
            modifiers = (*modifiers, (Modifier(int(entry["result"])), int(entry["drm"])))
        elif kind in CHANCE:
            chart = Chart(int(entry["chart"]))
            if made == len(rolls):
                aircraft = 0 if chart == Chart.CUP else int(entry["aircraft"]) + 1
                return place, Need(
                    chart, aircraft, int(entry["person"]), int(entry["zone"]), Leg(int(entry["leg"])), modifiers
                )
            if rolls[made].chart != chart:
                raise ValueError(f"{rolls[made].chart.name} was rolled where the rules ask for {chart.name}")
            made += 1
            modifiers = ()
    if made < len(rolls):
        raise ValueError("more was rolled than the rules ask for")
    return None


# --- in words ---


def title(need: Need) -> str:
    """What is asked for, by chart: "Interception (B1): roll one D10"."""
    verb = "draw" if need.chart in DRAWN else "roll"
    return f"{words_of(need.chart).title} ({place_words(need.chart)}): {verb} {dice_words(need.chart)}"


def about(need: Need) -> str:
    """Whom the roll is about: "for aircraft 3, pilot 7"; nothing where that is plain."""
    words = [f"aircraft {need.aircraft}"] if need.aircraft else []
    words += [wording.person_words(need.person)] if need.person else []
    if need.chart.place == Place.ZONE and need.zone:
        words.append(f"zone {need.zone}, {wording.LEG_WORDS[need.leg]}")
    return f"for {', '.join(words)}" if words else ""


def modifier_words(need: Need) -> str:
    """What the program adds to the die: "-1 experience, +2 stress: +1 in all"."""
    if not need.modifiers:
        return ""
    named = ", ".join(f"{drm:+d} {wording.MODIFIER_WORDS[source]}" for source, drm in need.modifiers)
    total = sum(drm for _, drm in need.modifiers)
    return f"{named}: {wording.signed(total)} in all" if len(need.modifiers) > 1 else named


def allowed_words(need: Need) -> str:
    """What may be typed: "1 to 6, 1 to 6, 1 to 6"."""
    return ", ".join(f"1 to {most}" for most in need.chart.dice)


def read_faces(need: Need, typed: str) -> tuple[int, ...]:
    """The faces in what the player typed: "2 3 4", "2,3,4" or, for single digits, "234". A D10 may show 0 for 10.

    Raises:
        ValueError: one sentence says what is allowed.
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
    """The same faces, if the dice, the cup or the deck can show them.

    Raises:
        ValueError: they cannot; one sentence says what is allowed.
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
