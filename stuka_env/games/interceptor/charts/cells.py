"""The words of the chart files, and the parsing of one cell (docs/interceptor_charts.md).

A :class:`Word` turns the TOML value of a cell into the numbers of the record, or rejects it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from stuka_env.games.interceptor.charts.shape import MOST_AMMUNITION
from stuka_env.games.interceptor.codes import (
    ALL,
    DESTROYED,
    DIE,
    GROUP_DAMAGE,
    NO_SHOT,
    UNLIMITED,
    Aim,
    Bomber,
    Enemy,
    Event,
    Health,
    Help,
    Jam,
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

CellValues = tuple[object, ...]
"""One number, or a row of numbers, for each field that a cell fills."""


@dataclass(frozen=True)
class Word:
    """A vocabulary.

    Attributes:
        expected: a description, for error messages.
        parse: returns the numbers of a cell; None for a value that is not in the vocabulary.
        samples: cells from one end of the vocabulary to the other.
        is_name: whether the text of a cell is shown in play, beside its numbers.
    """

    expected: str
    parse: Callable[[object], CellValues | None]
    samples: Sequence[object]
    is_name: bool = False


def number(low: int, high: int) -> Word:
    """Return the vocabulary of whole numbers from ``low`` to ``high``."""

    def parse(raw: object) -> CellValues | None:
        return (raw,) if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high else None

    return Word(f"a whole number from {low} to {high}", parse, range(low, high + 1))


def one_name(names: Mapping[str, int]) -> Word:
    """Return the vocabulary of the given names."""

    def parse(raw: object) -> CellValues | None:
        return (names[raw],) if isinstance(raw, str) and raw in names else None

    return Word("one of " + ", ".join(names), parse, tuple(names))


def exactly(value: int) -> Word:
    """Return the vocabulary of a number that the rules fix, such as the sides of a die."""

    def parse(raw: object) -> CellValues | None:
        return (value,) if raw == value and not isinstance(raw, bool) else None

    return Word(f"{value}, because the rules fix it", parse, (value,))


def label(text: str) -> Word:
    """Return the vocabulary of a name that stands at one place. It fills no field."""

    def parse(raw: object) -> CellValues | None:
        return () if raw == text else None

    return Word(f"{text!r} at this place", parse, (text,))


def several(names: Mapping[str, int], length: int) -> Word:
    """Return the vocabulary of one to ``length`` names joined by commas, none twice, as a row filled up with -1."""

    def parse(raw: object) -> CellValues | None:
        words = _listed(raw)
        if words is None or not set(words) <= set(names) or len(set(words)) < len(words) or len(words) > length:
            return None
        codes = [names[word] for word in words]
        return (tuple(codes + [-1] * (length - len(codes))),)

    every = tuple(names)
    expected = f"1 to {length} names joined by commas, none twice, of {', '.join(names)}"
    return Word(expected, parse, (every[0], ", ".join(every[-length:])))


def _people(raw: object) -> CellValues | None:
    words = _listed(raw)
    if words is None or not set(words) <= set(PERSON_NAMES) or len(set(words)) < len(words):
        return None
    return (tuple(int(name in words) for name in PERSON_NAMES),)


def _listed(raw: object) -> list[str] | None:
    return [word.strip() for word in raw.split(",")] if isinstance(raw, str) else None


def shares(names: Mapping[str, int]) -> Word:
    """Return the vocabulary of shares of a D6: one name, or totals and names such as '1-4 B-17F, 5-6 B-24'.

    The values are the code for each total, index 0 unused, and 1 if the die is rolled.
    """

    def parse(raw: object) -> CellValues | None:
        if isinstance(raw, str) and raw in names:
            return (0, *(names[raw],) * DIE), 0
        faces: list[int] = []
        for part in _listed(raw) or []:
            match = SHARE_FORM.fullmatch(part)
            if match is None or match[3] not in names or int(match[1]) != len(faces) + 1:
                return None
            faces += [names[match[3]]] * (int(match[2] or match[1]) - len(faces))
        return ((0, *faces), int(len(set(faces)) > 1)) if len(faces) == DIE else None

    first, last = tuple(names)[0], tuple(names)[-1]
    expected = f"one of {', '.join(names)}, or totals 1 to 6 such as '1-4 {first}, 5-6 {last}'"
    return Word(expected, parse, (*names, f"1-3 {first}, 4-6 {last}", f"1 {last}, 2-5 {first}, 6 {last}"))


def _yes_no(raw: object) -> CellValues | None:
    return (int(raw),) if isinstance(raw, bool) else None


def _text(raw: object) -> CellValues | None:
    return () if isinstance(raw, str) and raw.strip() and raw.isprintable() else None


def _yb40(raw: object) -> CellValues | None:
    return None if raw == 1 else number(0, 12).parse(raw)


def _gun(raw: object) -> CellValues | None:
    """Parse the name of a weapon. An MG FF never jams (7.1.6)."""
    return None if not isinstance(raw, str) or _text(raw) is None else (int(NEVER_JAMS in raw),)


def _ammunition(raw: object) -> CellValues | None:
    return (UNLIMITED,) if raw == 0 and not isinstance(raw, bool) else AMMUNITION_NUMBER.parse(raw)


def _raid(raw: object) -> CellValues | None:
    match = RAID_FORM.fullmatch(raw) if isinstance(raw, str) and raw.isprintable() else None
    return None if match is None or match[2] not in TARGET_ZONE_NAMES else (TARGET_ZONE_NAMES[match[2]],)


def city_of(raid: str) -> str:
    """Return the city of a cell of A1."""
    return raid.rpartition(" (")[0]


def _meeting(raw: object) -> CellValues | None:
    if raw == "Raid not located":
        return int(Meeting.NOT_LOCATED), int(Orientation.NONE)
    if not isinstance(raw, str):
        return None
    match = SWEEP_FORM.fullmatch(raw)
    name, meeting = (match[1], Meeting.SWEEP) if match else (raw, Meeting.RAID)
    return (int(meeting), ORIENTATION_NAMES[name]) if name in ORIENTATION_NAMES else None


def _fire(raw: object) -> CellValues | None:
    """Parse a cell of a firepower column: hits may be written as a number or as a text."""
    if raw in ("GP", "DE"):
        return (GROUP_DAMAGE if raw == "GP" else DESTROYED,)
    return HITS.parse(int(raw)) if isinstance(raw, str) and re.fullmatch(r"\d", raw) else HITS.parse(raw)


def _burst(raw: object) -> CellValues | None:
    if raw in ("DE", "no shot"):
        return (DESTROYED if raw == "DE" else NO_SHOT,)
    return HITS.parse(int(raw)) if isinstance(raw, str) and re.fullmatch(r"\d", raw) else HITS.parse(raw)


def _avoid(raw: object) -> CellValues | None:
    return (raw,) if raw == ALL and not isinstance(raw, bool) else HITS.parse(raw)


def _bay(raw: object) -> CellValues | None:
    return (int(raw == "explosion"),) if raw in ("no effect", "explosion") else None


def _blast(raw: object) -> CellValues | None:
    return (int(raw == "1d6 hits"),) if raw in ("no effect", "1d6 hits") else None


def _help(raw: object) -> CellValues | None:
    """Parse a wingman text: its kind and his firepower."""
    if isinstance(raw, str) and raw in HELP_NAMES:
        return HELP_NAMES[raw], 0
    match = ATTACK_FORM.fullmatch(raw) if isinstance(raw, str) else None
    return (int(Help.ATTACK), int(match[1])) if match and 1 <= int(match[1]) <= MOST_HELP else None


def _wingman(raw: object) -> CellValues | None:
    """Parse a cell of W1: hits on the bomber, and the fate of the wingman."""
    if isinstance(raw, str) and raw in FATE_NAMES:
        return 0, FATE_NAMES[raw]
    match = WINGMAN_FORM.fullmatch(raw) if isinstance(raw, str) else None
    return None if match is None else (int(match[1]), int(WingmanFate.WELL))


NEVER_JAMS = "MG FF"
MOST_HELP = 99
"""Largest firepower of a wingman's attack."""
HITS = number(0, 9)
AMMUNITION_NUMBER = number(1, MOST_AMMUNITION)
SHARE_FORM = re.compile(r"([1-6])(?:-([1-6]))? (\S.*)")
RAID_FORM = re.compile(r"(\S.*) \((\w+)\)")
SWEEP_FORM = re.compile(r"Fighter encounter \((.+)\)")
ATTACK_FORM = re.compile(r"attack (\d{1,2})")
WINGMAN_FORM = re.compile(r"([1-9]) hits?")


def _titled(codes: Iterable[Month]) -> dict[str, int]:
    """Return months by their names in the files, such as Mar 1943."""
    return {f"{code.name[:3].title()} {code.name[-4:]}": int(code) for code in codes}


MONTH_NAMES = _titled(Month)
TARGET_ZONE_NAMES = {zone.name.title(): int(zone) for zone in TargetZone if zone}
ZONE_NAMES = {zone.name.title(): int(zone) for zone in Zone}
SERIES_NAMES = {
    "Bf109": int(Series.BF_109),
    "Fw190": int(Series.FW_190),
    "Bf110": int(Series.BF_110),
    "Me410": int(Series.ME_410),
}
MODEL_NAMES = {
    "Bf109G-1": int(Model.BF_109G_1),
    "Bf109G-1/R2": int(Model.BF_109G_1_R2),
    "Bf109G-1/R6": int(Model.BF_109G_1_R6),
    "Bf109G-2": int(Model.BF_109G_2),
    "Bf109G-4": int(Model.BF_109G_4),
    "Bf109G-5": int(Model.BF_109G_5),
    "Bf109G-6": int(Model.BF_109G_6),
    "Bf109G-6/U4": int(Model.BF_109G_6_U4),
    "Bf109G-6/R2": int(Model.BF_109G_6_R2),
    "Bf109G-6/R4": int(Model.BF_109G_6_R4),
    "Bf109G-6/R6": int(Model.BF_109G_6_R6),
    "Fw190A-4": int(Model.FW_190A_4),
    "Fw190A-4/R6": int(Model.FW_190A_4_R6),
    "Fw190A-5": int(Model.FW_190A_5),
    "Fw190A-5/R6": int(Model.FW_190A_5_R6),
    "Fw190A-5/U9": int(Model.FW_190A_5_U9),
    "Fw190A-5/U11": int(Model.FW_190A_5_U11),
    "Fw190A-5/U12": int(Model.FW_190A_5_U12),
    "Fw190A-6": int(Model.FW_190A_6),
    "Fw190A-6/R1": int(Model.FW_190A_6_R1),
    "Fw190A-6/R2": int(Model.FW_190A_6_R2),
    "Fw190A-6/R6": int(Model.FW_190A_6_R6),
    "Fw190A-7": int(Model.FW_190A_7),
    "Fw190A-7/R6": int(Model.FW_190A_7_R6),
    "Bf110G-2": int(Model.BF_110G_2),
    "Bf110G-2/R1": int(Model.BF_110G_2_R1),
    "Bf110G-2/R3": int(Model.BF_110G_2_R3),
    "Bf110G-2/Wfr": int(Model.BF_110G_2_WFR),
    "Me410A": int(Model.ME_410A),
    "Me410A-1/U4": int(Model.ME_410A_1_U4),
}
BOMBER_NAMES = {
    "B-17F": int(Bomber.B_17F),
    "B-17G": int(Bomber.B_17G),
    "B-24": int(Bomber.B_24),
    "YB-40": int(Bomber.YB_40),
}
RAIDER_NAMES = {name: code for name, code in BOMBER_NAMES.items() if code != Bomber.YB_40}
FIGHTER_NAMES = {
    "P-47": int(Enemy.P_47),
    "Spitfire IX": int(Enemy.SPITFIRE_IX),
    "P-38": int(Enemy.P_38),
    "P-51B": int(Enemy.P_51B),
}
ESCORT_NAMES = {"none": int(Enemy.NONE)} | FIGHTER_NAMES
ORIENTATION_NAMES = {
    "Head on": int(Orientation.HEAD_ON),
    "Advantaged": int(Orientation.ADVANTAGED),
    "Disadvantaged": int(Orientation.DISADVANTAGED),
    "Out of the sun": int(Orientation.OUT_OF_THE_SUN),
}
RANGE_NAMES = {reach.name.title(): int(reach) for reach in Range}
AIM_NAMES = {aim.name.title().replace("_", " "): int(aim) for aim in Aim}
SYSTEM_NAMES = {system.name.title().replace("_", " "): int(system) for system in System if system} | {
    "IFF": int(System.IFF)
}
SYSTEM_NAMES.pop("Iff")
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
TANK_NAMES = {
    "no effect": int(Tank.NOTHING),
    "leak": int(Tank.LEAK),
    "fire": int(Tank.FIRE),
    "explosion": int(Tank.EXPLOSION),
}
WOUND_NAMES = {"LW": int(Health.LIGHT_WOUND), "SW": int(Health.SERIOUS_WOUND), "KIA": int(Health.KILLED)}
JUMP_NAMES = {"safe": int(Health.WELL)} | WOUND_NAMES
SEAT_NAMES = {seat.name.title(): int(seat) for seat in Seat}
LANDING_NAMES = Touchdown.numbers()
WEATHER_NAMES = Weather.numbers()
JAM_NAMES = Jam.numbers()
EVENT_NAMES = {word.name.lower().replace("_", " "): int(word) for word in Event if word != Event.EXPERIENCE} | {
    "experience +1": int(Event.EXPERIENCE)
}
PERSON_NAMES = Person.numbers()
SKILL_NAMES = {
    "Landing": int(Skill.LANDING),
    "Navigation": int(Skill.NAVIGATION),
    "Parachute": int(Skill.PARACHUTE),
    "Reflexes": int(Skill.REFLEXES),
    "S.A.": int(Skill.SITUATIONAL_AWARENESS),
    "Weapons Maintenance": int(Skill.MAINTENANCE),
    "Expert": int(Skill.EXPERT),
    "Leadership": int(Skill.LEADERSHIP),
    "Precision": int(Skill.PRECISION),
    "A.C.M.": int(Skill.COMBAT_MANEUVERS),
    "Sixth Sense": int(Skill.SIXTH_SENSE),
    "Gunnery": int(Skill.GUNNERY),
    "Aim": int(Skill.AIM),
    "Cuban Eight": int(Skill.CUBAN_EIGHT),
    "Chandelle": int(Skill.CHANDELLE),
    "Immelmann": int(Skill.IMMELMANN),
    "Split-S": int(Skill.SPLIT_S),
}
QUALITY_NAMES = {quality.name.title(): int(quality) for quality in Quality}
MANEUVER_NAMES = {
    "caught": int(Maneuver.CAUGHT),
    "jink": int(Maneuver.JINK),
    "Barrel Roll": int(Maneuver.BARREL_ROLL),
    "corkscrew": int(Maneuver.CORKSCREW),
    "Tight Turn": int(Maneuver.TIGHT_TURN),
    "scissors": int(Maneuver.SCISSORS),
    "Cuban Eight": int(Maneuver.CUBAN_EIGHT),
    "Chandelle": int(Maneuver.CHANDELLE),
    "Immelmann": int(Maneuver.IMMELMANN),
    "Split-S": int(Maneuver.SPLIT_S),
    "cloud": int(Maneuver.CLOUD),
}
HELP_NAMES = {
    "nothing": int(Help.NOTHING),
    "cover": int(Help.COVER),
    "drives off": int(Help.DRIVES_OFF),
    "wingman damaged": int(Help.DAMAGED),
}
FATE_NAMES = {
    "nothing": int(WingmanFate.WELL),
    "wingman damaged": int(WingmanFate.DAMAGED),
    "wingman lost": int(WingmanFate.LOST),
}

YES_NO = Word("true or false", _yes_no, (False, True))
TEXT = Word("a text", _text, ("a", "I/JG 1"), is_name=True)
STATEMENT = Word("the statement of our file, because the rules fix it", _text, ("lost at its threshold",))
"""A text for people about the effect of the rules. The loader refuses any text other than ours."""
GUN = Word(
    f"the name of a weapon; one with {NEVER_JAMS!r} in its name never jams",
    _gun,
    ("MG 151/20", "2 MG FF"),
    is_name=True,
)
AMMUNITION = Word(
    f"a whole number from 0 to {MOST_AMMUNITION}; 0 is not counted", _ammunition, range(MOST_AMMUNITION + 1)
)
PEOPLE = Word(
    "names joined by commas, none twice, of " + ", ".join(PERSON_NAMES),
    _people,
    (*PERSON_NAMES, ", ".join(PERSON_NAMES)),
)
YB40 = Word("a total from 2 to 12, or 0 for no roll", _yb40, (0, *range(2, 13)))
RAID = Word(
    "a city and its target zone such as 'Kassel (Ruhr)' (" + ", ".join(TARGET_ZONE_NAMES) + ")",
    _raid,
    tuple(f"Kassel ({zone})" for zone in TARGET_ZONE_NAMES),
    is_name=True,
)
MEETING = Word(
    "'Raid not located', 'Fighter encounter (Head on)', or for bombers one of " + ", ".join(ORIENTATION_NAMES),
    _meeting,
    (
        "Raid not located",
        *ORIENTATION_NAMES,
        *(f"Fighter encounter ({name})" for name in ORIENTATION_NAMES),
    ),
)
FIRE = Word("hits from 0 to 9, GP or DE", _fire, (*(str(hits) for hits in range(10)), "GP", "DE"))
BURST = Word("hits from 0 to 9, DE or 'no shot'", _burst, (*(str(hits) for hits in range(10)), "DE", "no shot"))
AVOID = Word(f"hits from 0 to 9, or {ALL} for all", _avoid, (*range(10), ALL))
BAY = Word("'no effect' or 'explosion'", _bay, ("no effect", "explosion"))
BLAST = Word("'no effect' or '1d6 hits'", _blast, ("no effect", "1d6 hits"))
HELP = Word(
    f"one of {', '.join(HELP_NAMES)}, or 'attack' and a firepower from 1 to {MOST_HELP} such as 'attack 12'",
    _help,
    (*HELP_NAMES, "attack 1", f"attack {MOST_HELP}"),
)
WINGMAN = Word(
    "hits such as '1 hit' or '4 hits', or one of " + ", ".join(FATE_NAMES),
    _wingman,
    (*(f"{hits} hits" for hits in range(1, 10)), *FATE_NAMES),
)
