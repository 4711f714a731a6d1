"""Ladders: the plausible texts of the cells of each table, the easiest for the player first.

A cell may stand on the rung of our charts or on one of its two neighbours. A ladder is shorter where a rule or a
printed sentence allows less. Three kinds of cells have no ladder and never move:

- names of ships, of fighters and of levels of victory, which change nothing in play;
- rows that could only be renumbered: the system that the D10 of C1 hits;
- the No-Fly and Maritime rows of A1, whose shares are known.
"""

from collections.abc import Mapping
from typing import Any

from agents.plausible.ladders import EASIER, HARDER, Ladder, ListLadder, Words, same
from stuka_env.charts.axes import Cell
from stuka_env.charts.lists import ListEntry

TARGET_LADDER = ("Troops", "Airfield", "Buildings", "Armor", "Rail", "Convoy", "Artillery", "Bridge")
"""Targets from Large to Small. Within a size, those against which a load is better come first."""
SCORE_LADDER = (100, 90, 85, 80, 75, 70, 60, 55, 50, 40, 30, 20, 15, 10, 5, "Miss")
"""The score track of the mat."""
FIRST_FIGHTER = {
    "Jun/Jul 1941": "I-16",
    "Aug/Sep 1941": "I-16",
    "Nov/Dec 1941": "I-16",
    "Aug/Oct 1942": "MiG-3",
    "Nov 1942/Feb 1943": "LaGG-3",
    "Jul/Aug 1943": "Yak-1",
    "Maritime": "I-16",
}
"""The fighter type of a cell that had no contact: the first type of its column."""
LADDER_FIGHTERS = 3
SYSTEM_DAMAGE = ("no effect", "+1 CS", "+2 CS", "damage", "damage, +1 CS", "damage, +2 CS", "damage, +3 CS")
ENGINE_DAMAGE = (
    *("no effect", "+1 CS", "damage, +1 CS", "damage, +2 CS", "damage, +2 CS, range -1", "damage, +2 CS, range -2"),
    "damage, +2 CS, range -3",
)
GENERAL_DAMAGE = ("no effect", "+1 CS", "+2 CS", "+3 CS", "+4 CS")
CREW_DAMAGE = (
    *("no effect", "+1 CS", "gunner wounded, +1 CS", "pilot wounded, +1 CS", "pilot wounded, +2 CS"),
    "gunner KIA, +2 CS",
)
WORST_DAMAGE = {"2": ("destroyed", "explosion"), "6": ("damage, +3 CS", "damage, explosion")}
"""Lines of C1 whose sixth entry has its own ladder: only there is the aircraft lost (7.10) or the bombs explode."""
DAMAGE_LADDER = {
    **dict.fromkeys(("1", "2"), ENGINE_DAMAGE),
    **dict.fromkeys(("3", "4", "6", "7", "9"), SYSTEM_DAMAGE),
    **dict.fromkeys(("5", "8"), GENERAL_DAMAGE),
    "10": CREW_DAMAGE,
}
"""The rungs of C1, by line."""


def fighters(cell: Cell) -> Words:
    """Return the rungs of a cell of B1: numbers of fighters of the cell's type."""
    kind = cell.text.split()[1] if cell.text != "No Contact" else FIRST_FIGHTER[cell.labels[0]]
    return ("No Contact", *(f"{count} {kind}" for count in range(1, LADDER_FIGHTERS + 1)))


def at_sea(cell: Cell) -> bool:
    """Whether a cell of B1 is in the Maritime column, which is in no order with the segments."""
    return cell.labels[0] == "Maritime"


def is_worst(cell: Cell) -> bool:
    """Whether a cell of C1 has its own ladder."""
    return cell.labels[1] == "6" and cell.labels[0] in WORST_DAMAGE


def available_later(cell: Cell) -> Words:
    """Return the rungs of A3: a load may come a segment later unless it is one of the standard loads."""
    later = cell.labels[0] in ("SC1000", "SC500 + 4 cluster")
    return ("Jun/Jul 1941", "Aug/Sep 1941") if later else (cell.text,)


STRESS_MODIFIERS = same(0, 1, 2, 3)
LADDERS = (
    Ladder("operations", ("missions",), lambda cell: tuple(range(5, 8) if cell.labels[1] == "Short" else range(9, 11))),
    Ladder("a1_missions", ("missions",), same(*TARGET_LADDER), holds=lambda cell: cell.text in TARGET_LADDER),
    Ladder("a1_missions", ("zone",), same(1, 2, 3, 4, 5, 6), ((0, HARDER),)),
    Ladder("a1_missions", ("size",), same("Large", "Medium", "Small")),
    Ladder("a2_accuracy", ("score",), same(*SCORE_LADDER), ((0, EASIER), (1, HARDER))),
    Ladder("a3_ordnance", ("available",), available_later, holds=lambda cell: cell.text == "Jun/Jul 1941"),
    Ladder("b1_interception", ("fighters",), fighters, ((0, HARDER), (1, HARDER)), lambda cell: not at_sea(cell)),
    Ladder("b1_interception", ("fighters",), fighters, ((1, HARDER),), at_sea),
    Ladder("b2_escorts", ("removed",), same("Full Cover", 2, 1, 0), ((0, HARDER), (1, HARDER), (2, HARDER))),
    Ladder(
        "b3_approach",
        ("attack",),
        same("no attack", "1 aircraft, 1 hit", "1 aircraft, 2 hits", "2 aircraft, 1 hit", "2 aircraft, 2 hits"),
        ((0, HARDER),),
    ),
    Ladder("b3_approach", ("sector",), same(-1, 0, 1)),
    Ladder("b3_approach", ("rear_gunner",), same(-2, -1, 0)),
    Ladder(
        "c1_damage",
        ("damage",),
        lambda cell: DAMAGE_LADDER[cell.labels[0]],
        ((1, HARDER),),
        lambda cell: not is_worst(cell),
    ),
    Ladder("c1_damage", ("damage",), lambda cell: WORST_DAMAGE[cell.labels[0]], holds=is_worst),
    Ladder("c2_stress", ("modifier", "Attack"), STRESS_MODIFIERS, ((0, HARDER),)),
    Ladder("c2_stress", ("modifier", "Landing"), STRESS_MODIFIERS, ((0, HARDER),)),
    Ladder("c2_stress", ("modifier", "Bail out"), STRESS_MODIFIERS, ((0, HARDER),)),
    Ladder("c3_bail_out", ("bail_out",), same("out", "killed"), ((0, HARDER),)),
    Ladder(
        "c4_evasion",
        ("evasion",),
        same("evaded", "evaded, wounded, +3 CS", "captured", "killed"),
        ((0, HARDER),),
    ),
    Ladder("c5_landing", ("modifiers", "landing_gear"), same(0, 1, 2)),
    Ladder(
        "c6_crash",
        ("wreck",),
        same(*(f"repair {missions}" for missions in range(1, 7)), "destroyed"),
        ((0, HARDER),),
    ),
    Ladder("c7_survival", ("survival",), same("unhurt", "wounded", "killed"), ((0, HARDER),)),
    Ladder("c10_repair_times", ("missions",), same(1, 2, 3, 4)),
)
"""All ladders; a cell is on one at most."""
STRESS_CARD = ("stress_random_crew", 1)
CARD_LADDER: dict[str, tuple[tuple[str, object], ...]] = {
    "nothing": (("relieve_random_crew", 1), ("nothing", None), STRESS_CARD),
    "stress_random_crew": (("nothing", None), STRESS_CARD, ("stress_random_crew", 2)),
    "stress_leader_crew": (("nothing", None), ("stress_leader_crew", 1), ("stress_leader_crew", 2)),
    "relieve_random_crew": (("relieve_random_crew", 2), ("relieve_random_crew", 1), ("nothing", None)),
    "relieve_everybody": (("relieve_everybody", 2), ("relieve_everybody", 1), ("relieve_random_crew", 1)),
    "visibility": (("visibility", "Good"), ("visibility", "Medium"), ("visibility", "Low")),
    "engine_trouble": (("engine_trouble", 1), ("engine_trouble", 2), ("engine_trouble", 3)),
    "escorts_early": (("escorts_early", None), ("nothing", None)),
    "escorts_late": (("nothing", None), ("escorts_late", None)),
    "ambush": (("nothing", None), ("ambush", 1), ("ambush", 2)),
    "anti_aircraft": (
        *(("anti_aircraft", -2), ("anti_aircraft", -1), ("nothing", None), ("anti_aircraft", 1)),
        ("anti_aircraft", 2),
    ),
}
"""Words of event cards, by the effect of the card; a rung is an effect and an amount."""


def card_effect(card: ListEntry) -> str:
    """Return the effect of an event card."""
    return str(card.value.effect.name.lower())


def card_rungs(card: ListEntry) -> tuple[Words, int]:
    """Return the rungs of an event card, and the number of the rung it stands on."""
    rungs = CARD_LADDER[card_effect(card)]
    texts = [(effect, "" if amount is None else str(amount)) for effect, amount in rungs]
    return rungs, texts.index((card_effect(card), card.value.amount_text))


def card_contents(card: Mapping[str, Any], rung: tuple[str, object]) -> dict[str, Any]:
    """Return an event card with another effect and amount."""
    effect, amount = rung
    moved = {"id": card["id"], "name": card["name"], "effect": effect}
    return moved if amount is None else moved | {"amount": amount}


DECK_LADDER = ListLadder("events", "card", card_effect, card_rungs, card_contents)
