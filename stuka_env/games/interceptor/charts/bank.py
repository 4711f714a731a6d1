"""The bank of plausible chart sets, drawn once by ``tools/chart_bank.py`` (docs/interceptor_charts.md)."""

from stuka_env.charts.axes import Cell
from stuka_env.charts.bank import ChartBank
from stuka_env.charts.words import CellValues
from stuka_env.games.interceptor.charts.loader import BOOK, OUR_FOLDER
from stuka_env.games.interceptor.charts.words import RAID


def text_of(cell: Cell, values: CellValues) -> str:
    """Return the text of a cell of ours with other values."""
    return raid_text(cell, values) if cell.word is RAID else cell.word.text(values)


def raid_text(cell: Cell, values: CellValues) -> str:
    """Return the raid of the month on a target zone whose total is nearest to that of a cell of A1."""
    month = (raid for raid in BOOK.ours.files["a1_raids"].cells if raid.path == cell.path and raid.values == values)
    return min(month, key=lambda raid: abs(raid.spans[0].start - cell.spans[0].start)).text


BANK = ChartBank(BOOK, OUR_FOLDER / "bank.npz", text_of, order="F")
