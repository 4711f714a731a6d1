"""Damage to aircraft of both sides (7.4, 7.4.1; charts B3, B4 and B6)."""

from stuka_env.engine.frame import note, roll, roll_one, says
from stuka_env.games.interceptor.charts.shape import PACKAGE, BomberRow, Charts, EnemyRow, FighterRow, FrameRow
from stuka_env.games.interceptor.codes import (
    ENEMY_WEAPONS,
    NOBODY,
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
    BOTH_ENGINES,
    count_guns,
    engine_hits,
    fighter_engines_out,
    gun_of,
    has_gunner,
    hits_left,
    model_row,
    series_row,
    slow_down,
    whole_speed,
)
from stuka_env.games.interceptor.rules.injuries import added_wound, kill_crew, severity, wound_gunner, wound_pilot
from stuka_env.games.interceptor.rules.mat import Airframe, FighterFrame, Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Table

MOST_GUNNERS = 12
ENGINE_OUT = 2
"""Hits that put an engine of a bomber out."""
BOMBER_ENGINES = 4


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


# --- every aircraft ---


def hit_frame(frame: Airframe, row: FrameRow, system: int) -> bool:
    """Hit wings, airframe, tail or controls; return whether the aircraft is lost, at the threshold (7.4)."""
    if system == System.PORT_WING:
        frame.port_wing = raised(frame.port_wing, 1, row.wing)
    elif system == System.STARBOARD_WING:
        frame.starboard_wing = raised(frame.starboard_wing, 1, row.wing)
    elif system == System.AIRFRAME:
        frame.airframe = raised(frame.airframe, 1, row.airframe)
    elif system == System.TAIL:
        frame.tail = raised(frame.tail, 1, row.tail)
    else:
        frame.controls = raised(frame.controls, 1, row.controls)
    return hits_left(frame, row, system) == 0


def hit_engine(fighter: FighterFrame, row: FighterRow, table: Table, system: int, speed: int) -> bool:
    """Hit a fighter's engine and return whether all its engines are out (7.4, 7.4.1; ruling IQ123).

    Armour takes the first hit; a single engine is both port and starboard. With whole engines it flies at ``speed``.
    """
    engine = 1 if row.engines == BOTH_ENGINES and system == System.STARBOARD_ENGINE else 0
    if row.armour and not fighter.armour:
        fighter.armour = 1
        return False
    fighter.engines[engine] = raised(fighter.engines[engine], 1, engine_hits(row, table.charts))
    slow_down(fighter, row, table, speed)
    return bool(fighter_engines_out(fighter, row, table.charts) >= row.engines)


def hit_tank(mat: Mat, frame: Airframe, table: Table, side: int) -> int:
    """Hit a fuel tank and return the effect: leak, fire or explosion (7.4)."""
    result = says(table, int(table.charts.tank[roll(mat, table, Chart.B4_TANK, side, 0)]))
    if result == Tank.LEAK:
        frame.leak = 1
    return result


def hit_equipment(frame: Airframe, system: int) -> None:
    """Put the radio or the landing gear out."""
    if system == System.RADIO:
        frame.radio = 1
    elif system == System.LANDING_GEAR:
        frame.gear = 1


def roll_gun(mat: Mat, table: Table, side: int, fitted: int) -> int:
    """Return the place of the weapon that is hit, one of those that are fitted; -1 without any (ruling IQ207).

    The weapons are bits.
    """
    number = count_guns(fitted)
    return gun_of(fitted, roll_one(mat, table, Chart.GUN, side, number, 0) if number > 1 else number)


# --- the own aircraft ---


def hit_own_engine(mat: Mat, table: Table, system: int) -> None:
    """A hit on an engine of the own aircraft; without any engine it goes down (7.4, 7.4.1)."""
    row = series_row(mat, table.charts)
    if hit_engine(mat.aircraft, row, table, system, whole_speed(mat, table.charts)):
        set_fate(mat, table, Fate.ENGINES_OUT)


def hit_own_tank(mat: Mat, table: Table) -> None:
    """A hit on the fuel tank: leak, fire or explosion (7.4, 7.4.1; ruling IQ125)."""
    result = hit_tank(mat, mat.aircraft, table, Side.PLAYER)
    if result == Tank.FIRE:
        set_fate(mat, table, Fate.SHOT_DOWN)
    elif result == Tank.EXPLOSION:
        kill_crew(mat, table, Cause.EXPLOSION)


def hit_weapon(mat: Mat, table: Table) -> None:
    """One forward weapon at random is out, if it was not out already (7.4; rulings IQ127, IQ207)."""
    fitted = 0
    for place in range(WEAPONS):
        fitted |= int(model_row(mat, table.charts).weapons[place].firepower > 0) << place
    place = roll_gun(mat, table, Side.PLAYER, fitted)
    if place != NOBODY:
        mat.aircraft.guns[place].out = 1


def hit_other(mat: Mat, table: Table, system: int) -> None:
    """A hit puts a system without threshold out, if the aircraft has it (7.4.1)."""
    aircraft = mat.aircraft
    row = series_row(mat, table.charts)
    hit_equipment(aircraft, system)
    if system == System.OXYGEN:
        aircraft.oxygen = 1
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
        if hit_frame(mat.aircraft, series_row(mat, table.charts), system):
            set_fate(mat, table, Fate.SHOT_DOWN)
    elif system == System.PORT_ENGINE or system == System.STARBOARD_ENGINE:
        hit_own_engine(mat, table, system)
    elif system == System.FUEL_TANK:
        hit_own_tank(mat, table)
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


# --- enemy fighters ---


def enemy_row(mat: Mat, table: Table) -> EnemyRow:
    """Return the type of the enemy fighter."""
    return table.charts.enemies[mat.fighter.type]


def set_enemy_speed(mat: Mat, table: Table) -> None:
    """Compute the enemy's speed from his type and his engines (7.4.1)."""
    slow_down(mat.fighter, enemy_row(mat, table), table, int(enemy_row(mat, table).speed))


def hit_enemy_weapon(mat: Mat, table: Table) -> None:
    """One weapon of the enemy at random is out (7.3.1; rulings IQ106, IQ207)."""
    fitted = 0
    for place in range(ENEMY_WEAPONS):
        fitted |= int(enemy_row(mat, table).firepower[place] > 0) << place
    place = roll_gun(mat, table, Side.ENEMY, fitted)
    if place != NOBODY:
        mat.fighter.guns_out[place] = 1


def wound_enemy(mat: Mat, table: Table) -> bool:
    """Hit the enemy's pilot and return whether he is killed, and so shot down (7.3.1; ruling IQ204)."""
    mat.fighter.pilot = added_wound(table, int(mat.fighter.pilot), severity(mat, table, Side.ENEMY))
    return bool(mat.fighter.pilot == Health.KILLED)


def hit_enemy(mat: Mat, table: Table, system: int) -> bool:
    """Hit a system of the enemy fighter and return whether he is shot down (7.4, 7.4.1)."""
    note(mat, table, Entry.ENEMY_DAMAGE, system, 0)
    fighter, row = mat.fighter, enemy_row(mat, table)
    if System.PORT_WING <= system <= System.CONTROLS:
        return hit_frame(fighter, row, system)
    if system == System.PORT_ENGINE or system == System.STARBOARD_ENGINE:
        return hit_engine(fighter, row, table, system, int(row.speed))
    if system == System.FUEL_TANK:
        return hit_tank(mat, fighter, table, Side.ENEMY) >= Tank.FIRE
    if system == System.PILOT:
        return wound_enemy(mat, table)
    if system == System.WEAPON:
        hit_enemy_weapon(mat, table)
    elif system == System.OXYGEN:
        fighter.oxygen = 1
    hit_equipment(fighter, system)
    return False


# --- a shot at a fighter ---


def hit_fighter(mat: Mat, table: Table, side: int, system: int) -> bool:
    """Hit a system of a fighter and return whether the rest of the shot lapses."""
    if side == Side.ENEMY:
        return hit_enemy(mat, table, system)
    hit_aircraft(mat, table, system)
    return is_lost(mat)


def damage_fighter(mat: Mat, table: Table, side: int, package: int, hits: int, tail: int) -> bool:
    """Apply a shot's package, random and tail hits, one after the other; return whether the fighter is shot down.

    (7.1.3, 7.4.1; IQ045)
    """
    down = side == Side.PLAYER and is_lost(mat)
    if package:
        for place in range(PACKAGE):
            system = in_package(table, Aim.AIRFRAME, place, True)
            if system != System.NONE and not down:
                down = hit_fighter(mat, table, side, system)
    for _ in range(hits):
        if not down:
            down = hit_fighter(mat, table, side, systems_of_b6(mat, table, side))
    for _ in range(tail):
        if not down:
            down = hit_fighter(mat, table, side, System.TAIL)
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
        damage_fighter(mat, table, Side.PLAYER, 0, says(table, roll(mat, table, Chart.B4_BLAST_HITS, 0, 0)), 0)


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


def hit_bomber(mat: Mat, table: Table, system: int) -> bool:
    """Hit a system of the bomber and return whether it is destroyed (7.4, 7.1.6)."""
    note(mat, table, Entry.BOMBER_DAMAGE, system, 0)
    if System.PORT_WING <= system <= System.CONTROLS:
        return hit_frame(mat.bomber, bomber_row(mat, table.charts), system)
    if System.ENGINE_1 <= system <= System.ENGINE_4:
        return hit_bomber_engine(mat, table, system - System.ENGINE_1)
    if system == System.FUEL_TANK:
        return hit_tank(mat, mat.bomber, table, Side.BOMBER) >= Tank.FIRE
    if system == System.BOMB_BAY:
        return hit_bay(mat, table)
    if system == System.CREW:
        return hit_crew(mat, table)
    if system == System.GUNNER:
        hit_bomber_gunner(mat, table)
    hit_equipment(mat.bomber, system)
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
