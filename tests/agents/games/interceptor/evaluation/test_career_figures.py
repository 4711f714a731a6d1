"""Figures of careers: they add up, and count what the log sheets say."""

import functools

import numpy as np
import pytest

from agents.evaluation.evaluated_game import PolicyGroup
from agents.evaluation.figures import Figures, figures_of
from agents.games.interceptor.evaluation.career_figures import (
    ALIVE,
    month_figures,
)
from agents.games.interceptor.evaluation.game import EVALUATED
from agents.games.interceptor.players import SECOND_GAME
from agents.registry import make_policy
from stuka_env.flights.episodes import Flown, fly_wars, join, new_flown, war_slice
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from stuka_env.games.interceptor.codes import Cause, Line, Month, Over, Scale
from stuka_env.games.interceptor.scenario.plan import DRAWN, WarSpec

SPECS = {
    "sortie": WarSpec(scale=int(Scale.SORTIE), month=DRAWN),
    "month": WarSpec(scale=int(Scale.MONTH), month=DRAWN),
    "career": WarSpec(scale=int(Scale.CAREER), month=int(Month.OCTOBER_1943)),
}
EPISODES = 30


@functools.cache
def flown(name: str, kind: str) -> Flown:
    return EVALUATED.fly(make_policy(name, SECOND_GAME), SPECS[kind], evaluation_seeds(5, EPISODES))


def figures(name: str, kind: str, baseline: str | None = None) -> Figures:
    others = None if baseline is None else [flown(baseline, kind)]
    group = PolicyGroup(name, (make_policy(name, SECOND_GAME),), (name,))
    return figures_of(EVALUATED, group, [flown(name, kind)], others, SPECS[kind])


@pytest.mark.parametrize("kind", SPECS)
@pytest.mark.parametrize("name", ["rash", "random"])
def test_everything_adds_up(name: str, kind: str) -> None:
    line, ended = figures(name, kind), flown(name, kind)
    assert sum(line.own["by_type"].values()) == pytest.approx(line.score.mean)
    assert sum(line.own["ends"].values()) == EPISODES == sum(line.distribution.values())
    assert line.own["survival"].mean == line.own["ends"][ALIVE] / EPISODES
    assert sum(line.levels.values()) == (EPISODES if kind == "career" else 0)
    assert sum(month.died for month in line.own["months"]) == EPISODES - line.own["ends"][ALIVE]
    assert sum(line.own["sorties"]) == pytest.approx(ended.results["lines"].mean())
    assert sum(month.sorties * month.begun for month in line.own["months"]) == pytest.approx(
        ended.results["flown"].sum()
    )
    assert sum(month.sorties * month.begun * (month.bombers or 0) for month in line.own["months"]) == pytest.approx(
        ended.results["bombers"].sum()
    )


def test_a_single_sortie_pays_only_a_pilot_who_lives() -> None:
    line, ended = figures("rash", "sortie"), flown("rash", "sortie")
    dead = ended.results["over"] == Over.DEATH
    assert ended.results["bombers"][dead].sum() > 0
    assert line.score.mean == ended.results["bombers"][~dead].sum() / EPISODES
    assert ended.scores[dead].sum() == 0


def test_the_calendar_of_a_career_is_complete() -> None:
    line = figures("rash", "career")
    assert [month.month for month in line.own["months"]] == ["1943-10", "1943-11", "1943-12", "1944-01", "1944-02"]
    assert line.own["months"][0].begun == EPISODES and line.own["months"][-1].alive == pytest.approx(
        line.own["survival"].mean
    )
    shares = [month.alive for month in line.own["months"]]
    assert shares == sorted(shares, reverse=True) and shares[0] > shares[-1]


def planned(*ends: tuple[Month, Cause]) -> Flown:
    """Return careers that end in a month, by a cause of death or at the end of the calendar."""
    record = new_flown(evaluation_seeds(0, len(ends)), game_named("interceptor"))
    for war, (month, cause) in enumerate(ends):
        record.results[war]["month"], record.results[war]["cause"] = month, cause
        record.results[war]["over"] = Over.DEATH if cause else Over.CALENDAR
        record.logs[war, 0] = (0, month, 1, Line.FLOWN, *[0] * 13)
        record.logs[war, 0]["bombers"] = war
    record.finished[:] = True
    return record


def test_months_of_planned_careers() -> None:
    spec = WarSpec(scale=int(Scale.CAREER), month=int(Month.DECEMBER_1943))
    record = planned(
        (Month.DECEMBER_1943, Cause.WOUND), (Month.JANUARY_1944, Cause.LANDING), (Month.FEBRUARY_1944, Cause.NONE),
        (Month.DECEMBER_1943, Cause.WOUND),
    )  # fmt: skip
    record.finished[3] = False
    record.results[3] = np.zeros((), record.results.dtype)
    months = month_figures(record, spec)
    assert [(month.month, month.begun, month.died) for month in months] == [
        ("1943-12", 3, 1), ("1944-01", 2, 1), ("1944-02", 1, 0),
    ]  # fmt: skip
    assert [month.alive for month in months] == pytest.approx([2 / 3, 1 / 3, 1 / 3])
    assert [month.bombers for month in months] == [0, 1, 2]
    assert [month.sorties for month in months] == pytest.approx([1 / 3, 1 / 2, 1])


def test_no_finished_career_has_no_months() -> None:
    record = new_flown(evaluation_seeds(0, 2), game_named("interceptor"))
    assert month_figures(record, SPECS["career"]) == month_figures(record, SPECS["month"]) == []


def test_differences_are_over_the_same_seeds() -> None:
    line = figures("careful", "career", baseline="rash")
    own, other = flown("careful", "career").results, flown("rash", "career").results
    assert line.difference is not None and line.own["survival_difference"] is not None and line.better is not None
    assert line.difference.mean == pytest.approx((own["bombers"] - other["bombers"]).mean())
    deaths = (other["over"] == Over.DEATH).astype(int) - (own["over"] == Over.DEATH)
    assert line.own["survival_difference"].mean == pytest.approx(deaths.mean())
    pairs = np.sign(own["bombers"].astype(int) - other["bombers"])
    assert line.better.mean == pytest.approx((pairs + 1).mean() / 2)


def test_parts_come_to_the_whole() -> None:
    whole = flown("random", "month")
    parts = [war_slice(whole, slice(0, 20)), war_slice(whole, slice(20, EPISODES))]
    again = join(parts)
    assert again.results.tobytes() == whole.results.tobytes() and again.logs.tobytes() == whole.logs.tobytes()
    assert again.seconds == pytest.approx(2 * whole.seconds)


def test_progress_counts_every_episode_once() -> None:
    counts: list[int] = []
    fly_wars(make_policy("random", SECOND_GAME), SPECS["sortie"], evaluation_seeds(1, 30), progress=counts.append)
    assert sum(counts) == 30 and len(counts) > 2
