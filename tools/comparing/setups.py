"""Set-ups and tapes for ``reset(options=...)``, made at random of a kind that the plan names."""

from typing import Any

import numpy as np

from .plan import OPERATIONS, SEGMENTS, Scenario

Rng = np.random.Generator
SEATS, SLOTS = 11, 10
LEVELS = ("green", "veteran", "ace", "elite", "hero")
SHIPS = ("battleship", "cruiser", "destroyer", "submarine", "transport")
TARGETS = ("airfield", "troops", "buildings", "rail", "convoy", "armor", "artillery", "bridge", *SHIPS)
SYSTEMS = ("engine", "port_wing", "starboard_wing", "tail", "fuel", "bombs", "landing_gear")
CARDS = (
    "waypoint_reached", "spots_in_the_distance", "smoke_on_the_horizon", "radio_silence", "tail_wind", "endless_steppe",
    "familiar_river", "cloud_bank", "lost_rabbits_foot", "oil_on_the_windscreen", "weight_of_command",
    "heard_the_one_about", "letter_from_home", "song_on_the_radio", "clear_skies", "haze", "low_cloud",
    "return_to_base", "engine_trouble", "escorts_early", "escorts_late", "ambush", "flak_alert", "flak_asleep",
)  # fmt: skip
DICE = {
    "A1": (6, 6, 6), "SHIP": (10,), "A2": (10,), "A4": (6,), "A6": (10,), "B1": (10,), "B2": (6,), "B3": (6, 6),
    "C1": (10, 6), "C3": (6,), "C4": (10,), "C5": (10,), "C6": (10,), "C7": (6,), "C8": (6,), "C9_WIA": (6,),
    "C9_KIA": (10,), "A2A": (6,), "GAMBLE": (6,),
}  # fmt: skip
"""Sides of the dice of each chart."""


def pick(rng: Rng, words: tuple[str, ...]) -> str:
    """Choose one of them."""
    return words[int(rng.integers(len(words)))]


def person(rng: Rng, levels: tuple[str, ...]) -> dict[str, Any]:
    """Somebody of one of these levels, rested or not, here or in hospital."""
    if rng.random() < 0.1:
        return {"level": pick(rng, levels), "duty": "hospital", "timer": int(rng.integers(1, 5))}
    found: dict[str, Any] = {"level": pick(rng, levels), "stress": int(rng.choice([0, 0, 1, 2, 3, 4, 5]))}
    if rng.random() < 0.3:
        found["missions"] = int(rng.integers(0, 12))
    return found


def card(rng: Rng) -> dict[str, Any]:
    """Draw an aircraft: whole, damaged, or in the workshop."""
    if rng.random() < 0.15:
        return {"status": "repair", "timer": int(rng.integers(1, 6))}
    hit = [system for system in SYSTEMS if rng.random() < 0.15]
    return {"damage": hit, "range_loss": int(rng.choice([0, 0, 0, 0, 1, 2]))}


def people(rng: Rng, levels: tuple[str, ...] = LEVELS) -> dict[str, Any]:
    """Draw both rosters; ten of each, as every operation has."""
    return {role: [person(rng, levels) for _ in range(SLOTS)] for role in ("pilots", "gunners")}


def late(rng: Rng, scenario: Scenario) -> dict[str, Any]:
    """Draw a war that is nearly over: the last segment, a late mission, earlier scores."""
    found: dict[str, Any] = {"counts": {name: int(rng.integers(0, 9)) for name in ("destroyed", "kia", "no_fly")}}
    if scenario.env_id.startswith("Stuka/Mission"):
        return found
    found |= {"mission": 3, "scores": [int(rng.integers(0, 100)) for _ in range(2)]}
    if scenario.env_id.startswith("Stuka/Segment"):
        return found
    months = SEGMENTS[scenario.operation] if scenario.operation else SEGMENTS[OPERATIONS[-1]]
    found |= {"segment": months[-1], "segment_scores": [int(rng.integers(0, 100)) for _ in months[:-1]]}
    if not scenario.operation:
        found["operation_scores"] = [int(rng.integers(0, 100)) for _ in OPERATIONS[:-1]]
    return found


def make_setup(scenario: Scenario, rng: Rng) -> dict[str, Any]:
    """Draw a set-up of the scenario's kind."""
    kind = scenario.setup
    if kind == "people":
        return people(rng)
    if kind == "heroes":
        return people(rng, ("ace", "elite", "hero", "veteran"))
    if kind == "aircraft":
        return {"aircraft": [card(rng) for _ in range(SLOTS)]}
    if kind == "ship":
        return {"target": pick(rng, SHIPS), "zone": int(rng.integers(1, 7))}
    if kind == "hunt":
        crews = [{"level": "ace", "stress": 0}] * SLOTS
        return {"target": pick(rng, SHIPS), "zone": 1, "pilots": crews, "gunners": crews}
    if kind == "late":
        return late(rng, scenario)
    both = {"target": pick(rng, TARGETS), "zone": int(rng.integers(1, 7))}
    return people(rng) | both | {"aircraft": [card(rng) for _ in range(4)]}


def rolls(rng: Rng, chart: str, count: int, best: float) -> list[Any]:
    """Draw rolls of one chart; ``best`` near 1 makes high faces, near 0 low ones, 0.5 fair dice."""
    power = np.log(0.5) / np.log(min(max(best, 0.05), 0.95))
    made = [[int(rng.random() ** (1 / power) * sides) + 1 for sides in DICE[chart]] for _ in range(count)]
    return [faces if len(faces) > 1 else faces[0] for faces in made]


def make_tape(scenario: Scenario, rng: Rng) -> dict[str, Any]:
    """Return the options ``dice`` and ``strict_dice`` for the scenario's kind of tape."""
    best = {"lucky": 0.85, "hard": 0.15}.get(scenario.tape, 0.5)
    strict = scenario.tape == "strict"
    charts = [chart for chart in DICE if strict or chart == "A1" or rng.random() < 0.6]
    length = 60 if strict else int(rng.integers(1, 20))
    dice: dict[str, list[Any]] = {chart: rolls(rng, chart, length, best) for chart in charts}
    if scenario.tape == "strike":
        dice = {"A2": [1] * 60, "A6": [1] * 10, "B1": [1] * 10}
    if strict:
        dice["EVENT"] = [CARDS[place] for place in rng.permutation(len(CARDS))]
    if scenario.tape == "cards":
        dice["EVENT"] = [pick(rng, CARDS) for _ in range(int(rng.integers(1, 12)))]
    if scenario.tape == "cup":
        dice["CUP"] = [int(face) for face in rng.integers(1, 4, size=20)]
    return {"dice": dice, "strict_dice": strict}


def make_options(scenario: Scenario, rng: Rng, taped: bool = True) -> dict[str, Any] | None:
    """Options for a reset; None where the scenario has neither set-up nor tape, or is not ``taped`` any more."""
    options: dict[str, Any] = {}
    if scenario.setup:
        options["setup"] = make_setup(scenario, rng)
    if scenario.tape and taped:
        options |= make_tape(scenario, rng)
    return options or None
