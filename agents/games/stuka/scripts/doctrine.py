"""Doctrine: by the book.

Its beliefs about the game:

- The score is an average, so every aircraft over the target has to hit. Steady crews and the right load do that.
- A Staffel of up to eight of those who are rested flies. Tired crews stay on the ground until the stress is gone.
- To zone 6 a Staffel flies with no fuel to spare, and any loss of range costs an aircraft. So a Kette goes, to a nearer
  target.
- Clusters are for troops and guns. The best pilots carry special bombs wherever these beat the standard load.
- Stress hurts at two and four, and kills at six. The leader's relief is kept for a crew that it puts back under a
  threshold before its attack. It is also kept for one that is about to break.
- An aircraft that is badly hurt is worth more on the airfield. Nobody presses on without the fuel to come home.
- The Rudel Gamble costs an aircraft and two people one time in three, so it is never taken.
- Promotion beyond Ace is taken as far as the new Elite or Hero may also fly.
"""

from agents.games.stuka.scripts.picking import fly_at_most
from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import Reasoned, because, choice_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import (
    NOBODY,
    SEATS,
    SLOTS,
    SYSTEMS,
    Act,
    Decision,
    Duty,
    Payload,
    Quality,
    Role,
)
from stuka_env.games.stuka.rules.crew import aboard, member
from stuka_env.games.stuka.rules.mat import Mat, to_index
from stuka_env.games.stuka.rules.table import Mask

STAFFEL = 8
"""Aircraft it sends if it can."""
TIRED = 1
"""Stress at which somebody had better rest."""
BREAKING = 4
"""Stress at which one more bad moment may make a person jump."""
NEAR_BREAKING = 40
"""Merit of the relief of a crew whose pilot one more bad moment may break."""
WORST = -1000
"""Below any merit."""


# --- who flies ---


@compiled
def rested(mat: Mat, role: int) -> int:
    """Return the number of people of a role in the holding area without stress."""
    count = 0
    for place in range(SEATS):
        who = member(mat, place + role * SEATS)
        if who.duty == Duty.READY and who.stress < TIRED:
            count += 1
    return count


@compiled
def wanted_aircraft(mat: Mat, charts: Charts) -> int:
    """Return the number of aircraft to send.

    A Kette flies if it brings the target nearer (4.3.2), otherwise a Staffel of the rested crews, up to eight.
    """
    smallest_staffel = int(charts.smallest_staffel)
    if mat.mission.target_zone > charts.kette_zone:
        return smallest_staffel - 1
    return max(smallest_staffel, min(STAFFEL, min(rested(mat, Role.PILOT), rested(mat, Role.GUNNER))))


@compiled
def muster(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose the wanted number of aircraft, or the most below it; a Kette is better than no flight."""
    wanted = wanted_aircraft(mat, charts)
    kette = mat.mission.target_zone > charts.kette_zone
    return because(fly_at_most(mask, wanted), Reason.KETTE_COMES_NEARER if kette else Reason.STAFFEL_OF_RESTED, wanted)


@compiled
def pilot_merit(mat: Mat, charts: Charts, place: int) -> int:
    """Return a pilot's merit: first the attack, then the landing, then little stress."""
    who = mat.pilots[place]
    attack = int(charts.attack_drm[who.level]) + int(charts.c2_attack[who.stress])
    landing = int(charts.landing_drm[who.level]) + int(charts.c2_landing[who.stress])
    return -100 * attack - 10 * landing - int(who.stress)


@compiled
def leader_merit(mat: Mat, charts: Charts, place: int) -> int:
    """Return a pilot's merit as leader: Veteran or better first, since he can relieve stress and a Green one causes it.

    Pilots on the same side of that line are compared by :func:`pilot_merit`.
    """
    able = 1 if mat.pilots[place].level >= Quality.VETERAN else 0
    return 500 * able + pilot_merit(mat, charts, place)


@compiled
def gunner_merit(mat: Mat, charts: Charts, place: int) -> int:
    """Return a gunner's merit: first rested, then able."""
    who = mat.gunners[place]
    tired = 1 if who.stress >= TIRED else 0
    return -100 * tired - 10 * int(charts.gunner_drm[who.level]) - int(who.stress)


@compiled
def seat_merit(mat: Mat, charts: Charts, decision: int, place: int) -> int:
    """Return the merit of a roster place for the seat that is being filled."""
    if decision == Decision.LEADER:
        return leader_merit(mat, charts, place)
    if decision == Decision.PILOT:
        return pilot_merit(mat, charts, place)
    return gunner_merit(mat, charts, place)


@compiled
def best_person(mat: Mat, charts: Charts, mask: Mask, first: int, decision: int) -> int:
    """Return the action that seats the best person who may take the seat."""
    best = WORST
    chosen = first
    for place in range(SEATS):
        if mask[first + place]:
            merit = seat_merit(mat, charts, decision, place)
            if merit > best:
                best = merit
                chosen = first + place
    return chosen


# --- bombs ---


@compiled
def suitable_load(mat: Mat, charts: Charts) -> Reasoned:
    """Choose the load with the better modifier against the target."""
    target = mat.mission.target
    cluster = charts.a3[Payload.SC500_CLUSTER.value][target] < charts.a3[Payload.SC500_SC50.value][target]
    return because(Act.LOAD_CLUSTER if cluster else Act.LOAD_SC500_SC50, Reason.LOAD_SUITS, 0)


@compiled
def special_gain(mat: Mat, charts: Charts, bomb: int) -> int:
    """Return the modifiers that the formation's attacks gain by a special bomb over the standard load."""
    target = mat.mission.target
    gain = int(charts.a3[mat.mission.payload][target]) - int(charts.a3[bomb][target])
    return gain * int(charts.carriers[bomb])


@compiled
def special(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose the special bomb that gains most; the SC1800, which leaves a gunner behind, must gain more."""
    best = 0
    chosen: int = Act.NO_SPECIAL
    for bomb in range(Payload.SC1000, Payload.SC1800 + 1):
        action = Act.SC1000 + bomb - Payload.SC1000
        gain = special_gain(mat, charts, bomb)
        if mask[action] and gain > best:
            best = gain
            chosen = action
    return because(chosen, Reason.SPECIAL_GAINS, best)


@compiled
def best_slot(mat: Mat, charts: Charts, mask: Mask, first: int) -> int:
    """Return the legal action from ``first`` on whose slot has the best pilot, or NOBODY."""
    best = WORST
    chosen = NOBODY
    for slot in range(SLOTS):
        if mask[first + slot]:
            merit = pilot_merit(mat, charts, to_index(int(mat.aircraft[slot].pilot)))
            if merit > best:
                best = merit
                chosen = first + slot
    return chosen


@compiled
def carrier(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose the best pilot as carrier of a special bomb."""
    chosen = best_slot(mat, charts, mask, Act.CARRY)
    return because(Act.NO_MORE_CARRIERS if chosen == NOBODY else chosen, Reason.BEST_CARRIES, 0)


@compiled
def lucky_dog(mat: Mat) -> Reasoned:
    """Give the marker to the carrier of a special bomb, else to the leader."""
    for slot in range(mat.mission.sent):
        if mat.aircraft[slot].ordnance == mat.mission.special and mat.mission.special:
            return because(Act.LUCKY_DOG + slot, Reason.LUCKY_CARRIER, 0)
    return because(Act.LUCKY_DOG, Reason.LUCKY_LEADER, 0)


# --- in the air ---


@compiled
def stress_in(mat: Mat, slot: int, role: int) -> int:
    """Return the stress of the person in a seat; 0 for an empty seat."""
    person = aboard(mat, slot, role)
    return 0 if person == NOBODY else int(member(mat, person).stress)


@compiled
def relief_merit(mat: Mat, charts: Charts, slot: int) -> int:
    """Return the merit of the leader's relief for a crew: its next rolls, and how near it is to breaking."""
    pilot = stress_in(mat, slot, Role.PILOT)
    gunner = stress_in(mat, slot, Role.GUNNER)
    merit = 2 * pilot + gunner
    if pilot > 0:
        gain = int(charts.c2_attack[pilot]) - int(charts.c2_attack[pilot - 1])
        merit += 10 * gain * (1 if mat.aircraft[slot].attacked else 2)
    if pilot > BREAKING:
        merit += NEAR_BREAKING
    return merit


@compiled
def best_relief(mat: Mat, charts: Charts, mask: Mask, least: float) -> int:
    """Return the action that relieves the crew with the highest merit of relief; NOBODY if that is below ``least``."""
    best = WORST
    chosen = NOBODY
    for slot in range(SLOTS):
        if mask[Act.RELIEVE + slot]:
            merit = relief_merit(mat, charts, slot)
            if merit >= least and merit > best:
                best = merit
                chosen = Act.RELIEVE + slot
    return chosen


@compiled
def badly_hurt(mat: Mat, slot: int) -> bool:
    """Whether two of the aircraft's systems are damaged, or its pilot is wounded or near breaking."""
    hurt = 0
    for system in range(SYSTEMS):
        hurt += int(mat.aircraft[slot].damage[system])
    pilot = mat.pilots[to_index(int(mat.aircraft[slot].pilot))]
    return hurt >= 2 or pilot.wounds > 0 or pilot.stress >= BREAKING


@compiled
def relief_or_on(mat: Mat, charts: Charts, mask: Mask, least: float, on: int) -> Reasoned:
    """Choose the relief with a merit of ``least`` or more; otherwise go on, for the reason ``on``."""
    chosen = best_relief(mat, charts, mask, least)
    return because(Act.GO_ON, on, 0) if chosen == NOBODY else because(chosen, Reason.RELIEF_WORTH_MOST, 0)


@compiled
def en_route(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Send a badly hurt aircraft home; else relieve a crew near breaking; else go on."""
    for slot in range(SLOTS):
        if mask[Act.SEND_HOME + slot] and badly_hurt(mat, slot):
            return because(Act.SEND_HOME + slot, Reason.BADLY_HURT, 0)
    return relief_or_on(mat, charts, mask, float(NEAR_BREAKING), Reason.NOBODY_BADLY_HURT)


@compiled
def duel(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose the best pilot who is fit for a duel, or no duel."""
    best = WORST
    chosen: int = Act.NO_DUEL
    for slot in range(SLOTS):
        if mask[Act.DUEL + slot] and not badly_hurt(mat, slot):
            merit = pilot_merit(mat, charts, to_index(int(mat.aircraft[slot].pilot)))
            if merit > best:
                best = merit
                chosen = Act.DUEL + slot
    return because(chosen, Reason.FIT_DUELLIST, 0)


@compiled
def attack(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Relieve stress if that helps this attack; otherwise drop the bombs, or strafe."""
    slot = to_index(int(mat.cursor.subject))
    pilot = stress_in(mat, slot, Role.PILOT)
    if mask[Act.RELIEVE + slot] and pilot > 0 and charts.c2_attack[pilot] > charts.c2_attack[pilot - 1]:
        return because(Act.RELIEVE + slot, Reason.RELIEF_HELPS_ATTACK, 0)
    if mask[Act.DROP.value]:
        return because(Act.DROP, Reason.NO_GAMBLE if mask[Act.GAMBLE.value] else Reason.WHAT_WORKS, 0)
    return because(Act.STRAFE if mask[Act.STRAFE.value] else Act.HOLD, Reason.WHAT_WORKS, 0)


@compiled
def new_leader(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose the next leader by the same merit as the first, preferably unwounded."""
    best = WORST
    chosen: int = Act.NEW_LEADER
    for slot in range(SLOTS):
        if mask[Act.NEW_LEADER + slot]:
            place = to_index(int(mat.aircraft[slot].pilot))
            merit = leader_merit(mat, charts, place) - 50 * int(mat.pilots[place].wounds)
            if merit > best:
                best = merit
                chosen = Act.NEW_LEADER + slot
    return because(chosen, Reason.ABLE_NEW_LEADER, 0)


@compiled
def cheer(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose the pilot for whom relief has the highest merit; a gunner only if no pilot can be cheered."""
    best = WORST
    chosen: int = Act.CHEER_PILOT
    for slot in range(SLOTS):
        if mask[Act.CHEER_PILOT + slot] and relief_merit(mat, charts, slot) > best:
            best = relief_merit(mat, charts, slot)
            chosen = Act.CHEER_PILOT + slot
    if best > WORST:
        return because(chosen, Reason.CHEER_WORTH_MOST, 0)
    for slot in range(SLOTS):
        if mask[Act.CHEER_GUNNER + slot] and stress_in(mat, slot, Role.GUNNER) > best:
            best = stress_in(mat, slot, Role.GUNNER)
            chosen = Act.CHEER_GUNNER + slot
    return because(chosen, Reason.CHEER_GUNNER, 0)


# --- careers ---


@compiled
def people_of(mat: Mat, role: int, level: int) -> int:
    """Return the number of people of a role and level in the roster."""
    count = 0
    for place in range(SEATS):
        if member(mat, role * SEATS + place).level == level:
            count += 1
    return count


@compiled
def promote(mat: Mat, charts: Charts) -> Reasoned:
    """Promote while the roster has fewer people of the new level than may fly together."""
    person = to_index(int(mat.cursor.subject))
    role = person // SEATS
    level = int(member(mat, person).level) + 1
    count = people_of(mat, role, level)
    action = Act.PROMOTE if count < charts.flying_limit[level] else Act.NO_PROMOTION
    return because(action, Reason.ROOM_ABOVE, count)


# --- all decisions ---


@compiled
def choose_on_ground(mat: Mat, charts: Charts, mask: Mask, decision: int) -> Reasoned:
    """Decide a question before take-off."""
    if decision == Decision.MUSTER:
        return muster(mat, charts, mask)
    if decision == Decision.LEADER:
        return because(best_person(mat, charts, mask, Act.LEADER, decision), Reason.ABLE_LEADER, 0)
    if decision == Decision.PILOT:
        return because(best_person(mat, charts, mask, Act.PILOT, decision), Reason.BEST_ATTACK, 0)
    if decision == Decision.GUNNER:
        return because(best_person(mat, charts, mask, Act.GUNNER, decision), Reason.RESTED_GUNNER, 0)
    if decision == Decision.PAYLOAD:
        return suitable_load(mat, charts)
    if decision == Decision.SPECIAL:
        return special(mat, charts, mask)
    if decision == Decision.CARRIER:
        return carrier(mat, charts, mask)
    return lucky_dog(mat)


@compiled
def last_relief(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Relieve a crew before the landing: relief cannot be kept any longer."""
    chosen = best_relief(mat, charts, mask, float(WORST))
    return because(Act.KEEP_RELIEF if chosen == NOBODY else chosen, Reason.LAST_RELIEF, 0)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the action by the book, and why."""
    decision = int(mat.cursor.decision)
    if decision <= Decision.LUCKY_DOG:
        return choose_on_ground(mat, charts, mask, decision)
    if decision == Decision.EN_ROUTE:
        return en_route(mat, charts, mask)
    if decision == Decision.TURN_BACK:
        return because(Act.TURN_BACK, Reason.FUEL_LASTS, 0)
    if decision == Decision.AIR_TO_AIR:
        return duel(mat, charts, mask)
    if decision == Decision.ATTACK:
        return attack(mat, charts, mask)
    if decision == Decision.NEW_LEADER:
        return new_leader(mat, charts, mask)
    if decision == Decision.RELIEF:
        return last_relief(mat, charts, mask)
    if decision == Decision.EVENT:
        return cheer(mat, charts, mask)
    return promote(mat, charts)


choose = choice_of(reasoned)
