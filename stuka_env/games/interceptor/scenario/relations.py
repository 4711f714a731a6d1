"""Relations between the values of a mat that hold at every decision, so that a forged mat is refused."""

from typing import Any

import numpy as np

from stuka_env.games.interceptor.codes import (
    LEARNED,
    NOBODY,
    Award,
    Bomber,
    Decision,
    Enemy,
    Person,
    Rockets,
    Skill,
)
from stuka_env.games.interceptor.rules.experience import PLACES
from stuka_env.games.interceptor.rules.mat import Sortie
from stuka_env.position.blocks import MatValues, Stages, check_stages

THRESHOLD_FIELDS = {
    "port_wing": "wing",
    "starboard_wing": "wing",
    "airframe": "airframe",
    "tail": "tail",
    "controls": "controls",
}
"""Fields of the charts with the threshold of a system."""
WITH_SORTIE = tuple(decision for decision in Decision if decision not in (Decision.TRACK, Decision.GUNNER))
WITH_FLIGHT = tuple(decision for decision in WITH_SORTIE if decision != Decision.SCRAMBLE)
AFTER_THE_FLIGHT = tuple(decision for decision in WITH_FLIGHT if not Decision.ENGAGE <= decision < Decision.DEBRIEF)
STAGES: Stages = {
    "bomber": (Decision.BURST, Decision.REDRAW, Decision.PASS, Decision.WITNESS),
    "fighter": (Decision.REDRAW, Decision.DOGFIGHT, Decision.REFLEX, Decision.WITNESS),
    "desk": (Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL, Decision.DEBRIEF),
    **{f"sortie.{name}": WITH_FLIGHT for name in Sortie.dtype.names or ()},
    **{
        f"sortie.{name}": WITH_SORTIE
        for name in ("raid", "target_zone", "weather", "entry", "last_box", "bomber_type", "escort")
    },
    **{f"sortie.{name}": AFTER_THE_FLIGHT for name in ("deadstick", "jumped", "lost", "landing")},
    "cursor.person": (Decision.SKILL,),
    "work.redraw": (Decision.REDRAW,),
    "work.fate": (Decision.WITNESS, Decision.FORCED),
    "desk.offer": (Decision.AIRCRAFT, Decision.SERIES),
    "desk.offered": (Decision.AIRCRAFT,),
    **dict.fromkeys(("career.sit_out", "work.cause", "wingman.away", "gunner.away"), ()),
    **{f"{mate}.{name}": () for mate in ("gunner", "old_gunner") for name in ("expert", "bombers", "ace")},
}
"""Decisions at which a block or a field is not empty, before the end."""
EMPTY = {"sortie.orientation": NOBODY, "desk.series": NOBODY}
"""Numbers of empty fields that are not 0."""
CARDS_ON_TABLE = ("own", "enemy", "wing", "gunner")


def check_stage(war: MatValues) -> None:
    """Check that the mat has no values of another stage than that of the open decision.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    if war.decision == Decision.OVER:
        return
    check_stages(war, STAGES, EMPTY)
    if Decision.ENGAGE <= war.decision < Decision.DEBRIEF:
        _check_skills_of_mates(war)


def _check_skills_of_mates(war: MatValues) -> None:
    """Check that the wingman and the gunner have the skills that they used in this flight."""
    maintenance = PLACES[Person.GUNNER][Skill.MAINTENANCE]
    war.at_most("sortie.wingman_expert_used", int(war["wingman"]["expert"].any()))
    war.at_most("sortie.maintenance_used", int(war["gunner"]["skills"][maintenance]))


def check_relations(war: MatValues) -> None:
    """Check relations that hold from the set-up of a war to its end.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    _check_aircraft(war)
    _check_guns(war)
    _check_bomber(war)
    _check_fighter(war)
    _check_pilot(war)
    _check_results(war)
    _check_cards(war)


def _need_thresholds(war: MatValues, block: str, row: Any) -> None:
    """Check the hits on systems against a row of the charts."""
    for name, threshold in THRESHOLD_FIELDS.items():
        war.at_most(f"{block}.{name}", int(row[threshold]))


def _most_engine_hits(war: MatValues, row: Any) -> list[int]:
    hits = int(war.charts["armoured_hits" if row["armour"] else "engine_hits"])
    return [hits if engine < row["engines"] else 0 for engine in range(2)]


def _check_aircraft(war: MatValues) -> None:
    charts, aircraft = war.charts, war["aircraft"]
    model = charts["models"][aircraft["model"]]
    series = charts["series"][model["series"]]
    _need_thresholds(war, "aircraft", series)
    war.at_most("aircraft.engines", _most_engine_hits(war, series))
    for name, field in (("armour", "armour"), ("boost", "boost"), ("rear_gun", "rear")):
        war.at_most(f"aircraft.{name}", int(series[field]))
    war.at_most("aircraft.rockets", max(Rockets) if model["rockets"] else Rockets.NONE)
    war.at_most("aircraft.speed", int(model["speed"]) + int(charts["rocket_drag"]))


def _check_guns(war: MatValues) -> None:
    """Check the weapons against those that the type has: no more ammunition than printed."""
    aircraft = war["aircraft"]
    weapons = war.charts["models"]["weapons"][aircraft["model"]]
    points, printed = aircraft["guns"]["ammunition"], weapons["ammunition"]
    fits = (points >= np.minimum(printed, 0)) & (points <= np.maximum(printed, 0))
    war.need("aircraft.guns.ammunition", fits.all(), f"at most {printed.tolist()}")
    is_fitted = weapons["firepower"] > 0
    for name, can in (("jammed", is_fitted & (weapons["never_jams"] == 0)), ("out", is_fitted)):
        war.at_most(f"aircraft.guns.{name}", can.astype(int))


def _check_bomber(war: MatValues) -> None:
    row = war.charts["bombers"][war["bomber"]["type"]]
    if war["bomber"]["type"] > Bomber.UNKNOWN:
        _need_thresholds(war, "bomber", row)


def _check_fighter(war: MatValues) -> None:
    row = war.charts["enemies"][war["fighter"]["type"]]
    if war["fighter"]["type"] <= Enemy.NONE:
        return
    _need_thresholds(war, "fighter", row)
    war.at_most("fighter.engines", _most_engine_hits(war, row))
    war.at_most("fighter.armour", int(row["armour"]))
    war.at_most("fighter.speed", int(row["speed"]))
    war.at_most("fighter.guns_out", (row["firepower"] > 0).astype(int))


def _check_pilot(war: MatValues) -> None:
    """Check the pilot against the optional rules, and the skills that he used against those that he has."""
    settings, pilot = war["settings"], war["pilot"]
    skills = pilot["skills"]
    war.at_most("pilot.awards", [3 if award == Award.WOUND_BADGE else 1 for award in Award])
    for name in ("fatigue", "leave_taken"):
        war.need(f"pilot.{name}", settings["fatigue"] or not pilot[name], "0 without fatigue")
    learned = skills[list(LEARNED)]
    can_learn = settings["advanced_maneuvers"]
    war.need("pilot.skills", can_learn or not learned.any(), "none of advanced maneuvers")
    for name, skill in (("reflexes_used", Skill.REFLEXES), ("sixth_sense_used", Skill.SIXTH_SENSE)):
        war.at_most(f"sortie.{name}", int(skills[skill]))
    war.at_most("sortie.learned_used", learned)
    war.at_most("sortie.expert_used", int(pilot["expert"].any()))
    war.at_most("sortie.wounds", pilot["wounds"])


def _check_results(war: MatValues) -> None:
    """Check that the results of a part are not above those of the whole."""
    career = war["career"]
    war.at_most("sortie.bombers", career["bombers"])
    war.at_most("sortie.fighters", career["fighters"])
    war.at_most("pilot.period_kills", career["bombers"] + career["fighters"])
    for names in (("destroyed", "crashed"), ("by_type",)):
        total = sum(int(np.sum(career[name])) for name in names)
        most = career["bombers"]
        war.need(f"career.{names[0]}", total <= most, f"at most {most} in all", total)
    war.at_most("career.flown", career["lines_used"])
    war.at_most("career.aircraft_lost", career["flown"] + 1)


def _check_cards(war: MatValues) -> None:
    """Check that the cards on the table are out, and that each lies there once."""
    deck = war["deck"]
    cards = [card for name in CARDS_ON_TABLE if (card := int(deck[name]))]
    war.need("deck.own", len(set(cards)) == len(cards), "each card once", cards)
    is_out = all(deck["drawn"][card - 1] for card in cards)
    war.need("deck.drawn", is_out, "1 for such a card", "a card on the table")
