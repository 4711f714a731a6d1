"""The opening card: final score and level, par and luck of a review, and turning points as links."""

from dataclasses import replace
from typing import Any

import pytest

from stuka_env.replay import Replay, fly, refly
from stuka_env.replay.file import PolicyRecord
from stuka_env.watch.review import Loss, MissionExpectation, WarAccount, WarReview
from tests.support.chromium import IN_CHROMIUM
from tests.support.interceptor.playing import CAREER
from tests.support.interceptor.replays import recorded as career_of

pytestmark = IN_CHROMIUM


def card(seen: Any) -> Any:
    """The card of the first replay."""
    return seen.page.get_by_role("region", name="Result").first


def words(seen: Any) -> str:
    return " ".join(card(seen).inner_text().split())


def account(score: float, common: float | None) -> WarAccount:
    return WarAccount(
        score, 61.0, 0.2, -7.0, 0.6, -3.4, 0.3, score - 50.6, 1.5, -4.2, 0.2, 0.5, 0.1, 0.1, 0.2, 0.2, 0.4, common
    )  # fmt: skip


def review_of(war: Replay, common: float | None) -> WarReview:
    """Return a review: missions 3, 5 and 9 changed the expectation most, and mission 5 has a marked decision."""
    moments = list(refly(war))
    marked = next(
        moment for moment in moments if moment.line == 4 and moment.action is not None and len(moment.legal) > 1
    )
    better = next(index for index, _ in marked.legal if index != marked.action)
    changes = {2: (3.0, 0.5), 4: (-1.0, -4.0), 8: (2.5, 0.0)}
    lines = sorted({moment.line for moment in moments if moment.action is not None})
    expected = [MissionExpectation(line, 60.0, 0.4, *changes.get(line, (0.1, -0.1))) for line in lines]
    losses = {marked.number: Loss("mistake", 0.6, 0.1, better, 38, 1, 40)}
    return WarReview(losses, {}, expected, "", account(float(war.score or 0), common))


def test_a_review_opens_with_par_luck_and_turning_points(visit: Any, short_operation: Replay) -> None:
    """The luck is that of the review, and each turning point leads to its mission, or to its marked decision."""
    review = review_of(short_operation, -6.5)
    seen = visit(short_operation, reviews=(review,))
    told = words(seen)
    assert f"final score {short_operation.score}, " in told
    assert "par 61.0, luck \u22127.0 \u00b1 0.6 by the review" in told
    links = card(seen).get_by_role("button")
    texts = [" ".join(one.split()) for one in links.all_inner_texts()]
    assert [text.split(" ")[1] for text in texts] == ["3", "5", "9"]
    assert texts[0].startswith("Mission 3 +3.5 luck +3.0, decisions +0.5")
    assert texts[1].startswith("Mission 5 \u22125.0 luck \u22121.0, decisions \u22124.0") and texts[1].endswith(
        "mistake"
    )
    links.nth(2).click()
    assert seen.text("#place") == "mission 9, step 1"
    links.nth(1).click()
    assert seen.text("#place").startswith("mission 5, ") and seen.text(".verdict").startswith("Mistake: cost 0.60")
    seen.press("a")  # the card tells nothing while the viewer is asked
    assert links.count() == 0


@pytest.mark.parametrize("common", [-6.5, None])
def test_the_page_has_one_figure_for_luck_in_sight(visit: Any, short_operation: Replay, common: float | None) -> None:
    """The exact measure stands with the meanings of the parts, which are folded."""
    seen = visit(short_operation, reviews=(review_of(short_operation, common),))
    assert "\u22126.5" not in seen.page.locator("main").inner_text()
    assert seen.page.locator("[title*='6.5']").count() == 0
    seen.page.locator(".parts summary").click()
    assert ("luck, exact\t\u22126.5" in seen.page.locator(".parts table").inner_text()) == (common is not None)


def test_the_expectation_of_a_policy_has_turning_points(visit: Any, short_operation: Replay) -> None:
    """The decision after the largest change is opened, with what happened in its journal."""
    jump = next(
        moment for moment in refly(short_operation) if moment.line == 3 and moment.number > 0 and moment.journal
    )
    values = tuple(10.0 - (moment.earned + 5.0 * (moment.number >= jump.number)) for moment in refly(short_operation))
    record = PolicyRecord("thinker", values=values[: len(short_operation.actions)])
    seen = visit(replace(short_operation, policy_record=record))
    assert "Turning points, changes of the final score that thinker expects" in words(seen)
    assert "par" not in words(seen)
    link = card(seen).get_by_role("button", name="\u22125.0")
    link.click()
    scenes = [scene for scene in fly(short_operation).scenes() if scene.line == jump.line]
    step = next(step for step, scene in enumerate(scenes, 1) if scene.number == jump.number and not scene.title)
    assert seen.text("#place") == f"mission {jump.line + 1}, step {step}"


def test_other_wars_name_the_missions_that_differ_most(visit: Any) -> None:
    """The second game has raids, and the words of the strip."""
    seen = visit(career_of(CAREER, 2))
    assert "Turning points, the raids that differ most from the mean:" in words(seen)
    links = card(seen).get_by_role("button")
    name = " ".join(links.first.inner_text().split()[1:5])
    links.first.click()
    assert links.count() == 3 and seen.text("#place") == f"raid {name}, step 1"


@pytest.mark.slow
def test_scores_above_100_are_explained(visit: Any, regular_operation: Replay, short_operation: Replay) -> None:
    for war in (regular_operation, short_operation):
        seen = visit(war)
        scores = [line["score"] for moment in refly(war) for line in moment.lines]
        legend = seen.text("#strip-legend")
        assert ("above 100: fighters shot down and bonuses come on top" in legend) == (max(scores) > 100)
