"""Relations between the values of a mat: each refuses a mat that breaks it, and none refuses a mat of play."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from stuka_env.declared.values import ConsistencyError
from stuka_env.games.interceptor.codes import Decision, Skill
from stuka_env.games.interceptor.scenario.consistency import check_mat
from tests.support.contract import walk
from tests.support.each import each
from tests.support.interceptor.playing import CAREER, IDS
from tests.support.playing import make
from tests.support.slow import slow

Change = Callable[[Any], object]
"""A change of a mat."""


def setting(path: str, value: Any) -> Change:
    """Return the change that sets a field, or each number of it."""

    def change(mat: Any) -> None:
        *blocks, name = path.split(".")
        for block in blocks:
            mat = mat[block]
        mat[name] = value

    return change


@cache
def mats_by_decision() -> dict[int, tuple[Any, Any]]:
    """Return a mat of each decision, with its log."""
    env, mats = make(CAREER), dict[int, tuple[Any, Any]]()
    env.reset(seed=5)
    for result in walk(env, 8000, seed=5):
        if not result[2]:
            mats.setdefault(int(env.mat.cursor.decision), (env.engine.wars.mats.copy(), env.engine.wars.logs.copy()))
    return mats


def check(decision: Decision, change: Change) -> None:
    mats, logs = (array.copy() for array in mats_by_decision()[decision])
    change(mats[0])
    engine = make(CAREER).engine
    check_mat(engine.spec, engine.charts.record, engine.snapshot()._replace(mats=mats, logs=logs))


def lose_card(mat: Any) -> None:
    mat["deck"]["own"] = 7
    mat["deck"]["drawn"][6] = 0


def same_card(mat: Any) -> None:
    mat["deck"]["drawn"] = 1
    mat["deck"]["own"] = mat["deck"]["enemy"] = 7


def forget_reflexes(mat: Any) -> None:
    mat["sortie"]["reflexes_used"] = 1
    mat["pilot"]["skills"][Skill.REFLEXES] = 0


def learn_first_maneuver(mat: Any) -> None:
    mat["pilot"]["skills"][Skill.CUBAN_EIGHT] = 1


BROKEN: list[tuple[Decision, Change, str]] = [
    (Decision.SCRAMBLE, setting("bomber.airframe", 1), "bomber.airframe"),
    (Decision.ESCORT, setting("fighter.rounds", 1), "fighter.rounds"),
    (Decision.ENGAGE, setting("desk.series", 0), "desk.series"),
    (Decision.GUNNER, setting("sortie.orientation", 0), "sortie.orientation"),
    (Decision.SCRAMBLE, setting("sortie.box", 1), "sortie.box"),
    (Decision.ONWARD, setting("sortie.landing", 1), "sortie.landing"),
    (Decision.DEBRIEF, setting("cursor.person", 1), "cursor.person"),
    (Decision.DEBRIEF, setting("desk.offer", 2), "desk.offer"),
    (Decision.SKILL, setting("desk.offered", 2), "desk.offered"),
    (Decision.BURST, setting("work.redraw", 1), "work.redraw"),
    (Decision.BURST, setting("work.fate", 1), "work.fate"),
    (Decision.SCRAMBLE, setting("career.sit_out", 2), "career.sit_out"),
    (Decision.SCRAMBLE, setting("gunner.expert", 1), "gunner.expert"),
    (Decision.ONWARD, setting("sortie.wingman_expert_used", 1), "sortie.wingman_expert_used"),
    (Decision.ONWARD, setting("sortie.maintenance_used", 1), "sortie.maintenance_used"),
    (Decision.ONWARD, setting("aircraft.port_wing", 9), "aircraft.port_wing"),
    (Decision.ONWARD, setting("aircraft.engines", 3), "aircraft.engines"),
    (Decision.SCRAMBLE, setting("aircraft.rear_gun", 1), "aircraft.rear_gun"),
    (Decision.ONWARD, setting("aircraft.rockets", 1), "aircraft.rockets"),
    (Decision.ONWARD, setting("aircraft.speed", 40), "aircraft.speed"),
    (Decision.ONWARD, setting("aircraft.guns.ammunition", 12), "aircraft.guns.ammunition"),
    (Decision.ONWARD, setting("aircraft.guns.jammed", 1), "aircraft.guns.jammed"),
    (Decision.ONWARD, setting("aircraft.guns.out", 1), "aircraft.guns.out"),
    (Decision.BURST, setting("bomber.tail", 9), "bomber.tail"),
    (Decision.DOGFIGHT, setting("fighter.armour", 1), "fighter.armour"),
    (Decision.DOGFIGHT, setting("fighter.tail", 9), "fighter.tail"),
    (Decision.DOGFIGHT, setting("fighter.engines", 3), "fighter.engines"),
    (Decision.DOGFIGHT, setting("fighter.speed", 40), "fighter.speed"),
    (Decision.DOGFIGHT, setting("fighter.guns_out", 1), "fighter.guns_out"),
    (Decision.SCRAMBLE, setting("pilot.awards", 2), "pilot.awards"),
    (Decision.SCRAMBLE, setting("pilot.fatigue", 2), "pilot.fatigue"),
    (Decision.SCRAMBLE, setting("pilot.leave_taken", 1), "pilot.leave_taken"),
    (Decision.SCRAMBLE, learn_first_maneuver, "pilot.skills"),
    (Decision.ONWARD, forget_reflexes, "sortie.reflexes_used"),
    (Decision.ONWARD, setting("sortie.sixth_sense_used", 1), "sortie.sixth_sense_used"),
    (Decision.ONWARD, setting("sortie.learned_used", 1), "sortie.learned_used"),
    (Decision.ONWARD, setting("sortie.expert_used", 1), "sortie.expert_used"),
    (Decision.ONWARD, setting("sortie.wounds", 9), "sortie.wounds"),
    (Decision.ONWARD, setting("sortie.bombers", 100), "sortie.bombers"),
    (Decision.ONWARD, setting("sortie.fighters", 100), "sortie.fighters"),
    (Decision.SCRAMBLE, setting("pilot.period_kills", 100), "pilot.period_kills"),
    (Decision.SCRAMBLE, setting("career.destroyed", 100), "career.destroyed"),
    (Decision.SCRAMBLE, setting("career.by_type", 30), "career.by_type"),
    (Decision.SCRAMBLE, setting("career.flown", 92), "career.flown"),
    (Decision.SCRAMBLE, setting("career.lines_used", 92), "career.lines_used"),
    (Decision.SCRAMBLE, setting("career.aircraft_lost", 92), "career.aircraft_lost"),
    (Decision.DOGFIGHT, lose_card, "deck.drawn"),
    (Decision.DOGFIGHT, same_card, "deck.own"),
]
"""A decision, a change of a mat there, and the field that is refused."""


@each("decision, change, field", BROKEN)
def test_a_broken_relation_is_refused(decision: Decision, change: Change, field: str) -> None:
    check(decision, lambda mat: None)
    with pytest.raises(ConsistencyError, match=rf"^mats\.{field}: got "):
        check(decision, change)


def engines_in_play(env_id: str, steps: int) -> Iterator[Any]:
    env = make(env_id, fatigue=True, enemy_quality=True, advanced_maneuvers=True)
    env.reset(seed=8)
    for result in walk(env, steps, seed=8):
        if not result[2]:
            yield env.engine


@pytest.mark.parametrize(
    ("env_id", "steps"), [*((env_id, 500) for env_id in IDS), *(slow(env_id, 2000) for env_id in IDS)]
)
def test_no_mat_of_play_is_refused(env_id: str, steps: int) -> None:
    for engine in engines_in_play(env_id, steps):
        check_mat(engine.spec, engine.charts.record, engine.snapshot())
