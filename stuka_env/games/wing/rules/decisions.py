"""The table of decisions: for each, the function that allows actions, and the function that carries one out."""

from stuka_env.engine.playing import make_apply_action, make_write_mask
from stuka_env.games.wing.codes import Decision, Entry
from stuka_env.games.wing.rules import (
    asking,
    attack,
    bombing,
    crews,
    dropout,
    fight,
    flak,
    interception,
    movement,
    rendezvous,
)
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.notes import note
from stuka_env.games.wing.rules.table import Table

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
    Decision.ACE: (interception.allow_ace, interception.decide_ace),
}
"""The functions of each decision."""
write_mask = make_write_mask(__name__, asking, DECISIONS, mat=Mat, table=Table)
apply_action = make_apply_action(__name__, DECISIONS, mat=Mat, table=Table, note=note, choice=Entry.CHOICE)
