"""The sequence of play (6.0): which step follows which, until the player must choose."""

from stuka_env.engine.playing import make_advance, make_apply_action, make_next_step, make_write_mask
from stuka_env.games.interceptor.codes import Decision, Entry, Fault, Phase
from stuka_env.games.interceptor.rules import (
    bombers,
    bursts,
    experience,
    fighters,
    homeward,
    interception,
    landing,
    parachutes,
    prestige,
    rolls,
    sortie,
    start,
    table,
    wingman,
)
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Table, note

DECISIONS = {
    Decision.TRACK: (start.allow_track, start.decide_track),
    Decision.AIRCRAFT: (prestige.allow_aircraft, prestige.decide_aircraft),
    Decision.SERIES: (prestige.allow_series, prestige.decide_series),
    Decision.ZONE: (prestige.allow_zone, prestige.decide_zone),
    Decision.SKILL: (experience.allow_skill, experience.decide_skill),
    Decision.SCRAMBLE: (sortie.allow_scramble, sortie.decide_scramble),
    Decision.ENGAGE: (interception.allow_engage, interception.decide_engage),
    Decision.BURST: (bombers.allow_burst, bombers.decide_burst),
    Decision.REDRAW: (fighters.allow_yes_no, wingman.decide_redraw),
    Decision.PASS: (bombers.allow_pass, bombers.decide_pass),
    Decision.ESCORT: (bombers.allow_escort, bombers.decide_escort),
    Decision.DOGFIGHT: (fighters.allow_dogfight, fighters.decide_dogfight),
    Decision.REFLEX: (fighters.allow_yes_no, fighters.decide_reflex),
    Decision.NEXT: (fighters.allow_next, fighters.decide_next),
    Decision.WITNESS: (homeward.allow_witness, homeward.decide_witness),
    Decision.FORCED: (parachutes.allow_forced, parachutes.decide_forced),
    Decision.ONWARD: (interception.allow_onward, interception.decide_onward),
    Decision.DEBRIEF: (prestige.allow_debrief, prestige.decide_debrief),
    Decision.GUNNER: (prestige.allow_gunner, prestige.decide_gunner),
}
"""The functions of each decision."""
write_mask = make_write_mask(__name__, table, DECISIONS, mat=Mat, table=Table)
apply_action = make_apply_action(__name__, DECISIONS, mat=Mat, table=Table, note=note, choice=Entry.CHOICE)


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
    __name__, table, rolls, mat=Mat, table=Table, faults=Fault, over=Phase.OVER, decisions=Decision
)
