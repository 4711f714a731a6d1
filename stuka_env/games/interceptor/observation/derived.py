"""Numbers that a player at the table works out from the mat and the charts.

They are public: the mat and the printed charts give them. :func:`work_out` fills the record in place.
"""

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.charts.shape import (
    COLUMNS,
    FATIGUE_TABLE,
    LADDER,
    MOST_AMMUNITION,
    MOST_BOX,
    MOST_FIREPOWER,
    MOST_LEVEL,
    MOST_MISSED,
    MOST_SPEED,
    MOST_THRESHOLD,
    UNIT_MODELS,
    UNITS,
    Card,
    Charts,
)
from stuka_env.games.interceptor.codes import (
    ALL,
    CARDS,
    DESTROYED,
    ENEMY_WEAPONS,
    GROUP_DAMAGE,
    MODELS,
    MONTHS,
    SERIES,
    WEAPONS,
    ZONES,
    Award,
    Decision,
    Health,
    Help,
    Presence,
    Range,
    Rockets,
    Scale,
    Series,
    Skill,
)
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, MOST_OFFERED, Mat
from stuka_env.records import Numbers, Record, int8, record

BIGGEST_GUN = 60
"""Largest firepower of all weapons together that is shown; more is shown as this."""
MOST_HITS = 9
"""Most hits that a cell of a card says."""
MOST_CHANGE = 15
"""Largest sum of modifiers that is shown, plus or minus."""
MOST_LEAD = 40
"""Largest difference of initiative that is shown, plus or minus."""
MOST_SYSTEMS = 20
"""Most damaged systems that are counted."""
STEPS = 5
"""Systems with a threshold: port wing, starboard wing, airframe, tail, controls."""
GUNNER_AWARENESS = 1
"""Place of Situational awareness in a gunner's record."""


@record
class Derived(Record):
    """What a player works out. A number about something that is not there is 0."""

    # calendar
    lines_left: int = int8(0, MOST_LOGGED, "sortie lines after this one")
    next_rung: int = int8(0, 40, "bombers to the next level of victory; 0 at the highest (5.2.1)")
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
    bombs: int = int8(0, 1, "the bombers of this box carry their bombs (7.1.4)")
    flak: int = int8(0, 1, "flak hits the bombers of this box (7.1.5)")
    # the bomber
    bomber_steps: Numbers = int8(
        0, MOST_THRESHOLD, "hits that destroy the bomber: wings, airframe, tail, controls", (STEPS,)
    )
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
    own_hits: int = int8(0, MOST_HITS, "own card: hits in the own column")
    own_group: int = int8(0, 1, "own card: group damage in the own column")
    own_destroys: int = int8(0, 1, "own card: destroyed in the own column")
    own_jams: int = int8(0, 1, "own card: a weapon jams")
    own_avoids: int = int8(0, MOST_HITS, "own card: hits avoided")
    own_avoids_all: int = int8(0, 1, "own card: all damage avoided")
    own_gains: int = int8(0, 4, "own card: positions gained")
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
    enemy_gains: int = int8(0, 4, "the enemy's card: positions gained")
    enemy_ends: int = int8(0, 1, "the enemy's card: the encounter ends")
    enemy_defence: int = int8(0, MOST_HITS, "the enemy's card: defensive fire")
    # what lies on the table on the ground
    offered_speed: Numbers = int8(0, MOST_SPEED, "speed of each offered type", (MOST_OFFERED,))
    offered_firepower: Numbers = int8(0, BIGGEST_GUN, "firepower of each offered type", (MOST_OFFERED,))
    offered_ammunition: Numbers = int8(
        0, WEAPONS * MOST_AMMUNITION, "ammunition points of each offered type, all weapons together", (MOST_OFFERED,)
    )
    offered_agile: Numbers = int8(0, 1, "agility of each offered type", (MOST_OFFERED,))
    offered_seats: Numbers = int8(0, 3, "seats of each offered type", (MOST_OFFERED,))
    offered_level: Numbers = int8(0, MOST_LEVEL, "Prestige Level that each offered type asks for", (MOST_OFFERED,))
    series_open: Numbers = int8(0, 1, "series of which R1 shows a type within the level", (SERIES,))
    zones_open: Numbers = int8(0, 1, "zones with a unit to move to (4.6.1)", (ZONES,))
    zones_change: Numbers = int8(0, 1, "of these, zones where the series must change (4.6.1)", (ZONES,))


# --- arithmetic ---


@compiled
def within(value: int, low: int, high: int) -> int:
    """Return ``value`` clipped to a range."""
    return min(max(value, low), high)


@compiled
def column_of(firepower: int, charts: Charts) -> int:
    """Return the highest column not above the firepower; the lowest serves less, -1 is no fire (7.1.6, IR113)."""
    if firepower <= 0:
        return -1
    column = 0
    for place in range(1, COLUMNS):
        if charts.columns[place] <= firepower:
            column = place
    return column


@compiled
def fatigue_level(mat: Mat) -> int:
    """Return the row of the fatigue tables: the fatigue at take-off, 0 without the option (10.3, IR374, IQ180)."""
    fatigue = int(mat.sortie.fatigue) if mat.sortie.airborne else int(mat.pilot.fatigue)
    return within(fatigue, 0, FATIGUE_TABLE - 1) if mat.settings.fatigue else 0


# --- the calendar ---


@compiled
def work_out_calendar(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write the lines left, the bombers to the next level and the sorties about to be lost."""
    month = int(mat.career.month)
    left = int(charts.lines[month]) - int(mat.career.line)
    if mat.settings.scale == Scale.CAREER:
        for later in range(month + 1, MONTHS):
            left += int(charts.lines[later])
    out.lines_left = 0 if mat.settings.scale == Scale.SORTIE else within(left, 0, MOST_LOGGED)

    out.next_rung = 0
    for rung in range(LADDER - 1, -1, -1):
        if charts.ladder[rung] > mat.career.bombers:
            out.next_rung = within(int(charts.ladder[rung]) - int(mat.career.bombers), 0, 40)

    repair = 0 if mat.desk.spared else int(mat.desk.repair)
    out.sorties_lost = within(max(repair, int(mat.desk.lost)) + int(mat.desk.ordered), 0, MOST_MISSED)


# --- the own aircraft ---


@compiled
def gun_fires(mat: Mat, gun: int) -> bool:
    """Whether a weapon can fire: not jammed, not out, not empty."""
    weapon = mat.aircraft.guns[gun]
    return weapon.ammunition != 0 and not weapon.jammed and not weapon.out


@compiled
def engines_out(mat: Mat, charts: Charts) -> int:
    """Return the engines of the own aircraft that are out (7.4.1, IQ120)."""
    row = charts.series[charts.models[mat.aircraft.model].series]
    enough = int(charts.armoured_hits) if row.armour else int(charts.engine_hits)
    count = 0
    for engine in range(int(row.engines)):
        if mat.aircraft.engines[engine] >= enough:
            count += 1
    return count


@compiled
def damaged_systems(mat: Mat) -> int:
    """Return the number of damaged systems: a system counts once, however often it is hit (7.4.2, IQ118)."""
    own = mat.aircraft
    count = (
        int(own.port_wing > 0)
        + int(own.starboard_wing > 0)
        + int(own.airframe > 0)
        + int(own.tail > 0)
        + int(own.controls > 0)
        + int(own.engines[0] > 0)
        + int(own.engines[1] > 0)
        + int(own.armour > 0)
        + int(own.leak > 0)
        + int(own.oxygen > 0)
        + int(own.radio > 0)
        + int(own.boost > 0)
        + int(own.gear > 0)
        + int(own.rear_gun > 0)
        + int(own.rockets == Rockets.DAMAGED)
    )
    for gun in range(WEAPONS):
        count += int(own.guns[gun].out > 0)
    return count


@compiled
def work_out_aircraft(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write the numbers of the own aircraft."""
    own, model = mat.aircraft, charts.models[mat.aircraft.model]
    row = charts.series[model.series]
    out.series = model.series
    firepower = 0
    for gun in range(WEAPONS):
        out.gun_firepower[gun] = model.weapons[gun].firepower
        if gun_fires(mat, gun):
            firepower += int(model.weapons[gun].firepower)
    out.firepower = within(firepower, 0, BIGGEST_GUN)
    out.column = column_of(firepower, charts)
    whole = own.engines[0] == 0 and own.engines[1] == 0 and own.controls == 0
    out.agile = int(row.agile > 0 and whole)
    out.steps[0] = max(0, int(row.wing) - int(own.port_wing))
    out.steps[1] = max(0, int(row.wing) - int(own.starboard_wing))
    out.steps[2] = max(0, int(row.airframe) - int(own.airframe))
    out.steps[3] = max(0, int(row.tail) - int(own.tail))
    out.steps[4] = max(0, int(row.controls) - int(own.controls))
    out.engines_out = engines_out(mat, charts)
    out.seats = row.crew
    out.level = model.level
    out.damaged = within(damaged_systems(mat), 0, MOST_SYSTEMS)
    out.forced_home = int(
        own.leak > 0
        or own.oxygen > 0
        or mat.pilot.health == Health.SERIOUS_WOUND
        or out.engines_out > 0
        or mat.sortie.homeward > 0
    )


@compiled
def work_out_ways_down(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write the modifiers of a landing (7.4.4, IR251, IQ132) and of the pilot's jump (7.6, IR264)."""
    own, fatigue = mat.aircraft, fatigue_level(mat)
    wounded = mat.pilot.health == Health.SERIOUS_WOUND
    damaged = 0
    for engine in range(2):
        damaged += int(own.engines[engine] > 0)
    stopped = int(out.engines_out)
    landing = int(charts.landing_engine) * (damaged - stopped) + int(charts.landing_engine_out) * stopped
    landing += int(charts.landing_controls) if own.controls else 0
    landing += int(charts.landing_gear) if own.gear else 0
    landing += int(charts.landing_wound) if wounded else 0
    landing += int(charts.landing_skill) if mat.pilot.skills[Skill.LANDING] else 0
    landing += int(charts.landing_weather[mat.sortie.weather]) + int(charts.fatigue_landing[fatigue])
    out.landing = within(landing, -MOST_CHANGE, MOST_CHANGE)
    jump = int(charts.jump_skill) if mat.pilot.skills[Skill.PARACHUTE] else 0
    jump += int(charts.jump_wound) if wounded else 0
    out.jump = within(jump + int(charts.fatigue_jump[fatigue]), -MOST_CHANGE, MOST_CHANGE)


@compiled
def work_out_boxes(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write the boxes still to enter, and what the bombers of this one carry and suffer."""
    sortie = mat.sortie
    first = int(sortie.box) + 1 if sortie.box else int(sortie.entry)
    out.boxes_left = within(int(sortie.last_box) - first + 1, 0, MOST_BOX) if first else 0
    box = int(sortie.box) if sortie.box else int(sortie.entry)
    loaded = sortie.straggler == 0 and charts.bombers[sortie.bomber_type].bombs > 0
    out.bombs = int(0 < box <= charts.bombs_until_box and loaded)
    out.flak = int(box >= charts.flak_from_box or sortie.straggler > 0)


# --- the enemies ---


@compiled
def work_out_bomber(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write the numbers of the bomber under attack. Its fire is changed by range and more (7.1.7, IQ062)."""
    bomber, row = mat.bomber, charts.bombers[mat.bomber.type]
    out.bomber_engines = 0
    out.answer = 0
    for system in range(STEPS):
        out.bomber_steps[system] = 0
    if not bomber.present:
        return
    out.bomber_steps[0] = max(0, int(row.wing) - int(bomber.port_wing))
    out.bomber_steps[1] = max(0, int(row.wing) - int(bomber.starboard_wing))
    out.bomber_steps[2] = max(0, int(row.airframe) - int(bomber.airframe))
    out.bomber_steps[3] = max(0, int(row.tail) - int(bomber.tail))
    out.bomber_steps[4] = max(0, int(row.controls) - int(bomber.controls))
    for engine in range(4):
        out.bomber_engines += int(bomber.engines[engine] >= 2)
    formation = int(mat.sortie.formation > 0 and row.formation > 0)
    answer = int(charts.range_answer[formation, bomber.range]) + int(row.defence)
    answer += int(charts.gunner_hit) * int(bomber.gunners)
    if bomber.range == Range.LONG and charts.models[mat.aircraft.model].series == Series.BF_109:
        answer += int(charts.bf_109_long)
    if mat.pilot.skills[Skill.COMBAT_MANEUVERS]:
        answer -= int(charts.maneuvers_hits)
    out.answer = within(answer, -MOST_CHANGE, MOST_CHANGE)


@compiled
def own_initiative(mat: Mat, charts: Charts, agile: int) -> int:
    """Return what is added to the own die of initiative (7.2.2.7, IQ089)."""
    pilot, row = mat.pilot, charts.series[charts.models[mat.aircraft.model].series]
    total = int(mat.aircraft.speed)
    total += int(charts.initiative_boost) if row.boost and not mat.aircraft.boost else 0
    total += int(charts.initiative_agile) if agile else 0
    total += int(charts.initiative_ace) if pilot.awards[Award.ACE] else 0
    if mat.wingman.present == Presence.HERE and mat.wingman.ace:
        total += int(charts.initiative_ace_wingman)
    total += int(charts.initiative_awareness) if pilot.skills[Skill.SITUATIONAL_AWARENESS] else 0
    able = row.crew > 1 and mat.gunner.present > 0 and mat.gunner.health <= Health.LIGHT_WOUND
    if able and mat.gunner.skills[GUNNER_AWARENESS]:
        total += int(charts.initiative_awareness_gunner)
    total += int(charts.initiative_maneuvers) if pilot.skills[Skill.COMBAT_MANEUVERS] else 0
    return total + int(charts.fatigue_initiative[fatigue_level(mat)])


@compiled
def work_out_enemy(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write the numbers of the enemy fighter, and the difference of initiative before the dice."""
    enemy, row = mat.fighter, charts.enemies[mat.fighter.type]
    out.enemy_firepower = 0
    out.enemy_column = -1
    out.enemy_agile = 0
    out.enemy_leaves = 0
    out.lead = 0
    for system in range(STEPS):
        out.enemy_steps[system] = 0
    if not enemy.present:
        return
    firepower = 0
    for gun in range(ENEMY_WEAPONS):
        if not enemy.guns_out[gun]:
            firepower += int(row.firepower[gun])
    out.enemy_firepower = within(firepower, 0, BIGGEST_GUN)
    out.enemy_column = column_of(firepower, charts)
    whole = enemy.engines[0] == 0 and enemy.engines[1] == 0 and enemy.controls == 0
    out.enemy_agile = int(row.agile > 0 and whole)
    out.enemy_steps[0] = max(0, int(row.wing) - int(enemy.port_wing))
    out.enemy_steps[1] = max(0, int(row.wing) - int(enemy.starboard_wing))
    out.enemy_steps[2] = max(0, int(row.airframe) - int(enemy.airframe))
    out.enemy_steps[3] = max(0, int(row.tail) - int(enemy.tail))
    out.enemy_steps[4] = max(0, int(row.controls) - int(enemy.controls))
    out.enemy_leaves = int(enemy.pilot > Health.WELL or firepower == 0 or enemy.leak > 0 or enemy.oxygen > 0)
    his = int(enemy.speed) + int(charts.quality_initiative[enemy.quality])
    his += int(charts.initiative_agile) if out.enemy_agile else 0
    out.lead = within(own_initiative(mat, charts, int(out.agile)) - his, -MOST_LEAD, MOST_LEAD)


# --- cards ---


@compiled
def gains_of(card: Card, agile: int) -> int:
    """Return the positions that a defence text gains (7.2.2.6, 7.2.2.8)."""
    return within(int(card.improve) + (int(card.agile_bonus) if agile else 0), 0, 4)


@compiled
def fire_of(card: Card, column: int) -> int:
    """Return the result of a card in a column: hits, GROUP_DAMAGE or DESTROYED; 0 without fire."""
    return int(card.fire[column]) if column >= 0 else 0


@compiled
def work_out_own_card(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write what the player's card says."""
    fire, avoid = 0, 0
    out.own_jams = 0
    out.own_gains = 0
    out.own_ends = 0
    out.own_help = 0
    out.own_help_firepower = 0
    if mat.deck.own:
        card = charts.cards[int(mat.deck.own) - 1]
        fire, avoid = fire_of(card, int(out.column)), int(card.avoid)
        out.own_jams = card.jam
        out.own_gains = gains_of(card, int(out.agile))
        out.own_ends = card.ends
        out.own_help = card.help
        out.own_help_firepower = within(int(card.help_firepower), 0, BIGGEST_GUN)
    out.own_hits = within(fire, 0, MOST_HITS) if fire < GROUP_DAMAGE else 0
    out.own_group = int(fire == GROUP_DAMAGE)
    out.own_destroys = int(fire == DESTROYED)
    out.own_avoids = within(avoid, 0, MOST_HITS) if avoid < ALL else 0
    out.own_avoids_all = int(avoid == ALL)
    fire = 0
    if mat.deck.wing:
        fire = fire_of(charts.cards[int(mat.deck.wing) - 1], column_of(int(out.own_help_firepower), charts))
    out.wing_hits = within(fire, 0, MOST_HITS) if fire < GROUP_DAMAGE else 0
    out.wing_group = int(fire == GROUP_DAMAGE)
    out.wing_destroys = int(fire == DESTROYED)


@compiled
def work_out_enemy_card(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write what the card of the bomber or of the enemy fighter says."""
    fire, avoid = 0, 0
    out.enemy_gains = 0
    out.enemy_ends = 0
    out.enemy_defence = 0
    if mat.deck.enemy:
        card = charts.cards[int(mat.deck.enemy) - 1]
        fire, avoid = fire_of(card, int(out.enemy_column)), int(card.avoid)
        out.enemy_gains = gains_of(card, int(out.enemy_agile))
        out.enemy_ends = card.ends
        out.enemy_defence = within(int(card.defensive_fire), 0, MOST_HITS)
    out.enemy_hits = within(fire, 0, MOST_HITS) if fire < GROUP_DAMAGE else 0
    out.enemy_group = int(fire == GROUP_DAMAGE)
    out.enemy_destroys = int(fire == DESTROYED)
    out.enemy_avoids = within(avoid, 0, MOST_HITS) if avoid < ALL else 0
    out.enemy_avoids_all = int(avoid == ALL)


# --- offers ---


@compiled
def work_out_offers(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write the offered types of aircraft (9.2, IQ159); 0 where there is none."""
    for place in range(MOST_OFFERED):
        offered = int(mat.desk.offered[place])
        out.offered_speed[place] = 0
        out.offered_firepower[place] = 0
        out.offered_ammunition[place] = 0
        out.offered_agile[place] = 0
        out.offered_seats[place] = 0
        out.offered_level[place] = 0
        if offered:
            model = charts.models[offered - 1]
            firepower, ammunition = 0, 0
            for gun in range(WEAPONS):
                firepower += int(model.weapons[gun].firepower)
                ammunition += max(0, int(model.weapons[gun].ammunition))
            out.offered_speed[place] = model.speed
            out.offered_firepower[place] = within(firepower, 0, BIGGEST_GUN)
            out.offered_ammunition[place] = within(ammunition, 0, WEAPONS * MOST_AMMUNITION)
            out.offered_agile[place] = charts.series[model.series].agile
            out.offered_seats[place] = charts.series[model.series].crew
            out.offered_level[place] = model.level


@compiled
def flies_series(charts: Charts, unit: int, series: int) -> bool:
    """Whether a row of the starting table names a type of a series."""
    for place in range(UNIT_MODELS):
        model = int(charts.units[unit].models[place])
        if model >= 0 and charts.models[model].series == series:
            return True
    return False


@compiled
def work_out_choices(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write the series and zones that are open, in a debriefing and while one of them is chosen (4.6.1, IQ161)."""
    for series in range(SERIES):
        out.series_open[series] = 0
    for zone in range(ZONES):
        out.zones_open[zone] = 0
        out.zones_change[zone] = 0
    decision = int(mat.cursor.decision)
    if decision != Decision.DEBRIEF and decision != Decision.SERIES and decision != Decision.ZONE:
        return
    for place in range(MODELS):
        model = charts.models[place]
        lost = model.single > 0 and mat.career.singles_lost[max(0, int(model.single) - 1)] > 0
        if mat.desk.available[place] and model.level <= mat.pilot.level and not lost and place != mat.aircraft.model:
            out.series_open[model.series] = 1
    for unit in range(1, UNITS):
        row = charts.units[unit]
        if 0 <= row.first_month <= mat.career.month and row.zone != mat.career.zone:
            out.zones_change[row.zone] = int(out.zones_open[row.zone] == 0 or out.zones_change[row.zone] > 0) * int(
                not flies_series(charts, unit, int(out.series))
            )
            out.zones_open[row.zone] = 1


@compiled
def work_out(mat: Mat, charts: Charts, out: Derived) -> None:
    """Write everything that a player works out into ``out``."""
    work_out_calendar(mat, charts, out)
    work_out_aircraft(mat, charts, out)
    work_out_ways_down(mat, charts, out)
    work_out_boxes(mat, charts, out)
    work_out_bomber(mat, charts, out)
    work_out_enemy(mat, charts, out)
    left = CARDS
    for card in range(CARDS):
        left -= int(mat.deck.drawn[card])
    out.cards_left = left
    work_out_own_card(mat, charts, out)
    work_out_enemy_card(mat, charts, out)
    work_out_offers(mat, charts, out)
    work_out_choices(mat, charts, out)
