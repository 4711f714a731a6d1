"""The charts as data: TOML files, the record that the rules read, the loader between them, and their checks."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from stuka_env.charts import loader
from stuka_env.charts.bank import ChartBank
from stuka_env.charts.loader import ChartFile, Files
from stuka_env.charts.words import fail
from stuka_env.games.stuka.charts.lists import CARD_FILE_NAMES, DECK, LEVELS_LIST
from stuka_env.games.stuka.charts.shape import (
    HIGHEST_ATTACK,
    LOWEST_ATTACK,
    MARITIME_COLUMN,
    MOST_AMBUSH,
    MOST_ANTI_AIRCRAFT,
    MOST_DRAWN,
    MOST_FIGHTERS,
    OPERATION_NAMES,
    OTHER_TABLES,
    PAYLOAD_NAMES,
    SHIP_NAMES,
    TARGET_CLASSES,
    TARGET_NAMES,
    Charts,
)
from stuka_env.games.stuka.codes import (
    LARGEST_KETTE,
    SEATS,
    SEGMENT_TITLES,
    SLOTS,
    SMALLEST_KETTE,
    SYSTEMS,
    ZONES,
    Effect,
    Model,
    Payload,
    Quality,
    Role,
    Segment,
    Size,
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
        sizes = f"2, 3, or {staffel} (formations.smallest_staffel) to {SLOTS}"
        if LARGEST_KETTE < largest < staffel:
            raise fail(file, f"operations.{name}.largest_formation", sizes, largest)


def _check_force(charts: np.record, file: str, where: str, force: np.ndarray) -> None:
    """People for the smallest formation, within the limits of their levels; alone, all but the Green are Veterans."""
    people, limits = int(force.sum()), charts["flying_limit"]
    if not SMALLEST_KETTE <= people <= SEATS:
        raise fail(file, where, f"{SMALLEST_KETTE} to {SEATS} people", people)
    together = int(np.minimum(force, limits)[1:].sum())
    alone = min(people - int(force[Quality.GREEN]), int(limits[Quality.VETERAN]))
    allowed = f"{SMALLEST_KETTE} people who may fly together, also when all but the Green are Veterans"
    if min(together, alone) < SMALLEST_KETTE:
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
    where = "modifier, with A4, C2, the levels and the Rudel Gamble"
    if low < LOWEST_ATTACK or high > HIGHEST_ATTACK:
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
        allowed = f"anti_aircraft cards that add up to {-MOST_ANTI_AIRCRAFT} to {MOST_ANTI_AIRCRAFT}"
        if abs(total) > MOST_ANTI_AIRCRAFT:
            raise fail(file, "card", allowed, total)
    left = int((effects != Effect.RETURN_TO_BASE).sum())
    if left < MOST_DRAWN:
        raise fail(file, "card", f"at least {MOST_DRAWN} cards besides return_to_base, which a Kette leaves out", left)


@dataclass(frozen=True)
class ChartNames:
    """Names that charts give: of the event cards, and of the levels of victory with their lowest scores."""

    card_ids: tuple[str, ...]
    card_names: tuple[str, ...]
    victory_levels: tuple[str, ...]
    lowest_scores: tuple[int, ...]

    def victory_level(self, score: int) -> str:
        """Return the level of victory for a score of a mission, segment, operation or campaign (8.4)."""
        reached = sum(lowest <= score for lowest in self.lowest_scores)
        return self.victory_levels[max(0, reached - 1)]


def fill(record: np.ndarray, files: Files) -> None:
    """Fill the fields of a record that combine cells or that a list fills."""
    row = record[0]
    _fill_ordnance(row, files["a3_ordnance"])
    row["a5"] = np.iinfo(row["a5"].dtype).max
    for place, level in enumerate(files[LEVELS_LIST.file].lists[LEVELS_LIST.key]):
        row["a5"][place] = level.value
    for place, card in enumerate(files[DECK.file].lists[DECK.key]):
        row["event"][place], row["event_amount"][place] = card.value.effect, card.value.amount


def _fill_ordnance(row: np.record, ordnance: ChartFile) -> None:
    """Fill A3: the modifier by size (ships apart), then the targets with another modifier."""
    names = {code: name for name, code in TARGET_CLASSES.items()}
    for load, payload in PAYLOAD_NAMES.items():
        for target, code in TARGET_NAMES.items():
            size = "Ships" if target in SHIP_NAMES else names[int(row["target_size"][code])]
            (row["a3"][payload, code],) = ordnance.values(f"modifier.{load}.{size}")
    for cell in ordnance.cells:
        if cell.path == ("targets",):
            for place in cell.places():
                (row["a3"][place],) = cell.values


def names_of(files: Files) -> ChartNames:
    """Return the names that charts give."""
    cards, levels = files[DECK.file].lists[DECK.key], files[LEVELS_LIST.file].lists[LEVELS_LIST.key]
    return ChartNames(
        card_ids=tuple(card.name for card in cards),
        card_names=tuple(card.value.name for card in cards),
        victory_levels=tuple(level.name for level in levels),
        lowest_scores=tuple(level.value for level in levels),
    )


def contents(file: ChartFile) -> list[Any]:
    """Return the part of a file that counts for the digest: values of cells, names and scores of levels, and cards.

    Cards go by the ids that files know them by, so renaming one changes nothing.
    """
    cells = sorted(
        (".".join(cell.path), index[len(cell.table.prefix) :] if cell.table.axes else index[-1:], cell.values)
        for cell in file.cells
        for index in cell.indexes()
    )
    levels = [(level.name, level.value) for level in file.lists.get(LEVELS_LIST.key, ())]
    cards = [card.value for card in file.lists.get(DECK.key, ())]
    deck = [(CARD_FILE_NAMES.get(card.slug, card.slug), card.name, card.effect, card.amount) for card in cards]
    return [cells, levels, deck]


LoadedCharts: TypeAlias = loader.LoadedCharts[ChartNames]
BOOK = loader.ChartBook(
    folder=Path(__file__).parent / "data",
    record=Charts,
    fill=fill,
    check=check,
    names=names_of,
    others=OTHER_TABLES,
    lists=(LEVELS_LIST, DECK),
    contents=contents,
)
load_charts = BOOK.load


BANK = ChartBank(BOOK)


WHITE_DICE = tuple(white + other for white, other in product(range(1, 7), repeat=2))
"""The 36 sums of two D6, each as often as it comes up."""


def target_share(charts: LoadedCharts, segment: Segment, *targets: Target) -> float:
    """Share of A1 rolls of a segment (0 to 1) that give one of the targets."""
    return sum(charts.record["a1"][segment][row] in targets for row in WHITE_DICE) / len(WHITE_DICE)


def no_fly_share(charts: LoadedCharts, segment: Segment) -> float:
    """Share of A1 rolls that are No-Fly (4.6.1)."""
    return target_share(charts, segment, Target.NO_FLY)


def large_share(charts: LoadedCharts, *segments: Segment) -> float:
    """Share of Large targets among the land missions of the segments; all segments if none is named."""
    rolled = [int(charts.record["a1"][segment][row]) for segment in segments or tuple(Segment) for row in WHITE_DICE]
    land = [target for target in rolled if target not in (Target.NO_FLY, Target.MARITIME)]
    return sum(charts.record["target_size"][target] == Size.LARGE for target in land) / len(land)


def zone_entries(charts: LoadedCharts) -> dict[int, int]:
    """Return the number of entries of each zone, out and home, over A1's colour die, without target zones."""
    targets = [int(zone) for zone in charts.record["a1_zone"][1:]]
    return {zone: 2 * sum(target > zone for target in targets) for zone in range(1, ZONES + 1)}


def through_in_zone(charts: LoadedCharts, segment: Segment, zone: int, column: int) -> float:
    """Chance that at least one fighter of a B1 column is left in a zone after the escorts (B2)."""
    fighters = charts.record["b1"][column][1:]
    removed = charts.record["b2"][segment][zone][1:]
    pairs = list(product(fighters, removed))
    return sum(int(count) > int(removal) for count, removal in pairs) / len(pairs)


def through_share(charts: LoadedCharts, segment: Segment) -> float:
    """Share of zone entries in which fighters get through to the formation, over all missions of A1 that are flown."""
    entries = zone_entries(charts)
    sea = target_share(charts, segment, Target.MARITIME) / (1 - no_fly_share(charts, segment))
    through = sum(
        count
        * (
            (1 - sea) * through_in_zone(charts, segment, zone, segment)
            + sea * through_in_zone(charts, segment, zone, MARITIME_COLUMN)
        )
        for zone, count in entries.items()
    )
    return through / sum(entries.values())
