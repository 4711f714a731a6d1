"""Fly the veteran with one setting changed, and look for behaviours that score without playing.

``python -m agents.games.interceptor.variants --careers 1000``
"""

import argparse
import sys
from collections.abc import Mapping, Sequence

import numpy as np

from agents.games.interceptor.measures import CAREER
from agents.games.interceptor.players import STYLES, StyledPolicy
from agents.games.interceptor.scripts.style import (
    ALWAYS,
    ALWAYS_ROLLS,
    ALWAYS_TURNS,
    BURST_ALWAYS,
    BURST_MEDIUM,
    BURST_NEVER,
    CARDS_ONLY,
    HEAD_ON_EVADES,
    HEAD_ON_FIRES,
    NEVER,
    TURNS_IF_AGILE,
    WINGMAN_ALWAYS,
    WINGMAN_STAYS,
    WINGMAN_UNESCORTED,
    Style,
    order,
)
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import MONTHS, Month, Over, Skill, Zone

SUSPECTS: Mapping[str, Mapping[str, int]] = {
    "fires at long range only": {"medium": NEVER},
    "long range only at boxes and escorts": {"close_box": NEVER, "close_escorted": NEVER},
    "never closes": {"close_box": NEVER, "close_escorted": NEVER, "close": NEVER, "finish": NEVER},
    "accepts six systems": {"on": ALWAYS, "again": ALWAYS},
    "jumps with four systems": {"jumps": 4},
    "jumps with two systems": {"jumps": 2},
    "jumps with one system": {"jumps": 1},
    "collects for 12 sorties": {"collects": 12},
    "collects for 20 sorties": {"collects": 20},
    "stays down if escorts are sure": {"most_escorts": 5},
    "stays down if escorts are likely": {"most_escorts": 2},
}
"""Behaviours that would score without playing, or by a gap in a ruling."""
SETTINGS: Mapping[str, Mapping[str, int]] = {
    "fights everybody": {"fights": 1, "more_fights": 1},
    "slips head on": {"slips_head_on": 1},
    "closes on boxes with one system": {"close_box": 1},
    "closes on boxes with two systems": {"close_box": 2},
    "always closes": {"close_box": ALWAYS, "close_escorted": ALWAYS, "close": ALWAYS},
    "closes with escorts when undamaged": {"close_escorted": 0},
    "no closing on boxes before A.C.M.": {"novice_close": NEVER},
    "long range at boxes before A.C.M.": {"novice_close": NEVER, "novice_medium": NEVER},
    "never finishes": {"finish": NEVER},
    "always finishes": {"finish": ALWAYS},
    "never extends": {"burst": BURST_NEVER},
    "extends at medium": {"burst": BURST_MEDIUM},
    "always extends": {"burst": BURST_ALWAYS},
    "one pass": {"again": NEVER},
    "again when undamaged": {"again": 0},
    "again with one system": {"again": 1},
    "again with two systems": {"again": 2},
    "again always": {"again": ALWAYS},
    "lands with one system": {"on": 0},
    "lands with two systems": {"on": 1},
    "lands with three systems": {"on": 2},
    "wingman stays": {"wingman": WINGMAN_STAYS},
    "wingman unescorted": {"wingman": WINGMAN_UNESCORTED},
    "wingman always": {"wingman": WINGMAN_ALWAYS},
    "evades head on": {"head_on": HEAD_ON_EVADES},
    "fires head on": {"head_on": HEAD_ON_FIRES},
    "cards only": {"evades": CARDS_ONLY},
    "turns if agile": {"evades": TURNS_IF_AGILE},
    "turns always": {"evades": ALWAYS_TURNS},
    "rolls always": {"evades": ALWAYS_ROLLS},
    "leaves at once": {"stays": NEVER},
    "stays in fights": {"stays": ALWAYS},
    "another fight": {"more_fights": 1},
    "no upgrades": {"upgrades": 0},
    "switches": {"switches": 1},
    "fastest aircraft": {"fast": 1},
    "stays at his base": {"zone": -1},
    "Ruhr in May": {"zone": int(Zone.RUHR), "zone_month": int(Month.MAY_1943)},
    "Frankfurt in August": {"zone": int(Zone.FRANKFURT), "zone_month": int(Month.AUGUST_1943)},
    "Reflexes when tailed": {"reflexes": -2},
    "Reflexes head on": {"reflexes": 0},
    "Reflexes at once": {"reflexes": 1},
    "risk in February": {"last_month": int(Month.FEBRUARY_1944)},
    "risk from December": {"last_month": int(Month.DECEMBER_1943)},
    "no late risk": {"last_month": MONTHS},
}
"""Single settings changed."""
ORDERS: Mapping[str, tuple[Skill, ...]] = {
    "A.C.M., Reflexes, Parachute, Gunnery": (
        *(Skill.COMBAT_MANEUVERS, Skill.REFLEXES, Skill.PARACHUTE, Skill.GUNNERY, Skill.AIM),
    ),
    "A.C.M., Parachute, Gunnery": (Skill.COMBAT_MANEUVERS, Skill.PARACHUTE, Skill.GUNNERY, Skill.AIM),
    "Parachute, A.C.M., Gunnery": (Skill.PARACHUTE, Skill.COMBAT_MANEUVERS, Skill.GUNNERY, Skill.AIM),
    "A.C.M., Gunnery": (Skill.COMBAT_MANEUVERS, Skill.GUNNERY, Skill.AIM, Skill.PARACHUTE),
    "A.C.M., Sixth Sense": (Skill.COMBAT_MANEUVERS, Skill.SIXTH_SENSE, Skill.PARACHUTE, Skill.GUNNERY),
    "Gunnery, Aim": (Skill.GUNNERY, Skill.AIM, Skill.COMBAT_MANEUVERS),
    "Reflexes, A.C.M.": (Skill.REFLEXES, Skill.COMBAT_MANEUVERS, Skill.PARACHUTE, Skill.GUNNERY, Skill.AIM),
    "A.C.M., Expert": (Skill.COMBAT_MANEUVERS, Skill.EXPERT, Skill.PARACHUTE, Skill.GUNNERY, Skill.AIM),
}
"""Orders of skills."""


def all_variants(style: Style) -> dict[str, Style]:
    """Return the style itself and all variants of it, by name."""
    variants = {"as it is": style}
    for changes in (SUSPECTS, SETTINGS):
        variants |= {name: style._replace(**change) for name, change in changes.items()}  # type: ignore[arg-type]
    return variants | {name: style._replace(skills=order(*skills)) for name, skills in ORDERS.items()}


def words(name: str, flown: Flown, base: Flown) -> str:
    """Return a line for one variant: bombers, their difference in pairs, survivors."""
    bombers = flown.results["bombers"].astype(float)
    pairs = bombers - base.results["bombers"]
    alive = 100 * float((flown.results["over"] != Over.DEATH).mean())
    error = float(pairs.std(ddof=1) / np.sqrt(len(pairs)))
    return f"{name:<38}{bombers.mean():7.2f} {pairs.mean():+6.2f} +-{error:5.2f}  alive {alive:3.0f} %"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="The veteran with one setting changed at a time.")
    parser.add_argument("--careers", type=int, default=1000, help="careers of each variant (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the careers (default: 1)")
    parser.add_argument("--player", choices=list(STYLES), default="veteran", help="the style that is changed")
    parser.add_argument("--suspects", action="store_true", help="only behaviours that win by not playing")
    options = parser.parse_args(arguments)
    seeds = evaluation_seeds(options.seed, options.careers)
    style = STYLES[options.player]
    base = fly_wars(StyledPolicy("base", style), CAREER, seeds)
    print(words("as it is", base, base), flush=True)
    for name, variant in all_variants(style).items():
        if variant != style and (not options.suspects or name in SUSPECTS):
            print(words(name, fly_wars(StyledPolicy(name, variant), CAREER, seeds), base), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
