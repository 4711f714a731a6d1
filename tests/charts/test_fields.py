"""Fields that are declared with their tables: their shapes, the tables, and the files that fill them."""

from pathlib import Path

import numpy as np
import pytest

from stuka_env.charts.axes import ArrayPart, Names, Parts, Periods, Places, die
from stuka_env.charts.copies import copy_text
from stuka_env.charts.fields import At, Keys, beside, cells, chart_record, joined, rows_of, table
from stuka_env.charts.loader import ChartBook
from stuka_env.charts.words import FREE_TEXT, STATEMENT, YES_NO, ChartError, either, form, number, one_of, words_of
from stuka_env.declared.codes import Code
from stuka_env.declared.records import Numbers, Record, Rows, int8
from tests.support.each import each


class Sky(Code):
    """Weather of the toy game."""

    UNKNOWN = 0
    CLEAR = 1, "Clear"
    CLOUDS = 2, "Clouds"


SKY_NAMES = words_of(Sky, UNKNOWN=None)
SKY, SIDE = Names(SKY_NAMES), Names({"red": 0, "blue": 1})
FOUND = either("none, or a number and a word such as '2 hits'", {"none": (0, 0)}, form(
    r"(\d) (hits|kills)", int, {"hits": 1, "kills": 2}.get, samples=("1 hits", "9 kills")
))  # fmt: skip
GUN = Parts(
    (ArrayPart("name", FREE_TEXT), ArrayPart("power", number(1, 9), "power"), ArrayPart("jams", YES_NO, "jams"))
)


@chart_record
class Gun(Record):
    """A weapon."""

    power: int = int8()
    jams: int = int8()


@chart_record
class Plane(Record):
    """A type of aircraft."""

    speed: int = cells("planes: plane.*.speed", number(1, 40), "Speed")
    ace: int = cells("planes: plane.*.ace", YES_NO, "Whether an ace flies it", optional=True)
    guns: Rows[Gun] = cells("planes: plane.*.guns", FREE_TEXT, "Weapons", Places(2, 1), GUN, kind=Gun)


@chart_record
class Toy(Record):
    """The charts of the toy game."""

    sky: Numbers = cells("weather: sky", one_of(SKY_NAMES), "The sky by the D6", die(6))
    drm: Numbers = cells("weather: drm", number(-9, 9), "Modifier by the sky", SKY)
    shot: Numbers = cells("shots: shot", FOUND, "The shot by the modified D6", die(6, 1, -1, 8, by_total=True))
    shot_kind: Numbers = beside("shot")
    sums: Numbers = cells("shots: sum", number(0, 9), "Hits by 2d6", die(12, 2, from_zero=True))
    limits: Numbers = joined(
        cells("shots: limit.*.low", number(0, 9), "Lowest", SIDE, At(0)),
        cells("shots: limit.*.high", number(0, 99), "Highest", SIDE, At(1)),
    )
    years: Numbers = cells("shots: year", number(0, 9), "By month", Periods({"Jan": 0, "Feb": 1, "Mar": 2}))
    planes: Rows[Plane] = rows_of(Plane, Names({"D": 1, "G": 2}))


FILES = {
    "weather": """sky = ["Clear", "Clear", "Clear", "Clouds", "Clouds", "Clouds"]
drm = { Clear = 0, Clouds = 2 }
""",
    "shots": """shot = { "<=1" = "none", "2-5" = "2 hits", ">=6" = "1 kills" }
sum = { "2-7" = 1, "8+" = 3 }
limit = { red = { low = 1, high = 50 }, blue = { low = 2, high = 60 } }
year = { "Jan - Feb" = 4, Mar = 5 }
note = { rule = "holds" }
extra = { one = { flag = true }, two = { flag = false } }
""",
    "planes": """[plane.D]
speed = 20
guns = [["MG", 3, false]]
[plane.G]
speed = 18
ace = true
guns = [["BK", 9, true], ["MG", 2, false]]
""",
}
HEAD = "".join(f'{key} = "x"\n' for key in ("title", "section", "dice", "about", "read_by"))
PROVENANCE = '[provenance]\ndefault = "derived"\n'


def book_in(folder: Path) -> ChartBook[None]:
    """Return the charts of the toy game, written into a folder."""
    write(folder, FILES)
    return ChartBook(
        folder=folder,
        record=Toy,
        fill=lambda record, files: None,
        check=lambda row, files: None,
        names=lambda files: None,
        others=(
            table("shots: note", STATEMENT, "A statement", Names({"rule": 0})),
            table("shots: extra.*.flag", YES_NO, "A flag", Keys(("one", "two"))),
        ),
    )


def write(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(HEAD + text + PROVENANCE)


def test_shapes_follow_from_axes_and_words() -> None:
    shapes = {field.name: field.shape for field in Toy.FIELDS}
    assert shapes == {
        **{"sky": (7,), "drm": (3,), "shot": (10,), "shot_kind": (10,), "sums": (13,), "limits": (2, 2)},
        **{"years": (3,), "planes": (3,)},
    }
    assert Toy.dtype["planes"].base["guns"].shape == (2,)


def test_the_files_fill_the_fields(tmp_path: Path) -> None:
    book = book_in(tmp_path)
    record = book.load().record
    assert list(book.tables) == ["weather", "shots", "planes"]
    assert record["sky"].tolist() == [0, 1, 1, 1, 2, 2, 2] and record["drm"].tolist() == [0, 0, 2]
    assert record["shot"].tolist() == [0, 0, 0, 2, 2, 2, 2, 1, 1, 1]
    assert record["shot_kind"].tolist() == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
    assert record["sums"].tolist() == [1] * 8 + [3] * 5 and record["limits"].tolist() == [[1, 50], [2, 60]]
    assert record["years"].tolist() == [4, 4, 5]
    planes = record["planes"]
    assert planes["speed"].tolist() == [0, 20, 18] and planes["ace"].tolist() == [0, 0, 1]
    assert planes["guns"]["power"].tolist() == [[0, 0], [3, 0], [9, 2]]
    assert planes["guns"]["jams"].tolist() == [[0, 0], [0, 0], [1, 0]]
    with pytest.raises(ValueError):
        record["sky"][0] = 1


def test_a_key_is_one_cell_or_a_cell_for_each_total(tmp_path: Path) -> None:
    cells = {cell.address: cell for cell in book_in(tmp_path).load().files["shots"].cells}
    assert [address for address in cells if address.startswith(("shot.", "sum."))] == [
        *("shot.<=1", "shot.2", "shot.3", "shot.4", "shot.5", "shot.>=6", "sum.2-7", "sum.8+"),
    ]
    assert list(cells["shot.<=1"].indexes()) == [(-1,), (0,), (1,)]
    assert list(cells["shot.<=1"].places()) == [(0,), (1,), (2,)]


@each(
    "old, new, says",
    [
        (
            '"2-5" = "2 hits"',
            '"2-4" = "2 hits"',
            "shots.toml: shot.5: expected an entry for every total, got 'nothing'",
        ),
        ('"<=1" = "none"', '"<=2" = "none"', "shots.toml: shot.2: expected each total once, got '2 again in 2-5'"),
        ('"none"', '"nothing"', "shots.toml: shot.<=1: expected none, or a number and a word such as '2 hits', got"),
        ('"Jan - Feb" = 4', "Jan = 4", "shots.toml: year.Feb: expected an entry for every month, got 'nothing'"),
        ('"holds"', '"fails"', "shots.toml: note.rule: expected 'holds', because the rules fix it, got 'fails'"),
        ("high = 50", "highest = 50", "shots.toml: limit.red.highest: expected only low, high, got 'highest'"),
        (", two = { flag = false }", "", "shots.toml: extra.two: expected an entry, got 'nothing'"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    assert old in FILES["shots"]
    write(theirs, {"shots": FILES["shots"].replace(old, new, 1)})
    with pytest.raises(ChartError) as caught:
        book_in(ours).load(theirs)
    assert says in str(caught.value) and "\n" not in str(caught.value)


def test_a_copy_explains_and_says_the_same(tmp_path: Path) -> None:
    book = book_in(tmp_path)
    text = copy_text(book, "shots")
    assert "# Check the folder:  stuka charts --game " in text and "# The shot by the modified D6." in text
    assert "lowest modified total -1, highest 8" in text
    copies = tmp_path / "copies"
    copies.mkdir()
    (copies / "shots.toml").write_text(text)
    assert book.load(copies) == book.load()
    assert np.array_equal(book.load(copies).record, book.load().record)
