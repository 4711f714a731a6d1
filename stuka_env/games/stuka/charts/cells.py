"""The words of the chart files, and the parsing of one cell (docs/charts.md).

A :class:`Word` turns the TOML value of a cell into the numbers of the record, or rejects it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from stuka_env.games.stuka.charts.shape import FULL_COVER
from stuka_env.games.stuka.codes import (
    AntiAircraft,
    BailOut,
    Evasion,
    Fighter,
    Sector,
    Survival,
    System,
    Target,
    Touchdown,
    Visibility,
)

CellValues = tuple[object, ...]
"""One number (or C1 record) for each field that a cell fills."""


@dataclass(frozen=True)
class Word:
    """A vocabulary.

    Attributes:
        expected: a description, for error messages.
        parse: returns the numbers of a cell; None for a value that is not in the vocabulary.
        samples: cells from one end of the vocabulary to the other: all of them, except in :data:`DAMAGE`.
    """

    expected: str
    parse: Callable[[object], CellValues | None]
    samples: Sequence[object]

    def text(self, values: CellValues) -> str:
        """Return a cell with these numbers as text.

        Raises:
            ValueError: no cell has them.
        """
        for sample in self.samples:
            if self.parse(sample) == values:
                return str(sample).lower() if isinstance(sample, bool) else str(sample)
        if self is DAMAGE:
            return damage_text(values)
        raise ValueError(f"expected the numbers of {self.expected}, got {values}")


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


def _yes_no(raw: object) -> CellValues | None:
    return (int(raw),) if isinstance(raw, bool) else None


def _score(raw: object) -> CellValues | None:
    return (0,) if raw == "Miss" else SCORE_NUMBER.parse(raw)


def _escort(raw: object) -> CellValues | None:
    if raw in ("Full Cover", "No-Cover"):
        return (FULL_COVER if raw == "Full Cover" else 0,)
    return ESCORT_NUMBER.parse(raw)


def _matched(pattern: re.Pattern[str], raw: object) -> tuple[str, ...] | None:
    match = pattern.fullmatch(raw) if isinstance(raw, str) else None
    return None if match is None else match.groups()


def _fighters(raw: object) -> CellValues | None:
    if raw == "No Contact":
        return 0, int(Fighter.NONE)
    groups = _matched(FIGHTERS_FORM, raw)
    return None if groups is None or groups[1] not in FIGHTER_NAMES else (int(groups[0]), FIGHTER_NAMES[groups[1]])


def _attack(raw: object) -> CellValues | None:
    if raw == "no attack":
        return 0, 0
    groups = _matched(ATTACK_FORM, raw)
    return None if groups is None else (int(groups[0]), int(groups[1]))


def _evasion(raw: object) -> CellValues | None:
    groups = _matched(EVASION_FORM, raw)
    if groups is None or groups[0] not in EVASION_NAMES:
        return None
    return EVASION_NAMES[groups[0]], int(groups[1] or 0)


def _wreck(raw: object) -> CellValues | None:
    if raw == "destroyed":
        return 1, 0
    groups = _matched(REPAIR_FORM, raw)
    return None if groups is None else (0, int(groups[0]))


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
        match = pattern.fullmatch(part)
        if match:
            return place, int(match.group(1)) if match.groups() else 1
    return -1, 0


def damage_text(values: CellValues) -> str:
    """Return a cell of C1 as text."""
    (amounts,) = values
    assert isinstance(amounts, tuple)
    parts = zip(DAMAGE_PARTS, amounts, strict=True)
    return ", ".join(re.sub(r"\(.*\)", str(amount), part.pattern).replace("\\", "") for part, amount in parts if amount)


SCORE_NUMBER = number(0, 100)
ESCORT_NUMBER = number(0, 9)
FIGHTERS_FORM = re.compile(r"([1-9]) (\S+)")
ATTACK_FORM = re.compile(r"([1-9]|10) aircraft, ([1-9]) hits?(?: each)?")
EVASION_FORM = re.compile(r"([a-z, ]+?)(?:, \+([1-6]) CS)?")
REPAIR_FORM = re.compile(r"repair ([1-8])")
DAMAGE_PARTS = tuple(
    re.compile(part)
    for part in (
        "damage",
        r"\+([1-6]) CS",
        "range -([1-3])",
        "pilot wounded",
        "gunner wounded",
        "pilot KIA",
        "gunner KIA",
        "destroyed",
        "explosion",
    )
)

FIGHTER_NAMES = {
    "I-16": int(Fighter.I_16),
    "MiG-3": int(Fighter.MIG_3),
    "LaGG-3": int(Fighter.LAGG_3),
    "Yak-1": int(Fighter.YAK_1),
    "La-5": int(Fighter.LA_5),
    "Yak-9": int(Fighter.YAK_9),
}
EVASION_NAMES = {
    "evaded": int(Evasion.UNHURT),
    "evaded, wounded": int(Evasion.WOUNDED),
    "captured": int(Evasion.CAPTURED),
    "killed": int(Evasion.KILLED),
}
SECTOR_NAMES = {sector.name.title(): int(sector) for sector in Sector}
TARGET_NAMES = {
    target.name.title(): int(target) for target in Target if target not in (Target.NONE, Target.NO_FLY, Target.MARITIME)
}
SHIP_NAMES = {name: code for name, code in TARGET_NAMES.items() if code >= Target.BATTLESHIP}
SYSTEM_NAMES = {system.name.title().replace("_", " "): int(system) for system in System}
VISIBILITY_NAMES = {word.name.title(): int(word) for word in Visibility if word}
ANTI_AIRCRAFT_NAMES = {
    "No Effect": int(AntiAircraft.NONE),
    "Light": int(AntiAircraft.LIGHT),
    "Medium": int(AntiAircraft.MEDIUM),
    "Heavy": int(AntiAircraft.HEAVY),
}
MISSION_NAMES = {name: code for name, code in TARGET_NAMES.items() if code < Target.BATTLESHIP} | {
    "No-Fly": int(Target.NO_FLY),
    "Maritime": int(Target.MARITIME),
}

YES_NO = Word("true or false", _yes_no, (False, True))
ATTACK_SCORE = Word("a score from 0 to 100, or Miss", _score, ("Miss", *SCORE_NUMBER.samples))
ESCORT = Word(
    "fighters removed (0 to 9), Full Cover or No-Cover", _escort, ("No-Cover", *ESCORT_NUMBER.samples, "Full Cover")
)
FIGHTERS = Word(
    "No Contact, or a number and a type such as '2 MiG-3' (" + ", ".join(FIGHTER_NAMES) + ")",
    _fighters,
    ("No Contact", *(f"{count} {name}" for count in range(1, 10) for name in FIGHTER_NAMES)),
)
ATTACK = Word(
    "'no attack', or aircraft and hits such as '1 aircraft, 2 hits'",
    _attack,
    (
        "no attack",
        *(f"{count} aircraft, {hits} hit{'s' * (hits > 1)}" for count in range(1, 11) for hits in range(1, 10)),
    ),
)
EVASION = Word(
    "'evaded', 'evaded, wounded', 'captured' or 'killed', stress after it as ', +3 CS'",
    _evasion,
    tuple(name + stress for name in EVASION_NAMES for stress in ("", *(f", +{count} CS" for count in range(1, 7)))),
)
WRECK = Word(
    "'destroyed' or 'repair 1' to 'repair 8'", _wreck, (*(f"repair {time}" for time in range(1, 9)), "destroyed")
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
)
BAIL_OUT = one_name({word.name.lower(): int(word) for word in BailOut})
TOUCHDOWN = one_name({"Safe Landing": int(Touchdown.SAFE), "Forced Landing": int(Touchdown.FORCED)})
SURVIVAL = one_name({word.name.lower(): int(word) for word in Survival})
GAMBLE = one_name({"pulls up": 0, "crash": 1})
