"""Situations that can be enumerated: a mission flown alone, from the point where the question begins.

The first six are laid out by hand to be small; no Mission comes to them. The other six begin where a Mission can come
to, from the Staffel of every Mission, by orders and dice alone. Neither kind is for training or choosing agents.

The way home keeps them small. From a target in zone 1 it leads straight to the airfield: no card is drawn and no
fighter met in the target zone (3.7). From farther out it no longer matters once the bonus is lost (8.5.1).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Engine, View
from stuka_env.engine.faults import TapeError
from stuka_env.engine.tape import leftover_message
from stuka_env.envs.arguments import read_reset_options
from stuka_env.games.stuka.actions import index_of
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SEATS, SLOTS, Scale
from stuka_env.games.stuka.engine.tape import TAPE_FORM
from stuka_env.games.stuka.scenario.arguments import read_war_spec


class SituationError(ValueError):
    """A situation that does not fit the rules; the message gives the reason."""


@dataclass(frozen=True)
class Situation:
    """The start of a question: the setup of a mission, and the orders and rolls since.

    Without a setup it is the Mission of ``Stuka/Mission-v0``, from its mission roll on.
    """

    name: str
    text: str
    """A description, for readers of the table."""
    segment: str
    setup: Mapping[str, Any] = field(default_factory=dict)
    """As :mod:`stuka_env.games.stuka.scenario.setup` reads it."""
    orders: Sequence[tuple[str, int]] = ()
    """Verbs with their arguments, from the muster on."""
    dice: Mapping[str, Any] = field(default_factory=dict)
    """Every roll on the way there, as :mod:`stuka_env.engine.tape` reads it."""

    @property
    def reachable(self) -> bool:
        """Whether a Mission can come to it: whether nothing was laid out by hand.

        Legal orders, and rolls that the dice can show, then lead there from the set-up of every Mission (4.5, ruling
        Q87).
        """
        return not self.setup


def begin(situation: Situation, charts: LoadedCharts) -> tuple[Engine, View]:
    """Return an engine of this one mission, played up to where the question begins.

    Raises:
        SituationError: the orders or the dice do not fit.
    """
    try:
        spec = replace(read_war_spec(Scale.MISSION, segment=situation.segment), charts=charts)
        laid_out = situation.setup or None
        options = read_reset_options({"setup": laid_out, "dice": situation.dice, "strict_dice": True}, spec)
        engine = Engine(1, spec)
        view = engine.new_view()
        engine.reset(view.buffers, [0], setup=options.setup, tape=options.tape, strict=True)
        for verb, argument in situation.orders:
            give(engine, view, verb, argument)
    except (ValueError, TapeError) as error:
        raise SituationError(f"situation {situation.name}: {error}") from None
    left = leftover_message(TAPE_FORM, engine.wars.tapes[0])
    if left:
        raise SituationError(f"situation {situation.name}: {left}")
    return engine, view


def give(engine: Engine, view: View, verb: str, argument: int) -> None:
    """Give an order to the only mission of an engine."""
    action = index_of(verb, argument)
    if not view.masks[0, action]:
        raise ValueError(f"orders: got {verb} {argument}, which is not allowed there")
    engine.step(np.array([action]), view.buffers)


def begin_many(situation: Situation, charts: LoadedCharts, seeds: NDArray[np.uint64]) -> tuple[Engine, View]:
    """Return an engine of a mission for each seed, all where the question begins, each with the dice of its seed.

    Raises:
        SituationError: the orders or the dice do not fit.
    """
    one, _ = begin(situation, charts)
    engine = Engine(len(seeds), one.spec)
    view = engine.new_view()
    engine.reset(view.buffers, seeds.tolist())
    engine.wars.mats[...] = one.wars.mats[0]
    engine.wars.masks[...] = one.wars.masks[0]
    engine.show(view.buffers)
    return engine, view


# --- laying out ---


def roster(*people: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return a roster of these people and nobody else."""
    return [*people, *[{"level": "nobody"}] * (SEATS - len(people))]


def hangar(aircraft: int) -> list[Mapping[str, Any]]:
    """Return this number of aircraft and no more."""
    return [*[{}] * aircraft, *[{"status": "none"}] * (SLOTS - aircraft)]


def veteran(stress: int = 0) -> Mapping[str, Any]:
    """Return a Veteran."""
    return {"level": "veteran", "stress": stress}


def setup_in_zone_one(target: str, aircraft: int, pilots: Sequence[Mapping[str, Any]], gunners: int) -> dict[str, Any]:
    """Return the setup of a mission to zone 1 with these aircraft and pilots; the gunners are Veterans."""
    return {
        "target": target,
        "zone": 1,
        "aircraft": hangar(aircraft),
        "pilots": roster(*pilots),
        "gunners": roster(*[veteran()] * gunners),
    }


def crews(aircraft: int) -> tuple[tuple[str, int], ...]:
    """Return the orders for a formation of so many aircraft, its crews in the order of the roster."""
    seats = [(("PILOT", number), ("GUNNER", number)) for number in range(2, aircraft + 1)]
    return ("FLY", aircraft), ("LEADER", 1), ("GUNNER", 1), *[order for seat in seats for order in seat]


# --- the situations ---

_PAIR = (("FLY", 2), ("LEADER", 1), ("GUNNER", 1))
_TWO_BIG_ONES = (("LOAD_SC500_SC50", 0), ("SC1000", 0), ("CARRY", 1), ("CARRY", 2))
_KETTE = (
    ("FLY", 3), ("LEADER", 1), ("GUNNER", 1), ("PILOT", 2), ("GUNNER", 2),
    ("LOAD_SC500_SC50", 0), ("SC1000", 0), ("CARRY", 1), ("CARRY", 2),
)  # fmt: skip

LAID_OUT = (
    Situation(
        "last bomb",
        "two aircraft over a railway in good visibility, no Anti-Aircraft fire; the first has scored 40: "
        "how the second attacks",
        "1941-11",
        setup_in_zone_one("rail", 2, [veteran()] * 2, 2),
        (*_PAIR, *_TWO_BIG_ONES, ("NO_LUCKY_DOG", 0), ("GO_ON", 0), ("DROP", 0)),
        {"A4": [1], "A6": [1], "A2": [7]},
    ),
    Situation(
        "loaded pair",
        "two Veteran crews with an SC1000 each at the airfield, a railway in zone 1, Lucky Dog on the leader",
        "1941-11",
        setup_in_zone_one("rail", 2, [veteran()] * 2, 2),
        (*_PAIR, *_TWO_BIG_ONES, ("LUCKY_DOG", 1)),
    ),
    Situation(
        "seats",
        "Citadel, armour in zone 1, two G: an Elite and a Veteran with 2 stress, a rested Veteran: who flies and leads",
        "1943-07",
        setup_in_zone_one("armor", 2, [{"level": "elite", "stress": 2}, veteran(2), veteran()], 2),
    ),
    Situation(
        "pair",
        "two Veteran crews, troops in zone 1, June 1941: load, special bombs and who carries them, Lucky Dog, flight",
        "1941-06",
        setup_in_zone_one("troops", 2, [veteran()] * 2, 2),
        _PAIR,
    ),
    Situation(
        "kette",
        "an Ace and two Veterans, SC1000 on the first two, Lucky Dog on the Ace, buildings in zone 1; from take-off on",
        "1941-11",
        setup_in_zone_one("buildings", 3, [{"level": "ace"}, veteran(), veteran()], 3),
        (*_KETTE, ("LUCKY_DOG", 1)),
    ),
    Situation(
        "tired kette",
        "three Veterans with 1, 3 and 2 stress, SC1000 on the first two, Lucky Dog on the second; from take-off on",
        "1941-11",
        setup_in_zone_one("rail", 3, [veteran(1), veteran(3), veteran(2)], 3),
        (*_KETTE, ("LUCKY_DOG", 2)),
    ),
)
"""Laid out by hand, the smaller first."""
REACHABLE = (
    # Only one aircraft has a fair chance to sink her, and the one Gamble can be had once.
    Situation(
        "one cruiser",
        "Aug 1941, a Kette over a cruiser in zone 1, hit twice: the second has the SC1800; who gambles, and when",
        "1941-08",
        orders=(
            *crews(3),
            *(("LOAD_SC500_SC50", 0), ("SC1800", 0), ("CARRY", 2), ("LUCKY_DOG", 2), ("GO_ON", 0)),
        ),
        dice={"A1": [(5, 6, 1)], "SHIP": [4], "A4": [1], "A6": [5], "CUP": [1, 3], "C1": [(3, 2), (10, 4)]},
    ),
    # The leader's relief can calm a pilot enough to gamble.
    Situation(
        "shot-up Staffel",
        "Case Blue, five over a railway in zone 1 after heavy fire: a jammed bomb, a torn wing, a shaken leader; "
        "relief, gamble, strafing",
        "1942-08",
        orders=(
            *crews(5),
            *(("LOAD_SC500_SC50", 0), ("SC1000", 0), ("CARRY", 1), ("CARRY", 2), ("GO_ON", 0)),
        ),
        dice={"A1": [(1, 4, 1)], "A4": [2], "A6": [9], "CUP": [1, 2, 4], "C1": [(8, 4), (6, 3), (3, 3)]},
    ),
    # In a large formation one good attack is worth little, the bonus as much as ever.
    Situation(
        "large Staffel",
        "Case Blue, six over buildings in zone 1 with low visibility, two crews shaken: bonus or gamble, and relief",
        "1942-11",
        orders=(
            *crews(6),
            *(("LOAD_SC500_SC50", 0), ("SC1000", 0), ("CARRY", 1), ("CARRY", 2), ("GO_ON", 0)),
        ),
        dice={"A1": [(3, 4, 1)], "A4": [6], "A6": [5], "CUP": [1, 3], "C1": [(8, 4), (5, 3)]},
    ),
    # An aircraft that cannot attack counts in the divisor all the same (8.4).
    Situation(
        "jammed cannon",
        "Citadel, zone 1 on the way to armour in zone 2. One of three G is shot down, and the Lucky Dog cannot fire: "
        "fly on, send it home, or turn back",
        "1943-07",
        orders=(*crews(3), ("LUCKY_DOG", 2)),
        dice={
            "A1": [(3, 4, 2)], "EVENT": ["ambush"], "B1": [8], "B2": [6], "B3": [(5, 3), (5, 3)],
            "CUP": [2, 3], "C1": [(6, 4), (2, 6)],
        },
    ),
    # Only the aircraft that should turn back can still attack.
    Situation(
        "short of fuel",
        "Citadel, zone 4 on the way to troops in zone 5. One of three G is shot down, the leader cannot fire, and the "
        "third has lost two zones of range: turn back, or fly on",
        "1943-07",
        orders=(*crews(3), ("LUCKY_DOG", 1), ("GO_ON", 0)),
        dice={
            "A1": [(2, 4, 5)], "EVENT": ["waypoint_reached", "radio_silence", "cloud_bank", "ambush"],
            "B1": [1, 1, 1, 8], "B2": [1, 1, 1, 6], "B3": [(5, 3), (5, 3), (5, 3)], "CUP": [3, 1, 2],
            "C1": [(2, 6), (6, 4), (1, 5)],
        },
    ),
    Situation(
        "hunting pair",
        "Citadel, armour in zone 1, two G with their crews: Lucky Dog or not and on whom, then the whole flight",
        "1943-07",
        orders=crews(2),
        dice={"A1": [(3, 4, 1)]},
    ),
)  # fmt: skip
"""Situations that a Mission comes to."""
SITUATIONS = {situation.name: situation for situation in (*LAID_OUT, *REACHABLE)}
"""All by name."""
