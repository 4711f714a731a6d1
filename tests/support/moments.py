"""The Example of Play (T11) at several moments."""

from collections.abc import Callable
from typing import Any

from tests.support.game import Game
from tests.support.traces import example_at_the_airfield, example_at_the_attack, example_of_play, on_the_way_out

SHOWN = 60


def outbound() -> Game:
    """In zone 2, before the last zone of the way out."""
    game = on_the_way_out()
    game.answer("EN_ROUTE", "GO_ON")
    return game


def mustered() -> Game:
    """Five aircraft; the crews are being chosen."""
    game = example_of_play()
    game.answer("MUSTER", "FLY", 5)
    game.answer("LEADER", "LEADER", 1)
    return game


def fourth_attack() -> Game:
    """Three aircraft have dropped, the last is asked."""
    game = example_at_the_attack()
    for verb in ("DROP", "DROP", "DROP"):
        game.answer("ATTACK", verb)
    return game


def after_landing() -> Game:
    """The mission is scored, the maintenance done."""
    game = example_at_the_airfield()
    game.answer("RELIEF", "KEEP_RELIEF")
    return game


MOMENTS: dict[str, Callable[[], Game]] = {
    "t11_1_mission": example_of_play,
    "t11_2_mustered": mustered,
    "t11_3_outbound": outbound,
    "t11_4_attack": example_at_the_attack,
    "t11_5_fourth_attack": fourth_attack,
    "t11_6_airfield": example_at_the_airfield,
    "t11_7_after_landing": after_landing,
}


def seen(game: Game) -> tuple[Any, ...]:
    """Return the arguments of a render: mat, journal, legal actions, charts."""
    war = game.war
    return war.mat, war.journal[-SHOWN:], war.legal_actions(), war.engine.charts
