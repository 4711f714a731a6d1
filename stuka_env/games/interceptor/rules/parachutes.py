"""Bailing out (7.4.1, 7.4.5, 7.6; chart B8)."""

from typing import NamedTuple

from stuka_env.engine.frame import ask, go, modify, note, roll, says
from stuka_env.games.interceptor.charts.shape import B8_HIGH, LOWEST_SUM, Charts
from stuka_env.games.interceptor.codes import (
    Act,
    Cause,
    Chart,
    Decision,
    Entry,
    Fate,
    Health,
    Modifier,
    Person,
    Phase,
    Skill,
)
from stuka_env.games.interceptor.rules.aircraft import has_gunner, lose_model
from stuka_env.games.interceptor.rules.experience import gunner_can, pilot_can
from stuka_env.games.interceptor.rules.injuries import wound_gunner, wound_pilot
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, Mat
from stuka_env.games.interceptor.rules.options import fatigue_on_jump
from stuka_env.games.interceptor.rules.rolls import clamp, raised
from stuka_env.games.interceptor.rules.table import Table


def lose_aircraft(mat: Mat, table: Table) -> None:
    """The aircraft is lost (7.4, 9.5, 9.8)."""
    mat.sortie.lost = 1
    mat.career.aircraft_lost = raised(mat.career.aircraft_lost, 1, MOST_COUNTED)
    lose_model(mat, table)


def down(mat: Mat, table: Table) -> None:
    """After combat: the aircraft glides, the crew jumps, or the pilot is dead (7.4.1; IQ123)."""
    if mat.work.fate == Fate.ENGINES_OUT:
        ask(mat, Decision.FORCED)
    elif mat.work.fate == Fate.SHOT_DOWN:
        go(mat, Phase.JUMP)
    elif mat.work.fate == Fate.KILLED:
        lose_aircraft(mat, table)
        go(mat, Phase.DEATH)
    else:
        go(mat, Phase.BOX_DONE)


def decide_forced(mat: Mat, action: int) -> None:
    """Jump, or land without engine (7.4.1, 7.4.5; ruling IQ124)."""
    if action == Act.BAIL_OUT:
        go(mat, Phase.JUMP)
    else:
        mat.sortie.deadstick = 1
        go(mat, Phase.LANDING)


class JumpModifiers(NamedTuple):
    """The modifiers of B8."""

    skill: int
    wound: int
    fatigue: int


def jump_modifiers(mat: Mat, charts: Charts, person: int) -> JumpModifiers:
    """Return the modifiers of B8 for a person: skill, serious wound, fatigue of the pilot.

    (7.6, 7.7, 10.3)
    """
    pilot = person == Person.PILOT
    skilled = pilot_can(mat, Skill.PARACHUTE) if pilot else gunner_can(mat, Skill.PARACHUTE)
    health = mat.pilot.health if pilot else mat.gunner.health
    return JumpModifiers(
        int(charts.jump_skill) if skilled else 0,
        int(charts.jump_wound) if health == Health.SERIOUS_WOUND else 0,
        fatigue_on_jump(mat, charts) if pilot else 0,
    )


def jump_modifier(mat: Mat, charts: Charts, person: int) -> int:
    """Return the sum of the modifiers of B8."""
    own = jump_modifiers(mat, charts, person)
    return own.skill + own.wound + own.fatigue


def jump_result(mat: Mat, table: Table, person: int) -> int:
    """Return the state of a person after the jump, by B8 (7.6)."""
    own = jump_modifiers(mat, table.charts, person)
    modify(mat, table, Chart.B8, Modifier.SKILL, own.skill)
    modify(mat, table, Chart.B8, Modifier.WOUND, own.wound)
    modify(mat, table, Chart.B8, Modifier.FATIGUE, own.fatigue)
    total = roll(mat, table, Chart.B8, person, own.skill + own.wound + own.fatigue)
    return says(table, int(table.charts.b8[clamp(total, LOWEST_SUM, B8_HIGH)]))


def jump(mat: Mat, table: Table) -> None:
    """Each of the crew jumps, and rolls on B8.

    (7.4.1, 7.6; rulings IQ129, IQ130)
    """
    mat.work.fate = Fate.FLIES
    mat.sortie.jumped = 1
    note(mat, table, Entry.JUMPED, 0, 0)
    lose_aircraft(mat, table)
    wound_pilot(mat, table, jump_result(mat, table, Person.PILOT), Cause.PARACHUTE)
    if has_gunner(mat, table) and mat.work.fate != Fate.KILLED:
        wound_gunner(mat, table, jump_result(mat, table, Person.GUNNER))
    go(mat, Phase.DEATH if mat.work.fate == Fate.KILLED else Phase.DEBRIEF)
