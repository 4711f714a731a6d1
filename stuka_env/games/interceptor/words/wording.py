"""Codes as English words, for labels, sentences and the text of the mat."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.games.interceptor.codes import (
    DESTROYED,
    GROUP_DAMAGE,
    MONTHS,
    Aim,
    Award,
    Bomber,
    Career,
    Cause,
    Decision,
    Enemy,
    Event,
    Health,
    Help,
    Ladder,
    Line,
    Maneuver,
    Marker,
    Modifier,
    Offer,
    Orientation,
    Over,
    Person,
    Position,
    Presence,
    Quality,
    Range,
    Rank,
    Rockets,
    Scale,
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
from stuka_env.wording import plural as plural
from stuka_env.wording import signed as signed

NAMES_OF_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
FIRST_YEAR, FIRST_MONTH = 1943, 2
"""Year of month 0, and its index in that year, from 0."""
MONTH_TITLES = tuple(
    f"{NAMES_OF_MONTHS[(FIRST_MONTH + month) % 12]} {FIRST_YEAR + (FIRST_MONTH + month) // 12}"
    for month in range(MONTHS)
)
SCALE_WORDS = {Scale.SORTIE: "Sortie", Scale.MONTH: "Month", Scale.CAREER: "Career"}
ZONE_WORDS = {
    Zone.DUTCH: "Dutch",
    Zone.BREMEN: "Bremen",
    Zone.FRENCH: "French",
    Zone.RUHR: "Ruhr",
    Zone.MUNICH: "Munich",
    Zone.MUENSTER: "Münster",
    Zone.FRANKFURT: "Frankfurt",
}
TARGET_ZONE_WORDS = {zone: zone.name.capitalize() for zone in TargetZone} | {TargetZone.NONE: "unknown"}
SERIES_WORDS = {
    Series.BF_109: "Bf 109",
    Series.FW_190: "Fw 190",
    Series.BF_110: "Bf 110",
    Series.ME_410: "Me 410",
}
BOMBER_WORDS = {
    Bomber.UNKNOWN: "bomber",
    Bomber.B_17F: "B-17F",
    Bomber.B_17G: "B-17G",
    Bomber.B_24: "B-24",
    Bomber.YB_40: "YB-40",
}
ENEMY_WORDS = {
    Enemy.UNKNOWN: "fighter",
    Enemy.NONE: "no fighter",
    Enemy.P_47: "P-47",
    Enemy.SPITFIRE_IX: "Spitfire IX",
    Enemy.P_38: "P-38",
    Enemy.P_51B: "P-51B",
}
SYSTEM_WORDS = {system: system.name.lower().replace("_", " ") for system in System} | {
    System.NONE: "nothing",
    System.BOOST: "MW boost",
    System.WEAPON: "a forward weapon",
    System.REAR_GUNS: "rear guns",
    System.ROCKETS: "rockets",
    System.IFF: "identification set",
    System.CREW: "crew",
}
PERSON_WORDS = {Person.PILOT: "the pilot", Person.WINGMAN: "the wingman", Person.GUNNER: "the gunner"}
SKILL_WORDS = {skill: skill.name.replace("_", " ").capitalize() for skill in Skill} | {
    Skill.SITUATIONAL_AWARENESS: "Situational awareness",
    Skill.MAINTENANCE: "Weapons maintenance",
    Skill.COMBAT_MANEUVERS: "Combat maneuvers (A.C.M.)",
    Skill.CUBAN_EIGHT: "Cuban Eight",
    Skill.SPLIT_S: "Split-S",
}
SHORT_SKILL_WORDS = SKILL_WORDS | {
    Skill.SITUATIONAL_AWARENESS: "S.A.",
    Skill.MAINTENANCE: "Maintenance",
    Skill.COMBAT_MANEUVERS: "A.C.M.",
}
"""Short names of skills, for narrow columns."""
AWARD_WORDS = {
    Award.WOUND_BADGE: "Wound Badge",
    Award.IRON_CROSS_2: "Iron Cross 2nd class",
    Award.IRON_CROSS_1: "Iron Cross 1st class",
    Award.GOBLET: "Honor Goblet",
    Award.CLASP: "Flight Clasp",
    Award.GERMAN_CROSS: "German Cross in Gold",
    Award.KNIGHTS_CROSS: "Knight's Cross",
    Award.OAK_LEAVES: "Oakleaves",
    Award.SWORDS: "Swords",
    Award.DIAMONDS: "Diamonds",
    Award.ACE: "Ace",
    Award.SILVER_CLASP: "Flight Clasp in Silver",
}
WOUND_BADGE_CLASSES = ("", "Black", "Silver", "Gold")
RANK_WORDS = {
    Career.OFFICER: ("Oberleutnant", "Hauptmann", "Major", "Oberstleutnant"),
    Career.NCO: ("Unteroffizier", "Unterfeldwebel", "Feldwebel", "Oberfeldwebel"),
}
TRACK_WORDS = {Career.OFFICER: "officer", Career.NCO: "NCO"}
ORIENTATION_WORDS = {
    Orientation.NONE: "not met",
    Orientation.HEAD_ON: "head on",
    Orientation.ADVANTAGED: "advantaged",
    Orientation.DISADVANTAGED: "disadvantaged",
    Orientation.OUT_OF_THE_SUN: "out of the sun",
}
POSITION_WORDS = {
    Position.TAILED: "tailed",
    Position.DISADVANTAGED: "disadvantaged",
    Position.HEAD_ON: "head on",
    Position.ADVANTAGED: "advantaged",
    Position.TAILING: "tailing",
}
RANGE_WORDS = {Range.CLOSE: "close", Range.MEDIUM: "medium", Range.LONG: "long"}
AIM_WORDS = {Aim.PORT_WING: "port wing", Aim.STARBOARD_WING: "starboard wing", Aim.AIRFRAME: "airframe"}
WEATHER_WORDS = {weather: weather.name.lower() for weather in Weather}
HEALTH_WORDS = {
    Health.WELL: "well",
    Health.LIGHT_WOUND: "lightly wounded",
    Health.SERIOUS_WOUND: "seriously wounded",
    Health.KILLED: "killed",
}
SEAT_WORDS = {Seat.PILOT: "pilot", Seat.COPILOT: "copilot", Seat.GUNNER: "gunner"}
QUALITY_WORDS = {quality: quality.name.capitalize() for quality in Quality}
ROCKET_WORDS = {
    Rockets.NONE: "none",
    Rockets.LOADED: "loaded",
    Rockets.SPENT: "spent",
    Rockets.DAMAGED: "damaged",
}
WINGMAN_WORDS = {Presence.ABSENT: "absent", Presence.HERE: "here", Presence.DAMAGED: "damaged"}
GUNNER_WORDS = ("none", "here", "temporary")
MARKER_WORDS = {
    Marker.GUIDE: "guide",
    Marker.WITNESS: "eyewitness",
    Marker.MECHANICS: "mechanics",
    Marker.SPARE: "spare aircraft",
}
LINE_WORDS = {
    Line.OPEN: "open",
    Line.FLOWN: "flown",
    Line.STAYED: "stayed on the ground",
    Line.OUT_OF_RANGE: "out of range",
    Line.SAT_OUT: "sat out",
}
OVER_WORDS = {
    Over.RUNNING: "goes on",
    Over.CALENDAR: "ends with the calendar",
    Over.DEATH: "ends with the pilot's death",
    Over.SORTIE_DONE: "ends with the sortie",
}
CAUSE_WORDS = {
    Cause.NONE: "no cause",
    Cause.WOUND: "of a wound",
    Cause.PARACHUTE: "in a parachute jump",
    Cause.EXPLOSION: "in an explosion",
    Cause.LANDING: "in a landing",
}
LADDER_WORDS = {
    Ladder.DEFEAT: "Defeat",
    Ladder.DRAW: "Draw",
    Ladder.MARGINAL: "Marginal victory",
    Ladder.SUBSTANTIAL: "Substantial victory",
    Ladder.DECISIVE: "Decisive victory",
}
TANK_WORDS = {
    Tank.NOTHING: "no effect",
    Tank.LEAK: "a leak",
    Tank.FIRE: "a fire",
    Tank.EXPLOSION: "an explosion",
}
TOUCHDOWN_WORDS = {
    Touchdown.SAFE: "safe",
    Touchdown.ROUGH: "a rough landing",
    Touchdown.CRASH: "a crash landing",
    Touchdown.KILLED: "the aircraft is destroyed and everybody killed",
}
EVENT_WORDS = {
    Event.NOTHING: "nothing happens",
    Event.SWEEP: "a fighter sweep attacks",
    Event.ENGINE_HIT: "the engine is hit",
    Event.WINGMAN_HOME: "the wingman goes home",
    Event.JAM: "a weapon jams",
    Event.RADIO_OUT: "the radio fails",
    Event.GUIDE: "a guide, for the next interception",
    Event.WITNESS: "an eyewitness, for one loss on the way home",
    Event.MECHANICS: "good mechanics, for one repair",
    Event.EXPERIENCE: "one Experience Point for the pilot",
    Event.STRAGGLER: "a straggling bomber",
    Event.ABORT: "the sortie is called off",
}
MANEUVER_WORDS = {
    Maneuver.CAUGHT: "caught",
    Maneuver.JINK: "jink",
    Maneuver.BARREL_ROLL: "barrel roll",
    Maneuver.CORKSCREW: "corkscrew",
    Maneuver.TIGHT_TURN: "tight turn",
    Maneuver.SCISSORS: "scissors",
    Maneuver.CUBAN_EIGHT: "Cuban Eight",
    Maneuver.CHANDELLE: "Chandelle",
    Maneuver.IMMELMANN: "Immelmann",
    Maneuver.SPLIT_S: "Split-S",
    Maneuver.CLOUD: "into a cloud",
}
HELP_WORDS = {
    Help.NOTHING: "nothing",
    Help.ATTACK: "attacks with {firepower}",
    Help.COVER: "covers",
    Help.DRIVES_OFF: "drives the enemy off",
    Help.DAMAGED: "is damaged",
}
FIRE_WORDS = {0: "no hit", GROUP_DAMAGE: "group damage", DESTROYED: "destroyed"}
"""Cells of a firepower column that are no number of hits."""
WINGMAN_FATE_WORDS = {
    WingmanFate.WELL: "no hit",
    WingmanFate.DAMAGED: "the wingman is damaged",
    WingmanFate.LOST: "the wingman is lost",
}
MODIFIER_WORDS = {modifier: modifier.name.lower().replace("_", " ") for modifier in Modifier} | {
    Modifier.WOUND: "serious wound",
    Modifier.DEADSTICK: "no engine",
    Modifier.BOOST: SYSTEM_WORDS[System.BOOST],
    Modifier.AWARENESS: SHORT_SKILL_WORDS[Skill.SITUATIONAL_AWARENESS],
    Modifier.GUNNER_AWARENESS: f"{SHORT_SKILL_WORDS[Skill.SITUATIONAL_AWARENESS]} of the gunner",
    Modifier.COMBAT_MANEUVERS: SHORT_SKILL_WORDS[Skill.COMBAT_MANEUVERS],
}
OF_THE_ENEMY = frozenset({Modifier.ENEMY_SPEED, Modifier.ENEMY_AGILITY, Modifier.ENEMY_QUALITY})
"""Modifiers of the enemy's die."""
OFFER_WORDS = {
    Offer.NONE: "a new aircraft",
    Offer.START: "the first aircraft",
    Offer.UPGRADE: "another type of the series",
    Offer.SWITCH: "a type of another series",
    Offer.FORCED: "a type that the new unit flies",
    Offer.REPLACEMENT: "the replacement",
    Offer.WRITTEN_OFF: "the replacement of the aircraft written off",
}
DECISION_WORDS = {
    Decision.OVER: "nothing: the episode is over",
    Decision.TRACK: "officer or NCO",
    Decision.AIRCRAFT: "which aircraft to take",
    Decision.SERIES: "which series to change to",
    Decision.ZONE: "which zone to move to",
    Decision.SKILL: "what {person} learns",
    Decision.SCRAMBLE: "whether to fly against the raid",
    Decision.ENGAGE: "whom to engage",
    Decision.BURST: "how to attack the bomber",
    Decision.REDRAW: "whether to redraw the card",
    Decision.PASS: "whether to make another pass",
    Decision.ESCORT: "whether to fight the escort",
    Decision.DOGFIGHT: "what to do in this round of fighter combat",
    Decision.REFLEX: "whether to use Reflexes for one position",
    Decision.NEXT: "whether to engage another enemy fighter",
    Decision.WITNESS: "whether to use the eyewitness for this loss",
    Decision.FORCED: "how to come down without an engine",
    Decision.ONWARD: "whether to fly on or home",
    Decision.DEBRIEF: "what to use Prestige for",
    Decision.GUNNER: "which gunner to keep",
}


def fire_words(result: int) -> str:
    """Return a cell of a firepower column in words."""
    if result in FIRE_WORDS:
        return FIRE_WORDS[result]
    return plural(result, "hit")


def help_words(card: Any) -> str:
    """Return the wingman text of a card, a record of the charts."""
    text = HELP_WORDS[Help(int(card["help"]))]
    return text.format(firepower=int(card["help_firepower"]))


def word(table: Mapping[Any, str] | Sequence[str], code: int) -> str:
    """Return the word of a code; the code itself where a table has none."""
    if isinstance(table, Mapping):
        return table.get(code, str(code))
    return table[code] if 0 <= code < len(table) else str(code)


def rank_words(track: int, rank: int) -> str:
    """Return a rank of a track."""
    return RANK_WORDS[Career(track)][Rank(rank)]


def award_words(award: int, grade: int = 1) -> str:
    """Return an award; the Wound Badge with its class."""
    if award == Award.WOUND_BADGE and grade:
        return f"{AWARD_WORDS[Award.WOUND_BADGE]} in {WOUND_BADGE_CLASSES[grade]}"
    return AWARD_WORDS[Award(award)]


def decision_words(code: int, person: int = Person.PILOT) -> str:
    """Return the open decision with its person."""
    return DECISION_WORDS[Decision(code)].format(person=PERSON_WORDS[Person(person)])


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""
