"""Maps of a sheet that belongs to no game: every field of theirs shows in text, its colours, picture and page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Ground, Link, Map, Mark, Panel, Sheet, Silhouette, Space, Tag
from stuka_env.game import ViewParts
from stuka_env.views.picture import draw
from stuka_env.views.text import lines_of_sheet, painted, plain
from stuka_env.views.words import description
from stuka_env.watch.pack import SheetPacker
from stuka_env.watch.page import embedded, source, style
from tests.support.chromium import in_chromium, started
from tests.support.each import each

pytest.importorskip("pygame")
SHIP, RAFT = ((0.0, -1.0), (0.4, 0.0), (0.0, 1.0)), ((0.0, -0.5), (1.0, 0.5), (0.0, 0.5))
VIEWS = ViewParts(
    sheet=lambda mat: mat,
    silhouettes={"ship": Silhouette(SHIP), "raft": Silhouette(RAFT, ((SHIP[0], RAFT[1], SHIP[2]),))},
)
REEF, PORT = Mark("reef", tone=Tone.BAD), Mark("port", tone=Tone.GOOD)
OWN = Mark("you", "two days", Tone.OWN, "ship", 45)
PLACES = (
    Space("North Cape", "3 to go", Tone.OWN, short="1", marks=(OWN,), is_here=True, spot=(-0.8, -0.5)),
    Space("Tern Island", "2 to go", Tone.PRESENT, short="2", marks=(REEF,), spot=(0.0, -0.2)),
    Space("Gull Rock", "1 to go", Tone.PLAIN, short="3", marks=(PORT,), spot=(0.7, -0.4)),
    Space("Old Harbour", "", Tone.SPENT, short="4", spot=(0.8, 0.5)),
    Space("Nowhere", "", Tone.NONE, short="5", spot=(-0.7, 0.5)),
)
LAND = (((-1.0, 0.2), (0.5, 0.1), (0.2, 0.9)),)
MAP = Map("Chart", PLACES, (Link(0, 1, Tone.OWN), Link(1, 2), Link(2, 3)), LAND, (REEF, PORT))
SQUARE = ((-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4))
GROUNDS = (Ground("", "#d9d6ae", "#3a3d2c"), Ground("sand", "#c3b594", "#55503f"))
CELLS = MAP._replace(cell=SQUARE, grounds=GROUNDS, land=())
"""The same places as cells."""
WORDS, DRAWINGS = ("text", "colours", "description"), ("picture", "page")


class Change(NamedTuple):
    """A change of a map, and the views that show it."""

    name: str
    map: Map
    views: tuple[str, ...] = (*WORDS, *DRAWINGS)
    before: Map = MAP


def with_place(number: int, before: Map = MAP, **fields: Any) -> Map:
    """Return a map with another place."""
    places = list(before.places)
    places[number] = places[number]._replace(**fields)
    return before._replace(places=tuple(places))


def with_link(number: int, **fields: Any) -> Map:
    """Return the map with another way."""
    links = list(MAP.links)
    links[number] = links[number]._replace(**fields)
    return MAP._replace(links=tuple(links))


def changes() -> Iterator[Change]:
    """Yield the map with one other value each."""
    yield Change("name of the map", MAP._replace(name="Plan"), (*WORDS, "page"))
    yield Change("name", with_place(1, name="Storm Island"))
    yield Change("words", with_place(1, words="4 to go"))
    yield Change("short name", with_place(1, short="7"), DRAWINGS)
    yield Change("own place", with_place(1, is_here=True), (*WORDS, "page"))
    yield Change("place of the way", with_place(1, is_passed=True), DRAWINGS)
    yield Change("spot", with_place(1, spot=(0.1, -0.2)), DRAWINGS)
    for tone in Tone:
        if tone != Tone.PRESENT:
            yield Change(
                f"tone {tone.name}", with_place(1, tone=tone), WORDS if tone == Tone.NONE else ("colours", *DRAWINGS)
            )
    yield Change("a further dot", with_place(1, marks=(REEF, PORT)))
    yield Change("another dot", with_place(1, marks=(PORT,)))
    yield Change("its silhouette", with_place(0, marks=(OWN._replace(shape="raft"),)), DRAWINGS)
    yield Change("its heading", with_place(0, marks=(OWN._replace(heading=90),)), DRAWINGS)
    yield Change("its tone", with_place(0, marks=(OWN._replace(tone=Tone.ENEMY),)), DRAWINGS)
    yield Change("its words", with_place(0, marks=(OWN._replace(words="a day"),)))
    yield Change("its name", with_place(0, marks=(OWN._replace(name="they"),)))
    yield Change("end of a way", with_link(1, end=4), DRAWINGS)
    yield Change("tone of a way", with_link(1, tone=Tone.PRESENT), DRAWINGS)
    yield Change("land", MAP._replace(land=(LAND[0][1:] + ((-0.9, 0.6),),)), DRAWINGS)
    yield Change("legend", MAP._replace(legend=(REEF,)), DRAWINGS)
    yield Change("word of the legend", MAP._replace(legend=(REEF, PORT._replace(name="haven"))), DRAWINGS)


def changes_of_cells() -> Iterator[Change]:
    """Yield the map of cells with one other value each."""
    for name, changed, views in (
        ("outline", CELLS._replace(cell=SQUARE[:3]), DRAWINGS),
        ("ground", with_place(1, CELLS, ground=1), DRAWINGS),
        ("colour of a ground", CELLS._replace(grounds=(GROUNDS[0]._replace(colour="#ffffff"), GROUNDS[1])), DRAWINGS),
        ("dark colour", CELLS._replace(grounds=(GROUNDS[0]._replace(dark="#000000"), GROUNDS[1])), ("page",)),
        ("name of a ground", CELLS._replace(grounds=(GROUNDS[0], GROUNDS[1]._replace(name="gravel"))), DRAWINGS),
        ("short name", with_place(1, CELLS, short="7"), DRAWINGS),
        ("words", with_place(1, CELLS, words="4 to go"), (*WORDS, "page")),
        ("own place", with_place(2, CELLS, is_here=True), DRAWINGS),
        ("place of the way", with_place(1, CELLS, is_passed=True), DRAWINGS),
        ("tone", with_place(2, CELLS, tone=Tone.BAD), ("colours", *DRAWINGS)),
        ("a further marker", with_place(1, CELLS, marks=(REEF, PORT)), (*WORDS, *DRAWINGS)),
        ("its silhouette", with_place(0, CELLS, marks=(OWN._replace(shape="raft"),)), DRAWINGS),
        ("its heading", with_place(0, CELLS, marks=(OWN._replace(heading=90),)), DRAWINGS),
        ("answers", with_place(1, CELLS, answers=(3,)), ("page",)),
        ("what can have the keyboard", with_place(1, CELLS, reach=(0, 2)), ("page",)),
        ("end of a way", CELLS._replace(links=(Link(0, 4, Tone.OWN), *CELLS.links[1:])), DRAWINGS),
    ):
        yield Change(f"cells: {name}", changed, views, CELLS)


CHANGES = (*changes(), *changes_of_cells())


def sheet_of(drawn: Map) -> Sheet:
    """Return a sheet with a map."""
    panel = Panel("map", "Sea chart", (drawn,), (8, 42, 600, 400))
    return Sheet("SEA", "", "", Tag(""), "where to", False, (panel,))


def views_of(sheet: Sheet) -> dict[str, Any]:
    """Return the views of a sheet."""
    return {
        "text": plain(lines_of_sheet(sheet)),
        "colours": painted(lines_of_sheet(sheet)),
        "picture": draw(VIEWS, sheet).tobytes(),
        "description": description(sheet.panels[0]),
    }


@each("change", list(CHANGES))
def test_every_view_shows_a_change(change: Change) -> None:
    before, after = views_of(sheet_of(change.before)), views_of(sheet_of(change.map))
    shown = {view for view in before if before[view] != after[view]}
    assert shown >= set(change.views) - {"page"}


def test_places_of_no_interest_have_no_words() -> None:
    said = " ".join(plain(lines_of_sheet(sheet_of(MAP))).split())
    places = "[North Cape (3 to go, you two days)]; Tern Island (2 to go, reef); Old Harbour"
    assert f"Chart: {places} -" in said


@pytest.mark.parametrize("size", [(600, 400), (200, 400), (600, 120)])
def test_a_map_fits_into_its_panel_and_names_hide_no_places(size: tuple[int, int]) -> None:
    """The corners of the panel stay sea, whatever its shape, because places keep away from its edges."""
    panel = Panel("map", "Sea chart", (MAP._replace(land=(), legend=()),), (0, 40, *size))
    pixels = draw(VIEWS, sheet_of(MAP)._replace(panels=(panel,)))[40 : 40 + size[1], : size[0]]
    sea = pixels[6, size[0] // 2]
    assert (pixels[size[1] - 12, 10] == sea).all() and (pixels[10, size[0] - 12] == sea).all()


DRAW = """
const book = new SheetBook(DATA.book);
document.body.append(...DATA.sheets.map((changes) => drawPanel(book.changed(null, changes).panels[0])));
"""


def page_with(*maps: Map) -> str:
    """Return a page that shows maps below each other."""
    packer = SheetPacker()
    sheets = [packer.changes(None, sheet_of(one)) for one in maps]
    data = {"nouns": {}, "silhouettes": VIEWS.silhouettes, "sheets": sheets, "book": packer.constants()}
    code = "\n".join([source("draw.js"), source("sheet.js", "stuka_env.views"), DRAW])
    return (
        f'<!doctype html><meta charset="utf-8"><style>{style()}</style><body>'
        f'<script type="application/json" id="data">{embedded(data)}</script><script>{code}</script>'
    )


@in_chromium
def test_the_page_shows_every_change(tmp_path: Path) -> None:
    shown = [MAP, CELLS, *(change.map for change in CHANGES)]
    (tmp_path / "maps.html").write_text(page_with(*shown), encoding="utf-8")
    with started() as browser:
        page = browser.new_page()
        troubles: list[Any] = []
        page.on("pageerror", lambda error: troubles.append(error))
        page.goto((tmp_path / "maps.html").as_uri())
        assert not troubles
        before, cells, *drawn = page.locator(".drawn").evaluate_all("(all) => all.map((one) => one.outerHTML)")
        armed = page.locator(".drawn", has=page.locator("[tabindex]"))
        armed.locator("[tabindex]").focus()
        reached = armed.locator("svg .soil").evaluate_all(
            "(all) => all.map((one) => one.classList.contains('reached'))"
        )
    pages = {MAP: before, CELLS: cells}
    pairs = zip(CHANGES, drawn, strict=True)
    assert [one.name for one, html in pairs if html == pages[one.before] and "page" in one.views] == []
    assert before.count('class="place ') == len(PLACES) and cells.count('class="on-cell') == len(PLACES)
    assert reached == [True, False, True, False, False]
