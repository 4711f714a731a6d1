"""The charts as tables: every total of the dice has a line, every cell its provenance, all of it fits a terminal."""

from pathlib import Path

import pytest

from stuka_env import cli
from stuka_env.charts import show
from stuka_env.charts.axes import Die
from stuka_env.charts.columns import Grid, as_text
from stuka_env.charts.provenance import PROVENANCE_KINDS
from stuka_env.charts.show import grids
from stuka_env.games.stuka.charts import BOOK, load_charts
from stuka_env.games.stuka.codes import A2_HIGH, A2_LOW, Size
from tests.support.each import each

OURS = load_charts()
MARKS = tuple(kind[0] for kind in PROVENANCE_KINDS)


def rows(name: str, title: str, columns: int = 2) -> dict[str, list[str]]:
    """One table of a chart, by the first column; its title stands above it or over its only column."""
    tables = [table for table in grids(OURS.files[name]) if len(table.heading) == columns]
    (found,) = [table for table in tables if table.heading[-1] == title] or [t for t in tables if t.title == title]
    return {first: rest for first, *rest in found.rows}


def totals(label: str) -> range:
    """The totals that a line is about, between those that the rules ask for."""
    if label.startswith(("<=", ">=")):
        end = int(label[2:])
        return range(A2_LOW, end + 1) if label.startswith("<=") else range(end, A2_HIGH + 1)
    low, _, high = label.partition("-") if not label.startswith("-") else (label, "", "")
    return range(int(low), int(high or low) + 1)


# What the tables say


def test_a_line_says_what_the_rules_read() -> None:
    lines = rows("a2_accuracy", "score", 4)
    said = {total: line for label, line in lines.items() for total in totals(label)}
    assert list(lines)[0] == "<=-2" and list(lines)[-1] == ">=11"
    assert sorted(said) == list(range(A2_LOW, A2_HIGH + 1))
    for total, line in said.items():
        for size, text in zip((Size.SMALL, Size.MEDIUM, Size.LARGE), line, strict=True):
            score = OURS.record["a2"][size, total - A2_LOW]
            assert text.split()[0] == ("Miss" if score == 0 else str(score))


@each("name", BOOK.tables)
def test_no_table_by_die_totals_has_a_hole(name: str) -> None:
    file = OURS.files[name]
    is_rolled = any(cell.table.axes and isinstance(cell.table.axes[-1], Die) for cell in file.cells)
    tables = [table for table in grids(file) if table.rows[0][0].lstrip("<=>-").split("-")[0].isdecimal()]
    tables += [table for table in grids(file) if table.heading[1].isdecimal()]
    assert bool(tables) == is_rolled
    assert all(text[-1] in MARKS for table in tables for row in table.rows for text in row[1:])


@each(
    "name, title, expected",
    [
        ("a4_visibility", "visibility", {"1-3": ["Good p"], "4-5": ["Medium p"], "6": ["Low p"]}),
        ("c3_bail_out", "bail_out", {"<=3": ["out d"], "4": ["out e"], ">=5": ["killed r"]}),
        ("combat_rules", "crash", {"1": ["crash p"], "2-5": ["pulls up p"], "6": ["crash p"]}),
        ("combat_rules", "gamble", {"modifier": ["-2 p"]}),
        ("c10_repair_times", "track", {"longest": ["8 p"]}),
    ],
)
def test_totals_that_are_treated_alike_and_come_from_one_source_share_a_line(
    name: str, title: str, expected: dict[str, list[str]]
) -> None:
    assert rows(name, title) == expected


def test_the_list_of_the_page_leads_to_its_chapters() -> None:
    listed = show.overview_markdown(OURS)
    assert "[A1 Operations and Missions](#a1-operations-and-missions)" in listed
    assert "(#operations-forces-segments-missions-and-formations)" in listed
    assert listed.count("](#") == len(OURS.files)


# How they are laid out


@pytest.mark.parametrize("width", [80, 100, 120])
def test_everything_fits_the_terminal(width: int) -> None:
    lines = show.all_charts_text(OURS, width).splitlines()
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() and line.isascii() for line in lines)


def test_all_is_the_list_and_then_every_chart() -> None:
    text = show.all_charts_text(OURS, 80)
    places = [
        text.index(part)
        for part in (show.overview(OURS, 80), *(show.chart_text(OURS, name, 80) for name in OURS.files))
    ]
    assert places == sorted(places) and places[0] == 0


def test_a_mark_never_stands_alone() -> None:
    for line in show.all_charts_text(OURS, 80).splitlines():
        assert not set(line.split("  ")) & set(MARKS) or line.startswith("chart "), line


def test_nor_does_it_on_the_page() -> None:
    assert "| damage, +3 CS&nbsp;r |" in show.chart_markdown(OURS, "c1_damage")
    assert all(f" {mark} |" not in show.chart_markdown(OURS, name) for mark in MARKS for name in OURS.files)


def test_columns_keep_their_place_where_cells_are_wrapped() -> None:
    table = Grid("damage", ["", "3", "4"], [["1", "damage, +1 CS r", "no effect r"], ["2", "damage r", "no effect r"]])
    assert as_text([table], 22).splitlines() == [
        "damage",
        "   3         4",
        "-  --------  --------",
        "1  damage,   no",
        "   +1 CS r   effect r",
        "",
        "2  damage r  no",
        "             effect r",
    ]


def test_a_period_is_broken_after_its_slash() -> None:
    table = Grid("", ["", "Nov 1942/Feb 1943"], [["1", "No-Fly r"]])
    assert as_text([table], 14).splitlines() == ["   Nov 1942/", "   Feb 1943", "-  ---------", "1  No-Fly r"]
    assert "Nov 1942/Feb 1943" in as_text([table])


def test_numbers_are_flush_right_and_rows_named_flush_left() -> None:
    table = Grid("", ["", "n"], [["9", "8"], ["10", "194"]])
    assert as_text([table]).splitlines() == ["      n", "--  ---", "9     8", "10  194"]


def test_gaps_give_way_before_words_do() -> None:
    table = Grid("", ["a", "b"], [["Artillery", "Buildings"]])
    assert as_text([table], 19).splitlines()[-1] == "Artillery Buildings"
    assert as_text([table], 5).splitlines()[-1] == "Artillery Buildings"


# The command


def test_the_command_prints_as_wide_as_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns, width in (("40", 80), ("100", 100)):
        monkeypatch.setenv("COLUMNS", columns)
        assert cli.main(["charts", "--all"]) == 0
        assert capsys.readouterr().out == show.all_charts_text(OURS, width) + "\n"


@pytest.mark.parametrize("words", [["a2"], ["--new", "mine"], ["--check", "mine"]])
def test_all_goes_with_a_folder_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["charts", "--all", *words]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1) and "--all" in said.err
    assert not list(tmp_path.iterdir())
