"""The action catalogue: every index once, labels that tell choices apart, odds from the charts."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import ACTIONS, ACTS, Act, Decision, Payload, Quality, Size, Target
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.words import labels
from tests.support.each import each

CHARTS = load_charts().record


@pytest.fixture
def mat() -> Any:
    """Eight Veteran crews over a Large target, aircraft 3 about to attack with DRM -2."""
    record = np.zeros(1, Mat.dtype)[0]
    for roster in ("pilots", "gunners"):
        record[roster]["level"] = Quality.VETERAN
    for slot in range(8):
        record["aircraft"][slot]["pilot"] = record["aircraft"][slot]["gunner"] = slot + 1
        record["aircraft"][slot]["ordnance"] = Payload.SC500_SC50
    record["aircraft"][2]["drm"] = -2
    mission = record["mission"]
    mission["target"], mission["target_size"], mission["target_zone"], record["cursor"]["subject"] = (
        Target.ARMOR,
        Size.LARGE,
        6,
        3,
    )
    return record


def test_catalogue_has_every_index_once_in_order() -> None:
    assert [action.index for action in ACTS.actions] == list(range(ACTIONS))


def test_every_act_is_a_verb_at_its_index() -> None:
    for act in Act:
        assert ACTS.actions[act].verb == act.name


def test_index_and_verb_round_trip() -> None:
    for action in ACTS.actions:
        assert ACTS.index_of(action.verb, action.argument) == action.index
        assert ACTS.index_of(Act[action.verb], action.argument) == action.index


def test_labels_are_unique(mat: Any) -> None:
    assert len({labels.label(index) for index in range(ACTIONS)}) == ACTIONS


def test_labels_are_unique_within_a_decision(mat: Any) -> None:
    mat["cursor"]["subject"] = 4
    for decision in Decision:
        mat["cursor"]["decision"] = decision
        answers = [action.index for action in ACTS.actions if decision in action.decisions]
        assert len({labels.label(index, mat, CHARTS) for index in answers}) == len(answers)


def test_every_decision_but_none_and_over_has_answers() -> None:
    answered = {decision for action in ACTS.actions for decision in action.decisions}
    assert answered == set(Decision) - {Decision.NONE, Decision.OVER}


def test_no_label_has_a_placeholder_left(mat: Any) -> None:
    for index in range(ACTIONS):
        for text in (labels.label(index), labels.label(index, mat, CHARTS)):
            assert text and "{" not in text and "None" not in text


def test_arguments_count_as_at_the_table() -> None:
    assert ACTS.index_of("FLY", 8) == Act.FLY + 6
    assert ACTS.index_of("SEND_HOME", 1) == Act.SEND_HOME
    assert labels.label(ACTS.index_of("SEND_HOME", 10)) == "Send aircraft 10 home"


@each("verb, argument", [("FLY", 1), ("SEND_HOME", 0), ("LUCKY_DOG", 4), ("DROP", 1)])
def test_index_of_refuses_an_argument_out_of_range(verb: str, argument: int) -> None:
    with pytest.raises(ValueError, match="allowed are"):
        ACTS.index_of(verb, argument)


def test_index_of_refuses_another_verb() -> None:
    with pytest.raises(ValueError, match="NO_FLY"):
        ACTS.index_of("SURRENDER")


@pytest.mark.parametrize("index", [-1, ACTIONS])
def test_label_refuses_an_index_out_of_range(index: int) -> None:
    with pytest.raises(IndexError):
        labels.label(index)


def test_expected_score_is_the_mean_of_a2() -> None:
    """Large with -2, from the table in the design: 1 to 10 less 2 is read as -1 to 8."""
    assert labels.expected_score(CHARTS, Size.LARGE, -2) == pytest.approx(
        (100 + 100 + 90 + 80 + 70 + 60 + 50 + 40 + 40 + 30) / 10
    )


def test_expected_score_stays_on_the_chart() -> None:
    assert labels.expected_score(CHARTS, Size.SMALL, 60) == 0
    assert labels.expected_score(CHARTS, Size.SMALL, -60) == 100


def test_attack_labels_give_the_odds(mat: Any) -> None:
    assert labels.label(Act.DROP, mat, CHARTS) == "Drop the bombs: SC500 + SC50 (DRM -2, expected 66)"
    better = labels.expected_score(CHARTS, Size.LARGE, -2 + int(CHARTS["gamble_drm"]))
    gamble = labels.label(Act.GAMBLE, mat, CHARTS)
    assert f"expected {better:.0f}" in gamble and "2 in 6 crash" in gamble


def test_duel_label_gives_the_odds(mat: Any) -> None:
    assert "2 in 6" in labels.label(ACTS.index_of("DUEL", 2), mat, CHARTS)


def test_people_are_named_with_level_and_stress(mat: Any) -> None:
    mat["pilots"][2]["stress"] = 1
    assert labels.label(ACTS.index_of("LEADER", 3), mat, CHARTS) == "Flight leader: pilot 3 (Veteran, stress 1)"


def test_a_green_leader_costs_stress(mat: Any) -> None:
    mat["pilots"][0]["level"] = Quality.GREEN
    assert "1 stress" in labels.label(ACTS.index_of("NEW_LEADER", 1), mat, CHARTS)


def test_a_kette_shortens_the_way(mat: Any) -> None:
    assert labels.label(ACTS.index_of("FLY", 3), mat, CHARTS) == "Fly 3 aircraft (Kette, target in zone 5)"
    assert labels.label(ACTS.index_of("FLY", 4), mat, CHARTS) == "Fly 4 aircraft (Staffel)"


def test_promotion_names_the_person_and_the_level(mat: Any) -> None:
    mat["cursor"]["subject"] = 14
    mat["gunners"][2]["level"] = Quality.ACE
    assert labels.label(Act.PROMOTE, mat, CHARTS) == "Promote gunner 3 from Ace to Elite"


def test_describe_covers_the_space() -> None:
    rows = ACTS.table()
    assert rows[0].first == 0 and rows[-1].last == ACTIONS - 1
    assert all(one.last + 1 == two.first for one, two in zip(rows, rows[1:], strict=False))
