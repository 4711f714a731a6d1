"""Labels and meanings of actions. A label names the people and gives the odds.

:class:`stuka_env.games.stuka.codes.Act` has the arguments of a verb and the decisions that it answers.
"""

from typing import Any

from stuka_env.compiling.plain import plain
from stuka_env.declared.codes import plural, signed
from stuka_env.declared.labels import LabelContext, Labels, OptionLabel
from stuka_env.games.stuka.codes import (
    ACTS,
    SEATS,
    SEGMENT_NAMES,
    SEGMENT_TITLES,
    Act,
    Decision,
    Leg,
    Payload,
    Quality,
    Role,
    Size,
    Target,
    to_index,
    to_number,
)
from stuka_env.games.stuka.rules.attack import score_of


def segment_words(name: str) -> str:
    """Return a segment by its first month: "1941-06" is "Jun/Jul 1941" (4.5)."""
    return SEGMENT_TITLES[SEGMENT_NAMES.index(name)]


def payload_words(code: int) -> str:
    """Return an ordnance load in words (4.4)."""
    return Payload(code).word


def target_words(code: int, size: int = 0) -> str:
    """Return a target, with its size if that is known: "Large Airfield"."""
    return f"{Size(size).word} {Target(code).word}".strip()


def person_words(number: int) -> str:
    """Return a person by the number on the mat: pilots 1 to 11, gunners 12 to 22."""
    role, place = divmod(to_index(number), SEATS)
    return f"{Role(role).word} {to_number(place)}"


def decision_words(code: int, subject: int = 0) -> str:
    """Return the open decision with its subject."""
    return Decision(code).word.format(slot=subject, person=person_words(subject) if subject else "he")


FACES = 10
"""Faces of the die of A2."""
NumpyRecord = Any
"""A record of :mod:`stuka_env.games.stuka.rules.mat`, or of the charts, :mod:`stuka_env.games.stuka.charts.shape`."""


# --- who and what is meant ---


def scores_of(charts: NumpyRecord, size: int, drm: int) -> list[int]:
    """Return the score of each face of an attack: a target of ``size`` (1 to 3), all modifiers ``drm`` (7.8)."""
    return [int(plain(score_of)(charts, size, die + drm)) for die in range(1, 1 + FACES)]


def expected_score(charts: NumpyRecord, size: int, drm: int) -> float:
    """Return the mean score of an attack."""
    return sum(scores_of(charts, size, drm)) / FACES


def crash_chances(charts: NumpyRecord) -> int:
    """Count the faces of the D6 on which a Rudel Gamble crashes (7.7)."""
    return sum(charts["gamble_crash"][1:])


def person_label(mat: NumpyRecord, role: int, place: int) -> str:
    """Return a person with level and stress: "pilot 3 (Veteran, stress 1)". ``place`` counts from 1."""
    who = mat["pilots" if role == Role.PILOT else "gunners"][to_index(place)]
    words = [Quality(who["level"]).word]
    if who["stress"]:
        words.append(f"stress {who['stress']}")
    if who["wounds"]:
        words.append("wounded")
    return f"{Role(role).word} {place} ({', '.join(words)})"


def crew_label(mat: NumpyRecord, slot: int) -> str:
    """Return the crew of the aircraft of ``slot`` (1 to 10): "pilot 3 (Ace), gunner 5 (Veteran)"."""
    card = mat["aircraft"][to_index(slot)]
    seats = [(Role.PILOT, int(card["pilot"])), (Role.GUNNER, int(card["gunner"]))]
    return ", ".join(person_label(mat, role, place) for role, place in seats if place)


def _attack_odds(case: LabelContext, extra: int) -> str:
    """Return modifiers and mean score ("DRM -2, expected 61") of the aircraft that may attack."""
    slot, size = _subject(case), int(case.mat["mission"]["target_size"])
    if not slot or not size:
        return ""
    drm = int(case.mat["aircraft"][to_index(slot)]["drm"]) + extra
    return f"DRM {signed(drm)}, expected {expected_score(case.charts, size, drm):.0f}"


def _subject(case: LabelContext) -> int:
    return int(case.mat["cursor"]["subject"])


def _drop(case: LabelContext) -> OptionLabel:
    """Return the load of the aircraft and its expected score."""
    slot, text = _subject(case), case.text
    load = int(case.mat["aircraft"][to_index(slot)]["ordnance"]) if slot else 0
    if case.act == Act.DROP and load:
        text = "Fire the 37 mm cannon" if load == Payload.CANNON else f"Drop the bombs: {payload_words(load)}"
    return OptionLabel(text, _attack_odds(case, 0))


def _load(case: LabelContext) -> str:
    load = Payload[case.act.name.removeprefix("LOAD_").replace("CLUSTER", "SC500_CLUSTER")]
    target = int(case.mat["mission"]["target"])
    count = int(case.charts["carriers"][load])
    most = f"; at most {plural(count, 'carrier')}" if count else ""
    return f"{signed(int(case.charts['a3'][load][target]))} against {Target(target).word}{most}"


def _formation(case: LabelContext) -> str:
    farthest = int(case.charts["kette_zone"])
    if case.n >= int(case.charts["smallest_staffel"]):
        return "Staffel"
    return f"Kette, target in zone {farthest}" if farthest < int(case.mat["mission"]["target_zone"]) else "Kette"


def _unsettling(case: LabelContext, pilot: int) -> str:
    """Return the cost of a Green leader (4.2)."""
    is_green = case.mat["pilots"][to_index(pilot)]["level"] == Quality.GREEN
    return "; a random crew takes 1 stress" if is_green else ""


def _new_leader(case: LabelContext) -> str:
    pilot = int(case.mat["aircraft"][to_index(case.n)]["pilot"])
    return f", {person_label(case.mat, Role.PILOT, pilot)}{_unsettling(case, pilot)}" if pilot else ""


def _crew(case: LabelContext) -> str:
    crew = crew_label(case.mat, case.n)
    return f": {crew}" if crew else ""


def _cheered(case: LabelContext) -> str:
    role = Role.PILOT if case.act == Act.CHEER_PILOT else Role.GUNNER
    place = int(case.mat["aircraft"][to_index(case.n)][role.word])
    return f": {person_label(case.mat, role, place)}" if place else ""


def _promote(case: LabelContext) -> str:
    subject = _subject(case)
    if not subject:
        return case.text
    role, place = divmod(to_index(subject), SEATS)
    level = Quality(case.mat[f"{Role(role).word}s"][place]["level"])
    person = person_words(subject)
    if case.act == Act.NO_PROMOTION:
        return f"{person.capitalize()} stays {level.word}"
    return f"Promote {person} from {level.word} to {Quality(min(level + 1, Quality.HERO)).word}"


def _range(case: LabelContext) -> str:
    slot, text = _subject(case), case.text
    return f"Aircraft {slot}: {text[0].lower()}{text[1:]}" if slot else text


def _go_on(case: LabelContext) -> str:
    mission = case.mat["mission"]
    zone, is_outbound = int(mission["zone"]), mission["leg"] == Leg.OUT
    if is_outbound and zone == mission["target_zone"]:
        return "Attack: begin the attack run"
    following = zone + 1 if is_outbound else zone - 1
    return f"Fly on to {f'zone {following}' if following else 'the airfield'}"


def _carries(case: LabelContext) -> str:
    bomb = int(case.mat["mission"]["special"])
    return f"Aircraft {case.n} carries the {payload_words(bomb)}" if bomb else case.text


WITH_CREW, WITH_LOAD = "{text}{crew}", "{text} (DRM {load})"
LABELS = Labels(
    ACTS,
    {
        Act.FLY: "{text} ({formation})",
        Act.LEADER: "Flight leader: {pilot}{unsettling}",
        Act.PILOT: "Aircraft {subject}: {pilot}",
        Act.GUNNER: "Aircraft {subject}: {gunner}",
        Act.LOAD_SC500_SC50: WITH_LOAD,
        Act.LOAD_CLUSTER: WITH_LOAD,
        Act.SC1000: WITH_LOAD,
        Act.SC1800: WITH_LOAD,
        Act.CARRY: "{carries}{crew}",
        Act.LUCKY_DOG: WITH_CREW,
        Act.GO_ON: _go_on,
        Act.SEND_HOME: WITH_CREW,
        Act.RELIEVE: WITH_CREW,
        Act.TURN_BACK: _range,
        Act.PRESS_ON: _range,
        Act.DUEL: "{text} ({both}[; {kill_roll} in 6, +{kill_points}])",
        Act.DROP: _drop,
        Act.GAMBLE: "{text}[ ({gamble} with the {bonus}; {crashes} in 6 crash)]",
        Act.STRAFE: _drop,
        Act.NEW_LEADER: "{text}{leader}",
        Act.CHEER_PILOT: "{text}{cheered}",
        Act.CHEER_GUNNER: "{text}{cheered}",
        Act.PROMOTE: _promote,
        Act.NO_PROMOTION: _promote,
    },
    {
        "subject": _subject,
        "formation": _formation,
        "pilot": lambda case: person_label(case.mat, Role.PILOT, case.n),
        "gunner": lambda case: person_label(case.mat, Role.GUNNER, case.n),
        "unsettling": lambda case: _unsettling(case, case.n),
        "leader": _new_leader,
        "load": _load,
        "carries": _carries,
        "crew": _crew,
        "both": lambda case: crew_label(case.mat, case.n),
        "cheered": _cheered,
        "gamble": lambda case: _attack_odds(case, int(case.charts["gamble_drm"])),
        "bonus": lambda case: f"{int(case.charts['gamble_drm']):+d}",
        "crashes": lambda case: crash_chances(case.charts),
    },
    lambda charts, name: int(charts[name]),
)
"""The labels that are more than the text of the verb."""
label = LABELS.of


def crew_order(mat: Any, role: Role, place: int) -> tuple[bool, int, int, int]:
    """Return the key that sorts people: no Green leader, the least stressed, of these the most experienced."""
    who = mat[f"{Role(role).word}s"][to_index(place)]
    leads = mat["cursor"]["decision"] == Decision.LEADER
    return bool(leads and who["level"] == Quality.GREEN), int(who["stress"]), -int(who["level"]), place
