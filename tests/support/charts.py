"""Charts that players could write, for every game that has chart files: other words in the cells of ours."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stuka_env import cli
from stuka_env.charts.axes import Cell
from stuka_env.charts.loader import ChartBook, LoadedCharts
from stuka_env.charts.words import ChartError, raw_text
from stuka_env.game import games, room_of

CHARTED_GAMES = tuple(game.name for game in games() if game.declared.war is not None)
"""The games that have chart files."""
Place = tuple[str, str]
"""A chart file by its name, and the address of a cell."""


def book_of(game: str) -> ChartBook[Any]:
    """Return the charts of a game."""
    book: ChartBook[Any] = room_of(game, "charts").BOOK
    return book


def free_cells(book: ChartBook[Any]) -> dict[Place, Cell]:
    """Return the cells that can have another value."""
    return {
        (name, cell.address): cell
        for name, file in book.ours.files.items()
        for cell in file.cells
        if not cell.word.is_statement and len(cell.word.samples) > 1
    }


def with_words(book: ChartBook[Any], words: Mapping[Place, object]) -> LoadedCharts[Any]:
    """Return our charts with other words in some cells.

    Raises:
        ChartError: the charts contradict each other.
    """
    files = dict(book.ours.files)
    for chart in {chart for chart, _ in words}:
        cells = tuple(
            _with_word(cell, words[chart, cell.address]) if (chart, cell.address) in words else cell
            for cell in files[chart].cells
        )
        files[chart] = replace(files[chart], cells=cells)
    return book.checked(files, "drawn")


def _with_word(cell: Cell, word: object) -> Cell:
    values = cell.word.parse(word)
    assert values is not None
    return replace(cell, values=values, text=raw_text(word))


def word_of(cell: Cell) -> object:
    """Return the TOML value of a cell."""
    values = (cell.text, cell.text == "true", int(cell.text) if cell.text.lstrip("-").isdecimal() else None)
    return next(value for value in values if cell.word.parse(value) == cell.values)


def random_charts(book: ChartBook[Any], seed: int, most: int = 12) -> LoadedCharts[Any]:
    """Return our charts with other words in up to so many tables, as far as the loader accepts them."""
    dice, tables = Random(seed), dict[Any, list[Place]]()
    cells = free_cells(book)
    for place, cell in cells.items():
        tables.setdefault((place[0], cell.fields or cell.table.path), []).append(place)
    words: dict[Place, object] = {}
    for table in dice.sample(list(tables), dice.randint(1, most)):
        for place in dice.sample(tables[table], dice.choice((1, min(len(tables[table]), most)))):
            samples = cells[place].word.samples
            words[place] = dice.choice((samples[0], samples[-1], dice.choice(samples)))
    return with_words(book, _accepted(book, {}, list(words.items())))


def _accepted(
    book: ChartBook[Any], before: dict[Place, object], more: list[tuple[Place, object]]
) -> dict[Place, object]:
    """Return some words, and those of the others with which the loader still accepts the charts."""
    try:
        with_words(book, before | dict(more))
    except ChartError:
        if len(more) == 1:
            return before
        half = len(more) // 2
        return _accepted(book, _accepted(book, before, more[:half]), more[half:])
    return before | dict(more)


def edited(book: ChartBook[Any], folder: Path, *edits: tuple[str, str, str]) -> None:
    """Write copies of our files with replacements: name of a file, old text and new text, the first place of each."""
    for name, old, new in edits:
        path = folder / f"{name}.toml"
        text = (path if path.exists() else book.folder / path.name).read_text(encoding="utf-8")
        assert old in text, old
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


def refusal(book: ChartBook[Any], folder: Path) -> str:
    """Return the line that refuses a folder."""
    with pytest.raises(ChartError) as caught:
        book.load(folder)
    message = str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert "\n" not in message and "expected" in message and "got" in message and "np.int" not in message
    return message


def refused(words: list[str], output: pytest.CaptureFixture[str]) -> str:
    """Return the one line with which a command line of ``stuka charts`` is refused."""
    output.readouterr()
    try:
        status: object = cli.main(["charts", *words])
    except SystemExit as stopped:
        status = stopped.code
    said = output.readouterr()
    assert (status, said.out, said.err.count("\n")) == (2, "", 1)
    return said.err
