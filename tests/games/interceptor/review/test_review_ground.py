"""Faults of calendar, log and results that the review found."""

import pytest

from stuka_env.games.interceptor.codes import (
    Act,
    Award,
    Bomber,
    Cause,
    Model,
    Over,
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
