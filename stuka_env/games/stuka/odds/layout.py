"""The odds of a position as numbers: one record, with the names and meanings of its fields. All of them are float32.

Players who meet other charts than ours need the odds to play well. The flat observation has none of them. A network
reads both (:mod:`stuka_env.games.stuka.networks.structured`): a row of :data:`WITH_ODDS` numbers, the observation
first.
"""

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.records import Numbers, Record, Rows, float32, nested, record
from stuka_env.games.stuka.charts.shape import SIZES, STRESS
from stuka_env.games.stuka.codes import SEATS, SLOTS, ZONES, Payload
from stuka_env.games.stuka.observation import LENGTH

SHOWN_DRMS = range(-3, 7)
"""Modifiers of an attack whose mean score against the present target is shown."""


@record
class TableOdds(Record):
    """The odds of the mission and of the war."""

    stress_attack: Numbers = float32("modifier of an attack by stress (C2)", (STRESS,))
    stress_landing: Numbers = float32("modifier of a landing by stress (C2)", (STRESS,))
    stress_bailout: Numbers = float32("modifier of a bail-out by stress (C2)", (STRESS,))
    sizes: Numbers = float32("mean attack score without a modifier, by size of target (A2)", (SIZES,))
    target: Numbers = float32("mean attack score against the target, by modifier", (len(SHOWN_DRMS),))
    loads: Numbers = float32("mean attack score of a rested Veteran against the target, by load", (len(Payload),))
    formation: Numbers = float32("mean mission score without a special bomb, with an SC1000, an SC1800", (3,))
    mean_attack: float = float32("mean attack score of the aircraft in flight")
    contact: Numbers = float32("chance that fighters get through to the formation, by zone (B1, B2)", (ZONES,))
    fighters: Numbers = float32("mean number of those fighters, by zone", (ZONES,))
    hits: float = float32("mean number of hits of one fighter (B3)")
    rear_gunner: float = float32("mean modifier of a rear gunner's fire, by sector (B3)")
    damage_stress: float = float32("mean stress of a hit (C1)")
    damage_destroyed: float = float32("chance that a hit destroys an aircraft (C1)")
    damage_marker: float = float32("chance of a damage marker from a hit (C1)")
    damage_range: float = float32("mean range that a hit costs (C1)")
    damage_crew: float = float32("mean number of people that a hit wounds or kills (C1)")
    bailout_killed: float = float32("chance to be killed in a bail-out without a modifier (C3)")
    evasion_lost: float = float32("chance not to come back from enemy territory, without a modifier (C4)")
    wreck_destroyed: float = float32("chance that a forced landing destroys the aircraft (C6)")
    wreck_repair: float = float32("mean repair time after a forced landing (C6)")
    wreck_killed: float = float32("chance to be killed in a wreck (C7)")
    repair: float = float32("mean repair time of a damage marker (C10)")
    target_zone: float = float32("mean target zone of a mission (A1)")
    missions: Numbers = float32("missions after this one, in the operation or segment and in the war", (2,))
    bonus: Numbers = float32("expected points of the bonus for few losses, of the operation and of the war", (2,))
    bonus_lost: Numbers = float32("points of it that one more aircraft and 0, 1 or 2 people cost: operation", (3,))
    war_bonus_lost: Numbers = float32("points of it that one more aircraft and 0, 1 or 2 people cost: war", (3,))


@record
class AircraftOdds(Record):
    """The odds of an aircraft with a pilot; 0 without one."""

    attack: float = float32("mean score of its attack, with its bombs or by strafing")
    payload: float = float32("mean score of its attack with the formation's load")
    sc1000: float = float32("mean score of its attack with an SC1000")
    sc1800: float = float32("mean score of its attack with an SC1800")
    perfect: float = float32("chance of a perfect attack with what hangs under it")
    gamble: float = float32("mean score of its attack with the Rudel Gamble")
    gamble_perfect: float = float32("chance of a perfect attack with the Rudel Gamble")
    landing: float = float32("modifier of its landing by pilot")


@record
class PilotOdds(Record):
    """The odds of a pilot; 0 for nobody."""

    attack: float = float32("mean score of his attack with the formation's load, at first with the common one")
    attack_drm: float = float32("modifier of his attacks")
    landing_drm: float = float32("modifier of his landings")
    bailout_drm: float = float32("modifier of his bail-out")


@record
class GunnerOdds(Record):
    """The odds of a gunner; 0 for nobody."""

    bailout_drm: float = float32("modifier of his bail-out")


@record
class Odds(Record):
    """The odds of a position."""

    table: TableOdds = nested(TableOdds)
    aircraft: Rows[AircraftOdds] = nested(AircraftOdds, (SLOTS,))
    pilots: Rows[PilotOdds] = nested(PilotOdds, (SEATS,))
    gunners: Rows[GunnerOdds] = nested(GunnerOdds, (SEATS,))


ODDS_LENGTH = Odds.dtype.itemsize // 4
"""Numbers of the odds of a position."""
WITH_ODDS = LENGTH + ODDS_LENGTH
"""Numbers of the flat observation and the odds."""


def odds_places(field: str) -> NDArray[np.int64]:
    """Return the places of a field of :class:`Odds` in a row of :data:`WITH_ODDS` numbers.

    The shape is ``(places, numbers)`` for a field with a record for each place, else ``(numbers,)``.
    """
    fields = Odds.dtype.fields
    assert fields is not None
    part, start, *_ = fields[field]
    numbers = LENGTH + start // 4 + np.arange(part.itemsize // 4)
    return numbers.reshape(*part.shape, -1)
