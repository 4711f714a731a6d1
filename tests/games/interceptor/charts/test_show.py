"""The charts as tables: every total of the dice has a line, every cell its provenance, all of it fits a terminal."""

import pytest

from stuka_env.charts import show
from stuka_env.charts.columns import Grid, as_text, split
from stuka_env.charts.provenance import PROVENANCE_KINDS
from stuka_env.charts.show import grids
from stuka_env.games.interceptor.charts import BOOK, load_charts
from tests.support.each import each

OURS = load_charts()
MARKS = tuple(kind[0] for kind in PROVENANCE_KINDS)


def rows(name: str, title: str) -> dict[str, list[str]]:
    """Return one table of a chart, by the first column."""
    (table,) = [table for table in grids(OURS.files[name]) if title in (table.title, table.heading[-1])]
    return {first: rest for first, *rest in table.rows}


@pytest.mark.parametrize("width", [80, 100, 140])
def test_everything_fits(width: int) -> None:
    assert max(map(len, show.all_charts_text(OURS, width).splitlines())) <= width


@each("name", BOOK.tables)
def test_every_text_of_a_table_ends_with_a_mark(name: str) -> None:
    assert all(
        text == "" or text[-1] in MARKS for table in grids(OURS.files[name]) for row in table.rows for text in row[1:]
    )


@each("name, title, expected", [
        ("b9_weather", "weather", {"2-8": ["good e"], "9-11": ["poor r"], "12": ["bad r"]}),
        ("b7_landing", "result", {"<=11": ["safe e"], "12-13": ["rough r"], "14-15": ["crash r"],
                                  ">=16": ["killed p"]}),
        ("b12_initiative", "positions", {"0": ["0 e"], "1-2": ["0 d"], "3-4": ["1 e"], "5": ["1 r"], ">=6": ["2 r"]}),
        ("c2_serious_wounds", "missed", {"2-3": ["2 r"], "4-5": ["4 r"], "6-8": ["6 r"], "9-10": ["8 r"],
                                         "11": ["12 r"], "12": ["16 r"]}),
        ("b3_bomber_damage", "package", {
            "Port Wing": ["Port Wing, Port Wing, Engine 1, Engine 2 r"],
            "Starboard Wing": ["Starboard Wing, Starboard Wing, Engine 3, Engine 4 r"],
            "Airframe": ["Airframe r, Airframe r, Tail r, Controls r, Gunner d"],
        }),
        ("b2_attack_results", "columns", {"": ["6 p, 8 p, 12 e, 16 e, 20 r, 24 e"]}),
    ])  # fmt: skip
def test_tables_by_totals_and_by_words(name: str, title: str, expected: dict[str, list[str]]) -> None:
    assert rows(name, title) == expected


def test_rows_of_different_things() -> None:
    assert rows("units", "unit")["5"] == ["I/JG 2 p", "St. Brieuc p", "French p", "Mar 1943 p", "Fw190A-4 p"]
    mats = rows("mats", "mats")
    assert mats["Fw190A-4"][:4] == ["Fw190 r", "Mar 1943 p", "19 e", "2 MG 151/20 8x6, 2 MG FF 6x2, 2 MG 17 2x0 r"]
    assert rows("cards", "cards")["29"] == [
        *("3 r, GP r, DE r, DE e, DE d, DE d", "false d", "0 r", "Barrel Roll r", "drives off r"),
    ]
    assert rows("a3_targets", "escort")["Jul 1943"][2] == "P-47 e"


def test_months_with_other_dice_share_a_table() -> None:
    raids = rows("a1_raids", "raids")
    assert list(raids) == [str(total) for total in range(1, 13)]
    assert raids["1"] == ["", "Paris (France) r", *[""] * 10]
    assert raids["9"][:2] == ["Vegesack (Bremen) e", ""]


def test_names_with_dots_are_one_label() -> None:
    text = show.chart_text(OURS, "b5_skills")
    assert "cost Landing, Navigation, Parachute, Reflexes, S.A., Weapons Maintenance, " in text
    assert "`cost Landing, " in show.chart_markdown(OURS, "b5_skills")


def test_the_list_has_the_sums() -> None:
    last = [line for line in show.overview(OURS).splitlines() if line.startswith("all")][0]
    assert sum(map(int, last.split()[1:])) == sum(len(file.cells) for file in OURS.files.values())
    assert "[B7 Landing](#b7-landing)" in show.overview_markdown(OURS)


def test_a_wide_table_is_split() -> None:
    table = Grid("words", ["", *"abcd"], [["first", "one", "two", "three", "four"]])
    parts = split(table, 20)
    assert [part.heading for part in parts] == [["", "a", "b"], ["", "c", "d"]]
    assert all(max(map(len, as_text([part], 20).splitlines())) <= 20 for part in parts)
    assert split(table, None) == [table]
