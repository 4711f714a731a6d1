"""The reasons of the scripts in words, one line each."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import Reasoned
from stuka_env.declared.codes import plural, signed
from stuka_env.games.stuka.codes import ACTS, SEATS, Act, Duty, Payload, Role, Target, to_index, to_number
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.labels import crew_label, person_label

NumpyRecord = Any
"""A record of :mod:`stuka_env.games.stuka.rules.mat`, or of the charts, :mod:`stuka_env.games.stuka.charts.shape`."""

OTHER_REASONS: Mapping[tuple[Reason, Act], str] = {
    (Reason.SPECIAL_GAINS, Act.NO_SPECIAL): "no special bomb gains anything on the formation's attack dice",
    (Reason.SPECIAL_EXPECTED, Act.NO_SPECIAL): "a mission score of {points} is to be expected, and no bomb brings more",
    (Reason.SPECIAL_WITH_GUNNER, Act.NO_SPECIAL): "no SC1000 for this mission, and the gunner is never left behind",
    (Reason.BEST_CARRIES, Act.NO_MORE_CARRIERS): "nobody else may carry one",
    (Reason.FIT_DUELLIST, Act.NO_DUEL): "nobody who may duel is fit for it",
    (Reason.ELITE_DUELLIST, Act.NO_DUEL): "nobody may duel",
    (Reason.LEAST_AT_RISK_DUELS, Act.NO_DUEL): "nobody may duel",
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
        return ACTS.verb_of(self.choice.action)

    @property
    def argument(self) -> int:
        """Its argument, counted as on the mat."""
        return ACTS.actions[self.choice.action].argument


def reason_words(choice: Reasoned, mat: NumpyRecord, charts: NumpyRecord) -> str:
    """Return a script's reason for a choice in one line.

    Args:
        choice: the choice with its reason.
        mat: the mat before it.
        charts: the charts in force.
    """
    case, reason = Case(choice, mat, charts), Reason(choice.reason)
    words = OTHER_REASONS.get((reason, case.act), reason.word).format_map(_Named(case))
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
    return f"{plural(damaged, 'system')} damaged, {pilot}"


def _load_of(act: Act) -> Payload:
    return Payload[act.name.removeprefix("LOAD_").replace("CLUSTER", "SC500_CLUSTER")]


def _drm(case: Case, act: Act) -> str:
    return signed(int(case.charts["a3"][_load_of(act)][case.mat["mission"]["target"]]))


def _special(case: Case) -> str:
    return labels.payload_words(_load_of(case.act))


def _room(case: Case) -> str:
    """Return the number of people of the new level who may fly together."""
    role, number = divmod(to_index(int(case.mat["cursor"]["subject"])), SEATS)
    level = int(case.mat[Role(role).word + "s"][number]["level"]) + 1
    return str(case.charts["flying_limit"][level])


PLACEHOLDERS: Mapping[str, Callable[[Case], str]] = {
    "about": lambda case: f"{case.choice.about:.0f}",
    "points": lambda case: f"{case.choice.about:.1f}",
    "gain": lambda case: f"{case.choice.about:.2f}",
    "more": lambda case: f"{case.choice.more:.2f}",
    "who": _who,
    "crew": _crew,
    "passed": _passed,
    "tired": _tired,
    "hurt": _hurt,
    "special": _special,
    "load": lambda case: labels.payload_words(_load_of(case.act)),
    "drm": lambda case: _drm(case, case.act),
    "other": lambda case: _drm(case, OTHER_LOAD[case.act]),
    "target": lambda case: Target(case.mat["mission"]["target"]).word,
    "zone": lambda case: str(case.mat["mission"]["target_zone"]),
    "kette": lambda case: str(case.charts["smallest_kette"][case.mat["war"]["operation"]]),
    "room": _room,
}
"""The values of the names in braces in the words of a :class:`Reason`."""


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
