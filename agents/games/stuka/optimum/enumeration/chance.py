"""The rolls of one step of play, and their branches: outcomes with equal consequences.

The rules are not repeated here. They are played with a tape. Where the tape ends, they report the chart of the next
roll, and that roll gets its branches. Outcomes that read the same entry of the chart are one branch, whose probability
is their sum. On a chart that :func:`entry_read` does not know, every outcome is a branch.
"""

import math

import numpy as np

from stuka_env.compilation import compiled
from stuka_env.games.stuka.charts.shape import A2_LOW, MARITIME_COLUMN, Charts
from stuka_env.games.stuka.codes import CHARTS, Chart
from stuka_env.games.stuka.rules.interception import at_sea
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.rolls import SIDES, total_on
from stuka_env.games.stuka.rules.table import TAPE_LENGTH, Tape
from stuka_env.records import Numbers, Record, float64, int64, record

MOST_ROLLS = 48
"""Largest number of rolls in one step of play."""
OUTCOMES = np.array([math.prod(chart.dice) for chart in Chart], np.int64)
"""Outcomes of a roll on each chart."""
LATER_OUTCOMES = np.array([[math.prod(chart.dice[die + 1 :]) for die in range(3)] for chart in Chart], np.int64)
"""Outcomes of the dice after each die of each chart."""
MOST_BRANCHES = int(OUTCOMES.max())
"""Largest number of branches of one roll."""
TAPE_SHARE = TAPE_LENGTH // CHARTS
"""Numbers on the tape for each chart."""


@record
class RollPlan(Record):
    """The rolls of one step, in the order in which they are made."""

    rolls: int = int64(meaning="planned so far")
    chart: Numbers = int64(shape=(MOST_ROLLS,))
    branch: Numbers = int64(meaning="the one that is being played", shape=(MOST_ROLLS,))
    branches: Numbers = int64(shape=(MOST_ROLLS,))
    outcome: Numbers = int64(meaning="one outcome of the branch, counted from 0", shape=(MOST_ROLLS, MOST_BRANCHES))
    weight: Numbers = float64("probability of the branch", (MOST_ROLLS, MOST_BRANCHES))
    entry: Numbers = int64(meaning="scratch: what the branches of the newest roll read", shape=(MOST_BRANCHES,))


# --- dice ---


@compiled
def outcomes(chart: int) -> int:
    """Return the number of equally likely outcomes of a roll on ``chart``; for the cup and the deck the maximum."""
    return int(OUTCOMES[chart])


@compiled
def face(chart: int, outcome: int, die: int) -> int:
    """Return the number on a die of ``chart`` in an outcome; outcomes count from 0, and the last die changes first."""
    return int(outcome // LATER_OUTCOMES[chart, die] % SIDES[chart, die]) + 1


@compiled
def plan_number(tape: Tape, chart: int, number: int) -> None:
    """Add a number to the planned rolls of ``chart``."""
    tape.values[tape.stop[chart]] = number
    tape.stop[chart] += 1


@compiled
def lay_tape(tape: Tape, plan: RollPlan) -> None:
    """Put the branches being played on the tape, and nothing else."""
    for chart in range(CHARTS):
        tape.start[chart] = tape.next[chart] = tape.stop[chart] = chart * TAPE_SHARE
    for number in range(plan.rolls):
        chart = int(plan.chart[number])
        outcome = int(plan.outcome[number][plan.branch[number]])
        for die in range(SIDES.shape[1]):
            if SIDES[chart, die]:
                plan_number(tape, chart, face(chart, outcome, die))


# --- branches ---


@compiled
def damage_entry(charts: Charts, where: int, column: int) -> int:
    """Return a cell of C1 as one number. The system is part of it only if it is marked or may detonate."""
    cell = charts.c1[where][column]
    marked = cell.marker or cell.explosion
    number = int(charts.c1_system[where]) + 1 if marked else 0
    number = (number * 8 + cell.stress) * 16 + cell.range_loss
    for flag in (cell.marker, cell.pilot_wound, cell.gunner_wound, cell.pilot_killed, cell.gunner_killed):
        number = number * 2 + flag
    return (number * 2 + cell.destroyed) * 2 + cell.explosion


@compiled
def card_entry(charts: Charts, card: int) -> int:
    """Return the effect of a card as one number: copies of one effect are equal."""
    return int(charts.event[card]) * 64 + int(charts.event_amount[card])


@compiled
def fighter_entry(charts: Charts, white: int, colour: int) -> int:
    """Return an approach on B3 as one number.

    Sectors with the same effect on the hits are equal. If nobody is attacked, the sector does not matter.
    """
    aircraft = int(charts.b3_aircraft[colour])
    if aircraft == 0:
        return 0
    sector = int(charts.b3_sector[white])
    modifiers = (int(charts.sector_drm[sector]) + 32) * 64 + int(charts.rear_gunner_drm[sector]) + 32
    return (aircraft * 8 + charts.b3_hits[colour]) * 4096 + modifiers


@compiled
def attack_entry(mat: Mat, charts: Charts, die: int, drm: int) -> int:
    """Return an attack score (A2)."""
    return int(charts.a2[mat.mission.target_size][total_on(Chart.A2, die, drm) - A2_LOW])


@compiled
def idle(chart: int) -> bool:
    """Whether the result of a chart cannot touch the score of the mission in which it is rolled.

    C3, C4 and C7 decide about the crew of a destroyed aircraft: the mission then earns no bonus (8.5.1), and
    they do not fly again. They do count where nothing is destroyed, as when a gunner bails out alone (ruling Q11): see
    :func:`agents.games.stuka.optimum.enumeration.step.may_idle`. C8 and C9 are rolled after the score is logged.
    """
    return chart == Chart.C3 or chart == Chart.C4 or (chart >= Chart.C7 and chart <= Chart.C9_KIA)


@compiled
def bail_out_entry(charts: Charts, chart: int, die: int, drm: int) -> int:
    """Return the fate of a person who bails out (C3), or who is over enemy territory (C4)."""
    total = total_on(chart, die, drm)
    if chart == Chart.C3:
        return int(charts.c3[total])
    return int(charts.c4[total]) * 8 + int(charts.c4_stress[total])


@compiled
def entry_read(mat: Mat, charts: Charts, chart: int, outcome: int, drm: int, zone: int) -> int:
    """Return the entry that an outcome with the modifiers ``drm`` reads: equal numbers have equal consequences."""
    die = outcome + 1
    if chart == Chart.C3 or chart == Chart.C4:
        return bail_out_entry(charts, chart, die, drm)
    if chart == Chart.A2:
        return attack_entry(mat, charts, die, drm)
    if chart == Chart.A4:
        return int(charts.a4[die])
    if chart == Chart.A6:
        return int(charts.a6[total_on(chart, die, drm)])
    if chart == Chart.B1:
        column = MARITIME_COLUMN if at_sea(mat) else int(mat.war.segment)
        return int(charts.b1[column][die]) * 8 + int(charts.b1_type[column][die])
    if chart == Chart.B2:
        return int(charts.b2[mat.war.segment][zone][die])
    if chart == Chart.B3:
        return fighter_entry(charts, face(chart, outcome, 0), face(chart, outcome, 1))
    if chart == Chart.C1:
        return damage_entry(charts, face(chart, outcome, 0), total_on(chart, face(chart, outcome, 1), drm))
    if chart == Chart.C5:
        return int(charts.c5[total_on(chart, die, drm)])
    if chart == Chart.C6:
        return int(charts.c6_destroyed[die]) * 2 + int(charts.c6_repair[die] > 0)
    if chart == Chart.A2A:
        return int(die <= charts.kill_roll)
    if chart == Chart.GAMBLE:
        return int(charts.gamble_crash[die])
    if chart == Chart.EVENT:
        return card_entry(charts, outcome)
    return outcome


@compiled
def open_roll(plan: RollPlan, chart: int) -> None:
    """Plan one more roll, on ``chart``; it has no branches yet."""
    number = int(plan.rolls)
    plan.chart[number] = chart
    plan.branch[number] = 0
    plan.branches[number] = 0
    plan.rolls = number + 1


@compiled
def add_outcome(plan: RollPlan, outcome: int, entry: int) -> None:
    """Count an outcome of the newest roll in ``weight``: in the branch of the same entry, or in a new one."""
    number = int(plan.rolls) - 1
    for branch in range(plan.branches[number]):
        if plan.entry[branch] == entry:
            plan.weight[number][branch] += 1.0
            return
    branch = int(plan.branches[number])
    plan.outcome[number][branch] = outcome
    plan.weight[number][branch] = 1.0
    plan.entry[branch] = entry
    plan.branches[number] = branch + 1


@compiled
def normalise(plan: RollPlan) -> None:
    """Turn the counts of the newest roll into probabilities."""
    number = int(plan.rolls) - 1
    total = 0.0
    for branch in range(plan.branches[number]):
        total += plan.weight[number][branch]
    for branch in range(plan.branches[number]):
        plan.weight[number][branch] /= total


@compiled
def probability(plan: RollPlan) -> float:
    """Return the probability of the branches being played."""
    product = 1.0
    for number in range(plan.rolls):
        product *= plan.weight[number][plan.branch[number]]
    return product


@compiled
def next_branch(plan: RollPlan) -> bool:
    """Move to the next branch of the newest roll that has one; False when all have been played."""
    while plan.rolls > 0:
        newest = int(plan.rolls) - 1
        plan.branch[newest] += 1
        if plan.branch[newest] < plan.branches[newest]:
            return True
        plan.rolls = newest
    return False
