"""Faults of calendar, log and results that the review found."""

import pytest

from stuka_env.games.interceptor.codes import (
    Act,
    Award,
    Bomber,
    Cause,
    Decision,
    Health,
    Model,
    Month,
    Over,
    Phase,
    Scale,
    Tank,
)
from tests.support.interceptor.game import Game


def killed_in_the_air(**career: int) -> Game:
    """Return a pilot killed by an explosion of the tanks, in an aircraft with one damaged system."""
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_24)
    game.mat.aircraft.port_wing = 1
    for name, value in career.items():
        setattr(game.mat.career, name, value)
    game.charts.tank[12] = Tank.EXPLOSION
    game.plan(CARD=[game.card(1), game.card(2, defensive_fire=2)], B6=[66], B4_TANK=[12])
    game.act(Act.BOMBERS, Act.AIM_PORT)
    assert game.mat.career.over == Over.DEATH and game.mat.career.cause == Cause.EXPLOSION
    return game


@pytest.mark.rule("IR218")
def test_an_explosion_loses_the_aircraft() -> None:
    assert killed_in_the_air().mat.career.aircraft_lost == 1


@pytest.mark.rule("IR015", "IR016", "IQ198")
def test_the_log_of_a_last_sortie() -> None:
    line = killed_in_the_air(bombers=5, destroyed=5).table.log.lines[0]
    assert line.damaged == 1 and int(line.awards) & 1 << Award.IRON_CROSS_2


@pytest.mark.rule("IR375", "IQ191")
def test_no_leave_in_a_single_sortie() -> None:
    game = Game(scale=Scale.SORTIE, fatigue=1).ground(Model.FW_190A_4).plan(A1=[7], B9=[7]).go()
    assert game.names == {"FLY", "STAY"}


@pytest.mark.rule("IR355", "IQ164", "IQ173")
def test_a_gunner_newly_needed_is_not_replaced() -> None:
    game = Game(month=Month.AUGUST_1943).aloft(Model.BF_109G_4)
    mat = game.mat
    mat.pilot.health, mat.pilot.awards[Award.WOUND_BADGE], mat.pilot.prestige = Health.SERIOUS_WOUND, 1, 3
    mat.cursor.phase = Phase.LANDING
    game.plan(B7=[2], C2=[2], R1=[6, 6, 5, 6]).go()
    assert game.decision == Decision.DEBRIEF
    game.plan(A1=[7], B9=[7]).act(Act.SWITCH)
    assert mat.aircraft.model == Model.BF_110G_2 and mat.gunner.present == 1
    assert not {"VETERAN_GUNNER", "KEEP_GUNNER"} & game.names


@pytest.mark.rule("IR341", "IR354", "IQ164")
def test_no_veteran_for_a_seat_that_is_gone() -> None:
    game = Game(month=Month.AUGUST_1943).aloft(Model.BF_110G_2)
    mat = game.mat
    mat.gunner.health, mat.pilot.prestige, mat.cursor.phase = Health.KILLED, 4, Phase.LANDING
    game.plan(B7=[2], R1=[5, 6, 6, 6]).go()
    assert game.decision == Decision.DEBRIEF and "VETERAN_GUNNER" in game.names
    game.act(Act.SWITCH).pick_model(Model.BF_109G_4)
    assert game.decision == Decision.DEBRIEF and mat.gunner.present == 0
    assert "VETERAN_GUNNER" not in game.names


@pytest.mark.rule("IR355", "IQ171")
def test_a_start_with_a_gunner_leaves_the_desk_clear() -> None:
    game = Game(unit=20, month=Month.OCTOBER_1943).go()
    assert game.mat.gunner.present == 1 and game.mat.desk.gunner_kept == 0
