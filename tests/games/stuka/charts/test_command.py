"""``stuka charts --new`` and ``--check``: a commented copy of the charts, and what edited ones change."""

import tomllib
from pathlib import Path

import pytest

from stuka_env import cli
from stuka_env.charts import copies
from stuka_env.charts.compare import Difference, differences
from stuka_env.charts.lists import HEAD_KEYS, HEAD_MEANINGS
from stuka_env.charts.provenance import PROVENANCE_KINDS
from stuka_env.games.stuka.charts import BOOK, load_charts
from stuka_env.games.stuka.charts.lists import CARD_MEANINGS, LEVELS_MEANING
from stuka_env.games.stuka.charts.shape import EFFECT_NAMES
from tests.support.charts import refused
from tests.support.each import each

OURS = load_charts()
Output = pytest.CaptureFixture[str]


def main(words: list[str]) -> int:
    return cli.main(["charts", *words])


def copied(folder: Path, *chart: str) -> Path:
    assert main(["--new", str(folder), *chart]) == 0
    return folder


def edited(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def checked(folder: Path, output: Output) -> str:
    output.readouterr()
    assert main(["--check", str(folder)]) == 0
    return output.readouterr().out


def comments(text: str) -> dict[tuple[str, ...], str]:
    """The comment above every header and every line of a chart file, by its address."""
    found, above, section = {}, list[str](), tuple[str, ...]()
    for line in text.splitlines():
        if line.startswith("#"):
            above.append(line.lstrip("# "))
            continue
        if line:
            address = header(line) if line.startswith("[") else (*section, next(iter(tomllib.loads(line))))
            section = address if line.startswith("[") else section
            found[address] = " ".join(above)
        above = []
    return found


def header(line: str) -> tuple[str, ...]:
    inside, path = tomllib.loads(line), list[str]()
    while isinstance(inside, dict) and inside:
        key, inside = next(iter(inside.items()))
        path.append(key)
    return tuple(path)


# --new


@each("name", BOOK.tables)
def test_every_key_of_the_head_is_explained_above_it(name: str) -> None:
    above = comments(copies.copy_text(BOOK, name))
    for key in HEAD_KEYS:
        assert HEAD_MEANINGS[key] in above[key,]


def test_a_copy_explains_the_lists_and_the_provenance() -> None:
    deck = copies.copy_text(BOOK, "events")
    assert all(f"  {word} " in deck for word in EFFECT_NAMES)
    assert all(f"{key}: {meaning}" in deck for key, meaning in CARD_MEANINGS.items())
    assert LEVELS_MEANING in " ".join(line.lstrip("# ") for line in copies.copy_text(BOOK, "a5_victory").splitlines())
    for kind in PROVENANCE_KINDS:
        assert copies.PROVENANCE_MEANINGS[kind] in deck
    assert f'default = "printed: {OURS.files["events"].head["section"]}"' in deck


def test_the_provenance_of_a_printed_chart_is_as_the_copy_says(tmp_path: Path) -> None:
    folder = copied(tmp_path / "mine", "a2")
    path = folder / "a2_accuracy.toml"
    text = path.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("#   default = "))
    path.write_text(text.partition("[provenance]")[0] + "[provenance]\n" + line.lstrip("# ") + "\n", encoding="utf-8")
    kinds = {origin.kind for origin in load_charts(folder).files["a2_accuracy"].provenance.values()}
    assert kinds == {"printed"}


# --check


def test_an_edited_cell_is_reported(tmp_path: Path, capsys: Output) -> None:
    folder = copied(tmp_path / "mine", "a2")
    edited(folder / "a2_accuracy.toml", ("3 = 70\n", "3 = 65\n"))
    said = checked(folder, capsys)
    assert "a2_accuracy: 1 cell differs" in said
    assert [line.split() for line in said.splitlines() if "->" in line] == [
        ["score.Large.3", "70", "r", "->", "65", "r"],
    ]
    assert "1 cell differs in 1 chart." in said
    assert f"replaces 1 of {len(BOOK.tables)} charts" in said
    assert load_charts(folder).sha256 in said and OURS.sha256 in said


@each(
    "name, changes, expected",
    [
        # an end cell cut shorter: only the totals that change
        (
            "a2_accuracy",
            [('"<=0" = 100\n1 = 90', '"<=-2" = 100\n-1 = 95\n0 = 100\n1 = 90')],
            [("score.Large.-1", "100 r", "95 r")],
        ),
        # an end cell that gives way to another
        (
            "c5_landing",
            [('"<=8" = "Safe Landing"\n">=9"', '"<=9" = "Safe Landing"\n">=10"')],
            [("landing.9", "Forced Landing d", "Safe Landing d")],
        ),
        ("a6_anti_air", [("maritime = 1", "maritime = 2")], [("modifiers.maritime", "1 p", "2 p")]),
        (
            "b2_escorts",
            [('["Full Cover", "Full Cover", 2, 2, 1, 0]', '["Full Cover", "Full Cover", 1, 2, 1, "No-Cover"]')],
            [("removed.Nov/Dec 1941.Zone 2.3", "2 r", "1 r")],
        ),
        # an axis that may leave words out
        (
            "a3_ordnance",
            [('"37 mm cannon" = { Armor = -3 }', "SC1000 = { Rail = 1 }")],
            [("targets.37 mm cannon.Armor", "-3 p", "left out"), ("targets.SC1000.Rail", "left out", "1 p")],
        ),
        # the lists
        ("a5_victory", [("Victorious = 65", "Victorious = 66")], [("levels.Victorious", "65 d", "66 d")]),
        (
            "a5_victory",
            [("Successful = 56", "Fair = 56")],
            [("levels.Successful", "56 r", "left out"), ("levels.Fair", "left out", "56 r")],
        ),
        (
            "events",
            [("amount = -1", "amount = -2")],
            [
                (
                    "card.anti_aircraft_asleep",
                    "The Gunners are Asleep: anti_aircraft -1 r",
                    "The Gunners are Asleep: anti_aircraft -2 r",
                )
            ],
        ),
        (
            "events",
            [('id = "haze"\nname = "Haze over the Target"', 'id = "haze"\nname = "Haze"')],
            [("card.haze", "Haze over the Target: visibility Medium r", "Haze: visibility Medium r")],
        ),
    ],
)
def test_differences(
    tmp_path: Path, name: str, changes: list[tuple[str, str]], expected: list[tuple[str, str, str]]
) -> None:
    folder = copied(tmp_path / "mine", name)
    edited(folder / f"{name}.toml", *changes)
    theirs = load_charts(folder)
    assert differences(OURS.files[name], theirs.files[name]) == [Difference(*change) for change in expected]
    assert theirs.sha256 != OURS.sha256


@each(
    "name, old, new",
    [
        ("c5_landing", '"<=8" = "Safe Landing"', '"<=5" = "Safe Landing"\n"6-8" = "Safe Landing"'),
        ("c1_damage", '"damage, explosion"', '"explosion, damage"'),
        ("a6_anti_air", 'title = "', 'title = "My '),
        ("c7_survival", 'default = "reconstructed"', 'default = "printed: 8.1"'),
    ],
)
def test_spelling_headings_and_provenance_are_no_difference(tmp_path: Path, name: str, old: str, new: str) -> None:
    folder = copied(tmp_path / "mine", name)
    edited(folder / f"{name}.toml", (old, new))
    theirs = load_charts(folder)
    assert differences(OURS.files[name], theirs.files[name]) == []
    assert theirs.sha256 == OURS.sha256


def test_the_order_of_the_deck_is_a_difference(tmp_path: Path) -> None:
    folder = copied(tmp_path / "mine", "events")
    first, second = ('[[card]]\nid = "tail_wind"', '[[card]]\nid = "endless_steppe"')
    text = (folder / "events.toml").read_text(encoding="utf-8")
    start, middle, end = text.index(first), text.index(second), text.index('[[card]]\nid = "familiar_river"')
    text = text[:start] + text[middle:end] + text[start:middle] + text[end:]
    (folder / "events.toml").write_text(text, encoding="utf-8")
    theirs = load_charts(folder)
    assert differences(OURS.files["events"], theirs.files["events"]) == [
        Difference("order of [[card]]", "tail_wind before endless_steppe", "endless_steppe before tail_wind")
    ]
    assert theirs.sha256 != OURS.sha256


def test_several_charts(tmp_path: Path, capsys: Output) -> None:
    folder = copied(tmp_path / "mine")
    edited(folder / "a4_visibility.toml", ('6 = "Low"', '6 = "Medium"'), ("Low = 2", "Low = 3"))
    edited(folder / "c7_survival.toml", ('6 = "killed"', '6 = "wounded"'))
    said = checked(folder, capsys)
    assert "a4_visibility: 2 cells differ" in said
    assert "c7_survival: 1 cell differs" in said
    assert "3 cells differ in 2 charts." in said
    assert said.count("->") == 3
    (same,) = (line for line in said.splitlines() if line.startswith("The same as ours: "))
    assert len(same.split(", ")) == len(BOOK.tables) - 2


def test_a_broken_file_is_one_line(tmp_path: Path, capsys: Output) -> None:
    folder = copied(tmp_path / "mine")
    edited(folder / "a4_visibility.toml", ('6 = "Low"', '6 = "Fog"'))
    said = refused(["--check", str(folder)], capsys)
    assert "a4_visibility.toml: visibility.6: expected one of" in said and "'Fog'" in said
    (folder / "a4_visibility.toml").write_text("title = = 3")
    assert "TOML" in refused(["--check", str(folder)], capsys)
    assert "nothing" in refused(["--check", str(tmp_path / "nowhere")], capsys)


# What does not go together


@each(
    "arguments, named",
    [
        (["--new", "A", "--check", "B"], "--check"),
        (["--new", "A", "--charts", "B"], "--charts"),
        (["--check", "A", "--charts", "B"], "--charts"),
        (["--check", "A", "a2"], "'a2'"),
        (["--new"], "--new"),
        (["a2", "a3"], "a3"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_line(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, arguments: list[str], named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert named in refused(arguments, capsys)
    assert not list(tmp_path.iterdir())
