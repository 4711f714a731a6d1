"""The table of decisions: for each, the function that allows actions, and the function that carries one out."""

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.codes import Decision, Entry
from stuka_env.games.interceptor.rules.asking import ask, count_legal, forbid_all
from stuka_env.games.interceptor.rules.bombers import (
    allow_burst,
    allow_escort,
    allow_pass,
    decide_burst,
    decide_escort,
    decide_pass,
)
from stuka_env.games.interceptor.rules.experience import allow_skill, decide_skill
from stuka_env.games.interceptor.rules.fighters import (
    allow_dogfight,
    allow_next,
    allow_yes_no,
    decide_dogfight,
    decide_next,
    decide_reflex,
)
from stuka_env.games.interceptor.rules.homeward import allow_witness, decide_witness
from stuka_env.games.interceptor.rules.interception import (
    allow_engage,
    allow_onward,
    decide_engage,
    decide_onward,
)
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.notes import note
from stuka_env.games.interceptor.rules.parachutes import allow_forced, decide_forced
from stuka_env.games.interceptor.rules.prestige import (
    allow_aircraft,
    allow_debrief,
    allow_gunner,
    allow_series,
    allow_zone,
    decide_aircraft,
    decide_debrief,
    decide_gunner,
    decide_series,
    decide_zone,
)
from stuka_env.games.interceptor.rules.sortie import allow_scramble, decide_scramble
from stuka_env.games.interceptor.rules.start import allow_track, decide_track
from stuka_env.games.interceptor.rules.table import Mask, Table
from stuka_env.games.interceptor.rules.wingman import decide_redraw


@compiled
def allow_on_the_ground(mat: Mat, table: Table, decision: int, mask: Mask) -> None:
    """Allow the actions of a decision before take-off or after landing."""
    if decision == Decision.TRACK:
        allow_track(mask)
    elif decision == Decision.AIRCRAFT:
        allow_aircraft(mat, mask)
    elif decision == Decision.SERIES:
        allow_series(mat, table, mask)
    elif decision == Decision.ZONE:
        allow_zone(mat, table, mask)
    elif decision == Decision.SKILL:
        allow_skill(mat, table, mask)
    elif decision == Decision.SCRAMBLE:
        allow_scramble(mat, table, mask)
    elif decision == Decision.DEBRIEF:
        allow_debrief(mat, table, mask)
    elif decision == Decision.GUNNER:
        allow_gunner(mask)


@compiled
def decide_on_the_ground(mat: Mat, table: Table, decision: int, action: int) -> None:
    """Carry out a decision before take-off or after landing."""
    if decision == Decision.TRACK:
        decide_track(mat, table, action)
    elif decision == Decision.AIRCRAFT:
        decide_aircraft(mat, table, action)
    elif decision == Decision.SERIES:
        decide_series(mat, table, action)
    elif decision == Decision.ZONE:
        decide_zone(mat, table, action)
    elif decision == Decision.SKILL:
        decide_skill(mat, table, action)
    elif decision == Decision.SCRAMBLE:
        decide_scramble(mat, table, action)
    elif decision == Decision.DEBRIEF:
        decide_debrief(mat, table, action)
    elif decision == Decision.GUNNER:
        decide_gunner(mat, table, action)


@compiled
def allow_in_the_air(mat: Mat, table: Table, decision: int, mask: Mask) -> None:
    """Allow the actions of a decision in flight."""
    if decision == Decision.ENGAGE:
        allow_engage(mat, mask)
    elif decision == Decision.BURST:
        allow_burst(mat, table, mask)
    elif decision == Decision.PASS:
        allow_pass(mat, table, mask)
    elif decision == Decision.ESCORT:
        allow_escort(mat, mask)
    elif decision == Decision.DOGFIGHT:
        allow_dogfight(mat, table, mask)
    elif decision == Decision.REDRAW or decision == Decision.REFLEX:
        allow_yes_no(mask)
    elif decision == Decision.NEXT:
        allow_next(mask)
    elif decision == Decision.WITNESS:
        allow_witness(mask)
    elif decision == Decision.FORCED:
        allow_forced(mask)
    elif decision == Decision.ONWARD:
        allow_onward(mask)


@compiled
def decide_in_the_air(mat: Mat, table: Table, decision: int, action: int) -> None:
    """Carry out a decision in flight."""
    if decision == Decision.ENGAGE:
        decide_engage(mat, table, action)
    elif decision == Decision.BURST:
        decide_burst(mat, table, action)
    elif decision == Decision.PASS:
        decide_pass(mat, action)
    elif decision == Decision.ESCORT:
        decide_escort(mat, table, action)
    elif decision == Decision.DOGFIGHT:
        decide_dogfight(mat, table, action)
    elif decision == Decision.REDRAW:
        decide_redraw(mat, table, action)
    elif decision == Decision.REFLEX:
        decide_reflex(mat, table, action)
    elif decision == Decision.NEXT:
        decide_next(mat, table, action)
    elif decision == Decision.WITNESS:
        decide_witness(mat, table, action)
    elif decision == Decision.FORCED:
        decide_forced(mat, action)
    elif decision == Decision.ONWARD:
        decide_onward(mat, table, action)


@compiled
def is_on_the_ground(decision: int) -> bool:
    """Whether a decision is made before take-off or after landing."""
    return decision <= Decision.SCRAMBLE or decision >= Decision.DEBRIEF


@compiled
def write_mask(mat: Mat, table: Table, mask: Mask) -> int:
    """Write the open decision's legal actions into ``mask``, and return their number."""
    forbid_all(mask)
    decision = int(mat.cursor.decision)
    if is_on_the_ground(decision):
        allow_on_the_ground(mat, table, decision, mask)
    else:
        allow_in_the_air(mat, table, decision, mask)
    return count_legal(mask)


@compiled
def apply_action(mat: Mat, table: Table, action: int) -> None:
    """Carry out a legal action and close its decision."""
    decision = int(mat.cursor.decision)
    note(mat, table, Entry.CHOICE, decision, action)
    ask(mat, Decision.OVER)
    if is_on_the_ground(decision):
        decide_on_the_ground(mat, table, decision, action)
    else:
        decide_in_the_air(mat, table, decision, action)
