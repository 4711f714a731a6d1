"""Fire at bombers and their answer: shots, bursts, rockets, the wingman's attack (7.1.6 to 7.1.15, 7.2.3.1)."""

from stuka_env.engine.frame import ask, go, modify, note, roll, roll_one, says, says_second, says_third
from stuka_env.games.interceptor.charts.shape import HIGHEST_SUM, LOWEST_SUM, Charts
from stuka_env.games.interceptor.codes import (
    DESTROYED,
    GROUP_DAMAGE,
    NO_SHOT,
    NOBODY,
    UNLIMITED,
    WEAPONS,
    Aim,
    Chart,
    Decision,
    Entry,
    Fate,
    Jam,
    Modifier,
    Person,
    Phase,
    Presence,
    Range,
    Rockets,
    Shooter,
    Side,
    Skill,
    WingmanFate,
)
from stuka_env.games.interceptor.rules.aircraft import (
    count_guns,
    firepower,
    firing_bits,
    gun_fires,
    gun_of,
    has_gunner,
    is_bf_109,
    model_row,
    set_speed,
    spend,
)
from stuka_env.games.interceptor.rules.damage import bomber_row, damage_bomber, damage_fighter
from stuka_env.games.interceptor.rules.deck import card_of, clear_hand, fire_of, flip
from stuka_env.games.interceptor.rules.experience import gunner_can, pilot_can, pilot_is_expert, wingman_can
from stuka_env.games.interceptor.rules.homeward import settle_then
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, Mat
from stuka_env.games.interceptor.rules.rolls import clamp, raised
from stuka_env.games.interceptor.rules.table import Table, note_shot
from stuka_env.games.interceptor.rules.victory import credit_bomber

ODD = 1
ONE_POINT = 1
OWN_CARD, WING_CARD = 1, 2
"""Values of ``work.redraw``: the card that may be redrawn."""
ATTACKED = 2
"""Value of ``bomber.wingman_ordered``: he has attacked in this pass."""


# --- jams (7.1.6) ---


def can_maintain(mat: Mat, table: Table) -> bool:
    """Whether Weapons maintenance will ignore the next jam: the first of a sortie (7.7; ruling IQ053)."""
    skilled = has_gunner(mat, table) and gunner_can(mat, Skill.MAINTENANCE)
    return bool(skilled and not mat.sortie.maintenance_used)


def maintenance_saves(mat: Mat, table: Table) -> bool:
    """Whether Weapons maintenance ignores a jam, automatically (7.7; ruling IQ053)."""
    if not can_maintain(mat, table):
        return False
    mat.sortie.maintenance_used = 1
    note(mat, table, Entry.SKILL_USED, Person.GUNNER, Skill.MAINTENANCE)
    return True


def jam_gun(mat: Mat, table: Table, place: int) -> None:
    """A weapon jams until landing; an MG FF never does (7.1.6; rulings IQ049, IQ051)."""
    if not model_row(mat, table.charts).weapons[place].never_jams:
        mat.aircraft.guns[place].jammed = 1
        note(mat, table, Entry.JAMMED, place, int(mat.aircraft.model))


def jam_one(mat: Mat, table: Table, fired: int) -> None:
    """One of the firing weapons (bits) jams at random (7.1.6; IQ052, IQ053, IQ207)."""
    count = count_guns(fired)
    if count == 0 or maintenance_saves(mat, table):
        return
    number = roll_one(mat, table, Chart.JAM, 0, count, 0) if count > 1 else 1
    place = gun_of(fired, number)
    if place != NOBODY:
        jam_gun(mat, table, place)


def jam_all(mat: Mat, table: Table, fired: int) -> None:
    """Every forward weapon of some bits jams (7.1.13; rulings IQ051, IQ053)."""
    for place in range(WEAPONS):
        if (fired >> place) & 1:
            jam_gun(mat, table, place)


def jam_by_burst(mat: Mat, table: Table, jam: int, fired: int) -> None:
    """A jam of C3 strikes weapons that fired (7.1.13; rulings IQ053, IQ054)."""
    if jam == Jam.ONE:
        jam_one(mat, table, fired)
    elif jam == Jam.ALL and fired and not maintenance_saves(mat, table):
        jam_all(mat, table, fired)


# --- the own card (7.1.6, 7.7) ---


def flip_own(mat: Mat, table: Table, redraw: int) -> None:
    """Flip the player's card; an Expert may redraw it at once (7.1.6, 7.7; ruling IQ047)."""
    mat.deck.own = flip(mat, table, Shooter.PILOT)
    if redraw:
        mat.work.redraw = OWN_CARD
        ask(mat, Decision.REDRAW)


def open_burst(mat: Mat, table: Table) -> None:
    """A round begins with C3 for an extended burst, then the player's card.

    (7.1.13; ruling IQ054)
    """
    clear_hand(mat)
    mat.work.fate = Fate.FLIES
    mat.work.killer = 0
    mat.work.extra = 0
    mat.work.jam = Jam.NONE
    go(mat, Phase.BURST_SHOT)
    if mat.work.extended:
        total = roll(mat, table, Chart.C3, 0, 0)
        mat.work.extra = table.charts.c3[total]
        mat.work.jam = table.charts.c3_jam[total]
        says(table, int(mat.work.extra))
        says_second(table, int(mat.work.jam))
        if mat.work.extra == NO_SHOT and maintenance_saves(mat, table):
            mat.work.extra = 0
            mat.work.jam = Jam.NONE
    if mat.work.extra != NO_SHOT and mat.work.extra != DESTROYED:
        flip_own(mat, table, int(pilot_is_expert(mat, table)))


# --- the shot (7.1.6, 7.1.13, 7.1.15) ---


def spend_ammunition(mat: Mat, table: Table, points: int) -> None:
    """Each weapon that fires spends points, also for a shot that destroys.

    (7.1.15, 7.1.13)
    """
    for place in range(WEAPONS):
        gun = mat.aircraft.guns[place]
        if gun_fires(mat, table.charts, place) and gun.ammunition != UNLIMITED:
            spend(gun, points)
            note(mat, table, Entry.AMMUNITION, place, int(mat.aircraft.model))
            says_third(table, int(gun.ammunition))


def is_precise(mat: Mat, number: int) -> bool:
    """Whether Precision saves the ammunition: an odd card, and no extended burst (7.7; ruling IQ059)."""
    return bool(pilot_can(mat, Skill.PRECISION) and number % 2 == ODD)


def spend_by_shot(mat: Mat, table: Table, number: int) -> None:
    """A shot spends a point of each weapon, unless Precision saves it (7.1.15, 7.7; ruling IQ059)."""
    if is_precise(mat, number):
        note(mat, table, Entry.SKILL_USED, Person.PILOT, Skill.PRECISION)
    else:
        spend_ammunition(mat, table, ONE_POINT)


def bonus_hits(mat: Mat, table: Table) -> int:
    """Return the hits that Gunnery adds to a shot of the pilot that hits (7.7; ruling IQ041)."""
    return int(table.charts.gunnery_hits) if pilot_can(mat, Skill.GUNNERY) else 0


def hits_on_bomber(mat: Mat, table: Table, result: int, extra: int) -> tuple[int, int]:
    """Return the hits of a card's result at this range: aimed ones by Aim, and all others beside group damage.

    (7.1.6, 7.1.7, 7.1.13, 7.7; rulings IQ041-IQ045)
    """
    package = result == GROUP_DAMAGE
    hits = 0 if package else max(0, result + int(table.charts.range_fire[mat.bomber.range]))
    if hits == 0 and not package:
        return 0, 0
    aimed = int(table.charts.aim_hits) if pilot_can(mat, Skill.AIM) else 0
    return aimed, hits + bonus_hits(mat, table) + max(0, extra)


def strike_bomber(mat: Mat, table: Table, result: int, strength: int) -> bool:
    """Strike the bomber with the result of a card at this range and firepower; return whether it is destroyed.

    (7.1.6, 7.1.7, 7.1.13, 7.7; rulings IQ035, IQ041-IQ045, IQ061)
    """
    if result == DESTROYED:
        note_shot(mat, table, Shooter.PILOT, DESTROYED, strength)
        return True
    package = int(result == GROUP_DAMAGE)
    aimed, hits = hits_on_bomber(mat, table, result, int(mat.work.extra))
    if hits > 0 or package or aimed:
        mat.bomber.by_pilot = 1
    note_shot(mat, table, Shooter.PILOT, package * GROUP_DAMAGE + aimed + hits, strength)
    return damage_bomber(mat, table, int(mat.work.aim), package, aimed, hits)


def destroy_bomber(mat: Mat, table: Table, person: int) -> None:
    """The bomber is destroyed by somebody of the player's side (7.4)."""
    mat.work.killer = person + 1
    credit_bomber(mat, table, person, False)


def shoot(mat: Mat, table: Table) -> None:
    """The player's fire: jam, hits, ammunition, jams of C3 (7.1.6, 7.1.13, 7.1.15).

    (rulings IQ045, IQ049, IQ050, IQ054)
    """
    go(mat, Phase.BURST_ANSWER)
    charts = table.charts
    mat.bomber.fired = int(mat.bomber.fired) + 1
    mat.sortie.rounds = raised(mat.sortie.rounds, 1, MOST_COUNTED)
    if mat.bomber.first == 0:
        mat.work.gunners = mat.bomber.gunners
    down = False
    if mat.work.extra == NO_SHOT:
        note_shot(mat, table, Shooter.PILOT, 0, 0)
        jam_all(mat, table, firing_bits(mat, table))
    elif mat.work.extra == DESTROYED:
        note_shot(mat, table, Shooter.PILOT, DESTROYED, firepower(mat, table.charts))
        spend_ammunition(mat, table, int(charts.burst_ammunition))
        down = True
    else:
        number = int(mat.deck.own)
        if card_of(table, number).jam:
            jam_one(mat, table, firing_bits(mat, table))
        fired = firing_bits(mat, table)
        strength = firepower(mat, table.charts)
        result = fire_of(table, number, strength)
        if mat.work.extended:
            spend_ammunition(mat, table, int(charts.burst_ammunition))
        else:
            spend_by_shot(mat, table, number)
        if fired:
            down = strike_bomber(mat, table, result, strength)
        else:
            note_shot(mat, table, Shooter.PILOT, 0, 0)
        jam_by_burst(mat, table, int(mat.work.jam), fired)
    if mat.bomber.first != 0:
        mat.work.gunners = mat.bomber.gunners
    if down:
        destroy_bomber(mat, table, Person.PILOT)


# --- the answer (7.1.6, 7.1.7, 7.1.8) ---


def in_formation(mat: Mat, charts: Charts) -> int:
    """Return 1 if the bomber fires as one of a box: B-17s whose formation stands (7.1.7)."""
    return int(mat.sortie.formation and bomber_row(mat, charts).formation)


def answer_modifier(mat: Mat, charts: Charts, gunners: int) -> int:
    """Return the hits that range, bomber, its gunners and the pilot's skill add to the bomber's answer.

    (7.1.7, 7.1.8, 7.7; rulings IQ062, IQ063, IQ076)
    """
    hits = int(charts.range_answer[in_formation(mat, charts)][mat.bomber.range])
    hits += int(bomber_row(mat, charts).defence) + gunners * int(charts.gunner_hit)
    if mat.bomber.range == Range.LONG and is_bf_109(mat, charts):
        hits += int(charts.bf_109_long)
    if pilot_can(mat, Skill.COMBAT_MANEUVERS):
        hits -= int(charts.maneuvers_hits)
    return hits


def defensive_hits(mat: Mat, table: Table, fire: int) -> int:
    """Return the hits of the bomber's defensive fire (7.1.6, 7.1.13)."""
    burst = int(table.charts.burst_answer) if mat.work.extended else 0
    return max(0, fire + burst + answer_modifier(mat, table.charts, int(mat.work.gunners)))


def answer(mat: Mat, table: Table) -> None:
    """The bomber answers, unless it was destroyed by fire that comes first (7.1.6, 7.1.9; IQ046).

    (rulings IQ031, IQ054, IQ055, IQ060)
    """
    first = int(mat.bomber.first)
    silent = first > 1 or (first == 1 and mat.work.killer > 0)
    if not silent:
        mat.deck.enemy = flip(mat, table, Shooter.BOMBER)
        hits = defensive_hits(mat, table, int(card_of(table, int(mat.deck.enemy)).defensive_fire))
        note_shot(mat, table, Shooter.BOMBER, hits, 0)
        damage_fighter(mat, table, Side.PLAYER, 0, hits, 0)


# --- the wingman's attack (7.2.3.1) ---


def wingman_modifier(mat: Mat, table: Table) -> int:
    """The wingman's skills lower W1 (7.7)."""
    gunnery = int(table.charts.w1_gunnery) if wingman_can(mat, Skill.GUNNERY) else 0
    aim = int(table.charts.w1_aim) if wingman_can(mat, Skill.AIM) else 0
    total = modify(mat, table, Chart.W1, Modifier.GUNNERY, gunnery)
    return total + modify(mat, table, Chart.W1, Modifier.AIM, aim)


def wingman_attacks(mat: Mat, table: Table) -> None:
    """The wingman attacks the bomber, after the player's fire and with his aim: W1 (7.2.3.1).

    (rulings IQ064-IQ067, IQ193)
    """
    mat.bomber.wingman_ordered = ATTACKED
    total = roll(mat, table, Chart.W1, 0, wingman_modifier(mat, table))
    row = clamp(total, LOWEST_SUM, HIGHEST_SUM)
    charts = table.charts
    hits = says(table, int(charts.w1[row]))
    says_second(table, int(charts.w1_fate[row]))
    if hits > 0:
        hits = max(0, hits + int(charts.range_fire[mat.bomber.range]))
    note_shot(mat, table, Shooter.WINGMAN, hits, 0)
    if hits > 0:
        mat.bomber.by_wingman = 1
        if damage_bomber(mat, table, int(mat.work.aim), 0, 0, hits):
            destroy_bomber(mat, table, Person.WINGMAN)
    hurt_wingman(mat, table, int(charts.w1_fate[row]))


def hurt_wingman(mat: Mat, table: Table, fate: int) -> None:
    """The wingman is damaged or lost (7.2.3.1, 7.2.3.2; ruling IQ170)."""
    if fate == WingmanFate.DAMAGED:
        mat.wingman.present = Presence.DAMAGED
        note(mat, table, Entry.WINGMAN, Presence.DAMAGED, 0)
    elif fate == WingmanFate.LOST:
        mat.wingman.present = Presence.ABSENT
        mat.wingman.health = 3
        mat.career.wingmen_lost = raised(mat.career.wingmen_lost, 1, MOST_COUNTED)
        note(mat, table, Entry.WINGMAN, Presence.ABSENT, 0)


# --- the round as a whole (7.1.6) ---


def finish_burst(mat: Mat, table: Table) -> None:
    """The bomber's answer, the wingman's attack, and the end of the round.

    The answer does not stop the wingman, even if it shoots the player down.
    (7.1.6; IQ046, IQ064a, IQ123)
    """
    answer(mat, table)
    if mat.bomber.wingman_ordered == 1 and mat.work.killer == 0:
        wingman_attacks(mat, table)
    mat.bomber.first = 0
    if mat.work.killer > 0:
        mat.bomber.present = 0
    if mat.work.fate != Fate.FLIES:
        settle_then(mat, Phase.FORCED)
    elif mat.work.killer > 0 or mat.bomber.range == Range.CLOSE:
        go(mat, Phase.PASS_OVER)
    else:
        mat.bomber.range = int(mat.bomber.range) - 1
        go(mat, Phase.BURST)


# --- rockets (7.1.14) ---


def drop_rockets(mat: Mat, table: Table) -> None:
    """Rockets fired or dropped: the aircraft is faster (7.1.14)."""
    mat.aircraft.rockets = Rockets.SPENT
    set_speed(mat, table)
    note(mat, table, Entry.ROCKETS, int(mat.aircraft.speed), 0)


def fire_rockets(mat: Mat, table: Table) -> bool:
    """Fire a salvo of rockets and return whether the bomber is destroyed (7.1.14; IQ032, IQ036, IQ045).

    A hit breaks the formation of the box.
    """
    hits = says(table, int(table.charts.rocket_hits[roll(mat, table, Chart.WGR, 0, 0)]))
    drop_rockets(mat, table)
    if hits == 0:
        return False
    mat.bomber.by_pilot = 1
    if table.charts.rockets_break and bomber_row(mat, table.charts).formation:
        mat.sortie.formation = 0
        note(mat, table, Entry.FORMATION, 0, 0)
    if damage_bomber(mat, table, Aim.AIRFRAME, 0, 0, hits):
        destroy_bomber(mat, table, Person.PILOT)
        return True
    return False


# --- REDRAW (7.7) ---


def note_redrawn(mat: Mat, number: int) -> None:
    """Keep a redrawn card out of a shuffle in this round (rulings IQ015, IQ047)."""
    mat.work.redrawn[0] = number
