"""The table of decisions: for each the chapter's function that says what is legal, and the one that carries it out.

When a decision is asked stands in its chapter, beside these two; what a verb is in
:class:`stuka_env.games.stuka.codes.Act`.
"""

from stuka_env.compilation import compiled
from stuka_env.games.stuka.codes import Act, Decision, Entry, Role
from stuka_env.games.stuka.rules.asking import ask, count_legal, forbid_all, verb_code
from stuka_env.games.stuka.rules.attack import allow_attack, decide_attack
from stuka_env.games.stuka.rules.briefing import (
    allow_lucky_dog,
    allow_muster,
    allow_seat,
    decide_lucky_dog,
    decide_muster,
    decide_seat,
)
from stuka_env.games.stuka.rules.careers import allow_promotion, decide_promotion
from stuka_env.games.stuka.rules.events import allow_cheer, decide_cheer
from stuka_env.games.stuka.rules.flight import (
    allow_en_route,
    allow_last_relief,
    allow_new_leader,
    allow_turn_back,
    decide_en_route,
    decide_relief,
    decide_turn_back,
    name_leader,
)
from stuka_env.games.stuka.rules.interception import allow_duel, decide_duel
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.notes import note_detail
from stuka_env.games.stuka.rules.numbering import to_index
from stuka_env.games.stuka.rules.ordnance import (
    allow_carriers,
    allow_payload,
    allow_special,
    decide_carrier,
    decide_payload,
    decide_special,
)
from stuka_env.games.stuka.rules.table import Mask, Table


@compiled
def allow_on_the_ground(mat: Mat, table: Table, mask: Mask) -> None:
    """What is legal before the flight."""
    decision = mat.cursor.decision
    if decision == Decision.MUSTER:
        allow_muster(mat, table, mask)
    elif decision == Decision.LEADER:
        allow_seat(mat, table, mask, Act.LEADER, Role.PILOT)
    elif decision == Decision.PILOT:
        allow_seat(mat, table, mask, Act.PILOT, Role.PILOT)
    elif decision == Decision.GUNNER:
        allow_seat(mat, table, mask, Act.GUNNER, Role.GUNNER)
    elif decision == Decision.PAYLOAD:
        allow_payload(mat, table, mask)
    elif decision == Decision.SPECIAL:
        allow_special(mat, table, mask)
    elif decision == Decision.CARRIER:
        allow_carriers(mat, table, mask)
    elif decision == Decision.LUCKY_DOG:
        allow_lucky_dog(mat, mask)


@compiled
def decide_on_the_ground(mat: Mat, table: Table, decision: int, verb: int, argument: int, slot: int) -> None:
    """Carry out what was decided before the flight."""
    if decision == Decision.MUSTER:
        decide_muster(mat, table, verb, argument)
    elif decision == Decision.LEADER or decision == Decision.PILOT or decision == Decision.GUNNER:
        decide_seat(mat, table, verb, argument, slot)
    elif decision == Decision.PAYLOAD:
        decide_payload(mat, table, verb)
    elif decision == Decision.SPECIAL:
        decide_special(mat, table, verb)
    elif decision == Decision.CARRIER:
        decide_carrier(mat, table, verb, argument)
    elif decision == Decision.LUCKY_DOG:
        decide_lucky_dog(mat, table, verb, argument)


@compiled
def allow_in_flight(mat: Mat, table: Table, mask: Mask) -> None:
    """What is legal in flight, and after it."""
    decision = mat.cursor.decision
    if decision == Decision.EN_ROUTE:
        allow_en_route(mat, table, mask)
    elif decision == Decision.TURN_BACK:
        allow_turn_back(mask)
    elif decision == Decision.AIR_TO_AIR:
        allow_duel(mat, mask)
    elif decision == Decision.ATTACK:
        allow_attack(mat, mask)
    elif decision == Decision.NEW_LEADER:
        allow_new_leader(mat, mask)
    elif decision == Decision.RELIEF:
        allow_last_relief(mat, mask)
    elif decision == Decision.EVENT:
        allow_cheer(mat, mask)
    elif decision == Decision.PROMOTE:
        allow_promotion(mask)


@compiled
def decide_in_flight(mat: Mat, table: Table, decision: int, verb: int, argument: int, subject: int) -> None:
    """Carry out what was decided in flight, or after it."""
    if decision == Decision.EN_ROUTE:
        decide_en_route(mat, table, verb, argument)
    elif decision == Decision.TURN_BACK:
        decide_turn_back(mat, table, verb, subject)
    elif decision == Decision.AIR_TO_AIR:
        decide_duel(mat, table, verb, argument)
    elif decision == Decision.ATTACK:
        decide_attack(mat, table, verb, argument, subject)
    elif decision == Decision.NEW_LEADER:
        name_leader(mat, table, argument)
    elif decision == Decision.RELIEF:
        decide_relief(mat, table, verb, argument)
    elif decision == Decision.EVENT:
        decide_cheer(mat, table, verb, argument)
    elif decision == Decision.PROMOTE:
        decide_promotion(mat, table, verb, subject)


@compiled
def write_mask(mat: Mat, table: Table, mask: Mask) -> int:
    """Write the open decision's legal actions into ``mask``; how many there are."""
    forbid_all(mask)
    if mat.cursor.decision <= Decision.LUCKY_DOG:
        allow_on_the_ground(mat, table, mask)
    else:
        allow_in_flight(mat, table, mask)
    return count_legal(mask)


@compiled
def apply_action(mat: Mat, table: Table, action: int) -> None:
    """Carry out a legal action and close its decision."""
    decision = int(mat.cursor.decision)
    subject = to_index(int(mat.cursor.subject))
    verb = verb_code(action)
    note_detail(mat, table, Entry.CHOICE, decision, action)
    ask(mat, Decision.NONE, 0)
    if decision <= Decision.LUCKY_DOG:
        decide_on_the_ground(mat, table, decision, verb, action - verb, subject)
    else:
        decide_in_flight(mat, table, decision, verb, action - verb, subject)
