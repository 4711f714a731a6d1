"""The fit of the value of a sortie line to futures of the war that is reviewed.

The reference script flies futures from the first decision of each line to the end of the war. Every later line of such
a future is an example: its features, and the bombers that were still to come. The weights are those of a ridge
regression. The futures have numbers of their own, so that the measures of the review are independent of the fit.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout
from agents.games.interceptor.review.futures import (
    FutureWorkspace,
    OpenDecisions,
    begin_future,
    continue_future,
    last_line,
    new_future_workspace,
    pick,
)
from agents.games.interceptor.review.line_value import FEATURES, write_features
from stuka_env.compilation import compiled
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED
from stuka_env.games.interceptor.script import Choose

FIRST_FIT_FUTURE = 5 << 20
"""Number of the first future of the fit."""
FIT_LINES, BLOCK = 1 << 16, 1 << 12
"""Approximate number of examples, and the examples that are held at a time."""
MOST_FIT_FUTURES = 2_000
"""Most futures from one line."""
RIDGE = 1e-3
"""Weight of the penalty for each example."""


@compiled
def write_examples(
    choose: Choose,
    decisions: OpenDecisions,
    workspace: FutureWorkspace,
    rollout: Rollout,
    decision: int,
    features: Annotated[NDArray[np.float64], 2],
    remaining: NDArray[np.float64],
    start: int,
) -> int:
    """Fly a future from a decision to the end of the war, and write its examples to the rows from ``start`` on.

    Returns:
        the first free row.
    """
    mat, charts, place = decisions.mats[decision], decisions.charts[0], start
    begin_future(mat, charts, workspace, rollout)
    continue_future(choose, charts, workspace, rollout, last_line(mat, False), 0)
    clone = workspace.mats[0]
    while not clone.career.over:
        write_features(clone, charts, features[place])
        remaining[place] = -float(clone.career.bombers)
        place += 1
        continue_future(choose, charts, workspace, rollout, last_line(clone, False), 0)
    for example in range(start, place):
        remaining[example] += clone.career.bombers
    return place


@compiled
def fill_examples(
    choose: Choose,
    decisions: OpenDecisions,
    workspace: FutureWorkspace,
    firsts: NDArray[np.int64],
    future: int,
    features: Annotated[NDArray[np.float64], 2],
    remaining: NDArray[np.float64],
) -> tuple[int, int]:
    """Fill a block of examples with futures from the decisions ``firsts`` in turn, beginning with number ``future``.

    Returns:
        the number of examples, and the next future.
    """
    count = 0
    while count + MOST_LOGGED <= len(features):
        decision = int(firsts[future % len(firsts)])
        noise = int(decisions.noise[decision])
        action = pick(choose, decisions.mats[decision], decisions.charts[0], decisions.masks[decision], noise)
        rollout = Rollout(action, noise, FIRST_FIT_FUTURE + future // len(firsts))
        count = write_examples(choose, decisions, workspace, rollout, decision, features, remaining, count)
        future += 1
        if future == MOST_FIT_FUTURES * len(firsts):
            break
    return count, future


def fit_value(choose: Choose, decisions: OpenDecisions, firsts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the weights of the value, ``(FEATURES,)``, for a war whose lines begin at the decisions ``firsts``."""
    workspace = new_future_workspace(np.zeros(FEATURES))
    features, remaining = np.zeros((BLOCK, FEATURES)), np.zeros(BLOCK)
    products, targets = RIDGE * FIT_LINES * np.eye(FEATURES), np.zeros(FEATURES)
    examples = future = 0
    while examples < FIT_LINES and future < MOST_FIT_FUTURES * len(firsts):
        count, future = fill_examples(choose, decisions, workspace, firsts, future, features, remaining)
        products += features[:count].T @ features[:count]
        targets += features[:count].T @ remaining[:count]
        examples += count
    return np.linalg.solve(products, targets).astype(np.float64)
