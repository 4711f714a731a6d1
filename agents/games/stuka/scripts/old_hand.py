"""Old hand: what the mess tells the new Staffelkapitaen.

Its beliefs about the game:

- The score is a mean over the aircraft that attack. Anti-Aircraft fire hits as many aircraft of three as of eight. So a
  Kette flies, two in three under special bombs. The Lucky Dog is on the aircraft that is worth most.
- The charts tell the worth of an attack. Every choice that raises the mean is right.
- Nobody flies with stress if somebody as good is rested. A calm mission is worth points, and nerves come home with it.
- A career is made of three missions in a segment, so equals share the missions. More Elites are kept than may fly
  together, so that two of them are always rested.
- An aircraft in trouble whose attack would be worse than the others' goes home while it can. The Lucky Dog stays.
- An Elite who meets fighters duels, because ten points are more than most attacks bring. Under a special bomb he does
  not.
- The Rudel Gamble is a matter of arithmetic: the points it brings against the bonuses and the people it risks. It pays
  where a ship may be sunk, and where the losses have already cost what they could.
- In everything else the book (doctrine) is right.

The numbers in these beliefs are a record (:mod:`agents.games.stuka.scripts.beliefs`), so that another script may play
by others. The values that it states are points: of the mission's score for a special bomb and a gamble, of an attack
for its carrier and the Lucky Dog. Where it follows a rule of thumb it states none.
"""

from agents.games.stuka.scripts import doctrine
from agents.games.stuka.scripts.beliefs import Beliefs, belief_rows
from agents.games.stuka.scripts.gamble_odds import gamble_odds, later_gamble, people_aboard, war_stake
from agents.games.stuka.scripts.picking import fly_at_most
from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import Reasoned, Values, because, because_of, choice_of, state_value
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import SEATS, SLOTS, Act, Decision, Leg, Payload, Quality, Role, Scale, System
from stuka_env.games.stuka.odds.attacks import (
    D6_FACES,
    D10_FACES,
    attack_odds,
    formation_odds,
    mean_attack,
    next_attack,
)
from stuka_env.games.stuka.rules.crew import member
from stuka_env.games.stuka.rules.flight import flying
from stuka_env.games.stuka.rules.interception import defence_modifiers
from stuka_env.games.stuka.rules.mat import Mat, to_index
from stuka_env.games.stuka.rules.rolls import clamp
from stuka_env.games.stuka.rules.table import Mask

by_the_book = doctrine.reasoned

BELIEFS_OF_OLD_HAND = belief_rows()
WORST = -100_000
"""Below any merit."""


# --- who flies ---


@compiled
def muster(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs) -> Reasoned:
    """Choose the smallest Kette, with more aircraft where the beliefs want them."""
    kette = int(charts.smallest_kette[mat.war.operation])
    extra = beliefs.extra_aircraft + (beliefs.ship_aircraft if charts.sinks[mat.mission.target] else 0.0)
    wanted = min(SLOTS, kette + int(extra + 0.5))
    return because(fly_at_most(mask, wanted), Reason.SMALL_KETTE if wanted == kette else Reason.MORE_ABOARD, wanted)


@compiled
def progress_merit(missions: int, charts: Charts, each: float, earned: float) -> float:
    """Return the merit of the missions flown towards a promotion, or of a promotion that is earned (8.9)."""
    return each * missions if missions < charts.promotion_missions else earned


@compiled
def spare(mat: Mat, role: int, level: int, beliefs: Beliefs) -> float:
    """Return the wanted number of people of a limited level beyond those who may fly together (8.9)."""
    if level == Quality.HERO:
        return beliefs.spare_hero_pilots if role == Role.PILOT else beliefs.spare_hero_gunners
    more = beliefs.spare_campaign if mat.war.scale == Scale.CAMPAIGN else 0.0
    return more + (beliefs.spare_elite_pilots if role == Role.PILOT else beliefs.spare_elite_gunners)


@compiled
def has_room(mat: Mat, charts: Charts, role: int, level: int, beliefs: Beliefs) -> bool:
    """Whether the roster wants one more person of a level (8.9)."""
    return doctrine.people_of(mat, role, level) < charts.flying_limit[level] + spare(mat, role, level, beliefs)


@compiled
def pilot_merit(mat: Mat, charts: Charts, place: int, beliefs: Beliefs) -> float:
    """Return a pilot's merit: the attack, then landing and stress, then missions towards a promotion."""
    who = mat.pilots[place]
    attack = int(charts.attack_drm[who.level]) + int(charts.c2_attack[who.stress])
    landing = int(charts.landing_drm[who.level]) + int(charts.c2_landing[who.stress])
    state = beliefs.pilot_landing * landing + beliefs.pilot_rest * int(who.stress)
    career = progress_merit(int(who.missions), charts, beliefs.pilot_missions, beliefs.pilot_earned)
    return -1000.0 * attack - state + career


@compiled
def gunner_merit(mat: Mat, charts: Charts, place: int, beliefs: Beliefs) -> float:
    """Return a gunner's merit: rested first, then able, then missions towards a promotion."""
    who = mat.gunners[place]
    state = 100.0 * int(who.stress) + beliefs.gunner_skill * int(charts.gunner_drm[who.level])
    return progress_merit(int(who.missions), charts, beliefs.gunner_missions, beliefs.gunner_earned) - state


@compiled
def best_pilot(mat: Mat, charts: Charts, mask: Mask, first: int, beliefs: Beliefs) -> Reasoned:
    """Choose the best pilot who may take the seat."""
    best = float(WORST)
    chosen = first
    for place in range(SEATS):
        if mask[first + place]:
            merit = pilot_merit(mat, charts, place, beliefs)
            if merit > best:
                best = merit
                chosen = first + place
    return because(chosen, Reason.BEST_PILOT_NEXT_PROMOTED, 0)


@compiled
def best_gunner(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs) -> int:
    """Return the action that seats the best gunner who may take the seat."""
    best = float(WORST)
    chosen: int = Act.GUNNER
    for place in range(SEATS):
        if mask[Act.GUNNER + place]:
            merit = gunner_merit(mat, charts, place, beliefs)
            if merit > best:
                best = merit
                chosen = Act.GUNNER + place
    return chosen


@compiled
def promote(mat: Mat, charts: Charts, beliefs: Beliefs) -> Reasoned:
    """Promote until the roster has some more people of the new level than may fly together."""
    person = to_index(int(mat.cursor.subject))
    role = person // SEATS
    level = int(member(mat, person).level) + 1
    act = Act.PROMOTE if has_room(mat, charts, role, level, beliefs) else Act.NO_PROMOTION
    return because(act, Reason.ROOM_AND_SPARE, doctrine.people_of(mat, role, level))


# --- bombs ---


@compiled
def special(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs, values: Values) -> Reasoned:
    """Choose the special bomb, or none, with the highest expected mission score less the bomb's margin."""
    best = expected = formation_odds(mat, charts, Payload.NONE)
    chosen: int = Act.NO_SPECIAL
    state_value(values, chosen, best)
    for bomb in range(Payload.SC1000, Payload.SC1800 + 1):
        action = Act.SC1000 + bomb - Payload.SC1000
        if mask[action]:
            odds = formation_odds(mat, charts, bomb)
            margin = beliefs.sc1000_margin if bomb == Payload.SC1000 else beliefs.sc1800_margin
            state_value(values, action, odds - margin)
            if odds - margin > best:
                best = odds - margin
                expected = odds
                chosen = action
    return because(chosen, Reason.SPECIAL_EXPECTED, expected)


@compiled
def carrier(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs, values: Values) -> Reasoned:
    """Choose the aircraft that gains most by the special bomb: an Elite may hit well enough without."""
    best = float(WORST)
    chosen: int = Act.NO_MORE_CARRIERS
    for slot in range(mat.mission.sent):
        if mask[Act.CARRY + slot]:
            plain = attack_odds(mat, charts, slot, int(mat.mission.payload), 0, 0)
            gain = attack_odds(mat, charts, slot, int(mat.mission.special), 0, 0) - plain
            merit = gain + beliefs.carrier_attack * plain
            state_value(values, Act.CARRY + slot, merit)
            if merit > best:
                best = merit
                chosen = Act.CARRY + slot
    return because(chosen, Reason.GAINS_MOST, best)


@compiled
def lucky_dog(mat: Mat, charts: Charts, beliefs: Beliefs, values: Values) -> Reasoned:
    """Give the marker to the aircraft with the highest mean attack score, in favour of the leader or of a full crew."""
    best = float(WORST)
    chosen: int = Act.LUCKY_DOG
    for slot in range(mat.mission.sent):
        attack = next_attack(mat, charts, slot)
        favour = beliefs.lucky_leader if slot == 0 else 0.0
        if beliefs.lucky_stake > 0.0:  # expensive to compute
            favour += beliefs.lucky_stake * war_stake(mat, charts, people_aboard(mat, slot), beliefs)
        state_value(values, Act.LUCKY_DOG + slot, attack + favour)
        if attack + favour > best:
            best = attack + favour
            chosen = Act.LUCKY_DOG + slot
    return because(chosen, Reason.LUCKY_STAKE if beliefs.lucky_stake > 0.0 else Reason.LUCKY_BEST, best)


# --- on the way ---


@compiled
def home_points(mat: Mat, charts: Charts, slot: int, beliefs: Beliefs) -> float:
    """Return the attack points above the mean that still send an aircraft in trouble home."""
    points = beliefs.home_margin + beliefs.home_range * int(mat.aircraft[slot].range_loss)
    others = flying(mat) - 1
    if others == 1:
        points += beliefs.home_alone
    if beliefs.home_stake > 0.0:  # a stake in mission points; an attack counts one share of the mission
        points += beliefs.home_stake * war_stake(mat, charts, 1, beliefs) * others
    return points


@compiled
def drags(mat: Mat, charts: Charts, slot: int, beliefs: Beliefs) -> bool:
    """Whether the others would do better without this aircraft.

    The Lucky Dog drags only far below the mean: it may ignore an Anti-Aircraft hit.
    """
    attack = next_attack(mat, charts, slot)
    if mat.aircraft[slot].lucky:
        return attack < mean_attack(mat, charts) - beliefs.lucky_home
    return attack < mean_attack(mat, charts) + home_points(mat, charts, slot, beliefs)


@compiled
def least_relief(mat: Mat, beliefs: Beliefs) -> float:
    """Return the merit that is enough for the leader's relief here."""
    mission = mat.mission
    if mission.leg == Leg.OUT:
        zones = 2 * int(mission.target_zone) - int(mission.zone)
        return beliefs.relief_out + beliefs.relief_zone * zones
    return beliefs.relief_home + beliefs.relief_zone * int(mission.zone)


@compiled
def en_route(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs) -> Reasoned:
    """Send home an aircraft that drags; else relieve a crew with much stress; else go on."""
    for slot in range(SLOTS):
        if mask[Act.SEND_HOME + slot] and drags(mat, charts, slot, beliefs):
            is_worse = next_attack(mat, charts, slot) < mean_attack(mat, charts)
            return because(Act.SEND_HOME + slot, Reason.DRAGS if is_worse else Reason.SAVED, 0)
    return doctrine.relief_or_on(mat, charts, mask, least_relief(mat, beliefs), Reason.NOBODY_DRAGS)


@compiled
def reaches_target(mat: Mat, charts: Charts, slot: int) -> bool:
    """Whether an aircraft's fuel lasts beyond the target, outbound."""
    mission = mat.mission
    left = int(charts.range[mat.war.operation]) - int(mat.aircraft[slot].range_loss) - int(mission.moves)
    return mission.leg == Leg.OUT and left > int(mission.target_zone) - int(mission.zone)


@compiled
def turn_back(mat: Mat, charts: Charts, beliefs: Beliefs) -> Reasoned:
    """Turn back while the fuel lasts, unless the attack adds enough to the mean."""
    slot = to_index(int(mat.cursor.subject))
    if reaches_target(mat, charts, slot):
        own = next_attack(mat, charts, slot)
        others = flying(mat) - 1
        mean = mean_attack(mat, charts)
        without = (mean * (others + 1) - own) / others if others > 0 else 0.0
        if mean - without > beliefs.press_on:
            return because(Act.PRESS_ON, Reason.PRESS_ON_PAYS, mean - without)
    return because(Act.TURN_BACK, Reason.FUEL_LASTS, 0)


# --- in the air ---


@compiled
def leaves_by_hit(charts: Charts, drm: int) -> float:
    """Return the chance that a hit with this modifier ends an aircraft's way to the target (7.10)."""
    ended = 0
    for where in range(1, D10_FACES + 1):
        for die in range(1, D6_FACES + 1):
            cell = charts.c1[where][clamp(die + drm, 1, D6_FACES)]
            is_lost = cell.destroyed or cell.explosion or cell.pilot_killed
            is_disarmed = cell.marker and charts.c1_system[where] == System.BOMBS
            ended += int(is_lost or is_disarmed or cell.range_loss > 0)
    return ended / (D10_FACES * D6_FACES)


@compiled
def leaves_by_fighter(mat: Mat, charts: Charts, slot: int) -> float:
    """Return the chance that the next fighter ends an aircraft's way, if it must attack this one (7.3)."""
    hits = 0
    chance = 0.0
    for die in range(1, D6_FACES + 1):
        hits += int(charts.b3_hits[die]) if charts.b3_aircraft[die] else 0
        approach, gunner = defence_modifiers(mat, charts, slot, int(charts.b3_sector[die]))
        chance += leaves_by_hit(charts, approach + gunner)
    return hits * chance / D6_FACES**2


@compiled
def duellist_merit(mat: Mat, charts: Charts, slot: int, beliefs: Beliefs) -> float:
    """Return an aircraft's merit for a duel, after which it is attacked next.

    One without a special bomb comes first. On the way out the attack that is at less risk does. Then comes the pilot
    with less stress.
    """
    loaded = beliefs.duel_special if mat.aircraft[slot].ordnance >= Payload.SC1000 else 0.0
    if beliefs.duel_risk > 0.0 and mat.mission.leg == Leg.OUT:
        loaded += beliefs.duel_risk * leaves_by_fighter(mat, charts, slot) * next_attack(mat, charts, slot)
    return -loaded - doctrine.stress_in(mat, slot, Role.PILOT)


@compiled
def duel(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs) -> Reasoned:
    """Choose an Elite or Hero for a duel, or no duel."""
    best = float(WORST)
    chosen: int = Act.NO_DUEL
    for slot in range(SLOTS):
        if mask[Act.DUEL + slot]:
            merit = duellist_merit(mat, charts, slot, beliefs)
            if merit > best:
                best = merit
                chosen = Act.DUEL + slot
    is_spared = beliefs.duel_risk > 0.0 and mat.mission.leg == Leg.OUT
    return because(chosen, Reason.LEAST_AT_RISK_DUELS if is_spared else Reason.ELITE_DUELLIST, 0)


@compiled
def attack(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs, values: Values) -> Reasoned:
    """Attack by the book, with the Rudel Gamble where it pays."""
    book = doctrine.attack(mat, charts, mask)
    if book.action != Act.DROP or not mask[Act.GAMBLE.value]:
        return book
    slot = to_index(int(mat.cursor.subject))
    gain, net = gamble_odds(mat, charts, slot, beliefs)
    needed, pays = gain - net + beliefs.gamble_margin, net > beliefs.gamble_margin
    if pays:
        later = later_gamble(mat, charts, slot, beliefs, net)
        if later.aircraft:
            return because_of(Act.DROP, Reason.GAMBLE_IS_KEPT, later.aircraft, later.edge)
    state_value(values, Act.GAMBLE.value, gain - needed)
    state_value(values, Act.DROP.value, 0.0)
    if pays:
        return because_of(Act.GAMBLE, Reason.GAMBLE_PAYS, gain, needed)
    return because_of(Act.DROP, Reason.GAMBLE_RISKS_MORE, gain, needed)


# --- all decisions ---


@compiled
def choose_on_ground(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs, values: Values) -> Reasoned:
    """Decide a question before take-off."""
    decision = mat.cursor.decision
    if decision == Decision.MUSTER:
        return muster(mat, charts, mask, beliefs)
    if decision == Decision.LEADER:
        return best_pilot(mat, charts, mask, Act.LEADER, beliefs)
    if decision == Decision.PILOT:
        return best_pilot(mat, charts, mask, Act.PILOT, beliefs)
    if decision == Decision.GUNNER:
        return because(best_gunner(mat, charts, mask, beliefs), Reason.RESTED_GUNNER_NEXT_PROMOTED, 0)
    if decision == Decision.PAYLOAD:
        return doctrine.suitable_load(mat, charts)
    if decision == Decision.SPECIAL:
        return special(mat, charts, mask, beliefs, values)
    if decision == Decision.CARRIER:
        return carrier(mat, charts, mask, beliefs, values)
    return lucky_dog(mat, charts, beliefs, values)


@compiled
def choose_in_flight(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs, values: Values) -> Reasoned:
    """Decide a question from take-off to landing."""
    decision = mat.cursor.decision
    if decision == Decision.EN_ROUTE:
        return en_route(mat, charts, mask, beliefs)
    if decision == Decision.TURN_BACK:
        return turn_back(mat, charts, beliefs)
    if decision == Decision.AIR_TO_AIR:
        return duel(mat, charts, mask, beliefs)
    if decision == Decision.ATTACK:
        return attack(mat, charts, mask, beliefs, values)
    return by_the_book(mat, charts, mask, 0)


@compiled
def weighed_by(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs, values: Values) -> Reasoned:
    """Return the action of an old hand with these ``beliefs``, and why; write the values of options if requested."""
    decision = int(mat.cursor.decision)
    if decision <= Decision.LUCKY_DOG:
        return choose_on_ground(mat, charts, mask, beliefs, values)
    if decision == Decision.PROMOTE:
        return promote(mat, charts, beliefs)
    return choose_in_flight(mat, charts, mask, beliefs, values)


@compiled
def reasoned_by(mat: Mat, charts: Charts, mask: Mask, beliefs: Beliefs) -> Reasoned:
    """Return the action of an old hand with these ``beliefs``, and why."""
    return weighed_by(mat, charts, mask, beliefs, None)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the old hand's action, and why."""
    return reasoned_by(mat, charts, mask, BELIEFS_OF_OLD_HAND[0])


@compiled
def weigh(mat: Mat, charts: Charts, mask: Mask, values: Values) -> Reasoned:
    """Return the old hand's action, and why; write the values that it states."""
    return weighed_by(mat, charts, mask, BELIEFS_OF_OLD_HAND[0], values)


choose = choice_of(reasoned)
