"""``stuka charts --game interceptor``: the list, one chart, a commented copy, and the differences to ours."""

from pathlib import Path

import pytest

from stuka_env import cli
from stuka_env.charts import copies
from stuka_env.charts.axes import Names
from stuka_env.charts.compare import Difference, differences
from stuka_env.charts.show import total_counts
from stuka_env.games.interceptor.charts import BOOK, load_charts
from stuka_env.games.stuka.charts import load_charts as first_charts
from tests.support.charts import refused
from tests.support.each import each

OURS = load_charts()
Output = pytest.CaptureFixture[str]


def main(words: list[str]) -> int:
    return cli.main(["charts", "--game", "interceptor", *words])


def printed(words: list[str], output: Output) -> str:
    output.readouterr()
    assert main(words) == 0
    return output.readouterr().out


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


# --- printing ---


def test_the_list(capsys: Output) -> None:
    listed = printed([], capsys)
    assert all(name in listed for name in BOOK.tables)
    assert str(total_counts(OURS)["reconstructed"]) in listed
    assert "a2_accuracy" not in listed


def test_one_chart(capsys: Output) -> None:
    assert "example, 7.11 L899 (the 10): result 2-11" in printed(["B7"], capsys)
    assert printed(["mats"], capsys).startswith("Aircraft mats  (mats)\n")


def test_both_games_have_a_chart_a1(capsys: Output) -> None:
    assert printed(["a1"], capsys).startswith("A1 Raids by month  (a1_raids)\n")
    assert cli.main(["charts", "a1"]) == 0
    first = capsys.readouterr().out
    assert first.startswith("A1 ") and "(a1_missions)" in first
    assert cli.main(["charts", "--game", "stuka", "a1"]) == 0
    assert capsys.readouterr().out == first


def test_the_first_game_is_the_default(capsys: Output) -> None:
    assert cli.main(["charts"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in first_charts().files)
    assert "a1_raids" not in listed


def test_all(capsys: Output) -> None:
    every = printed(["--all"], capsys)
    assert all(file.head["title"] in every for file in OURS.files.values())


# --- refusals ---


@each(
    "words, says",
    [
        (["--game", "chess"], "argument --game: got 'chess', allowed is stuka or interceptor"),
        (["--game", "interceptor", "a2"], "chart: expected one of a1_raids, "),
        (
            ["--game", "interceptor", "--charts", "/nowhere"],
            "/nowhere: expected a folder with chart files, got nothing",
        ),
        (["--game", "interceptor", "--check", "/nowhere"], "/nowhere: expected a folder with chart files, got nothing"),
        (["--game", "interceptor", "--all", "b7"], "--all prints every chart"),
        (["--game", "interceptor", "b7", "--check", "/nowhere"], "--check compares a whole folder"),
        (["--game", "interceptor", "--new", "/nowhere/mine"], "No such file"),
        (["--game", "interceptor", "--charts", "bank:00"], "'bank:00': the bank has no set with this digest"),
    ],
)
def test_bad_values_get_one_line(words: list[str], says: str, capsys: Output) -> None:
    assert says in refused(words, capsys)


def test_a_folder_of_the_other_game_gets_one_line(tmp_path: Path, capsys: Output) -> None:
    assert cli.main(["charts", "--new", str(tmp_path / "stuka"), "a1"]) == 0
    assert "file name: expected one of a1_raids.toml" in refused(
        ["--game", "interceptor", "--check", str(tmp_path / "stuka")], capsys
    )


def test_a_broken_cell_gets_one_line(tmp_path: Path, capsys: Output) -> None:
    printed(["--new", str(tmp_path), "b9"], capsys)
    edited(tmp_path / "b9_weather.toml", '12 = "bad"', '12 = "fog"')
    said = refused(["--game", "interceptor", "--check", str(tmp_path)], capsys)
    assert said == (
        f"stuka charts: {tmp_path}/b9_weather.toml: weather.12: expected one of good, poor, bad, got 'fog'\n"
    )


# --- copies ---


@each("name", BOOK.tables)
def test_the_comments_of_a_copy_name_every_key(name: str) -> None:
    text = copies.copy_text(BOOK, name)
    comments = " ".join(line.lstrip("# ") for line in text.splitlines() if line.startswith("#"))
    for table in BOOK.tables[name]:
        for axis in table.axes:
            if isinstance(axis, Names):
                assert all(word in comments for word in axis.index)


# --- differences ---


@each(
    "name, old, new, expected",
    [
        ("b9_weather", '"2-8" = "good"', '"2-4" = "good"\n"5-8" = "good"', []),
        ("b9_weather", '12 = "bad"', '12 = "poor"', [Difference("weather.12", "bad r", "poor r")]),
        (
            "a1_raids",
            "Meaulte",
            "Albert",
            [Difference("raids.May 1943.11", "Meaulte (France) r", "Albert (France) r")],
        ),
        ("mats", '[["BK 3.7", 14, 5], ', "[", None),
        ("mats", 'series = "Bf109"\nfrom = "Apr', 'series = "Bf109"\nrockets = false\nfrom = "Apr', []),
        (
            "mats",
            'series = "Bf109"\nfrom = "Apr',
            'series = "Bf109"\nrockets = true\nfrom = "Apr',
            [Difference("mats.Bf109G-6.rockets", "left out", "true r")],
        ),
        (
            "b3_bomber_damage",
            '"Controls", "Gunner"]',
            '"Controls"]',
            [Difference("package.Airframe.4", "Gunner d", "left out")],
        ),
        (
            "b12_initiative",
            "6 = 2",
            '6 = 2\n"7+" = 3',
            [Difference("positions.7+", "2 r", "3 r")],
        ),
    ],
)
def test_differences(tmp_path: Path, name: str, old: str, new: str, expected: list[Difference] | None) -> None:
    text = (BOOK.folder / f"{name}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    text = text.replace(old, new).replace('"package.Airframe.4" = "derived"\n', "")
    (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    theirs = load_charts(tmp_path)
    seen = differences(OURS.files[name], theirs.files[name])
    assert bool(seen) == (theirs != OURS)
    assert expected is None or seen == expected
