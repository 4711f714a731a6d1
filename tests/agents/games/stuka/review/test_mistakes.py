"""Habits: the marked decisions of a war by their mistakes."""

import itertools
from typing import Any

import pytest

from agents.games.stuka.review.mistakes import SEAT_VERBS, TITLES, mistake_title
from agents.review.parts import parts_of
from agents.review.review import habits_of
from agents.review.verdicts import Verdict
from stuka_env.declared.records import rows
from stuka_env.games.stuka.codes import ACTS, Act, Decision, Quality
from stuka_env.games.stuka.rules.mat import Mat

PILOTS = {
    1: (Quality.VETERAN, 0),
    2: (Quality.VETERAN, 2),
    3: (Quality.ACE, 0),
    4: (Quality.GREEN, 0),
    5: (Quality.VETERAN, 0),
}
"""Level and stress of the people with these places, pilots and gunners alike."""


@pytest.fixture
def mat() -> Any:
    mat: Any = rows(1, Mat)
    for people in ("pilots", "gunners"):
        for place, (level, stress) in PILOTS.items():
            mat[0][people][place - 1]["level"], mat[0][people][place - 1]["stress"] = level, stress
    return mat[0]


@pytest.mark.parametrize(
    ("taken", "better", "title"),
    [
        (("FLY", 8), ("FLY", 3), "too many aircraft"),
        (("FLY", 3), ("FLY", 4), "too few aircraft"),
        (("FLY", 3), ("NO_FLY", 0), "flew when staying was better"),
        (("NO_FLY", 0), ("FLY", 3), "stayed on the ground"),
        (("LEADER", 2), ("LEADER", 1), "tired leader"),
        (("PILOT", 4), ("PILOT", 3), "less experienced pilot"),
        (("PILOT", 2), ("PILOT", 3), "tired pilot"),
        (("GUNNER", 3), ("GUNNER", 1), "gunner stronger than needed"),
        (("GUNNER", 1), ("GUNNER", 2), "gunner stronger than needed"),
        (("PILOT", 1), ("PILOT", 5), "wrong pilot of equal strength"),
        (("LOAD_CLUSTER", 0), ("LOAD_SC500_SC50", 0), "cluster bombs in place of SC500 + SC50"),
        (("LOAD_SC500_SC50", 0), ("LOAD_CLUSTER", 0), "SC500 + SC50 in place of cluster bombs"),
        (("NO_SPECIAL", 0), ("SC1800", 0), "no special bomb taken"),
        (("SC1000", 0), ("NO_SPECIAL", 0), "special bomb not worth it"),
        (("SC1000", 0), ("SC1800", 0), "SC1000 in place of SC1800"),
        (("CARRY", 2), ("CARRY", 3), "special bomb on the wrong aircraft"),
        (("CARRY", 2), ("NO_MORE_CARRIERS", 0), "too many special bombs"),
        (("NO_MORE_CARRIERS", 0), ("CARRY", 2), "too few special bombs"),
        (("LUCKY_DOG", 1), ("LUCKY_DOG", 2), "Lucky Dog on the wrong aircraft"),
        (("NO_LUCKY_DOG", 0), ("LUCKY_DOG", 2), "no Lucky Dog"),
        (("LUCKY_DOG", 2), ("NO_LUCKY_DOG", 0), "Lucky Dog without need"),
        (("GO_ON", 0), ("ABORT", 0), "mission not aborted"),
        (("ABORT", 0), ("SEND_HOME", 2), "mission aborted without need"),
        (("GO_ON", 0), ("SEND_HOME", 2), "aircraft not sent home"),
        (("SEND_HOME", 2), ("GO_ON", 0), "aircraft sent home without need"),
        (("SEND_HOME", 2), ("SEND_HOME", 3), "wrong aircraft sent home"),
        (("GO_ON", 0), ("RELIEVE", 3), "relief not used"),
        (("KEEP_RELIEF", 0), ("RELIEVE", 3), "relief not used"),
        (("DROP", 0), ("RELIEVE", 3), "relief not used"),
        (("RELIEVE", 3), ("GO_ON", 0), "relief used too early"),
        (("RELIEVE", 3), ("KEEP_RELIEF", 0), "relief without need"),
        (("RELIEVE", 3), ("RELIEVE", 2), "relief of the wrong crew"),
        (("TURN_BACK", 0), ("PRESS_ON", 0), "turned back without need"),
        (("PRESS_ON", 0), ("TURN_BACK", 0), "did not turn back"),
        (("NO_DUEL", 0), ("DUEL", 1), "duel not taken"),
        (("DUEL", 1), ("NO_DUEL", 0), "duel not worth the risk"),
        (("DUEL", 1), ("DUEL", 2), "duel by the wrong aircraft"),
        (("DROP", 0), ("GAMBLE", 0), "gamble not taken"),
        (("GAMBLE", 0), ("DROP", 0), "gamble not worth the risk"),
        (("GAMBLE", 0), ("RELIEVE", 1), "gamble not worth the risk"),
        (("HOLD", 0), ("DROP", 0), "no attack"),
        (("STRAFE", 0), ("HOLD", 0), "attack not worth the risk"),
        (("NEW_LEADER", 1), ("NEW_LEADER", 2), "wrong new leader"),
        (("CHEER_PILOT", 1), ("CHEER_GUNNER", 1), "event card for the wrong person"),
        (("PROMOTE", 0), ("NO_PROMOTION", 0), "promotion not worth it"),
        (("NO_PROMOTION", 0), ("PROMOTE", 0), "promotion refused"),
    ],
)
def test_every_kind_of_mistake_has_its_title(
    mat: Any, taken: tuple[str, int], better: tuple[str, int], title: str
) -> None:
    assert mistake_title(mat, ACTS.index_of(*taken), ACTS.index_of(*better)) == title


def test_every_pair_of_answers_to_a_decision_has_a_title_and_every_title_is_used(mat: Any) -> None:
    titles = set()
    for decision in Decision:
        answers = [action.index for action in ACTS.actions if decision in action.decisions]
        titles |= {mistake_title(mat, *pair) for pair in itertools.permutations(answers, 2)}
    assert titles >= set(TITLES.values())
    assert {verb for pair in TITLES for verb in pair if verb}.isdisjoint((Act.FLY, *SEAT_VERBS))


def test_habits_hold_every_marked_decision_once_and_the_most_expensive_come_first(mat: Any) -> None:
    pairs = [("FLY", 8, 3, 0.4), ("GAMBLE", 0, None, 0.5), ("FLY", 7, 2, 0.6), ("FLY", 2, 3, 0.2)]
    losses = [
        Verdict(
            number,
            ACTS.index_of(verb, first),
            ACTS.index_of(*second),
            cost,
            0.03,
            40,
            1,
            64,
            "mistake",
            own_choice=True,
            by_value=cost,
        )
        for number, (verb, first, better, cost) in enumerate(pairs)
        for second in [("DROP", 0) if better is None else (verb, better)]
    ]
    habits = habits_of(parts_of("stuka"), [mat] * len(losses), losses)
    assert [(habit.title, habit.decisions) for habit in habits] == [
        ("too many aircraft", [2, 0]),
        ("gamble not worth the risk", [1]),
        ("too few aircraft", [3]),
    ]
    assert habits[0].cost == pytest.approx(1.0) and habits[0].error == pytest.approx(0.03 * 2**0.5)
