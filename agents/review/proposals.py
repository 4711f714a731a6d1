"""Better actions of one line of the log sheet that can be taken together, such as a crew that can fly."""

from collections.abc import Iterable, Sequence

from agents.review.flown_war import FlownWar
from agents.review.verdicts import Verdict
from stuka_env.engine.faults import TapeError
from stuka_env.replay.run import ReplayRun


def proposals(war: FlownWar, losses: Iterable[Verdict]) -> list[list[Verdict]]:
    """Return losses of one line of a war as groups whose better actions can be taken together.

    A better action was compared alone, so two of them may need the same pilot. The most expensive losses are grouped
    first. A loss that fits no group is one of its own.
    """
    groups: list[list[Verdict]] = []
    for loss in sorted(losses, key=lambda loss: -loss.cost):
        fitting = next((group for group in groups if can_be_taken_together(war, [*group, loss])), None)
        if fitting is None:
            groups.append([loss])
        else:
            fitting.append(loss)
    return groups


def can_be_taken_together(war: FlownWar, losses: Sequence[Verdict]) -> bool:
    """Whether the better actions are legal one after the other, with all other choices of the same kind as they were.

    The choices of the same kind are those that the game lists together, up to the last one in a row.
    """
    better, game = {loss.decision: loss.better for loss in losses}, war.game
    first, end = min(better), max(better) + 1
    while end < len(war.actions) and game.is_grouped(war.inputs.mats[end]):
        end += 1
    run = ReplayRun(war.flight.replay, war.charts_folder, journal=False)
    for number in range(first):
        run.step(number)
    for number in range(first, end):
        action = better.get(number, int(war.actions[number]))
        if run.over or game.question(run.mat) != game.question(war.inputs.mats[number]):
            return False
        if action < 0 or not run.view.masks[0, action]:
            return False
        if number + 1 < end:
            try:
                run.take(action)
            except (ValueError, TapeError):
                return False
    return True
