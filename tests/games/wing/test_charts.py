"""The charts of the third game: they load, agree with one another, and are refused where they do not."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stuka_env.charts.copies import write_copies
from stuka_env.charts.errors import ChartError
from stuka_env.charts.loader import ChartFile
from stuka_env.games.wing.charts.loader import BOOK, OUR_FOLDER, load_charts
from stuka_env.games.wing.codes import CARDS, Escort

CHANGES: dict[str, tuple[str, Callable[[dict[str, Any]], Any], str]] = {
    "a link of one way": ("map", lambda raw: raw["box"]["50"]["next"].append(0), "box.50.next"),
    "a wrong distance": ("map", lambda raw: raw["box"]["50"].update(from_base=3), "box.50.from_base"),
    "an escort before its time": ("escorts", lambda raw: raw["type"]["1-6"].update({"1-6": "P-51"}), "type"),
    "a campaign beyond the track": (
        "campaigns",
        lambda raw: raw["campaign"]["full"].update(start_box=2),
        "campaign.full",
    ),
    "a cup with 21 counters": ("luck", lambda raw: raw["counter"]["nothing"].update(number=3), "counter"),
    "an attack that cannot be heavy": ("combat", lambda raw: raw["bomber"].update(heavy=13), "bomber"),
    "columns that fall": ("events", lambda raw: raw["column_from"].update({"2-3": 5}), "column_from"),
    "an empty squadron": ("campaigns", lambda raw: raw["squadron"]["1942"].update(old_model=0), "squadron.1942"),
    "another effect": ("luck", lambda raw: raw["counter"]["nothing"].update(effect="Rain."), "counter.nothing.effect"),
    "a deck that empties": (
        "campaigns",
        lambda raw: raw["campaign"]["short_1944"].update(start_box=15, missions=9, deck=[1942]),
        "short_1944",
    ),
}


def test_every_card_leads_to_a_box_that_can_be_reached() -> None:
    charts = load_charts()
    cards = charts.record["cards"][1:]
    assert len(cards) == CARDS and [sum(cards["year"] == year) for year in range(3)] == [20, 20, 20]
    assert charts.record["boxes"]["from_base"].max() == 10
    assert (charts.record["boxes"]["distance"] >= 0).all()
    assert charts.names.targets[35] == "Schweinfurt bearing works" and charts.names.boxes[57] == "Schweinfurt"
    assert charts.names.coordinates[0] == (52.3, 0.8)


@pytest.mark.rule("W007")
def test_escorts_are_there_from_their_first_box_on() -> None:
    """P-47 from box 1, P-38 from box 7, P-51 from box 14."""
    types = load_charts().record["escort_type"]
    first = {escort.word: min(box for box in range(1, 26) if escort in types[box][1:]) for escort in Escort}
    assert first == {"P-47": 1, "P-38": 7, "P-51": 14}


def test_every_cell_has_a_provenance() -> None:
    kinds = [one.kind for file in load_charts().files.values() for one in file.provenance.values()]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "derived": 8,
        "printed": 207,
        "reconstructed": 1315,
    }


@pytest.mark.rule("X81")
@pytest.mark.parametrize("change", CHANGES)
def test_charts_that_contradict_themselves_are_refused(change: str) -> None:
    name, edit, where = CHANGES[change]
    raw = tomllib.loads((OUR_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    edit(raw)
    with pytest.raises(ChartError, match=where.replace(".", r"\.")):
        BOOK.with_contents({name: raw}, "ours")


def test_the_files_are_read_by_their_names() -> None:
    files = load_charts().files
    assert all(isinstance(file, ChartFile) and file.head["section"] for file in files.values())
    assert sorted(files) == sorted(path.stem for path in OUR_FOLDER.glob("*.toml"))


def test_copies_of_our_files_are_our_charts(tmp_path: Path) -> None:
    """Also those with a number that stands before all tables."""
    write_copies(BOOK, tmp_path / "own", tuple(load_charts().files))
    assert load_charts(tmp_path / "own") == load_charts()
