"""Charts of Air Support: what is filled from several cells, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.charts.words import ChartError
from stuka_env.cli import main
from stuka_env.compiling.plain import plain
from stuka_env.games.support.charts import BOOK, load_charts
from stuka_env.games.support.charts.shape import FAR, HEX_NAMES
from stuka_env.games.support.codes import (
    HEXES,
    NOBODY,
    Direction,
    Field,
    Season,
    distance,
    hex_at,
    hex_words,
    range_from,
)
from tests.support.cases import merged

CHARTS: Any = load_charts().record


def changed(file: str, **cells: Any) -> None:
    """Load our charts with other cells in a file."""
    BOOK.with_contents({file: merged(BOOK.our_contents(file), cells)}, "mine")


def column(**cells: Any) -> dict[str, Any]:
    """Return other cells of the scenario of the column."""
    return {"scenario": {"column": cells}}


@pytest.mark.parametrize(
    ("file", "cells", "message"),
    [
        ("fire", {"columns": [1, 2, 4, 6, 8, 8, 16, 20, 24, 30, 36]}, "columns: expected rising points"),
        ("fire", {"result": {"pin": 0}}, "result: expected results that do not fall"),
        ("battery", {"cards": {"red": 1}}, "cards: expected 2 red ones or more, and at most 6 in all, got "),
        ("battery", {"cards": {"black": 5}}, "cards: expected 2 red ones or more, and at most 6 in all, got "),
        ("scenarios", column(levels={"draw": 13}), "scenario.column.levels: expected rising points"),
        ("scenarios", column(hidden=["squad"]), "a kind for each of 5 counters that lie face down, got '1 kinds'"),
        ("scenarios", column(own=["? J4"]), "scenario.column.own: expected units that are known"),
        ("scenarios", column(own=["squad A5"]), "expected no hex with units of both sides"),
        ("scenarios", column(own=["squad J4"] * 4), "expected at most 3 units of a side in a hex"),
        ("scenarios", column(own=["squad K4"]), "expected a unit and its hex"),
        ("maps", {"map": {"road": ["x" * 10] * 8}}, "expected 10 signs of"),
        ("terrain", {"terrain": {"woods": {"modifier": 9}}}, "expected a whole number from -6 to 6"),
    ],
)
def test_charts_that_contradict_each_other_are_refused(file: str, cells: dict[str, Any], message: str) -> None:
    with pytest.raises(ChartError) as error:
        changed(file, **cells)
    assert message in str(error.value)


@pytest.mark.rule("S003")
def test_hexes_have_six_neighbours_and_ranges_along_the_grain() -> None:
    for place in range(HEXES):
        beside = [plain(hex_at)(place, course, 1) for course in Direction]
        assert all(plain(distance)(place, one) == 1 for one in beside if one != NOBODY)
        assert [plain(hex_at)(one, (course + 3) % 6, 1) for course, one in enumerate(beside) if one != NOBODY] == [
            place for one in beside if one != NOBODY
        ]
    assert [hex_words(plain(hex_at)(HEX_NAMES["E6"], course, 1)) for course in Direction] == [
        "E5", "F5", "F6", "E7", "D6", "D5",
    ]  # fmt: skip
    assert plain(range_from)(HEX_NAMES["E6"], Direction.SW, 4, HEX_NAMES["J4"]) == 9  # the printed example (7.511)


def test_sight_is_mutual_and_an_orchard_blocks_it_in_season_alone() -> None:
    sees = CHARTS["scenarios"]["sight"][1:] < FAR
    assert np.array_equal(sees, sees.swapaxes(2, 3)) and (sees[:, Season.SUMMER] <= sees[:, Season.WINTER]).all()
    for first in range(HEXES):
        for course in Direction:
            near = plain(hex_at)(first, course, 1)
            assert near == NOBODY or sees[:, :, first, near].all()


def test_ways_to_the_goals_avoid_what_is_closed_to_vehicles() -> None:
    for scenario in CHARTS["scenarios"][1:]:
        closed = CHARTS["terrains"]["closed"][scenario["terrain"]].astype(bool)
        on_foot, driven = scenario["far"]
        assert (driven[closed & (on_foot > 0)] == FAR).all() and (driven >= on_foot).all()
        assert (on_foot[scenario["goals"][: scenario["goal_count"]]] == 0).all()
    assert len(Field) == len(CHARTS["rows_of_map"])


def test_the_command_copies_and_checks_the_charts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = str(tmp_path / "mine")
    assert main(["charts", "--game", "support", "--new", own]) == 0
    assert f"written to {own}" in capsys.readouterr().out
    assert main(["charts", "--game", "support", "--check", own]) == 0
    assert main(["charts", "--game", "support", "sighting"]) == 0
    assert "Sighting check" in capsys.readouterr().out
