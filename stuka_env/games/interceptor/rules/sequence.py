"""The sequence of play (6.0): which step follows which, until the player must choose."""

from stuka_env.engine.playing import make_advance, make_next_step
from stuka_env.games.interceptor.codes import Decision, Fault, Phase
from stuka_env.games.interceptor.rules import (
    asking,
    bombers,
    bursts,
    decisions,
    dice,
    fighters,
    homeward,
    interception,
    landing,
    parachutes,
    sortie,
    start,
)
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Table

STEPS = {
    # on the ground, before take-off (4.0, 6.1.1)
    Phase.TRACK: start.choose_track,
    Phase.START_UNIT: start.start_unit,
    Phase.START_AIRCRAFT: start.start_aircraft,
    Phase.SKILLS: start.skills,
    Phase.NEW_LINE: sortie.new_line,
    Phase.NEW_AIRCRAFT: sortie.new_aircraft,
    Phase.OLD_GUNNER: sortie.old_gunner,
    Phase.RAID: sortie.raid,
    # boxes and attacks on bombers (6.1.3, 7.1)
    Phase.BOX: interception.enter_box,
    Phase.BOMBER: bombers.meet_bomber,
    Phase.BURST: Decision.BURST,
    Phase.BURST_CARD: bursts.open_burst,
    Phase.BURST_SHOT: bursts.shoot,
    Phase.BURST_ANSWER: bursts.finish_burst,
    Phase.PASS_OVER: bombers.pass_over,
    Phase.ESCORT: Decision.ESCORT,
    # fighter combat (7.2)
    Phase.DOGFIGHT: Decision.DOGFIGHT,
    Phase.FIRST_CARDS: fighters.first_cards,
    Phase.SECOND_CARDS: fighters.second_cards,
    Phase.LAST_CARDS: fighters.last_cards,
    Phase.INITIATIVE: fighters.initiative,
    Phase.NEXT_ROUND: fighters.next_round,
    Phase.NEXT_ENEMY: Decision.NEXT,
    # from the end of a combat to the landing (6.1.4, 7.4)
    Phase.SETTLE: homeward.settle,
    Phase.CREDIT: homeward.roll_credit,
    Phase.BOX_DONE: interception.box_done,
    Phase.FORCED: parachutes.down,
    Phase.JUMP: parachutes.jump,
    Phase.LANDING: landing.land,
    # after the landing (6.1.5, 6.1.6)
    Phase.DEBRIEF: sortie.debrief,
    Phase.PROMOTION: sortie.promotion_after_sortie,
    Phase.REPLACEMENTS: sortie.replacements,
    Phase.PURCHASES: sortie.purchases,
    Phase.CLOSE_DEBRIEF: sortie.close_debrief,
    Phase.CLOSE_LINE: sortie.close_line,
    Phase.DEATH: sortie.die,
}
"""The step of each phase; or the decision that it opens."""
next_step = make_next_step(__name__, STEPS, mat=Mat, table=Table)
take_step, advance = make_advance(
    __name__, asking, decisions, dice, mat=Mat, table=Table, faults=Fault, over=Phase.OVER, decisions=Decision
)
