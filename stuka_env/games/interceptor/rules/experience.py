"""Experience Points and skills of pilot, wingman and gunner (7.7, 7.2.3.3, 10.6)."""

import numpy as np

from stuka_env.engine.frame import note
from stuka_env.games.interceptor.codes import (
    CREW_SKILLS,
    LEARNED,
    NOBODY,
    SKILLS,
    WINGMAN_SKILLS,
    Act,
    Entry,
    Person,
    Skill,
)
from stuka_env.games.interceptor.rules.aircraft import has_gunner, own_series
from stuka_env.games.interceptor.rules.mat import MATE_SKILLS, MOST_POINTS, Mat, Mate
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Mask, Table, allow_pick


def _places(skills: tuple[Skill, ...]) -> list[int]:
    """Return the place of every skill in the record of a person who can have ``skills``."""
    return [skills.index(skill) if skill in skills else NOBODY for skill in Skill]


PLACES = np.array([list(range(SKILLS)), _places(WINGMAN_SKILLS), _places(CREW_SKILLS)], np.int64)
"""Place of a skill in a person's record, by person; NOBODY if the person has no such place."""
FIRST_LEARNED = int(LEARNED[0])


def mate_of(mat: Mat, person: int) -> Mate:
    """Return the record of the wingman or the gunner."""
    return mat.wingman if person == Person.WINGMAN else mat.gunner


def pilot_can(mat: Mat, skill: int) -> bool:
    """Whether the pilot has a skill."""
    return bool(mat.pilot.skills[skill])


def wingman_can(mat: Mat, skill: int) -> bool:
    """Whether the wingman has a skill (7.2.3.3; ruling IQ189)."""
    return bool(mat.wingman.skills[PLACES[Person.WINGMAN.value][skill]])


def gunner_can(mat: Mat, skill: int) -> bool:
    """Whether the gunner has a skill."""
    return bool(mat.gunner.skills[PLACES[Person.GUNNER.value][skill]])


def pilot_is_expert(mat: Mat, table: Table) -> bool:
    """Whether the pilot is an Expert of the series he flies, not used in this sortie (7.7)."""
    return bool(mat.pilot.expert[own_series(mat, table.charts)] and not mat.sortie.expert_used)


def wingman_is_expert(mat: Mat, table: Table) -> bool:
    """Whether the wingman is an Expert of that series, not used in this sortie (7.2.3.3; IQ101)."""
    return bool(mat.wingman.expert[own_series(mat, table.charts)] and not mat.sortie.wingman_expert_used)


def use_reflexes(mat: Mat, table: Table) -> None:
    """The pilot uses Reflexes, once a sortie (7.7)."""
    mat.sortie.reflexes_used = 1
    note(mat, table, Entry.SKILL_USED, Person.PILOT, Skill.REFLEXES)


def points_of(mat: Mat, person: int) -> int:
    """Return the Experience Points of a person."""
    return int(mat.pilot.points) if person == Person.PILOT else int(mate_of(mat, person).points)


def is_there(mat: Mat, table: Table, person: int) -> bool:
    """Whether the crew has this person, so that he can learn something."""
    if person == Person.GUNNER:
        return has_gunner(mat, table)
    return bool(person == Person.PILOT or mat.wingman.present > 0)


def owns(mat: Mat, table: Table, person: int, skill: int) -> bool:
    """Whether a person has a skill; Expert counts for the series flown (7.7; ruling IQ176)."""
    series = own_series(mat, table.charts)
    if person == Person.PILOT:
        return bool(mat.pilot.expert[series] if skill == Skill.EXPERT else mat.pilot.skills[skill])
    mate = mate_of(mat, person)
    if skill == Skill.EXPERT:
        return bool(mate.expert[series])
    return bool(mate.skills[PLACES[person][skill]])


def in_order(mat: Mat, skill: int) -> bool:
    """Whether an advanced maneuver can be learned: with the option, and after those before it (10.6)."""
    if skill < FIRST_LEARNED:
        return True
    before = skill == FIRST_LEARNED or mat.pilot.skills[skill - 1]
    return bool(mat.settings.advanced_maneuvers and before)


def can_learn(mat: Mat, table: Table, person: int, skill: int) -> bool:
    """Whether a person can buy a skill: allowed to him, not owned, and paid for (7.7, 7.2.3.3)."""
    charts = table.charts
    if charts.skill_cost[skill] > points_of(mat, person) or not charts.skill_who[skill][person]:
        return False
    if PLACES[person][skill] == NOBODY or owns(mat, table, person, skill):
        return False
    return in_order(mat, skill)


def can_learn_anything(mat: Mat, table: Table, person: int) -> bool:
    """Whether a person can buy any skill (7.7)."""
    if not is_there(mat, table, person):
        return False
    for skill in range(SKILLS):
        if can_learn(mat, table, person, skill):
            return True
    return False


def allow_skill(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the skills that the person in turn can buy, or none (7.7)."""
    for skill in range(SKILLS):
        if can_learn(mat, table, int(mat.cursor.person), skill):
            allow_pick(mask, skill)
    mask[Act.DONE.value] = 1


def learn(mat: Mat, table: Table, person: int, skill: int) -> None:
    """A person pays for a skill and has it (7.7)."""
    cost = int(table.charts.skill_cost[skill])
    series = own_series(mat, table.charts)
    if person == Person.PILOT:
        mat.pilot.points = raised(mat.pilot.points, -cost, MOST_POINTS)
        mat.pilot.skills[skill] = 1
        if skill == Skill.EXPERT:
            mat.pilot.expert[series] = 1
    else:
        mate = mate_of(mat, person)
        mate.points = raised(mate.points, -cost, MOST_POINTS)
        mate.skills[PLACES[person][skill]] = 1
        if skill == Skill.EXPERT:
            mate.expert[series] = 1
    note(mat, table, Entry.SKILL, person, skill)


def decide_skill(mat: Mat, table: Table, action: int) -> None:
    """Buy a skill, or go on to the next person (7.7)."""
    if action == Act.DONE:
        mat.work.next_person = int(mat.cursor.person) + 1
    else:
        learn(mat, table, int(mat.cursor.person), action - Act.PICK_1)


def new_mate(mate: Mate, points: int, present: int) -> None:
    """A new wingman or gunner without skills (7.2.3.3, 9.6)."""
    mate.present = present
    mate.points = points
    mate.clock = 0
    for place in range(MATE_SKILLS):
        mate.skills[place] = 0
    for series in range(len(mate.expert)):
        mate.expert[series] = 0
    mate.bombers = 0
    mate.fighters = 0
    mate.ace = 0
    mate.health = 0
    mate.away = 0


def mate_earns(mat: Mat, table: Table, person: int) -> None:
    """Wingman or gunner has flown: a point every fourth sortie, every third under Leadership.

    (7.7; IQ174)
    """
    charts = table.charts
    mate = mate_of(mat, person)
    led = pilot_can(mat, Skill.LEADERSHIP)
    needed = int(charts.sorties_a_point_led) if led else int(charts.sorties_a_point)
    if int(mate.clock) + 1 >= needed:
        mate.clock = 0
        mate.points = raised(mate.points, 1, MOST_POINTS)
        note(mat, table, Entry.EXPERIENCE, person, 1)
    else:
        mate.clock = int(mate.clock) + 1


def pilot_gains(mat: Mat, table: Table, points: int) -> None:
    """The pilot gains Experience Points (7.7)."""
    mat.pilot.points = raised(mat.pilot.points, points, MOST_POINTS)
    note(mat, table, Entry.EXPERIENCE, Person.PILOT, points)


def gain_experience(mat: Mat, table: Table) -> None:
    """Every fourth sortie flown gives each of the crew a point, kills or not.

    (7.7; rulings IQ174, IQ175)
    """
    if int(mat.pilot.clock) + 1 >= table.charts.sorties_a_point:
        mat.pilot.clock = 0
        pilot_gains(mat, table, 1)
    else:
        mat.pilot.clock = int(mat.pilot.clock) + 1
    if mat.sortie.wingman_flew:
        mate_earns(mat, table, Person.WINGMAN)
    if has_gunner(mat, table):
        mate_earns(mat, table, Person.GUNNER)
