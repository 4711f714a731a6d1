"""Beliefs as numbers: the records of old_hand and champion, and rules that only other numbers turn on."""

from typing import Any

import pytest

from agents.games.stuka.scripts import old_hand
from agents.games.stuka.scripts.beliefs import BELIEFS, Beliefs, belief_rows
from agents.games.stuka.scripts.champion import BELIEFS_OF_CHAMPION, CHANGES
from agents.games.stuka.scripts.gamble_odds import gamble_net
from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import StyledPolicy
from agents.registry import make_policy
from agents.seeds import tuning_seeds
from stuka_env.declared.records import Rows
from stuka_env.flights.episodes import fly_wars
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Act, Decision, Leg, Operation, Payload, Quality, Role, Scale, System, Target
from stuka_env.games.stuka.rules.mat import to_number
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy
from tests.support.each import each
from tests.support.position import Position

C: Any = load_charts().record
KINDS = (
    WarSpec(scale=Scale.MISSION),
    WarSpec(scale=Scale.SEGMENT, segment=3),
    WarSpec(scale=Scale.OPERATION),
    WarSpec(scale=Scale.OPERATION, operation=Operation.CITADEL),
    WarSpec(scale=Scale.CAMPAIGN),
)


def logs(policy: Policy, spec: WarSpec, wars: int = 12) -> bytes:
    """Everything that comes of a policy's choices."""
    flown = fly_wars(policy, spec, tuning_seeds(5, 0, wars))
    assert flown.finished.all() and not flown.illegal.any()
    return bytes(flown.results.tobytes() + flown.logs.tobytes() + flown.decisions.tobytes())


def beliefs(**changes: float) -> Any:
    """The record of an old hand with these changes."""
    return belief_rows(**changes)[0]


def belief_values(row: Rows[Beliefs]) -> dict[str, float]:
    """The values of a row by the names of the parameters."""
    return {field.name: float(row[0][field.name]) for field in Beliefs.FIELDS}


# --- the records ---


def test_every_parameter_has_a_range_a_meaning_and_a_belief() -> None:
    assert 20 <= len(BELIEFS) <= 42
    assert [field.name for field in Beliefs.FIELDS] == list(BELIEFS)
    for field in Beliefs.FIELDS:
        belief = BELIEFS[field.name]
        assert field.low <= belief.value <= field.high and field.low < field.high
        assert field.meaning and belief.words


def test_old_hand_plays_by_its_own_numbers() -> None:
    assert belief_values(old_hand.BELIEFS_OF_OLD_HAND) == {name: belief.value for name, belief in BELIEFS.items()}
    for spec in KINDS:
        assert logs(make_policy("old_hand"), spec) == logs(StyledPolicy("same", old_hand.reasoned_by, beliefs()), spec)


def test_the_champion_plays_by_the_numbers_in_its_file() -> None:
    values = {name: belief.value for name, belief in BELIEFS.items()}
    changed = {name: change.value for name, change in CHANGES.items()}
    assert changed and all(values[name] != value for name, value in changed.items())
    assert belief_values(BELIEFS_OF_CHAMPION) == values | changed
    assert all(change.words for change in CHANGES.values())
    for spec in KINDS:
        assert logs(make_policy("champion"), spec) == logs(
            StyledPolicy("same", old_hand.reasoned_by, beliefs(**changed)), spec
        )
    assert logs(make_policy("champion"), KINDS[-1]) != logs(make_policy("old_hand"), KINDS[-1])


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("press_on", 101.0, "press_on: got 101.0, allowed is 0 to 100"),
        ("luck", 1.0, "belief: got 'luck', allowed is extra_aircraft, "),
    ],
)
def test_a_value_that_is_not_allowed_gets_one_line(name: str, value: float, words: str) -> None:
    with pytest.raises(ValueError, match=words) as error:
        belief_rows(**{name: value})
    assert "\n" not in str(error.value)


# --- rules that old_hand's numbers turn off ---


def test_the_lucky_dog_may_go_home_too() -> None:
    game = Position().in_flight(3)
    game.mat.aircraft[1].damage[System.BOMBS] = 1
    game.mat.aircraft[1].lucky = 1
    assert not old_hand.drags(game.mat, C, 1, beliefs())
    assert old_hand.drags(game.mat, C, 1, beliefs(lucky_home=5))


def test_the_lucky_dog_goes_to_a_full_crew_while_bonuses_are_at_stake() -> None:
    game = Position(segment="1942-08").in_flight(3, target=Target.BRIDGE)
    game.mat.war.scale = Scale.OPERATION
    game.mat.aircraft[1].gunner = 0
    game.level(1, pilot=Quality.ELITE)
    full = beliefs(lucky_stake=20)
    assert old_hand.lucky_dog(game.mat, C, beliefs(), None).action == Act.LUCKY_DOG + 1
    assert old_hand.lucky_dog(game.mat, C, full, None).action == Act.LUCKY_DOG
    game.mat.war.scale = Scale.MISSION
    assert old_hand.lucky_dog(game.mat, C, full, None).action == Act.LUCKY_DOG + 1


def test_an_equal_in_trouble_goes_home_by_its_margin_and_the_reason_says_so() -> None:
    game = Position().in_flight(3)
    game.mat.aircraft[1].range_loss = 1
    game.mask[:] = 0
    game.mask[[Act.GO_ON, Act.SEND_HOME + 1]] = 1
    assert old_hand.en_route(game.mat, C, game.mask, beliefs()).action == Act.GO_ON
    for changes in ({"home_margin": 2}, {"home_range": 1}, {"home_stake": 0.1}):
        choice = old_hand.en_route(game.mat, C, game.mask, beliefs(**changes))
        assert (choice.action, choice.reason) == (Act.SEND_HOME + 1, Reason.SAVED)
    game.mat.aircraft[1].damage[System.BOMBS] = 1
    assert old_hand.en_route(game.mat, C, game.mask, beliefs()).reason == Reason.DRAGS


def test_a_pilot_short_of_fuel_presses_on_where_his_attack_is_worth_it() -> None:
    game = Position().in_flight(1, zone=3, target_zone=4)
    game.mat.cursor.decision = Decision.TURN_BACK
    game.mat.cursor.subject = to_number(0)
    game.mat.aircraft[0].range_loss = 5
    assert old_hand.turn_back(game.mat, C, beliefs()).action == Act.TURN_BACK
    assert old_hand.turn_back(game.mat, C, beliefs(press_on=10)).action == Act.PRESS_ON
    game.mat.mission.moves = 7
    assert old_hand.turn_back(game.mat, C, beliefs(press_on=10)).action == Act.TURN_BACK
    game.mat.mission.moves = 5
    game.mat.mission.leg = Leg.HOME
    assert old_hand.turn_back(game.mat, C, beliefs(press_on=10)).action == Act.TURN_BACK


def test_a_better_crew_costs_more_in_a_gamble() -> None:
    game = Position(segment="1941-08").in_flight(3, zone=4, target=Target.BRIDGE)
    game.mat.mission.present = 3
    game.mat.war.scale = Scale.SEGMENT
    priced = beliefs(crew_level=1)
    assert gamble_net(game.mat, C, 0, priced) > gamble_net(game.mat, C, 0, beliefs())
    game.level(0, pilot=Quality.ELITE)
    assert gamble_net(game.mat, C, 0, priced) < gamble_net(game.mat, C, 0, beliefs())
    short = beliefs(crew_horizon=5)
    assert gamble_net(game.mat, C, 0, short) > gamble_net(game.mat, C, 0, beliefs())


def test_more_fly_against_a_ship_if_wanted() -> None:
    for target, sent in ((Target.CRUISER, 5), (Target.BRIDGE, 3)):
        game = Position(segment="1941-08").in_flight(3, zone=0, leg=Leg.GROUND, target=target)
        game.mask[:] = 1
        choice = old_hand.muster(game.mat, C, game.mask, beliefs(ship_aircraft=2))
        assert choice.about == sent and choice.action == Act.FLY + sent - 2


def test_a_special_bomb_must_bring_its_margin() -> None:
    game = Position(segment="1941-08").in_flight(3, zone=0, leg=Leg.GROUND, target=Target.BRIDGE)
    game.mask[:] = 0
    game.mask[Act.NO_SPECIAL : Act.SC1800 + 1] = 1
    assert old_hand.special(game.mat, C, game.mask, beliefs(), None).action == Act.SC1800
    assert old_hand.special(game.mat, C, game.mask, beliefs(sc1800_margin=20), None).action == Act.SC1000


def test_spare_people_are_counted_by_role_level_and_scale() -> None:
    mine = beliefs(spare_elite_pilots=1, spare_hero_pilots=0, spare_elite_gunners=4, spare_hero_gunners=5)
    game = Position()
    places = ((Role.PILOT, Quality.ELITE), (Role.PILOT, Quality.HERO), (Role.GUNNER, Quality.ELITE))
    assert [old_hand.spare(game.mat, role, level, mine) for role, level in places] == [1, 0, 4]
    game.mat.war.scale = Scale.CAMPAIGN
    more = beliefs(spare_campaign=2)
    assert old_hand.spare(game.mat, Role.PILOT, Quality.ELITE, more) == 4
    assert old_hand.spare(game.mat, Role.PILOT, Quality.HERO, more) == 2


def test_a_bomb_may_hang_under_the_better_pilot() -> None:
    game = Position(segment="1941-08").in_flight(3, zone=0, leg=Leg.GROUND, target=Target.AIRFIELD)
    game.level(1, pilot=Quality.HERO)
    game.mat.mission.special = Payload.SC1000
    game.mask[:] = 0
    game.mask[Act.CARRY : Act.CARRY + 3] = 1
    assert old_hand.carrier(game.mat, C, game.mask, beliefs(), None).action != Act.CARRY + 1
    assert old_hand.carrier(game.mat, C, game.mask, beliefs(carrier_attack=1), None).action == Act.CARRY + 1


# --- the risk of duels ---


@each("drm, cells", [(-6, 0), (-2, 3), (-1, 6), (0, 12), (1, 18)])
def test_a_hit_ends_the_way_to_the_target_in_so_many_cells(drm: int, cells: int) -> None:
    assert old_hand.leaves_by_hit(C, drm) == pytest.approx(cells / 60)


def duellists() -> Position:
    """Return a position on the way out in which the leader, a Hero, and an Elite may duel."""
    game = Position().in_flight(3)
    game.level(0, pilot=Quality.HERO)
    game.level(1, pilot=Quality.ELITE)
    game.mask[:] = 0
    game.mask[[Act.NO_DUEL, Act.DUEL, Act.DUEL + 1]] = 1
    return game


def test_a_gunner_who_covers_the_tail_lowers_the_risk() -> None:
    game = duellists()
    risks = []
    for level in (Quality.GREEN, Quality.ELITE):
        game.level(1, pilot=Quality.ELITE, gunner=level)
        risks.append(old_hand.leaves_by_fighter(game.mat, C, 1))
    # B3 has 5 hits on its 6 faces. From two of 6 sectors he fires at -2, and an Elite at -5: 3 cells or none of C1's 60
    assert risks == pytest.approx([5 / 6 * (4 * 12 + 2 * 3) / (6 * 60), 5 / 6 * (4 * 12) / (6 * 60)])


def test_on_the_way_out_the_attack_at_least_risk_duels() -> None:
    game = duellists()
    spared = beliefs(duel_risk=3)
    assert old_hand.duel(game.mat, C, game.mask, beliefs()).action == Act.DUEL
    choice = old_hand.duel(game.mat, C, game.mask, spared)
    assert (choice.action, choice.reason) == (Act.DUEL + 1, Reason.LEAST_AT_RISK_DUELS)
    game.mat.mission.leg = Leg.HOME
    assert old_hand.duel(game.mat, C, game.mask, spared).action == Act.DUEL
    game.mat.mission.leg = Leg.OUT
    game.mat.aircraft[1].ordnance = Payload.SC1000
    assert old_hand.duel(game.mat, C, game.mask, beliefs(duel_risk=0.01)).action == Act.DUEL
