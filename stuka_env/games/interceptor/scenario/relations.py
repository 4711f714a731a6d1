"""Relations between the values of a mat that hold at every decision, so that a forged mat is refused."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from stuka_env.consistency import need
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
from stuka_env.games.interceptor.scenario.mat_values import MatValues

THRESHOLD_FIELDS = {
    "port_wing": "wing",
    "starboard_wing": "wing",
    "airframe": "airframe",
    "tail": "tail",
    "controls": "controls",
}
"""Fields of the charts with the threshold of a system."""
DECISIONS_OF_BLOCKS: Mapping[str, tuple[Decision, ...]] = {
    "bomber": (Decision.BURST, Decision.REDRAW, Decision.PASS, Decision.WITNESS),
    "fighter": (Decision.REDRAW, Decision.DOGFIGHT, Decision.REFLEX, Decision.WITNESS),
    "desk": (Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL, Decision.DEBRIEF),
}
"""Decisions at which a block is not empty."""
WITHOUT_SORTIE = (Decision.TRACK, Decision.GUNNER)
BEFORE_TAKE_OFF = ("raid", "target_zone", "weather", "entry", "last_box", "bomber_type", "escort")
"""Fields of a sortie that are known on the ground."""
AFTER_THE_FLIGHT = ("deadstick", "jumped", "lost", "landing")
"""Fields of a sortie that are known when it has ended."""
OF_A_DECISION: Mapping[str, tuple[Decision, ...]] = {
    "cursor.person": (Decision.SKILL,),
    "work.redraw": (Decision.REDRAW,),
    "work.fate": (Decision.WITNESS, Decision.FORCED),
    "desk.offer": (Decision.AIRCRAFT, Decision.SERIES),
    "desk.offered": (Decision.AIRCRAFT,),
}
"""Fields that are zero except at some decisions."""
ALWAYS_ZERO = (
    *("career.sit_out", "work.cause", "wingman.away", "gunner.away"),
    *(f"{mate}.{field}" for mate in ("gunner", "old_gunner") for field in ("expert", "bombers", "ace")),
)
"""Fields that are zero at every decision."""
CARDS_ON_TABLE = ("own", "enemy", "wing", "gunner")


def check_stage(war: MatValues) -> None:
    """Check that the mat has no values of another stage than that of the open decision.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    decision, in_air = war.decision, Decision.ENGAGE <= war.decision < Decision.DEBRIEF
    if decision == Decision.OVER:
        return
    for block, decisions in DECISIONS_OF_BLOCKS.items():
        if decision not in decisions:
            _need_empty(war, block, war.blocks[block])
    if decision in WITHOUT_SORTIE:
        _need_empty(war, "sortie", war.blocks["sortie"])
    elif decision == Decision.SCRAMBLE:
        _need_empty(war, "sortie", [name for name in war.blocks["sortie"] if name not in BEFORE_TAKE_OFF])
    elif in_air:
        _need_empty(war, "sortie", AFTER_THE_FLIGHT)
    for path in (*ALWAYS_ZERO, *(path for path, decisions in OF_A_DECISION.items() if decision not in decisions)):
        block, _, name = path.partition(".")
        _need_empty(war, block, (name,))
    if in_air:
        _check_skills_of_mates(war)


def _need_empty(war: MatValues, block: str, names: Iterable[str]) -> None:
    """Check that fields of a block have the value of an empty block."""
    for name in names:
        empty = NOBODY if name in ("orientation", "series") else 0
        value = war.blocks[block][name]
        need(np.all(np.asarray(value) == empty), f"mats.{block}.{name}", np.asarray(value).tolist(), f"{empty} now")


def _check_skills_of_mates(war: MatValues) -> None:
    """Check that the wingman and the gunner have the skills that they used in this flight."""
    maintenance = PLACES[Person.GUNNER][Skill.MAINTENANCE]
    _need_most(war, "sortie", "wingman_expert_used", int(war.blocks["wingman"]["expert"].any()))
    _need_most(war, "sortie", "maintenance_used", int(war.blocks["gunner"]["skills"][maintenance]))


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


def _need_most(war: MatValues, block: str, name: str, most: Any) -> None:
    """Check that each number of a field is at most ``most``."""
    value = np.asarray(war.blocks[block][name])
    fits = np.all(value <= most)
    need(fits, f"mats.{block}.{name}", value.tolist(), f"at most {np.asarray(most).tolist()}")


def _need_thresholds(war: MatValues, block: str, row: Any) -> None:
    """Check the hits on systems against a row of the charts."""
    for name, threshold in THRESHOLD_FIELDS.items():
        _need_most(war, block, name, int(row[threshold]))


def _most_engine_hits(war: MatValues, row: Any) -> list[int]:
    """Return the most hits on each engine of a fighter."""
    hits = int(war.spec.charts.record["armoured_hits" if row["armour"] else "engine_hits"])
    return [hits if engine < row["engines"] else 0 for engine in range(2)]


def _check_aircraft(war: MatValues) -> None:
    """Check the hits and the systems of the own aircraft against its type."""
    charts, aircraft = war.spec.charts.record, war.blocks["aircraft"]
    model = charts["models"][aircraft["model"]]
    series = charts["series"][model["series"]]
    _need_thresholds(war, "aircraft", series)
    _need_most(war, "aircraft", "engines", _most_engine_hits(war, series))
    for name, field in (("armour", "armour"), ("boost", "boost"), ("rear_gun", "rear")):
        _need_most(war, "aircraft", name, int(series[field]))
    _need_most(war, "aircraft", "rockets", max(Rockets) if model["rockets"] else Rockets.NONE)
    _need_most(war, "aircraft", "speed", int(model["speed"]) + int(charts["rocket_drag"]))


def _check_guns(war: MatValues) -> None:
    """Check the weapons against those that the type has: no more ammunition than printed."""
    aircraft = war.blocks["aircraft"]
    weapons = war.spec.charts.record["models"]["weapons"][aircraft["model"]]
    points, printed = aircraft["guns"]["ammunition"], weapons["ammunition"]
    fits = (points >= np.minimum(printed, 0)) & (points <= np.maximum(printed, 0))
    need(fits.all(), "mats.aircraft.guns.ammunition", points.tolist(), f"at most {printed.tolist()}")
    is_fitted = weapons["firepower"] > 0
    for name, can in (("jammed", is_fitted & (weapons["never_jams"] == 0)), ("out", is_fitted)):
        value = aircraft["guns"][name]
        need(np.all(value <= can), f"mats.aircraft.guns.{name}", value.tolist(), f"at most {can.astype(int).tolist()}")


def _check_bomber(war: MatValues) -> None:
    """Check the hits on the bomber against its type."""
    row = war.spec.charts.record["bombers"][war.blocks["bomber"]["type"]]
    if war.blocks["bomber"]["type"] > Bomber.UNKNOWN:
        _need_thresholds(war, "bomber", row)


def _check_fighter(war: MatValues) -> None:
    """Check the hits and the systems of the enemy fighter against its type."""
    row = war.spec.charts.record["enemies"][war.blocks["fighter"]["type"]]
    if war.blocks["fighter"]["type"] <= Enemy.NONE:
        return
    _need_thresholds(war, "fighter", row)
    _need_most(war, "fighter", "engines", _most_engine_hits(war, row))
    _need_most(war, "fighter", "armour", int(row["armour"]))
    _need_most(war, "fighter", "speed", int(row["speed"]))
    _need_most(war, "fighter", "guns_out", (row["firepower"] > 0).astype(int))


def _check_pilot(war: MatValues) -> None:
    """Check the pilot against the optional rules, and the skills that he used against those that he has."""
    settings, pilot = war.blocks["settings"], war.blocks["pilot"]
    skills = pilot["skills"]
    _need_most(war, "pilot", "awards", [3 if award == Award.WOUND_BADGE else 1 for award in Award])
    for name in ("fatigue", "leave_taken"):
        need(settings["fatigue"] or not pilot[name], f"mats.pilot.{name}", pilot[name], "0 without fatigue")
    learned, allowed = skills[list(LEARNED)], "none of advanced maneuvers"
    need(settings["advanced_maneuvers"] or not learned.any(), "mats.pilot.skills", skills.tolist(), allowed)
    for name, skill in (("reflexes_used", Skill.REFLEXES), ("sixth_sense_used", Skill.SIXTH_SENSE)):
        _need_most(war, "sortie", name, int(skills[skill]))
    _need_most(war, "sortie", "learned_used", learned)
    _need_most(war, "sortie", "expert_used", int(pilot["expert"].any()))
    _need_most(war, "sortie", "wounds", pilot["wounds"])


def _check_results(war: MatValues) -> None:
    """Check that the results of a part are not above those of the whole."""
    career = war.career
    _need_most(war, "sortie", "bombers", career["bombers"])
    _need_most(war, "sortie", "fighters", career["fighters"])
    _need_most(war, "pilot", "period_kills", career["bombers"] + career["fighters"])
    for names in (("destroyed", "crashed"), ("by_type",)):
        total = sum(int(np.sum(career[name])) for name in names)
        need(total <= career["bombers"], f"mats.career.{names[0]}", total, f"at most {career['bombers']} in all")
    _need_most(war, "career", "flown", career["lines_used"])
    _need_most(war, "career", "aircraft_lost", career["flown"] + 1)


def _check_cards(war: MatValues) -> None:
    """Check that the cards on the table are out, and that each lies there once."""
    deck = war.blocks["deck"]
    cards = [card for name in CARDS_ON_TABLE if (card := int(deck[name]))]
    need(len(set(cards)) == len(cards), "mats.deck.own", cards, "each card once")
    need(all(deck["drawn"][card - 1] for card in cards), "mats.deck.drawn", "a card on the table", "1 for such a card")
