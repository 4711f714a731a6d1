"""The fight of escorts and interceptors (9.1.6 to 9.1.10, 9.5)."""

from typing import NamedTuple

from stuka_env.engine.frame import ask, go, modify, note, roll, says
from stuka_env.games.wing.codes import Act, Chart, Decision, Entry, Modifier, Phase, Shot
from stuka_env.games.wing.rules.campaign import line_of, raised
from stuka_env.games.wing.rules.dice import SMALL
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask, Table


class Pairing(NamedTuple):
    """The row of a round, aces leftmost: sets from left to right, and who is not engaged."""

    sets: int
    aces: int  # sets whose interceptor is an ace; they are leftmost
    interceptor_wings: int  # sets whose interceptor has a wingman
    escort_wings: int  # sets whose escort has a wingman
    idle_escorts: int


def pair(mat: Mat) -> Pairing:
    """Engage escorts and interceptors from left to right; the extra ones become wingmen or idle (X16)."""
    enemy = mat.enemy
    escorts, interceptors, aces = enemy.fighting + 0, enemy.left + 0, enemy.aces_left + 0  # wider than a byte
    if escorts <= interceptors:
        return Pairing(escorts, min(aces, escorts), min(interceptors - escorts, escorts), 0, 0)
    extra = min(escorts - interceptors, interceptors)
    return Pairing(interceptors, aces, 0, extra, escorts - interceptors - extra)


def leads_with_ace(mat: Mat, place: int) -> bool:
    """Whether the escort of a set is the ace, who stands leftmost (X87)."""
    return bool(place == 0 and mat.enemy.ace_fights)


def shot_of(table: Table, total: int) -> int:
    """Return the result of fire at a fighter (X38)."""
    charts = table.charts
    return says(table, int(total >= charts.fighter_damaged) + int(total >= charts.fighter_destroyed))


def escort_fires(mat: Mat, table: Table, place: int, is_ace: bool, has_wingman: bool) -> int:
    """Fire an escort: 2d6 + air combat, ace and wingman (X87)."""
    charts = table.charts
    modifier = modify(mat, table, Chart.ESCORT_FIRE, Modifier.FIGHTER, int(charts.escorts[mat.escorts.type].air_combat))
    modifier += modify(mat, table, Chart.ESCORT_FIRE, Modifier.ACE, int(is_ace) * charts.ace_air_combat)
    modifier += modify(mat, table, Chart.ESCORT_FIRE, Modifier.WINGMAN, int(has_wingman) * charts.wingman_bonus)
    shot = shot_of(table, roll(mat, table, Chart.ESCORT_FIRE, int(mat.enemy.round_number) * SMALL + place, modifier))
    if shot:
        note(mat, table, Entry.INTERCEPTOR_DOWN, shot, 0)
        line = line_of(mat, table)
        line.kills = raised(line.kills, shot == Shot.DESTROYED)
    return shot


def interceptor_fires(mat: Mat, table: Table, place: int, is_ace: bool, has_wingman: bool) -> int:
    """Fire an interceptor at an escort: 2d6 + air combat, ace and wingman (X18)."""
    charts, escorts, chart = table.charts, mat.escorts, Chart.INTERCEPTOR_FIRE
    modifier = modify(mat, table, chart, Modifier.FIGHTER, int(charts.enemies[mat.enemy.model].air_combat))
    modifier += modify(mat, table, chart, Modifier.ACE, int(is_ace) * charts.ace_air_combat)
    modifier += modify(mat, table, chart, Modifier.WINGMAN, int(has_wingman) * charts.wingman_bonus)
    shot = shot_of(table, roll(mat, table, chart, int(mat.enemy.round_number) * SMALL + place, modifier))
    if shot:
        is_own_ace = leads_with_ace(mat, place)
        note(mat, table, Entry.ESCORT_HIT, shot, int(is_own_ace))
        if is_own_ace:
            escorts.ace = 0
            mat.enemy.ace_fights = 0
        escorts.ready -= 1
        escorts.damaged += shot == Shot.DAMAGED
        line = line_of(mat, table)
        line.escorts_lost = raised(line.escorts_lost, shot == Shot.DESTROYED)
    return shot


def fight_set(mat: Mat, table: Table, place: int, pairing: Pairing) -> tuple[int, int]:
    """Fight a set: the higher performance fires first, a destroyed defender does not fire.

    Return the shots at the interceptor and at the escort.
    """
    charts, is_ace, own_ace = table.charts, place < pairing.aces, leads_with_ace(mat, place)
    own = int(charts.escorts[mat.escorts.type].performance) + int(own_ace) * charts.ace_performance
    other = int(charts.enemies[mat.enemy.model].performance) + int(is_ace) * charts.ace_performance
    at_interceptor, at_escort = 0, 0
    if own >= other:
        at_interceptor = escort_fires(mat, table, place, own_ace, place < pairing.escort_wings)
    if own == other or at_interceptor != Shot.DESTROYED:
        at_escort = interceptor_fires(mat, table, place, is_ace, place < pairing.interceptor_wings)
    if own < other and at_escort != Shot.DESTROYED:
        at_interceptor = escort_fires(mat, table, place, own_ace, place < pairing.escort_wings)
    return at_interceptor, at_escort


def fight_round(mat: Mat, table: Table) -> None:
    """Fight a round set by set, and count who is left, who must go on and who is free to choose (X17)."""
    enemy, pairing = mat.enemy, pair(mat)
    stay, free, down, aces_down, ace_free = pairing.escort_wings, pairing.idle_escorts, 0, 0, False
    for place in range(pairing.sets):
        at_interceptor, at_escort = fight_set(mat, table, place, pairing)
        if at_interceptor:
            down += 1
            aces_down += place < pairing.aces
        if not at_escort:
            stay += at_interceptor == Shot.NOTHING
            free += at_interceptor != Shot.NOTHING
            ace_free |= leads_with_ace(mat, place) and at_interceptor != Shot.NOTHING
    enemy.left -= down
    enemy.aces_left -= aces_down
    enemy.stay = stay
    enemy.free = free
    enemy.ace_free = ace_free


def fight_first(mat: Mat, table: Table) -> None:
    """Fight the first round; then free escorts go on or withdraw, if anybody is left on both sides."""
    enemy = mat.enemy
    enemy.round_number = 1
    fight_round(mat, table)
    go(mat, Phase.BOMBERS)
    if enemy.left and enemy.free:
        ask(mat, Decision.PRESS)
    elif enemy.left:
        press(mat, table, 0)


def allow_press(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow none to all of the free escorts to go on."""
    for more in range(int(mat.enemy.free) + 1):
        mask[Act.PRESS + more] = 1


def decide_press(mat: Mat, table: Table, action: int) -> None:
    """Let free escorts go on; those who withdraw do nothing more in this combat (X61)."""
    press(mat, table, action - Act.PRESS)


def press(mat: Mat, table: Table, more: int) -> None:
    """Go on with the escorts that must, and with some of the free ones.

    If the ace is free and not all go on, ask whether he is one of them (X87).
    """
    enemy = mat.enemy
    enemy.fighting = enemy.stay + more
    if enemy.ace_free:
        enemy.ace_fights = more == enemy.free
    if enemy.fighting:
        go(mat, Phase.SECOND_FIGHT)
        if enemy.ace_free and 0 < more < enemy.free:
            ask(mat, Decision.ACE)


def fight_second(mat: Mat, table: Table) -> None:
    """Fight the second and last round with those who go on."""
    mat.enemy.round_number = 2
    fight_round(mat, table)
    go(mat, Phase.BOMBERS)
