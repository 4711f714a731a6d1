"""The table of decisions: for each, the function that allows actions, and the function that carries one out."""

from stuka_env.compilation import compiled
from stuka_env.engine.playing import by_code
from stuka_env.games.interceptor.codes import Decision, Entry
from stuka_env.games.interceptor.rules import (
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
from stuka_env.games.interceptor.rules.asking import ask, count_legal, forbid_all
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.notes import note
from stuka_env.games.interceptor.rules.table import Mask, Table

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
