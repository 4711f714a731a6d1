"""The mat for a terminal of any width, in colour: :mod:`stuka_env.games.stuka.drawing.text`, laid out by Rich."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SEATS, SLOTS, ZONES, Leg, Role, Scale, Status, to_number
from stuka_env.games.stuka.drawing import text
from stuka_env.games.stuka.play.results import crews_of
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.translation import worth_reading
from stuka_env.play.layout import named_paragraph, struck, two_columns
from stuka_env.play.war import War

WIDE, MIDDLE = 104, 77
"""Smallest widths with levels written out, and with loads and range."""
NAMED, WIDE_NAMED = 92, 126
"""Smallest widths with the names of people, and with their levels written out beside the names."""
LEVEL_STYLES = {"Green": "green", "Veteran": "cyan", "Ace": "yellow", "Elite": "magenta", "Hero": "bright_red"}
BOARD_STROKES = (
    *((rf"\b{level}\b", colour) for level, colour in LEVEL_STYLES.items()),
    (r"\bS[12]\b", "yellow"),
    (r"\bS[3-6]\b", "bold dark_orange"),
    (r"\bW[12]\b|\bKIA\b(?! \d)|\bPOW\b|\bABORTED\b", "bold red"),
)
"""Patterns that are coloured wherever they occur, with their styles."""
STATE_STYLES = {"lost": "bold red", "in formation": "", "flying": "bright_green", "home": "green"}
SHORT = tuple((level, level[0]) for level in LEVEL_STYLES)
CARD_HEADS = ("", "", "pilot", "gunner", "damage", "range", "load", "DRM", "score", "")
MARKS = {Leg.GROUND: "●", Leg.OUT: "▶", Leg.HOME: "◀"}
"""Marks for the direction in which the formation flies."""


def coloured(words: str) -> Text:
    """Return a sentence with its marks in colour."""
    return struck(words, BOARD_STROKES)


def paragraph(lines: Sequence[str]) -> tuple[Text, Text]:
    """Return name and words of a named paragraph of :mod:`stuka_env.games.stuka.drawing.text`, unwrapped."""
    name, words = named_paragraph(lines)
    return Text(name, "bold"), coloured(words)


def head(mat: Any, charts: LoadedCharts) -> Text:
    """Return one line: operation, segment, mission, and the part of the final score that has been earned."""
    words = re.split(" {3,}", text.heading(mat)[0].removeprefix("STUKA").strip())
    if mat["track"]["over"]:
        words[-1] = f"over: {int(mat['track']['result'])} points"
    elif mat["war"]["scale"] != Scale.MISSION:
        record: Any = charts.record
        words.append(f"{score_due(mat, record):.1f} points so far")
    return Text(" STUKA  ", "bold") + Text("   ".join(words))


def zone_track(mat: Any) -> tuple[Text, Text]:
    """Return the Mission Track: the formation's mark in its zone, the target's zone in brackets."""
    mission = mat["mission"]
    track = Text()
    for zone in range(ZONES + 1):
        name = str(zone) if zone else "airfield"
        at_target = zone and zone == mission["target_zone"]
        name = f"[{name}]" if at_target else name
        here = zone == mission["zone"]
        track.append(" ── " if zone else "", "dim")
        track.append(f"{MARKS[Leg(int(mission['leg']))]} {name}" if here else name,
                     "reverse bold" if here else "bold red" if at_target else "")  # fmt: skip
    track.append(f"   {Leg(mission['leg']).word}", "dim")
    return Text("Track", "bold"), track


def formation(mat: Any, width: int, crews: CrewNames | None = None) -> Table:
    """Return the cards of the aircraft on the mission. Narrow screens get less space, then no loads.

    On wide screens people have their names beside their numbers, if ``crews`` is given.
    """
    shown_crews = crews if width >= NAMED else None
    wide = width >= (WIDE if shown_crews is None else WIDE_NAMED)
    left_out = set() if width >= MIDDLE else {"range", "load"}
    table = Table(box=None, padding=(0, 2 if wide else 1, 0, 0), pad_edge=False, header_style="dim")
    for name in CARD_HEADS:
        if name not in left_out:
            table.add_column(name, justify="right" if name in ("DRM", "score") else "left", no_wrap=True)
    table.columns[0].justify = "right"
    for slot in range(SLOTS):
        if mat["aircraft"][slot]["status"] in text.ON_MISSION:
            words = text.card_columns(mat, slot)
            if shown_crews is not None:
                words = _named(words, shown_crews)
            cells = [cell for name, cell in zip(CARD_HEADS, _card(words, wide), strict=True) if name not in left_out]
            table.add_row(*cells, style="on grey23" if "?" in words.mark else None)
    return table


def named_seat(seat: str, crews: CrewNames, role: int) -> str:
    """Return a seat in the words of ``drawing.text.seat_words`` with a name: "3 Dornbeck Veteran S1"."""
    place, _, rest = seat.strip().partition(" ")
    return f"{place:>2} {crews.of(SEATS * role + int(place))} {rest}" if place.isdecimal() else seat


def _named(words: text.CardWords, crews: CrewNames) -> text.CardWords:
    pilot, gunner = (
        named_seat(seat, crews, role) for seat, role in ((words.pilot, Role.PILOT), (words.gunner, Role.GUNNER))
    )
    return words._replace(pilot=pilot, gunner=gunner)


def _card(words: text.CardWords, wide: bool) -> list[Text]:
    """Return one row of the table; levels by their first letter if it is not ``wide``."""
    load, state = words.load, words.state
    if not wide:
        load = load.replace("cluster bombs", "cluster").replace("machine guns", "MG")
        state = state.replace("in formation", "")
    damage = Text(words.damage, "dim")
    damage.highlight_regex(r"[A-Z]+", "not dim bold red")
    row = [
        Text(words.slot),
        Text(words.mark, "bold yellow"),
        seat_text(words.pilot, wide),
        seat_text(words.gunner, wide),
        damage,
        Text(words.range_loss, "yellow"),
        Text(load),
        Text(words.drm),
        Text(words.score, "bold"),
        Text(state, STATE_STYLES[words.state]),
    ]
    if words.state == "lost":
        row[2].stylize("dim")
        row[3].stylize("dim")
    return row


def seat_text(words: str, wide: bool) -> Text:
    """Return the words about a seat in colour; the level by its first letter if they are not ``wide``."""
    long = coloured(words)
    if wide:
        return long
    for level, letter in SHORT:
        if f" {level}" in words:
            place, _, marks = words.partition(f" {level}")
            before = place if place.strip().isdecimal() else f"{place} "
            short = coloured(f"{before}{letter}{marks}")
            short.stylize(LEVEL_STYLES[level], len(before), len(before) + 1)
            return short
    return long


def aircraft_ready(mat: Any) -> tuple[Text, Text]:
    """Return the aircraft that could fly and do not."""
    ready = [str(to_number(slot)) for slot in range(SLOTS) if mat["aircraft"][slot]["status"] == Status.READY]
    return Text("Aircraft ready", "bold"), Text(", ".join(ready) or "none")


def mat_view(mat: Any, charts: LoadedCharts, width: int, crews: CrewNames | None = None) -> RenderableType:
    """Return the mat.

    Args:
        mat: a record of :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`.
        charts: the charts in force.
        width: columns of the terminal.
        crews: the names of pilots and gunners.
    """
    flying = mat["mission"]["leg"] != Leg.GROUND
    top = [paragraph(text.target_line(mat)), zone_track(mat)]
    conditions = text.conditions(mat, charts)
    last_card = next((place for place, line in enumerate(conditions) if line.startswith("Last card")), len(conditions))
    top += [paragraph(conditions[:last_card])] if flying else []
    top += [paragraph(conditions[last_card:])] if conditions[last_card:] else []
    top += [paragraph(text.flying_circle(mat))] if flying and mat["mission"]["fighters"] else []
    below = [aircraft_ready(mat)]
    paragraphs = [*text.holding_area(mat), *text.tracks(mat), *text.score_lines(mat)]
    below += [paragraph([line]) for line in _unwrapped(paragraphs)]
    cards: list[RenderableType] = ["", formation(mat, width, crews)] if mat["mission"]["formation"] else []
    return Group(two_columns(top), *cards, "", two_columns(below))


def _unwrapped(lines: Sequence[str]) -> list[str]:
    """Return several named paragraphs, each as one line."""
    whole: list[str] = []
    for line in lines:
        if line.startswith(" ") and whole:
            whole[-1] += " " + line.strip()
        else:
            whole.append(line)
    return whole


def sentences(entries: Iterable[JournalEntry], most: int | None = None) -> Table:
    """Return the journal, or its last ``most`` sentences, each with the formation's zone."""
    readable = worth_reading(entries)
    rows = []
    for entry in readable if most is None else readable[max(0, len(readable) - most) :]:
        place = f"{MARKS[entry.leg]}{entry.zone}" if entry.leg != Leg.GROUND else ""
        rows.append((Text(place, "dim"), coloured(entry.text)))
    return two_columns(rows, 1)


def head_of(war: War) -> Text:
    """Return the head of a war."""
    return head(war.mat, war.charts)


def mat_of(war: War, width: int) -> RenderableType:
    """Return the mat of a war for a number of columns."""
    return mat_view(war.mat, war.charts, width, crews_of(war))
