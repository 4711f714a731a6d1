"""The Rudel Gamble as arithmetic (7.7): the points it brings, against the bonuses and the crew that a crash may cost.

Everything is counted in points of one mission's score. The bonus for few losses (8.5.2, 8.5.3) is a few points of a
whole operation, and so of each of its missions. One crash can therefore cost more than the best attack brings. The
chance of that bonus is that of :mod:`stuka_env.games.stuka.odds.bonuses`. The rates of loss and the prices are beliefs
of a script.
"""

from typing import NamedTuple

from agents.games.stuka.scripts.beliefs import Beliefs
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import BEST_BONUS, BONUS_POINTS, OPERATIONS, PERFECT, Charts
from stuka_env.games.stuka.codes import NOBODY, SLOTS, Quality, Scale, Status
from stuka_env.games.stuka.odds.attacks import attack_odds, crash_share
from stuka_env.games.stuka.odds.bonuses import LossRates, bonus_points_lost, end_of, missions_between, missions_to_come
from stuka_env.games.stuka.rules.attack import may_gamble
from stuka_env.games.stuka.rules.crew import aboard
from stuka_env.games.stuka.rules.damage import still_flies
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number


class GambleOdds(NamedTuple):
    """A gamble of one aircraft, in points of the mission's score."""

    gain: float
    """Points that it adds on average."""
    net: float
    """The gain, less the points that a crash would cost times its chance."""


class LaterGamble(NamedTuple):
    """A gamble of a later aircraft that is better."""

    aircraft: int
    """Its number; 0 if there is none."""
    edge: float
    """Points that it brings more."""


@compiled
def war_stake(mat: Mat, charts: Charts, killed: int, beliefs: Beliefs) -> float:
    """Return the points of expected bonuses that one more aircraft and ``killed`` people would cost."""
    if mat.war.scale < Scale.OPERATION:
        return 0.0
    rates = LossRates(beliefs.aircraft_lost, beliefs.people_killed, beliefs.losses_together)
    first = int(charts.first_segment[mat.war.operation])
    missions = missions_between(mat, charts, first, end_of(charts, int(mat.war.operation)))
    points = bonus_points_lost(mat, charts, rates, False, killed)
    if mat.war.scale == Scale.CAMPAIGN:
        points += OPERATIONS * bonus_points_lost(mat, charts, rates, True, killed)
    return points * missions


# --- the gamble ---


@compiled
def mission_stake(mat: Mat, charts: Charts) -> float:
    """Return the bonus of the mission that a crash would cost; 0 if an aircraft is already lost (8.5.1)."""
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.LOST:
            return 0.0
    return float(int(charts.mission_bonus[BEST_BONUS][BONUS_POINTS]) + int(charts.mission_calm_bonus[BONUS_POINTS]))


@compiled
def sunk_later(mat: Mat, charts: Charts, slot: int) -> float:
    """Return the chance that the plain attacks of the aircraft after ``slot`` sink a ship."""
    afloat = 1.0
    for later in range(slot + 1, SLOTS):
        if still_flies(mat, later):
            afloat *= 1.0 - attack_odds(mat, charts, later, int(mat.aircraft[later].ordnance), 0, 1)
    return 1.0 - afloat


@compiled
def gamble_gain(mat: Mat, charts: Charts, slot: int, beliefs: Beliefs) -> float:
    """Return the points that the gamble adds to the mean of the formation's attacks and by the chance of a sinking."""
    mission = mat.mission
    if mission.sunk:
        return 0.0
    load = int(mat.aircraft[slot].ordnance)
    score = attack_odds(mat, charts, slot, load, 1, 0) - attack_odds(mat, charts, slot, load, 0, 0)
    gain = score / max(1, int(mission.present))
    if charts.sinks[mission.target]:
        sinking = attack_odds(mat, charts, slot, load, 1, 1) - attack_odds(mat, charts, slot, load, 0, 1)
        if beliefs.sunk_anyway > 0.0:
            sinking *= 1.0 - beliefs.sunk_anyway * sunk_later(mat, charts, slot)
        gain += sinking * (PERFECT - beliefs.ship_afloat)
    return gain


@compiled
def crew_worth(mat: Mat, slot: int, beliefs: Beliefs) -> float:
    """Return the points that an aircraft's crew adds to each later mission."""
    level = int(mat.pilots[to_index(int(mat.aircraft[slot].pilot))].level)
    return beliefs.crew_points + beliefs.crew_level * (level - Quality.ACE)


@compiled
def people_aboard(mat: Mat, slot: int) -> int:
    """Return the number of people in an aircraft."""
    crew = 0
    for role in range(2):
        if aboard(mat, slot, role) != NOBODY:
            crew += 1
    return crew


@compiled
def gamble_odds(mat: Mat, charts: Charts, slot: int, beliefs: Beliefs) -> GambleOdds:
    """Return the points that the gamble adds, and these less the points that a crash would cost times its chance."""
    missions = min(float(missions_to_come(mat, charts, True)), beliefs.crew_horizon)
    cost = beliefs.bonus_kept * mission_stake(mat, charts) + crew_worth(mat, slot, beliefs) * missions
    gain = gamble_gain(mat, charts, slot, beliefs)
    net = gain - crash_share(charts) * cost
    if net <= beliefs.gamble_margin:  # the expected bonuses, expensive to compute, cannot change the answer
        return GambleOdds(gain, net)
    return GambleOdds(gain, net - crash_share(charts) * war_stake(mat, charts, people_aboard(mat, slot), beliefs))


@compiled
def gamble_net(mat: Mat, charts: Charts, slot: int, beliefs: Beliefs) -> float:
    """Return the points that the gamble brings, less the points that a crash would cost times its chance."""
    return gamble_odds(mat, charts, slot, beliefs).net


@compiled
def later_gamble(mat: Mat, charts: Charts, slot: int, beliefs: Beliefs, net: float) -> LaterGamble:
    """Return the first gamble of a later aircraft that brings more than ``net`` points, the one of this aircraft.

    Against a ship a later gamble is worth more: an attack before it may sink the ship.
    """
    wait = beliefs.ship_wait if charts.sinks[mat.mission.target] else 0.0
    for later in range(slot + 1, SLOTS):
        if still_flies(mat, later) and may_gamble(mat, later):
            other = gamble_net(mat, charts, later, beliefs)
            if other > beliefs.gamble_margin and other + wait > net:
                return LaterGamble(to_number(later), other + wait - net)
    return LaterGamble(0, 0.0)
