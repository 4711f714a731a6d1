"""Values that the scripts read from the mat: the own aircraft, the bomber, the deck; and odds of two dice."""

from agents.chances import DIE_FACES, ways
from agents.games.interceptor.scripts.style import Style
from stuka_env.compiling.compilation import compiled
from stuka_env.games.interceptor.charts.shape import B7_HIGH, B8_HIGH, LOWEST_SUM, Charts
from stuka_env.games.interceptor.codes import (
    DESTROYED,
    GROUP_DAMAGE,
    SKILLS,
    WEAPONS,
    Act,
    Enemy,
    Health,
    Person,
    Touchdown,
)
from stuka_env.games.interceptor.rules.aircraft import damaged_systems
from stuka_env.games.interceptor.rules.damage import bomber_engines_out, bomber_row
from stuka_env.games.interceptor.rules.deck import column_of
from stuka_env.games.interceptor.rules.landing import landing_modifier
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.options import fatigue_on_landing
from stuka_env.games.interceptor.rules.parachutes import jump_modifiers
from stuka_env.games.interceptor.rules.prestige import may_fly
from stuka_env.games.interceptor.rules.table import Mask

LATE_EXTRA = 2
"""Damaged systems that a player accepts beyond his limits from his last month on."""
FAVOURITE = 10_000
"""Merit of every type of the favourite series, above any merit of guns and speed."""
HITS_OF_A_GROUP = 6
"""Number of hits that group damage counts as."""
HITS_OF_DESTROYED = 12
"""Number of hits that a destroyed target counts as."""


@compiled
def counted_damage(mat: Mat, style: Style) -> int:
    """Return the damaged systems that count against the limits; fewer in the months in which the style accepts more."""
    count = damaged_systems(mat)
    return max(0, count - LATE_EXTRA) if mat.career.month >= style.last_month else count


@compiled
def most_rounds(mat: Mat) -> int:
    """Return the points of ammunition of the weapon that can fire longest, of those that are counted."""
    most = 0
    for place in range(WEAPONS):
        gun = mat.aircraft.guns[place]
        if not gun.jammed and not gun.out:
            most = max(most, int(gun.ammunition))
    return most


@compiled
def has_ammunition(mat: Mat) -> bool:
    """Whether a weapon with counted ammunition can still fire."""
    return most_rounds(mat) > 0


@compiled
def escorted(mat: Mat) -> bool:
    """Whether enemy fighters guard the bombers of this box."""
    return bool(not mat.sortie.sweep and mat.sortie.escort > Enemy.NONE)


@compiled
def nearly_down(mat: Mat, charts: Charts) -> bool:
    """Whether one more hit on a wing, the airframe or an engine destroys the bomber (7.4)."""
    row, bomber = bomber_row(mat, charts), mat.bomber
    short = bomber.port_wing >= row.wing - 1 or bomber.starboard_wing >= row.wing - 1
    return bool(short or bomber.airframe >= row.airframe - 1 or bomber_engines_out(mat) >= row.engines - 1)


@compiled
def in_column(charts: Charts, card: int, power: int) -> int:
    """Return the hits of a card at a firepower, with group damage and destroyed as hits."""
    hits = int(charts.cards[card - 1].fire[column_of(charts, power)])
    if hits == DESTROYED:
        return HITS_OF_DESTROYED
    return HITS_OF_A_GROUP if hits == GROUP_DAMAGE else hits


# --- odds of two dice ---


@compiled
def deaths_of_a_jump(mat: Mat, charts: Charts) -> int:
    """Return the throws of 36 that kill the pilot who jumps now (7.6)."""
    own, deaths = jump_modifiers(mat, charts, Person.PILOT.value), 0
    modifier = own.skill + own.wound
    for total in range(LOWEST_SUM, 2 * DIE_FACES + 1):
        row = min(max(total + modifier, LOWEST_SUM), B8_HIGH)
        deaths += ways(total) * int(charts.b8[row] == Health.KILLED)
    return deaths


@compiled
def deaths_of_a_landing(mat: Mat, charts: Charts) -> int:
    """Return the throws of 36 that kill the pilot who lands without engine; a third of the crashes count (7.4.6)."""
    modifier = landing_modifier(mat, charts, True) - fatigue_on_landing(mat, charts)
    deaths, crashes = 0, 0
    for total in range(LOWEST_SUM, 2 * DIE_FACES + 1):
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
    merit = 100 * speed + guns if style.fast else 100 * guns + speed
    return merit + FAVOURITE if row.series == style.series else merit


@compiled
def best_merit(mat: Mat, charts: Charts, series: int, style: Style) -> int:
    """Return the best merit of a series among the types that R1 shows; 0 for none."""
    best = 0
    for model in range(len(charts.models)):
        if charts.models[model].series == series and mat.desk.available[model] and may_fly(mat, charts, model):
            best = max(best, merit_of(charts, model, style))
    return best


@compiled
def first_pick(mask: Mask) -> int:
    """Return the first legal action that picks a row of the list."""
    for place in range(SKILLS):
        if mask[Act.PICK_1 + place]:
            return Act.PICK_1 + place
    return Act.DONE.value
