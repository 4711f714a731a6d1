"""The table of decisions: for each, the function that allows actions, and the function that carries one out."""

from stuka_env.compilation import compiled
from stuka_env.engine.playing import by_code
from stuka_env.games.wing.codes import Decision, Entry
from stuka_env.games.wing.rules import attack, bombing, crews, dropout, fight, flak, interception, movement, rendezvous
from stuka_env.games.wing.rules.asking import ask, count_legal, forbid_all
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.notes import note
from stuka_env.games.wing.rules.table import Mask, Table

DECISIONS = {
    Decision.CREW: (crews.allow_crew, crews.decide_crew),
    Decision.BOMBER: (crews.allow_bomber, crews.decide_bomber),
    Decision.MOVE: (movement.allow_move, movement.decide_move),
    Decision.RENDEZVOUS: (rendezvous.allow_rendezvous, rendezvous.decide_rendezvous),
    Decision.FLAK: (flak.allow_flak, flak.decide_flak),
    Decision.INTERCEPTED: (interception.allow_intercepted, interception.decide_intercepted),
    Decision.JOIN: (interception.allow_join, interception.decide_join),
    Decision.PRESS: (fight.allow_press, fight.decide_press),
    Decision.COVER: (attack.allow_cover, attack.decide_cover),
    Decision.SAVE: (dropout.allow_save, dropout.decide_save),
    Decision.STRAGGLER: (dropout.allow_straggler, dropout.decide_straggler),
    Decision.ALTITUDE: (bombing.allow_altitude, bombing.decide_altitude),
    Decision.RUN: (bombing.allow_run, bombing.decide_run),
}
"""The functions of each decision."""
allow_by_code = by_code("allow_by_code", __name__, DECISIONS, 0, mat=Mat, table=Table, mask=Mask)
decide_by_code = by_code("decide_by_code", __name__, DECISIONS, 1, mat=Mat, table=Table, action=int)


@compiled
def write_mask(mat: Mat, table: Table, mask: Mask) -> int:
    """Write the open decision's legal actions into ``mask``, and return their number."""
    forbid_all(mask)
    allow_by_code(int(mat.cursor.decision), mat, table, mask)
    return count_legal(mask)


@compiled
def apply_action(mat: Mat, table: Table, action: int) -> None:
    """Carry out a legal action and close its decision."""
    decision = int(mat.cursor.decision)
    note(mat, table, Entry.CHOICE, decision, action)
    ask(mat, Decision.OVER)
    decide_by_code(decision, mat, table, action)
