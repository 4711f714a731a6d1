"""Labels of actions: one for every action in every decision, with the odds of the charts."""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from stuka_env.games.interceptor.codes import (
    ACTIONS,
    CARDS,
    CREW_SKILLS,
    DESTROYED,
    GROUP_DAMAGE,
    NO_SHOT,
    Act,
    Bomber,
    Decision,
    Enemy,
    Model,
    Orientation,
    Person,
    Position,
    Range,
    Skill,
    Weather,
)
from stuka_env.games.interceptor.words import labels, odds
from stuka_env.games.interceptor.words.labels import label, plain_label, table_of_actions
from tests.support.each import each
from tests.support.interceptor.mats import CHARTS, ROW, random_mats, whole_aircraft

LONGEST = 150
"""Characters of a label."""


def a_mat(decision: Decision, model: int = Model.FW_190A_4) -> Any:
    """Return a mat with a whole aircraft, and a decision open."""
    mat = whole_aircraft(model)
    mat["cursor"]["decision"] = decision
    return mat


def check_label(text: str) -> None:
    """Check that a label is one line that begins with a capital, with nothing unfilled."""
    assert text and text[0].isupper() and len(text) <= LONGEST and not text.endswith(".")
    assert not any(mark in text for mark in ("{", "}", "None", "_", "  ", "np.", "\n"))


@each("decision", [decision for decision in Decision if decision])
def test_every_action_has_a_label_in_every_decision(decision: Decision) -> None:
    for mat in random_mats(int(decision), 8):
        mat["cursor"]["decision"] = decision
        for act in Act:
            if decision in act.decisions:
                check_label(label(act, mat, CHARTS))


def test_every_action_has_a_label_without_a_mat() -> None:
    texts = [label(index) for index in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS and texts == [plain_label(index) for index in range(ACTIONS)]
    for text in texts:
        check_label(text)
    for index in (-1, ACTIONS):
        with pytest.raises(IndexError, match="allowed are 0 to 59"):
            label(index)


def test_rows_of_lists_that_never_change_are_named_without_a_mat() -> None:
    assert plain_label(Act.PICK_2, Decision.TRACK) == "NCO"
    assert plain_label(Act.PICK_6, Decision.ZONE) == "zone Münster"
    assert plain_label(Act.PICK_12, Decision.SKILL) == "Gunnery"
    assert plain_label(Act.PICK_13, Decision.AIRCRAFT) == "Row 13 of the list"


def test_the_table_of_actions_has_every_action() -> None:
    rows = table_of_actions()
    assert [index for row in rows for index in range(row.first, row.last + 1)] == list(range(ACTIONS))
    assert all(row.meaning and row.decisions for row in rows)
    assert {name for row in rows for name in row.decisions.split(", ")} == {one.name for one in Decision if one}


def test_dice_of_the_text_are_given_with_their_chances() -> None:
    mat = a_mat(Decision.ENGAGE)
    mat["sortie"]["escort"] = Enemy.P_47
    assert label(Act.SLIP, mat, CHARTS) == "Slip away from the P-47s (2 in 6)"
    mat = a_mat(Decision.DOGFIGHT)
    mat["fighter"]["position"] = Position.ADVANTAGED
    assert label(Act.DISENGAGE, mat, CHARTS) == "Disengage (4 in 6)"
    mat["fighter"]["position"] = Position.TAILING
    assert label(Act.DISENGAGE, mat, CHARTS) == "Disengage (certain)"
    assert label(Act.NO, a_mat(Decision.WITNESS), CHARTS) == "Roll for the credit (2 in 6)"


def test_a_shot_has_the_odds_of_its_column_and_range() -> None:
    mat = a_mat(Decision.BURST)
    mat["bomber"]["present"], mat["bomber"]["type"], mat["bomber"]["range"] = 1, Bomber.B_17F, Range.LONG
    cells = ROW["cards"]["fire"][:, 3].astype(int)
    mean = np.where(cells < 50, np.maximum(cells - 1, 0), 0).mean()
    expected = (
        f"firepower 16: mean {mean:.1f} hits, of {CARDS} cards {(cells == 50).sum()} GP and {(cells == 99).sum()} DE"
    )
    assert label(Act.AIM_AIRFRAME, mat, CHARTS) == f"Fire at the airframe ({expected})"
    mat["pilot"]["skills"][[Skill.GUNNERY, Skill.AIM]] = 1
    more = 2 * ((cells == 50) | (1 < cells) & (cells < 50)).mean()
    assert f"mean {mean + more:.1f} hits" in label(Act.AIM_AIRFRAME, mat, CHARTS)
    mat["aircraft"]["guns"]["jammed"] = 1
    assert "firepower 0: mean 0.0 hits" in label(Act.AIM_PORT, mat, CHARTS)


@pytest.mark.parametrize("maintained", [False, True])
def test_an_extended_burst_has_the_odds_of_c3_and_the_cards(maintained: bool) -> None:
    mat = a_mat(Decision.BURST, Model.BF_110G_2 if maintained else Model.FW_190A_4)
    mat["bomber"]["present"], mat["bomber"]["type"], mat["bomber"]["range"] = 1, Bomber.B_17F, Range.LONG
    if maintained:
        mat["gunner"]["present"] = 1
        mat["gunner"]["skills"][CREW_SKILLS.index(Skill.MAINTENANCE)] = 1
    column = odds.column_of(ROW, odds.firing_firepower(mat, ROW))
    cases: Counter[str] = Counter()
    for total, card in product(odds.sums(), range(CARDS)):
        extra, cell = int(ROW["c3"][total]), int(ROW["cards"]["fire"][card, column])
        if extra == NO_SHOT and not maintained:
            cases["no shot"] += 1
        elif extra == DESTROYED or cell == DESTROYED:
            cases["DE"] += 1
        elif cell == GROUP_DAMAGE or cell > 1:
            cases["GP"] += cell == GROUP_DAMAGE
            cases["hits"] += (0 if cell == GROUP_DAMAGE else cell - 1) + (0 if extra == NO_SHOT else extra)
    every = CARDS * odds.PAIRS
    shares = ", ".join(f"{cases[kind] / every:.0%} {kind}" for kind in ("GP", "DE", "no shot"))
    text = label(Act.BURST_PORT, mat, CHARTS)
    assert text.endswith(f": mean {cases['hits'] / every:.1f} hits, {shares}; 2 points, answer +1)")
    assert text.startswith("Extended burst at the port wing (firepower ")


def test_maneuvers_say_what_they_do() -> None:
    mat = a_mat(Decision.DOGFIGHT)
    assert label(Act.TIGHT_TURN, mat, CHARTS) == "Tight turn (position +1)"
    assert label(Act.TIGHT_TURN, a_mat(Decision.DOGFIGHT, Model.BF_109G_6), CHARTS) == "Tight turn (position +2)"
    assert label(Act.BARREL_ROLL, mat, CHARTS) == "Barrel roll (2 hits avoided)"
    assert label(Act.CUBAN_EIGHT, mat, CHARTS) == "Cuban Eight (1 hit avoided, position +1)"
    assert label(Act.IMMELMANN, mat, CHARTS) == "Immelmann (all damage avoided, position +2)"
    assert label(Act.SPLIT_S, mat, CHARTS) == "Split-S (1 hit avoided, the fight ends)"


def test_lists_name_their_rows() -> None:
    mat = a_mat(Decision.AIRCRAFT)
    mat["desk"]["offered"][2] = Model.BF_110G_2 + 1
    text = label(Act.PICK_3, mat, CHARTS)
    assert text.startswith("Take the Bf110G-2: speed ") and "2 seats" in text and "level" in text
    mat = a_mat(Decision.SKILL)
    mat["cursor"]["person"], mat["wingman"]["points"] = Person.WINGMAN, 5
    assert label(Act.PICK_12, mat, CHARTS) == "The wingman learns Gunnery (5 of 5 points)"
    assert label(Act.DONE, mat, CHARTS) == "Nothing more for the wingman"
    assert label(Act.PICK_2, a_mat(Decision.TRACK), CHARTS) == "Fly as Unteroffizier (NCO, 2 Experience Points)"


def test_purchases_have_their_price() -> None:
    mat = a_mat(Decision.DEBRIEF)
    mat["pilot"]["prestige"] = 3
    assert label(Act.UPGRADE, mat, CHARTS) == "Change the aircraft (1 Prestige Point of 3)"
    assert label(Act.SWITCH, mat, CHARTS) == "Change the series (2 Prestige Points of 3, 2 sorties lost)"
    assert label(Act.MOVE, mat, CHARTS) == "Change the unit (2 Prestige Points of 3, 1 sortie lost)"
    mat["pilot"]["free_moves"] = 1
    assert label(Act.MOVE, mat, CHARTS) == "Change the unit (free, 1 sortie lost)"


def test_the_raid_is_named_with_what_is_known_of_it() -> None:
    mat = a_mat(Decision.SCRAMBLE)
    mat["career"]["month"] = 4
    sortie = mat["sortie"]
    sortie["raid"], sortie["target_zone"], sortie["entry"], sortie["last_box"] = 6, 3, 1, 3
    assert label(Act.FLY, mat, CHARTS) == "Fly against the raid on Kassel (zone Ruhr, boxes 1 to 3)"
    sortie["bomber_type"], sortie["escort"] = Bomber.B_17F, Enemy.P_47
    assert label(Act.FLY, mat, CHARTS).endswith("boxes 1 to 3; B-17Fs, escorted by P-47s)")
    sortie["orientation"] = Orientation.ADVANTAGED
    mat["cursor"]["decision"] = Decision.ENGAGE
    assert label(Act.FIGHT, mat, CHARTS) == "Fight the P-47s, advantaged"


def test_ways_down_have_the_throws_of_their_chart() -> None:
    mat = a_mat(Decision.FORCED)
    mat["aircraft"]["engines"][0] = 3
    mat["sortie"]["weather"] = Weather.BAD
    modifier = odds.landing_modifier(mat, ROW, True)
    assert modifier == 1 + 1 + 2
    crash = sum(12 <= total + modifier <= 15 for total in odds.sums())
    killed = sum(total + modifier >= 16 for total in odds.sums())
    assert (
        label(Act.DEADSTICK, mat, CHARTS)
        == f"Land without engine (rough or crash {crash} in 36, killed {killed} in 36)"
    )
    hurt, dead = (sum(total in totals for total in odds.sums()) for totals in ((8, 9), (10, 11, 12)))
    assert label(Act.BAIL_OUT, mat, CHARTS) == f"Bail out (wounded {hurt} in 36, killed {dead} in 36)"
    mat["pilot"]["skills"][Skill.PARACHUTE] = 1
    assert odds.jump_modifier(mat, ROW) == -1


def test_a_card_that_may_be_redrawn_is_read_out() -> None:
    mat = a_mat(Decision.REDRAW)
    mat["deck"]["own"] = 29
    assert label(Act.YES, mat, CHARTS) == "Redraw card 29: destroyed"
    mat["work"]["choice"], mat["deck"]["own"] = Act.DEFEND, 23
    assert label(Act.YES, mat, CHARTS) == "Redraw card 23: Chandelle, all damage avoided, position +1"
    mat["work"]["choice"], mat["deck"]["own"] = Act.WINGMAN, 39
    assert label(Act.YES, mat, CHARTS) == "Redraw card 39: the wingman attacks with 24"
    mat["deck"]["wing"] = 59
    assert label(Act.YES, mat, CHARTS) == "Redraw card 59: destroyed"
    assert labels.in_36(4) == "4 in 36"
