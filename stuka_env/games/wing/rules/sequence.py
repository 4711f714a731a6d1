"""The sequence of play (4, 5, 7): which step follows which, until the player must choose."""

from stuka_env.engine.playing import make_advance, make_apply_action, make_next_step, make_write_mask
from stuka_env.games.wing.codes import Decision, Entry, Fault, Phase
from stuka_env.games.wing.rules import (
    aftermath,
    attack,
    bombing,
    campaign,
    checks,
    crews,
    damage,
    dice,
    dropout,
    events,
    fight,
    flak,
    interception,
    movement,
    rendezvous,
    table,
)
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table, note

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
write_mask = make_write_mask(__name__, table, DECISIONS, mat=Mat, table=Table)
apply_action = make_apply_action(__name__, DECISIONS, mat=Mat, table=Table, note=note, choice=Entry.CHOICE)


STEPS = {
    # before the mission (4)
    Phase.NEW_MISSION: campaign.new_mission,
    Phase.SEAT: crews.next_seat,
    Phase.BOMBER: Decision.BOMBER,
    Phase.TAKE_OFF: crews.take_off,
    # the mission turn (5)
    Phase.MOVE: movement.next_turn,
    Phase.TURN: movement.begin_turn,
    Phase.CHECKS: checks.next_check,
    Phase.ESCORT_CHECKS: checks.check_escorts,
    Phase.RENDEZVOUS: rendezvous.look_for_escorts,
    Phase.SITE: flak.look_for_site,
    Phase.FLAK: flak.aim_flak,
    Phase.FLAK_FIRE: flak.fire_flak,
    Phase.EVENT: events.roll_event,
    # air combat (9)
    Phase.INTERCEPTION: interception.meet_interceptors,
    Phase.FORCED: interception.force_escorts,
    Phase.FIGHT: fight.fight_first,
    Phase.SECOND_FIGHT: fight.fight_second,
    Phase.BOMBERS: attack.begin_attacks,
    Phase.WAVE: attack.begin_wave,
    Phase.COVER: attack.offer_cover,
    Phase.STRIKE: attack.strike,
    # damage and departures (10)
    Phase.CREW_DAMAGE: damage.crew_damage,
    Phase.LOSS: dropout.offer_steady_hands,
    Phase.LEAVE: dropout.offer_company,
    Phase.DEPARTURE: dropout.depart,
    # the target, the landing, and after the mission (5.11, 5.14, 7)
    Phase.RUN: bombing.begin_run,
    Phase.RUN_FLAK: bombing.roll_run_flak,
    Phase.AIM: bombing.aim_bombs,
    Phase.BOMBS: bombing.drop_bombs,
    Phase.LANDING: aftermath.land,
    Phase.AFTERMATH: aftermath.end_mission,
}
"""The step of each phase; or the decision that it opens."""
next_step = make_next_step(__name__, STEPS, mat=Mat, table=Table)
take_step, advance = make_advance(
    __name__, table, dice, mat=Mat, table=Table, faults=Fault, over=Phase.OVER, decisions=Decision
)
