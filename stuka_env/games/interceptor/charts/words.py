"""The words of the chart files: names of codes, and the vocabularies of cells that only this game has.

Words that a file needs beside those of the codes are listed here.
"""

import re
from itertools import groupby

from stuka_env.charts.words import CellValues, Word, any_text, either, form, listed, number, titled, words_of
from stuka_env.declared.codes import Code
from stuka_env.games.interceptor.codes import (
    ALL,
    DESTROYED,
    DIE,
    GROUP_DAMAGE,
    LEARNED,
    NO_SHOT,
    SINGLES,
    UNLIMITED,
    Aim,
    Award,
    Bomber,
    Enemy,
    Event,
    Health,
    Help,
    Jam,
    Ladder,
    Maneuver,
    Meeting,
    Model,
    Month,
    Orientation,
    Person,
    Quality,
    Range,
    Seat,
    Series,
    Skill,
    System,
    Tank,
    TargetZone,
    Touchdown,
    Weather,
    WingmanFate,
    Zone,
)

NEVER_JAMS = "MG FF"
"""Part of the name of a weapon that never jams (7.1.6)."""
MOST_HELP = 99
"""Largest firepower of a wingman's attack."""


def _month(month: Code) -> str:
    """Return a month such as Mar 1943."""
    return f"{month.word[:3]} {month.word[-4:]}"


def _spaced(code: Code) -> str:
    return code.name.lower().replace("_", " ")


# --- names ---

MONTH_NAMES = words_of(Month, _month)
TARGET_ZONE_NAMES = words_of(TargetZone, NONE=None)
ZONE_NAMES = words_of(Zone, titled)
SERIES_NAMES = words_of(Series, lambda series: series.word.replace(" ", ""))
MODEL_NAMES = words_of(Model)
SINGLE_NAMES = {name: code for name, code in MODEL_NAMES.items() if code in SINGLES}
BOMBER_NAMES = words_of(Bomber, UNKNOWN=None)
RAIDER_NAMES = words_of(Bomber, UNKNOWN=None, YB_40=None)
FIGHTER_NAMES = words_of(Enemy, UNKNOWN=None, NONE=None)
ESCORT_NAMES = words_of(Enemy, UNKNOWN=None, NONE="none")
ORIENTATION_NAMES = words_of(Orientation, lambda orientation: orientation.word.capitalize())
RANGE_NAMES = words_of(Range, titled)
AIM_NAMES = words_of(Aim, titled)
SYSTEM_NAMES = words_of(System, titled, NONE=None, IFF="IFF")
BOMBER_SYSTEMS = {
    name: SYSTEM_NAMES[name]
    for name in (
        *("Port Wing", "Starboard Wing", "Airframe", "Tail", "Controls", "Engine 1", "Engine 2", "Engine 3"),
        *("Engine 4", "Radio", "Fuel Tank", "Landing Gear", "Gunner", "Bomb Bay", "Crew"),
    )
}
"""Systems that a hit on B3 can strike."""
FIGHTER_SYSTEMS = {
    name: code
    for name, code in SYSTEM_NAMES.items()
    if code not in (System.ENGINE_1, System.ENGINE_2, System.ENGINE_3, System.ENGINE_4, System.BOMB_BAY, System.CREW)
}
"""Systems that a hit on B6 can strike."""
TANK_NAMES = words_of(Tank, _spaced, NOTHING="no effect")
WOUND_NAMES = words_of(Health, WELL=None, LIGHT_WOUND="LW", SERIOUS_WOUND="SW", KILLED="KIA")
JUMP_NAMES = {"safe": int(Health.WELL)} | WOUND_NAMES
SEAT_NAMES = words_of(Seat, titled)
LANDING_NAMES = words_of(Touchdown, _spaced)
WEATHER_NAMES = words_of(Weather)
JAM_NAMES = words_of(Jam)
EVENT_NAMES = words_of(Event, _spaced, EXPERIENCE=None) | {"experience +1": int(Event.EXPERIENCE)}
PERSON_NAMES = words_of(Person, _spaced)
SKILL_NAMES = words_of(
    Skill,
    titled,
    SITUATIONAL_AWARENESS="S.A.",
    MAINTENANCE="Weapons Maintenance",
    COMBAT_MANEUVERS="A.C.M.",
    SPLIT_S="Split-S",
)
LEARNED_NAMES = {Skill(skill).word: place for place, skill in enumerate(LEARNED)}
QUALITY_NAMES = words_of(Quality)
MANEUVER_NAMES = words_of(Maneuver, BARREL_ROLL="Barrel Roll", TIGHT_TURN="Tight Turn", CLOUD="cloud")
HELP_NAMES = words_of(Help, _spaced, ATTACK=None, DAMAGED="wingman damaged")
FATE_NAMES = words_of(WingmanFate, WELL="nothing", DAMAGED="wingman damaged", LOST="wingman lost")
AWARD_NAMES = Award.numbers()
LADDER_NAMES = Ladder.numbers()
CROSS_NAMES = {
    name: place for place, name in enumerate(("knights_cross_from", "oak_leaves_from", "swords_from", "diamonds"))
}
BADGE_NAMES = {
    name: place for place, name in enumerate(("wound_badge_black", "wound_badge_silver", "wound_badge_gold"))
}


# --- vocabularies ---


def _digit(pattern: str, low: int, high: int) -> Word:
    """Return the vocabulary of numbers that may be written as a text of one digit."""
    numbers = number(low, high)
    texts = form(pattern, int, samples=())

    def parse(raw: object) -> CellValues | None:
        return texts.parse(raw) or numbers.parse(raw)

    return Word(numbers.expected, parse, tuple(str(hits) for hits in range(low, high + 1)))


def shares(names: dict[str, int]) -> Word:
    """Return the vocabulary of shares of a D6: one name, or totals and names such as '1-4 B-17F, 5-6 B-24'.

    The values are the code for each total, index 0 unused, and 1 if the die is rolled.
    """

    def parse(raw: object) -> CellValues | None:
        if isinstance(raw, str) and raw in names:
            return (0, *(names[raw],) * DIE), 0
        faces: list[int] = []
        for part in raw.split(",") if isinstance(raw, str) else ():
            match = SHARE_FORM.fullmatch(part.strip())
            if match is None or match[3] not in names or int(match[1]) != len(faces) + 1:
                return None
            faces += [names[match[3]]] * (int(match[2] or match[1]) - len(faces))
        return ((0, *faces), int(len(set(faces)) > 1)) if len(faces) == DIE else None

    def spelled(values: CellValues) -> str:
        faces, _ = values
        assert isinstance(faces, tuple)
        parts, word_of = [], {code: name for name, code in names.items()}
        for code, group in groupby(range(1, DIE + 1), lambda face: faces[face]):
            totals = list(group)
            span = str(totals[0]) if len(totals) == 1 else f"{totals[0]}-{totals[-1]}"
            parts.append(f"{span} {word_of[code]}")
        return ", ".join(parts)

    first, last = tuple(names)[0], tuple(names)[-1]
    expected = f"one of {', '.join(names)}, or totals 1 to 6 such as '1-4 {first}, 5-6 {last}'"
    samples = (*names, f"1-3 {first}, 4-6 {last}", f"1 {last}, 2-5 {first}, 6 {last}")
    return Word(expected, parse, samples, ((DIE + 1,), ()), spelled)


def _people(raw: object) -> CellValues | None:
    words = listed(raw, PERSON_NAMES)
    return None if words is None else (tuple(int(name in words) for name in PERSON_NAMES),)


def _gun(raw: object) -> CellValues | None:
    return None if any_text(raw) is None else (int(NEVER_JAMS in str(raw)),)


def ammunition(most: int) -> Word:
    """Return the vocabulary of points of ammunition."""
    counted = number(1, most)

    def parse(raw: object) -> CellValues | None:
        return (UNLIMITED,) if raw == 0 and not isinstance(raw, bool) else counted.parse(raw)

    return Word(f"a whole number from 0 to {most}; 0 is not counted", parse, range(most + 1))


def _raid(raw: object) -> CellValues | None:
    return RAID_FORM.parse(raw) if isinstance(raw, str) and raw.isprintable() else None


def city_of(raid: str) -> str:
    """Return the city of a cell of A1."""
    return raid.rpartition(" (")[0]


def _avoided(raw: object) -> CellValues | None:
    return (ALL,) if raw == ALL and not isinstance(raw, bool) else HITS.parse(raw)


def _yb40(raw: object) -> CellValues | None:
    return None if raw == 1 else number(0, 12).parse(raw)


HITS = number(0, 9)
SHARE_FORM = re.compile(r"([1-6])(?:-([1-6]))? (\S.*)")
RAID_FORM = form(r"\S.* \((\w+)\)", TARGET_ZONE_NAMES.get, samples=())
GUN = Word(
    f"the name of a weapon; one with {NEVER_JAMS!r} in its name never jams",
    _gun,
    ("MG 151/20", "2 MG FF"),
    is_name=True,
)
PEOPLE = Word(
    "names joined by commas, none twice, of " + ", ".join(PERSON_NAMES),
    _people,
    (*PERSON_NAMES, ", ".join(PERSON_NAMES)),
    ((len(PERSON_NAMES),),),
)
YB40 = Word("a total from 2 to 12, or 0 for no roll", _yb40, (0, *range(2, 13)))
RAID = Word(
    "a city and its target zone such as 'Kassel (Ruhr)' (" + ", ".join(TARGET_ZONE_NAMES) + ")",
    _raid,
    tuple(f"Kassel ({zone})" for zone in TARGET_ZONE_NAMES),
    is_name=True,
)
SWEEP_NAMES = {f"Fighter encounter ({name})": code for name, code in ORIENTATION_NAMES.items()}
MEETING_CELLS: dict[str, CellValues] = {
    "Raid not located": (int(Meeting.NOT_LOCATED), int(Orientation.NONE)),
    **{name: (int(Meeting.RAID), code) for name, code in ORIENTATION_NAMES.items()},
    **{name: (int(Meeting.SWEEP), code) for name, code in SWEEP_NAMES.items()},
}
MEETING = either(
    "'Raid not located', 'Fighter encounter (Head on)', or for bombers one of " + ", ".join(ORIENTATION_NAMES),
    MEETING_CELLS,
)
FIRE = either("hits from 0 to 9, GP or DE", {"GP": (GROUP_DAMAGE,), "DE": (DESTROYED,)}, _digit(r"(\d)", 0, 9))
BURST = either("hits from 0 to 9, DE or 'no shot'", {"DE": (DESTROYED,), "no shot": (NO_SHOT,)}, _digit(r"(\d)", 0, 9))
AVOID = Word(f"hits from 0 to 9, or {ALL} for all", _avoided, (*range(10), ALL))
BAY = either("'no effect' or 'explosion'", {"no effect": (0,), "explosion": (1,)})
BLAST = either("'no effect' or '1d6 hits'", {"no effect": (0,), "1d6 hits": (1,)})
HELP = either(
    f"one of {', '.join(HELP_NAMES)}, or 'attack' and a firepower from 1 to {MOST_HELP} such as 'attack 12'",
    {name: (code, 0) for name, code in HELP_NAMES.items()},
    form("(attack) (0?[1-9]|[1-9][0-9])", {"attack": int(Help.ATTACK)}.get, int,
         samples=tuple(f"attack {firepower}" for firepower in range(1, MOST_HELP + 1))),
)  # fmt: skip
WINGMAN = either(
    "hits such as '1 hit' or '4 hits', or one of " + ", ".join(FATE_NAMES),
    {name: (0, code) for name, code in FATE_NAMES.items()},
    form("([1-9]) (hits?)", int, dict.fromkeys(("hit", "hits"), int(WingmanFate.WELL)).get,
         samples=("1 hit", *(f"{hits} hits" for hits in range(2, 10)))),
)  # fmt: skip
