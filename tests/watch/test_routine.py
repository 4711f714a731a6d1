"""Routine that a viewer may skip: decisions without gain or loss, and with a usual answer."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from stuka_env.games.stuka.codes import ACTS, SEATING, Act, Chart, Decision, Duty, Entry, Status
from stuka_env.games.stuka.watch import (
    BEFORE_TAKE_OFF,
    FLIGHT,
    PREPARATION,
    PROMOTIONS,
    ROUTINES,
    routine_of,
)
from stuka_env.games.stuka.words.journal import JournalEntry
from stuka_env.replay import Moment, Replay, refly
from tests.support.each import each
from tests.support.replays import recorded

USUAL = {
    PREPARATION: {
        *(Act.LEADER, Act.PILOT, Act.GUNNER, Act.LOAD_SC500_SC50, Act.LOAD_CLUSTER, Act.NO_SPECIAL, Act.SC1000),
        *(Act.SC1800, Act.CARRY, Act.NO_MORE_CARRIERS, Act.LUCKY_DOG, Act.NO_LUCKY_DOG),
    },
    FLIGHT: {Act.GO_ON},
    PROMOTIONS: {Act.PROMOTE, Act.NO_PROMOTION},
}
"""The only answers that may be passed over."""


@pytest.fixture(scope="module")
def moments(regular_operation: Replay) -> list[Moment]:
    """Of an operation flown well and of one played at random."""
    wars = (regular_operation, recorded("Stuka/Operation-v0", operation="case_blue"))
    return [moment for war in wars for moment in refly(war)]


def tally(mat: Any) -> dict[str, int]:
    """Everything on the mat that may only change where a viewer sees it."""
    people = [mat["pilots"], mat["gunners"]]
    return {
        "lost": int((mat["aircraft"]["status"] == Status.LOST).sum()),
        "damage": int(mat["aircraft"]["damage"].sum()),
        "range": int(mat["aircraft"]["range_loss"].sum()),
        "attacked": int(mat["aircraft"]["attacked"].sum()),
        "score": int(mat["aircraft"]["score"].sum()),
        "stress": sum(int(roster["stress"].sum()) for roster in people),
        "wounds": sum(int(roster["wounds"].sum()) for roster in people),
        "gone": sum(int(((roster["duty"] == Duty.KIA) | (roster["duty"] == Duty.POW)).sum()) for roster in people),
        "kills": int(mat["mission"]["kills"]),
        "war lost": int(mat["count"]["war_destroyed"]),
        "war killed": int(mat["count"]["war_kia"]),
    }


def test_nothing_that_cost_or_brought_anything_is_passed_over(moments: list[Moment]) -> None:
    """By the mat, which :func:`routine_of` never looks at; before other questions all of it changes somewhere.

    Stress may have fallen: whoever was relieved was shown to be.
    """
    changed: Counter[str] = Counter()
    for before, moment in zip(moments[:-1], moments[1:], strict=True):
        then, now = tally(before.mat), tally(moment.mat)
        if routine_of(moment) is not None:
            assert now.pop("stress") <= then.pop("stress"), moment.number
            assert now == then, moment.number
        changed.update(name for name in now if now[name] != then[name])
    assert set(changed) == set(tally(moments[0].mat))


def test_only_the_usual_answers_are_passed_over(moments: list[Moment]) -> None:
    found: dict[str, set[Act]] = {routine: set() for routine in ROUTINES}
    for moment in moments:
        routine = routine_of(moment)
        if routine is not None:
            assert moment.action is not None and not moment.lines
            found[routine].add(ACTS.verb_of(moment.action))
    assert all(found[routine] <= USUAL[routine] for routine in ROUTINES)
    assert all(len(found[routine]) >= len(USUAL[routine]) - 1 for routine in ROUTINES)


def test_preparation_is_all_that_is_asked_between_muster_and_take_off(moments: list[Moment]) -> None:
    asked = {Decision[moment.decision] for moment in moments if not moment.mat["mission"]["leg"]}
    assert asked - {Decision.MUSTER, Decision.PROMOTE, Decision.RELIEF, Decision.OVER} == set(BEFORE_TAKE_OFF)
    assert set(SEATING) < set(BEFORE_TAKE_OFF)


def first_routine(moments: list[Moment]) -> Moment:
    return next(moment for moment in moments if routine_of(moment) == FLIGHT)


@each("kind", [kind for kind in Entry if kind.declared.happens])
def test_an_event_is_shown(kind: Entry, moments: list[Moment]) -> None:
    moment = first_routine(moments)
    entry = moment.journal[0]._replace(kind=kind)
    assert routine_of(replace(moment, journal=[*moment.journal, entry])) is None


@pytest.mark.parametrize("chart", [chart for chart in Chart if chart.declared.happens], ids=lambda chart: chart.name)
def test_a_shot_is_shown_even_if_it_does_nothing(chart: Chart, moments: list[Moment]) -> None:
    moment = first_routine(moments)
    roll: JournalEntry = moment.journal[0]._replace(kind=Entry.ROLL, chart=chart)
    assert routine_of(replace(moment, journal=[roll])) is None


def test_the_end_of_a_mission_an_illegal_action_and_the_end_are_shown(moments: list[Moment]) -> None:
    moment = first_routine(moments)
    ended = next(one.lines for one in moments if one.lines)
    assert routine_of(replace(moment, lines=ended)) is None
    illegal = next(action for action in range(200) if action not in dict(moment.legal))
    assert routine_of(replace(moment, action=illegal)) is None
    assert routine_of(replace(moment, action=None)) is None and routine_of(moments[-1]) is None
