"""The words of the chart files: names of codes, and the vocabularies of cells that only this game has.

Words that a file needs beside those of the codes are listed here.
"""

import re

from stuka_env.charts.words import CellValues, Word, either, form, number, one_of, titled, words_of
from stuka_env.declared.codes import Code
from stuka_env.games.stuka.codes import (
    FULL_COVER,
    SYSTEMS,
    ZONES,
    AntiAircraft,
    BailOut,
    Duration,
    Effect,
    Evasion,
    Fighter,
    Model,
    Operation,
    Payload,
    Quality,
    Role,
    Sector,
    Segment,
    Size,
    Survival,
    System,
    Target,
    Touchdown,
    Visibility,
)


def _named(code: Code) -> str:
    return code.name.lower()


# --- names ---

OPERATION_NAMES, SEGMENT_INDEX, DURATION_NAMES = words_of(Operation), words_of(Segment), words_of(Duration)
MODEL_NAMES = words_of(Model, lambda model: model.name)
ROLE_NAMES = words_of(Role, lambda role: f"{role.name.title()}s")
QUALITY_NAMES = words_of(Quality, NOBODY=None)
SIZE_NAMES = words_of(Size, NONE=None)
TARGET_CLASSES = SIZE_NAMES | {"Ships": 0}
"""Columns of A3; ships stand apart from the sizes."""
TARGET_NAMES = words_of(Target, NONE=None, NO_FLY=None, MARITIME=None)
SHIP_NAMES = {name: code for name, code in TARGET_NAMES.items() if code >= Target.BATTLESHIP}
MISSION_NAMES = {name: code for name, code in words_of(Target, NONE=None).items() if name not in SHIP_NAMES}
PAYLOAD_NAMES = words_of(
    Payload, NONE=None, SC500_SC50="SC500 + 4 SC50", SC500_CLUSTER="SC500 + 4 cluster", STRAFING="Machine guns"
)
SPECIAL_NAMES = {name: PAYLOAD_NAMES[name] for name in ("SC1000", "SC1800")}
VISIBILITY_NAMES = words_of(Visibility, UNKNOWN=None)
ANTI_AIRCRAFT_NAMES = words_of(AntiAircraft, UNKNOWN=None)
FIGHTER_COLUMNS = SEGMENT_INDEX | {"Maritime": len(SEGMENT_INDEX)}
"""Columns of B1: the segments, and missions over the sea."""
ESCORT_ZONES = {f"Zone {zone}": zone for zone in range(1, ZONES + 1)}
FIGHTER_NAMES = words_of(Fighter, NONE=None)
SECTOR_NAMES = words_of(Sector, titled)
SYSTEM_NAMES = words_of(System, titled)
MARKED_SYSTEMS = {name: code for name, code in SYSTEM_NAMES.items() if code < SYSTEMS}
EVASION_NAMES = words_of(Evasion, _named, UNHURT="evaded", WOUNDED="evaded, wounded")
EFFECT_NAMES = Effect.numbers()


# --- vocabularies ---


def _damage(raw: object) -> CellValues | None:
    """Parse a cell of C1: words joined by commas, in the order of the fields of ``shape.DamageCell``."""
    if raw == "no effect":
        return (tuple(0 for _ in DAMAGE_PARTS),)
    if not isinstance(raw, str):
        return None
    amounts = [0] * len(DAMAGE_PARTS)
    for part in raw.split(","):
        place, amount = _damage_part(part.strip())
        if place < 0 or amounts[place]:
            return None
        amounts[place] = amount
    return (tuple(amounts),)


def _damage_part(part: str) -> tuple[int, int]:
    """Return place in the record and amount of one word of C1; place -1 for an unknown word."""
    for place, pattern in enumerate(DAMAGE_PARTS):
        match = re.fullmatch(pattern, part)
        if match:
            return place, int(match.group(1)) if match.groups() else 1
    return -1, 0


def damage_text(values: CellValues) -> str:
    """Return a cell of C1 as text."""
    (amounts,) = values
    assert isinstance(amounts, tuple)
    parts = zip(DAMAGE_PARTS, amounts, strict=True)
    return ", ".join(re.sub(r"\(.*\)", str(amount), part).replace("\\", "") for part, amount in parts if amount)


DAMAGE_PARTS = (
    "damage",
    r"\+([1-6]) CS",
    "range -([1-3])",
    "pilot wounded",
    "gunner wounded",
    "pilot KIA",
    "gunner KIA",
    *("destroyed", "explosion"),
)
"""The words of C1, in the order of the fields of ``shape.DamageCell``."""
ATTACK_SCORE = either("a score from 0 to 100, or Miss", {"Miss": (0,)}, number(0, 100))
ESCORT = either(
    "fighters removed (0 to 9), Full Cover or No-Cover",
    {"No-Cover": (0,), "Full Cover": (FULL_COVER,)},
    number(0, 9),
)
FIGHTERS = either(
    "No Contact, or a number and a type such as '2 MiG-3' (" + ", ".join(FIGHTER_NAMES) + ")",
    {"No Contact": (0, int(Fighter.NONE))},
    form(
        r"([1-9]) (\S+)",
        int,
        FIGHTER_NAMES.get,
        samples=tuple(f"{count} {name}" for count in range(1, 10) for name in FIGHTER_NAMES),
    ),
)
ATTACK = either(
    "'no attack', or aircraft and hits such as '1 aircraft, 2 hits'",
    {"no attack": (0, 0)},
    form(
        "([1-9]|10) aircraft, ([1-9]) hits?(?: each)?",
        int,
        int,
        samples=tuple(
            f"{count} aircraft, {hits} hit{'s' * (hits > 1)}" for count in range(1, 11) for hits in range(1, 10)
        ),
    ),
)
EVASION = form(
    r"([a-z, ]+?)(?:, \+([1-6]) CS)?",
    EVASION_NAMES.get,
    int,
    samples=tuple(
        name + stress for name in EVASION_NAMES for stress in ("", *(f", +{count} CS" for count in range(1, 7)))
    ),
    expected="'evaded', 'evaded, wounded', 'captured' or 'killed', stress after it as ', +3 CS'",
)
WRECK = either(
    "'destroyed' or 'repair 1' to 'repair 8'",
    {"destroyed": (1, 0)},
    form("(repair) ([1-8])", {"repair": 0}.get, int, samples=tuple(f"repair {time}" for time in range(1, 9))),
)
DAMAGE = Word(
    "'no effect', or words joined by commas, none twice: damage, +1 CS to +6 CS, range -1 to range -3, pilot wounded, "
    "gunner wounded, pilot KIA, gunner KIA, destroyed, explosion",
    _damage,
    (
        *("no effect", "damage", "+1 CS", "+2 CS", "+6 CS", "range -1", "range -3", "pilot wounded", "gunner wounded"),
        *("pilot KIA", "gunner KIA", "destroyed", "explosion"),
        "damage, +6 CS, range -3, pilot wounded, gunner wounded, pilot KIA, gunner KIA, destroyed, explosion",
    ),
    spelled=damage_text,
)
BAIL_OUT, SURVIVAL = one_of(words_of(BailOut, _named)), one_of(words_of(Survival, _named))
TOUCHDOWN = one_of(words_of(Touchdown, SAFE="Safe Landing", FORCED="Forced Landing"))
GAMBLE = one_of({"pulls up": 0, "crash": 1})
