"""Flak attacks (5.7, 8.0)."""

from typing import NamedTuple

from stuka_env.engine.frame import ask, go, modify, note, roll, says, succeeds
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import Act, Cause, Chart, Counter, Decision, Entry, Hit, Leg, Modifier, Phase, War
from stuka_env.games.wing.rules.campaign import year_of
from stuka_env.games.wing.rules.damage import damage
from stuka_env.games.wing.rules.dice import HIGHEST_FACE
from stuka_env.games.wing.rules.formation import clear_cause, first_in, random_in
from stuka_env.games.wing.rules.hand import holds, play_counter
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table


def look_for_site(mat: Mat, table: Table) -> None:
    """Roll for a flak attack in a box with a site, the target box included."""
    level, charts = int(table.charts.boxes[mat.mission.box].flak), table.charts
    go(mat, Phase.EVENT)
    if level and succeeds(table, roll(mat, table, Chart.FLAK, 0, 0) <= charts.site_attack):
        begin_flak(mat, table, level, Phase.EVENT)


def begin_flak(mat: Mat, table: Table, level: int, after: int) -> None:
    """Begin a flak attack that has come about; if it can hit, silent guns may be played before it (X71)."""
    mat.enemy.flak_level = level
    mat.work.after_flak = after
    note(mat, table, Entry.FLAK, level, 0)
    go(mat, Phase.FLAK)
    if holds(mat, Counter.SILENT_GUNS) and can_hit(mat, table.charts):
        ask(mat, Decision.FLAK)


def decide_flak(mat: Mat, table: Table, action: int) -> None:
    """Cancel the attack with silent guns."""
    if action == Act.PLAY:
        play_counter(mat, table, Counter.SILENT_GUNS)
        end_flak(mat)


def end_flak(mat: Mat) -> None:
    """End a flak attack."""
    mat.enemy.flak_level = 0
    go(mat, int(mat.work.after_flak))


class FlakModifiers(NamedTuple):
    """The modifiers of a flak attack that stay as they are during it (X72)."""

    year: int
    level: int
    war: int
    low: int


def flak_modifiers(mat: Mat, charts: Charts) -> FlakModifiers:
    """Return the modifiers of a flak attack without that of a loose formation; a low run adds to its own flak only."""
    return FlakModifiers(
        0 + int(charts.flak_year[year_of(mat, charts)]),  # sums, as the types of fields are narrower than int
        0 + int(charts.flak_level[mat.enemy.flak_level]),
        int(charts.war_flak) if mat.track.war == War.FLAK else 0,
        int(mat.mission.low) * charts.low_flak if mat.mission.leg == Leg.TARGET else 0,
    )


def flak_bonus(mat: Mat, charts: Charts) -> int:
    """Return the modifiers of a flak attack, without that of a low run (X72)."""
    own = flak_modifiers(mat, charts)
    return own.year + own.level + own.war + int(mat.mission.loose) * charts.flak_loose


def whole_bonus(mat: Mat, charts: Charts) -> int:
    """Return all modifiers of a flak attack; a low run adds to its own flak only (X72)."""
    return flak_bonus(mat, charts) + flak_modifiers(mat, charts).low


def can_hit(mat: Mat, charts: Charts) -> bool:
    """Whether a die can fall with which a flak attack does damage."""
    return bool(HIGHEST_FACE + whole_bonus(mat, charts) >= charts.flak_lowest[Hit.LIGHT.value])


def aim_flak(mat: Mat, table: Table) -> None:
    """Add up the modifiers of the attack before its first die (X57)."""
    mat.work.flak_bonus = whole_bonus(mat, table.charts)
    mat.work.index = 0
    go(mat, Phase.FLAK_FIRE)


def modify_flak(mat: Mat, table: Table) -> int:
    """Note the modifiers of the attack for the next bomber, and return their sum as it was before the first die."""
    own, chart, bonus = flak_modifiers(mat, table.charts), Chart.FLAK_HIT, int(mat.work.flak_bonus)
    modify(mat, table, chart, Modifier.YEAR, own.year)
    modify(mat, table, chart, Modifier.SITE, own.level)
    modify(mat, table, chart, Modifier.WAR, own.war)
    modify(mat, table, chart, Modifier.LOW, own.low)
    modify(mat, table, chart, Modifier.LOOSE, bonus - own.year - own.level - own.war - own.low)
    return bonus


def fire_flak(mat: Mat, table: Table) -> None:
    """Fire at a random bomber of the next element; an element without bombers is passed over (X63)."""
    element = int(mat.work.index)
    if element >= mat.mission.elements:
        end_flak(mat)
        return
    mat.work.index = element + 1
    if first_in(mat, element) < 0:
        return
    clear_cause(mat, Cause.RUN if mat.mission.leg == Leg.TARGET else Cause.SITE, element)
    seat = random_in(mat, table, element)
    total, hit = roll(mat, table, Chart.FLAK_HIT, element, modify_flak(mat, table)), Hit.NOTHING + 0
    for step in range(Hit.LIGHT, Hit.DESTROYED + 1):
        hit += total >= table.charts.flak_lowest[step]
    mat.work.after_damage = Phase.FLAK_FIRE
    damage(mat, table, seat, says(table, hit))
