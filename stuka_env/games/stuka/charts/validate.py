"""Checks across cells and files that no single cell can show."""

import numpy as np

from stuka_env.charts.loader import Files
from stuka_env.charts.words import fail
from stuka_env.games.stuka.charts.shape import (
    HIGHEST_ATTACK,
    LOWEST_ATTACK,
    MOST_AMBUSH,
    MOST_ANTI_AIRCRAFT,
    MOST_DRAWN,
    MOST_FIGHTERS,
)
from stuka_env.games.stuka.charts.words import OPERATION_NAMES, TARGET_NAMES
from stuka_env.games.stuka.codes import (
    LARGEST_KETTE,
    SEATS,
    SEGMENT_TITLES,
    SLOTS,
    SMALLEST_KETTE,
    SYSTEMS,
    Effect,
    Model,
    Payload,
    Quality,
    Role,
    Segment,
    Target,
)


def check(charts: np.record, files: Files) -> None:
    """Raise ChartError if the charts contradict each other or what the mat can hold."""
    paths = {name: file.path for name, file in files.items()}
    _check_forces(charts, paths["operations"])
    _check_segments(charts, paths["operations"])
    _check_markers(charts, paths["c1_damage"])
    _check_missions(charts, paths["a1_missions"])
    _check_loads(charts, paths["a3_ordnance"])
    _check_attack(charts, paths["a3_ordnance"])
    _check_deck(charts, paths["events"])


def _check_forces(charts: np.record, file: str) -> None:
    for name, operation in OPERATION_NAMES.items():
        for role in Role:
            _check_force(charts, file, f"force.{name}.{role.name.title()}s", charts["force"][operation, role])
        smallest, largest = int(charts["smallest_kette"][operation]), int(charts["largest"][operation])
        if smallest > largest:
            raise fail(file, f"operations.{name}.smallest_kette", f"at most largest_formation, {largest}", smallest)
        staffel = int(charts["smallest_staffel"])
        if LARGEST_KETTE < largest < staffel:
            sizes = f"2, 3, or {staffel} (formations.smallest_staffel) to {SLOTS}"
            raise fail(file, f"operations.{name}.largest_formation", sizes, largest)


def _check_force(charts: np.record, file: str, where: str, force: np.ndarray) -> None:
    """People for the smallest formation, within the limits of their levels; alone, all but the Green are Veterans."""
    people, limits = int(force.sum()), charts["flying_limit"]
    if not SMALLEST_KETTE <= people <= SEATS:
        raise fail(file, where, f"{SMALLEST_KETTE} to {SEATS} people", people)
    together = int(np.minimum(force, limits)[1:].sum())
    alone = min(people - int(force[Quality.GREEN]), int(limits[Quality.VETERAN]))
    if min(together, alone) < SMALLEST_KETTE:
        allowed = f"{SMALLEST_KETTE} people who may fly together, also when all but the Green are Veterans"
        raise fail(file, where, allowed, min(together, alone))


def _check_segments(charts: np.record, file: str) -> None:
    """Check that the operations follow each other and hold every segment once."""
    following = 0
    for name, operation in OPERATION_NAMES.items():
        if following >= len(Segment):
            raise fail(file, "operations", f"a segment for {name}", "none left")
        if charts["first_segment"][operation] != following:
            got = SEGMENT_TITLES[charts["first_segment"][operation]]
            raise fail(file, f"operations.{name}.first_segment", SEGMENT_TITLES[following], got)
        following += int(charts["segments"][operation])
        if following > len(Segment):
            raise fail(file, f"operations.{name}.segments", "no segment after the last", following)
    if following != len(Segment):
        raise fail(file, "operations", f"{len(Segment)} segments in all", following)


def _check_markers(charts: np.record, file: str) -> None:
    """Check that only systems with a space on the aircraft card take a damage marker (4.1)."""
    for die, system in enumerate(charts["c1_system"]):
        if system >= SYSTEMS and charts["c1"]["marker"][die].any():
            raise fail(file, f"damage.{die}", "no 'damage' for General and Crew, which have no marker", "damage")


def _check_missions(charts: np.record, file: str) -> None:
    """Check that every segment can roll a mission that is flown."""
    for segment in Segment:
        rolled = charts["a1"][segment][2:]
        if (rolled == Target.NO_FLY).all():
            raise fail(file, f"missions.{SEGMENT_TITLES[segment]}", "a target in at least one row", "No-Fly in all")


def _check_loads(charts: np.record, file: str) -> None:
    """Check that every weapon of an operation's aircraft exists when the operation begins."""
    start = charts["a3_from"]
    for name, operation in OPERATION_NAMES.items():
        first = int(charts["first_segment"][operation])
        title = SEGMENT_TITLES[first]
        if charts["model"][operation] == Model.G:
            if start[Payload.CANNON] > first:
                raise fail(file, "available.37 mm cannon", f"{title} or before, when {name} begins with the G", "later")
            continue
        if min(start[Payload.SC500_SC50], start[Payload.SC500_CLUSTER]) > first:
            raise fail(file, "available", f"an SC500 load in {title} or before, when {name} begins with the D", "later")
        if start[Payload.STRAFING] > first:
            raise fail(file, "available.Machine guns", f"{title} or before, when {name} begins with the D", "later")


def _check_attack(charts: np.record, file: str) -> None:
    """Check that an aircraft card can show an attack's modifiers (7.9), and that wounds take benefits away."""
    loads = charts["a3"][1:][:, list(TARGET_NAMES.values())]
    levels, gamble = charts["attack_drm"][1:], int(charts["gamble_drm"])
    parts = (loads, charts["visibility_drm"][1:], charts["c2_attack"])
    low = sum(int(part.min()) for part in parts) + int(levels.min()) + min(0, gamble)
    high = sum(int(part.max()) for part in parts) + max(0, int(levels.max())) + max(0, gamble)
    if low < LOWEST_ATTACK or high > HIGHEST_ATTACK:
        where = "modifier, with A4, C2, the levels and the Rudel Gamble"
        raise fail(file, where, f"{LOWEST_ATTACK} to {HIGHEST_ATTACK} in all", f"{low} to {high}")


def _check_deck(charts: np.record, file: str) -> None:
    """Cards that add up stay within what the mat holds, and a Kette has a card for every zone (4.3.2, 7.2)."""
    effects, amounts = charts["event"], charts["event_amount"].astype(int)
    ambush, fire = int(amounts[effects == Effect.AMBUSH].sum()), amounts[effects == Effect.ANTI_AIRCRAFT]
    most = min(MOST_AMBUSH, MOST_FIGHTERS - int(charts["b1"].max()))
    if ambush > most:
        raise fail(
            file, "card", f"ambush cards of at most {most} in all, so that with B1 at most {MOST_FIGHTERS} come", ambush
        )
    for total in (int(fire[fire > 0].sum()), int(fire[fire < 0].sum())):
        if abs(total) > MOST_ANTI_AIRCRAFT:
            allowed = f"anti_aircraft cards that add up to {-MOST_ANTI_AIRCRAFT} to {MOST_ANTI_AIRCRAFT}"
            raise fail(file, "card", allowed, total)
    left = int((effects != Effect.RETURN_TO_BASE).sum())
    if left < MOST_DRAWN:
        raise fail(file, "card", f"at least {MOST_DRAWN} cards besides return_to_base, which a Kette leaves out", left)
