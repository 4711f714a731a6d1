"""Harm: what a result may do to one aircraft and its crew, as odds of what follows from it.

A hit leads to further rolls: a crew bails out and evades, a wreck is survived or not. The odds of those rolls stand in
their place, worked out from the charts (7.10, 7.11, 8.1).
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Numbers, Record, Rows, float64, nested, record
from stuka_env.games.stuka.charts.shape import DIE, MOST_STRESS, Charts
from stuka_env.games.stuka.codes import (
    C3_HIGH,
    C4_HIGH,
    NOBODY,
    SEATS,
    BailOut,
    Duty,
    Evasion,
    Payload,
    Quality,
    Role,
    Status,
    Survival,
    System,
)
from stuka_env.games.stuka.odds.attacks import D6_FACES, D10_FACES
from stuka_env.games.stuka.rules.crew import aboard, benefit, immune, member
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.rolls import clamp

HARDEST_HIT = 6
"""Largest modifier of a hit, either way, for which its mean harm is kept."""


@record
class Harm(Record):
    """Harm that may come to an aircraft and its crew: probabilities and means."""

    lost: float = float64("probability that the aircraft is lost")
    repair: float = float64("missions under repair, if it is not lost")
    disarmed: float = float64("probability that its bombs do not drop any more")
    killed: Numbers = float64("probability that the pilot and the gunner are killed", (2,))
    captured: Numbers = float64("probability that they are captured", (2,))
    wounded: Numbers = float64("probability that they are wounded", (2,))
    stress: Numbers = float64("stress markers that they get", (2,))


@record
class MeanHarm(Record):
    """The mean harm of a hit on a sound aircraft, by the modifier from -HARDEST_HIT on."""

    by_drm: Rows[Harm] = nested(Harm, (2 * HARDEST_HIT + 1,))


@compiled
def no_harm(harm: Harm) -> None:
    """Clear the harm."""
    harm.lost = 0.0
    harm.repair = 0.0
    harm.disarmed = 0.0
    for role in range(2):
        harm.killed[role] = 0.0
        harm.captured[role] = 0.0
        harm.wounded[role] = 0.0
        harm.stress[role] = 0.0


@compiled
def add_harm(total: Harm, harm: Harm, weight: float) -> None:
    """Add harm with a weight."""
    total.lost += weight * harm.lost
    total.repair += weight * harm.repair
    total.disarmed += weight * harm.disarmed
    for role in range(2):
        total.killed[role] += weight * harm.killed[role]
        total.captured[role] += weight * harm.captured[role]
        total.wounded[role] += weight * harm.wounded[role]
        total.stress[role] += weight * harm.stress[role]


# --- leaving the aircraft (7.10, 4.1) ---


@compiled
def evade(mat: Mat, charts: Charts, harm: Harm, person: int, total: int) -> None:
    """Write what a total of C4 does to a person, added to the harm with the weight of one face."""
    role, result = person // SEATS, charts.c4[total]
    dies = result == Evasion.KILLED or (result == Evasion.WOUNDED and member(mat, person).wounds > 0)
    if dies:
        harm.killed[role] += 1.0
    elif result == Evasion.WOUNDED:
        harm.wounded[role] += 1.0
    elif result == Evasion.CAPTURED:
        harm.captured[role] += 1.0
    harm.stress[role] += charts.c4_stress[total]


@compiled
def odds_on_ground(mat: Mat, charts: Charts, harm: Harm, person: int, alive: float) -> None:
    """Write the odds of C4 for a person who comes down with the probability ``alive``, and is killed otherwise."""
    role = person // SEATS
    drm = benefit(mat, person, int(charts.evasion_drm[member(mat, person).level]))
    harm.killed[role] = 0.0
    harm.stress[role] = 0.0
    for die in range(1, D10_FACES + 1):
        evade(mat, charts, harm, person, clamp(die + drm, 0, C4_HIGH))
    scale = alive / D10_FACES
    harm.killed[role] = 1.0 - alive + scale * harm.killed[role]
    harm.captured[role] *= scale
    harm.wounded[role] *= scale
    harm.stress[role] *= scale


@compiled
def odds_of_jump(mat: Mat, charts: Charts, harm: Harm, person: int, stress: int, pilot_killed: bool) -> None:
    """Write the odds of C3 and C4 for a person who bails out with this stress."""
    role = person // SEATS
    drm = benefit(mat, person, int(charts.bailout_drm[role][member(mat, person).level]))
    drm += int(charts.c2_bailout[min(stress, MOST_STRESS)])
    if pilot_killed:
        drm += int(charts.pilot_killed_drm)
    alive = 0
    for die in range(1, D6_FACES + 1):
        alive += charts.c3[clamp(die + drm, 0, C3_HIGH)] != BailOut.KILLED
    odds_on_ground(mat, charts, harm, person, alive / D6_FACES)


# --- a hit (7.10; C1) ---


@compiled
def crew_dies(mat: Mat, harm: Harm, slot: int) -> None:
    """Write that the aircraft is lost with its crew."""
    harm.lost = 1.0
    for role in range(2):
        harm.killed[role] = 1.0 if aboard(mat, slot, role) != NOBODY else 0.0


@compiled
def mark(mat: Mat, charts: Charts, harm: Harm, slot: int, system: int) -> bool:
    """Write a damage marker on a system; whether it destroys the aircraft."""
    if system >= System.GENERAL:
        return False
    if mat.aircraft[slot].damage[system]:
        return system != System.BOMBS and system != System.LANDING_GEAR
    harm.repair = float(charts.c10[system])
    harm.disarmed = 1.0 if system == System.BOMBS else 0.0
    return False


@compiled
def gets_stress(mat: Mat, harm: Harm, slot: int, role: int, amount: int) -> int:
    """Write the stress of one member of the crew. Return all that he then has; 0 for an empty seat."""
    person = aboard(mat, slot, role)
    if person == NOBODY:
        return 0
    harm.stress[role] = 0.0 if amount > 0 and immune(mat, slot, person) else float(amount)
    return int(member(mat, person).stress) + int(harm.stress[role])


@compiled
def is_killed(mat: Mat, slot: int, role: int, killed: int, wounded: int) -> bool:
    """Whether a cell kills whoever is in that seat: outright, or by a second wound."""
    person = aboard(mat, slot, role)
    return person != NOBODY and bool(killed or (wounded and member(mat, person).wounds > 0))


@compiled
def harm_of_cell(mat: Mat, charts: Charts, harm: Harm, slot: int, where: int, column: int) -> None:
    """Write the harm of one cell of C1, in the order of :func:`stuka_env.games.stuka.rules.damage.carry_out_cell`."""
    no_harm(harm)
    cell, system = charts.c1[where][column], int(charts.c1_system[where])
    if cell.explosion and not (system == System.BOMBS and mat.aircraft[slot].ordnance == Payload.NONE):
        crew_dies(mat, harm, slot)
        return
    destroyed = cell.destroyed != 0
    if cell.marker or cell.explosion:
        destroyed = mark(mat, charts, harm, slot, system) or destroyed
    pilot_stress = gets_stress(mat, harm, slot, Role.PILOT, int(cell.stress))
    gunner_stress = gets_stress(mat, harm, slot, Role.GUNNER, int(cell.stress))
    pilot_dies = is_killed(mat, slot, Role.PILOT, cell.pilot_killed, cell.pilot_wound)
    gunner_dies = is_killed(mat, slot, Role.GUNNER, cell.gunner_killed, cell.gunner_wound)
    pilot, gunner = aboard(mat, slot, Role.PILOT), aboard(mat, slot, Role.GUNNER)
    is_lost = destroyed or pilot_dies or pilot_stress >= MOST_STRESS
    harm.lost = 1.0 if is_lost else 0.0
    if pilot_dies:
        harm.killed[Role.PILOT.value] = 1.0
    elif is_lost and pilot != NOBODY:
        odds_of_jump(mat, charts, harm, pilot, pilot_stress, False)
    elif cell.pilot_wound and pilot != NOBODY:
        harm.wounded[Role.PILOT.value] = 1.0
    if gunner_dies:
        harm.killed[Role.GUNNER.value] = 1.0
    elif gunner != NOBODY and (is_lost or gunner_stress >= MOST_STRESS):
        odds_of_jump(mat, charts, harm, gunner, gunner_stress, pilot_dies)
    elif cell.gunner_wound and gunner != NOBODY:
        harm.wounded[Role.GUNNER.value] = 1.0


@compiled
def fill_mean_harm(mat: Mat, charts: Charts, harm: Harm, mean: MeanHarm) -> None:
    """Write the mean harm of a hit on a sound aircraft with Aces aboard, by the modifier. ``mat`` is scratch space."""
    for role in range(2):
        who = member(mat, role * SEATS)
        who.level = Quality.ACE
        who.duty = Duty.FLYING
        who.slot = 1
        who.stress = 1
        who.wounds = 0
    aircraft = mat.aircraft[0]
    aircraft.status = Status.FLYING
    aircraft.pilot = 1
    aircraft.gunner = 1
    aircraft.ordnance = Payload.SC500_SC50
    for system in range(len(aircraft.damage)):
        aircraft.damage[system] = 0
    for place in range(2 * HARDEST_HIT + 1):
        no_harm(mean.by_drm[place])
        for die in range(1, D6_FACES + 1):
            for where in range(1, DIE):
                harm_of_cell(mat, charts, harm, 0, where, clamp(die + place - HARDEST_HIT, 1, D6_FACES))
                add_harm(mean.by_drm[place], harm, 1.0 / (D6_FACES * (DIE - 1)))


@compiled
def harm_of_hit(harm: Harm, mean: MeanHarm, drm: int) -> None:
    """Write the mean harm of a hit with this modifier."""
    no_harm(harm)
    add_harm(harm, mean.by_drm[clamp(drm, -HARDEST_HIT, HARDEST_HIT) + HARDEST_HIT], 1.0)


# --- landing (8.1; C6, C7) ---


@compiled
def harm_of_wreck(mat: Mat, charts: Charts, harm: Harm, slot: int) -> None:
    """Write the odds of C7 for the crew of an aircraft that is wrecked with the probability ``harm.lost``."""
    wounded, killed = 0, 0
    for die in range(1, D6_FACES + 1):
        wounded += charts.c7[die] == Survival.WOUNDED
        killed += charts.c7[die] == Survival.KILLED
    for role in range(2):
        if aboard(mat, slot, role) != NOBODY:
            harm.wounded[role] = harm.lost * wounded / D6_FACES
            harm.killed[role] = harm.lost * killed / D6_FACES


@compiled
def harm_of_crash(mat: Mat, charts: Charts, harm: Harm, slot: int, die: int) -> None:
    """Write the harm of a forced landing with this roll on C6; die 0 stands for its mean."""
    no_harm(harm)
    first, last = (1, D10_FACES) if die == 0 else (die, die)
    for face in range(first, last + 1):
        harm.lost += charts.c6_destroyed[face] / (last - first + 1)
        harm.repair += (1 - charts.c6_destroyed[face]) * charts.c6_repair[face] / (last - first + 1)
    harm_of_wreck(mat, charts, harm, slot)


@compiled
def harm_in_wreck(mat: Mat, charts: Charts, harm: Harm, person: int, die: int) -> None:
    """Write the harm of a roll on C7 to one person."""
    no_harm(harm)
    role, result = person // SEATS, charts.c7[die]
    dies = result == Survival.KILLED or (result == Survival.WOUNDED and member(mat, person).wounds > 0)
    harm.killed[role] = 1.0 if dies else 0.0
    harm.wounded[role] = 1.0 if result == Survival.WOUNDED and not dies else 0.0
