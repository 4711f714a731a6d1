"""Our charts of every game: a record that nobody can change, and the words that say where its cells come from."""

import copy
import pickle

import numpy as np
import pytest

from stuka_env.charts import show
from stuka_env.charts.axes import Die
from stuka_env.charts.provenance import PROVENANCE_KINDS
from stuka_env.charts.show import grids
from tests.support.charts import CHARTED_GAMES, book_of
from tests.support.each import each

each_game = pytest.mark.parametrize("game", CHARTED_GAMES)
each_chart = each("game, name", [(game, name) for game in CHARTED_GAMES for name in book_of(game).tables])


@each_game
def test_the_record_is_complete_and_read_only(game: str) -> None:
    book = book_of(game)
    ours = book.ours
    assert ours.record.dtype == book.record.dtype
    for field in book.record.dtype.names or ():
        values = ours.record[field]
        assert not isinstance(values, np.ndarray) or not values.flags.writeable
    assert book.load() is ours and ours.folder is None
    assert repr(ours) == f"LoadedCharts(sha256='{ours.sha256[:12]}', folder=None)"
    assert sorted(ours.files) == sorted(path.stem for path in book.folder.glob("*.toml"))


@each_game
def test_charts_travel_without_their_files(game: str) -> None:
    ours = book_of(game).ours
    for other in (pickle.loads(pickle.dumps(ours)), copy.deepcopy(ours)):
        assert other == ours and hash(other) == hash(ours)
        assert other.files == {} and other.names == ours.names
        assert other.record.tobytes() == ours.record.tobytes()


@each_chart
def test_a_chart_says_where_its_cells_come_from(game: str, name: str) -> None:
    ours = book_of(game).ours
    file = ours.files[name]
    (line,) = (line for line in show.chart_text(ours, name).splitlines() if line.startswith("Cells: "))
    kinds = [origin.kind for origin in file.provenance.values()]
    for kind in PROVENANCE_KINDS:
        assert (f"{kinds.count(kind)} {kind} ({kind[0]})" in line) == (kind in kinds)
    assert line.split(". ")[0].rstrip(".") in show.chart_markdown(ours, name)
    assert (" <= " in line) == any(row[0].startswith(("<=", ">=")) for table in grids(file) for row in table.rows)


@each_chart
def test_no_table_by_die_totals_has_a_hole(game: str, name: str) -> None:
    file = book_of(game).ours.files[name]
    for cell in file.cells:
        axis = cell.table.axes[-1] if cell.table.axes else None
        if isinstance(axis, Die):
            column = [other for other in file.cells if other.path == cell.path]
            column = [other for other in column if other.labels[:-1] == cell.labels[:-1]]
            totals = [total for other in column for total in other.spans[-1]]
            assert len(totals) == len(set(totals)) and set(axis.totals) <= set(totals)
            assert (min(totals), max(totals)) == (axis.first, axis.last)
