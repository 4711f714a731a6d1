"""Crews and bombers: who leads, who flies, and who rests."""

from agents.games.wing.scripts.style import ALWAYS, BY_RATING, WORST_FIRST, Reason, Style
from agents.reasoned_script import Reasoned, because
from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import LEVELS, PLACES, SLOTS, Act, Level, Status
from stuka_env.games.wing.rules.crews import MISSIONS_IN_A_ROW, counts_as_tired
from stuka_env.games.wing.rules.formation import model_of
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask

NOT_KEPT, ALL_KEPT = 200, 100
"""Order of crews whose equals are not all kept for leads, above any merit."""


@compiled
def rating_of(mat: Mat, charts: Charts, crew: int) -> int:
    """Return the rating of a crew: its level, less one if it would fly tired."""
    return int(mat.crews[crew].level) - int(counts_as_tired(mat, charts, crew))


@compiled
def merit_of(mat: Mat, charts: Charts, crew: int) -> int:
    """Return the order of crews for a lead: by rating, then those who flew least. Only equal crews have the same."""
    return rating_of(mat, charts, crew) * MISSIONS_IN_A_ROW - int(mat.crews[crew].flown) * int(mat.plan.fatigue)


@compiled
def count_ready(mat: Mat, charts: Charts, least: int) -> int:
    """Return the ready crews with a merit or more."""
    count = 0
    for crew in range(SLOTS):
        count += mat.crews[crew].status == Status.READY and merit_of(mat, charts, crew) >= least
    return count


@compiled
def order_of_learner(mat: Mat, charts: Charts, crew: int, leads: int) -> int:
    """Return the order of crews for a seat that does not lead: first those who are not kept for leads, then the rested.

    Of these crews with something to learn come first, higher levels before lower ones. The best crews are kept, one
    for each lead that is still to fill. Equal crews count as kept as soon as one of them is.
    """
    row, merit = mat.crews[crew], merit_of(mat, charts, crew)
    order = 0
    if count_ready(mat, charts, merit + 1) >= leads:
        order = NOT_KEPT
    elif count_ready(mat, charts, merit) > leads:
        order = ALL_KEPT
    is_rested, learns = row.flown < charts.tired_after, row.level != Level.VETERAN
    return order + ((int(is_rested) * 2 + int(learns)) * LEVELS + int(row.level)) * MISSIONS_IN_A_ROW - int(row.flown)


@compiled
def crew(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Choose the crew of a place."""
    place, chosen, best = int(mat.mission.place), 0, -NOT_KEPT
    leads = (int(mat.mission.required) - 1) // PLACES - place // PLACES
    by_merit = style.crews == BY_RATING or place % PLACES == 0
    for slot in range(SLOTS):
        if not mask[Act.CREW + slot]:
            continue
        if style.crews == WORST_FIRST:
            order = -int(mat.crews[slot].level)
        elif by_merit:
            order = merit_of(mat, charts, slot)
        else:
            order = order_of_learner(mat, charts, slot, leads)
        if order > best:
            chosen, best = slot, order
    if style.crews == WORST_FIRST:
        return because(Act.CREW + chosen, Reason.LOWEST_LEVEL, 0)
    if not by_merit:
        return because(Act.CREW + chosen, Reason.LEARNS, leads)
    reason = Reason.BEST_RATING if style.crews == BY_RATING else Reason.LEADS_ELEMENT
    return because(Act.CREW + chosen, reason, rating_of(mat, charts, chosen))


@compiled
def bomber(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Choose the bomber of a crew by its defence."""
    sign, chosen, best = 1 if style.new_models == ALWAYS else -1, 0, -NOT_KEPT
    for slot in range(SLOTS):
        defence = sign * int(charts.bombers[model_of(mat, slot)].air_combat)
        if mask[Act.BOMBER + slot] and defence > best:
            chosen, best = slot, defence
    reason = Reason.NEW_MODEL if style.new_models == ALWAYS else Reason.OLD_MODEL
    return because(Act.BOMBER + chosen, reason, sign * best)
