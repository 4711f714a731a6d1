"""The bank of plausible chart sets, drawn once by ``tools/chart_bank.py`` (docs/wing_charts.md)."""

from stuka_env.charts.bank import ChartBank
from stuka_env.games.wing.charts.loader import BOOK, OUR_FOLDER

BANK = ChartBank(BOOK, OUR_FOLDER / "bank.npz", order="F")
