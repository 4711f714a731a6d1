"""Odds of the old hand agree with the charts: attacks, loads, the bonus for few losses, the Rudel Gamble."""

from itertools import product
from math import exp, factorial
from typing import Any

import numpy as np
import pytest

from agents.games.stuka.scripts.gamble_odds import gamble_net, gamble_odds, later_gamble, mission_stake
from agents.games.stuka.scripts.old_hand import BELIEFS_OF_OLD_HAND, attack
from agents.games.stuka.scripts.reason_words import reason_words
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import (
    A2_HIGH,
    A2_LOW,
    Act,
    Payload,
    Quality,
    Role,
    Scale,
    Status,
    System,
    Target,
    Visibility,
)
from stuka_env.games.stuka.odds.attacks import (
    attack_odds,
    best_carrier,
    crash_share,
    formation_odds,
    mean_attack,
    next_attack,
)
from stuka_env.games.stuka.odds.bonuses import LossRates, chance_of_fewer, expected_bonus_points, missions_to_come
from tests.support.each import each
from tests.support.position import Position

C: Any = load_charts().record
OLD = BELIEFS_OF_OLD_HAND[0]
RATES = LossRates(OLD.aircraft_lost, OLD.people_killed, OLD.losses_together)


def attack_run(target: Target = Target.AIRFIELD, segment: str = "1941-08", aircraft: int = 3) -> Position:
    """A formation over its target."""
    game = Position(segment=segment).in_flight(aircraft, zone=4, target=target)
    game.mat.mission.present = aircraft
    return game


def by_hand(game: Position, slot: int, load: Payload, gamble: int = 0) -> list[int]:
    """The scores of all rolls of A4 and A2, each as likely as the others."""
    target, pilot = int(game.mat.mission.target), game.person(slot, Role.PILOT)
    drm = int(C["a3"][load][target]) + int(C["attack_drm"][pilot.level]) + int(C["c2_attack"][pilot.stress])
    column = C["a2"][C["target_size"][target]]
    scores = []
    for sight, die in product(range(1, 7), range(1, 11)):
        total = die + drm + int(C["visibility_drm"][C["a4"][sight]]) + gamble * int(C["gamble_drm"])
        scores.append(int(column[min(max(total, A2_LOW), A2_HIGH) - A2_LOW]))
    return scores


@each("target", [Target.AIRFIELD, Target.RAIL, Target.ARTILLERY, Target.CRUISER])
@each("load", [Payload.SC500_SC50, Payload.SC500_CLUSTER, Payload.SC1000, Payload.SC1800])
def test_attack_odds(target: Target, load: Payload) -> None:
    game = attack_run(target)
    game.level(0, pilot=Quality.ACE)
    game.person(0, Role.PILOT).stress = 2
    for gamble in (0, 1):
        scores = by_hand(game, 0, load, gamble)
        assert attack_odds(game.mat, C, 0, load, gamble, 0) == pytest.approx(np.mean(scores))
        assert attack_odds(game.mat, C, 0, load, gamble, 1) == pytest.approx(scores.count(100) / 60)


def test_visibility_counts_once_it_is_known() -> None:
    game = attack_run()
    unknown = attack_odds(game.mat, C, 0, Payload.SC1000, 0, 0)
    game.mat.mission.visibility_card = Visibility.LOW
    card = attack_odds(game.mat, C, 0, Payload.SC1000, 0, 0)
    game.mat.mission.visibility = Visibility.GOOD
    assert card < unknown < attack_odds(game.mat, C, 0, Payload.SC1000, 0, 0)


def test_damaged_bombs_leave_the_machine_guns() -> None:
    game = attack_run()
    game.mat.aircraft[1].damage[System.BOMBS] = 1
    assert next_attack(game.mat, C, 1) == attack_odds(game.mat, C, 1, Payload.STRAFING, 0, 0)
    game.mat.aircraft[2].status = Status.LOST
    assert mean_attack(game.mat, C) == pytest.approx((next_attack(game.mat, C, 0) + next_attack(game.mat, C, 1)) / 2)


def test_formation_odds() -> None:
    game = attack_run()
    plain, heavy = np.mean(by_hand(game, 0, Payload.SC500_SC50)), np.mean(by_hand(game, 0, Payload.SC1000))
    assert formation_odds(game.mat, C, Payload.NONE) == pytest.approx(plain)
    assert formation_odds(game.mat, C, Payload.SC1000) == pytest.approx((2 * heavy + plain) / 3)


def test_a_ship_may_be_sunk() -> None:
    game = attack_run(Target.CRUISER)
    heavy = by_hand(game, 0, Payload.SC1800)
    mean = (np.mean(heavy) + 2 * np.mean(by_hand(game, 0, Payload.SC500_SC50))) / 3
    sunk = heavy.count(100) / 60
    assert formation_odds(game.mat, C, Payload.SC1800) == pytest.approx(100 * sunk + (1 - sunk) * mean)


def test_the_bomb_goes_where_it_helps_most() -> None:
    game = attack_run(aircraft=3)
    game.level(0, pilot=Quality.HERO)
    gains = [
        np.mean(by_hand(game, slot, Payload.SC1000)) - np.mean(by_hand(game, slot, Payload.SC500_SC50))
        for slot in (0, 1)
    ]
    assert gains[1] > gains[0]
    assert best_carrier(game.mat, C, Payload.SC1000, 0) == 1
    assert best_carrier(game.mat, C, Payload.SC1000, 0b110) == 0
    assert best_carrier(game.mat, C, Payload.SC1000, 0b111) == -1


def test_at_most() -> None:
    assert chance_of_fewer(4, 2.5) == pytest.approx(
        sum(exp(-2.5) * 2.5**count / factorial(count) for count in range(4))
    )
    assert chance_of_fewer(1, 0.0) == 1.0
    assert chance_of_fewer(0, 2.5) == 0.0


def test_missions_to_come() -> None:
    ten = int(C["missions"][0][1])
    game = Position(segment="1941-08")
    game.mat.war.mission = 3
    assert missions_to_come(game.mat, C, False) == 2 * ten - 4
    assert missions_to_come(game.mat, C, True) == 2 * ten - 4
    game.mat.war.scale = Scale.CAMPAIGN
    assert missions_to_come(game.mat, C, False) == 2 * ten - 4
    assert missions_to_come(game.mat, C, True) == 2 * ten - 4 + int(C["missions"][3:, 1].sum())
    game.mat.war.scale = Scale.SEGMENT
    assert missions_to_come(game.mat, C, False) == ten - 4
    game.mat.war.scale = Scale.MISSION
    assert missions_to_come(game.mat, C, False) == 0


def last_mission(destroyed: int, killed: int) -> Position:
    """The last attack run of Barbarossa, nothing lost in it so far."""
    game = attack_run(Target.BRIDGE, segment="1941-11")
    game.mat.war.mission = game.mat.war.missions - 1
    game.mat.count.destroyed = game.mat.count.war_destroyed = destroyed
    game.mat.count.kia = game.mat.count.war_kia = killed
    return game


@each("destroyed, killed, points", [(4, 4, 7), (5, 4, 5), (4, 5, 5), (7, 6, 5), (8, 6, 0), (7, 7, 0)])
def test_hope_in_the_last_mission_is_the_bonus(destroyed: int, killed: int, points: int) -> None:
    game = last_mission(destroyed, killed)
    assert expected_bonus_points(game.mat, C, RATES, False, 0, 0) == pytest.approx(points)
    assert expected_bonus_points(game.mat, C, RATES, False, 4, 0) == pytest.approx(0)


def test_hope_falls_with_losses_and_missions_to_come() -> None:
    early = Position(segment="1941-06")
    late = Position(segment="1941-11")
    assert (
        0
        < expected_bonus_points(early.mat, C, RATES, False, 2, 2)
        < expected_bonus_points(early.mat, C, RATES, False, 0, 0)
        < expected_bonus_points(late.mat, C, RATES, False, 0, 0)
        < 7
    )
    assert 0 < expected_bonus_points(early.mat, C, RATES, True, 0, 0) < 15


def test_a_crash_has_two_faces_of_six() -> None:
    assert crash_share(C) == pytest.approx(1 / 3)


def test_a_lost_aircraft_has_cost_the_missions_bonus() -> None:
    game = attack_run()
    assert mission_stake(game.mat, C) == 6
    game.mat.aircraft[0].status = Status.LOST
    assert mission_stake(game.mat, C) == 0


def gamble_pays(game: Position, slot: int) -> bool:
    """Whether the gamble pays for this aircraft, and does not pay more for a later one."""
    net = gamble_net(game.mat, C, slot, OLD)
    return bool(net > OLD.gamble_margin and later_gamble(game.mat, C, slot, OLD, net).aircraft == 0)


def test_the_gamble_pays_where_nothing_is_left_to_lose() -> None:
    assert gamble_pays(last_mission(9, 9), 0)
    assert gamble_pays(last_mission(0, 0), 0)
    assert not gamble_pays(last_mission(4, 2), 0)
    assert not gamble_pays(attack_run(Target.BRIDGE), 0)


def test_the_gamble_waits_for_whom_it_helps_most() -> None:
    game = last_mission(9, 9)
    game.mat.aircraft[0].ordnance = Payload.SC1800
    nets = [gamble_net(game.mat, C, slot, OLD) for slot in range(3)]
    best = int(np.argmax(nets))
    assert [slot for slot in range(best + 1) if gamble_pays(game, slot)] == [best]


def test_the_gamble_is_worth_more_over_a_ship_that_floats() -> None:
    game = attack_run(Target.CRUISER, segment="1941-11")
    assert gamble_net(game.mat, C, 0, OLD) > gamble_net(attack_run(Target.BRIDGE, segment="1941-11").mat, C, 0, OLD)
    game.mat.mission.sunk = 1
    assert gamble_net(game.mat, C, 0, OLD) < 0


def test_alone_no_bonus_of_an_operation_is_at_stake() -> None:
    game = attack_run(Target.BRIDGE)
    game.mat.war.scale = Scale.MISSION
    assert gamble_pays(game, 2) == (gamble_net(game.mat, C, 2, OLD) > 0)
    assert gamble_net(game.mat, C, 2, OLD) > gamble_net(attack_run(Target.BRIDGE).mat, C, 2, OLD)


def test_a_script_says_what_its_gamble_would_bring_and_cost() -> None:
    """Three reasons with their figures: it pays, the risk costs more, or a later aircraft gains more."""
    cluster = last_mission(9, 9)
    cluster.mat.aircraft[0].ordnance = Payload.SC500_CLUSTER
    games = [(last_mission(9, 9), Act.GAMBLE), (attack_run(Target.BRIDGE), Act.DROP), (cluster, Act.DROP)]
    words = []
    for game, action in games:
        game.mat.cursor.subject, game.mask[Act.GAMBLE], game.mask[Act.DROP] = 1, 1, 1
        choice = attack(game.mat, C, game.mask, OLD, None)
        assert choice.action == action
        words.append(reason_words(choice, game.mat, C))
    gain, net = gamble_odds(games[0][0].mat, C, 0, OLD)
    assert words[0] == (
        f"the gamble adds {gain:.2f} points to the mission score on average, and the risk of a crash costs "
        f"{gain - net:.2f}"
    )
    gain, net = gamble_odds(games[1][0].mat, C, 0, OLD)
    assert net < 0 and words[1].endswith(
        f"would add {gain:.2f} points to the mission score on average, and the risk of a crash costs at least "
        f"{gain - net:.2f}"
    )
    nets = [gamble_net(cluster.mat, C, slot, OLD) for slot in range(3)]
    later = next(slot for slot in (1, 2) if nets[slot] > nets[0])
    edge = f"{nets[later] - nets[0]:.2f}"
    assert words[2] == f"the gamble is kept for aircraft {later + 1}, where it brings {edge} points more on average"
