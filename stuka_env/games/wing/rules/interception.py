"""Enemy fighters (9.1.1 to 9.1.5): interceptors, counters against them, and the escorts that fight."""

from stuka_env.engine.frame import ask, go, modify, note, roll, says, says_third
from stuka_env.games.wing.codes import Act, Chart, Counter, Decision, Entry, Modifier, Phase, War
from stuka_env.games.wing.rules.campaign import clear_enemy, line_of, raised, year_of
from stuka_env.games.wing.rules.hand import holds, play_counter
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.rendezvous import bring
from stuka_env.games.wing.rules.table import Mask, Table

FRIENDS = 4
"""Escorts that little friends bring, and undamaged escorts with which they cannot be played."""
WITH_FRIENDS = 1
"""Subject of the type of these escorts (ruling X52)."""


def meet_interceptors(mat: Mat, table: Table) -> None:
    """Roll type and number of the interceptors and their aces, and offer counters (X73)."""
    charts, enemy = table.charts, mat.enemy
    clear_enemy(mat)
    line = line_of(mat, table)
    line.interceptions = raised(line.interceptions, 1)
    enemy.model = says(table, int(charts.enemy_type[year_of(mat, table.charts)][roll(mat, table, Chart.TYPE, 0, 0)]))
    surge = int(charts.surge_interceptors) if mat.track.war == War.SURGE else 0
    more = modify(mat, table, Chart.NUMBER, Modifier.LOOSE, int(mat.mission.loose) * int(charts.loose_bonus))
    more += modify(mat, table, Chart.NUMBER, Modifier.WAR, surge)
    enemy.number = says(table, max(1, min(roll(mat, table, Chart.NUMBER, 0, more), int(charts.most_enemies))))
    fewer = charts.war_aces if mat.track.war == War.ACES else 0
    aces = charts.aces[enemy.number][roll(mat, table, Chart.ACES, 0, 0)] + fewer
    enemy.aces = says(table, max(0, min(int(aces), int(enemy.number))))
    enemy.left = enemy.number
    enemy.aces_left = enemy.aces
    note(mat, table, Entry.INTERCEPTORS, int(enemy.number), int(enemy.model))
    says_third(table, int(enemy.aces))
    go(mat, Phase.FORCED)
    if holds(mat, Counter.CHANGE_OF_COURSE) or can_call_friends(mat):
        ask(mat, Decision.INTERCEPTED)


def can_call_friends(mat: Mat) -> bool:
    """Whether little friends may be played: with fewer than four undamaged escorts."""
    return bool(holds(mat, Counter.LITTLE_FRIENDS) and mat.escorts.ready < FRIENDS)


def allow_intercepted(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow to fight, or to play one of the counters that may be played."""
    mask[Act.CONTINUE.value] = 1
    mask[Act.CHANGE_COURSE.value] = holds(mat, Counter.CHANGE_OF_COURSE)
    mask[Act.LITTLE_FRIENDS.value] = can_call_friends(mat)


def decide_intercepted(mat: Mat, table: Table, action: int) -> None:
    """Play change of course or little friends."""
    if action == Act.CHANGE_COURSE:
        play_counter(mat, table, Counter.CHANGE_OF_COURSE)
        clear_enemy(mat)
        go(mat, Phase.MOVE)
    elif action == Act.LITTLE_FRIENDS:
        play_counter(mat, table, Counter.LITTLE_FRIENDS)
        bring(mat, table, FRIENDS, WITH_FRIENDS)


def force_escorts(mat: Mat, table: Table) -> None:
    """Roll how many undamaged escorts must fight, and ask how many more do."""
    ready, enemy = int(mat.escorts.ready), mat.enemy
    mat.work.reserve = 0
    go(mat, Phase.BOMBERS)
    if ready:
        must = table.charts.must[roll(mat, table, Chart.FORCED, 0, 0)][ready - 1]
        enemy.must_fight = says(table, min(int(must), ready))
        if enemy.must_fight < ready:
            ask(mat, Decision.JOIN)
        else:
            send_to_fight(mat, table, 0)


def allow_join(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow none to all of the escorts that need not fight."""
    for more in range(int(mat.escorts.ready) - int(mat.enemy.must_fight) + 1):
        mask[Act.JOIN + more] = 1


def decide_join(mat: Mat, table: Table, action: int) -> None:
    """Send more escorts into the fight."""
    send_to_fight(mat, table, action - Act.JOIN)


def send_to_fight(mat: Mat, table: Table, more: int) -> None:
    """Send the forced escorts and some more into the fight; the others may cover.

    If there is an ace and not all fight, ask whether he is one of them (X87).
    """
    enemy = mat.enemy
    enemy.fighting = enemy.must_fight + more
    mat.work.reserve = mat.escorts.ready - enemy.fighting
    note(mat, table, Entry.ESCORTS_FIGHT, int(enemy.must_fight), more)
    if enemy.fighting:
        go(mat, Phase.FIGHT)
        enemy.ace_fights = int(mat.escorts.ace and mat.work.reserve == 0)
        if mat.escorts.ace and mat.work.reserve:
            ask(mat, Decision.ACE)


def decide_ace(mat: Mat, table: Table, action: int) -> None:
    """Make the ace one of those who fight, or go on, or not."""
    mat.enemy.ace_fights = action == Act.SEND_ACE
    note(mat, table, Entry.ACE, int(mat.enemy.ace_fights), 0)
