"""The charts of every game: a record that nobody changes, copies, comparisons, and where the cells come from."""

import copy
import hashlib
import pickle
import tomllib
from pathlib import Path

import numpy as np
import pytest

from stuka_env import cli
from stuka_env.charts import copies, show
from stuka_env.charts.axes import Die, Names, Parts, Places
from stuka_env.charts.lists import HEAD_KEYS, HEAD_MEANINGS
from stuka_env.charts.provenance import CITED, PROVENANCE_KINDS
from stuka_env.charts.show import grids
from stuka_env.io.files import write_whole
from tests.support.charts import CHARTED_GAMES, book_of
from tests.support.each import each

Output = pytest.CaptureFixture[str]
each_game = pytest.mark.parametrize("game", CHARTED_GAMES)
each_chart = each("game, name", [(game, name) for game in CHARTED_GAMES for name in book_of(game).tables])


STATED = {
    "stuka": "2c174d41f8da09ff",
    "interceptor": "e31a9b3062ecbf03",
    "support": "ded1b2f9a8964222",
    "wing": "7218a39fddd5a930",
}
"""Digests of the cells that a rulebook states, or that follow from it, with their sources."""


def run(game: str, *words: str) -> object:
    try:
        return cli.main(["charts", "--game", game, *words])
    except SystemExit as stopped:
        return stopped.code


def refused(output: Output, game: str, *words: str) -> str:
    """Return the one line with which a command line is refused."""
    output.readouterr()
    status, said = run(game, *words), output.readouterr()
    assert (status, said.out, said.err.count("\n")) == (2, "", 1)
    return said.err


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@each_game
def test_a_copy_holds_every_chart_and_the_same_values(game: str, tmp_path: Path, capsys: Output) -> None:
    folder, book = tmp_path / "mine", book_of(game)
    assert run(game, "--new", str(folder)) == 0
    said = capsys.readouterr().out
    assert f"{len(book.tables)} chart files written to {folder}" in said
    assert f"--check {folder}" in said
    assert files_in(folder) == sorted(f"{name}.toml" for name in book.tables)
    theirs = book.load(folder)
    assert theirs == book.ours and theirs.sha256 == book.ours.sha256
    for name, file in book.ours.files.items():
        assert theirs.files[name].provenance == file.provenance
        assert theirs.files[name].head == file.head
    assert run(game, "--check", str(folder)) == 0
    said = capsys.readouterr().out
    assert "No difference." in said and book.ours.sha256 in said and "->" not in said


@each_game
def test_a_copy_of_one_chart_goes_into_an_empty_folder(game: str, tmp_path: Path, capsys: Output) -> None:
    book = book_of(game)
    name = list(book.tables)[-1]
    assert run(game, "--new", str(tmp_path), name) == 0
    assert f"{name}.toml written to" in capsys.readouterr().out
    assert files_in(tmp_path) == [f"{name}.toml"] and book.load(tmp_path) == book.ours


@each_game
def test_a_folder_in_use_is_refused_and_untouched(game: str, tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    assert "got one with 1 entries" in refused(capsys, game, "--new", str(tmp_path))
    assert "got a file" in refused(capsys, game, "--new", str(tmp_path / "notes.txt"))
    assert files_in(tmp_path) == ["notes.txt"] and (tmp_path / "notes.txt").read_text() == "mine"
    assert "'z9'" in refused(capsys, game, "--new", str(tmp_path / "mine"), "z9")
    assert "No such file" in refused(capsys, game, "--new", str(tmp_path / "nowhere" / "mine"))
    assert files_in(tmp_path) == ["notes.txt"]


@each_game
@each("there", [False, True])
def test_a_copy_is_whole_or_not_there(
    game: str, there: bool, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, last = tmp_path / "mine", list(book_of(game).tables)[-1]
    if there:
        folder.mkdir()

    def full(path: Path, contents: str) -> Path:
        if path.stem == last:
            raise OSError(28, "No space left on device")
        return write_whole(path, contents)

    monkeypatch.setattr(copies, "write_whole", full)
    assert "No space left" in refused(capsys, game, "--new", str(folder))
    assert folder.exists() == there
    assert not there or not files_in(folder)


@each_chart
def test_every_table_of_a_copy_is_explained(game: str, name: str) -> None:
    book = book_of(game)
    text = copies.copy_text(book, name)
    every = " ".join(line.lstrip("# ") for line in text.splitlines())
    comments = " ".join(line.lstrip("# ") for line in text.splitlines() if line.startswith("#"))
    for table in book.tables[name]:
        assert table.meaning
        assert table.optional or table.meaning in comments
        assert table.optional or table.word.expected == "a text" or table.word.expected in comments
        for axis in table.axes:
            if isinstance(axis, Names):
                assert all(word in every for word in axis.index)
            if isinstance(axis, Die):
                assert f"{axis.totals[0]} to {axis.totals[-1]}" in comments
                if (axis.totals[0], axis.totals[-1]) != (axis.first, axis.last):
                    assert f"lowest modified total {axis.first}, highest {axis.last}" in comments
    assert all(HEAD_MEANINGS[key] in comments for key in HEAD_KEYS)
    assert tuple(copies.PROVENANCE_MEANINGS) == PROVENANCE_KINDS
    assert all(meaning in comments for meaning in copies.PROVENANCE_MEANINGS.values())


@each_chart
def test_a_copy_is_narrow_and_clean(game: str, name: str) -> None:
    book = book_of(game)
    text = copies.copy_text(book, name)
    lines = text.splitlines()
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert all(len(line) <= copies.COMMENT_WIDTH for line in lines if line.startswith("#"))
    assert not any(line != line.rstrip() for line in lines)
    ours = Path(book.ours.files[name].path).read_text(encoding="utf-8")
    assert text.isascii() == ours.isascii()
    assert tomllib.loads(text) == tomllib.loads(ours)


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


@each_chart
def test_every_cell_has_an_address_and_an_origin_and_is_shown_with_it(game: str, name: str) -> None:
    ours = book_of(game).ours
    file, text = ours.files[name], show.chart_text(ours, name)
    assert file.head["title"] in text and file.head["title"] in show.chart_markdown(ours, name)
    assert len({cell.address for cell in file.cells}) == len(file.cells)
    for cell in file.cells:
        origin = file.provenance[cell.path + cell.labels]
        assert origin.kind in PROVENANCE_KINDS and (origin.source or origin.kind not in CITED)
        shared = any(isinstance(axis, Parts | Places) for axis in cell.table.axes)
        assert (cell.text if shared else f"{cell.text} {origin.kind[0]}") in text


@each_game
def test_the_cells_that_a_rulebook_states_do_not_change(game: str) -> None:
    """Only reconstructions may change. If another cell is corrected, the commit of its new digest says why."""
    stated = [
        f"{name} {cell.address}: {cell.text} ({file.provenance[cell.path + cell.labels]})"
        for name, file in sorted(book_of(game).ours.files.items())
        for cell in file.cells
        if file.provenance[cell.path + cell.labels].kind != "reconstructed"
    ]
    assert hashlib.sha256("\n".join(stated).encode()).hexdigest()[:16] == STATED[game], f"{len(stated)} cells"
