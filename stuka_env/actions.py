"""The action catalogue: index <-> (verb, argument) <-> label.

An action is a verb of :class:`stuka_env.codes.Act` and, for most verbs, an argument, counted as at the table: slots
1 to 10, places in the roster 1 to 11, formations of 2 to 10 aircraft. Labels name what a choice risks or brings, where
a chart says so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from stuka_env.charts.shape import A2_HIGH, A2_LOW
from stuka_env.codes import ACTIONS, SEATS, SLOTS, Act, Decision, Payload, Quality, Role
from stuka_env.journal import wording

NumpyRecord = Any
"""A NumPy record: of :data:`stuka_env.rules.mat.Mat.dtype` or :data:`stuka_env.charts.shape.Charts.dtype`."""


@dataclass(frozen=True)
class Verb:
    """A kind of action.

    Attributes:
        act: its code and first index.
        argument: what the argument counts: "aircraft", "slot", "pilot", "gunner", or "" for none.
        first: smallest argument.
        count: how many arguments there are; 1 for a verb without one.
        decisions: where it can be legal.
        text: label, with {n} for the argument.
        meaning: what it does, for the table of actions.
    """

    act: Act
    argument: str
    first: int
    count: int
    decisions: tuple[Decision, ...]
    text: str
    meaning: str


def _plain(act: Act, decision: Decision, text: str, meaning: str) -> Verb:
    return Verb(act, "", 0, 1, (decision,), text, meaning)


def _slot(act: Act, text: str, meaning: str, *decisions: Decision, count: int = SLOTS) -> Verb:
    return Verb(act, "slot", 1, count, decisions, text, meaning)


_RELIEVING = (Decision.EN_ROUTE, Decision.ATTACK, Decision.RELIEF)
VERBS = (
    _plain(Act.NO_FLY, Decision.MUSTER, "Do not fly", "decline the mission: a No-Fly, score 0 (7.12)"),
    Verb(Act.FLY, "aircraft", 2, 9, (Decision.MUSTER,), "Fly {n} aircraft", "size of the formation (4.3, 4.5)"),
    Verb(Act.LEADER, "pilot", 1, SEATS, (Decision.LEADER,), "Flight leader: pilot {n}", "who leads, in slot 1 (4.2)"),
    Verb(Act.PILOT, "pilot", 1, SEATS, (Decision.PILOT,), "Pilot {n}", "who flies the aircraft asked about (4.1)"),
    Verb(Act.GUNNER, "gunner", 1, SEATS, (Decision.GUNNER,), "Gunner {n}", "who sits behind the pilot (4.1)"),
    _plain(Act.LOAD_SC500_SC50, Decision.PAYLOAD, "Load SC500 + SC50", "load of the whole formation (4.4)"),
    _plain(Act.LOAD_CLUSTER, Decision.PAYLOAD, "Load SC500 + cluster bombs", "load of the whole formation (4.4)"),
    _plain(Act.NO_SPECIAL, Decision.SPECIAL, "No special bomb", "everybody keeps the formation's load"),
    _plain(Act.SC1000, Decision.SPECIAL, "Take SC1000 bombs", "the special bomb of this mission (4.4)"),
    _plain(
        Act.SC1800, Decision.SPECIAL, "Take an SC1800 bomb", "the special bomb; its carrier flies without gunner (4.4)"
    ),
    _slot(Act.CARRY, "Aircraft {n} carries the special bomb", "who carries it (4.4)", Decision.CARRIER),
    _plain(Act.NO_MORE_CARRIERS, Decision.CARRIER, "No more special bombs", "the other aircraft keep their load"),
    _slot(Act.LUCKY_DOG, "Lucky Dog: aircraft {n}", "it ignores flak, in a Kette (4.3.2)", Decision.LUCKY_DOG, count=3),
    _plain(Act.NO_LUCKY_DOG, Decision.LUCKY_DOG, "No Lucky Dog", "nobody gets the marker"),
    _plain(Act.GO_ON, Decision.EN_ROUTE, "Fly on", "into the next zone, or into the attack run (5.1)"),
    _plain(Act.ABORT, Decision.EN_ROUTE, "Abort the mission", "the whole formation turns for home; score 0 (7.12)"),
    _slot(
        Act.SEND_HOME, "Send aircraft {n} home", "it leaves the formation and lands at once (7.12)", Decision.EN_ROUTE
    ),
    _slot(
        Act.RELIEVE,
        "The leader relieves the crew of aircraft {n}",
        "one stress off each, once a mission (4.2)",
        *_RELIEVING,
    ),
    _plain(Act.KEEP_RELIEF, Decision.RELIEF, "Relieve nobody", "land without using the leader's relief (4.2)"),
    _plain(Act.TURN_BACK, Decision.TURN_BACK, "Turn back now", "home while the fuel lasts (7.10)"),
    _plain(Act.PRESS_ON, Decision.TURN_BACK, "Press on", "stay, and come down where the range ends (7.10)"),
    _plain(Act.NO_DUEL, Decision.AIR_TO_AIR, "Hold formation", "no air-to-air attempt (7.3.1)"),
    _slot(
        Act.DUEL, "Aircraft {n} attacks a fighter", "the next fighter's attack falls on it (7.3.1)", Decision.AIR_TO_AIR
    ),
    _plain(Act.DROP, Decision.ATTACK, "Drop the bombs", "attack with what hangs under the aircraft (7.8)"),
    _plain(Act.GAMBLE, Decision.ATTACK, "Rudel Gamble", "dive on past the safe height; may crash (7.7)"),
    _plain(Act.STRAFE, Decision.ATTACK, "Strafe", "machine guns, when the bombs do not drop (7.6)"),
    _plain(Act.HOLD, Decision.ATTACK, "Do not attack", "counts as a Miss (7.8)"),
    _slot(Act.NEW_LEADER, "New flight leader: aircraft {n}", "who leads from now on (4.2)", Decision.NEW_LEADER),
    _slot(
        Act.CHEER_PILOT,
        "Take one stress off the pilot of aircraft {n}",
        "the person an event card names (7.2)",
        Decision.EVENT,
    ),
    _slot(Act.CHEER_GUNNER, "Take one stress off the gunner of aircraft {n}", "as above", Decision.EVENT),
    _plain(Act.PROMOTE, Decision.PROMOTE, "Promote him", "up one level (8.9)"),
    _plain(Act.NO_PROMOTION, Decision.PROMOTE, "Do not promote him", "he keeps his level (8.9)"),
)
"""Every verb, in the order of the indices."""


@dataclass(frozen=True)
class Action:
    """One action: its index, verb and argument (0 for a verb without one), and the decisions it can answer."""

    index: int
    verb: str
    argument: int
    decisions: tuple[Decision, ...]


def _catalogue() -> tuple[Action, ...]:
    return tuple(
        Action(verb.act + step, verb.act.name, verb.first + step, verb.decisions)
        for verb in VERBS
        for step in range(verb.count)
    )


CATALOGUE = _catalogue()
"""Every action; ``CATALOGUE[i].index == i``."""
_VERB_OF = {verb.act.name: verb for verb in VERBS}


def verb_of(index: int) -> Verb:
    """The verb of an action.

    Raises:
        IndexError: no action has this index.
    """
    if not 0 <= index < ACTIONS:
        raise IndexError(f"action: got {index}, allowed are 0 to {ACTIONS - 1}")
    return _VERB_OF[CATALOGUE[index].verb]


def index_of(verb: str | Act, argument: int = 0) -> int:
    """The index of a verb with an argument, counted as at the table: ``index_of("SEND_HOME", 4)`` is about slot 4.

    Raises:
        ValueError: no such verb, or the argument is out of its range.
    """
    name = verb.name if isinstance(verb, Act) else verb
    if name not in _VERB_OF:
        raise ValueError(f"verb: got {name!r}, allowed are {', '.join(_VERB_OF)}")
    kind = _VERB_OF[name]
    if not kind.first <= argument < kind.first + kind.count:
        raise ValueError(
            f"argument of {name}: got {argument}, allowed are {kind.first} to {kind.first + kind.count - 1}"
        )
    return int(kind.act) + argument - kind.first


# --- labels ---


def expected_score(charts: NumpyRecord, size: int, drm: int) -> float:
    """Mean score of one attack on A2: a target of ``size`` (1 to 3), all modifiers ``drm`` (7.8)."""
    totals = np.clip(np.arange(1, 11) + drm, A2_LOW, A2_HIGH) - A2_LOW
    return float(charts["a2"][size][totals].mean())


def crash_chances(charts: NumpyRecord) -> int:
    """Faces of the D6 on which a Rudel Gamble crashes (7.7)."""
    return int(charts["gamble_crash"][1:].sum())


def person_label(mat: NumpyRecord, role: int, place: int) -> str:
    """A person with what matters for the choice: "pilot 3 (Veteran, stress 1)". ``place`` counts from 1."""
    who = mat["pilots" if role == Role.PILOT else "gunners"][place - 1]
    words = [wording.QUALITIES[who["level"]]]
    if who["stress"]:
        words.append(f"stress {who['stress']}")
    if who["wounds"]:
        words.append("wounded")
    return f"{wording.CREW[role]} {place} ({', '.join(words)})"


def crew_label(mat: NumpyRecord, slot: int) -> str:
    """Who sits in the aircraft of ``slot`` (1 to 10): "pilot 3 (Ace), gunner 5 (Veteran)"."""
    card = mat["aircraft"][slot - 1]
    seats = [(Role.PILOT, int(card["pilot"])), (Role.GUNNER, int(card["gunner"]))]
    return ", ".join(person_label(mat, role, place) for role, place in seats if place)


def _attack_odds(mat: NumpyRecord, charts: NumpyRecord, extra: int) -> str:
    """Modifiers and mean score ("DRM -2, expected 61") for the aircraft whose attack is asked about."""
    slot = int(mat["cursor"]["subject"])
    size = int(mat["mission"]["target_size"])
    if not slot or not size:
        return ""
    drm = int(mat["aircraft"][slot - 1]["drm"]) + extra
    return f"DRM {wording.signed(drm)}, expected {expected_score(charts, size, drm):.0f}"


def _drop(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    """What hangs under the aircraft, and what it is likely to score."""
    slot = int(mat["cursor"]["subject"])
    load = int(mat["aircraft"][slot - 1]["ordnance"]) if slot else 0
    text = verb.text
    if verb.act == Act.DROP and load:
        text = "Fire the 37 mm cannon" if load == Payload.CANNON else f"Drop the bombs: {wording.payload(load)}"
    odds = "" if charts is None else _attack_odds(mat, charts, 0)
    return f"{text} ({odds})" if odds else text


def _gamble(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    if charts is None:
        return verb.text
    odds = _attack_odds(mat, charts, int(charts["gamble_drm"]))
    bonus = int(charts["gamble_drm"])
    return f"{verb.text} ({odds} with the {bonus:+d}; {crash_chances(charts)} in 6 crash)"


def _duel(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    odds = "" if charts is None else f"; {int(charts['kill_roll'])} in 6, +{int(charts['kill_points'])}"
    return f"{verb.text.format(n=n)} ({crew_label(mat, n)}{odds})"


def _load(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    load = Payload[verb.act.name.removeprefix("LOAD_").replace("CLUSTER", "SC500_CLUSTER")]
    if charts is None:
        return verb.text
    target = int(mat["mission"]["target"])
    drm = wording.signed(int(charts["a3"][load][target]))
    count = int(charts["carriers"][load])
    most = f"; at most {wording.plural(count, 'carrier')}" if count else ""
    return f"{verb.text} (DRM {drm} against {wording.TARGETS[target]}{most})"


def _fly(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    if charts is None:
        return verb.text.format(n=n)
    mission = mat["mission"]
    if n >= int(charts["smallest_staffel"]):
        return f"Fly {n} aircraft (Staffel)"
    nearer = int(charts["kette_zone"]) < int(mission["target_zone"])
    zone = f", target in zone {int(charts['kette_zone'])}" if nearer else ""
    return f"Fly {n} aircraft (Kette{zone})"


def _seat(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    role = Role.GUNNER if verb.act == Act.GUNNER else Role.PILOT
    text = person_label(mat, role, n)
    if verb.act != Act.LEADER:
        return f"Aircraft {int(mat['cursor']['subject'])}: {text}"
    return f"Flight leader: {text}{_unsettling(mat, n)}"


def _unsettling(mat: NumpyRecord, pilot: int) -> str:
    """What a Green leader costs (4.2)."""
    return "; a random crew takes 1 stress" if mat["pilots"][pilot - 1]["level"] == Quality.GREEN else ""


def _new_leader(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    pilot = int(mat["aircraft"][n - 1]["pilot"])
    who = f", {person_label(mat, Role.PILOT, pilot)}{_unsettling(mat, pilot)}" if pilot else ""
    return verb.text.format(n=n) + who


def _with_crew(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    crew = crew_label(mat, n)
    return f"{verb.text.format(n=n)}: {crew}" if crew else verb.text.format(n=n)


def _cheer(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    role = Role.PILOT if verb.act == Act.CHEER_PILOT else Role.GUNNER
    place = int(mat["aircraft"][n - 1][wording.CREW[role]])
    return f"{verb.text.format(n=n)}: {person_label(mat, role, place)}" if place else verb.text.format(n=n)


def _promote(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    subject = int(mat["cursor"]["subject"])
    if not subject:
        return verb.text
    role, place = divmod(subject - 1, SEATS)
    who = mat[wording.CREW[role] + "s"][place]
    if verb.act == Act.NO_PROMOTION:
        return f"{wording.person(subject).capitalize()} stays {wording.QUALITIES[who['level']]}"
    better = wording.QUALITIES[min(int(who["level"]) + 1, Quality.HERO)]
    return f"Promote {wording.person(subject)} from {wording.QUALITIES[who['level']]} to {better}"


def _range(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    slot = int(mat["cursor"]["subject"])
    return f"Aircraft {slot}: {verb.text[0].lower()}{verb.text[1:]}" if slot else verb.text


def _go_on(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    mission = mat["mission"]
    zone, goal = int(mission["zone"]), int(mission["target_zone"])
    if mission["leg"] == 1 and zone == goal:
        return "Attack: begin the attack run"
    following = zone + 1 if mission["leg"] == 1 else zone - 1
    return f"Fly on to {f'zone {following}' if following else 'the airfield'}"


def _carry(verb: Verb, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    bomb = int(mat["mission"]["special"])
    text = f"Aircraft {n} carries the {wording.payload(bomb)}" if bomb else verb.text.format(n=n)
    crew = crew_label(mat, n)
    return f"{text}: {crew}" if crew else text


Labeller = Callable[[Verb, int, NumpyRecord, NumpyRecord | None], str]
_LABELLERS: dict[Act, Labeller] = {
    Act.FLY: _fly,
    Act.LEADER: _seat,
    Act.PILOT: _seat,
    Act.GUNNER: _seat,
    Act.LOAD_SC500_SC50: _load,
    Act.LOAD_CLUSTER: _load,
    Act.SC1000: _load,
    Act.SC1800: _load,
    Act.CARRY: _carry,
    Act.LUCKY_DOG: _with_crew,
    Act.GO_ON: _go_on,
    Act.SEND_HOME: _with_crew,
    Act.RELIEVE: _with_crew,
    Act.TURN_BACK: _range,
    Act.PRESS_ON: _range,
    Act.DUEL: _duel,
    Act.DROP: _drop,
    Act.STRAFE: _drop,
    Act.GAMBLE: _gamble,
    Act.NEW_LEADER: _new_leader,
    Act.CHEER_PILOT: _cheer,
    Act.CHEER_GUNNER: _cheer,
    Act.PROMOTE: _promote,
    Act.NO_PROMOTION: _promote,
}


def label(index: int, mat: NumpyRecord | None = None, charts: NumpyRecord | None = None) -> str:
    """An action in words; with a mat it names the people, with charts (the record) too it gives the odds.

    Raises:
        IndexError: no action has this index.
    """
    verb = verb_of(index)
    n = CATALOGUE[index].argument
    labeller = _LABELLERS.get(verb.act)
    if mat is None or labeller is None:
        return verb.text.format(n=n)
    return labeller(verb, n, mat, charts)


class ActionRow(NamedTuple):
    """One line of the table of actions."""

    first: int
    last: int
    verb: str
    argument: str
    decisions: str
    meaning: str


def describe() -> list[ActionRow]:
    """The actions as a table, one row for each verb."""
    return [
        ActionRow(
            int(verb.act),
            int(verb.act) + verb.count - 1,
            verb.act.name,
            f"{verb.argument} {verb.first} to {verb.first + verb.count - 1}" if verb.argument else "",
            ", ".join(decision.name for decision in verb.decisions),
            meaning,
        )
        for verb, meaning in ((verb, verb.meaning) for verb in VERBS)
    ]
