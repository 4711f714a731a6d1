"""Charts as data: TOML files, the record that the rules read, and the loader between them."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from stuka_env.charts import loader
from stuka_env.charts.bank import ChartBank
from stuka_env.charts.loader import ChartFile, Files
from stuka_env.games.stuka.charts.lists import CARD_FILE_NAMES, DECK, LEVELS_LIST
from stuka_env.games.stuka.charts.shape import MARITIME_COLUMN, OTHER_TABLES, Charts
from stuka_env.games.stuka.charts.validate import check
from stuka_env.games.stuka.charts.words import PAYLOAD_NAMES, SHIP_NAMES, TARGET_CLASSES, TARGET_NAMES
from stuka_env.games.stuka.codes import ZONES, Segment, Size, Target

OUR_FOLDER = Path(__file__).parent / "data"


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
    folder=OUR_FOLDER,
    record=Charts,
    fill=fill,
    check=check,
    names=names_of,
    advice=(
        "Check the folder:  stuka charts --check FOLDER",
        'Play with it:      gymnasium.make(..., charts="FOLDER"), or --charts FOLDER on a command line',
    ),
    others=OTHER_TABLES,
    lists=(LEVELS_LIST, DECK),
    contents=contents,
)
load_charts = BOOK.load


BANK = ChartBank(BOOK, OUR_FOLDER / "bank.npz")


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


def contact_share(charts: LoadedCharts, column: int) -> float:
    """Share of B1 rolls of a column (a segment, or the Maritime column) that name a fighter."""
    faces = charts.record["b1"][column][1:]
    return float((faces > 0).sum()) / len(faces)


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
