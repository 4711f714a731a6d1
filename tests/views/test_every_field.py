"""Everything that a sheet shows of a mat is in every view: a change of any field changes them all."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from stuka_env.declared.records import Field
from stuka_env.declared.sheet import Sheet
from stuka_env.game import game_named
from stuka_env.games.interceptor.rules.mat import BLOCKS as INTERCEPTOR_BLOCKS
from stuka_env.games.stuka.rules.mat import BLOCKS as STUKA_BLOCKS
from stuka_env.games.wing.rules.mat import Mat as WingMat
from stuka_env.views.picture import draw
from stuka_env.views.text import lines_of_sheet, plain
from stuka_env.views.words import description
from tests.support.mats import MATS

pytest.importorskip("pygame")
BLOCKS = {
    "stuka": {name: kind.FIELDS for name, kind, _ in STUKA_BLOCKS},
    "interceptor": {name: kind.FIELDS for name, kind in INTERCEPTOR_BLOCKS},
    "wing": {block.name: block.fields for block in WingMat.FIELDS if block.name != "work"},
}
"""The fields of the blocks of each game that a player sees."""
ROWS = (0, 7, 8)
"""Rows of people and aircraft that are changed: in the air, and out of action."""
WORDLESS = {
    "pilots.duty": "a text names who flies on the aircraft cards only",
    "gunners.duty": "the same",
    "pilots.slot": "the same",
    "gunners.slot": "the same",
    "settings.advanced_maneuvers": "a text has no places for skills that nobody has",
    "sortie.fatigue": "the tone of the fatigue, which has words of its own",
}
"""Fields that change the sheet in ways for which a text has no words, with the reasons."""
AFTER_IT_LEFT = " after it left"
UNDRAWN = {
    "mission.place": "the ratings of bombers, which the picture of a fight does not have",
    **dict.fromkeys(
        (f"seats.{name}{AFTER_IT_LEFT}" for name in ("damaged", "hit", "tired")),
        "marks of a bomber that has left the formation, which would cover its number",
    ),
}
"""Fields that change the sheet in ways which a picture does not draw, with the reasons."""
UNSEEN = {
    "stuka": {
        "cursor": "phase step",
        "mission": """carriers moves news no_fly relief_known set_up special sunk targets unsettled visibility_card""",
        "count": "war_destroyed war_kia war_no_fly",
        "aircraft": "crash_repair present",
        "pilots": "calm_used completed",
        "gunners": "calm_used completed",
        "track": "campaign_bonus operation_bonus operations_done result segments_done",
    },
    "interceptor": {
        "settings": "level_reward month track unit",
        "cursor": "person",
        "career": "crashed destroyed lines_used singles_lost waived",
        "pilot": "period_awards period_kills",
        "wingman": "away health skills",
        "gunner": "away",
        "old_gunner": "ace bombers clock expert fighters health points skills",
        "sortie": """boxes deadstick engaged jumped landing passes rounds slip_tried twelve wingman_flew wounds""",
        "deck": "shuffles",
        "desk": """due gunner_kept gunner_lost moved offered series to_hospital veteran written_off""",
    },
    "wing": {
        "plan": "fatigue landing start",
        "mission": "elements",
        "enemy": "ace_free",
    },
}
"""Fields that a sheet of these mats does not show. Some are shown in other states: the result of a war that is over, a
visibility that only a card has set. The first skill of a wingman is shown as the series in which he is an Expert."""


class Change(NamedTuple):
    """Another value of a field of a mat."""

    field: str
    mat: Any


def changes(game: str, mat: Any) -> Iterator[Change]:
    """Yield mats with one other value each."""
    for block, fields in BLOCKS[game].items():
        rows = mat[block].reshape(-1) if mat[block].shape else None
        for row in (row for row in ROWS if row < len(rows)) if rows is not None else (0,):
            for field in fields:
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
    low, high = leaf.field.low if leaf.field.codes or leaf.field.name == "drm" else 0, leaf.field.high
    values = {low, high, before + 1} if leaf.field.codes is None else set(range(low, high + 1))
    for value in sorted(values - {before}):
        if low <= value <= high:
            twin = mat.copy()
            holder = twin
            for step in where[:-1]:
                holder = holder[step]
            holder[where[-1]] = value
            has_left = block == "seats" and row is not None and mat[block][row]["gone"]
            yield Change(f"{block}.{leaf.field.name}{AFTER_IT_LEFT if has_left else ''}", twin)


def views_of(game: str, sheet: Sheet) -> dict[str, Any]:
    return {
        "text": plain(lines_of_sheet(sheet)),
        "picture": draw(game_named(game).views, sheet).tobytes(),
        "descriptions": [*map(description, sheet.panels), sheet.place, sheet.line, sheet.score.words, sheet.question],
    }


@pytest.mark.slow
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
                if shown == views[view] and change.field not in (UNDRAWN if view == "picture" else WORDLESS):
                    missing[change.field].add(view)
    assert not missing, "\n".join(f"{field}: {', '.join(sorted(views))}" for field, views in missing.items())


@pytest.mark.parametrize("game", BLOCKS)
def test_a_sheet_shows_every_field_but_these(game: str) -> None:
    sheet_of, seen = game_named(game).views.sheet, set()
    for name, made in MATS.items():
        if name.startswith(game):
            before, mat = sheet_of(made()), made()
            fresh = (change for change in changes(game, mat) if change.field not in seen)
            seen |= {change.field for change in fresh if sheet_of(change.mat) != before}
    every = {
        f"{block}.{leaf.field.name}"
        for block, fields in BLOCKS[game].items()
        for field in fields
        for leaf in leaves(field)
    }
    unseen = {f"{block}.{field}" for block, fields in UNSEEN[game].items() for field in fields.split()}
    assert sorted(every - seen) == sorted(unseen)
