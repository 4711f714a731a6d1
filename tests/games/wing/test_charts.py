"""The charts of the third game: they load, agree with one another, and are refused where they do not."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from stuka_env.charts.words import ChartError
from stuka_env.games.wing.charts import BOOK, LoadedCharts, load_charts
from stuka_env.games.wing.charts.shape import NO_WAY
from stuka_env.games.wing.codes import CARDS, Decision, Phase
from tests.support.each import each
from tests.support.wing.game import Campaign

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
    "a fighter destroyed before it is damaged": ("combat", lambda raw: raw["fighter"].update(destroyed=7), "destroyed"),
    "a landing good before it is hard": ("landing", lambda raw: raw["roll"].update(good_at_least=2), "good_at_least"),
    "a victory before the campaign": ("victory", lambda raw: raw["automatic"].update(victory=0), "automatic.victory"),
    "a defeat before the campaign": ("victory", lambda raw: raw["automatic"].update(defeat=0), "automatic.defeat"),
    "levels that do not rise": ("victory", lambda raw: raw["levels"]["full"].update(stalemate=40), "levels.full"),
    "more waves than two": ("combat", lambda raw: raw["waves"].update(per_element=3), "waves.per_element"),
    "escorts that leave before they come": ("escorts", lambda raw: raw["available"].update({"P-47": [25, 1]}), "P-47"),
}


def behind_the_base() -> LoadedCharts:
    """Return charts whose box 50, Bordeaux, has the base as its only neighbour."""
    raw = tomllib.loads((BOOK.folder / "map.toml").read_text(encoding="utf-8"))
    raw["box"]["50"].update(next=[0], from_base=1)
    raw["box"]["43"]["next"].remove(50)
    raw["box"]["0"]["next"].append(50)
    return BOOK.with_contents({"map": raw}, "ours")


@pytest.mark.rule("W022")
def test_a_box_behind_the_base_is_only_a_target() -> None:
    boxes = behind_the_base().record["boxes"]
    assert [box for box in range(69) if boxes["distance"][50][box] != NO_WAY] == [0, 50]
    assert boxes["distance"][0][50] == 1 and boxes["distance"][50][0] == 1
    game = Campaign().fly([1, 1], 0, card=34)
    game.charts.boxes = boxes
    game.at(Phase.MOVE).mat.cursor.decision = Decision.MOVE
    assert game.legal == [("BOX", 1), ("BOX", 2), ("BOX", 3)]


def test_a_leg_that_is_too_long_for_the_mat_is_refused() -> None:
    """All boxes in a line."""
    raw = tomllib.loads((BOOK.folder / "map.toml").read_text(encoding="utf-8"))
    for box in range(69):
        raw["box"][str(box)].update(next=[one for one in (box - 1, box + 1) if 0 <= one < 69], from_base=box)
    with pytest.raises(ChartError, match=r"from_base: expected at most 22 for a target"):
        BOOK.with_contents({"map": raw}, "ours")


def test_every_card_leads_to_a_box_that_can_be_reached() -> None:
    charts = load_charts()
    cards = charts.record["cards"][1:]
    assert len(cards) == CARDS and [sum(cards["year"] == year) for year in range(3)] == [20, 20, 20]
    assert charts.record["boxes"]["from_base"].max() == 10
    assert (charts.record["boxes"]["distance"] >= 0).all()
    assert charts.names.targets[35] == "Schweinfurt bearing works" and charts.names.boxes[57] == "Schweinfurt"
    assert charts.names.coordinates[0] == (52.3, 0.8)


@pytest.mark.rule("X81")
@each("change", CHANGES)
def test_charts_that_contradict_themselves_are_refused(change: str) -> None:
    name, edit, where = CHANGES[change]
    raw = tomllib.loads((BOOK.folder / f"{name}.toml").read_text(encoding="utf-8"))
    edit(raw)
    with pytest.raises(ChartError, match=where.replace(".", r"\.")):
        BOOK.with_contents({name: raw}, "ours")
