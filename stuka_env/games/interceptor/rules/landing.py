"""Landing (7.4.4 to 7.4.6, 7.5; chart B7)."""

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.charts.shape import B7_HIGH, LOWEST_SUM
from stuka_env.games.interceptor.codes import (
    Cause,
    Chart,
    Entry,
    Fate,
    Health,
    Modifier,
    Phase,
    Side,
    Skill,
    Touchdown,
)
from stuka_env.games.interceptor.rules.aircraft import engines_damaged, engines_out, has_gunner
from stuka_env.games.interceptor.rules.asking import go
from stuka_env.games.interceptor.rules.experience import pilot_can
from stuka_env.games.interceptor.rules.injuries import kill_crew, severity, wound_gunner, wound_pilot
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.notes import note, note_modifier
from stuka_env.games.interceptor.rules.options import fatigue_on_landing
from stuka_env.games.interceptor.rules.parachutes import lose_aircraft
from stuka_env.games.interceptor.rules.rolls import (
    clamp,
    roll_sum,
    says,
)
from stuka_env.games.interceptor.rules.table import Table


@compiled
def damage_on_landing(mat: Mat, table: Table) -> int:
    """Return the modifiers of B7 by damage: engines, controls, landing gear, no engine.

    (7.4.5, IR254, IR262; rulings IQ132, IQ133)
    """
    charts = table.charts
    out = engines_out(mat, table)
    engines = (engines_damaged(mat) - out) * int(charts.landing_engine) + out * int(charts.landing_engine_out)
    total = note_modifier(mat, table, Chart.B7, Modifier.ENGINE, engines)
    controls = int(charts.landing_controls) if mat.aircraft.controls else 0
    total += note_modifier(mat, table, Chart.B7, Modifier.CONTROLS, controls)
    gear = int(charts.landing_gear) if mat.aircraft.gear else 0
    total += note_modifier(mat, table, Chart.B7, Modifier.LANDING_GEAR, gear)
    forced = int(charts.landing_forced) if mat.sortie.deadstick else 0
    return total + note_modifier(mat, table, Chart.B7, Modifier.DEADSTICK, forced)


@compiled
def landing_modifier(mat: Mat, table: Table) -> int:
    """Return the sum of the modifiers of B7.

    (7.4.4, 7.5, 7.7, 10.3, IR251, IR259, IR261, IR263, IR273, IR284; IQ131, IQ132)
    """
    charts = table.charts
    total = damage_on_landing(mat, table)
    wound = int(charts.landing_wound) if mat.pilot.health == Health.SERIOUS_WOUND else 0
    total += note_modifier(mat, table, Chart.B7, Modifier.WOUND, wound)
    total += note_modifier(mat, table, Chart.B7, Modifier.WEATHER, int(charts.landing_weather[mat.sortie.weather]))
    skill = int(charts.landing_skill) if pilot_can(mat, Skill.LANDING) else 0
    total += note_modifier(mat, table, Chart.B7, Modifier.SKILL, skill)
    return total + note_modifier(mat, table, Chart.B7, Modifier.FATIGUE, fatigue_on_landing(mat, table))


@compiled
def rough_landing(mat: Mat, table: Table) -> None:
    """A rough landing: a light wound for everybody aboard (7.4.6, IR256; ruling IQ141)."""
    if has_gunner(mat, table):
        wound_gunner(mat, table, Health.LIGHT_WOUND)
    wound_pilot(mat, table, Health.LIGHT_WOUND, Cause.LANDING)


@compiled
def crash_landing(mat: Mat, table: Table) -> None:
    """A crash landing: a wound by severity for everybody aboard, and the aircraft is lost.

    (7.4.6, IR257; ruling IQ141)
    """
    lose_aircraft(mat, table)
    wound_pilot(mat, table, severity(mat, table, Side.PLAYER), Cause.LANDING)
    if has_gunner(mat, table) and mat.work.fate != Fate.KILLED:
        wound_gunner(mat, table, severity(mat, table, Side.PLAYER))


@compiled
def land(mat: Mat, table: Table) -> None:
    """The landing roll with its modifiers (6.1.4, 7.4.4, 7.4.6, IR064, IR251, IR256-IR258; ruling IQ206)."""
    mat.work.fate = Fate.FLIES
    total = roll_sum(mat, table, Chart.B7, landing_modifier(mat, table))
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
