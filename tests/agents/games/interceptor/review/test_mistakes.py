"""Mistakes of the second game: every pair of answers has a title."""

import itertools
from typing import Any

from agents.games.interceptor.review.mistakes import TITLES, WRONG_PICKS, YES_OR_NO, mistake_title
from stuka_env.declared.records import rows
from stuka_env.games.interceptor.codes import Act, Decision
from stuka_env.games.interceptor.rules.mat import Mat
from tests.support.each import each


def mat_at(decision: Decision) -> Any:
    mat: Any = rows(1, Mat)
    mat["cursor"]["decision"] = decision
    return mat[0]


@each(
    "decision, taken, better, title",
    [
        (Decision.SCRAMBLE, Act.STAY, Act.FLY, "stayed on the ground"),
        (Decision.SCRAMBLE, Act.FLY, Act.STAY, "flew when staying was better"),
        (Decision.ENGAGE, Act.LET_GO, Act.BOMBERS, "bombers let go"),
        (Decision.ENGAGE, Act.SLIP, Act.BOMBERS, "got away in place of an attack"),
        (Decision.ENGAGE, Act.BOMBERS, Act.SLIP, "did not get away from fighters"),
        (Decision.ENGAGE, Act.BOMBERS_MEDIUM, Act.BOMBERS, "first pass from too close"),
        (Decision.BURST, Act.BREAK_OFF, Act.AIM_PORT, "pass broken off too early"),
        (Decision.BURST, Act.AIM_PORT, Act.BREAK_OFF, "pass not broken off"),
        (Decision.BURST, Act.AIM_PORT, Act.AIM_AIRFRAME, "wrong point of aim"),
        (Decision.BURST, Act.BURST_PORT, Act.AIM_PORT, "extended burst not worth it"),
        (Decision.BURST, Act.AIM_PORT, Act.BURST_AIRFRAME, "no extended burst"),
        (Decision.PASS, Act.SAME, Act.LET_GO, "one pass too many"),
        (Decision.PASS, Act.LET_GO, Act.OTHER, "another pass not made"),
        (Decision.ESCORT, Act.FIGHT, Act.SLIP, "did not get away from fighters"),
        (Decision.NEXT, Act.FIGHT, Act.LET_GO, "fight with fighters not worth the risk"),
        (Decision.DOGFIGHT, Act.DEFEND, Act.DISENGAGE, "did not disengage"),
        (Decision.DOGFIGHT, Act.TIGHT_TURN, Act.BARREL_ROLL, "wrong way to evade a fighter"),
        (Decision.REDRAW, Act.NO, Act.YES, "card not redrawn"),
        (Decision.WITNESS, Act.YES, Act.NO, "eyewitness used without need"),
        (Decision.ONWARD, Act.ON, Act.HOME, "flew on too long"),
        (Decision.ONWARD, Act.HOME, Act.ON, "flew home too early"),
        (Decision.SKILL, Act.PICK_1, Act.PICK_3, "wrong skill"),
        (Decision.SKILL, Act.DONE, Act.PICK_3, "points not spent"),
        (Decision.AIRCRAFT, Act.PICK_1, Act.PICK_2, "wrong aircraft"),
        (Decision.DEBRIEF, Act.SPARE, Act.MOVE, "points spent on the wrong thing"),
        (Decision.FORCED, Act.BAIL_OUT, Act.DEADSTICK, "bailed out without need"),
    ],
)
def test_every_kind_of_mistake_has_its_title(decision: Decision, taken: Act, better: Act, title: str) -> None:
    assert mistake_title(mat_at(decision), taken, better) == title


def test_every_pair_of_answers_to_a_decision_has_a_title_and_every_title_is_used() -> None:
    titles = set()
    for decision in Decision:
        answers = [act for act in Act if decision in act.decisions]
        titles |= {mistake_title(mat_at(decision), *pair) for pair in itertools.permutations(answers, 2)}
    yes_or_no = {title for pair in YES_OR_NO.values() for title in pair}
    assert titles >= {*TITLES.values(), *WRONG_PICKS.values(), *yes_or_no}
