"""Landing (7.4.4 to 7.4.6, 7.5; chart B7)."""

from typing import NamedTuple

from stuka_env.engine.frame import go, modify, note, roll, says
from stuka_env.games.interceptor.charts.shape import B7_HIGH, LOWEST_SUM, Charts
from stuka_env.games.interceptor.codes import Cause, Chart, Entry, Fate, Health, Modifier, Phase, Side, Skill, Touchdown
from stuka_env.games.interceptor.rules.aircraft import engines_damaged, engines_out, has_gunner
from stuka_env.games.interceptor.rules.experience import pilot_can
from stuka_env.games.interceptor.rules.injuries import kill_crew, severity, wound_gunner, wound_pilot
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.options import fatigue_on_landing
from stuka_env.games.interceptor.rules.parachutes import lose_aircraft
from stuka_env.games.interceptor.rules.rolls import clamp
from stuka_env.games.interceptor.rules.table import Table


class LandingModifiers(NamedTuple):
    """The modifiers of B7, in the order of the rulebook."""

    engines: int
    controls: int
    gear: int
    deadstick: int
    wound: int
    weather: int
    skill: int
    fatigue: int


def landing_modifiers(mat: Mat, charts: Charts, deadstick: bool) -> LandingModifiers:
    """Return the modifiers of B7, for a landing with an engine or without one.

    (7.4.4, 7.4.5, 7.5, 7.7, 10.3; rulings IQ131-IQ133)
    """
    out = engines_out(mat, charts)
    return LandingModifiers(
        (engines_damaged(mat.aircraft) - out) * int(charts.landing_engine) + out * int(charts.landing_engine_out),
        int(charts.landing_controls) if mat.aircraft.controls else 0,
        int(charts.landing_gear) if mat.aircraft.gear else 0,
        int(charts.landing_forced) if deadstick else 0,
        int(charts.landing_wound) if mat.pilot.health == Health.SERIOUS_WOUND else 0,
        0 + int(charts.landing_weather[mat.sortie.weather]),  # a sum, as the type of a field is narrower than int
        int(charts.landing_skill) if pilot_can(mat, Skill.LANDING) else 0,
        fatigue_on_landing(mat, charts),
    )


def landing_modifier(mat: Mat, charts: Charts, deadstick: bool) -> int:
    """Return the sum of the modifiers of B7."""
    own = landing_modifiers(mat, charts, deadstick)
    return own.engines + own.controls + own.gear + own.deadstick + own.wound + own.weather + own.skill + own.fatigue


def note_landing_modifiers(mat: Mat, table: Table) -> int:
    """Note the modifiers of the landing in the journal, and return their sum."""
    own = landing_modifiers(mat, table.charts, bool(mat.sortie.deadstick))
    total = modify(mat, table, Chart.B7, Modifier.ENGINE, own.engines)
    total += modify(mat, table, Chart.B7, Modifier.CONTROLS, own.controls)
    total += modify(mat, table, Chart.B7, Modifier.LANDING_GEAR, own.gear)
    total += modify(mat, table, Chart.B7, Modifier.DEADSTICK, own.deadstick)
    total += modify(mat, table, Chart.B7, Modifier.WOUND, own.wound)
    total += modify(mat, table, Chart.B7, Modifier.WEATHER, own.weather)
    total += modify(mat, table, Chart.B7, Modifier.SKILL, own.skill)
    total += modify(mat, table, Chart.B7, Modifier.FATIGUE, own.fatigue)
    return total


def rough_landing(mat: Mat, table: Table) -> None:
    """A rough landing: a light wound for everybody aboard (7.4.6; ruling IQ141)."""
    if has_gunner(mat, table):
        wound_gunner(mat, table, Health.LIGHT_WOUND)
    wound_pilot(mat, table, Health.LIGHT_WOUND, Cause.LANDING)


def crash_landing(mat: Mat, table: Table) -> None:
    """A crash landing: a wound by severity for everybody aboard, and the aircraft is lost.

    (7.4.6; ruling IQ141)
    """
    lose_aircraft(mat, table)
    wound_pilot(mat, table, severity(mat, table, Side.PLAYER), Cause.LANDING)
    if has_gunner(mat, table) and mat.work.fate != Fate.KILLED:
        wound_gunner(mat, table, severity(mat, table, Side.PLAYER))


def land(mat: Mat, table: Table) -> None:
    """The landing roll with its modifiers (6.1.4, 7.4.4, 7.4.6; ruling IQ206)."""
    mat.work.fate = Fate.FLIES
    total = roll(mat, table, Chart.B7, 0, note_landing_modifiers(mat, table))
    result = says(table, int(table.charts.b7[clamp(total, LOWEST_SUM, B7_HIGH)]))
    mat.sortie.landing = result
    note(mat, table, Entry.LANDED, result, 0)
    if result == Touchdown.ROUGH:
        rough_landing(mat, table)
    elif result == Touchdown.CRASH:
        crash_landing(mat, table)
    elif result == Touchdown.KILLED:
        lose_aircraft(mat, table)
        kill_crew(mat, table, Cause.LANDING)
    go(mat, Phase.DEATH if mat.work.fate == Fate.KILLED else Phase.DEBRIEF)
