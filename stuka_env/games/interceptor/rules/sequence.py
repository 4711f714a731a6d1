"""The sequence of play (6.0): which step follows which, until the player must choose."""

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.codes import Chart, Decision, Fault, Phase
from stuka_env.games.interceptor.rules.asking import allow_all, ask, first_legal
from stuka_env.games.interceptor.rules.bombers import meet_bomber, pass_over
from stuka_env.games.interceptor.rules.bursts import finish_burst, open_burst, shoot
from stuka_env.games.interceptor.rules.decisions import apply_action, write_mask
from stuka_env.games.interceptor.rules.dice import find_fault
from stuka_env.games.interceptor.rules.fighters import (
    first_cards,
    initiative,
    last_cards,
    next_round,
    second_cards,
)
from stuka_env.games.interceptor.rules.homeward import roll_credit, settle
from stuka_env.games.interceptor.rules.interception import box_done, enter_box
from stuka_env.games.interceptor.rules.landing import land
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.parachutes import down, jump
from stuka_env.games.interceptor.rules.sortie import (
    close_debrief,
    close_line,
    debrief,
    die,
    new_aircraft,
    new_line,
    old_gunner,
    promotion_after_sortie,
    purchases,
    raid,
    replacements,
)
from stuka_env.games.interceptor.rules.start import choose_track, lay_out, skills, start_aircraft, start_unit
from stuka_env.games.interceptor.rules.table import Mask, Table

LONGEST_ADVANCE = 1 << 13
"""Steps and forced decisions between two choices of the player; play has far fewer."""


@compiled
def begin(mat: Mat, table: Table) -> None:
    """Lay out a zeroed mat, whose settings stand, for an episode (4.0)."""
    lay_out(mat, table)


@compiled
def prepare(mat: Mat, table: Table) -> None:
    """Steps on the ground before take-off (4.0, 6.1.1)."""
    phase = mat.cursor.phase
    if phase == Phase.TRACK:
        choose_track(mat, table)
    elif phase == Phase.START_UNIT:
        start_unit(mat, table)
    elif phase == Phase.START_AIRCRAFT:
        start_aircraft(mat, table)
    elif phase == Phase.SKILLS:
        skills(mat, table)
    elif phase == Phase.NEW_LINE:
        new_line(mat, table)
    elif phase == Phase.NEW_AIRCRAFT:
        new_aircraft(mat, table)
    elif phase == Phase.OLD_GUNNER:
        old_gunner(mat, table)
    else:
        raid(mat, table)


@compiled
def attack(mat: Mat, table: Table) -> None:
    """Steps of boxes and of attacks on bombers (6.1.3, 7.1)."""
    phase = mat.cursor.phase
    if phase == Phase.BOX:
        enter_box(mat, table)
    elif phase == Phase.BOMBER:
        meet_bomber(mat, table)
    elif phase == Phase.BURST:
        ask(mat, Decision.BURST)
    elif phase == Phase.BURST_CARD:
        open_burst(mat, table)
    elif phase == Phase.BURST_SHOT:
        shoot(mat, table)
    elif phase == Phase.BURST_ANSWER:
        finish_burst(mat, table)
    elif phase == Phase.PASS_OVER:
        pass_over(mat, table)
    else:
        ask(mat, Decision.ESCORT)


@compiled
def fight(mat: Mat, table: Table) -> None:
    """Steps of fighter combat (7.2)."""
    phase = mat.cursor.phase
    if phase == Phase.DOGFIGHT:
        ask(mat, Decision.DOGFIGHT)
    elif phase == Phase.FIRST_CARDS:
        first_cards(mat, table)
    elif phase == Phase.SECOND_CARDS:
        second_cards(mat, table)
    elif phase == Phase.LAST_CARDS:
        last_cards(mat, table)
    elif phase == Phase.INITIATIVE:
        initiative(mat, table)
    elif phase == Phase.NEXT_ROUND:
        next_round(mat)
    else:
        ask(mat, Decision.NEXT)


@compiled
def come_home(mat: Mat, table: Table) -> None:
    """Steps from the end of a combat to the landing (6.1.4, 7.4)."""
    phase = mat.cursor.phase
    if phase == Phase.SETTLE:
        settle(mat, table)
    elif phase == Phase.CREDIT:
        roll_credit(mat, table)
    elif phase == Phase.BOX_DONE:
        box_done(mat, table)
    elif phase == Phase.FORCED:
        down(mat, table)
    elif phase == Phase.JUMP:
        jump(mat, table)
    else:
        land(mat, table)


@compiled
def wind_up(mat: Mat, table: Table) -> None:
    """Steps after the landing (6.1.5, 6.1.6)."""
    phase = mat.cursor.phase
    if phase == Phase.DEBRIEF:
        debrief(mat, table)
    elif phase == Phase.PROMOTION:
        promotion_after_sortie(mat, table)
    elif phase == Phase.REPLACEMENTS:
        replacements(mat, table)
    elif phase == Phase.PURCHASES:
        purchases(mat, table)
    elif phase == Phase.CLOSE_DEBRIEF:
        close_debrief(mat, table)
    elif phase == Phase.CLOSE_LINE:
        close_line(mat, table)
    else:
        die(mat, table)


@compiled
def next_step(mat: Mat, table: Table) -> None:
    """Take the next step of the sequence of play; it may open a decision."""
    phase = mat.cursor.phase
    if phase <= Phase.RAID:
        prepare(mat, table)
    elif phase <= Phase.ESCORT:
        attack(mat, table)
    elif phase <= Phase.NEXT_ENEMY:
        fight(mat, table)
    elif phase <= Phase.LANDING:
        come_home(mat, table)
    else:
        wind_up(mat, table)


@compiled
def take_step(mat: Mat, table: Table, mask: Mask) -> bool:
    """Take a step, or a decision with one legal action, and return True; return False if there is none to take.

    Then a decision with a choice is open, its legal actions in ``mask``; or the episode is over, and the mask is all
    ones; or no action is legal, which is a fault.
    """
    if mat.cursor.phase == Phase.OVER:
        ask(mat, Decision.OVER)
        allow_all(mask)
        return False
    if mat.cursor.decision == Decision.OVER:
        next_step(mat, table)
        return True
    if write_mask(mat, table, mask) > 1:
        return False
    action = first_legal(mask)
    if not mask[action]:
        find_fault(table.dice, Fault.ENDLESS, Chart.A1)
        return False
    apply_action(mat, table, action)
    return True


@compiled
def advance(mat: Mat, table: Table, mask: Mask) -> None:
    """Play on until a decision with a choice is open, its legal actions in ``mask``; or until the episode is over.

    It is a fault if play does not come that far.
    """
    for _ in range(LONGEST_ADVANCE):
        if not take_step(mat, table, mask):
            return
    find_fault(table.dice, Fault.ENDLESS, Chart.A1)
