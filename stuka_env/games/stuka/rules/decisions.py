"""The table of decisions: for each the chapter's function that says what is legal, and the one that carries it out.

When a decision is asked stands in its chapter, beside these two; what a verb is in
:class:`stuka_env.games.stuka.codes.Act`.
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.engine.playing import by_code, make_write_mask
from stuka_env.games.stuka.codes import Decision, Entry
from stuka_env.games.stuka.rules import asking, attack, briefing, careers, events, flight, interception, ordnance
from stuka_env.games.stuka.rules.asking import ask, verb_code
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.notes import note_detail
from stuka_env.games.stuka.rules.numbering import to_index
from stuka_env.games.stuka.rules.table import Table

DECISIONS = {
    Decision.MUSTER: (briefing.allow_muster, briefing.decide_muster),
    Decision.LEADER: (briefing.allow_seat, briefing.decide_seat),
    Decision.PILOT: (briefing.allow_seat, briefing.decide_seat),
    Decision.GUNNER: (briefing.allow_seat, briefing.decide_seat),
    Decision.PAYLOAD: (ordnance.allow_payload, ordnance.decide_payload),
    Decision.SPECIAL: (ordnance.allow_special, ordnance.decide_special),
    Decision.CARRIER: (ordnance.allow_carriers, ordnance.decide_carrier),
    Decision.LUCKY_DOG: (briefing.allow_lucky_dog, briefing.decide_lucky_dog),
    Decision.EN_ROUTE: (flight.allow_en_route, flight.decide_en_route),
    Decision.TURN_BACK: (flight.allow_turn_back, flight.decide_turn_back),
    Decision.AIR_TO_AIR: (interception.allow_duel, interception.decide_duel),
    Decision.ATTACK: (attack.allow_attack, attack.decide_attack),
    Decision.NEW_LEADER: (flight.allow_new_leader, flight.decide_new_leader),
    Decision.RELIEF: (flight.allow_last_relief, flight.decide_relief),
    Decision.EVENT: (events.allow_cheer, events.decide_cheer),
    Decision.PROMOTE: (careers.allow_promotion, careers.decide_promotion),
}
"""The functions of each decision: one allows its actions, one carries an action out."""
write_mask = make_write_mask(__name__, asking, DECISIONS, mat=Mat, table=Table)
decide_by_code = by_code(
    "decide_by_code", __name__, DECISIONS, 1, mat=Mat, table=Table, verb=int, argument=int, subject=int
)


@compiled
def apply_action(mat: Mat, table: Table, action: int) -> None:
    """Carry out a legal action and close its decision."""
    decision = int(mat.cursor.decision)
    subject = to_index(int(mat.cursor.subject))
    verb = verb_code(action)
    note_detail(mat, table, Entry.CHOICE, decision, action)
    ask(mat, Decision.NONE, 0)
    decide_by_code(decision, mat, table, verb, action - verb, subject)
