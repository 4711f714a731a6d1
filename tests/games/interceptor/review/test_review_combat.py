"""Faults of combat that the review found: each test shows a row or a ruling that the rules do not keep."""

import pytest

from stuka_env.declared.records import rows
from stuka_env.games.interceptor.codes import (
    Act,
    Bomber,
    Decision,
    Enemy,
    Model,
    Series,
)
from stuka_env.games.interceptor.observation.derived import Derived, work_out
from tests.support.interceptor.game import Game


def at_close_range(model: Model) -> Game:
    """Return a pass at a B-24 without escort, before its close round."""
    game = Game().aloft(model).meet(Bomber.B_24).act(Act.BOMBERS)
    game.mat.bomber.range = 0
    return game


@pytest.mark.rule("IQ050", "IR117")
def test_a_jam_of_the_only_weapon_hits_nothing_at_close_range() -> None:
    game = at_close_range(Model.BF_109G_4)
    game.mat.aircraft.guns[1].jammed = 1
    game.plan(CARD=[game.card(1, 3, jam=1), game.card(2)], B6=[31])
    game.act(Act.AIM_PORT)
    assert game.mat.aircraft.guns[0].jammed == 1 and game.decision == Decision.ONWARD
    game.assert_all_rolled()


@pytest.mark.rule("IR116", "IR150", "IQ207")
def test_a_jam_after_a_burst_picks_one_of_the_weapons_that_fired() -> None:
    game = at_close_range(Model.FW_190A_4)
    game.mat.bomber.range = 1
    assert game.mat.aircraft.guns[1].ammunition == 2  # the MG FF spends all it has
    game.plan(C3=[9], CARD=[game.card(1), game.card(2)], JAM=[3], B6=[31])
    game.act(Act.BURST_PORT)
    assert [int(gun.jammed) for gun in game.mat.aircraft.guns[:3]] == [0, 0, 1]
    game.assert_all_rolled()


def worked_out(game: Game) -> tuple[int, int]:
    """Return the use of the card that may be redrawn, and the hits of C3, as the observation shows them."""
    assert game.decision == Decision.REDRAW
    derived = rows(1, Derived)[0]
    work_out(game.mat, game.table, derived)
    return int(derived.card_use), int(derived.burst_hits)


def expert() -> Game:
    """Return a pilot who may redraw a card."""
    game = Game().aloft(Model.FW_190A_4)
    game.mat.pilot.expert[Series.FW_190] = 1
    return game


@pytest.mark.rule("IQ047", "IR173", "IR291")
def test_the_part_of_the_card_in_use_is_shown_when_it_may_be_redrawn() -> None:
    uses = set()
    for choice, position in ((Act.DEFEND, -1), (Act.WINGMAN, -1), (Act.FIRE, 1)):
        game = expert()
        game.plan(CARD=[game.card(1), game.card(2)]).dogfight(Enemy.P_47, position).act(choice)
        uses.add(worked_out(game)[0])
    assert len(uses) == 3


@pytest.mark.rule("IQ016", "IQ054")
@pytest.mark.parametrize(("roll", "hits"), [(3, 4), (8, 1)])
def test_the_roll_on_c3_is_shown_when_the_card_may_be_redrawn(roll: int, hits: int) -> None:
    game = expert().meet(Bomber.B_24).act(Act.BOMBERS)
    game.plan(CARD=[game.card(1)], C3=[roll]).act(Act.BURST_PORT)
    assert worked_out(game)[1] == hits
