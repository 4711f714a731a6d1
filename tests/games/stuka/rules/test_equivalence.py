"""Seats for people who differ in nothing but their names are the same choice (4.1, 4.2)."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.codes import ACTIONS, NOBODY, SEATS, Act, Quality
from stuka_env.games.stuka.rules.briefing import same_seating, seated_by, stand_in
from stuka_env.games.stuka.rules.crew import interchangeable
from tests.support.position import Position


def game() -> Position:
    """Return a war whose pilots are all the same, and whose gunners are."""
    made = Position()
    for people in (made.mat.pilots, made.mat.gunners):
        people["level"], people["stress"], people["wounds"], people["missions"] = Quality.GREEN, 2, 0, 1
    return made


def legal(*actions: int) -> Any:
    mask = np.zeros(ACTIONS, np.int8)
    mask[list(actions)] = 1
    return mask


def test_an_action_seats_the_person_that_it_names() -> None:
    for place in range(SEATS):
        assert seated_by(Act.LEADER + place) == seated_by(Act.PILOT + place) == place
        assert seated_by(Act.GUNNER + place) == SEATS + place
    assert {seated_by(action) for action in range(ACTIONS)} == {NOBODY, *range(2 * SEATS)}
    seating = {*range(Act.LEADER, Act.LEADER + SEATS), *range(Act.PILOT, Act.PILOT + SEATS)}
    seating |= {*range(Act.GUNNER, Act.GUNNER + SEATS)}
    assert {action for action in range(ACTIONS) if seated_by(action) != NOBODY} == seating


@pytest.mark.parametrize("field", ["level", "stress", "wounds", "missions"])
def test_people_are_interchangeable_until_one_number_differs(field: str) -> None:
    made = game()
    assert interchangeable(made.mat, 0, 3) and interchangeable(made.mat, SEATS, SEATS + 3)
    made.mat.pilots[3][field] += 1
    assert not interchangeable(made.mat, 0, 3) and interchangeable(made.mat, 0, 2)


def test_seats_are_the_same_for_people_who_are_the_same() -> None:
    made = game()
    made.mat.pilots[2].level = Quality.ACE
    assert same_seating(made.mat, Act.PILOT, Act.PILOT + 1)
    assert not same_seating(made.mat, Act.PILOT, Act.PILOT + 2)
    assert not same_seating(made.mat, Act.NO_FLY, Act.PILOT) and not same_seating(made.mat, Act.PILOT, Act.NO_FLY)
    assert not same_seating(made.mat, Act.NO_FLY, Act.NO_FLY)


def test_a_seat_stands_for_the_first_legal_one_or_for_the_one_that_is_preferred() -> None:
    made = game()
    made.mat.pilots[2].level = Quality.ACE
    first, second, ace, last = (Act.PILOT + place for place in range(4))
    mask = legal(second, ace, last)
    assert stand_in(made.mat, mask, ace, last) == second, "the first is not legal"
    assert stand_in(made.mat, mask, last, second) == last
    assert stand_in(made.mat, mask, last, ace) == ace
    assert stand_in(made.mat, legal(first, last), ace, last) == first
    assert stand_in(made.mat, legal(Act.NO_FLY, Act.FLY), second, Act.NO_FLY) == Act.NO_FLY
