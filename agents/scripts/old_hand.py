"""Old hand: what the mess tells the new Staffelkapitaen.

What it believes about the game:

- the score is a mean over the aircraft that attack, and Anti-Aircraft fire hits as many aircraft of three as of eight:
  a Kette, two in three under special bombs, with the Lucky Dog on the one that is worth most;
- what an attack is worth can be worked out from the charts; whatever raises the mean is right;
- nobody flies with stress if somebody as good is rested: a calm mission is worth points, and nerves come home with it;
- a career is made of three missions in a segment: equals share them out, and more Elites than may fly together are
  kept, so that two of them are always rested;
- an aircraft in trouble whose attack would be worse than the others' goes home while it can; the Lucky Dog stays;
- an Elite who meets fighters duels: ten points are more than most attacks bring, but not under a special bomb;
- the Rudel Gamble is a matter of arithmetic: the points it brings against the bonuses and the people it risks. It pays
  where a ship may be sunk, and where the losses have already cost what they could;
- in everything else the book (doctrine) is right.
"""

from agents.scripts import doctrine
from agents.scripts.attack_odds import best_carrier, formation_odds, mean_attack, next_attack
from agents.scripts.gamble_odds import gamble_pays
from agents.scripts.picking import fly_at_most
from agents.scripts.reasons import Reason, Reasoned, because
from stuka_env.charts.shape import Charts
from stuka_env.codes import SEATS, SLOTS, Act, Decision, Payload, Role
from stuka_env.compilation import compiled
from stuka_env.rules.crew import member
from stuka_env.rules.mat import Mat
from stuka_env.rules.numbering import to_index
from stuka_env.rules.table import Mask

by_the_book = doctrine.reasoned

SPARE_CAREERS = 2
"""People of a limited level (8.9) beyond those that may fly together: somebody is always rested."""
RELIEF = 6
"""Merit (doctrine's) of the relief that is given en route: two markers for each of a crew, or a threshold passed."""
WORST = -100_000
"""Below any merit."""


# --- who flies ---


@compiled
def unfinished(missions: int, charts: Charts) -> int:
    """Return the missions flown towards a promotion; -1 once it is earned (8.9)."""
    return missions if missions < charts.promotion_missions else -1


@compiled
def pilot_merit(mat: Mat, charts: Charts, place: int) -> int:
    """Return a pilot's merit: the attack, then landing and stress, then missions towards a promotion."""
    who = mat.pilots[place]
    attack = int(charts.attack_drm[who.level]) + int(charts.c2_attack[who.stress])
    landing = int(charts.landing_drm[who.level]) + int(charts.c2_landing[who.stress])
    return -1000 * attack - 100 * (landing + int(who.stress)) + unfinished(int(who.missions), charts)


@compiled
def gunner_merit(mat: Mat, charts: Charts, place: int) -> int:
    """Return a gunner's merit: rested first, then able, then missions towards a promotion."""
    who = mat.gunners[place]
    return -100 * int(who.stress) - 40 * int(charts.gunner_drm[who.level]) + unfinished(int(who.missions), charts)


@compiled
def best_pilot(mat: Mat, charts: Charts, mask: Mask, first: int) -> int:
    """Return the action that seats the best pilot who may take the seat."""
    best = WORST
    chosen = first
    for place in range(SEATS):
        if mask[first + place] and pilot_merit(mat, charts, place) > best:
            best = pilot_merit(mat, charts, place)
            chosen = first + place
    return chosen


@compiled
def best_gunner(mat: Mat, charts: Charts, mask: Mask) -> int:
    """Return the action that seats the best gunner who may take the seat."""
    best = WORST
    chosen: int = Act.GUNNER
    for place in range(SEATS):
        if mask[Act.GUNNER + place] and gunner_merit(mat, charts, place) > best:
            best = gunner_merit(mat, charts, place)
            chosen = Act.GUNNER + place
    return chosen


@compiled
def promote(mat: Mat, charts: Charts) -> Reasoned:
    """Promote until the roster has two more people of the new level than may fly together."""
    person = to_index(int(mat.cursor.subject))
    first = person // SEATS * SEATS
    level = int(member(mat, person).level) + 1
    count = 0
    for place in range(SEATS):
        if member(mat, first + place).level == level:
            count += 1
    action = Act.PROMOTE if count < charts.flying_limit[level] + SPARE_CAREERS else Act.NO_PROMOTION
    return because(action, Reason.ROOM_AND_SPARE, count)


# --- bombs ---


@compiled
def special(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose the special bomb, or none, with the highest expected mission score."""
    best = formation_odds(mat, charts, Payload.NONE)
    chosen: int = Act.NO_SPECIAL
    for bomb in range(Payload.SC1000, Payload.SC1800 + 1):
        action = Act.SC1000 + bomb - Payload.SC1000
        if mask[action] and formation_odds(mat, charts, bomb) > best:
            best = formation_odds(mat, charts, bomb)
            chosen = action
    return because(chosen, Reason.SPECIAL_EXPECTED, best)


@compiled
def carrier(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose the aircraft that gains most by the special bomb: an Elite may hit well enough without."""
    taken = 0
    for slot in range(SLOTS):
        if not mask[Act.CARRY + slot]:
            taken |= 1 << slot
    return because(Act.CARRY + best_carrier(mat, charts, int(mat.mission.special), taken), Reason.GAINS_MOST, 0)


@compiled
def lucky_dog(mat: Mat, charts: Charts) -> Reasoned:
    """Give the marker to the aircraft with the highest mean attack score."""
    best = -1.0
    chosen: int = Act.LUCKY_DOG
    for slot in range(mat.mission.sent):
        if next_attack(mat, charts, slot) > best:
            best = next_attack(mat, charts, slot)
            chosen = Act.LUCKY_DOG + slot
    return because(chosen, Reason.LUCKY_BEST, best)


# --- in the air ---


@compiled
def drags(mat: Mat, charts: Charts, slot: int) -> bool:
    """Whether the others would score more without this aircraft.

    The Lucky Dog never drags: it may ignore an Anti-Aircraft hit.
    """
    return not mat.aircraft[slot].lucky and next_attack(mat, charts, slot) < mean_attack(mat, charts)


@compiled
def en_route(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Send home an aircraft that drags; else relieve a crew with much stress; else go on."""
    for slot in range(SLOTS):
        if mask[Act.SEND_HOME + slot] and drags(mat, charts, slot):
            return because(Act.SEND_HOME + slot, Reason.DRAGS, 0)
    return doctrine.relief_or_on(mat, charts, mask, RELIEF, Reason.NOBODY_DRAGS)


@compiled
def duellist_merit(mat: Mat, slot: int) -> int:
    """Return an aircraft's merit for a duel, after which it is attacked next.

    One without a special bomb comes first, then the pilot with less stress.
    """
    loaded = 1 if mat.aircraft[slot].ordnance >= Payload.SC1000 else 0
    return -10 * loaded - doctrine.stress_in(mat, slot, Role.PILOT)


@compiled
def duel(mat: Mat, mask: Mask) -> Reasoned:
    """Choose an Elite or Hero for a duel, or no duel."""
    best = WORST
    chosen: int = Act.NO_DUEL
    for slot in range(SLOTS):
        if mask[Act.DUEL + slot] and duellist_merit(mat, slot) > best:
            best = duellist_merit(mat, slot)
            chosen = Act.DUEL + slot
    return because(chosen, Reason.ELITE_DUELLIST, 0)


@compiled
def attack(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Attack by the book, with the Rudel Gamble where it pays."""
    book = doctrine.attack(mat, charts, mask)
    if book.action != Act.DROP or not mask[Act.GAMBLE.value]:
        return book
    if gamble_pays(mat, charts, to_index(int(mat.cursor.subject))):
        return because(Act.GAMBLE, Reason.GAMBLE_PAYS, 0)
    return because(Act.DROP, Reason.GAMBLE_DOES_NOT_PAY, 0)


# --- all decisions ---


@compiled
def choose_on_ground(mat: Mat, charts: Charts, mask: Mask, decision: int) -> Reasoned:
    """Decide a question before take-off."""
    if decision == Decision.MUSTER:
        wanted = int(charts.smallest_kette[mat.war.operation])
        return because(fly_at_most(mask, wanted), Reason.SMALL_KETTE, wanted)
    if decision == Decision.LEADER:
        return because(best_pilot(mat, charts, mask, Act.LEADER), Reason.BEST_PILOT_NEXT_PROMOTED, 0)
    if decision == Decision.PILOT:
        return because(best_pilot(mat, charts, mask, Act.PILOT), Reason.BEST_PILOT_NEXT_PROMOTED, 0)
    if decision == Decision.GUNNER:
        return because(best_gunner(mat, charts, mask), Reason.RESTED_GUNNER_NEXT_PROMOTED, 0)
    if decision == Decision.PAYLOAD:
        return doctrine.suitable_load(mat, charts)
    if decision == Decision.SPECIAL:
        return special(mat, charts, mask)
    if decision == Decision.CARRIER:
        return carrier(mat, charts, mask)
    return lucky_dog(mat, charts)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the old hand's action, and why."""
    decision = int(mat.cursor.decision)
    if decision <= Decision.LUCKY_DOG:
        return choose_on_ground(mat, charts, mask, decision)
    if decision == Decision.EN_ROUTE:
        return en_route(mat, charts, mask)
    if decision == Decision.AIR_TO_AIR:
        return duel(mat, mask)
    if decision == Decision.ATTACK:
        return attack(mat, charts, mask)
    if decision == Decision.PROMOTE:
        return promote(mat, charts)
    return by_the_book(mat, charts, mask, noise)


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the old hand's action."""
    return reasoned(mat, charts, mask, noise).action
