"""Traits: what a player sees of his aircraft, of the bomber under attack and of the career, as numbers of about 1."""

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.scripts.condition import most_rounds
from stuka_env.compiling.compilation import compiled
from stuka_env.declared.codes import Code
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import MONTHS, Enemy, Presence, Scale, Skill
from stuka_env.games.interceptor.rules.aircraft import damaged_systems, engine_hits, firepower, series_row
from stuka_env.games.interceptor.rules.bursts import in_formation
from stuka_env.games.interceptor.rules.damage import bomber_engines_out, bomber_row, has_bombs
from stuka_env.games.interceptor.rules.experience import pilot_can
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, Mat

FEW_SYSTEMS = 3
"""Most damaged systems that are few."""
MANY_ROUNDS = 8
"""Rounds from which more do not matter."""


class Trait(Code):
    """The traits, each in words that follow "for"."""

    ALWAYS = 0, "every position"
    # the own aircraft and its people
    DAMAGED = "each damaged system of the own aircraft"
    ONE_DAMAGED = "exactly one damaged system"
    FEW_DAMAGED = "two or three damaged systems"
    MANY_DAMAGED = "four damaged systems or more"
    SHORT = "each part of the own aircraft that the next hit may destroy it by"
    ENGINES = "the share of hits that its engines have taken"
    LEAKS = "a leak or no oxygen"
    ROUNDS = "four rounds that its best weapon can still fire"
    FIREPOWER = "ten points of its firepower"
    MANEUVERS = "A.C.M."
    AIM = "Aim"
    REFLEXES = "Reflexes that are not used yet"
    PARACHUTE = "Parachute"
    WOUNDED = "a wound in this sortie"
    WINGMAN = "a wingman who can attack"
    # the career and the raid
    LIFE = "the share of the career's lines that are left"
    LIFE_DAMAGED = "the same, for each damaged system"
    LIFE_SHORT = "the same, for each part that the next hit may destroy it by"
    LIFE_MANEUVERS = "the same, with A.C.M."
    LIFE_ESCORTED = "the same, with an escort"
    LIFE_BOX = "the same, against a box that keeps its formation"
    ESCORTED = "an escort"
    WEATHER = "each grade of weather worse than good"
    DISTANCE = "four boxes of the endurance track"
    BOMBS = "bombs aboard"
    PASSES = "four passes that are over"
    # the bomber
    BOX = "a box that keeps its formation, of a type that does so"
    BOX_MANEUVERS = "such a box, with A.C.M."
    BOX_DAMAGED = "such a box, for each damaged system"
    BOX_SHORT = "such a box, for each part that the next hit may destroy the own aircraft by"
    BOX_GUNNERS = "such a box, with a gunner of the bomber hit"
    BOX_ESCORTED = "such a box with an escort"
    WING_1 = "a bomber that one more hit on a wing destroys"
    WING_2 = "a bomber that at most two more hits on a wing destroy"
    WING_3 = "a bomber that at most three more hits on a wing destroy"
    FRAME_1 = "a bomber that one more hit on the airframe destroys"
    FRAME_2 = "a bomber that at most two more hits on the airframe destroy"
    FRAME_3 = "a bomber that at most three more hits on the airframe destroy"
    REST_1 = "each of tail and controls that one more hit is enough for"
    POWER_1 = "ten points of firepower, for each of wing and airframe with one hit to go"
    POWER_2 = "ten points of firepower, for each of wing and airframe with at most two hits to go"
    ENGINES_OUT = "each engine of the bomber that is out"
    ENGINE_HITS = "four hits on its engines"
    GUNNERS = "each gunner of the bomber that is hit"
    ANY_GUNNER = "at least one gunner hit"
    TWO_GUNNERS = "at least two gunners hit"
    PILOTS = "a wounded pilot of the bomber"
    DEFENCE = "each hit that its type adds to its fire"
    FIRST = "a shot before the bomber fires"
    SHOTS = "each shot of this pass"


POSITION_TRAITS = len(Trait)
Traits = NDArray[np.float64]
"""``(POSITION_TRAITS,)``."""


@compiled
def yes(holds: bool) -> float:
    """Return 1 if something holds, else 0."""
    return 1.0 if holds else 0.0


@compiled
def lines_ahead(mat: Mat, charts: Charts) -> int:
    """Return the number of sortie lines from the current one on, less those to sit out."""
    count = int(charts.lines[mat.career.month]) - int(mat.career.line) + 1
    if mat.settings.scale == Scale.CAREER:
        for month in range(mat.career.month + 1, MONTHS):
            count += int(charts.lines[month])
    return count


@compiled
def lines_left(mat: Mat, charts: Charts) -> int:
    """Return the number of sortie lines from the current one to the end of the episode."""
    return 1 if mat.settings.scale == Scale.SORTIE else lines_ahead(mat, charts)


@compiled
def parts_short(mat: Mat, charts: Charts) -> int:
    """Return the number of parts of the own aircraft whose next hit may destroy it."""
    aircraft, row = mat.aircraft, series_row(mat, charts)
    count = int(row.wing - aircraft.port_wing <= 1) + int(row.wing - aircraft.starboard_wing <= 1)
    count += int(row.airframe - aircraft.airframe <= 1) + int(row.tail - aircraft.tail <= 1)
    count += int(row.controls - aircraft.controls <= 1)
    for engine in range(row.engines):
        count += int(engine_hits(row, charts) - aircraft.engines[engine] <= 1)
    return count


@compiled
def engine_share(mat: Mat, charts: Charts) -> float:
    """Return the hits on the engines of the own aircraft, as a share of those that put an engine out."""
    row, hits = series_row(mat, charts), 0
    for engine in range(row.engines):
        hits += int(mat.aircraft.engines[engine])
    return hits / engine_hits(row, charts)


@compiled
def write_own_traits(mat: Mat, charts: Charts, traits: Traits) -> None:
    """Write the traits of the own aircraft and its people."""
    damaged, aircraft = damaged_systems(mat), mat.aircraft
    traits[Trait.ALWAYS] = 1.0
    traits[Trait.DAMAGED] = damaged
    traits[Trait.ONE_DAMAGED] = yes(damaged == 1)
    traits[Trait.FEW_DAMAGED] = yes(1 < damaged <= FEW_SYSTEMS)
    traits[Trait.MANY_DAMAGED] = yes(damaged > FEW_SYSTEMS)
    traits[Trait.SHORT] = parts_short(mat, charts)
    traits[Trait.ENGINES] = engine_share(mat, charts)
    traits[Trait.LEAKS] = yes(aircraft.leak + aircraft.oxygen > 0)
    traits[Trait.ROUNDS] = min(most_rounds(mat), MANY_ROUNDS) / 4.0
    traits[Trait.FIREPOWER] = firepower(mat, charts) / 10.0
    traits[Trait.MANEUVERS] = yes(pilot_can(mat, Skill.COMBAT_MANEUVERS.value))
    traits[Trait.AIM] = yes(pilot_can(mat, Skill.AIM.value))
    traits[Trait.REFLEXES] = yes(pilot_can(mat, Skill.REFLEXES.value) and not mat.sortie.reflexes_used)
    traits[Trait.PARACHUTE] = yes(pilot_can(mat, Skill.PARACHUTE.value))
    traits[Trait.WOUNDED] = yes(mat.sortie.wounds > 0)
    traits[Trait.WINGMAN] = yes(mat.wingman.present == Presence.HERE)


@compiled
def write_raid_traits(mat: Mat, charts: Charts, traits: Traits) -> None:
    """Write the traits of the career and of the raid, after those of the own aircraft."""
    sortie, life = mat.sortie, lines_left(mat, charts) / float(MOST_LOGGED)
    escorted, box = yes(sortie.escort > Enemy.NONE), float(in_formation(mat, charts))
    traits[Trait.LIFE] = life
    traits[Trait.LIFE_DAMAGED] = life * traits[Trait.DAMAGED]
    traits[Trait.LIFE_SHORT] = life * traits[Trait.SHORT]
    traits[Trait.LIFE_MANEUVERS] = life * traits[Trait.MANEUVERS]
    traits[Trait.LIFE_ESCORTED] = life * escorted
    traits[Trait.LIFE_BOX] = life * box
    traits[Trait.ESCORTED] = escorted
    traits[Trait.WEATHER] = sortie.weather
    traits[Trait.DISTANCE] = sortie.box / 4.0
    traits[Trait.BOMBS] = yes(has_bombs(mat, charts))
    traits[Trait.PASSES] = sortie.passes / 4.0
    traits[Trait.BOX] = box
    traits[Trait.BOX_MANEUVERS] = box * traits[Trait.MANEUVERS]
    traits[Trait.BOX_DAMAGED] = box * traits[Trait.DAMAGED]
    traits[Trait.BOX_SHORT] = box * traits[Trait.SHORT]
    traits[Trait.BOX_GUNNERS] = box * yes(mat.bomber.gunners > 0)
    traits[Trait.BOX_ESCORTED] = box * escorted


@compiled
def write_bomber_traits(mat: Mat, charts: Charts, traits: Traits) -> None:
    """Write the traits of the bomber under attack, after those of the own aircraft."""
    bomber, row, power = mat.bomber, bomber_row(mat, charts), traits[Trait.FIREPOWER]
    wing, frame = row.wing - max(bomber.port_wing, bomber.starboard_wing), row.airframe - bomber.airframe
    traits[Trait.WING_1] = yes(wing <= 1)
    traits[Trait.WING_2] = yes(wing <= 2)
    traits[Trait.WING_3] = yes(wing <= 3)
    traits[Trait.FRAME_1] = yes(frame <= 1)
    traits[Trait.FRAME_2] = yes(frame <= 2)
    traits[Trait.FRAME_3] = yes(frame <= 3)
    traits[Trait.REST_1] = yes(row.tail - bomber.tail <= 1) + yes(row.controls - bomber.controls <= 1)
    traits[Trait.POWER_1] = power * (traits[Trait.WING_1] + traits[Trait.FRAME_1])
    traits[Trait.POWER_2] = power * (traits[Trait.WING_2] + traits[Trait.FRAME_2])
    traits[Trait.ENGINES_OUT] = bomber_engines_out(mat)
    for engine in range(len(bomber.engines)):
        traits[Trait.ENGINE_HITS] += bomber.engines[engine] / 4.0
    traits[Trait.GUNNERS] = bomber.gunners
    traits[Trait.ANY_GUNNER] = yes(bomber.gunners > 0)
    traits[Trait.TWO_GUNNERS] = yes(bomber.gunners > 1)
    traits[Trait.PILOTS] = yes(bomber.pilots[0] + bomber.pilots[1] > 0)
    traits[Trait.DEFENCE] = row.defence
    traits[Trait.FIRST] = yes(bomber.first > 0)
    traits[Trait.SHOTS] = bomber.fired


@compiled
def traits_of(mat: Mat, charts: Charts) -> Traits:
    """Return the traits of a position; those of a bomber are 0 without one."""
    traits = np.zeros(POSITION_TRAITS)
    write_own_traits(mat, charts, traits)
    write_raid_traits(mat, charts, traits)
    if mat.bomber.present:
        write_bomber_traits(mat, charts, traits)
    return traits
