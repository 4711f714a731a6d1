"""Chances computed from the charts alone (docs/charts.md, "Chances that follow"). No dice are rolled."""

from itertools import product

from stuka_env.games.stuka.charts.loader import LoadedCharts
from stuka_env.games.stuka.charts.shape import MARITIME_COLUMN
from stuka_env.games.stuka.codes import ZONES, Segment, Size, Target

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
