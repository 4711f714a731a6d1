"""Everything that a sheet shows of a mat is in every view: a change of any field changes them all, and only its place."""

import io
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from rich.console import Console

from stuka_env.game import game_named
from stuka_env.games.interceptor.rules.mat import BLOCKS as INTERCEPTOR_BLOCKS
from stuka_env.games.stuka.rules.mat import BLOCKS as STUKA_BLOCKS
from stuka_env.records import Field
from stuka_env.views import terminal
from stuka_env.views.picture import draw
from stuka_env.views.sheet import Sheet
from stuka_env.views.text import lines_of_sheet, plain
from stuka_env.views.words import description
from tests.support.mats import MATS

pytest.importorskip("pygame")
COLUMNS = 130
BLOCKS = {
    "stuka": {name: kind for name, kind, _ in STUKA_BLOCKS},
    "interceptor": {name: kind for name, kind in INTERCEPTOR_BLOCKS},
}
ROW_STEP = 3
"""Of the rows of people and aircraft, every third is changed."""
UNSEEN = {
    "stuka": {
        "cursor": "phase step",
    },
    "interceptor": {},
}
"""Fields that a sheet does not show."""


class Change(NamedTuple):
    """Another value of a field of a mat."""

    field: str
    mat: Any


def changes(game: str, mat: Any) -> Iterator[Change]:
    """Yield mats with one other value each."""
    for block, kind in BLOCKS[game].items():
        rows = mat[block].reshape(-1) if mat[block].shape else None
        for row in range(1 if rows is None else len(rows))[::ROW_STEP]:
            for field in kind.FIELDS:
                for path in leaves(field):
                    yield from changed(mat, block, None if rows is None else row, path)


class Leaf(NamedTuple):
    """A number of a record: the path of its names and places, and its field."""

    path: tuple[Any, ...]
    field: Field


def leaves(field: Field) -> Iterator[Leaf]:
    places = list(np.ndindex(field.shape)) if field.shape else [()]
    for place in (places[0], places[-1]) if len(places) > 2 and not field.fields else places[:2]:
        path = (field.name, *place)
        if not field.fields:
            yield Leaf(path, field)
        for inner in field.fields:
            yield from (Leaf((*path, *leaf.path), leaf.field) for leaf in leaves(inner))


def changed(mat: Any, block: str, row: int | None, leaf: Leaf) -> Iterator[Change]:
    where = (block, *leaf.path) if row is None else (block, row, *leaf.path)
    holder: Any = mat
    for step in where[:-1]:
        holder = holder[step]
    before = int(holder[where[-1]])
    low, high = leaf.field.low, leaf.field.high
    values = {low, high, before + 1} if leaf.field.codes is None else set(range(low, high + 1))
    for value in sorted(values - {before}):
        if low <= value <= high:
            twin = mat.copy()
            holder = twin
            for step in where[:-1]:
                holder = holder[step]
            holder[where[-1]] = value
            yield Change(f"{block}.{leaf.field.name}", twin)


def views_of(game: str, sheet: Sheet) -> dict[str, Any]:
    console = Console(width=COLUMNS, record=True, file=io.StringIO(), force_terminal=True)
    console.print(terminal.head(sheet))
    console.print(terminal.mat(sheet, COLUMNS))
    return {
        "text": plain(lines_of_sheet(sheet)),
        "terminal": console.export_text() + sheet.question,
        "picture": draw(game_named(game).views, sheet).tobytes(),
        "descriptions": [description(panel) for panel in sheet.panels] + [sheet.place, sheet.line, sheet.score.words, sheet.question],
    }


@pytest.mark.parametrize("name", MATS)
def test_every_view_shows_what_the_sheet_shows(name: str) -> None:
    game, _, _ = name.partition(" ")
    mat = MATS[name]()
    sheet_of = game_named(game).views.sheet
    before = sheet_of(mat)
    views = views_of(game, before)
    missing = defaultdict(set)
    for change in changes(game, mat):
        after = sheet_of(change.mat)
        if after != before:
            for view, shown in views_of(game, after).items():
                if shown == views[view]:
                    missing[change.field].add(view)
    assert not missing, "\n".join(f"{field}: {', '.join(sorted(views))}" for field, views in missing.items())


@pytest.mark.parametrize("game", BLOCKS)
def test_a_sheet_shows_every_field_but_these(game: str) -> None:
    sheet_of, seen = game_named(game).views.sheet, set()
    for name, made in MATS.items():
        if name.startswith(game):
            before = sheet_of(made())
            seen |= {change.field for change in changes(game, made()) if change.field not in seen and sheet_of(change.mat) != before}
    every = {f"{block}.{leaf.field.name}" for block, kind in BLOCKS[game].items() for field in kind.FIELDS for leaf in leaves(field)}
    unseen = {f"{block}.{field}" for block, fields in UNSEEN[game].items() for field in fields.split()}
    assert every - seen == unseen
