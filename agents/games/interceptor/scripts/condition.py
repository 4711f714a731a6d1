"""Values that the scripts read from the mat: the own aircraft, the bomber, the deck; and odds of two dice."""

from agents.games.interceptor.scripts.style import Style
from stuka_env.compilation import compiled
from stuka_env.games.interceptor.charts.shape import B7_HIGH, B8_HIGH, LOWEST_SUM, Charts
from stuka_env.games.interceptor.codes import (
    DESTROYED,
    GROUP_DAMAGE,
    SKILLS,
    WEAPONS,
    Act,
    Enemy,
    Health,
    Rockets,
    Skill,
    Touchdown,
)
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask

FACES = 6
LATE_EXTRA = 2
"""Damaged systems that a player accepts beyond his limits from his last month on."""
HITS_OF_A_GROUP = 6
"""Number of hits that group damage counts as."""
HITS_OF_DESTROYED = 12
"""Number of hits that a destroyed target counts as."""
ENGINES = 4


@compiled
def damaged(mat: Mat) -> int:
    """Return the number of damaged systems (7.4.2)."""
    aircraft = mat.aircraft
    count = int(aircraft.port_wing > 0) + int(aircraft.starboard_wing > 0) + int(aircraft.airframe > 0)
    count += int(aircraft.tail > 0) + int(aircraft.controls > 0)
    count += int(aircraft.engines[0] > 0) + int(aircraft.engines[1] > 0)
    count += int(aircraft.armour) + int(aircraft.leak) + int(aircraft.oxygen) + int(aircraft.radio)
    count += int(aircraft.boost) + int(aircraft.gear) + int(aircraft.rear_gun)
    count += int(aircraft.rockets == Rockets.DAMAGED)
    for place in range(WEAPONS):
        count += int(mat.aircraft.guns[place].out)
    return count


@compiled
def counted_damage(mat: Mat, style: Style) -> int:
    """Return the damaged systems that count against the limits; fewer in the months in which the style accepts more."""
    count = damaged(mat)
    return max(0, count - LATE_EXTRA) if mat.career.month >= style.last_month else count


@compiled
def has_ammunition(mat: Mat) -> bool:
    """Whether a weapon with counted ammunition can still fire."""
    for place in range(WEAPONS):
        gun = mat.aircraft.guns[place]
        if gun.ammunition > 0 and not gun.jammed and not gun.out:
            return True
    return False


@compiled
def gun_fires(mat: Mat, charts: Charts, place: int) -> bool:
    """Whether a weapon can fire (7.1.3)."""
    gun = mat.aircraft.guns[place]
    fitted = charts.models[mat.aircraft.model].weapons[place].firepower > 0
    return bool(fitted and not gun.jammed and not gun.out and gun.ammunition != 0)


@compiled
def firepower(mat: Mat, charts: Charts) -> int:
    """Return the firepower of the weapons that can fire (7.1.6)."""
    total = 0
    for place in range(WEAPONS):
        if gun_fires(mat, charts, place):
            total += int(charts.models[mat.aircraft.model].weapons[place].firepower)
    return total


@compiled
def is_agile(mat: Mat, charts: Charts) -> bool:
    """Whether the own aircraft is agile: its series, and neither engine nor controls damaged (7.2.2.8)."""
    aircraft = mat.aircraft
    whole = aircraft.engines[0] == 0 and aircraft.engines[1] == 0 and aircraft.controls == 0
    return bool(charts.series[charts.models[aircraft.model].series].agile and whole)


@compiled
def escorted(mat: Mat) -> bool:
    """Whether enemy fighters guard the bombers of this box."""
    return bool(not mat.sortie.sweep and mat.sortie.escort > Enemy.NONE)


@compiled
def is_box(mat: Mat, charts: Charts) -> bool:
    """Whether the bomber fires as one of a box (7.1.7)."""
    return bool(mat.sortie.formation and charts.bombers[mat.bomber.type].formation)


@compiled
def has_bombs(mat: Mat, charts: Charts) -> bool:
    """Whether the bomber carries its bombs (7.1.4)."""
    early = mat.sortie.box <= charts.bombs_until_box
    return bool(early and charts.bombers[mat.bomber.type].bombs and not mat.sortie.straggler)


@compiled
def nearly_down(mat: Mat, charts: Charts) -> bool:
    """Whether one more hit on a wing, the airframe or an engine destroys the bomber (7.4)."""
    row = charts.bombers[mat.bomber.type]
    bomber = mat.bomber
    out = 0
    for engine in range(ENGINES):
        out += int(bomber.engines[engine] > 1)
    short = bomber.port_wing >= row.wing - 1 or bomber.starboard_wing >= row.wing - 1
    return bool(short or bomber.airframe >= row.airframe - 1 or out >= row.engines - 1)


@compiled
def knows(mat: Mat, skill: int) -> bool:
    """Whether the pilot has a skill; Expert counts for the series flown."""
    return bool(mat.pilot.skills[skill])


@compiled
def in_column(charts: Charts, card: int, power: int) -> int:
    """Return the hits of a card at a firepower, with group damage and destroyed as hits."""
    column = 0
    for place in range(len(charts.columns)):
        if charts.columns[place] <= power:
            column = place
    hits = int(charts.cards[card - 1].fire[column])
    if hits == DESTROYED:
        return HITS_OF_DESTROYED
    return HITS_OF_A_GROUP if hits == GROUP_DAMAGE else hits


# --- odds of two dice ---


@compiled
def ways(total: int) -> int:
    """Return the throws of two dice, of 36, with a sum."""
    return FACES - abs(FACES + 1 - total)


@compiled
def deaths_of_a_jump(mat: Mat, charts: Charts) -> int:
    """Return the throws of 36 that kill the pilot who jumps now (7.6)."""
    modifier = int(charts.jump_skill) if knows(mat, Skill.PARACHUTE.value) else 0
    if mat.pilot.health == Health.SERIOUS_WOUND:
        modifier += int(charts.jump_wound)
    deaths = 0
    for total in range(LOWEST_SUM, 2 * FACES + 1):
        row = min(max(total + modifier, LOWEST_SUM), B8_HIGH)
        deaths += ways(total) * int(charts.b8[row] == Health.KILLED)
    return deaths


@compiled
def landing_modifier(mat: Mat, charts: Charts) -> int:
    """Return the modifiers of a landing without engine (7.4.4, 7.4.5)."""
    aircraft = mat.aircraft
    engines = int(aircraft.engines[0] > 0) + int(aircraft.engines[1] > 0)
    modifier = engines * int(charts.landing_engine_out) + int(charts.landing_forced)
    modifier += int(charts.landing_controls) if aircraft.controls else 0
    modifier += int(charts.landing_gear) if aircraft.gear else 0
    modifier += int(charts.landing_wound) if mat.pilot.health == Health.SERIOUS_WOUND else 0
    modifier += int(charts.landing_skill) if knows(mat, Skill.LANDING.value) else 0
    return modifier + int(charts.landing_weather[mat.sortie.weather])


@compiled
def deaths_of_a_landing(mat: Mat, charts: Charts) -> int:
    """Return the throws of 36 that kill the pilot who lands without engine; a third of the crashes count (7.4.6)."""
    modifier = landing_modifier(mat, charts)
    deaths, crashes = 0, 0
    for total in range(LOWEST_SUM, 2 * FACES + 1):
        result = int(charts.b7[min(max(total + modifier, LOWEST_SUM), B7_HIGH)])
        deaths += ways(total) * int(result == Touchdown.KILLED)
        crashes += ways(total) * int(result == Touchdown.CRASH)
    return deaths + crashes // 3


# --- lists on the table ---


@compiled
def merit_of(charts: Charts, model: int, style: Style) -> int:
    """Return the merit of a type: first its guns and then its speed, or the reverse."""
    row = charts.models[model]
    guns = 0
    for place in range(WEAPONS):
        guns += int(row.weapons[place].firepower)
    speed = int(row.speed)
    return 100 * speed + guns if style.fast else 100 * guns + speed


@compiled
def may_have(mat: Mat, charts: Charts, model: int) -> bool:
    """Whether the pilot may fly a type: its Prestige Level, and it is not lost (8.2, 9.8)."""
    row = charts.models[model]
    single = int(row.single)
    lost = single > 0 and mat.career.singles_lost[max(0, single - 1)] > 0
    return bool((mat.pilot.level >= row.level or model == mat.career.waived) and not lost)


@compiled
def best_merit(mat: Mat, charts: Charts, series: int, style: Style) -> int:
    """Return the best merit of a series among the types that R1 shows; 0 for none."""
    best = 0
    for model in range(len(charts.models)):
        if charts.models[model].series == series and mat.desk.available[model] and may_have(mat, charts, model):
            best = max(best, merit_of(charts, model, style))
    return best


@compiled
def first_pick(mask: Mask) -> int:
    """Return the first legal action that picks a row of the list."""
    for place in range(SKILLS):
        if mask[Act.PICK_1 + place]:
            return Act.PICK_1 + place
    return Act.DONE.value
