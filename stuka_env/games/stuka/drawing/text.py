"""The mat as text of at most 120 columns without colours, for ``render_mode="ansi"``."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.games.stuka.codes import (
    SEGMENT_TITLES,
    SLOTS,
    ZONES,
    AntiAircraft,
    Decision,
    Duration,
    Duty,
    Fighter,
    Formation,
    Leg,
    Operation,
    Quality,
    Role,
    Scale,
    Sector,
    Status,
    System,
    Visibility,
    to_index,
    to_number,
)
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.changes import card_words
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.translation import worth_reading

TEXT_WIDTH = 120
TAIL = 12
"""Number of journal lines."""
ON_MISSION = (Status.FLYING, Status.HOME, Status.LOST)
WAITING_ROWS = {
    "Hospital": ("people", Duty.HOSPITAL),
    "Replacements": ("people", Duty.REPLACEMENT),
    "Repairs": ("aircraft", Status.REPAIR),
    "New aircraft": ("aircraft", Status.REPLACEMENT),
}
"""Tracks of the Crew and Aircraft Management Chart, with the duties and statuses on them."""


def wrapped(name: str, text: str) -> list[str]:
    """Return a named paragraph, its lines indented under the name."""
    indent = " " * 15
    return textwrap.wrap(f"{name + ':':<15}{text}", TEXT_WIDTH, subsequent_indent=indent, break_long_words=True)


# --- head ---


def heading(mat: Any) -> list[str]:
    """Return the operation, the segment and the mission."""
    number = min(int(mat["war"]["mission"]) + 1, int(mat["war"]["missions"]))
    campaign = "Campaign, " if mat["war"]["scale"] == Scale.CAMPAIGN else ""
    place = f"{campaign}{Operation(mat['war']['operation']).word}, {SEGMENT_TITLES[mat['war']['segment']]}"
    length = Duration(mat["war"]["regular"]).word
    left = f"STUKA   {place} ({length})   mission {number} of {mat['war']['missions']}"
    return [left, "=" * TEXT_WIDTH]


def target_line(mat: Any) -> list[str]:
    """Return the mission, the formation and its load."""
    mission = mat["mission"]
    if not mission["target"]:
        return wrapped("Mission", "the war is over" if mat["track"]["over"] else "not known yet")
    words = [f"{wording.target_words(mission['target'], mission['target_size'])} in zone {mission['target_zone']}"]
    if mission["formation"]:
        words.append(f"{Formation(mission['formation']).word} of {mission['sent']} aircraft")
    if mission["leader"]:
        words.append(f"leader aircraft {mission['leader']}")
    if mission["leader"] and mission["relief_used"]:
        words.append("relief used")
    if mission["payload"]:
        words.append(wording.payload_words(mission["payload"]))
    words += ["ABORTED"] if mission["aborted"] else []
    return wrapped("Mission", ", ".join(words))


def zone_track(mat: Any) -> list[str]:
    """Return the Mission Track: > or < at the formation, ( ) around the target's zone."""
    mission = mat["mission"]
    boxes = []
    for zone in range(ZONES + 1):
        name = f"zone {zone}" if zone else "airfield"
        if zone and zone == mission["target_zone"]:
            name = f"({name})"
        if zone == mission["zone"]:
            name = f"[{'*><'[mission['leg']]} {name}]"
        boxes.append(name)
    return wrapped("Mission Track", " - ".join(boxes) + f"   {Leg(mission['leg']).word}")


def conditions(mat: Any, charts: LoadedCharts) -> list[str]:
    """Return visibility, anti-aircraft fire, effects of cards, and the last card."""
    mission = mat["mission"]
    seen = int(mission["visibility"] or mission["visibility_card"])
    words = [
        f"visibility {Visibility(seen).word}",
        f"Anti-Aircraft {AntiAircraft(mission['anti_aircraft']).word}",
    ]
    words += [f"Anti-Aircraft card {int(mission['anti_aircraft_card']):+d}"] if mission["anti_aircraft_card"] else []
    words += ["escorts early"] if mission["escorts_early"] else []
    words += ["escorts late"] if mission["escorts_late"] else []
    words += [f"ambush +{mission['ambush']}"] if mission["ambush"] else []
    words += [f"{mission['kills']} shot down"] if mission["kills"] else []
    lines = wrapped("Conditions", ", ".join(words))
    if mission["last_card"]:
        drawn = int(mission["drawn"].sum())
        card = card_words(to_index(int(mission["last_card"])), charts)
        lines += wrapped("Last card", f"{card} ({wording.plural(drawn, 'card')} drawn)")
    return lines


def flying_circle(mat: Any) -> list[str]:
    """Return the approach boxes, the last fighter's in brackets, and the number of remaining fighters."""
    mission = mat["mission"]
    boxes = [
        f"[{name.upper()}]" if to_number(place) == mission["sector"] else name
        for place, name in enumerate(Sector.words())
    ]
    if mission["fighters"]:
        coming = f"{mission['fighters']} {Fighter(mission['fighter']).word} to attack"
    else:
        coming = "no fighters"
    return wrapped("Flying Circle", " ".join(boxes) + f"   {coming}")


# --- the formation ---


def seat_words(mat: Any, roster: str, place: int) -> str:
    """Return the person in a seat: "3 Veteran S2 W1"; empty for an empty seat."""
    if not place:
        return "-"
    who = mat[roster][to_index(place)]
    marks = f" S{who['stress']}" if who["stress"] else ""
    marks += f" W{who['wounds']}" if who["wounds"] else ""
    fate = f" {Duty(int(who['duty'])).name}" if who["duty"] in (Duty.KIA, Duty.POW) else ""
    return f"{place:>2} {Quality(who['level']).word}{marks}{fate}"


class CardWords(NamedTuple):
    """An aircraft card in words by column; empty columns are ""."""

    slot: str
    mark: str
    pilot: str
    gunner: str
    damage: str
    range_loss: str
    load: str
    drm: str
    score: str
    state: str


def card_columns(mat: Any, slot: int) -> CardWords:
    """Return the columns of one aircraft card; ``slot`` counts from 0."""
    aircraft = mat["aircraft"][slot]
    state = Status(aircraft["status"]).word
    if aircraft["status"] in (Status.REPAIR, Status.REPLACEMENT):
        state += f" {aircraft['timer']}"
    damage = "".join(System(place).short if hit else "." for place, hit in enumerate(aircraft["damage"]))
    mark = "L" if mat["mission"]["leader"] == to_number(slot) else " "
    mark += "D" if aircraft["lucky"] else " "
    mark += "?" if asked_about(mat) == to_number(slot) else " "
    load = wording.payload_words(aircraft["ordnance"]) if aircraft["ordnance"] else ""
    lost = f"-{aircraft['range_loss']}" if aircraft["range_loss"] else ""
    drm = wording.signed(int(aircraft["drm"])) if aircraft["attacked"] or aircraft["drm"] else ""
    lost_before = aircraft["status"] == Status.LOST and not aircraft["score"]
    score = str(aircraft["score"]) if aircraft["attacked"] and not lost_before else ""
    pilot = seat_words(mat, "pilots", int(aircraft["pilot"]))
    gunner = seat_words(mat, "gunners", int(aircraft["gunner"]))
    if aircraft["status"] not in ON_MISSION:
        pilot = gunner = damage = ""
    elif aircraft["status"] == Status.FLYING and mat["mission"]["leg"] == Leg.GROUND:
        state = "in formation"
    return CardWords(str(to_number(slot)), mark, pilot, gunner, damage, lost, load, drm, score, state)


def card(mat: Any, slot: int) -> str:
    """Return one aircraft card as a line of the table; ``slot`` counts from 0."""
    words = card_columns(mat, slot)
    columns = (
        f"{words.slot:>2} {words.mark} {words.pilot:<19} {words.gunner:<19} {words.damage:<8} {words.range_loss:<5} "
        f"{words.load:<21} {words.drm:>3} {words.score:>5}  {words.state}"
    )
    return columns.rstrip()


def asked_about(mat: Any) -> int:
    """Return the slot of an open decision; 0 for none."""
    if mat["cursor"]["decision"] == Decision.PROMOTE:
        return 0
    return int(mat["cursor"]["subject"])


def formation_cards(mat: Any) -> list[str]:
    """Return the aircraft cards: crews with stress (S) and wounds (W), damage, range lost, load, DRM and score."""
    head = f"   {'':<3} {'pilot':<19} {'gunner':<19} {'damage':<8} {'range':<5} {'load':<21} DRM score"
    cards = [card(mat, slot) for slot in range(SLOTS) if mat["aircraft"][slot]["status"] != Status.NONE]
    legend = "   L leader, D Lucky Dog, ? to decide; Engine, Port wing, Starboard wing, Tail, Fuel, Bombs, Landing gear"
    return [head, *cards, legend]


# --- people and tracks ---


def holding_area(mat: Any) -> list[str]:
    """Return the people who can fly: number, first letter of the level, stress."""
    lines: list[str] = []
    for role in Role.words():
        ready = [
            f"{to_number(place)}{Quality(who['level']).short}" + (f" S{who['stress']}" if who["stress"] else "")
            for place, who in enumerate(mat[role + "s"])
            if who["duty"] == Duty.READY
        ]
        lines += wrapped(f"{role.capitalize()}s ready", ", ".join(ready) or "none")
    return lines


def waiting(mat: Any, kind: str, code: int) -> list[str]:
    """Return the entries of one track, with the remaining missions: "pilot 4 (3)"."""
    if kind == "aircraft":
        cards = enumerate(mat["aircraft"])
        return [f"aircraft {to_number(slot)} ({card['timer']})" for slot, card in cards if card["status"] == code]
    return [
        f"{role} {to_number(place)} ({who['timer']})"
        for role in Role.words()
        for place, who in enumerate(mat[role + "s"])
        if who["duty"] == code
    ]


def tracks(mat: Any) -> list[str]:
    """Return the tracks of hospital, replacements and repairs that have entries."""
    lines: list[str] = []
    for name, (kind, code) in WAITING_ROWS.items():
        names = waiting(mat, kind, int(code))
        if names:
            lines += wrapped(name, ", ".join(names))
    return lines


def segment_words(mat: Any) -> str:
    """Return the results of this segment's missions; empty before the first and after the war."""
    number = int(mat["war"]["mission"])
    if not number or mat["track"]["over"]:
        return ""
    mean = int(mat["track"]["segment_sum"]) / number
    return f"this segment {mean:.1f}, the mean of {wording.plural(number, 'mission')}"


def score_lines(mat: Any) -> list[str]:
    """Return the scores so far, and the counts for the bonuses."""
    track, count = mat["track"], mat["count"]
    words = list(filter(None, [segment_words(mat)]))
    words += [f"{SEGMENT_TITLES[place]} {score}" for place, score in enumerate(track["segments"]) if score]
    words += [f"{Operation(place).word} {score}" for place, score in enumerate(track["operations"]) if score]
    words += [f"FINAL SCORE {track['result']}"] if track["over"] else []
    losses = f"aircraft {count['destroyed']}, KIA {count['kia']}, No-Fly {count['no_fly']} in this operation"
    return [*(wrapped("Score", "; ".join(words)) if words else []), *wrapped("Losses", losses)]


# --- the rest ---


def clipped(text: str) -> str:
    """Return a line cut to the width of the screen."""
    return text if len(text) <= TEXT_WIDTH else text[: TEXT_WIDTH - 3] + "..."


def journal_lines(entries: Iterable[JournalEntry]) -> list[str]:
    """Return the last lines of the journal, each with the zone of the formation."""
    last = worth_reading(entries)[-TAIL:]
    lines = [clipped(f"  {'.><'[entry.leg]}{entry.zone}  {entry.text}") for entry in last]
    return ["-" * TEXT_WIDTH, *lines] if lines else []


def options(mat: Any, legal: Sequence[tuple[int, str]]) -> list[str]:
    """Return the open decision and the legal actions, in two columns if they fit."""
    cursor = mat["cursor"]
    question = wording.decision_words(int(cursor["decision"]), int(cursor["subject"]))
    lines = ["-" * TEXT_WIDTH, f"To decide: {question}"]
    if mat["track"]["over"]:
        return lines
    labels = [f"  [{index:>3}] {text}" for index, text in legal]
    half = TEXT_WIDTH // 2
    if len(labels) > 6 and max(map(len, labels)) < half:
        rows = (len(labels) + 1) // 2
        pairs = zip(labels[:rows], [*labels[rows:], ""][:rows], strict=True)
        return lines + [f"{left:<{half}}{right}".rstrip() for left, right in pairs]
    return lines + [clipped(text) for text in labels]


def render(
    mat: Any,
    journal_tail: Iterable[JournalEntry] = (),
    legal: Sequence[tuple[int, str]] = (),
    charts: LoadedCharts | None = None,
) -> str:
    """Return the mat as text, no line wider than :data:`TEXT_WIDTH`.

    Args:
        mat: a record of :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`.
        journal_tail: entries, of which the last are shown.
        legal: the legal actions with their labels.
        charts: the charts in force, for the names of cards; None for the project's own.
    """
    book = load_charts() if charts is None else charts
    lines = [*heading(mat), *target_line(mat), *zone_track(mat), *conditions(mat, book)]
    if mat["mission"]["leg"] != Leg.GROUND:
        lines += flying_circle(mat)
    lines += ["", *formation_cards(mat), "", *holding_area(mat), *tracks(mat), *score_lines(mat)]
    lines += journal_lines(journal_tail)
    lines += options(mat, legal)
    return "\n".join(lines) + "\n"
