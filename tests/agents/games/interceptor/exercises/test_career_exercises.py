"""The exercises of the second game: their themes."""

from typing import Any

from agents.exercises.batches import fly_candidates
from agents.exercises.making import BatchKind
from agents.games.interceptor.exercises import MAKING, SHORT, theme_of
from agents.registry import make_policy
from stuka_env.declared.records import rows
from stuka_env.games.interceptor.codes import Act, Decision, Range, Scale
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.scenario.plan import lines_of
from stuka_env.position.exercises import load_exercises
from tests.support.each import each

EXERCISES = load_exercises("interceptor")


@each(
    "decision, best, next_best, distance, theme",
    [
        (Decision.SKILL, Act.PICK_1, Act.PICK_2, Range.CLOSE, "skills"),
        (Decision.ONWARD, Act.ON, Act.HOME, Range.CLOSE, "land_on"),
        (Decision.FORCED, Act.DEADSTICK, Act.BAIL_OUT, Range.CLOSE, "jump"),
        (Decision.ENGAGE, Act.BOMBERS_MEDIUM, Act.BOMBERS, Range.CLOSE, "range"),
        (Decision.ENGAGE, Act.BOMBERS, Act.LET_GO, Range.CLOSE, "break_off"),
        (Decision.BURST, Act.AIM_PORT, Act.BREAK_OFF, Range.CLOSE, "range"),
        (Decision.BURST, Act.BREAK_OFF, Act.AIM_PORT, Range.LONG, "break_off"),
        (Decision.BURST, Act.BURST_PORT, Act.AIM_PORT, Range.LONG, "burst"),
        (Decision.BURST, Act.AIM_AIRFRAME, Act.WINGMAN, Range.LONG, "wingman"),
        (Decision.BURST, Act.AIM_AIRFRAME, Act.AIM_PORT, Range.LONG, None),
    ],
)
def test_the_theme_follows_from_the_decision_and_the_two_best_actions(
    decision: Decision, best: Act, next_best: Act, distance: Range, theme: str | None
) -> None:
    mats: Any = rows(1, Mat)
    mats["cursor"]["decision"], mats["bomber"]["range"] = decision, distance
    assert theme_of(mats[0], best, next_best) == theme


def test_long_careers_ask_about_skills_and_short_ones_about_the_air() -> None:
    for arguments, wars in (({"start": "1944-02"}, 4), ({"start": "1943-11"}, 4)):
        kind = BatchKind("interceptor", 0, int(Scale.CAREER), arguments, "champion", wars)
        spec: Any = kind.spec()
        candidates = fly_candidates(MAKING, kind, make_policy(kind.policy, "interceptor"))
        is_skill = candidates.mats["cursor"]["decision"] == Decision.SKILL
        assert len(is_skill) >= wars
        assert is_skill.all() if lines_of(spec) > SHORT else not is_skill.any()
        assert (MAKING.lines_left(candidates.mats, spec) >= 1).all()
        assert (candidates.masks.sum(axis=1) > 1).all()


def test_every_theme_has_exercises_of_the_set() -> None:
    assert len(EXERCISES.exercises) == 500 and dict(EXERCISES.themes) == MAKING.themes
    assert all(EXERCISES.of_themes([theme]) for theme in EXERCISES.themes)
