"""Every rule of the dogfight, with planned dice, and the printed example."""

from typing import Any

import numpy as np
import pytest
from dogfight import rules
from dogfight.codes import Kind
from dogfight.mat import Plane

from stuka_env.building.table import MadeTable
from stuka_env.compiling.plain import plain
from tests.support.dogfight import FIGHTING, RECALLED, SHOT_DOWN, Fight
from tests.support.each import each

OWN_MISS, MISS = (4, 4), (3, 3)
"""Rolls without any effect: of a fighter-bomber at a Stuka with bombs, and of such a Stuka at a fighter-bomber."""
DAMAGED, NO_GUNS = {"damaged": 1}, {"disabled": 1}


def planes(*own: Any, enemy: Any = ()) -> Any:
    """Return a set-up with values of planes."""
    return {"planes": [*own, *[{}] * (4 - len(own)), *enemy]}


def test_the_printed_example() -> None:
    fight = Fight((1, 6), (2, 6), (6, 6), (4, 5), (2, 2), (3, 4))
    assert fight.legal == ["TARGET_1", "TARGET_2", "TARGET_3"]
    fight.take("1", "2")
    assert fight.decision == "AGAIN" and fight.enemy(1)["damaged"]
    fight.take("1")
    assert fight.decision == "AGAIN" and fight.enemy(1)["status"] == SHOT_DOWN and fight.points == 2
    fight.take("3")
    assert fight.own(1)["disabled"] and fight.enemy(3)["threatened"]
    assert [fight.own(number)["damaged"] for number in (1, 2)] == [0, 0]
    assert fight.question == "whether own plane 1 leaves the fight"
    fight.take("LEAVE")
    assert fight.question == "whether own plane 2 leaves the fight"
    fight.take("STAY")
    assert [fight.enemy(number)["status"] for number in (1, 2, 3)] == [SHOT_DOWN, FIGHTING, FIGHTING]
    assert fight.own(1)["status"] == RECALLED
    assert int(fight.env.mat["fight"]["attacker"]) == 1 and int(fight.env.mat["fight"]["turn"]) == 2


def test_a_plane_of_the_attacker_may_drop_its_bombs() -> None:
    fight = Fight(own="FB+bombs Stuka", enemy="Stuka Stuka")
    assert fight.question == "whether own plane 1 drops its bombs" and fight.legal == ["KEEP", "DROP"]
    assert fight.take("DROP").own(1)["kind"] == Kind.FB and fight.decision == "TARGET"
    assert Fight(own="FB+bombs Stuka", enemy="Stuka Stuka").take("KEEP").own(1)["kind"] == Kind.FB_BOMBS
    assert Fight(own="FB+bombs", enemy="Stuka Stuka", first="enemy").decision == "TARGET"


@pytest.mark.parametrize(("own", "kind"), [("FB", Kind.STUKA), ("Stuka", Kind.STUKA_BOMBS)])
def test_the_enemy_drops_his_bombs_in_his_turn_before_fighters(own: str, kind: Kind) -> None:
    assert Fight(own=own, enemy="Stuka+bombs Stuka", first="enemy").enemy(1)["kind"] == kind
    assert Fight(own=own, enemy="Stuka+bombs Stuka").enemy(1)["kind"] == Kind.STUKA_BOMBS


def test_targets_are_named_before_any_fire_by_planes_with_guns() -> None:
    fight = Fight(OWN_MISS, MISS, MISS, MISS, setup=planes(NO_GUNS))
    assert fight.question == "at whom own plane 2 fires"
    fight.take("3")
    assert fight.env.mat["planes"]["target"].tolist() == [-1] * 8, "everybody has fired"
    assert fight.decision == "RECALL"
    waiting = Fight(own="FB FB", enemy="Stuka Stuka", first="enemy").take("2")
    assert waiting.env.mat["planes"]["target"].tolist() == [5, -1, -1, -1, 0, 0, -1, -1]


def test_a_single_target_is_not_asked_for() -> None:
    gone = planes({}, enemy=[{"status": "recalled"}, {"status": "recalled"}])
    assert Fight(OWN_MISS, OWN_MISS, MISS, setup=gone).decision == "RECALL"


@each(
    "firer, target, total",
    [
        ((Kind.FB, 0), (Kind.FB, 0), 0),
        ((Kind.STUKA, 0), (Kind.FB, 0), 1),
        ((Kind.FB_BOMBS, 0), (Kind.FB, 0), 1),
        ((Kind.FB, 1), (Kind.FB, 0), 1),
        ((Kind.FB, 0), (Kind.FB, 1), -1),
        ((Kind.FB, 0), (Kind.STUKA, 0), -1),
        ((Kind.FB, 0), (Kind.FB_BOMBS, 0), -1),
        ((Kind.STUKA_BOMBS, 1), (Kind.STUKA_BOMBS, 1), 0),
        ((Kind.STUKA_BOMBS, 1), (Kind.FB, 0), 3),
        ((Kind.FB, 0), (Kind.STUKA_BOMBS, 1), -3),
    ],
)
def test_modifiers(firer: tuple[int, int], target: tuple[int, int], total: int) -> None:
    both = np.array([(kind, 1, damaged, 0, 0, -1) for kind, damaged in (firer, target)], Plane.dtype).view(np.recarray)
    kinds = MadeTable.__annotations__
    table = MadeTable(**{name: np.zeros(1, kind.dtype).view(np.recarray)[0] for name, kind in kinds.items()})
    assert plain(rules.modifiers)(None, table, both[0], both[1]) == total


@pytest.mark.parametrize(
    ("roll", "damaged", "status"), [((3, 3), 0, SHOT_DOWN), ((3, 4), 1, FIGHTING), ((3, 5), 0, FIGHTING)]
)
def test_a_total_of_4_shoots_down_and_5_damages(roll: tuple[int, int], damaged: int, status: int) -> None:
    fight = Fight(roll, OWN_MISS, *[MISS] * (2 + (status == FIGHTING))).take("1", "2")
    assert fight.enemy(1)["status"] == status
    is_gone = damaged and fight.enemy(1)["status"] == RECALLED
    assert fight.enemy(1)["damaged"] == damaged and not is_gone
    assert fight.points == (2 if status == SHOT_DOWN else 0)


def test_a_second_damage_shoots_down() -> None:
    fight = Fight((3, 5), OWN_MISS, MISS, MISS, setup=planes(enemy=[DAMAGED])).take("1", "2")
    assert fight.enemy(1)["status"] == SHOT_DOWN and fight.points == 2


def test_an_own_loss_costs_two_points() -> None:
    fight = Fight(OWN_MISS, OWN_MISS, (1, 1), MISS, MISS).take("1", "2")
    score = fight.env.mat["fight"]
    assert (score["points"], score["lost"], score["shot_down"]) == (-2, 1, 0)


@pytest.mark.parametrize(("roll", "damaged", "status"), [((5, 6), 1, FIGHTING), ((6, 5), 0, SHOT_DOWN)])
def test_the_rear_gunner_answers_an_11(roll: tuple[int, int], damaged: int, status: int) -> None:
    fight = Fight(roll, OWN_MISS, MISS, MISS, MISS).take("1", "2")
    gunner = [text for text in fight.texts if "rear gunner" in text]
    assert gunner == ["The rear gunner of enemy plane 1 hits own plane 1."]
    if status == SHOT_DOWN:
        assert fight.own(1)["status"] == SHOT_DOWN
    else:
        assert "Own plane 1 is damaged." in fight.texts and "Own plane 1 leaves the fight." in fight.texts


def test_a_rear_gunner_without_guns_does_not_answer() -> None:
    fight = Fight((5, 6), OWN_MISS, MISS, MISS, setup=planes(enemy=[NO_GUNS])).take("1", "2")
    assert not any("rear gunner" in text for text in fight.texts)


@each(
    "own, coloured, again",
    [("FB", 2, True), ("FB", 3, False), ("FB+bombs", 1, True), ("FB+bombs", 2, False), ("Stuka", 1, False)],
)
def test_the_rate_of_fire(own: str, coloured: int, again: bool) -> None:
    last = () if again else (MISS, MISS)
    fight = Fight((coloured, 6), *last, own=own, enemy="FB FB")
    fight.take(*["KEEP"] * ("bombs" in own), "1")
    assert (fight.decision == "AGAIN") == again
    if again:
        assert fight.legal == ["HOLD", "TARGET_1", "TARGET_2"]


def test_the_player_may_hold_fire() -> None:
    fight = Fight((1, 6), OWN_MISS, MISS, MISS, MISS).take("2", "1", "HOLD")
    assert fight.decision == "RECALL"


def test_an_enemy_fighter_fires_again_at_a_damaged_plane() -> None:
    fight = Fight((3, 5), (3, 5), (2, 6), (3, 5), (3, 5), setup=planes({}, DAMAGED), enemy="FB FB").take("1", "1")
    shots = [text.partition(":")[0] for text in fight.texts if "fires at" in text]
    assert shots[2:] == [f"Enemy plane {number} fires at own plane 2" for number in (1, 1, 2)]


def test_a_12_disables_the_guns() -> None:
    fight = Fight((6, 6), OWN_MISS, MISS, MISS, MISS).take("1", "2")
    assert fight.own(1)["disabled"] and "The guns of own plane 1 are disabled." in fight.texts


def test_a_vanished_target_is_replaced_by_the_first_plane_left() -> None:
    fight = Fight((3, 3), OWN_MISS, MISS, MISS).take("1", "1")
    assert "Own plane 2 fires at enemy plane 2" in [text.partition(":")[0] for text in fight.texts]


def test_a_plane_may_leave_after_a_10() -> None:
    rolls = (3, 4), (6, 5), (3, 4)
    assert Fight(*rolls, own="Stuka", enemy="FB FB").take("1").decision == "RECALL"
    assert Fight((3, 4), (3, 4), (3, 4), own="Stuka", enemy="FB FB").take("1").decision == "TARGET"


@pytest.mark.parametrize(("enemy", "asked"), [({}, False), (DAMAGED, True), (NO_GUNS, True)])
def test_a_fighter_without_guns_may_leave_unless_a_sound_fighter_holds_it(enemy: Any, asked: bool) -> None:
    shots = 0 if enemy == NO_GUNS else 2
    setup = planes(NO_GUNS, {}, enemy=[enemy, enemy])
    fight = Fight((3, 5), *[(3, 5)] * shots, setup=setup, own="FB Stuka", enemy="FB FB").take("1")
    assert (fight.decision == "RECALL") == asked


@pytest.mark.parametrize(("enemy", "status"), [("FB FB", FIGHTING), ("Stuka Stuka", RECALLED)])
def test_a_damaged_plane_must_leave_unless_a_sound_fighter_holds_it(enemy: str, status: int) -> None:
    fight = Fight(*[(4, 5)] * 4, setup=planes(DAMAGED, {}), own="Stuka Stuka", enemy=enemy).take("1", "2")
    assert fight.own(1)["status"] == status


def test_a_fighter_may_leave_if_it_meets_none() -> None:
    assert Fight(OWN_MISS, OWN_MISS, MISS, MISS, MISS).take("1", "2").legal == ["STAY", "LEAVE"]


@pytest.mark.parametrize(("setup", "roll", "status"), [({}, (6, 6), FIGHTING), (NO_GUNS, (6, 5), RECALLED)])
def test_the_enemy_leaves_with_damage_or_without_guns(setup: Any, roll: tuple[int, int], status: int) -> None:
    shots = [MISS, MISS, OWN_MISS, OWN_MISS] if setup else [MISS] * 2
    fight = Fight(roll, OWN_MISS, *shots, setup=planes(enemy=[setup]), enemy="Stuka Stuka").take("1", "1")
    assert fight.enemy(1)["threatened"]
    fight.take("STAY", "STAY")
    assert fight.enemy(1)["status"] == status


def test_a_recalled_plane_counts_for_nobody() -> None:
    fight = Fight(OWN_MISS, OWN_MISS, MISS, MISS, MISS).take("1", "2", "LEAVE", "LEAVE")
    assert fight.env.mat["fight"]["over"] and fight.points == 0


def test_nobody_can_hurt_anybody() -> None:
    setup = planes({}, NO_GUNS, enemy=[NO_GUNS] * 3)
    fight = Fight((6, 6), setup=setup).take("1", "STAY", "STAY")
    assert fight.env.mat["fight"]["over"] and fight.env.mat["fight"]["turn"] == 1


def test_the_sixth_turn_is_the_last() -> None:
    setup = {**planes(NO_GUNS, NO_GUNS, enemy=[{}, NO_GUNS, NO_GUNS]), "fight": {"turn": 6}}
    fight = Fight(MISS, setup=setup).take("STAY", "STAY")
    assert fight.env.mat["fight"]["over"] and fight.env.mat["fight"]["turn"] == 6


def test_the_reward_is_a_hundredth_of_the_points() -> None:
    fight = Fight((3, 3), (3, 3), (1, 1)).take("1")
    *_, info = fight.env.step(6)
    assert info["rewards"]["points"] == pytest.approx(0.02) and fight.points == 2


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"own": "FB FB FB FB FB"}, "own: got 'FB FB FB FB FB', allowed is 1 to 4 words of FB, FB+bombs"),
        ({"enemy": "FB"}, "enemy: got 'FB', allowed is 2 to 4 words"),
        ({"first": "nobody"}, 'first: got \'nobody\', allowed is "player" or "enemy"'),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], line: str) -> None:
    with pytest.raises(ValueError) as caught:
        Fight(**arguments)
    assert line in str(caught.value)
