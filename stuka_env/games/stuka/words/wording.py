"""Codes as English words, for labels, sentences and pictures."""

from stuka_env.games.stuka.codes import (
    SEATS,
    SEGMENT_NAMES,
    SEGMENT_TITLES,
    Decision,
    Modifier,
    Payload,
    Quality,
    Sector,
    System,
    Target,
    to_index,
    to_number,
)
from stuka_env.wording import plural as plural
from stuka_env.wording import signed as signed

OPERATION_WORDS = ("Barbarossa", "Case Blue", "Citadel")
DURATION_WORDS = ("Short", "Regular")
SIZE_WORDS = ("", "Small", "Medium", "Large")
FORMATION_WORDS = ("", "Staffel", "Kette")
STATUS_WORDS = ("", "ready", "flying", "home", "lost", "repair", "on its way")
LEG_WORDS = ("on the ground", "outbound", "homeward")
VISIBILITY_WORDS = ("unknown", "Good", "Medium", "Low")
ANTI_AIRCRAFT_WORDS = ("unknown", "No Effect", "Light", "Medium", "Heavy")
FIGHTER_WORDS = ("fighter", "I-16", "MiG-3", "LaGG-3", "Yak-1", "La-5", "Yak-9")
PAYLOAD_WORDS = ("nothing", "SC500 + SC50", "SC500 + cluster bombs", "SC1000", "SC1800", "37 mm cannon", "machine guns")
NO_FLY_REASONS = ("flown", "A1 rolled a No-Fly", "the Staffelkapitän declined it", "too few aircraft or crews")
ROLE_WORDS = ("pilot", "gunner")
SYSTEM_WORDS = (
    *(word.name.replace("_", " ").capitalize() for word in System if word < System.CREW),
    "Crew compartment",
)
SYSTEM_LETTERS = "EPSTFBL"
"""One letter for each damage space of an aircraft card."""
QUALITY_WORDS = tuple(quality.name.capitalize() for quality in Quality)
QUALITY_LETTERS = "-GVAEH"
TARGET_WORDS = ("no target", *(target.name.replace("_", "-").title() for target in Target if target))
SECTOR_WORDS = tuple(sector.name.lower() for sector in Sector)
MODIFIER_WORDS = {
    Modifier.PAYLOAD: "ordnance",
    Modifier.VISIBILITY: "visibility",
    Modifier.STRESS: "stress",
    Modifier.CREW: "experience",
    Modifier.GAMBLE: "Rudel Gamble",
    Modifier.SECTOR: "sector",
    Modifier.REAR_GUNNER: "rear gunner",
    Modifier.PILOT_KILLED: "pilot killed",
    Modifier.LANDING_GEAR: "landing gear",
    Modifier.MARITIME: "over the sea",
    Modifier.EVENT_CARD: "event card",
}
DECISION_WORDS = {
    Decision.NONE: "nothing to decide",
    Decision.MUSTER: "how many aircraft fly",
    Decision.LEADER: "who leads the formation, in aircraft {slot}",
    Decision.PILOT: "who flies aircraft {slot}",
    Decision.GUNNER: "who is the gunner of aircraft {slot}",
    Decision.PAYLOAD: "what the formation carries",
    Decision.SPECIAL: "whether to take a special bomb",
    Decision.CARRIER: "which aircraft carries the special bomb",
    Decision.LUCKY_DOG: "which aircraft is the Lucky Dog",
    Decision.EN_ROUTE: "what the formation does next",
    Decision.TURN_BACK: "whether aircraft {slot}, short of range, turns back",
    Decision.AIR_TO_AIR: "whether a pilot attacks the fighters",
    Decision.ATTACK: "how aircraft {slot} attacks",
    Decision.NEW_LEADER: "who leads the formation now",
    Decision.RELIEF: "whether the leader relieves a crew before landing",
    Decision.EVENT: "whom the event card cheers up",
    Decision.PROMOTE: "whether {person} is promoted",
    Decision.OVER: "nothing: the episode is over",
}


def segment_words(name: str) -> str:
    """Return a segment by its first month: "1941-06" is "Jun/Jul 1941" (4.5)."""
    return SEGMENT_TITLES[SEGMENT_NAMES.index(name)]


def payload_words(code: int) -> str:
    """Return an ordnance load in words (4.4)."""
    return PAYLOAD_WORDS[Payload(code)]


def target_words(code: int, size: int = 0) -> str:
    """Return a target, with its size if that is known: "Large Airfield"."""
    return f"{SIZE_WORDS[size]} {TARGET_WORDS[code]}".strip()


def person_words(number: int) -> str:
    """Return a person by the number on the mat: pilots 1 to 11, gunners 12 to 22."""
    role, place = divmod(to_index(number), SEATS)
    return f"{ROLE_WORDS[role]} {to_number(place)}"


def decision_words(code: int, subject: int = 0) -> str:
    """Return the open decision with its subject."""
    text = DECISION_WORDS[Decision(code)]
    return text.format(slot=subject, person=person_words(subject) if subject else "he")
