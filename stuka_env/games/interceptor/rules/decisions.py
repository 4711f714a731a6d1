"""The table of decisions: for each, the function that allows actions, and the function that carries one out."""

from stuka_env.engine.playing import make_apply_action, make_write_mask
from stuka_env.games.interceptor.codes import Decision, Entry
from stuka_env.games.interceptor.rules import (
    asking,
    bombers,
    experience,
    fighters,
    homeward,
    interception,
    parachutes,
    prestige,
    sortie,
    start,
    wingman,
)
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.notes import note
from stuka_env.games.interceptor.rules.table import Table

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
write_mask = make_write_mask(__name__, asking, DECISIONS, mat=Mat, table=Table)
apply_action = make_apply_action(__name__, DECISIONS, mat=Mat, table=Table, note=note, choice=Entry.CHOICE)
