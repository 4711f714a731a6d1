"""Damage to aircraft of both sides (7.4, 7.4.1; charts B3, B4 and B6)."""

from stuka_env.engine.frame import note, roll, roll_one, says
from stuka_env.games.interceptor.charts.shape import MOST_SPEED, PACKAGE, BomberRow, Charts, EnemyRow
from stuka_env.games.interceptor.codes import (
    ENEMY_WEAPONS,
    WEAPONS,
    Aim,
    Cause,
    Chart,
    Entry,
    Fate,
    Health,
    Range,
    Rockets,
    Seat,
    Side,
    System,
    Tank,
)
from stuka_env.games.interceptor.rules.aircraft import (
    engine_hits,
    engine_speed_loss,
    engines_out,
    has_gunner,
    model_row,
    series_row,
    set_speed,
)
from stuka_env.games.interceptor.rules.injuries import added_wound, kill_crew, severity, wound_gunner, wound_pilot
from stuka_env.games.interceptor.rules.mat import Fighter, Mat
from stuka_env.games.interceptor.rules.rolls import clamp, raised
from stuka_env.games.interceptor.rules.table import Table

MOST_GUNNERS = 12
ENGINE_OUT = 2
"""Hits that put an engine of a bomber out."""
BOMBER_ENGINES = 4
TWIN = 2


def set_fate(mat: Mat, table: Table, fate: int) -> None:
    """Note the effect of the round on the own aircraft; the worst one stands."""
    if fate > mat.work.fate:
        mat.work.fate = fate
        note(mat, table, Entry.SHOT_DOWN, fate, 0)


def systems_of_b6(mat: Mat, table: Table, side: int) -> int:
    """Return the system that a random hit strikes on a fighter, by tens and ones (7.4.1, 3.6)."""
    return says(table, int(table.charts.b6[roll(mat, table, Chart.B6, side, 0)]))


def in_package(table: Table, aim: int, place: int, fighter: bool) -> int:
    """Return the system at a place of a group damage package; for fighters without its gunner (7.4.1; IQ074)."""
    system = int(table.charts.package[aim][place])
    if fighter and (system == System.GUNNER or system == System.CREW or system == System.BOMB_BAY):
        return System.NONE.value
    return system


# --- the own aircraft ---


def hit_frame(mat: Mat, table: Table, system: int) -> None:
    """A hit on wings, airframe, tail or controls; at its threshold the aircraft is shot down (7.4)."""
    aircraft = mat.aircraft
    row = series_row(mat, table.charts)
    lost = False
    if system == System.PORT_WING:
        aircraft.port_wing = raised(aircraft.port_wing, 1, row.wing)
        lost = aircraft.port_wing >= row.wing
    elif system == System.STARBOARD_WING:
        aircraft.starboard_wing = raised(aircraft.starboard_wing, 1, row.wing)
        lost = aircraft.starboard_wing >= row.wing
    elif system == System.AIRFRAME:
        aircraft.airframe = raised(aircraft.airframe, 1, row.airframe)
        lost = aircraft.airframe >= row.airframe
    elif system == System.TAIL:
        aircraft.tail = raised(aircraft.tail, 1, row.tail)
        lost = aircraft.tail >= row.tail
    else:
        aircraft.controls = raised(aircraft.controls, 1, row.controls)
        lost = aircraft.controls >= row.controls
    if lost:
        set_fate(mat, table, Fate.SHOT_DOWN)


def hit_engine(mat: Mat, table: Table, system: int) -> None:
    """A hit on an engine: armour takes the first; a single engine is both port and starboard (7.4.1)."""
    row = series_row(mat, table.charts)
    if row.engines == 0:
        return
    engine = 1 if row.engines == TWIN and system == System.STARBOARD_ENGINE else 0
    if row.armour and not mat.aircraft.armour:
        mat.aircraft.armour = 1
        return
    mat.aircraft.engines[engine] = raised(mat.aircraft.engines[engine], 1, engine_hits(row, table.charts))
    set_speed(mat, table)
    if engines_out(mat, table.charts) >= row.engines:
        set_fate(mat, table, Fate.ENGINES_OUT)


def roll_tank(mat: Mat, table: Table, side: int) -> int:
    """Return the effect of a hit on a fuel tank (7.4)."""
    return says(table, int(table.charts.tank[roll(mat, table, Chart.B4_TANK, side, 0)]))


def roll_gun(mat: Mat, table: Table, side: int, fitted: int) -> int:
    """Return the weapon that is hit, one of those that are fitted, counted from 1 (ruling IQ207)."""
    return roll_one(mat, table, Chart.GUN, side, fitted, 0) if fitted > 1 else fitted


def hit_tank(mat: Mat, table: Table) -> None:
    """A hit on the fuel tank: leak, fire or explosion (7.4, 7.4.1; ruling IQ125)."""
    result = roll_tank(mat, table, Side.PLAYER)
    if result == Tank.LEAK:
        mat.aircraft.leak = 1
    elif result == Tank.FIRE:
        set_fate(mat, table, Fate.SHOT_DOWN)
    elif result == Tank.EXPLOSION:
        kill_crew(mat, table, Cause.EXPLOSION)


def hit_weapon(mat: Mat, table: Table) -> None:
    """One forward weapon at random is out, if it was not out already (7.4; rulings IQ127, IQ207)."""
    fitted = 0
    for place in range(WEAPONS):
        if model_row(mat, table.charts).weapons[place].firepower > 0:
            fitted += 1
    number = roll_gun(mat, table, Side.PLAYER, fitted)
    for place in range(WEAPONS):
        if model_row(mat, table.charts).weapons[place].firepower > 0:
            number -= 1
            if number == 0:
                mat.aircraft.guns[place].out = 1


def hit_other(mat: Mat, table: Table, system: int) -> None:
    """A hit puts a system without threshold out, if the aircraft has it (7.4.1)."""
    aircraft = mat.aircraft
    row = series_row(mat, table.charts)
    if system == System.RADIO:
        aircraft.radio = 1
    elif system == System.OXYGEN:
        aircraft.oxygen = 1
    elif system == System.LANDING_GEAR:
        aircraft.gear = 1
    elif system == System.BOOST and row.boost:
        aircraft.boost = 1
    elif system == System.REAR_GUNS and row.rear:
        aircraft.rear_gun = 1
    elif system == System.ROCKETS and aircraft.rockets == Rockets.LOADED:
        aircraft.rockets = Rockets.DAMAGED


def hit_aircraft(mat: Mat, table: Table, system: int) -> None:
    """One hit on a system of the own aircraft takes effect at once (7.4.1)."""
    note(mat, table, Entry.DAMAGE, system, 0)
    if System.PORT_WING <= system <= System.CONTROLS:
        hit_frame(mat, table, system)
    elif system == System.PORT_ENGINE or system == System.STARBOARD_ENGINE:
        hit_engine(mat, table, system)
    elif system == System.FUEL_TANK:
        hit_tank(mat, table)
    elif system == System.WEAPON:
        hit_weapon(mat, table)
    elif system == System.PILOT:
        wound_pilot(mat, table, severity(mat, table, Side.PLAYER), Cause.WOUND)
    elif system == System.GUNNER:
        hit_gunner(mat, table)
    else:
        hit_other(mat, table, system)


def hit_gunner(mat: Mat, table: Table) -> None:
    """A hit on the own gunner, if there is one (7.4.7)."""
    if has_gunner(mat, table):
        wound_gunner(mat, table, severity(mat, table, Side.PLAYER))


def is_lost(mat: Mat) -> bool:
    """Whether the own aircraft is shot down or its pilot dead: the rest of a shot lapses (ruling IQ045)."""
    return bool(mat.work.fate >= Fate.SHOT_DOWN)


def damage_aircraft(mat: Mat, table: Table, package: int, hits: int, tail: int) -> None:
    """A shot strikes the own aircraft: package, random hits, tail hits, one after the other (7.4.1; IQ045)."""
    if package:
        for place in range(PACKAGE):
            system = in_package(table, Aim.AIRFRAME, place, True)
            if system != System.NONE and not is_lost(mat):
                hit_aircraft(mat, table, system)
    for _ in range(hits):
        if not is_lost(mat):
            hit_aircraft(mat, table, systems_of_b6(mat, table, Side.PLAYER))
    for _ in range(tail):
        if not is_lost(mat):
            hit_aircraft(mat, table, System.TAIL)


# --- enemy fighters ---


def enemy_row(mat: Mat, table: Table) -> EnemyRow:
    """Return the type of the enemy fighter."""
    return table.charts.enemies[mat.fighter.type]


def enemy_engine_hits(table: Table, row: EnemyRow) -> int:
    """Return the hits that put an engine of an enemy out, without its armour (7.4.1; ruling IQ120)."""
    return int(table.charts.armoured_hits) if row.armour else int(table.charts.engine_hits)


def set_enemy_speed(mat: Mat, table: Table) -> None:
    """Compute the enemy's speed from his type and his engines (7.4.1)."""
    row = enemy_row(mat, table)
    speed = int(row.speed)
    for engine in range(row.engines):
        speed -= engine_speed_loss(table, int(mat.fighter.engines[engine]), int(row.armour), row.engines == TWIN)
    mat.fighter.speed = clamp(speed, 0, MOST_SPEED)


def enemy_engines_out(mat: Mat, table: Table) -> int:
    """Return the number of engines of the enemy that are out."""
    row = enemy_row(mat, table)
    count = 0
    for engine in range(row.engines):
        if mat.fighter.engines[engine] >= enemy_engine_hits(table, row):
            count += 1
    return count


def hit_enemy_engine(mat: Mat, table: Table, system: int) -> bool:
    """Hit an enemy's engine and return whether all his engines are out (7.4, 7.4.1; ruling IQ123)."""
    row = enemy_row(mat, table)
    engine = 1 if row.engines == TWIN and system == System.STARBOARD_ENGINE else 0
    if row.armour and not mat.fighter.armour:
        mat.fighter.armour = 1
        return False
    mat.fighter.engines[engine] = raised(mat.fighter.engines[engine], 1, enemy_engine_hits(table, row))
    set_enemy_speed(mat, table)
    return bool(enemy_engines_out(mat, table) >= row.engines)


def hit_enemy_frame(fighter: Fighter, row: EnemyRow, system: int) -> bool:
    """Hit wings, airframe, tail or controls of an enemy, and return whether he is shot down (7.4)."""
    if system == System.PORT_WING:
        fighter.port_wing = raised(fighter.port_wing, 1, row.wing)
        return bool(fighter.port_wing >= row.wing)
    if system == System.STARBOARD_WING:
        fighter.starboard_wing = raised(fighter.starboard_wing, 1, row.wing)
        return bool(fighter.starboard_wing >= row.wing)
    if system == System.AIRFRAME:
        fighter.airframe = raised(fighter.airframe, 1, row.airframe)
        return bool(fighter.airframe >= row.airframe)
    if system == System.TAIL:
        fighter.tail = raised(fighter.tail, 1, row.tail)
        return bool(fighter.tail >= row.tail)
    fighter.controls = raised(fighter.controls, 1, row.controls)
    return bool(fighter.controls >= row.controls)


def hit_enemy_weapon(mat: Mat, table: Table) -> None:
    """One weapon of the enemy at random is out (7.3.1; rulings IQ106, IQ207)."""
    row = enemy_row(mat, table)
    fitted = 0
    for place in range(ENEMY_WEAPONS):
        if row.firepower[place] > 0:
            fitted += 1
    number = roll_gun(mat, table, Side.ENEMY, fitted)
    for place in range(ENEMY_WEAPONS):
        if row.firepower[place] > 0:
            number -= 1
            if number == 0:
                mat.fighter.guns_out[place] = 1


def hit_enemy_tank(mat: Mat, table: Table) -> bool:
    """Hit an enemy's fuel tank and return whether he is shot down (7.4)."""
    result = roll_tank(mat, table, Side.ENEMY)
    if result == Tank.LEAK:
        mat.fighter.leak = 1
    return bool(result == Tank.FIRE or result == Tank.EXPLOSION)


def wound_enemy(mat: Mat, table: Table) -> bool:
    """Hit the enemy's pilot and return whether he is killed, and so shot down (7.3.1; ruling IQ204)."""
    mat.fighter.pilot = added_wound(table, int(mat.fighter.pilot), severity(mat, table, Side.ENEMY))
    return bool(mat.fighter.pilot == Health.KILLED)


def hit_enemy(mat: Mat, table: Table, system: int) -> bool:
    """Hit a system of the enemy fighter and return whether he is shot down (7.4, 7.4.1)."""
    note(mat, table, Entry.ENEMY_DAMAGE, system, 0)
    fighter = mat.fighter
    if System.PORT_WING <= system <= System.CONTROLS:
        return hit_enemy_frame(fighter, enemy_row(mat, table), system)
    if system == System.PORT_ENGINE or system == System.STARBOARD_ENGINE:
        return hit_enemy_engine(mat, table, system)
    if system == System.FUEL_TANK:
        return hit_enemy_tank(mat, table)
    if system == System.PILOT:
        return wound_enemy(mat, table)
    if system == System.WEAPON:
        hit_enemy_weapon(mat, table)
    elif system == System.OXYGEN:
        fighter.oxygen = 1
    elif system == System.RADIO:
        fighter.radio = 1
    elif system == System.LANDING_GEAR:
        fighter.gear = 1
    return False


def damage_enemy(mat: Mat, table: Table, package: int, hits: int, tail: int) -> bool:
    """Apply a shot's package, random and tail hits; return whether the enemy is shot down.

    (7.1.3, 7.4.1; IQ045)
    """
    down = False
    if package:
        for place in range(PACKAGE):
            system = in_package(table, Aim.AIRFRAME, place, True)
            if system != System.NONE and not down:
                down = hit_enemy(mat, table, system)
    for _ in range(hits):
        if not down:
            down = hit_enemy(mat, table, systems_of_b6(mat, table, Side.ENEMY))
    for _ in range(tail):
        if not down:
            down = hit_enemy(mat, table, System.TAIL)
    return down


# --- bombers ---


def bomber_row(mat: Mat, charts: Charts) -> BomberRow:
    """Return the type of the bomber under attack."""
    return charts.bombers[mat.bomber.type]


def has_bombs(mat: Mat, charts: Charts) -> bool:
    """Whether the bomber carries bombs: in the first boxes of the track, and no straggler (7.1.4; IQ203)."""
    early = mat.sortie.box <= charts.bombs_until_box
    return bool(early and bomber_row(mat, charts).bombs and not mat.sortie.straggler)


def blast(mat: Mat, table: Table) -> None:
    """Bombs explode at close range: on 2 or 12 the interceptor takes 1d6 hits (7.1.4; IQ040)."""
    if mat.bomber.range == Range.CLOSE and says(table, int(table.charts.blast[roll(mat, table, Chart.B4_BLAST, 0, 0)])):
        damage_aircraft(mat, table, 0, says(table, roll(mat, table, Chart.B4_BLAST_HITS, 0, 0)), 0)


def hit_bay(mat: Mat, table: Table) -> bool:
    """Hit the bomb bay and return whether the bombs go off (7.1.4, 7.4; rulings IQ039, IQ040)."""
    if not has_bombs(mat, table.charts):
        return False
    if not says(table, int(table.charts.bomb_bay[roll(mat, table, Chart.B4_BAY, 0, 0)])):
        return False
    blast(mat, table)
    return True


def hit_bomber_gunner(mat: Mat, table: Table) -> None:
    """A gunner of the bomber is hit: from now on its fire has one hit less (7.1.8)."""
    mat.bomber.gunners = raised(mat.bomber.gunners, 1, MOST_GUNNERS)
    note(mat, table, Entry.GUNNER_HIT, int(mat.bomber.gunners), 0)


def hit_crew(mat: Mat, table: Table) -> bool:
    """Hit the crew of the bomber and return whether both pilots are out (7.1.8; ruling IQ075)."""
    seat = says(table, int(table.charts.bomber_crew[roll(mat, table, Chart.B4_CREW, 0, 0)]))
    pilots = mat.bomber.pilots
    if seat == Seat.GUNNER:
        hit_bomber_gunner(mat, table)
    elif pilots[seat] < Health.SERIOUS_WOUND:
        pilots[seat] = added_wound(table, int(pilots[seat]), severity(mat, table, Side.BOMBER))
    return bool(pilots[0] >= Health.SERIOUS_WOUND and pilots[1] >= Health.SERIOUS_WOUND)


def hit_bomber_frame(mat: Mat, table: Table, system: int) -> bool:
    """Hit wings, airframe, tail or controls of the bomber, and return whether it is destroyed (7.4)."""
    bomber = mat.bomber
    row = bomber_row(mat, table.charts)
    if system == System.PORT_WING:
        bomber.port_wing = raised(bomber.port_wing, 1, row.wing)
        return bool(bomber.port_wing >= row.wing)
    if system == System.STARBOARD_WING:
        bomber.starboard_wing = raised(bomber.starboard_wing, 1, row.wing)
        return bool(bomber.starboard_wing >= row.wing)
    if system == System.AIRFRAME:
        bomber.airframe = raised(bomber.airframe, 1, row.airframe)
        return bool(bomber.airframe >= row.airframe)
    if system == System.TAIL:
        bomber.tail = raised(bomber.tail, 1, row.tail)
        return bool(bomber.tail >= row.tail)
    bomber.controls = raised(bomber.controls, 1, row.controls)
    return bool(bomber.controls >= row.controls)


def bomber_engines_out(mat: Mat) -> int:
    """Return the number of engines of the bomber that are out."""
    count = 0
    for engine in range(BOMBER_ENGINES):
        if mat.bomber.engines[engine] >= ENGINE_OUT:
            count += 1
    return count


def hit_bomber_engine(mat: Mat, table: Table, engine: int) -> bool:
    """Hit an engine of the bomber and return whether all of them are out (7.4)."""
    mat.bomber.engines[engine] = raised(mat.bomber.engines[engine], 1, ENGINE_OUT)
    return bool(bomber_engines_out(mat) >= bomber_row(mat, table.charts).engines)


def hit_bomber_tank(mat: Mat, table: Table) -> bool:
    """Hit the bomber's fuel tank and return whether it is destroyed (7.4)."""
    result = roll_tank(mat, table, Side.BOMBER)
    if result == Tank.LEAK:
        mat.bomber.leak = 1
    return bool(result == Tank.FIRE or result == Tank.EXPLOSION)


def hit_bomber(mat: Mat, table: Table, system: int) -> bool:
    """Hit a system of the bomber and return whether it is destroyed (7.4, 7.1.6)."""
    note(mat, table, Entry.BOMBER_DAMAGE, system, 0)
    if System.PORT_WING <= system <= System.CONTROLS:
        return hit_bomber_frame(mat, table, system)
    if System.ENGINE_1 <= system <= System.ENGINE_4:
        return hit_bomber_engine(mat, table, system - System.ENGINE_1)
    if system == System.FUEL_TANK:
        return hit_bomber_tank(mat, table)
    if system == System.BOMB_BAY:
        return hit_bay(mat, table)
    if system == System.CREW:
        return hit_crew(mat, table)
    if system == System.GUNNER:
        hit_bomber_gunner(mat, table)
    elif system == System.RADIO:
        mat.bomber.radio = 1
    elif system == System.LANDING_GEAR:
        mat.bomber.gear = 1
    return False


def aimed_system(aim: int) -> int:
    """Return the system that a point of aim names (7.7)."""
    if aim == Aim.PORT_WING:
        return System.PORT_WING.value
    return System.STARBOARD_WING.value if aim == Aim.STARBOARD_WING else System.AIRFRAME.value


def damage_bomber(mat: Mat, table: Table, aim: int, package: int, aimed: int, hits: int) -> bool:
    """Apply a shot's package, Aim hits and random hits in the aimed column; return whether the bomber is destroyed.

    (7.1.3, 7.1.6; rulings IQ035, IQ045)
    """
    down = False
    if package:
        for place in range(PACKAGE):
            system = in_package(table, aim, place, False)
            if system != System.NONE and not down:
                down = hit_bomber(mat, table, system)
    for _ in range(aimed):
        if not down:
            down = hit_bomber(mat, table, aimed_system(aim))
    for _ in range(hits):
        if not down:
            system = says(table, int(table.charts.b3[aim][roll(mat, table, Chart.B3, 0, 0)]))
            down = hit_bomber(mat, table, system)
    return down
