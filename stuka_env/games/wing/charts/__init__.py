"""The charts as data: TOML files, the record that the rules read, and the loader between them."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts import loader
from stuka_env.charts.bank import ChartBank
from stuka_env.charts.loader import Files
from stuka_env.charts.words import fail
from stuka_env.games.wing.charts.shape import MOST_TURNS, NO_WAY, OTHER_TABLES, WAVES, Charts
from stuka_env.games.wing.codes import BOXES, CARDS, COUNTERS, TRACK, Campaign, Escort, Year

BASE = 0
"""The box of the base."""


@dataclass(frozen=True)
class ChartNames:
    """Names that charts give.

    Attributes:
        boxes: place of each box of the map.
        coordinates: latitude and longitude of each box.
        targets: target of each card; the first is "".
    """

    boxes: tuple[str, ...]
    coordinates: tuple[tuple[float, float], ...]
    targets: tuple[str, ...]


def fill(record: np.ndarray, files: Files) -> None:
    """Fill the fields of a record that combine cells: links, distances and columns of the map."""
    row = record[0]
    counts = [0] * BOXES
    for cell in files["map"].cells:
        if cell.path[0] == "box" and cell.path[2] == "next":
            counts[int(cell.path[1])] += 1
    row["boxes"]["link_count"] = counts
    row["sites"], row["meetings"] = row["boxes"]["flak"], row["boxes"]["rendezvous"]
    for box in range(BOXES):
        row["boxes"]["distance"][box] = distances(row["boxes"], box)
    row["boxes"]["column"] = np.searchsorted(row["column_from"], row["boxes"]["from_base"], side="right") - 1


def distances(boxes: np.ndarray, start: int) -> NDArray[np.int8]:
    """Return the boxes of the shortest way from a box to each other one; NO_WAY where there is none.

    No way leads through the base, which is entered only as the goal (W022).
    """
    found = np.full(BOXES, NO_WAY, np.int8)
    found[start], queue = 0, [start]
    for box in queue:
        if box == BASE and start != BASE:
            continue
        for link in boxes["links"][box][: boxes["link_count"][box]]:
            if found[link] == NO_WAY:
                found[link] = found[box] + 1
                queue.append(int(link))
    return found


def check(row: np.record, files: Files) -> None:
    """Raise ChartError if the charts contradict each other or exceed the limits of the mat."""
    _check_map(row, files["map"].path)
    _check_escorts(row, files["escorts"].path)
    _check_campaigns(row, files["campaigns"].path)
    _check_cup(row, files["luck"].path)
    _check_thresholds(row, files)
    if row["column_from"][0] or (np.diff(row["column_from"]) <= 0).any():
        raise fail(files["events"].path, "column_from", "0 and then rising numbers", row["column_from"].tolist())
    for name, lowest in (("bomber", row["attack_lowest"]), ("flak", row["flak_lowest"])):
        if (np.diff(lowest[1:]) <= 0).any():
            raise fail(files["combat"].path, name, "rising totals", lowest[1:].tolist())


def _check_thresholds(row: np.record, files: Files) -> None:
    """Check that results follow each other: a better one has a higher threshold; and the waves of a round."""
    combat, victory = files["combat"].path, files["victory"].path
    damaged, destroyed = int(row["fighter_damaged"]), int(row["fighter_destroyed"])
    if destroyed < damaged:
        raise fail(combat, "fighter.destroyed", f"at least fighter.damaged, {damaged}", destroyed)
    hard, good = int(row["landing_hard"]), int(row["landing_good"])
    if good < hard:
        raise fail(files["landing"].path, "roll.good_at_least", f"at least roll.hard, {hard}", good)
    least = -(-int(row["most_enemies"]) // WAVES)
    if row["wave_size"] < least:
        raise fail(combat, "waves.per_element", f"at least {least}, for {WAVES} waves of a round", row["wave_size"])
    for name, is_fit, allowed in (("victory", row["victory_at"] > 0, 1), ("defeat", row["defeat_at"] < 0, -1)):
        if not is_fit:
            allowed_words = f"{allowed} or {'more' if allowed > 0 else 'less'}, because a campaign begins with 0 points"
            raise fail(victory, f"automatic.{name}", allowed_words, row[f"{name}_at"])
    for name, campaign in zip(Campaign.numbers("SINGLE"), row["campaigns"], strict=True):
        levels = campaign["levels"][1:].tolist()
        if (np.diff(levels) <= 0).any():
            raise fail(victory, f"levels.{name}", "rising points", levels)


def _check_map(row: np.record, file: str) -> None:
    """Check that links lead both ways, that every box can be reached, and the distances that the file states."""
    boxes = row["boxes"]
    links = [set(map(int, boxes["links"][box][: boxes["link_count"][box]])) for box in range(BOXES)]
    for box, own in enumerate(links):
        for other in own:
            if box == other or box not in links[other]:
                raise fail(file, f"box.{box}.next", f"boxes that have {box} among their neighbours", other)
        if boxes["distance"][BASE][box] == NO_WAY:
            raise fail(file, f"box.{box}.next", "a way to the base", "none")
        if boxes["from_base"][box] != boxes["distance"][BASE][box]:
            raise fail(file, f"box.{box}.from_base", str(boxes["distance"][BASE][box]), int(boxes["from_base"][box]))
    for box in row["cards"]["box"][1:]:
        moves = int(boxes["from_base"][box]) + int(row["slack"])
        if moves > MOST_TURNS:
            raise fail(
                file,
                f"box.{box}.from_base",
                f"at most {MOST_TURNS - row['slack']} for a target",
                boxes["from_base"][box],
            )


def _check_escorts(row: np.record, file: str) -> None:
    """Check that a type is rolled only where it is available and has a range (ruling X81)."""
    for escort in Escort:
        first, last = map(int, row["available"][escort])
        if last < first:
            raise fail(file, f"available.{escort.word}", "a last box that is not before the first", [first, last])
        for box in range(1, TRACK + 1):
            rolled = (row["escort_type"][box][1:] == escort).any()
            if rolled and not (first <= box <= last and row["stays"][escort][box] > 0):
                raise fail(
                    file, "type", f"{escort.word} only in boxes {first} to {last}, and with a range", f"box {box}"
                )


def _check_campaigns(row: np.record, file: str) -> None:
    """Check that campaigns stay on the track, that the years follow each other, and that the deck is never empty."""
    for name, campaign in zip(Campaign.numbers("SINGLE"), row["campaigns"], strict=True):
        last = int(campaign["start"]) + int(campaign["missions"]) - 1
        if not _has_cards(row, campaign, last):
            raise fail(file, f"campaign.{name}.deck", "years with cards in every box", "none in some box")
        if last > TRACK:
            raise fail(
                file, f"campaign.{name}.missions", f"at most {TRACK - campaign['start'] + 1}", campaign["missions"]
            )
    first = row["first_box"]
    if first[0] != 1 or (np.diff(first) <= 0).any() or row["remove_1942"] < first[1]:
        raise fail(file, "track", "first boxes from 1 on, rising, and no earlier removal of 1942", first.tolist())
    for year in Year:
        if not (row["cards"]["year"][1 : CARDS + 1] == year).any():
            raise fail(file, "campaign", f"a card of {year.word}", "none")
    for year, squadron in zip(Year, row["squadrons"], strict=True):
        bombers, crews = (
            int(squadron["old_model"]) + int(squadron["new_model"]),
            int(squadron["crews"].astype(int).sum()),
        )
        if not 0 < bombers <= row["most_bombers"] or not 0 < crews <= row["most_crews"]:
            raise fail(file, f"squadron.{year.word}", "some bombers and crews within the limits", [bombers, crews])


def _has_cards(row: np.record, campaign: np.record, last: int) -> bool:
    """Whether the deck of a campaign has cards in all its boxes (4.1.1)."""
    years = {year for year in Year if campaign["deck"].astype(int).sum() & (1 << year)}
    for box in range(int(campaign["start"]), last + 1):
        years |= {year for year in Year if row["first_box"][year] == box}
        if not years - ({Year.Y1942} if box >= row["remove_1942"] else set()):
            return False
    return True


def _check_cup(row: np.record, file: str) -> None:
    total = int(row["cup"].astype(int).sum())
    if total != COUNTERS:
        raise fail(file, "counter", f"{COUNTERS} counters in all", total)


def names_of(files: Files) -> ChartNames:
    """Return the names that charts give."""
    boxes, cards = files["map"].by_address, files["missions"].by_address
    at = [tuple(float(boxes[f"box.{box}.at.{place}"].text) for place in (0, 1)) for box in range(BOXES)]
    return ChartNames(
        boxes=tuple(boxes[f"box.{box}.name"].text for box in range(BOXES)),
        coordinates=tuple((latitude, longitude) for latitude, longitude in at),
        targets=("", *(cards[f"card.{card}.target"].text for card in range(1, CARDS + 1))),
    )


LoadedCharts: TypeAlias = loader.LoadedCharts[ChartNames]
BOOK = loader.ChartBook(
    folder=Path(__file__).parent / "data",
    record=Charts,
    fill=fill,
    check=check,
    names=names_of,
    others=OTHER_TABLES,
)
load_charts = BOOK.load


BANK = ChartBank(BOOK, order="F")
