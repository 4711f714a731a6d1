"""The reasons of the scripts in words, one line each."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from agents.games.stuka.scripts.reasons import Reason, Reasoned, Reasons
from agents.reasoned_script import ReasonOf
from stuka_env.games.stuka.actions import CATALOGUE, verb_of
from stuka_env.games.stuka.codes import SEATS, Act, Duty, Payload, Role, Target, to_index, to_number
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.labels import crew_label, person_label
from stuka_env.policy import PolicyInput, import_object

NumpyRecord = Any
"""A record of :mod:`stuka_env.games.stuka.rules.mat`, or of the charts, :mod:`stuka_env.games.stuka.charts.shape`."""

REASON_TEXTS: Mapping[Reason, str] = {
    Reason.CHANCE: "left to chance",
    Reason.KETTE_COMES_NEARER: "a Kette: a Staffel would have to fly to zone {zone}",
    Reason.STAFFEL_OF_RESTED: "a Staffel of those who are rested, up to eight: {about} aircraft",
    Reason.SMALL_KETTE: "a Kette of {about}: the score is a mean, and fewer crews are tired and hit",
    Reason.MORE_ABOARD: "{about} aircraft: each of them may hit, and one attack of 100 sinks a ship",
    Reason.BEST_THREE: "the best three crews, every time",
    Reason.RESTED_KETTE: "a Kette of rested crews shows itself to few",
    Reason.EVERYBODY: "everything that can fly flies",
    Reason.SMALLEST_STAFFEL: "the smallest Staffel: the fewer are present, the better their mean",
    Reason.TOO_FEW_RESTED: "rested crews only: a Kette needs {kette}, {about} can be made up; {tired}",
    Reason.ABLE_LEADER: "a Veteran or better if there is one, then the best attack: {who}",
    Reason.BEST_ATTACK: "the best attack, then the best landing: {who}",
    Reason.RESTED_GUNNER: "a rested gunner first, then the ablest: {who}",
    Reason.BEST_PILOT_NEXT_PROMOTED: "the best attack; of equals the nearest to a promotion: {who}",
    Reason.RESTED_GUNNER_NEXT_PROMOTED: "rested, then able; of equals the nearest to a promotion: {who}",
    Reason.HIGHEST_LEVEL: "the highest level, tired or not: {who}",
    Reason.STEADIEST: "the least stress, then the best: {who}{passed}",
    Reason.LOAD_SUITS: "{load} suits {target}: DRM {drm} there, {other} with the other load",
    Reason.SPECIAL_GAINS: "{special} gains most: {about} on the formation's attack dice",
    Reason.SPECIAL_EXPECTED: "a mission score of {points} is to be expected with {special}, and nothing brings more",
    Reason.SPECIAL_WITH_GUNNER: "{special}: the gunner is never left behind",
    Reason.BIGGEST_BOMB: "the biggest bomb there is: {special}",
    Reason.BEST_CARRIES: "the best pilot who may carries it: {crew}",
    Reason.GAINS_MOST: "the attack that gains most by it: {crew}",
    Reason.ONE_CARRIER: "one aircraft carries it, no more",
    Reason.LUCKY_CARRIER: "the marker goes to a carrier of the special bomb",
    Reason.LUCKY_LEADER: "the marker goes to the leader",
    Reason.LUCKY_BEST: "the marker goes to the attack that is worth most, {points} points on average",
    Reason.BADLY_HURT: "badly hurt ({hurt}): worth more on the airfield",
    Reason.DRAGS: "in trouble, and the others score more without it",
    Reason.SAVED: "in trouble: worth more on the airfield than its attack adds",
    Reason.IN_TROUBLE: "whoever is in trouble goes home at once",
    Reason.WITHOUT_SPECIAL: "no special bomb: home, the fewer are present the better their mean",
    Reason.AIRCRAFT_LOST: "an aircraft is lost: enough",
    Reason.HALF_IN_TROUBLE: "half of those in flight are in trouble: enough",
    Reason.RELIEF_WORTH_MOST: "relief is worth most here: {crew}",
    Reason.NOBODY_BADLY_HURT: "nobody who may go home is badly hurt, and relief is kept for a crew near breaking",
    Reason.NOBODY_DRAGS: "nobody who may go home drags the mean, and no crew has much to be relieved of",
    Reason.NOBODY_IN_TROUBLE: "nobody who may go home is in trouble, and nobody can be relieved of stress",
    Reason.NEVER_HOME: "nobody is ever sent home",
    Reason.OTHERS_ARE_HOME: "nobody without a special bomb may be sent home",
    Reason.CHANCE_TOGETHER: "fly and stay together; the rest is left to chance",
    Reason.FUEL_LASTS: "home while the fuel lasts",
    Reason.PRESS_ON: "short of fuel is no reason to turn back",
    Reason.PRESS_ON_PAYS: "short of fuel, but its attack adds {about} points to the mean",
    Reason.FIT_DUELLIST: "the best pilot who is fit for it: {crew}",
    Reason.ELITE_DUELLIST: "whoever may tries for a fighter, sooner without a special bomb, then the steadier: {crew}",
    Reason.ANY_DUELLIST: "the best pilot who may, whatever state he is in: {crew}",
    Reason.NEVER_DUELS: "nobody duels",
    Reason.RELIEF_HELPS_ATTACK: "one stress less helps this very attack: {crew}",
    Reason.WHAT_WORKS: "the bombs, as long as they drop",
    Reason.NO_GAMBLE: "the bombs; a Rudel Gamble is not worth a crew",
    Reason.GAMBLE_PAYS: "the gamble adds {gain} points to the mission score on average, and the risk of a crash "
    "costs {more}",
    Reason.GAMBLE_RISKS_MORE: "the gamble would add {gain} points to the mission score on average, and the risk "
    "of a crash costs at least {more}",
    Reason.GAMBLE_IS_KEPT: "the gamble is kept for aircraft {about}, where it brings {more} points more on average",
    Reason.GAMBLE_ALWAYS: "every Rudel Gamble that is allowed",
    Reason.ABLE_NEW_LEADER: "Veteran or better if there is one, unwounded, then the best attack: {crew}",
    Reason.LAST_RELIEF: "before the landing nothing is left to save relief for: {crew}",
    Reason.CHEER_WORTH_MOST: "the pilot to whom one stress less is worth most: {crew}",
    Reason.CHEER_GUNNER: "no pilot can be cheered; the gunner with the most stress: {crew}",
    Reason.ROOM_ABOVE: "the roster has {about} of the new level, {room} may fly together",
    Reason.ROOM_AND_SPARE: "the roster has {about} of the new level, {room} may fly together, and some more may rest",
    Reason.EVERY_PROMOTION: "every promotion is taken",
}
OTHER_REASONS: Mapping[tuple[Reason, Act], str] = {
    (Reason.SPECIAL_GAINS, Act.NO_SPECIAL): "no special bomb gains anything on the formation's attack dice",
    (Reason.SPECIAL_EXPECTED, Act.NO_SPECIAL): "a mission score of {points} is to be expected, and no bomb brings more",
    (Reason.SPECIAL_WITH_GUNNER, Act.NO_SPECIAL): "no SC1000 for this mission, and the gunner is never left behind",
    (Reason.BEST_CARRIES, Act.NO_MORE_CARRIERS): "nobody else may carry one",
    (Reason.FIT_DUELLIST, Act.NO_DUEL): "nobody who may duel is fit for it",
    (Reason.ELITE_DUELLIST, Act.NO_DUEL): "nobody may duel",
    (Reason.WHAT_WORKS, Act.STRAFE): "the bombs do not drop: the machine guns",
    (Reason.WHAT_WORKS, Act.HOLD): "neither bombs nor machine guns can be used",
    (Reason.LAST_RELIEF, Act.KEEP_RELIEF): "nobody can be relieved",
}
"""Words of the same rules for choices that do without something."""
WANTED = (
    Reason.KETTE_COMES_NEARER, Reason.STAFFEL_OF_RESTED, Reason.SMALL_KETTE, Reason.MORE_ABOARD, Reason.BEST_THREE,
    Reason.RESTED_KETTE, Reason.EVERYBODY, Reason.SMALLEST_STAFFEL,
)  # fmt: skip
"""Reasons that refer to the number of aircraft wanted."""


class Case(NamedTuple):
    """A choice with its reason, the mat before it and the charts in force."""

    choice: Reasoned
    mat: NumpyRecord
    charts: NumpyRecord

    @property
    def act(self) -> Act:
        """The verb chosen."""
        return verb_of(self.choice.action)

    @property
    def argument(self) -> int:
        """Its argument, counted as on the mat."""
        return CATALOGUE[self.choice.action].argument


def reason_words(choice: Reasoned, mat: NumpyRecord, charts: NumpyRecord) -> str:
    """Return a script's reason for a choice in one line.

    Args:
        choice: the choice with its reason.
        mat: the mat before it.
        charts: the charts in force.
    """
    case, reason = Case(choice, mat, charts), Reason(choice.reason)
    words = OTHER_REASONS.get((reason, case.act), REASON_TEXTS[reason]).format_map(_Named(case))
    return words + _fewer(case) if reason in WANTED else words


def _fewer(case: Case) -> str:
    """Return words for a formation smaller than wanted; empty for one of the wanted size."""
    if case.act == Act.NO_FLY:
        return "; but no formation can be made up"
    wanted = int(case.choice.about)
    return f"; {case.argument} can be made up" if case.argument < wanted else ""


# --- the values in braces ---

OTHER_LOAD = {Act.LOAD_CLUSTER: Act.LOAD_SC500_SC50, Act.LOAD_SC500_SC50: Act.LOAD_CLUSTER}


def _who(case: Case) -> str:
    """Return the person who takes the seat."""
    return person_label(case.mat, Role.GUNNER if case.act == Act.GUNNER else Role.PILOT, case.argument)


def _crew(case: Case) -> str:
    """Return the crew of the chosen aircraft, or the cheered person."""
    if case.act in (Act.CHEER_PILOT, Act.CHEER_GUNNER):
        role = Role.PILOT if case.act == Act.CHEER_PILOT else Role.GUNNER
        card = case.mat["aircraft"][to_index(case.argument)]
        return person_label(case.mat, role, int(card[Role(role).word]))
    return crew_label(case.mat, case.argument)


def _passed(case: Case) -> str:
    """Return the person who would have been chosen but for stress; empty if it is the one chosen."""
    number = to_number(round(case.choice.about))
    if not number or number == case.argument:
        return ""
    role = Role.GUNNER if case.act == Act.GUNNER else Role.PILOT
    return f"; {person_label(case.mat, role, number)} rests"


def _tired(case: Case) -> str:
    """Return a person who cannot fly because of stress: of the role with the fewest rested, the one with the most."""
    rosters = (case.mat["pilots"], case.mat["gunners"])
    ready = [[who for who in roster if who["duty"] == Duty.READY] for roster in rosters]
    role = min(Role, key=lambda one: sum(int(who["stress"]) == 0 for who in ready[one]))
    people = case.mat[Role(role).word + "s"]
    tired = [number for number in range(SEATS) if people[number]["duty"] == Duty.READY and people[number]["stress"] > 0]
    if not tired:
        return f"no other {Role(role).word} is ready"
    number = max(tired, key=lambda one: int(people[one]["stress"]))
    return f"{Role(role).word} {to_number(number)} has stress {people[number]['stress']}"


def _hurt(case: Case) -> str:
    """Return the damage of the chosen aircraft and the state of its pilot."""
    card = case.mat["aircraft"][to_index(case.argument)]
    damaged = int(card["damage"].sum())
    pilot = person_label(case.mat, Role.PILOT, int(card["pilot"]))
    return f"{wording.plural(damaged, 'system')} damaged, {pilot}"


def _load_of(act: Act) -> Payload:
    return Payload[act.name.removeprefix("LOAD_").replace("CLUSTER", "SC500_CLUSTER")]


def _drm(case: Case, act: Act) -> str:
    """Return the modifier of a load in attacks on the target."""
    return wording.signed(int(case.charts["a3"][_load_of(act)][case.mat["mission"]["target"]]))


def _special(case: Case) -> str:
    return wording.payload_words(_load_of(case.act))


def _room(case: Case) -> str:
    """Return the number of people of the new level who may fly together."""
    role, number = divmod(to_index(int(case.mat["cursor"]["subject"])), SEATS)
    level = int(case.mat[Role(role).word + "s"][number]["level"]) + 1
    return str(case.charts["flying_limit"][level])


PLACEHOLDERS: Mapping[str, Callable[[Case], str]] = {
    "about": lambda case: f"{case.choice.about:.0f}",
    "points": lambda case: f"{case.choice.about:.0f}",
    "gain": lambda case: f"{case.choice.about:.2f}",
    "more": lambda case: f"{case.choice.more:.2f}",
    "who": _who,
    "crew": _crew,
    "passed": _passed,
    "tired": _tired,
    "hurt": _hurt,
    "special": _special,
    "load": lambda case: wording.payload_words(_load_of(case.act)),
    "drm": lambda case: _drm(case, case.act),
    "other": lambda case: _drm(case, OTHER_LOAD[case.act]),
    "target": lambda case: Target(case.mat["mission"]["target"]).word,
    "zone": lambda case: str(case.mat["mission"]["target_zone"]),
    "kette": lambda case: str(case.charts["smallest_kette"][case.mat["war"]["operation"]]),
    "room": _room,
}
"""The values of the names in braces in :data:`REASON_TEXTS`."""


class _Named(Mapping[str, str]):
    """A mapping that computes only the values that a text names."""

    def __init__(self, case: Case) -> None:
        self._case = case

    def __getitem__(self, name: str) -> str:
        return PLACEHOLDERS[name](self._case)

    def __iter__(self) -> Iterator[str]:
        return iter(PLACEHOLDERS)

    def __len__(self) -> int:
        return len(PLACEHOLDERS)


def reason_of(place: str) -> ReasonOf:
    """Return the reasons of a function ``module:reasoned``, which is imported at the first one."""

    def reason(inputs: PolicyInput, war: int) -> str:
        mat, charts = inputs.mats[war], inputs.charts[war if len(inputs.charts) > 1 else 0]
        if mat["track"]["over"]:
            return ""
        reasoned: Reasons = import_object(place)
        return reason_words(reasoned(mat, charts, inputs.masks[war], int(inputs.noise[war])), mat, charts)

    return reason
