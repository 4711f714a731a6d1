"""The rules of the urn. A white card is worth 2 points, a grey one 1; the black one costs 3."""

from stuka_env.building.table import Legal, MadeTable, RollList
from stuka_env.engine.frame import ask, draw, note
from tests.support.urn.codes import COUNTS, DRAWS, Act, Chart, Decision, Entry
from tests.support.urn.mat import Mat, Plan

WORTH = (2, 1, -3)


def lay_out(mat: Mat, table: MadeTable, plan: Plan) -> None:
    """Fill the urn."""
    for kind in range(len(COUNTS)):
        mat.piles[kind].kind = kind
        mat.piles[kind].left = COUNTS[kind]


def finish(mat: Mat, table: MadeTable) -> None:
    """End the game."""
    mat.game.over = 1
    note(mat, table, Entry.OVER, 0, 0)


def next_step(mat: Mat, table: MadeTable) -> None:
    """Ask whether to draw."""
    if mat.game.drawn == DRAWS:
        finish(mat, table)
    else:
        ask(mat, Decision.DRAW)


def is_legal(mat: Mat, action: int) -> bool:
    """Whether an answer is possible: nothing is drawn from an empty urn that is not filled again."""
    left = 0
    for kind in range(len(COUNTS)):
        left += mat.piles[kind].left
    return bool(action == Act.STOP or left > 0 or mat.plan.refill)


def decide(mat: Mat, table: MadeTable, decision: int, action: int) -> None:
    """Draw a card, or end the game."""
    if action == Act.STOP:
        finish(mat, table)
        return
    chart = Chart.REFILLED if mat.plan.refill else Chart.CARD
    card = draw(mat, table, chart, int(mat.game.drawn), mat.piles["left"])
    mat.game.drawn += 1
    mat.game.points += WORTH[card]


def choose(mat: Mat, charts: RollList, mask: Legal, noise: int) -> int:
    """Draw twice."""
    return Act.DRAW if mat.game.drawn < 2 else Act.STOP
