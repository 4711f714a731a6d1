"""Attacks of interceptors on the bombers (9.2, 9.3, 9.5)."""

from stuka_env.engine.frame import ask, go, modify, note, roll, says
from stuka_env.games.wing.codes import (
    MOST_INTERCEPTORS,
    PLACES,
    Act,
    Cause,
    Chart,
    Decision,
    Element,
    Entry,
    Gone,
    Hit,
    Modifier,
    Phase,
    Shot,
)
from stuka_env.games.wing.rules.campaign import NO_ATTACK, clear_enemy, line_of, raised
from stuka_env.games.wing.rules.damage import damage
from stuka_env.games.wing.rules.dice import subject_of
from stuka_env.games.wing.rules.fight import shot_of
from stuka_env.games.wing.rules.formation import (
    clear_cause,
    model_of,
    modify_by_crew,
    random_bomber,
    ratings_of,
    seat_at,
)
from stuka_env.games.wing.rules.mat import ROUNDS, Mat
from stuka_env.games.wing.rules.table import Mask, Table

OUT_OF_IT, TO_ATTACK, ATTACKED = range(3)
"""States of an interceptor in a round."""


def begin_attacks(mat: Mat, table: Table) -> None:
    """Line up the interceptors that are left, aces leftmost, for two rounds of attacks."""
    for index in range(MOST_INTERCEPTORS):
        mat.work.interceptors[index] = ATTACKED if index < mat.enemy.left else OUT_OF_IT
    mat.work.aces = mat.enemy.aces_left
    mat.enemy.ace_fights = 0
    mat.enemy.ace_free = 0
    mat.enemy.round_number = 0
    begin_round(mat, table)


def begin_round(mat: Mat, table: Table) -> None:
    """Begin a round with all undamaged interceptors and all covers free; after two it is over."""
    enemy = mat.enemy
    if enemy.left == 0 or enemy.round_number == ROUNDS:
        clear_enemy(mat)
        mat.work.reserve = 0
        mat.work.aces = 0
        go(mat, Phase.MOVE)
        return
    enemy.round_number += 1
    enemy.wave = 0
    enemy.covers = mat.work.reserve
    for index in range(MOST_INTERCEPTORS):
        if mat.work.interceptors[index] == ATTACKED:
            mat.work.interceptors[index] = TO_ATTACK
    go(mat, Phase.WAVE)


def attack_count(mat: Mat) -> int:
    """Return the attacks of the wave."""
    count = 0
    while count < MOST_INTERCEPTORS and mat.attacks[count].seat >= 0:
        count += 1
    return count


def element_of(mat: Mat, attack: int) -> int:
    """Return the element on which an attack is made."""
    return int(mat.seats[mat.attacks[attack].seat].element)


def begin_wave(mat: Mat, table: Table) -> None:
    """Let each waiting interceptor take a random bomber; a fifth one on an element waits (X19)."""
    enemy, work, count = mat.enemy, mat.work, 0
    enemy.wave += 1
    enemy.covers = min(enemy.covers, work.reserve)
    for index in range(MOST_INTERCEPTORS):
        mat.attacks[index] = NO_ATTACK[0]
    clear_cause(mat, Cause.FIGHTERS, 0)
    for index in range(MOST_INTERCEPTORS):
        if work.interceptors[index] != TO_ATTACK:
            continue
        work.attacker = index
        seat = random_bomber(mat, table, Cause.FIGHTERS)
        on_element = 0
        for attack in range(count):
            on_element += element_of(mat, attack) == mat.seats[seat].element
        if on_element < table.charts.wave_size:
            mat.attacks[count].seat = seat
            mat.attacks[count].ace = index < work.aces
            work.attackers[count] = index
            work.interceptors[index] = ATTACKED
            note(mat, table, Entry.ATTACK, int(mat.seats[seat].bomber), index)
            count += 1
    work.index = 0
    if count:
        go(mat, Phase.COVER)
    else:
        begin_round(mat, table)


def can_cover(mat: Mat, table: Table, attack: int) -> bool:
    """Whether an attack can be covered: one cover each, so many an element; of equal ones only the first."""
    own, covers = mat.attacks[attack], 0
    if own.covered:
        return False
    for other in range(attack_count(mat)):
        row = mat.attacks[other]
        if other < attack and not row.covered and row.seat == own.seat and row.ace == own.ace:
            return False
        covers += row.covered and element_of(mat, other) == element_of(mat, attack)
    return bool(covers < table.charts.most_covers)


def offer_cover(mat: Mat, table: Table) -> None:
    """Ask which attack is covered, while covers are left and an attack can be covered (X48)."""
    go(mat, Phase.STRIKE)
    if mat.enemy.covers:
        for attack in range(attack_count(mat)):
            if can_cover(mat, table, attack):
                ask(mat, Decision.COVER)
                return


def has_second_wave(mat: Mat) -> bool:
    """Whether an interceptor waits for the next wave of the round, for which covers can be saved."""
    for index in range(MOST_INTERCEPTORS):
        if mat.work.interceptors[index] == TO_ATTACK:
            return True
    return False


def allow_cover(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the attacks that can be covered, and to cover no more if a further wave follows."""
    for attack in range(attack_count(mat)):
        mask[Act.COVER + attack] = can_cover(mat, table, attack)
    mask[Act.DONE.value] = has_second_wave(mat)


def decide_cover(mat: Mat, table: Table, action: int) -> None:
    """Cover an attack, and ask again."""
    if action != Act.DONE:
        attack = mat.attacks[action - Act.COVER]
        attack.covered = 1
        mat.enemy.covers -= 1
        note(mat, table, Entry.COVERED, int(mat.seats[attack.seat].bomber), 0)
        go(mat, Phase.COVER)


def attacks_on(mat: Mat, seat: int) -> int:
    """Return the attacks of the wave on a bomber, also those that have been made (X58)."""
    count = 0
    for attack in range(attack_count(mat)):
        count += mat.attacks[attack].seat == seat
    return count


def free_neighbours(mat: Mat, seat: int) -> int:
    """Return the other bombers of an element that are there, undamaged and not chosen in this wave (X37)."""
    count = 0
    for place in range(PLACES):
        other = seat_at(mat, int(mat.seats[seat].element), place)
        if other >= 0 and other != seat and not mat.seats[other].damaged:
            count += attacks_on(mat, other) == 0
    return count


def by_element(element: int, lead: int, tail: int) -> int:
    """Return the modifier of an element: Lead is the first, Tail only the fourth (X07)."""
    return tail if element == Element.TAIL else lead if element == Element.LEAD else 0


def bomber_fires(mat: Mat, table: Table, seat: int) -> int:
    """Fire a bomber at its attacker: 2d6 with its modifiers on the fighter table (X58)."""
    charts, own, chart = table.charts, mat.seats[seat], Chart.BOMBER_FIRE
    model = model_of(mat, int(own.bomber))
    side = by_element(int(own.element), int(charts.lead_fires), int(charts.tail_fires))
    several = int(attacks_on(mat, seat) > 1) * charts.several
    modifier = (
        modify(mat, table, chart, Modifier.BOMBER, int(charts.bombers[model].air_combat))
        + modify_by_crew(mat, table, (chart, Modifier.CREW), seat, ratings_of(mat, charts, seat).air_combat)
        + modify(mat, table, chart, Modifier.NEIGHBOURS, free_neighbours(mat, seat) * charts.neighbour)
        + modify(mat, table, chart, Modifier.ELEMENT, side)
        + modify(mat, table, chart, Modifier.SEVERAL, several)
        + modify(mat, table, chart, Modifier.LOOSE, int(mat.mission.loose) * charts.loose_fires)
    )
    return shot_of(table, roll(mat, table, chart, subject_of(mat, 0), modifier))


def interceptor_attacks(mat: Mat, table: Table, attack: int) -> int:
    """Fire an interceptor at its bomber: 2d6 with its modifiers on the bomber table."""
    charts, row, chart, hit = table.charts, mat.attacks[attack], Chart.ATTACK_FIRE, 0
    side = by_element(element_of(mat, attack), int(charts.lead_attacked), int(charts.tail_attacked))
    modifier = (
        modify(mat, table, chart, Modifier.FIGHTER, int(charts.enemies[mat.enemy.model].attack))
        + modify(mat, table, chart, Modifier.ACE, int(row.ace) * charts.ace_attack)
        + modify(mat, table, chart, Modifier.ELEMENT, side)
        + modify(mat, table, chart, Modifier.COVER, int(row.covered) * charts.cover)
    )
    total = roll(mat, table, chart, subject_of(mat, 0), modifier)
    for step in range(Hit.LIGHT, Hit.DESTROYED + 1):
        hit += total >= charts.attack_lowest[step]
    return says(table, hit)


def strike(mat: Mat, table: Table) -> None:
    """Make the next attack of the wave: the bomber fires first, then the interceptor (X21, X42)."""
    work, attack = mat.work, int(mat.work.index)
    if attack >= attack_count(mat):
        begin_wave(mat, table)
        return
    work.index = attack + 1
    row = mat.attacks[attack]
    row.done = 1
    if mat.seats[row.seat].gone != Gone.NO:
        return
    clear_cause(mat, Cause.FIGHTERS, 0)
    work.attacker = work.attackers[attack]
    seat = int(row.seat)
    work.seat = seat
    shot = bomber_fires(mat, table, seat)
    if shot:
        remove_attacker(mat, table, attack, shot)
    else:
        work.after_damage = Phase.STRIKE
        damage(mat, table, seat, interceptor_attacks(mat, table, attack))


def remove_attacker(mat: Mat, table: Table, attack: int, shot: int) -> None:
    """Remove an interceptor that defensive fire has hit."""
    mat.work.interceptors[mat.work.attackers[attack]] = OUT_OF_IT
    mat.enemy.left -= 1
    mat.enemy.aces_left -= mat.attacks[attack].ace
    line = line_of(mat, table)
    line.kills = raised(line.kills, shot == Shot.DESTROYED)
    note(mat, table, Entry.INTERCEPTOR_DOWN, shot, 0)
