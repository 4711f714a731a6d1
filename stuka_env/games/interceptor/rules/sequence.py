"""The sequence of play (6.0): which step follows which, until the player must choose."""

from stuka_env.engine.playing import advance, apply_action, next_step, take_step, write_mask
from stuka_env.games.interceptor.codes import Decision, Phase
from stuka_env.games.interceptor.rules import (
    bombers,
    bursts,
    fighters,
    homeward,
    interception,
    landing,
    parachutes,
    sortie,
    start,
)

__all__ = ["STEPS", "advance", "apply_action", "next_step", "take_step", "write_mask"]

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
