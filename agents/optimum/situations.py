"""Situations that can be enumerated: a mission flown alone, laid out and played up to where the question begins.

All have a target in zone 1: no card is drawn and no fighter met in the target zone (3.7), and the airfield is next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.actions import index_of
from stuka_env.charts import LoadedCharts
from stuka_env.codes import SEATS, SLOTS, Scale
from stuka_env.engine.engine import Engine, View, new_view
from stuka_env.engine.tape import TapeError, leftover_message
from stuka_env.envs.arguments import read_arguments, read_reset_options


class SituationError(ValueError):
    """A situation that does not fit the rules; one line says why."""


@dataclass(frozen=True)
class Situation:
    """Where a question begins: the setup of a mission, and what has been ordered and rolled since."""

    name: str
    text: str
    """What it is, for readers of the table."""
    segment: str
    setup: Mapping[str, Any]
    """As :mod:`stuka_env.scenario.setup` reads it."""
    orders: Sequence[tuple[str, int]] = ()
    """Verbs with their arguments, from the muster on."""
    dice: Mapping[str, Any] = field(default_factory=dict)
    """Every roll on the way there, as :mod:`stuka_env.engine.tape` reads it."""


def begin(situation: Situation, charts: LoadedCharts) -> tuple[Engine, View]:
    """An engine with this one mission, played up to where the question begins.

    Raises:
        SituationError: the orders or the dice do not fit.
    """
    try:
        arguments = read_arguments(Scale.MISSION, None, situation.segment, "regular", "flat", None, 0.0)
        options = read_reset_options({"setup": situation.setup, "dice": situation.dice, "strict_dice": True}, arguments)
        engine = Engine(1, arguments.scenario, charts)
        view = new_view(1)
        engine.reset(view.buffers, [0], setup=options.setup, tape=options.tape, strict=True)
        for verb, argument in situation.orders:
            give(engine, view, verb, argument)
    except (ValueError, TapeError) as error:
        raise SituationError(f"situation {situation.name}: {error}") from None
    left = leftover_message(engine.wars.tapes[0])
    if left:
        raise SituationError(f"situation {situation.name}: {left}")
    return engine, view


def give(engine: Engine, view: View, verb: str, argument: int) -> None:
    """Give an order."""
    action = index_of(verb, argument)
    if not view.masks[0, action]:
        raise ValueError(f"orders: got {verb} {argument}, which is not allowed there")
    engine.step(np.array([action]), view.buffers)


def begin_many(situation: Situation, charts: LoadedCharts, seeds: NDArray[np.uint64]) -> tuple[Engine, View]:
    """As many missions as there are ``seeds``, all where the question begins, each with the dice of its own seed.

    Raises:
        SituationError: the orders or the dice do not fit.
    """
    one, _ = begin(situation, charts)
    engine, view = Engine(len(seeds), one.scenario, charts), new_view(len(seeds))
    engine.reset(view.buffers, seeds.tolist())
    engine.wars.mats[...] = one.wars.mats[0]
    engine.wars.masks[...] = one.wars.masks[0]
    engine.show(view.buffers)
    return engine, view


# --- laying out ---


def roster(*people: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """These people and nobody else."""
    return [*people, *[{"level": "nobody"}] * (SEATS - len(people))]


def hangar(aircraft: int) -> list[Mapping[str, Any]]:
    """So many aircraft and no more."""
    return [*[{}] * aircraft, *[{"status": "none"}] * (SLOTS - aircraft)]


def veteran(stress: int = 0) -> Mapping[str, Any]:
    """A Veteran."""
    return {"level": "veteran", "stress": stress}


def setup_in_zone_one(target: str, aircraft: int, pilots: Sequence[Mapping[str, Any]], gunners: int) -> dict[str, Any]:
    """A target in zone 1, this many aircraft, these pilots, and Veterans without stress behind them."""
    return {
        "target": target,
        "zone": 1,
        "aircraft": hangar(aircraft),
        "pilots": roster(*pilots),
        "gunners": roster(*[veteran()] * gunners),
    }


# --- the situations that are solved ---

_PAIR = (("FLY", 2), ("LEADER", 1), ("GUNNER", 1))
_TWO_BIG_ONES = (("LOAD_SC500_SC50", 0), ("SC1000", 0), ("CARRY", 1), ("CARRY", 2))
_KETTE = (
    ("FLY", 3), ("LEADER", 1), ("GUNNER", 1), ("PILOT", 2), ("GUNNER", 2),
    ("LOAD_SC500_SC50", 0), ("SC1000", 0), ("CARRY", 1), ("CARRY", 2),
)  # fmt: skip


def last_bomb() -> Situation:
    """The smallest one: one attack to go."""
    return Situation(
        "last bomb",
        "two aircraft over a railway in good visibility, no Anti-Aircraft fire; the first has scored 40: "
        "how the second attacks",
        "1941-11",
        setup_in_zone_one("rail", 2, [veteran()] * 2, 2),
        (*_PAIR, *_TWO_BIG_ONES, ("NO_LUCKY_DOG", 0), ("GO_ON", 0), ("DROP", 0)),
        {"A4": [1], "A6": [1], "A2": [7]},
    )


def loaded_pair() -> Situation:
    """Everything from take-off on."""
    return Situation(
        "loaded pair",
        "two Veteran crews with an SC1000 each at the airfield, a railway in zone 1, Lucky Dog on the leader",
        "1941-11",
        setup_in_zone_one("rail", 2, [veteran()] * 2, 2),
        (*_PAIR, *_TWO_BIG_ONES, ("LUCKY_DOG", 1)),
    )


def seats() -> Situation:
    """Who flies, leads, and where; the G has one load."""
    elite = {"level": "elite", "stress": 2}
    return Situation(
        "seats",
        "Citadel, armour in zone 1, two G: an Elite and a Veteran with 2 stress, a rested Veteran: who flies and leads",
        "1943-07",
        setup_in_zone_one("armor", 2, [elite, veteran(2), veteran()], 2),
    )


def pair() -> Situation:
    """Loads, carriers, Lucky Dog, gambles."""
    return Situation(
        "pair",
        "two Veteran crews, troops in zone 1, June 1941: load, special bombs and who carries them, Lucky Dog, flight",
        "1941-06",
        setup_in_zone_one("troops", 2, [veteran()] * 2, 2),
        _PAIR,
    )


def kette() -> Situation:
    """An Ace leads."""
    return Situation(
        "kette",
        "an Ace and two Veterans, SC1000 on the first two, Lucky Dog on the Ace, buildings in zone 1; from take-off on",
        "1941-11",
        setup_in_zone_one("buildings", 3, [{"level": "ace"}, veteran(), veteran()], 3),
        (*_KETTE, ("LUCKY_DOG", 1)),
    )


def tired_kette() -> Situation:
    """Stress in the pilots' seats."""
    return Situation(
        "tired kette",
        "three Veterans with 1, 3 and 2 stress, SC1000 on the first two, Lucky Dog on the second; from take-off on",
        "1941-11",
        setup_in_zone_one("rail", 3, [veteran(1), veteran(3), veteran(2)], 3),
        (*_KETTE, ("LUCKY_DOG", 2)),
    )


SITUATIONS = {made.name: made for made in (last_bomb(), loaded_pair(), seats(), pair(), kette(), tired_kette())}
"""By name, the smaller first."""
