"""Maps of hexes in letters: what a hex shows, which maps can be drawn so, and that nothing hidden shows."""

from typing import Any

import pytest

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Ground, Map, Mark, Panel, Sheet, Space, Tag, as_json
from stuka_env.views.map_text import MAP_WIDTH, map_in_letters
from stuka_env.views.text import lines_of_sheet, plain
from stuka_env.watch.pack import SheetPacker
from tests.support.each import each

HEX = ((0.6, 0.0), (0.3, 0.5), (-0.3, 0.5), (-0.6, 0.0), (-0.3, -0.5), (0.3, -0.5))
GROUNDS = (Ground("", "#ffffff", "#000000"), Ground("sand", "#ffffff", "#000000", ":"), Ground("mud", "", "", "%"))
CREW, CASK = Mark("crew", tone=Tone.OWN, sign="C"), Mark("cask", tone=Tone.ENEMY)
PLACES = tuple(
    Space(name, short=name, spot=(0.9 * column, row + 0.5 * (column % 2)))
    for column, names in enumerate((("A1", "A2"), ("B1", "B2"), ("C1", "C2")))
    for row, name in enumerate(names)
)
SIGNS = (("!", "treasure"), ("\u00b7", "way"), ("C/c", "crew"), ("z", "never"))
BEACH = Map("Beach", PLACES, cell=HEX, grounds=GROUNDS, signs=SIGNS)


def with_place(number: int, **fields: Any) -> Map:
    """Return the beach with another place."""
    places = list(BEACH.places)
    places[number] = places[number]._replace(**fields)
    return BEACH._replace(places=tuple(places))


def letters(part: Map) -> list[str]:
    """Return the lines of a map without spaces at their ends."""
    return ["".join(one.words for one in row).rstrip() for row in map_in_letters(part)]


def sheet_of(drawn: Map) -> Sheet:
    """Return a sheet with a map."""
    return Sheet("BEACH", "", "", Tag(""), "where to", False, (Panel("map", "Map", (drawn,), (8, 42, 600, 400)),))


def test_hexes_stand_in_columns_with_their_names() -> None:
    assert letters(BEACH) == [
        " ________          ________",
        "/A1      \\________/C1      \\",
        "\\________/B1      \\________/",
        "/A2      \\________/C2      \\",
        "\\________/B2      \\________/",
        "         \\________/",
    ]


@each(
    "fields, line, shown, meaning",
    (
        ({"ground": 1}, 2, "/B1   :: \\", ":: sand"),
        ({"sign": "!"}, 2, "/B1     !\\", "! treasure"),
        ({"is_passed": True}, 2, "/B1  \u00b7   \\", "\u00b7 way"),
        ({"is_passed": True, "sign": "!"}, 2, "/B1  \u00b7  !\\", "! treasure"),
        ({"marks": (CREW,)}, 3, "\\___C____/", "C/c crew"),
        ({"marks": (CASK, CREW)}, 3, "\\___cC___/", "C/c crew"),
        ({"marks": (CASK,) * 9}, 3, "\\ccccccc+/", "C/c crew"),
        ({"short": "Bay of pigs"}, 2, "/Bay     \\", None),
    ),
)
def test_a_hex_shows(fields: dict[str, Any], line: int, shown: str, meaning: str | None) -> None:
    drawn = letters(with_place(2, **fields))
    assert drawn[line][9:19] == shown
    assert drawn[6:] == [] if meaning is None else meaning in drawn[6]
    assert "never" not in " ".join(drawn) and "mud" not in " ".join(drawn)


def test_tones_are_those_of_places_and_markers() -> None:
    drawn = with_place(2, sign="!", tone=Tone.BAD, is_here=True, marks=(CREW, CASK))
    parts = [part for row in map_in_letters(drawn) for part in row]
    assert {(part.words, part.tone) for part in parts} >= {("B1", Tone.BAD), ("C", Tone.OWN), ("c", Tone.ENEMY)}
    assert {part.words for part in parts if part.is_here} == {"B1", "!"}


@each(
    "part",
    (
        BEACH._replace(cell=()),
        BEACH._replace(cell=HEX[:4]),
        BEACH._replace(places=(*PLACES, Space("D", short="D", spot=(0.0, 0.5)))),
        BEACH._replace(places=(*PLACES, PLACES[0])),
        BEACH._replace(places=(*PLACES, Space("nowhere"))),
        BEACH._replace(places=tuple(Space(str(one), spot=(one, 0.0)) for one in range(12))),
    ),
)
def test_other_maps_stay_in_words(part: Map) -> None:
    """Discs, squares, hexes that are not in such columns, places without a spot, and maps that are too wide."""
    assert map_in_letters(part) == []
    assert "/" not in plain(lines_of_sheet(sheet_of(part)))


@pytest.mark.parametrize("columns", range(1, 12))
def test_a_map_is_never_too_wide(columns: int) -> None:
    places = tuple(Space("x", short=f"X{one}", spot=(0.9 * one, 0.5 * (one % 2)), sign="!") for one in range(columns))
    drawn = letters(BEACH._replace(places=places))
    assert drawn and max(map(len, drawn)) <= MAP_WIDTH


def test_signs_are_for_texts_alone() -> None:
    """Pages and other programs draw silhouettes and colours."""
    signed = with_place(2, sign="!", marks=(CREW,))
    bare = with_place(2, marks=(CREW._replace(sign=""),))._replace(
        signs=(), grounds=tuple(ground._replace(sign="") for ground in GROUNDS)
    )
    assert as_json(sheet_of(signed)) == as_json(sheet_of(bare))
    packers = SheetPacker(), SheetPacker()
    for packer, one in zip(packers, (signed, bare), strict=True):
        packer.changes(None, sheet_of(BEACH))
        packer.changes(sheet_of(BEACH), sheet_of(one))
    assert packers[0].constants() == packers[1].constants()
