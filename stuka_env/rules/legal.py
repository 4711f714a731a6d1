"""Which actions each decision allows. An action is an index of :class:`stuka_env.codes.Act` plus its argument."""

from stuka_env.codes import ACTIONS, SEATS, SLOTS, SMALLEST_KETTE, Act, Decision, Leg, Payload, Role
from stuka_env.rules.attack import bombs_work, may_gamble, may_strafe
from stuka_env.rules.briefing import exists, may_carry, may_fly, may_sit, most_that_fly
from stuka_env.rules.damage import still_flies
from stuka_env.rules.events import can_cheer
from stuka_env.rules.flight import can_relieve, may_send_home, relief_possible
from stuka_env.rules.interception import may_duel
from stuka_env.rules.kernel import Mask, Table, rule
from stuka_env.rules.mat import Mat


@rule
def allow_muster(mat: Mat, table: Table, mask: Mask) -> None:
    """No-Fly, or any formation the rules allow (4.3, 4.5, 7.12)."""
    mask[Act.NO_FLY] = 1
    most = most_that_fly(mat, table)
    for count in range(SMALLEST_KETTE, SLOTS + 1):
        mask[Act.FLY + count - SMALLEST_KETTE] = may_fly(mat, table, count, most)


@rule
def allow_people(mat: Mat, table: Table, mask: Mask, first: int, role: int) -> None:
    """Everybody of a role who may take the seat (4.1, 8.9)."""
    for place in range(SEATS):
        mask[first + place] = may_sit(mat, table, role, place)


@rule
def allow_special(mat: Mat, table: Table, mask: Mask) -> None:
    """No special bomb, or one kind that exists by now (4.4)."""
    mask[Act.NO_SPECIAL] = 1
    mask[Act.SC1000] = exists(mat, table, Payload.SC1000)
    mask[Act.SC1800] = exists(mat, table, Payload.SC1800)


@rule
def allow_carriers(mat: Mat, table: Table, mask: Mask) -> None:
    """Any aircraft without one; after the first the player may stop (4.4)."""
    for slot in range(SLOTS):
        mask[Act.CARRY + slot] = may_carry(mat, slot)
    mask[Act.NO_MORE_CARRIERS] = mat.mission.carriers < table.charts.carriers[mat.mission.special]


@rule
def allow_lucky_dog(mat: Mat, mask: Mask) -> None:
    """Any aircraft of the Kette, or none (4.3.2)."""
    for slot in range(mat.mission.sent):
        mask[Act.LUCKY_DOG + slot] = 1
    mask[Act.NO_LUCKY_DOG] = 1


@rule
def allow_relief(mat: Mat, mask: Mask) -> None:
    """The crews the leader could relieve of stress, if he still may (4.2)."""
    if relief_possible(mat):
        for slot in range(SLOTS):
            mask[Act.RELIEVE + slot] = can_relieve(mat, slot)


@rule
def allow_en_route(mat: Mat, table: Table, mask: Mask) -> None:
    """On; outbound also home, all or one; stress relief (4.2, 7.12; ruling Q22)."""
    mask[Act.GO_ON] = 1
    allow_relief(mat, mask)
    if mat.mission.leg == Leg.OUT:
        mask[Act.ABORT] = 1
        for slot in range(SLOTS):
            mask[Act.SEND_HOME + slot] = may_send_home(mat, table, slot)


@rule
def allow_duel(mat: Mat, mask: Mask) -> None:
    """One Elite or Hero pilot may try for a fighter (7.3.1)."""
    mask[Act.NO_DUEL] = 1
    for slot in range(SLOTS):
        mask[Act.DUEL + slot] = may_duel(mat, slot)


@rule
def allow_attack(mat: Mat, mask: Mask) -> None:
    """Drop, gamble; with the bombs out of order strafe or hold fire; stress relief (7.6 to 7.8)."""
    slot = mat.mission.subject - 1
    works = bombs_work(mat, slot)
    mask[Act.DROP] = works
    mask[Act.HOLD] = not works
    mask[Act.GAMBLE] = may_gamble(mat, slot)
    mask[Act.STRAFE] = may_strafe(mat, slot)
    allow_relief(mat, mask)


@rule
def allow_leaders(mat: Mat, mask: Mask) -> None:
    """Any pilot still flying (4.2)."""
    for slot in range(SLOTS):
        mask[Act.NEW_LEADER + slot] = still_flies(mat, slot)


@rule
def allow_cheer(mat: Mat, mask: Mask) -> None:
    """Any person in flight with stress."""
    for slot in range(SLOTS):
        mask[Act.CHEER_PILOT + slot] = can_cheer(mat, slot, Role.PILOT)
        mask[Act.CHEER_GUNNER + slot] = can_cheer(mat, slot, Role.GUNNER)


@rule
def allow_before_flight(mat: Mat, table: Table, mask: Mask) -> None:
    """Decisions on the ground."""
    decision = mat.mission.decision
    if decision == Decision.MUSTER:
        allow_muster(mat, table, mask)
    elif decision == Decision.LEADER:
        allow_people(mat, table, mask, Act.LEADER, Role.PILOT)
    elif decision == Decision.PILOT:
        allow_people(mat, table, mask, Act.PILOT, Role.PILOT)
    elif decision == Decision.GUNNER:
        allow_people(mat, table, mask, Act.GUNNER, Role.GUNNER)
    elif decision == Decision.PAYLOAD:
        mask[Act.LOAD_SC500_SC50] = exists(mat, table, Payload.SC500_SC50)
        mask[Act.LOAD_CLUSTER] = exists(mat, table, Payload.SC500_CLUSTER)
    elif decision == Decision.SPECIAL:
        allow_special(mat, table, mask)
    elif decision == Decision.CARRIER:
        allow_carriers(mat, table, mask)
    else:
        allow_lucky_dog(mat, mask)


@rule
def allow_after_take_off(mat: Mat, table: Table, mask: Mask) -> None:
    """Decisions in flight and after."""
    decision = mat.mission.decision
    if decision == Decision.EN_ROUTE:
        allow_en_route(mat, table, mask)
    elif decision == Decision.TURN_BACK:
        mask[Act.TURN_BACK] = 1
        mask[Act.PRESS_ON] = 1
    elif decision == Decision.AIR_TO_AIR:
        allow_duel(mat, mask)
    elif decision == Decision.ATTACK:
        allow_attack(mat, mask)
    elif decision == Decision.NEW_LEADER:
        allow_leaders(mat, mask)
    elif decision == Decision.RELIEF:
        mask[Act.KEEP_RELIEF] = 1
        allow_relief(mat, mask)
    elif decision == Decision.EVENT:
        allow_cheer(mat, mask)
    else:
        mask[Act.PROMOTE] = 1
        mask[Act.NO_PROMOTION] = 1


@rule
def write_mask(mat: Mat, table: Table, mask: Mask) -> int:
    """Write the open decision's legal actions into ``mask``; how many there are."""
    for action in range(ACTIONS):
        mask[action] = 0
    if mat.mission.decision <= Decision.LUCKY_DOG:
        allow_before_flight(mat, table, mask)
    else:
        allow_after_take_off(mat, table, mask)
    legal = 0
    for action in range(ACTIONS):
        legal += mask[action]
    return legal


@rule
def first_legal(mask: Mask) -> int:
    """The lowest legal action."""
    action = 0
    while not mask[action]:
        action += 1
    return action
