"""Charts that players could write: random values in random cells, and our charts spelt otherwise."""

import copy
import random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from stuka_env.charts.axes import Cell, Die
from stuka_env.charts.words import ChartError
from stuka_env.games.interceptor.charts import BOOK, LoadedCharts, load_charts
from stuka_env.games.interceptor.charts.shape import Charts
from tests.support.each import each
from tests.support.interceptor.charts import CONTENTS, FREE, changed, random_picks, value_of

OURS = load_charts()


def test_the_contents_of_our_files_say_the_same() -> None:
    assert BOOK.with_contents(CONTENTS, "ours") == OURS


@each("seed", range(30))
def test_plausible_charts_load(seed: int) -> None:
    """Cells that need not fit others take any value of their vocabulary, and nothing else changes."""
    picks = random_picks(seed)
    theirs, names = changed(picks)
    assert np.array_equal(theirs.record["units"], OURS.record["units"])
    assert {name for name, file in theirs.files.items() if file != OURS.files[name]} == names
    for place, value in picks.items():
        name, cell = FREE[place]
        (mine,) = [it for it in theirs.files[name].cells if it.address == cell.address]
        assert mine.values == cell.word.parse(value)
        for field, number in zip(mine.fields, mine.values, strict=False):
            assert all(np.all(at(theirs, field)[index] == number) for index in mine.indexes())


def at(charts: LoadedCharts, field: str) -> Any:
    place: Any = charts.record
    for name in field.split("."):
        place = place[name]
    return place


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.integers(0, len(FREE) - 1), st.integers(0, 10**6), min_size=1, max_size=60))
def test_any_charts_load_or_are_refused_in_one_line(places: dict[int, int]) -> None:
    samples = {place: FREE[place][1].word.samples for place in places}
    picks = {place: samples[place][number % len(samples[place])] for place, number in places.items()}
    try:
        theirs, _ = changed(picks)
    except ChartError as error:
        assert "\n" not in str(error) and ": expected " in str(error) and ", got " in str(error)
        return
    assert theirs.record.dtype == Charts.dtype
    assert (theirs == OURS) == (theirs.record.tobytes() == OURS.record.tobytes() and theirs.names == OURS.names)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, len(FREE) - 1),
    st.one_of(st.none(), st.integers(), st.floats(), st.text(), st.booleans(), st.lists(st.integers(), max_size=3)),
)
def test_any_value_is_parsed_or_refused_in_one_line(place: int, value: object) -> None:
    name, cell = FREE[place]
    try:
        theirs, _ = changed({place: value})
    except ChartError as error:
        assert str(error).startswith(f"drawn/{name}.toml: ") or "c2_serious" in str(error) or "units" in str(error)
        assert "\n" not in str(error)
        return
    assert cell.word.parse(value) is not None
    assert theirs.record.dtype == Charts.dtype


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(list(BOOK.tables)))
def test_our_charts_with_other_keys_for_the_dice_say_the_same(seed: int, name: str) -> None:
    dice = random.Random(seed)
    raw = copy.deepcopy(CONTENTS[name])
    for cell in OURS.files[name].cells:
        axis = cell.table.axes[-1] if cell.table.axes else None
        if isinstance(axis, Die):
            put_other_keys(raw, cell, axis, dice)
    assert BOOK.with_contents({name: raw}, "spelt") == OURS


def put_other_keys(raw: dict[str, Any], cell: Cell, axis: Die, dice: random.Random) -> None:
    """Write a cell of a die under one key for each of its totals, or under one key for the first and the others."""
    value = value_of(cell)
    low, high = axis.totals[0], axis.totals[-1]
    totals = [total for total in cell.spans[-1] if total in axis.totals or not low <= total <= high]
    here: Any = raw
    for key in (cell.path + cell.labels)[:-1]:
        here = here[key]
    del here[cell.labels[-1]]
    if len(totals) > 2 and dice.random() < 0.5 and totals == list(range(totals[0], totals[-1] + 1)):
        here |= {str(totals[0]): value, f"{totals[1]}-{totals[-1]}": value}
    else:
        here |= {str(total): value for total in totals}
