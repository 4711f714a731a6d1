"""The odds that the charts give for the options of an open decision, in words."""

import functools
from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from stuka_env.compiling.plain import plain
from stuka_env.declared.codes import plural, signed
from stuka_env.games.stuka.charts.shape import BONUS_POINTS, PERFECT, STRESS_LIMIT
from stuka_env.games.stuka.codes import ACTS, SEATS, Act, Duty, Leg, Payload, Quality, Role, Status, System, to_index
from stuka_env.games.stuka.odds import attacks
from stuka_env.games.stuka.odds.writing import fighters_through
from stuka_env.games.stuka.rules.flight import range_left
from stuka_env.games.stuka.words.labels import crash_chances, scores_of

HALF = 50
"""Score whose chance is given beside that of a perfect attack."""


class OpenDecision:
    """An open decision in the only war of an engine: its mat, and the record of the charts in force."""

    def __init__(self, engine: Any) -> None:
        self.mat, self.charts = engine.wars.mats[0], engine.charts.record
        self.table: Any = SimpleNamespace(charts=self.charts)

    def aircraft(self, number: int) -> Any:
        """Return the card of an aircraft, counted from 1."""
        return self.mat["aircraft"][to_index(number)]

    @property
    def flying(self) -> list[int]:
        """Numbers of the aircraft in flight."""
        return [number for number in range(1, 1 + len(self.mat["aircraft"])) if self._is_flying(number)]

    def _is_flying(self, number: int) -> bool:
        return bool(self.aircraft(number)["status"] == Status.FLYING)

    @functools.cached_property
    def attacks(self) -> dict[int, float]:
        """The mean scores of the attacks of the aircraft in flight, by their numbers."""
        attack_of = plain(attacks.next_attack)
        return {number: attack_of(self.mat, self.charts, to_index(number)) for number in self.flying}

    def formation(self, bomb: int) -> float:
        """Return the mean mission score before bonuses, with a special bomb."""
        return plain(attacks.formation_odds)(self.mat, self.charts, bomb)

    def loaded(self, number: int, load: int) -> float:
        """Return the mean score of the attack of an aircraft with a load."""
        return plain(attacks.attack_odds)(self.mat, self.charts, to_index(number), load, 0, 0)

    @property
    def bonus(self) -> int:
        """Most points of the bonuses of the mission, which it loses with an aircraft (8.5.1)."""
        return int(
            self.charts["mission_bonus"][:, BONUS_POINTS].max() + self.charts["mission_calm_bonus"][BONUS_POINTS]
        )

    @property
    def aboard(self) -> list[Any]:
        """The people who fly the mission or are back from it."""
        people = np.concatenate([self.mat["pilots"], self.mat["gunners"]])
        return [who for who in people if who["slot"] > 0 and who["duty"] in (Duty.FLYING, Duty.BACK)]

    def calm(self, relieved: int) -> str:
        """Return the stress of all crews, less some markers, beside the limit of its bonus (8.5.1)."""
        points, limit = self.charts["mission_calm_bonus"][[BONUS_POINTS, STRESS_LIMIT]].tolist()
        markers = sum(int(who["stress"]) for who in self.aboard) - relieved
        return f"{plural(markers, 'stress marker')} of all crews, at most {limit} at the end bring {points} points"

    def stress(self, number: int, role: Role) -> int:
        """Return the stress of a member of the crew of an aircraft; 0 for an empty seat."""
        place = int(self.aircraft(number)[Role(role).word])
        return int(self.mat[Role(role).word + "s"][to_index(place)]["stress"]) if place else 0

    def mean(self, numbers: list[int]) -> float:
        """Return the mean attack score of some aircraft."""
        return sum(self.attacks[number] for number in numbers) / max(1, len(numbers))


# --- attacks ---


def scores_words(charts: Any, size: int, drm: int) -> str:
    """Return the odds of an attack on A2 beside its mean: "from 20 to 100; 50 or more in 7 of 10, 100 in 2 of 10"."""
    scores = scores_of(charts, size, drm)
    chances = [(f"{HALF} or more", HALF), (f"{PERFECT}", PERFECT)]
    counts = [(name, sum(score >= least for score in scores)) for name, least in chances]
    words = ", ".join(f"{name} in {count} of {len(scores)}" for name, count in counts if count)
    spread = f"from {min(scores)} to {max(scores)}"
    return f"{spread}; {words}" if words else spread


def _attack_words(case: OpenDecision, extra: int) -> str:
    drm = int(case.aircraft(int(case.mat["cursor"]["subject"]))["drm"]) + extra
    return scores_words(case.charts, int(case.mat["mission"]["target_size"]), drm)


def _gamble(case: OpenDecision, _: int) -> str:
    loss = f"lose aircraft and crew, and the bonuses of the mission, up to {case.bonus} points"
    crash = f"then {crash_chances(case.charts)} in 6 {loss}; the score counts all the same"
    return f"{_attack_words(case, int(case.charts['gamble_drm']))}; {crash}"


# --- en route ---


def _is_outbound(case: OpenDecision) -> bool:
    return bool(case.mat["mission"]["leg"] == Leg.OUT)


def _go_on(case: OpenDecision, _: int) -> str:
    zone, goal = int(case.mat["mission"]["zone"]), int(case.mat["mission"]["target_zone"])
    words = []
    if _is_outbound(case):
        words.append(f"the {len(case.flying)} attacks score {case.mean(case.flying):.0f} on average")
    following = zone + 1 if _is_outbound(case) else zone - 1
    if following and not (_is_outbound(case) and zone == goal):
        share, _ = plain(fighters_through)(case.mat, case.charts, following)
        words.append(f"fighters get through in zone {following} with {100 * share:.0f} %")
    return "; ".join(words)


def _send_home(case: OpenDecision, number: int) -> str:
    card = case.aircraft(number)
    hurt = [System(system).word for system in np.flatnonzero(card["damage"]).tolist()]
    words = [f"damaged: {', '.join(hurt)}"] if hurt else []
    if _is_outbound(case):
        others = [one for one in case.flying if one != number]
        own = f"its attack scores {case.attacks[number]:.0f} on average"
        words.append(f"{own}, the others {case.mean(others):.0f}" if others else own)
    return "; ".join(words)


def _turn_back(case: OpenDecision, _: int) -> str:
    number = int(case.mat["cursor"]["subject"])
    left = int(plain(range_left)(case.mat, case.table, to_index(number)))
    home = f"its fuel lasts for {plural(left, 'zone')}, home is {case.mat['mission']['zone']} away"
    return "; ".join(filter(None, [home, _send_home(case, number)]))


def _press_on(case: OpenDecision, _: int) -> str:
    zone, goal = int(case.mat["mission"]["zone"]), int(case.mat["mission"]["target_zone"])
    needed = 2 * goal - zone if _is_outbound(case) else zone
    end = f"it comes down where the fuel ends, and a lost aircraft takes the bonuses, up to {case.bonus} points"
    return f"the rest of the mission takes {plural(needed, 'zone')}; {end}"


def _cheer(role: Role) -> Callable[[OpenDecision, int], str]:
    """Return a function that gives the modifiers that one stress less of a member of a crew changes."""

    def words(case: OpenDecision, number: int) -> str:
        place = int(case.aircraft(number)[Role(role).word])
        return f"{_less_stress(case, role, place) or NO_CHANGE}; {case.calm(1)}"

    return words


NO_CHANGE = "one stress less changes no modifier"


def _relieve(case: OpenDecision, number: int) -> str:
    card = case.aircraft(number)
    seats = [(Role.PILOT, int(card["pilot"])), (Role.GUNNER, int(card["gunner"]))]
    words = filter(None, (_less_stress(case, role, place) for role, place in seats if place))
    relieved = sum(case.stress(number, role) > 0 for role, _ in seats)
    return f"{'; '.join(words) or NO_CHANGE}; {case.calm(relieved)}"


def _less_stress(case: OpenDecision, role: Role, place: int) -> str:
    """Return the modifiers that one stress less changes (C2); empty for none."""
    who = case.mat[Role(role).word + "s"][to_index(place)]
    stress = int(who["stress"])
    if not stress:
        return ""
    columns = {"bail-out": "c2_bailout"}
    if role == Role.PILOT:
        columns = {"attack": "c2_attack", "landing": "c2_landing"} | columns
    changes = [(name, int(case.charts[column][stress]), int(case.charts[column][stress - 1]))
               for name, column in columns.items()]  # fmt: skip
    parts = [f"{name} DRM {signed(old)} to {signed(new)}" for name, old, new in changes if old != new]
    return f"{Role(role).word} {place}, stress {stress} to {stress - 1}: {', '.join(parts)}" if parts else ""


# --- special bombs and promotions ---


def _formation(bomb: Payload) -> Callable[[OpenDecision, int], str]:
    return lambda case, _: f"the mission scores {case.formation(bomb):.0f} on average, before bonuses"


def _carry(case: OpenDecision, number: int) -> str:
    mission = case.mat["mission"]
    special, payload = (case.loaded(number, int(mission[name])) for name in ("special", "payload"))
    return f"its attack scores {special:.0f} on average with it, {payload:.0f} with the formation's load"


OF_PILOTS: Mapping[str, str] = {"attack": "attack_drm", "landing": "landing_drm"}
OF_GUNNERS: Mapping[str, str] = {"rear gunner": "gunner_drm"}
"""Modifiers of a level beside those of the bail-out, with their columns of the charts."""


def _level(step: int) -> Callable[[OpenDecision, int], str]:
    """Return a function that gives the modifiers of the level of the person, ``step`` levels up."""

    def words(case: OpenDecision, _: int) -> str:
        role, place = divmod(to_index(int(case.mat["cursor"]["subject"])), SEATS)
        level = min(int(case.mat[Role(role).word + "s"][place]["level"]) + step, Quality.HERO)
        own = OF_PILOTS if role == Role.PILOT else OF_GUNNERS
        drms = {name: int(case.charts[column][level]) for name, column in own.items()}
        drms["bail-out"] = int(case.charts["bailout_drm"][role][level])
        parts = ", ".join(f"{name} DRM {signed(drm)}" for name, drm in drms.items())
        limit = int(case.charts["flying_limit"][level])
        return f"{Quality(level).word}: {parts}; at most {limit} of this level fly together"

    return words


WORDS: Mapping[Act, Callable[[OpenDecision, int], str]] = {
    Act.DROP: lambda case, _: _attack_words(case, 0),
    Act.STRAFE: lambda case, _: _attack_words(case, 0),
    Act.GAMBLE: _gamble,
    Act.HOLD: lambda case, _: "score 0",
    Act.GO_ON: _go_on,
    Act.ABORT: lambda case, _: "score 0 for the mission",
    Act.SEND_HOME: _send_home,
    Act.RELIEVE: _relieve,
    Act.KEEP_RELIEF: lambda case, _: case.calm(0),
    Act.TURN_BACK: _turn_back,
    Act.PRESS_ON: _press_on,
    Act.CHEER_PILOT: _cheer(Role.PILOT),
    Act.CHEER_GUNNER: _cheer(Role.GUNNER),
    Act.NO_SPECIAL: _formation(Payload.NONE),
    Act.SC1000: _formation(Payload.SC1000),
    Act.SC1800: _formation(Payload.SC1800),
    Act.CARRY: _carry,
    Act.PROMOTE: _level(1),
    Act.NO_PROMOTION: _level(0),
}
"""Makers of the odds of a verb, from an open decision and the argument of the action."""


def option_odds(engine: Any, actions: Iterable[int]) -> dict[int, str]:
    """Return the odds that the charts give for actions in the only war of an engine, beyond those of their labels."""
    makers = {action: WORDS[ACTS.verb_of(action)] for action in actions if ACTS.verb_of(action) in WORDS}
    if not makers:
        return {}
    case = OpenDecision(engine)
    words = {action: maker(case, ACTS.actions[action].argument) for action, maker in makers.items()}
    return {action: text for action, text in words.items() if text}
