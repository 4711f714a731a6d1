"""Labels and meanings of actions. A label names the people and gives the odds.

:class:`stuka_env.games.stuka.codes.Act` has the arguments of a verb and the decisions that it answers.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from stuka_env.games.stuka.actions import CATALOGUE, verb_of
from stuka_env.games.stuka.codes import SEATS, Act, Payload, Quality, Role, Target, to_index
from stuka_env.games.stuka.rules.attack import score_of
from stuka_env.games.stuka.words import wording
from stuka_env.plain import plain

FACES = 10
"""Faces of the die of A2."""
NumpyRecord = Any
"""A record of :mod:`stuka_env.games.stuka.rules.mat`, or of the charts, :mod:`stuka_env.games.stuka.charts.shape`."""
Labeller = Callable[[Act, int, NumpyRecord, NumpyRecord | None], str]
"""Maker of a label from a verb, its argument, the mat, and the charts for odds."""


def label(index: int, mat: NumpyRecord | None = None, charts: NumpyRecord | None = None) -> str:
    """Return an action in words. With a mat it names the people; with the charts' record it also gives the odds.

    Raises:
        IndexError: no action has this index.
    """
    return label_of(verb_of(index), CATALOGUE[index].argument, mat, charts)


def label_of(act: Act, n: int, mat: NumpyRecord | None = None, charts: NumpyRecord | None = None) -> str:
    """Return a verb with its argument in words; with a mat it names the people, with charts it also gives the odds."""
    return plain_label(act, n) if mat is None or act not in LABELLERS else LABELLERS[act](act, n, mat, charts)


def plain_label(act: Act, n: int) -> str:
    """Return a verb with its argument in words, independently of the mat."""
    return act.text.format(n=n)


# --- who and what is meant ---


def scores_of(charts: NumpyRecord, size: int, drm: int) -> list[int]:
    """Return the score of each face of an attack: a target of ``size`` (1 to 3), all modifiers ``drm`` (7.8)."""
    return [int(plain(score_of)(charts, size, die + drm)) for die in range(1, 1 + FACES)]


def expected_score(charts: NumpyRecord, size: int, drm: int) -> float:
    """Return the mean score of an attack."""
    return sum(scores_of(charts, size, drm)) / FACES


def crash_chances(charts: NumpyRecord) -> int:
    """Count the faces of the D6 on which a Rudel Gamble crashes (7.7)."""
    return int(charts["gamble_crash"][1:].sum())


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


def _attack_odds(mat: NumpyRecord, charts: NumpyRecord, extra: int) -> str:
    """Return modifiers and mean score ("DRM -2, expected 61") of the aircraft that may attack."""
    slot = int(mat["cursor"]["subject"])
    size = int(mat["mission"]["target_size"])
    if not slot or not size:
        return ""
    drm = int(mat["aircraft"][to_index(slot)]["drm"]) + extra
    return f"DRM {wording.signed(drm)}, expected {expected_score(charts, size, drm):.0f}"


def _drop(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    """Return the load of the aircraft and its expected score."""
    slot = int(mat["cursor"]["subject"])
    load = int(mat["aircraft"][to_index(slot)]["ordnance"]) if slot else 0
    text = plain_label(act, n)
    if act == Act.DROP and load:
        text = "Fire the 37 mm cannon" if load == Payload.CANNON else f"Drop the bombs: {wording.payload_words(load)}"
    odds = "" if charts is None else _attack_odds(mat, charts, 0)
    return f"{text} ({odds})" if odds else text


def _gamble(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    if charts is None:
        return plain_label(act, n)
    odds = _attack_odds(mat, charts, int(charts["gamble_drm"]))
    bonus = int(charts["gamble_drm"])
    return f"{plain_label(act, n)} ({odds} with the {bonus:+d}; {crash_chances(charts)} in 6 crash)"


def _duel(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    odds = "" if charts is None else f"; {int(charts['kill_roll'])} in 6, +{int(charts['kill_points'])}"
    return f"{plain_label(act, n)} ({crew_label(mat, n)}{odds})"


def _load(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    load = Payload[act.name.removeprefix("LOAD_").replace("CLUSTER", "SC500_CLUSTER")]
    if charts is None:
        return plain_label(act, n)
    target = int(mat["mission"]["target"])
    drm = wording.signed(int(charts["a3"][load][target]))
    count = int(charts["carriers"][load])
    most = f"; at most {wording.plural(count, 'carrier')}" if count else ""
    return f"{plain_label(act, n)} (DRM {drm} against {Target(target).word}{most})"


def _fly(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    if charts is None:
        return plain_label(act, n)
    mission = mat["mission"]
    if n >= int(charts["smallest_staffel"]):
        return f"Fly {n} aircraft (Staffel)"
    nearer = int(charts["kette_zone"]) < int(mission["target_zone"])
    zone = f", target in zone {int(charts['kette_zone'])}" if nearer else ""
    return f"Fly {n} aircraft (Kette{zone})"


def _seat(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    role = Role.GUNNER if act == Act.GUNNER else Role.PILOT
    text = person_label(mat, role, n)
    if act != Act.LEADER:
        return f"Aircraft {int(mat['cursor']['subject'])}: {text}"
    return f"Flight leader: {text}{_unsettling(mat, n)}"


def _unsettling(mat: NumpyRecord, pilot: int) -> str:
    """Return the cost of a Green leader (4.2)."""
    return "; a random crew takes 1 stress" if mat["pilots"][to_index(pilot)]["level"] == Quality.GREEN else ""


def _new_leader(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    pilot = int(mat["aircraft"][to_index(n)]["pilot"])
    who = f", {person_label(mat, Role.PILOT, pilot)}{_unsettling(mat, pilot)}" if pilot else ""
    return plain_label(act, n) + who


def _with_crew(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    crew = crew_label(mat, n)
    return f"{plain_label(act, n)}: {crew}" if crew else plain_label(act, n)


def _cheer(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    role = Role.PILOT if act == Act.CHEER_PILOT else Role.GUNNER
    place = int(mat["aircraft"][to_index(n)][Role(role).word])
    return f"{plain_label(act, n)}: {person_label(mat, role, place)}" if place else plain_label(act, n)


def _promote(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    subject = int(mat["cursor"]["subject"])
    if not subject:
        return plain_label(act, n)
    role, place = divmod(to_index(subject), SEATS)
    who = mat[Role(role).word + "s"][place]
    if act == Act.NO_PROMOTION:
        return f"{wording.person_words(subject).capitalize()} stays {Quality(who['level']).word}"
    better = Quality(min(int(who["level"]) + 1, Quality.HERO)).word
    return f"Promote {wording.person_words(subject)} from {Quality(who['level']).word} to {better}"


def _range(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    slot, text = int(mat["cursor"]["subject"]), plain_label(act, n)
    return f"Aircraft {slot}: {text[0].lower()}{text[1:]}" if slot else text


def _go_on(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    mission = mat["mission"]
    zone, goal = int(mission["zone"]), int(mission["target_zone"])
    if mission["leg"] == 1 and zone == goal:
        return "Attack: begin the attack run"
    following = zone + 1 if mission["leg"] == 1 else zone - 1
    return f"Fly on to {f'zone {following}' if following else 'the airfield'}"


def _carry(act: Act, n: int, mat: NumpyRecord, charts: NumpyRecord | None) -> str:
    bomb = int(mat["mission"]["special"])
    text = f"Aircraft {n} carries the {wording.payload_words(bomb)}" if bomb else plain_label(act, n)
    crew = crew_label(mat, n)
    return f"{text}: {crew}" if crew else text


LABELLERS: dict[Act, Labeller] = {
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
    Act.GAMBLE: _gamble,
    Act.STRAFE: _drop,
    Act.NEW_LEADER: _new_leader,
    Act.CHEER_PILOT: _cheer,
    Act.CHEER_GUNNER: _cheer,
    Act.PROMOTE: _promote,
    Act.NO_PROMOTION: _promote,
}
"""Makers of the labels that are more than the text of the verb."""


class ActionRow(NamedTuple):
    """One line of the table of actions."""

    first: int
    last: int
    verb: str
    argument: str
    decisions: str
    meaning: str


def table_of_actions() -> list[ActionRow]:
    """Return the table of actions, with a row for each verb."""
    return [
        ActionRow(
            int(act),
            int(act) + act.argument.size - 1,
            act.name,
            f"{act.argument.word} {act.argument.first} to {act.argument.last}" if act.argument.word else "",
            ", ".join(decision.name for decision in act.decisions),
            act.meaning,
        )
        for act in Act
    ]
