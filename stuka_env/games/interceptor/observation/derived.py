"""Derived numbers: those that a player at the table works out from the mat and the charts.

They are public: the mat and the printed charts give them. :func:`work_out` fills the record in place. Of the block
``work`` it reads the player's own order in the round, while he may redraw a card.
"""

import numpy as np

from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Numbers, Record, int8, record
from stuka_env.games.interceptor.charts.shape import (
    COLUMNS,
    LADDER,
    MOST_AMMUNITION,
    MOST_BOX,
    MOST_FIREPOWER,
    MOST_LEVEL,
    MOST_MISSED,
    MOST_SPEED,
    MOST_THRESHOLD,
    Card,
)
from stuka_env.games.interceptor.codes import (
    ALL,
    CARDS,
    DESTROYED,
    GROUP_DAMAGE,
    NOBODY,
    SERIES,
    WEAPONS,
    ZONES,
    Act,
    Decision,
    Help,
    Person,
    System,
)
from stuka_env.games.interceptor.rules.aircraft import (
    damaged_systems,
    engines_out,
    firepower,
    hits_left,
    is_agile,
    is_forced_home,
    model_row,
    series_row,
)
from stuka_env.games.interceptor.rules.bases import forces_series, unit_in_zone
from stuka_env.games.interceptor.rules.bursts import WING_CARD, answer_modifier
from stuka_env.games.interceptor.rules.damage import bomber_engines_out, bomber_row, enemy_row, has_bombs
from stuka_env.games.interceptor.rules.deck import card_of, column_of, positions_gained
from stuka_env.games.interceptor.rules.disengaging import enemy_wants_to_leave
from stuka_env.games.interceptor.rules.fighters import (
    enemy_firepower,
    enemy_initiative,
    enemy_is_agile,
    own_initiative,
)
from stuka_env.games.interceptor.rules.landing import landing_modifier
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, MOST_OFFERED, Mat
from stuka_env.games.interceptor.rules.parachutes import jump_modifier
from stuka_env.games.interceptor.rules.prestige import may_join, series_can_be_had, series_shows
from stuka_env.games.interceptor.rules.sortie import lines_left
from stuka_env.games.interceptor.rules.table import Table

BIGGEST_GUN = 60
"""Largest firepower of all weapons together that is shown; a larger one is shown as this."""
MOST_HITS = 9
"""Largest number of hits in a cell of a card."""
MOST_CHANGE = 15
"""Largest sum of modifiers that is shown, plus or minus."""
MOST_LEAD = 40
"""Largest difference of initiative that is shown, plus or minus."""
MOST_SYSTEMS = 20
"""Largest number of damaged systems that is shown."""
STEPS = 5
"""Systems with a threshold: port wing, starboard wing, airframe, tail, controls."""
FIRE_USE, DEFENCE_USE, CALL_USE, WING_SHOT = range(1, 5)
"""Uses of a card that may be redrawn; 0 in other decisions."""
MOST_GAIN = 4
"""Largest number of positions of a defence text that is shown."""
HIGHEST_RUNG = 40
"""Largest number of bombers to the next level that is shown."""


@record
class Derived(Record):
    """The numbers that a player works out; 0 for anything that is absent."""

    # calendar
    lines_left: int = int8(0, MOST_LOGGED, "sortie lines after this one")
    next_rung: int = int8(0, HIGHEST_RUNG, "bombers to the next level of victory; 0 at the highest (5.2.1)")
    sorties_lost: int = int8(0, MOST_MISSED, "sorties about to be lost (7.4.2, 7.4.8)")
    # own aircraft
    series: int = int8(0, SERIES - 1, "series of the own aircraft")
    firepower: int = int8(0, BIGGEST_GUN, "firepower of the weapons that can fire (7.1.6)")
    column: int = int8(-1, COLUMNS - 1, "column of the cards for it; -1 no fire (7.1.6)")
    gun_firepower: Numbers = int8(0, MOST_FIREPOWER, "firepower of each weapon", (WEAPONS,))
    agile: int = int8(0, 1, "agile now (7.2.2.8)")
    steps: Numbers = int8(
        0, MOST_THRESHOLD, "hits that lose the aircraft: wings, airframe, tail, controls (7.4)", (STEPS,)
    )
    engines_out: int = int8(0, 2, "engines out")
    seats: int = int8(0, 3, "seats")
    level: int = int8(0, MOST_LEVEL, "Prestige Level that its type asks for (8.1)")
    damaged: int = int8(0, MOST_SYSTEMS, "damaged systems (7.4.2)")
    forced_home: int = int8(0, 1, "must go home (7.4.2)")
    landing: int = int8(-MOST_CHANGE, MOST_CHANGE, "modifiers of a landing on B7 but the one for no engine (7.4.4)")
    jump: int = int8(-MOST_CHANGE, MOST_CHANGE, "modifiers of the pilot's jump on B8 (7.6)")
    # boxes
    boxes_left: int = int8(0, MOST_BOX, "boxes still to enter")
    bombs: int = int8(0, 1, "bombers of this box, or of the entry box, have not dropped their bombs (7.1.4)")
    flak: int = int8(0, 1, "flak hits the bombers of this box, or of the entry box (7.1.5)")
    # the bomber
    bomber_steps: Numbers = int8(
        0, MOST_THRESHOLD, "hits that destroy the bomber: wings, airframe, tail, controls", (STEPS,)
    )
    bomber_bombs: int = int8(0, 1, "it carries its bombs")
    bomber_engines: int = int8(0, 4, "its engines that are out")
    answer: int = int8(-MOST_CHANGE, MOST_CHANGE, "hits added to its next card: range, gunners, skills (7.1.7)")
    # the enemy fighter
    enemy_firepower: int = int8(0, BIGGEST_GUN, "firepower of the enemy fighter")
    enemy_column: int = int8(-1, COLUMNS - 1, "column of the cards for it; -1 no fire")
    enemy_agile: int = int8(0, 1, "the enemy is agile now")
    enemy_steps: Numbers = int8(0, MOST_THRESHOLD, "hits that destroy him: wings, airframe, tail, controls", (STEPS,))
    enemy_leaves: int = int8(0, 1, "the enemy wants to leave (7.3.1)")
    lead: int = int8(-MOST_LEAD, MOST_LEAD, "initiative before the dice, own minus the enemy's (7.2.2.7)")
    # cards that lie face up
    cards_left: int = int8(0, CARDS, "cards in the deck")
    card_use: int = int8(
        0, WING_SHOT, "use of the card that may be redrawn: 1 fire, 2 defence, 3 call of the wingman, 4 his own shot"
    )
    burst_hits: int = int8(0, MOST_HITS, "hits that C3 adds to the shot whose card may be redrawn (7.1.13)")
    own_hits: int = int8(0, MOST_HITS, "own card: hits in the own column")
    own_group: int = int8(0, 1, "own card: group damage in the own column")
    own_destroys: int = int8(0, 1, "own card: destroyed in the own column")
    own_jams: int = int8(0, 1, "own card: a weapon jams")
    own_avoids: int = int8(0, MOST_HITS, "own card: hits avoided")
    own_avoids_all: int = int8(0, 1, "own card: all damage avoided")
    own_gains: int = int8(0, MOST_GAIN, "own card: positions gained")
    own_ends: int = int8(0, 1, "own card: the encounter ends")
    own_help: int = int8(0, max(Help), "own card: codes.Help of the wingman")
    own_help_firepower: int = int8(0, BIGGEST_GUN, "own card: firepower of the wingman's attack")
    wing_hits: int = int8(0, MOST_HITS, "the wingman's own shot: hits in his column")
    wing_group: int = int8(0, 1, "the wingman's own shot: group damage")
    wing_destroys: int = int8(0, 1, "the wingman's own shot: destroyed")
    enemy_hits: int = int8(0, MOST_HITS, "the enemy's card: hits in his column")
    enemy_group: int = int8(0, 1, "the enemy's card: group damage")
    enemy_destroys: int = int8(0, 1, "the enemy's card: destroyed")
    enemy_avoids: int = int8(0, MOST_HITS, "the enemy's card: hits avoided")
    enemy_avoids_all: int = int8(0, 1, "the enemy's card: all damage avoided")
    enemy_gains: int = int8(0, MOST_GAIN, "the enemy's card: positions gained")
    enemy_ends: int = int8(0, 1, "the enemy's card: the encounter ends")
    enemy_defence: int = int8(0, MOST_HITS, "the enemy's card: defensive fire")
    # offers on the table on the ground
    offered_speed: Numbers = int8(0, MOST_SPEED, "speed of each offered type", (MOST_OFFERED,))
    offered_firepower: Numbers = int8(0, BIGGEST_GUN, "firepower of each offered type", (MOST_OFFERED,))
    offered_ammunition: Numbers = int8(
        0, WEAPONS * MOST_AMMUNITION, "ammunition points of each offered type, all weapons together", (MOST_OFFERED,)
    )
    offered_agile: Numbers = int8(0, 1, "agility of each offered type", (MOST_OFFERED,))
    offered_seats: Numbers = int8(0, 3, "seats of each offered type", (MOST_OFFERED,))
    offered_level: Numbers = int8(0, MOST_LEVEL, "Prestige Level that each offered type asks for", (MOST_OFFERED,))
    series_open: Numbers = int8(0, 1, "series of which a type can be had (8.1, 9.3)", (SERIES,))
    zones_open: Numbers = int8(0, 1, "zones with a unit to move to (4.6.1)", (ZONES,))
    zones_change: Numbers = int8(0, 1, "of these, zones where the series must change (4.6.1)", (ZONES,))


# --- arithmetic ---


@compiled
def within(value: int, low: int, high: int) -> int:
    """Return ``value`` clipped to a range."""
    return min(max(value, low), high)


@compiled
def column_in_force(table: Table, firepower: int) -> int:
    """Return the column that a firepower reads; -1 for no fire."""
    return column_of(table.charts, firepower) if firepower > 0 else -1


# --- the calendar ---


@compiled
def work_out_calendar(mat: Mat, table: Table, out: Derived) -> None:
    """Write the lines left, the bombers to the next level and the sorties about to be lost."""
    out.lines_left = within(lines_left(mat, table), 0, MOST_LOGGED)
    bombers, next_rung = int(mat.career.bombers), 0
    for rung in range(LADDER - 1, -1, -1):
        more = int(table.charts.ladder[rung]) - bombers
        next_rung = more if more > 0 else next_rung
    out.next_rung = min(next_rung, HIGHEST_RUNG)

    repair = 0 if mat.desk.spared or mat.desk.changed else int(mat.desk.repair)
    out.sorties_lost = within(max(repair, int(mat.desk.lost)) + int(mat.desk.ordered), 0, MOST_MISSED)


# --- the own aircraft ---


@compiled
def work_out_aircraft(mat: Mat, table: Table, out: Derived) -> None:
    """Write the numbers of the own aircraft."""
    own, model, row = mat.aircraft, model_row(mat, table.charts), series_row(mat, table.charts)
    out.series = model.series
    for gun in range(WEAPONS):
        out.gun_firepower[gun] = model.weapons[gun].firepower
    fire = firepower(mat, table.charts)
    out.firepower = within(fire, 0, BIGGEST_GUN)
    out.column = column_in_force(table, fire)
    out.agile = int(is_agile(mat, table.charts))
    for place in range(STEPS):
        out.steps[place] = hits_left(own, row, System.PORT_WING + place)
    out.engines_out = engines_out(mat, table.charts)
    out.seats = row.crew
    out.level = model.level
    out.damaged = within(damaged_systems(mat), 0, MOST_SYSTEMS)
    out.forced_home = int(is_forced_home(mat, table))


@compiled
def work_out_ways_down(mat: Mat, table: Table, out: Derived) -> None:
    """Write the modifiers of a landing (7.4.4, IR251, IQ132) and of the pilot's jump (7.6, IR264)."""
    out.landing = within(landing_modifier(mat, table.charts, False), -MOST_CHANGE, MOST_CHANGE)
    out.jump = within(jump_modifier(mat, table.charts, Person.PILOT.value), -MOST_CHANGE, MOST_CHANGE)


@compiled
def work_out_boxes(mat: Mat, table: Table, out: Derived) -> None:
    """Write the boxes still to enter, and the bombs and the flak of the bombers of this one."""
    sortie, charts = mat.sortie, table.charts
    first = int(sortie.box) + 1 if sortie.box else int(sortie.entry)
    out.boxes_left = within(int(sortie.last_box) - first + 1, 0, MOST_BOX) if first else 0
    box = int(sortie.box) if sortie.box else int(sortie.entry)
    out.bombs = int(0 < box <= charts.bombs_until_box and not sortie.straggler)
    out.flak = int(box >= charts.flak_from_box or sortie.straggler > 0)


# --- the enemies ---


@compiled
def work_out_bomber(mat: Mat, table: Table, out: Derived) -> None:
    """Write the numbers of the bomber under attack. Range, gunners and skills change its fire (7.1.7, IQ062)."""
    bomber, row = mat.bomber, bomber_row(mat, table.charts)
    for place in range(STEPS):
        out.bomber_steps[place] = hits_left(bomber, row, System.PORT_WING + place)
    out.bomber_bombs = int(has_bombs(mat, table.charts))
    out.bomber_engines = bomber_engines_out(mat)
    out.answer = within(answer_modifier(mat, table.charts, int(bomber.gunners)), -MOST_CHANGE, MOST_CHANGE)


@compiled
def work_out_enemy(mat: Mat, table: Table, out: Derived) -> None:
    """Write the numbers of the enemy fighter, and the difference of initiative before the dice."""
    enemy, row = mat.fighter, enemy_row(mat, table)
    fire = enemy_firepower(mat, table)
    out.enemy_firepower = within(fire, 0, BIGGEST_GUN)
    out.enemy_column = column_in_force(table, fire)
    out.enemy_agile = int(enemy_is_agile(mat, table))
    for place in range(STEPS):
        out.enemy_steps[place] = hits_left(enemy, row, System.PORT_WING + place)
    out.enemy_leaves = int(enemy_wants_to_leave(mat, fire))
    out.lead = within(own_initiative(mat, table, NOBODY) - enemy_initiative(mat, table, NOBODY), -MOST_LEAD, MOST_LEAD)


# --- cards ---


@compiled
def result_of(card: Card, column: int) -> int:
    """Return the result of a card in a column: hits, GROUP_DAMAGE or DESTROYED; 0 without fire."""
    return int(card.fire[column]) if column >= 0 else 0


@compiled
def use_of_card(mat: Mat) -> int:
    """Return the use of the card that may be redrawn, which the player has ordered himself."""
    if mat.work.redraw == WING_CARD:
        return WING_SHOT
    if mat.bomber.present or mat.work.choice == Act.FIRE:
        return FIRE_USE
    return CALL_USE if mat.work.choice == Act.WINGMAN else DEFENCE_USE


@compiled
def work_out_redraw(mat: Mat, out: Derived) -> None:
    """Write the facts that an Expert knows of the card that he may redraw (7.7, IQ047)."""
    out.card_use = use_of_card(mat)
    is_burst = out.card_use == FIRE_USE and mat.bomber.present > 0
    out.burst_hits = within(int(mat.work.extra), 0, MOST_HITS) if is_burst else 0


@compiled
def work_out_own_card(mat: Mat, table: Table, out: Derived) -> None:
    """Write the contents of the player's card."""
    card = card_of(table, int(mat.deck.own))
    fire, avoid = result_of(card, int(out.column)), int(card.avoid)
    out.own_jams = card.jam
    out.own_gains = within(positions_gained(card, int(out.agile)), 0, MOST_GAIN)
    out.own_ends = card.ends
    out.own_help = card.help
    out.own_help_firepower = within(int(card.help_firepower), 0, BIGGEST_GUN)
    out.own_hits = within(fire, 0, MOST_HITS) if fire < GROUP_DAMAGE else 0
    out.own_group = int(fire == GROUP_DAMAGE)
    out.own_destroys = int(fire == DESTROYED)
    out.own_avoids = within(avoid, 0, MOST_HITS) if avoid < ALL else 0
    out.own_avoids_all = int(avoid == ALL)


@compiled
def work_out_wing_card(mat: Mat, table: Table, out: Derived) -> None:
    """Write the contents of the card of the wingman's own shot; the player's card gives his firepower."""
    fire = result_of(card_of(table, int(mat.deck.wing)), column_in_force(table, int(out.own_help_firepower)))
    out.wing_hits = within(fire, 0, MOST_HITS) if fire < GROUP_DAMAGE else 0
    out.wing_group = int(fire == GROUP_DAMAGE)
    out.wing_destroys = int(fire == DESTROYED)


@compiled
def work_out_enemy_card(mat: Mat, table: Table, out: Derived) -> None:
    """Write the contents of the card of the bomber or of the enemy fighter."""
    card = card_of(table, int(mat.deck.enemy))
    fire, avoid = result_of(card, int(out.enemy_column)), int(card.avoid)
    out.enemy_gains = within(positions_gained(card, int(out.enemy_agile)), 0, MOST_GAIN)
    out.enemy_ends = card.ends
    out.enemy_defence = within(int(card.defensive_fire), 0, MOST_HITS)
    out.enemy_hits = within(fire, 0, MOST_HITS) if fire < GROUP_DAMAGE else 0
    out.enemy_group = int(fire == GROUP_DAMAGE)
    out.enemy_destroys = int(fire == DESTROYED)
    out.enemy_avoids = within(avoid, 0, MOST_HITS) if avoid < ALL else 0
    out.enemy_avoids_all = int(avoid == ALL)


@compiled
def work_out_cards(mat: Mat, table: Table, out: Derived) -> None:
    """Write the number of cards in the deck, and the contents of those that lie face up."""
    drawn = np.uint8(0)
    for card in range(CARDS):
        drawn = np.uint8(drawn + np.uint8(mat.deck.drawn[card]))
    out.cards_left = CARDS - int(drawn)
    if mat.cursor.decision == Decision.REDRAW:
        work_out_redraw(mat, out)
    if mat.deck.own:
        work_out_own_card(mat, table, out)
    if mat.deck.wing:
        work_out_wing_card(mat, table, out)
    if mat.deck.enemy:
        work_out_enemy_card(mat, table, out)


# --- offers ---


@compiled
def work_out_offer(mat: Mat, table: Table, place: int, out: Derived) -> None:
    """Write one offered type (9.2, IQ159)."""
    model = table.charts.models[int(mat.desk.offered[place]) - 1]
    row = table.charts.series[model.series]
    fire, ammunition = 0, 0
    for gun in range(WEAPONS):
        fire += int(model.weapons[gun].firepower)
        ammunition += max(0, int(model.weapons[gun].ammunition))
    out.offered_speed[place] = model.speed
    out.offered_firepower[place] = within(fire, 0, BIGGEST_GUN)
    out.offered_ammunition[place] = within(ammunition, 0, WEAPONS * MOST_AMMUNITION)
    out.offered_agile[place] = row.agile
    out.offered_seats[place] = row.crew
    out.offered_level[place] = model.level


@compiled
def work_out_offers(mat: Mat, table: Table, out: Derived) -> None:
    """Write the offered types of aircraft."""
    for place in range(MOST_OFFERED):
        if mat.desk.offered[place]:
            work_out_offer(mat, table, place, out)


@compiled
def work_out_series(mat: Mat, table: Table, decision: int, out: Derived) -> None:
    """Write the series that are open, in a debriefing and while one of them is chosen (8.1, 9.3)."""
    for series in range(SERIES):
        if decision == Decision.SERIES:
            out.series_open[series] = int(series_can_be_had(mat, table, series))
        else:
            out.series_open[series] = int(series_shows(mat, table, series))


@compiled
def work_out_zones(mat: Mat, table: Table, out: Derived) -> None:
    """Write the zones that are open, in a debriefing and while one of them is chosen (4.6.1, IQ161)."""
    for zone in range(ZONES):
        if may_join(mat, table, zone):
            out.zones_open[zone] = 1
            out.zones_change[zone] = int(forces_series(mat, table, unit_in_zone(mat, table, zone)))


@compiled
def work_out(mat: Mat, table: Table, out: Derived) -> None:
    """Write the derived numbers into ``out``, which must be all 0.

    Nothing is rolled and nothing written in the journal.
    """
    decision = int(mat.cursor.decision)
    work_out_calendar(mat, table, out)
    work_out_aircraft(mat, table, out)
    work_out_ways_down(mat, table, out)
    work_out_boxes(mat, table, out)
    if mat.bomber.present:
        work_out_bomber(mat, table, out)
    out.enemy_column = -1
    if mat.fighter.present:
        work_out_enemy(mat, table, out)
    work_out_cards(mat, table, out)
    work_out_offers(mat, table, out)
    if decision == Decision.DEBRIEF or decision == Decision.SERIES:
        work_out_series(mat, table, decision, out)
    if decision == Decision.DEBRIEF or decision == Decision.ZONE:
        work_out_zones(mat, table, out)
