"""Fighter combat (7.2.1, 7.2.2; chart B12)."""

from stuka_env.engine.frame import ask, go, modify, note, roll
from stuka_env.games.interceptor.charts.shape import B12_HIGH, ManeuverRow
from stuka_env.games.interceptor.codes import (
    ALL,
    DESTROYED,
    ENEMY_WEAPONS,
    GROUP_DAMAGE,
    LEARNED,
    Act,
    Award,
    Chart,
    Decision,
    Entry,
    Fate,
    Leaving,
    Modifier,
    Person,
    Phase,
    Position,
    Rockets,
    Shooter,
    Side,
    Skill,
)
from stuka_env.games.interceptor.rules.aircraft import (
    fighter_is_agile,
    firepower,
    firing_bits,
    firing_guns,
    gunner_able,
    gunner_fires,
    has_reason_to_jump,
    is_agile,
    is_forced_home,
    must_disengage,
    series_row,
    wingman_able,
)
from stuka_env.games.interceptor.rules.bursts import bonus_hits, drop_rockets, flip_own, jam_one, spend_by_shot
from stuka_env.games.interceptor.rules.damage import (
    damage_fighter,
    enemy_row,
    set_enemy_speed,
    set_fate,
)
from stuka_env.games.interceptor.rules.deck import card_of, clear_hand, fire_of, flip, positions_gained
from stuka_env.games.interceptor.rules.disengaging import disengages, enemy_disengages, enemy_wants_to_leave
from stuka_env.games.interceptor.rules.experience import (
    gunner_can,
    pilot_can,
    pilot_is_expert,
    use_reflexes,
    wingman_is_expert,
)
from stuka_env.games.interceptor.rules.homeward import clear_enemies, settle_then
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, Mat
from stuka_env.games.interceptor.rules.options import (
    fatigue_on_initiative,
    quality_hits,
    quality_initiative,
    roll_quality,
)
from stuka_env.games.interceptor.rules.rolls import clamp, raised
from stuka_env.games.interceptor.rules.table import Mask, Table, allow, note_shot
from stuka_env.games.interceptor.rules.victory import credit_fighter
from stuka_env.games.interceptor.rules.wingman import call_wingman, may_call, support, wingman_fires

MOST_SHIFT = 9
FIRST_MANEUVER = int(LEARNED[0])


# --- the encounter (7.2.1) ---


def begin_fight(mat: Mat, table: Table, position: int, sun: bool) -> None:
    """Begin fighter combat with an enemy of the escort or the sweep.

    (7.2.1, 7.2.2)
    """
    clear_enemies(mat)
    fighter = mat.fighter
    fighter.present = 1
    fighter.type = mat.sortie.escort
    fighter.position = position
    fighter.rounds = 1
    fighter.sun = int(sun)
    mat.sortie.enemies_met = raised(mat.sortie.enemies_met, 1, MOST_COUNTED)
    mat.sortie.engaged = raised(mat.sortie.engaged, 1, MOST_COUNTED)
    roll_quality(mat, table)
    set_enemy_speed(mat, table)
    note(mat, table, Entry.POSITION, position, int(fighter.type))
    go(mat, Phase.DOGFIGHT)


def enemy_firepower(mat: Mat, table: Table) -> int:
    """Return the firepower of the enemy's weapons that are not out (7.3.1; ruling IQ106)."""
    row = enemy_row(mat, table)
    total = 0
    for place in range(ENEMY_WEAPONS):
        if not mat.fighter.guns_out[place]:
            total += int(row.firepower[place])
    return total


def enemy_is_agile(mat: Mat, table: Table) -> bool:
    """Whether the enemy is agile (7.2.2.8)."""
    return fighter_is_agile(mat.fighter, enemy_row(mat, table))


# --- DOGFIGHT (7.2.2) ---


def allow_dogfight(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the choices of a round by position.

    (7.2.2.1-7.2.2.3, 7.3; rulings IQ082, IQ108, IQ210)
    """
    position = int(mat.fighter.position)
    fires = position >= Position.HEAD_ON and firing_guns(mat, table) > 0 and not must_disengage(mat)
    facing = position <= Position.HEAD_ON
    allow(mask, Act.FIRE, fires)
    allow(mask, Act.DISENGAGE, position > Position.HEAD_ON)
    allow(mask, Act.DEFEND, facing)
    allow(mask, Act.WINGMAN, facing and may_call(mat))
    allow(mask, Act.TIGHT_TURN, facing)
    allow(mask, Act.BARREL_ROLL, facing)
    for place in range(len(LEARNED)):
        allow(mask, Act.CUBAN_EIGHT + place, facing and may_use_learned(mat, place))
    allow(mask, Act.REFLEXES, fires and may_fire_first_at_fighter(mat))
    allow(mask, Act.JETTISON, mat.fighter.rounds == 1 and mat.aircraft.rockets == Rockets.LOADED)
    allow(mask, Act.BAIL_OUT, mat.sortie.rounds > 0 and has_reason_to_jump(mat, table))


def may_use_learned(mat: Mat, place: int) -> bool:
    """Whether an advanced maneuver can be flown: learned and unused (10.6; ruling IQ111)."""
    learned = mat.pilot.skills[FIRST_MANEUVER + place]
    return bool(mat.settings.advanced_maneuvers and learned and not mat.sortie.learned_used[place])


def may_fire_first_at_fighter(mat: Mat) -> bool:
    """Whether Reflexes can be ordered before a shot at a fighter (7.7; ruling IQ096)."""
    ready = pilot_can(mat, Skill.REFLEXES) and not mat.sortie.reflexes_used
    return bool(ready and not mat.fighter.sun and not mat.fighter.reflexes_ordered)


def decide_dogfight(mat: Mat, table: Table, action: int) -> None:
    """Carry out the choice of a round of fighter combat (7.2.2, 7.1.14, 7.4.1; rulings IQ114, IQ201)."""
    if action == Act.REFLEXES:
        mat.fighter.reflexes_ordered = 1
    elif action == Act.JETTISON:
        drop_rockets(mat, table)
    elif action == Act.BAIL_OUT:
        mat.work.fate = Fate.SHOT_DOWN
        settle_then(mat, Phase.FORCED)
    else:
        mat.work.choice = action
        go(mat, Phase.FIRST_CARDS)


# --- the cards of a round, in the order of flipping (7.2.2.6, 7.11) ---


def open_round(mat: Mat, table: Table) -> None:
    """Note the values at the start of the round: agility, the learned maneuver, and the conduct of the enemy.

    (7.2.2.6, 7.3.1; rulings IQ081, IQ083, IQ105)
    """
    work = mat.work
    clear_hand(mat)
    work.fate = Fate.FLIES
    work.killer = 0
    work.shift = 0
    work.leaving = Leaving.NO
    work.agile = int(is_agile(mat, table.charts))
    work.enemy_agile = int(enemy_is_agile(mat, table))
    if flies_learned(mat):
        mat.sortie.learned_used[work.choice - Act.CUBAN_EIGHT] = 1
    plan_enemy(mat, table)


def plan_enemy(mat: Mat, table: Table) -> None:
    """The enemy fires if he faces the player, unless he tries to leave.

    (7.2.2.1, 7.3.1; IQ105, IQ209)
    """
    work = mat.work
    position = int(mat.fighter.position)
    work.enemy_gun = enemy_firepower(mat, table)
    leaves = enemy_wants_to_leave(mat, int(work.enemy_gun))
    engaged = work.choice != Act.DISENGAGE
    work.enemy_fires = int(position <= Position.HEAD_ON and not leaves and engaged)
    work.enemy_leaves = int(position < Position.HEAD_ON and leaves)


def enemy_defends(mat: Mat) -> bool:
    """Whether the enemy takes the defence text of his card (7.2.2.1, 7.3.1; ruling IQ105)."""
    position = mat.fighter.position
    if position > Position.HEAD_ON:
        return bool(mat.work.choice == Act.FIRE and not mat.fighter.sun)
    return bool(position == Position.HEAD_ON and not mat.work.enemy_fires)


def flip_enemy(mat: Mat, table: Table) -> None:
    """Flip the enemy's card, if he fires or defends (7.2.2.1)."""
    if mat.work.enemy_fires or enemy_defends(mat):
        mat.deck.enemy = flip(mat, table, Shooter.ENEMY)


def first_cards(mat: Mat, table: Table) -> None:
    """The shooter's card comes first (7.2.2, 7.11; ruling IQ079)."""
    open_round(mat, table)
    go(mat, Phase.SECOND_CARDS)
    choice = mat.work.choice
    if choice == Act.DISENGAGE:
        return
    if choice == Act.FIRE:
        flip_own(mat, table, int(pilot_is_expert(mat, table)))
        return
    flip_enemy(mat, table)
    if choice == Act.DEFEND:
        flip_own(mat, table, int(pilot_is_expert(mat, table)))
    elif choice == Act.WINGMAN:
        flip_own(mat, table, int(pilot_is_expert(mat, table) or wingman_is_expert(mat, table)))


def second_cards(mat: Mat, table: Table) -> None:
    """The target's card comes second, or the wingman's own (7.2.2, 7.2.3.2; IQ079, IQ094)."""
    go(mat, Phase.LAST_CARDS)
    if mat.work.choice == Act.FIRE:
        if mat.fighter.reflexes_ordered:
            use_reflexes(mat, table)
            fire(mat, table, 0)
            if mat.work.killer:
                mat.work.enemy_fires = 0
                return
            plan_enemy(mat, table)
        flip_enemy(mat, table)
    elif mat.work.choice == Act.WINGMAN:
        call_wingman(mat, table)


def last_cards(mat: Mat, table: Table) -> None:
    """The rear gunner's card is the last; then all results apply at the same time.

    (7.2.2.4-7.2.2.6; IQ079)
    """
    if mat.fighter.position < Position.HEAD_ON and gunner_fires(mat, table):
        mat.deck.gunner = flip(mat, table, Shooter.GUNNER)
    if mat.work.choice == Act.FIRE and not mat.fighter.reflexes_ordered:
        fire(mat, table, enemy_avoids(mat, table))
    if mat.work.enemy_fires:
        take_fire(mat, table)
    if mat.work.choice == Act.WINGMAN:
        support(mat, table)
        if wingman_fires(mat, table):
            kill_enemy(mat, table, Person.WINGMAN)
    fire_rear_gun(mat, table)
    move(mat, table)
    close_round(mat, table)


# --- fire (7.2.2.1, 7.2.2.4, 7.2.2.5) ---


def kill_enemy(mat: Mat, table: Table, person: int) -> None:
    """The enemy is shot down by somebody of the player's side (7.4)."""
    if mat.work.killer == 0:
        mat.work.killer = person + 1
        credit_fighter(mat, table, person)


def enemy_avoids(mat: Mat, table: Table) -> int:
    """Return the hits that the enemy's defence avoids (7.2.2.1, 7.2.2.6)."""
    if mat.deck.enemy == 0 or not enemy_defends(mat):
        return 0
    return int(card_of(table, int(mat.deck.enemy)).avoid)


def fire(mat: Mat, table: Table, avoid: int) -> None:
    """Fire at the enemy: jam, hits less his defence, the tail hit.

    (7.1.7, 7.2.2.1, 7.2.2.5)
    (rulings IQ041, IQ091, IQ092)
    """
    number = int(mat.deck.own)
    if card_of(table, number).jam:
        jam_one(mat, table, firing_bits(mat, table))
    strength = firepower(mat, table.charts)
    result = fire_of(table, number, strength)
    spend_by_shot(mat, table, number)
    if avoid >= ALL:
        note_shot(mat, table, Shooter.PILOT, 0, strength)
        return
    if result == DESTROYED:
        note_shot(mat, table, Shooter.PILOT, DESTROYED, strength)
        kill_enemy(mat, table, Person.PILOT)
        return
    package = int(result == GROUP_DAMAGE)
    hits = 0 if package else result
    if hits > 0 or package:
        hits += bonus_hits(mat, table)
    hits = max(0, hits - avoid)
    tail = int(mat.fighter.position == Position.TAILING and (hits > 0 or package > 0)) * int(table.charts.tail_hits)
    if hits > 0 or package:
        mat.fighter.by_pilot = 1
    note_shot(mat, table, Shooter.PILOT, package * GROUP_DAMAGE + hits + tail, strength)
    if damage_fighter(mat, table, Side.ENEMY, package, hits, tail):
        kill_enemy(mat, table, Person.PILOT)


def own_maneuver(mat: Mat, table: Table) -> ManeuverRow:
    """Return the advanced maneuver that the player flies in this round."""
    return table.charts.learned[mat.work.choice - Act.CUBAN_EIGHT]


def flies_learned(mat: Mat) -> bool:
    """Whether the player flies an advanced maneuver in this round."""
    return bool(Act.CUBAN_EIGHT <= mat.work.choice <= Act.SPLIT_S)


def own_avoids(mat: Mat, table: Table) -> int:
    """Return the hits that the player's choice avoids.

    (7.2.2.2, 7.2.2.3, 10.6; IQ112)
    """
    choice = mat.work.choice
    if choice == Act.DEFEND:
        return int(card_of(table, int(mat.deck.own)).avoid)
    if choice == Act.BARREL_ROLL:
        return int(table.charts.barrel_roll)
    return int(own_maneuver(mat, table).avoid) if flies_learned(mat) else 0


def sixth_sense_saves(mat: Mat, table: Table) -> bool:
    """Whether Sixth sense makes random hits of a DE, once a sortie (7.7; ruling IQ091)."""
    if not pilot_can(mat, Skill.SIXTH_SENSE) or mat.sortie.sixth_sense_used:
        return False
    mat.sortie.sixth_sense_used = 1
    note(mat, table, Entry.SKILL_USED, Person.PILOT, Skill.SIXTH_SENSE)
    return True


def take_fire(mat: Mat, table: Table) -> None:
    """Take the enemy's fire: quality, defence, A.C.M., the tail hit.

    (7.2.2.1, 7.2.2.5, 7.7)
    (rulings IQ091-IQ093)
    """
    avoid = own_avoids(mat, table)
    strength = int(mat.work.enemy_gun)
    if avoid >= ALL:
        note_shot(mat, table, Shooter.ENEMY, 0, strength)
        return
    charts = table.charts
    result = fire_of(table, int(mat.deck.enemy), strength)
    package = int(result == GROUP_DAMAGE)
    hits = 0 if package else result
    if result == DESTROYED:
        if not sixth_sense_saves(mat, table):
            note_shot(mat, table, Shooter.ENEMY, DESTROYED, strength)
            set_fate(mat, table, Fate.SHOT_DOWN)
            return
        hits = int(charts.sixth_sense_hits)
    else:
        hits = max(0, hits + quality_hits(mat, table))
    skill = int(charts.maneuvers_hits) if pilot_can(mat, Skill.COMBAT_MANEUVERS) else 0
    hits = max(0, hits - avoid - skill)
    tail = int(mat.fighter.position == Position.TAILED and (hits > 0 or package > 0)) * int(charts.tail_hits)
    note_shot(mat, table, Shooter.ENEMY, package * GROUP_DAMAGE + hits + tail, strength)
    damage_fighter(mat, table, Side.PLAYER, package, hits, tail)


def fire_rear_gun(mat: Mat, table: Table) -> None:
    """The rear gunner fires at the enemy behind, by the defensive fire of his card (7.2.2.4; IQ194)."""
    if mat.deck.gunner == 0 or mat.work.killer:
        return
    hits = int(card_of(table, int(mat.deck.gunner)).defensive_fire)
    if hits > 0:
        hits += int(table.charts.gunnery_hits) if gunner_can(mat, Skill.GUNNERY) else 0
        mat.fighter.by_gunner = 1
    note_shot(mat, table, Shooter.GUNNER, hits, 0)
    if damage_fighter(mat, table, Side.ENEMY, 0, hits, 0):
        kill_enemy(mat, table, Person.GUNNER)


# --- moves (7.2.2.2, 7.2.2.6, 7.2.2.8) ---


def shift(mat: Mat, positions: int) -> None:
    """Add positions that the player gains in this round."""
    mat.work.shift = clamp(int(mat.work.shift) + positions, -MOST_SHIFT, MOST_SHIFT)


def escape(mat: Mat, ends: int) -> None:
    """The player has got away, if his move ends the encounter (7.2.2.6; ruling IQ109)."""
    if ends:
        mat.work.leaving = Leaving.ESCAPED


def move_own(mat: Mat, table: Table) -> None:
    """Move the player by a card, a standard maneuver or an advanced one (7.2.2.2, 7.2.2.8, 10.6).

    (rulings IQ083, IQ110)
    """
    choice = mat.work.choice
    charts = table.charts
    if choice == Act.DEFEND:
        card = card_of(table, int(mat.deck.own))
        shift(mat, positions_gained(card, int(mat.work.agile)))
        escape(mat, int(card.ends))
    elif choice == Act.TIGHT_TURN:
        shift(mat, int(charts.tight_turn_agile) if mat.work.agile else int(charts.tight_turn))
    elif flies_learned(mat):
        shift(mat, int(own_maneuver(mat, table).improve))
        escape(mat, int(own_maneuver(mat, table).ends))
    elif choice == Act.DISENGAGE:
        if disengages(mat, table):
            escape(mat, 1)
        else:
            shift(mat, -1)


def move_enemy(mat: Mat, table: Table) -> None:
    """Move the enemy by his defence card or his attempt to leave.

    (7.2.2.6, 7.3.1; IQ209)
    """
    if mat.work.killer:
        return
    if mat.deck.enemy and enemy_defends(mat):
        card = card_of(table, int(mat.deck.enemy))
        shift(mat, -positions_gained(card, int(mat.work.enemy_agile)))
        if card.ends and mat.work.leaving == Leaving.NO:
            mat.work.leaving = Leaving.ENEMY_GONE
    elif mat.work.enemy_leaves:
        if not enemy_disengages(mat, table):
            shift(mat, 1)
        elif mat.work.leaving == Leaving.NO:
            mat.work.leaving = Leaving.ENEMY_GONE


def move(mat: Mat, table: Table) -> None:
    """Both sides move, after the fire (7.2.2.6, 7.11)."""
    if mat.work.fate == Fate.FLIES:
        move_own(mat, table)
        move_enemy(mat, table)


def change_position(mat: Mat, table: Table, positions: int) -> None:
    """The position shifts; nobody gets better than tailing the other (7.2.2.7; ruling IQ080)."""
    before = int(mat.fighter.position)
    mat.fighter.position = clamp(before + positions, Position.TAILED, Position.TAILING)
    if mat.fighter.position != before:
        note(mat, table, Entry.POSITION, int(mat.fighter.position), int(mat.fighter.type))


# --- the end of a round (7.2.2.6 to 7.2.2.9) ---


def close_round(mat: Mat, table: Table) -> None:
    """The round is over: somebody is down or gone, or initiative follows.

    (7.2.2.7, 7.2.2.9; rulings IQ046, IQ090)
    """
    mat.sortie.rounds = raised(mat.sortie.rounds, 1, MOST_COUNTED)
    mat.fighter.reflexes_ordered = 0
    mat.fighter.sun = 0
    if mat.work.killer:
        mat.fighter.present = 0
    if mat.work.fate != Fate.FLIES:
        settle_then(mat, Phase.FORCED)
    elif mat.work.killer or mat.work.leaving:
        note(mat, table, Entry.ENEMY_GONE, int(mat.work.leaving), 0)
        end_encounter(mat, table)
    else:
        change_position(mat, table, int(mat.work.shift))
        go(mat, Phase.INITIATIVE)


def end_encounter(mat: Mat, table: Table) -> None:
    """After an enemy down or driven off the player may engage another.

    (7.2.2.9, 7.2.3.2; IQ102, IQ103)
    """
    by_wingman = mat.work.killer == Person.WINGMAN + 1
    if by_wingman or mat.work.leaving == Leaving.ESCAPED or is_forced_home(mat, table):
        settle_then(mat, Phase.BOX_DONE)
    else:
        settle_then(mat, Phase.NEXT_ENEMY)


def own_initiative(mat: Mat, table: Table, chart: int) -> int:
    """Return the sum of the player's speed and modifiers.

    They are noted as modifiers of ``chart``: B12 before its roll, otherwise NOBODY.
    (7.2.2.7, 7.2.2.8, 7.7, 7.8.8, 10.3; rulings IQ084, IQ087-IQ089)
    """
    charts = table.charts
    total = modify(mat, table, chart, Modifier.SPEED, int(mat.aircraft.speed))
    total += modify(mat, table, chart, Modifier.FATIGUE, fatigue_on_initiative(mat, table.charts))
    if series_row(mat, table.charts).boost and not mat.aircraft.boost:
        total += modify(mat, table, chart, Modifier.BOOST, int(charts.initiative_boost))
    if is_agile(mat, table.charts):
        total += modify(mat, table, chart, Modifier.AGILITY, int(charts.initiative_agile))
    if mat.pilot.awards[Award.ACE.value]:
        total += modify(mat, table, chart, Modifier.ACE, int(charts.initiative_ace))
    if mat.wingman.ace and wingman_able(mat):
        total += modify(mat, table, chart, Modifier.ACE_WINGMAN, int(charts.initiative_ace_wingman))
    if pilot_can(mat, Skill.SITUATIONAL_AWARENESS):
        total += modify(mat, table, chart, Modifier.AWARENESS, int(charts.initiative_awareness))
    if gunner_able(mat, table) and gunner_can(mat, Skill.SITUATIONAL_AWARENESS):
        total += modify(mat, table, chart, Modifier.GUNNER_AWARENESS, int(charts.initiative_awareness_gunner))
    if pilot_can(mat, Skill.COMBAT_MANEUVERS):
        total += modify(mat, table, chart, Modifier.COMBAT_MANEUVERS, int(charts.initiative_maneuvers))
    return total


def enemy_initiative(mat: Mat, table: Table, chart: int) -> int:
    """Return the sum of the enemy's speed and modifiers, noted like the player's.

    (7.2.2.7, 7.2.2.8, 10.4)
    """
    agile = int(table.charts.initiative_agile) if enemy_is_agile(mat, table) else 0
    total = modify(mat, table, chart, Modifier.ENEMY_SPEED, int(mat.fighter.speed))
    total += modify(mat, table, chart, Modifier.ENEMY_AGILITY, agile)
    return total + modify(mat, table, chart, Modifier.ENEMY_QUALITY, quality_initiative(mat, table))


def initiative(mat: Mat, table: Table) -> None:
    """A round ends with one die each plus speed and modifiers; B12 shifts the position (7.2.2.7)."""
    lead = own_initiative(mat, table, Chart.B12) - enemy_initiative(mat, table, Chart.B12)
    difference = roll(mat, table, Chart.B12, 0, lead)
    positions = int(table.charts.b12[min(abs(difference), B12_HIGH)])
    change_position(mat, table, positions if difference > 0 else -positions)
    go(mat, Phase.NEXT_ROUND)
    ready = pilot_can(mat, Skill.REFLEXES) and not mat.sortie.reflexes_used
    if ready and mat.fighter.position < Position.TAILING:
        ask(mat, Decision.REFLEX)


def decide_reflex(mat: Mat, table: Table, action: int) -> None:
    """Reflexes gain one position after an initiative roll, once a sortie (7.7; ruling IQ095)."""
    if action == Act.YES:
        use_reflexes(mat, table)
        change_position(mat, table, 1)


def next_round(mat: Mat) -> None:
    """Begin the next round of fighter combat (7.2.2.9)."""
    mat.fighter.rounds = raised(mat.fighter.rounds, 1, MOST_COUNTED)
    go(mat, Phase.DOGFIGHT)


def decide_next(mat: Mat, table: Table, action: int) -> None:
    """Engage another enemy of the same type, head on; or end the encounter (7.2.2.9; ruling IQ104)."""
    if action == Act.FIGHT:
        begin_fight(mat, table, Position.HEAD_ON, False)
    else:
        go(mat, Phase.BOX_DONE)
