"""Beliefs about the game as numbers: one record of parameters, by which ``old_hand`` plays.

A script is old_hand's code with a record of its own. :data:`BELIEFS` has old_hand's values. A margin of 0, or one that
no position reaches, turns off a rule that old_hand does not have. Points are points of a mission's score, unless they
are points of an attack. A merit of a person counts thousandths of an attack modifier.
"""

from collections.abc import Mapping
from typing import NamedTuple

from stuka_env.declared.records import Record, Rows, float64, record, rows


@record
class Beliefs(Record):
    """The parameters of a script that plays like old_hand: units and meanings, with the range of each."""

    # who flies
    extra_aircraft: float = float64("aircraft beyond the smallest Kette", low=0, high=5)
    ship_aircraft: float = float64("aircraft more against a ship that can be sunk", low=0, high=7)
    pilot_landing: float = float64("merit of a pilot for a landing modifier", low=0, high=1000)
    pilot_rest: float = float64("merit of a pilot for each stress marker that is absent", low=0, high=1000)
    pilot_missions: float = float64("merit of a pilot for each mission towards a promotion", low=-100, high=200)
    pilot_earned: float = float64("merit of a pilot whose promotion is earned", low=-1000, high=500)
    gunner_skill: float = float64(
        "merit of a gunner for a defence modifier; a stress marker costs 100", low=0, high=200
    )
    gunner_missions: float = float64("merit of a gunner for each mission towards a promotion", low=-50, high=100)
    gunner_earned: float = float64("merit of a gunner whose promotion is earned", low=-200, high=100)
    # bombs and the Lucky Dog
    sc1000_margin: float = float64("points that the SC1000 must bring", low=-10, high=20)
    sc1800_margin: float = float64(
        "points that the SC1800, which leaves the gunner behind, must bring", low=-10, high=20
    )
    carrier_attack: float = float64("merit of a carrier for each point of its plain attack", low=-1, high=1)
    lucky_leader: float = float64("attack points in favour of the leader as Lucky Dog", low=-30, high=30)
    lucky_stake: float = float64("attack points in favour of the Lucky Dog for each point of bonuses at stake with it",
                                 low=0, high=20)  # fmt: skip
    # the leader's relief, in merit of doctrine's rule
    relief_out: float = float64("merit that is enough for relief on the way out", low=0, high=40)
    relief_home: float = float64("merit that is enough for relief on the way home", low=0, high=40)
    relief_zone: float = float64("merit more for each zone that is left to fly", low=-4, high=4)
    # home or on
    home_margin: float = float64("attack points above the mean that still send an aircraft in trouble home",
                                 low=-30, high=40)  # fmt: skip
    home_range: float = float64("the same, for each zone of range lost", low=-20, high=20)
    home_alone: float = float64("the same, if one aircraft alone would go on", low=-60, high=40)
    home_stake: float = float64("chance that the rest of the flight costs an aircraft in trouble", low=0, high=1)
    lucky_home: float = float64("attack points below the mean at which the Lucky Dog too goes home", low=0, high=100)
    press_on: float = float64("points for which a pilot short of fuel presses on to the target", low=0, high=100)
    # duels
    duel_special: float = float64("stress markers that a special bomb weighs, in the choice of a duellist",
                                  low=-20, high=20)  # fmt: skip
    duel_risk: float = float64("the same, for each attack point that the next fighter should cost, on the way out",
                               low=0, high=20)  # fmt: skip
    # the Rudel Gamble
    aircraft_lost: float = float64("aircraft that a mission costs on average", low=0, high=1)
    people_killed: float = float64("people that a mission costs on average", low=0, high=1)
    losses_together: float = float64("share of losses of aircraft and people that come together", low=0, high=1)
    crew_points: float = float64("points that an Ace's crew adds to each later mission", low=-1, high=5)
    crew_level: float = float64("the same, for each level of the pilot above Ace", low=-1, high=3)
    crew_horizon: float = float64("later missions in which a crew is better than its successor", low=0, high=60)
    bonus_kept: float = float64("chance that the flight home leaves the mission's bonus", low=0, high=1)
    ship_afloat: float = float64("mission score against a ship that stays afloat", low=0, high=100)
    sunk_anyway: float = float64("share of the chance that later attacks sink the ship anyway", low=0, high=1)
    ship_wait: float = float64("points for which the gamble against a ship is left to a later aircraft", low=0, high=20)
    gamble_margin: float = float64("points that a Rudel Gamble must bring", low=-10, high=20)
    # careers
    spare_elite_pilots: float = float64("Elite pilots beyond those who may fly together", low=-2, high=9)
    spare_hero_pilots: float = float64("Hero pilots beyond those who may fly together", low=-1, high=10)
    spare_elite_gunners: float = float64("Elite gunners beyond those who may fly together", low=-2, high=9)
    spare_hero_gunners: float = float64("Hero gunners beyond those who may fly together", low=-1, high=10)
    spare_campaign: float = float64("spare Elites of each role more in a campaign", low=-5, high=7)


class Belief(NamedTuple):
    """A script's value of a parameter, and the belief in words."""

    value: float
    words: str


BELIEFS: Mapping[str, Belief] = {
    "extra_aircraft": Belief(0, "the score is a mean, so the smallest Kette is the best formation"),
    "ship_aircraft": Belief(0, "the smallest Kette is the best formation against ships too"),
    "pilot_landing": Belief(100, "of pilots who attack as well, the better landing flies"),
    "pilot_rest": Belief(100, "nobody flies with stress if somebody as good is rested"),
    "pilot_missions": Belief(1, "of equals the pilot nearest to a promotion flies"),
    "pilot_earned": Belief(-1, "a pilot whose promotion is earned makes room for equals"),
    "gunner_skill": Belief(40, "a gunner's stress marker weighs as much as two and a half modifiers of his fire"),
    "gunner_missions": Belief(1, "of equals the gunner nearest to a promotion flies"),
    "gunner_earned": Belief(-1, "a gunner whose promotion is earned makes room for equals"),
    "sc1000_margin": Belief(0, "an SC1000 is right wherever it raises the expected score"),
    "sc1800_margin": Belief(0, "an SC1800 is right wherever it does so, although its gunner stays behind"),
    "carrier_attack": Belief(0, "the special bomb hangs where it gains most"),
    "lucky_leader": Belief(0, "the Lucky Dog is the attack that is worth most, whoever leads"),
    "lucky_stake": Belief(0, "the Lucky Dog is the attack that is worth most, whoever is aboard"),
    "relief_out": Belief(6, "on the way out, two markers for each of a crew are worth the relief"),
    "relief_home": Belief(6, "on the way home, two markers for each of a crew are worth the relief"),
    "relief_zone": Belief(0, "relief need not be kept for the zones that are left"),
    "home_margin": Belief(0, "an aircraft in trouble goes home if the others score more without it"),
    "home_range": Belief(0, "lost range is no further reason to send an aircraft home"),
    "home_alone": Belief(0, "one aircraft may well go on alone"),
    "home_stake": Belief(0, "the bonuses for few losses are no reason to send an aircraft home"),
    "lucky_home": Belief(100, "the Lucky Dog always stays"),
    "press_on": Belief(100, "a pilot short of fuel always turns back"),
    "duel_special": Belief(10, "a pilot with a special bomb duels only if nobody else may"),
    "duel_risk": Belief(0, "a pilot with a good attack ahead duels like any other"),
    "aircraft_lost": Belief(0.17, "a mission costs an aircraft in six"),
    "people_killed": Belief(0.13, "a mission costs a life in eight"),
    "losses_together": Belief(0.5, "half of the losses of aircraft and people come together"),
    "crew_points": Belief(1, "a crew that crashes costs a point in every later mission"),
    "crew_level": Belief(0, "a lost crew costs the same, whoever it was"),
    "crew_horizon": Belief(60, "a lost crew is missed to the end of the war"),
    "bonus_kept": Belief(1, "a mission without a crash earns its bonus"),
    "ship_afloat": Belief(40, "a ship that stays afloat is worth 40 points"),
    "sunk_anyway": Belief(0, "a gamble that sinks a ship sinks one that would have stayed afloat"),
    "ship_wait": Belief(0, "against a ship, the aircraft that gains most gambles, the first of equals"),
    "gamble_margin": Belief(0, "a Rudel Gamble is right wherever it brings anything"),
    "spare_elite_pilots": Belief(2, "two Elite pilots rest while two fly"),
    "spare_hero_pilots": Belief(2, "two Heroes rest while one flies"),
    "spare_elite_gunners": Belief(2, "two Elite gunners rest while two fly"),
    "spare_hero_gunners": Belief(2, "two Hero gunners rest while one flies"),
    "spare_campaign": Belief(0, "a campaign needs no more Elites than an operation"),
}  # fmt: skip
"""Old_hand's beliefs, by the name of the parameter; the order is that of :class:`Beliefs`."""


def belief_rows(**changes: float) -> Rows[Beliefs]:
    """Return old_hand's values with some ``changes``, as one row: compiled code keeps an array in place.

    Raises:
        ValueError: a value is out of range, or no parameter has the name.
    """
    values = {name: belief.value for name, belief in BELIEFS.items()} | changes
    ranges = {field.name: (field.low, field.high) for field in Beliefs.FIELDS}
    for name, value in values.items():
        if name not in ranges:
            raise ValueError(f"belief: got {name!r}, allowed is {', '.join(ranges)}")
        low, high = ranges[name]
        if not low <= value <= high:
            raise ValueError(f"{name}: got {value}, allowed is {low} to {high}")
    row = rows(1, Beliefs)
    row[0] = tuple(values[name] for name in ranges)
    return row
